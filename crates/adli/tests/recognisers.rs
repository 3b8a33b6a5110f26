//! `adli export` and `adli suggest` as scripts see them.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise")]

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
    for (language, end, compiler, arguments) in
        [("c", "c", "cc", &["-std=c99", "-O1"][..]), ("rust", "rs", "rustc", &["--edition", "2021"])]
    {
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
