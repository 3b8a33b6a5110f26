//! Somebody who watches claims being decided.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use adli_claims::{By, Watch};

use crate::interrupt;
use crate::progress::Bar;

/// Shows how the work goes, and ends it when the time is over or somebody asks.
pub struct Watcher {
    bar: Bar<'static>,
    start: Instant,
    limit: Option<Duration>,
    /// Who ended the work: the first who did.
    ended: OnceLock<By>,
}

impl Watcher {
    pub fn new(limit: Option<Duration>) -> Watcher {
        Watcher { bar: Bar::open("positions"), start: Instant::now(), limit, ended: OnceLock::new() }
    }

    /// Was the work ended because the time was over?
    pub fn was_late(&self) -> bool {
        self.ended.get() == Some(&By::Time)
    }
}

impl Watch for Watcher {
    fn begins(&self, claim: &str) {
        self.bar.begin(claim.to_owned());
    }

    fn advance(&self, done: u64, of: u64) {
        self.bar.at(done, of);
    }

    fn met(&self, done: u64) {
        self.bar.counted(done, "positions");
    }

    fn rounds(&self, done: u64) {
        self.bar.counted(done, "rounds");
    }

    fn stopped(&self) -> Option<By> {
        let is_late = self.limit.is_some_and(|limit| self.start.elapsed() >= limit);
        let by = is_late.then_some(By::Time).or_else(interrupt::asked)?;
        Some(*self.ended.get_or_init(|| by))
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.start.elapsed().as_secs_f64())
    }
}
