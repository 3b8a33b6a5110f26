#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use adli_claims::{Options, Unwatched};
use adli_exhaustive::{moves_left, prove};
use adli_lang::ClaimKind;
use adli_tables::{Known, solve_all};

use super::*;
use crate::{Chosen, Text, next_move};

const MEMORY: u64 = 1 << 30;

/// A pawn promotes, and the strategy for the queen goes on.
const PUSH: &str = "endgame KPK White K P v Black k
use geometry
use \"kqk/adli\" (queen) where Q is P
strategy push for White to win
  step promote: move P where kind(P') = Q and not stalemate'
  step push: move P where steps(P', k') > 1
  then queen
";

fn chosen(name: &str, fen: &str) -> (Chosen, Position) {
    let given = || Text::given("mine", "mine", name, (), &BTreeMap::new()).unwrap();
    let text = Text::of_library(name).unwrap_or_else(given);
    let programs = text.check(&[]).programs;
    let position: Position = fen.parse().unwrap();
    (Chosen::new(text, &programs, &position, None).unwrap(), position)
}

fn solved(material: &str) -> Known {
    solve_all(&[material.parse().unwrap()], &Unwatched).unwrap()
}

/// Plays are kept between threads.
#[test]
fn plays_can_be_shared() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Plays>();
    shared::<Chosen>();
}

