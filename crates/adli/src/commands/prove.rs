//! `adli prove`: the claims of a text, decided.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use adli_lang::{Claim, ClaimKind, Program, suggest};
use adli_prove::{Kind, Options, Outcome, Report, Verdict as Decided, Watch, prove};
use serde::Serialize;

use super::prove_text::{NotRunText, Proved};
use crate::args::{Method, ProveArgs};
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::note;
use crate::progress::Bar;
use crate::settings::Settings;
use crate::texts::Text;
use crate::words::list;

/// Claims for which a method has not been built.
#[derive(Serialize)]
pub struct NotRun {
    pub file: String,
    pub claims: Vec<NotRunClaim>,
}

#[derive(Serialize)]
pub struct NotRunClaim {
    pub name: String,
    pub kind: Kind,
    pub method: &'static str,
    pub verdict: Decided,
    pub reason: String,
}

pub fn run(args: &ProveArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::find(&args.file)?;
    let programs = text.programs(&args.set)?;
    let claims = wanted(&text, &programs, &args.claim)?;
    if args.by != Method::Exhaustive {
        return not_run(&text, &claims, args.by, settings);
    }
    let options = Options {
        claims: args.claim.clone(),
        max_failures: usize::from(args.max_failures),
        memory: args.memory.map_or(Options::default().memory, |size| size.0),
        needed: args.needs,
        symmetries: true,
    };
    settings.start_threads()?;
    interrupt::listen();
    let watcher = Watcher::new(args.time);
    let mut report = prove(&text.name, &programs, &options, &watcher);
    let late = watcher.was_late();
    drop(watcher);
    if !late && interrupt::is_requested() {
        stopped_by_hand(&mut report);
    }
    let (several, times) = (programs.len() > 1, settings.output.is_terminal());
    settings.output.report(&Proved { report: &report, several, times })?;
    if late && let Some(time) = args.time {
        note(&format!("stopped: the time allowed, {} s, is over", time.as_secs_f64()));
    }
    Ok(verdict(&report, !args.claim.is_empty()))
}

/// The method knows that it was stopped, and not by whom.
fn stopped_by_hand(report: &mut Report) {
    let unknown = report.claims.iter_mut().filter(|claim| claim.verdict == Decided::Unknown);
    for reason in unknown.filter_map(|claim| claim.reason.as_mut()) {
        *reason = reason.replace("the time allowed was not enough", "stopped before the end");
    }
}

/// The exit code of a report. A claim that the method does not take is passed over, unless it was asked for
/// by name or nothing else was there.
fn verdict(report: &Report, by_name: bool) -> Verdict {
    let was_not_run = |decided: Decided| decided == Decided::NotRun;
    let mut verdicts = report.claims.iter().map(|claim| claim.verdict);
    let missed = if by_name { verdicts.any(was_not_run) } else { verdicts.all(was_not_run) };
    match report.outcome() {
        Outcome::Internal => {
            note(&Failure::internal("a result did not stand up to a check of our own"));
            Verdict::SelfCheckFailed
        }
        Outcome::Refuted => Verdict::Refuted,
        Outcome::Unknown => Verdict::Unknown,
        Outcome::AsClaimed if missed => Verdict::Unknown,
        Outcome::AsClaimed => Verdict::Holds,
    }
}

/// The claims that are asked for; all of them if none is named.
fn wanted<'a>(text: &Text, programs: &'a [Program], names: &[String]) -> Result<Vec<&'a Claim>, Failure> {
    let all: Vec<&Claim> = programs.iter().flat_map(|program| &program.claims).collect();
    if all.is_empty() {
        return Err(Failure::input(format!("`{}` claims nothing", text.name)).help(
            "write what your strategy promises: `theorem wins: mine reaches mate from White to move`",
        ));
    }
    for name in names {
        if !all.iter().any(|claim| claim.name == *name) {
            let mut known: Vec<&str> = all.iter().map(|claim| claim.name.as_str()).collect();
            known.dedup();
            let help = match suggest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                    format!("it claims {}", list(&quoted, "and"))
                }
            };
            let message = format!("`{}` has no claim called `{name}`", text.name);
            return Err(Failure::input(message).help(help));
        }
    }
    Ok(all.into_iter().filter(|claim| names.is_empty() || names.contains(&claim.name)).collect())
}

/// Says that a method is not there.
fn not_run(
    text: &Text,
    claims: &[&Claim],
    method: Method,
    settings: &mut Settings,
) -> Result<Verdict, Failure> {
    let method = method.name();
    let claims = claims.iter().map(|claim| NotRunClaim {
        name: claim.name.clone(),
        kind: kind(claim),
        method,
        verdict: Decided::NotRun,
        reason: format!("the method `{method}` is not part of this version"),
    });
    let report = NotRun { file: text.name.clone(), claims: claims.collect() };
    settings.output.report(&NotRunText(report))?;
    Ok(Verdict::Unknown)
}

fn kind(claim: &Claim) -> Kind {
    match claim.says {
        ClaimKind::Play { .. } | ClaimKind::Everywhere { .. } => Kind::Lemma,
        ClaimKind::CountPositions(_)
        | ClaimKind::CountClasses(_)
        | ClaimKind::List(..)
        | ClaimKind::Longest(..)
        | ClaimKind::Share(..) => Kind::Query,
        _ => Kind::Theorem,
    }
}

/// Shows how the work goes, and ends it when the time is over or somebody asks.
struct Watcher {
    bar: Bar,
    start: Instant,
    limit: Option<Duration>,
    is_late: AtomicBool,
}

impl Watcher {
    fn new(limit: Option<Duration>) -> Watcher {
        Watcher {
            bar: Bar::of(0, "positions"),
            start: Instant::now(),
            limit,
            is_late: AtomicBool::new(false),
        }
    }

    /// Was the work ended because the time was over?
    fn was_late(&self) -> bool {
        self.is_late.load(Ordering::Relaxed)
    }
}

impl Watch for Watcher {
    fn begins(&self, claim: &str) {
        self.bar.at(0, 0);
        self.bar.task(claim.to_owned());
    }

    fn advance(&self, done: u64, of: u64) {
        self.bar.at(done, of);
    }

    fn stopped(&self) -> bool {
        if self.limit.is_some_and(|limit| self.start.elapsed() >= limit) {
            self.is_late.store(true, Ordering::Relaxed);
        }
        self.was_late() || interrupt::is_requested()
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.start.elapsed().as_secs_f64())
    }
}
