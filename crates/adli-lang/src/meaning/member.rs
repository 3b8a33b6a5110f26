//! Whether a square is in a set, without the rest of the set: `s in {x: ..}` is the condition with `s` for `x`.

use crate::core::term::{Term, TermId};
use crate::meaning::interpret::Interpreter;
use crate::meaning::state::Point;
use crate::meaning::value::{Stopped, Value};

impl Interpreter<'_> {
    /// Whether a square of the board is in a set.
    pub(crate) fn member(&mut self, at: Point, set: TermId) -> Result<bool, Stopped> {
        let program = self.program;
        Ok(match program.terms.get(set) {
            Term::Those(var, condition) => {
                self.bind(*var, Value::Square(at.0, at.1));
                self.bool(*condition)?
            }
            Term::Union(a, b) => self.member(at, *a)? || self.member(at, *b)?,
            Term::Intersection(a, b) => self.member(at, *a)? && self.member(at, *b)?,
            Term::Difference(a, b) => self.member(at, *a)? && !self.member(at, *b)?,
            Term::Call(def, positions, arguments) => {
                self.within(*def, positions, arguments, |inside, body| inside.member(at, body))?
            }
            _ => self.set(set)?.contains(at),
        })
    }
}
