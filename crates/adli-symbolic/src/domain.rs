//! What the walk does not know by itself: positions, what may be supposed, how quantifiers over moves are dealt with.

use adli_chess::Symmetry;
use adli_lang::Program;
use adli_lang::term::{DefId, MoveVar, PosId, Quantifier, Slot, Slots, TermId};

use crate::algebra::{Algebra, Kinds, Made};
use crate::env::{Env, Value};

/// What is seen of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sight {
    /// The file of a man, a number; 0 where he has been captured.
    File(Slot),
    /// The rank of a man, likewise.
    Rank(Slot),
    /// Whether a man is on the board.
    Alive(Slot),
    /// What a man is, a value of an enumeration.
    Kind(Slot),
    /// Whose move it is, a value of an enumeration.
    Turn,
    /// The square for taking in passing.
    Passing,
}

/// A quantifier over moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OverMoves {
    /// What it computes.
    pub op: Quantifier,
    /// From where.
    pub from: PosId,
    /// Whose moves.
    pub men: Slots,
    /// The name of the move.
    pub name: MoveVar,
    /// What is asked of each.
    pub body: TermId,
}

/// A call of a definition: its positions and its arguments.
pub type Call<K> = (DefId, Vec<<K as Kinds>::Position>, Vec<Value<K>>);

/// Where terms are evaluated.
pub trait Domain<'p, K: Kinds>: Sized {
    /// What joins values.
    type Algebra: Algebra<K>;

    /// The program whose terms these are.
    fn program(&self) -> &'p Program;

    /// What joins values.
    fn algebra(&mut self) -> &mut Self::Algebra;

    /// The values of the program's options.
    fn options(&self) -> &[i32];

    /// The refusal of a term in which a name stands for nothing, or for something of another sort.
    fn unbound() -> K::Refused;

    /// The same men with the other side to move.
    fn passed(&mut self, at: K::Position) -> Made<K::Position, K>;

    /// A position turned round.
    fn image(&mut self, at: K::Position, by: Symmetry) -> Made<K::Position, K>;

    /// What is seen of a position, of the sort that [`Sight`] says.
    fn see(&mut self, sight: Sight, at: K::Position) -> Made<Value<K>, K>;

    /// All parts, or one of them; `Walk::plain_junction` where a part may suppose nothing of the others.
    fn junction(&mut self, parts: &[TermId], all: bool, names: &Env<K>) -> Made<K::Truth, K>;

    /// The value of a quantifier over moves.
    fn over_moves(&mut self, term: TermId, over: OverMoves, names: &Env<K>) -> Made<Value<K>, K>;

    /// The value of what only some domains know: steps, what a strategy allows, forcing trees, tables.
    fn ask(&mut self, term: TermId, names: &Env<K>) -> Made<Value<K>, K>;

    /// Where values are worked out now.
    fn place(&self) -> K::Place;

    /// Before a value is worked out: whether there is room for more.
    fn enter(&mut self) -> Made<(), K> {
        Ok(())
    }

    /// After a value has been worked out.
    fn leave(&mut self) {}

    /// Notes that a given position is looked at.
    fn looks_at(&mut self, _at: K::Position) {}

    /// The value of a term that the domain has, or will have, without a walk.
    fn known(&mut self, _term: TermId, _names: &Env<K>) -> Made<Option<Value<K>>, K> {
        Ok(None)
    }

    /// Names among which a fact is true, until it is forgotten. What is worked out among them is used only where it is.
    fn suppose(&mut self, _fact: &K::Truth, names: &Env<K>) -> Env<K> {
        names.clone()
    }

    /// Takes back the last fact that was supposed.
    fn forget(&mut self) {}

    /// Whether a square is in a set, if that is known without a walk.
    fn is_member(&mut self, _square: (&K::Number, &K::Number), _set: TermId) -> Made<Option<K::Truth>, K> {
        Ok(None)
    }

    /// The value of a definition at some positions, if it need not be looked into. Asked before its arguments are.
    fn called(&mut self, _def: DefId, _at: &[K::Position]) -> Made<Option<Value<K>>, K> {
        Ok(None)
    }

    /// The value of a call that was kept.
    fn kept(&self, _call: &Call<K>) -> Option<Value<K>> {
        None
    }

    /// Keeps the value of a call, if it comes up again.
    fn keep(&mut self, _call: Call<K>, _value: &Value<K>) {}
}
