//! Negative controls: false tables with right checksums, and what every command that reads them makes of
//! them.
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{adli, has_coq, run_json};
use crate::planted::{PLANTS, Plant};
use crate::verified::has_checker;

fn planted(name: &'static str) -> (Plant, TempDir) {
    let (plant, folder) = (Plant::new(name), tempfile::tempdir().unwrap());
    plant.save(folder.path());
    (plant, folder)
}

/// Row of a report about a table.
fn row<'r>(report: &'r Value, material: &str) -> &'r Value {
    let rows = report["tables"].as_array().unwrap();
    rows.iter().find(|row| row["material"] == material).unwrap()
}

/// Every plant is refused, and the refusal names the table; what relies on it is not called right.
fn every_plant_is_refused(by: &[&str], names: &[&'static str]) {
    for &name in names {
        let (plant, folder) = planted(name);
        let (material, asked) = (plant.material.to_string(), plant.asked.to_string());
        let report = run_json(folder.path(), &[&["audit", &asked], by].concat(), 1);
        assert_eq!(row(&report, &material)["verdict"], "wrong", "{name}: {report:#}");
        if by.is_empty() {
            // A position is shown, with what the table says of it and what follows.
            let first = &row(&report, &material)["first"];
            assert!(first["fen"].is_string() && first["stored"] != first["follows"], "{name}: {report:#}");
        }
        if asked != material {
            let asked = row(&report, &asked);
            assert_eq!(asked["verdict"], "not_run", "{name}: {report:#}");
            let reason = asked["reason"].as_str().unwrap();
            assert!(reason.contains(&material) || by == ["--by", "coq"], "{name}: {reason}");
        }
    }
}

#[test]
fn false_tables_are_refused_by_the_audit() {
    every_plant_is_refused(&[], &PLANTS);
}

#[test]
fn false_tables_are_refused_by_the_extracted_checker() {
    if has_checker() {
        every_plant_is_refused(&["--by", "coq-extracted"], &PLANTS);
    }
}

/// The kernel takes ten seconds for a table.
#[test]
#[ignore = "minutes; `just proofs-at-length` runs it"]
fn false_tables_are_refused_by_the_kernel() {
    if has_coq() {
        every_plant_is_refused(&["--by", "coq"], &PLANTS);
    }
}

/// Claims about values; some false table decides each otherwise than a right one.
fn claims(material: &str) -> String {
    let man = &material[1..2];
    format!(
        "endgame {material} strong K {man} v weak k
use geometry
recogniser rec
  when strong to move and {man} not in ring(k) => win
  when weak to move and k = a8 and K = c7 => at_most_draw
  otherwise => unknown
theorem right: rec sound
query won: count positions where value(strong) = win
query soon: count positions where strong to move and moves_to_mate <= 5
query late: count positions where strong to move and moves_to_mate >= 12
lemma all: in every position where strong to move: value(strong) = win
"
    )
}

/// Claims of the report of `prove` without the time that they took, and its warnings.
fn proved(tables: &Path, text: &Path) -> (Vec<Value>, String) {
    let output = adli(tables).args(["prove", "--format", "json"]).arg(text).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let mut report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{stderr}"));
    let claims = report["claims"].as_array_mut().unwrap();
    claims.iter_mut().for_each(|claim| {
        claim.as_object_mut().unwrap().remove("seconds");
    });
    (std::mem::take(claims), stderr)
}

/// A table was believed if its checksum was right: all claims that it supports were proved. Now it is named
/// and not used.
#[test]
fn no_claim_is_decided_by_a_false_table() {
    let none = tempfile::tempdir().unwrap();
    for name in PLANTS {
        let (plant, folder) = planted(name);
        let text = folder.path().join("claims.adv");
        std::fs::write(&text, claims(&plant.asked.to_string())).unwrap();
        let (right, silence) = proved(none.path(), &text);
        assert_eq!((right.len(), silence.as_str()), (5, ""), "{name}");
        let (found, warned) = proved(folder.path(), &text);
        assert_eq!(found, right, "{name}");
        let file = folder.path().join(format!("{}.adt", plant.material));
        assert!(
            warned.starts_with(&format!("warning: `{}` is not used: ", file.display())),
            "{name}: {warned}"
        );
        assert_eq!(warned.matches("warning").count(), 1, "{name}: {warned}");
        assert!(warned.contains(&format!("`adli audit {}`", plant.material)), "{name}: {warned}");
    }
}

/// The head of exported code does not name a table that was not used.
#[test]
fn exported_code_does_not_name_a_false_table() {
    let (_, folder) = planted("far_mate_drawn");
    let text = folder.path().join("claims.adv");
    let sound = claims("KRK").replace("R not in ring(k)", "R.rank = 4 and K.rank = 5 and k.rank > 6");
    std::fs::write(&text, sound).unwrap();
    let export = ["export", text.to_str().unwrap(), "--as", "c"];
    let report = run_json(folder.path(), &export, 0);
    assert_eq!(report["materials"][0]["table"], Value::Null, "{report:#}");
    std::fs::remove_file(folder.path().join("KRK.adt")).unwrap();
    crate::common::run(folder.path(), &["solve", "KRK"], 0);
    let report = run_json(folder.path(), &export, 0);
    assert!(report["materials"][0]["table"].is_string(), "{report:#}");
}
