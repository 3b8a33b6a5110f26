//! The registry of methods: what is made from it, and that one line adds a method everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use adli_conformance::CLAIMS;

use crate::common::{adli, has_coq, run, run_json, skipped};

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
    assert_eq!(report["claims"][0]["taken_by"], serde_json::json!(["exhaustive", "bdd", "coq"]));
    let path = folder.path().join("mine.adv");
    let text = "endgame KPK White K P v Black k\nrecogniser r otherwise => unknown\ntheorem sound: r sound\n";
    fs::write(&path, text).unwrap();
    let told = run(folder.path(), &["prove", path.to_str().unwrap(), "--by", "exhaustive", "--brief"], 3);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("not run") && told.contains("it is taken by `--by scan`"), "{told}");
}

/// Whether a method can be asked on this machine; that it cannot is said aloud. Coq takes minutes, and is asked every night.
fn is_at_hand(method: &str) -> bool {
    if method != "coq" {
        return true;
    }
    if std::env::var_os("ADLI_THOROUGH").is_none() {
        skipped("the suite of verdicts by Coq takes minutes (ADLI_THOROUGH=1 asks for it)");
        return false;
    }
    has_coq()
}

/// The suite of verdicts, for every method that a program has and that is `wanted`: a claim is decided as the text says, or refused with a
/// reason. Returns for each method what it decides.
fn verdicts(
    program: &dyn Fn(&[&str]) -> Output,
    wanted: &dyn Fn(&str) -> bool,
) -> BTreeMap<String, BTreeSet<String>> {
    let folder = tempfile::tempdir().unwrap();
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&program(&[args, &["--format", "json"]].concat()).stdout).unwrap()
    };
    let mut decided = BTreeMap::new();
    let mut said = BTreeSet::new();
    for method in json(&["methods"])["methods"].as_array().unwrap() {
        let method = method["name"].as_str().unwrap();
        if !wanted(method) {
            continue;
        }
        let decides: &mut BTreeSet<String> = decided.entry(method.to_owned()).or_default();
        for (name, text) in CLAIMS {
            let path = folder.path().join(name).with_extension("adv");
            fs::write(&path, text).unwrap();
            let report = json(&["prove", path.to_str().unwrap(), "--by", method]);
            for claim in report["claims"].as_array().unwrap() {
                let told = format!("{name} by {method}: {claim:#}");
                if claim["verdict"] == "not_run" {
                    assert!(claim["reason"].is_string(), "{told}");
                    said.extend(claim["taken_by"].as_array().unwrap().iter().map(|other| {
                        (
                            other.as_str().unwrap().to_owned(),
                            format!("{name}/{}", claim["name"].as_str().unwrap()),
                        )
                    }));
                } else {
                    assert_eq!(claim["as_claimed"], true, "{told}");
                    assert!(["proved", "refuted"].contains(&claim["verdict"].as_str().unwrap()), "{told}");
                    decides.insert(format!("{name}/{}", claim["name"].as_str().unwrap()));
                }
            }
        }
    }
    // Who is said to take a claim takes it.
    for (method, claim) in said.into_iter().filter(|(method, _)| decided.contains_key(method)) {
        assert!(decided[&method].contains(&claim), "`{claim}` is not taken by `{method}`");
    }
    decided
}

#[test]
fn every_method_passes_the_suite_of_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let decided = verdicts(&|args| adli(folder.path()).args(args).output().unwrap(), &is_at_hand);
    let all: usize = CLAIMS.iter().map(|(_, text)| claims_in(text)).sum();
    let by_any: BTreeSet<&String> = decided.values().flatten().collect();
    assert_eq!(by_any.len(), all, "each claim is decided by somebody");
    assert!(decided.values().all(|claims| !claims.is_empty()), "each method decides something: {decided:?}");
}

fn claims_in(text: &str) -> usize {
    text.lines()
        .filter(|line| ["lemma ", "theorem ", "query "].iter().any(|word| line.starts_with(word)))
        .count()
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
    assert!(String::from_utf8_lossy(&wrong.stderr).contains(", nothing]"), "{wrong:?}");
    // It takes what it takes, and refuses the rest with the methods that take it.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.adv");
    let claims = "lemma vacant: in every position where false: mate\nlemma other: in every position where mate: check\n";
    fs::write(&path, format!("endgame KRK White K R v Black k\n{claims}")).unwrap();
    let told = text(&["prove", path.to_str().unwrap(), "--by", "nothing", "--brief"]);
    assert!(told.contains("lemma vacant: proved"), "{told}");
    assert!(told.contains("lemma other: not run: it speaks of some position"), "{told}");
    assert!(
        told.contains("taken by `--by exhaustive`, `--by sat`, `--by bdd`, `--by smt` and `--by coq`"),
        "{told}"
    );
    // It runs the suite of verdicts like all others.
    let decided = verdicts(&with_another_method, &|method| method == "nothing");
    assert_eq!(decided["nothing"], BTreeSet::from(["krk/vacant".to_owned()]));
}
