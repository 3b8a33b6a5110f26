//! Sets of positions as binary decision diagrams.

mod atlas;
mod board;
mod counts;
mod decide;
mod evaluate;
mod field;
mod lines;
mod method;
mod moves;
mod number;
mod play;
mod reaches;
mod store;
mod strategy;
mod wins;

pub use atlas::Atlas;
pub use board::{Cast, cast, squares, state};
pub use counts::{Counted, SideCounts, WinSets, Zugzwangs, text_of};
pub use evaluate::Evaluator;
pub use field::Field;
pub use method::{BDD, Bdd};
pub use store::{BitOrder, Made, Refused, Room, Set, Store};
pub use wins::{Layers, Wins};
