//! Where a claim fails, as data.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::extent::Extent;
use crate::reason::Reason;

/// Where a claim fails.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Failures {
    /// How much fails.
    #[serde(flatten)]
    pub extent: Extent,
    /// By what goes wrong, in how many of the positions met in play it goes wrong there: no rule has a move, an allowed
    /// move stalemates, and so on. For `cycle` from how many of them the play need not end; for `too_slow`
    /// and
    /// `fifty_moves` from how many positions of the claim. A position counts for one reason, the first in
    /// [`Reason::ORDER`].
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<Reason, u64>,
    /// Some of them: one of each kind, the most frequent first, then one of each rule
    /// ([`in_order`](crate::in_order)).
    pub shown: Vec<Failure>,
}

impl Failures {
    /// Kinds of failure with their counts, the most frequent first.
    #[must_use]
    pub fn by_frequency(&self) -> Vec<(Reason, u64)> {
        let mut kinds: Vec<(Reason, u64)> = self.kinds.iter().map(|(&kind, &count)| (kind, count)).collect();
        kinds.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        kinds
    }
}

/// A failure that was replayed by the plain interpreter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Failure {
    /// The position it begins with.
    pub fen: String,
    /// What goes wrong.
    pub reason: Reason,
    /// The rule to blame: the one by which the last own move was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The moves in UCI notation.
    pub line: Vec<String>,
    /// The same moves with the usual notation and the rule of each.
    pub moves: Vec<LineMove>,
    /// The position where it goes wrong.
    pub end: String,
    /// What a recogniser answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What the position is worth to the side to move: `draw`, or `win` or `loss` with the plies to mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The line returns to the position before this move (counted from 0) and goes round for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_from: Option<usize>,
    /// The forcing tree by which the last own move was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<PlayedTree>,
    /// How many files and ranks the board has, where it is not eight. Positions are then written as a FEN is, with numbers of
    /// empty squares of two digits where they are that many; files after `z` are `aa`, `ab` and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Nobody but the replay makes a failure.
    #[serde(skip)]
    pub(crate) made: Made,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Made;

impl Failure {
    /// A line that was replayed, and what went wrong at its end.
    pub(crate) fn replayed(fen: String, reason: Reason, moves: Vec<LineMove>, end: String) -> Failure {
        let line = moves.iter().map(|mv| mv.uci.clone()).collect();
        let (rule, answer, value, cycle_from, tree, size) = (None, None, None, None, None, None);
        Failure { fen, reason, rule, line, moves, end, answer, value, cycle_from, tree, size, made: Made }
    }
}

/// A piece of advice, and the position where its tree begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PlayedTree {
    /// Its name in the text.
    pub advice: String,
    /// Where the tree begins.
    pub fen: String,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LineMove {
    /// In UCI notation.
    pub uci: String,
    /// In the usual notation.
    pub san: String,
    /// The rule by which it was played; replies have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The position before the move.
    pub fen: String,
}
