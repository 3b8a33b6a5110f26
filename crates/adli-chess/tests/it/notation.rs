//! SAN and UCI notation: what is written is read again, for every move of whole endgames.

use std::collections::HashSet;

use crate::common::every_position;
use adli_chess::{Colour, Move, Position, Square};

/// Every move has a text of its own, and each text is read as its move.
fn round_trip(position: &Position) {
    let mut texts = HashSet::new();
    for mv in position.legal_moves() {
        let san = position.san(mv);
        assert_eq!(position.read_san(&san), Ok(mv), "{position} {san}");
        assert_eq!(position.read_uci(&mv.to_string()), Ok(mv), "{position} {mv}");
        assert!(texts.insert(san), "{position} {mv}");
    }
}

#[test]
fn every_move_of_three_men() {
    for material in ["KQK", "KRK", "KPK", "KKP"] {
        every_position(material, round_trip);
    }
}

/// Two men of a kind, which have to be told apart; the white king stands on c2.
#[test]
fn every_move_of_two_like_men() {
    every_position("KNNK", |position| {
        if position.king(Colour::White) == Square::new(2, 1) {
            round_trip(position);
        }
    });
}

/// Pawn against pawn, wherever one can capture in passing.
#[test]
fn every_move_after_a_double_step() {
    every_position("KPKP", |position| {
        if position.passing_capturable() {
            round_trip(position);
        }
    });
}

fn written(fen: &str, uci: &str) -> String {
    let position: Position = fen.parse().expect(fen);
    position.san(position.read_uci(uci).expect(uci))
}

#[test]
fn as_the_standard_writes_it() {
    let rooks = "4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1";
    assert_eq!(written(rooks, "h5d5"), "Rhd5");
    assert_eq!(written(rooks, "a1a3"), "R1a3");
    assert_eq!(written(rooks, "a1b1"), "Rb1");
    let queens = "8/8/1k6/8/4Q2Q/8/8/K6Q w - - 0 1";
    assert_eq!(written(queens, "h4e1"), "Qh4e1");
}

#[test]
fn pawns() {
    let promotion = "1r6/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(written(promotion, "a7a8q"), "a8=Q");
    assert_eq!(written(promotion, "a7b8n"), "axb8=N");
    assert_eq!(written("8/8/8/3pP3/8/8/8/k1K5 w - d6 0 1", "e5d6"), "exd6");
    assert_eq!(written("7k/5P2/6K1/8/8/8/8/8 w - - 0 1", "f7f8q"), "f8=Q#");
    assert_eq!(written("7k/4P3/7K/8/8/8/8/8 w - - 0 1", "e7e8q"), "e8=Q#");
    assert_eq!(written("7k/4P3/8/7K/8/8/8/8 w - - 0 1", "e7e8r"), "e8=R+");
}

fn refused(fen: &str, san: &str) -> String {
    fen.parse::<Position>().expect(fen).read_san(san).expect_err(san).to_string()
}

#[test]
fn patient_reading() {
    let position: Position = "1r6/P6k/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    for text in ["a8=Q", "a8Q", "a8=Q+", "a8=Q!?", "a7a8=Q", "aa8Q"] {
        assert_eq!(position.read_san(text).map(|mv| mv.to_string()), Ok("a7a8q".to_owned()), "{text}");
    }
    assert_eq!(position.read_san("ab8=Q").map(|mv| mv.to_string()), Ok("a7b8q".to_owned()));
}

#[test]
fn clear_refusals() {
    let promotion = "1r6/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(
        refused(promotion, "a8"),
        "`a8` can be meant in several ways; write `a8=Q` or `a8=R` or `a8=B` or `a8=N`"
    );
    assert_eq!(
        refused(promotion, "a9"),
        "`a9` is not a move: write it as in `Kd4`, `Rxe5`, `Nbd2`, `e4`, `exd6` or `a8=Q`"
    );
    assert_eq!(refused(promotion, "Kb1"), "`Kb1` is not a legal move of White here");
    assert_eq!(refused(promotion, "O-O"), "`O-O` is not a legal move of White here");
    assert_eq!(
        refused("4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", "Rd5"),
        "`Rd5` can be meant in several ways; write `Rad5` or `Rhd5`"
    );
    assert_eq!(
        refused("4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", "Raxd5"),
        "`Raxd5` is not a legal move of White here"
    );
    for text in ["", "K", "x", "é", "Ké4", "=Q", "Q=", "NN", "Kxd", "♔d4", "a8=K", "xxd5", "Ke1-d2"] {
        assert!(refused(promotion, text).starts_with(&format!("`{text}` is not a move")), "{text}");
    }
    for text in ["", "e2", "e2e9", "e2e4k", "e2e4qq", "éé", "e2e4Q", "0000"] {
        assert!(
            text.parse::<Move>().unwrap_err().to_string().contains("is not a move: write where"),
            "{text}"
        );
    }
    let position: Position = promotion.parse().unwrap();
    let error = position.read_uci("a7a8").unwrap_err();
    assert_eq!(error.to_string(), "`a7a8` is not a legal move of White here");
}
