//! Why work ends before a verdict.

use std::fmt;

/// A limit that was reached, or something that this method does not do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    /// The watch said so: a deadline, or somebody's wish.
    Stopped,
    /// More memory than allowed would be needed, for this.
    Memory(&'static str),
    /// A single position takes too long to evaluate.
    Work,
    /// The claim asks for something that is not there.
    NotRun(String),
    /// A check of our own failed.
    Internal(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Stopped => f.write_str("the time allowed was not enough"),
            Limit::Memory(what) => write!(f, "the memory allowed was not enough for {what}"),
            Limit::Work => f.write_str("a definition takes too long to evaluate at a single position"),
            Limit::NotRun(why) | Limit::Internal(why) => f.write_str(why),
        }
    }
}
