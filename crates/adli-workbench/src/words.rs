//! Values and distances in words.

use adli_chess::Position;
use adli_tables::Value;

use crate::end::End;

/// What a position is worth, in a sentence that names the sides and the units.
#[must_use]
pub fn verdict(position: &Position, value: Value) -> String {
    let turn = position.turn();
    match (End::of(position), value) {
        (Some(End::Checkmate), _) => format!("{turn} is checkmated"),
        (Some(End::Stalemate), _) => format!("draw: {turn} is stalemated"),
        (Some(End::Dead), _) => "draw: neither side has the men to give mate".to_owned(),
        (None, Value::Draw) => "draw: neither side can force mate".to_owned(),
        (None, decided) => format!("{turn} {}", deed(decided)),
    }
}

/// What a value means for the side that has it, as a phrase to follow its name.
#[must_use]
pub fn deed(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("mates in {}", distance(plies)),
        Value::Draw => "draws".to_owned(),
        Value::Loss(0) => "is mated".to_owned(),
        Value::Loss(plies) => format!("is mated in {}", distance(plies)),
    }
}

/// A distance to mate in moves of the winner, and in plies.
#[must_use]
pub fn distance(plies: u16) -> String {
    format!("{} ({})", counted_moves(plies.div_ceil(2).into()), counted_plies(plies.into()))
}

/// `1 move`, `2 moves`.
#[must_use]
pub fn counted_moves(moves: usize) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

/// `1 ply`, `2 plies`.
#[must_use]
pub fn counted_plies(plies: usize) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_units_and_counts_them_right() {
        assert_eq!(deed(Value::Win(1)), "mates in 1 move (1 ply)");
        assert_eq!(deed(Value::Win(13)), "mates in 7 moves (13 plies)");
        assert_eq!(deed(Value::Loss(2)), "is mated in 1 move (2 plies)");
        assert_eq!(deed(Value::Loss(0)), "is mated");
    }
}
