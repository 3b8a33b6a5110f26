//! Texts of rules: what snapshots cannot show.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::common::{adli, run, run_json};

const HEADER: &str = "endgame KQK White K Q v Black k\nuse geometry\n";

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn run_in(folder: &Path, args: &[&str], code: i32) -> Output {
    let output = adli(folder).current_dir(folder).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "adli {args:?}: {}", stderr(&output));
    output
}

#[test]
fn a_text_is_at_most_a_mebibyte_long() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("huge.adv");
    fs::write(&file, format!("{HEADER}{}", "-- again\n".repeat(200_000))).unwrap();
    let name = file.to_str().unwrap();
    for command in [&["check", name][..], &["fmt", name], &["prove", name]] {
        let output = run(folder.path(), command, 2);
        assert!(stderr(&output).contains("is longer than a text of rules may be (1 MiB)"));
    }
}

#[test]
fn a_text_with_many_mistakes_is_answered_soon_and_in_few_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.adv");
    fs::write(&file, format!("{HEADER}{}", "def a = (\n".repeat(20_000))).unwrap();
    let told = stderr(&run(folder.path(), &["check", file.to_str().unwrap()], 2));
    assert!(told.lines().count() < 200, "{told}");
    assert!(told.contains("more"), "{told}");
}

/// 112 KB of rules in one line were 2.26 MB on standard error: every message repeated the line.
#[test]
fn messages_about_a_long_line_are_short() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.adv");
    let nested = |i| format!("when far{i} {{ when near{i} => draw otherwise => unknown }} ");
    let flat = |i| format!("when near{i} => draw ");
    let deep = |_| "when a { ".to_owned();
    let rules: [(usize, &dyn Fn(usize) -> String); 3] = [(2_000, &nested), (5_000, &flat), (12_500, &deep)];
    for (number, rule) in rules {
        let rules: String = (0..number).map(rule).collect();
        let text = format!("{HEADER}recogniser r {rules} otherwise => unknown\n");
        assert!(text.len() > 100_000, "{}", text.len());
        fs::write(&file, text).unwrap();
        let told = stderr(&run(folder.path(), &["check", file.to_str().unwrap()], 2));
        assert!(told.starts_with("error[") && told.len() < 20_000, "{} bytes: {told:.2000}", told.len());
    }
}

#[test]
fn standard_input_is_laid_out_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let laid_out = |text: &str, code: i32| {
        let mut child = adli(folder.path())
            .args(["fmt", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(laid_out("def  far=steps( K,k )>2", 0), "def far = steps(K, k) > 2\n");
    assert_eq!(laid_out("def far = (", 2), "");
}

#[test]
fn laying_out_leaves_nothing_else_behind() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.adv"), format!("{HEADER}def  a=1\n")).unwrap();
    run_in(folder.path(), &["fmt", "mine.adv"], 0);
    assert_eq!(fs::read_to_string(folder.path().join("mine.adv")).unwrap(), format!("{HEADER}def a = 1\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_text_uses_files_beside_it_before_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "mine.adv",
        &format!("{HEADER}use \"words\" (near)\nuse \"kqk/adli\" (mine_only)\ndef a = near and mine_only\n"),
    );
    write("words.adv", &format!("{HEADER}use \"more\" (two)\ndef near = steps(K, k) = two\n"));
    write("more.adv", "def two = 2\n");
    write("kqk/adli.adv", &format!("{HEADER}def mine_only = true\n"));
    run_in(folder.path(), &["check", "mine.adv"], 0);
    write("more.adv", "def three = 3\n");
    let told = stderr(&run_in(folder.path(), &["check", "mine.adv"], 2));
    assert!(told.contains("words.adv:3:"), "the path is told: {told}");
}

/// A file took the place of a text of the library, and no report named the file.
#[test]
fn what_was_read_where_a_name_means_two_texts_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, text: &str| {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), text).unwrap();
    };
    at("krk.adv", "endgame KRK White K R v Black k\ndef a = R = a1\n");
    at("kqk/adli.adv", &format!("{HEADER}def near = steps(K, k) = 2\n"));
    at("mine.adv", &format!("{HEADER}use \"kqk/adli\" (near)\ndef a = near\n"));
    let copy = stdout(&run_in(folder.path(), &["cat", "kqk/beginner"], 0));
    at("kqk/beginner.adv", &copy);
    let replaced = json!([{ "library": "kqk/adli", "file": "kqk/adli.adv" }]);
    for (name, read, note) in [
        (
            "mine.adv",
            json!({ "text": "mine.adv", "file": "mine.adv", "replaced": replaced }),
            "note: `kqk/adli` is the file `kqk/adli.adv` here, and not the text of the library\n",
        ),
        (
            "krk",
            json!({ "text": "krk", "library": "krk/malikovic-janicic" }),
            "note: `krk` is `krk/malikovic-janicic` of the library; there is a file `krk.adv` too\n",
        ),
        (
            "krk.adv",
            json!({ "text": "krk.adv", "file": "krk.adv" }),
            "note: `krk.adv` is a file here, and not `krk` of the library\n",
        ),
        // Only one is there, or both say the same.
        ("kqk", json!({ "text": "kqk", "library": "kqk/adli" }), ""),
        ("kqk/beginner.adv", json!({ "text": "kqk/beginner.adv", "file": "kqk/beginner.adv" }), ""),
    ] {
        for format in ["text", "json"] {
            let output = run_in(folder.path(), &["check", name, "--format", format], 0);
            let told = stderr(&output);
            let notes: String =
                told.split_inclusive('\n').filter(|line| line.starts_with("note: ")).collect();
            assert_eq!(notes, note, "{name}");
            if format == "json" {
                let report: Value = serde_json::from_slice(&output.stdout).unwrap();
                assert_eq!(report["read_from"], json!([read]), "{name}");
            }
        }
    }
}

