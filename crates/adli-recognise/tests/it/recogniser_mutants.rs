//! Every rule of the sound recogniser for two knights is changed, in every way that a slip of the pen would: it is left out, it
//! gives another answer, one part of its condition is left out, a number of the text is one more or one less.
//!
//! A change is caught if the recogniser then gives a wrong answer (`wrong`), or if it is right and decides other positions than the
//! figures of `data/recognisers.txt` say (`counts`). What is not caught must be no change: that both texts give the same answer
//! everywhere is proved as a lemma (`same`). `data/recogniser-mutants.tsv` lists all changes and what became of them; `ADLI_BLESS=1`
//! writes it, and then every `same` wants a reason.
use std::collections::BTreeMap;
use std::fmt::Write;

use adli_chess::Material;
use adli_claims::{Options, Recognised, Unwatched, Verdict};
use adli_lang::ast::{Answer, BinaryOp, Expr, ExprKind, ItemKind, RecogniserItem, Verdict as Rule};
use adli_lang::{Program, Span, TEXTS, parse};
use adli_tables::{Known, Unwatched as Alone, solve_all};

use crate::common::prove_with;

const TEXT: &str = "knn/adli";
const LISTED: &str = include_str!("../data/recogniser-mutants.tsv");

/// A changed text: what was changed, and the text.
type Mutant = (String, String);

fn original() -> &'static str {
    TEXTS.iter().find(|(name, _)| *name == TEXT).map(|(_, text)| *text).unwrap()
}

fn recogniser(text: &str) -> RecogniserItem {
    let items = parse(0, text).file.items.into_iter();
    items
        .filter_map(|item| if let ItemKind::Recogniser(r) = item.kind { Some(r) } else { None })
        .next()
        .unwrap()
}

/// All rules with their numbers; one that holds others has the numbers of the first and the last of them.
fn numbered<'r>(rules: &'r [Rule], all: &mut Vec<(String, &'r Rule)>) {
    let answering = |all: &[(String, &Rule)]| {
        all.iter().filter(|(_, rule)| matches!(rule.then, Answer::Says(..))).count()
    };
    for rule in rules {
        let (at, first) = (all.len(), answering(all) + 1);
        all.push((first.to_string(), rule));
        if let Answer::Rules(inner) = &rule.then {
            numbered(inner, all);
            all[at].0 = format!("{first}-{}", answering(all));
        }
    }
}

fn replaced(text: &str, span: Span, by: &str) -> String {
    format!("{}{by}{}", &text[..span.start as usize], &text[span.end as usize..])
}

/// The parts of a condition that are joined by `and`.
fn parts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinaryOp::And) => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).collect()
        }
        _ => vec![condition],
    }
}

/// Each rule left out, and each part of each condition.
fn left_out(text: &str) -> Vec<Mutant> {
    let recogniser = recogniser(text);
    let mut rules = Vec::new();
    numbered(&recogniser.rules, &mut rules);
    let mut mutants = Vec::new();
    for (name, rule) in rules {
        let Some(condition) = &rule.when else { continue };
        mutants.push((format!("rule {name} left out"), replaced(text, condition.span, "1 = 2")));
        for part in parts(condition) {
            let words: Vec<&str> =
                text[part.span.start as usize..part.span.end as usize].split_whitespace().collect();
            let what = format!("rule {name} without `{}`", words.join(" "));
            mutants.push((what, replaced(text, part.span, "1 = 1")));
        }
    }
    mutants
}

/// Each number of the rules and of what they mean, one less and one more.
fn other_numbers(text: &str) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let mut line_start = 0;
    for (row, line) in text[..text.find("\ntheorem ").unwrap()].split_inclusive('\n').enumerate() {
        let code = line.split("--").next().unwrap_or_default();
        let mut before = ' ';
        for (at, sign) in code.char_indices() {
            if let (Some(digit), false) = (sign.to_digit(10), before.is_ascii_alphanumeric()) {
                for changed in [i64::from(digit) - 1, i64::from(digit) + 1] {
                    let (start, end) = (line_start + at, line_start + at + 1);
                    let what = format!("line {}, column {}: {digit} to {changed}", row + 1, at + 1);
                    mutants.push((what, format!("{}{changed}{}", &text[..start], &text[end..])));
                }
            }
            before = sign;
        }
        line_start += line.len();
    }
    mutants
}

