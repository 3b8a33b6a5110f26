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

#[test]
fn every_other_text_of_three_men() {
    for name in
        ["kqk/adli", "kqk/beginner", "krk/classes", "krk/bratko", "kpk/recogniser", "engine-sentences/kpk"]
    {
        let decided = same(name, None, &[]);
        eprintln!("{name}: {decided}");
    }
}

/// A query for every condition that a text defines: as many positions by both methods.
#[test]
fn every_condition_of_the_texts_of_three_men() {
    let mut decided = 0;
    for name in [
        "krk/malikovic-janicic",
        "krk/bratko",
        "krk/classes",
        "kqk/adli",
        "kqk/beginner",
        "kpk/recogniser",
        "engine-sentences/kpk",
    ] {
        let library = adli_lang::TEXTS.iter().find(|(known, _)| *known == name).unwrap().1;
        let first = &programs(name, None)[0];
        let is_own = |name: &str| library.contains(&format!("def {name} "));
        let conditions = first.definitions.iter().filter(|definition| {
            definition.params.is_empty()
                && definition.positions == 1
                && definition.sort == adli_lang::term::Sort::Bool
                && is_own(&definition.name)
        });
        let names: Vec<&str> = conditions.map(|definition| &definition.name[..]).collect();
        let queries: String = names
            .iter()
            .map(|name| format!("query how_many_{name}: count positions where {name}\n"))
            .collect();
        let claims: Vec<String> = names.iter().map(|name| format!("how_many_{name}")).collect();
        let claims: Vec<&str> = claims.iter().map(|name| &name[..]).collect();
        if !claims.is_empty() {
            decided += same(name, Some(&format!("{library}\n{queries}")), &claims);
        }
    }
    assert!(decided >= 18, "{decided}");
}
