//! One position: as a word, with its moves; what a strategy does there, and which forcing tree there is.
//!
//! A position of up to five men is a word of 64 bits ([`space`]), and its legal moves are words again ([`successors`]). Over such
//! words one question after the other is answered depth first ([`search`]), without the tables of a whole endgame: what a strategy
//! does, which tree there is, what is wrong with a move. A strategy that was asked about every position once is read from a file
//! ([`Compiled`]).
//!
//! Nothing here knows how claims are decided; who looks at every position begins here too ([`Domain`]).

mod compiled;
mod domain;
mod fold;
mod grow;
pub mod search;
pub mod space;
pub mod spread;
pub mod successors;
mod tree;

pub use compiled::{Answer, Compiled, Damaged, Entry, Making, Place};
pub use domain::{Domain, Squares};
pub use fold::{Answer as FoldedAnswer, Folded, Group, Reply, fold};
pub use grow::{Offers, grow};
pub use search::{Kept, Search};
pub use space::{Code, Space};
pub use tree::{
    FUEL, MAX_NODES, NoTree, Nodes, Refusal, Searched, Unconfirmed, Unfolds, made_move, slot_move, stopped,
};
