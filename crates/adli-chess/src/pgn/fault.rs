//! What may be wrong with a game that is read.

use std::fmt;

use super::read::{MAX_BYTES, MAX_DEPTH};
use crate::{NotAMove, NotAPosition};

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAGame {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: Unread,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unread {
    /// The file cannot be read any further, as the system says.
    Source(String),
    /// The game is longer than any.
    TooLong,
    /// Too many variations within one another.
    TooDeep,
    /// A tag that is none.
    Tag,
    /// The position that it begins with is none.
    Start(NotAPosition),
    /// A move that is none.
    Move(NotAMove),
    /// A comment without its end.
    OpenComment,
    /// A variation without its end.
    OpenVariation,
    /// A variation before the first move, or the end of one that did not begin.
    Bracket(char),
    /// Somebody passes, which nobody may in chess.
    Pass(String),
    /// A game by other laws.
    OtherLaws(String),
    /// Letters of two bytes each.
    WideLetters,
    /// Something that has no place here.
    Stray(String),
}

impl fmt::Display for NotAGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.what {
            Unread::Source(why) => write!(f, "cannot read on: {why}"),
            Unread::TooLong => write!(f, "the game is longer than {} MiB", MAX_BYTES >> 20),
            Unread::TooDeep => write!(f, "more than {MAX_DEPTH} variations within one another"),
            Unread::Tag => f.write_str("a tag is written as in `[White \"Adli\"]`"),
            Unread::Start(why) => write!(f, "the first position: {why}"),
            Unread::Move(why) => why.fmt(f),
            Unread::OpenComment => f.write_str("a comment begins here, and has no closing brace"),
            Unread::OpenVariation => {
                f.write_str("the game ends within a variation; a closing bracket is missing")
            }
            Unread::Bracket('(') => f.write_str("a variation comes after the move that it replaces"),
            Unread::Bracket(_) => f.write_str("a closing bracket without a variation"),
            Unread::Pass(text) => {
                write!(f, "`{text}` is a pass, which is no move in chess; take out the variation that has it")
            }
            Unread::OtherLaws(name) => {
                write!(
                    f,
                    "`{name}` is played by other laws than chess; only `Standard` and `From Position` are read"
                )
            }
            Unread::WideLetters => f.write_str("the file is UTF-16; save it as UTF-8"),
            Unread::Stray(text) => write!(f, "`{text}` is neither a move nor anything else of a game"),
        }
    }
}

impl std::error::Error for NotAGame {}
