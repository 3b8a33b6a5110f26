//! Sets of positions as binary decision diagrams.

mod atlas;
mod board;
mod moves;
mod number;
mod store;
mod strategy;
mod wins;

pub use atlas::Atlas;
pub use board::{Cast, cast, squares, state};
pub use store::{BitOrder, Made, Refused, Room, Set, Store};
pub use wins::{Layers, Wins};
