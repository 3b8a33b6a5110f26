//! A queen's recogniser in a pawn's endgame: it took the pawn for the queen, and a drawn position was called won.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{adli, run_json};

const QUEEN: &str = "endgame KQK White K Q v Black k
use geometry
recogniser rec
  when Black to move and Q not in ring(k) and k not in edge => loss
  otherwise => unknown
def lost = rec.answer = loss
theorem right: rec sound
";

const PAWN: &str = "endgame KPK White K P v Black k
use \"kqk-recogniser.adv\" (rec, lost) where Q is P
strategy s for White to win
  step wait: move K
recogniser by_answer
  when rec.answer = loss => loss
  otherwise => unknown
def answered = rec.answer = loss
lemma same: in every position: lost iff rec.answer = loss
lemma silent: in every position: rec.answer = unknown
theorem wins: s reaches mate or (rec.answer = loss) within 1 moves
    from White to move and K = h1 and P = a2 and k = c4
";

/// Drawn: the pawn falls.
const DRAWN: &str = "8/8/8/8/2k5/8/P7/7K b - - 0 1";

fn json(folder: &Path, arguments: &[&str], code: i32) -> Value {
    let output =
        adli(folder).current_dir(folder).args(arguments).args(["--format", "json"]).output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn an_imported_recogniser_took_the_pawn_for_the_queen() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("kqk-recogniser.adv"), QUEEN).unwrap();
    fs::write(folder.join("pawn.adv"), PAWN).unwrap();
    // Right in its own file.
    let right = json(folder, &["prove", "kqk-recogniser.adv"], 0);
    assert_eq!(right["claims"][0]["verdict"], "proved");
    // All methods that take the claims had the fault, since it was in what they share.
    for (method, wins) in [("exhaustive", "refuted"), ("bdd", "refuted"), ("sat", "not_run")] {
        let claims = ["--claim", "same", "--claim", "silent", "--claim", "wins"];
        let code = if wins == "refuted" { 1 } else { 3 };
        let report = json(folder, &[&["prove", "pawn.adv", "--by", method][..], &claims].concat(), code);
        let verdicts: Vec<&Value> = (0..3).map(|claim| &report["claims"][claim]["verdict"]).collect();
        assert_eq!(verdicts, ["proved", "proved", wins], "{method}");
    }
    // The other commands as well: 77,760 positions were lost by the answer, and none by the name.
    for name in ["lost", "answered"] {
        assert_eq!(json(folder, &["set", "pawn.adv", name], 0)["positions"], 0, "{name}");
    }
    let compared = json(folder, &["compare", "pawn.adv", "lost", "answered"], 0);
    assert_eq!((&compared["relation"], &compared["differ"]), (&"same".into(), &0.into()));
    let explained = json(folder, &["explain", "pawn.adv", DRAWN, "--recogniser", "by_answer"], 0);
    assert_eq!(explained["answer"], "unknown", "{explained}");
    // It is not asked about men that are not its own.
    let refused = json(folder, &["explain", "pawn.adv", DRAWN, "--recogniser", "rec"], 2);
    assert!(refused["error"].to_string().contains("no recogniser called `rec`"), "{refused}");
}

/// With the pawn promoted the men are its own, and it answers as in its own file.
#[test]
fn an_imported_recogniser_answers_where_its_men_are() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("kqk-recogniser.adv"), QUEEN).unwrap();
    let text = "endgame KPK White K P v Black k
use \"kqk-recogniser.adv\" (rec, lost) where Q is P
lemma never: in every position where White to move: not (some move: lost')
";
    fs::write(folder.join("pawn.adv"), text).unwrap();
    let report = run_json(folder, &["prove", folder.join("pawn.adv").to_str().unwrap()], 1);
    assert_eq!(report["claims"][0]["verdict"], "refuted");
}