#[test]
fn the_library_is_part_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    // A folder of the same name does not hide an entry.
    fs::create_dir_all(folder.path().join("krk")).unwrap();
    for name in ["krk", "krk/malikovic-janicic", "krk/bratko", "krk/classes", "kqk", "kqk/beginner"] {
        run_in(folder.path(), &["check", name], 0);
    }
}

#[test]
fn complaints_have_places_for_editors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.adv");
    fs::write(&file, format!("{HEADER}def far = stepz(K, k)\n")).unwrap();
    let checked = run_json(folder.path(), &["check", file.to_str().unwrap()], 2);
    let told = &checked["files"][0]["diagnostics"][0];
    assert_eq!(told["severity"], "error");
    let place = ["line", "column", "end_line", "end_column"].map(|field| told[field].as_u64().unwrap());
    assert_eq!(place, [3, 11, 3, 16]);
}

/// The files of pages that teach, in the order in which they are shown.
const FILES: [&str; 4] = ["first.adv", "second.adv", "third.adv", "pawn.adv"];

/// Every text on the pages that teach is the file of that name which its commands are run on.
#[test]
fn the_tutorials_show_their_files() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (name, files) in [("tutorial", &FILES[..3]), ("advice", &FILES), ("repair", &FILES[..3])] {
        let page = fs::read_to_string(docs.join(format!("{name}.md"))).unwrap();
        let shown: Vec<&str> =
            page.split("```adv\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
        for (text, file) in shown.iter().zip(files) {
            let folder = docs.join(format!("{name}.in"));
            assert_eq!(*text, fs::read_to_string(folder.join(file)).unwrap(), "{name}: {file}");
        }
        assert_eq!(shown.len(), files.len(), "{name}");
    }
}

#[test]
fn proofs_have_the_fields_that_scripts_rely_on() {
    let folder = tempfile::tempdir().unwrap();
    let report = run_json(folder.path(), &["prove", "kqk/beginner"], 0);
    assert_eq!(report["file"], "kqk/beginner");
    let claim = &report["claims"][0];
    for field in ["name", "kind", "method", "verdict", "positions", "by_moves", "optimal_by_moves", "seconds"]
    {
        assert!(!claim[field].is_null(), "{field} is missing");
    }
    for field in ["name", "positions", "with_choice"] {
        assert!(!claim["rules"][0][field].is_null(), "{field} of a rule is missing");
    }
    let failures = &claim["failures"];
    assert!(failures["positions"].as_u64().unwrap() > 0);
    for field in ["fen", "reason", "rule", "line"] {
        assert!(!failures["shown"][0][field].is_null(), "{field} of a failure is missing");
    }
}

