//! Random texts, decided by `prove`, by SAT and by the plain evaluator of this crate.
//!
//! `cargo test -p adli-differential` compares a few texts and lemmas. `just nightly` compares more, from a new seed
//! each night. One test alone (`--exact`, because the name of one begins like that of another):
//!
//! ```text
//! ADLI_SEED=5000 ADLI_TEXTS=2000 cargo test -p adli-differential --test differential -- \
//!     --ignored --nocapture --exact nightly_texts_agree
//! ```
//!
//! | in the environment | |
//! |---|---|
//! | `ADLI_SEED` | the first text or lemma; each has its number |
//! | `ADLI_TEXTS`, `ADLI_LEMMAS` | how many |
//! | `ADLI_TOPIC` | only this topic, by its number |
//! | `ADLI_COQ` | how many claims go to Coq |
//! | `ADLI_WORK` | how much the plain evaluator may work on a claim |
//! | `ADLI_FILE` | a text of one's own, for `one_text` |
//!
//! Where answers differ the number of the text is printed, the text, both answers, and a smaller text that differs in the same way. The
//! same is seen again with `ADLI_SEED=number ADLI_TEXTS=1`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests stop at the first surprise, and tell what they have seen"
)]

mod carried;
mod common;
mod compare;
mod coverage;
mod every_size;
mod imports;
mod kinds;
mod methods;
mod sat;
mod shrink;

use std::collections::BTreeMap;

use adli_conformance::CLAIMS;
use adli_differential::generate::{Topic, text};
use adli_differential::{Books, Judge, decide};
use adli_lang::ast::{Expectation, ItemKind};
use adli_lang::parse;
use compare::{Outcome, compared, read_plainly};
use coverage::Coverage;

/// How much work a claim may be in a quick run, and in the night.
const QUICK: u64 = 600_000;
const PATIENT: u64 = 10_000_000;

/// A number from the environment.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |value| value.parse().unwrap())
}

/// What came of many texts.
#[derive(Default)]
struct Tally {
    /// By topic: claims that agree, and claims that were too much for the plain evaluator.
    topics: BTreeMap<Topic, (usize, usize)>,
    /// Why texts were refused.
    refused: BTreeMap<String, usize>,
    differing: Vec<u64>,
    /// What the files use of which claims agree.
    coverage: Coverage,
}

impl Tally {
    fn claims(&self) -> (usize, usize) {
        self.topics.values().fold((0, 0), |sum, topic| (sum.0 + topic.0, sum.1 + topic.1))
    }

    /// Fails if something differs, or if so little was compared that nobody would notice.
    fn judge(&self, first: u64, texts: u64) {
        let (agree, too_much) = self.claims();
        let refused = self.refused.values().sum::<usize>();
        println!(
            "{texts} texts from {first}: {agree} claims agree, {too_much} were too much, {refused} refused"
        );
        println!("by topic, agreeing and too much: {:?}", self.topics);
        println!("refused: {:#?}", self.refused);
        assert!(self.differing.is_empty(), "texts {:?} differ", self.differing);
        assert!(refused * 20 <= texts as usize, "too many texts are refused");
        assert!(too_much * 3 <= agree, "too many claims are too much");
        println!("files that use\n{}", self.coverage);
        let rare = if texts < 500 { Vec::new() } else { self.coverage.rare(texts / 500) };
        assert!(rare.is_empty() || std::env::var_os("ADLI_TOPIC").is_some(), "hardly a file has {rare:?}");
        let all =
            texts < 50 || Topic::ALL.iter().all(|topic| self.topics.get(topic).is_some_and(|t| t.0 > 0));
        assert!(all, "nothing was compared on some topic");
    }
}

/// Compares texts from a number on; topics take turns.
fn compare(first: u64, texts: u64, work: u64) {
    let books = Books::default();
    let mut tally = Tally::default();
    for seed in first..first + texts {
        let topic = Topic::ALL[(setting("ADLI_TOPIC", seed) % Topic::ALL.len() as u64) as usize];
        let text = text(topic, seed);
        match compared(&text, &books, work) {
            Outcome::Agrees(decided, too_much) => {
                let of_topic = tally.topics.entry(topic).or_default();
                *of_topic = (of_topic.0 + decided, of_topic.1 + too_much);
                if decided > 0 {
                    tally.coverage.add(&text);
                }
            }
            Outcome::Refused(reason) => {
                *tally.refused.entry(reason.lines().next().unwrap_or_default().to_owned()).or_default() += 1;
            }
            Outcome::Differs(differences) => {
                tally.differing.push(seed);
                println!("text {seed}, {topic:?}\n{text}\n{differences}");
                let smaller = shrink::shrunk(&text, &differences, &books, work);
                println!("smaller:\n{smaller}");
                if let Outcome::Differs(differences) = compared(&smaller, &books, work) {
                    println!("{differences}");
                }
            }
        }
        if (seed - first) % 100 == 99 {
            println!(
                "{} of {texts} texts, claims that agree and that were too much: {:?}",
                seed - first + 1,
                tally.claims()
            );
        }
    }
    tally.judge(first, texts);
}

