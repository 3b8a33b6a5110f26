//! Certificates for problems of linear arithmetic: three files, read once each.

use std::fmt;
use std::io::Read;
use std::path::PathBuf;

use adli_farkas::{Fault, Limits, Problem, check};
use adli_lrat::Checked;

/// Where the files of a certificate for a problem of linear arithmetic are to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearPlace {
    /// For the problem as SMT-LIB text. It may stay unwritten.
    pub text: PathBuf,
    /// For inequalities and clauses.
    pub problem: PathBuf,
    /// For the lines of linear arithmetic.
    pub farkas: PathBuf,
    /// For the proof, as LRAT.
    pub proof: PathBuf,
    pub(crate) claim: String,
    pub(crate) part: Option<String>,
}

/// How large a certificate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) integers: u32,
    pub(crate) variables: u32,
    pub(crate) inequalities: u64,
    pub(crate) clauses: u64,
    pub(crate) lines: u64,
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Numbers { integers, variables, inequalities, clauses, lines } = self;
        write!(
            f,
            "{integers} integers, {variables} variables, {inequalities} inequalities, {clauses} clauses"
        )?;
        write!(f, " and {lines} lines")
    }
}

/// Checks three files, and says how much there was in them.
pub(crate) fn examine(
    problem: impl Read,
    farkas: impl Read,
    proof: impl Read,
    limits: &Limits,
) -> Result<(Numbers, Checked), Fault> {
    let problem = Problem::read(problem, limits)?;
    let checked = check(&problem, farkas, proof, limits)?;
    let numbers = Numbers {
        integers: problem.integers(),
        variables: problem.variables(),
        inequalities: problem.atoms().len() as u64,
        clauses: problem.len() as u64,
        lines: checked.lines,
    };
    Ok((numbers, checked.proof))
}