/// A strategy that is proved becomes a table, which is only taken where it belongs.
#[test]
fn a_proved_strategy_is_compiled_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KQK White K Q v Black k use geometry
strategy s for White to win
  step mate: move where mate'
  step near: move where (not stalemate and not (some move: captured(Q)'))' least (steps(K', k'))
theorem wins: s reaches mate from White to move and some move: mate'
theorem never: s reaches mate within 1 moves from White to move expect refuted
";
    fs::write(folder.path().join("mine.adv"), text).unwrap();
    let written = run_in(folder.path(), &["compile", "mine.adv", "-o", "mine.moves"], 0);
    assert!(stdout(&written).contains("proved: `wins`"), "{}", stdout(&written));
    let fen = "7k/8/6K1/8/8/8/8/4Q3 w - - 0 1";
    let play =
        |file: &str, code| run_in(folder.path(), &["play", file, fen, "--compiled", "mine.moves"], code);
    assert!(stdout(&play("mine.adv", 0)).contains("1-0"));
    let explain = ["explain", "mine.adv", fen, "--compiled", "mine.moves"];
    assert!(stdout(&run_in(folder.path(), &explain, 0)).contains("rule 1 of 2 of `s`: mate"));
    // Another text, a damaged table, a strategy that is not proved.
    fs::write(folder.path().join("other.adv"), text.replace("least", "most")).unwrap();
    assert!(stderr(&play("other.adv", 2)).contains("by another text, library or option"));
    let mut bytes = fs::read(folder.path().join("mine.moves")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.path().join("mine.moves"), bytes).unwrap();
    assert!(stderr(&play("mine.adv", 2)).contains("the table is damaged"));
    fs::write(folder.path().join("wrong.adv"), text.replace(" expect refuted", "")).unwrap();
    let refused = run_in(folder.path(), &["compile", "wrong.adv", "-o", "wrong.moves"], 1);
    assert!(stderr(&refused).contains("`never` is not proved, so nothing is written"));
    assert!(!folder.path().join("wrong.moves").exists());
}

/// A theorem `under` another option was proved, and then the table without that option was called proved.
#[test]
fn a_table_was_called_proved_by_a_theorem_about_another_strategy() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KQK White K Q v Black k use geometry
option mates: Bool = false
strategy s for White to win
  step mate: move where mates and mate'
  step wait: move K
theorem wins: s reaches mate from White to move and some move: mate' under mates = true
";
    fs::write(folder.path().join("mine.adv"), text).unwrap();
    let refused = run_in(folder.path(), &["compile", "mine.adv", "-o", "mine.moves"], 2);
    assert!(stderr(&refused).contains("nothing is proved of it"), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("`--set`"), "{}", stderr(&refused));
    assert!(!folder.path().join("mine.moves").exists());
    let set = ["compile", "mine.adv", "--set", "mates=true", "-o", "mine.moves"];
    let written = run_in(folder.path(), &set, 0);
    assert!(stdout(&written).contains("proved: `wins`"), "{}", stdout(&written));
}

