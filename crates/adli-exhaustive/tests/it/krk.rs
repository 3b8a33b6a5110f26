//! The figures of the paper, from a data file, and the verdicts on the whole library.

use adli_claims::{Outcome, Quality, Verdict};
use adli_lang::TEXTS;

use crate::common::{claim, library};

#[test]
fn the_figures_of_the_paper_come_out() {
    let report = library("krk/malikovic-janicic");
    for line in include_str!("../data/krk.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [name, what, figure] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let claim = claim(&report, name);
        let found = match what.split(' ').collect::<Vec<_>>()[..] {
            ["positions"] => claim.positions,
            ["longest"] => claim.longest_moves.map(u64::from),
            ["optimal"] => claim.optimal_longest_moves.map(u64::from),
            ["plays"] => claim.plays,
            ["number"] => claim.number,
            ["rule", rule] => claim.rules.iter().find(|r| r.name == rule).map(|r| r.positions),
            _ => panic!("{line}"),
        };
        assert_eq!(found.map(|found| found.to_string()).as_deref(), Some(figure), "{line}");
    }
}

#[test]
fn the_histograms_count_every_position_once() {
    let report = library("krk/malikovic-janicic");
    let krk = claim(&report, "krk");
    for counts in [&krk.by_moves, &krk.luckiest_by_moves, &krk.optimal_by_moves, &krk.excess_by_moves] {
        assert_eq!(counts.values().sum::<u64>(), 175_168);
    }
    assert_eq!(krk.by_moves.keys().copied().collect::<Vec<_>>(), (1..=33).collect::<Vec<_>>());
    assert_eq!(krk.optimal_by_moves.keys().copied().max(), Some(16));
    assert_eq!(krk.quality, Some(Quality::Correct));
}

#[test]
fn every_text_of_the_library_comes_out_as_it_says() {
    // Recognisers have tests of their own, and so has what is claimed of boards of every size (`adli-smt`).
    let texts = |name: &str| !name.contains('/') || name.starts_with("krk/") || name.starts_with("kqk/");
    come_out_as_they_say(|name| texts(name) && !name.ends_with("every-size"));
}

#[test]
#[ignore = "minutes: four men; `just exhaustive` runs it"]
fn every_text_about_rook_against_knight_comes_out_as_it_says() {
    come_out_as_they_say(|name| name.starts_with("knkr/"));
}

fn come_out_as_they_say(wanted: impl Fn(&str) -> bool) {
    for (name, _) in TEXTS.iter().filter(|(name, _)| wanted(name)) {
        let report = library(name);
        assert_eq!(report.outcome(), Outcome::AsClaimed, "{name}");
        for claim in &report.claims {
            let by_lemmas = claim.verdict == Verdict::NotRun && claim.name == "krk_by_lemmas";
            assert!(by_lemmas || claim.as_claimed == Some(true), "{name} {}", claim.name);
            if claim.verdict == Verdict::Refuted && claim.number.is_none() {
                let shown = claim.failures.as_ref().is_some_and(|failures| !failures.shown.is_empty());
                assert!(shown, "{name} {}", claim.name);
            }
        }
    }
}
