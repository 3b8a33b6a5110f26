//! `adli suggest` about a claim: edits after which it holds, proved.

use std::io::{self, Write};

use adli_claims::{ClaimReport, Limit, Options, Unit, Verdict as Decided, drive};
use adli_lang::{Claim, ClaimKind, Program};
use adli_repair::{Kind, Repair, RepairError, RepairRequest, Repaired, repair};
use adli_values::TableSource;
use schemars::JsonSchema;
use serde::Serialize;

use super::prove::wanted;
use super::watcher::Watcher;
use crate::args::SuggestArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::methods;
use crate::output::Report;
use crate::settings::Settings;
use crate::texts::{Text, tell};
use crate::words::{grouped, list};

/// What was found, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Found {
    file: String,
    #[serde(flatten)]
    repaired: Repaired,
}

pub fn run(
    args: &SuggestArgs,
    text: &Text,
    programs: &[Program],
    settings: &mut Settings,
) -> Result<Verdict, Failure> {
    wanted(text, programs, args.claim.as_slice())?;
    let memory = args.limits.memory_or(Options::default().memory);
    let options = Options { memory, ..Options::default() };
    settings.start_threads()?;
    interrupt::listen();
    let tables = settings.tables().ok();
    let watcher = Watcher::new(args.limits.time);
    let load = |material| tables.as_ref()?.for_proofs(material, &watcher);
    let tables = TableSource::new(&load);
    let made = methods::unnamed(&tables, options.memory);
    let asked = methods::listed(&made);
    let chosen = match &args.claim {
        Some(name) => Chosen::Wrong(name.clone()),
        None => {
            let names = of_the_text(text, programs)?;
            let options = Options { claims: names, max_failures: 0, ..options.clone() };
            let report = drive(&text.name, programs, &asked, &|_, _| Vec::new(), &options, &watcher);
            choose(report.claims)?
        }
    };
    let found = match chosen {
        Chosen::Nothing(repaired) => Ok(repaired),
        Chosen::Wrong(claim) => {
            let (most, edits) = (usize::from(args.best), usize::from(args.edits));
            let request = RepairRequest { claim, settings: args.text.set.clone(), most, edits };
            repair(&text.sources, text.number, &request, &asked, &options, &watcher)
        }
    };
    drop(made);
    drop(watcher);
    let repaired = found.map_err(|error| match error {
        RepairError::Text(checked) => {
            tell(&text.sources, &checked);
            Failure::input("the text has errors")
        }
        RepairError::Claim(_) => Failure::input(error.to_string())
            .help("repaired are theorems `s reaches ..` and `s keeps ..`, and lemmas, of the text itself"),
        RepairError::Limit(limit) => limit.into(),
    })?;
    let verdict = match &repaired {
        found if found.is_repaired() || found.edits == 0 && found.stopped.is_none() => Verdict::Holds,
        found if found.stopped.is_some() => Verdict::Unknown,
        _ => Verdict::Refuted,
    };
    settings.output.report(&Found { file: text.name.clone(), repaired })?;
    Ok(verdict)
}

/// The claims of the text itself that can be repaired.
fn of_the_text(text: &Text, programs: &[Program]) -> Result<Vec<String>, Failure> {
    let can_be = |claim: &&Claim| {
        let kind = matches!(
            claim.says,
            ClaimKind::Reaches { .. }
                | ClaimKind::Keeps { .. }
                | ClaimKind::Everywhere { .. }
                | ClaimKind::Play { .. }
        );
        kind && claim.span.source == text.number && claim.sizes.is_none()
    };
    let claims = programs.iter().flat_map(|program| &program.claims);
    let mut names: Vec<String> = claims.filter(can_be).map(|claim| claim.name.clone()).collect();
    names.dedup();
    if names.is_empty() {
        let message = format!("`{}` has neither a recogniser nor a claim that could be repaired", text.name);
        return Err(Failure::input(message).help(
            "write what your strategy promises: `theorem wins: mine reaches mate from White to move`",
        ));
    }
    Ok(names)
}

