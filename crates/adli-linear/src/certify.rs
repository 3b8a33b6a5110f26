//! From lines to a certificate: one run of CaDiCaL over the clauses and the lines, with an LRAT proof.
//!
//! The search has found more lines than are needed. So the problem is solved twice: the first proof says which lines it used, and the second is made with these
//! alone. Both the lines and the proof of the second are what is kept; they are checked before anybody sees them, as anybody else would check
//! them.

use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use adli_cadical::traced;
use adli_farkas::{Checked, Lines, Problem, check};
use adli_watch::Watch;
use cadical_sys::Status;

use crate::decide::Allowed;
use crate::guard;

/// Why there is no certificate.
#[derive(Debug)]
pub enum NoCertificate {
    /// A file cannot be written or read.
    File(String, io::Error),
    /// It was given up, for this reason.
    GivenUp(String),
    /// The checker does not accept it, or a solver says something else than before.
    Wrong(String),
}

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCertificate::File(name, error) => write!(f, "cannot write `{name}`: {error}"),
            NoCertificate::GivenUp(why) | NoCertificate::Wrong(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NoCertificate {}

/// Writes the lines and the proof to two files. Answers what the checker saw.
///
/// # Errors
/// Where files cannot be written, the work was given up, or the checker refuses the certificate. Then the files may be incomplete.
pub fn certify(
    problem: &Problem,
    lines: &Lines,
    to_lines: &Path,
    to_proof: &Path,
    allowed: &Allowed,
    watch: &dyn Watch,
) -> Result<Checked, NoCertificate> {
    prove(problem, lines, to_proof, allowed, watch)?;
    let fewer = used(problem, lines, to_proof)?;
    let lines = if fewer.lines.len() < lines.lines.len() {
        prove(problem, &fewer, to_proof, allowed, watch)?;
        &fewer
    } else {
        lines
    };
    save(to_lines, |out| lines.write(out))?;
    let open = |path: &Path| adli_files::open(path).map_err(|error| unwritten(path, error));
    check(problem, open(to_lines)?, open(to_proof)?, &adli_farkas::Limits::default())
        .map_err(|fault| NoCertificate::Wrong(format!("the certificate is wrong: {fault}")))
}

/// One run over the clauses and the lines.
fn prove(
    problem: &Problem,
    lines: &Lines,
    to_proof: &Path,
    allowed: &Allowed,
    watch: &dyn Watch,
) -> Result<(), NoCertificate> {
    let wrong = |what: &str| NoCertificate::Wrong(what.to_owned());
    let (mut solver, trace) = traced(to_proof).map_err(|error| unwritten(to_proof, error))?;
    // As a file: given one by one, a clause that is tidied up on the way in would take a number of its own.
    let cnf = to_proof.with_extension("problem.cnf");
    save(&cnf, |out| write_clauses(problem, lines, out))?;
    let mut variables = 0;
    let read = solver.read_dimacs2(cnf.to_str().unwrap_or_default(), &mut variables, 2);
    // It is only there to be read.
    let _ = fs::remove_file(&cnf);
    read.map_err(NoCertificate::Wrong)?;
    let (status, reason) = guard::solve(&mut solver, watch, allowed.memory);
    match status {
        Status::UNSATISFIABLE => trace.finish().map_err(|error| unwritten(to_proof, error)),
        Status::SATISFIABLE => Err(wrong("the lines do not suffice: this is a mistake of this program")),
        Status::UNKNOWN => {
            Err(NoCertificate::GivenUp(reason.unwrap_or_else(|| "the solver gave up".to_owned())))
        }
    }
}

/// The lines that a proof uses, and the inequalities that these need.
fn used(problem: &Problem, lines: &Lines, proof: &Path) -> Result<Lines, NoCertificate> {
    let file = adli_files::open(proof).map_err(|error| unwritten(proof, error))?;
    let used = adli_lrat::used_clauses(file, &adli_lrat::Limits::default())
        .map_err(|fault| NoCertificate::Wrong(format!("the proof is wrong: {fault}")))?;
    let first = problem.len() as u64 + 1;
    let is_used = |at: usize| used.binary_search(&(first + at as u64)).is_ok();
    let kept = lines.lines.iter().enumerate().filter(|(at, _)| is_used(*at)).map(|(_, line)| line.clone());
    // New variables follow one another without gaps, so all of them stay.
    Ok(Lines { atoms: lines.atoms.clone(), lines: kept.collect() })
}

fn write_clauses(problem: &Problem, lines: &Lines, out: &mut dyn Write) -> io::Result<()> {
    let variables = problem.variables() as usize + lines.atoms.len();
    writeln!(out, "p cnf {variables} {}", problem.len() + lines.lines.len())?;
    for clause in problem.clauses() {
        clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
        writeln!(out, "0")?;
    }
    for line in &lines.lines {
        line.iter().try_for_each(|(_, literal)| write!(out, "{literal} "))?;
        writeln!(out, "0")?;
    }
    Ok(())
}

fn save(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), NoCertificate> {
    let save = || {
        let mut out = BufWriter::new(fs::File::create(path)?);
        write(&mut out)?;
        out.flush()
    };
    save().map_err(|error| unwritten(path, error))
}

fn unwritten(path: &Path, error: io::Error) -> NoCertificate {
    NoCertificate::File(path.display().to_string(), error)
}
