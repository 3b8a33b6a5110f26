//! What terms speak of: which given positions, which names that are bound outside them, and how far they look ahead.

use std::collections::BTreeSet;

use crate::core::program::Program;
use crate::core::term::{MoveVar, Pos, PosId, SymmetryVar, Term, TermId, VarId};
use crate::core::term_map::TermMap;

/// A name that a quantifier binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BoundName {
    /// A variable.
    Var(VarId),
    /// A move.
    Move(MoveVar),
    /// A symmetry of the board.
    Symmetry(SymmetryVar),
}

/// What a term speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scope {
    /// The given positions, one bit each.
    pub given: u32,
    /// The names that a quantifier outside it binds.
    pub free: BTreeSet<BoundName>,
    /// How many moves are made in it one after the other, in what it calls as well.
    pub plies: u32,
}

/// A position that a term speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observed {
    /// The given position of that number.
    Given(u8),
    /// The one after a move that is bound outside the term.
    After(MoveVar),
}

impl Scope {
    /// The one position that the term is about, if it is about one and nothing else.
    #[must_use]
    pub fn only(&self) -> Option<Observed> {
        match (self.given, self.free.first(), self.free.len()) {
            (given, None, _) if given.is_power_of_two() => {
                Some(Observed::Given(given.trailing_zeros() as u8))
            }
            (0, Some(BoundName::Move(mv)), 1) => Some(Observed::After(*mv)),
            _ => None,
        }
    }
}

/// What all terms of a program speak of.
pub struct Scopes {
    by_term: TermMap<Scope>,
}

impl Scopes {
    /// Looks at every term once.
    #[must_use]
    pub fn new(program: &Program) -> Scopes {
        let mut scopes = Scopes { by_term: TermMap::default() };
        for term in program.post_order() {
            let scope = scopes.scope(program, term);
            scopes.by_term.insert(term, scope);
        }
        scopes
    }

    /// What a term speaks of.
    #[must_use]
    pub fn of(&self, term: TermId) -> &Scope {
        static NOTHING: Scope = Scope { given: 0, free: BTreeSet::new(), plies: 0 };
        self.by_term.get(term).unwrap_or(&NOTHING)
    }

    /// The scope of a term whose children, and what it calls, have theirs.
    fn scope(&self, program: &Program, term: TermId) -> Scope {
        let node = program.terms.get(term);
        let mut scope = Scope::default();
        node.for_children(|child| {
            let child = self.of(child);
            scope.given |= child.given;
            scope.free.extend(child.free.iter().copied());
            scope.plies = scope.plies.max(child.plies);
        });
        match node {
            Term::Var(var) => {
                scope.free.insert(BoundName::Var(*var));
            }
            Term::Those(var, _) | Term::OverSquares(_, var, ..) => {
                scope.free.remove(&BoundName::Var(*var));
            }
            Term::OverMoves(_, _, _, mv, _) => {
                scope.free.remove(&BoundName::Move(*mv));
                scope.plies += 1;
            }
            Term::SomeSymmetry(symmetry, _) => {
                scope.free.remove(&BoundName::Symmetry(*symmetry));
            }
            _ => {}
        }
        if let Term::Call(def, positions, _) = node {
            if let Some(definition) = program.definition(*def) {
                let body = self.of(definition.body);
                // A definition of squares alone is handed a position, but does not look at it.
                let looked_at = |place: &usize| body.given >> place & 1 == 1;
                let positions = positions.iter().enumerate().filter(|(place, _)| looked_at(place));
                positions.for_each(|(_, &pos)| observe(program, pos, &mut scope));
                scope.plies = scope.plies.max(body.plies);
            }
        } else {
            node.positions().into_iter().for_each(|pos| observe(program, pos, &mut scope));
        }
        scope
    }
}

fn observe(program: &Program, pos: PosId, scope: &mut Scope) {
    match program.terms.pos(pos) {
        Pos::Given(number) => scope.given |= 1 << number.min(31),
        // The position before is spoken of by the quantifier that binds the move.
        Pos::After(_, mv) => {
            scope.free.insert(BoundName::Move(mv));
        }
        Pos::Pass(from) => observe(program, from, scope),
        Pos::Image(from, symmetry) => {
            scope.free.insert(BoundName::Symmetry(symmetry));
            observe(program, from, scope);
        }
    }
}
