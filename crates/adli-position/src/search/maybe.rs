//! Conditions as far as they can be told without looking at moves, and without one man if he is not to be looked at: whether one may be true,
//! or may be false.

use adli_lang::term::{Slot, Sort, Term, TermId};

use super::Search;
use super::terms::Found;
use crate::space::Code;

/// What a term looks at, itself or through definitions: the squares of these men, a bit each, and perhaps more of a position than squares.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sees(u16);

impl Sees {
    const MORE: Sees = Sees(1 << 15);

    pub(super) fn man(self, slot: Slot) -> bool {
        self.0 >> slot.0 & 1 == 1
    }

    pub(super) fn more(self) -> bool {
        self.0 & Sees::MORE.0 != 0
    }
}

impl Search<'_> {
    /// Whether a condition may have this value at these positions. What looks at moves, at trees or at a man who is hidden may have either.
    pub(super) fn maybe(
        &mut self,
        term: TermId,
        given: &[Code],
        hidden: Option<Slot>,
        wanted: bool,
    ) -> Found<bool> {
        if self.is_told(term, hidden) {
            return Ok(self.truth(term, given)? == wanted);
        }
        self.spend()?;
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Not(a) => self.maybe(*a, given, hidden, !wanted)?,
            // All parts, or one of them.
            Term::And(parts) => self.parts(parts, given, hidden, wanted, wanted)?,
            Term::Or(parts) => self.parts(parts, given, hidden, wanted, !wanted)?,
            Term::If(condition, yes, no) => {
                self.maybe(*condition, given, hidden, true)? && self.maybe(*yes, given, hidden, wanted)?
                    || self.maybe(*condition, given, hidden, false)?
                        && self.maybe(*no, given, hidden, wanted)?
            }
            Term::Call(def, positions, arguments)
                if program.terms.sort(term) == Sort::Bool
                    && arguments.iter().all(|&argument| self.is_told(argument, hidden)) =>
            {
                let inside =
                    |search: &mut Self, body, given: &[Code]| search.maybe(body, given, hidden, wanted);
                self.within(*def, positions, arguments, given, inside)?
            }
            _ => true,
        })
    }

    fn parts(
        &mut self,
        parts: &[TermId],
        given: &[Code],
        hidden: Option<Slot>,
        wanted: bool,
        all: bool,
    ) -> Found<bool> {
        for &part in parts {
            if self.maybe(part, given, hidden, wanted)? != all {
                return Ok(!all);
            }
        }
        Ok(all)
    }

    fn is_told(&mut self, term: TermId, hidden: Option<Slot>) -> bool {
        let sees = self.sees(term);
        !sees.more() && hidden.is_none_or(|man| !sees.man(man))
    }

    /// What a term looks at.
    pub(super) fn sees(&mut self, term: TermId) -> Sees {
        if let Some(&known) = self.kept.sees.get(term) {
            return known;
        }
        let mut sees = Sees::default();
        for (_, node) in self.program.reach([term]) {
            sees.0 |= match node {
                Term::File(_, slot) | Term::Rank(_, slot) | Term::Alive(_, slot) => 1 << slot.0,
                Term::Kind(..) | Term::Turn(_) => 0,
                _ if node.looks_beyond_squares() => Sees::MORE.0,
                _ => 0,
            };
        }
        self.kept.sees.insert(term, sees);
        sees
    }
}
