//! Expressions as written.

use crate::Span;
use crate::syntax::ast::Asked;

/// A name as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// Where.
    pub span: Span,
    /// Which.
    pub kind: ExprKind,
}

/// The expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `3`
    Number(i32),
    /// `true`, `false`
    Truth(bool),
    /// `c4`: file and rank from 1
    Square(u8, u8),
    /// A name: a man, a definition, a variable, a value of an enumeration
    Name(String),
    /// `steps(K, k)`
    Call(Name, Vec<Expr>),
    /// `K.file`, `mj.step`
    Field(Box<Expr>, Name),
    /// `room'`
    Prime(Box<Expr>),
    /// `e at p3`, `e at {p0, p2}`, `e at root`
    At(Box<Expr>, Vec<Name>),
    /// `e throughout`
    Throughout(Box<Expr>),
    /// `e after pass`
    AfterPass(Box<Expr>),
    /// `up to symmetry (e)`
    UpToSymmetry(Box<Expr>),
    /// `White to move`
    ToMove(Name),
    /// `file b`, `rank 7`
    Line(LineKind, Box<Expr>),
    /// `{a3, b3}`
    Set(Vec<Expr>),
    /// `{s: cond}`, `{s in S: cond}`
    Comprehension(Name, Option<Box<Expr>>, Box<Expr>),
    /// `(1, walk(K, k))`
    Tuple(Vec<Expr>),
    /// `(e)`; kept so that the formatter and messages see what was written
    Group(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// `-e`
    Negative(Box<Expr>),
    /// `a and b and c`; one level of binding, from left to right
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `a < x <= b`, `x in S`
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `case kind(x) K: e ..`, `case when G: e .. otherwise: e`
    Case(Option<Box<Expr>>, Vec<Arm>, Option<Box<Expr>>),
    /// `let x = e in f`
    Let(Name, Box<Expr>, Box<Expr>),
    /// `some x in S: e`, `every move of R: e`
    Quantified(QuantifierOp, Binder, Box<Expr>),
    /// `can A`, `can A(z) against B`
    Can(Asked, Option<Asked>),
    /// `mj leads to G within n moves`
    LeadsTo(Name, Box<Expr>, u32),
    /// Something that could not be read; already reported
    Faulty,
}

/// An arm of a case: a label or a condition, and the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    /// The name before the colon, or the condition after `when`.
    pub label: Expr,
    /// The value.
    pub value: Expr,
}

/// A whole line of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineKind {
    /// `file b`
    File,
    /// `rank 7`
    Rank,
}

/// What a quantifier computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum QuantifierOp {
    /// Whether one does.
    Some,
    /// Whether all do.
    Every,
    /// How many do.
    Count,
    /// The sum of a number.
    Sum,
}

/// What a quantifier ranges over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Binder {
    /// `x in S`
    In(Name, Box<Expr>),
    /// `move`, `move of R`
    Move(Vec<Name>),
}

/// Operators that join values of one type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `implies`
    Implies,
    /// `iff`
    Iff,
    /// `or`
    Or,
    /// `and`
    And,
    /// `|`
    Union,
    /// `&`
    Intersection,
    /// `+`
    Plus,
    /// `-`, of numbers and of sets
    Minus,
    /// `*`
    Times,
    /// `div`
    Div,
    /// `mod`
    Mod,
}

/// Operators that compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    /// `=`
    Equal,
    /// `/=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `subset`
    Subset,
    /// `is`
    Is,
    /// `is not`
    IsNot,
}
