//! What the threads of an engine share: the searches, and the one place where answers are written.
//!
//! Three may end a search: the thread that looks for the move has found it; the program says `stop`; the time
//! is over. The first of them writes the
//! answer, under the lock, once; what the others have to say of that search is not written any more. So there is exactly one `bestmove` for
//! each `go`, and no line about a search after it.
//!
//! A program that does not wait for answers, as a script does that writes into a pipe, sends `go` while a
//! search is under way. Then the next search begins
//! after the answer to the one before. What ends a search early, `stop`, or a further `go` where it would
//! never end, leaves it [`GRACE`] to come
//! to a move by rules or tables; if there is none by then, or if the time is over, a line says that the move
//! is an arbitrary one.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adli_chess::Move;
use adli_claims::{By, Watch};

use crate::supplies::Supplies;

/// Where lines go.
pub(crate) type Out = Box<dyn Fn(&str) + Send + Sync>;

/// For so long a search that is to end goes on looking for a first move by rules or tables.
const GRACE: Duration = Duration::from_millis(500);
/// So many searches wait at most; until there is room no line is read.
const MOST_WAITING: usize = 64;

pub(crate) struct Desk {
    out: Out,
    supplies: Arc<dyn Supplies>,
    searches: Mutex<Searches>,
    /// Signals every change of the searches.
    changed: Condvar,
    /// The number of the search that is not answered, or 0: asked often, without the lock.
    open: AtomicU64,
    /// When it has to be answered, in milliseconds.
    deadline: AtomicU64,
}

/// The search under way, and those that come after it.
struct Searches {
    current: Search,
    next: VecDeque<Search>,
    /// The number of the latest.
    last: u64,
    /// No answer is wanted any more.
    is_closed: bool,
}

/// A search, from `go` to `bestmove`. They are numbered from 1.
#[derive(Default)]
pub(crate) struct Search {
    pub(crate) number: u64,
    /// Lines to write when it begins.
    pub(crate) notes: Vec<String>,
    /// No answer before `stop` or `ponderhit`.
    pub(crate) waits: bool,
    /// How much time there is once the clock runs.
    pub(crate) allowed: Option<Duration>,
    /// The move to play; at first any legal one.
    pub(crate) best: Option<Move>,
    /// The work is done.
    pub(crate) is_done: bool,
    /// The move comes from rules or tables.
    pub(crate) is_chosen: bool,
    /// Ends with the first move by rules or tables.
    pub(crate) is_hurried: bool,
    pub(crate) is_answered: bool,
    pub(crate) deadline: Option<Duration>,
}

impl Desk {
    pub(crate) fn new(out: Out, supplies: Arc<dyn Supplies>) -> Desk {
        let current = Search { is_answered: true, ..Search::default() };
        let searches = Searches { current, next: VecDeque::new(), last: 0, is_closed: false };
        Desk {
            out,
            supplies,
            searches: Mutex::new(searches),
            changed: Condvar::new(),
            open: AtomicU64::new(0),
            deadline: AtomicU64::new(u64::MAX),
        }
    }

    pub(crate) fn now(&self) -> Duration {
        self.supplies.now()
    }

