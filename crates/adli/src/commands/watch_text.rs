//! What `adli watch` says to people.

use std::io::{self, Write};

use adli_claims::{ClaimReport, Extent, Unit, counted, grouped};
use adli_workbench::{ClaimChange, FailedAt, RuleChange};

use super::watch::Seen;
use crate::output::Report;

impl Report for Seen {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let errors = self.check.as_ref().map_or(0, |check| check.errors);
        let head = if self.save == 1 { self.file.clone() } else { format!("\n{}, saved again", self.file) };
        let Some(report) = &self.report else {
            return match &self.error {
                Some(_) => writeln!(out, "{head}: nothing could be decided"),
                None => writeln!(out, "{head}: {}; nothing is decided", counted(errors as u64, "error")),
            };
        };
        if self.save > 1 && self.changes.is_empty() {
            return writeln!(out, "{head}: {} as they were", counted(report.claims.len() as u64, "claim"));
        }
        writeln!(out, "{head}")?;
        if self.save == 1 {
            return report.claims.iter().try_for_each(|claim| first(claim, out));
        }
        self.changes.iter().try_for_each(|change| changed(change, out))?;
        let same =
            report.claims.len().saturating_sub(self.changes.iter().filter(|c| c.after.is_some()).count());
        if same > 0 {
            writeln!(out, "  {} as before", counted(same as u64, "claim"))?;
        }
        Ok(())
    }
}

/// A claim, the first time.
fn first(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  {} {}: {}", claim.kind.word(), claim.name, claim.headline())?;
    if let Some(failures) = &claim.failures {
        write!(out, ", {}", claim.how_much(&failures.extent))?;
    }
    if let Some(longest) = claim.longest_moves {
        write!(out, ", at most {}", counted(longest.into(), "move"))?;
    }
    if let Some(reason) = &claim.reason {
        write!(out, ": {reason}")?;
    }
    writeln!(out)
}

/// What has become of a claim.
fn changed(change: &ClaimChange, out: &mut dyn Write) -> io::Result<()> {
    let ClaimChange { name, before, after, .. } = change;
    match (before, after) {
        (Some(before), Some(after)) if before == after => writeln!(out, "  {name}: {after}, as before")?,
        (Some(before), Some(after)) => writeln!(out, "  {name}: was {before}, is {after}")?,
        (None, Some(after)) => writeln!(out, "  {name}, a new claim: {after}")?,
        (_, None) => writeln!(out, "  {name} has gone")?,
    }
    if let Some(failing) = &change.failing {
        let told = |extent: &Option<Extent>| extent.as_ref().map_or_else(|| "none".to_owned(), how_many);
        writeln!(out, "    failures: {} -> {}", told(&failing.before), told(&failing.after))?;
    }
    if let Some([before, after]) = change.longest_moves {
        let told =
            |moves: Option<u32>| moves.map_or_else(|| "no bound".to_owned(), |n| counted(n.into(), "move"));
        writeln!(out, "    at most: {} -> {}", told(before), told(after))?;
    }
    for (word, failures) in [("fails now", &change.gained), ("holds now", &change.lost)] {
        for FailedAt { fen, what } in failures {
            writeln!(out, "    {word}: {fen} ({what})")?;
        }
    }
    for RuleChange { name, before, after } in &change.rules {
        match (before, after) {
            (None, Some(now)) => writeln!(out, "    rule {name}, new: {}", counted(*now, "position"))?,
            (Some(then), None) => {
                writeln!(out, "    rule {name} has gone: {} before", counted(*then, "position"))?
            }
            _ => {
                let [then, now] = [before, after].map(|count| grouped(count.unwrap_or_default()));
                writeln!(out, "    rule {name}: {then} -> {now} positions")?;
            }
        }
    }
    Ok(())
}

fn how_many(extent: &Extent) -> String {
    let unit = match extent.unit {
        Unit::Positions => "position",
        Unit::Plays => "play",
    };
    let least = if extent.at_least { "at least " } else { "" };
    format!("{least}{}", counted(extent.number, unit))
}
