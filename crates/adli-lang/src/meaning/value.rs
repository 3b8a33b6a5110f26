//! Values of terms, and why there may be none.

use crate::core::term::{NO_MATE, Quantifier};
use crate::meaning::state::{Point, State};

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i32),
    /// A value of an enumeration, by number.
    Enum(u16),
    /// A square, not necessarily on the board.
    Square(i32, i32),
    /// A set, on a board of at most eight: bit `8 * (rank - 1) + (file - 1)`.
    Set(u64),
    /// A set on a larger board, by its number with the interpreter that made it: [`crate::Interpreter::squares`] has the
    /// squares. Equal sets have equal numbers.
    WideSet(u32),
}

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// More terms than allowed were evaluated.
    TooLong,
    /// Terms and calls are nested too deeply.
    TooDeep,
    /// The term asks for a value of a table, and no tables were given.
    NeedsTables,
    /// The term is not of this program, or uses a position or variable that has no value.
    Unbound,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stopped::TooLong => "the evaluation takes too long",
            Stopped::TooDeep => "the definitions are nested too deeply",
            Stopped::NeedsTables => "the claim needs tables",
            Stopped::Unbound => "the term has no value here",
        })
    }
}

impl std::error::Error for Stopped {}

/// Values of positions with best play, for terms of claims.
pub trait Tables {
    /// What a position is worth to the side to move.
    fn value(&self, state: &State) -> Option<Outcome>;
}

/// What a position is worth to the side to move, with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It mates in so many moves.
    Win(u32),
    /// Nobody can force mate.
    Draw,
    /// It is mated.
    Loss,
}

impl Outcome {
    /// Its number among the outcomes, for the side to move or for the other one.
    pub(crate) fn number(self, to_move: bool) -> u16 {
        match self {
            Outcome::Draw => 1,
            Outcome::Win(_) => {
                if to_move {
                    0
                } else {
                    2
                }
            }
            Outcome::Loss => {
                if to_move {
                    2
                } else {
                    0
                }
            }
        }
    }

    /// The value of `moves_to_mate`.
    pub(crate) fn moves_to_mate(self) -> i32 {
        if let Outcome::Win(moves) = self { i32::try_from(moves).unwrap_or(NO_MATE) } else { NO_MATE }
    }
}

/// Where moves are taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovesFrom {
    /// The rules of `laws.adv`.
    Laws,
    /// The fast move generator, on a board of eight.
    Core,
}

/// What a quantifier has seen so far.
pub(crate) struct Tally {
    op: Quantifier,
    sum: i32,
}

impl Tally {
    pub(crate) fn new(op: Quantifier) -> Tally {
        Tally { op, sum: 0 }
    }

    /// Takes a value into account; true if the rest does not matter.
    pub(crate) fn add(&mut self, value: Value) -> bool {
        match (self.op, value) {
            (Quantifier::Some, Value::Bool(holds)) => self.sum += i32::from(holds),
            (Quantifier::Every, Value::Bool(holds)) => self.sum += i32::from(!holds),
            (Quantifier::Count, Value::Bool(holds)) => self.sum += i32::from(holds),
            (_, Value::Int(number)) => self.sum = self.sum.saturating_add(number),
            _ => {}
        }
        matches!(self.op, Quantifier::Some | Quantifier::Every) && self.sum > 0
    }

    pub(crate) fn value(&self) -> Value {
        match self.op {
            Quantifier::Some => Value::Bool(self.sum > 0),
            Quantifier::Every => Value::Bool(self.sum == 0),
            Quantifier::Count | Quantifier::Sum => Value::Int(self.sum),
        }
    }
}

/// A point from a value.
pub(crate) fn point_of(value: Value) -> Option<Point> {
    if let Value::Square(file, rank) = value { Some((file, rank)) } else { None }
}
