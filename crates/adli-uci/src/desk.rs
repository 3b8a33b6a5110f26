//! What the threads of an engine share: the search under way, and the one place where its answer is written.
//!
//! Three may end a search: who looks for the move has found it; the program says `stop`; the time is over. Whoever comes first writes the
//! answer, under the lock, once; what the others have to say of that search is not written any more. So there is exactly one `bestmove` for
//! each `go`, and no line about a search after it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adli_chess::Move;
use adli_claims::{By, Watch};

use crate::supplies::Supplies;

/// Where lines go.
pub(crate) type Out = Box<dyn Fn(&str) + Send + Sync>;

pub(crate) struct Desk {
    out: Out,
    search: Mutex<Search>,
    /// Somebody should look at the search again.
    changed: Condvar,
    /// The number of the search that is not answered, or 0: asked often, without the lock.
    open: AtomicU64,
    /// When it has to be answered, in milliseconds.
    deadline: AtomicU64,
}

/// A search, from `go` to `bestmove`. They are numbered from 1.
#[derive(Default)]
struct Search {
    number: u64,
    is_answered: bool,
    /// Not before `stop` or `ponderhit`.
    waits: bool,
    /// The work is done.
    is_done: bool,
    /// How much time there is once the clock runs.
    allowed: Option<Duration>,
    deadline: Option<Duration>,
    best: Option<Move>,
    /// Nobody needs the desk any more.
    is_closed: bool,
}

impl Desk {
    pub(crate) fn new(out: Out) -> Desk {
        let search = Search { is_answered: true, ..Search::default() };
        Desk {
            out,
            search: Mutex::new(search),
            changed: Condvar::new(),
            open: AtomicU64::new(0),
            deadline: AtomicU64::new(u64::MAX),
        }
    }

    fn search(&self) -> MutexGuard<'_, Search> {
        // Whoever panicked has ended the program, or is a test.
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line that belongs to no search.
    pub(crate) fn write(&self, line: &str) {
        // The lock keeps it apart from answers.
        let _search = self.search();
        (self.out)(line);
    }

    /// Begins a search with a legal move at hand, if there is one; the clock runs at once unless it waits for `ponderhit`.
    pub(crate) fn begin(
        &self,
        best: Option<Move>,
        allowed: Option<Duration>,
        waits: bool,
        now: Duration,
    ) -> u64 {
        let mut search = self.search();
        self.answer(&mut search);
        let number = search.number + 1;
        *search = Search { number, waits, allowed, best, ..Search::default() };
        self.open.store(number, Ordering::Relaxed);
        self.set_deadline(&mut search, if waits { None } else { allowed.map(|allowed| now + allowed) });
        number
    }

    fn set_deadline(&self, search: &mut Search, deadline: Option<Duration>) {
        search.deadline = deadline;
        let millis = deadline.map_or(u64::MAX, |at| u64::try_from(at.as_millis()).unwrap_or(u64::MAX));
        self.deadline.store(millis, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Writes the answer, if it has not been written.
    fn answer(&self, search: &mut Search) {
        if search.is_answered {
            return;
        }
        search.is_answered = true;
        self.open.store(0, Ordering::Relaxed);
        // No legal move has this sign.
        let best = search.best.map_or_else(|| "0000".to_owned(), |mv| mv.to_string());
        (self.out)(&format!("bestmove {best}"));
        self.changed.notify_all();
    }

    /// Is a search under way?
    pub(crate) fn is_searching(&self) -> bool {
        self.open.load(Ordering::Relaxed) != 0
    }

    /// A better move has been found.
    pub(crate) fn better(&self, number: u64, mv: Move) {
        let mut search = self.search();
        if search.number == number {
            search.best = Some(mv);
        }
    }

    /// Writes a line about a search, as long as it is not answered.
    pub(crate) fn info(&self, number: u64, line: &str) {
        let search = self.search();
        if search.number == number && !search.is_answered {
            let one_line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            (self.out)(&format!("info {one_line}"));
        }
    }

    /// The work on a search is done.
    pub(crate) fn finish(&self, number: u64) {
        let mut search = self.search();
        if search.number == number {
            search.is_done = true;
            if !search.waits {
                self.answer(&mut search);
            }
        }
    }

    /// The answer is wanted now.
    pub(crate) fn stop(&self) {
        self.answer(&mut self.search());
    }

    /// The other side has moved as expected: from now on it is a search like any other.
    pub(crate) fn ponder_hit(&self, now: Duration) {
        let mut search = self.search();
        if !search.is_answered && search.waits {
            search.waits = false;
            if search.is_done {
                self.answer(&mut search);
            } else {
                let deadline = search.allowed.map(|allowed| now + allowed);
                self.set_deadline(&mut search, deadline);
            }
        }
    }

    /// There is no more input: a search that ends by itself is waited for, any other is stopped.
    pub(crate) fn end_of_input(&self) {
        let mut search = self.search();
        if search.waits {
            self.answer(&mut search);
        }
        while !search.is_answered {
            search = self.changed.wait(search).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nobody needs the desk any more, and no answer is wanted.
    pub(crate) fn close(&self) {
        let mut search = self.search();
        search.is_closed = true;
        search.is_answered = true;
        self.open.store(0, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Answers searches whose time is over, until the desk is closed. A thread of its own does this, because what the work does for some
    /// moments may not look at the clock.
    pub(crate) fn keep_time(&self, supplies: &dyn Supplies) {
        let mut search = self.search();
        while !search.is_closed {
            let due = search.deadline.filter(|_| !search.is_answered);
            let left = due.map(|due| due.saturating_sub(supplies.now()));
            search = match left {
                Some(Duration::ZERO) => {
                    self.answer(&mut search);
                    search
                }
                Some(left) => {
                    self.changed.wait_timeout(search, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(search).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// Whoever watches the work on a search: it ends when the search is answered, or when the time is over.
pub(crate) struct Pace<'d> {
    pub(crate) desk: &'d Desk,
    pub(crate) supplies: &'d dyn Supplies,
    pub(crate) number: u64,
    /// An end that the work has set itself.
    pub(crate) until: Option<Duration>,
}

impl Pace<'_> {
    /// How much time is left, if there is an end.
    pub(crate) fn left(&self) -> Option<Duration> {
        let deadline = self.desk.deadline.load(Ordering::Relaxed);
        let deadline = (deadline != u64::MAX).then(|| Duration::from_millis(deadline));
        let ends = [deadline, self.until].into_iter().flatten().min()?;
        Some(ends.saturating_sub(self.supplies.now()))
    }
}

impl Watch for Pace<'_> {
    fn stopped(&self) -> Option<By> {
        if self.desk.open.load(Ordering::Relaxed) != self.number {
            return Some(By::Hand);
        }
        (self.left() == Some(Duration::ZERO)).then_some(By::Time)
    }
}
