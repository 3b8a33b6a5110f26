//! Both answers to a text, side by side.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

use crate::common::prove_with;
use adli_boards::Boards;
use adli_chess::Material;
use adli_claims::{ClaimReport, Limit, Options, Unwatched, Verdict, drive};
use adli_differential::files::{size, split};
use adli_differential::{Books, Findings, Judge, Stopped, Text, decide, read};
use adli_lang::{Program, Severity, Sources, check, parse};
use adli_tables::{Known, solve_all, solve_order};

/// What became of a text.
pub enum Outcome {
    /// The checker does not take it, and says why.
    Refused(String),
    /// So many claims were compared, and so many were too much for the plain evaluator.
    Agrees(usize, usize),
    /// The answers differ.
    Differs(String),
}

/// The programs of a text and the files it uses, or what the checker says against them.
pub fn checked(text: &str) -> Result<Vec<Program>, String> {
    let mut sources = Sources::library();
    for (name, text) in split(text).iter().skip(1) {
        sources.add(name, text);
    }
    let source = sources.add("random", &split(text)[0].1);
    let checked = check(&sources, source, &[]);
    if checked.has_errors() {
        let errors = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        return Err(errors.map(|d| d.render(&sources)).collect());
    }
    Ok(checked.programs)
}

/// A text and the files it uses, as the plain evaluator reads them.
pub fn read_plainly(text: &str, size: i32) -> Result<Text, Stopped> {
    let files: Vec<_> = split(text).into_iter().map(|(name, text)| (name, parse(0, &text).file)).collect();
    read(&files, size)
}

/// The tables of three men, solved by the program once for all texts.
pub fn tables(material: Material) -> Option<Known> {
    static THREE_MEN: OnceLock<Known> = OnceLock::new();
    let known = THREE_MEN.get_or_init(|| solve_all(&["KPK".parse().unwrap()], &Unwatched).unwrap());
    let needed = solve_order(&[material.canonical()]);
    needed.iter().all(|&material| known.get(material).is_some()).then(|| known.clone())
}

/// Has both decide a text.
pub fn compared(text: &str, books: &Books, work: u64) -> Outcome {
    let programs = match checked(text) {
        Ok(programs) => programs,
        Err(reason) => return Outcome::Refused(reason),
    };
    let size = size(text);
    let read = match read_plainly(text, size.map_or(8, i32::from)) {
        Ok(read) => read,
        Err(stopped) => {
            return Outcome::Differs(format!("the plain evaluator does not read it: {stopped:?}"));
        }
    };
    let mut judge = Judge::new(&read, books, work);
    let (mut decided, mut too_much, mut differing) = (Vec::new(), 0, String::new());
    for claim in &read.claims {
        judge.allow(work);
        match decide(&mut judge, claim) {
            Ok(ours) => decided.push((claim.name.clone(), ours)),
            Err(Stopped::TooMuch) => too_much += 1,
            Err(stopped) => {
                let _ = writeln!(differing, "{}: the plain evaluator stops: {stopped:?}", claim.name);
            }
        }
    }
    if decided.is_empty() {
        return if differing.is_empty() { Outcome::Agrees(0, too_much) } else { Outcome::Differs(differing) };
    }
    let claims = decided.iter().map(|(name, _)| name.clone()).collect();
    let options = Options { claims, ..Options::default() };
    let mut not_run = 0;
    let report = match size {
        Some(size) => {
            let boards = Boards::new(size);
            drive("random", &programs, &[&boards], &|_, _| Vec::new(), &options, &Unwatched)
        }
        None => prove_with("random", &programs, &options, &|material| tables(material), &Unwatched),
    };
    for (name, ours) in &decided {
        match report.claims.iter().find(|report| report.name == *name) {
            // Some trees cannot be followed, and prove says so.
            Some(theirs) if theirs.verdict == Verdict::NotRun => not_run += 1,
            // Adli counts a failure only if its plain interpreter replays it, within a limit of steps.
            Some(theirs) if !ours.proved && matches!(theirs.ended, Some(Limit::Unreplayed { .. })) => {
                not_run += 1
            }
            Some(theirs) => differing += &differences(ours, theirs),
            None => {
                let _ = writeln!(differing, "{name}: prove does not answer it");
            }
        }
    }
    if !differing.is_empty() {
        return Outcome::Differs(differing);
    }
    Outcome::Agrees(decided.len() - not_run, too_much + not_run)
}

