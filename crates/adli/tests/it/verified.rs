//! Checkers that Coq has proved right: `adli audit --by coq-extracted`, `adli audit --by coq`, `adli verify --coq`, `adli verify --coq-kernel`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{adli, has_coq, run, run_json, skipped, solved};
use crate::verify::{folder, folder_of};

pub fn has_checker() -> bool {
    let target = Path::new(env!("CARGO_BIN_EXE_adli")).parent().unwrap().parent().unwrap();
    let found = target.join("proofs/extracted/adli-verified").is_file()
        || env::var_os("ADLI_VERIFIED").is_some()
        || Command::new("adli-verified").output().is_ok();
    if !found {
        skipped("there is no adli-verified; proofs/extracted/build makes it with coq and ocaml");
    }
    found
}

/// A program that speaks like the checker and says one thing of everything.
#[cfg(unix)]
fn says(folder: &Path, what: &str, code: u8) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("checker");
    let text = format!(
        "#!/bin/sh\n[ $# = 0 ] && {{ echo 'usage: adli-verified' >&2; exit 2; }}\n[ \"$1\" = tables ] && shift 2\necho \"$3: {what}\"\nexit {code}\n"
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn who_has_no_checker_is_told_how_to_build_it() {
    let tables = solved(&["KRK"]);
    let told =
        run(tables.path(), &["audit", "KRK", "--by", "coq-extracted", "--checker", "/no/such/program"], 2);
    let stderr = String::from_utf8(told.stderr).unwrap();
    assert!(stderr.contains("`/no/such/program` is not the verified checker"), "{stderr}");
    assert!(stderr.contains("proofs/extracted/build") && stderr.contains("`ocaml`"), "{stderr}");
    let (_root, certificates) = folder();
    run(&certificates, &["verify", certificates.to_str().unwrap(), "--coq=/no/such/program"], 2);
    let mut without = adli(&certificates);
    let told = without.env("PATH", "").args(["verify", certificates.to_str().unwrap(), "--coq-kernel"]);
    let told = told.output().unwrap();
    let stderr = String::from_utf8(told.stderr).unwrap();
    assert_eq!(told.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("apt-get install coq"), "{stderr}");
    // Another program is not taken for it.
    run(&certificates, &["verify", certificates.to_str().unwrap(), "--coq=/bin/true"], 2);
}

/// A table is checked with all that its captures and promotions lead to.
#[test]
fn tables_are_right_by_the_extracted_checker() {
    if !has_checker() {
        return;
    }
    let tables = solved(&["KPK"]);
    let report = run_json(tables.path(), &["audit", "KPK", "--by", "coq-extracted"], 0);
    let rows = report["tables"].as_array().unwrap();
    let materials: Vec<&str> = rows.iter().map(|row| row["material"].as_str().unwrap()).collect();
    assert_eq!(materials, ["KK", "KNK", "KBK", "KRK", "KQK", "KPK"]);
    assert!(rows.iter().all(|row| row["verdict"] == "right"), "{report:#}");
    assert!(report["by"].as_str().unwrap().starts_with("coq-extracted"), "{report:#}");
    assert!(report["trusts"].to_string().contains("extraction"), "{report:#}");
    let only = run_json(tables.path(), &["audit", "KPK", "--only", "--by", "coq-extracted"], 0);
    assert_eq!(only["tables"].as_array().unwrap().len(), 1);
    assert_eq!(only["taken_for_right"], serde_json::json!(["KK", "KNK", "KBK", "KRK", "KQK"]));
    fs::remove_file(tables.path().join("KNK.adt")).unwrap();
    run(tables.path(), &["audit", "KPK", "--by", "coq-extracted"], 2);
}

/// Whatever else it says: only `right` with exit code 0 is right.
#[cfg(unix)]
#[test]
fn what_the_checker_refuses_is_wrong() {
    let tables = solved(&["KRK"]);
    let refuses = says(tables.path(), "refused", 1);
    let report =
        run_json(tables.path(), &["audit", "KRK", "--by", "coq-extracted", "--checker", &refuses], 1);
    assert_eq!(report["tables"][0]["verdict"], "wrong", "{report:#}");
    assert_eq!(report["tables"][1]["reason"], "it relies on KK, wrong", "{report:#}");
    let confused = says(tables.path(), "right", 1);
    run(tables.path(), &["audit", "KRK", "--by", "coq-extracted", "--checker", &confused], 4);

    let (root, certificates) = folder();
    let refuses = says(root.path(), "refused", 1);
    let args = ["verify", certificates.to_str().unwrap(), &format!("--coq={refuses}")];
    let report = run_json(&certificates, &args, 1);
    assert_eq!(report["certificates"][0]["verdict"], "wrong", "{report:#}");
}

/// More men than the kernel takes are not run, and that is not a success.
#[test]
fn the_kernel_takes_three_men() {
    if !has_coq() {
        return;
    }
    let empty = tempfile::tempdir().unwrap();
    let report = run_json(empty.path(), &["audit", "KRKN", "--by", "coq"], 3);
    assert_eq!(report["tables"][0]["verdict"], "not_run");
    assert!(report["tables"][0]["reason"].as_str().unwrap().contains("coq-extracted"), "{report:#}");
}

/// A pawn may become anything but a king, so that his table leads to all others of three men.
#[test]
fn coq_tables_of_three_men_are_theorems() {
    if !has_coq() {
        return;
    }
    let tables = solved(&["KPK"]);
    let report = run_json(tables.path(), &["audit", "KPK", "--by", "coq"], 0);
    assert_eq!(report["tables"].as_array().unwrap().len(), 6);
    assert!(report["by"].as_str().unwrap().starts_with("coq: Coq "), "{report:#}");
}

#[test]
fn certificates_are_right_by_the_verified_checker() {
    if !has_checker() {
        return;
    }
    let (_root, certificates) = folder();
    let path = certificates.to_str().unwrap();
    let said = String::from_utf8(run(&certificates, &["verify", path, "--coq"], 0).stdout).unwrap();
    let expected =
        "lemma_one  right    4 clauses, a proof of 3 steps, accepted by the verified checker too\n";
    assert!(said.starts_with(expected), "{said}");
    let json = run_json(&certificates, &["verify", path, "--coq"], 0);
    assert_eq!(json["certificates"][0]["checked_by"], serde_json::json!(["adli-lrat", "adli-verified"]));
    let proof = certificates.join(json["certificates"][0]["proof"]["file"].as_str().unwrap());
    fs::write(&proof, "5 2 0 1 2 0\n6 -2 0 3 4 0\n7 0 5 0\n").unwrap();
    run(&certificates, &["verify", path, "--coq"], 1);
}

/// The report says what has to be believed; and what the kernel was not asked about is no success.
#[test]
fn certificates_are_theorems_of_the_kernel() {
    if !has_coq() {
        return;
    }
    let (_root, certificates) = folder();
    let path = certificates.to_str().unwrap();
    let said = String::from_utf8(run(&certificates, &["verify", path, "--coq-kernel"], 0).stdout).unwrap();
    assert!(said.contains("accepted by Coq's kernel too\n"), "{said}");
    assert!(said.contains("it is a theorem for 1 of 1") && said.contains("the encoder: "), "{said}");
    let json = run_json(&certificates, &["verify", path, "--coq-kernel"], 0);
    assert_eq!(json["certificates"][0]["checked_by"], serde_json::json!(["adli-lrat", "coq-kernel"]));
    assert_eq!(json["kernel"]["theorems"], 1);
    assert!(json["kernel"]["trusts"].to_string().contains("Lrat.v"), "{json:#}");
    let proof = certificates.join(json["certificates"][0]["proof"]["file"].as_str().unwrap());
    fs::write(&proof, "5 2 0 1 2 0\n6 -2 0 3 4 0\n7 0 5 0\n").unwrap();
    let json = run_json(&certificates, &["verify", path, "--coq-kernel"], 1);
    assert_eq!(json["kernel"]["theorems"], 0);

    let (_root, large) = folder_of("p cnf 3000000 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    let json = run_json(&large, &["verify", large.to_str().unwrap(), "--coq-kernel"], 3);
    assert_eq!((&json["verdict"], &json["kernel"]["theorems"]), (&"unknown".into(), &0.into()));
    let why = json["certificates"][0]["reason"].as_str().unwrap();
    assert!(why.starts_with("not tried: "), "{why}");
}

/// The lines of linear arithmetic are goals for Coq: accepted by the real one, and a line that Coq does not accept makes the certificate wrong.
#[cfg(unix)]
#[test]
fn lines_of_linear_arithmetic_are_proved_by_coq() {
    use std::os::unix::fs::PermissionsExt;
    if !has_checker() || !has_coq() {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let goal = root.path().join("certificates");
    let goal = goal.to_str().unwrap();
    let prove = ["prove", "krk/every-size", "--by", "smt", "--claim", "rook_kept", "--certificates", goal];
    run(root.path(), &prove, 0);
    let report = run_json(root.path(), &["verify", goal, "--coq"], 0);
    let by = serde_json::json!(["adli-farkas", "adli-lrat", "adli-verified", "coq-lia"]);
    let all = report["certificates"].as_array().unwrap();
    assert!(all.iter().all(|each| each["checked_by"] == by), "{report:#}");
    assert!(all.iter().any(|each| each["lines"]["lines"].as_u64().unwrap() > 100), "{report:#}");

    let coqc = root.path().join("coqc");
    let text = "#!/bin/sh\n[ \"$1\" = --print-version ] && { echo 8.16.1 4.13.1; exit 0; }\necho 'Error: Cannot find witness.' >&2\nexit 1\n";
    fs::write(&coqc, text).unwrap();
    fs::set_permissions(&coqc, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", root.path().display(), env::var("PATH").unwrap());
    let told = adli(root.path()).env("PATH", path).args(["verify", goal, "--coq"]).output().unwrap();
    let said = String::from_utf8_lossy(&told.stdout);
    assert_eq!(told.status.code(), Some(1), "{said}");
    assert!(said.contains("Coq does not accept a line: Cannot find witness."), "{said}");
}
