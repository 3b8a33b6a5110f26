//! Win sets as lemmas: written by decision diagrams, proved by methods that know nothing of them.

use std::fs;
use std::path::Path;

use crate::common::{run, run_json};

/// The texts of an endgame, in order.
fn written(folder: &Path, material: &str) -> Vec<String> {
    run(folder, &["solve", material, "--by", "bdd", "--lemmas", folder.join("lemmas").to_str().unwrap()], 0);
    let files = fs::read_dir(folder.join("lemmas")).unwrap();
    let mut files: Vec<String> =
        files.map(|file| file.unwrap().path().to_str().unwrap().to_owned()).collect();
    files.sort();
    files
}

fn all_proved(folder: &Path, text: &str, by: &[&str]) -> usize {
    let report = run_json(folder, &[&["prove", text], by].concat(), 0);
    let claims = report["claims"].as_array().unwrap();
    assert!(claims.iter().all(|claim| claim["verdict"] == "proved"), "{text}: {report:#}");
    claims.len()
}

#[test]
fn every_layer_follows_from_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let texts = written(folder.path(), "KRK");
    // Nobody is mated later than in 16 moves.
    assert_eq!(texts.len(), 17);
    let certificates = folder.path().join("certificates");
    let to = certificates.to_str().unwrap();
    assert_eq!(all_proved(folder.path(), &texts[0], &["--by", "sat"]), 1);
    assert_eq!(all_proved(folder.path(), &texts[2], &["--by", "sat", "--certificates", to]), 2);
    run(folder.path(), &["verify", to, "--text", &texts[2]], 0);
    // The last one says that nothing else is won.
    assert_eq!(all_proved(folder.path(), &texts[16], &["--by", "exhaustive"]), 3);
}

#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn every_layer_has_a_certificate() {
    for material in ["KRK", "KQK"] {
        let folder = tempfile::tempdir().unwrap();
        for text in written(folder.path(), material) {
            all_proved(folder.path(), &text, &["--by", "sat"]);
        }
    }
}

/// A set that is wrong in a few positions has no proof, but a position that shows it.
#[test]
fn a_layer_that_was_changed_is_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let path = &written(folder.path(), "KQK")[2];
    let text = fs::read_to_string(path).unwrap();
    let changed = text.replacen("then true else false", "then false else true", 1);
    assert_ne!(text, changed);
    fs::write(path, changed).unwrap();
    for by in ["sat", "exhaustive"] {
        let report = run_json(folder.path(), &["prove", path, "--by", by], 1);
        let claims = report["claims"].as_array().unwrap();
        assert!(claims.iter().any(|claim| claim["verdict"] == "refuted"), "{report:#}");
    }
}

#[test]
fn what_has_no_lemmas_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let told = run(folder.path(), &["solve", "KPK", "--by", "bdd", "--lemmas", "here"], 2);
    assert!(String::from_utf8_lossy(&told.stderr).contains("for three men without pawns"), "{told:?}");
    assert!(!folder.path().join("here").exists());
    run(folder.path(), &["solve", "KRK", "--lemmas", "here"], 2);
}
