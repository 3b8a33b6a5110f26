//! How far a job has come, and whether it goes on.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use adli_claims::{By, Watch};
use schemars::JsonSchema;
use serde::Serialize;

/// Written by the threads that work, read by whoever wants to know.
pub struct Progress {
    begun: OnceLock<Instant>,
    ended: OnceLock<Instant>,
    seconds: f64,
    task: Mutex<Task>,
    done: AtomicU64,
    of: AtomicU64,
    unit: AtomicU8,
    cancelled: AtomicBool,
}

/// What is being done, and since when.
#[derive(Default)]
struct Task {
    name: Option<String>,
    since: Option<Instant>,
}

const UNITS: [&str; 4] = ["", "positions", "rounds", "rows"];
const POSITIONS: u8 = 1;
const ROUNDS: u8 = 2;
const ROWS: u8 = 3;

/// How far a job has come, for whoever asks.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Progress")]
pub struct Counted {
    /// The claim, or the table, that is being worked on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// How much of it is done.
    pub done: u64,
    /// Of how much; nothing if nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// What is counted.
    pub unit: &'static str,
    /// For how long the job has been running.
    pub seconds: f64,
    /// How long the claim will still take, as far as can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_seconds: Option<f64>,
}

impl Progress {
    /// Not begun; it may run for so many seconds.
    pub fn new(seconds: f64) -> Progress {
        Progress {
            begun: OnceLock::new(),
            ended: OnceLock::new(),
            seconds,
            task: Mutex::default(),
            done: AtomicU64::new(0),
            of: AtomicU64::new(0),
            unit: AtomicU8::new(0),
            cancelled: AtomicBool::new(false),
        }
    }

    /// The work begins, and with it its time.
    pub fn start(&self) {
        let _ = self.begun.set(Instant::now());
    }

    pub(super) fn end(&self) {
        let _ = self.ended.set(Instant::now());
    }

    /// Gives it up.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Has somebody given it up?
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// How many rows there will be, all in all.
    pub fn whole(&self, rows: u64) {
        self.counts(0, rows, ROWS);
    }

    fn counts(&self, done: u64, of: u64, unit: u8) {
        self.unit.store(unit, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    /// How far it has come.
    pub fn counted(&self) -> Counted {
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, of) = (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed));
        let now = self.ended.get().copied().unwrap_or_else(Instant::now);
        let since = |then: Instant| now.saturating_duration_since(then).as_secs_f64();
        let spent = task.since.or(self.begun.get().copied()).map_or(0.0, since);
        // After a moment, or nothing can be told from it.
        let is_telling = of > 0 && done > 0 && spent > 0.5 && self.ended.get().is_none();
        Counted {
            claim: task.name.clone(),
            done: if of > 0 { done.min(of) } else { done },
            of: (of > 0).then_some(of),
            unit: UNITS.get(usize::from(self.unit.load(Ordering::Relaxed))).copied().unwrap_or_default(),
            seconds: self.begun.get().copied().map_or(0.0, since),
            left_seconds: is_telling.then(|| spent * (of.saturating_sub(done) as f64) / done as f64),
        }
    }
}

impl Watch for Progress {
    fn begins(&self, claim: &str) {
        let mut task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        *task = Task { name: Some(claim.to_owned()), since: Some(Instant::now()) };
        // Rows are counted over all tables.
        if self.unit.load(Ordering::Relaxed) == ROWS {
            task.since = None;
        } else {
            self.counts(0, 0, POSITIONS);
        }
    }

    fn advance(&self, done: u64, of: u64) {
        self.counts(done, of, POSITIONS);
    }

    fn met(&self, done: u64) {
        self.counts(done, 0, POSITIONS);
    }

    fn rounds(&self, done: u64) {
        self.counts(done, 0, ROUNDS);
    }

    fn rows(&self, more: u64) {
        // A proof may solve tables on its way; their rows are not positions of the claim.
        if self.unit.load(Ordering::Relaxed) == ROWS {
            self.done.fetch_add(more, Ordering::Relaxed);
        }
    }

    fn stopped(&self) -> Option<By> {
        if self.is_cancelled() {
            return Some(By::Hand);
        }
        let begun = self.begun.get()?;
        (begun.elapsed().as_secs_f64() >= self.seconds).then_some(By::Time)
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.begun.get()?.elapsed().as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_only_where_the_whole_is_known() {
        let progress = Progress::new(60.0);
        progress.start();
        progress.begins("wins");
        progress.met(70);
        let counted = progress.counted();
        assert_eq!((counted.done, counted.of, counted.left_seconds), (70, None, None));
        assert_eq!((counted.claim.as_deref(), counted.unit), (Some("wins"), "positions"));
        progress.advance(5, 10);
        assert_eq!((progress.counted().done, progress.counted().of), (5, Some(10)));
        progress.begins("next");
        progress.rows(64);
        assert_eq!((progress.counted().done, progress.counted().of), (0, None));
        progress.whole(100);
        progress.begins("solving KRK");
        progress.rows(64);
        assert_eq!((progress.counted().done, progress.counted().of), (64, Some(100)));
    }

    #[test]
    fn it_ends_by_time_or_by_hand() {
        let progress = Progress::new(0.0);
        assert_eq!(progress.stopped(), None);
        progress.start();
        assert_eq!(progress.stopped(), Some(By::Time));
        progress.cancel();
        assert_eq!(progress.stopped(), Some(By::Hand));
    }
}
