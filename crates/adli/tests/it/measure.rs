//! `adli measure`: found and proved, impossible, or wrong.

use crate::common::{run, run_json};

const SET: &str = "measure > 24 and mj.step not in {ready_to_mate, rook_home, rook_safe}";

#[test]
fn a_measure_is_printed_ready_to_paste() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["measure", "krk", "--of", "measure", "--of", "mj.step", "--where", SET];
    let output = run(folder.path(), &args, 0);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    let first = lines.next().unwrap();
    assert!(
        first.starts_with("-- proved: it falls in all ") && first.ends_with(" plays of a move and a reply")
    );
    // The comment included, it goes into a file as it is.
    let krk = include_str!("../../../../library/krk/malikovic-janicic.adv");
    let file = folder.path().join("mine.adv");
    std::fs::write(&file, format!("{krk}{text}")).unwrap();
    let report = run_json(folder.path(), &["prove", file.to_str().unwrap(), "--claim", "falling_falls"], 0);
    assert_eq!(report["claims"][0]["verdict"], "proved");
}

#[test]
fn where_there_is_none_plays_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let json = run_json(folder.path(), &["measure", "krk", "--of", "room", "--of", "walk(K, critical)"], 1);
    assert_eq!(json["verdict"], "none");
    assert_eq!(json["parts"], serde_json::json!(["room", "walk(K, critical)"]));
    let plays = json["contradiction"].as_array().unwrap();
    for part in 0..2 {
        let grown = |play: &serde_json::Value| {
            play["times"].as_i64().unwrap() * play["change"][part].as_i64().unwrap()
        };
        assert_eq!(plays.iter().map(grown).sum::<i64>(), 0);
    }
    let output = run(folder.path(), &["measure", "krk", "--of", "room"], 1);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("no weighted sum of these quantities falls with every move of `mj`"), "{text}");
    assert!(text.contains("  once  "), "{text}");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (args, message) in [
        (&["measure", "krk"][..], "no quantity was named"),
        (&["measure", "krk", "--of", "rooms"], "nothing is called `rooms`"),
        (&["measure", "krk", "--of", "critical"], "`critical` is neither a number nor a condition"),
        (&["measure", "krk", "--of", "room", "--strategy", "x"], "has no strategy called `x`"),
        (&["measure", "krk", "--of", "room", "--where", "rook"], "nothing is called `rook`"),
    ] {
        let output = run(folder.path(), args, 2);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
    let output = run(folder.path(), &["measure", "krk", "--of", "room", "--time", "1ms"], 3);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("unknown: "));
}
