//! From a checked text to verdicts, by whatever method.

use adli_lang::ast::Expectation;
use adli_lang::{Claim, Program};

use crate::decision::{Decision, Evidence};
use crate::limit::{Covered, Limit};
use crate::method::{Claims, Deciding, Method};
use crate::options::Options;
use crate::report::{ClaimReport, Concluded, Failures, Report, Verdict};
use adli_watch::Watch;

/// The names of the methods that take a claim.
pub type Others<'a> = &'a dyn Fn(&Program, &Claim) -> Vec<&'static str>;

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
    let mut claims = Vec::new();
    for program in programs {
        let mut decided: Vec<Option<ClaimReport>> = vec![None; program.claims.len()];
        let mut chosen: Vec<Option<usize>> = vec![None; program.claims.len()];
        for (number, claim) in program.claims.iter().enumerate() {
            if !options.claims.is_empty() && !options.claims.contains(&claim.name) {
                continue;
            }
            let mut refused = Err(None);
            for (at, method) in methods.iter().enumerate() {
                match method.takes(program, claim) {
                    Ok(()) => {
                        refused = Ok(at);
                        break;
                    }
                    Err(why) => refused = Err(Some((why, method.about().name))),
                }
            }
            match refused {
                Ok(at) => chosen[number] = Some(at),
                Err(why) => {
                    let (why, name) =
                        why.map_or_else(|| ("no method was asked".to_owned(), ""), |w| (w.0.0, w.1));
                    let mut report = ClaimReport::new(program, claim, name);
                    report.conclude(claim, Err(Limit::NotRun(why)), Covered::Untold, options.max_failures);
                    decided[number] = Some(report);
                }
            }
        }
        let work = Claims { programs, program, options, watch };
        for (at, method) in methods.iter().enumerate() {
            if chosen.contains(&Some(at)) {
                method.begin(&work, &mut |deciding| {
                    let mut driver = Driver {
                        work: &work,
                        name: method.about().name,
                        deciding,
                        decided: &mut decided,
                        begun: Vec::new(),
                    };
                    for number in (0..chosen.len()).filter(|&number| chosen[number] == Some(at)) {
                        driver.decide(number);
                    }
                });
            }
        }
        // A method that has not begun has decided nothing, and nothing is left out of a report.
        for (number, at) in chosen.iter().enumerate() {
            if let (Some(at), None, Some(claim)) = (at, &decided[number], program.claims.get(number)) {
                let mut report = ClaimReport::new(program, claim, methods[*at].about().name);
                let fault = Limit::Internal("the method did not begin".into());
                report.conclude(claim, Err(fault), Covered::Untold, options.max_failures);
                decided[number] = Some(report);
            }
        }
        // A lemma that nobody asked for may have been decided because a claim rests on it.
        for (number, claim) in program.claims.iter().enumerate() {
            let asked = options.claims.is_empty() || options.claims.contains(&claim.name);
            if let Some(mut report) = decided[number].take().filter(|_| asked) {
                if report.verdict == Verdict::NotRun {
                    let others = others(program, claim).into_iter().filter(|other| *other != report.method);
                    report.taken_by = others.map(str::to_owned).collect();
                }
                claims.push(report);
            }
        }
    }
    Report { file: file.to_owned(), claims }
}

/// One method at work on one program.
struct Driver<'a> {
    work: &'a Claims<'a>,
    name: &'static str,
    deciding: &'a mut dyn Deciding,
    decided: &'a mut [Option<ClaimReport>],
    /// Claims whose lemmas are being proved.
    begun: Vec<usize>,
}

impl Driver<'_> {
    fn decide(&mut self, number: usize) {
        let Some(claim) = self.work.program.claims.get(number) else { return };
        if self.decided[number].is_some() {
            return;
        }
        self.begun.push(number);
        let watch = self.work.watch;
        let lemmas = match watch.stopped() {
            // Nothing is begun any more once the work has been stopped.
            Some(by) => Err(Limit::Stopped(by)),
            None => self.deciding.rests_on(claim).and_then(|names| self.lemmas(names)),
        };
        watch.begins(&claim.name);
        let begun = watch.seconds();
        let mut report = ClaimReport::new(self.work.program, claim, self.name);
        let decided = lemmas.and_then(|lemmas| {
            report.rests_on = lemmas;
            self.deciding.decide(claim, &mut report)
        });
        let covered = self.deciding.covered();
        report.conclude(claim, decided, covered, self.work.options.max_failures);
        report.assumes = self.work.program.assumed_replies(claim);
        report.seconds = begun.and_then(|begun| Some(watch.seconds()? - begun));
        self.decided[number] = Some(report);
        self.begun.pop();
    }

    /// Has the lemmas proved on which a claim rests.
    fn lemmas(&mut self, names: Vec<String>) -> Result<Vec<String>, Limit> {
        for name in &names {
            let lemma = self.work.program.claims.iter().position(|lemma| lemma.name == *name);
            let proved = lemma.is_some_and(|lemma| {
                // Whatever rests on itself is not proved.
                if !self.begun.contains(&lemma) {
                    self.decide(lemma);
                }
                self.decided[lemma].as_ref().is_some_and(|report| report.verdict == Verdict::Proved)
            });
            if !proved {
                return Err(Limit::Lemma(name.clone()));
            }
        }
        Ok(names)
    }
}

impl ClaimReport {
    /// Writes the verdict: the only place where that is done.
    fn conclude(&mut self, claim: &Claim, decided: Result<Decision, Limit>, covered: Covered, most: usize) {
        let blank = Concluded::undecided(self.method.clone());
        let mut concluded = match decided {
            Ok(Decision::Holds(evidence)) => {
                let certificate = match evidence {
                    Evidence::EveryPosition => None,
                    Evidence::Certificate(certificate) => Some(certificate),
                };
                Concluded { verdict: Verdict::Proved, certificate, ..blank }
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
            Err(limit) => {
                let (verdict, reason) = limit.as_verdict(covered, self.symmetries.is_some());
                // What had been counted by then is not to be read as an answer.
                self.forget();
                Concluded { verdict, reason: Some(reason), ended: Some(limit), ..blank }
            }
        };
        self.reported = claim.reported.clone();
        let mut wanted = Verdict::Proved;
        match &claim.expect {
            Some(Expectation::Number(number)) => {
                concluded.expected = Some(number.to_string());
                if concluded.verdict == Verdict::Proved && self.number != Some(u64::from(*number)) {
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
        if matches!(concluded.verdict, Verdict::Proved | Verdict::Refuted) {
            concluded.as_claimed = Some(concluded.verdict == wanted);
        }
        self.set_concluded(concluded);
    }
}
