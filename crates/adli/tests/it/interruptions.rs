//! Whatever moment the process dies at, tables are whole or not there, and a rerun goes on.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{adli, run, solved};
use adli_chess::Material;
use adli_tables::TableFile;

/// Two four-man endgames and all three-man ones but KPK: under a second of work.
const WORK: [&str; 3] = ["solve", "KNNK", "KQKR"];

/// Every file that has a table's name is a whole table; how many there are.
fn all_are_whole(folder: &Path) -> usize {
    let mut tables = 0;
    for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|ending| ending == "adt") {
            let material: Material = path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
            TableFile::open(&path, material).unwrap().verify().unwrap();
            tables += 1;
        }
    }
    tables
}

fn unfinished(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().contains("unfinished")).count()
}

#[test]
fn killed_at_many_moments() {
    let start = Instant::now();
    let whole = all_are_whole(solved(&WORK[1..]).path());
    let full = start.elapsed();
    let mut died_early = 0;
    for i in 0..6 {
        let folder = tempfile::tempdir().unwrap();
        let mut process =
            adli(folder.path()).args(WORK).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(full * i / 6);
        process.kill().unwrap();
        let reached_the_end = process.wait().unwrap().success();
        let there = all_are_whole(folder.path());
        assert!(there == whole || !reached_the_end);
        if reached_the_end {
            break;
        }
        died_early += 1;
        // Going on is much the same wherever it was killed, so a few reruns are enough.
        if i % 3 == 1 {
            run(folder.path(), &WORK, 0);
            assert_eq!(all_are_whole(folder.path()), whole);
            assert_eq!(unfinished(folder.path()), 0);
            run(folder.path(), &["audit", "KNNK"], 0);
        }
    }
    assert!(died_early >= 3, "only {died_early} processes were killed before their end");
}

#[test]
fn asked_to_stop() {
    let folder = tempfile::tempdir().unwrap();
    let mut process =
        adli(folder.path()).args(WORK).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The first table is there: the work is under way, and the larger tables are still to come.
    while all_are_whole(folder.path()) == 0 {
        sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
    assert_eq!(process.wait().unwrap().code(), Some(3));
    let mut stderr = String::new();
    process.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert!(stderr.contains("error: stopped before the end; tables that are there: K"), "{stderr}");
    assert!(stderr.contains("help: the same command goes on from there"), "{stderr}");
    assert_eq!(unfinished(folder.path()), 0);
    let there = all_are_whole(folder.path());
    run(folder.path(), &WORK, 0);
    assert!(all_are_whole(folder.path()) > there);
}

/// Whoever stops a proof is told so, by every method in the same words; a deadline is something else.
#[test]
fn a_proof_stopped_by_hand_says_so_by_every_method() {
    let folder = tempfile::tempdir().unwrap();
    for (args, pause) in [
        (&["prove", "krk/bratko", "--needs", "--format", "json"][..], 700),
        (&["prove", "krk", "--by", "sat", "--format", "json"], 1500),
    ] {
        let process =
            adli(folder.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(pause));
        assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let claims = report["claims"].as_array().unwrap();
        let unknown: Vec<&str> = claims
            .iter()
            .filter(|claim| claim["verdict"] == "unknown")
            .map(|claim| claim["reason"].as_str().unwrap())
            .collect();
        let stopped = unknown.iter().any(|reason| reason.starts_with("stopped before the end"));
        assert!(stopped, "{args:?}: {report}");
        for reason in unknown {
            // A theorem may also name the lemma that was stopped.
            let rests = reason.starts_with("it rests on the lemma ");
            assert!(rests || reason.starts_with("stopped before the end"), "{args:?}: {reason}");
        }
    }
    let late = ["prove", "krk", "--by", "sat", "--time", "0.01"];
    let report = crate::common::run_json(folder.path(), &late, 3);
    let reasons: Vec<&str> =
        report["claims"].as_array().unwrap().iter().filter_map(|claim| claim["reason"].as_str()).collect();
    assert!(
        reasons.iter().any(|reason| reason.starts_with("the time allowed was not enough")),
        "{reasons:?}"
    );
    assert!(!reasons.iter().any(|reason| reason.contains("stopped")), "{reasons:?}");
}

#[test]
fn a_reader_who_has_heard_enough_changes_nothing() {
    let folder = solved(&["KRK"]);
    let args = ["stats", "KRK"];
    let mut process =
        adli(folder.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(process.stdout.take());
    let output = process.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_full_disk_is_told() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
    let folder = solved(&["KRK"]);
    let output = adli(folder.path()).args(["stats", "KRK"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write the result: "));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["probe", "stats", "solve", "man"] {
        let output = adli(folder.path()).arg(command).arg(OsStr::from_bytes(b"KR\xffK")).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("invalid UTF-8"));
    }
}
