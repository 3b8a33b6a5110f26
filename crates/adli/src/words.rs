//! Values, numbers and lists in words.

use adli_chess::Position;
pub use adli_claims::grouped;
use adli_tables::Value;
pub use adli_workbench::{End, list};

/// What a position is worth, in a sentence that names the sides and the units.
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
pub fn deed(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("mates in {}", distance(plies)),
        Value::Draw => "draws".to_owned(),
        Value::Loss(0) => "is mated".to_owned(),
        Value::Loss(plies) => format!("is mated in {}", distance(plies)),
    }
}

/// A distance to mate in moves of the winner, and in plies.
pub fn distance(plies: u16) -> String {
    let moves = plies.div_ceil(2);
    let s = if moves == 1 { "" } else { "s" };
    format!("{moves} move{s} ({})", counted_plies(plies.into()))
}

/// What is said where the user's board is not that of the text.
pub fn seen_as(fen: &str) -> String {
    format!(
        "the text has the colours the other way round: it is asked about {fen}, with colours exchanged and ranks mirrored"
    )
}

/// `1 ply`, `2 plies`.
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

    #[test]
    fn writes_numbers_and_lists() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(list(&["a"], "and"), "a");
        assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
    }
}
