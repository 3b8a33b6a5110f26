//! Symmetries of positions: the laws do not tell an image from the original.

use crate::common::every_position;
use adli_chess::{Colour, Move, Position, Square, Symmetry};

/// Moves and what they lead to are carried along.
fn carried_along(
    position: &Position,
    square: impl Fn(Square) -> Square,
    image: impl Fn(&Position) -> Position,
) {
    let moved = image(position);
    assert_eq!(position.legal_moves().count(), moved.legal_moves().count(), "{position}");
    for mv in position.legal_moves() {
        let mv_image = Move { from: square(mv.from), to: square(mv.to), ..mv };
        assert!(moved.is_legal(mv_image), "{position} {mv}");
        assert_eq!(moved.play(mv_image), image(&position.play(mv)), "{position} {mv}");
    }
}

#[test]
fn images_of_pieces() {
    every_position("KRK", |position| {
        for symmetry in Symmetry::ALL {
            let image = |p: &Position| p.transformed(symmetry).expect("no pawns");
            carried_along(position, |s| symmetry.square(s), image);
        }
    });
}

#[test]
fn images_of_pawns() {
    every_position("KPK", |position| {
        for symmetry in Symmetry::ALL {
            assert_eq!(position.transformed(symmetry).is_some(), Symmetry::WITH_PAWNS.contains(&symmetry));
        }
        let image = |p: &Position| p.transformed(Symmetry::FILES).expect("keeps pawns");
        // The image of a promotion has no pawns and is still carried along.
        carried_along(position, |s| Symmetry::FILES.square(s), image);
        carried_along(position, |s| Symmetry::RANKS.square(s), Position::flipped);
        assert_eq!(position.flipped().flipped(), *position);
    });
}

#[test]
fn capturing_in_passing() {
    // The pawn on b4 stands between king and rook only as long as the one on c4 does.
    let pinned: Position = "8/8/8/8/KPp4r/8/8/7k b - b3 0 1".parse().unwrap();
    assert!(pinned.passing_capturable());
    let exposed: Position = "7K/8/8/8/kpP4R/8/8/8 b - c3 0 1".parse().unwrap();
    assert!(!exposed.passing_capturable());
    let nobody: Position = "7K/8/8/8/k1P4p/8/8/8 b - c3 0 1".parse().unwrap();
    assert!(!nobody.passing_capturable());
}

#[test]
fn materials() {
    let position: Position = "8/8/8/8/1R4n1/2K5/8/k7 w - - 0 1".parse().unwrap();
    assert_eq!(position.material().unwrap().to_string(), "KRKN");
    let crowded: Position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".parse().unwrap();
    assert_eq!(crowded.material(), None);
    assert_eq!(crowded.legal_moves().count(), 20);
}

#[test]
fn double_steps_are_recorded() {
    let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
    let after = |uci| position.play(position.read_uci(uci).unwrap());
    assert_eq!(after("e2e4").to_string(), "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!(after("e2e3").passing(), None);
    assert_eq!(after("e2e4").turn(), Colour::Black);
}
