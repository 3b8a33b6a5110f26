//! Saves the problem and solves nothing.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Answer, Limits, Solver, SolverError, Stop, discard};
use crate::Cnf;

/// Writes each problem as DIMACS text, under the name of its proof with the ending `.cnf`.
pub struct Writer;

impl Solver for Writer {
    fn name(&self) -> String {
        "none".to_owned()
    }

    fn solve(
        &mut self,
        cnf: &Cnf,
        _limits: &Limits,
        proof: &Path,
        _stop: Stop<'_>,
    ) -> Result<Answer, SolverError> {
        let path = proof.with_extension("cnf");
        write_problem(cnf, &path)?;
        Ok(Answer::Unknown(format!("the problem is saved as `{}`, and no solver was asked", path.display())))
    }
}

/// Writes a problem; nothing stays behind where that fails.
fn write_problem(cnf: &Cnf, path: &Path) -> Result<(), SolverError> {
    cnf.save(path).map_err(|error| {
        let _ = fs::remove_file(path);
        SolverError::File(path.display().to_string(), error)
    })
}

/// A problem that is saved beside its proof for as long as a solver reads it.
pub(super) struct Temporary(PathBuf);

impl Temporary {
    /// Saves a problem.
    pub(super) fn new(cnf: &Cnf, proof: &Path) -> Result<Temporary, SolverError> {
        let path = proof.with_extension("problem.cnf");
        write_problem(cnf, &path)?;
        Ok(Temporary(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        discard(&self.0);
    }
}
