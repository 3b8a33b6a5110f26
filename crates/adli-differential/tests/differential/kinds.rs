//! By how many positions a claim fails for which reason: every method that counts says the same.
//!
//! The exhaustive method, decision diagrams and the plain engine for boards of a given size share no code
//! that follows play. Random strategies fail in
//! every way; those of the library do when a rule is left out.

use std::collections::BTreeMap;

use adli_bdd::Bdd;
use adli_boards::Boards;
use adli_claims::{ClaimReport, Method, Options, Reason, Unwatched, Verdict, drive};
use adli_differential::generate::{Topic, text};
use adli_lang::{ClaimKind, Program, Sources, check};

use crate::common::prove_with;
use crate::compare::{checked, tables};

/// The claim begins with stalemates, and with positions from which the queen is lost or gives stalemate.
const OPPONENT_FIRST: &str = "endgame KQK White K Q v Black k
use geometry
strategy near for White to win
  step come: move Q where steps(Q, k) < steps(Q, K)
theorem first: near reaches mate from Black to move and k in {a1, h8, c3}
";

/// What was compared: by reason how many claims, and claims that only two methods decide.
#[derive(Default)]
struct Compared {
    reasons: BTreeMap<Reason, usize>,
    by_all: usize,
    by_two: usize,
}

/// Compares random texts from a number on.
pub fn compare(first: u64, texts: u64) {
    let mut compared = Compared::default();
    compared.programs(&checked(OPPONENT_FIRST).unwrap(), "the opponent first");
    for seed in first..first + texts {
        for topic in [Topic::Steps, Topic::Values].into_iter().take(if seed % 4 == 0 { 2 } else { 1 }) {
            let text = text(topic, seed);
            let Ok(mut programs) = checked(&text) else { continue };
            // With nothing that is as good as mate more goes wrong, and boards of a given size take the
            // claim.
            for claim in programs.iter_mut().flat_map(|program| &mut program.claims) {
                if let ClaimKind::Reaches { or, .. } = &mut claim.says {
                    *or = None;
                }
            }
            compared.programs(&programs, &format!("text {seed}\n{text}"));
        }
    }
    println!("{texts} texts: {:?}, by all {}, by two {}", compared.reasons, compared.by_all, compared.by_two);
    let enough = compared.by_all > texts as usize / 4 && compared.reasons.len() >= 2;
    assert!(enough, "too little was compared");
}

/// Compares strategies of the library with one of the first rules left out.
pub fn compare_library(texts: &[&str], most: usize) {
    let mut compared = Compared::default();
    for name in texts {
        let sources = Sources::library();
        let programs = check(&sources, sources.find(name).unwrap(), &[]).programs;
        let steps = programs.iter().flat_map(|program| &program.strategies).map(|s| s.steps.len()).max();
        for left_out in 0..steps.unwrap().min(most) {
            let mut programs = programs.clone();
            for program in &mut programs {
                for strategy in &mut program.strategies {
                    if left_out < strategy.steps.len() {
                        strategy.steps.remove(left_out);
                    }
                }
                program.claims.retain(|claim| matches!(claim.says, ClaimKind::Reaches { .. }));
            }
            compared.programs(&programs, &format!("{name} without rule {left_out}"));
        }
    }
    println!("{texts:?}: {:?}, by all {}, by two {}", compared.reasons, compared.by_all, compared.by_two);
    let seen = !compared.reasons.is_empty();
    assert!(compared.by_all >= 2 && seen, "too little was compared");
}

impl Compared {
    fn programs(&mut self, programs: &[Program], name: &str) {
        let men = programs.iter().map(|program| program.endgame.men.len()).max();
        let options = Options::default();
        let by = |method: &dyn Method| {
            drive("random", programs, &[method], &|_, _| Vec::new(), &options, &Unwatched).claims
        };
        let every = prove_with("random", programs, &options, &|material| tables(material), &Unwatched).claims;
        let sets = by(&Bdd::default());
        // All positions of a board with four men are too many for a test.
        let boards = if men == Some(3) { by(&Boards::new(8)) } else { Vec::new() };
        for (number, ours) in every.iter().enumerate().filter(|(_, ours)| is_counted(ours)) {
            let others = [sets.get(number), boards.get(number)];
            let others: Vec<&ClaimReport> = others.into_iter().flatten().filter(|r| is_decided(r)).collect();
            for theirs in &others {
                assert_eq!(counts(theirs), counts(ours), "{} by {}: {name}", ours.name, theirs.method);
            }
            match others.len() {
                0 => continue,
                1 => self.by_two += 1,
                _ => self.by_all += 1,
            }
            for reason in ours.failures.iter().flat_map(|failures| failures.kinds.keys()) {
                *self.reasons.entry(*reason).or_default() += 1;
            }
        }
    }
}

fn is_decided(report: &ClaimReport) -> bool {
    matches!(report.verdict, Verdict::Proved | Verdict::Refuted)
}

fn is_counted(report: &ClaimReport) -> bool {
    report.failures.as_ref().is_some_and(|failures| !failures.kinds.is_empty())
}

/// The verdict, from how many positions the claim fails, and for which reasons.
fn counts(report: &ClaimReport) -> (Verdict, u64, BTreeMap<Reason, u64>) {
    let failures = report.failures.clone().unwrap_or_default();
    (report.verdict, failures.extent.number, failures.kinds)
}
