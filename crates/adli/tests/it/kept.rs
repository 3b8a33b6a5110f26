//! Failures that are kept beside a text are tried again by `adli check`.

use std::fs;

use crate::common::{run, run_json};

const TEXT: &str = "endgame KRK White K R v Black k
strategy s for White to win
  step mate_now: move where mate'
theorem soon: s reaches mate within 1 moves from White to move and k = a8 expect refuted
";
/// Here the rook mates at once, there it takes longer, and there the claim says nothing.
const MATES: &str = "k7/8/1K6/8/8/8/8/7R w - - c0 \"claim soon: stuck\"; id \"at once\";\n";
const STUCK: &str = "k7/8/8/1K6/8/8/8/7R w - - c0 \"claim soon: stuck\"; id \"too far\";\n";
const ELSEWHERE: &str = "8/k7/8/1K6/8/8/8/7R w - - c0 \"claim soon: stuck\";\n";
const UNKNOWN: &str = "k7/8/8/1K6/8/8/8/7R w - - c0 \"claim sooner: stuck\";\n";

#[test]
fn a_failure_that_is_kept_is_a_test() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.adv");
    fs::write(&path, TEXT).unwrap();
    let text = path.to_str().unwrap();
    let check = |kept: &str, code: i32| {
        fs::write(folder.path().join("mine.failures.epd"), kept).unwrap();
        run_json(folder.path(), &["check", text], code)["files"][0]["kept"].clone()
    };
    let report = check(MATES, 0);
    assert_eq!((&report["holding"], &report["tests"][0]["verdict"]), (&1.into(), &"holds".into()));
    let report = check(&format!("# two\n{MATES}{STUCK}"), 1);
    assert_eq!((&report["holding"], &report["failing"]), (&1.into(), &1.into()));
    assert_eq!(report["tests"][1]["why"], "stuck");
    assert_eq!(report["tests"][1]["id"], "too far");
    for (kept, why) in [
        (ELSEWHERE, "the claim says nothing of this position"),
        (UNKNOWN, "the text has no claim called `sooner`"),
    ] {
        let report = check(kept, 3);
        assert_eq!((&report["unknown"], &report["tests"][0]["why"]), (&1.into(), &why.into()));
    }
    let told = run(folder.path(), &["check", text], 3);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("mine.failures.epd: 0 of 1 test now holds, 1 unknown\n"), "{told}");
    assert!(
        told.contains("  `sooner` is not decided: the text has no claim called `sooner`\n    k7/8/"),
        "{told}"
    );
    // What cannot be read is told with its line, and does not pass for a test that holds.
    fs::write(folder.path().join("mine.failures.epd"), format!("{MATES}nothing\n")).unwrap();
    let told = run(folder.path(), &["check", text], 2);
    assert!(String::from_utf8(told.stderr).unwrap().contains("mine.failures.epd`: line 2: "));
    // A text with mistakes is told of these alone.
    fs::write(&path, TEXT.replace("mate'", "mat'")).unwrap();
    fs::write(folder.path().join("mine.failures.epd"), STUCK).unwrap();
    assert!(run_json(folder.path(), &["check", text], 2)["files"][0].get("kept").is_none());
}
