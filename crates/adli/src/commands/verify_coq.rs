//! `adli verify --coq`: a second opinion on certificates, by what Coq has proved right.
//!
//! The proof over the clauses goes to `adli-verified`, whose checker is a function of `proofs/Lrat.v`. Where clauses come from lines of linear arithmetic,
//! each line is a goal for Coq's tactic `lia`, some hundred in a file, and the kernel checks what the tactic finds.

use std::fs;
use std::path::Path;
use std::time::Duration;

use adli_certificate::{Certificate, Evidence, refuted};
use adli_coq::{Coqc, Opinion, Trouble, Verified};
use adli_farkas::{Lines, Problem};
use adli_linear::write_goals;
use adli_process::Limits;

use super::coq::{find_coqc, passing};
use super::verify::Soundness;
use crate::failure::Failure;
use crate::files::cannot_write;
use crate::interrupt;
use crate::verified::find_verified;

/// How many goals a file has, and how long Coq may take for it.
const GOALS: usize = 400;
const TIME: Duration = Duration::from_secs(600);

/// Who is asked about the certificates of a folder.
pub struct SecondOpinion<'f> {
    verified: Verified,
    folder: &'f Path,
    limits: adli_lrat::Limits,
}

/// Who accepts a certificate; or what has become of it, and why.
type Second = Result<Vec<&'static str>, (Soundness, String)>;

impl<'f> SecondOpinion<'f> {
    /// The checker that was named, or the one that is found.
    pub fn new(
        program: &str,
        folder: &'f Path,
        limits: adli_lrat::Limits,
    ) -> Result<SecondOpinion<'f>, Failure> {
        let verified = find_verified(Some(program).filter(|program| !program.is_empty()))?;
        Ok(SecondOpinion { verified, folder, limits })
    }

    /// Asks about a certificate that is right so far.
    pub fn on(&self, certificate: &Certificate) -> Result<Second, Failure> {
        let unknown = |why: String| Ok(Err((Soundness::Unknown, why)));
        let limits = Limits { memory: Some(self.limits.memory as u64), time: None };
        let work = passing()?;
        let (clauses, proof, linear) = match &certificate.evidence {
            Evidence::Clauses(clauses) => {
                (self.folder.join(&clauses.cnf.file), self.folder.join(&clauses.proof.file), None)
            }
            Evidence::Linear(_) => match refuted(self.folder, certificate, &self.limits) {
                Err(why) => return Ok(Err((Soundness::Wrong, why))),
                Ok(about) => {
                    let path = work.path().join("clauses.cnf");
                    about.write_clauses(&path).map_err(cannot_write(&path))?;
                    (path, self.folder.join(&about.proof), about.linear)
                }
            },
        };
        let said = self.verified.proof(&clauses, &proof, &limits, &interrupt::asked);
        match said.map_err(|error| cannot(self.verified.program(), &error))? {
            Opinion::Right => {}
            Opinion::Refused => {
                let why = format!("`{}`: the verified checker refuses it", proof.display());
                return Ok(Err((Soundness::Wrong, why)));
            }
            Opinion::Unknown(why) => return unknown(format!("the verified checker: {why}")),
        }
        let Some((problem, lines)) = linear else { return Ok(Ok(vec!["adli-verified"])) };
        Ok(match ask_lia(&find_coqc()?, &problem, &lines, work.path())? {
            Ok(()) => Ok(vec!["adli-verified", "coq-lia"]),
            Err(Trouble::Refused(_, why)) => {
                Err((Soundness::Wrong, format!("Coq does not accept a line: {why}")))
            }
            Err(trouble) => Err((Soundness::Unknown, trouble.to_string())),
        })
    }
}

/// Lines as goals, file by file.
fn ask_lia(
    coqc: &Coqc,
    problem: &Problem,
    lines: &Lines,
    work: &Path,
) -> Result<Result<(), Trouble>, Failure> {
    let limits = Limits { time: Some(TIME), memory: None };
    let path = work.join("lines.v");
    for from in (0..lines.lines.len()).step_by(GOALS) {
        let which = from..(from + GOALS).min(lines.lines.len());
        let mut goals = Vec::new();
        write_goals(problem, lines, which, &mut goals).map_err(|error| cannot(&path, &error))?;
        fs::write(&path, goals).map_err(cannot_write(&path))?;
        if let Err(trouble) = coqc.accepts(&path, &limits, &interrupt::asked) {
            return Ok(Err(trouble));
        }
    }
    Ok(Ok(()))
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(format!("`{}`: {error}", path.display()))
}
