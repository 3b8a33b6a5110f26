//! Squares, men, material, positions, moves and un-moves, notation and diagrams.

mod man;
mod material;
mod square;
mod square_set;
mod symmetry;

pub use man::{Colour, Kind, Man};
pub use material::{MAX_MEN, Material, NotAMaterial};
pub use square::{NotASquare, Square};
pub use square_set::{SquareSet, Squares};
pub use symmetry::Symmetry;
