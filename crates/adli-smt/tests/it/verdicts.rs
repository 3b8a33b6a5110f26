//! Lemmas for every size, decided by z3 and cvc5 where these are installed; where they are not, the tests say so and pass.

use std::time::Duration;

use adli_claims::{Options, Report, Unwatched, Verdict, drive};
use adli_lang::Program;
use adli_smt::Smt;
use adli_smt::solver::{Program as Tool, Solver};

use crate::programs;

/// The solvers, or a word that they are missing.
fn solvers(test: &str) -> Option<Vec<Box<dyn Solver>>> {
    let installed: Vec<Box<dyn Solver>> =
        Tool::installed().into_iter().map(|tool| Box::new(tool) as Box<dyn Solver>).collect();
    if installed.is_empty() {
        eprintln!("SKIPPED: {test}: neither z3 nor cvc5 is installed");
        return None;
    }
    Some(installed)
}

fn decided(programs: &[Program], claims: &[&str], solvers: Vec<Box<dyn Solver>>) -> Report {
    let smt = Smt { solvers, time: Duration::from_secs(120), write: None, places: None };
    let claims = claims.iter().map(|&name| name.to_owned()).collect();
    let options = Options { claims, ..Options::default() };
    drive("", programs, &[&smt], &|_, _| Vec::new(), &options, &Unwatched)
}

fn shown(report: &Report) -> String {
    let line = |claim: &adli_claims::ClaimReport| {
        format!("{}: {:?} {:?} {:?}\n", claim.name, claim.verdict, claim.reason, claim.failures)
    };
    report.claims.iter().map(line).collect()
}

#[test]
fn quick_lemmas_hold_on_every_board_from_six_on() {
    let Some(solvers) = solvers("quick lemmas") else { return };
    let quick = ["rook_kept", "mate_follows", "always_a_move", "no_stalemate", "stuck_is_mate"];
    let report = decided(&programs("krk/every-size", None), &quick, solvers);
    assert_eq!(report.claims.len(), quick.len());
    for claim in &report.claims {
        assert_eq!(claim.verdict, Verdict::Unsatisfiable, "{}", shown(&report));
    }
}

#[test]
fn on_a_board_of_five_the_strategy_may_have_no_step() {
    let Some(solvers) = solvers("a board of five") else { return };
    let report = decided(&programs("krk/every-size", None), &["not_on_five"], solvers);
    let claim = &report.claims[0];
    assert_eq!(claim.verdict, Verdict::Refuted, "{}", shown(&report));
    let failure = &claim.failures.as_ref().unwrap().shown[0];
    assert_eq!(failure.size, Some(5), "{failure:?}");
}

/// A weaker condition lets the rook go where he is taken; that is found, and replayed.
#[test]
fn a_mutant_is_refuted_by_a_line_that_replays() {
    let Some(solvers) = solvers("a mutant") else { return };
    let text = adli_lang::Sources::library();
    let text = text.get(text.find("krk/every-size").unwrap()).unwrap().text.clone();
    let mutant = text.replace(
        "step rook_home: move R where comes_home and guarded'",
        "step rook_home: move R where comes_home",
    );
    assert_ne!(text, mutant);
    let report = decided(&programs("mutant", Some(&mutant)), &["rook_kept"], solvers);
    assert_eq!(report.claims[0].verdict, Verdict::Refuted, "{}", shown(&report));
}
