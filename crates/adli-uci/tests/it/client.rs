//! A chess program that talks to an engine in the same process.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use adli_chess::Position;
use adli_claims::Watch;
use adli_lang::Program;
use adli_position::Compiled;
use adli_tables::solve_all;
use adli_uci::{Engine, Options, Supplies, Values};
use adli_workbench::Text;

/// Nothing takes longer than this, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// Texts of the library, tables solved in memory.
struct Library(Instant);

impl Supplies for Library {
    fn text(&self, name: &str) -> Result<(Text, Vec<Program>), String> {
        let text = Text::of_library(name).ok_or_else(|| format!("there is no text `{name}`"))?;
        let programs = text.check(&[]).programs;
        Ok((text, programs))
    }

    fn compiled(&self, path: &str) -> Result<Compiled, String> {
        let bytes = std::fs::read(Path::new(path)).map_err(|error| error.to_string())?;
        Compiled::from_bytes(&bytes).map_err(|error| error.to_string())
    }

    fn values(&self, _: Option<&str>, position: &Position, watch: &dyn Watch) -> Result<Values, String> {
        let men = position.occupied().len();
        let material = position.material().filter(|_| men <= 4).ok_or(format!("there are {men} men"))?;
        let known = solve_all(&[material.canonical()], watch).map_err(|error| error.to_string())?;
        Ok(Box::new(known))
    }

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// What the engine has written.
type Written = Arc<(Mutex<Vec<String>>, Condvar)>;

pub struct Client {
    engine: Engine,
    written: Written,
}

impl Client {
    pub fn new(strategy: &str) -> Client {
        let written = Written::default();
        let to = Arc::clone(&written);
        let out = move |line: &str| {
            to.0.lock().unwrap().push(line.to_owned());
            to.1.notify_all();
        };
        let options = Options { strategy: strategy.to_owned(), ..Options::default() };
        let engine = Engine::new(Library(Instant::now()), out, options).unwrap();
        Client { engine, written }
    }

    pub fn send(&mut self, line: &str) -> bool {
        self.engine.take(line)
    }

    pub fn run(&mut self, input: &[u8]) {
        self.engine.run(input).unwrap();
    }

    /// Everything so far.
    pub fn lines(&self) -> Vec<String> {
        self.written.0.lock().unwrap().clone()
    }

    /// Waits until so many lines begin with a word.
    pub fn wait_for(&self, word: &str, times: usize) -> Vec<String> {
        self.wait_after(0, word, times)
    }

    /// The same, of the lines after the first ones.
    pub fn wait_after(&self, first: usize, word: &str, times: usize) -> Vec<String> {
        let count = |lines: &[String]| lines[first..].iter().filter(|line| line.starts_with(word)).count();
        let lines = self.written.0.lock().unwrap();
        let (lines, over) =
            self.written.1.wait_timeout_while(lines, PATIENCE, |lines| count(lines) < times).unwrap();
        assert!(!over.timed_out(), "no {times} of `{word}`: {lines:?}");
        lines[first..].to_vec()
    }

    /// The answer to a `go`, with everything that was said since the last one.
    pub fn go(&mut self, position: &str, go: &str) -> Vec<String> {
        let before = self.lines();
        let answers = before.iter().filter(|line| line.starts_with("bestmove")).count();
        self.send(position);
        self.send(go);
        self.wait_for("bestmove", answers + 1).split_off(before.len())
    }
}

/// The move of an answer.
pub fn best(lines: &[String]) -> &str {
    lines.iter().find_map(|line| line.strip_prefix("bestmove ")).unwrap()
}
