//! What other programs ask without a command line is answered as the command line answers it.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adli_command::embed::{self, Answer, Asked, Explaining, Place, Progress, Solving, Source, Wanted};
use serde_json::Value;

use crate::common::{run_json, solved};

/// Long enough for whatever is asked here, also on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(120);

fn named(name: &str) -> Asked {
    Asked { source: Source::Named(name.to_owned()), set: Vec::new() }
}

fn started() -> Progress {
    let watch = Progress::new(f64::INFINITY);
    watch.start();
    watch
}

fn read(answer: Answer) -> Value {
    let text = answer.unwrap_or_else(|failure| panic!("{}", failure.to_json()));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn reports_are_those_of_the_command_line() {
    let folder = solved(&["KQK"]);
    let place = Place { tables: Some(folder.path().to_owned()), threads: Some(2) };
    let fen = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";

    let wanted =
        Wanted { claims: Vec::new(), by: None, max_failures: 3, memory: None, seconds: None, needs: false };
    let mut reports = [
        read(embed::prove(&named("kqk/beginner"), &wanted, &place, &started())),
        run_json(folder.path(), &["prove", "kqk/beginner", "--max-failures", "3"], 0),
    ];
    // Only a command line names texts, and says where it has read them.
    reports[1].as_object_mut().unwrap().remove("read_from").unwrap();
    for report in &mut reports {
        for claim in report["claims"].as_array_mut().unwrap() {
            claim.as_object_mut().unwrap().remove("seconds").unwrap();
        }
    }
    assert_eq!(reports[0], reports[1]);

    let ours = read(embed::check(&named("kqk/beginner"), &place, &started()));
    let theirs = &run_json(folder.path(), &["check", "kqk/beginner"], 0)["files"][0];
    assert_eq!(ours["diagnostics"], theirs["diagnostics"]);
    assert_eq!(theirs["warnings"], 1);

    let about = Explaining { fen: fen.to_owned(), strategy: None, recogniser: None, asked: None };
    let ours = read(embed::explain(&named("kqk"), &about, &started()));
    let mut theirs = run_json(folder.path(), &["explain", "kqk", fen], 0);
    theirs.as_object_mut().unwrap().remove("read_from").unwrap();
    assert_eq!(ours, theirs);

    let ours = read(embed::probe(fen, false, &place, &started()));
    assert_eq!(ours, run_json(folder.path(), &["probe", fen], 0));
}

/// Words of a text that is in no file, with a mistake: programs are told where it is.
#[test]
fn mistakes_have_places() {
    let words = "endgame KQK White K Q v Black k\nlemma never: in every position: not checkk\n".to_owned();
    let asked = Asked { source: Source::Words { words, path: "mine.adv".into() }, set: Vec::new() };
    let about = Explaining {
        fen: "8/8/8/8/3k4/8/8/KQ6 w - - 0 1".into(),
        strategy: None,
        recogniser: None,
        asked: None,
    };
    let failure = embed::explain(&asked, &about, &started()).unwrap_err();
    let told: Value = serde_json::from_str(&failure.to_json()).unwrap();
    let mistake = &told["error"]["diagnostics"][0];
    assert_eq!((&mistake["file"], &mistake["line"]), (&"mine.adv".into(), &2.into()), "{told}");
    assert_eq!(mistake["help"], "did you mean `check`?", "{told}");
}

/// Somebody else writes into the folder: whoever waits for him can be stopped, and then has written nothing.
#[test]
fn waiting_for_a_folder_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let lock = std::fs::File::create(folder.path().join(".lock")).unwrap();
    lock.lock().unwrap();
    let place = Arc::new(Place { tables: Some(folder.path().to_owned()), threads: Some(1) });
    let watch = Arc::new(started());
    let (send, receive) = channel();
    let send = Mutex::new(send);
    let theirs = (Arc::clone(&place), Arc::clone(&watch));
    let work = move || {
        let wanted = Solving { materials: vec!["KQK".into()], men: None, audit: false, memory: None };
        embed::solve(&wanted, &theirs.0, &theirs.1)
    };
    place.begin(work, move |answer| send.lock().unwrap().send(answer).unwrap()).unwrap();
    assert!(receive.recv_timeout(Duration::from_millis(300)).is_err(), "the folder is locked");
    assert!(watch.counted().claim.unwrap().starts_with("waiting to write into"));
    watch.cancel();
    let failure = receive.recv_timeout(PATIENCE).unwrap().unwrap_err();
    let told: Value = serde_json::from_str(&failure.to_json()).unwrap();
    assert_eq!((&told["exit_code"], &told["error"]["kind"]), (&3.into(), &"limit".into()), "{told}");
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), [".lock"]);
}

/// A fault ends as an answer, and not the program of which Adli is a part.
#[test]
fn work_that_breaks_off_is_an_answer() {
    let (send, receive) = channel();
    let send = Mutex::new(send);
    let broken = || panic!("on purpose");
    Place::default().begin(broken, move |answer| send.lock().unwrap().send(answer).unwrap()).unwrap();
    let failure = receive.recv_timeout(PATIENCE).unwrap().unwrap_err();
    assert!(failure.to_json().contains("\"kind\":\"internal\""), "{}", failure.to_json());
}
