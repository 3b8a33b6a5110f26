//! A position is a predecessor of another one if and only if a legal move leads from it there.

mod common;

use adli_chess::{Colour, Kind, Man, Position, Setup, Square, UnMove};
use common::every_position;

/// What is put back: a pawn has laws of its own, and a queen stands for the other men, as the men put back
/// are those of the side that is not to move before the move, and cannot make it illegal.
const CAPTURABLE: [Kind; 2] = [Kind::Queen, Kind::Pawn];

/// Every legal move can be taken back.
fn moves_have_unmoves(position: &Position) {
    for mv in position.legal_moves() {
        let after = position.play(mv);
        let captured = Kind::ALL.map(|kind| {
            let count = |p: &Position| p.of(Man { colour: after.turn(), kind }).len();
            (kind, count(position) != count(&after))
        });
        let captured: Vec<Kind> = captured.into_iter().filter(|c| c.1).map(|c| c.0).collect();
        assert!(after.predecessors(&captured).any(|before| before == *position), "{position} {mv}");
    }
}

/// Everything that can be taken back is a legal move from a legal position, and is named once.
fn unmoves_have_moves(position: &Position) {
    let mut unmoves: Vec<UnMove> = position.unmoves(&CAPTURABLE).collect();
    let found = unmoves.len();
    unmoves.sort_unstable();
    unmoves.dedup();
    assert_eq!(unmoves.len(), found, "{position}");
    for unmove in unmoves {
        let before = position.unplay(unmove);
        assert_eq!(Setup::from(&before).faults(), [], "{position} {unmove:?}");
        assert!(before.is_legal(unmove.mv), "{position} {unmove:?}");
        assert_eq!(before.play(unmove.mv), *position, "{position} {unmove:?}");
    }
    for before in position.predecessors(&CAPTURABLE).filter(|before| before.passing().is_some()) {
        assert_eq!(Setup::from(&before).faults(), [], "{before}");
        assert!(before.legal_moves().any(|mv| before.play(mv) == *position), "{before} {position}");
    }
}

#[test]
fn three_men() {
    for material in ["KQK", "KRK", "KNK", "KPK", "KKP"] {
        let count = every_position(material, |position| {
            moves_have_unmoves(position);
            unmoves_have_moves(position);
        });
        println!("{material}: {count}");
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
            moves_have_unmoves(position);
            unmoves_have_moves(position);
        }
    });
    println!("KPKP: {count}");
}