/// The moves that are left are those of the table from which Coq checks the proof, on every placement: another piece of code works them out, from
/// the positions of the theorem alone.
#[test]
fn as_many_moves_are_left_as_the_proof_says() {
    let (chosen, _) = chosen("krk", "8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let plays = Plays::of(&chosen, MEMORY, &Unwatched).unwrap();
    let program = &chosen.program;
    let from = program.claims.iter().find_map(|claim| match claim.says {
        ClaimKind::Reaches { from, or: None, .. } => Some(from),
        _ => None,
    });
    let left = moves_left(program, (chosen.id, from.unwrap()), &[], &Options::default(), &Unwatched).unwrap();
    let mut compared = 0;
    for (place, &left) in left.iter().enumerate().filter(|(_, left)| **left > 0) {
        let square = |man: usize| adli_chess::Square::from_index(place >> (6 * man) & 63);
        let squares = [square(2), square(1), square(0)];
        let state = adli_lang::State::at_home(&program.endgame, adli_chess::Colour::White, &squares);
        let position = state.position(&program.endgame).unwrap();
        assert_eq!(plays.left(&chosen, &position).unwrap().worst, left, "{position}");
        compared += 1;
    }
    assert!(compared > 100_000, "{compared}");
    // So does the longest of all, as the theorem has it.
    let report = prove("krk", std::slice::from_ref(program), &Options::default(), &Unwatched);
    let longest = report.claims.iter().filter_map(|claim| claim.longest_moves).max();
    assert_eq!(longest, left.iter().copied().max());
    assert!(plays.bytes() < 1 << 20, "{}", plays.bytes());
}

/// Whatever the rules allow makes progress, and the longest defence takes exactly as many moves as are said to be left, if the slowest of the allowed
/// moves is made.
#[test]
fn the_measure_falls_along_every_play_and_is_reached() {
    for (name, fen) in [
        ("krk", "8/8/8/3k4/8/8/8/K6R w - - 0 1"),
        ("kqk", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"),
        // With the colours the other way round.
        ("krk", "r6k/8/8/8/3K4/8/8/8 b - - 0 1"),
        // A pawn promotes, and another strategy goes on.
        (PUSH, "8/7P/8/8/8/8/K7/3k4 w - - 0 1"),
        // Trees are played out.
        ("krk/bratko-al1", "8/8/8/3k4/8/8/8/K6R w - - 0 1"),
    ] {
        let (chosen, start) = chosen(name, fen);
        let plays = Plays::of(&chosen, MEMORY, &Unwatched).unwrap();
        let asking = Consultation::new(&chosen, &Unwatched);
        let all = plays.left(&chosen, &start).unwrap().worst;
        let has_trees = chosen.searches();
        let (mut line, mut own): (Vec<String>, u32) = (Vec::new(), 0);
        loop {
            let session = Session::after(&asking, &start, &line).unwrap();
            let position = *session.position();
            if End::of(&position).is_some() {
                assert_eq!(End::of(&position), Some(End::Checkmate));
                break;
            }
            let mv = if session.is_own() {
                let does = session.does().unwrap().unwrap();
                let before = session.left(&plays).unwrap();
                // Where trees are played out it may be less than was feared.
                assert!(before == all - own || has_trees && before < all - own, "{name} {position}");
                for mv in &does.moves {
                    let judged = train::<Known>(&asking, Some(&plays), None, &start, &line, &mv.to_string());
                    let judged = judged.unwrap();
                    assert!(judged.by_rules && judged.progress == Progress::Made, "{judged:?}");
                    assert_eq!(judged.left_before, Some(before));
                }
                own += 1;
                let left = |mv: &&Move| plays.left(&chosen, &position.play(**mv)).unwrap().worst;
                does.moves.iter().max_by_key(left).unwrap().to_string()
            } else {
                let next = next_move(&asking, Some(&plays), &NoTables, &start, &line).unwrap();
                assert_eq!(next.by, Some("defence"));
                next.chosen.unwrap().uci
            };
            line.push(mv);
        }
        assert!(own == all || has_trees && own < all, "{name}: {own} of {all}");
    }
}

/// Where plays decide, ties go to the first move.
struct NoTables;

impl Worth for NoTables {
    type Error = Trouble;

    fn value(&self, _: &Position) -> Result<Value, Trouble> {
        Ok(Value::Draw)
    }
}

/// What every trainer says of these: the rook is left to be taken, the king stalemates, a rook goes to and fro.
#[test]
fn a_learner_is_told_what_he_did() {
    let known = solved("KRK");
    let judged = |fen: &str, mv: &str| {
        let (chosen, position) = chosen("krk", fen);
        let plays = Plays::of(&chosen, MEMORY, &Unwatched).unwrap();
        let asking = Consultation::new(&chosen, &Unwatched);
        train(&asking, Some(&plays), Some(&known), &position, &[], mv).unwrap()
    };
    let taken = judged("8/8/8/8/3k4/7R/8/K7 w - - 0 1", "Rd3");
    assert_eq!(taken.value, Some(Kept::WinGivenAway));
    assert!(
        taken.words.starts_with("this gives the win away: Kxd3 is the answer; you left the rules: `"),
        "{}",
        taken.words
    );
    let stalemate = judged("k7/2K5/8/8/8/8/8/1R6 w - - 0 1", "Rb7");
    assert_eq!(stalemate.value, Some(Kept::WinGivenAway));
    assert!(stalemate.words.starts_with("this gives the win away: stalemate; "), "{}", stalemate.words);
    let mate = judged("k7/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8");
    assert_eq!((mate.left_before, mate.left_after, mate.words.as_str()), (Some(1), Some(0), "mate"));
    assert_eq!(mate.progress, Progress::Made);
    let shuffle = judged("k7/8/1K6/8/8/8/8/7R w - - 0 1", "Rg1");
    assert_eq!((shuffle.value, shuffle.progress), (Some(Kept::Kept), Progress::None));
    assert!(shuffle.words.contains("no progress: after the best reply"), "{}", shuffle.words);
    assert!(shuffle.words.starts_with("you left the rules: `"), "{}", shuffle.words);
}

/// The other side is not judged, nor a game that is over, nor a move that there is not.
#[test]
fn only_moves_of_the_strategys_side_are_judged() {
    let (chosen, position) = chosen("krk", "8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let asking = Consultation::new(&chosen, &Unwatched);
    let judge = |moves: &[&str], mv: &str| {
        let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        train::<Known>(&asking, None, None, &position, &moves, mv)
    };
    assert!(matches!(judge(&["Rh4"], "Kc5"), Err(Trouble::OtherTurn { .. })));
    assert!(matches!(judge(&["Rh4", "Kc9"], "Rh1"), Err(Trouble::Illegal { in_line: true, .. })));
    assert!(matches!(judge(&[], "Rh9"), Err(Trouble::Illegal { in_line: false, .. })));
    let unknown = judge(&[], "Rh4").unwrap();
    assert_eq!((unknown.value, unknown.progress), (None, Progress::Unknown));
}

/// The rules of `kqk/beginner` stalemate from here (README); those of `kqk/adli` mate from everywhere.
#[test]
fn who_follows_wrong_rules_is_told() {
    let fen = "8/8/8/8/8/8/2Q5/k2K4 w - - 0 1";
    let doubt = |name: &str| {
        let (chosen, start) = chosen(name, fen);
        let plays = Plays::of(&chosen, MEMORY, &Unwatched).unwrap();
        let asking = Consultation::new(&chosen, &Unwatched);
        next_move(&asking, Some(&plays), solved("KQK"), &start, &[]).unwrap().doubt
    };
    let told = doubt("kqk/beginner").unwrap();
    assert!(told.contains("the rules of `corner_him` do not mate by force from here"), "{told}");
    assert_eq!(doubt("kqk/adli"), None);
}
