//! Verdicts about claims, for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, Write};

use adli_chess::Drawn;
use adli_claims::{ClaimReport, Report as Proofs, TallyValue, Verdict, counted};
use schemars::JsonSchema;
use serde::Serialize;

use super::failures_text::{failures, shown};
use super::prove::memory;
use super::recognised_text::recognised;
use crate::args::ProveArgs;
use crate::notation::numbered;
use crate::output::Report;
use crate::texts::{Text, digests};
use crate::words::{grouped, list};

/// Why a claim was not decided, and who else would.
fn reason(claim: &ClaimReport) -> Option<String> {
    let reason = claim.reason.as_ref()?;
    let others: Vec<String> = claim.taken_by.iter().map(|name| format!("`--by {name}`")).collect();
    if others.is_empty() {
        return Some(reason.clone());
    }
    Some(format!("{reason}; it is taken by {}", list(&others, "and")))
}

/// The longest bar of a histogram.
const BAR: u64 = 30;

/// What was found out about all claims, from what, and within which limits.
#[derive(Serialize, JsonSchema)]
pub struct Proved<'a> {
    #[serde(flatten)]
    report: &'a Proofs,
    /// Of what it is a report.
    digests: Digests,
    /// Options that were set from outside.
    options: BTreeMap<&'a str, &'a str>,
    limits: Limits,
    /// The text has several materials, so that each claim names its own.
    #[serde(skip)]
    several: bool,
    /// Say how long each claim took: to somebody who waits for it, not in a report that is kept.
    #[serde(skip)]
    times: bool,
    /// A line or two for each claim.
    #[serde(skip)]
    brief: bool,
}

/// BLAKE3 digests in hexadecimal digits.
#[derive(Serialize, JsonSchema)]
struct Digests {
    /// Of the text.
    text: String,
    /// Of everything that the verdicts depend on: the text, all texts that it may use, and the options.
    everything: String,
}

/// Within which limits.
#[derive(Serialize, JsonSchema)]
pub struct Limits {
    pub memory_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    pub failures_shown: u16,
}

impl<'a> Proved<'a> {
    pub fn new(
        report: &'a Proofs,
        text: &Text,
        args: &'a ProveArgs,
        several: bool,
        times: bool,
    ) -> Proved<'a> {
        let limits = Limits {
            memory_bytes: memory(args),
            seconds: args.limits.time.map(|time| time.as_secs_f64()),
            failures_shown: args.max_failures,
        };
        Proved { several, times, brief: args.brief, ..Proved::within(report, text, &args.set, limits) }
    }

    /// The same for programs alone.
    pub fn within(
        report: &'a Proofs,
        text: &adli_workbench::Text,
        set: &'a [(String, String)],
        limits: Limits,
    ) -> Proved<'a> {
        let [own, everything] = digests(text, set);
        Proved {
            report,
            digests: Digests { text: own, everything },
            options: set.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            limits,
            several: false,
            times: false,
            brief: false,
        }
    }
}

impl Report for Proved<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let claims = &self.report.claims;
        let size = claims.iter().find_map(|claim| claim.size);
        let board = size.map_or_else(String::new, |size| format!(", on a board of {size} x {size}"));
        writeln!(out, "{}{board}", self.report.file)?;
        for claim in claims {
            let of = if self.several { format!(" ({})", claim.material) } else { String::new() };
            let line = format!("{} {}{of}: {}", claim.kind.word(), claim.name, claim.headline());
            if self.brief {
                writeln!(out, "{line}{}", in_brief(claim))?;
                continue;
            }
            writeln!(out, "\n{line}")?;
            body(claim, &self.report.file, self.times, out)?;
        }
        writeln!(out, "\n{}", summary(claims))
    }
}

