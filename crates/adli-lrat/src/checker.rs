//! Why an accepted proof means that the clauses cannot be satisfied.
//!
//! A proof is a list of steps. Each step adds one clause and names, in order, clauses that are there already: the
//! hints. Or it deletes clauses. Let `F` be the clauses of the problem, and `D` those at the proof's disposal at
//! some moment; to begin with, `D` is `F`.
//!
//! **Claim.** At every moment each assignment that satisfies `F` satisfies every clause of `D`.
//!
//! It holds at the beginning. Deleting makes `D` smaller, which cannot hurt. Let a step add the clause `C` with the
//! hints `H1, H2, ..`, all in `D`. Take any assignment that satisfies `F`, and suppose that it makes every literal of `C`
//! false. The checker notes these literals as false. Then it looks at `H1`. The assignment satisfies `H1`, because it is in `D`.
//!
//! - If all its literals are noted as false, that is a contradiction: there was no such assignment, so every
//!   assignment that satisfies `F` satisfies `C`, and `C` may join `D`.
//! - If all but one are, the assignment makes that one true, and the checker notes its negation as false.
//! - Otherwise the checker refuses the proof.
//!
//! Everything it notes as false is false under the supposed assignment, so the same argument goes on with `H2` and
//! the rest. If the hints come to their end without a contradiction, the checker refuses the proof too.
//!
//! **Conclusion.** A proof is accepted as soon as the empty clause is in `D`: because a step has added it, or because the
//! problem has it from the beginning (what a circuit shows without a solver comes out like that). By the claim every assignment that
//! satisfies `F` satisfies the empty clause. None does, so none satisfies `F`.
//!
//! Nothing here depends on how the proof was found, on the order of clauses, on which clauses were deleted, or on numbers
//! being consecutive. A literal twice in a clause, or with its negation, does no harm to the argument either.
//!
//! **What is left out.** LRAT also has RAT steps, which may add a clause that does not follow from `F` as long as it keeps
//! `F` satisfiable if it was. Their check must look at every clause that is there, and the claim above gets weaker. Solvers
//! need them for little (new variables, breaking symmetries by proof), CaDiCaL as we run it for nothing. Such a step is
//! refused, and so is a variable that the problem does not have.
//!
//! **Cost.** One pass over the file, and for each hint one over its clause: time follows the sum of the lengths of
//! the clauses that hints name. Memory follows the clauses that are alive at a time.

use std::io::Read;

use crate::Limits;
use crate::clauses::Clauses;
use crate::dimacs::Problem;
use crate::fault::{Fault, Wrong};
use crate::literal::Literal;
use crate::steps::{Step, Steps};

/// What an accepted proof consisted of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Clauses that were added, the empty one included.
    pub steps: u64,
    /// Hints that were followed.
    pub hints: u64,
    /// Clauses that were deleted.
    pub deleted: u64,
}

/// Checks that a proof reaches the empty clause. What follows it in the file is not looked at.
///
/// # Errors
/// The first fault: then the proof proves nothing.
pub fn check_proof(problem: &Problem, proof: impl Read, limits: &Limits) -> Result<Checked, Fault> {
    let mut steps = Steps::new(proof, limits.memory / 16);
    let mut adding = None;
    Checker::new(problem, limits)
        .and_then(|mut checker| checker.run(&mut steps, &mut adding))
        .map_err(|wrong| Fault { wrong, byte: steps.position(), clause: adding })
}

struct Checker {
    clauses: Clauses,
    noted: Noted,
    checked: Checked,
    is_reached: bool,
}

impl Checker {
    fn new(problem: &Problem, limits: &Limits) -> Result<Checker, Wrong> {
        let mut clauses = Clauses::new(limits.memory);
        for (id, clause) in (1..).zip(problem.each()) {
            clauses.add(id, clause)?;
        }
        let is_reached = problem.each().any(<[Literal]>::is_empty);
        Ok(Checker {
            clauses,
            noted: Noted::new(problem.variables(), limits)?,
            checked: Checked::default(),
            is_reached,
        })
    }

    fn run<R: Read>(&mut self, steps: &mut Steps<R>, adding: &mut Option<u64>) -> Result<Checked, Wrong> {
        while !self.is_reached {
            match steps.next(adding)?.ok_or(Wrong::NoEmptyClause)? {
                Step::Delete => {
                    for &id in &steps.hints {
                        self.clauses.delete(id)?;
                        self.checked.deleted += 1;
                    }
                }
                Step::Add(id) => {
                    self.follow(&steps.literals, &steps.hints)?;
                    self.clauses.add(id, &steps.literals)?;
                    self.checked.steps += 1;
                    self.is_reached = steps.literals.is_empty();
                }
            }
        }
        Ok(self.checked)
    }

    /// Supposes a clause false, and follows the hints to a contradiction.
    fn follow(&mut self, clause: &[Literal], hints: &[u64]) -> Result<(), Wrong> {
        self.noted.forget();
        for &literal in clause {
            self.noted.note_false(literal)?;
        }
        for &hint in hints {
            self.checked.hints += 1;
            let mut left = self.clauses.get(hint)?.iter().filter(|&&literal| !self.noted.is_false(literal));
            let Some(&last) = left.next() else { return Ok(()) };
            if left.next().is_some() {
                return Err(Wrong::Hint(hint));
            }
            self.noted.note_false(last.negated())?;
        }
        Err(Wrong::NoConflict)
    }
}

/// Which literals are noted as false: those that carry the number of the present step.
struct Noted {
    step_of: Vec<u32>,
    step: u32,
}

impl Noted {
    fn new(variables: u32, limits: &Limits) -> Result<Noted, Wrong> {
        let literals = (variables as usize + 1).checked_mul(2).ok_or(Wrong::Memory)?;
        // A header may announce two thousand million variables in a file of twenty bytes.
        if literals.saturating_mul(size_of::<u32>()) > limits.memory / 2 {
            return Err(Wrong::Memory);
        }
        Ok(Noted { step_of: vec![0; literals], step: 0 })
    }

    /// Begins a step: nothing is noted.
    fn forget(&mut self) {
        self.step = self.step.wrapping_add(1);
        if self.step == 0 {
            self.step_of.fill(0);
            self.step = 1;
        }
    }

    #[inline]
    fn note_false(&mut self, literal: Literal) -> Result<(), Wrong> {
        let place = self.step_of.get_mut(literal.index()).ok_or(Wrong::Variable(literal.variable()))?;
        *place = self.step;
        Ok(())
    }

    #[inline]
    fn is_false(&self, literal: Literal) -> bool {
        self.step_of.get(literal.index()) == Some(&self.step)
    }
}
