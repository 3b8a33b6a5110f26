//! Claims that hold because they speak of nothing: every kind, by every method, and the report says so.

use std::fs;

use crate::common::{has_coq, run, run_json};

/// Whatever is claimed of nowhere holds. `met` is met, and `never` is about nothing on purpose.
const TEXT: &str = "endgame KRK White K R v Black k
use geometry
strategy s for White to win
  step any: move K
strategy idle for White to win
  step none_such: move K where K' = K
recogniser r
  when K = R => loss
  otherwise => unknown
recogniser silent
  otherwise => unknown
lemma met: in every position where K = a1: K = a1
lemma aware: in every position where K = a1: R = b1 implies K in corner
lemma never: in every position where K = R: false
lemma none: in every position where K = R: mate
lemma supposed: in every position where K = a1: R = a1 implies mate
lemma plays: for play p0 .. p1 of s given (K = R) at p0 show mate at p1
theorem reached: s reaches mate from White to move and K = R
theorem asked_nowhere: s reaches mate or (K = c3) from White to move and K = c3
theorem draw: s keeps draw from K = R
theorem value: s keeps value from Black to move and mate
theorem best: s is optimal from Black to move and mate
theorem alike: idle is symmetric
theorem sound: r sound
theorem sound_nowhere: r sound from K = R
theorem used: silent uses every rule
";

/// By each method the claims that hold of nothing, of those it decides.
#[test]
fn every_method_says_that_nothing_was_met() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nothing.adv");
    fs::write(&path, TEXT).unwrap();
    let path = path.to_str().unwrap();
    let kinds = [
        "none",
        "supposed",
        "plays",
        "reached",
        "asked_nowhere",
        "draw",
        "value",
        "best",
        "alike",
        "sound",
        "sound_nowhere",
        "used",
    ];
    for (method, nothing) in [
        (&[][..], &kinds[..]),
        (&["--by", "exhaustive"], &kinds[..9]),
        (&["--by", "bdd"], &["none", "supposed", "reached", "asked_nowhere", "draw", "value"]),
        (&["--by", "sat"], &["none", "supposed", "plays"]),
        (&["--by", "smt"], &["none", "supposed", "plays"]),
        (&["--size", "8"], &["none", "plays", "reached"]),
    ] {
        let arguments = [&["prove", path][..], method].concat();
        let report = run_json(folder.path(), &arguments, 0);
        let claims = report["claims"].as_array().unwrap();
        let decided = claims.iter().filter(|claim| claim["verdict"] == "proved");
        let (vacuous, met): (Vec<_>, Vec<_>) = decided.partition(|claim| claim["vacuous"].is_string());
        let names = |claims: &[&serde_json::Value]| -> Vec<String> {
            claims.iter().map(|claim| claim["name"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(names(&vacuous), nothing, "{method:?}");
        // Boards of a given size are not searched a second time, and say so.
        let unseen = (!nothing.contains(&"supposed")).then_some("supposed");
        let expected: Vec<&str> = ["met", "aware", "never"].into_iter().chain(unseen).collect();
        assert_eq!(names(&met), expected, "{method:?}");
        let unseen = met.iter().find(|claim| Some(claim["name"].as_str().unwrap()) == unseen);
        let said = "whether anything satisfies what it supposes was not looked at";
        assert!(unseen.is_none_or(|claim| claim["notes"].as_array().unwrap().contains(&said.into())));
        // It is a warning too, and stands beside the verdict.
        for claim in &vacuous {
            assert_eq!(claim["warnings"][0], claim["vacuous"], "{claim}");
        }
        let text = String::from_utf8(run(folder.path(), &arguments, 0).stdout).unwrap();
        assert_eq!(text.matches("proved, but of nothing: ").count(), nothing.len(), "{text}");
    }
}

/// With the men of this header an imported recogniser answers nowhere and an imported strategy has no step, so
/// lemmas about its answers and steps are about nothing.
#[test]
fn what_is_said_of_names_that_are_silent_is_about_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let queen = "endgame KQK White K Q v Black k
recogniser wins
  when White to move => win
  otherwise => unknown
strategy plan for White to win
  step any: move Q
";
    fs::write(folder.path().join("queen.adv"), queen).unwrap();
    let text = "endgame KPK White K P v Black k
use \"queen.adv\" where Q is P
lemma answers: in every position where White to move: wins.answer = win implies P.rank > 3
lemma steps: in every position where White to move: plan.step = any implies P.rank > 3
lemma silent: in every position where White to move: plan.step = none implies P.rank < 8
";
    let path = folder.path().join("pawn.adv");
    fs::write(&path, text).unwrap();
    let report = run_json(folder.path(), &["prove", path.to_str().unwrap()], 0);
    let claims = report["claims"].as_array().unwrap();
    assert!(claims.iter().all(|claim| claim["verdict"] == "proved"), "{report}");
    let vacuous: Vec<Option<&str>> = claims.iter().map(|claim| claim["vacuous"].as_str()).collect();
    let nothing = Some("nothing satisfies what the lemma supposes");
    assert_eq!(vacuous, [nothing, nothing, None], "{report}");
}

/// Coq's kernel accepts theorems about nothing as well.
#[test]
fn coq_says_that_nothing_was_met() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nothing.adv");
    fs::write(&path, TEXT).unwrap();
    let claims = ["--claim", "never", "--claim", "none"];
    let arguments = [&["prove", path.to_str().unwrap(), "--by", "coq"][..], &claims].concat();
    let report = run_json(folder.path(), &arguments, 0);
    let [never, none] = [0, 1].map(|claim| &report["claims"][claim]);
    assert_eq!((&never["verdict"], &none["verdict"]), (&"proved".into(), &"proved".into()));
    assert_eq!((never.get("vacuous"), &none["vacuous"]), (None, &"the lemma speaks of no position".into()));
}

/// A theorem about nothing proves nothing of the positions that another leaves to it.
#[test]
fn what_rests_on_a_theorem_about_nothing_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let queen = "endgame KQK White K Q v Black k
strategy queen for White to win
  step any: move Q
theorem wins: queen reaches mate from White to move and Q = K
";
    at("queen.adv", queen);
    let text = "endgame KPK White K P v Black k
use \"queen.adv\" (queen) where Q is P
strategy s for White to win
  step mate: move P where mate'
  then queen
theorem at_once: s reaches mate from White to move and s.step = mate by queen.wins
";
    let report = run_json(folder.path(), &["prove", &at("pawn.adv", text)], 0);
    let claim = &report["claims"][0];
    assert_eq!(claim["rests_on_theorems"][0]["theorem"], "queen.wins");
    let warning = "`queen.wins`, on which it rests, speaks of no position";
    assert!(claim["warnings"].as_array().unwrap().iter().any(|told| told == warning), "{claim}");
}

/// On boards of every size as well, where nothing can be counted.
#[test]
fn on_boards_of_every_size_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sizes.adv");
    let text = "endgame KRK White K R v Black k
lemma none: in every position where K = R: mate for every size >= 6
lemma met: in every position where K = a1: K = a1 for every size >= 6
";
    fs::write(&path, text).unwrap();
    let report = run_json(folder.path(), &["prove", path.to_str().unwrap(), "--by", "smt"], 0);
    let claims = &report["claims"];
    assert_eq!(claims[0]["verdict"], "proved");
    assert!(claims[0]["vacuous"].is_string(), "{report}");
    assert_eq!((&claims[1]["verdict"], &claims[1]["vacuous"]), (&"proved".into(), &serde_json::Value::Null));
}
