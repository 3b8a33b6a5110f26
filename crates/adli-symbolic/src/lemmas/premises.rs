//! Lemmas, supposed of a play.

use adli_lang::term::StrategyId;
use adli_lang::{Claim, ClaimKind, Program};

use super::{Abstraction, Atoms};
use crate::algebra::{Algebra, Made};

/// Lemmas about the plays of a strategy, or about single positions.
pub struct Premises<'p> {
    pub(super) program: &'p Program,
    pub(super) claim: &'p Claim,
    pub(super) strategy: Option<StrategyId>,
    lemmas: Vec<&'p Claim>,
}

/// Plays as they are written down: all that holds of them.
pub struct Play<A: Atoms> {
    /// Whose values these are.
    pub atoms: A,
    /// What holds, all of it at once.
    pub asserted: Vec<A::Truth>,
}

impl<'p> Premises<'p> {
    /// The lemmas with these names, each once, for what a claim says. Whether a lemma is about the boards that the claim is about is the
    /// method's to say; the refusal is in words.
    pub fn new<'n>(
        program: &'p Program,
        claim: &'p Claim,
        strategy: Option<StrategyId>,
        names: impl Iterator<Item = &'n String>,
        covers: impl Fn(&Claim) -> bool,
    ) -> Result<Premises<'p>, String> {
        let mut lemmas: Vec<&Claim> = Vec::new();
        for name in names {
            let lemma = program.claims.iter().find(|claim| claim.name == *name);
            let lemma = lemma.ok_or_else(|| format!("there is no lemma `{name}`"))?;
            if lemma.under != claim.under || !covers(lemma) {
                return Err(format!(
                    "the lemma `{name}` is about other options or other boards than `{}`",
                    claim.name
                ));
            }
            if !lemmas.iter().any(|other| other.name == *name) {
                lemmas.push(lemma);
            }
        }
        Ok(Premises { program, claim, strategy, lemmas })
    }

    /// What the lemmas are called.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.lemmas.iter().map(|lemma| lemma.name.clone()).collect()
    }

    pub(super) fn side(&self) -> Option<u16> {
        Some(self.program.strategy(self.strategy?)?.side)
    }

    /// The plays up to a position with this number that have a property, as far as the lemmas know.
    pub fn play<A: Atoms>(
        &self,
        atoms: A,
        last: usize,
        property: impl FnOnce(&mut Abstraction<'p, A>) -> Made<A::Truth, A::Kinds>,
    ) -> Made<Play<A>, A::Kinds> {
        let laws = &self.program.laws;
        let mut play = Abstraction::new(self.program, &self.claim.under, atoms, self.side());
        let mut asserted = vec![play.home(0)?];
        for at in 0..=last {
            asserted.push(play.law(laws.legal, at)?);
            if at == last {
                break;
            }
            // Who is not at home does not come back.
            let (here, next) = (play.home(at)?, play.home(at + 1)?);
            asserted.push(play.atoms.implied(vec![next], &here)?);
            let none = match self.strategy {
                Some(strategy) if at % 2 == 0 => play.idle(strategy, at)?,
                _ => play.law(laws.no_move, at)?,
            };
            asserted.push(play.atoms.algebra().not(&none)?);
        }
        for lemma in &self.lemmas {
            for at in (0..=last).step_by(2) {
                asserted.extend(self.instance(&mut play, lemma, at, last)?);
            }
        }
        asserted.push(property(&mut play)?);
        Ok(Play { atoms: play.atoms, asserted })
    }

    /// What a lemma says from a position on, if the play is long enough.
    fn instance<A: Atoms>(
        &self,
        play: &mut Abstraction<'p, A>,
        lemma: &Claim,
        at: usize,
        last: usize,
    ) -> Made<Option<A::Truth>, A::Kinds> {
        let (given, show) = match &lemma.says {
            ClaimKind::Play { last: length, strategy, .. }
                if Some(*strategy) != self.strategy || at + usize::from(*length) > last =>
            {
                return Ok(None);
            }
            ClaimKind::Play { given, show, .. } => (*given, *show),
            ClaimKind::Everywhere { domain, show } => (*domain, *show),
            _ => return Err(A::refused(format!("`{}` is not a lemma", lemma.name))),
        };
        let (given, show) = (play.holds(given, at)?, play.holds(show, at)?);
        let home = play.home(at)?;
        Ok(Some(play.atoms.implied(vec![home, given], &show)?))
    }
}
