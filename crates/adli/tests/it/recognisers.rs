//! `adli export` and `adli suggest` as scripts see them.
use std::path::Path;
use std::process::{Command, Output};

fn adli(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adli"));
    command.current_dir(folder).args(arguments).args(["--tables", "tables"]).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const SOUND: &str = "endgame KPK strong K P v weak k
use geometry
def goal = (P.file, 8)
recogniser square
  when weak to move and k in ring(P) and P not in ring(K) => draw
  when steps(k, goal) > 10 - P.rank and not (K.file = P.file and K.rank > P.rank) => win for strong
  otherwise => unknown
theorem fine: square sound
";

#[test]
fn what_is_proved_is_exported_with_what_was_proved() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("square.adv"), SOUND).unwrap();
    assert!(adli(folder.path(), &["solve", "KPK"]).status.success());
    let output = adli(folder.path(), &["export", "square.adv", "--as", "rust", "-o", "square.rs"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let code = std::fs::read_to_string(folder.path().join("square.rs")).unwrap();
    let head: Vec<&str> = code.lines().take_while(|line| line.starts_with("//")).collect();
    let head = head.join("\n");
    assert!(head.contains("proved right on all 331,352 positions"), "{head}");
    assert!(head.contains("BLAKE3"), "{head}");
    assert!(head.contains(env!("CARGO_PKG_VERSION")), "{head}");
    let output = adli(folder.path(), &["export", "square.adv", "--as", "c", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["proved"], true);
    assert_eq!(json["materials"][0]["positions"], 331_352);
    assert!(json["code"].as_str().unwrap().contains("adli_answer square("));
}

/// A recogniser that never answers is right everywhere, and the head of its code does not boast of it.
#[test]
fn what_answers_nowhere_is_exported_with_that() {
    let folder = tempfile::tempdir().unwrap();
    let silent = "endgame KPK strong K P v weak k\nrecogniser silent\n  otherwise => unknown\n";
    std::fs::write(folder.path().join("silent.adv"), silent).unwrap();
    let output = adli(folder.path(), &["export", "silent.adv", "--as", "c"]);
    let code = text(&output.stdout);
    let said = "KPK: proved right, and of no use: it answers `unknown` on all 331,352 positions";
    assert!(code.contains(said), "{code} {}", text(&output.stderr));
    assert!(!code.contains("proved right on all"), "{code}");
}

#[test]
fn what_is_wrong_is_not_exported() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = SOUND.replace("> 10 - P.rank", "> 8 - P.rank");
    std::fs::write(folder.path().join("wrong.adv"), wrong).unwrap();
    let export = ["export", "wrong.adv", "--as", "c", "-o", "wrong.c"];
    let output = adli(folder.path(), &export);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("is wrong in"), "{}", text(&output.stderr));
    assert!(!folder.path().join("wrong.c").exists());
    let output = adli(folder.path(), &[&export[..], &["--unproved"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(std::fs::read_to_string(folder.path().join("wrong.c")).unwrap().contains("NOT PROVED"));
    for (arguments, words) in [
        (&["export", "wrong.adv", "--as", "c", "--recogniser", "sqare"][..], "did you mean `square`?"),
        (&["export", "krk", "--as", "c"], "has no recogniser"),
        (&["suggest", "nowhere.adv"], "nowhere.adv"),
    ] {
        let output = adli(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

/// There was no header, and names were the same in all exported code.
#[test]
fn exported_c_had_no_header_and_no_names_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("square.adv"), SOUND).unwrap();
    let small = "endgame KRK strong K R v weak k\nuse geometry\nrecogniser away\n  when steps(K, k) > 6 { when R in corner => unknown \
        otherwise => at_least_draw for strong }\n  otherwise => unknown\n";
    std::fs::write(folder.path().join("away.adv"), small).unwrap();
    for name in ["square", "away"] {
        let (text, code) = (format!("{name}.adv"), format!("{name}.c"));
        let output =
            adli(folder.path(), &["export", &text, "--as", "c", "-o", &code, "--with-rule", "--unproved"]);
        assert_eq!(output.status.code(), Some(0), "{}", self::text(&output.stderr));
        assert!(self::text(&output.stdout).contains(&format!("{name}.c and {name}.h")));
    }
    let main = "#include <stdio.h>
        #include \"square.h\"
        #include \"away.h\"
        int main(void) {
            adli_men white = {0}, black = {0};
            int rule = 0;
            white.king = UINT64_C(1) << 0;
            black.king = UINT64_C(1) << 63;
            white.pawns = UINT64_C(1) << 32;
            printf(\"%d %d\\n\", square(&white, &black, 1) == ADLI_WIN, away(&white, &black, 1) == ADLI_UNKNOWN);
            white.pawns = 0;
            white.rooks = UINT64_C(1) << 35;
            adli_answer answer = away_with_rule(&white, &black, 1, &rule);
            printf(\"%d %d\\n\", answer == ADLI_AT_LEAST_DRAW, rule);
            return 0;
        }\n";
    std::fs::write(folder.path().join("main.c"), main).unwrap();
    let arguments = ["-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "square.c", "away.c", "-o", "run"];
    let output = Command::new("cc").current_dir(folder.path()).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = Command::new(folder.path().join("run")).output().unwrap();
    assert_eq!(text(&output.stdout), "1 1\n1 2\n");
}

/// Code and header are there together or not at all.
#[test]
fn a_header_that_cannot_be_written_is_told_and_the_code_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("square.adv"), SOUND).unwrap();
    std::fs::create_dir(folder.path().join("x.h")).unwrap();
    std::fs::write(folder.path().join("x.c"), "old").unwrap();
    let output = adli(folder.path(), &["export", "square.adv", "--as", "c", "-o", "x.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write `x.h`"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(folder.path().join("x.c")).unwrap(), "old");
    let output = adli(folder.path(), &["export", "square.adv", "--as", "c", "--name", "double"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--name NAME"), "{}", text(&output.stderr));
}

/// What the head says of the size is what the tables have; they were 343,040 bytes, and most said little.
#[test]
fn exported_tables_were_larger_than_needed_and_did_not_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let output = adli(folder.path(), &["export", "kpk/recogniser", "--as", "c", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let code = json["code"].as_str().unwrap();
    let bytes = json["table_bytes"].as_u64().unwrap();
    let declared: u64 = code
        .lines()
        .filter_map(|line| line.strip_prefix("static const ")?.split_once('['))
        .map(|(element, length)| {
            let width = [("uint8_t", 1), ("int8_t", 1), ("uint16_t", 2), ("uint64_t", 8)];
            let width = width.iter().find(|(name, _)| element.starts_with(name)).unwrap().1;
            width * length.split(']').next().unwrap().parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(bytes, declared);
    assert!(bytes < 45_000, "{bytes}");
    let said = code.lines().find(|line| line.contains("The tables have")).unwrap();
    assert_eq!(said.replace(',', ""), format!("// The tables have {bytes} bytes."));
}

#[test]
fn proposals_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("square.adv"), SOUND).unwrap();
    let output = adli(folder.path(), &["suggest", "square.adv", "--rules", "1", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rule = json["proposals"][0]["rule"].as_str().unwrap();
    let (unknown, decides) =
        (json["unknown"].as_u64().unwrap(), json["proposals"][0]["decides"].as_u64().unwrap());
    assert_eq!(unknown - decides, json["unknown_then"].as_u64().unwrap());
    let pasted = SOUND.replace("  otherwise", &format!("  {rule}\n  otherwise"));
    std::fs::write(folder.path().join("pasted.adv"), pasted).unwrap();
    let output = adli(folder.path(), &["prove", "pasted.adv"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

/// A recogniser cannot ask a definition that takes moves.
#[test]
fn definitions_that_take_moves_are_not_proposed() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "def mated = mate\ndef stuck = no_move\nrecogniser";
    std::fs::write(folder.path().join("moves.adv"), SOUND.replacen("recogniser", moves, 1)).unwrap();
    std::fs::write(folder.path().join("square.adv"), SOUND).unwrap();
    let proposed = |file: &str| {
        let output = adli(folder.path(), &["suggest", file, "--rules", "1", "--format", "json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["proposals"].clone()
    };
    assert_eq!(proposed("moves.adv"), proposed("square.adv"));
}

/// The programs of the page for engine authors, with the texts that stand beside it.
#[test]
fn the_programs_of_the_page_work() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("recognisers.md")).unwrap();
    let block = |language: &str| {
        let begin = page.split(&format!("```{language}\n")).nth(1).unwrap();
        begin.split("```").next().unwrap().to_owned()
    };
    // The texts on the page are those that its commands are run with.
    for name in ["first.adv", "second.adv"] {
        let text = std::fs::read_to_string(docs.join("recognisers.in").join(name)).unwrap();
        assert!(page.contains(&text), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(docs.join("recognisers.in/second.adv"), folder.path().join("second.adv")).unwrap();
    for (language, end, compiler, arguments) in [
        ("c", "c", "cc", &["-std=c99", "-O1", "square.c"][..]),
        ("rust", "rs", "rustc", &["--edition", "2021"]),
    ] {
        let (code, main) = (format!("square.{end}"), format!("main.{end}"));
        let output = adli(folder.path(), &["export", "second.adv", "--as", language, "-o", &code]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        std::fs::write(folder.path().join(&main), block(language)).unwrap();
        let mut compile = Command::new(compiler);
        let compile = compile.current_dir(folder.path()).args(arguments).args([&main, "-o", "run"]);
        let output = compile.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let output = Command::new(folder.path().join("run")).output().unwrap();
        assert_eq!(text(&output.stdout), "won\n", "{language}");
    }
}
