//! Rook against knight: how often Bratko's tables may lose a position that is not lost, and how often they must, by advice; and
//! how far ahead our own table has to look. Minutes each: `just exhaustive` runs them.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

mod common;

use std::fmt::Write;

use adli_lang::TEXTS;
use adli_prove::Report;

/// Text, what is counted, number.
const COUNTS: &str = include_str!("knkr.tsv");

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
    assert_eq!(numbers(&common::text(&text)), recorded);
}

#[test]
#[ignore = "minutes: four men; `just exhaustive` runs it"]
fn bratkos_first_table_by_advice() {
    counts_by_advice("knkr/bratko-1978");
    // The advice adds up to the table.
    let sum = |how: &str| -> u64 {
        recorded("knkr/bratko-1978").iter().filter(|(name, _)| name.starts_with(how)).map(|(_, n)| n).sum()
    };
    assert_eq!((sum("may_"), sum("must_")), (1_088_092, 131_728));
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
    assert_eq!(numbers(&common::text(&text)), recorded("knkr/adli within 52 plies"));
}
