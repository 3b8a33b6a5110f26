//! The problems of a proof by lemmas, none of which has a solution if the lemmas say what the text says.

use adli_lang::{Claim, ClaimKind, Excepted, Program, Proof, ProofException};
use adli_symbolic::lemmas::{Abstraction, Problem, Theorem};

use super::unknowns::Unknowns;
use crate::formula::{Formulas, Linear, Truth};
use crate::logic::{Made, Refused, unbound};

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

/// The theorem that a claim is, if it has a proof by lemmas.
pub(crate) fn theorem<'p>(program: &'p Program, claim: &'p Claim) -> Option<Made<Theorem<'p>>> {
    let ClaimKind::Reaches { or, within, .. } = claim.says else { return None };
    let refused = |why: String| Refused::new(why).at(claim.span);
    let unfit = match claim.proof.as_ref()? {
        _ if or.is_some() => "a proof by lemmas is of mate alone",
        _ if within.is_some() && claim.sizes.is_some() => {
            "how many moves it takes depends on the size of the board"
        }
        proof if proof.moves == 0 => "a measure does not fall in no moves",
        _ => return Some(Theorem::of(program, claim, |lemma| covers(lemma, claim))?.map_err(refused)),
    };
    Some(Err(refused(unfit.into())))
}

/// Whether a lemma is about all boards that a claim is about: one for every size from six on is one for the board of eight, and not the
/// other way round.
fn covers(lemma: &Claim, claim: &Claim) -> bool {
    match (lemma.sizes, claim.sizes) {
        (None, None) => true,
        (Some(least), from) => least <= from.unwrap_or(8),
        (None, Some(_)) => false,
    }
}

/// Moves before and after those in which the measure falls.
pub(crate) fn ends(proof: &Proof) -> u32 {
    let longest = |early: bool| {
        let moves = proof.except.iter().filter(|exception| exception.early == early);
        moves.map(|exception| exception.moves).max().unwrap_or(0)
    };
    longest(true).saturating_add(longest(false).saturating_sub(1))
}

/// All problems.
pub(crate) fn problems(theorem: &Theorem<'_>) -> Made<Vec<Argument>> {
    let proof = theorem.proof;
    let mut problems = theorem.problems(Unknowns::new)?;
    for (number, exception) in proof.except.iter().enumerate() {
        let plies = plies(exception.moves)?;
        let (word, at, unsaid) = match exception.early {
            true => ("early", plies, format!("what is excepted after {} moves", exception.moves)),
            false => ("over", 0, format!("that it is over in {} moves", exception.moves)),
        };
        let part = format!("{word}-{}", number + 1);
        problems.push(theorem.problem(&part, &unsaid, Unknowns::new(), plies, |play| {
            excepted(theorem, play, exception, at)
        })?);
    }
    let plies = plies(proof.moves)?;
    let unsaid = format!("that the measure falls in {} moves", proof.moves);
    problems
        .push(theorem.problem("falls", &unsaid, Unknowns::new(), plies, |play| stays(theorem, play, plies))?);
    Ok(problems.into_iter().map(|problem| argument(theorem.claim, problem)).collect())
}

/// So many moves and the replies, if they are not too many for a problem.
fn plies(moves: u32) -> Made<usize> {
    let plies = 2 * moves as usize;
    if plies > LONGEST {
        return Err(Refused::new(format!("plays of {plies} plies are too long for a problem")));
    }
    Ok(plies)
}

/// Whether an exception is made at a position.
fn excepted(
    theorem: &Theorem<'_>,
    play: &mut Abstraction<'_, Unknowns>,
    exception: &ProofException,
    at: usize,
) -> Made<Truth> {
    match &exception.what {
        Excepted::Where(condition) => play.holds(*condition, at),
        Excepted::Steps(steps) => {
            let all = play.steps(theorem.strategy, at)?;
            let chosen: Option<Vec<Truth>> =
                steps.iter().map(|&step| all.get(usize::from(step)).copied()).collect();
            Ok(play.atoms.logic.formulas.any(chosen.ok_or_else(unbound)?))
        }
    }
}

/// That nothing is excepted in a play, and the measure does not fall.
fn stays(theorem: &Theorem<'_>, play: &mut Abstraction<'_, Unknowns>, plies: usize) -> Made<Truth> {
    let mut all = Vec::new();
    for at in (0..plies).step_by(2) {
        for exception in &theorem.proof.except {
            all.push(!excepted(theorem, play, exception, at)?);
        }
    }
    let mut falls = Truth::FALSE;
    // From the last number to the first: it is less, or it is the same and the rest falls.
    for &part in theorem.proof.measure.iter().rev() {
        let (before, after) = (play.counts(part, 0)?, play.counts(part, plies)?);
        let formulas = &mut play.atoms.logic.formulas;
        let (less, same) = (formulas.at_most(&after.more(1), &before), formulas.equal(&after, &before));
        let rest = formulas.all([same, falls]);
        falls = formulas.any([less, rest]);
    }
    all.push(!falls);
    Ok(play.atoms.logic.formulas.all(all))
}

/// A problem with what holds of its variables: the size of the board is one that the claim is about.
fn argument(claim: &Claim, problem: Problem<Unknowns>) -> Argument {
    let Unknowns { logic, facts } = problem.play.atoms;
    let (mut formulas, mut asserted) = (logic.formulas, problem.play.asserted);
    let least = Linear::constant(i64::from(claim.sizes.unwrap_or(8)));
    asserted.push(match claim.sizes {
        Some(_) => formulas.at_most(&least, &logic.size),
        None => formulas.equal(&least, &logic.size),
    });
    asserted.extend(facts);
    Argument { part: problem.part, formulas, asserted, unsaid: problem.unsaid }
}
