//! Why a question has no answer. Words for people who ask are those of [`std::fmt::Display`]; what they can do about it is said by whoever
//! knows how they asked.

use std::fmt;

use adli_chess::{Colour, Position};
use adli_claims::Limit;
use adli_lang::Stopped;

use crate::End;
use crate::select::Unchosen;
use adli_claims::list;

/// Why a question about a text or a position has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// There is no telling which strategy, advice or recogniser is meant.
    Unchosen(Box<Unchosen>),
    /// The text, or the wanted strategy, is about other men.
    OtherMen {
        /// The name of the text or of the strategy.
        text: String,
        /// The men of the position: a material, or how many they are.
        men: String,
        /// Its materials.
        about: Vec<String>,
    },
    /// The game is over.
    Over(End),
    /// The other side is to move.
    OtherTurn {
        /// Who is to move.
        turn: Colour,
        /// Who plays the strategy.
        side: Colour,
        /// The name of the strategy.
        strategy: String,
    },
    /// Advice is for the other side.
    OtherAdvice {
        /// The name of the advice.
        advice: String,
        /// For whom it is, as the text calls that side.
        side: String,
        /// Whether the text sees the position with the colours exchanged.
        is_mirrored: bool,
    },
    /// No legal move is written so.
    Illegal {
        /// What was written.
        text: String,
        /// Where it should be a move.
        position: Box<Position>,
        /// Whether that is a position of a line, which nobody has written down.
        in_line: bool,
    },
    /// A table was made of something else.
    OtherTable {
        /// The strategy of which it was made.
        strategy: String,
        /// The material for which it was made.
        material: String,
    },
    /// These words are no expression of the text.
    NoExpression {
        /// The words.
        words: String,
        /// Why they are none.
        why: String,
    },
    /// These words speak of something that is bound outside of them.
    BoundOutside {
        /// The words.
        words: String,
        /// The name that is bound.
        name: String,
    },
    /// These words speak of a move, and none was given.
    NeedsMove {
        /// The words.
        words: String,
    },
    /// A name cannot be changed.
    NotRenamed {
        /// The name.
        name: String,
        /// Why not.
        why: String,
    },
    /// The text has mistakes, so that nothing in it means anything.
    Mistakes {
        /// The name of the text.
        text: String,
        /// What is wrong with it first.
        first: String,
    },
    /// What a position is worth is not known, for this reason.
    NoValue(String),
    /// There is a tree, which the plain interpreter could not confirm.
    Unconfirmed(Limit),
    /// The prover gave up, or has a fault.
    Limit(Limit),
    /// The plain interpreter gave up, or has a fault.
    Stopped(Stopped),
    /// A fault of ours.
    Internal(String),
}

impl Trouble {
    /// Something that never should happen.
    pub(crate) fn internal(what: &str) -> Trouble {
        Trouble::Internal(what.to_owned())
    }
}

impl From<Limit> for Trouble {
    fn from(limit: Limit) -> Trouble {
        Trouble::Limit(limit)
    }
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Trouble {
        Trouble::Stopped(stopped)
    }
}

impl From<Box<Unchosen>> for Trouble {
    fn from(unchosen: Box<Unchosen>) -> Trouble {
        Trouble::Unchosen(unchosen)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Unchosen(unchosen) => unchosen.fmt(f),
            Trouble::OtherMen { text, men, about } => {
                write!(f, "the position is {men}; `{text}` is about {}", list(about, "and"))
            }
            Trouble::Over(end) => write!(f, "the game is over: {}", end.how()),
            Trouble::OtherTurn { turn, side, strategy } => {
                write!(f, "it is {turn}'s move, and `{strategy}` plays {side}")
            }
            Trouble::OtherAdvice { advice, side, is_mirrored } => {
                let turned = if *is_mirrored { "with the colours exchanged, as the men stand, " } else { "" };
                write!(f, "`{advice}` is advice for {side}; {turned}the other side is to move")
            }
            Trouble::Illegal { text, position, .. } => {
                write!(f, "`{text}` is not a legal move of {} here", position.turn())
            }
            Trouble::OtherTable { strategy, material } => {
                write!(f, "it was made of `{strategy}` for {material}, by another text, library or option")
            }
            Trouble::NoExpression { words, why } => write!(f, "`{words}` is no expression here: {why}"),
            Trouble::BoundOutside { words, name } => {
                write!(
                    f,
                    "`{words}` speaks of `{name}`, which is bound outside of it; select more of the text"
                )
            }
            Trouble::NeedsMove { words } => {
                write!(f, "`{words}` speaks of a move, by a prime; choose one on the board first")
            }
            Trouble::NotRenamed { name, why } => write!(f, "`{name}` cannot be renamed: {why}"),
            Trouble::Mistakes { text, first } => write!(f, "`{text}` has mistakes: {first}"),
            Trouble::NoValue(why) => write!(f, "what the position is worth is not known: {why}"),
            Trouble::Unconfirmed(limit) => write!(f, "there is a tree, but it is not shown: {limit}"),
            Trouble::Limit(limit) => limit.fmt(f),
            Trouble::Stopped(stopped) => stopped.fmt(f),
            Trouble::Internal(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Trouble {}
