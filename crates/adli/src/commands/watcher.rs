//! Somebody who watches claims being decided.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use adli_prove::Watch;

use crate::interrupt;
use crate::progress::Bar;

/// Shows how the work goes, and ends it when the time is over or somebody asks.
pub struct Watcher {
    bar: Bar,
    start: Instant,
    limit: Option<Duration>,
    is_late: AtomicBool,
}

impl Watcher {
    pub fn new(limit: Option<Duration>) -> Watcher {
        Watcher {
            bar: Bar::of(0, "positions"),
            start: Instant::now(),
            limit,
            is_late: AtomicBool::new(false),
        }
    }

    /// Was the work ended because the time was over?
    pub fn was_late(&self) -> bool {
        self.is_late.load(Ordering::Relaxed)
    }
}

impl Watch for Watcher {
    fn begins(&self, claim: &str) {
        self.bar.at(0, 0);
        self.bar.task(claim.to_owned());
    }

    fn advance(&self, done: u64, of: u64) {
        self.bar.at(done, of);
    }

    fn stopped(&self) -> bool {
        if self.limit.is_some_and(|limit| self.start.elapsed() >= limit) {
            self.is_late.store(true, Ordering::Relaxed);
        }
        self.was_late() || interrupt::is_requested()
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.start.elapsed().as_secs_f64())
    }
}
