//! Claims that hold because they speak of nothing: every kind, by every method, and the report says so.

use std::fs;

use crate::common::{run, run_json};

/// Whatever is claimed of nowhere holds. `met` is met, and `never` is about nothing on purpose.
const TEXT: &str = "endgame KRK White K R v Black k
use geometry
strategy s for White to win
  step any: move K
recogniser r
  when K = R => loss
  otherwise => unknown
lemma met: in every position where K = a1: K = a1
lemma never: in every position where K = R: false
lemma none: in every position where K = R: mate
lemma plays: for play p0 .. p1 of s given (K = R) at p0 show mate at p1
theorem reached: s reaches mate from White to move and K = R
theorem asked_nowhere: s reaches mate or K = c3 from White to move and K = c3
theorem draw: s keeps draw from K = R
theorem value: s keeps value from Black to move and mate
theorem best: s is optimal from Black to move and mate
theorem sound: r sound
theorem sound_nowhere: r sound from K = R
";

/// By each method the claims that hold of nothing, of those it decides.
#[test]
fn every_method_says_that_nothing_was_met() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nothing.adv");
    fs::write(&path, TEXT).unwrap();
    let path = path.to_str().unwrap();
    let kinds =
        ["none", "plays", "reached", "asked_nowhere", "draw", "value", "best", "sound", "sound_nowhere"];
    for (method, nothing) in [
        (&[][..], &kinds[..]),
        (&["--by", "exhaustive"], &kinds[..7]),
        (&["--by", "bdd"], &["none", "reached", "asked_nowhere", "draw", "value"]),
        (&["--by", "sat"], &["none", "plays"]),
        (&["--by", "smt"], &["none", "plays"]),
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
        assert_eq!(names(&met), ["met", "never"], "{method:?}");
        // It is a warning too, and stands beside the verdict.
        for claim in &vacuous {
            assert_eq!(claim["warnings"][0], claim["vacuous"], "{claim}");
        }
        let text = String::from_utf8(run(folder.path(), &arguments, 0).stdout).unwrap();
        assert_eq!(text.matches("proved, but of nothing: ").count(), nothing.len(), "{text}");
    }
}

/// On boards of every size as well, where nothing can be counted.
#[test]
fn on_boards_of_every_size_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sizes.adv");
    let text = "endgame KRK White K R v Black k
lemma none: in every position where K = R: mate for every size >= 6
lemma some: in every position where K = a1: K = a1 for every size >= 6
";
    fs::write(&path, text).unwrap();
    let report = run_json(folder.path(), &["prove", path.to_str().unwrap(), "--by", "smt"], 0);
    let claims = &report["claims"];
    assert_eq!(claims[0]["verdict"], "proved");
    assert!(claims[0]["vacuous"].is_string(), "{report}");
    assert_eq!((&claims[1]["verdict"], &claims[1]["vacuous"]), (&"proved".into(), &serde_json::Value::Null));
}
