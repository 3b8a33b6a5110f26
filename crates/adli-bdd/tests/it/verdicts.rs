//! The same claims by diagrams and by the exhaustive method: the same verdicts, the same counts.

use adli_bdd::Bdd;
use adli_claims::{ClaimReport, Kind, Method, Options, Unwatched, Verdict, drive};
use adli_exhaustive::Exhaustive;
use adli_values::TableSource;

use crate::programs;

/// Everything that was counted, as text.
fn counted(report: &ClaimReport) -> String {
    let rules: Vec<_> = report
        .rules
        .iter()
        .map(|rule| (&rule.name, rule.positions, rule.with_choice, rule.shadowed))
        .collect();
    let failures = report.failures.as_ref().map(|failures| (failures.extent, &failures.kinds));
    format!(
        "{} {:?} {:?} positions {:?} met {:?} number {:?} share {:?}\n by {:?}\n luckiest {:?}\n classes {:?}\n best {:?}\n excess {:?}\n \
         {:?} {:?} {:?}\n rules {rules:?} none {:?}\n {failures:?}",
        report.name,
        report.verdict,
        report.as_claimed,
        report.positions,
        report.met,
        report.number,
        report.share.filter(|_| report.kind == Kind::Query), // the scan of a table has one for lemmas too
        report.by_moves,
        report.luckiest_by_moves,
        report.classes_by_moves,
        report.optimal_by_moves,
        report.excess_by_moves,
        report.longest_moves,
        report.optimal_longest_moves,
        report.quality,
        report.no_rule,
    )
}

/// Claims by both methods; how many were decided by diagrams.
fn same(name: &str, text: Option<&str>, claims: &[&str]) -> usize {
    let programs = programs(name, text);
    let options =
        Options { claims: claims.iter().map(|&name| name.to_owned()).collect(), ..Options::default() };
    let mut taken = options.clone();
    if claims.is_empty() {
        let all =
            programs.iter().flat_map(|program| program.claims.iter().map(move |claim| (program, claim)));
        let takes = all.filter(|(program, claim)| Bdd::default().takes(program, claim).is_ok());
        taken.claims = takes.map(|(_, claim)| claim.name.clone()).collect();
    }
    if taken.claims.is_empty() {
        return 0;
    }
    let sets = drive(name, &programs, &[&Bdd::default()], &|_, _| Vec::new(), &taken, &Unwatched);
    let tables = TableSource::empty();
    let exhaustive = Exhaustive::new(&tables);
    let every = drive(name, &programs, &[&exhaustive], &|_, _| Vec::new(), &taken, &Unwatched);
    let mut decided = 0;
    for (ours, theirs) in sets.claims.iter().zip(&every.claims) {
        assert_eq!(ours.name, theirs.name);
        if ours.verdict == Verdict::NotRun {
            continue;
        }
        assert_eq!(counted(ours), counted(theirs), "{name}: {:?} {:?}", ours.reason, theirs.reason);
        decided += 1;
    }
    decided
}

#[test]
fn the_nine_rules_of_krk_and_its_win_sets() {
    assert!(same("krk/malikovic-janicic", None, &[]) > 3);
}

/// How many claims of texts are decided by diagrams, each as the exhaustive method decides it.
fn decided(texts: &[&str]) -> usize {
    texts.iter().map(|name| same(name, None, &[])).sum()
}

#[test]
fn other_texts_of_three_men() {
    assert_eq!(decided(&["kqk/beginner", "krk/classes"]), 2);
}

#[test]
#[ignore = "minutes; `just hurd` runs it"]
fn every_other_text_of_three_men() {
    assert_eq!(decided(&["kqk/adli", "krk/bratko", "kpk/recogniser", "engine-sentences/kpk"]), 15);
}

/// A pawn that has become a queen and was taken was a queen, not a pawn; a text may ask for it.
#[test]
fn what_a_captured_man_was_makes_a_difference() {
    for was in ["kind(P) = Q", "kind(P) /= Q", "kind(P) in {R, N}"] {
        let text = format!(
            "endgame KPK White K P v Black k
             strategy s for White to draw step push: move P
             theorem t: s reaches mate or (White to move and promoted(P) and (alive(P) or {was}))
               from White to move and K = a1 and k = c7 and P = b7"
        );
        assert_eq!(same("test", Some(&text), &[]), 1);
    }
}
