//! Values, numbers and lists in words.

use std::fmt::Display;

use adli_chess::{Colour, Kind, Man, Position, Square};
pub use adli_prove::grouped;
use adli_tables::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// Why a game is over in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Checkmate,
    Stalemate,
    /// Neither side has the men to give mate.
    Dead,
}

impl End {
    pub fn of(position: &Position) -> Option<End> {
        match position.has_legal_move() {
            false if position.is_check() => Some(End::Checkmate),
            false => Some(End::Stalemate),
            true => is_dead(position).then_some(End::Dead),
        }
    }

    pub fn how(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::Dead => "a draw, because neither side has the men to give mate",
        }
    }
}

/// Can no series of legal moves mate, because of the men alone? Bare kings, one bishop or one knight, or
/// bishops that all stand on squares of one colour.
fn is_dead(position: &Position) -> bool {
    let of_kind = |kind| Colour::ALL.map(|colour| position.of(Man { colour, kind }));
    let [white, black] = of_kind(Kind::Bishop);
    let bishops = white | black;
    let [white, black] = of_kind(Kind::Knight);
    let knights = white | black;
    let others = position.occupied().len() - 2 - bishops.len() - knights.len();
    let is_light = |square: Square| (square.file() + square.rank()) % 2 == 1;
    let light = bishops.into_iter().filter(|&square| is_light(square)).count();
    match (others, knights.len()) {
        (0, 0) => light == 0 || light == bishops.len(),
        (0, 1) => bishops.is_empty(),
        _ => false,
    }
}

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

/// `1 ply`, `2 plies`.
pub fn counted_plies(plies: usize) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// `KRK`, `KRK and KNK`, or `KRK, KNK and KBK`.
pub fn list(items: &[impl Display], and: &str) -> String {
    let names: Vec<String> = items.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(fen: &str) -> Option<End> {
        End::of(&fen.parse().unwrap())
    }

    #[test]
    fn knows_when_a_game_is_over() {
        assert_eq!(end("7k/5KQ1/8/8/8/8/8/8 b"), Some(End::Checkmate));
        assert_eq!(end("7k/5K2/6Q1/8/8/8/8/8 b"), Some(End::Stalemate));
        for dead in ["7k/8/8/8/8/8/8/K7 w", "7k/8/8/8/8/8/8/KN6 w", "6bk/8/8/8/8/8/8/KB6 w"] {
            assert_eq!(end(dead), Some(End::Dead), "{dead}");
        }
        // Helpmates exist: two knights, knight against bishop, bishops of both colours.
        for open in [
            "7k/8/8/8/8/8/8/KNN5 w",
            "6bk/8/8/8/8/8/8/KN6 w",
            "5b1k/8/8/8/8/8/8/KB6 w",
            "7k/8/8/8/8/8/P7/K7 w",
        ] {
            assert_eq!(end(open), None, "{open}");
        }
    }

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
