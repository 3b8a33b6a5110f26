//! Why work ends before a verdict.

use std::fmt;

use adli_lang::Stopped;
use adli_watch::By;

use crate::words::grouped;

/// Why there is no answer: a limit that was reached, something that this method does not do, or a fault of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The watch said so: a deadline, or somebody's wish.
    Stopped(By),
    /// More memory than allowed would be needed, for this.
    Memory(&'static str),
    /// A single position takes too much to evaluate.
    Work(Work),
    /// The tree that was found has more positions than this, and is not shown.
    Size(u64),
    /// The claim seems to fail, but no line could be replayed.
    Unreplayed {
        /// The first position where it seems so.
        fen: String,
        /// How many steps the plain interpreter was given.
        steps: u64,
    },
    /// The claim seems to fail, but no line to where it does was found.
    NoLine,
    /// It rests on this lemma, which is not proved.
    Lemma(String),
    /// A method has come to its end without an answer, for this reason.
    Undecided(String),
    /// Something is asked for that is not there.
    NotRun(String),
    /// A file that the method works with cannot be written or read: the disk, and neither the claim nor the method.
    File(String),
    /// A check of our own failed. That never should happen.
    Internal(String),
}

/// What is too much at a single position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// More than so many steps.
    Steps(u64),
    /// Definitions within definitions, or trees within trees.
    Depth,
}

impl Limit {
    /// Why the plain interpreter, which was given so many steps, has no answer.
    #[must_use]
    pub fn of(stopped: Stopped, steps: u64) -> Limit {
        match stopped {
            Stopped::TooLong => Limit::Work(Work::Steps(steps)),
            Stopped::TooDeep => Limit::Work(Work::Depth),
            Stopped::NeedsTables | Stopped::Unbound => Limit::Internal(stopped.to_string()),
        }
    }

    /// Is it a fault of ours, and not a limit?
    #[must_use]
    pub fn is_fault(&self) -> bool {
        matches!(self, Limit::Internal(_))
    }

    /// Is it about a file that cannot be written or read?
    #[must_use]
    pub fn is_file(&self) -> bool {
        matches!(self, Limit::File(_))
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Work::Steps(steps) => {
                write!(f, "a definition takes more than {} steps at a single position", grouped(*steps))
            }
            Work::Depth => f.write_str("a definition is nested too deeply at a single position"),
        }?;
        f.write_str(": let it look fewer moves ahead")
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Stopped(by) => by.fmt(f),
            Limit::Memory(what) => write!(f, "the memory allowed was not enough for {what}"),
            Limit::Work(work) => work.fmt(f),
            Limit::Size(positions) => {
                write!(f, "it has more than {} positions; a smaller bound would help", grouped(*positions))
            }
            Limit::Unreplayed { fen, steps } => {
                let work = Work::Steps(*steps);
                write!(
                    f,
                    "it seems to fail, first at {fen}, but the plain interpreter cannot replay it: {work}"
                )
            }
            Limit::NoLine => f.write_str(
                "it seems to fail in positions met in play, but no line that leads there was found; let the claim begin nearer to them",
            ),
            Limit::Lemma(name) => write!(f, "it rests on the lemma `{name}`, which is not proved"),
            Limit::Undecided(why) | Limit::NotRun(why) | Limit::File(why) | Limit::Internal(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Limit {}

/// How far the work on a claim has come. Where one position stands for all its images they are counted as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Covered {
    /// Nothing is said about it.
    Untold,
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
            Covered::Untold => Ok(()),
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

/// The end of work on a claim before a verdict: why, and how far it had come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Why.
    pub limit: Limit,
    /// How far.
    pub covered: Covered,
}

impl From<Limit> for Ended {
    fn from(limit: Limit) -> Ended {
        Ended { limit, covered: Covered::Untold }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each method has a budget of its own, and names that one.
    #[test]
    fn the_number_of_steps_is_that_of_the_budget() {
        let told = |steps| Limit::of(Stopped::TooLong, steps).to_string();
        assert!(told(4_000_000).contains("more than 4,000,000 steps"));
        assert!(told(50_000_000).contains("more than 50,000,000 steps"));
        let unreplayed = Limit::Unreplayed { fen: "8/8 w".into(), steps: 20_000_000 }.to_string();
        assert!(unreplayed.contains("more than 20,000,000 steps"), "{unreplayed}");
        assert!(!Limit::of(Stopped::TooDeep, 7).to_string().contains('7'));
        assert!(Limit::of(Stopped::Unbound, 7).is_fault());
    }
}
