//! Every step of every strategy of the library is removed in turn, and every number changed by one: some claim
//! must then come out otherwise than the text says. Mutants that survive are listed in `survivors.tsv`, each with the
//! reason why it is as good as the original.

mod common;

use std::collections::BTreeMap;

use adli_lang::{Sources, TEXTS, check};
use adli_prove::{ClaimReport, Options, Unwatched, Verdict, prove};

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

/// Whether a changed text still says nothing wrong. A wrong one has to be refuted by a position, not only by a
/// count; and every mutant can be read.
fn survives(name: &str, text: &str) -> bool {
    let mut sources = Sources::library();
    let source = sources.add(name, text);
    let checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{text}");
    let options = Options { max_failures: 1, ..Options::default() };
    let report = prove(name, &checked.programs, &options, &Unwatched);
    let by_position = |claim: &ClaimReport| {
        claim.as_claimed == Some(false)
            && (claim.verdict == Verdict::Proved
                || claim.failures.as_ref().is_some_and(|f| !f.shown.is_empty()))
    };
    !report.claims.iter().any(by_position)
}

fn explained() -> BTreeMap<(String, String), String> {
    let lines = include_str!("survivors.tsv").lines().filter(|line| !line.starts_with('#'));
    let cells = lines.filter_map(|line| {
        let mut cells = line.split('\t').map(str::to_owned);
        Some(((cells.next()?, cells.next()?), cells.next()?))
    });
    cells.collect()
}

fn try_all(names: &[&str], mutate: impl Fn(&str) -> Vec<Mutant>) {
    let explained = explained();
    let mut surprises = Vec::new();
    for (name, text) in TEXTS.iter().filter(|(name, _)| names.contains(name)) {
        for (what, mutant) in mutate(text) {
            let known = explained.contains_key(&((*name).to_owned(), what.clone()));
            if survives(name, &mutant) != known {
                surprises.push(format!("{name}\t{what}"));
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
