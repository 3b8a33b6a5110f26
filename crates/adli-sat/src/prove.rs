//! From a checked text to verdicts by SAT.
//!
//! A lemma becomes a problem that has a solution just if the lemma is wrong. If the solver finds none, its proof is
//! checked by a program that knows nothing of solver and encoder, and only then the lemma is called proved. If it
//! finds one, the solution is read as a line of play, and the plain interpreter replays it.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;

use adli_certificate::{Folder, Place};
use adli_lang::{Claim, ClaimKind, Program};
use adli_prove::{
    Certified, ClaimReport, CnfSize, Failures, Method, Options, ProblemReport, Report, Verdict, Watch,
    expect, kind,
};

use crate::cnf::Cnf;
use crate::problem::{Posed, pose};
use crate::replay::replay;
use crate::solver::{Answer, Limits, Solver};

/// What the work is done with.
pub struct Tools<'a> {
    /// Who solves the problems.
    pub solver: &'a mut dyn Solver,
    /// Where clauses and proofs are written.
    pub folder: &'a mut Folder,
    /// What a problem may use.
    pub limits: Limits,
    /// Set to end the work.
    pub stop: &'a AtomicBool,
}

/// Why a claim has no verdict.
pub(crate) enum Without {
    NotRun(String),
    Unknown(String),
    Internal(String),
}

/// Decides the claims of a file, as far as they can be said in clauses.
#[must_use]
pub fn prove(
    file: &str,
    programs: &[Program],
    options: &Options,
    tools: &mut Tools<'_>,
    watch: &dyn Watch,
) -> Report {
    let mut claims: Vec<ClaimReport> = Vec::new();
    for program in programs {
        let material =
            program.endgame.material().map_or_else(|| program.endgame.name.clone(), |m| m.to_string());
        let several = programs.len() > 1;
        for claim in &program.claims {
            if !options.claims.is_empty() && !options.claims.contains(&claim.name) {
                continue;
            }
            watch.begins(&claim.name);
            let begun = watch.seconds();
            let mut report = ClaimReport::new(&claim.name, &material, kind(&claim.says));
            report.method = Method::Sat;
            let name = if several {
                format!("{}.{}", claim.name, material.to_lowercase())
            } else {
                claim.name.clone()
            };
            let mut prover = Prover { program, name, tools: &mut *tools, watch };
            if let Err(without) = prover.claim(claim, &mut report) {
                let (verdict, reason) = match without {
                    Without::NotRun(why) => (Verdict::NotRun, why),
                    Without::Unknown(why) => (Verdict::Unknown, why),
                    Without::Internal(why) => (Verdict::Internal, why),
                };
                (report.verdict, report.reason) = (verdict, Some(reason));
            }
            expect(claim, &mut report);
            report.seconds = begun.and_then(|begun| Some(watch.seconds()? - begun));
            claims.push(report);
        }
    }
    Report { file: file.to_owned(), claims }
}

struct Prover<'a, 't> {
    program: &'a Program,
    /// The name of the claim among the certificates.
    name: String,
    tools: &'a mut Tools<'t>,
    watch: &'a dyn Watch,
}

impl Prover<'_, '_> {
    fn claim(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<(), Without> {
        let begun = self.watch.seconds();
        let posed = pose(self.program, claim).map_err(|refused| Without::NotRun(refused.to_string()))?;
        let encoding = self.since(begun).map(|seconds| seconds / posed.len().max(1) as f64);
        let mut problems = Vec::new();
        for problem in &posed {
            match self.solve(&problem.cnf, problem.part.as_deref(), &statement(claim))? {
                Solved::Never(mut solved) => {
                    solved.encoding_seconds = encoding;
                    problems.push(solved);
                }
                Solved::Model(model) => {
                    self.refute(claim, problem, &model, report)?;
                    return Ok(());
                }
            }
        }
        report.verdict = Verdict::Proved;
        report.certificate = Some(certified(problems));
        Ok(())
    }

    fn since(&self, begun: Option<f64>) -> Option<f64> {
        Some(self.watch.seconds()? - begun?)
    }

    fn refute(
        &self,
        claim: &Claim,
        problem: &Posed,
        model: &[bool],
        report: &mut ClaimReport,
    ) -> Result<(), Without> {
        let line =
            problem.line(self.program, model).map_err(|refused| Without::Internal(refused.to_string()))?;
        let failure = replay(self.program, claim, &line).map_err(|what| {
            Without::Internal(format!("the plain interpreter disagrees with the solver's model: {what}"))
        })?;
        report.verdict = Verdict::Refuted;
        report.failures = Some(Failures { positions: 1, shown: vec![failure] });
        Ok(())
    }

    /// Solves a problem; if there is no solution the proof of that has been checked.
    fn solve(&mut self, cnf: &Cnf, part: Option<&str>, statement: &str) -> Result<Solved, Without> {
        let failed = |error: &dyn std::fmt::Display| Without::Unknown(error.to_string());
        let place = self.tools.folder.place(&self.name, part).map_err(|error| failed(&error))?;
        write(cnf, &place).map_err(|error| failed(&error))?;
        let begun = self.watch.seconds();
        let answer = self.tools.solver.solve(cnf, &self.tools.limits, &place.proof, self.tools.stop);
        let solving = self.since(begun);
        let answer = answer.map_err(|error| {
            Folder::give_up(&place);
            failed(&error)
        })?;
        match answer {
            Answer::Satisfiable(model) => {
                Folder::give_up(&place);
                Ok(Solved::Model(model))
            }
            Answer::Unknown(why) => {
                Folder::give_up(&place);
                Err(Without::Unknown(why))
            }
            Answer::Unsatisfiable => {
                let begun = self.watch.seconds();
                let solver = self.tools.solver.name();
                let kept = self.tools.folder.keep(&place, statement, &solver, &adli_lrat::Limits::default());
                let kept = kept.map_err(|error| Without::Internal(error.to_string()))?;
                Ok(Solved::Never(ProblemReport {
                    part: part.map(str::to_owned),
                    cnf: CnfSize { clauses: kept.clauses, variables: u64::from(kept.variables) },
                    proof_bytes: kept.proof_bytes,
                    encoding_seconds: None,
                    solving_seconds: solving,
                    checking_seconds: self.since(begun),
                }))
            }
        }
    }
}

enum Solved {
    Never(ProblemReport),
    Model(Vec<bool>),
}

fn write(cnf: &Cnf, place: &Place) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(&place.cnf)?);
    cnf.write_dimacs(&mut out)?;
    out.flush()
}

fn certified(problems: Vec<ProblemReport>) -> Certified {
    let cnf = problems.iter().map(|problem| problem.cnf).max().unwrap_or_default();
    Certified { path: None, cnf, checked_by: vec!["adli-lrat".into()], problems }
}

/// What a certificate says of a claim, in words.
fn statement(claim: &Claim) -> String {
    match claim.says {
        ClaimKind::Play { last, .. } => format!("lemma `{}`, about plays of {last} plies", claim.name),
        _ => format!("lemma `{}`, about every position", claim.name),
    }
}
