//! The engine as chess programs start it: a process with pipes. Dialogues in any order are tried in `adli-uci`, where thousands cost little.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An engine that is spoken to. What it writes is read by a thread, so that nobody waits for ever.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_adli"))
            .arg("uci")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Engine { input: child.stdin.take(), child, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_ref().unwrap(), "{line}").unwrap();
    }

    /// All lines up to the first that begins with a word.
    fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(120));
            let line = line.unwrap_or_else(|_| panic!("no `{word}`: {lines:?}"));
            let is_last = line.starts_with(word);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_dialogue_from_beginning_to_end() {
    let mut engine = Engine::start(&["krk"]);
    engine.send("uci");
    assert!(engine.until("uciok").iter().any(|line| line == "option name Strategy type string default krk"));
    engine.send("isready");
    engine.until("readyok");
    engine.send("position fen 8/8/8/8/8/k1K5/8/1R6 w - - 0 1");
    engine.send("go movetime 5000");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string immediate_mate, rule 1 of 9 of `mj`"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove b1a1");
    engine.send("go infinite");
    engine.send("isready");
    assert!(engine.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    engine.send("\u{1}rubbish");
    engine.send("stop");
    engine.until("bestmove");
    engine.send("quit");
    assert_eq!(engine.child.wait().unwrap().code(), Some(0));
}

/// Four men are solved on the way, and `stop` is answered in the middle of that.
#[test]
fn stopped_in_the_middle_and_at_the_end_of_input() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let mut engine = Engine::start(&["--tables", tables]);
    engine.send("position fen 8/8/2R5/8/7k/3K4/8/4n3 w - - 0 1");
    engine.send("go");
    engine.send("stop");
    engine.until("bestmove");
    engine.send("go movetime 100");
    engine.until("bestmove");
    engine.send("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1");
    engine.send("go");
    // The input ends while it works.
    drop(engine.input.take());
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("score mate ")), "{lines:?}");
}

#[test]
fn what_is_typed_wrong_is_told_as_everywhere() {
    for (arguments, word) in [
        (&["no-such-text"][..], "there is no file and no library entry called `no-such-text`"),
        (&["krk", "--compiled", "nowhere.moves"], "cannot read `nowhere.moves`"),
        (&["krk", "--format", "json"], "UCI is a format of its own"),
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_adli")).arg("uci").args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{told}");
        assert!(told.contains(word), "{told}");
    }
}
