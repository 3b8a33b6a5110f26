//! A game between a strategy and a defence, as data: the same for people and for programs.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Colour, Position};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

#[derive(Serialize, JsonSchema)]
pub struct Played {
    pub fen: String,
    pub file: String,
    pub strategy: String,
    #[serde(serialize_with = "lower_case")]
    #[schemars(with = "String")]
    pub side: Colour,
    /// The first position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_as: Option<String>,
    pub moves: Vec<PlayedMove>,
    pub ended: Ended,
    /// How the line ended, in words.
    pub end: String,
    /// As in PGN; `*` if the game is not over.
    pub result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgn: Option<String>,
    #[serde(skip)]
    #[schemars(skip)]
    pub start: Position,
}

#[derive(Serialize, JsonSchema)]
pub struct PlayedMove {
    pub uci: String,
    pub san: String,
    /// The rule, for a move of the strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// How many moves the rule allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<usize>,
    #[serde(skip)]
    pub number: u16,
    /// `.` after the number of a move of White, `...` of Black.
    #[serde(skip)]
    pub dots: &'static str,
}

/// Why a line goes no further.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    Checkmate,
    Draw,
    Cycle,
    NoRule,
    OtherMen,
    Limit,
}

fn lower_case<S: Serializer>(side: &Colour, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&side.to_string().to_lowercase())
}
