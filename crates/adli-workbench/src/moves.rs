//! Moves with what they are worth.

use std::cmp::Reverse;

use adli_chess::{Move, Position};
use adli_tables::{Known, Value, probe};

use crate::trouble::Trouble;

/// A legal move and the value of the position after it, for its own side to move.
pub struct ValuedMove {
    /// The move.
    pub mv: Move,
    /// What it leads to is worth.
    pub after: Value,
}

impl ValuedMove {
    /// What the move is worth to the side that makes it, counted from before the move.
    #[must_use]
    pub fn for_mover(&self) -> Value {
        self.after.before()
    }
}

/// Somebody who knows what positions are worth: from tables, solved in memory, or else.
pub trait Worth {
    /// What may go wrong on the way.
    type Error: From<Trouble>;

    /// What a position is worth to its side to move.
    ///
    /// # Errors
    /// Why that is not known.
    fn value(&self, position: &Position) -> Result<Value, Self::Error>;

    /// Is told which positions will be asked about, so that whatever is missing can be told at once.
    ///
    /// # Errors
    /// Why one of them will not be known.
    fn prepare(&self, _positions: &[Position]) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Tables in memory.
impl Worth for Known {
    type Error = Trouble;

    fn value(&self, position: &Position) -> Result<Value, Trouble> {
        probe(self, position).map_err(|error| Trouble::NoValue(error.to_string()))
    }
}

impl<W: Worth + ?Sized> Worth for &W {
    type Error = W::Error;

    fn value(&self, position: &Position) -> Result<Value, W::Error> {
        (**self).value(position)
    }

    fn prepare(&self, positions: &[Position]) -> Result<(), W::Error> {
        (**self).prepare(positions)
    }
}

/// Some moves of a position with their values, best first; equals in the order of UCI notation.
///
/// # Errors
/// Why a value is not known.
pub fn valued<W: Worth + ?Sized>(
    worth: &W,
    position: &Position,
    moves: impl Iterator<Item = Move>,
) -> Result<Vec<ValuedMove>, W::Error> {
    let valued = moves.map(|mv| Ok(ValuedMove { mv, after: worth.value(&position.play(mv))? }));
    let mut valued = valued.collect::<Result<Vec<ValuedMove>, W::Error>>()?;
    valued.sort_by_cached_key(|mv| (Reverse(mv.for_mover()), mv.mv.to_string()));
    Ok(valued)
}

/// The value of a position, and all its moves with theirs, best first.
///
/// # Errors
/// Why a value is not known.
pub fn valued_moves<W: Worth + ?Sized>(
    worth: &W,
    position: &Position,
) -> Result<(Value, Vec<ValuedMove>), W::Error> {
    let after = position.legal_moves().map(|mv| position.play(mv));
    worth.prepare(&[*position].into_iter().chain(after).collect::<Vec<Position>>())?;
    Ok((worth.value(position)?, valued(worth, position, position.legal_moves())?))
}
