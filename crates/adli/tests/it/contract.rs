//! The JSON that scripts rely on: every field that the contract names, and what it means.

use std::path::Path;
use std::sync::LazyLock;

use crate::common::{run, run_json, solved};
use serde_json::Value;
use tempfile::TempDir;

static TABLES: LazyLock<TempDir> = LazyLock::new(|| solved(&["--men", "3"]));

fn tables() -> &'static Path {
    TABLES.path()
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has_keys(object: &Value, wanted: &[&str]) {
    let found = keys(object);
    wanted.iter().for_each(|key| assert!(found.contains(key), "{key} is missing among {found:?}"));
}

#[test]
fn probe_values_moves_for_the_side_that_is_then_to_move() {
    let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
    let probed = run_json(tables(), &["probe", fen], 0);
    has_keys(&probed, &["fen", "outcome", "plies", "moves"]);
    assert_eq!(probed["fen"], fen);
    assert_eq!(probed["outcome"], "win");
    assert_eq!(probed["plies"], 1);
    let moves = probed["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 19);
    moves.iter().for_each(|mv| has_keys(mv, &["uci", "san", "outcome", "plies"]));
    let first = serde_json::json!({"uci": "b1a1", "san": "Ra1#", "outcome": "loss", "plies": 0});
    assert_eq!(moves[0], first);
    let gives_the_rook_away = run_json(tables(), &["probe", "8/8/8/8/8/2K5/1R6/k7 w - - 0 1"], 0);
    let last = gives_the_rook_away["moves"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["outcome"], &last["plies"]), (&Value::from("draw"), &Value::Null));
}

#[test]
fn probe_orders_moves_from_best_to_worst() {
    let probed = run_json(tables(), &["probe", "8/8/8/8/8/2k5/8/KQ6 b - - 0 1"], 0);
    assert_eq!(probed["outcome"], "loss");
    let best = probed["plies"].as_i64().unwrap();
    let plies: Vec<i64> =
        probed["moves"].as_array().unwrap().iter().map(|mv| mv["plies"].as_i64().unwrap()).collect();
    assert_eq!(plies[0] + 1, best);
    assert!(plies.is_sorted_by(|a, b| a >= b), "the longest defence comes first: {plies:?}");
}

