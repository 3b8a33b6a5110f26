//! The fast code against the slow laws, over whole endgames: legal positions, moves and what they lead to,
//! check, mate and stalemate.

use crate::common::properties::agrees_with_the_laws;
use crate::common::{
    every_placement, every_position, many_passing_positions_with_a_queen, many_positions_of_pawn_against_pawn,
};
use adli_chess::laws::Board;
use adli_chess::{Colour, Kind, Man, Position, Setup, Square};

/// A placement, legal or not, either side to move; with each square of the pawn's file and the next files as
/// passing square.
fn compare_legality(men: &[(Square, Man)]) {
    for turn in Colour::ALL {
        let mut board = Board::empty(turn);
        for &(square, man) in men {
            board.men[square.index()] = Some(man);
        }
        let position = Position::from_men(turn, men.iter().copied());
        assert_eq!(position.is_ok(), board.is_legal(), "{position:?}");
        let Ok(position) = position else { continue };
        let pawn = men.iter().find(|(_, man)| man.kind == Kind::Pawn);
        let near = |square: &Square| pawn.is_some_and(|pawn| square.file().abs_diff(pawn.0.file()) % 7 <= 1);
        for passing in Square::all().filter(near).map(Some) {
            board.passing = passing;
            let setup = Setup { passing, ..Setup::from(&position) };
            assert_eq!(setup.faults().is_empty(), board.is_legal(), "{position} {passing:?}");
            assert_eq!(position.with_passing(passing).is_some(), board.is_legal(), "{position} {passing:?}");
        }
    }
}

#[test]
fn three_men() {
    for material in ["KQK", "KBK", "KPK", "KKR", "KKN", "KKP"] {
        println!("{material}: {}", every_position(material, agrees_with_the_laws));
    }
}

#[test]
fn legal_positions_of_three_men() {
    for material in ["KQK", "KNK", "KPK", "KKP"] {
        every_placement(material, compare_legality);
    }
}

#[test]
fn pawn_against_pawn() {
    println!("KPKP: {}", many_positions_of_pawn_against_pawn(agrees_with_the_laws));
}

/// Captures in passing before a queen that gives check.
#[test]
fn capturing_in_passing_in_check() {
    let mut count = 0;
    many_passing_positions_with_a_queen(|position| {
        if position.is_check() {
            count += 1;
            agrees_with_the_laws(position);
            agrees_with_the_laws(&position.flipped());
        }
    });
    println!("KPKQP, passing, check: {count}");
}
