//! Tables for checkers that share no code with Adli: as raw bytes, and as text for Coq.
//!
//! Such a checker keeps men in the order of a list ([`listed`]): White's, beginning with the king, then Black's likewise.
//!
//! `NAME.raw` has a byte for every placement of the men in the order of the name, first with White to move, then with Black. Each man has 64 squares
//! (a1 = 0, b1 = 1, .., h8 = 63), the last man's change fastest; but without pawns the first man, the white king, has the ten
//! squares of the triangle a1 d1 d4, and with pawns the first pawn has the squares of the files a to d and the ranks 2 to 7, and they change slowest. A byte is 0 if the
//! position is not legal; 1, 2, .. mated in 0, 2, .. plies; 128 a draw; .., 254, 255 mates in .., 3, 1 plies. See `docs/proofs.md`.

use std::io::{self, Write};

use adli_chess::{Colour, Kind, Man, Material};

use crate::known::{Known, Rows};
use crate::{Score, TableError, Value};

/// The men of a material in the order of the list.
#[must_use]
pub fn listed(material: Material) -> Vec<Man> {
    let of = |colour| {
        let king = std::iter::once(Man { colour, kind: Kind::King });
        king.chain(material.iter().filter(move |man| man.colour == colour))
    };
    Colour::ALL.into_iter().flat_map(of).collect()
}

/// The squares that each man has, and the order in which they change, the slowest man first.
struct Sweep {
    squares: Vec<Vec<u8>>,
    slowest_first: Vec<usize>,
}

impl Sweep {
    /// All squares of all men.
    fn whole(men: usize) -> Sweep {
        Sweep { squares: vec![(0..64).collect(); men], slowest_first: (0..men).collect() }
    }

    /// The squares that have a place in a raw table.
    fn reduced(men: &[Man]) -> Sweep {
        const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
        let mut sweep = Sweep::whole(men.len());
        match men.iter().position(|man| man.kind == Kind::Pawn) {
            Some(at) => {
                sweep.squares[at] = (8..56).filter(|square| square % 8 < 4).collect();
                sweep.slowest_first.remove(at);
                sweep.slowest_first.insert(0, at);
            }
            None => sweep.squares[0] = TRIANGLE.to_vec(),
        }
        sweep
    }
}

/// The table of a material, asked for its scores man by man.
pub struct Scores<'t> {
    material: Material,
    men: Vec<Man>,
    table: &'t dyn Rows,
    /// For either side to move there, what each byte of the table becomes.
    bytes: [[Option<u8>; 256]; 2],
}

