//! What a recogniser answers, as data.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// All answers with one side to move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Recognised {
    /// The side to move, as the header calls it.
    pub to_move: String,
    /// How many positions the claim speaks of.
    pub positions: u64,
    /// How often each kind of answer is given, and how often wrongly.
    pub answers: BTreeMap<String, Answered>,
    /// The rules in the order of the text.
    pub rules: Vec<RuleAnswers>,
    /// What the positions are that are left unknown.
    pub unknown: Left,
    /// Their share, between 0 and 1.
    pub unknown_share: f64,
}

/// How often an answer is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Answered {
    /// In how many positions.
    pub positions: u64,
    /// In how many of them it is wrong.
    pub wrong: u64,
}

/// What one rule answers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct RuleAnswers {
    /// Its number, as in `r.rule = 3`.
    pub name: String,
    /// Its answer, for the side to move.
    pub answer: String,
    /// In how many positions it gives it.
    pub positions: u64,
    /// In how many of them it is wrong.
    pub wrong: u64,
    /// What these are in truth.
    #[serde(skip_serializing_if = "Left::is_empty")]
    pub wrong_where: Left,
}

/// Positions by what they are worth to the side to move, and by the plies to mate.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Left {
    /// Drawn ones.
    pub draws: u64,
    /// Won ones, by plies.
    pub wins: BTreeMap<u16, u64>,
    /// Lost ones, by plies.
    pub losses: BTreeMap<u16, u64>,
}

impl Left {
    /// How many.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.draws + self.wins.values().sum::<u64>() + self.losses.values().sum::<u64>()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions() == 0
    }
}
