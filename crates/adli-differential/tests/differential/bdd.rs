//! Random texts by decision diagrams: verdicts and counts are those of the exhaustive method.

use std::collections::BTreeMap;

use adli_bdd::Bdd;
use adli_claims::{Options, Unwatched, Verdict, drive};
use adli_differential::generate::{Topic, text};

use crate::common::prove_with;
use crate::compare::{checked, figures, tables};

/// Compares texts from a number on; topics take turns.
pub fn compare(first: u64, texts: u64) {
    let (mut decided, mut not_run, mut differing) = (0, BTreeMap::<String, usize>::new(), Vec::new());
    for seed in first..first + texts {
        let topic = Topic::ALL[(seed % Topic::ALL.len() as u64) as usize];
        let text = text(topic, seed);
        let Ok(programs) = checked(&text) else { continue };
        let options = Options::default();
        let sets = drive("random", &programs, &[&Bdd::default()], &|_, _| Vec::new(), &options, &Unwatched);
        if sets.claims.iter().all(|claim| claim.verdict == Verdict::NotRun) {
            continue;
        }
        let every = prove_with("random", &programs, &options, &|material| tables(material), &Unwatched);
        for (ours, theirs) in sets.claims.iter().zip(&every.claims) {
            match (ours.verdict, theirs.verdict) {
                (Verdict::NotRun | Verdict::Unknown, _) | (_, Verdict::NotRun | Verdict::Unknown) => {
                    let why = ours.reason.clone().unwrap_or_default();
                    *not_run.entry(why).or_default() += 1;
                }
                (a, b) if a == b && figures(ours) == figures(theirs) => decided += 1,
                _ => {
                    differing.push(seed);
                    println!("text {seed}, {topic:?}\n{text}\n{}: by diagrams {:?}", ours.name, ours.verdict);
                    println!(
                        "{:?}\nby looking at every position {:?}\n{:?}",
                        figures(ours),
                        theirs.verdict,
                        figures(theirs)
                    );
                }
            }
        }
    }
    println!("{texts} texts from {first}: {decided} claims agree by diagrams; not run: {not_run:#?}");
    assert!(differing.is_empty(), "texts {differing:?} differ");
    assert!(decided * 2 >= texts as usize, "too little was compared");
}
