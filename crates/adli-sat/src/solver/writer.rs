//! Saves the problem and solves nothing.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::{Answer, Limits, Solver, SolverError};
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
        _stop: &AtomicBool,
    ) -> Result<Answer, SolverError> {
        let path = proof.with_extension("cnf");
        write_problem(cnf, &path)?;
        Ok(Answer::Unknown(format!("the problem is saved as `{}`, and no solver was asked", path.display())))
    }
}

/// Writes a problem; nothing stays behind where that fails.
pub(super) fn write_problem(cnf: &Cnf, path: &Path) -> Result<(), SolverError> {
    let write = || {
        let mut out = BufWriter::new(fs::File::create(path)?);
        cnf.write_dimacs(&mut out)?;
        out.flush()
    };
    write().map_err(|error| {
        let _ = fs::remove_file(path);
        SolverError::File(path.display().to_string(), error)
    })
}
