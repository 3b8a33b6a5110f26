//! The positions that a rule decides, by the conditions they satisfy and by what they are worth.
//!
//! Of a value that millions of positions have, every so many-th is looked at and counts for all of them: which conditions are
//! worth trying is seen from a sample. Of a value that few have, all are looked at, because a rule must not hold for any.

use std::collections::{BTreeMap, HashMap};

use adli_chess::{Colour, Symmetry};
use adli_lang::term::TermId;
use adli_lang::{Program, Recogniser};
use adli_static::{Columns, Runner, compile, compile_terms};
use adli_tables::Value;

use super::learn::{Entry, WORDS};
use crate::limit::Limit;
use crate::recognise::{Batch, Scan, Static, no_code};

/// How many different entries are kept; more would not fit.
const MOST_ENTRIES: usize = 6_000_000;

/// What a position is worth to the first side: 0 it wins, 1 draw, 2 it loses.
pub(super) type Class = u8;

/// Entries by the number of the rule that decides them, and by class.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) by_rule: BTreeMap<(u16, Class), Vec<Entry>>,
}

/// A rule, a class, and the conditions that hold.
type Key = (u16, Class, [u64; WORDS]);
type Found = HashMap<Key, u64>;

/// Whose positions are gathered.
pub(super) struct Target<'a> {
    pub(super) program: &'a Program,
    pub(super) recogniser: &'a Recogniser,
    pub(super) turn: Colour,
    /// The rules that decide them, with a class; and of how many positions one is looked at.
    pub(super) rates: &'a HashMap<(u16, Class), u64>,
    /// The images of each position that have to be looked at.
    pub(super) images: &'a [Symmetry],
}

/// Adds what the rules decide in one material with one side to move.
pub(super) fn gather(
    work: &Static<'_>,
    target: &Target<'_>,
    conditions: &[TermId],
    found: &mut Found,
) -> Result<(), Limit> {
    let Target { program, recogniser, turn, rates, images } = *target;
    let number = turn.index() as u16;
    let compiled = compile(program, work.under, number, &recogniser.branches).map_err(no_code)?;
    let terms = compile_terms(program, work.under, number, conditions).map_err(no_code)?;
    let scan = Scan::new(work.rows()?, &program.endgame, turn, images);
    let class: Vec<Class> = (0..=255)
        .map(|score| match (scan.value(score), turn) {
            (Some(Value::Win(_)), Colour::White) | (Some(Value::Loss(_)), Colour::Black) => 0,
            (Some(Value::Win(_)), Colour::Black) | (Some(Value::Loss(_)), Colour::White) => 2,
            _ => 1,
        })
        .collect();
    let see = |(found, decide, runner): &mut (Found, Runner<'_>, adli_static::TermRunner<'_>),
               batch: &Batch| {
        let mut answers = vec![0; batch.scores.len()];
        decide.decide(&batch.columns, &mut answers);
        let looked_at = |&at: &usize| {
            let class = class[usize::from(batch.scores[at])];
            rates
                .get(&(answers[at], class))
                .is_some_and(|rate| scattered(&batch.squares(at)).is_multiple_of(*rate))
        };
        let which: Vec<usize> = (0..answers.len()).filter(looked_at).collect();
        if which.is_empty() || found.len() > MOST_ENTRIES {
            return;
        }
        let men = batch.columns.men.iter().map(|column| which.iter().map(|&at| column[at]).collect());
        let columns = Columns { men: men.collect(), ..Columns::default() };
        runner.begin();
        let mut holds = vec![[0_u64; WORDS]; which.len()];
        for condition in 0..conditions.len() {
            let values = runner.values(condition, &columns);
            for (holds, value) in holds.iter_mut().zip(values) {
                holds[condition / 64] |= value << (condition % 64);
            }
        }
        for (at, holds) in which.into_iter().zip(holds) {
            let (rule, class) = (answers[at], class[usize::from(batch.scores[at])]);
            let rate = rates.get(&(rule, class)).copied().unwrap_or(1);
            *found.entry((rule, class, holds)).or_default() += rate * u64::from(batch.halves[at]);
        }
    };
    let begin = || (Found::new(), Runner::new(&compiled), terms.runner());
    let join = |all: &mut (Found, Runner<'_>, _), (part, _, _): (Found, _, _)| {
        for (key, halves) in part {
            *all.0.entry(key).or_default() += halves;
        }
    };
    let part = scan.run(work.watch, begin, see, join)?.0;
    for (key, halves) in part {
        *found.entry(key).or_default() += halves;
    }
    if found.len() > MOST_ENTRIES {
        return Err(Limit::Memory("the different kinds of positions"));
    }
    Ok(())
}

/// A number that has nothing to do with the order of positions.
fn scattered(squares: &[u8]) -> u64 {
    let packed = squares.iter().fold(0_u64, |packed, &square| packed << 6 | u64::from(square));
    let mixed = (packed ^ packed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33
}

/// Entries in an order that does not depend on the machine.
pub(super) fn sorted(found: Found) -> Gathered {
    let mut all: Vec<(Key, u64)> = found.into_iter().collect();
    all.sort_unstable();
    let mut gathered = Gathered::default();
    for ((rule, class, holds), halves) in all {
        gathered.by_rule.entry((rule, class)).or_default().push(Entry { holds, count: halves / 2 });
    }
    gathered
}
