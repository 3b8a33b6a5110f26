//! The problems of a lemma, ready for a solver, and how a solution is read.

use std::collections::BTreeSet;
use std::rc::Rc;

use adli_lang::{Claim, ClaimKind, Program, State};
use adli_symbolic::{SIZE, Walk};

use super::play::play;
use super::{Problem, single};
use crate::aig::{Aig, Number, Wire};
use crate::board::Board;
use crate::circuit::Circuit;
use crate::clauses::{Cnf, few_clauses};
use crate::diagram::Diagrams;
use crate::wires::{Made, Refused, unbound};

/// A problem, ready for a solver.
pub struct Posed {
    /// Which part of the claim, if there are several.
    pub part: Option<String>,
    /// The clauses.
    pub cnf: Cnf,
    /// The numbers of the diagrams that it rests on.
    pub(crate) rests_on: BTreeSet<usize>,
    aig: Aig,
    line: Vec<Rc<Board>>,
}

/// The problems of a lemma.
///
/// # Errors
/// Where the lemma says something that has no circuit, or would have one that is too large.
pub fn pose(program: &Program, claim: &Claim) -> Result<Vec<Posed>, Refused> {
    pose_with(program, claim, &Diagrams::unwatched())
}

/// The same, where conditions that look ahead may have diagrams already.
pub(crate) fn pose_with<'p>(
    program: &'p Program,
    claim: &Claim,
    diagrams: &Diagrams<'p>,
) -> Made<Vec<Posed>> {
    if claim.sizes.is_some() {
        return Err(Refused::Unsupported("circuits know only the board of eight".into()));
    }
    match &claim.says {
        ClaimKind::Play { last, strategy, given, show } => {
            let mut circuit = Circuit::sharing(program, &claim.under, diagrams);
            let problem = play(&mut circuit, *strategy, *last, *given, *show)?;
            Ok(vec![Posed::new(circuit, &problem, None)])
        }
        ClaimKind::Everywhere { domain, show } => {
            let mut posed = Vec::new();
            for second in [false, true] {
                let part = program.endgame.sides[usize::from(second)].to_lowercase();
                let (mut circuit, mut problem, names) = single(program, &claim.under, diagrams, second)?;
                let (domain, show) = (circuit.truth(*domain, &names)?, circuit.truth(*show, &names)?);
                problem.wires.push(circuit.aig.and(domain, !show));
                // Mostly a lemma speaks of one side's turn.
                if domain != Wire::FALSE {
                    posed.push(Posed::new(circuit, &problem, Some(part)));
                }
            }
            if let [only] = &mut posed[..] {
                only.part = None;
            }
            if posed.is_empty() {
                let (circuit, mut problem, _) = single(program, &claim.under, diagrams, false)?;
                problem.wires.push(Wire::FALSE);
                posed.push(Posed::new(circuit, &problem, None));
            }
            Ok(posed)
        }
        says => Err(Refused::Unsupported(other_method(says).into())),
    }
}

/// The problems to find a legal move, for each side, that circuits do not look at.
///
/// # Errors
/// Where the laws have no circuit.
pub(crate) fn other_moves(program: &Program) -> Made<Vec<Posed>> {
    let mut posed = Vec::new();
    for second in [false, true] {
        let (mut circuit, mut problem, _) = single(program, &[], &Diagrams::unwatched(), second)?;
        let board = problem.line.first().copied().ok_or_else(unbound)?;
        let line = |aig: &mut Aig, name: &str| Number::input(aig, name, 1, SIZE);
        let (file, rank) = (line(&mut circuit.aig, "target.file"), line(&mut circuit.aig, "target.rank"));
        problem.wires.push(circuit.beyond_candidates(board, &file, &rank)?);
        let part = program.endgame.sides[usize::from(second)].to_lowercase();
        posed.push(Posed::new(circuit, &problem, Some(part)));
    }
    Ok(posed)
}

/// Why a claim is not for this method.
pub(crate) fn other_method(says: &ClaimKind) -> &'static str {
    match says {
        ClaimKind::Reaches { .. } => {
            "plays of any length have no circuit; give the theorem a proof `by` lemmas, or take another method"
        }
        ClaimKind::Keeps { .. } | ClaimKind::Optimal { .. } => {
            "what a position is worth is known to tables only"
        }
        ClaimKind::Recognises { .. } => "what a recogniser answers is compared with tables",
        ClaimKind::Symmetric { .. } => "symmetry of a strategy has no circuit",
        ClaimKind::Longest(..) => "plays of any length have no circuit",
        ClaimKind::Tally { .. } => {
            "how many positions have which value is counted one by one, and has no circuit"
        }
        ClaimKind::CountClasses(_) => "classes of symmetric positions have no circuit",
        _ => "this has no circuit",
    }
}

impl Posed {
    fn new(circuit: Circuit<'_>, problem: &Problem, part: Option<String>) -> Posed {
        let line = problem.line.iter().map(|&board| circuit.boards.get(board)).collect();
        Posed {
            part,
            cnf: few_clauses(&circuit.aig, &problem.wires),
            rests_on: circuit.rests_on,
            aig: circuit.aig,
            line,
        }
    }

    /// The positions of the line that a model describes.
    ///
    /// # Errors
    /// Where the model describes none: a fault of ours.
    pub fn line(&self, program: &Program, model: &[bool]) -> Made<Vec<State>> {
        let inputs: Vec<u64> = self
            .cnf
            .names
            .iter()
            .map(|(_, literal)| {
                let holds = model.get(literal.unsigned_abs() as usize - 1) == Some(&(*literal > 0));
                if holds { u64::MAX } else { 0 }
            })
            .collect();
        let values = self.aig.simulate(&inputs);
        let state = |board: &Rc<Board>| board.state(&program.endgame, &values, 0).ok_or_else(unbound);
        self.line.iter().map(state).collect()
    }
}
