//! From a checked text to verdicts, by whatever method.

use std::collections::BTreeMap;

use adli_lang::ast::Expectation;
use adli_lang::{Claim, Program};
use adli_watch::Watch;

use crate::decision::{Decision, Evidence};
use crate::failure::Failures;
use crate::limit::{Covered, Ended, Limit};
use crate::method::{Claims, Deciding, Method, Unsupported};
use crate::options::Options;
use crate::report::{ClaimReport, Concluded, Kind, Report, Rested, Verdict};
use crate::vacuous::{is_counted, nothing_met, that_nothing_is, what_nothing_is};

/// The names of the methods that take a claim.
pub type Others<'a> = &'a dyn Fn(&Program, &Claim) -> Vec<&'static str>;

/// Explains a number of moves that comes from lemmas and not from play.
const BOUND: &str = "this number of moves is a bound that follows from the lemmas; \
    the longest play may be shorter, and a method that plays the strategy out finds it (`--by exhaustive`)";

/// Told of each claim that was asked for, as soon as there is a verdict.
pub type Tell<'a> = &'a dyn Fn(&ClaimReport);

/// Decides the claims of a file. `programs` are what [`adli_lang::check`] made of it, one for each material. Each claim is
/// decided by the first of the methods that takes it; `others` knows who else takes those that are refused.
///
/// Whatever the text says, there is a verdict for each claim: a limit that is reached makes it unknown.
#[must_use]
pub fn drive(
    file: &str,
    programs: &[Program],
    methods: &[&dyn Method],
    others: Others<'_>,
    options: &Options,
    watch: &dyn Watch,
) -> Report {
    drive_telling(file, programs, methods, others, options, watch, &|_| ())
}

/// The same for somebody who does not want to wait for all of it.
#[must_use]
pub fn drive_telling(
    file: &str,
    programs: &[Program],
    methods: &[&dyn Method],
    others: Others<'_>,
    options: &Options,
    watch: &dyn Watch,
    tell: Tell<'_>,
) -> Report {
    let mut claims = Vec::new();
    for program in programs {
        let work = Claims { programs, program, options, watch };
        let decided = decide_all(&work, methods, tell);
        // A lemma that nobody asked for may have been decided because a claim rests on it.
        for (claim, report) in program.claims.iter().zip(decided) {
            let Some(mut report) = report.filter(|_| is_wanted(claim, options)) else { continue };
            if report.verdict == Verdict::NotRun {
                let others = others(program, claim).into_iter().filter(|other| *other != report.method);
                report.taken_by = others.map(str::to_owned).collect();
            }
            claims.push(report);
        }
    }
    Report { file: file.to_owned(), claims }
}

fn is_wanted(claim: &Claim, options: &Options) -> bool {
    options.claims.is_empty() || options.claims.contains(&claim.name)
}

/// The reports of the claims of one program, by number; nothing for those that nobody wants.
fn decide_all(work: &Claims<'_>, methods: &[&dyn Method], tell: Tell<'_>) -> Vec<Option<ClaimReport>> {
    let claims = &work.program.claims;
    let most = work.options.max_failures;
    let mut decided: Vec<Option<ClaimReport>> = vec![None; claims.len()];
    let without = |claim: &Claim, method: &str, why: Limit| {
        let mut report = ClaimReport::new(work.program, claim, method);
        report.conclude(claim, Err(why.into()), most);
        report
    };
    let mut chosen: Vec<Option<usize>> = vec![None; claims.len()];
    for (number, claim) in claims.iter().enumerate().filter(|(_, claim)| is_wanted(claim, work.options)) {
        match first_that_takes(work.program, claim, methods) {
            Ok(at) => chosen[number] = Some(at),
            Err((method, why)) => decided[number] = Some(without(claim, method, Limit::NotRun(why.0))),
        }
    }
    for (at, method) in methods.iter().enumerate().filter(|(at, _)| chosen.contains(&Some(*at))) {
        let name = method.about().name;
        method.begin(work, &mut |deciding| {
            let rests = &|claim: &Claim| rested(work, claim, methods);
            let (decided, under_way) = (&mut decided[..], Vec::new());
            let mut driver = Driver { work, name, deciding, decided, rests, tell, under_way };
            for number in (0..chosen.len()).filter(|&number| chosen[number] == Some(at)) {
                driver.decide(number);
            }
        });
        // A method that has not begun has decided nothing, and nothing is left out of a report.
        for (number, claim) in claims.iter().enumerate().filter(|(number, _)| chosen[*number] == Some(at)) {
            let fault = || without(claim, name, Limit::Internal("the method did not begin".into()));
            decided[number].get_or_insert_with(fault);
        }
    }
    decided
}

