//! What `prove` says of every text of the library, by every method, and every problem that it hands to a solver: as digests in
//! `golden.tsv`, so that a change that is to change nothing can be seen to change nothing.
//!
//! `just golden` compares, `ADLI_BLESS=1 just golden` writes. Seconds and paths are left out. A line that differs is no mistake
//! by itself, but it has to be meant; which claim it is stands in the line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::run_json;

/// Texts, and the ways in which each is decided.
const EXHAUSTIVE: [&str; 20] = [
    "engine-sentences/kbpk",
    "engine-sentences/knpk",
    "engine-sentences/kpk",
    "engine-sentences/kqkp",
    "engine-sentences/krkp",
    "knkr/adli",
    "knkr/bratko-1978",
    "knkr/bratko-1979",
    "knkr/paralysis",
    "knkr/thesis",
    "kpk/adli",
    "kpk/niblett",
    "kpk/recogniser",
    "kqk/adli",
    "kqk/beginner",
    "kqk/pawn",
    "krk/bratko",
    "krk/bratko-al1",
    "krk/classes",
    "krk/malikovic-janicic",
];
const SAT: [&str; 6] =
    ["kqk/adli", "kqk/beginner", "krk/bratko", "krk/bratko-al1", "krk/classes", "krk/malikovic-janicic"];
/// Longer runs; `ADLI_GOLDEN=all` takes them too.
const LONG: [&str; 4] = ["knn/adli", "knn/heinz-2001", "knn/knnkb", "knn/knnkn"];

/// Leaves out what is another every time.
fn without_time(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.ends_with("seconds") && name != "path");
            fields.values_mut().for_each(without_time);
        }
        Value::Array(values) => values.iter_mut().for_each(without_time),
        _ => {}
    }
}

/// The program, or the one that `ADLI_PROGRAM` names: an older one, or a copy that stays while one goes on writing.
fn program(tables: &Path) -> Command {
    let program = std::env::var_os("ADLI_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_adli").into());
    let mut command = Command::new(program);
    command.env("ADLI_TABLES", tables);
    command
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

#[expect(clippy::print_stderr, reason = "it runs for minutes")]
fn record(found: &mut BTreeMap<String, String>, text: &str, how: &[&str], tables: &Path) {
    let how_said = how.join(" ");
    eprintln!("{text} {how_said}");
    let certificates = tempfile::tempdir().unwrap();
    let folder = certificates.path().join("certificates");
    let mut args = [&["prove", text], how].concat();
    let sat = how.contains(&"sat");
    if sat {
        args.extend(["--certificates", folder.to_str().unwrap()]);
    }
    let output = program(tables).args(args).args(["--format", "json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for claim in report["claims"].as_array().unwrap() {
        let mut claim = claim.clone();
        without_time(&mut claim);
        let name = format!("{text}\t{how_said}\t{} {}", claim["material"], claim["name"]).replace('"', "");
        let verdict = claim["verdict"].as_str().unwrap().to_owned();
        let before = found.insert(name, format!("{verdict}\t{}", digest(claim.to_string().as_bytes())));
        assert_eq!(before, None);
    }
    let code = output.status.code().unwrap();
    found.insert(format!("{text}\t{how_said}\texit code"), format!("{code}\t-"));
    if sat && folder.exists() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "cnf") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                found.insert(
                    format!("{text}\t{how_said}\t{name}"),
                    format!("problem\t{}", digest(&fs::read(&path).unwrap())),
                );
            }
        }
    }
}

#[test]
#[ignore = "many minutes: all of the library, by every method; `just golden` runs it"]
fn golden() {
    let tables = tempfile::tempdir().unwrap();
    // Every text is there, by name; those for boards of every size take as long as all others together, and have tests of their own
    // (`adli-smt`).
    let library = run_json(tables.path(), &["library"], 0);
    let names = library["texts"].as_array().unwrap().iter().filter(|text| text["claims"] != 0);
    let names: Vec<&str> = names.map(|text| text["name"].as_str().unwrap()).collect();
    let missing =
        |name: &&&str| !EXHAUSTIVE.contains(name) && !LONG.contains(name) && !name.ends_with("every-size");
    assert_eq!(names.iter().find(missing), None);
    let mut found = BTreeMap::new();
    let all = std::env::var_os("ADLI_GOLDEN").is_some_and(|wanted| wanted == "all");
    for text in EXHAUSTIVE.into_iter().chain(LONG.into_iter().filter(|_| all)) {
        record(&mut found, text, &["--by", "exhaustive"], tables.path());
    }
    for text in SAT {
        record(&mut found, text, &["--by", "sat"], tables.path());
        record(&mut found, text, &["--by", "sat", "--reduce"], tables.path());
    }
    let mut written = String::new();
    found.iter().for_each(|(what, is)| _ = writeln!(written, "{what}\t{is}"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.tsv");
    if std::env::var_os("ADLI_BLESS").is_some() {
        fs::write(path, written).unwrap();
        return;
    }
    let recorded = fs::read_to_string(path).unwrap();
    let of = |text: &str| -> Vec<String> {
        let long = |line: &str| LONG.iter().any(|name| line.starts_with(name));
        text.lines().filter(|line| all || !long(line)).map(str::to_owned).collect()
    };
    let (now, before) = (of(&written), of(&recorded));
    let gone: Vec<_> = before.iter().filter(|line| !now.contains(line)).collect();
    let new: Vec<_> = now.iter().filter(|line| !before.contains(line)).collect();
    assert!(gone.is_empty() && new.is_empty(), "before:\n{gone:#?}\nnow:\n{new:#?}");
}
