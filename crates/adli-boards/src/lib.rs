//! Every position of a board of a given size: `adli prove krk --size 10`.
//!
//! The exhaustive method proper works on columns of 64 squares and knows chess alone. This one is small and plain: core terms become
//! a graph of whole numbers ([`graph`], [`compile`]), which is asked about one position after the other ([`run`]); moves are
//! those of the text's laws. Nothing of it is shared with the other methods but the terms it starts from and the replay of failures, so
//! that at size eight it is one more opinion about their counts.
//!
//! It takes three men, or four where the board is small, no pawns and no two like men; and of claims those about
//! positions, plays and strategies that reach mate, and queries. What it does not take is *not run*, with the reason.

mod board;
mod claims;
mod compile;
mod followers;
mod graph;
mod method;
mod moves;
mod plays;
mod reaches;
mod run;

pub use board::MAX_SIZE;
pub use method::{BOARDS, Boards};
