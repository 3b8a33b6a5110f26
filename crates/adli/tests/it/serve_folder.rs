//! The folder of tables under a server and other writers: read-only, replaced, linked, overwritten, cut
//! short. Every answer is right or refused.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use adli_chess::{Colour, Material};
use adli_tables::layout::Place;
use adli_tables::{Known, TableFile, Unwatched, Value as Worth, probe, solve_all};
use serde_json::{Value, json};

use crate::common::served::Served;
use crate::common::{adli, run, solved};

/// A question to the server, and its answer by tables in memory that no file has seen.
struct Question {
    path: String,
    category: &'static str,
    plies: u64,
}

/// Some positions of a material from all over its table.
fn questions(material: &str, count: usize) -> Vec<Question> {
    let material: Material = material.parse().unwrap();
    let known: Known = solve_all(&[material], &Unwatched).unwrap();
    let layout = known.get(material).unwrap().layout();
    let rows = layout.slices() * layout.slice_rows();
    let mut questions = Vec::new();
    for number in 0.. {
        let row = number * 7919 % rows;
        let place = Place {
            slice: row / layout.slice_rows(),
            row: row % layout.slice_rows(),
            place: (number % 64) as u8,
        };
        let Some(position) = layout.position(place, Colour::ALL[number % 2]) else { continue };
        let (category, plies) = match probe(&known, &position).unwrap() {
            Worth::Win(plies) => ("win", plies),
            Worth::Draw => ("draw", 0),
            Worth::Loss(plies) => ("loss", plies),
        };
        let path = format!("/standard?fen={}", position.to_string().replace(' ', "_"));
        questions.push(Question { path, category, plies: plies.into() });
        if questions.len() == count {
            break;
        }
    }
    questions
}

/// Asks all of them, and counts the answers, which are right. The others are refused: a table is damaged, or
/// not yet made.
fn answered(served: &Served, questions: &[Question]) -> usize {
    let is_answered = |question: &&Question| {
        let (status, told) = served.json("GET", &question.path, &Value::Null);
        if status == 200 {
            let plies = told["dtm"].as_i64().unwrap().unsigned_abs();
            assert_eq!(
                (&told["category"], plies),
                (&json!(question.category), question.plies),
                "{}",
                question.path
            );
        } else {
            assert!([202, 503].contains(&status), "{status}: {told}");
        }
        status == 200
    };
    questions.iter().filter(is_answered).count()
}

/// Asks until every question has its answer again.
fn answered_again(served: &Served, questions: &[Question]) {
    let begun = Instant::now();
    while answered(served, questions) < questions.len() {
        assert!(begun.elapsed() < Duration::from_secs(120));
        thread::sleep(Duration::from_millis(100));
    }
}

fn table(folder: &Path, material: &str) -> PathBuf {
    folder.join(format!("{material}.adt"))
}

fn assert_whole(folder: &Path, material: &str) {
    let table = TableFile::open(&table(folder, material), material.parse().unwrap()).unwrap();
    assert_eq!(table.verify(), Ok(()), "{material}");
}

fn assert_tidy(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == ".lock" || name.ends_with(".adt"), "{name}");
    }
}

/// Another program truncates a table that is served: some answers are lost, the table is made again, and the
/// server lives.
#[test]
fn a_table_that_is_cut_short_costs_answers() {
    let folder = solved(&["KRKN"]);
    let questions = questions("KRKN", 60);
    for len in [4096, 100, 0] {
        let mut served = Served::start(folder.path(), &[]);
        assert_eq!(answered(&served, &questions[..1]), 1);
        File::options().write(true).open(table(folder.path(), "KRKN")).unwrap().set_len(len).unwrap();
        assert!(answered(&served, &questions) < questions.len(), "{len}");
        answered_again(&served, &questions);
        assert_whole(folder.path(), "KRKN");
        assert!(served.process.try_wait().unwrap().is_none());
    }
}

/// `cp` writes into the file that is served: rubbish, another table, and then, bit by bit, the right one. It
/// is read again without a restart, and without solving it, for which these servers have too little memory.
#[test]
fn a_table_that_is_overwritten_is_never_believed_wrongly() {
    let folder = solved(&["KRKN", "KRKB"]);
    let questions = questions("KRKN", 60);
    let path = table(folder.path(), "KRKN");
    let good = fs::read(&path).unwrap();
    let other = fs::read(table(folder.path(), "KRKB")).unwrap();
    for bytes in [&vec![0x55; good.len()], &other, &good[..good.len() / 2].to_vec()] {
        // A new server has only the blocks of the first answer in memory.
        let served = Served::start(folder.path(), &["--memory", "1MiB"]);
        assert_eq!(answered(&served, &questions[..1]), 1);
        fs::write(&path, bytes).unwrap();
        assert!(answered(&served, &questions) < questions.len());
        fs::write(&path, &good).unwrap();
        assert_eq!(answered(&served, &questions), questions.len());
    }
    let served = Served::start(folder.path(), &["--memory", "1MiB"]);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                fs::write(&path, &good).unwrap();
            }
        });
        (0..5).for_each(|_| {
            answered(&served, &questions);
        });
        stop.store(true, Ordering::Relaxed);
    });
    answered_again(&served, &questions);
}

