//! What stands above each claim: `prove`, or the verdict with what was counted.

use std::collections::HashSet;

use adli_claims::{ClaimReport, Outcome, counted};
use adli_workbench::ClaimPlace;
use serde_json::{Value, json};

use crate::client::PROVE;
use crate::desk::Desk;
use crate::documents::Decided;
use crate::read::Read;

/// The lenses of a document.
pub fn lenses(desk: &Desk, read: &Read) -> Value {
    let uri = &read.moment.uri;
    let (verdicts, proving) =
        (desk.documents.verdicts(uri), HashSet::<String>::from_iter(desk.jobs.claims(uri)));
    let lens = |claim: &ClaimPlace| {
        let at = read.lines.position(claim.at.from);
        let title = match verdicts.get(&claim.name) {
            _ if proving.contains(&claim.name) => "proving ..".to_owned(),
            Some(decided) if decided.digest == read.digest => told(decided),
            Some(decided) => format!("prove (before the text changed: {})", headlines(decided)),
            None => "prove".to_owned(),
        };
        let command = json!({"title": title, "command": PROVE, "arguments": [uri, claim.name]});
        json!({"range": {"start": at, "end": at}, "command": command})
    };
    read.report.claims.iter().map(lens).collect()
}

/// The verdict for each material.
fn headlines(decided: &Decided) -> String {
    each(decided, ClaimReport::headline)
}

/// The same with what was counted.
pub fn told(decided: &Decided) -> String {
    each(decided, |report| format!("{}{}", report.headline(), counts(report)))
}

fn each(decided: &Decided, tell: impl Fn(&ClaimReport) -> String) -> String {
    match &decided.reports[..] {
        [] => "no verdict".to_owned(),
        [only] => tell(only),
        several => {
            let each = several.iter().map(|report| format!("{}: {}", report.material, tell(report)));
            each.collect::<Vec<_>>().join("; ")
        }
    }
}

/// How much was looked at, how long it takes, how much fails; why there is no verdict, and what had been covered.
fn counts(report: &ClaimReport) -> String {
    let mut counts: Vec<String> = Vec::new();
    match &report.failures {
        Some(failures) => counts.push(report.how_much(&failures.extent)),
        // The answer to a question is a count already.
        None if report.number.is_some() => {}
        None => {
            counts.extend(report.positions.map(|number| counted(number, "position")));
            counts.extend(report.plays.map(|number| counted(number, "play")));
        }
    }
    counts.extend(report.longest_moves.map(|moves| format!("at most {}", counted(moves.into(), "move"))));
    counts.extend(report.moves_by_size.as_ref().map(|moves| format!("at most {moves}")));
    let counts = if counts.is_empty() { String::new() } else { format!(", {}", counts.join(", ")) };
    let reason = report.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    format!("{counts}{reason}")
}

/// What is wrong with a claim that came out otherwise than its text says, for each material where it did.
pub fn complaints(decided: &Decided) -> Vec<String> {
    let wrong = |report: &&ClaimReport| report.outcome() >= Outcome::Refuted;
    let complaint = |report: &ClaimReport| {
        let mut said =
            format!("{} `{}` is {}{}", report.kind.word(), report.name, report.headline(), counts(report));
        let first = report.failures.as_ref().and_then(|failures| failures.shown.first());
        if let Some(failure) = first {
            let moves: Vec<&str> = failure.moves.iter().map(|mv| mv.san.as_str()).collect();
            let line = if moves.is_empty() { String::new() } else { format!("\n{}", moves.join(" ")) };
            said.push_str(&format!("\n{}{}: {}{line}", failure.what_fails(), failure.blamed(), failure.fen));
        }
        said
    };
    decided.reports.iter().filter(wrong).map(complaint).collect()
}
