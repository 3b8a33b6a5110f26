//! What becomes of a problem once it has been put into clauses.
//!
//! A claim is cut into problems in one place ([`super::prover`]). Here is who takes them: solvers, whose proofs are checked and kept, or somebody
//! who only wants to see the clauses, because the same text gives the same bytes of them. Both go through the same
//! problems under the same names, so that what is seen is what is certified.

use adli_certificate::{Folder, WriteError};
use adli_claims::{CnfSize, Limit, ProblemReport, Watch};

use crate::clauses::Cnf;
use crate::solver::{Answer, Limits, Solver, SolverError};

/// A problem, as its certificate names it.
pub struct NamedProblem<'a> {
    /// The claim; with the material after a full stop if the text has several.
    pub name: &'a str,
    /// Which part of the claim.
    pub part: Option<&'a str>,
    /// Its clauses.
    pub cnf: &'a Cnf,
}

/// Takes problems.
pub(super) trait Desk {
    /// Whether problems are made smaller first.
    fn reduces(&self) -> bool;

    /// Returns whether problems are solved, and not only looked at.
    fn solves(&self) -> bool;

    /// Deals with a problem; if there is said to be no solution, the claim goes on.
    fn solve(&mut self, problem: &NamedProblem<'_>, says: &str, watch: &dyn Watch) -> Result<Solved, Limit>;
}

/// What is known of a problem.
pub(super) enum Solved {
    /// It has no solution.
    Never(ProblemReport),
    /// A solution.
    Model(Vec<bool>),
}

impl Solved {
    /// That there is no solution; otherwise what it means that there is one.
    pub(super) fn never(self, otherwise: impl FnOnce() -> Limit) -> Result<ProblemReport, Limit> {
        match self {
            Solved::Never(report) => Ok(report),
            Solved::Model(_) => Err(otherwise()),
        }
    }
}

/// What the work is done with.
pub struct Tools<'a> {
    /// Who solves the problems.
    pub solver: &'a mut dyn Solver,
    /// Whether problems are made smaller first: a lemma that the text derives `by` others is shown by them. Otherwise
    /// every lemma is shown as it stands.
    pub reduce: bool,
    /// Where clauses and proofs are written.
    pub folder: &'a mut Folder,
    /// What a problem may use.
    pub limits: Limits,
}

impl Desk for Tools<'_> {
    fn solves(&self) -> bool {
        true
    }

    fn reduces(&self) -> bool {
        self.reduce
    }

    /// If there is no solution the proof of that has been checked.
    fn solve(&mut self, problem: &NamedProblem<'_>, says: &str, watch: &dyn Watch) -> Result<Solved, Limit> {
        let NamedProblem { name, part, cnf } = *problem;
        // The name of a claim is plain, and no two are alike: it is a fault if it is not taken.
        let place = self.folder.place(name, part).map_err(|error| Limit::Internal(error.to_string()))?;
        if let Err(error) = cnf.save(&place.cnf) {
            self.folder.give_up(&place);
            return Err(Limit::File(format!("cannot write `{}`: {error}", place.cnf.display())));
        }
        let begun = watch.seconds();
        let answer = self.solver.solve(cnf, &self.limits, &place.proof, &|| watch.stopped());
        let solving = since(watch, begun);
        if !matches!(answer, Ok(Answer::Unsatisfiable)) {
            self.folder.give_up(&place);
        }
        match answer.map_err(unsolved)? {
            Answer::Satisfiable(model) => Ok(Solved::Model(model)),
            Answer::Unknown(why) => Err(Limit::Undecided(why)),
            Answer::Unsatisfiable => {
                let begun = watch.seconds();
                let solver = self.solver.name();
                let limits = adli_lrat::Limits::default();
                let kept = self.folder.keep(&place, says, &solver, &limits);
                let kept = kept.map_err(unkept)?;
                Ok(Solved::Never(ProblemReport {
                    part: part.map(str::to_owned),
                    cnf: CnfSize { clauses: kept.clauses, variables: u64::from(kept.variables) },
                    proof_bytes: kept.proof_bytes,
                    encoding_seconds: None,
                    solving_seconds: solving,
                    checking_seconds: since(watch, begun),
                }))
            }
        }
    }
}

/// Why a solver has no answer.
fn unsolved(error: SolverError) -> Limit {
    match error {
        SolverError::File(..) => Limit::File(error.to_string()),
        SolverError::Program(..) | SolverError::Answer(_) => Limit::Undecided(error.to_string()),
    }
}

/// Why a certificate is not kept.
fn unkept(error: WriteError) -> Limit {
    match error {
        WriteError::File(..) => Limit::File(error.to_string()),
        other => Limit::Internal(other.to_string()),
    }
}

/// How long something took, if anybody looks at a clock.
pub(super) fn since(watch: &dyn Watch, begun: Option<f64>) -> Option<f64> {
    Some(watch.seconds()? - begun?)
}

/// Somebody who looks at the clauses. What is reported of the claims is for nobody's eyes.
pub(super) struct Onlooker<'a> {
    pub(super) reduce: bool,
    pub(super) see: &'a mut dyn FnMut(&NamedProblem<'_>),
}

impl Desk for Onlooker<'_> {
    fn solves(&self) -> bool {
        false
    }

    fn reduces(&self) -> bool {
        self.reduce
    }

    fn solve(&mut self, problem: &NamedProblem<'_>, _: &str, watch: &dyn Watch) -> Result<Solved, Limit> {
        if let Some(by) = watch.stopped() {
            return Err(Limit::Stopped(by));
        }
        (self.see)(problem);
        let part = problem.part.map(str::to_owned);
        Ok(Solved::Never(ProblemReport { part, ..ProblemReport::default() }))
    }
}
