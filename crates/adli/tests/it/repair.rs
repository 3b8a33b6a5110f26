//! `adli suggest` about claims, as scripts see it.

use std::fs;

use serde_json::Value;

use crate::common::{run, run_json};

/// Nothing that can be said about one move forces a king into a corner.
const HOPELESS: &str = "endgame KRK White K R v Black k
use geometry
advice drive_in for White to win reach after us: mate' or k' = a1 within 1 ply
lemma forced: in every position where White to move: can drive_in
lemma near: in every position where White to move and can drive_in: steps(K, k) <= 2 or k = a1
query mates: count positions where mate
";

#[test]
fn exit_codes_carry_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let hopeless = at("hopeless.adv", HOPELESS);
    let without_claims = at("none.adv", "endgame KRK White K R v Black k\n");
    // No edit proves the claim; what helps a little is shown, and fails less often than before.
    let report = run_json(folder.path(), &["suggest", &hopeless], 1);
    assert_eq!((&report["claim"], &report["verdict"]), (&"forced".into(), &"refuted".into()));
    let number = |value: &Value| value["failures"].as_u64().unwrap();
    let repairs = report["repairs"].as_array().unwrap();
    assert!(repairs.iter().all(|repair| repair["kind"] == "claim" || number(repair) < number(&report)));
    assert!(repairs.iter().all(|repair| repair["kind"] == "claim" || repair["verdict"] == "refuted"));
    // What is proved needs nothing.
    let report = run_json(folder.path(), &["suggest", &hopeless, "--claim", "near"], 0);
    assert_eq!((&report["verdict"], report["repairs"].as_array().unwrap().len()), (&"proved".into(), 0));
    for (args, words) in [
        (&["suggest", &hopeless, "--claim", "forceds"][..], "did you mean `forced`?"),
        (&["suggest", &hopeless, "--claim", "mates"], "`mates` is no claim about"),
        (&["suggest", &without_claims], "claims nothing"),
        (&["suggest", &hopeless, "--claim", "forced", "--recogniser", "r"], "--recogniser"),
    ] {
        let output = run(folder.path(), args, 2);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(words), "{args:?}: {told}");
    }
    // One edit is decided, and there are more.
    let report = run_json(folder.path(), &["suggest", &hopeless, "--edits", "1"], 3);
    assert_eq!(report["decided"], 1);
    assert!(report["stopped"].as_str().unwrap().contains("there are more"), "{report}");
    run(folder.path(), &["suggest", &hopeless, "--time", "1ms"], 3);
}

/// Stopped early, it said that no single edit helps, and that not all edits were decided.
#[test]
fn stopped_early_it_speaks_of_the_edits_that_were_decided() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hopeless.adv");
    fs::write(&path, HOPELESS).unwrap();
    let told = |edits: &str, code: i32| {
        let arguments = ["suggest", path.to_str().unwrap(), "--claim", "forced", "--edits", edits];
        String::from_utf8(run(folder.path(), &arguments, code).stdout).unwrap()
    };
    let stopped = told("1", 3);
    assert!(stopped.contains("\n-- no edit that was decided proves it\n"), "{stopped}");
    assert!(stopped.contains("\n-- other edits were not decided: "), "{stopped}");
    assert!(!stopped.contains("no single edit"), "{stopped}");
    let whole = told("60", 1);
    assert!(whole.contains("\n-- no single edit proves it\n"), "{whole}");
    assert!(!whole.contains("decided:") && !whole.contains("that was decided"), "{whole}");
}

/// A text that does not use `geometry` got no guard; now it is told to.
#[test]
fn what_the_text_has_to_use_is_said_with_the_edit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plain.adv");
    let text = "endgame KPK White K P v Black k
lemma won: in every position where White to move and P.rank = 6: value(White) = win
";
    fs::write(&path, text).unwrap();
    let arguments = ["suggest", path.to_str().unwrap()];
    let report = run_json(folder.path(), &arguments, 1);
    let repair = &report["repairs"][0];
    assert_eq!((&repair["verdict"], &repair["uses"]), (&"proved".into(), &"use geometry".into()));
    let told = String::from_utf8(run(folder.path(), &arguments, 1).stdout).unwrap();
    let line = repair["new"][0].as_str().unwrap();
    let hint = "-- and after the header, for the words of these lines:\nuse geometry\n";
    assert!(told.contains(&format!("\n{line}\n{hint}")), "{told}");
    // Pasted as it says, the claim is proved.
    let pasted = text.replace(text.lines().nth(1).unwrap(), &format!("use geometry\n{line}"));
    fs::write(&path, pasted).unwrap();
    run(folder.path(), &["prove", path.to_str().unwrap()], 0);
}
