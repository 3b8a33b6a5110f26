//! Folders of tables for tests, and the program that is tested.

pub mod served;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The program, which will look for tables in a folder.
pub fn adli(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adli"));
    command.env("ADLI_TABLES", folder).arg("--threads").arg("2");
    command
}

/// Runs the program and expects an exit code.
pub fn run(folder: &Path, args: &[&str], code: i32) -> Output {
    let output = adli(folder).args(args).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "adli {args:?}: {stderr}");
    output
}

/// Runs the program, expects an exit code, and reads the JSON that it writes.
pub fn run_json(folder: &Path, args: &[&str], code: i32) -> serde_json::Value {
    let args = [args, &["--format", "json"]].concat();
    serde_json::from_slice(&run(folder, &args, code).stdout).unwrap()
}

/// That a test is passed over, and why, is written past the test harness, which keeps to itself what a passing test prints.
pub fn skipped(why: &str) {
    std::io::stderr().write_all(format!("SKIPPED: {why}\n").as_bytes()).unwrap();
}

/// Whether Coq can be asked; that it cannot is said aloud.
pub fn has_coq() -> bool {
    let found = Command::new("coqc").arg("--version").output().is_ok();
    if !found {
        skipped("coqc is not installed (Debian: apt-get install coq)");
    }
    found
}

/// A new folder with the tables of some materials.
pub fn solved(selection: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &[&["solve"], selection].concat(), 0);
    folder
}