/// Has the theorems of other texts proved on which a claim rests, each in its own text.
fn rested(work: &Claims<'_>, claim: &Claim, methods: &[&dyn Method]) -> Result<Vec<Rested>, Limit> {
    let mut rested = Vec::new();
    for rest in &claim.rests {
        let other = work.program.others.get(rest.other).map(std::slice::from_ref).unwrap_or_default();
        let options = Options { claims: vec![rest.theorem.clone()], needed: false, ..work.options.clone() };
        let report = drive(&rest.name, other, methods, &|_, _| Vec::new(), &options, work.watch);
        let theorem = report.claims.iter().find(|found| found.name == rest.theorem);
        let proved = theorem.filter(|found| found.verdict == Verdict::Proved && found.assumes.is_empty());
        // A theorem about nothing has no longest play, and allows no move.
        let moves = proved.and_then(|found| found.longest_moves.or(found.vacuous.as_ref().map(|_| 0)));
        let moves = moves.ok_or_else(|| Limit::Lemma(rest.name.clone()))?;
        let vacuous = proved.is_some_and(|found| found.vacuous.is_some());
        rested.push(Rested { theorem: rest.name.clone(), moves, vacuous });
    }
    Ok(rested)
}

/// Which of the methods decides a claim; otherwise the last one that was asked, and why it does not.
fn first_that_takes(
    program: &Program,
    claim: &Claim,
    methods: &[&dyn Method],
) -> Result<usize, (&'static str, Unsupported)> {
    let mut refused = ("", Unsupported("no method was asked".into()));
    for (at, method) in methods.iter().enumerate() {
        match method.takes(program, claim) {
            Ok(()) => return Ok(at),
            Err(why) => refused = (method.about().name, why),
        }
    }
    Err(refused)
}

/// One method at work on one program.
struct Driver<'a> {
    work: &'a Claims<'a>,
    name: &'static str,
    deciding: &'a mut dyn Deciding,
    decided: &'a mut [Option<ClaimReport>],
    /// Proves the theorems of other texts on which a claim rests.
    rests: &'a dyn Fn(&Claim) -> Result<Vec<Rested>, Limit>,
    tell: Tell<'a>,
    /// Claims whose lemmas are being proved.
    under_way: Vec<usize>,
}