/// A claim that is not as its text says, or the news that all are.
enum Chosen {
    Wrong(String),
    Nothing(Repaired),
}

fn choose(reports: Vec<ClaimReport>) -> Result<Chosen, Failure> {
    if let Some(wrong) = reports.iter().find(|report| report.as_claimed == Some(false)) {
        return Ok(Chosen::Wrong(wrong.name.clone()));
    }
    if let Some(limit) = reports.iter().find_map(|report| report.ended.clone()) {
        return Err(limit.into());
    }
    let first = reports.into_iter().next();
    let first = first.ok_or_else(|| Failure::from(Limit::Internal("no claim was decided".to_owned())))?;
    let extent = first.failures.as_ref().map(|failures| failures.extent).unwrap_or_default();
    Ok(Chosen::Nothing(Repaired {
        claim: first.name.clone(),
        verdict: first.verdict,
        failures: extent.number,
        unit: extent.unit,
        edits: 0,
        decided: 0,
        repairs: Vec::new(),
        stopped: None,
    }))
}

/// Where a claim fails, in words.
fn fails(number: u64, unit: Unit) -> String {
    let (unit, way) = match unit {
        Unit::Positions => ("position", "from"),
        Unit::Plays => ("play", "along"),
    };
    let s = if number == 1 { "" } else { "s" };
    format!("{way} {} {unit}{s}", grouped(number))
}

impl Report for Found {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Repaired { claim, verdict, failures, unit, edits, decided, repairs, stopped } = &self.repaired;
        if *edits == 0 && stopped.is_none() {
            let word = if *verdict == Decided::Proved { "proved" } else { "refuted, as the text says" };
            return writeln!(out, "-- `{claim}` is {word}: there is nothing to repair");
        }
        writeln!(out, "-- `{claim}` fails {}", fails(*failures, *unit))?;
        for (number, repair) in repairs.iter().enumerate() {
            repair_text(number + 1, claim, *unit, repair, out)?;
        }
        let edit = if stopped.is_some() { "no edit that was decided" } else { "no single edit" };
        if repairs.is_empty() {
            writeln!(out, "\n-- {edit} makes it fail less often")?;
        } else if !self.repaired.is_repaired() {
            writeln!(out, "\n-- {edit} proves it")?;
        }
        if let Some(why) = stopped {
            writeln!(out, "-- other edits were not decided: {why}")?;
        }
        writeln!(out, "\n-- {edits} edits were tried on the first failures, {decided} on all positions")
    }
}

fn repair_text(
    number: usize,
    claim: &str,
    unit: Unit,
    repair: &Repair,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Repair { kind, what, line, old, new, uses, verdict, failures, assumes, breaks, idle, .. } = repair;
    writeln!(out, "\n-- {number}. {what}")?;
    let replies: Vec<String> = assumes.iter().map(|name| format!("`{name}`")).collect();
    let condition = match replies.is_empty() {
        true => String::new(),
        false => format!(", on condition that the other side plays the replies of {}", list(&replies, "and")),
    };
    match (verdict, kind) {
        (Decided::Proved, Kind::Claim) => writeln!(out, "-- that much of `{claim}` is proved{condition}")?,
        (Decided::Proved, _) => writeln!(out, "-- `{claim}` is proved then{condition}")?,
        _ => writeln!(out, "-- it fails {} then", fails(*failures, unit))?,
    }
    for rule in idle {
        writeln!(out, "-- `{rule}` is never played then")?;
    }
    for other in breaks {
        writeln!(out, "-- `{other}` is not as the text says then")?;
    }
    match old.len() {
        0 | 1 => writeln!(out, "-- instead of line {line}:")?,
        lines => writeln!(out, "-- instead of lines {line} to {}:", line + lines - 1)?,
    }
    old.iter().try_for_each(|line| writeln!(out, "--{line}"))?;
    new.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    match uses {
        Some(uses) => writeln!(out, "-- and after the header, for the words of these lines:\n{uses}"),
        None => Ok(()),
    }
}
