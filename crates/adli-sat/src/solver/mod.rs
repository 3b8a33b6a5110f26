//! Whoever decides a problem: a solver in this process, a program, or nobody yet.
//!
//! No answer of a solver is believed. A model is put into the clauses here, before anybody sees it; that there is no
//! model is believed by nobody who has not checked the proof, which is written to a file in the LRAT format.
//!
//! This is an edge of the program: it looks at the clock and at the memory in use, writes files and starts programs.

mod cadical;
mod process;
mod watch;
mod writer;

use std::fmt;
use std::io;
use std::path::Path;

use crate::Cnf;

pub use adli_process::{Limits, Stop};
pub use cadical::Cadical;
pub use process::Process;
pub use writer::Writer;

/// Decides whether clauses can be satisfied.
pub trait Solver {
    /// The solver's name and version, for reports and certificates.
    fn name(&self) -> String;

    /// Decides one problem. Where no assignment satisfies it, an LRAT proof of that is written to the file `proof`;
    /// whatever else is answered, no file of that name is left.
    ///
    /// Once `stop` answers the work is given up within a fraction of a second.
    ///
    /// # Errors
    /// Where a file cannot be written, a program cannot be run, or an answer is wrong or makes no sense.
    fn solve(
        &mut self,
        cnf: &Cnf,
        limits: &Limits,
        proof: &Path,
        stop: Stop<'_>,
    ) -> Result<Answer, SolverError>;
}

/// What a solver says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No assignment satisfies all clauses; the file holds the proof, which nobody has checked yet.
    Unsatisfiable,
    /// This assignment, variable 1 first, does. It was put into the clauses.
    Satisfiable(Vec<bool>),
    /// It gave up, for this reason.
    Unknown(String),
}

/// How far a solver has come; there is no saying how far it has to go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Seconds since it began.
    pub seconds: f64,
    /// Bytes of the proof that are written.
    pub proof_bytes: u64,
}

/// Told of the progress a few times each second, from another thread.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) + Sync);

/// Why there is no answer.
#[derive(Debug)]
pub enum SolverError {
    /// A file could not be written or read.
    File(String, io::Error),
    /// A program could not be run.
    Program(String, io::Error),
    /// What a solver said makes no sense, or is wrong.
    Answer(String),
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::File(name, error) => write!(f, "cannot write `{name}`: {error}"),
            SolverError::Program(name, error) => write!(f, "cannot run the solver `{name}`: {error}"),
            SolverError::Answer(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for SolverError {}

/// A model that has been put into the clauses.
fn checked_model(cnf: &Cnf, model: Vec<bool>, solver: &str) -> Result<Answer, SolverError> {
    if cnf.is_satisfied_by(&model) {
        Ok(Answer::Satisfiable(model))
    } else {
        Err(SolverError::Answer(format!("the model that `{solver}` gives does not satisfy the clauses")))
    }
}

/// The proof of a problem that has no proof is not left behind.
fn discard(proof: &Path) {
    // There may be none.
    let _ = std::fs::remove_file(proof);
}
