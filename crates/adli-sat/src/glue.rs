//! From lemmas to a theorem: `S reaches mate from D by measure falls in 3 moves (..) except .. safe (..)`.
//!
//! The theorem says that every play ends, and ends in mate. What is checked is just that, for plays as the lemmas see them
//! ([`crate::abstraction`]), in five problems none of which has a solution:
//!
//! - *begins*: a position of D that is not legal, not at home, or not the strategy's to move;
//! - *moves*: a position where the strategy is asked and no step applies;
//! - *home*: a round, a move and a reply, after which somebody is missing;
//! - *mate*: a position after an own move where the other side has no move and is not mated;
//! - *ends*: a play of R rounds, where R is a number that follows from the text.
//!
//! In each, every named lemma is supposed at every position where it applies: at even positions, as far as the play goes. Besides
//! the lemmas four facts are used, which hold of all plays: positions are legal; where the strategy has moved a step has
//! applied; where there was a reply there was a move; and who is not at home does not come back.
//!
//! Nothing of the text's words `falls` or `except` is believed: they only say how long R must be. If the lemmas say less than
//! the words, a problem has a solution, and the theorem is not proved.

use adli_lang::term::{StrategyId, Term, TermId};
use adli_lang::{Claim, ClaimKind, Excepted, Program, Proof, Ranges};

use crate::abstraction::Abstraction;
use crate::aig::Wire;
use crate::circuit::{Made, Refused};
use crate::clauses::encode;
use crate::cnf::Cnf;

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
    /// The lemmas that the proof names, each once.
    pub(crate) fn lemmas(&self) -> Made<Vec<&'p Claim>> {
        let named = self.proof.lemmas.iter().chain(&self.proof.safe);
        let named = named.chain(self.proof.except.iter().flat_map(|exception| &exception.lemmas));
        let mut lemmas: Vec<&Claim> = Vec::new();
        for name in named {
            let lemma = self.program.claims.iter().find(|claim| claim.name == *name);
            let lemma = lemma.ok_or_else(|| Refused::Unsupported(format!("there is no lemma `{name}`")))?;
            if lemma.under != self.claim.under || lemma.sizes.is_some() {
                let what = format!("the lemma `{name}` is about other options than the theorem");
                return Err(Refused::Unsupported(what));
            }
            if !lemmas.iter().any(|other| other.name == *name) {
                lemmas.push(lemma);
            }
        }
        Ok(lemmas)
    }

    /// How many rounds no play can last, if the lemmas say what the text says.
    pub(crate) fn rounds(&self, ranges: &Ranges<'_>) -> Made<u64> {
        if let Some(within) = self.within {
            return Ok(u64::from(within));
        }
        let Term::Call(def, ..) = self.program.terms.get(self.proof.measure) else {
            return Err(Refused::Unsupported("give the measure a name of its own".into()));
        };
        let range = ranges.result(*def).map(|[range, _]| range);
        let values = range.map_or(0, |range| (range.high - range.low + 1).unsigned_abs());
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
        Ok(early + falls * values + places.max(falls + steps))
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
        let laws = &self.program.laws;
        problems.push((
            "moves",
            self.problem(&ranges, 0, |play| {
                let steps = play.steps(self.strategy, 0)?;
                Ok(steps.last().copied().unwrap_or(Wire::FALSE))
            })?,
        ));
        problems.push(("home", self.problem(&ranges, 2, |play| Ok(!play.home(2)))?));
        problems.push((
            "mate",
            self.problem(&ranges, 1, |play| {
                let (stuck, mate) = (play.law(laws.no_move, 1)?, play.law(laws.mate, 1)?);
                Ok(play.aig.and(stuck, !mate))
            })?,
        ));
        problems.push(("ends", self.problem(&ranges, 2 * rounds as usize, |_| Ok(Wire::TRUE))?));
        Ok((rounds, problems))
    }

    /// A position of the domain that is not one where the strategy is asked.
    fn begins(&self, ranges: &Ranges<'_>) -> Made<Cnf> {
        let mut play = Abstraction::new(self.program, ranges, &self.claim.under, None);
        let side = self.side();
        let (from, legal) = (play.truth(self.from, 0)?, play.law(self.program.laws.legal, 0)?);
        let turn = play.turn(0).get(usize::from(side)).copied().unwrap_or(Wire::FALSE);
        let home = play.home(0);
        let asked = play.aig.all([legal, home, turn]);
        Ok(encode(&play.aig, &[from, !asked]).cnf)
    }

    fn side(&self) -> u16 {
        self.program.strategies.get(usize::from(self.strategy.0)).map_or(0, |found| found.side)
    }

    /// A play up to a position with this number that has a property, as far as the lemmas know.
    fn problem(
        &self,
        ranges: &Ranges<'_>,
        last: usize,
        property: impl FnOnce(&mut Abstraction<'_>) -> Made<Wire>,
    ) -> Made<Cnf> {
        let laws = &self.program.laws;
        let mut play = Abstraction::new(self.program, ranges, &self.claim.under, Some(self.side()));
        let mut wires = vec![play.home(0)];
        for at in 0..=last {
            wires.push(play.law(laws.legal, at)?);
            if at == last {
                break;
            }
            let (here, next) = (play.home(at), play.home(at + 1));
            wires.push(play.aig.implies(next, here));
            if at % 2 == 0 {
                let none = play.steps(self.strategy, at)?.last().copied().unwrap_or(Wire::FALSE);
                wires.push(!none);
            } else {
                wires.push(!play.law(laws.no_move, at)?);
            }
        }
        for lemma in self.lemmas()? {
            for at in (0..=last).step_by(2) {
                wires.extend(self.instance(&mut play, lemma, at, last)?);
            }
        }
        wires.push(property(&mut play)?);
        Ok(encode(&play.aig, &wires).cnf)
    }

    /// What a lemma says from a position on, if the play is long enough.
    fn instance(
        &self,
        play: &mut Abstraction<'_>,
        lemma: &Claim,
        at: usize,
        last: usize,
    ) -> Made<Option<Wire>> {
        let (given, show) = match &lemma.says {
            ClaimKind::Play { last: length, strategy, .. }
                if *strategy != self.strategy || at + usize::from(*length) > last =>
            {
                return Ok(None);
            }
            ClaimKind::Play { given, show, .. } => (*given, *show),
            ClaimKind::Everywhere { domain, show } => (*domain, *show),
            _ => {
                let what = format!("`{}` is not a lemma", lemma.name);
                return Err(Refused::Unsupported(what));
            }
        };
        let (given, show) = (play.truth(given, at)?, play.truth(show, at)?);
        let home = play.home(at);
        let supposed = play.aig.and(home, given);
        Ok(Some(play.aig.implies(supposed, show)))
    }
}
