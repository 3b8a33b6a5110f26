//! From lemmas to a theorem: `S reaches mate from D by measure falls in 3 moves (..) except .. safe (..)`.
//!
//! The theorem says that every play ends, and ends in mate. What is checked is just that, for plays as the lemmas see them
//! ([`super::abstraction`]), in five problems none of which has a solution:
//!
//! - *begins*: a position of D that is not legal, not at home, or not the strategy's to move;
//! - *moves*: a position where the strategy is asked and no step applies;
//! - *home*: a round, a move and a reply, after which somebody is missing;
//! - *mate*: a position after an own move where the other side has no move and is not mated;
//! - *ends*: a play of R rounds, where R is a number that follows from the text.
//!
//! In each, the named lemmas are supposed ([`super::premises`]).
//!
//! Nothing of the text's words `falls` or `except` is believed: they only say how long R must be. If the lemmas say less than
//! the words, a problem has a solution, and the theorem is not proved.

use adli_lang::term::{StrategyId, Term, TermId};
use adli_lang::{Claim, Excepted, Program, Proof, Ranges};

use super::abstraction::Abstraction;
use super::premises::Premises;
use crate::aig::Wire;
use crate::clauses::{Cnf, encode};
use crate::wires::{Made, Refused};

/// A theorem with a proof by lemmas.
pub(crate) struct ByLemmas<'p> {
    pub(crate) program: &'p Program,
    pub(crate) claim: &'p Claim,
    pub(crate) strategy: StrategyId,
    pub(crate) from: TermId,
    pub(crate) within: Option<u32>,
    pub(crate) proof: &'p Proof,
}

/// The longest plays that are looked at.
const MAX_ROUNDS: u64 = 4000;

impl<'p> ByLemmas<'p> {
    /// What the proof supposes.
    pub(crate) fn premises(&self) -> Made<Premises<'p>> {
        let named = self.proof.lemmas.iter().chain(&self.proof.safe);
        let named = named.chain(self.proof.except.iter().flat_map(|exception| &exception.lemmas));
        Premises::new(self.program, self.claim, Some(self.strategy), named)
    }

    /// How many rounds no play can last, if the lemmas say what the text says.
    fn rounds(&self, ranges: &Ranges<'_>) -> Made<u64> {
        if let Some(within) = self.within {
            return Ok(u64::from(within));
        }
        // Of several numbers the first that changes falls, so there are as many values as there are rows of them.
        let mut values: u64 = 1;
        for &part in &self.proof.measure {
            let Term::Call(def, ..) = self.program.terms.get(part) else {
                return Err(Refused::Unsupported("give the measure a name of its own".into()));
            };
            let range = ranges.result(*def).map(|[range, _]| range);
            let of_part = range.map_or(0, |range| (range.high - range.low + 1).unsigned_abs());
            values = values.saturating_mul(of_part);
        }
        let (mut early, mut places, mut steps) = (0, 0, 0);
        for exception in &self.proof.except {
            let moves = u64::from(exception.moves);
            let longest = match (&exception.what, exception.early) {
                (_, true) => &mut early,
                (Excepted::Where(_), false) => &mut places,
                (Excepted::Steps(_), false) => &mut steps,
            };
            *longest = moves.max(*longest);
        }
        let falls = u64::from(self.proof.moves);
        Ok(early.saturating_add(falls.saturating_mul(values)).saturating_add(places.max(falls + steps)))
    }

    /// The problems, by name.
    pub(crate) fn problems(&self) -> Made<(u64, Vec<(&'static str, Cnf)>)> {
        if self.claim.fifty {
            return Err(Refused::Unsupported("a proof by lemmas does not know the fifty-move rule".into()));
        }
        let ranges = Ranges::new(self.program);
        let rounds = self.rounds(&ranges)?;
        if rounds > MAX_ROUNDS {
            return Err(Refused::TooLarge(format!("plays of {rounds} moves are too long for a problem")));
        }
        let mut problems = vec![("begins", self.begins(&ranges)?)];
        let (laws, premises) = (&self.program.laws, self.premises()?);
        problems.push((
            "moves",
            premises.problem(&ranges, 0, |play| {
                let steps = play.steps(self.strategy, 0)?;
                Ok(steps.last().copied().unwrap_or(Wire::FALSE))
            })?,
        ));
        problems.push(("home", premises.problem(&ranges, 2, |play| Ok(!play.home(2)))?));
        problems.push((
            "mate",
            premises.problem(&ranges, 1, |play| {
                let (stuck, mate) = (play.law(laws.no_move, 1)?, play.law(laws.mate, 1)?);
                Ok(play.aig.and(stuck, !mate))
            })?,
        ));
        problems.push(("ends", premises.problem(&ranges, 2 * rounds as usize, |_| Ok(Wire::TRUE))?));
        Ok((rounds, problems))
    }

    /// A position of the domain that is not one where the strategy is asked.
    fn begins(&self, ranges: &Ranges<'_>) -> Made<Cnf> {
        let mut play = Abstraction::new(self.program, ranges, &self.claim.under, None);
        let side = self.program.strategy(self.strategy).map_or(0, |found| found.side);
        let (from, legal) = (play.holds(self.from, 0)?, play.law(self.program.laws.legal, 0)?);
        let turn = play.turn(0).get(usize::from(side)).copied().unwrap_or(Wire::FALSE);
        let home = play.home(0);
        let asked = play.aig.all([legal, home, turn]);
        Ok(encode(&play.aig, &[from, !asked]))
    }
}
