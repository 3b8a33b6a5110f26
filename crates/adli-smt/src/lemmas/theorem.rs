//! The problems of a proof by lemmas, none of which has a solution if the lemmas say what the text says.

use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, ClaimKind, Excepted, Program, Proof, ProofException};

use super::abstraction::Abstraction;
use crate::formula::{Formulas, Linear, Truth};
use crate::logic::{Made, Refused, unbound};

/// A theorem with a proof by lemmas.
pub(crate) struct ByLemmas<'p> {
    program: &'p Program,
    pub(crate) claim: &'p Claim,
    pub(crate) strategy: StrategyId,
    from: TermId,
    pub(crate) within: Option<u32>,
    pub(crate) proof: &'p Proof,
    lemmas: Vec<&'p Claim>,
}

/// One problem of the argument.
pub(crate) struct Argument {
    pub(crate) part: String,
    pub(crate) formulas: Formulas,
    pub(crate) asserted: Vec<Truth>,
    /// What is not known if it has a solution.
    pub(crate) unsaid: String,
}

/// The longest plays that are looked at, in plies.
const LONGEST: usize = 200;

impl<'p> ByLemmas<'p> {
    /// The theorem that a claim is, if it has a proof by lemmas.
    pub(crate) fn of(program: &'p Program, claim: &'p Claim) -> Option<Made<ByLemmas<'p>>> {
        let ClaimKind::Reaches { strategy, or, within, from } = claim.says else { return None };
        let proof = claim.proof.as_ref()?;
        Some(ByLemmas::new(program, claim, (strategy, from, within), (or, proof)))
    }

    fn new(
        program: &'p Program,
        claim: &'p Claim,
        (strategy, from, within): (StrategyId, TermId, Option<u32>),
        (or, proof): (Option<TermId>, &'p Proof),
    ) -> Made<ByLemmas<'p>> {
        let refused = |why: String| Err(Refused::new(why).at(claim.span));
        if claim.fifty {
            return refused("a proof by lemmas does not know the fifty-move rule".into());
        }
        if or.is_some() {
            return refused("a proof by lemmas is of mate alone".into());
        }
        if within.is_some() && claim.sizes.is_some() {
            return refused("how many moves it takes depends on the size of the board".into());
        }
        if proof.moves == 0 {
            return refused("a measure does not fall in no moves".into());
        }
        let named = proof.lemmas.iter().chain(&proof.safe);
        let named = named.chain(proof.except.iter().flat_map(|exception| &exception.lemmas));
        let mut lemmas: Vec<&Claim> = Vec::new();
        for name in named {
            let Some(lemma) = program.claims.iter().find(|claim| claim.name == *name) else {
                return refused(format!("there is no lemma `{name}`"));
            };
            // A lemma for every size from six on is one for the board of eight, and not the other way round.
            let covers = match (lemma.sizes, claim.sizes) {
                (None, None) => true,
                (Some(least), from) => least <= from.unwrap_or(8),
                (None, Some(_)) => false,
            };
            if lemma.under != claim.under || !covers {
                return refused(format!(
                    "the lemma `{name}` is about other options or other boards than `{}`",
                    claim.name
                ));
            }
            if !lemmas.iter().any(|other| other.name == *name) {
                lemmas.push(lemma);
            }
        }
        Ok(ByLemmas { program, claim, strategy, from, within, proof, lemmas })
    }

    /// The lemmas that it rests on.
    pub(crate) fn names(&self) -> Vec<String> {
        self.lemmas.iter().map(|lemma| lemma.name.clone()).collect()
    }

    /// Moves before and after those in which the measure falls.
    pub(crate) fn ends(&self) -> u32 {
        let longest = |early: bool| {
            let moves = self.proof.except.iter().filter(|exception| exception.early == early);
            moves.map(|exception| exception.moves).max().unwrap_or(0)
        };
        longest(true).saturating_add(longest(false).saturating_sub(1))
    }

    /// All problems.
    pub(crate) fn problems(&self) -> Made<Vec<Argument>> {
        let laws = &self.program.laws;
        let mut problems = vec![self.begins()?];
        problems.push(self.problem("moves", 0, "that the strategy always has a move", |play| {
            let steps = play.steps(self.strategy, 0)?;
            Ok(steps.last().copied().unwrap_or(Truth::TRUE))
        })?);
        problems.push(self.problem("home", 2, "that all men stay at home", |play| Ok(!play.home(2)))?);
        problems.push(self.problem("mate", 1, "that a play can only end in mate", |play| {
            let (stuck, mate) = (play.law(laws.no_move, 1)?, play.law(laws.mate, 1)?);
            Ok(play.logic.formulas.all([stuck, !mate]))
        })?);
        for (number, exception) in self.proof.except.iter().enumerate() {
            let plies = 2 * exception.moves as usize;
            let (word, at, unsaid) = match exception.early {
                true => ("early", plies, format!("what is excepted after {} moves", exception.moves)),
                false => ("over", 0, format!("that it is over in {} moves", exception.moves)),
            };
            let part = format!("{word}-{}", number + 1);
            problems.push(self.problem(&part, plies, &unsaid, |play| self.excepted(play, exception, at))?);
        }
        let plies = 2 * self.proof.moves as usize;
        let unsaid = format!("that the measure falls in {} moves", self.proof.moves);
        problems.push(self.problem("falls", plies, &unsaid, |play| self.stays(play, plies))?);
        Ok(problems)
    }

    /// Whether an exception is made at a position.
    fn excepted(&self, play: &mut Abstraction<'_>, exception: &ProofException, at: usize) -> Made<Truth> {
        match &exception.what {
            Excepted::Where(condition) => play.holds(*condition, at),
            Excepted::Steps(steps) => {
                let all = play.steps(self.strategy, at)?;
                let chosen: Option<Vec<Truth>> =
                    steps.iter().map(|&step| all.get(usize::from(step)).copied()).collect();
                Ok(play.logic.formulas.any(chosen.ok_or_else(unbound)?))
            }
        }
    }

    /// That nothing is excepted in a play, and the measure does not fall.
    fn stays(&self, play: &mut Abstraction<'_>, plies: usize) -> Made<Truth> {
        let mut all = Vec::new();
        for at in (0..plies).step_by(2) {
            for exception in &self.proof.except {
                all.push(!self.excepted(play, exception, at)?);
            }
        }
        let mut falls = Truth::FALSE;
        // From the last number to the first: it is less, or it is the same and the rest falls.
        for &part in self.proof.measure.iter().rev() {
            let (before, after) = (play.counts(part, 0)?, play.counts(part, plies)?);
            let formulas = &mut play.logic.formulas;
            let (less, same) = (formulas.at_most(&after.more(1), &before), formulas.equal(&after, &before));
            let rest = formulas.all([same, falls]);
            falls = formulas.any([less, rest]);
        }
        all.push(!falls);
        Ok(play.logic.formulas.all(all))
    }

    /// A position of the domain that is not one where the strategy is asked.
    fn begins(&self) -> Made<Argument> {
        let mut play = Abstraction::new(self.program, &self.claim.under, None);
        let side = self.side()?;
        let (from, legal) = (play.holds(self.from, 0)?, play.law(self.program.laws.legal, 0)?);
        let turn = play.turn(0).get(usize::from(side)).copied().unwrap_or(Truth::FALSE);
        let home = play.home(0);
        let asked = play.logic.formulas.all([legal, home, turn]);
        let unsaid = "the theorem begins where the strategy is not asked".to_owned();
        Ok(self.argument("begins", play, vec![from, !asked], unsaid))
    }

    fn side(&self) -> Made<u16> {
        Ok(self.program.strategy(self.strategy).ok_or_else(unbound)?.side)
    }

    fn argument(
        &self,
        part: &str,
        mut play: Abstraction<'_>,
        mut asserted: Vec<Truth>,
        unsaid: String,
    ) -> Argument {
        let size = play.logic.size.clone();
        let least = Linear::constant(i64::from(self.claim.sizes.unwrap_or(8)));
        let formulas = &mut play.logic.formulas;
        asserted.push(match self.claim.sizes {
            Some(_) => formulas.at_most(&least, &size),
            None => formulas.equal(&least, &size),
        });
        asserted.append(&mut play.facts);
        Argument { part: part.to_owned(), formulas: play.logic.formulas, asserted, unsaid }
    }

    /// A play up to a position with this number that has a property, as far as the lemmas know.
    fn problem(
        &self,
        part: &str,
        last: usize,
        unsaid: &str,
        property: impl FnOnce(&mut Abstraction<'_>) -> Made<Truth>,
    ) -> Made<Argument> {
        if last > LONGEST {
            return Err(Refused::new(format!("plays of {last} plies are too long for a problem")));
        }
        let laws = &self.program.laws;
        let mut play = Abstraction::new(self.program, &self.claim.under, Some(self.side()?));
        let mut asserted = vec![play.home(0)];
        for at in 0..=last {
            asserted.push(play.law(laws.legal, at)?);
            if at == last {
                break;
            }
            // Who is not at home does not come back.
            let (here, next) = (play.home(at), play.home(at + 1));
            asserted.push(play.logic.formulas.any([!next, here]));
            if at % 2 == 0 {
                let none = play.steps(self.strategy, at)?.last().copied().ok_or_else(unbound)?;
                asserted.push(!none);
            } else {
                asserted.push(!play.law(laws.no_move, at)?);
            }
        }
        for lemma in &self.lemmas {
            for at in (0..=last).step_by(2) {
                asserted.extend(self.instance(&mut play, lemma, at, last)?);
            }
        }
        asserted.push(property(&mut play)?);
        Ok(self.argument(part, play, asserted, format!("the lemmas do not say {unsaid}")))
    }

    /// What a lemma says from a position on, if the play is long enough.
    fn instance(
        &self,
        play: &mut Abstraction<'_>,
        lemma: &Claim,
        at: usize,
        last: usize,
    ) -> Made<Option<Truth>> {
        let (given, show) = match &lemma.says {
            ClaimKind::Play { last: length, strategy, .. }
                if *strategy != self.strategy || at + usize::from(*length) > last =>
            {
                return Ok(None);
            }
            ClaimKind::Play { given, show, .. } => (*given, *show),
            ClaimKind::Everywhere { domain, show } => (*domain, *show),
            _ => return Err(Refused::new(format!("`{}` is not a lemma", lemma.name))),
        };
        let (given, show) = (play.holds(given, at)?, play.holds(show, at)?);
        let home = play.home(at);
        Ok(Some(play.logic.formulas.any([!home, !given, show])))
    }
}
