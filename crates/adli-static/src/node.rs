//! What expressions are made of. Squares are pairs of numbers, enumerations are numbers.

use adli_lang::term::Quantifier;

use crate::code::{Seen, TooMuch};

/// An expression, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct X(pub(crate) u32);

/// A square that is bound by a quantifier or a set.
pub(crate) type Var = u16;

/// Whose coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Atom {
    Man(u8),
    Bound(Var),
}

/// The kinds of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Bool,
    Int,
    Set,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Bool(bool),
    Int(i32),
    Set(u64),
    File(Atom),
    Rank(Atom),
    /// Something that the tables say of the position.
    Seen(Seen),
    Not(X),
    And(Box<[X]>),
    Or(Box<[X]>),
    If(X, X, X),
    Eq(X, X),
    Less(X, X),
    AtMost(X, X),
    Add(X, X),
    Sub(X, X),
    Mul(X, X),
    Div(X, i32),
    Mod(X, i32),
    Abs(X),
    Min(X, X),
    Max(X, X),
    /// The set of one square, empty if it is off the board.
    One(X, X),
    Those(Var, X),
    Union(X, X),
    Intersection(X, X),
    Difference(X, X),
    Member(X, X, X),
    Count(X),
    Subset(X, X),
    Over(Quantifier, Var, X, X),
}

impl Node {
    pub(crate) fn for_children(&self, mut each: impl FnMut(X)) {
        // No child of a leaf is replaced, so the map cannot fail.
        let _ = self.clone().map(|child| -> Result<X, TooMuch> {
            each(child);
            Ok(child)
        });
    }

    /// The same with other children.
    pub(crate) fn map(self, mut to: impl FnMut(X) -> Result<X, TooMuch>) -> Result<Node, TooMuch> {
        Ok(match self {
            Node::Bool(_) | Node::Int(_) | Node::Set(_) | Node::File(_) | Node::Rank(_) | Node::Seen(_) => {
                self
            }
            Node::Not(a) => Node::Not(to(a)?),
            Node::And(parts) => Node::And(parts.iter().map(|&part| to(part)).collect::<Result<_, _>>()?),
            Node::Or(parts) => Node::Or(parts.iter().map(|&part| to(part)).collect::<Result<_, _>>()?),
            Node::If(a, b, c) => Node::If(to(a)?, to(b)?, to(c)?),
            Node::Eq(a, b) => Node::Eq(to(a)?, to(b)?),
            Node::Less(a, b) => Node::Less(to(a)?, to(b)?),
            Node::AtMost(a, b) => Node::AtMost(to(a)?, to(b)?),
            Node::Add(a, b) => Node::Add(to(a)?, to(b)?),
            Node::Sub(a, b) => Node::Sub(to(a)?, to(b)?),
            Node::Mul(a, b) => Node::Mul(to(a)?, to(b)?),
            Node::Div(a, by) => Node::Div(to(a)?, by),
            Node::Mod(a, by) => Node::Mod(to(a)?, by),
            Node::Abs(a) => Node::Abs(to(a)?),
            Node::Min(a, b) => Node::Min(to(a)?, to(b)?),
            Node::Max(a, b) => Node::Max(to(a)?, to(b)?),
            Node::One(a, b) => Node::One(to(a)?, to(b)?),
            Node::Those(var, a) => Node::Those(var, to(a)?),
            Node::Union(a, b) => Node::Union(to(a)?, to(b)?),
            Node::Intersection(a, b) => Node::Intersection(to(a)?, to(b)?),
            Node::Difference(a, b) => Node::Difference(to(a)?, to(b)?),
            Node::Member(a, b, c) => Node::Member(to(a)?, to(b)?, to(c)?),
            Node::Count(a) => Node::Count(to(a)?),
            Node::Subset(a, b) => Node::Subset(to(a)?, to(b)?),
            Node::Over(op, var, a, b) => Node::Over(op, var, to(a)?, to(b)?),
        })
    }
}