/// Files that were there were said not to be: with another ending, as folders, as what a text uses.
#[test]
fn a_file_that_is_there_was_said_to_be_missing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let good = "endgame KRK White K R v Black k\nlemma apart: in every position: K /= k\n";
    std::fs::write(at("rules.txt"), good).unwrap();
    std::fs::write(at("mine.adv"), good).unwrap();
    std::fs::create_dir(at("kbk")).unwrap();
    std::fs::create_dir(at("helper.adv")).unwrap();
    std::fs::write(at("user.adv"), format!("use helper\n{good}")).unwrap();
    for (arguments, words) in [
        (
            &["prove", "rules.txt"][..],
            "`rules.txt` is there, but files of rules end in `.adv`\nhelp: rename it to `rules.adv`",
        ),
        (&["check", "rules.txt"], "files of rules end in `.adv`"),
        (&["explain", "rules.txt", "8/8/8/8/3k4/8/8/KR6 w - - 0 1"], "files of rules end in `.adv`"),
        (&["prove", "kbk"], "`kbk` is a folder"),
        (&["cat", "kbk"], "there is no library entry called `kbk`"),
        (&["cat", "mine.adv"], "`mine.adv` is a file of yours"),
        (&["prove", "mine"], "did you mean the file `mine.adv`?"),
        (&["prove", "user.adv"], "`helper.adv` is a folder"),
        (&["verify", "mine.adv"], "`mine.adv` is a file, not a folder of certificates"),
        (&["verify", "none"], "there is no folder `none`"),
        (&["verify", "kbk", "--text", "rules.txt"], "files of rules end in `.adv`"),
        (&["play", "krk", "--compiled", "kbk", "8/8/8/8/3k4/8/8/KR6 w - - 0 1"], "cannot read `kbk`"),
        (
            &["probe", "--tables", "rules.txt", "8/8/8/8/3k4/8/8/KR6 w - - 0 1"],
            "`rules.txt` is a file, not a folder of tables",
        ),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_adli"));
        let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

/// The only move is a pawn's double step, after which nobody can take in passing.
#[test]
fn a_double_step_is_compiled_explained_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KPK White K P v Black k
strategy s for White to win
  step two: move P where P'.rank = P.rank + 2
def far = P.rank = 4
def may = White to move and some move of P: P'.rank = P.rank + 2
theorem two_steps: s reaches mate or far from may
";
    fs::write(folder.path().join("mine.adv"), text).unwrap();
    run_in(folder.path(), &["compile", "mine.adv", "-o", "mine.moves"], 0);
    for fen in ["8/8/8/8/7k/8/3P4/K7 w - - 0 1", "k7/3p4/8/7K/8/8/8/8 b - - 0 1"] {
        let san = if fen.contains('P') { "d4" } else { "d5" };
        for compiled in [&["--compiled", "mine.moves"][..], &[]] {
            let explain = [&["explain", "mine.adv", fen], compiled].concat();
            let told = stdout(&run_in(folder.path(), &explain, 0));
            assert!(told.contains(&format!("allowed: {san}\n")), "{told}");
            let play = [&["play", "mine.adv", fen, "--plies", "1"], compiled].concat();
            let told = stdout(&run_in(folder.path(), &play, 0));
            assert!(told.contains(san), "{told}");
        }
    }
}

