//! Squares, men, material, positions, moves and un-moves, notation and diagrams.

pub mod attacks;
mod fault;
pub mod laws;
mod man;
mod material;
mod moves;
mod not_a_move;
mod position;
mod setup;
mod square;
mod square_set;
mod symmetry;
mod uci;
mod unmoves;

pub use fault::{Fault, NotAPosition};
pub use man::{Colour, Kind, Man};
pub use material::{MAX_MEN, Material, NotAMaterial};
pub use moves::{LegalMoves, Move};
pub use not_a_move::NotAMove;
pub use position::Position;
pub use setup::Setup;
pub use square::{NotASquare, Square};
pub use square_set::{SquareSet, Squares};
pub use symmetry::Symmetry;
pub use unmoves::UnMove;
