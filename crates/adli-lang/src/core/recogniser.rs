//! Recognisers: static decision lists, and what they answer.

use crate::Span;
use crate::core::endgame::Cast;
use crate::core::term::{DefId, TermId};

/// The answers: their names, the words of the language, what they mean.
macro_rules! answers {
    ($($name:ident $word:literal $meaning:literal;)*) => {
        /// What a recogniser says of a position, for the side to move.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Answer {
            $(#[doc = $meaning] $name,)*
        }

        impl Answer {
            /// All answers, in the order of [`crate::core::term::ANSWERS`].
            pub const ALL: [Answer; [$($word),*].len()] = [$(Answer::$name),*];

            /// As the text writes it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Answer::$name => $word,)*
                }
            }

            /// What it says.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Answer::$name => $meaning,)*
                }
            }
        }
    };
}

answers! {
    Unknown "unknown" "nothing is known";
    Win "win" "the side to move wins";
    Draw "draw" "neither side can force mate";
    Loss "loss" "the side to move loses";
    Mated "mated" "the side to move is mated";
    Mates "mates" "it mates with its next move";
    MatesNext "mates_next" "it mates with its next move or the one after it";
    AtLeastDraw "at_least_draw" "it wins or draws";
    AtMostDraw "at_most_draw" "it loses or draws";
}

impl Answer {
    /// The same said for the other side.
    #[must_use]
    pub const fn turned(self) -> Answer {
        match self {
            Answer::Win => Answer::Loss,
            Answer::Loss => Answer::Win,
            Answer::AtLeastDraw => Answer::AtMostDraw,
            Answer::AtMostDraw => Answer::AtLeastDraw,
            same => same,
        }
    }
}

/// A recogniser: the first rule whose condition holds gives the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recogniser {
    /// Its name.
    pub name: String,
    /// The men it is about; where others are on the board its answer is `unknown`, by no rule.
    pub cast: Cast,
    /// The rules that give answers, in the order of the text.
    pub rules: Vec<RecogniserRule>,
    /// The decision list; it ends with a condition that always holds, and so does every list in it.
    pub branches: Vec<Branch>,
    /// The definition of its answer.
    pub answer: DefId,
    /// The definition of the number of the rule that gives it, from 1.
    pub rule: DefId,
    /// Where it is written.
    pub span: Span,
}

/// A rule that gives an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecogniserRule {
    /// Its number, the one that `r.rule` has: rules that give answers, counted from 1 down the text, in whatever rules they stand.
    pub name: String,
    /// What it answers.
    pub answer: Answer,
    /// For which side, as a number; for the side to move if it does not say.
    pub side: Option<u16>,
    /// Where it is written, from its first word to its last.
    pub span: Span,
}

impl RecogniserRule {
    /// What it answers with a side to move.
    #[must_use]
    pub fn answer_for(&self, turn: u16) -> Answer {
        if self.side.is_none_or(|side| side == turn) { self.answer } else { self.answer.turned() }
    }
}

/// A condition and what follows if it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The condition, about `Given(0)`.
    pub when: TermId,
    /// Its words, with what they mean.
    pub parts: Vec<(Span, TermId)>,
    /// What follows.
    pub then: Decision,
}

/// What follows from a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// An answer, by the number of its rule.
    Rule(u16),
    /// More conditions.
    List(Vec<Branch>),
}

/// What is claimed of a recogniser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Demand {
    /// Every answer is right.
    Sound,
    /// Every answer is right, and none is `unknown`.
    Complete,
    /// The same, and where it says how soon somebody mates it is neither sooner nor later.
    Exact,
    /// Every rule gives its answer somewhere.
    Used,
}

impl Demand {
    /// All of them.
    pub const ALL: [Demand; 4] = [Demand::Sound, Demand::Complete, Demand::Exact, Demand::Used];

    /// The word by which a theorem says it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Demand::Sound => "sound",
            Demand::Complete => "complete",
            Demand::Exact => "exact",
            Demand::Used => "uses",
        }
    }
}