    fn searches(&self) -> MutexGuard<'_, Searches> {
        // A thread that panicked has ended the program, or is a test.
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'l>(&self, searches: MutexGuard<'l, Searches>) -> MutexGuard<'l, Searches> {
        self.changed.wait(searches).unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line that belongs to no search.
    pub(crate) fn write(&self, line: &str) {
        // The lock keeps it apart from answers.
        let _searches = self.searches();
        (self.out)(line);
    }

    /// Begins a search, or has it wait for those before it; returns its number. The clock runs when it
    /// begins, or from `ponderhit` on.
    pub(crate) fn begin(&self, search: Search) -> u64 {
        let mut searches = self.searches();
        while searches.next.len() >= MOST_WAITING {
            searches = self.wait(searches);
        }
        searches.last += 1;
        let number = searches.last;
        searches.next.push_back(Search { number, ..search });
        if searches.current.is_answered {
            self.start_next(&mut searches);
        } else if searches.current.waits {
            self.hurry(&mut searches);
        }
        number
    }

    fn start_next(&self, searches: &mut Searches) {
        let Some(mut search) = searches.next.pop_front() else {
            return self.open.store(0, Ordering::Relaxed);
        };
        let notes = std::mem::take(&mut search.notes);
        self.open.store(search.number, Ordering::Relaxed);
        let (waits, hurried, is_done) = (search.waits, search.is_hurried, search.is_done);
        let allowed = search.allowed.filter(|_| !waits);
        searches.current = search;
        notes.iter().for_each(|note| self.tell(note));
        self.set_deadline(searches, allowed.map(|allowed| self.now() + allowed));
        if is_done && !waits {
            self.answer(searches);
        } else if hurried || waits && !searches.next.is_empty() {
            self.hurry(searches);
        }
    }

    fn set_deadline(&self, searches: &mut Searches, deadline: Option<Duration>) {
        searches.current.deadline = deadline;
        let millis = deadline.map_or(u64::MAX, |at| u64::try_from(at.as_millis()).unwrap_or(u64::MAX));
        self.deadline.store(millis, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Ends the search under way with the first move that is more than any legal one.
    fn hurry(&self, searches: &mut Searches) {
        let current = &mut searches.current;
        if current.is_answered {
            return;
        }
        if current.is_chosen || current.is_done || current.best.is_none() {
            return self.answer(searches);
        }
        if !std::mem::replace(&mut current.is_hurried, true) {
            let (deadline, patience) = (current.deadline, self.now() + GRACE);
            self.set_deadline(searches, Some(deadline.map_or(patience, |deadline| deadline.min(patience))));
        }
    }

    /// Writes the answer, if it has not been written, and begins the next search.
    fn answer(&self, searches: &mut Searches) {
        let current = &mut searches.current;
        if std::mem::replace(&mut current.is_answered, true) {
            return;
        }
        if !current.is_chosen && !current.is_done && current.best.is_some() {
            self.tell("string cut short before rules or tables gave a move; playing an arbitrary legal move");
        }
        // No legal move has this sign.
        let best = current.best.map_or_else(|| "0000".to_owned(), |mv| mv.to_string());
        (self.out)(&format!("bestmove {best}"));
        self.start_next(searches);
        self.changed.notify_all();
    }

    /// Is a search under way?
    pub(crate) fn is_searching(&self) -> bool {
        self.open.load(Ordering::Relaxed) != 0
    }

    /// Is this search under way?
    pub(crate) fn is_open(&self, number: u64) -> bool {
        self.open.load(Ordering::Relaxed) == number
    }

    /// Rules or tables have given a move, or a better one.
    pub(crate) fn better(&self, number: u64, mv: Move) {
        let mut searches = self.searches();
        let current = &mut searches.current;
        if current.number == number && !current.is_answered {
            (current.best, current.is_chosen) = (Some(mv), true);
            if current.is_hurried {
                self.answer(&mut searches);
            }
        }
    }

    /// Writes a line about a search, as long as it is not answered.
    pub(crate) fn info(&self, number: u64, line: &str) {
        let searches = self.searches();
        if searches.current.number == number && !searches.current.is_answered {
            self.tell(line);
        }
    }

    fn tell(&self, line: &str) {
        let one_line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        (self.out)(&format!("info {one_line}"));
    }

    /// The work on a search is done.
    pub(crate) fn finish(&self, number: u64) {
        let mut searches = self.searches();
        let current = &mut searches.current;
        if current.number == number {
            current.is_done = true;
            if !current.waits || current.is_hurried {
                self.answer(&mut searches);
            }
        }
    }

    /// The program wants the answers now, those to searches that have not begun included.
    pub(crate) fn stop(&self) {
        let mut searches = self.searches();
        searches.next.iter_mut().for_each(|search| search.is_hurried = true);
        self.hurry(&mut searches);
    }

    /// The other side has moved as expected: from now on it is a search like any other.
    pub(crate) fn ponder_hit(&self) {
        let mut searches = self.searches();
        let Searches { current, next, .. } = &mut *searches;
        if current.is_answered || !current.waits {
            next.iter_mut().filter(|search| search.waits).take(1).for_each(|search| search.waits = false);
            return;
        }
        current.waits = false;
        if current.is_done {
            self.answer(&mut searches);
        } else {
            let deadline = current.allowed.map(|allowed| self.now() + allowed);
            self.set_deadline(&mut searches, deadline);
        }
    }

    /// Waits at the end of the input for searches that end by themselves, and stops others.
    pub(crate) fn end_of_input(&self) {
        let mut searches = self.searches();
        while !searches.current.is_answered {
            if searches.current.waits {
                self.hurry(&mut searches);
            }
            if !searches.current.is_answered {
                searches = self.wait(searches);
            }
        }
    }

    /// No answer is wanted any more.
    pub(crate) fn close(&self) {
        let mut searches = self.searches();
        searches.is_closed = true;
        searches.next.clear();
        searches.current.is_answered = true;
        self.open.store(0, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Answers searches whose time is over, until the desk is closed. A thread of its own does this, because what the work does for some
    /// moments may not look at the clock.
    pub(crate) fn keep_time(&self) {
        let mut searches = self.searches();
        while !searches.is_closed {
            let due = searches.current.deadline.filter(|_| !searches.current.is_answered);
            let left = due.map(|due| due.saturating_sub(self.now()));
            searches = match left {
                Some(Duration::ZERO) => {
                    self.answer(&mut searches);
                    searches
                }
                Some(left) => {
                    self.changed.wait_timeout(searches, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.wait(searches),
            };
        }
    }
}

/// Whoever watches the work on a search: it ends when the search is answered, or when the time is over.
pub(crate) struct Pace<'d> {
    pub(crate) desk: &'d Desk,
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
        Some(ends.saturating_sub(self.desk.now()))
    }
}

impl Watch for Pace<'_> {
    fn stopped(&self) -> Option<By> {
        if !self.desk.is_open(self.number) {
            return Some(By::Hand);
        }
        (self.left() == Some(Duration::ZERO)).then_some(By::Time)
    }
}
