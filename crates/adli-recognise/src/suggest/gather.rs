//! The positions that rules decide, by the conditions they satisfy and by what they are worth.
//!
//! Of a worth that millions of positions have, every so many-th is looked at and counts for all of them: which conditions are
//! worth trying is seen from a sample. Of a worth that few have, all are looked at, because a rule must not hold for any.

use std::collections::{BTreeMap, HashMap};

use adli_chess::{Colour, Symmetry};
use adli_claims::Limit;
use adli_lang::term::TermId;
use adli_lang::{Program, Recogniser};
use adli_learn::{Entry, WORDS};
use adli_static::{Columns, Runner, compile, compile_terms};
use adli_tables::Value;

use crate::recognise::{Batch, Scan, Static, is_right, no_code};

/// How many different entries are kept; more would not fit.
const MOST_ENTRIES: usize = 6_000_000;

/// What a position is worth, as far as a rule can say it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Worth {
    /// Which side wins, by its number; nobody in a draw.
    pub(super) winner: Option<u16>,
    /// How soon, if at once.
    pub(super) soon: Soon,
    /// Whether the rule that decides the position is right there.
    pub(super) right: bool,
}

/// How soon somebody mates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Soon {
    Mated,
    Mates,
    MatesNext,
    Later,
}

impl Worth {
    /// Of a position with a side to move that a rule decides.
    pub(super) fn new(recogniser: &Recogniser, rule: usize, value: Value, turn: Colour) -> Worth {
        let own = turn.index() as u16;
        let (winner, soon) = match value {
            Value::Draw => (None, Soon::Later),
            Value::Loss(0) => (Some(1 - own), Soon::Mated),
            Value::Loss(_) => (Some(1 - own), Soon::Later),
            Value::Win(1) => (Some(own), Soon::Mates),
            Value::Win(3) => (Some(own), Soon::MatesNext),
            Value::Win(_) => (Some(own), Soon::Later),
        };
        let rule = recogniser.rules.get(rule);
        let right = rule.is_none_or(|rule| is_right(rule.answer_for(own), value, false));
        Worth { winner, soon, right }
    }
}

/// Positions by the number of the rule that decides them and by worth: entries, or counts.
pub(super) type ByWorth<T> = BTreeMap<(u16, Worth), T>;

/// A rule, a worth, and the conditions that hold.
type Key = (u16, Worth, [u64; WORDS]);
pub(super) type Found = HashMap<Key, u64>;

/// Whose positions are gathered.
pub(super) struct Target<'a> {
    pub(super) program: &'a Program,
    pub(super) recogniser: &'a Recogniser,
    pub(super) turn: Colour,
    /// The rules that decide them, with a worth; and of how many positions one is looked at.
    pub(super) rates: &'a ByWorth<u64>,
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
    // For each rule and score the worth, and of how many positions one is looked at.
    let wanted: Vec<Vec<Option<(Worth, u64)>>> = (0..recogniser.rules.len())
        .map(|rule| {
            let one = |score: u8| {
                let worth = Worth::new(recogniser, rule, scan.value(score)?, turn);
                Some((worth, *rates.get(&(rule as u16, worth))?))
            };
            (0..=255).map(one).collect()
        })
        .collect();
    let see = |(found, decide, runner): &mut (Found, Runner<'_>, adli_static::TermRunner<'_>),
               batch: &Batch| {
        let mut answers = vec![0; batch.scores.len()];
        decide.decide(&batch.columns, &mut answers);
        let wanted = |at: usize| wanted[usize::from(answers[at])][usize::from(batch.scores[at])];
        let looked_at = |&at: &usize| {
            wanted(at)
                .is_some_and(|(_, rate)| rate == 1 || scattered(&batch.squares(at)).is_multiple_of(rate))
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
            if let Some((worth, rate)) = wanted(at) {
                *found.entry((answers[at], worth, holds)).or_default() += rate * u64::from(batch.halves[at]);
            }
        }
    };
    let begin = || (Found::new(), Runner::new(&compiled), terms.runner());
    let add = |all: &mut Found, part: Found| {
        for (key, halves) in part {
            *all.entry(key).or_default() += halves;
        }
    };
    let join = |all: &mut (Found, Runner<'_>, _), (part, _, _): (Found, _, _)| add(&mut all.0, part);
    add(found, scan.run(work.watch, begin, see, join)?.0);
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
pub(super) fn sorted(found: Found) -> ByWorth<Vec<Entry>> {
    let mut all: Vec<(Key, u64)> = found.into_iter().collect();
    all.sort_unstable();
    let mut gathered = ByWorth::new();
    for ((rule, worth, holds), halves) in all {
        let entries: &mut Vec<Entry> = gathered.entry((rule, worth)).or_default();
        entries.push(Entry { holds, count: halves / 2 });
    }
    gathered
}
