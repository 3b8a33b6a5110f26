//! What holds of every legal position: the tests show it over whole endgames, the fuzzer tries it on any board.

use adli_chess::laws::{Board, Step};
use adli_chess::{Kind, Man, Position, Setup, UnMove};

/// A position for the slow laws.
pub fn board(position: &Position) -> Board {
    let setup = Setup::from(position);
    Board { men: setup.men, turn: setup.turn, passing: setup.passing }
}

/// The fast code and the slow laws say the same of legality, moves and what they lead to, check, mate and stalemate.
pub fn agrees_with_the_laws(position: &Position) {
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
    let captures_in_passing = |&(from, to, _): &Step| {
        board.men[from.index()].is_some_and(|man| man.kind == Kind::Pawn) && board.passing == Some(to)
    };
    assert_eq!(position.passing_capturable(), steps.iter().any(captures_in_passing), "{position}");
}

/// Every legal move can be taken back.
pub fn moves_have_unmoves(position: &Position) {
    for mv in position.legal_moves() {
        let after = position.play(mv);
        let count = |p: &Position, kind| p.of(Man { colour: after.turn(), kind }).len();
        let captured = Kind::ALL.into_iter().filter(|&kind| count(position, kind) != count(&after, kind));
        let captured: Vec<Kind> = captured.collect();
        assert!(after.predecessors(&captured).any(|before| before == *position), "{position} {mv}");
    }
}

/// Everything that can be taken back is a legal move from a legal position, and is named once.
pub fn unmoves_have_moves(position: &Position, capturable: &[Kind]) {
    let mut unmoves: Vec<UnMove> = position.unmoves(capturable).collect();
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
    for before in position.predecessors(capturable).filter(|before| before.passing().is_some()) {
        assert_eq!(Setup::from(&before).faults(), [], "{before}");
        assert!(before.legal_moves().any(|mv| before.play(mv) == *position), "{before} {position}");
    }
}