/// Rules that look so far ahead that the plain interpreter gives up: what `prove` decides is explained and played.
#[test]
fn explain_and_play_answer_where_prove_decides() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KQK White K Q v Black k
def a = some move: mate'
def b = some move: (not no_move and every move: a')'
def c = some move: (not no_move and every move: b')'
def d = some move: (not no_move and every move: c')'
strategy deep for White to win
  step mate: move where mate'
  step five: move where (not no_move and every move: d')'
  step wait: move K where K' = b1
";
    fs::write(folder.path().join("deep.adv"), text).unwrap();
    let fen = "8/8/4k3/8/8/8/8/K2Q4 w - - 0 1";
    let told = stdout(&run_in(folder.path(), &["explain", "deep.adv", fen, "--move", "Qd4"], 0));
    assert!(told.contains("rule 3 of 3 of `deep`: wait"), "{told}");
    assert!(told.contains("2 five: what it asks takes too long to be told part by part"), "{told}");
    let played = stdout(&run_in(folder.path(), &["play", "deep.adv", fen, "--plies", "1"], 0));
    assert!(played.contains("1. Kb1     wait"), "{played}");
}

/// One move needs no survey of the whole play, and no tables.
#[test]
fn a_single_move_of_a_search_is_played_as_soon_as_it_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "8/8/8/3K4/8/kn6/8/7R b - - 0 1";
    let begun = std::time::Instant::now();
    let explained = run_json(folder.path(), &["explain", "knkr/adli", fen], 0);
    let to_explain = begun.elapsed();
    let begun = std::time::Instant::now();
    let played = run_json(folder.path(), &["play", "knkr/adli", fen, "--plies", "1"], 0);
    let moves = explained["rule"]["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv["uci"] == played["moves"][0]["uci"]), "{played}");
    // Half a minute more, before.
    assert!(begun.elapsed() < to_explain * 3 + std::time::Duration::from_secs(5));
}

#[test]
fn measure_knows_the_names_of_strategies() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = run_in(folder.path(), &["measure", "krk", "--of", "room", "--strategy", "mk"], 2);
    assert!(
        stderr(&wrong).contains("`krk/malikovic-janicic` has no strategy called `mk`"),
        "{}",
        stderr(&wrong)
    );
    assert!(stderr(&wrong).contains("help: it has `mj`"), "{}", stderr(&wrong));
}

/// Runs the program in a folder and reads the JSON that it writes.
fn json_in(folder: &Path, args: &[&str], code: i32) -> serde_json::Value {
    let output = run_in(folder, &[args, &["--format", "json"]].concat(), code);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// `can A` with assumed replies looked like any other proof; now it is marked wherever it is told.
#[test]
fn what_rests_on_assumed_replies_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KRK White K R v Black k
use geometry
advice lucky for White to win replies k where k' = a1 reach after us: mate' within 3 plies
strategy s for White to win
  try lucky
  step wait: move
def easy = can lucky
lemma everywhere: in every position where White to move: easy
query so_many: count positions where White to move and easy
lemma plain: in every position where White to move: not mate
theorem played: s reaches mate from White to move expect refuted
";
    fs::write(folder.path().join("lucky.adv"), text).unwrap();
    let report = json_in(folder.path(), &["prove", "lucky.adv"], 0);
    let assumes = |name: usize| report["claims"][name].get("assumes").cloned();
    let lucky = Some(serde_json::json!(["lucky"]));
    assert_eq!(
        [assumes(0), assumes(1), assumes(2), assumes(3)],
        [lucky.clone(), lucky, None, None],
        "{report}"
    );
    let told = stdout(&run_in(folder.path(), &["prove", "lucky.adv"], 0));
    assert!(
        told.contains(
            "lemma everywhere: proved on condition that the other side plays the replies of `lucky`\n"
        ),
        "{told}"
    );
    assert!(told.contains("lemma plain: proved\n"), "{told}");
    assert!(
        told.ends_with("(2 of them on condition that the other side plays the replies that are assumed)\n"),
        "{told}"
    );
    let fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
    let tree = stdout(&run_in(folder.path(), &["tree", "lucky.adv", fen], 0));
    assert!(tree.contains("as long as the other side plays the replies that it speaks of"), "{tree}");
    let explained = stdout(&run_in(folder.path(), &["explain", "lucky.adv", fen], 0));
    assert!(
        explained.contains("as long as the other side plays the replies that it speaks of"),
        "{explained}"
    );
}

/// What rests on what the other side plays is conditional; what refutes a plan is not, nor what supposes one, and a lemma that
/// says what follows whatever he plays frees a claim.
#[test]
fn conditions_follow_the_side_on_which_a_tree_stands() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KRK White K R v Black k
use geometry
advice mates for White to win reach after us: mate' within 3 plies
advice stays for Black to draw each move where k' in edge hold after them: not mate' within 4 plies
advice comes_nearer for Black to draw each move by least steps(k', K') hold after them: not mate' within 4 plies
def cornered = White to move and k = a1 and K = b3 and R.file > 3 and R.rank = 2
lemma claimed: in every position where cornered: can mates against stays
lemma threatened: in every position where cornered: can mates against pass
lemma refutes: in every position where White to move and k = d4 and K in rank 1: not can mates against comes_nearer
lemma complete: in every position where cornered: can mates against stays implies can mates
lemma freed: in every position where cornered: can mates against stays by (complete)
lemma not_freed: in every position where cornered: can mates against stays by (refutes)
lemma wrong: in every position where White to move: can mates against stays expect refuted
query so_many: count positions where cornered and can mates against stays
";
    fs::write(folder.path().join("plans.adv"), text).unwrap();
    let report = json_in(folder.path(), &["prove", "plans.adv"], 0);
    let assumes = |name: &str| {
        let claims = report["claims"].as_array().unwrap();
        let claim = claims.iter().find(|claim| claim["name"] == name).unwrap();
        claim.get("assumes").map_or(0, |assumes| assumes.as_array().unwrap().len())
    };
    let names = ["claimed", "threatened", "refutes", "complete", "freed", "not_freed", "wrong", "so_many"];
    assert_eq!(names.map(assumes), [1, 1, 0, 0, 0, 1, 0, 1], "{report}");
    let told = stdout(&run_in(folder.path(), &["prove", "plans.adv"], 0));
    assert!(
        told.contains(
            "lemma claimed: proved on condition that the other side plays the replies of `mates against stays`\n"
        ),
        "{told}"
    );
    assert!(told.contains("lemma freed: proved\n  5 positions\n  it rests on complete\n"), "{told}");
}

/// A theorem was refused because it carries a proof; the statement is decided, and the proof is not looked at.
#[test]
fn a_theorem_with_a_proof_is_decided_by_playing_it_out() {
    let folder = tempfile::tempdir().unwrap();
    let report = run_json(folder.path(), &["prove", "krk", "--claim", "krk", "--claim", "krk_by_lemmas"], 0);
    let [plain, by_lemmas] = [&report["claims"][0], &report["claims"][1]];
    assert_eq!((&by_lemmas["verdict"], &by_lemmas["by_moves"]), (&"proved".into(), &plain["by_moves"]));
    assert_eq!(by_lemmas["notes"][0], "decided by playing it out; the lemmas after `by` were not looked at");
}

/// Two numbers for one strategy looked like a contradiction: 33 moves by playing it out, 391 by its lemmas.
#[test]
fn a_number_of_moves_that_follows_from_lemmas_says_that_it_is_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let by_lemmas = ["prove", "krk/malikovic-janicic", "--claim", "krk_by_lemmas"];
    for (method, moves, is_bound) in [("exhaustive", 33, false), ("sat", 391, true)] {
        let report = run_json(folder.path(), &[&by_lemmas[..], &["--by", method]].concat(), 0);
        let claim = &report["claims"][0];
        assert_eq!(claim["longest_moves"], moves, "{method}");
        let notes = claim["notes"].as_array().unwrap();
        let says_so =
            |note: &Value| note.as_str().unwrap().contains("is a bound that follows from the lemmas");
        assert_eq!(notes.iter().any(says_so), is_bound, "{method}: {notes:?}");
    }
}

