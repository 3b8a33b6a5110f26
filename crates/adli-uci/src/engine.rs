//! The engine: takes lines, and writes lines.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use adli_chess::{GamePosition, Move};

use crate::command::{Command, Go, Placed};
use crate::desk::{Desk, Search};
use crate::options::Options;
use crate::supplies::Supplies;
use crate::task::{Course, Task};
use crate::think::Thinker;

/// No line is longer than this: a game of ten thousand moves is a tenth of it.
const MAX_LINE: u64 = 1 << 20;

/// An engine that speaks UCI.
pub struct Engine {
    desk: Arc<Desk>,
    /// To whoever looks for moves.
    orders: Sender<Order>,
    /// How many orders that set something have not been carried out.
    unset: Arc<AtomicUsize>,
    /// Where the game stands, as the program has said last.
    course: Option<Course>,
    declared: Options,
}

/// What whoever looks for moves is told.
enum Order {
    Set {
        name: String,
        value: String,
    },
    NewGame,
    /// Say that everything before has been done.
    Ready,
    Go(Task),
}

impl Engine {
    /// An engine that is handed texts, tables and a clock, writes its lines somewhere, and is set as it is told. It starts two threads.
    ///
    /// # Errors
    /// The system has no threads left.
    pub fn new(
        supplies: impl Supplies,
        out: impl Fn(&str) + Send + Sync + 'static,
        options: Options,
    ) -> io::Result<Engine> {
        let supplies: Arc<dyn Supplies> = Arc::new(supplies);
        let desk = Arc::new(Desk::new(Box::new(out), Arc::clone(&supplies)));
        let unset = Arc::new(AtomicUsize::new(1));
        let (orders, received) = channel();
        let declared = options.clone();
        let (with, to, count) = (supplies, Arc::clone(&desk), Arc::clone(&unset));
        let work = move || work(&received, &to, &*with, options, &count);
        thread::Builder::new().name("moves".to_owned()).spawn(work)?;
        let to = Arc::clone(&desk);
        thread::Builder::new().name("clock".to_owned()).spawn(move || to.keep_time())?;
        Ok(Engine { desk, orders, unset, course: None, declared })
    }

    /// Takes lines until `quit` or the end of the input. A search that ends by itself is finished then.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut line)?;
            if read == 0 {
                self.desk.end_of_input();
                return Ok(());
            }
            if read as u64 == MAX_LINE && line.last() != Some(&b'\n') {
                skip_line(&mut input)?;
                self.say("a line is longer than 1 MiB, and is passed over");
                continue;
            }
            if !self.take(&String::from_utf8_lossy(&line)) {
                return Ok(());
            }
        }
    }

    /// Takes a line; whether the engine goes on.
    pub fn take(&mut self, line: &str) -> bool {
        let Some(command) = Command::read(line) else { return true };
        match command {
            Command::Uci => self.introduce(),
            // During a search it is answered at once; else after what was set before.
            Command::IsReady if self.desk.is_searching() || self.unset.load(Ordering::Acquire) == 0 => {
                self.desk.write("readyok");
            }
            Command::IsReady => self.order(Order::Ready),
            Command::SetOption { name, value } => {
                self.unset.fetch_add(1, Ordering::AcqRel);
                self.order(Order::Set { name, value });
            }
            Command::NewGame => {
                self.unset.fetch_add(1, Ordering::AcqRel);
                self.course = None;
                self.order(Order::NewGame);
            }
            Command::Position(placed) => self.place(&placed),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.desk.stop(),
            Command::PonderHit => self.desk.ponder_hit(),
            Command::Quit => return false,
        }
        true
    }

    /// If nobody is there any more to be told, nobody is left to answer.
    fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }

    fn say(&self, what: &str) {
        self.desk.write(&format!("info string {}", what.replace(['\n', '\r'], " ")));
    }

    fn introduce(&self) {
        self.desk.write(&format!("id name Adli {}", env!("CARGO_PKG_VERSION")));
        self.desk.write(&format!("id author {}", env!("CARGO_PKG_AUTHORS")));
        self.declared.declared().iter().for_each(|line| self.desk.write(line));
        self.desk.write("uciok");
    }

    fn place(&mut self, placed: &Placed) {
        // A position during a search is for the next one.
        let start: GamePosition = match placed.fen.parse() {
            Ok(start) => start,
            Err(why) => {
                self.course = None;
                return self.say(&format!("there is no position now: {why}"));
            }
        };
        let mut course = Course { start, moves: Vec::new(), last: start };
        for text in &placed.moves {
            match course.last.read_uci(text) {
                Ok(mv) => {
                    course.moves.push(mv);
                    course.last = course.last.play(mv);
                }
                Err(why) => {
                    self.say(&format!("{why}; the position is that before this move"));
                    break;
                }
            }
        }
        self.course = Some(course);
    }

    fn go(&mut self, go: &Go) {
        let Some(course) = self.course.clone() else {
            let notes = vec!["string there is no position; send `position` first".to_owned()];
            self.desk.begin(Search { notes, is_done: true, ..Search::default() });
            return;
        };
        let asked = go.search_moves.iter().map(|text| course.last.read_uci(text));
        let (only, wrong): (Vec<_>, Vec<_>) = asked.partition(Result::is_ok);
        let only: Vec<Move> = only.into_iter().flatten().collect();
        let wrong = wrong.into_iter().filter_map(Result::err);
        let notes = wrong.map(|why| format!("string {why}; it is not looked at")).collect();
        let mut legal: Vec<Move> = course.last.legal_moves().collect();
        legal.sort_by_cached_key(Move::to_string);
        let best = only.first().or(legal.first()).copied();
        let allowed = go.allowed(course.last.position().turn().index());
        let waits = go.infinite || go.ponder;
        let number = self.desk.begin(Search { best, allowed, waits, notes, ..Search::default() });
        self.order(Order::Go(Task { number, course, only, mate: go.mate, infinite: go.infinite }));
    }
}

/// Nothing is written any more after `quit`; the threads end when they come to it.
impl Drop for Engine {
    fn drop(&mut self) {
        self.desk.close();
    }
}

/// Reads to the end of a line, and keeps nothing.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let available = input.fill_buf()?;
        let end = available.iter().position(|byte| *byte == b'\n');
        let (used, is_end) =
            (end.map_or(available.len(), |at| at + 1), end.is_some() || available.is_empty());
        input.consume(used);
        if is_end {
            return Ok(());
        }
    }
}

/// Carries out orders, one after the other.
fn work(
    orders: &Receiver<Order>,
    desk: &Desk,
    supplies: &dyn Supplies,
    options: Options,
    unset: &AtomicUsize,
) {
    let mut thinker = Thinker::new(desk, supplies, options);
    unset.fetch_sub(1, Ordering::AcqRel);
    while let Ok(order) = orders.recv() {
        match order {
            Order::Set { name, value } => {
                thinker.set(&name, &value);
                unset.fetch_sub(1, Ordering::AcqRel);
            }
            Order::NewGame => {
                thinker.new_game();
                unset.fetch_sub(1, Ordering::AcqRel);
            }
            Order::Ready => desk.write("readyok"),
            Order::Go(task) => {
                thinker.think(&task);
                desk.finish(task.number);
            }
        }
    }
}
