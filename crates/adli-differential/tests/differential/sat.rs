//! Random lemmas, decided by SAT, by the exhaustive method and by the plain evaluator.

use std::collections::BTreeMap;

use adli_certificate::Folder;
use adli_claims::{Options, Report, Unwatched, Verdict};
use adli_differential::generate::{Topic, text};
use adli_differential::{Books, Judge, Stopped, decide};
use adli_lang::Program;
use adli_sat::Tools;
use adli_sat::solver::{Cadical, Limits};

use crate::compare::{checked, read_plainly};

fn by_sat(programs: &[Program]) -> Report {
    let place = tempfile::tempdir().unwrap();
    let mut tools = Tools {
        solver: &mut Cadical::new(),
        reduce: false,
        folder: &mut Folder::begin(&place.path().join("certificates")).unwrap(),
        limits: Limits::default(),
    };
    adli_sat::prove("random", programs, &Options::default(), &mut tools, &Unwatched)
}

/// Compares lemmas from a number on.
pub fn compare(first: u64, lemmas: u64, work: u64) {
    let books = Books::default();
    let (mut decided, mut proved, mut refused, mut differing) = (0, 0, 0, 0);
    let mut not_run: BTreeMap<String, u64> = BTreeMap::new();
    for seed in first..first + lemmas {
        let text = text(Topic::Lemmas, seed);
        let Ok(programs) = checked(&text) else {
            refused += 1;
            continue;
        };
        let sat = by_sat(&programs);
        let exhaustive = crate::common::prove("random", &programs, &Options::default(), &Unwatched);
        let read = read_plainly(&text, 8).unwrap();
        let mut judge = Judge::new(&read, &books, work);
        for ((by_sat, by_hand), claim) in sat.claims.iter().zip(&exhaustive.claims).zip(&read.claims) {
            if matches!(by_sat.verdict, Verdict::NotRun | Verdict::Unknown) {
                *not_run.entry(by_sat.reason.clone().unwrap_or_default()).or_default() += 1;
                continue;
            }
            decided += 1;
            proved += u64::from(by_sat.verdict == Verdict::Proved);
            let plainly = match decide(&mut judge, claim) {
                Ok(found) if found.proved => Verdict::Proved,
                Ok(_) => Verdict::Refuted,
                Err(Stopped::TooMuch) => by_hand.verdict,
                Err(stopped) => panic!("seed {seed}\n{text}\n{stopped:?}"),
            };
            if by_sat.verdict != by_hand.verdict || by_sat.verdict != plainly {
                differing += 1;
                println!("seed {seed}\n{text}");
                println!("by SAT {:?} ({:?})", by_sat.verdict, by_sat.reason);
                println!("by looking at every position {:?}, plainly {plainly:?}", by_hand.verdict);
            }
        }
        if (seed - first) % 50 == 49 {
            println!("{} of {lemmas} lemmas", seed - first + 1);
        }
    }
    println!(
        "{lemmas} lemmas from {first}: {decided} decided by SAT, {proved} of them proved, {refused} texts refused"
    );
    println!("not run: {not_run:#?}");
    assert_eq!(differing, 0, "lemmas differ");
    assert!(refused * 20 <= lemmas && decided * 4 >= lemmas * 3, "too little was compared");
}