/// What differs between two answers to a claim.
fn differences(ours: &Findings, theirs: &ClaimReport) -> String {
    let mut text = String::new();
    let verdict = match theirs.verdict {
        Verdict::Proved => Some(true),
        Verdict::Refuted => Some(false),
        _ => None,
    };
    if verdict != Some(ours.proved) {
        let word = if ours.proved { "proved" } else { "refuted" };
        let (name, said) = (&theirs.name, theirs.verdict);
        let _ = writeln!(text, "{name}: {word} plainly, {said:?} by prove ({:?})", theirs.reason);
    }
    if verdict.is_none() {
        return text;
    }
    let figures = figures(theirs);
    let plainly = kinds_named(&ours.figures, &figures);
    let names: std::collections::BTreeSet<&String> = plainly.keys().chain(figures.keys()).collect();
    for name in names {
        let number = |figures: &BTreeMap<String, u64>| figures.get(name).copied().unwrap_or(0);
        let (plain, proved) = (number(&plainly), number(&figures));
        // A lemma that no play can satisfy need not look where plays begin.
        let idle = name == "positions" && theirs.plays == Some(0);
        if plain != proved && !idle {
            let _ = writeln!(text, "{}: {name}: {plain} plainly, {proved} by prove", theirs.name);
        }
    }
    text
}

/// Plain figures in which failures of several kinds at once have the kinds that `prove` names: it names one
/// of them, and does not say where. No kind gets more than `prove` has, and what is left stays under its own
/// name.
fn kinds_named(plain: &BTreeMap<String, u64>, proved: &BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    let mut named = plain.clone();
    let Some(mut left) = named.remove("kind any") else { return named };
    for (name, number) in proved.iter().filter(|(name, _)| name.starts_with("kind ")) {
        let plain = named.entry(name.clone()).or_default();
        let more = number.saturating_sub(*plain).min(left);
        *plain += more;
        left -= more;
    }
    named.insert("kind any".to_owned(), left);
    named
}

/// The numbers of a report under the names that the plain evaluator gives them.
pub fn figures(report: &ClaimReport) -> BTreeMap<String, u64> {
    let mut figures = BTreeMap::new();
    let mut add = |name: String, number: Option<u64>| {
        figures.extend(number.map(|number| (name, number)));
    };
    add("positions".into(), report.positions);
    add("met".into(), report.met);
    add("plays".into(), report.plays);
    add("number".into(), report.number);
    // The length of a longest play is also its answer.
    add("longest_moves".into(), report.longest_moves.filter(|_| report.number.is_none()).map(u64::from));
    add("no_rule".into(), report.no_rule);
    for (name, histogram) in [
        ("by_moves", &report.by_moves),
        ("luckiest_by_moves", &report.luckiest_by_moves),
        ("classes_by_moves", &report.classes_by_moves),
        ("optimal_by_moves", &report.optimal_by_moves),
        ("excess_by_moves", &report.excess_by_moves),
    ] {
        for (moves, number) in histogram {
            add(format!("{name} {moves}"), Some(*number));
        }
    }
    for tallied in &report.tally {
        add(format!("tally {}", tallied.value), Some(tallied.positions));
    }
    for (step, rule) in report.rules.iter().enumerate() {
        add(format!("rule {step}"), Some(rule.positions));
        add(format!("rule {step} with choice"), Some(rule.with_choice));
    }
    for (mover, recognised) in report.recognised.iter().enumerate() {
        add(format!("{mover} positions"), Some(recognised.positions));
        for (answer, answered) in &recognised.answers {
            add(format!("{mover} answer {answer}"), Some(answered.positions));
            add(format!("{mover} answer {answer} wrong"), Some(answered.wrong));
        }
        for answers in &recognised.rules {
            add(format!("{mover} rule {}", answers.name), Some(answers.positions));
            add(format!("{mover} rule {} wrong", answers.name), Some(answers.wrong));
        }
    }
    if let Some(failures) = &report.failures {
        add("failures".into(), Some(failures.extent.number).filter(|_| !failures.extent.at_least));
        for (kind, number) in &failures.kinds {
            let kind = serde_json::to_value(kind).unwrap();
            add(format!("kind {}", kind.as_str().unwrap()), Some(*number));
        }
    }
    figures
}

#[test]
fn failures_of_several_kinds_are_counted_once_each() {
    let counts = |all: &[(&str, u64)]| -> BTreeMap<String, u64> {
        all.iter().map(|&(name, number)| (format!("kind {name}"), number)).collect()
    };
    let plain = counts(&[("any", 3), ("stuck", 2)]);
    for (proved, left) in [(&[("stalemate", 1), ("stuck", 4)], 0), (&[("stalemate", 1), ("stuck", 3)], 1)] {
        let mut named = counts(proved);
        named.extend(counts(&[("any", left)]));
        assert_eq!(kinds_named(&plain, &counts(proved)), named);
    }
    let too_few = kinds_named(&plain, &counts(&[("stuck", 1)]));
    assert_eq!(too_few, plain, "`prove` has fewer than are stuck plainly");
}
