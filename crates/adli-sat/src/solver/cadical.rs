//! CaDiCaL in this process: the default.
//!
//! The solver works on the calling thread, because it is one long call; a second thread watches the limits and the
//! caller's wish, and asks the solver to stop through a flag that it looks at every few hundred conflicts. The proof
//! is written in the binary form, a third as long as the text, which is what certificates keep.

use std::path::Path;

use adli_cadical::traced;
use adli_process::guarded;
use cadical_sys::{CaDiCal, Status, TerminateFlag};

use super::watch::Watch;
use super::writer::Temporary;
use super::{Answer, Limits, OnProgress, Solver, SolverError, Stop, checked_model, discard};
use crate::Cnf;

/// CaDiCaL, a solver of its own in each call.
#[derive(Default)]
pub struct Cadical<'a> {
    on_progress: Option<OnProgress<'a>>,
}

impl<'a> Cadical<'a> {
    /// A solver that tells nobody how it goes.
    #[must_use]
    pub fn new() -> Cadical<'a> {
        Cadical::default()
    }

    /// A solver that tells how it goes.
    #[must_use]
    pub fn watched(on_progress: OnProgress<'a>) -> Cadical<'a> {
        Cadical { on_progress: Some(on_progress) }
    }
}

impl Solver for Cadical<'_> {
    fn name(&self) -> String {
        format!("CaDiCaL {}", CaDiCal::version())
    }

    fn solve(
        &mut self,
        cnf: &Cnf,
        limits: &Limits,
        proof: &Path,
        stop: Stop<'_>,
    ) -> Result<Answer, SolverError> {
        let unwritten = |error| SolverError::File(proof.display().to_string(), error);
        let (mut solver, trace) = traced(proof).map_err(unwritten)?;
        if let Err(error) = read_problem(&mut solver, cnf, proof) {
            discard(proof);
            return Err(error);
        }
        let flag = TerminateFlag::new();
        solver.connect_terminator(flag.clone());
        let mut watch = Watch::new(limits, stop, proof, self.on_progress, std::process::id());
        let (status, reason) = guarded(|| solver.solve(), || watch.look(), || flag.terminate());
        // A full disk is told whatever the answer is.
        trace.finish().map_err(unwritten)?;
        if status == Status::UNSATISFIABLE {
            return Ok(Answer::Unsatisfiable);
        }
        discard(proof);
        if status == Status::SATISFIABLE {
            // A variable that the solver has not heard of may have any value.
            let known = solver.vars();
            let last = i32::try_from(cnf.variables).unwrap_or(i32::MAX);
            let model = (1..=last).map(|variable| variable <= known && solver.val(variable) > 0).collect();
            return checked_model(cnf, model, &self.name());
        }
        Ok(Answer::Unknown(reason.unwrap_or_else(|| "the solver gave up".to_owned())))
    }
}

/// Hands the clauses over as a file. Given one by one, a clause that is tidied up on the way in would take a number of
/// its own, and the proof would count the rest differently from the DIMACS text.
fn read_problem(solver: &mut CaDiCal, cnf: &Cnf, proof: &Path) -> Result<(), SolverError> {
    const STRICT: i32 = 2;
    let problem = Temporary::new(cnf, proof)?;
    let path = problem.path().to_str().unwrap_or_default();
    let mut variables = 0;
    solver.read_dimacs2(path, &mut variables, STRICT).map_err(SolverError::Answer)
}
