//! `adli prove --by coq`, from the command line.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::common::{adli, run_json};

fn has_coq() -> bool {
    let found = Command::new("coqc").arg("--version").output().is_ok();
    if !found {
        std::io::stderr()
            .write_all(b"SKIPPED: coqc is not installed (Debian: apt-get install coq)\n")
            .unwrap();
    }
    found
}

/// Who has no Coq is told how to get it.
#[test]
fn without_coq_it_is_said_how_to_install_it() {
    let folder = tempfile::tempdir().unwrap();
    let told = adli(folder.path()).env("PATH", "").args(["prove", "krk", "--by", "coq"]).output().unwrap();
    let stderr = String::from_utf8_lossy(&told.stderr);
    assert_eq!(told.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("Coq is not installed") && stderr.contains("apt-get install coq"), "{stderr}");
}

/// The theorem of the KRK paper: 33 moves, and the paper's counts of the nine steps. The folder that is left can be checked by Coq alone.
#[test]
#[ignore = "two minutes; `just exhaustive` runs it"]
fn the_theorem_of_the_paper_is_proved() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("theorem");
    let args = ["prove", "krk", "--by", "coq", "--claim", "krk", "--certificates", kept.to_str().unwrap()];
    let report = run_json(folder.path(), &args, 0);
    let claim = &report["claims"][0];
    assert_eq!(claim["verdict"], "proved", "{claim:#}");
    assert_eq!((&claim["longest_moves"], &claim["positions"]), (&33.into(), &175_168.into()));
    let rules: Vec<u64> =
        claim["rules"].as_array().unwrap().iter().map(|rule| rule["positions"].as_u64().unwrap()).collect();
    assert_eq!(rules, [1512, 648, 119_236, 12_192, 4124, 3472, 184, 33_368, 432]);
    let kernel = &claim["kernel"];
    assert!(kernel["by"].as_str().unwrap().starts_with("Coq "), "{kernel}");
    assert!(kernel["trusts"].to_string().contains("Laws.v"), "{kernel}");
    let assumed = kernel["assumptions"].as_array().unwrap();
    assert!(!assumed.is_empty());
    let primitive = |name: &serde_json::Value| {
        ["PrimInt63.", "Uint63.", "PArray."].iter().any(|module| name.as_str().unwrap().starts_with(module))
    };
    assert!(assumed.iter().all(primitive), "{kernel}");
    for file in
        ["check.sh", "assumptions.txt", "adli-library/Laws.v", "krk/Rules.v", "krk/Left.v", "krk/Claim.v"]
    {
        assert!(kept.join(file).is_file(), "{file}");
    }
    assert_eq!(left_over(&kept.join("krk")), [] as [String; 0]);
}

/// Files that are not sources.
fn left_over(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.ends_with(".v")).collect()
}

/// What does not hold is refuted by a position, and Coq is not asked; what Coq cannot be asked is not run.
#[test]
fn what_fails_is_refuted_by_a_position() {
    if !has_coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.adv");
    let text = "endgame KRK White K R v Black k\nuse \"krk/malikovic-janicic\" (mj)\n\
                theorem soon: mj reaches mate within 32 moves from White to move\n\
                lemma rook: for play p0 .. p2 of mj show home at p2\n";
    fs::write(&path, text).unwrap();
    let report = run_json(folder.path(), &["prove", path.to_str().unwrap(), "--by", "coq"], 1);
    let claims = report["claims"].as_array().unwrap();
    assert_eq!(claims[0]["verdict"], "refuted");
    assert!(claims[0]["failures"]["shown"][0]["fen"].is_string());
    assert!(claims[0]["notes"].to_string().contains("Coq was not asked"), "{:#}", claims[0]);
    assert!(claims[0].get("kernel").is_none());
    assert_eq!(claims[1]["verdict"], "not_run");
    assert!(claims[1]["reason"].as_str().unwrap().contains("plays of a few moves"));
}
