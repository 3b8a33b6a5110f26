//! A failure injected at every write of every command that writes: exit code 2, the place is named, nothing half-written, nothing earlier lost,
//! nothing left behind.
//!
//! A small program of ours (`failing.c`) counts the calls by which a command changes files and lets one of them fail, as a full or a broken disk
//! would. With all tests a few are tried, drawn at random; `ADLI_FAILING=1` tries every one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::chance::Chance;
use super::scenes::{Stage, commands, from_environment, half_written, left_behind, settle, units};
use crate::common::skipped;

const FULL: i32 = 28;
const BROKEN: i32 = 5;

/// How many failures are tried of each command with all tests.
const FEW: usize = 3;

/// The program that lets calls fail; nothing where it cannot be compiled.
fn program(folder: &Path) -> Option<PathBuf> {
    let program = folder.join("failing");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/hostile/failing.c");
    let compiled = Command::new("gcc").args(["-O1", "-Wall", "-o"]).arg(&program).arg(source).status();
    if !compiled.is_ok_and(|status| status.success()) {
        skipped(
            "gcc is not installed, or the processor is none that failing.c knows (Debian: apt-get install gcc)",
        );
        return None;
    }
    Some(program)
}

/// What came of a command of which one call failed.
struct Tried {
    code: i32,
    stderr: String,
    /// How many calls there were.
    calls: usize,
    /// Which one failed.
    failed: String,
}

fn tried(failing: &Path, folder: &Path, args: &[&str], call: usize, error: i32) -> Tried {
    let report = failing.with_file_name("report");
    let mut command = Command::new(failing);
    command.arg(&report).arg(folder).args([call.to_string(), error.to_string()]);
    command.arg(env!("CARGO_BIN_EXE_adli")).args(["--threads", "1"]).args(args);
    settle(&mut command, folder);
    let output = command.stdout(File::create(folder.join("stdout")).unwrap()).output().unwrap();
    let told = fs::read_to_string(&report).unwrap();
    let (calls, failed) = told.trim_end().split_once('\n').unwrap();
    Tried {
        code: output.status.code().unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        calls: calls.parse().unwrap(),
        failed: failed.to_owned(),
    }
}

#[test]
fn a_failure_at_any_write_costs_nothing() {
    let place = tempfile::tempdir().unwrap();
    let Some(failing) = program(place.path()) else { return };
    let (stage, all) = (Stage::new(), from_environment("ADLI_FAILING", 0) > 0);
    let mut chance = Chance(from_environment("ADLI_FUZZ_SEED", 1) as u64);
    let (mut places, mut tries, mut complaints) = (0, 0, Vec::new());
    let commands = commands(all);
    for &args in &commands {
        let (code, before, after) = stage.undisturbed(args);
        let counted = tried(&failing, stage.copy().path(), args, 0, FULL);
        assert_eq!(counted.code, code, "{args:?}: {}", counted.stderr);
        assert!(counted.calls > 1, "{args:?}: {} calls", counted.calls);
        places += counted.calls;
        let calls: Vec<usize> = match all {
            true => (1..=counted.calls).collect(),
            false => (0..FEW).map(|_| 1 + chance.below(counted.calls)).collect(),
        };
        for call in calls {
            let error = if all { [FULL, BROKEN][call % 2] } else { FULL };
            let folder = stage.copy();
            let ended = tried(&failing, folder.path(), args, call, error);
            tries += 1;
            let mut wrong = Vec::new();
            let root = folder.path().display().to_string();
            if ended.code != 2 {
                wrong.push(format!("exit code {}", ended.code));
            }
            if !names_a_place(&ended.stderr, &root) {
                wrong.push("no place is named".to_owned());
            }
            wrong.extend(half_written(&before, &after, &units(folder.path())));
            wrong.extend(
                left_behind(folder.path()).first().map(|left| format!("left behind: {}", left.display())),
            );
            if !wrong.is_empty() {
                let failed = ended.failed.replace(&root, "");
                complaints.push(format!(
                    "{args:?}, {failed} (call {call}, error {error}): {wrong:?}\n{}",
                    ended.stderr
                ));
            }
        }
    }
    eprintln!("{} commands, {places} calls that write, {tries} failures injected", commands.len());
    assert!(complaints.is_empty(), "{} of {tries}:\n{}", complaints.len(), complaints.join("\n"));
}

/// Whether a message names what cannot be written: a path of the command, the temporary folder, or the result itself.
fn names_a_place(stderr: &str, root: &str) -> bool {
    let Some((_, rest)) = stderr.split_once("error: cannot ") else { return false };
    let says_why = rest.contains("(os error 28)") || rest.contains("(os error 5)");
    says_why && (rest.starts_with("write the result") || rest.contains(root) || rest.contains('`'))
}
