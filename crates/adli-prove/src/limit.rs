//! Why work ends before a verdict.

use std::fmt;

use crate::words::grouped;

/// A limit that was reached, or something that this method does not do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    /// The watch said so: a deadline, or somebody's wish.
    Stopped,
    /// More memory than allowed would be needed, for this.
    Memory(&'static str),
    /// A single position takes too long to evaluate.
    Work,
    /// The claim seems to fail, first in this position, but no line could be replayed.
    Unreplayed(String),
    /// The claim asks for something that is not there.
    NotRun(String),
    /// A check of our own failed.
    Internal(String),
}

const TOO_MUCH: &str =
    "a definition takes more than 4,000,000 steps at a single position: let it look fewer moves ahead";

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Stopped => f.write_str("the time allowed was not enough"),
            Limit::Memory(what) => write!(f, "the memory allowed was not enough for {what}"),
            Limit::Work => f.write_str(TOO_MUCH),
            Limit::Unreplayed(fen) => {
                write!(
                    f,
                    "it seems to fail, first at {fen}, but the plain interpreter cannot replay it: {TOO_MUCH}"
                )
            }
            Limit::NotRun(why) | Limit::Internal(why) => f.write_str(why),
        }
    }
}

/// How far the work on a claim has come. Where one position stands for all its images they are counted as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Covered {
    /// It has not begun.
    #[default]
    Nothing,
    /// So many of so many placements have been looked at to find out what the claim speaks of.
    Placements(u64, u64),
    /// So many of so many positions of the claim have been looked at.
    Positions(u64, u64),
    /// The play from all positions of the claim has come to so many positions, some of them not yet looked at.
    Met(u64, u64),
    /// The play from so many of so many positions of the claim has been followed to its end.
    Followed(u64, u64),
}

impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Covered::Nothing => f.write_str("nothing was covered"),
            Covered::Placements(done, of) => {
                let (done, of) = (grouped(done), grouped(of));
                write!(f, "{done} of {of} placements were looked at to find the positions of the claim")
            }
            Covered::Positions(done, of) => {
                write!(f, "{} of {} positions were looked at", grouped(done), grouped(of))
            }
            Covered::Met(done, more) => {
                let (done, more) = (grouped(done), grouped(more));
                write!(f, "{done} positions met in play were looked at, and {more} more were known")
            }
            Covered::Followed(done, of) => {
                let (done, of) = (grouped(done), grouped(of));
                write!(f, "the play from {done} of {of} positions was followed to its end")
            }
        }
    }
}
