//! `adli plot` and `adli report`: what is written, what is refused, and what exit codes say.

use std::fs;
use std::path::Path;

use crate::common::{run, run_json, solved};

const REFUTED: &str = "endgame KRK White K R v Black k
strategy s for White to win
  step mate_now: move where mate'
theorem wins: s reaches mate from White to move
";

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The paper on the rook endgame counts 68 stalemates, all with the king in a corner; the text of the library expects them.
#[test]
fn a_condition_is_counted_by_the_square_of_a_man() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("made/here");
    let plot = ["plot", "krk", "-o", out.to_str().unwrap(), "--man", "k", "--heat"];
    let report = run_json(folder.path(), &[&plot[..], &["stalemate"]].concat(), 0);
    let drawn = &report["pictures"][0];
    assert_eq!(names(&out), ["heat-black-k-stalemate-krk.svg"]);
    assert_eq!(drawn["path"], out.join("heat-black-k-stalemate-krk.svg").to_str().unwrap());
    let described = drawn["description"].as_str().unwrap();
    assert!(described.contains("68 positions; at most 17 for a square"), "{described}");
    assert!(described.ends_with("by the square of k: a1: 17, h1: 17, a8: 17, h8: 17"), "{described}");
    // A comment at the end of a condition hides nothing, and a condition is one expression.
    run(folder.path(), &[&plot[..], &["stalemate -- and no more"]].concat(), 0);
    for wrong in [
        "mate) query more: count positions where (mate",
        "1 + 1",
        "nothing_of_the_kind",
        "mate) expect {9: 1} -- ",
        "",
    ] {
        let failed = run(folder.path(), &[&plot[..], &[wrong]].concat(), 2);
        let said = String::from_utf8(failed.stderr).unwrap();
        assert!(said.contains("help: write a condition as in the text"), "{wrong}: {said}");
    }
    let failed =
        run(folder.path(), &["plot", "krk", "-o", out.to_str().unwrap(), "--heat", "mate", "--man", "q"], 2);
    let said = String::from_utf8(failed.stderr).unwrap();
    assert!(
        said.contains("no single man of the text is called `q`\nhelp: the men are `K`, `R` and `k`"),
        "{said}"
    );
}

#[test]
fn a_refuted_claim_is_drawn_by_squares_and_reported_with_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (mine, out) = (at("mine.adv"), at("out"));
    fs::write(&mine, REFUTED).unwrap();
    let proved = run_json(folder.path(), &["prove", &mine], 1);
    let failing = proved["claims"][0]["failures"]["positions"].as_u64().unwrap();
    let drawn = run_json(folder.path(), &["plot", &mine, "-o", &out, "--man", "R"], 0);
    let described = drawn["pictures"][0]["description"].as_str().unwrap().to_owned();
    let squares = described.split_once("of R: ").unwrap().1.split(", ");
    let count = |square: &str| square.split_once(": ").unwrap().1.replace(',', "").parse::<u64>().unwrap();
    assert_eq!(squares.map(count).sum::<u64>(), failing);
    let report = run_json(folder.path(), &["report", &mine, "-o", &out], 1);
    assert_eq!(report["claims"][0]["verdict"], "refuted");
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    assert_eq!(report["bytes"], page.len());
    let digest = proved["digests"]["text"].as_str().unwrap();
    for part in ["<!DOCTYPE html>", "class=\"verdict refuted\"", digest, "adli report"] {
        assert!(page.contains(part), "{part}");
    }
    // Twice the same, byte for byte.
    run(folder.path(), &["report", &mine, "-o", &out], 1);
    assert_eq!(fs::read_to_string(folder.path().join("out/index.html")).unwrap(), page);
}

#[test]
fn what_is_not_ours_is_not_replaced_and_limits_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("index.html"), "<p>mine</p>").unwrap();
    let args = ["report", "kqk", "-o", out.to_str().unwrap()];
    let failed = run(folder.path(), &args, 2);
    assert!(String::from_utf8(failed.stderr).unwrap().contains("is none of ours\nhelp: "));
    assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "<p>mine</p>");
    run(folder.path(), &[&args[..], &["--force", "--memory", "1MB"]].concat(), 3);
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("class=\"verdict unknown\""));
    run(folder.path(), &[&args[..], &["--claim", "nobody"]].concat(), 2);
    run(folder.path(), &["plot", "kqk", "-o", out.to_str().unwrap(), "--memory", "1MB"], 3);
    // Nothing half-written is left.
    assert_eq!(names(&out), ["index.html"]);
}

#[test]
fn a_material_is_drawn_from_its_table() {
    let tables = solved(&["KQK"]);
    let out = tables.path().join("out");
    let drawn = run_json(tables.path(), &["plot", "KQK", "-o", out.to_str().unwrap()], 0);
    assert_eq!(names(&out), ["distances-kqk.svg"]);
    // The queen mates in ten moves at most: every table of endgames says so.
    let described = drawn["pictures"][0]["description"].as_str().unwrap();
    assert!(described.contains("White to move mates, in at most 10 moves"), "{described}");
    run(tables.path(), &["plot", "KRK", "-o", out.to_str().unwrap()], 2);
    run(tables.path(), &["plot", "KQK", "-o", out.to_str().unwrap(), "--man", "k"], 2);
}
