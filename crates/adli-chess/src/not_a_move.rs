//! Why a text is not a move.

use std::fmt;

use crate::Colour;

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAMove {
    /// Not in UCI notation.
    NotUci(String),
    /// Not in standard algebraic notation.
    NotSan(String),
    /// A readable move that this side cannot legally make.
    Illegal(String, Colour),
    /// A move that can be meant in several ways, given in full.
    Ambiguous(String, Vec<String>),
}

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAMove::NotUci(text) => write!(
                f,
                "`{text}` is not a move: write where the man comes from and where it goes, such as `e2e4` or `a7a8q`"
            ),
            NotAMove::NotSan(text) => {
                write!(
                    f,
                    "`{text}` is not a move: write it as in `Kd4`, `Rxe5`, `Nbd2`, `e4`, `exd6` or `a8=Q`"
                )
            }
            NotAMove::Illegal(text, turn) => write!(f, "`{text}` is not a legal move of {turn} here"),
            NotAMove::Ambiguous(text, ways) => {
                write!(f, "`{text}` can be meant in several ways; write `{}`", ways.join("` or `"))
            }
        }
    }
}

impl std::error::Error for NotAMove {}
