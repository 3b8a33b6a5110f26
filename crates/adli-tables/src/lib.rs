//! Solves chess endgames: dense index, retrograde solver, table files, probing, auditing, statistics.

mod audit;
mod error;
mod geometry;
pub mod layout;
mod legal;
mod probe;
mod score;
mod solve;
pub mod stats;

pub use audit::{Audit, Wrong, audit};
pub use error::TableError;
pub use probe::{Known, Scores, probe};
pub use score::{Score, Value};
pub use solve::{Progress, Rows, Solved, Unwatched, converts_into, memory_ceiling, solve, solve_all, solve_order, units};
