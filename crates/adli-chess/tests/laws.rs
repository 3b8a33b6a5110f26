//! The fast code against the slow laws, over whole endgames: legal positions, moves and what they lead to,
//! check, mate and stalemate.

mod common;

use adli_chess::laws::{Board, Step};
use adli_chess::{Colour, Kind, Man, Position, Setup, Square};
use common::{every_passing_position_with_a_queen, every_placement, every_position};

fn board(position: &Position) -> Board {
    let setup = Setup::from(position);
    Board { men: setup.men, turn: setup.turn, passing: setup.passing }
}

fn compare(position: &Position) {
    let board = board(position);
    assert!(board.is_legal(), "{position}");
    let steps: Vec<Step> = position.legal_moves().map(|mv| (mv.from, mv.to, mv.promotion)).collect();
    assert_eq!(steps, board.moves().collect::<Vec<_>>(), "{position}");
    for (mv, &step) in position.legal_moves().zip(&steps) {
        assert_eq!(self::board(&position.play(mv)), board.after(step), "{position} {mv}");
    }
    assert_eq!(position.is_check(), board.is_in_check(position.turn()), "{position}");
    assert_eq!(position.is_mate(), board.is_checkmate(), "{position}");
    assert_eq!(position.is_stalemate(), board.is_stalemate(), "{position}");
}

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
    for material in ["KQK", "KRK", "KBK", "KNK", "KPK", "KKQ", "KKR", "KKB", "KKN", "KKP"] {
        println!("{material}: {}", every_position(material, compare));
    }
}

#[test]
fn legal_positions_of_three_men() {
    for material in ["KQK", "KNK", "KPK", "KKP"] {
        every_placement(material, compare_legality);
    }
}

/// Pawn against pawn: every position with a passing square, and the others where the white king stands on d4.
#[test]
fn pawn_against_pawn() {
    let mut count = 0;
    every_position("KPKP", |position| {
        let d4 = Square::new(3, 3);
        if position.passing().is_some() || position.king(Colour::White) == d4 {
            count += 1;
            compare(position);
        }
    });
    println!("KPKP: {count}");
}

/// Captures in passing before a queen that gives check.
#[test]
fn capturing_in_passing_in_check() {
    let mut count = 0;
    every_passing_position_with_a_queen(|position| {
        if position.is_check() {
            count += 1;
            compare(position);
            compare(&position.flipped());
        }
    });
    println!("KPKQP, passing, check: {count}");
}
