//! What a certificate's proof is about, for other checkers: clauses, and the lines of linear arithmetic that some of them come from.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use adli_farkas::Lines;
use adli_lrat::{Limits, Problem};

use crate::manifest::{Certificate, Clauses, Evidence, Linear, Part};

/// Clauses that a proof refutes.
pub struct Refuted {
    /// Those of the problem, and after them those of the lines.
    pub clauses: Problem,
    /// The problem with its inequalities, and the lines, if it is one of linear arithmetic.
    pub linear: Option<(adli_farkas::Problem, Lines)>,
    /// The file of the proof.
    pub proof: String,
}

/// Reads what the proof of a certificate is about.
///
/// # Errors
/// Where a file cannot be read, or a line is wrong; the message names the file.
pub fn refuted(folder: &Path, certificate: &Certificate, limits: &Limits) -> Result<Refuted, String> {
    let told = |file: &str, what: &dyn std::fmt::Display| format!("`{file}`: {what}");
    let open = |file: &str| adli_files::open(&folder.join(file)).map_err(|error| told(file, &error));
    let Part { file, .. } = certificate.evidence.problem();
    match &certificate.evidence {
        Evidence::Clauses(Clauses { proof, .. }) => {
            let clauses = Problem::read(open(file)?, limits).map_err(|fault| told(file, &fault))?;
            Ok(Refuted { clauses, linear: None, proof: proof.file.clone() })
        }
        Evidence::Linear(Linear { farkas, proof, .. }) => {
            let problem =
                adli_farkas::Problem::read(open(file)?, limits).map_err(|fault| told(file, &fault))?;
            let (lines, clauses) = adli_farkas::check_lines(&problem, open(&farkas.file)?, limits)
                .map_err(|fault| told(&farkas.file, &fault))?;
            Ok(Refuted { clauses, linear: Some((problem, lines)), proof: proof.file.clone() })
        }
    }
}

impl Refuted {
    /// Writes the clauses as DIMACS text.
    ///
    /// # Errors
    /// Those of the writing.
    pub fn write_clauses(&self, path: &Path) -> io::Result<()> {
        let mut out = BufWriter::new(fs::File::create(path)?);
        writeln!(out, "p cnf {} {}", self.clauses.variables(), self.clauses.clauses())?;
        for clause in self.clauses.numbers() {
            clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
            writeln!(out, "0")?;
        }
        out.flush()
    }
}
