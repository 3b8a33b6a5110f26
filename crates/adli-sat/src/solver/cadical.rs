//! CaDiCaL in this process: the default.
//!
//! The solver works on the calling thread, because it is one long call; a second thread watches the limits and the
//! caller's wish, and asks the solver to stop through a flag that it looks at every few hundred conflicts. The proof
//! is written in the binary form, a third as long as the text, which is what certificates keep.

use std::path::Path;

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
        let mut solver = tracing(proof)?;
        if let Err(error) = read_problem(&mut solver, cnf, proof) {
            solver.close_proof_trace(false);
            discard(proof);
            return Err(error);
        }
        let flag = TerminateFlag::new();
        solver.connect_terminator(flag.clone());
        let mut watch = Watch::new(limits, stop, proof, self.on_progress, std::process::id());
        let (status, reason) = guarded(|| solver.solve(), || watch.look(), || flag.terminate());
        solver.close_proof_trace(false);
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

/// A solver that writes an LRAT proof to a file.
fn tracing(proof: &Path) -> Result<CaDiCal, SolverError> {
    let shown = proof.display().to_string();
    // CaDiCaL compresses by the name's ending, and takes names of text only.
    let is_plain =
        !["gz", "bz2", "xz", "7z"].iter().any(|ending| proof.extension().is_some_and(|e| e == *ending));
    let Some(path) = proof.to_str().filter(|_| is_plain) else {
        return Err(SolverError::Answer(format!("`{shown}` cannot be the name of a proof")));
    };
    let mut solver = CaDiCal::new();
    // Without bounded variable addition every step follows from the clauses by unit propagation.
    let is_set = solver.set("lrat", 1) && solver.set("binary", 1) && solver.set("factor", 0);
    if !is_set {
        return Err(SolverError::Answer("this CaDiCaL cannot write LRAT proofs".to_owned()));
    }
    if !solver.trace_proof2(path) {
        let why = std::io::Error::other("the file cannot be opened for writing");
        return Err(SolverError::File(shown, why));
    }
    Ok(solver)
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
