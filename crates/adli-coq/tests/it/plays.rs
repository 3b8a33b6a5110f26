//! Lemmas along plays, and what Coq does not accept. Two kings are enough: the same definitions are printed, and Coq is through in seconds.

use adli_claims::{Options, Unwatched};
use adli_coq::{Figures, Trouble, files};
use adli_exhaustive::prove;

use crate::common::{ALONE, asked, claim, program, workshop};

const KINGS: &str = "endgame KK White K v Black k\nuse geometry\nstrategy s for White to draw\n  \
                     step near: move where steps(K', k') < steps(K, k)\n  step any: move\n";

/// Figures of the exhaustive method, which counts the plays in another way.
fn figures(text: &str, name: &str) -> Figures {
    let program = program(text);
    let options = Options { claims: vec![name.to_owned()], ..Options::default() };
    let report = prove("mine", std::slice::from_ref(&program), &options, &Unwatched);
    Figures::of(&report.claims[0], claim(&program, name))
}

/// Short plays are gone through one by one, long ones by what is left of them; each is counted, and one play more is refused.
#[test]
fn plays_are_gone_through_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let text = format!(
        "{KINGS}lemma short: for play p0 .. p2 of s given s.step at p0 = near show steps(K, k) at p2 <= steps(K, k) at p0\n\
         lemma long: for play p0 .. p4 of s given (s.step = near) at {{p0, p2}} show steps(K, k) at p4 <= steps(K, k) at p0\n"
    );
    let program = program(&text);
    for name in ["short", "long"] {
        let (claim, found) = (claim(&program, name), figures(&text, name));
        assert!(found.plays > 0);
        let said = asked(&workshop, &files(&program, claim, &found, &ALONE).unwrap()).unwrap();
        assert!(said.starts_with("Axioms:\n") && !said.contains("Printed"), "{said}");
        let more = Figures { plays: found.plays + 1, ..found };
        let said = asked(&workshop, &files(&program, claim, &more, &ALONE).unwrap());
        assert!(matches!(&said, Err(Trouble::Refused(file, _)) if file == "Claim.v"), "{name}: {said:?}");
    }
}

/// What does not hold along a play is not accepted, whatever anybody says; nor is it that there are no such plays.
#[test]
fn a_false_lemma_along_plays_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workshop) = workshop(folder.path()) else { return };
    let text = format!(
        "{KINGS}lemma short: for play p0 .. p1 of s show steps(K, k) at p1 < steps(K, k) at p0 expect refuted\n\
         lemma long: for play p0 .. p3 of s given s.step at p0 = near impossible expect refuted\n"
    );
    let program = program(&text);
    for name in ["short", "long"] {
        let printed = files(&program, claim(&program, name), &figures(&text, name), &ALONE).unwrap();
        let said = asked(&workshop, &printed);
        assert!(matches!(&said, Err(Trouble::Refused(file, _)) if file == "Claim.v"), "{name}: {said:?}");
    }
}
