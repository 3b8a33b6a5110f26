//! Arithmetic on terms.

use crate::core::term::{Sort, Term, TermId};
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