impl Driver<'_> {
    fn decide(&mut self, number: usize) {
        let Some(claim) = self.work.program.claims.get(number) else { return };
        if self.decided[number].is_some() {
            return;
        }
        self.under_way.push(number);
        let watch = self.work.watch;
        let lemmas = match watch.stopped() {
            // Nothing is begun any more once the work has been stopped.
            Some(by) => Err(Ended { limit: Limit::Stopped(by), covered: Covered::Nothing }),
            None => self.deciding.rests_on(claim).and_then(|names| self.lemmas(names)),
        };
        watch.begins(&claim.name);
        let begun = watch.seconds();
        let mut report = ClaimReport::new(self.work.program, claim, self.name);
        let decided = lemmas.and_then(|lemmas| {
            report.rests_on = lemmas;
            report.rests_on_theorems = (self.rests)(claim)?;
            self.deciding.decide(claim, &mut report)
        });
        report.conclude(claim, decided, self.work.options.max_failures);
        if let Err(ended) = self.vacuous(claim, &mut report) {
            report.conclude(claim, Err(ended), self.work.options.max_failures);
        }
        self.conditions(claim, &mut report);
        report.seconds = begun.and_then(|begun| Some(watch.seconds()? - begun));
        if is_wanted(claim, self.work.options) {
            (self.tell)(&report);
        }
        self.decided[number] = Some(report);
        self.under_way.pop();
    }

    /// Notes where a claim holds because it speaks of nothing.
    ///
    /// # Errors
    /// The disk, or a fault of ours. Any other limit is noted, and the verdict stays.
    fn vacuous(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<(), Ended> {
        let holds = matches!(report.verdict, Verdict::Proved | Verdict::Unsatisfiable);
        if !holds || report.kind == Kind::Query {
            return Ok(());
        }
        let program = self.work.program;
        let mut nothing = nothing_met(program, claim, report);
        let counted = is_counted(report);
        // Positions are counted where a lemma says something, and not where `A` holds of its `A implies B`.
        if nothing.is_none()
            && (!counted || claim.supposes.is_some())
            && let Some(lemma) = that_nothing_is(program, claim)
        {
            match self.deciding.is_about_nothing(&lemma) {
                Ok(Some(true)) => nothing = Some(what_nothing_is(program, claim, report.kind)),
                Ok(Some(false)) => {}
                Err(ended) if ended.limit.is_file() || ended.limit.is_fault() => return Err(ended),
                Ok(None) | Err(_) if counted => {
                    report.notes.push("whether anything satisfies what it supposes was not looked at".into());
                }
                Ok(None) | Err(_) => {
                    report.notes.push("whether it speaks of any position was not looked at".into());
                }
            }
        }
        if report.kind == Kind::Theorem && report.longest_moves.is_some() && report.by_moves.is_empty() {
            report.notes.push(BOUND.into());
        }
        report.warnings.splice(0..0, nothing.clone());
        for rested in report.rests_on_theorems.iter().filter(|rested| rested.vacuous) {
            report.warnings.push(format!("`{}`, on which it rests, speaks of no position", rested.theorem));
        }
        report.vacuous = nothing;
        Ok(())
    }

    /// On what condition a verdict holds: that the other side plays the replies of some advice, unless a lemma after `by` says what
    /// follows without it. What rests on a lemma rests on the lemma's condition.
    fn conditions(&mut self, claim: &Claim, report: &mut ClaimReport) {
        let program = self.work.program;
        // Where a claim fails, there is a position to look at; and what is counted is what the text asks for.
        if report.verdict == Verdict::Refuted && report.kind != Kind::Query {
            return;
        }
        let mut assumes = program.assumed_replies(claim);
        let completes = |lemma: &&Claim| claim.by.contains(&lemma.name) && program.completes(lemma, claim);
        if !assumes.is_empty()
            && let Some(lemma) = program.claims.iter().find(completes)
            && let Ok(names) = self.lemmas(vec![lemma.name.clone()])
        {
            report.notes.push(format!("`{}` says what follows whatever the other side plays", lemma.name));
            report.rests_on.extend(names);
            assumes.clear();
        }
        for lemma in self.decided.iter().flatten().filter(|lemma| report.rests_on.contains(&lemma.name)) {
            assumes.extend(lemma.assumes.iter().cloned());
        }
        assumes.sort();
        assumes.dedup();
        report.assumes = assumes;
    }

    /// Has the lemmas proved on which a claim rests.
    fn lemmas(&mut self, names: Vec<String>) -> Result<Vec<String>, Ended> {
        for name in &names {
            let lemma = self.work.program.claims.iter().position(|lemma| lemma.name == *name);
            let proved = lemma.is_some_and(|lemma| {
                // Whatever rests on itself is not proved.
                if !self.under_way.contains(&lemma) {
                    self.decide(lemma);
                }
                self.decided[lemma].as_ref().is_some_and(|report| report.verdict == Verdict::Proved)
            });
            if !proved {
                return Err(Limit::Lemma(name.clone()).into());
            }
        }
        Ok(names)
    }
}

