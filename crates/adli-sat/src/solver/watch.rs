//! Who keeps an eye on a solver while it works, and tells how it goes.

use std::fs;
use std::path::Path;

pub(super) use adli_process::PAUSE;
use adli_process::{Guard, Limits, Stop};

use super::{OnProgress, Progress};

/// Every so many looks somebody is told of the progress.
const LOOKS_PER_REPORT: u32 = 20;

/// The limits of one run, and who is told of it.
pub(super) struct Watch<'a> {
    guard: Guard<'a>,
    proof: &'a Path,
    on_progress: Option<OnProgress<'a>>,
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
        Watch { guard: Guard::new(limits, stop, process), proof, on_progress, looks: 0 }
    }

    /// Looks once: why the work is to end, if it is.
    pub(super) fn look(&mut self) -> Option<String> {
        self.looks += 1;
        if let Some(tell) = self.on_progress
            && self.looks.is_multiple_of(LOOKS_PER_REPORT)
        {
            let proof_bytes = fs::metadata(self.proof).map_or(0, |file| file.len());
            tell(Progress { seconds: self.guard.elapsed().as_secs_f64(), proof_bytes });
        }
        self.guard.look()
    }
}