/// What somebody who has proved it before wants to see: how long, or why not and where.
fn in_brief(claim: &ClaimReport) -> String {
    let mut more = String::new();
    if let Some(longest) = claim.longest_moves {
        let _ = write!(more, ", at most {}", counted(longest.into(), "move"));
    }
    if let Some(moves) = &claim.moves_by_size {
        let _ = write!(more, ", at most {moves}");
    }
    if let Some(reason) = reason(claim) {
        let _ = write!(more, ": {reason}");
    }
    for warning in &claim.warnings {
        let _ = write!(more, "\n  warning: {warning}");
    }
    if let Some(failure) = claim.failures.as_ref().and_then(|failures| failures.shown.first()) {
        let moves: Vec<&str> = failure.moves.iter().map(|mv| mv.san.as_str()).collect();
        let line = if moves.is_empty() { String::new() } else { format!(": {}", moves.join(" ")) };
        let _ = write!(more, "\n  {}{}: {}{line}", failure.what_fails(), failure.blamed(), failure.fen);
    }
    more
}

fn body(claim: &ClaimReport, file: &str, times: bool, out: &mut dyn Write) -> io::Result<()> {
    reason(claim).iter().try_for_each(|reason| writeln!(out, "  {reason}"))?;
    let counts = [(claim.positions, "position"), (claim.plays, "play")];
    let mut counts: Vec<String> =
        counts.into_iter().filter_map(|(count, what)| Some(counted(count?, what))).collect();
    counts.extend(claim.seconds.filter(|_| times).map(|seconds| format!("{seconds:.2} s")));
    if !counts.is_empty() {
        writeln!(out, "  {}", counts.join(", "))?;
    }
    certificate(claim, out)?;
    if let Some(longest) = claim.longest_moves {
        let optimal = claim.optimal_longest_moves;
        let best = optimal.map_or_else(String::new, |best| format!("; with best play {best}"));
        writeln!(out, "  at most {}{best}", counted(longest.into(), "move"))?;
    }
    if let Some(moves) = &claim.moves_by_size {
        writeln!(out, "  at most {moves}")?;
    }
    if claim.verdict == Verdict::Proved {
        excess(claim, out)?;
    }
    claim.quality.iter().try_for_each(|quality| writeln!(out, "  {}", quality.words()))?;
    if !claim.assumes.is_empty() && claim.as_claimed.is_some() {
        writeln!(
            out,
            "  of other replies it says nothing; where he has none of these, the tree ends well for the advice"
        )?;
    }
    claim.notes.iter().try_for_each(|note| writeln!(out, "  {note}"))?;
    claim.warnings.iter().try_for_each(|warning| writeln!(out, "  warning: {warning}"))?;
    listed(claim, out)?;
    failures(claim, file, out)?;
    tally(claim, out)?;
    rules(claim, out)?;
    recognised(claim, out)?;
    histogram(claim, out)
}

/// The problems of a proof by SAT, and what it rests on.
fn certificate(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    if !claim.rests_on.is_empty() {
        writeln!(out, "  it rests on {}", in_runs(&claim.rests_on).join(", "))?;
    }
    for rested in &claim.rests_on_theorems {
        let moves = counted(rested.moves.into(), "move");
        writeln!(
            out,
            "  it rests on `{}`, proved in its own text: at most {moves} from there on",
            rested.theorem
        )?;
    }
    if let Some(said) = &claim.said {
        writeln!(out, "  no certificate: this is what solvers say, and nobody has checked it")?;
        for problem in &said.problems {
            let (cases, bytes) = (counted(problem.cases, "case"), grouped(problem.bytes));
            let seconds = problem.seconds.map_or_else(String::new, |seconds| format!(", {seconds:.2} s"));
            writeln!(
                out,
                "  {}: {cases}, {bytes} bytes, by {}{seconds}",
                problem.name,
                list(&problem.by, "and")
            )?;
        }
    }
    if let Some(kernel) = &claim.kernel {
        let where_ = kernel.path.as_ref().map_or_else(String::new, |path| format!(", in {path}"));
        writeln!(
            out,
            "  checked by the kernel of {} as the theorem `{}`{where_}",
            kernel.by, kernel.theorem
        )?;
        kernel.trusts.iter().try_for_each(|what| writeln!(out, "  trusts: {what}"))?;
        writeln!(out, "  does not trust: {}", list(&kernel.does_not_trust, "or"))?;
    }
    let Some(certificate) = &claim.certificate else { return Ok(()) };
    for problem in &certificate.problems {
        let part = problem.part.as_ref().map_or_else(String::new, |part| format!("{part}: "));
        let (variables, clauses) =
            (counted(problem.cnf.variables, "variable"), counted(problem.cnf.clauses, "clause"));
        write!(out, "  {part}{variables}, {clauses}, a proof of {} bytes", grouped(problem.proof_bytes))?;
        let seconds = [
            (problem.encoding_seconds, "written"),
            (problem.solving_seconds, "solved"),
            (problem.checking_seconds, "checked"),
        ];
        for (seconds, what) in seconds.into_iter().filter_map(|(seconds, what)| Some((seconds?, what))) {
            write!(out, ", {what} in {seconds:.2} s")?;
        }
        writeln!(out)?;
    }
    if !claim.reported.is_empty() {
        let figure = |(what, number): &(String, u32)| format!("{} {what}", grouped(u64::from(*number)));
        let figures: Vec<String> = claim.reported.iter().map(figure).collect();
        writeln!(out, "  the source reports {}", figures.join(", "))?;
    }
    writeln!(out, "  checked by {}", certificate.checked_by.join(", "))
}

