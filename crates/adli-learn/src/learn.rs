//! Finds a conjunction of a few conditions that holds for many positions of one kind and for none of the others.
//!
//! Positions that satisfy the same conditions are one entry with a count, so that a whole table is a list of entries.
//! The search keeps a beam of the best conjunctions so far and adds one condition at a time (as CN2 does: Clark and Niblett, 1989). What is "best" is
//! judged on a sample; what is proposed is counted on all entries, and holds for none of the wrong ones. A conjunction that looks right
//! on the sample is asked of all wrong entries at once: if it holds for one of them it may need just one condition more.

use crate::features::MOST;

/// Words of conditions, one bit each.
pub const WORDS: usize = MOST / 64;

/// Positions that satisfy the same conditions.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which conditions they satisfy, a bit for each.
    pub holds: [u64; WORDS],
    /// How many they are.
    pub count: u64,
}

/// A condition of the list, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// Its number.
    pub feature: usize,
    /// Whether its opposite is meant.
    pub negated: bool,
}

impl Literal {
    fn holds(self, entry: &Entry) -> bool {
        (entry.holds[self.feature / 64] >> (self.feature % 64) & 1 != 0) != self.negated
    }
}

/// How many conditions a rule may have.
const LONGEST: usize = 3;
/// How many conjunctions are kept at a time.
const BEAM: usize = 200;
/// How large a sample is.
const SAMPLE: usize = 8192;
/// A further condition must be worth this much.
const LENGTH_COSTS: f64 = 0.93;
/// How many conjunctions of a length that look right on the sample are asked of all wrong entries, and how many of those that are
/// right are counted on all others.
const ASKED: usize = 400;
const COUNTED: usize = 80;

/// A conjunction in the beam.
#[derive(Clone)]
struct Candidate {
    literals: Vec<Literal>,
    good: Vec<u64>,
    bad: Vec<u64>,
}

/// A conjunction and how good it looks.
type Scored = (f64, Candidate);

fn ones_of_both(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

fn both(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

/// Does a conjunction hold for an entry?
#[must_use]
pub fn satisfies(entry: &Entry, literals: &[Literal]) -> bool {
    literals.iter().all(|literal| literal.holds(entry))
}

/// The best conjunction of conditions for `good` entries and no `bad` one, with the number of positions it holds for.
#[must_use]
pub fn best_rule(good: &[Entry], bad: &[Entry], features: usize) -> Option<(Vec<Literal>, u64)> {
    let total: u64 = good.iter().map(|entry| entry.count).sum();
    if total == 0 {
        return None;
    }
    let sample = by_weight(good, total);
    let against: Vec<&Entry> = bad.iter().step_by(bad.len() / (4 * SAMPLE) + 1).collect();
    let literals: Vec<Literal> =
        (0..features).flat_map(|feature| [false, true].map(|negated| Literal { feature, negated })).collect();
    let bits = |entries: &[&Entry], literal: Literal| {
        let mut set = vec![0_u64; entries.len().div_ceil(64)];
        for (at, entry) in entries.iter().enumerate() {
            set[at / 64] |= u64::from(literal.holds(entry)) << (at % 64);
        }
        set
    };
    let mut columns: Vec<Candidate> = literals
        .iter()
        .map(|&literal| Candidate {
            literals: vec![literal],
            good: bits(&sample, literal),
            bad: bits(&against, literal),
        })
        .filter(|candidate| candidate.good.iter().any(|&word| word != 0))
        .collect();
    let holds_for_none = |literals: &[Literal]| !bad.iter().any(|entry| satisfies(entry, literals));
    let all = |entries: usize| vec![u64::MAX; entries.div_ceil(64)];
    let mut beam = vec![Candidate { literals: Vec::new(), good: all(sample.len()), bad: all(against.len()) }];
    let mut right: Vec<(f64, Vec<Literal>)> = Vec::new();
    for length in 1..=LONGEST {
        let (looks_right, mut wrong) = longer(&beam, &columns, against.len());
        for (score, candidate) in looks_right {
            if holds_for_none(&candidate.literals) {
                right.push((score * LENGTH_COSTS.powi(length as i32 - 1), candidate.literals));
            } else {
                wrong.push((score, candidate));
            }
        }
        if length == 1 {
            // A condition that is enough by itself is not joined with others.
            columns.retain(|column| !right.iter().any(|(_, literals)| *literals == column.literals));
        }
        wrong.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.literals.cmp(&b.1.literals)));
        beam = wrong.into_iter().take(BEAM).map(|(_, candidate)| candidate).collect();
    }
    right.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut best: Option<(f64, Vec<Literal>, u64)> = None;
    for (_, literals) in right.into_iter().take(COUNTED) {
        let literals = without_the_needless(literals, bad);
        let count: u64 =
            good.iter().filter(|entry| satisfies(entry, &literals)).map(|entry| entry.count).sum();
        let score = count as f64 * LENGTH_COSTS.powi(literals.len() as i32 - 1);
        if count > 0 && best.as_ref().is_none_or(|(other, ..)| score > *other) {
            best = Some((score, literals, count));
        }
    }
    best.map(|(_, literals, count)| (literals, count))
}

/// The best conjunctions with one more condition: those that hold for no wrong entry of the sample, and the others.
fn longer(beam: &[Candidate], columns: &[Candidate], against: usize) -> (Vec<Scored>, Vec<Scored>) {
    let (mut looks_right, mut wrong) = (Vec::new(), Vec::new());
    for (number, candidate) in beam.iter().enumerate() {
        // Each set of conditions once, in the order of the list.
        let last = candidate.literals.last();
        let later = columns.iter().enumerate().filter(|(_, column)| column.literals.first() > last);
        for (by, column) in later {
            let good = ones_of_both(&candidate.good, &column.good);
            let bad = ones_of_both(&candidate.bad, &column.bad);
            let clean = 1.0 - f64::from(bad) / against.max(1) as f64;
            if good > 0 {
                let list = if bad == 0 { &mut looks_right } else { &mut wrong };
                list.push((f64::from(good) * clean, number, by));
            }
        }
    }
    let best_of = |mut scored: Vec<(f64, usize, usize)>, most: usize| -> Vec<Scored> {
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
        let whole = |(score, number, by): (f64, usize, usize)| {
            let (candidate, column): (&Candidate, &Candidate) = (&beam[number], &columns[by]);
            let literals = [&candidate.literals[..], &column.literals[..]].concat();
            let (good, bad) = (both(&candidate.good, &column.good), both(&candidate.bad, &column.bad));
            (score, Candidate { literals, good, bad })
        };
        scored.into_iter().take(most).map(whole).collect()
    };
    (best_of(looks_right, ASKED), best_of(wrong, BEAM))
}

/// Leaves out conditions without which a conjunction still holds for no wrong entry.
fn without_the_needless(mut literals: Vec<Literal>, bad: &[Entry]) -> Vec<Literal> {
    let mut at = 0;
    while at < literals.len() && literals.len() > 1 {
        let mut fewer = literals.clone();
        fewer.remove(at);
        if bad.iter().any(|entry| satisfies(entry, &fewer)) {
            at += 1;
        } else {
            literals = fewer;
        }
    }
    literals
}

/// A sample in which an entry is met as often as its positions are.
fn by_weight(entries: &[Entry], total: u64) -> Vec<&Entry> {
    let step = (total / SAMPLE as u64).max(1);
    let (mut sum, mut next) = (0, 0);
    let mut sample = Vec::new();
    for entry in entries {
        sum += entry.count;
        while next < sum {
            sample.push(entry);
            next += step;
        }
    }
    sample
}
