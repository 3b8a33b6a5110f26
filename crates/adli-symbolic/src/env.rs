//! Values, and what names stand for.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use adli_chess::Symmetry;
use adli_lang::term::{MoveVar, SymmetryVar, TermId, VarId};

use crate::algebra::Kinds;
use crate::hash::HashMap;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value<K: Kinds> {
    /// True or false.
    Bool(K::Truth),
    /// A whole number.
    Int(K::Number),
    /// A value of an enumeration.
    Enum(K::Enum),
    /// File and rank, not necessarily on the board.
    Square(K::Number, K::Number),
    /// A term for a set, to be asked for its members among these names.
    Set(TermId, Env<K>),
}

/// Something that is bound.
#[derive(Clone, Debug)]
pub enum Bound<K: Kinds> {
    /// A variable, or a parameter of a definition.
    Var(VarId, Value<K>),
    /// A move, by the position after it.
    Move(MoveVar, K::Position),
    /// A symmetry of the board.
    Symmetry(SymmetryVar, Symmetry),
}

/// What names stand for: the positions of a definition, then whatever is bound inside. It also holds the values of terms so far.
#[derive(Clone, Debug)]
pub struct Env<K: Kinds> {
    scope: Rc<Scope<K>>,
}

type Memo<K> = HashMap<(TermId, <K as Kinds>::Place), Value<K>>;

#[derive(Debug)]
struct Scope<K: Kinds> {
    given: Rc<[K::Position]>,
    bound: Option<(Bound<K>, Env<K>)>,
    memo: RefCell<Memo<K>>,
}

// Names are as good as equal only if they are the same.
impl<K: Kinds> PartialEq for Env<K> {
    fn eq(&self, other: &Env<K>) -> bool {
        Rc::ptr_eq(&self.scope, &other.scope)
    }
}

impl<K: Kinds> Eq for Env<K> {}

impl<K: Kinds> Hash for Env<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Rc::as_ptr(&self.scope).hash(state);
    }
}

impl<K: Kinds> Env<K> {
    /// The positions of a definition or a play, and nothing bound.
    pub fn given(given: impl Into<Rc<[K::Position]>>) -> Env<K> {
        Env { scope: Rc::new(Scope { given: given.into(), bound: None, memo: RefCell::default() }) }
    }

    /// One name more.
    #[must_use]
    pub fn bind(&self, bound: Bound<K>) -> Env<K> {
        let given = Rc::clone(&self.scope.given);
        let bound = Some((bound, self.clone()));
        Env { scope: Rc::new(Scope { given, bound, memo: RefCell::default() }) }
    }

    /// The positions that are given.
    #[must_use]
    pub fn positions(&self) -> &[K::Position] {
        &self.scope.given
    }

    /// Whether the given positions are those of other names: one call of a definition has made both.
    #[must_use]
    pub fn is_within(&self, other: &Env<K>) -> bool {
        Rc::ptr_eq(&self.scope.given, &other.scope.given)
    }

    /// What is bound, the innermost first.
    pub fn bound(&self) -> impl Iterator<Item = &Bound<K>> {
        let mut next = self.scope.bound.as_ref();
        std::iter::from_fn(move || {
            let (bound, rest) = next?;
            next = rest.scope.bound.as_ref();
            Some(bound)
        })
    }

    /// The moves that are bound, with the positions after them, the innermost first.
    pub fn moves(&self) -> impl Iterator<Item = (MoveVar, K::Position)> {
        self.bound().filter_map(|bound| match bound {
            Bound::Move(mv, after) => Some((*mv, *after)),
            _ => None,
        })
    }

    /// The position after a move that is bound.
    #[must_use]
    pub fn after(&self, mv: MoveVar) -> Option<K::Position> {
        self.moves().find(|(name, _)| *name == mv).map(|(_, after)| after)
    }

    /// The value of a variable.
    #[must_use]
    pub fn variable(&self, var: VarId) -> Option<&Value<K>> {
        self.bound().find_map(|bound| match bound {
            Bound::Var(name, value) if *name == var => Some(value),
            _ => None,
        })
    }

    /// A symmetry that is bound.
    #[must_use]
    pub fn symmetry(&self, var: SymmetryVar) -> Option<Symmetry> {
        self.bound().find_map(|bound| match bound {
            Bound::Symmetry(name, symmetry) if *name == var => Some(*symmetry),
            _ => None,
        })
    }

    pub(crate) fn known(&self, term: TermId, place: K::Place) -> Option<Value<K>> {
        self.scope.memo.borrow().get(&(term, place)).cloned()
    }

    /// Keeps the value of a term. A set holds on to its names: it must not be held by them.
    pub(crate) fn keep(&self, term: TermId, place: K::Place, value: &Value<K>) {
        if !matches!(value, Value::Set(..)) {
            self.scope.memo.borrow_mut().insert((term, place), value.clone());
        }
    }
}
