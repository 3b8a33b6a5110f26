//! The registry of methods: what is made from it, and that one line adds a method everywhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{run, run_json};

/// The table of the page, as it follows from what methods say about themselves.
#[test]
fn the_page_has_the_methods() {
    let folder = tempfile::tempdir().unwrap();
    let report = run_json(folder.path(), &["methods"], 0);
    let mut table =
        String::from("| `--by` | it does this | it takes | it costs | it leaves |\n|---|---|---|---|---|\n");
    for method in report["methods"].as_array().unwrap() {
        let cell = |name: &str| method[name].as_str().unwrap().to_owned();
        let row = ["does", "takes", "costs", "leaves"].map(cell).join(" | ");
        table += &format!("| `{}` | {row} |\n", cell("name"));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proving.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("compared with it by a test -->\n").unwrap();
    let (shown, after) = rest.split_once("<!-- end of methods -->").unwrap();
    if std::env::var_os("ADLI_BLESS").is_some() {
        let page = format!("{before}compared with it by a test -->\n{table}<!-- end of methods -->{after}");
        fs::write(&path, page).unwrap();
        return;
    }
    assert_eq!(shown, table, "`ADLI_BLESS=1 cargo test -p adli --test it methods` writes it");
}

/// What one method refuses is named with those who take it.
#[test]
fn who_else_takes_a_claim_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let report = run_json(folder.path(), &["prove", "kqk", "--by", "sat", "--claim", "wins"], 3);
    assert_eq!(report["claims"][0]["taken_by"], serde_json::json!(["exhaustive", "bdd"]));
    let text = run(folder.path(), &["prove", "kpk/recogniser", "--by", "exhaustive", "--brief"], 0);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("not run") && text.contains("it is taken by `--by scan`"), "{text}");
}

/// A claim about values can be decided by two methods; they agree.
#[test]
fn the_scan_and_the_exhaustive_method_agree_where_both_take_a_claim() {
    let folder = tempfile::tempdir().unwrap();
    let by = |method: &str| {
        let report = run_json(folder.path(), &["prove", "kpk/recogniser", "--by", method], 0);
        let claims = report["claims"].as_array().unwrap().clone();
        let decided = claims.into_iter().filter(|claim| claim["verdict"] != "not_run");
        decided
            .map(|claim| (claim["name"].clone(), (claim["verdict"].clone(), claim["number"].clone())))
            .collect()
    };
    let (scan, exhaustive): (Vec<_>, Vec<_>) = (by("scan"), by("exhaustive"));
    let both: Vec<_> =
        exhaustive.iter().filter(|(name, _)| scan.iter().any(|(other, _)| other == name)).collect();
    assert!(both.len() >= 2, "{both:?}");
    for (name, decided) in both {
        assert_eq!(
            scan.iter().find(|(other, _)| other == name).map(|found| &found.1),
            Some(decided),
            "{name}"
        );
    }
}

/// The example adds a method to the registry: its program is this one with one method more.
fn with_another_method(args: &[&str]) -> Output {
    let adli = PathBuf::from(env!("CARGO_BIN_EXE_adli"));
    let example = adli.with_file_name("examples").join("another_method");
    Command::new(example).args(args).output().unwrap()
}

#[test]
fn one_line_adds_a_method_everywhere() {
    let text = |args: &[&str]| String::from_utf8_lossy(&with_another_method(args).stdout).into_owned();
    assert!(text(&["methods"]).contains("nothing: Proves that what is said of no position holds"));
    assert!(text(&["prove", "--help"]).contains("- nothing:"));
    let wrong = with_another_method(&["prove", "krk", "--by", "magic"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("sat, nothing]"), "{wrong:?}");
    // It takes what it takes, and refuses the rest with the methods that take it.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.adv");
    let claims = "lemma vacant: in every position where false: mate\nlemma other: in every position where mate: check\n";
    fs::write(&path, format!("endgame KRK White K R v Black k\n{claims}")).unwrap();
    let told = text(&["prove", path.to_str().unwrap(), "--by", "nothing", "--brief"]);
    assert!(told.contains("lemma vacant: proved"), "{told}");
    assert!(told.contains("lemma other: not run: it speaks of some position"), "{told}");
    assert!(told.contains("taken by `--by exhaustive` and `--by sat`"), "{told}");
}
