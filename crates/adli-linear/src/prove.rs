//! From a text to a verdict, and a certificate if there is no solution.

use std::fmt;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use adli_farkas::Checked;
use adli_watch::Watch;

use crate::certify::{NoCertificate, certify};
use crate::clauses::{Encoded, Model};
use crate::decide::{Allowed, Decided, Work, decide};
use crate::smtlib::{Limits, Mistake, read};

/// Where the files of a certificate go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Files<'a> {
    /// For inequalities and clauses.
    pub problem: &'a Path,
    /// For the lines of linear arithmetic.
    pub farkas: &'a Path,
    /// For the proof, as LRAT.
    pub proof: &'a Path,
}

/// What is known about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// These values satisfy it.
    Satisfiable(Model),
    /// None do; the files hold the certificate, and this is what the checker saw of it.
    Unsatisfiable(Checked),
    /// It was given up, for this reason.
    Unknown(String),
}

/// Why there is no verdict.
#[derive(Debug)]
pub enum Trouble {
    /// The text is not understood.
    Mistake(Mistake),
    /// There is no certificate for what was found.
    NoCertificate(NoCertificate),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Mistake(mistake) => mistake.fmt(f),
            Trouble::NoCertificate(none) => none.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

/// Decides a text, and writes a certificate where it has no solution.
///
/// # Errors
/// Where the text is not understood, or the certificate cannot be written.
pub fn prove(
    text: &str,
    files: &Files<'_>,
    limits: &Limits,
    allowed: &Allowed,
    watch: &dyn Watch,
) -> Result<(Verdict, Work), Trouble> {
    let encoded = problem_of(text, limits).map_err(Trouble::Mistake)?;
    let (decided, work) = decide(&encoded.problem, allowed, watch);
    let verdict = match decided {
        Decided::Unknown(why) => Verdict::Unknown(why),
        Decided::Solution(integers, values) => Verdict::Satisfiable(encoded.model(&integers, &values)),
        Decided::Contradiction(lines) => {
            let write = || {
                let mut out = BufWriter::new(fs::File::create(files.problem)?);
                encoded.problem.write(&encoded.comments(), &mut out)?;
                out.flush()
            };
            write().map_err(|error| {
                let name = files.problem.display().to_string();
                Trouble::NoCertificate(NoCertificate::File(name, error))
            })?;
            match certify(&encoded.problem, &lines, files.farkas, files.proof, allowed, watch) {
                Ok(checked) => Verdict::Unsatisfiable(checked),
                Err(NoCertificate::GivenUp(why)) => Verdict::Unknown(why),
                Err(none) => return Err(Trouble::NoCertificate(none)),
            }
        }
    };
    Ok((verdict, work))
}

/// The problem that a text is; the same text gives the same bytes.
///
/// # Errors
/// Where the text is not understood.
pub fn problem_of(text: &str, limits: &Limits) -> Result<Encoded, Mistake> {
    let formulas = read(text, limits)?;
    // What is refused here has no line: it is the whole of the text that is too large.
    formulas.encode().map_err(|refused| Mistake { line: 0, what: refused.to_string() })
}