/// All rules give another answer at once: which rule decides does not depend on what the rules answer.
fn other_answers(text: &str) -> (String, Vec<String>) {
    let recogniser = recogniser(text);
    let mut rules = Vec::new();
    numbered(&recogniser.rules, &mut rules);
    let (mut changed, mut names) = (text.to_owned(), Vec::new());
    for (name, rule) in rules.into_iter().rev() {
        let Answer::Says(answer, side) = &rule.then else { continue };
        assert!(side.is_none(), "an answer for a side wants a change of its own");
        let other = match answer.text.as_str() {
            "unknown" => "draw",
            "draw" => "win for strong",
            "mated" => "mates",
            _ => "mated",
        };
        changed = replaced(&changed, answer.span, other);
        names.push(name);
    }
    (changed, names)
}

/// What a recogniser answers with each side to move, in one material.
fn recognised(program: &Program, known: &Known) -> Vec<Recognised> {
    let load = |_: Material| Some(known.clone());
    let options = Options { claims: vec!["sound_everywhere".into()], max_failures: 1, ..Options::default() };
    let report = prove_with(TEXT, std::slice::from_ref(program), &options, &load, &Unwatched);
    let claim = &report.claims[0];
    let wrong: u64 = claim.recognised.iter().flat_map(|side| side.answers.values()).map(|a| a.wrong).sum();
    // The verdict is that of the counts, and a wrong answer has been shown.
    assert_eq!(claim.verdict, if wrong > 0 { Verdict::Refuted } else { Verdict::Proved });
    assert_eq!(wrong > 0, claim.failures.as_ref().is_some_and(|failures| !failures.shown.is_empty()));
    claim.recognised.clone()
}

fn answers(sides: &[Recognised]) -> Vec<&BTreeMap<String, adli_claims::Answered>> {
    sides.iter().map(|side| &side.answers).collect()
}

/// The definitions and the recogniser of a text under other names.
fn renamed(text: &str) -> String {
    let (start, end) = (text.find("\ndef ").unwrap(), text.find("\ntheorem ").unwrap());
    let items = parse(0, text).file.items;
    let mut names = vec![recogniser(text).name.text];
    names.extend(items.into_iter().filter_map(|item| match item.kind {
        ItemKind::Def(def) => Some(def.name.text),
        _ => None,
    }));
    let is_word = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let mut out = String::new();
    let mut rest = text[start..end].lines().map(|line| line.split("--").next().unwrap_or_default());
    let code = rest.by_ref().collect::<Vec<_>>().join("\n");
    let mut word = String::new();
    for sign in code.chars().chain(['\n']) {
        if is_word(sign) {
            word.push(sign);
            continue;
        }
        out.push_str(&word);
        if names.contains(&word) {
            out.push_str("_changed");
        }
        word.clear();
        out.push(sign);
    }
    out
}

/// Whether both texts give the same answer in every position.
fn is_same(mutant: &str, known: &Known) -> bool {
    let name = recogniser(mutant).name.text;
    let lemma =
        format!("lemma same: in every position where K /= k: {name}.answer = {name}_changed.answer\n");
    let both = format!("{}{}\n{lemma}", original(), renamed(mutant));
    let load = |_: Material| Some(known.clone());
    let options = Options { claims: vec!["same".into()], ..Options::default() };
    let report =
        prove_with("both", &crate::common::programs("both", Some(&both)), &options, &load, &Unwatched);
    assert_eq!(report.claims.len(), 2, "both materials");
    report.claims.iter().all(|claim| claim.verdict == Verdict::Proved)
}

