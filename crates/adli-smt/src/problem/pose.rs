//! The problems of a claim.

use std::rc::Rc;

use adli_claims::Watch;
use adli_lang::{Claim, ClaimKind, Program};
use adli_symbolic::Walk;

use super::play::play;
use super::{Problem, Sizes};
use crate::formula::Truth;
use crate::logic::{Made, Names, Refused, unbound};
use crate::terms::{Reach, elsewhere};

/// The problems of a lemma, each with the name of its part if there are several.
pub(crate) fn pose<'p>(
    program: &'p Program,
    claim: &Claim,
    (reaches, sizes): (&Rc<Vec<Reach>>, Sizes),
    watch: &'p dyn Watch,
) -> Made<Vec<(Option<String>, Problem<'p>)>> {
    let begin = |second| Problem::begin(program, &claim.under, (reaches, sizes), watch, second);
    match &claim.says {
        ClaimKind::Play { last, strategy, given, show } => {
            let side = program.strategy(*strategy).ok_or_else(unbound)?.side;
            let mut problem = begin(side == 1)?;
            play(&mut problem, *strategy, *last, *given, *show)?;
            Ok(vec![(None, problem)])
        }
        ClaimKind::Everywhere { domain, show } => {
            let mut posed = Vec::new();
            for second in [false, true] {
                let mut problem = begin(second)?;
                let names = Names::given(problem.line.clone());
                let domain = problem.terms.truth(*domain, &names)?;
                // Mostly a lemma speaks of one side's turn.
                if domain == Truth::FALSE {
                    continue;
                }
                let show = problem.terms.truth(*show, &names)?;
                problem.assert(domain);
                problem.assert(!show);
                posed.push((Some(program.endgame.sides[usize::from(second)].to_lowercase()), problem));
            }
            if let [(part, _)] = &mut posed[..] {
                *part = None;
            }
            Ok(posed)
        }
        says => Err(Refused::new(other_method(says)).at(claim.span)),
    }
}

/// The problems to find a move, for each man, that formulas do not look at.
pub(crate) fn other_moves<'p>(
    program: &'p Program,
    reaches: &[Reach],
    watch: &'p dyn Watch,
) -> Made<Vec<(String, Problem<'p>)>> {
    let problem = |(terms, man, asserted): (_, adli_lang::term::Slot, _)| {
        let (line, stages) = (Vec::new(), Vec::new());
        let mut problem = Problem { terms, asserted: Vec::new(), line, stages };
        problem.assert(asserted);
        (format!("{}{}", program.endgame.man(man).letter, man.0 + 1), problem)
    };
    Ok(elsewhere(program, reaches, watch)?.into_iter().map(problem).collect())
}

/// Why a claim is not for this method.
pub(crate) fn other_method(says: &ClaimKind) -> &'static str {
    match says {
        ClaimKind::Reaches { .. } => {
            "plays of any length are no formula; give the theorem a proof `by` lemmas, or take another method"
        }
        ClaimKind::Keeps { .. } | ClaimKind::Optimal { .. } => {
            "what a position is worth is known to tables only"
        }
        ClaimKind::Recognises { .. } => "what a recogniser answers is compared with tables",
        ClaimKind::Symmetric { .. } => "symmetry of a strategy is not made into formulas",
        ClaimKind::Longest(..) => "plays of any length are no formula",
        _ => "how many positions there are is not a question of linear arithmetic",
    }
}
