//! Arithmetic on terms, and walks over the children of a term.

use crate::core::term::{PosId, Sort, Term, TermId};
use crate::core::terms::Terms;

impl Terms {
    /// Folds two constants, unless the result is no number of the language.
    fn fold(&mut self, a: TermId, b: TermId, op: fn(i32, i32) -> Option<i32>) -> Option<TermId> {
        let value = op(self.as_int(a)?, self.as_int(b)?)?;
        Some(self.int(value))
    }

    /// Sum.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold(a, b, i32::checked_add) {
            return folded;
        }
        match (self.as_int(a), self.as_int(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.make(Term::Add(a, b), Sort::Int),
        }
    }

    /// Difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.int(0);
        }
        if let Some(folded) = self.fold(a, b, i32::checked_sub) {
            return folded;
        }
        if self.as_int(b) == Some(0) { a } else { self.make(Term::Sub(a, b), Sort::Int) }
    }

    /// Product.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold(a, b, i32::checked_mul) {
            return folded;
        }
        match (self.as_int(a), self.as_int(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (_, Some(0)) | (Some(1), _) => b,
            _ => self.make(Term::Mul(a, b), Sort::Int),
        }
    }

    /// Quotient by a positive constant, rounded down.
    pub fn div(&mut self, a: TermId, by: i32) -> TermId {
        match self.as_int(a).and_then(|value| value.checked_div_euclid(by)) {
            Some(value) => self.int(value),
            None => self.make(Term::Div(a, by), Sort::Int),
        }
    }

    /// Remainder by a positive constant.
    pub fn modulo(&mut self, a: TermId, by: i32) -> TermId {
        match self.as_int(a).and_then(|value| value.checked_rem_euclid(by)) {
            Some(value) => self.int(value),
            None => self.make(Term::Mod(a, by), Sort::Int),
        }
    }

    /// Without sign.
    pub fn abs(&mut self, a: TermId) -> TermId {
        match self.as_int(a).and_then(i32::checked_abs) {
            Some(value) => self.int(value),
            None => self.make(Term::Abs(a), Sort::Int),
        }
    }

    /// The lesser.
    pub fn min(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        self.fold(a, b, |x, y| Some(x.min(y))).unwrap_or_else(|| self.make(Term::Min(a, b), Sort::Int))
    }

    /// The greater.
    pub fn max(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        self.fold(a, b, |x, y| Some(x.max(y))).unwrap_or_else(|| self.make(Term::Max(a, b), Sort::Int))
    }
}

impl Term {
    /// The positions that the term looks at itself, not through its children.
    #[must_use]
    pub fn positions(&self) -> Vec<PosId> {
        match self {
            Term::File(pos, _)
            | Term::Rank(pos, _)
            | Term::Alive(pos, _)
            | Term::Kind(pos, _)
            | Term::Turn(pos)
            | Term::Passing(pos)
            | Term::OverMoves(_, pos, ..)
            | Term::Step(_, pos)
            | Term::Value(pos, _)
            | Term::MovesToMate(pos) => vec![*pos],
            Term::Allows(_, before, after) => vec![*before, *after],
            Term::Forces(node) | Term::PliesToGoal(node) => node.positions().to_vec(),
            Term::Call(_, positions, _) => positions.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether the term itself looks at more of a position than the squares of men.
    #[must_use]
    pub fn looks_beyond_squares(&self) -> bool {
        match self {
            Term::File(..) | Term::Rank(..) | Term::Call(..) => false,
            // It looks at images of positions.
            Term::SomeSymmetry(..) => true,
            _ => !self.positions().is_empty(),
        }
    }

    /// Does something with every child.
    pub fn for_children(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Term::Bool(_)
            | Term::Int(_)
            | Term::Enum(..)
            | Term::Size
            | Term::Option(_)
            | Term::Var(_)
            | Term::File(..)
            | Term::Rank(..)
            | Term::Alive(..)
            | Term::Kind(..)
            | Term::Turn(_)
            | Term::Passing(_)
            | Term::Board
            | Term::Step(..)
            | Term::Allows(..)
            | Term::Forces(_)
            | Term::PliesToGoal(_)
            | Term::MovesToMate(_) => {}
            Term::Not(a)
            | Term::Div(a, _)
            | Term::Mod(a, _)
            | Term::Abs(a)
            | Term::FileOf(a)
            | Term::RankOf(a)
            | Term::Those(_, a)
            | Term::Count(a)
            | Term::OverMoves(.., a)
            | Term::SomeSymmetry(_, a)
            | Term::Value(_, a) => visit(*a),
            Term::Eq(a, b)
            | Term::Less(a, b)
            | Term::AtMost(a, b)
            | Term::Add(a, b)
            | Term::Sub(a, b)
            | Term::Mul(a, b)
            | Term::Min(a, b)
            | Term::Max(a, b)
            | Term::Square(a, b)
            | Term::Union(a, b)
            | Term::Intersection(a, b)
            | Term::Difference(a, b)
            | Term::Member(a, b)
            | Term::Subset(a, b)
            | Term::OverSquares(_, _, a, b) => {
                visit(*a);
                visit(*b);
            }
            Term::If(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
            Term::And(parts) | Term::Or(parts) | Term::SetOf(parts) | Term::Call(_, _, parts) => {
                parts.iter().for_each(|&part| visit(part));
            }
        }
    }
}