impl ClaimReport {
    /// Writes the verdict: the only place where that is done.
    fn conclude(&mut self, claim: &Claim, decided: Result<Decision, Ended>, most: usize) {
        let blank = Concluded::undecided(self.method.clone());
        let mut concluded = match decided {
            Ok(Decision::Holds(evidence)) => {
                let verdict = match &evidence {
                    Evidence::Solvers(_) => Verdict::Unsatisfiable,
                    Evidence::EveryPosition | Evidence::Certificate(_) | Evidence::Kernel(_) => {
                        Verdict::Proved
                    }
                };
                let (certificate, kernel, said) = match evidence {
                    Evidence::EveryPosition => (None, None, None),
                    Evidence::Certificate(certificate) => (Some(certificate), None, None),
                    Evidence::Kernel(kernel) => (None, Some(kernel), None),
                    Evidence::Solvers(said) => (None, None, Some(said)),
                };
                Concluded { verdict, certificate, kernel, said, ..blank }
            }
            Ok(Decision::Fails(refutation)) => {
                let (extent, kinds, mut shown) = refutation.into_parts();
                shown.truncate(most);
                Concluded {
                    verdict: Verdict::Refuted,
                    failures: Some(Failures { extent, kinds, shown }),
                    ..blank
                }
            }
            Err(Ended { limit, covered }) => {
                let (verdict, reason) = as_verdict(&limit, covered, self.symmetries.is_some());
                // What had been counted by then is not to be read as an answer.
                self.forget();
                Concluded { verdict, reason: Some(reason), ended: Some(limit), ..blank }
            }
        };
        self.reported = claim.reported.clone();
        let mut wanted = Verdict::Proved;
        match &claim.expect {
            // A number that a text expects is one of chess.
            Some(Expectation::Number(_)) if self.size.is_some() => {}
            Some(Expectation::Number(number)) => {
                concluded.expected = Some(number.to_string());
                if concluded.verdict == Verdict::Proved && self.number != Some(u64::from(*number)) {
                    concluded.verdict = Verdict::Refuted;
                }
            }
            Some(Expectation::Tally(_)) if self.size.is_some() => {}
            Some(Expectation::Tally(expected)) => {
                let shown: Vec<String> = expected
                    .iter()
                    .map(|(value, positions)| format!("{}: {positions}", value.text))
                    .collect();
                concluded.expected = Some(format!("{{{}}}", shown.join(", ")));
                let found = self.tally.iter().map(|one| (one.value.to_string(), one.positions));
                let found: BTreeMap<String, u64> = found.collect();
                let expected = expected.iter().filter(|(_, positions)| *positions > 0);
                let expected = expected.map(|(value, positions)| (value.text.clone(), u64::from(*positions)));
                if concluded.verdict == Verdict::Proved && found != expected.collect() {
                    concluded.verdict = Verdict::Refuted;
                }
            }
            Some(Expectation::Verdict(word)) => {
                concluded.expected = Some(word.text.clone());
                if word.text == "refuted" {
                    wanted = Verdict::Refuted;
                }
            }
            None => {}
        }
        concluded.as_claimed = match concluded.verdict {
            Verdict::Proved | Verdict::Refuted => Some(concluded.verdict == wanted),
            Verdict::Unsatisfiable => Some(wanted == Verdict::Proved),
            _ => None,
        };
        self.set_concluded(concluded);
    }
}

/// What becomes of a claim, and in which words. Where one position stands for all its images, that is said too.
fn as_verdict(limit: &Limit, covered: Covered, for_images: bool) -> (Verdict, String) {
    let verdict = match limit {
        Limit::NotRun(_) => Verdict::NotRun,
        Limit::Internal(_) => Verdict::Internal,
        _ => Verdict::Unknown,
    };
    let reason = match (limit, covered) {
        (Limit::NotRun(_) | Limit::Internal(_) | Limit::Unreplayed { .. }, _) | (_, Covered::Untold) => {
            limit.to_string()
        }
        (_, Covered::Nothing) => format!("{limit}; {covered}"),
        _ if for_images => format!("{limit}; {covered}, each with its mirror images"),
        _ => format!("{limit}; {covered}"),
    };
    (verdict, reason)
}
