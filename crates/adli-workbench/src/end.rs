//! When a game is over.

use adli_chess::{Colour, Kind, Man, Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

/// Why a game is over in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words of the laws")]
pub enum End {
    Checkmate,
    Stalemate,
    /// Neither side has the men to give mate.
    Dead,
}

impl End {
    /// Why the game is over here, if it is.
    pub fn of(position: &Position) -> Option<End> {
        match position.has_legal_move() {
            false if position.is_check() => Some(End::Checkmate),
            false => Some(End::Stalemate),
            true => is_dead(position).then_some(End::Dead),
        }
    }

    /// How it has ended, as a phrase to follow `the game is over:`.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

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
}
