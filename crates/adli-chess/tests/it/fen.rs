//! Reading and writing FEN: what is read comes back, and every fault is named at once.

use crate::common::every_position;
use adli_chess::{Fault, NotAPosition, Position, Setup};
use proptest::prelude::*;

fn check(fen: &str, messages: &str) {
    let error = fen.parse::<Position>().expect_err(fen);
    assert_eq!(error.to_string(), messages, "{fen}");
}

#[test]
fn faults_of_the_text() {
    check("", "a FEN has 2, 4 or 6 fields, this one has 0; write it as in `8/8/8/8/8/2k5/2r5/K7 w - - 0 1`");
    check(
        "8/8/8/8/8/k1K5/8/1R6 w KQ -",
        "castling rights `KQ` cannot be dealt with: endgame tables assume that neither side may castle; replace the field by `-`",
    );
    check(
        "8/8/8/8/8/k1K5/8/1R6 w yes -",
        "`yes` cannot be read as castling rights; write `-`, as neither side may castle",
    );
    check("8/8/8/8/8/k1K5/8/1R6 white - - 0 1", "the side to move is `white`; write `w` or `b`");
    check(
        "8/8/8/8/8/k1K5/8/1R6 w - e9 -1 x",
        "\
`e9` is not the square a pawn has just jumped over; write `-` or a square such as `e3`
`-1` is not a number of half moves since the last capture or pawn move; write a number such as `0`
`x` is not the number of a move; write a number such as `1`",
    );
    check(
        "8/8/8/8/k1K5/8/1R6 w - - 0 1",
        "the board has 8 ranks, this placement has 7; separate them by `/`, eighth rank first",
    );
    check(
        "8/8/9/8/8/k1K5/7/1X6 w - -",
        "\
rank 6, `9`, should have 8 squares and not 9; digits count empty squares
rank 2, `7`, should have 8 squares and not 7; digits count empty squares
`X` on rank 1 is no man; use KQRBNP for White, kqrbnp for Black, 1 to 8 for empty squares",
    );
}

#[test]
fn faults_against_the_laws() {
    check("8/8/8/8/8/k7/8/1R6 w - - 0 1", "White has no king; put one on the board");
    check("8/8/8/8/8/KkK5/8/1R6 w - - 0 1", "White has 2 kings; leave only one");
    check(
        "8/8/8/8/8/k1K5/8/R7 w - - 0 1",
        "Black has just moved and is in check; change the position or the side to move",
    );
    // Nothing gives check here, and there both are wrong.
    check("8/8/8/8/8/8/kK6/8 w - - 0 1", "the kings stand next to each other; move one of them away");
    check("8/8/8/8/8/8/kK6/8 b - - 0 1", "the kings stand next to each other; move one of them away");
    check(
        "8/8/8/8/8/8/kK6/R7 w - - 0 1",
        "\
the kings stand next to each other; move one of them away
Black has just moved and is in check; change the position or the side to move",
    );
    check(
        "8/8/8/8/8/k1K5/8/1P5p b - - 0 1",
        "\
the pawn `P` on b1 cannot be there; pawns stand on ranks 2 to 7
the pawn `p` on h1 cannot be there; pawns stand on ranks 2 to 7",
    );
    let pawns = "8/8/8/8/3pP3/k7/2K5/8";
    check(
        &format!("{pawns} w - e3"),
        "no pawn can have jumped over `e3` when White is to move; such a square is on rank 6",
    );
    check(
        &format!("{pawns} b - d3"),
        "a pawn that has jumped over `d3` would stand on d4, and there is none; write `-`",
    );
    check(
        "8/8/8/8/3pP3/k7/2K1N3/8 b - e3",
        "no pawn can have jumped over `e3` past the man on e2; write `-`",
    );
}

#[test]
fn faults_of_all_sorts_at_once() {
    check("8/8/8/8/8/kKK5/8/p7 x KQkq e4 0", "\
a FEN has 2, 4 or 6 fields, this one has 5; write it as in `8/8/8/8/8/2k5/2r5/K7 w - - 0 1`
the side to move is `x`; write `w` or `b`
castling rights `KQkq` cannot be dealt with: endgame tables assume that neither side may castle; replace the field by `-`
White has 2 kings; leave only one
the pawn `p` on a1 cannot be there; pawns stand on ranks 2 to 7");
}

#[test]
fn two_men_on_one_square() {
    let position: Position = "8/8/8/8/8/k1K5/8/1R6 w".parse().unwrap();
    let square = position.king(position.turn());
    let men = position.occupied().into_iter().map(|s| (s, position.at(s).unwrap()));
    let twice = men.chain([(square, position.at(square).unwrap())]);
    let error = Position::from_men(position.turn(), twice).unwrap_err();
    assert_eq!(error, NotAPosition { faults: vec![Fault::Shared(square)] });
    assert_eq!(error.to_string(), "two men stand on c3; take one away");
}

#[test]
fn short_and_long_fens() {
    let full: Position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse().unwrap();
    for text in ["8/8/8/8/8/k1K5/8/1R6 w", "8/8/8/8/8/k1K5/8/1R6 w - -", " 8/8/8/8/8/k1K5/8/1R6  w - - 0 0\n"]
    {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), full.to_string());
    }
    let counted: Position = "8/8/8/8/8/k1K5/8/1R6 b - - 17 93".parse().unwrap();
    assert_eq!((counted.halfmoves(), counted.fullmoves()), (17, 93));
    let next = counted.play(counted.legal_moves().next().unwrap());
    assert_eq!((next.halfmoves(), next.fullmoves()), (18, 94));
}

#[test]
fn what_is_written_is_read() {
    for material in ["KRK", "KPK"] {
        every_position(material, |position| {
            let read: Position = position.to_string().parse().unwrap();
            assert_eq!(read, *position);
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = text.parse::<Position>();
    }

    /// Texts that are nearly FENs; and what is accepted is legal and comes back.
    #[test]
    fn near_fens_are_read_or_refused(
        text in "([KQRBNPkqrbnp1-9]{0,4}/){6,8}[Kk1-8]{1,4} [wbx]( (-|KQ|k) (-|[a-i][1-9])( -?[0-9]{1,6} [0-9]{1,6})?)?"
    ) {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert!(Setup::from(&position).faults().is_empty());
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        }
    }

    /// Two kings and a few men anywhere: legal or refused for a reason.
    #[test]
    fn any_men_anywhere(squares in proptest::collection::vec((0..64usize, 0..12usize), 0..20)) {
        let mut setup = Setup::empty(adli_chess::Colour::White);
        for (square, man) in squares {
            setup.men[square] = adli_chess::Man::from_letter("KQRBNPkqrbnp".as_bytes()[man].into());
        }
        let faults = setup.faults();
        match setup.to_string().parse::<Position>() {
            Ok(position) => prop_assert!(faults.is_empty() && Setup::from(&position) == setup),
            Err(error) => prop_assert_eq!(error.faults, faults),
        }
    }
}
