//! Ctrl-C.
//!
//! The first one asks for a clean end: the work under way is given up, what is finished is kept. The second
//! one ends the process at once, which leaves no half-written table either, only a file without a table's
//! name that the next run tidies away.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use adli_tables::{By, Watch};

use crate::output::note;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The exit code of work that was not done because a limit was reached.
const UNKNOWN: i32 = 3;

/// From now on, Ctrl-C asks instead of ending the process.
pub fn listen() {
    let handler = || {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            process::exit(UNKNOWN);
        }
        note(&"stopping; press Ctrl-C again to end at once");
    };
    // If nobody can listen, Ctrl-C does what it always does, which harms no table.
    let _ = ctrlc::set_handler(handler);
}

/// Has somebody asked to stop?
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Somebody who watches for nothing but that.
pub struct Asked;

impl Watch for Asked {
    fn stopped(&self) -> Option<By> {
        asked()
    }
}

/// The same for whoever asks who wants the work to end.
pub fn asked() -> Option<By> {
    is_requested().then_some(By::Hand)
}
