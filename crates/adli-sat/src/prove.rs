//! From a checked text to verdicts by SAT.
//!
//! A lemma becomes a problem that has a solution just if the lemma is wrong. If the solver finds none, its proof is
//! checked by a program that knows nothing of solver and encoder, and only then the lemma is called proved. If it
//! finds one, the solution is read as a line of play, and the plain interpreter replays it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;

use adli_certificate::{Folder, Place};
use adli_lang::term::{OptionId, TermId};
use adli_lang::{Claim, ClaimKind, Program, State};
use adli_prove::{
    Certified, ClaimReport, CnfSize, Extent, Failures, Method, Options, ProblemReport, Report, Unit, Verdict,
    Watch, expect, kind,
};

use crate::ahead::{AHEAD_ONLY, Diagrams};
use crate::circuit::Refused;
use crate::cnf::Cnf;
use crate::count::Found;
use crate::glue::ByLemmas;
use crate::premises::Premises;
use crate::problem::{Posed, other_moves, pose_with};
use crate::replay::replay;
use crate::solver::{Answer, Limits, Solver};

/// What the work is done with.
pub struct Tools<'a> {
    /// Who solves the problems.
    pub solver: &'a mut dyn Solver,
    /// Whether problems are made smaller first: a lemma that the text derives `by` others is shown by them. Otherwise
    /// every lemma is shown as it stands.
    pub reduce: bool,
    /// Where clauses and proofs are written.
    pub folder: &'a mut Folder,
    /// What a problem may use.
    pub limits: Limits,
    /// Set to end the work.
    pub stop: &'a AtomicBool,
}

/// Why a claim has no verdict.
enum Without {
    NotRun(String),
    Unknown(String),
    Internal(String),
}

impl From<Refused> for Without {
    fn from(refused: Refused) -> Without {
        match refused {
            Refused::Stopped => Without::Unknown(refused.to_string()),
            _ => Without::NotRun(refused.to_string()),
        }
    }
}

/// The name of the certificates that circuits look at all moves; no claim can have it.
const MOVES: &str = "laws-moves";
/// The name of the certificates that diagrams say what conditions say.
const AHEAD: &str = "look-ahead";
/// Options that a claim sets.
type Under = Vec<(OptionId, i32)>;
/// Up to so many positions a count has a certificate that there are no others.
const CERTIFIED: u64 = 5000;

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
        let several = programs.len() > 1;
        let mut prover = Prover {
            program,
            several,
            decided: Vec::new(),
            moves_are_all: false,
            options: Vec::new(),
            tools: &mut *tools,
            watch,
        };
        for claim in &program.claims {
            if options.claims.is_empty() || options.claims.contains(&claim.name) {
                claims.push(prover.report(claim));
            }
        }
    }
    Report { file: file.to_owned(), claims }
}

struct Prover<'a, 't> {
    program: &'a Program,
    /// There are other materials, so that names of certificates say which.
    several: bool,
    /// Claims that have been decided: a theorem may rest on lemmas that nobody asked for.
    decided: Vec<ClaimReport>,
    /// It has been proved that circuits look at all moves.
    moves_are_all: bool,
    /// For each way in which claims set options.
    options: Vec<OfOptions<'a>>,
    tools: &'a mut Tools<'t>,
    watch: &'a dyn Watch,
}

/// What is known where options are set in one way.
struct OfOptions<'a> {
    under: Under,
    /// Conditions that look ahead.
    diagrams: Diagrams<'a>,
    /// The numbers of those that have been shown to be right, with the names of their certificates.
    shown: Vec<(usize, String)>,
}

