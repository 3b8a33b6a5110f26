//! Why something has no diagram.

use std::fmt;

use adli_claims::{By, Limit};

/// Why something has no diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// There is no room for so many nodes.
    Memory,
    /// The work was given up.
    Stopped(By),
    /// A number has too many values, or too many moves are looked ahead.
    TooLarge(String),
    /// It asks for something that has no diagram.
    Unsupported(String),
    /// A check of our own failed.
    Internal(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Memory => f.write_str("the memory allowed was not enough for decision diagrams"),
            Refused::Stopped(by) => by.fmt(f),
            Refused::TooLarge(what) | Refused::Unsupported(what) | Refused::Internal(what) => {
                f.write_str(what)
            }
        }
    }
}

impl std::error::Error for Refused {}

impl From<Refused> for Limit {
    fn from(refused: Refused) -> Limit {
        match refused {
            Refused::Memory => Limit::Memory("decision diagrams"),
            Refused::Stopped(by) => Limit::Stopped(by),
            Refused::TooLarge(what) => Limit::Undecided(what),
            Refused::Unsupported(what) => Limit::NotRun(what),
            Refused::Internal(what) => Limit::Internal(what),
        }
    }
}

/// Something made, or the reason why not.
pub type Made<T> = Result<T, Refused>;