/// On a board of five the strategy of 2013 has no move in twelve positions, which are shown at their size; a claim about chess
/// has no size.
#[test]
fn claims_are_decided_on_boards_of_other_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let always = ["prove", "krk", "--claim", "always_a_move"];
    let report = run_json(folder.path(), &[&always[..], &["--size", "5"]].concat(), 1);
    let claim = &report["claims"][0];
    assert_eq!((&claim["size"], &claim["failures"]["positions"]), (&5.into(), &12.into()));
    let failure = &claim["failures"]["shown"][0];
    assert_eq!((&failure["size"], &failure["fen"]), (&5.into(), &"5/3R1/2k2/5/K4 w - -".into()));
    let chess = run_json(folder.path(), &always, 0);
    assert!(chess["claims"][0].get("size").is_none());
    let queries = ["prove", "krk", "--size", "6", "--claim", "by_squeeze"];
    let report = run_json(folder.path(), &queries, 0);
    assert!(report["claims"][0].get("expected").is_none(), "a number of chess is not compared");
    run_in(folder.path(), &["prove", "krk", "--size", "6", "--by", "sat"], 2);
    run_in(folder.path(), &["prove", "krk", "--size", "17"], 2);
    let text = stdout(&run_in(folder.path(), &[&always[..], &["--size", "5"]].concat(), 1));
    assert!(text.contains("on a board of 5 x 5") && text.contains("4 | . . . R . |"), "{text}");
}

/// One witness is not a count, and plays are not positions.
#[test]
fn failures_name_their_unit_and_say_whether_they_were_counted() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KRK White K R v Black k
use geometry
strategy s for White to win
  step any: move
