//! Rook against knight: how often Bratko's tables may lose a position that is not lost, and how often they must, by advice; and
//! how far ahead our own table has to look. Minutes each: `just exhaustive` runs them.
use std::fmt::Write;

use adli_claims::{Options, Report, Unwatched};
use adli_lang::TEXTS;
use adli_lang::term::Sort;

use crate::common::prove;

/// Text, what is counted, number.
const COUNTS: &str = include_str!("../data/knkr.tsv");

/// A text of the library without its claims.
fn rules(name: &str) -> String {
    let (_, text) = TEXTS.iter().find(|(known, _)| *known == name).unwrap();
    let claims = text.find("\nlemma").into_iter().chain(text.find("\ntheorem")).min().unwrap();
    text[..=claims].to_owned()
}

fn numbers(report: &Report) -> Vec<(String, u64)> {
    report.claims.iter().map(|claim| (claim.name.clone(), claim.number.unwrap())).collect()
}

fn recorded(name: &str) -> Vec<(String, u64)> {
    let rows = COUNTS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let rows = rows.map(|mut row| (row.next().unwrap(), row.next().unwrap(), row.next().unwrap()));
    rows.filter(|(text, ..)| *text == name)
        .map(|(_, counted, number)| (counted.to_owned(), number.parse().unwrap()))
        .collect()
}

/// Counts again what is recorded of each advice: `may_` or `must_` and the name of a step.
fn counts_by_advice(name: &str) {
    let mut text = rules(name);
    let recorded = recorded(name);
    assert!(!recorded.is_empty());
    for (counted, _) in &recorded {
        let (how, step) = counted.split_once('_').unwrap();
        let condition = match how {
            "may" => "some move: knkr.allows and (value(Black) = loss)'",
            _ => "every move: knkr.allows implies (value(Black) = loss)'",
        };
        writeln!(
            text,
            "query {counted}: count positions where Black to move and knkr.step = {step}
               and value(Black) /= loss and {condition}"
        )
        .unwrap();
    }
    assert_eq!(numbers(&crate::common::text(&text)), recorded);
}

/// What is recorded of the advice adds up to what the text says of the table.
#[test]
fn the_advice_adds_up_to_the_table() {
    for name in TABLES {
        let (_, text) = TEXTS.iter().find(|(known, _)| *known == name).unwrap();
        for how in ["may_", "must_"] {
            let advice = recorded(name);
            let sum: u64 = advice.iter().filter(|(step, _)| step.starts_with(how)).map(|(_, n)| n).sum();
            let query = text.find(&format!("query {how}lose")).unwrap();
            let expected = text[query..].split("expect ").nth(1).unwrap().split_whitespace().next().unwrap();
            assert_eq!(expected.parse::<u64>().unwrap(), sum, "{name} {how}");
        }
    }
}

#[test]
#[ignore = "minutes: four men; `just exhaustive` runs it"]
fn bratkos_first_table_by_advice() {
    counts_by_advice("knkr/bratko-1978");
}

#[test]
#[ignore = "minutes: four men; `just exhaustive` runs it"]
fn bratkos_second_table_by_advice() {
    counts_by_advice("knkr/bratko-1979");
}

/// The settings other than those of a text, each alone, that are recorded for it.
fn readings(name: &str) -> Vec<&'static str> {
    let mut settings: Vec<&str> = COUNTS
        .lines()
        .filter_map(|line| line.split('\t').next()?.strip_prefix(name)?.strip_prefix(' '))
        .collect();
    settings.dedup();
    settings
}

const TABLES: [&str; 2] = ["knkr/bratko-1978", "knkr/bratko-1979"];

/// Whatever the texts leave open is counted: each truth value and each name of an option, and another number.
#[test]
fn every_reading_is_recorded() {
    for name in TABLES {
        let program = &crate::common::programs(name, None)[0];
        let recorded = readings(name);
        let mut expected = Vec::new();
        for option in &program.options {
            let others: Vec<String> = match option.sort {
                Sort::Bool => vec![(option.value == 0).to_string()],
                Sort::Enum(values) => {
                    let names = program.enums[usize::from(values.0)].values.iter().enumerate();
                    let others = names.filter(|(number, _)| *number as i32 != option.value);
                    others.map(|(_, name)| name.clone()).collect()
                }
                _ => vec![(option.value - 1).to_string()],
            };
            expected.extend(others.into_iter().map(|other| format!("{}={other}", option.name)));
        }
        assert!(expected.iter().all(|reading| recorded.contains(&reading.as_str())), "{name}: {expected:?}");
        assert_eq!(expected.len(), recorded.len(), "{name}: {recorded:?}");
    }
}

#[test]
#[ignore = "a quarter of an hour: four men, sixteen times; `just exhaustive` runs it"]
fn every_reading_of_bratkos_tables() {
    let claims = ["may_lose", "must_lose", "helpless"].map(str::to_owned).to_vec();
    let options = Options { claims, ..Options::default() };
    let mut wrong = Vec::new();
    for name in TABLES {
        for setting in readings(name) {
            let programs = crate::common::programs_with(name, None, &[setting.split_once('=').unwrap()]);
            let found = numbers(&prove(name, &programs, &options, &Unwatched));
            if found != recorded(&format!("{name} {setting}")) {
                wrong.push((name, setting, found));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// With two plies less our table gives draws away: its depth is not for show.
#[test]
#[ignore = "minutes: four men; `just exhaustive` runs it"]
fn our_table_looks_no_further_than_it_must() {
    let text = rules("knkr/adli").replace("within 54 plies", "within 52 plies");
    let text = format!(
        "{text}query given_away: count positions where Black to move and value(Black) /= loss
           and some move: adli.allows and (value(Black) = loss)'"
    );
    assert_eq!(numbers(&crate::common::text(&text)), recorded("knkr/adli within 52 plies"));
}
