//! ACL2's verified checker on small certificates, where it is installed; and programs that only pretend.
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use adli_certificate::{AuditFault, Certificate, Folder, Text, audit, verify};
use adli_lrat::Limits;
use tempfile::TempDir;

/// The names in the comments have digits, and the literals of the first step are not sorted.
const CNF: &str = "c input p0.K.file>3 1\np cnf 3 5\n1 2 3 0\n-1 2 3 0\n1 -2 0\n-1 -2 0\n-3 0\n";
const PROOF: &str = "6 3 2 0 1 2 0\n7 -2 0 3 4 0\n7 d 3 4 0\n8 0 5 7 6 0\n";

fn written(proof: &str) -> (TempDir, PathBuf, Certificate) {
    let root = TempDir::new().unwrap();
    let goal = root.path().join("certificates");
    let mut folder = Folder::begin(&goal).unwrap();
    let place = folder.place("lemma", None).unwrap();
    fs::write(&place.cnf, CNF).unwrap();
    fs::write(&place.proof, PROOF).unwrap();
    folder.keep(&place, "it cannot be", "by hand", &Limits::default()).unwrap();
    folder.finish("a test", Text::new("mine", "text"), Vec::new()).unwrap();
    let verified = verify(&goal, &Limits::default(), |_| true).unwrap();
    assert!(verified.holds());
    fs::write(goal.join("lemma.lrat"), proof).unwrap();
    (root, goal, verified.entries[0].certificate.clone())
}

fn ask(program: &str, proof: &str) -> Result<(), AuditFault> {
    let (_root, folder, certificate) = written(proof);
    let work = TempDir::new().unwrap();
    audit(program, &folder, &certificate, work.path(), &Limits::default(), || false)
}

fn is_installed() -> bool {
    let there = Command::new("acl2").arg("--version").stdin(std::process::Stdio::null()).output().is_ok();
    if !there {
        // Written past the test harness, which keeps to itself what a passing test prints.
        std::io::stderr().write_all(b"SKIPPED: ACL2 is not installed; see docs/certificates.md\n").unwrap();
    }
    there
}

#[test]
fn acl2_accepts_what_we_accept_and_proves_our_formula() {
    if is_installed() {
        assert_eq!(ask("acl2", PROOF), Ok(()));
    }
}

#[test]
fn acl2_refuses_what_is_wrong() {
    if !is_installed() {
        return;
    }
    for wrong in ["6 3 0 1 2 0\n8 0 5 6 0\n", "6 3 2 0 1 2 0\n7 -2 0 3 4 0\n8 0 5 7 0\n", "6 3 2 0 1 2 0\n"] {
        let fault = ask("acl2", wrong).unwrap_err();
        assert!(
            matches!(&fault, AuditFault::Wrong(message) if message.starts_with("`lemma.lrat`")),
            "{fault:?}"
        );
    }
}

/// A shell script in the place of ACL2.
fn pretender(folder: &Path, script: &str) -> String {
    let path = folder.join("acl2");
    fs::write(&path, format!("#!/bin/sh\ncat > /dev/null\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[test]
fn a_yes_counts_only_with_our_formula() {
    let tools = TempDir::new().unwrap();
    let says_yes = "echo Length of file; echo 's VERIFIED'; ";
    let same = format!("{says_yes} tail -n +2 clauses.cnf > $LRAT_PRINT_FORMULA");
    assert_eq!(ask(&pretender(tools.path(), &same), PROOF), Ok(()));
    for other in [
        "true",
        "cat clauses.cnf > formula.txt",
        "tail -n +3 clauses.cnf > formula.txt",
        "echo > formula.txt",
    ] {
        let fault = ask(&pretender(tools.path(), &format!("{says_yes}{other}")), PROOF).unwrap_err();
        let expected = "`lemma.cnf`: the formula that ACL2 has proved is another one";
        assert_eq!(fault, AuditFault::Wrong(expected.to_owned()), "{other}");
    }
}

#[test]
fn programs_that_are_not_acl2_are_told_apart() {
    let tools = TempDir::new().unwrap();
    assert!(matches!(ask("/no/such/acl2", PROOF), Err(AuditFault::NotInstalled(_))));
    assert!(matches!(ask(&pretender(tools.path(), "echo hello"), PROOF), Err(AuditFault::NotInstalled(_))));
    let no = pretender(tools.path(), "echo Length of file; echo 'HARD ACL2 ERROR in LRAT::X:  no'");
    let expected = "`lemma.lrat`: ACL2 does not accept it: LRAT::X:  no";
    assert_eq!(ask(&no, PROOF), Err(AuditFault::Wrong(expected.to_owned())));
    let (_root, folder, certificate) = written(PROOF);
    let slow = pretender(tools.path(), "exec sleep 60");
    let work = TempDir::new().unwrap();
    let stopped = audit(&slow, &folder, &certificate, work.path(), &Limits::default(), || true);
    assert!(matches!(stopped, Err(AuditFault::NotRun(_))));
}
