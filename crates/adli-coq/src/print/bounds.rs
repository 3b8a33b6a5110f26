//! How large a number can be, as far as the printer has to know: whether it may be negative, and whether a square is near the board.

use adli_lang::term::{Quantifier, Term, TermId};

use super::Printer;

impl Printer<'_> {
    /// The least and the greatest value of a number; nothing if that is not known.
    pub(crate) fn bounds(&mut self, id: TermId) -> Option<(i64, i64)> {
        if let Some(known) = self.bounds.get(&id) {
            return *known;
        }
        let found = self.find_bounds(id);
        self.bounds.insert(id, found);
        found
    }

    fn find_bounds(&mut self, id: TermId) -> Option<(i64, i64)> {
        let terms = &self.program.terms;
        let hull = |values: [i64; 4]| Some((*values.iter().min()?, *values.iter().max()?));
        match terms.get(id) {
            Term::Int(value) => Some((i64::from(*value), i64::from(*value))),
            Term::Enum(..) | Term::Step(..) | Term::Turn(_) | Term::Kind(..) => {
                Some((0, i64::from(u16::MAX)))
            }
            Term::Value(..) => Some((0, 2)),
            Term::MovesToMate(_) => Some((0, i64::from(adli_lang::term::NO_MATE))),
            Term::Size => Some((8, 8)),
            Term::Option(option) => {
                let value = i64::from(self.options[usize::from(option.0)]);
                Some((value, value))
            }
            Term::File(..) | Term::Rank(..) => Some((0, 8)),
            Term::Var(var) => self.ranges.param(*var).map(|ends| (ends[0].low, ends[0].high)),
            Term::FileOf(square) | Term::RankOf(square) => {
                let rank = usize::from(matches!(terms.get(id), Term::RankOf(_)));
                match terms.get(*square) {
                    Term::Var(var) => {
                        Some(self.ranges.param(*var).map_or((1, 8), |ends| (ends[rank].low, ends[rank].high)))
                    }
                    Term::Call(def, ..) => {
                        self.ranges.result(*def).map(|ends| (ends[rank].low, ends[rank].high))
                    }
                    Term::Passing(_) => Some((0, 8)),
                    _ => None,
                }
            }
            Term::Call(def, ..) => self.ranges.result(*def).map(|ends| (ends[0].low, ends[0].high)),
            Term::If(_, a, b) => {
                let ((a, b), (c, d)) = (self.bounds(*a)?, self.bounds(*b)?);
                Some((a.min(c), b.max(d)))
            }
            Term::Add(a, b) => {
                let ((a, b), (c, d)) = (self.bounds(*a)?, self.bounds(*b)?);
                Some((a + c, b + d))
            }
            Term::Sub(a, b) => {
                let ((a, b), (c, d)) = (self.bounds(*a)?, self.bounds(*b)?);
                Some((a - d, b - c))
            }
            Term::Mul(a, b) => {
                let ((a, b), (c, d)) = (self.bounds(*a)?, self.bounds(*b)?);
                hull([a * c, a * d, b * c, b * d])
            }
            Term::Abs(a) => {
                let (low, high) = self.bounds(*a)?;
                Some((0, low.abs().max(high.abs())))
            }
            Term::Min(a, b) => {
                let ((a, b), (c, d)) = (self.bounds(*a)?, self.bounds(*b)?);
                Some((a.min(c), b.min(d)))
            }
            Term::Max(a, b) => {
                let ((a, b), (c, d)) = (self.bounds(*a)?, self.bounds(*b)?);
                Some((a.max(c), b.max(d)))
            }
            Term::Count(_) | Term::OverSquares(Quantifier::Count, ..) => Some((0, 64)),
            Term::OverMoves(Quantifier::Count, ..) => Some((0, 218)),
            _ => None,
        }
    }
}