impl<'t> Scores<'t> {
    /// The scores of a canonical material.
    ///
    /// # Errors
    /// Where the table is not there.
    pub fn new(known: &'t Known, material: Material) -> Result<Scores<'t>, TableError> {
        let table = known.get(material).ok_or(TableError::Missing(material))?;
        let bytes = Colour::ALL.map(|turn| std::array::from_fn(|byte| raw(Score(byte as u8), turn)));
        Ok(Scores { material, men: listed(material), table, bytes })
    }

    /// The byte of a placement, with a side to move; nothing if it takes more plies than a byte can say.
    fn at(&self, squares: &[u8], turn: Colour) -> Option<u8> {
        let men = &self.men;
        let stand_alone = (1..squares.len()).all(|i| !squares[..i].contains(&squares[i]));
        let on_last = |(man, square): (&Man, &u8)| man.kind == Kind::Pawn && !(8..56).contains(square);
        if !stand_alone || men.iter().zip(squares).any(on_last) {
            return Some(0);
        }
        let layout = self.table.layout();
        let of = |wanted: Man, nth: usize| {
            let same = men.iter().zip(squares).filter(|&(&man, _)| man == wanted);
            same.map(|(_, &square)| adli_chess::Square::from_index(square.into())).nth(nth)
        };
        let king =
            |colour: Colour| of(Man { colour, kind: Kind::King }, 0).map_or(0, |square| square.index() as u8);
        let (officers, pawns) = layout.arrange(false, of);
        let row = layout.find_row(king(Colour::White), &officers, &pawns);
        let (number, place) = row.place(king(Colour::Black));
        let score = self.table.row(turn, row.slice, number)[usize::from(place & 63)];
        self.bytes[turn.index()][usize::from(score)]
    }

    /// Goes through all placements of one side to move.
    fn each(&self, sweep: &Sweep, turn: Colour, put: &mut dyn FnMut(u8) -> io::Result<()>) -> io::Result<()> {
        let Sweep { squares: places, slowest_first } = sweep;
        let mut at = vec![0_usize; places.len()];
        let mut squares: Vec<u8> = places.iter().map(|of| of[0]).collect();
        loop {
            put(self.at(&squares, turn).ok_or_else(|| self.too_long())?)?;
            let has_more = |&&man: &&usize| at[man] + 1 < places[man].len();
            let Some(&next) = slowest_first.iter().rev().find(has_more) else {
                return Ok(());
            };
            at[next] += 1;
            squares[next] = places[next][at[next]];
            // Those that change faster begin again.
            for &man in slowest_first.iter().rev().take_while(|&&man| man != next) {
                (at[man], squares[man]) = (0, places[man][0]);
            }
        }
    }

    fn too_long(&self) -> io::Error {
        let why = format!("{} has mates of more than 253 plies, or a byte that means nothing", self.material);
        io::Error::other(why)
    }

    /// Writes the table as raw bytes.
    ///
    /// # Errors
    /// Those of the writing; and where a score does not fit, or the table is damaged.
    pub fn write_raw(&self, out: &mut dyn Write) -> io::Result<()> {
        let sweep = Sweep::reduced(&self.men);
        for turn in Colour::ALL {
            self.each(&sweep, turn, &mut |byte| out.write_all(&[byte]))?;
        }
        out.flush()?;
        self.table.damage().map_err(io::Error::other)
    }

    /// Writes the table for Coq's kernel: on all squares, in 7 bits where 64 is a draw, eight in a word, the first in the lowest bits, in chunks of
    /// 65,536 words. See `proofs/Rows.v`.
    ///
    /// # Errors
    /// Those of the writing; and where a distance does not fit, or the table is damaged.
    pub fn write_coq(&self, out: &mut dyn Write) -> io::Result<()> {
        let narrow = |byte: u8| match byte {
            0..64 => Ok(u64::from(byte)),
            128 => Ok(64),
            194.. => Ok(u64::from(byte) - 128),
            _ => Err(io::Error::other(format!("{}: a distance does not fit into 7 bits", self.material))),
        };
        let sweep = Sweep::whole(self.men.len());
        writeln!(
            out,
            "From Coq Require Import Uint63 PArray.\nOpen Scope uint63_scope.\nOpen Scope array_scope."
        )?;
        for (side, turn) in ["white", "black"].into_iter().zip(Colour::ALL) {
            let mut bytes = Vec::new();
            self.each(&sweep, turn, &mut |byte| {
                bytes.push(byte);
                Ok(())
            })?;
            let mut chunks = Vec::new();
            for (number, chunk) in bytes.chunks(8 * 65_536).enumerate() {
                let word = |eight: &[u8]| {
                    eight
                        .iter()
                        .rev()
                        .try_fold(0, |word, &byte| Ok::<u64, io::Error>(word << 7 | narrow(byte)?))
                };
                let words = chunk.chunks(8).map(word).collect::<io::Result<Vec<u64>>>()?;
                let words = words.iter().map(u64::to_string).collect::<Vec<_>>().join("; ");
                writeln!(out, "Definition {side}_{number} : array int := [| {words} | 0 |].")?;
                chunks.push(format!("{side}_{number}"));
            }
            let chunks = chunks.join("; ");
            writeln!(out, "Definition {side} : array (array int) := [| {chunks} | make 0 0 |].")?;
        }
        out.flush()?;
        self.table.damage().map_err(io::Error::other)
    }
}

/// What a byte of a table becomes: the same, but that a draw is 128 for both sides. Nothing if it means nothing, or takes longer than that.
fn raw(score: Score, turn: Colour) -> Option<u8> {
    if score == Score::ILLEGAL {
        return Some(0);
    }
    match score.value(turn)? {
        Value::Draw => Some(128),
        Value::Loss(_) => Some(score.0).filter(|&byte| byte < 128),
        Value::Win(_) => Some(score.0).filter(|&byte| byte > 129),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pawn_is_the_slowest() {
        let men = listed("KRPKP".parse().unwrap());
        let letters: String = men.iter().map(|man| man.kind.letter()).collect();
        assert_eq!(letters, "KRPKP");
        let sweep = Sweep::reduced(&men);
        assert_eq!(sweep.slowest_first, [2, 0, 1, 3, 4]);
        assert_eq!(sweep.squares.iter().map(Vec::len).collect::<Vec<_>>(), [64, 64, 24, 64, 64]);
        let sweep = Sweep::reduced(&listed("KRKN".parse().unwrap()));
        assert_eq!(sweep.slowest_first, [0, 1, 2, 3]);
        assert_eq!(sweep.squares.iter().map(Vec::len).collect::<Vec<_>>(), [10, 64, 64, 64]);
    }

    #[test]
    fn a_byte_keeps_its_meaning() {
        for turn in Colour::ALL {
            assert_eq!(raw(Score::draw(turn), turn), Some(128));
            assert_eq!(raw(Score::MATED, turn), Some(1));
            assert_eq!(raw(Score::decided(1), turn), Some(255));
            assert_eq!(raw(Score::ILLEGAL, turn), Some(0));
        }
        // A win of 253 plies would be worth a draw to the checker's opponent.
        assert_eq!(raw(Score::decided(253), Colour::White), None);
    }
}
