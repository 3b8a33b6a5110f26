//! How much fails: a number with its unit, counted or "at least".
//!
//! A method that finds one counterexample has not counted anything, and a lemma about plays counts plays. Neither is a number of
//! positions, so neither can be written as one.

use schemars::JsonSchema;
use serde::Serialize;

/// How much fails, in what is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(into = "ExtentFields")]
#[schemars(with = "ExtentFields")]
pub struct Extent {
    /// How many.
    pub number: u64,
    /// How many of what.
    pub unit: Unit,
    /// There may be more: they were not counted.
    pub at_least: bool,
}

/// What is counted of a failing claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Positions of the claim; of `keeps`, positions met in play in which a bad move is allowed.
    #[default]
    Positions,
    /// Plays of a lemma.
    Plays,
}

impl Extent {
    /// So many positions, counted.
    #[must_use]
    pub fn positions(number: u64) -> Extent {
        Extent { number, unit: Unit::Positions, at_least: false }
    }

    /// So many plays, counted.
    #[must_use]
    pub fn plays(number: u64) -> Extent {
        Extent { number, unit: Unit::Plays, at_least: false }
    }

    /// One was found, and nobody looked for others.
    #[must_use]
    pub fn one_found(unit: Unit) -> Extent {
        Extent { number: 1, unit, at_least: true }
    }
}

/// The fields of an extent in JSON: a number has the name of its unit, and stands there only if it was counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct ExtentFields {
    counted: bool,
    unit: Unit,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u64>,
}

impl From<Extent> for ExtentFields {
    fn from(extent: Extent) -> ExtentFields {
        let Extent { number, unit, at_least } = extent;
        let counted = |of: Unit| (unit == of && !at_least).then_some(number);
        ExtentFields {
            counted: !at_least,
            unit,
            positions: counted(Unit::Positions),
            plays: counted(Unit::Plays),
            at_least: at_least.then_some(number),
        }
    }
}
