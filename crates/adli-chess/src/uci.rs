//! Moves as programs write them to each other: `e2e4`, `a7a8q`.

use std::fmt;
use std::str::FromStr;

use crate::{Kind, Move, NotAMove, Position, Square};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// Reads UCI notation, without looking at a position.
impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let unreadable = || NotAMove::NotUci(text.to_owned());
        let square =
            |range: std::ops::Range<usize>| text.get(range).and_then(|name| name.parse::<Square>().ok());
        let (Some(from), Some(to), Some(rest)) = (square(0..2), square(2..4), text.get(4..)) else {
            return Err(unreadable());
        };
        let promotion = match rest {
            "" => None,
            "q" => Some(Kind::Queen),
            "r" => Some(Kind::Rook),
            "b" => Some(Kind::Bishop),
            "n" => Some(Kind::Knight),
            _ => return Err(unreadable()),
        };
        Ok(Move { from, to, promotion })
    }
}

impl Position {
    /// The legal move that is written in UCI notation.
    ///
    /// # Errors
    /// If the text is not in UCI notation, or the move is not legal here.
    pub fn read_uci(&self, text: &str) -> Result<Move, NotAMove> {
        let mv = text.parse::<Move>()?;
        if self.is_legal(mv) { Ok(mv) } else { Err(NotAMove::Illegal(text.to_owned(), self.turn())) }
    }
}
