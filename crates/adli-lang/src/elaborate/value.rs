//! What an expression means while it is being elaborated.

use crate::Span;
use crate::core::term::{EnumId, PosId, RecogniserId, Slot, Sort, TermId};

/// The types of the surface language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    Bool,
    Int,
    Square,
    /// A pair of numbers that was written as one: a square, or a key.
    Pair,
    Set,
    Man,
    Enum(EnumId),
}

impl Type {
    pub(crate) fn sort(self) -> Sort {
        match self {
            Type::Bool => Sort::Bool,
            Type::Int => Sort::Int,
            Type::Square | Type::Pair | Type::Man => Sort::Square,
            Type::Set => Sort::Set,
            Type::Enum(id) => Sort::Enum(id),
        }
    }
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// A term.
    Term(TermId, Type),
    /// A man of the header, as seen in a position.
    Man(Slot, PosId),
    /// Like men who share a letter.
    Group(char, Vec<Slot>, PosId),
    /// Men with the condition under which each is meant.
    Men(Vec<(Slot, TermId)>, PosId),
    /// A key of three or more numbers.
    Tuple(Vec<TermId>),
    /// Numbers or values of an enumeration in braces: only to the right of `in`.
    List(Vec<(TermId, Type)>),
    /// A strategy, before `.step`.
    Strategy(u16),
    /// A recogniser, before `.answer`.
    Recogniser(RecogniserId),
    /// Something wrong that has been reported.
    Faulty,
}

/// An expression's value and where it stands.
pub(crate) struct Placed {
    pub(crate) value: Value,
    pub(crate) span: Span,
}
