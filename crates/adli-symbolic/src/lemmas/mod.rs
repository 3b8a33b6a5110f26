//! What follows from lemmas, whatever the words in them mean.
//!
//! To see whether lemmas imply a theorem it does not matter what `measure` is; it matters that it is a number, and that a lemma says that
//! it falls. So a play here is a row of positions of which nothing is known but atoms ([`Abstraction`]): the values of
//! definitions, the steps of strategies, who is on the board, whose move it is. What joins them (and, or, not, comparisons, sums)
//! keeps its meaning, and a definition is looked into as far as it is made of such joints.
//!
//! Every lemma is supposed at every position where it applies: at even ones, as far as the play goes ([`Premises`]). Besides the
//! lemmas four facts are used, which hold of all plays:
//!
//! - positions are legal, and in the first one everybody is at home;
//! - where the strategy has moved a step has applied;
//! - where there was a reply there was a move;
//! - who is not at home does not come back.
//!
//! If no such play has a property, then no play of the game has it: each play of the game is one of these, with the values that
//! its atoms have there.
//!
//! A theorem `S reaches mate from D by measure falls in 3 moves (..) except .. safe (..)` says that every play ends, and ends in mate
//! ([`Theorem`]). Four problems, none of which has a solution, show all of it but that plays end:
//!
//! - *begins*: a position of D that is not legal, not at home, or not the strategy's to move;
//! - *moves*: a position where the strategy is asked and no step applies;
//! - *home*: a round, a move and a reply, after which somebody is missing;
//! - *mate*: a position after an own move where the other side has no move and is not mated.
//!
//! That plays end is shown by each method in its own way: on one board by a play that is longer than any can be, on all boards by
//! a measure that falls within a few moves. How atoms are written is also the method's own, and is all that it brings: [`Atoms`].

mod abstraction;
mod premises;
mod theorem;

use std::fmt::Debug;
use std::hash::Hash;

use adli_chess::Kind;
use adli_lang::term::DefId;

use crate::algebra::{Algebra, Kinds, Made};
use crate::board::BoardId;

pub use abstraction::Abstraction;
pub use premises::{Play, Premises};
pub use theorem::{Problem, Theorem};

/// What a method brings: something that joins values, and new values of which nothing is known.
pub trait Atoms {
    /// Truth values.
    type Truth: Clone + Eq + Hash + Debug;
    /// What values are made of; one of several is a truth value for each.
    type Kinds: Kinds<Truth = Self::Truth, Enum = Vec<Self::Truth>, Position = BoardId, Place = ()>;
    /// What joins them.
    type Algebra: Algebra<Self::Kinds>;

    /// Whether products are among the joints that are looked into.
    const PRODUCTS: bool;

    /// What joins values.
    fn algebra(&mut self) -> &mut Self::Algebra;

    /// What the value of a definition is called at some positions, such as `p0.p1`.
    fn name(definition: &str, at: &str) -> String;

    /// A truth value.
    fn truth(&mut self, name: &str) -> Self::Truth;

    /// The number that a definition is, which the text calls so.
    fn number(
        &mut self,
        def: DefId,
        definition: &str,
        name: &str,
    ) -> Made<<Self::Kinds as Kinds>::Number, Self::Kinds>;

    /// One of so many values, for each whether it is that one.
    fn one_of(&mut self, name: &str, values: usize) -> Vec<Self::Truth>;

    /// What a man is who was of this kind in the header, for each kind whether it is that one.
    fn kinds(&mut self, kind: Kind, name: &str) -> Vec<Self::Truth>;

    /// That something follows from all of these.
    fn implied(&mut self, supposed: Vec<Self::Truth>, show: &Self::Truth) -> Made<Self::Truth, Self::Kinds> {
        let algebra = self.algebra();
        let supposed = algebra.all(supposed)?;
        let otherwise = algebra.not(&supposed)?;
        algebra.or(&otherwise, show)
    }

    /// A refusal, in words.
    fn refused(why: String) -> <Self::Kinds as Kinds>::Refused;
}

/// The refusal where a name stands for nothing.
fn unbound<A: Atoms>() -> <A::Kinds as Kinds>::Refused {
    A::refused("the term has no value here".into())
}