#[test]
fn probe_says_when_the_game_is_over() {
    let mate = run_json(tables(), &["probe", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"], 0);
    assert_eq!((&mate["outcome"], &mate["plies"]), (&"loss".into(), &0.into()));
    assert_eq!((&mate["over"], &mate["moves"]), (&"checkmate".into(), &Value::Array(vec![])));
    let stalemate = run_json(tables(), &["probe", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"], 0);
    assert_eq!((&stalemate["outcome"], &stalemate["plies"]), (&"draw".into(), &Value::Null));
    assert_eq!(stalemate["over"], "stalemate");
}

#[test]
fn line_is_a_shortest_mate() {
    let fen = "8/8/8/8/3k4/8/8/KR6 w - - 0 1";
    let line = run_json(tables(), &["line", fen], 0);
    has_keys(&line, &["fen", "moves", "result"]);
    assert_eq!((&line["fen"], &line["result"]), (&fen.into(), &"1-0".into()));
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), line["plies"].as_u64().unwrap() as usize);
    for (mv, left) in moves.iter().zip((0..moves.len()).rev()) {
        assert_eq!(keys(mv), ["plies", "san", "uci"]);
        assert_eq!(mv["plies"], left);
    }
    assert_eq!(line, run_json(tables(), &["line", fen], 0), "the same line each time");
    let cut = run_json(tables(), &["line", fen, "--plies", "3", "--pgn"], 0);
    assert_eq!((cut["moves"].as_array().unwrap().len(), &cut["result"]), (3, &"*".into()));
    assert!(cut["pgn"].as_str().unwrap().contains("[FEN \"8/8/8/8/3k4/8/8/KR6 w - - 0 1\"]"));
}

const SIDE: [&str; 11] = [
    "legal",
    "wins",
    "draws",
    "losses",
    "checkmates",
    "stalemates",
    "longest_win_plies",
    "longest_loss_plies",
    "win_by_plies",
    "loss_by_plies",
    "classes",
];

#[test]
fn stats_add_up() {
    let stats = run_json(tables(), &["stats", "KRK"], 0);
    has_keys(&stats, &["material", "white", "black", "mutual_zugzwangs"]);
    has_keys(&stats["mutual_zugzwangs"], &["placements", "classes"]);
    assert_eq!(stats["material"], "KRK");
    for side in ["white", "black"] {
        let side = &stats[side];
        has_keys(side, &SIDE);
        has_keys(&side["classes"], &["legal", "wins", "draws", "losses"]);
        let number = |key: &str| side[key].as_u64().unwrap();
        assert_eq!(number("wins") + number("draws") + number("losses"), number("legal"));
        let sum =
            |key: &str| side[key].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>();
        assert_eq!(sum("win_by_plies"), number("wins"));
        assert_eq!(sum("loss_by_plies"), number("losses"));
        let even = |key: &str| keys(&side[key]).iter().all(|plies| plies.parse::<u16>().unwrap() % 2 == 0);
        assert!(even("loss_by_plies"));
    }
    let (white, black) = (&stats["white"], &stats["black"]);
    assert_eq!((&white["longest_win_plies"], &white["longest_loss_plies"]), (&31.into(), &Value::Null));
    assert_eq!(
        (&black["longest_loss_plies"], &black["loss_by_plies"]["0"]),
        (&32.into(), &black["checkmates"])
    );
    let longest = white["longest_win_fen"].as_str().unwrap();
    assert_eq!(run_json(tables(), &["probe", longest], 0)["plies"], 31);
}

#[test]
fn stats_of_the_other_colouring_exchange_the_sides() {
    let [krk, kkr] = ["KRK", "KvKR"].map(|material| run_json(tables(), &["stats", material], 0));
    assert_eq!(kkr["material"], "KKR");
    assert_eq!(krk["white"]["win_by_plies"], kkr["black"]["win_by_plies"]);
    assert_eq!(krk["black"]["classes"], kkr["white"]["classes"]);
    let longest = kkr["black"]["longest_win_fen"].as_str().unwrap();
    assert_eq!(run_json(tables(), &["probe", longest], 0)["plies"], 31);
}

#[test]
fn show_hands_over_the_diagram_or_the_file() {
    let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
    let text = run_json(tables(), &["show", fen], 0);
    assert_eq!((&text["fen"], &text["kind"]), (&fen.into(), &"text".into()));
    assert!(text["diagram"].as_str().unwrap().contains("3 | k . K . . . . . |\n"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.png");
    let png = run_json(tables(), &["show", fen, "--size", "100", "-o", file.to_str().unwrap()], 0);
    assert_eq!((&png["kind"], png["file"].as_str()), (&"png".into(), file.to_str()));
    assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG\r\n"));
    assert_eq!(png.get("diagram"), None);
}

#[test]
fn audit_says_what_it_checked() {
    let audit = run_json(tables(), &["audit", "KPK"], 0);
    let names: Vec<&str> =
        audit["tables"].as_array().unwrap().iter().map(|t| t["material"].as_str().unwrap()).collect();
    assert_eq!((names.len(), names.last()), (5, Some(&"KPK")));
    for table in audit["tables"].as_array().unwrap() {
        assert_eq!((&table["verdict"], &table["wrong"]), (&"right".into(), &0.into()));
        assert!(table["legal"].as_u64().unwrap() > 0);
    }
    assert_eq!(audit["taken_for_right"], Value::Array(vec![]));
    let only = run_json(tables(), &["audit", "KPK", "--only"], 0);
    assert_eq!(only["tables"].as_array().unwrap().len(), 1);
    assert_eq!(only["taken_for_right"].as_array().unwrap().len(), 4);
}

#[test]
fn solve_says_what_it_made() {
    let folder = tempfile::tempdir().unwrap();
    let first = run_json(folder.path(), &["solve", "KRK", "--audit"], 0);
    let table = &first["tables"][0];
    assert_eq!((&table["material"], &table["status"]), (&"KRK".into(), &"solved".into()));
    assert_eq!(table["audit"]["verdict"], "right");
    let file = folder.path().join("KRK.adt");
    assert_eq!(table["bytes"], std::fs::metadata(&file).unwrap().len());
    let again = run_json(folder.path(), &["solve", "KRK"], 0);
    assert_eq!(again["tables"][0]["status"], "present");
    std::fs::write(&file, "gone").unwrap();
    let replaced = run_json(folder.path(), &["solve", "KRK"], 0);
    assert_eq!(replaced["tables"][0]["status"], "replaced");
    assert_eq!(replaced["tables"][0]["digest"], table["digest"]);
}

#[test]
fn probe_makes_what_is_missing_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
    run(folder.path(), &["probe", fen], 2);
    assert_eq!(run_json(folder.path(), &["probe", "--solve", fen], 0)["outcome"], "win");
    run(folder.path(), &["probe", fen], 0);
}

/// A script that asked for JSON gets it whatever happens; people are told on standard error as ever.
#[test]
fn failures_are_json_where_json_is_asked_for() {
    let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
    for (args, kind, code, words) in [
        (&["probe", "no position"][..], "input", 2, "the board has 8 ranks"),
        (&["probe", "--bogus", fen], "input", 2, "unexpected argument"),
        (&["probe"], "input", 2, "required arguments"),
        (&["stats", "KRK", "--tables", "/dev/null/none"], "input", 2, "KRK"),
        (&["solve", "KRKN", "--memory", "1KB"], "limit", 3, "of memory, more than"),
        (&["explain", "krk", fen, "--move", "Ke8"], "input", 2, "`Ke8` is not a legal move of White here"),
    ] {
        let output = crate::common::adli(tables()).args(args).args(["--format", "json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        let told: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{args:?} is not JSON"));
        assert_eq!((&told["error"]["kind"], &told["exit_code"]), (&kind.into(), &code.into()), "{args:?}");
        let first = told["error"]["messages"][0].as_str().unwrap();
        assert!(first.contains(words), "{args:?}: {first}");
        assert!(!first.contains('\n') && !first.starts_with("error"), "{first}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("error: "), "{stderr}");
    }
    // What is wrong with a text is told with its places.
    let wrong = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/types.adv");
    let told = run_json(tables(), &["prove", wrong], 2);
    assert!(told["error"]["details"][0].as_str().unwrap().contains("types.adv:"), "{told}");
    assert!(told["error"]["diagnostics"][0]["line"].is_u64(), "{told}");
    let plain = crate::common::adli(tables()).args(["probe", "no position"]).output().unwrap();
    assert!(plain.stdout.is_empty(), "in text, failures are on standard error alone");
}

/// Whatever a command prints, it is JSON where JSON is asked for, or it is refused.
#[test]
fn no_command_passes_over_the_format() {
    let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
    let tree = ["tree", "krk/bratko-al1", fen, "--advice", "mate_soon"];
    for args in [
        &["man"][..],
        &["man", "solve"],
        &["completions", "bash"],
        &[&tree[..], &["--svg"]].concat(),
        &[&tree[..], &["--pgn"]].concat(),
    ] {
        let told = run_json(tables(), args, 2);
        let message = told["error"]["messages"][0].as_str().unwrap();
        assert!(message.contains("a format of its own, and not JSON"), "{args:?}: {message}");
    }
    assert!(run_json(tables(), &tree, 0)["tree"].is_object());
    let played = run_json(tables(), &["play", "krk", fen, "--pgn"], 0);
    assert!(played["pgn"].as_str().unwrap().contains("[FEN "), "{played}");
    for (command, code) in [("check", 2), ("fmt", 2)] {
        let told = run_json(tables(), &[command, "no-such-file.adv"], code);
        assert_eq!(told["errors"][0]["kind"], "input", "{command}: {told}");
    }
}

#[test]
fn standard_input_is_laid_out_as_json_too() {
    use std::io::Write;
    let mut child = crate::common::adli(tables())
        .args(["fmt", "-", "--format", "json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"def  far=steps( K,k )>2").unwrap();
    let told: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(told["files"][0]["text"], "def far = steps(K, k) > 2\n");
    assert_eq!(told["files"][0]["status"], "changed");
}