/// Names, of which those that differ in the number at their end, one after the other, are told by the first and the last.
fn in_runs(names: &[String]) -> Vec<String> {
    let split = |name: &str| -> Option<(String, u32)> {
        let (before, number) = name.rsplit_once(' ')?;
        Some((before.to_owned(), number.parse().ok()?))
    };
    let mut told: Vec<String> = Vec::new();
    let mut run: Option<(String, u32, u32)> = None;
    for name in names {
        let numbered = split(name);
        if let (Some((what, first, last)), Some((before, number))) = (&mut run, &numbered)
            && what == before
            && *number == *last + 1
        {
            *last = *number;
            told.pop();
            told.push(format!("{what} {first} to {last}"));
            continue;
        }
        told.push(name.clone());
        run = numbered.map(|(before, number)| (before, number, number));
    }
    told
}

/// The positions that were asked for; of a longest play the first, and the moves.
fn listed(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    let positions = if claim.line.is_empty() { claim.listed.len() } else { 1 };
    claim.listed.iter().take(positions).try_for_each(|fen| writeln!(out, "  {fen}"))?;
    let Some(start) = claim.line.first().and_then(|mv| Drawn::read(&mv.fen)) else { return Ok(()) };
    let lines = numbered(start.turn, start.number, &shown(&claim.line), 0);
    lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// How much longer than best play it takes.
fn excess(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    let positions: u64 = claim.excess_by_moves.values().sum();
    let Some((most, _)) = claim.excess_by_moves.last_key_value().filter(|_| positions > 0) else {
        return Ok(());
    };
    let sum: u64 = claim.excess_by_moves.iter().map(|(&moves, count)| u64::from(moves) * count).sum();
    let average = sum as f64 / positions as f64;
    let most = counted((*most).into(), "move");
    writeln!(out, "  {average:.2} moves more than best play on average, at most {most} more")
}

/// The row of the positions where no rule has a move.
const NO_RULE: &str = "(no rule)";

/// How many positions have which value.
fn tally(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    let values: Vec<String> = claim.tally.iter().map(|one| one.value.to_string()).collect();
    let is_number = claim.tally.iter().all(|one| matches!(one.value, TallyValue::Number(_)));
    let width = values.iter().map(|value| value.chars().count()).max().unwrap_or(0).max(5);
    if !values.is_empty() {
        let head = if is_number { format!("{:>width$}", "value") } else { format!("{:<width$}", "value") };
        writeln!(out, "\n  {head} {:>12}", "positions")?;
    }
    for (value, one) in values.iter().zip(&claim.tally) {
        let value = if is_number { format!("{value:>width$}") } else { format!("{value:<width$}") };
        writeln!(out, "  {value} {:>12}", grouped(one.positions))?;
    }
    Ok(())
}

fn rules(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    let rules = &claim.rules;
    if rules.is_empty() {
        return Ok(());
    }
    let least = if claim.no_rule.is_some() { NO_RULE.len() } else { 4 };
    let width = rules.iter().map(|rule| rule.name.chars().count()).max().unwrap_or(0).max(least);
    let needs = rules.iter().any(|rule| rule.needed_for.is_some());
    let header = if needs { "   without it fails from" } else { "" };
    writeln!(out, "\n  {:<width$} {:>12} {:>12}{header}", "rule", "positions", "with choice")?;
    for rule in rules {
        let (positions, choice) = (grouped(rule.positions), grouped(rule.with_choice));
        write!(out, "  {:<width$} {positions:>12} {choice:>12}", rule.name)?;
        if needs {
            write!(out, " {:>23}", rule.needed_for.map_or_else(String::new, grouped))?;
        }
        match rule.shadowed.filter(|&places| places > 0) {
            Some(places) => writeln!(out, "  would have a move in {}", counted(places, "position"))?,
            None => writeln!(out)?,
        }
    }
    match claim.no_rule {
        Some(positions) => writeln!(out, "  {NO_RULE:<width$} {:>12}", grouped(positions)),
        None => Ok(()),
    }
}

/// How many positions take how many moves: by the strategy, by its quickest choices, with best play.
fn histogram(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    let columns = [
        ("strategy", &claim.by_moves),
        ("luckiest", &claim.luckiest_by_moves),
        ("best play", &claim.optimal_by_moves),
    ];
    // The luckiest choice is another column only where there is a choice.
    let is_told = |(name, column): &(&str, &_)| {
        !std::collections::BTreeMap::<u32, u64>::is_empty(column)
            && (*name != "luckiest" || **column != claim.by_moves)
    };
    let columns: Vec<_> = columns.into_iter().filter(is_told).collect();
    let Some((_, first)) = columns.first() else { return Ok(()) };
    let most = first.values().copied().max().unwrap_or(1).max(1);
    if claim.verdict == Verdict::Refuted && !claim.by_moves.is_empty() {
        writeln!(out, "\n  where it reaches its aim nevertheless:")?;
    } else {
        writeln!(out)?;
    }
    write!(out, "  moves")?;
    columns.iter().try_for_each(|(name, _)| write!(out, " {name:>12}"))?;
    writeln!(out)?;
    let all: BTreeSet<u32> = columns.iter().flat_map(|(_, column)| column.keys().copied()).collect();
    for moves in all {
        write!(out, "  {moves:>5}")?;
        for (_, column) in &columns {
            write!(out, " {:>12}", column.get(&moves).map_or_else(String::new, |&count| grouped(count)))?;
        }
        let bar = "#".repeat((first.get(&moves).copied().unwrap_or(0) * BAR).div_ceil(most) as usize);
        let line = if bar.is_empty() { String::new() } else { format!("  {bar}") };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// All verdicts in one line.
fn summary(claims: &[ClaimReport]) -> String {
    let count = |is: &dyn Fn(&ClaimReport) -> bool| claims.iter().filter(|claim| is(claim)).count();
    let is = |verdict: Verdict| move |claim: &ClaimReport| claim.verdict == verdict;
    let wrong = |claim: &ClaimReport| claim.as_claimed == Some(false);
    let expected = |claim: &ClaimReport| claim.as_claimed == Some(true);
    let parts = [
        (count(&expected), "as the text says"),
        (count(&wrong), "not as the text says"),
        (count(&is(Verdict::Unknown)), "unknown"),
        (count(&is(Verdict::NotRun)), "not run"),
        (count(&is(Verdict::Internal)), "failed a check of our own"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let assuming = count(&|claim: &ClaimReport| expected(claim) && !claim.assumes.is_empty());
    let assuming = match assuming {
        0 => String::new(),
        some => {
            format!(" ({some} of them on condition that the other side plays the replies that are assumed)")
        }
    };
    format!("{}: {}{assuming}", counted(claims.len() as u64, "claim"), parts.join(", "))
}