/// What becomes of a changed text.
fn fate(mutant: &str, before: &[Vec<Recognised>], known: &Known) -> String {
    let mut other = String::new();
    for (program, before) in crate::common::programs("mutant", Some(mutant)).iter().zip(before) {
        let after = recognised(program, known);
        let material = program.endgame.material().unwrap();
        let wrong: u64 = after.iter().flat_map(|side| side.answers.values()).map(|a| a.wrong).sum();
        if wrong > 0 {
            return format!("wrong\t{wrong} in {material}");
        }
        if answers(&after) != answers(before) && other.is_empty() {
            let unknown =
                |sides: &[Recognised]| sides.iter().map(|side| side.unknown.positions() as i64).sum::<i64>();
            other = format!("counts\t{:+} unknown in {material}", unknown(&after) - unknown(before));
        }
    }
    match other.is_empty() {
        false => other,
        true if is_same(mutant, known) => "same\tproved".into(),
        true => "NOT CAUGHT\t".into(),
    }
}

#[test]
#[ignore = "a quarter of an hour; `just exhaustive` runs it"]
fn a_mutation_of_any_rule_is_caught() {
    let materials: Vec<Material> = ["KNNKB", "KNNKN"].iter().map(|name| name.parse().unwrap()).collect();
    let known = solve_all(&materials, &Alone).unwrap();
    let text = original();
    let before: Vec<Vec<Recognised>> =
        crate::common::programs(TEXT, None).iter().map(|program| recognised(program, &known)).collect();

    let (changed, names) = other_answers(text);
    let mut wrong: BTreeMap<String, u64> = BTreeMap::new();
    for program in crate::common::programs("mutant", Some(&changed)) {
        for rule in recognised(&program, &known).iter().flat_map(|side| &side.rules) {
            *wrong.entry(rule.name.clone()).or_default() += rule.wrong;
        }
    }
    let mut found = String::new();
    for name in names.iter().rev() {
        let _ = writeln!(found, "rule {name} with another answer\twrong\t{} in both", wrong[name]);
        assert!(wrong[name] > 0, "rule {name} may answer something else");
    }
    for (what, mutant) in [left_out(text), other_numbers(text)].concat() {
        let fate = fate(&mutant, &before, &known);
        // It takes long: with `--nocapture` somebody may look on.
        println!("{what}\t{fate}");
        let _ = writeln!(found, "{what}\t{fate}");
    }
    if std::env::var_os("ADLI_BLESS").is_some() {
        let head = "# Changes of `knn/adli`: what was changed, how it was caught, how many positions; `same` has a reason.\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/recogniser-mutants.tsv");
        std::fs::write(path, format!("{head}{found}")).unwrap();
    }
    assert!(!found.contains("NOT CAUGHT"), "{found}");
    // A change that is none has a reason in the fourth cell, for people.
    let mut listed = String::new();
    for line in LISTED.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells[1] == "same", cells.len() == 4 && !cells[3].is_empty(), "{line}");
        let _ = writeln!(listed, "{}", cells[..3].join("\t"));
    }
    assert_eq!(found, listed);
}

/// No rule is left without a change of each kind.
#[test]
fn every_rule_is_changed() {
    let text = original();
    let recogniser = recogniser(text);
    let mut rules = Vec::new();
    numbered(&recogniser.rules, &mut rules);
    let mutants = left_out(text);
    for (name, rule) in &rules {
        let of_this = |(what, _): &&Mutant| what.starts_with(&format!("rule {name} "));
        let conditions = mutants.iter().filter(of_this).count();
        assert_eq!(conditions >= 2, rule.when.is_some(), "rule {name}");
        let answers = matches!(rule.then, Answer::Says(..));
        assert_eq!(answers, other_answers(text).1.contains(name), "rule {name}");
    }
    for (what, mutant) in [mutants, other_numbers(text)].concat() {
        assert_ne!(mutant, text, "{what}");
        crate::common::programs("mutant", Some(&mutant));
    }
}
