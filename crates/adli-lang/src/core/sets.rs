//! Squares and sets of squares, as terms.

use crate::core::term::{Sort, Term, TermId, VarId};
use crate::core::terms::Terms;

impl Terms {
    /// A square from file and rank.
    pub fn square(&mut self, file: TermId, rank: TermId) -> TermId {
        match (self.get(file), self.get(rank)) {
            (&Term::FileOf(a), &Term::RankOf(b)) if a == b => a,
            _ => self.make(Term::Square(file, rank), Sort::Square),
        }
    }

    /// The file of a square.
    pub fn file_of(&mut self, square: TermId) -> TermId {
        match *self.get(square) {
            Term::Square(file, _) => file,
            _ => self.make(Term::FileOf(square), Sort::Int),
        }
    }

    /// The rank of a square.
    pub fn rank_of(&mut self, square: TermId) -> TermId {
        match *self.get(square) {
            Term::Square(_, rank) => rank,
            _ => self.make(Term::RankOf(square), Sort::Int),
        }
    }

    /// All squares.
    pub fn board(&mut self) -> TermId {
        self.make(Term::Board, Sort::Set)
    }

    /// These squares.
    pub fn set_of(&mut self, squares: Vec<TermId>) -> TermId {
        self.make(Term::SetOf(squares.into()), Sort::Set)
    }

    /// The squares that satisfy a condition.
    pub fn those(&mut self, var: VarId, condition: TermId) -> TermId {
        match self.as_bool(condition) {
            Some(true) => self.board(),
            Some(false) => self.set_of(Vec::new()),
            None => self.make(Term::Those(var, condition), Sort::Set),
        }
    }

    fn is_empty_set(&self, set: TermId) -> bool {
        matches!(self.get(set), Term::SetOf(squares) if squares.is_empty())
    }

    /// Union.
    pub fn union(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b || self.is_empty_set(b) {
            a
        } else if self.is_empty_set(a) {
            b
        } else {
            self.make(Term::Union(a, b), Sort::Set)
        }
    }

    /// Intersection.
    pub fn intersection(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b || self.is_empty_set(a) {
            a
        } else if self.is_empty_set(b) {
            b
        } else {
            self.make(Term::Intersection(a, b), Sort::Set)
        }
    }

    /// Difference.
    pub fn difference(&mut self, a: TermId, b: TermId) -> TermId {
        if self.is_empty_set(b) || self.is_empty_set(a) {
            a
        } else {
            self.make(Term::Difference(a, b), Sort::Set)
        }
    }

    /// Membership.
    pub fn member(&mut self, square: TermId, set: TermId) -> TermId {
        if self.is_empty_set(set) {
            return self.truth(false);
        }
        self.make(Term::Member(square, set), Sort::Bool)
    }

    /// The number of squares.
    pub fn count(&mut self, set: TermId) -> TermId {
        if self.is_empty_set(set) {
            return self.int(0);
        }
        self.make(Term::Count(set), Sort::Int)
    }

    /// Inclusion.
    pub fn subset(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b || self.is_empty_set(a) {
            return self.truth(true);
        }
        self.make(Term::Subset(a, b), Sort::Bool)
    }
}
