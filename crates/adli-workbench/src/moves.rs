//! Moves with what they are worth.

use std::cmp::Reverse;

use adli_chess::{Move, Position};
use adli_tables::Value;

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
    pub fn for_mover(&self) -> Value {
        match self.after {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies + 1),
        }
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
    sort_best_first(&mut valued);
    Ok(valued)
}

/// The best move first; equals in the order of UCI notation.
fn sort_best_first(moves: &mut [ValuedMove]) {
    moves.sort_by_cached_key(|mv| (Reverse(merit(mv.for_mover())), mv.mv.to_string()));
}

/// A larger number is better for the side that has the value.
fn merit(value: Value) -> i32 {
    const MORE_THAN_ANY_DISTANCE: i32 = 1 << 16;
    match value {
        Value::Win(plies) => MORE_THAN_ANY_DISTANCE - i32::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => i32::from(plies) - MORE_THAN_ANY_DISTANCE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_and_slow_losses_are_best() {
        let best_to_worst = [Value::Win(1), Value::Win(253), Value::Draw, Value::Loss(252), Value::Loss(0)];
        assert!(best_to_worst.is_sorted_by_key(|&value| Reverse(merit(value))));
    }
}