lemma near: in every position where White to move: steps(K, k) = 2
lemma later: for play p0 .. p2 of s given home throughout show steps(K, k) at p2 = 2
";
    fs::write(folder.path().join("mine.adv"), text).unwrap();
    let counted = json_in(folder.path(), &["prove", "mine.adv"], 1);
    let [near, later] = [0, 1].map(|claim| counted["claims"][claim]["failures"].clone());
    assert_eq!((&near["counted"], &near["unit"]), (&true.into(), &"positions".into()));
    assert!(near["positions"].as_u64() > Some(1), "{near}");
    assert_eq!(
        (&later["counted"], &later["unit"], later.get("positions")),
        (&true.into(), &"plays".into(), None)
    );
    assert!(later["plays"].as_u64() > Some(1), "{later}");
    let found = json_in(folder.path(), &["prove", "mine.adv", "--by", "sat"], 1);
    for (claim, unit) in [(0, "positions"), (1, "plays")] {
        let failures = &found["claims"][claim]["failures"];
        assert_eq!(
            (&failures["counted"], &failures["unit"], &failures["at_least"]),
            (&false.into(), &unit.into(), &1.into())
        );
        assert_eq!((failures.get("positions"), failures.get("plays")), (None, None), "{failures}");
    }
    let told = stdout(&run_in(folder.path(), &["prove", "mine.adv", "--by", "sat"], 1));
    assert!(told.contains("it fails from at least 1 position; nobody counted how many"), "{told}");
    assert!(told.contains("it fails in at least 1 play; nobody counted how many"), "{told}");
}

/// The examples of the table in docs/proving.md: how each fails, and in how many positions.
const FAILS: &str = "endgame KPKP White K P v Black k p
strategy idle for White to win
  step corner: move K where K' = h8
strategy walk for White to win
  step walk: move K where K' in {c7, d7, d8}
theorem mated: idle reaches mate from Black to move and K = a1 and P = h3 and k = b3 and p = h2
theorem taken: idle reaches mate from Black to move and K = a1 and P = b3 and k = c3 and p = c2
theorem blocked: idle reaches mate from Black to move and K = a1 and P = a2 and k = d2 and p = a3
theorem both: walk reaches mate from White to move and K = d7 and P = a6 and k = a8 and p = a7
";

#[test]
fn the_examples_of_how_a_strategy_fails_are_true() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fails.adv"), FAILS).unwrap();
    let report = json_in(folder.path(), &["prove", "fails.adv"], 1);
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proving.md")).unwrap();
    // Two promotions mate and two do not; of five captures and promotions one stalemates; two moves of Black's king
    // stalemate; and of two positions one has both moves.
    for (claim, kinds, examples) in [
        (
            "mated",
            json!({ "mated": 2, "home_left": 2, "stuck": 6 }),
            &[
                ("Black's pawn has promoted and mates", "mated"),
                ("no rule has a move, and there are moves", "stuck"),
            ][..],
        ),
        (
            "taken",
            json!({ "home_left": 5, "stuck": 4 }),
            &[("Black has taken the pawn, and White has no move", "home_left")],
        ),
        ("blocked", json!({ "stalemate": 2, "stuck": 6 }), &[("White has no move", "stalemate")]),
        (
            "both",
            json!({ "stalemate": 1, "cycle": 1 }),
            &[
                ("a rule allows two moves: one stalemates, one leads into a round", "stalemate"),
                ("nothing is wrong there, but play can go round for ever", "cycle"),
            ],
        ),
    ] {
        let all = report["claims"].as_array().unwrap();
        let found = all.iter().find(|found| found["name"] == claim).unwrap();
        assert_eq!(found["failures"]["kinds"], kinds, "{claim}");
        for (position, kind) in examples {
            let row = |line: &str| {
                line.starts_with(&format!("| {position} |")) && line.ends_with(&format!("| `{kind}` |"))
            };
            assert!(page.lines().any(row), "{position}: {kind}");
        }
    }
}

