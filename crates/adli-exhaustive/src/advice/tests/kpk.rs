//! King and pawn against king: search, relaxed games, folded trees and tables say the same.

use std::sync::Mutex;

use adli_claims::{Limit, Unwatched};
use adli_lang::term::AdviceId;
use adli_lang::{Interpreter, MovesFrom, Program, TEXTS};
use adli_position::{Kept, Nodes, Search, Searched};

use super::{Asks, Columns, fen, program, sample, with_engine, with_only};

/// A text with a few plans.
const PLANS: &str = include_str!("../../../tests/data/kpk-plans.adv");
/// Texts of the library with advice for king and pawn against king.
const LIBRARY: [&str; 2] = ["kpk/niblett", "kpk/adli"];

/// A search that remembers more than this begins anew.
const MOST_KEPT: usize = 1 << 20;

/// How many nodes searches have looked at, without relaxed games and with them.
#[derive(Default, Debug)]
struct Compared {
    positions: usize,
    trees: usize,
    /// How often a search has given up, which is no answer: tables have one then.
    given_up: usize,
    plain: u64,
    relaxed: Nodes,
    /// The same where there is no tree.
    plain_refuted: u64,
    relaxed_refuted: Nodes,
}

impl Compared {
    /// A search that has answered says what the tables say.
    fn answer(&mut self, said: Result<bool, Limit>, has_tree: bool, place: impl FnOnce() -> String) {
        match said {
            Ok(said) => assert_eq!(said, has_tree, "{}", place()),
            Err(Limit::Work(_)) => self.given_up += 1,
            Err(other) => panic!("{other}: {}", place()),
        }
    }

    fn count(&mut self, has_tree: bool, plain: Nodes, relaxed: Nodes) {
        self.positions += 1;
        self.trees += usize::from(has_tree);
        self.plain += plain.searched;
        add(&mut self.relaxed, relaxed);
        if !has_tree {
            self.plain_refuted += plain.searched;
            add(&mut self.relaxed_refuted, relaxed);
        }
    }
}

fn add(sum: &mut Nodes, nodes: Nodes) {
    sum.searched += nodes.searched;
    sum.relaxed += nodes.relaxed;
}

/// How much is compared.
#[derive(Clone, Copy)]
struct Sampled {
    /// Every so many positions.
    positions: usize,
    /// From this one on.
    from: usize,
    /// Of the trees every so many is confirmed by the plain interpreter, which takes its time.
    confirmed: usize,
    /// Of these every so many once more, by searches that remember nothing, and by tables that fold.
    alone: usize,
}

/// For each piece of advice and each position that is looked at: there is a tree where the tables find one, with relaxed games and without, if the search
/// remembers what it has found so far; and it is folded just where there is one. For some of them also if the search remembers nothing, and then tables fold to the
/// same; and some unfold to trees that the plain interpreter accepts.
fn agree(program: &Program, sampled: Sampled) -> Vec<(String, Compared)> {
    let advice = program.advice.iter().enumerate();
    advice.map(|(number, advice)| (advice.name.clone(), agrees(program, number, sampled))).collect()
}

