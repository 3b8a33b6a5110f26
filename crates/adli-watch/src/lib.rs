//! Whoever watches long work: told how it goes, and asked whether it should go on.
//!
//! Every library of Adli that works for longer than a moment takes a [`Watch`]. None of them has a clock, a signal
//! handler or a progress bar of its own: those belong to the program that calls.

use std::fmt;

/// Who ends work before its end. What is said of it is the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The time that was allowed is over.
    Time,
    /// Somebody asked.
    Hand,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Time => "the time allowed was not enough",
            By::Hand => "stopped before the end",
        })
    }
}

/// Told how the work goes, and asked whether it should go on.
///
/// A deadline is a watch that answers [`By::Time`] to [`Watch::stopped`] once it has passed. The question is asked
/// every few milliseconds of work.
pub trait Watch: Sync {
    /// The work on a claim begins.
    fn begins(&self, _claim: &str) {}
    /// So much of the present claim is done; the unit is a position.
    fn advance(&self, _done: u64, _of: u64) {}
    /// So many positions have been met in play; how many there will be nobody knows before the end.
    fn met(&self, _done: u64) {}
    /// So many rounds are done, each of which looks at all positions at once.
    fn rounds(&self, _done: u64) {}
    /// So many more rows of a table are done, for one side to move. When tables are solved each row counts twice: when it is
    /// set up and when it is solved.
    fn rows(&self, _more: u64) {}
    /// Is the work to be given up, and who wants that? What is decided already stays decided.
    fn stopped(&self) -> Option<By> {
        None
    }
    /// Seconds since the caller began, as he counts them; the reports then say how long each claim took.
    fn seconds(&self) -> Option<f64> {
        None
    }
}

/// Nobody watches, and nobody stops it.
pub struct Unwatched;

impl Watch for Unwatched {}