/// A kind of failure in 344 positions was shown, and one in 431,568 was not.
#[test]
fn the_most_frequent_failure_is_shown_first() {
    let folder = tempfile::tempdir().unwrap();
    let text = "endgame KPK White K P v Black k
strategy s for White to win
  step wait: move K
theorem wins: s reaches mate from White to move and K = h1 and P = a2 and k = c4
";
    fs::write(folder.path().join("mine.adv"), text).unwrap();
    let report = json_in(folder.path(), &["prove", "mine.adv", "--max-failures", "1"], 1);
    let failures = &report["claims"][0]["failures"];
    let kinds = failures["kinds"].as_object().unwrap();
    let number = |kind: &str| kinds[kind].as_u64().unwrap();
    assert!(number("cycle") > number("home_left") && number("home_left") > number("stuck"), "{kinds:?}");
    let shown: Vec<&Value> =
        failures["shown"].as_array().unwrap().iter().map(|line| &line["reason"]).collect();
    assert_eq!(shown, ["cycle"]);
    let report = json_in(folder.path(), &["prove", "mine.adv", "--max-failures", "3"], 1);
    let shown = report["claims"][0]["failures"]["shown"].as_array().unwrap();
    let shown: Vec<&Value> = shown.iter().map(|line| &line["reason"]).collect();
    assert_eq!(shown, ["cycle", "home_left", "stuck"]);
}

/// It said that a man is lost or exchanged, where the rules do not apply any more.
#[test]
fn where_the_rules_are_for_other_men_the_way_on_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let go_on = "if others go on from there, name their strategy after `then`";
    for (name, header, step, from, said) in [
        (
            "takes",
            "endgame KRKP White K R v Black k p",
            "move R where captured(p)'",
            "K = a1 and R = h2 and p = h4 and k = a8",
            format!("a man of the other side is taken, and the rules are not for KRK; {go_on}"),
        ),
        (
            "loses",
            "endgame KRKN White K R v Black k n",
            "move R where R' = a1",
            "R = a8 and K = h1 and k = h3 and n = b3",
            format!("a man is taken, and the rules are not for KKN; {go_on}"),
        ),
        (
            "promotes",
            "endgame KPK White K P v Black k",
            "move P",
            "P = a7 and K = c2 and k = g2",
            format!(
                "the pawn has promoted, the claim does not say that this is enough, \
                and the rules are not for KQK; {go_on}"
            ),
        ),
        // Bare kings: no strategy could go on.
        (
            "bare",
            "endgame KPK White K P v Black k",
            "move K where K' = h1",
            "P = a2 and K = h2 and k = a3",
            "a man is taken, and the rules are not for KK, by".to_owned(),
        ),
    ] {
        let file = format!("{name}.adv");
        let text = format!(
            "{header}\nstrategy s for White to win\n  step only: {step}\n\
            theorem t: s reaches mate from White to move and {from}\n"
        );
        fs::write(folder.path().join(&file), text).unwrap();
        let told = stdout(&run_in(folder.path(), &["prove", &file], 1));
        assert!(told.contains(&said), "{name}: {told}");
        assert!(!told.contains("exchanged"), "{name}: {told}");
    }
}

#[test]
fn several_files_are_proved_in_one_go() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("wrong.adv"),
        "endgame KRK White K R v Black k lemma l: in every position: check",
    )
    .unwrap();
    let both = json_in(folder.path(), &["prove", "kqk", "wrong.adv"], 1);
    let names: Vec<&str> =
        both["reports"].as_array().unwrap().iter().map(|r| r["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["kqk/adli", "wrong.adv"]);
    assert_eq!(both["reports"][1]["claims"][0]["verdict"], "refuted");
    let told = stdout(&run_in(folder.path(), &["prove", "kqk", "wrong.adv", "--brief"], 1));
    assert!(told.starts_with("kqk/adli\n") && told.contains("\n\nwrong.adv\n"), "{told}");
    let refused = run_in(folder.path(), &["prove", "kqk", "krk", "--by", "sat", "--certificates", "c"], 2);
    assert!(stderr(&refused).contains("one text at a time"), "{}", stderr(&refused));
}
