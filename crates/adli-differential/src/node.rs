//! Expressions with their names found.
//!
//! The tree of the parser says `steps(K, k)`; here it is known that `steps` is a word of geometry and that `K` is the first
//! man of the header. Nothing is simplified, folded or shared: an expression is evaluated as it was written.

use adli_lang::ast::{BinaryOp, CompareOp, QuantifierOp};

use crate::chess::{Cast, Side};
use crate::value::Value;
use crate::words::Word;

/// Where a part of an expression looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// The position that bare names speak of.
    Here,
    /// The position after the move under discussion.
    Next,
    /// Where a tree began.
    Root,
    /// Before the last move of a tree.
    Before,
    /// A position of a play.
    Play(usize),
    /// After a move of an inner quantifier, which nobody outside knows.
    Inner,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// Something that is the same everywhere.
    Constant(Value),
    /// A man of the header.
    Man(usize),
    /// What the n-th innermost quantifier, `let` or parameter has bound.
    Local(usize),
    /// A definition of the text, by number.
    Call(usize, Vec<Node>),
    /// A word of the laws or of geometry.
    Word(Word, Vec<Node>),
    /// `home`: just the men of the file's header are on the board, as it has them.
    Home(Cast),
    /// `promoted(x)`: he was a pawn in the file's header, and is one no more.
    Promoted(Cast, Box<Node>),
    /// `plies(A)`
    Plies(usize),
    /// `x.file`
    File(Box<Node>),
    /// `x.rank`
    Rank(Box<Node>),
    /// `s.step`
    Step(usize),
    /// `s.allows`
    Allows(usize),
    /// `r.answer`
    Answer(usize),
    /// `r.rule`
    Rule(usize),
    /// `can A`
    Can(usize),
    /// `ply` (false) or `left` (true)
    Clock(bool),
    /// `e'`
    Prime(Box<Node>),
    /// `e at p1`, `e at {p0, p2}`, `e throughout`
    At(Box<Node>, Vec<Place>),
    /// `e after pass`
    AfterPass(Box<Node>),
    /// `up to symmetry (e)`
    UpToSymmetry(Box<Node>),
    /// `White to move`
    ToMove(Side),
    /// A whole file or rank.
    Line(bool, Box<Node>),
    /// `{a1, b2}`, also of numbers and names
    Braces(Vec<Node>),
    /// `{s in S: e}`
    Squares(Option<Box<Node>>, Box<Node>),
    /// `(a, b)`
    Tuple(Vec<Node>),
    /// `not e`
    Not(Box<Node>),
    /// `-e`
    Negative(Box<Node>),
    /// `a and b or c` of one level
    Chain(Box<Node>, Vec<(BinaryOp, Node)>),
    /// `a < b <= c`
    Compare(Box<Node>, Vec<(CompareOp, Node)>),
    /// `if c then a else b`
    If(Box<Node>, Box<Node>, Box<Node>),
    /// `case when G: e .. otherwise: f`
    Case(Vec<(Node, Node)>, Option<Box<Node>>),
    /// `let x = e in f`
    Let(Box<Node>, Box<Node>),
    /// `some x in S: e`
    Over(QuantifierOp, Box<Node>, Box<Node>),
    /// `some move of R: e`: who may move, what is asked, and on which men it relies
    OverMoves(QuantifierOp, u8, Box<Node>, u8),
}

impl Node {
    /// Does something with every part at the next level down.
    pub fn for_parts<'n>(&'n self, mut f: impl FnMut(&'n Node)) {
        match self {
            Node::Call(_, parts) | Node::Word(_, parts) | Node::Braces(parts) | Node::Tuple(parts) => {
                parts.iter().for_each(f);
            }
            Node::File(e) | Node::Rank(e) | Node::Prime(e) | Node::At(e, _) | Node::Promoted(_, e) => f(e),
            Node::AfterPass(e) | Node::UpToSymmetry(e) | Node::Line(_, e) | Node::Not(e) => f(e),
            Node::Negative(e) | Node::OverMoves(_, _, e, _) => f(e),
            Node::Squares(from, e) => {
                from.iter().for_each(|from| f(from));
                f(e);
            }
            Node::Chain(first, rest) => {
                f(first);
                rest.iter().for_each(|(_, part)| f(part));
            }
            Node::Compare(first, rest) => {
                f(first);
                rest.iter().for_each(|(_, part)| f(part));
            }
            Node::If(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Node::Case(arms, otherwise) => {
                for (when, then) in arms {
                    f(when);
                    f(then);
                }
                otherwise.iter().for_each(|e| f(e));
            }
            Node::Let(a, b) | Node::Over(_, a, b) => {
                f(a);
                f(b);
            }
            Node::Constant(_) | Node::Man(_) | Node::Local(_) | Node::Step(_) | Node::Allows(_) => {}
            Node::Answer(_) | Node::Rule(_) | Node::Can(_) | Node::Clock(_) | Node::ToMove(_) => {}
            Node::Home(_) | Node::Plies(_) => {}
        }
    }
}
