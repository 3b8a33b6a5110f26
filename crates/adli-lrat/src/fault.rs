//! What is wrong with a problem or a proof, and where.

use std::fmt;
use std::io;

/// What is wrong, and where.
#[derive(Debug)]
pub struct Fault {
    /// What is wrong.
    pub wrong: Wrong,
    /// The byte of the file, counted from 0, at which reading had arrived.
    pub byte: u64,
    /// The clause that was being added, for a step of a proof.
    pub clause: Option<u64>,
}

/// What can be wrong.
#[derive(Debug)]
pub enum Wrong {
    /// The file cannot be read.
    Unreadable(io::Error),
    /// The file ends in the middle of something.
    Truncated,
    /// A byte that cannot be here.
    Byte(u8),
    /// A number that is too large for what it stands for.
    Number,
    /// The line `p cnf VARIABLES CLAUSES` is missing or wrong.
    Header,
    /// A variable larger than the header says.
    Variable(u32),
    /// As many clauses were announced, but there are others.
    Count {
        /// What the header says.
        announced: u64,
        /// What there is; at least one more where there are too many.
        found: u64,
    },
    /// More memory than allowed.
    Memory,
    /// An identifier that is not larger than those before, or larger by too much.
    Identifier(u64),
    /// A clause that does not exist (any more).
    Missing(u64),
    /// A hint whose clause is neither false nor leaves exactly one literal.
    Hint(u64),
    /// The hints end, and nothing is contradicted.
    NoConflict,
    /// A step that needs resolution asymmetric tautologies, which this checker does not take.
    Rat,
    /// The proof ends before the empty clause.
    NoEmptyClause,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.wrong {
            Wrong::Unreadable(error) => write!(f, "it cannot be read: {error}")?,
            Wrong::Truncated => f.write_str("it ends in the middle of a clause or step")?,
            Wrong::Byte(byte) if byte.is_ascii_graphic() => {
                write!(f, "`{}` cannot be here", char::from(*byte))?
            }
            Wrong::Byte(byte) => write!(f, "a byte {byte:#04x} cannot be here")?,
            Wrong::Number => f.write_str("a number is too large")?,
            Wrong::Header => f.write_str("there is no header `p cnf VARIABLES CLAUSES`")?,
            Wrong::Variable(variable) => write!(f, "variable {variable} is larger than the header says")?,
            Wrong::Count { announced, found } if found > announced => {
                write!(f, "the header says {announced} clauses, and there are more")?;
            }
            Wrong::Count { announced, found } => {
                write!(f, "the header says {announced} clauses, and there are {found}")?;
            }
            Wrong::Memory => f.write_str("more memory would be needed than is allowed")?,
            Wrong::Identifier(id) => write!(f, "{id} cannot be the number of the next clause")?,
            Wrong::Missing(id) => write!(f, "there is no clause {id}")?,
            Wrong::Hint(id) => {
                write!(f, "clause {id} does not follow up: two of its literals are not false")?
            }
            Wrong::NoConflict => f.write_str("the hints do not contradict the clause's negation")?,
            Wrong::Rat => f.write_str("it is a RAT step, which is not taken")?,
            Wrong::NoEmptyClause => f.write_str("it ends before the empty clause is reached")?,
        }
        match self.clause {
            Some(clause) => write!(f, " (step that adds clause {clause}, before byte {})", self.byte),
            None => write!(f, " (before byte {})", self.byte),
        }
    }
}

impl std::error::Error for Fault {}
