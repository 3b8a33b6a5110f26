//! Every step of every strategy of the library is removed in turn, and every number changed by one: some claim
//! must then come out otherwise than the text says. Mutants that survive are listed in `data/survivors.tsv`, each with the
//! reason why it is as good as the original, and with what the test itself finds: whether everything that is counted
//! stays the same (`same`), or the plays differ and the claims hold all the same (`other`).
use std::collections::BTreeMap;

use adli_claims::{ClaimReport, Options, Report, Unwatched, Verdict};
use adli_lang::TEXTS;

use crate::common::prove;

/// A changed text: what was changed, and the text.
type Mutant = (String, String);

/// Where the claims of a text begin; what comes before is the strategy.
fn claims_begin(text: &str) -> usize {
    let starts = ["\nlemma ", "\ntheorem ", "\nquery "];
    starts.into_iter().filter_map(|word| text.find(word)).min().unwrap_or(text.len())
}

fn without_steps(text: &str) -> Vec<Mutant> {
    let end = claims_begin(text);
    let starts: Vec<usize> = text[..end].match_indices("\n  step ").map(|(at, _)| at).collect();
    let cut = |(number, &start): (usize, &usize)| {
        let stop = starts.get(number + 1).copied().unwrap_or(end);
        let name = text[start + 8..].split(':').next().unwrap_or_default();
        // The step stays by name, because claims speak of it, but it never has a move.
        let never = format!("\n  step {name}: move where 1 = 2");
        (format!("without {name}"), format!("{}{never}{}", &text[..start], &text[stop..]))
    };
    starts.iter().enumerate().map(cut).collect()
}

fn other_numbers(text: &str) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let mut line_start = 0;
    for (row, line) in text[..claims_begin(text)].split_inclusive('\n').enumerate() {
        let code = line.split("--").next().unwrap_or_default();
        let bytes = code.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
            let part_of_name =
                start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'_');
            if let (Ok(number), false) = (code[start..at].parse::<i32>(), part_of_name) {
                for changed in [number - 1, number + 1] {
                    let (before, after) = (&text[..line_start + start], &text[line_start + at..]);
                    let what = format!("line {}, column {}: {number} to {changed}", row + 1, start + 1);
                    mutants.push((what, format!("{before}{changed}{after}")));
                }
            }
            at = at.max(start + 1);
        }
        line_start += line.len();
    }
    mutants
}

/// What becomes of a changed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// A claim comes out otherwise than the text says, and a position shows it.
    Caught,
    /// Every claim comes out as before, and so does everything that is counted: positions of each rule, choices,
    /// plays of lemmas, moves to the end in the worst and in the best case.
    Same,
    /// No position speaks against a claim, but something that is counted is different.
    Other,
}

fn report(name: &str, text: &str) -> Report {
    let options = Options { max_failures: 1, ..Options::default() };
    prove(name, &crate::common::programs(name, Some(text)), &options, &Unwatched)
}

fn fate(before: &Report, after: &Report) -> Fate {
    let by_position = |claim: &ClaimReport| {
        claim.as_claimed == Some(false)
            && (claim.verdict == Verdict::Proved
                || claim.failures.as_ref().is_some_and(|f| !f.shown.is_empty()))
    };
    match after.claims.iter().any(by_position) {
        true => Fate::Caught,
        false if before == after => Fate::Same,
        false => Fate::Other,
    }
}

/// The mutants that survive, and whether their report is the same to the last count.
fn explained() -> BTreeMap<(String, String), Fate> {
    let lines = include_str!("../data/survivors.tsv").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [text, change, report, why] = cells[..] else { panic!("four cells: {line}") };
        assert!(!why.is_empty(), "no reason: {line}");
        let fate = match report {
            "same" => Fate::Same,
            "other" => Fate::Other,
            _ => panic!("`same` or `other`: {line}"),
        };
        ((text.to_owned(), change.to_owned()), fate)
    };
    lines.map(row).collect()
}

fn try_all(names: &[&str], mutate: impl Fn(&str) -> Vec<Mutant>) {
    let explained = explained();
    let mut surprises = Vec::new();
    for (name, text) in TEXTS.iter().filter(|(name, _)| names.contains(name)) {
        let before = report(name, text);
        for (what, mutant) in mutate(text) {
            let listed = explained.get(&((*name).to_owned(), what.clone())).copied().unwrap_or(Fate::Caught);
            let found = fate(&before, &report(name, &mutant));
            if found != listed {
                surprises.push(format!("{name}\t{what}\t{found:?}, not {listed:?}"));
            }
        }
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
}

#[test]
fn no_step_of_the_krk_strategy_can_be_left_out() {
    try_all(&["krk/malikovic-janicic"], without_steps);
}

#[test]
#[ignore = "takes minutes; `just exhaustive` runs it"]
fn no_step_of_the_library_can_be_left_out_and_no_number_changed() {
    // Not `kqk/beginner`: it is refuted, and so are its mutants.
    let all = ["krk/malikovic-janicic", "krk/bratko", "krk/classes", "kqk/adli"];
    try_all(&all, |text| [without_steps(text), other_numbers(text)].concat());
}
