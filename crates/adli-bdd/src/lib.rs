//! Sets of positions as binary decision diagrams.

mod atlas;
mod board;
mod compare;
mod counts;
mod decide;
mod evaluate;
mod field;
mod file;
mod lines;
mod method;
mod moves;
mod named;
mod number;
mod play;
mod reaches;
mod store;
mod strategy;
mod wins;

pub use atlas::Atlas;
pub use board::{Cast, cast, squares, state};
pub use compare::{Compared, Difference, Relation};
pub use counts::{Counted, SideCounts, WinSets, Zugzwangs, text_of};
pub use evaluate::Evaluator;
pub use field::Field;
pub use file::{MOST_BYTES, NotASet, SetFile, read_dddmp, write_dddmp, write_dot};
pub use method::{BDD, Bdd};
pub use named::{Named, Unnamed};
pub use store::{BitOrder, Made, Refused, Room, Set, Store};
pub use wins::{Layers, Wins};
