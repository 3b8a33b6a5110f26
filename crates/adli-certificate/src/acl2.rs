//! A second opinion: the LRAT checker of the ACL2 books, which ACL2 has proved sound.
//!
//! The theorem says: if the function `proved-formula` returns a formula, then that formula is not satisfiable. So ACL2 is
//! asked to print the formula that it has proved, and that is compared with the clauses of the certificate. Neither
//! ACL2's parser nor what is written for it here has to be believed; what has to be is ACL2, the Lisp under it, and the
//! comparison.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use adli_lrat::{Limits, Problem, sort_proof};

use crate::manifest::{Certificate, Part};
use crate::refuted::refuted;

/// What ACL2 is asked. The book ends the program itself, with exit code 0 or 1.
const QUESTION: &str = "(include-book \"projects/sat/lrat/incremental/run\" :dir :system)\n\
                        (lrat::lrat-check \"clauses.cnf\" \"proof.clrat\")\n";
/// The file into which it is to print the formula.
const FORMULA: &str = "formula.txt";
/// Neither what ACL2 says nor the formula that it prints is longer.
const MOST_SAID: u64 = 1 << 30;
const PAUSE: Duration = Duration::from_millis(20);

/// Why ACL2 has not confirmed a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AuditFault {
    /// ACL2 or its books cannot be run.
    NotInstalled(String),
    /// It does not accept the proof, or proved something else; the message names the file.
    Wrong(String),
    /// What is written for it cannot be written; the message names the folder.
    File(String),
    /// It was not or could not be asked.
    NotRun(String),
}

/// Asks ACL2 about a certificate that [`crate::verify`] has found right. Files are written into `work`, an empty folder.
///
/// # Errors
/// Where ACL2 does not confirm the certificate.
pub fn audit(
    program: &str,
    folder: &Path,
    certificate: &Certificate,
    work: &Path,
    limits: &Limits,
    stopped: impl Fn() -> bool,
) -> Result<(), AuditFault> {
    let Part { file: cnf, .. } = certificate.evidence.problem();
    // Lines of linear arithmetic are beyond it; it is asked about the clauses of the problem and of the lines.
    let about = refuted(folder, certificate, limits).map_err(AuditFault::Wrong)?;
    let (problem, proof) = (&about.clauses, &about.proof);
    if problem.numbers().any(|clause| clause.is_empty()) {
        let why = format!("`{cnf}` has the empty clause, which ACL2's reader does not know");
        return Err(AuditFault::NotRun(why));
    }
    let unwritable = |error| unwritable(work, &error);
    about.write_clauses(&work.join("clauses.cnf")).map_err(unwritable)?;
    let mut out = BufWriter::new(fs::File::create(work.join("proof.clrat")).map_err(unwritable)?);
    sort_proof(open(&folder.join(proof))?, &mut out, limits)
        .map_err(|fault| wrong(proof, &fault))?
        .and_then(|()| out.flush())
        .map_err(unwritable)?;
    ask(program, work, proof, stopped)?;
    if is_printed(&work.join(FORMULA), problem) {
        Ok(())
    } else {
        Err(wrong(cnf, &"the formula that ACL2 has proved is another one"))
    }
}

fn unwritable(work: &Path, error: &io::Error) -> AuditFault {
    AuditFault::File(format!("cannot write `{}`: {error}", work.display()))
}

fn open(path: &Path) -> Result<fs::File, AuditFault> {
    adli_files::open(path).map_err(|error| wrong(&path.display().to_string(), &error))
}

fn wrong(file: &str, what: &dyn std::fmt::Display) -> AuditFault {
    AuditFault::Wrong(format!("`{file}`: {what}"))
}

/// Runs ACL2 to its end, or until somebody asks to stop.
fn ask(program: &str, work: &Path, proof: &str, stopped: impl Fn() -> bool) -> Result<(), AuditFault> {
    let log = work.join("log.txt");
    let cannot = |error: io::Error| AuditFault::NotInstalled(format!("cannot run `{program}`: {error}"));
    let output = fs::File::create(&log).map_err(|error| unwritable(work, &error))?;
    // A path is relative to the folder of the user, not to that in which the program works; a plain name is
    // looked for in `PATH`.
    let is_path = Path::new(program).components().count() > 1;
    let path = if is_path { std::path::absolute(program).map_err(cannot)? } else { program.into() };
    let mut child = Command::new(path)
        .current_dir(work)
        .env("LRAT_PRINT_FORMULA", FORMULA)
        .stdin(Stdio::piped())
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .map_err(cannot)?;
    if let Some(mut question) = child.stdin.take() {
        // A program that does not listen will not answer either.
        let _ = question.write_all(QUESTION.as_bytes());
    }
    wait(&mut child, stopped)?;
    let said = adli_files::read(&log, MOST_SAID).map_err(cannot)?;
    let said = String::from_utf8_lossy(&said);
    if said.lines().any(|line| line.contains("s VERIFIED")) {
        return Ok(());
    }
    if !said.contains("Length of file") && !said.contains("LRAT-CHECK") {
        let why = format!("`{program}` is not ACL2, or has no book `projects/sat/lrat/incremental/run`");
        return Err(AuditFault::NotInstalled(why));
    }
    let error = said.lines().find_map(|line| line.split_once("ERROR in ").or(line.split_once("Error in ")));
    let error = error.map_or("", |(_, what)| what);
    Err(wrong(proof, &format!("ACL2 does not accept it: {error}")))
}

fn wait(child: &mut Child, stopped: impl Fn() -> bool) -> Result<(), AuditFault> {
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return Ok(()),
            Ok(None) if !stopped() => thread::sleep(PAUSE),
            _ => {
                // It may have ended by itself meanwhile.
                let _ = child.kill();
                let _ = child.wait();
                return Err(AuditFault::NotRun("stopped before ACL2 had an answer".to_owned()));
            }
        }
    }
}

/// Is what ACL2 printed, number by number, the clauses that we have?
fn is_printed(path: &Path, problem: &Problem) -> bool {
    let Ok(text) = adli_files::read_text(path, MOST_SAID) else { return false };
    let printed = text.split_whitespace().map(|word| word.parse::<i64>().ok());
    let ours = problem.numbers().flat_map(|clause| clause.into_iter().chain([0]));
    printed.eq(ours.map(Some))
}
