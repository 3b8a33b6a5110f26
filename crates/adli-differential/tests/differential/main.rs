//! Random texts, decided by `prove` and by the plain evaluator.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

mod common;

use std::collections::BTreeMap;

use adli_differential::Books;
use common::{Outcome, compared, numbered, shrink};

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |value| value.parse().unwrap())
}

/// Compares texts from a seed on; the answer is how many claims were compared.
fn compare(first: u64, texts: u64, work: u64) {
    let books = Books::default();
    let (mut claims, mut stopped, mut differing) = (0, 0, 0);
    let mut topics: BTreeMap<_, (usize, usize)> = BTreeMap::new();
    let mut refused: BTreeMap<String, u64> = BTreeMap::new();
    for seed in first..first + texts {
        let (topic, text) = numbered(seed);
        if std::env::var("ADLI_SHOW").is_ok() {
            println!("seed {seed} {topic:?}\n{text}");
        }
        let begun = std::time::Instant::now();
        let outcome = compared(&text, &books, work);
        let took = begun.elapsed().as_secs_f64();
        if took > 3.0 {
            println!("seed {seed} {topic:?} took {took:.1} s");
        }
        match outcome {
            Outcome::Agrees(decided, too_much) => {
                claims += decided;
                stopped += too_much;
                let of_topic = topics.entry(topic).or_default();
                *of_topic = (of_topic.0 + decided, of_topic.1 + too_much);
            }
            Outcome::Refused(reason) => {
                if std::env::var("ADLI_SHOW").is_ok() {
                    println!("{reason}");
                }
                *refused.entry(reason.lines().next().unwrap().to_owned()).or_default() += 1;
            }
            Outcome::Differs(differences) => {
                differing += 1;
                println!("seed {seed}, {topic:?}\n{text}\n{differences}");
                if std::env::var("ADLI_SHRINK").is_ok() {
                    let smaller = shrink::shrunk(&text, &differences, &books, work);
                    println!("smaller:\n{smaller}");
                    if let Outcome::Differs(differences) = compared(&smaller, &books, work) {
                        println!("{differences}");
                    }
                }
            }
        }
    }
    let no = refused.values().sum::<u64>();
    println!(
        "{texts} texts from seed {first}: {claims} claims agree, {stopped} were too much, {no} texts refused"
    );
    println!("{refused:#?}\n{topics:?}");
    assert_eq!(differing, 0, "texts differ");
}

#[test]
fn agree() {
    compare(setting("ADLI_SEED", 0), setting("ADLI_TEXTS", 100), setting("ADLI_WORK", 3_000_000));
}

/// A text of one's own: `ADLI_FILE=text.adv`.
#[test]
#[ignore = "compares the text that ADLI_FILE names"]
fn one_text() {
    let text = std::fs::read_to_string(std::env::var("ADLI_FILE").unwrap()).unwrap();
    match compared(&text, &Books::default(), setting("ADLI_WORK", 100_000_000)) {
        Outcome::Agrees(decided, too_much) => println!("{decided} claims agree, {too_much} were too much"),
        Outcome::Refused(reason) => panic!("refused: {reason}"),
        Outcome::Differs(differences) => panic!("{differences}"),
    }
}
