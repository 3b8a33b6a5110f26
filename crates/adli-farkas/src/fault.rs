//! What is wrong with a problem or a certificate, and where.

use std::fmt;
use std::io;

/// What is wrong, and where.
#[derive(Debug)]
pub enum Fault {
    /// Something about a line of the problem.
    Problem(u64, Wrong),
    /// Something about a line of the file of lines.
    Lines(u64, Wrong),
    /// The proof is wrong, or the clauses do not fit into memory.
    Proof(adli_lrat::Fault),
}

/// What can be wrong.
#[derive(Debug)]
pub enum Wrong {
    /// The file cannot be read.
    Unreadable(io::Error),
    /// The file ends too early.
    Truncated,
    /// A word that cannot be here, or is missing.
    Word,
    /// A number that is too large for what it stands for.
    Number,
    /// The header is missing or wrong.
    Header,
    /// There are more lines than were announced.
    Count,
    /// Factors that are 0, or integers that are not announced or not in ascending order.
    Term,
    /// A variable that was not announced, or that cannot stand for an inequality here.
    Variable(i64),
    /// A variable that stands for no inequality.
    NoAtom(i64),
    /// A multiplier that is not positive.
    Multiplier,
    /// The sum has integers left over.
    LeftOver(u32),
    /// The sum is `0 <= b` with a `b` that is not negative.
    NoContradiction,
    /// The sum is too large.
    Overflow,
    /// More memory than allowed.
    Memory,
}

impl Fault {
    /// Whether it is about memory, and nothing was found to be wrong.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        match self {
            Fault::Problem(_, wrong) | Fault::Lines(_, wrong) => matches!(wrong, Wrong::Memory),
            Fault::Proof(fault) => matches!(fault.wrong, adli_lrat::Wrong::Memory),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Problem(line, wrong) | Fault::Lines(line, wrong) => write!(f, "{wrong} (line {line})"),
            Fault::Proof(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Unreadable(error) => write!(f, "it cannot be read: {error}"),
            Wrong::Truncated => f.write_str("it ends too early"),
            Wrong::Word => f.write_str("a word cannot be here, or is missing"),
            Wrong::Number => f.write_str("a number is too large"),
            Wrong::Header => f.write_str("the header is missing or wrong"),
            Wrong::Count => f.write_str("there are more lines than the header says"),
            Wrong::Term => f.write_str("the terms of an inequality are not as they must be"),
            Wrong::Variable(number) => write!(f, "variable {number} cannot be here"),
            Wrong::NoAtom(number) => write!(f, "variable {number} stands for no inequality"),
            Wrong::Multiplier => f.write_str("a multiplier is not positive"),
            Wrong::LeftOver(integer) => write!(f, "the sum does not cancel x{integer}"),
            Wrong::NoContradiction => f.write_str("the sum is no contradiction"),
            Wrong::Overflow => f.write_str("the sum is too large"),
            Wrong::Memory => f.write_str("more memory would be needed than is allowed"),
        }
    }
}

impl std::error::Error for Fault {}
