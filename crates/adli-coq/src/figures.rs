//! What theorems are made of: numbers that are counted twice, and the parts of a text.

use adli_claims::ClaimReport;
use adli_lang::{Claim, ClaimKind};

/// What another method has counted, and Coq counts again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// In how many moves a strategy mates.
    pub moves: u32,
    /// How many positions the claim speaks of; of plays, those that they begin with.
    pub positions: u64,
    /// How many plays it speaks of.
    pub plays: u64,
    /// In how many of them no step is played, the first step, the second, and so on.
    pub by_step: Vec<u64>,
}

impl Figures {
    /// Those of a report.
    #[must_use]
    pub fn of(report: &ClaimReport, claim: &Claim) -> Figures {
        let within = match claim.says {
            ClaimKind::Reaches { within, .. } => within,
            _ => None,
        };
        let moves = report.longest_moves.or(within).unwrap_or(1);
        let by_step = [report.no_rule.unwrap_or_default()]
            .into_iter()
            .chain(report.rules.iter().map(|rule| rule.positions));
        let (positions, plays) = (report.positions.unwrap_or_default(), report.plays.unwrap_or_default());
        Figures { moves, positions, plays, by_step: by_step.collect() }
    }

    /// How many numbers of steps there are, and these numbers.
    pub(crate) fn steps(&self) -> (usize, String) {
        let counts: Vec<String> = self.by_step.iter().map(u64::to_string).collect();
        (counts.len(), counts.join("; "))
    }
}

/// A theorem in parts: what is shown before it, what it says, and its proof.
pub(crate) struct Shown {
    pub(crate) lemmas: String,
    pub(crate) says: String,
    pub(crate) proof: String,
}

/// A side, for Coq.
pub(crate) fn side_word(side: u16) -> &'static str {
    if side == 0 { "White" } else { "Black" }
}
