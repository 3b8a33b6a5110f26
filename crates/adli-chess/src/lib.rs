//! Chess for endgames: squares, men, material, positions, moves and un-moves, notation and diagrams.
//!
//! A [`Setup`] is what somebody wrote down; a [`Position`] has been checked and is legal. Moves are made
//! with [`Position::legal_moves`] and [`Position::play`], and taken back with [`Position::unmoves`] and
//! [`Position::unplay`]. There is no castling in a position, and en passant is exact; a
//! [`GamePosition`] is one of a whole game, where somebody may still castle. [`laws`] says what is legal
//! a second time, slowly and plainly, to check the fast code by.
//!
//! ```
//! use adli_chess::{Diagram, Letters, Position};
//!
//! let position: Position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse()?;
//! println!("{}", Diagram::new(&position).text(Letters::Unicode));
//! for mv in position.legal_moves() {
//!     if position.play(mv).is_mate() {
//!         assert_eq!(position.san(mv), "Ra1#");
//!     }
//! }
//! # Ok::<(), adli_chess::NotAPosition>(())
//! ```
//!
//! The crate is pure: nothing prints, reads a file, a clock or the environment, and nothing panics.

pub mod attacks;
mod castling;
mod diagram;
mod epd;
mod fault;
mod fen;
pub mod laws;
mod legality;
mod man;
mod material;
mod moves;
mod not_a_move;
mod pgn;
mod placement;
mod position;
mod san;
mod setup;
mod square;
mod square_set;
mod symmetry;
mod uci;
mod unmoves;

pub use castling::GamePosition;
pub use diagram::{Diagram, Drawn, Letters, Mark, Style};
pub use epd::{Epd, NotEpd};
pub use fault::{Fault, NotAPosition};
pub use man::{Colour, Kind, Man};
pub use material::{MAX_MEN, Material, NotAMaterial};
pub use moves::{LegalMoves, Move};
pub use not_a_move::NotAMove;
pub use pgn::{Brush, Comment, Game, GameLine, GameMove, GameResult, Games, NotAGame, Unread};
pub use placement::{NotAPlacement, Place, Placement};
pub use position::Position;
pub use setup::Setup;
pub use square::{NotASquare, Square};
pub use square_set::{SquareSet, Squares};
pub use symmetry::Symmetry;
pub use unmoves::UnMove;
