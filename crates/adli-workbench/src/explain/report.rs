//! What is found out about a strategy in a position, as data: the same for people and for programs.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Position, Square};
use adli_lang::Span;
use schemars::JsonSchema;
use serde::Serialize;

use super::{AskedMove, Grown};
use crate::extent::{Extent, InText};
use crate::facts::Fact;
use crate::text::Text;
use crate::tree::Refused;

#[derive(Serialize, JsonSchema)]
pub struct Explained {
    /// The position that was asked about.
    pub fen: String,
    /// The position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_as: Option<String>,
    pub strategy: String,
    /// The rule that applies, if one does.
    pub rule: Option<Applying>,
    /// The rules before it, which do not apply.
    pub earlier: Vec<Failing>,
    /// Why a move that was asked about is allowed or not.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedMove>,
    #[serde(skip)]
    #[schemars(skip)]
    pub position: Position,
    /// The squares of which the rule that applies speaks, on the user's board.
    #[serde(skip)]
    #[schemars(skip)]
    pub squares: Vec<Square>,
}

/// A rule and where it is written.
#[derive(Serialize, JsonSchema)]
pub struct RuleText {
    /// Rules of recognisers have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// From 1.
    pub number: usize,
    pub of: usize,
    pub file: String,
    pub line: usize,
    pub text: String,
    /// Where in the text that is shown, if somebody has asked ([`Explained::placed`]).
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub at: Option<Extent>,
    #[serde(skip)]
    #[schemars(skip)]
    pub span: Span,
}

impl RuleText {
    /// With its place, if it is in the text of that number.
    pub(super) fn place(&mut self, number: u16) {
        self.at = Extent::within(self.span, number);
    }
}

impl Explained {
    /// The same with the place of every rule that stands in the text itself.
    #[must_use]
    pub fn placed(mut self, text: &Text) -> Explained {
        self.rules().into_iter().for_each(|rule| rule.place(text.number));
        self
    }

    fn rules(&mut self) -> Vec<&mut RuleText> {
        let applies = self.rule.iter_mut().map(|applying| &mut applying.rule);
        applies.chain(self.earlier.iter_mut().map(|failing| &mut failing.rule)).collect()
    }
}

impl InText for Explained {
    fn extents(&mut self) -> Vec<&mut Extent> {
        self.rules().into_iter().filter_map(|rule| rule.at.as_mut()).collect()
    }
}

#[derive(Serialize, JsonSchema)]
pub struct Applying {
    #[serde(flatten)]
    pub rule: RuleText,
    /// What it allows, in the order of UCI notation.
    pub moves: Vec<Named>,
    /// How many moves satisfy its condition, before preferences; nothing if that was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub satisfying: Option<usize>,
    /// What makes the condition true of the first of them.
    pub because: Vec<Fact>,
    pub preferences: Vec<Preferred>,
    /// The forcing tree that begins with the first of them, if the rule tries advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Grown>,
    /// Why its tree is not told, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
}

/// Why a move was made.
pub struct Reason {
    pub rule: RuleText,
    /// What makes its condition true.
    pub because: Vec<Fact>,
    pub preferences: Vec<Preferred>,
    /// The squares of which the rule speaks, on the user's board.
    pub squares: Vec<Square>,
}

impl Reason {
    /// In a line: the rule, its place and words, and what was preferred. For who sees no more than a line.
    #[must_use]
    pub fn line(&self, strategy: &str) -> String {
        let RuleText { name, number, of, file, line, text, .. } = &self.rule;
        let name = name.as_deref().unwrap_or("a rule");
        // Its name has been said.
        let text = text
            .strip_prefix("step ")
            .and_then(|step| step.split_once(": "))
            .map_or(text.as_str(), |(_, words)| words);
        let mut told = format!("{name}, rule {number} of {of} of `{strategy}` ({file}:{line}): {text}");
        for Preferred { text, value, .. } in &self.preferences {
            told.push_str(&format!("; {text} = {value}"));
        }
        told
    }
}

#[derive(Serialize, JsonSchema)]
pub struct Named {
    pub uci: String,
    pub san: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Preferred {
    pub most: bool,
    pub text: String,
    pub value: i32,
}

#[derive(Serialize, JsonSchema)]
pub struct Failing {
    #[serde(flatten)]
    pub rule: RuleText,
    /// Whose moves it may play, if not everybody's.
    pub men: Option<String>,
    pub candidates: usize,
    /// Why it is not asked here at all: its own `when` does not hold, or that of an earlier rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_asked: Option<NotAsked>,
    /// Parts of the condition that no move satisfies.
    pub no_move_satisfies: Vec<String>,
    /// Otherwise, the move that satisfies most of it, and what is false of it.
    pub nearest: Option<Nearest>,
    /// Of advice, why no tree begins with each move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    /// Why no more is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
}

/// A condition after `when`, and whether it holds.
#[derive(Serialize, JsonSchema)]
pub struct NotAsked {
    pub when: String,
    pub holds: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Nearest {
    #[serde(flatten)]
    pub name: Named,
    pub fails: Vec<Fact>,
}
