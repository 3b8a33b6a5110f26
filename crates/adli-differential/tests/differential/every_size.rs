//! Random lemmas for every size, by linear arithmetic: what is proved holds on each board that the plain evaluator looks at, and
//! what is refuted fails on the board that is named.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use adli_certificate::Folder;
use adli_claims::{Options, Report, Unwatched, Verdict, drive};
use adli_differential::generate::{Topic, text};
use adli_differential::{Books, Judge, Stopped, decide};
use adli_lang::Program;
use adli_smt::{Asks, Smt};

use crate::compare::{checked, read_plainly};

/// How many boards are looked at beyond the least, and the largest of all.
const FURTHER: i32 = 2;
const MOST: u32 = 11;

fn by_arithmetic(programs: &[Program]) -> Report {
    let place = tempfile::tempdir().unwrap();
    let folder = RefCell::new(Folder::begin(&place.path().join("certificates")).unwrap());
    let (asks, time) = (Asks::Ourselves(&folder), Duration::from_secs(10));
    let smt = Smt { asks, time, small: false, quantified: false, write: None, places: None };
    drive("random", programs, &[&smt], &|_, _| Vec::new(), &Options::default(), &Unwatched)
}

/// Compares texts from a number on.
pub fn compare(first: u64, texts: u64, work: u64) {
    let books = Books::default();
    let (mut proved, mut refuted, mut boards, mut refused) = (0, 0, 0, 0);
    let mut undecided: BTreeMap<String, usize> = BTreeMap::new();
    let mut differing = Vec::new();
    for seed in first..first + texts {
        let text = text(Topic::EverySize, seed);
        let Ok(programs) = checked(&text) else {
            refused += 1;
            continue;
        };
        let claims = programs[0].claims.iter().map(|claim| claim.sizes.unwrap());
        for (number, (report, least)) in by_arithmetic(&programs).claims.iter().zip(claims).enumerate() {
            let least = i32::try_from(least).unwrap();
            let shown = report.failures.as_ref().and_then(|failures| failures.shown.first()?.size);
            let sizes = match (report.verdict, shown) {
                (Verdict::Proved, _) => least..=least + FURTHER,
                (Verdict::Refuted, Some(size)) if size <= MOST => {
                    let size = i32::try_from(size).unwrap();
                    size..=size
                }
                (_, size) => {
                    let reason = report.reason.clone().unwrap_or_else(|| format!("a board of {size:?}"));
                    *undecided.entry(reason).or_default() += 1;
                    continue;
                }
            };
            for size in sizes {
                let read = read_plainly(&text, size).unwrap();
                match decide(&mut Judge::new(&read, &books, work), &read.claims[number]) {
                    Ok(found) if found.proved == (report.verdict == Verdict::Proved) => boards += 1,
                    Err(Stopped::TooMuch) => {}
                    other => {
                        differing.push(seed);
                        println!("text {seed}\n{text}\n{}: {:?}", report.name, report.verdict);
                        println!("on a board of {size}: {other:?}");
                    }
                }
            }
            proved += usize::from(report.verdict == Verdict::Proved);
            refuted += usize::from(report.verdict == Verdict::Refuted);
        }
    }
    println!(
        "{texts} texts from {first}: {proved} lemmas proved for every size and {refuted} refuted, {boards} boards agree"
    );
    println!("{refused} texts refused, undecided: {undecided:#?}");
    assert!(differing.is_empty(), "texts {differing:?} differ");
    assert!(
        texts < 10 || proved > 0 && refuted > 0 && boards * 2 > proved + refuted,
        "too little was compared"
    );
}
