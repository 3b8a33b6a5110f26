//! Sets of positions as binary decision diagrams.
//!
//! A set of positions is a question about bits: six for each man. Its diagram asks them in a fixed order and shares whatever is asked twice, so that two
//! sets are the same just if their diagrams are, and sets of millions of positions take some thousand nodes. What a text says
//! becomes such sets ([`Atlas`]) by the walk over terms that other methods use too, the laws of chess included. With them claims are decided
//! ([`Bdd`]), endgames are solved by the construction of Hurd's paper ([`Wins`]), and definitions are compared ([`Compared`]).
//!
//! Nothing is believed of tables here, and nothing is certified: a diagram is as good as the engine that made it. What is known about that is in the
//! tests: the interpreter, the exhaustive method, tables, the paper and a second engine say the same.

mod atlas;
mod board;
mod compare;
mod counts;
mod decide;
mod describe;
mod domain;
mod evaluate;
mod faults;
mod field;
mod file;
mod keeps;
mod layers;
mod lines;
mod method;
mod moves;
mod named;
mod number;
mod play;
mod reaches;
mod refused;
mod relation;
mod rules;
mod store;
mod strategy;
mod wins;

pub use atlas::Atlas;
pub use board::{Cast, cast, squares, state};
pub use compare::{Compared, Difference, Relation};
pub use counts::{Counted, SideCounts, WinSets, Zugzwangs, text_of};
pub use describe::describe;
pub use evaluate::Evaluator;
pub use field::Field;
pub use file::{MOST_BYTES, NotASet, SetFile, read_dddmp, write_dddmp, write_dot};
pub use layers::LayerText;
pub use method::{BDD, Bdd};
pub use named::{Named, Unnamed};
pub use relation::{Layers, Wins};
pub use store::{BitOrder, Made, Refused, Room, Set, Store};
