//! The legal moves of a position with what they are worth.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use adli_chess::{Material, Move, Position};
use adli_tables::Value;

use crate::failure::Failure;
use crate::tables::{Tables, materials_of};

/// A legal move and the value of the position after it, for its own side to move.
pub struct ValuedMove {
    pub mv: Move,
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

/// The value of a position and of its moves, best first; equals in the order of UCI notation.
pub fn valued_moves(tables: &Tables, position: &Position) -> Result<(Value, Vec<ValuedMove>), Failure> {
    tables.need(&needed(position))?;
    let value = tables.value(position)?;
    let moves = position.legal_moves();
    let moves = moves.map(|mv| Ok(ValuedMove { mv, after: tables.value(&position.play(mv))? }));
    let mut moves: Vec<ValuedMove> = moves.collect::<Result<_, Failure>>()?;
    sort_best_first(&mut moves);
    Ok((value, moves))
}

/// The best move first; equals in the order of UCI notation.
pub fn sort_best_first(moves: &mut [ValuedMove]) {
    moves.sort_by_cached_key(|mv| (Reverse(merit(mv.for_mover())), mv.mv.to_string()));
}

/// The tables that the values of a position and of its moves come from.
fn needed(position: &Position) -> BTreeSet<Material> {
    let after = position.legal_moves().map(|mv| position.play(mv));
    [*position].into_iter().chain(after).flat_map(|position| materials_of(&position)).collect()
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
