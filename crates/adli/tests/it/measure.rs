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

/// A king on his way to a1: how far it is falls on every board. Where only the last twelve steps are counted it does on boards up to seven.
const WALKER: &str = "endgame KRK White K R v Black k\nuse geometry\nstrategy walker for White to win\n  step come: move K where walk(K', a1) < walk(K, a1)\n";

#[test]
fn on_every_board_a_measure_is_found_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("walker.adv");
    std::fs::write(&file, WALKER).unwrap();
    let file = file.to_str().unwrap();
    let (all, last) = ("walk(K, a1)", "min(walk(K, a1), 12)");
    let args = ["measure", file, "--every-size=4", "--of", last, "--of", all];
    let json = run_json(folder.path(), &args, 0);
    assert_eq!((&json["verdict"], &json["every_size"]), (&"found".into(), &4.into()));
    // On the boards of four and six the two are the same; only a larger one tells which has to count.
    let weights = json["weights"].as_array().unwrap();
    let weight = |part: &str| weights.iter().find(|weight| weight["part"] == part);
    assert!(weight(all).is_some_and(|weight| weight["weight"].as_i64() > Some(0)), "{json}");
    let output = run(folder.path(), &args, 0);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("-- proved: it falls with every move and reply on every board n x n with n >= 4\n")
    );
    std::fs::write(file, format!("{WALKER}{text}")).unwrap();
    let report = run_json(folder.path(), &["prove", file, "--by", "smt", "--claim", "falling_falls"], 0);
    assert_eq!(report["claims"][0]["verdict"], "proved");
}

#[test]
fn a_play_on_a_large_board_shows_that_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("walker.adv");
    std::fs::write(&file, WALKER).unwrap();
    let args = ["measure", file.to_str().unwrap(), "--every-size=4", "--of", "min(walk(K, a1), 12)"];
    let json = run_json(folder.path(), &args, 1);
    assert_eq!(json["verdict"], "none");
    let plays = json["contradiction"].as_array().unwrap();
    let [play] = &plays[..] else { panic!("{json}") };
    assert_eq!((&play["times"], &play["change"]), (&1.into(), &serde_json::json!([0])));
    // From two squares that are more than twelve steps away: that takes a board of eight.
    let ranks = play["fen"].as_str().unwrap().matches('/').count() + 1;
    assert!(ranks >= 8, "{json}");
    let output = run(folder.path(), &[&args[..], &["--time", "1ms"]].concat(), 3);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("unknown: "));
}

#[test]
#[ignore = "takes a minute: linear arithmetic refutes and proves weights of the KRK strategy"]
fn the_sum_of_the_krk_text_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let set = "not loose and measure > 24 and mj.step not in {ready_to_mate, rook_home, rook_safe}";
    let of = ["--of", "room", "--of", "far", "--of", "min(near, 2)", "--of", "mj.step"];
    let args = [&["measure", "krk/every-size", "--every-size", "--stays", "--where", set][..], &of].concat();
    let json = run_json(folder.path(), &args, 0);
    assert_eq!((&json["verdict"], &json["every_size"]), (&"found".into(), &6.into()));
    let text = json["text"].as_str().unwrap();
    assert!(text.contains("at {p0, p2}") && text.contains("for every size >= 6"), "{text}");
}
