//! `adli watch` and `adli lsp`, the programs as they are: what each save changed, and how they end.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{adli, run, run_json};

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

const TEXT: &str = "endgame KRK White K R v Black k
query mates: count positions where mate
strategy s for White to win
  step kill: move where mate'
  step wait: move K
theorem wins: s reaches mate
";

/// A program that watches, killed if a test goes wrong.
struct Watching {
    process: Child,
    lines: mpsc::Receiver<String>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Watching {
    fn start(folder: &Path, more: &[&str]) -> Watching {
        let file = folder.join("mine.adv").display().to_string();
        let mut command = adli(folder);
        command.args(["watch", &file]).args(more).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (told, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| told.send(line).is_ok()));
        Watching { process, lines }
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    fn seen(&self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }

    /// As by Ctrl-C.
    fn end(mut self) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn each_save_says_what_it_changed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.adv");
    fs::write(&file, TEXT).unwrap();
    let watching = Watching::start(folder.path(), &["--format", "json"]);
    let first = watching.seen();
    assert_eq!((&first["save"], &first["version"]), (&1.into(), &1.into()));
    let proved = run_json(folder.path(), &["prove", &file.display().to_string()], 1);
    let figures = |report: &Value| {
        let [query, theorem] = [0, 1].map(|number| &report["claims"][number]);
        (
            query["number"].clone(),
            theorem["failures"]["kinds"].clone(),
            theorem["failures"]["positions"].clone(),
        )
    };
    assert_eq!(figures(&first["report"]), figures(&proved));
    assert_eq!(first["changes"], Value::Array(vec![]));
    // The rook waits instead of the king.
    fs::write(&file, TEXT.replace("wait: move K", "wait: move R")).unwrap();
    let second = watching.seen();
    let change = &second["changes"][0];
    assert_eq!((&second["save"], &change["name"]), (&2.into(), &"wins".into()));
    assert_eq!(second["changes"].as_array().unwrap().len(), 1);
    let wait = &change["rules"].as_array().unwrap()[0];
    assert_eq!(wait["name"], "wait", "{change}");
    assert_eq!(wait["before"], first["report"]["claims"][1]["rules"][1]["positions"]);
    assert_eq!(wait["after"], second["report"]["claims"][1]["rules"][1]["positions"]);
    // A mistake, a file that has gone, and all as at first.
    fs::write(&file, TEXT.replace("mate'", "mat'")).unwrap();
    assert_eq!(watching.seen()["check"]["errors"], 1);
    fs::remove_file(&file).unwrap();
    assert!(watching.seen()["error"].is_object());
    fs::write(&file, TEXT).unwrap();
    let last = watching.seen();
    assert_eq!(figures(&last["report"]), figures(&first["report"]));
    assert_eq!(last["changes"][0]["before"], "refuted");
    watching.end();
}

#[test]
fn failures_that_come_and_go_are_told_by_example() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.adv");
    let broken = TEXT.replace("theorem wins: s reaches mate", "lemma few: in every position: not mate");
    fs::write(&file, &broken).unwrap();
    let watching = Watching::start(folder.path(), &[]);
    let until = |wanted: &str| {
        let mut all = Vec::new();
        while !all.last().is_some_and(|line: &String| line.contains(wanted)) {
            all.push(watching.line());
        }
        all.join("\n")
    };
    let first = until("lemma few");
    assert!(first.contains("query mates: 216") && first.contains("lemma few: refuted"), "{first}");
    fs::write(&file, broken.replace("not mate", "not check or k.rank < 9")).unwrap();
    let second = until("as before");
    assert!(second.contains("few: was refuted, is proved"), "{second}");
    assert!(second.contains(" positions -> none") && second.contains("holds now: "), "{second}");
    fs::write(&file, &broken).unwrap();
    let third = until("as before");
    assert!(third.contains("few: was proved, is refuted") && third.contains("fails now: "), "{third}");
    watching.end();
}

#[test]
fn a_text_of_the_library_is_not_watched() {
    let folder = tempfile::tempdir().unwrap();
    let told = run(folder.path(), &["watch", "krk"], 2);
    assert!(String::from_utf8_lossy(&told.stderr).contains("nobody saves"));
    run(folder.path(), &["watch", "no-such-file.adv"], 2);
}

/// The server is tested in its own crate; here it is started as editors do, and goes into the library.
#[test]
fn the_language_server_answers_over_its_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = adli(folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let uri = format!("file://{}", folder.path().join("mine.adv").display());
    let text = "endgame KRK White K R v Black k\\nuse geometry\\ndef room = beyond(R.file, k.file)\\n";
    let place = format!(r#"{{"textDocument":{{"uri":"{uri}"}},"position":{{"line":2,"character":13}}}}"#);
    let mut input = server.stdin.take().unwrap();
    for body in [
        r#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#.to_owned(),
        format!(
            r#"{{"method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"{uri}","version":1,"text":"{text}"}}}}}}"#
        ),
        format!(r#"{{"id":2,"method":"textDocument/definition","params":{place}}}"#),
    ] {
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    }
    let mut output = BufReader::new(server.stdout.take().unwrap());
    let mut answer = |id: u64| loop {
        let mut head = String::new();
        output.read_line(&mut head).unwrap();
        let length: usize = head.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        output.read_line(&mut head).unwrap();
        let mut body = vec![0; length];
        output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        if message["id"] == id {
            return message["result"].clone();
        }
    };
    let found = answer(2)["uri"].as_str().unwrap().to_owned();
    let path = found.strip_prefix("file://").unwrap();
    assert!(path.ends_with("/geometry.adv"), "{found}");
    assert!(fs::read_to_string(path).unwrap().contains("beyond("));
    write!(input, "Content-Length: 28\r\n\r\n{{\"id\":3,\"method\":\"shutdown\"}}").unwrap();
    answer(3);
    write!(input, "Content-Length: 17\r\n\r\n{{\"method\":\"exit\"}}").unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0));
    run(folder.path(), &["lsp", "--format", "json"], 2);
}

/// Whoever starts it by hand and types, or cuts it off, is told.
#[test]
fn the_language_server_says_why_it_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    for (input, told) in [
        ("", "error: the input ended without `shutdown`\n"),
        ("prove krk\n", "of what came before: the input ends within a message\n"),
        ("Content-Length: 3\r\n\r\n{x}", "of what came before: this is no JSON: "),
    ] {
        fs::write(folder.path().join("input"), input).unwrap();
        let input = fs::File::open(folder.path().join("input")).unwrap();
        let done = adli(folder.path()).arg("lsp").stdin(input).output().unwrap();
        assert_eq!(done.status.code(), Some(1));
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(said.contains(told) && said.contains("help: editors start"), "{said}");
    }
}
