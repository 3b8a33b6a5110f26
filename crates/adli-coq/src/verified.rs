//! `adli-verified`, the checkers that Coq has proved right, as a program of its own: `proofs/extracted/build` makes it.
//!
//! Coq's extraction turns the functions of the library into OCaml. So besides the theorems of the library these have to be believed:
//! the extraction, OCaml, and the few lines that read files.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use adli_process::{Finished, Limits, Stop, run_to_the_end};

/// The name of the program.
pub const VERIFIED: &str = "adli-verified";

/// It starts no more.
const MOST_PROCESSES: usize = 64;

/// The program, found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    program: PathBuf,
}

/// What it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// What it was asked about is right.
    Right,
    /// It is refused.
    Refused,
    /// It could not read it, or was ended: why.
    Unknown(String),
}

impl Verified {
    /// A program, if it is the checker: asked nothing, it says how it is used.
    ///
    /// # Errors
    /// Where it cannot be run, or is another one.
    pub fn at(program: &Path) -> io::Result<Verified> {
        let asked = run_to_the_end(&mut Command::new(program), "", &Limits::default(), &|| None)?;
        match asked {
            Ok(said) if said.complained.starts_with("usage: adli-verified") => {
                Ok(Verified { program: program.to_owned() })
            }
            _ => Err(io::Error::other("it is another program")),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Is `NAME.raw` of a folder right, if those of the others are? Some processes share the work.
    ///
    /// # Errors
    /// Where the program cannot be run.
    pub fn table(
        &self,
        folder: &Path,
        name: &str,
        others: &[String],
        processes: usize,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> io::Result<Opinion> {
        let mut command = Command::new(&self.program);
        let processes = processes.clamp(1, MOST_PROCESSES).to_string();
        command.args(["tables", "-j", &processes]).arg(folder).arg(name).arg("--").args(others);
        opinion(&mut command, name, limits, stop)
    }

    /// Are the clauses of a file unsatisfiable by the proof of another one?
    ///
    /// # Errors
    /// Where the program cannot be run.
    pub fn proof(&self, cnf: &Path, proof: &Path, limits: &Limits, stop: Stop<'_>) -> io::Result<Opinion> {
        let mut command = Command::new(&self.program);
        command.arg("lrat").arg(cnf).arg(proof);
        opinion(&mut command, &proof.display().to_string(), limits, stop)
    }
}

/// Only one line means that something is right, and only together with exit code 0.
fn opinion(command: &mut Command, name: &str, limits: &Limits, stop: Stop<'_>) -> io::Result<Opinion> {
    let Finished { success, wrote, complained } = match run_to_the_end(command, "", limits, stop)? {
        Ok(finished) => finished,
        Err(why) => return Ok(Opinion::Unknown(why)),
    };
    if success && wrote == format!("{name}: right\n") {
        return Ok(Opinion::Right);
    }
    if !success && wrote == format!("{name}: refused\n") {
        return Ok(Opinion::Refused);
    }
    let why = complained.lines().next().unwrap_or("it said nothing");
    Ok(Opinion::Unknown(why.strip_prefix("error: ").unwrap_or(why).to_owned()))
}
