//! Which positions of a row are legal, all 64 at once.
//!
//! The solver needs it to begin, the table files to leave out what need not be stored. The auditor has
//! a definition of its own.

use adli_chess::{Colour, SquareSet};

use crate::geometry::lines;
use crate::layout::{Layout, Squares};

/// The squares of the black king that make a position legal, with White and with Black to move.
pub(crate) fn legal(layout: &Layout, king: u8, officers: &Squares, pawns: &Squares) -> [u64; 2] {
    let officers = layout.officers().iter().zip(officers);
    let pawns = layout.pawns().iter().zip(pawns);
    let mut occupied = 1u64 << king;
    for (_, &square) in officers.clone().chain(pawns.clone()) {
        if occupied >> square & 1 != 0 {
            return [0; 2];
        }
        occupied |= 1 << square;
    }
    let apart = !occupied & !SquareSet(1 << king).king_steps().0;
    let (mut white, mut black) = (apart, apart);
    for (man, &from) in officers {
        for line in lines(man.kind, from) {
            let mut path = 0u64;
            for &to in line.squares() {
                path |= 1 << to;
                if occupied >> to & 1 != 0 {
                    if man.colour == Colour::Black && to == king {
                        black &= path; // only the black king in between shields the white one
                    }
                    break;
                }
            }
            if man.colour == Colour::White {
                white &= !path; // with White to move the black king must not stand attacked
            }
        }
    }
    for (man, &from) in pawns {
        let pawn = 1u64 << from;
        match man.colour {
            Colour::White => white &= !beside(pawn << 8),
            Colour::Black if beside(pawn >> 8) >> king & 1 != 0 => black = 0,
            Colour::Black => {}
        }
    }
    [white, black]
}

/// The squares to the left and to the right.
fn beside(set: u64) -> u64 {
    (set & !SquareSet::file(7).0) << 1 | (set & !SquareSet::file(0).0) >> 1
}
