//! From what was written down to a legal position, and back: FENs and pictures of the board.

use std::fmt;
use std::str::FromStr;

use crate::setup::Reader;
use crate::{Colour, Fault, NotAPosition, Position, Setup, Square};

impl Setup {
    /// Everything by which this is not a legal position.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        unchecked(self).faults()
    }
}

impl Position {
    /// The position in a picture of the board, as [`Setup::from_picture`] reads it.
    ///
    /// ```
    /// use adli_chess::{Colour, Position};
    ///
    /// let stalemate = Position::from_picture(
    ///     Colour::Black,
    ///     ". . . . . . . k
    ///      . . . . . K . .
    ///      . . . . . . Q .
    ///      . . . . . . . .
    ///      . . . . . . . .
    ///      . . . . . . . .
    ///      . . . . . . . .
    ///      . . . . . . . .",
    /// )?;
    /// assert!(stalemate.is_stalemate());
    /// # Ok::<(), adli_chess::NotAPosition>(())
    /// ```
    ///
    /// # Errors
    /// Everything that cannot be read, or by which it would not be legal.
    pub fn from_picture(turn: Colour, picture: &str) -> Result<Position, NotAPosition> {
        Position::try_from(Setup::from_picture(turn, picture)?)
    }
}

/// The sets of a setup, for code that is about to check it.
fn unchecked(setup: &Setup) -> Position {
    let Setup { turn, passing, halfmoves, fullmoves, .. } = *setup;
    let mut position = Position { passing, halfmoves, fullmoves, ..Position::empty(turn) };
    for (square, man) in Square::all().zip(setup.men) {
        if let Some(man) = man {
            position.put(square, man);
        }
    }
    position
}

impl TryFrom<Setup> for Position {
    type Error = NotAPosition;

    fn try_from(setup: Setup) -> Result<Position, NotAPosition> {
        let position = unchecked(&setup);
        let faults = position.faults();
        if faults.is_empty() { Ok(position) } else { Err(NotAPosition { faults }) }
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut setup = Setup::empty(position.turn);
        for square in position.occupied() {
            setup.men[square.index()] = position.at(square);
        }
        setup.passing = position.passing;
        setup.halfmoves = position.halfmoves;
        setup.fullmoves = position.fullmoves;
        setup
    }
}

/// Reads a FEN, and then checks what could be read of it; the error names everything that is wrong.
impl FromStr for Position {
    type Err = NotAPosition;

    fn from_str(fen: &str) -> Result<Position, NotAPosition> {
        let mut reader = Reader::of_fen(fen);
        if !reader.faults.is_empty() {
            let men_hidden = reader.faults.iter().any(Fault::hides_men);
            let ranks_unknown = reader.faults.iter().any(|fault| matches!(fault, Fault::Ranks(_)));
            let side_unknown =
                reader.faults.iter().any(|fault| matches!(fault, Fault::Turn(_) | Fault::Fields(_)));
            reader.faults.extend(reader.setup.faults().into_iter().filter(|fault| match fault {
                Fault::ManyKings(..) => true,
                Fault::PawnRank(..) => !ranks_unknown,
                Fault::NoKing(_) => !men_hidden,
                _ => !men_hidden && !side_unknown,
            }));
        }
        Position::try_from(reader.finish()?)
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(self), f)
    }
}