/// The same for one of them.
fn agrees(program: &Program, number: usize, sampled: Sampled) -> Compared {
    let (id, advice) = (AdviceId(number as u16), &program.advice[number]);
    let mut compared = Compared::default();
    with_engine(&with_only(program, id), true, |engine| {
        let codes = sample(engine, advice.side, 1);
        let codes: Vec<_> = codes.into_iter().skip(sampled.from).step_by(sampled.positions).collect();
        let found = engine.definition(advice.can, &codes).unwrap();
        let space = engine.space();
        let mut kept = [true, false].map(|relaxes| (relaxes, Kept::new(program)));
        let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
        let mut trees = 0_usize;
        for (row, (&code, found)) in codes.iter().zip(found).enumerate() {
            let (at, has_tree) = (fen(engine, code), found != 0);
            let place = || format!("{}: {at}", advice.name);
            let mut folded = None;
            for (relaxes, kept) in &mut kept {
                let known = std::mem::replace(kept, Kept::new(program));
                let search = Search::with(known, program, space, &Unwatched);
                let mut search = if *relaxes { search } else { search.unrelaxed() };
                compared.answer(search.holds(advice.can, code), has_tree, place);
                if *relaxes && has_tree {
                    folded = search.folded(id, code).ok();
                }
                let known = search.into_kept();
                if known.answers() < MOST_KEPT {
                    *kept = known;
                }
            }
            if has_tree {
                // Where a search takes too long tables answer, as they do for whoever asks.
                let folded = folded.unwrap_or_else(|| engine.folded(id, code).unwrap());
                let Searched::Found(folded) = folded else { panic!("no folded tree: {}", place()) };
                if trees.is_multiple_of(sampled.confirmed) {
                    assert!(interpreter.confirms(&folded.unfold()).unwrap(), "{}", place());
                }
                trees += 1;
            }
            if row.is_multiple_of(sampled.alone) {
                let mut plain = Search::new(program, space, &Unwatched).unrelaxed();
                let mut relaxed = Search::new(program, space, &Unwatched);
                compared.answer(plain.holds(advice.can, code), has_tree, place);
                compared.answer(relaxed.holds(advice.can, code), has_tree, place);
                assert_eq!(plain.nodes().relaxed, 0);
                compared.count(has_tree, plain.nodes(), relaxed.nodes());
                if let Ok(folded) = Search::new(program, space, &Unwatched).folded(id, code) {
                    assert!(folded == engine.folded(id, code).unwrap(), "{}", place());
                }
            }
        }
        // Whoever gives up everywhere agrees with everybody.
        assert!(compared.given_up * 1000 <= codes.len(), "{}: {compared:?}", advice.name);
    });
    compared
}

/// Trees of several pieces of advice share what does not depend on the advice, such as moves; asked one after the other they are what they are alone.
#[test]
fn trees_beside_other_trees_are_the_same() {
    let program = program(PLANS);
    with_engine(&program, true, |together| {
        for (number, advice) in program.advice.iter().enumerate() {
            let codes = sample(together, advice.side, 3);
            let beside = together.definition(advice.can, &codes).unwrap();
            let alone = with_engine(&with_only(&program, AdviceId(number as u16)), true, |engine| {
                engine.definition(advice.can, &codes).unwrap()
            });
            assert!(beside == alone, "{}", advice.name);
        }
    });
}

/// Where there is no tree, relaxed games spare so many of every hundred positions.
fn spared((_, compared): &(String, Compared)) -> u64 {
    let Compared { plain_refuted, relaxed_refuted, .. } = compared;
    100 - 100 * relaxed_refuted.searched / (*plain_refuted).max(1)
}

#[test]
fn search_relaxed_search_folded_trees_and_tables_agree() {
    let compared = agree(&program(PLANS), Sampled { positions: 499, from: 0, confirmed: 1, alone: 1 });
    assert!(compared.iter().all(|(_, c)| 0 < c.trees && c.trees < c.positions), "{compared:?}");
    // A game that is never lost would agree, too. Where the other side passes it is not played.
    let passes = |name: &str| name.contains("pass");
    assert_eq!(compared.iter().filter(|(name, _)| passes(name)).count(), 1);
    assert!(compared.iter().all(|(name, c)| passes(name) == (c.relaxed.relaxed == 0)), "{compared:?}");
    assert!(compared.iter().all(|c| passes(&c.0) || spared(c) > 50), "{compared:?}");
}

#[test]
#[ignore = "an hour for every position of king and pawn against king; `just exhaustive` runs an eighth"]
fn search_relaxed_search_folded_trees_and_tables_agree_at_length() {
    let setting = |name: &str, or: usize| std::env::var(name).map_or(or, |value| value.parse().unwrap());
    let positions = setting("ADLI_EVERY", 1);
    let from = setting("ADLI_SEED", 0) % positions;
    let library = TEXTS.iter().filter(|(name, _)| LIBRARY.contains(name)).map(|(_, text)| *text);
    let programs: Vec<Program> = library.chain([PLANS]).map(program).collect();
    let all =
        programs.iter().flat_map(|program| (0..program.advice.len()).map(move |number| (program, number)));
    let mut all: Vec<(&Program, usize)> = all.collect();
    // The deepest first, so that nobody waits for one of them in the end.
    all.sort_by_key(|(program, number)| std::cmp::Reverse(program.advice[*number].plies));
    let todo = Mutex::new(all.into_iter());
    let sampled = Sampled { positions, from, confirmed: 97, alone: 499 };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = todo.lock().unwrap().next();
                    let Some((program, number)) = next else { break };
                    println!("{}: {:?}", program.advice[number].name, agrees(program, number, sampled));
                }
            });
        }
    });
}
