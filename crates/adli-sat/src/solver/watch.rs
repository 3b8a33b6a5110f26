//! Who keeps an eye on a solver while it works.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use adli_claims::By;

use super::{Limits, OnProgress, Progress, Stop};

/// How long a solver may go on after a limit before somebody looks.
pub(super) const PAUSE: Duration = Duration::from_millis(10);
/// Every so many looks somebody is told of the progress.
const LOOKS_PER_REPORT: u32 = 20;

/// The limits of one run.
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    stop: Stop<'a>,
    proof: &'a Path,
    on_progress: Option<OnProgress<'a>>,
    began: Instant,
    process: u32,
    memory_at_first: u64,
    looks: u32,
}

impl<'a> Watch<'a> {
    /// Begins to watch a process, or this one.
    pub(super) fn new(
        limits: &'a Limits,
        stop: Stop<'a>,
        proof: &'a Path,
        on_progress: Option<OnProgress<'a>>,
        process: u32,
    ) -> Watch<'a> {
        // A program of its own has nothing to begin with; what this process has was there before.
        let memory_at_first = if process == std::process::id() { resident(process).unwrap_or(0) } else { 0 };
        Watch { limits, stop, proof, on_progress, began: Instant::now(), process, memory_at_first, looks: 0 }
    }

    /// Looks once: why the work is to end, if it is.
    pub(super) fn look(&mut self) -> Option<String> {
        self.looks += 1;
        if let Some(tell) = self.on_progress
            && self.looks.is_multiple_of(LOOKS_PER_REPORT)
        {
            let proof_bytes = fs::metadata(self.proof).map_or(0, |file| file.len());
            tell(Progress { seconds: self.began.elapsed().as_secs_f64(), proof_bytes });
        }
        let late = || self.limits.time.is_some_and(|time| self.began.elapsed() >= time).then_some(By::Time);
        if let Some(by) = (self.stop)().or_else(late) {
            return Some(by.to_string());
        }
        let used = resident(self.process).unwrap_or(0).saturating_sub(self.memory_at_first);
        if self.limits.memory.is_some_and(|memory| used > memory) {
            return Some("the memory allowed was not enough for the solver".to_owned());
        }
        None
    }
}

/// How many bytes of memory a process has now, where the system tells.
fn resident(process: u32) -> Option<u64> {
    // The size of a page is not to be had without unsafe code; `smaps_rollup` and `status` count in kibibytes.
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