#[test]
fn some_texts_agree() {
    compare(setting("ADLI_SEED", 0), setting("ADLI_TEXTS", 25), setting("ADLI_WORK", QUICK));
}

/// The answers that stand in the suite of verdicts, with which every method is tested, are those of the plain evaluator.
#[test]
#[ignore = "takes twenty seconds, and changes only with the suite; for every night"]
fn nightly_the_suite_of_verdicts_has_the_right_answers() {
    let books = Books::default();
    for (name, text) in CLAIMS {
        let file = parse(0, text).file;
        let read = read_plainly(text, 8).unwrap();
        let mut judge = Judge::new(&read, &books, 0);
        let said = file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Claim(claim) => Some(&**claim),
            _ => None,
        });
        for said in said {
            judge.allow(100 * PATIENT);
            let claim = read.claims.iter().find(|claim| claim.name == said.name.text).unwrap();
            let found = decide(&mut judge, claim).unwrap();
            let right = match &said.expect {
                Some(Expectation::Number(number)) => found.figures.get("number") == Some(&u64::from(*number)),
                Some(Expectation::Verdict(verdict)) => found.proved == (verdict.text == "proved"),
                Some(Expectation::Tally(_)) => unreachable!("no claim of the suite tallies"),
                None => found.proved,
            };
            assert!(right, "{name}: {}: {found:?}", said.name.text);
        }
    }
}

#[test]
#[ignore = "takes half an hour; for every night"]
fn nightly_texts_agree() {
    compare(setting("ADLI_SEED", 25), setting("ADLI_TEXTS", 2_000), setting("ADLI_WORK", PATIENT));
}

#[test]
fn imported_names_keep_their_meaning() {
    imports::imports(setting("ADLI_SEED", 0), setting("ADLI_TEXTS", 60));
}

#[test]
fn imported_claims_carry_over() {
    carried::carried(setting("ADLI_SEED", 0), setting("ADLI_TEXTS", 20));
}

#[test]
#[ignore = "takes ten minutes; for every night"]
fn nightly_claims_carry_over() {
    carried::carried(setting("ADLI_SEED", 20), setting("ADLI_TEXTS", 500));
}

#[test]
fn some_lemmas_agree_on_boards_of_every_size() {
    every_size::compare(setting("ADLI_SEED", 0), setting("ADLI_LEMMAS", 12), PATIENT);
}

#[test]
#[ignore = "takes minutes; for every night"]
fn nightly_imported_names_keep_their_meaning() {
    imports::imports(setting("ADLI_SEED", 60), setting("ADLI_TEXTS", 2_000));
}

#[test]
#[ignore = "takes minutes; for every night"]
fn nightly_lemmas_agree_on_boards_of_every_size() {
    every_size::compare(setting("ADLI_SEED", 12), setting("ADLI_LEMMAS", 300), 10 * PATIENT);
}

#[test]
fn some_lemmas_agree_by_sat() {
    sat::compare(setting("ADLI_SEED", 0), setting("ADLI_LEMMAS", 16), QUICK);
}

#[test]
fn some_texts_agree_by_every_method() {
    methods::compare(setting("ADLI_SEED", 0), setting("ADLI_TEXTS", 12), setting("ADLI_COQ", 0));
}

/// All methods that count failures by reason count alike.
#[test]
fn all_methods_count_failures_alike() {
    kinds::compare(setting("ADLI_SEED", 0), setting("ADLI_TEXTS", 2));
    kinds::compare_library(&["kqk/adli"], 3);
}

#[test]
#[ignore = "takes an hour; for every night"]
fn nightly_all_methods_count_failures_alike() {
    kinds::compare(setting("ADLI_SEED", 12), setting("ADLI_TEXTS", 100));
    kinds::compare_library(&["kqk/adli", "kqk/beginner", "krk/malikovic-janicic", "krk/bratko"], usize::MAX);
}

#[test]
#[ignore = "takes half an hour; for every night"]
fn nightly_texts_agree_by_every_method() {
    methods::compare(setting("ADLI_SEED", 12), setting("ADLI_TEXTS", 500), setting("ADLI_COQ", 10));
}

#[test]
#[ignore = "takes ten minutes; for every night"]
fn nightly_lemmas_agree_by_sat() {
    sat::compare(setting("ADLI_SEED", 16), setting("ADLI_LEMMAS", 500), PATIENT);
}

/// A text of one's own: `ADLI_FILE=text.adv`.
#[test]
#[ignore = "compares the text that ADLI_FILE names"]
fn one_text() {
    let text = std::fs::read_to_string(std::env::var("ADLI_FILE").unwrap()).unwrap();
    match compared(&text, &Books::default(), setting("ADLI_WORK", 100 * PATIENT)) {
        Outcome::Agrees(decided, too_much) => println!("{decided} claims agree, {too_much} were too much"),
        Outcome::Refused(reason) => panic!("refused: {reason}"),
        Outcome::Differs(differences) => panic!("{differences}"),
    }
}
