//! Solves chess endgames: dense index, retrograde solver, table files, probing, auditing, statistics.

mod geometry;
pub mod layout;
mod legal;
mod score;
mod solve;

pub use score::{Score, Value};
pub use solve::{Progress, Rows, SolveError, Solved, Unwatched, converts_into, solve};