impl<'a> Prover<'a, '_> {
    /// Decides a claim, unless it has been decided.
    fn report(&mut self, claim: &Claim) -> ClaimReport {
        if let Some(known) = self.decided.iter().find(|report| report.name == claim.name) {
            return known.clone();
        }
        self.watch.begins(&claim.name);
        let begun = self.watch.seconds();
        let mut report = ClaimReport::new(&claim.name, &self.material(), kind(&claim.says));
        report.method = Method::Sat;
        if let Err(without) = self.claim(claim, &mut report) {
            let (verdict, reason) = match without {
                Without::NotRun(why) => (Verdict::NotRun, why),
                Without::Unknown(why) => (Verdict::Unknown, why),
                Without::Internal(why) => (Verdict::Internal, why),
            };
            (report.verdict, report.reason) = (verdict, Some(reason));
        }
        expect(claim, &mut report);
        report.seconds = self.since(begun);
        self.decided.push(report.clone());
        report
    }

    fn material(&self) -> String {
        let endgame = &self.program.endgame;
        endgame.material().map_or_else(|| endgame.name.clone(), |material| material.to_string())
    }

    /// The circuits look at some squares only when they look for moves. Has it proved, once, that nobody can go elsewhere.
    fn no_other_moves(&mut self) -> Result<(), Without> {
        if self.moves_are_all {
            return Ok(());
        }
        for problem in other_moves(self.program)? {
            let what = "no legal move goes to a square that the circuits do not look at";
            if let Solved::Model(_) = self.solve(&problem.cnf, MOVES, problem.part.as_deref(), what)? {
                return Err(Without::Internal("a legal move goes to a square that was not looked at".into()));
            }
        }
        self.moves_are_all = true;
        Ok(())
    }

    /// The diagrams for claims with these options.
    fn diagrams(&mut self, under: &Under) -> Diagrams<'a> {
        if let Some(known) = self.options.iter().find(|known| known.under == *under) {
            return known.diagrams.clone();
        }
        // With patterns for all that looks at moves problems are smaller; without them they say what the text says.
        let plies = if self.tools.reduce { 1 } else { AHEAD_ONLY };
        let diagrams = Diagrams::new(plies, self.watch);
        self.options.push(OfOptions { under: under.clone(), diagrams: diagrams.clone(), shown: Vec::new() });
        diagrams
    }

    /// Has it proved, once for each, that the diagrams on which a claim rests say what their conditions say.
    fn diagrams_are_right(
        &mut self,
        claim: &Claim,
        numbers: BTreeSet<usize>,
        report: &mut ClaimReport,
    ) -> Result<Vec<ProblemReport>, Without> {
        let mut problems = Vec::new();
        for number in numbers {
            let Some(of) = self.options.iter().position(|known| known.under == claim.under) else { continue };
            let known = self.options[of].shown.iter().find(|(shown, _)| *shown == number);
            if let Some((_, name)) = known {
                report.rests_on.push(name.clone());
                continue;
            }
            let Some(ahead) = self.options[of].diagrams.get(number) else { continue };
            let part = self.options.iter().map(|of| of.shown.len()).sum::<usize>() + 1;
            match self.solve(&ahead.problem, AHEAD, Some(&part.to_string()), &ahead.says)? {
                Solved::Never(solved) => {
                    let name = format!("{AHEAD} {part}");
                    self.options[of].shown.push((number, name.clone()));
                    report.rests_on.push(name.clone());
                    problems.push(ProblemReport { part: Some(name), ..solved });
                }
                Solved::Model(_) => {
                    return Err(Without::Internal("a diagram differs from its condition".into()));
                }
            }
        }
        Ok(problems)
    }

    fn claim(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<(), Without> {
        match &claim.says {
            ClaimKind::Reaches { strategy, within, from, by: Some(proof), .. } => {
                let program = self.program;
                let theorem =
                    ByLemmas { program, claim, strategy: *strategy, from: *from, within: *within, proof };
                self.by_lemmas(&theorem, report)
            }
            ClaimKind::Play { .. } | ClaimKind::Everywhere { .. }
                if self.tools.reduce && !claim.by.is_empty() =>
            {
                self.by_parts(claim, report)
            }
            ClaimKind::CountPositions(domain) => self.count(claim, *domain, None, report),
            ClaimKind::List(most, domain) => self.count(claim, *domain, Some(*most as usize), report),
            _ => self.lemma(claim, report),
        }
    }

    fn lemma(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<(), Without> {
        let begun = self.watch.seconds();
        let diagrams = self.diagrams(&claim.under);
        let posed = pose_with(self.program, claim, &diagrams)?;
        let encoding = self.since(begun).map(|seconds| seconds / posed.len().max(1) as f64);
        self.no_other_moves()?;
        let rests_on: BTreeSet<usize> = posed.iter().flat_map(|problem| problem.rests_on.clone()).collect();
        let mut problems = self.diagrams_are_right(claim, rests_on, report)?;
        for problem in &posed {
            match self.solve(&problem.cnf, &claim.name, problem.part.as_deref(), &statement(claim))? {
                Solved::Never(mut solved) => {
                    solved.encoding_seconds = encoding;
                    problems.push(solved);
                }
                Solved::Model(model) => return self.refute(claim, problem, &model, report),
            }
        }
        report.verdict = Verdict::Proved;
        report.certificate = Some(certified(problems));
        Ok(())
    }

    /// Has the lemmas proved on which a claim rests.
    fn suppose(&mut self, premises: &Premises<'_>, report: &mut ClaimReport) -> Result<(), Without> {
        for lemma in &premises.lemmas {
            let decided = self.report(lemma);
            if decided.verdict != Verdict::Proved {
                let what = format!("it rests on the lemma `{}`, which is not proved", lemma.name);
                return Err(Without::Unknown(what));
            }
            report.rests_on.push(lemma.name.clone());
        }
        Ok(())
    }

    /// A lemma that follows from others.
    fn by_parts(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<(), Without> {
        let (premises, cnf) = Premises::of_lemma(self.program, claim)?;
        self.suppose(&premises, report)?;
        match self.solve(&cnf, &claim.name, Some("follows"), &statement(claim))? {
            Solved::Never(solved) => {
                report.verdict = Verdict::Proved;
                report.certificate = Some(certified(vec![solved]));
                Ok(())
            }
            Solved::Model(_) => Err(Without::Unknown("the lemmas that it names do not say as much".into())),
        }
    }

    /// A theorem that follows from lemmas: they are proved, and so is that it follows.
    fn by_lemmas(&mut self, theorem: &ByLemmas<'_>, report: &mut ClaimReport) -> Result<(), Without> {
        let (rounds, posed) = theorem.problems()?;
        self.suppose(&theorem.premises()?, report)?;
        let mut problems = Vec::new();
        for (part, cnf) in &posed {
            match self.solve(cnf, &theorem.claim.name, Some(part), &statement(theorem.claim))? {
                Solved::Never(solved) => problems.push(solved),
                Solved::Model(_) => {
                    let what = match *part {
                        "begins" => "the theorem begins where the strategy is not asked".to_owned(),
                        "moves" => "the lemmas do not say that the strategy always has a move".to_owned(),
                        "home" => "the lemmas do not say that all men stay at home".to_owned(),
                        "mate" => "the lemmas do not say that a play can only end in mate".to_owned(),
                        _ => format!("the lemmas do not say that every play ends within {rounds} moves"),
                    };
                    return Err(Without::Unknown(what));
                }
            }
        }
        report.verdict = Verdict::Proved;
        report.longest_moves = u32::try_from(rounds).ok();
        report.certificate = Some(certified(problems));
        Ok(())
    }

    /// Counts or lists positions by evaluating the circuit, and has it proved that there are no others.
    fn count(
        &mut self,
        claim: &Claim,
        domain: TermId,
        list: Option<usize>,
        report: &mut ClaimReport,
    ) -> Result<(), Without> {
        let diagrams = self.diagrams(&claim.under);
        let found = Found::all(self.program, &claim.under, domain, &diagrams, &|| self.watch.stopped())?;
        report.positions = Some(found.count);
        match list {
            None => report.number = Some(found.count),
            Some(most) => {
                let fen = |state: &State| state.position(&self.program.endgame).map(|p| p.to_string());
                report.listed = found.first.iter().take(most).filter_map(|state| fen(state).ok()).collect();
            }
        }
        report.verdict = Verdict::Proved;
        if found.count > CERTIFIED {
            let what = format!(
                "counted by evaluating the circuit; more than {CERTIFIED} positions have no certificate"
            );
            report.warnings.push(what);
            return Ok(());
        }
        self.no_other_moves()?;
        let others = found.others(self.program, &claim.under, domain, &diagrams)?;
        let mut problems = self.diagrams_are_right(claim, found.rests_on, report)?;
        for (part, cnf) in others {
            match self.solve(&cnf, &claim.name, Some(&part), &statement(claim))? {
                Solved::Never(solved) => problems.push(solved),
                Solved::Model(_) => {
                    return Err(Without::Internal("the solver finds a position that was not counted".into()));
                }
            }
        }
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
        let unit = if matches!(claim.says, ClaimKind::Play { .. }) { Unit::Plays } else { Unit::Positions };
        report.failures =
            Some(Failures { extent: Extent::one_found(unit), shown: vec![failure], ..Failures::default() });
        Ok(())
    }

    /// Solves a problem; if there is no solution the proof of that has been checked.
    fn solve(&mut self, cnf: &Cnf, claim: &str, part: Option<&str>, says: &str) -> Result<Solved, Without> {
        let failed = |error: &dyn std::fmt::Display| Without::Unknown(error.to_string());
        let material = self.material().to_lowercase();
        let name = if self.several { format!("{claim}.{material}") } else { claim.to_owned() };
        let place = self.tools.folder.place(&name, part).map_err(|error| failed(&error))?;
        write(cnf, &place).map_err(|error| failed(&error))?;
        let begun = self.watch.seconds();
        let answer = self.tools.solver.solve(cnf, &self.tools.limits, &place.proof, self.tools.stop);
        let solving = self.since(begun);
        if !matches!(answer, Ok(Answer::Unsatisfiable)) {
            Folder::give_up(&place);
        }
        match answer.map_err(|error| failed(&error))? {
            Answer::Satisfiable(model) => Ok(Solved::Model(model)),
            Answer::Unknown(why) => Err(Without::Unknown(why)),
            Answer::Unsatisfiable => {
                let begun = self.watch.seconds();
                let solver = self.tools.solver.name();
                let limits = adli_lrat::Limits::default();
                let kept = self.tools.folder.keep(&place, says, &solver, &limits);
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
        ClaimKind::Reaches { .. } => format!("theorem `{}`, from its lemmas", claim.name),
        ClaimKind::CountPositions(_) | ClaimKind::List(..) => {
            format!("query `{}`: there are no other positions than those found", claim.name)
        }
        _ => format!("lemma `{}`, about every position", claim.name),
    }
}
