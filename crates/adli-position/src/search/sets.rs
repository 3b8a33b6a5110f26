//! Sets of squares at one position, lazily: `s in {x: ..}` is the condition with `s` for `x`, and of `{s: s in A and ..}` only the squares
//! of A are asked.

use adli_lang::Value;
use adli_lang::term::{Sort, Term, TermId, VarId};

use super::Search;
use super::terms::{Found, Point, point, unbound};
use crate::space::Code;

impl Search<'_> {
    /// The value of a set, a bit for each square.
    pub(super) fn set(&mut self, term: TermId, given: &[Code]) -> Found<u64> {
        self.spend()?;
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Board => u64::MAX,
            Term::Var(var) => match self.variables[var.0 as usize] {
                Value::Set(set) => set,
                _ => return Err(unbound()),
            },
            Term::SetOf(squares) => {
                let mut set = 0;
                for &square in squares {
                    set |= bit(self.square(square, given)?);
                }
                set
            }
            Term::Those(var, condition) => {
                let all =
                    self.among(term, *var, *condition).map_or(Ok(u64::MAX), |all| self.set(all, given))?;
                let mut set = 0;
                for at in squares(all) {
                    let (file, rank) = point(at);
                    self.variables[var.0 as usize] = Value::Square(file, rank);
                    set |= u64::from(self.truth(*condition, given)?) << at;
                }
                set
            }
            Term::Union(a, b) => self.set(*a, given)? | self.set(*b, given)?,
            Term::Intersection(a, b) => self.set(*a, given)? & self.set(*b, given)?,
            // Most squares are asked once: where there are few on the left, the right is not worked out.
            Term::Difference(a, b) => {
                let all = self.set(*a, given)?;
                let mut set = all;
                for at in squares(all) {
                    set &= !(u64::from(self.member(point(at), *b, given)?) << at);
                }
                set
            }
            Term::If(condition, yes, no) => {
                let branch = if self.truth(*condition, given)? { *yes } else { *no };
                self.set(branch, given)?
            }
            Term::Call(def, positions, arguments) => match arguments[..] {
                [square] if positions.is_empty() && program.terms.sort(square) == Sort::Square => {
                    let key = (def.0, self.square(square, given)?);
                    if let Some(&known) = self.kept.patterns.get(&key) {
                        return Ok(known);
                    }
                    let set = self.within(*def, positions, arguments, given, Self::set)?;
                    self.kept.patterns.insert(key, set);
                    set
                }
                _ => self.within(*def, positions, arguments, given, Self::set)?,
            },
            _ => return Err(unbound()),
        })
    }

    /// The set to which the squares of a set belong because its condition says so first.
    fn among(&mut self, those: TermId, var: VarId, condition: TermId) -> Option<TermId> {
        if let Some(&known) = self.kept.among.get(those) {
            return known;
        }
        let terms = &self.program.terms;
        let first = match terms.get(condition) {
            Term::And(parts) => *parts.first()?,
            _ => condition,
        };
        let variable = terms.find_variable(var);
        let all = match terms.get(first) {
            Term::Member(square, all) if Some(*square) == variable && !terms.mentions(*all, *square) => {
                Some(*all)
            }
            _ => None,
        };
        self.kept.among.insert(those, all);
        all
    }

    /// Whether a square is in a set.
    pub(super) fn member(&mut self, at: Point, set: TermId, given: &[Code]) -> Found<bool> {
        self.spend()?;
        if bit(at) == 0 {
            return Ok(false);
        }
        let program = self.program;
        Ok(match program.terms.get(set) {
            Term::Those(var, condition) => {
                self.variables[var.0 as usize] = Value::Square(at.0, at.1);
                self.truth(*condition, given)?
            }
            Term::SetOf(squares) => {
                for &square in squares {
                    if self.square(square, given)? == at {
                        return Ok(true);
                    }
                }
                false
            }
            Term::Union(a, b) => self.member(at, *a, given)? || self.member(at, *b, given)?,
            Term::Intersection(a, b) => self.member(at, *a, given)? && self.member(at, *b, given)?,
            Term::Difference(a, b) => self.member(at, *a, given)? && !self.member(at, *b, given)?,
            Term::Call(def, positions, arguments) => {
                self.within(*def, positions, arguments, given, |search, body, given| {
                    search.member(at, body, given)
                })?
            }
            _ => self.set(set, given)? & bit(at) != 0,
        })
    }
}

/// The bit of a square, none off the board.
fn bit((file, rank): Point) -> u64 {
    let on = 1..=8;
    if on.contains(&file) && on.contains(&rank) { 1 << (8 * (rank - 1) + file - 1) } else { 0 }
}

/// The squares of a set by number.
pub(super) fn squares(set: u64) -> impl Iterator<Item = u64> {
    adli_chess::SquareSet(set).into_iter().map(|square| square.index() as u64)
}
