//! Finds a conjunction of a few conditions that holds for many positions of one kind and for none of the others.
//!
//! Positions that satisfy the same conditions are one entry with a count, so that a whole table is a list of entries.
//! The search keeps a beam of the best conjunctions so far and adds one condition at a time. What is "best" is
//! judged on a sample; what is proposed is counted on all entries, and holds for none of the wrong ones.

use super::features::MOST;

/// Words of conditions, one bit each.
pub(super) const WORDS: usize = MOST / 64;

/// Positions that satisfy the same conditions.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) holds: [u64; WORDS],
    pub(super) count: u64,
}

/// A condition of the list, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    pub(super) feature: usize,
    pub(super) negated: bool,
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
/// How many conjunctions that look right on the sample are asked of all wrong entries, and how many of those that are right are
/// counted.
const ASKED: usize = 4000;
const COUNTED: usize = 80;

/// A conjunction in the beam.
#[derive(Clone)]
struct Candidate {
    literals: Vec<Literal>,
    good: Vec<u64>,
    bad: Vec<u64>,
}

fn ones(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn both(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

/// Does a conjunction hold for an entry?
pub(super) fn satisfies(entry: &Entry, literals: &[Literal]) -> bool {
    literals.iter().all(|literal| literal.holds(entry))
}

/// The best conjunction of conditions for `good` entries and no `bad` one, with the number of positions it holds for.
pub(super) fn best_rule(good: &[Entry], bad: &[Entry], features: usize) -> Option<(Vec<Literal>, u64)> {
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
    let columns: Vec<Candidate> = literals
        .iter()
        .map(|&literal| Candidate {
            literals: vec![literal],
            good: bits(&sample, literal),
            bad: bits(&against, literal),
        })
        .filter(|candidate| ones(&candidate.good) > 0)
        .collect();
    let mut beam = columns.clone();
    let mut right: Vec<(f64, Vec<Literal>)> = Vec::new();
    for length in 1..=LONGEST {
        let cost = LENGTH_COSTS.powi(length as i32 - 1);
        let mut scored: Vec<(f64, Candidate)> = Vec::new();
        for candidate in beam {
            let (good, bad) = (ones(&candidate.good), ones(&candidate.bad));
            if bad == 0 {
                right.push((f64::from(good) * cost, candidate.literals));
            } else {
                let clean = 1.0 - f64::from(bad) / against.len().max(1) as f64;
                scored.push((f64::from(good) * clean, candidate));
            }
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.literals.cmp(&b.1.literals)));
        scored.truncate(BEAM);
        beam = Vec::new();
        if length < LONGEST {
            for (_, candidate) in &scored {
                let last = candidate.literals.last().copied();
                for column in &columns {
                    // Each set of conditions once, in the order of the list.
                    if column.literals.first().copied() > last {
                        let literals = [&candidate.literals[..], &column.literals[..]].concat();
                        let good = both(&candidate.good, &column.good);
                        if good.iter().any(|&word| word != 0) {
                            beam.push(Candidate { literals, good, bad: both(&candidate.bad, &column.bad) });
                        }
                    }
                }
            }
        }
    }
    right.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut best: Option<(f64, Vec<Literal>, u64)> = None;
    let holds_for_none = |literals: &Vec<Literal>| !bad.iter().any(|entry| satisfies(entry, literals));
    let right = right.into_iter().take(ASKED).map(|(_, literals)| literals).filter(holds_for_none);
    for literals in right.take(COUNTED) {
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
