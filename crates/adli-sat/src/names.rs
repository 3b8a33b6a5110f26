//! What names stand for while a term becomes a circuit.

use std::cell::RefCell;
use std::rc::Rc;

use adli_lang::term::{MoveVar, SymmetryVar, TermId, VarId};

use crate::board::BoardId;
use crate::circuit::Value;
use crate::hash::HashMap;

/// What names stand for: the positions of a definition, then whatever is bound inside.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) inner: Rc<Scope>,
}

#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) given: Vec<BoardId>,
    bound: Option<(Bound, Names)>,
    /// The values of terms so far.
    pub(crate) memo: RefCell<HashMap<TermId, Value>>,
}

#[derive(Debug)]
pub(crate) enum Bound {
    Var(VarId, Value),
    Move(MoveVar, BoardId),
    Symmetry(SymmetryVar, usize),
}

// Names are as good as equal only if they are the same.
impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}
impl Eq for Names {}
impl std::hash::Hash for Names {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (Rc::as_ptr(&self.inner) as usize).hash(state);
    }
}

impl Names {
    pub(crate) fn given(given: Vec<BoardId>) -> Names {
        Names { inner: Rc::new(Scope { given, bound: None, memo: RefCell::default() }) }
    }

    pub(crate) fn bind(&self, bound: Bound) -> Names {
        let given = self.inner.given.clone();
        Names {
            inner: Rc::new(Scope { given, bound: Some((bound, self.clone())), memo: RefCell::default() }),
        }
    }

    /// The position after a move that is bound.
    pub(crate) fn after(&self, mv: MoveVar) -> Option<BoardId> {
        self.bound().filter_map(Bound::as_move).find(|(name, _)| *name == mv).map(|(_, board)| board)
    }

    pub(crate) fn bound(&self) -> impl Iterator<Item = &Bound> {
        let mut next = self.inner.bound.as_ref();
        std::iter::from_fn(move || {
            let (bound, rest) = next?;
            next = rest.inner.bound.as_ref();
            Some(bound)
        })
    }
}

impl Bound {
    pub(crate) fn as_move(&self) -> Option<(MoveVar, BoardId)> {
        if let Bound::Move(name, board) = self { Some((*name, *board)) } else { None }
    }

    pub(crate) fn copy(&self) -> Bound {
        match self {
            Bound::Var(name, value) => Bound::Var(*name, value.clone()),
            Bound::Move(name, board) => Bound::Move(*name, *board),
            Bound::Symmetry(name, number) => Bound::Symmetry(*name, *number),
        }
    }
}
