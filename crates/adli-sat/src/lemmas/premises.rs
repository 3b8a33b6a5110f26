//! What follows from lemmas, whatever the words in them mean.
//!
//! A play is seen as the lemmas see it ([`super::abstraction`]), and every lemma is supposed at every position where it applies: at
//! even positions, as far as the play goes. Besides the lemmas four facts are used, which hold of all plays: positions are
//! legal; where the strategy has moved a step has applied; where there was a reply there was a move; and who is not at home
//! does not come back. If no such play has a property, then no play of the game has it.
//!
//! A lemma may follow from others (`by (first, second)`): a long play is then cut into shorter ones, each of which is
//! easier for a solver, and that the parts make up the whole is itself a problem with a certificate.

use adli_lang::term::{OptionId, StrategyId};
use adli_lang::{Claim, ClaimKind, Program, Ranges};

use super::abstraction::Abstraction;
use crate::aig::Wire;
use crate::clauses::{Cnf, encode};
use crate::wires::{Made, Refused};

/// Lemmas about the plays of a strategy, or about single positions.
pub(crate) struct Premises<'p> {
    program: &'p Program,
    under: &'p [(OptionId, i32)],
    strategy: Option<StrategyId>,
    lemmas: Vec<&'p Claim>,
}

impl<'p> Premises<'p> {
    /// The lemmas with these names, each once, for what a claim says.
    pub(crate) fn new<'n>(
        program: &'p Program,
        claim: &'p Claim,
        strategy: Option<StrategyId>,
        names: impl Iterator<Item = &'n String>,
    ) -> Made<Premises<'p>> {
        let mut lemmas: Vec<&Claim> = Vec::new();
        for name in names {
            let lemma = program.claims.iter().find(|claim| claim.name == *name);
            let lemma = lemma.ok_or_else(|| Refused::Unsupported(format!("there is no lemma `{name}`")))?;
            if lemma.under != claim.under || lemma.sizes.is_some() {
                let what = format!("the lemma `{name}` is about other options than `{}`", claim.name);
                return Err(Refused::Unsupported(what));
            }
            if !lemmas.iter().any(|other| other.name == *name) {
                lemmas.push(lemma);
            }
        }
        Ok(Premises { program, under: &claim.under, strategy, lemmas })
    }

    /// The lemmas from which a lemma follows, and the problem that has no solution if it does.
    pub(crate) fn of_lemma(program: &'p Program, claim: &'p Claim) -> Made<(Premises<'p>, Cnf)> {
        let (strategy, last, given, show) = match &claim.says {
            ClaimKind::Play { strategy, last, given, show } => (Some(*strategy), *last, *given, *show),
            ClaimKind::Everywhere { domain, show } => (None, 0, *domain, *show),
            _ => return Err(Refused::Unsupported("only a lemma follows from lemmas".into())),
        };
        let premises = Premises::new(program, claim, strategy, claim.by.iter())?;
        let cnf = premises.problem(&Ranges::new(program), usize::from(last), |play| {
            let (given, show) = (play.holds(given, 0)?, play.holds(show, 0)?);
            Ok(play.aig.and(given, !show))
        })?;
        Ok((premises, cnf))
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.lemmas.iter().map(|lemma| lemma.name.clone()).collect()
    }

    fn side(&self) -> Option<u16> {
        Some(self.program.strategy(self.strategy?)?.side)
    }

    /// A play up to a position with this number that has a property, as far as the lemmas know.
    pub(super) fn problem(
        &self,
        ranges: &Ranges<'_>,
        last: usize,
        property: impl FnOnce(&mut Abstraction<'_>) -> Made<Wire>,
    ) -> Made<Cnf> {
        let laws = &self.program.laws;
        let mut play = Abstraction::new(self.program, ranges, self.under, self.side());
        let mut wires = vec![play.home(0)];
        for at in 0..=last {
            wires.push(play.law(laws.legal, at)?);
            if at == last {
                break;
            }
            let (here, next) = (play.home(at), play.home(at + 1));
            wires.push(play.aig.implies(next, here));
            match self.strategy {
                Some(strategy) if at % 2 == 0 => {
                    let none = play.steps(strategy, at)?.last().copied().unwrap_or(Wire::FALSE);
                    wires.push(!none);
                }
                _ => wires.push(!play.law(laws.no_move, at)?),
            }
        }
        for lemma in &self.lemmas {
            for at in (0..=last).step_by(2) {
                wires.extend(self.instance(&mut play, lemma, at, last)?);
            }
        }
        wires.push(property(&mut play)?);
        Ok(encode(&play.aig, &wires))
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
                if Some(*strategy) != self.strategy || at + usize::from(*length) > last =>
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
        let (given, show) = (play.holds(given, at)?, play.holds(show, at)?);
        let home = play.home(at);
        let supposed = play.aig.and(home, given);
        Ok(Some(play.aig.implies(supposed, show)))
    }
}