/// Nothing can be written: what is there is served, what is not is refused with the folder's name, and
/// nothing is left behind.
#[cfg(unix)]
#[test]
fn a_folder_that_is_read_only() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = solved(&["KRKN"]);
    let lock = folder.path().join(".lock");
    // For the superuser no folder is read-only, but a folder cannot be written as a file for anyone.
    fs::remove_file(&lock).unwrap();
    fs::create_dir(&lock).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let before = fs::read_dir(folder.path()).unwrap().count();
    let served = Served::start(folder.path(), &[]);
    let there = questions("KRKN", 10);
    assert_eq!(answered(&served, &there), there.len());
    // Three men are solved in memory.
    let small = questions("KQK", 5);
    assert_eq!(answered(&served, &small), small.len());
    let (status, told) = served.json("GET", &questions("KRKB", 1)[0].path, &Value::Null);
    assert_eq!(status, 202, "{told}");
    let job = served.over(told["job"].as_str().unwrap());
    let error = job["error"].as_str().unwrap_or_default();
    assert_eq!(job["state"], json!("failed"), "{job}");
    assert!(
        error.contains("cannot write in the folder") && error.contains(folder.path().to_str().unwrap()),
        "{job}"
    );
    let told = String::from_utf8(run(folder.path(), &["solve", "KRKB"], 2).stderr).unwrap();
    assert!(told.contains("cannot write in the folder"), "{told}");
    assert_eq!(answered(&served, &there), there.len());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

/// The folder is taken away, another one takes its name, and then the name becomes a link: what is in it is
/// found.
#[cfg(unix)]
#[test]
fn a_folder_that_is_replaced_or_linked() {
    use std::os::unix::fs::symlink;

    let root = tempfile::tempdir().unwrap();
    let (name, away) = (root.path().join("tables"), root.path().join("away"));
    run(&name, &["solve", "KRKN"], 0);
    let served = Served::start(&name, &[]);
    let questions = questions("KRKN", 10);
    assert_eq!(answered(&served, &questions), questions.len());
    fs::rename(&name, &away).unwrap();
    assert_eq!(answered(&served, &questions), questions.len(), "it was open");
    // Another folder, which has nothing: what is missing is made in it, not in the one that is away.
    fs::create_dir(&name).unwrap();
    let job = served.job(&json!({"solve": {"material": "KRKB"}}));
    assert_eq!(job["state"], json!("done"), "{job}");
    assert!(table(&name, "KRKB").is_file() && !table(&away, "KRKB").exists());
    answered_again(&served, &questions);
    // A link, and in it a table that is a link: a new table takes the link's place, and leaves alone what it
    // points to.
    fs::remove_dir_all(&name).unwrap();
    symlink(&away, &name).unwrap();
    answered_again(&served, &questions);
    let elsewhere = root.path().join("elsewhere.adt");
    fs::write(&elsewhere, b"something else").unwrap();
    fs::remove_file(table(&away, "KRKN")).unwrap();
    symlink(&elsewhere, table(&away, "KRKN")).unwrap();
    run(&name, &["solve", "KRKN"], 0);
    assert_eq!(fs::read(&elsewhere).unwrap(), b"something else");
    assert!(!table(&away, "KRKN").is_symlink());
    assert_whole(&away, "KRKN");
    answered_again(&served, &questions);
    // A link to nowhere.
    let nowhere = root.path().join("nowhere");
    symlink(root.path().join("not there"), &nowhere).unwrap();
    let told = String::from_utf8(run(&nowhere, &["solve", "KRK"], 2).stderr).unwrap();
    assert!(told.contains("cannot make the folder") && told.contains("nowhere"), "{told}");
}

fn solving(folder: &Path, material: &str) -> Child {
    let mut command = adli(folder);
    command.args(["solve", material, "--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// The tables that a process has solved itself, not found.
fn solved_by(process: Child) -> Vec<String> {
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let tables = told["tables"].as_array().unwrap().iter().filter(|table| table["status"] == "solved");
    tables.map(|table| table["material"].as_str().unwrap().to_owned()).collect()
}

/// Two processes that want the same tables: each table is solved once, by one of them, and both find all of
/// them.
#[test]
fn two_writers_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (solving(folder.path(), "KRKN"), solving(folder.path(), "KRKB"));
    let mut all = [solved_by(one), solved_by(other)].concat();
    all.sort();
    assert_eq!(all, ["KBK", "KNK", "KRK", "KRKB", "KRKN"]);
    all.iter().for_each(|material| assert_whole(folder.path(), material));
    assert_tidy(folder.path());
}

/// The same with a server: its clients want tables while another process makes them.
#[test]
fn a_writer_beside_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    let questions = questions("KRKN", 10);
    let other = solving(folder.path(), "KQKR");
    assert_eq!(answered(&served, &questions), 0);
    let another = solving(folder.path(), "KRKN");
    answered_again(&served, &questions);
    solved_by(other);
    solved_by(another);
    for material in ["KNK", "KRK", "KQK", "KRKN", "KQKR"] {
        assert_whole(folder.path(), material);
    }
    assert_tidy(folder.path());
}
