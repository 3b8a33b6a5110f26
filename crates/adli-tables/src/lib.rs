//! Solves chess endgames: dense index, retrograde solver, table files, probing, auditing, statistics.

#![forbid(unsafe_code)]

mod audit;
mod cache;
mod codec;
mod error;
mod file;
mod geometry;
mod known;
pub mod layout;
mod legal;
mod loaded;
mod probe;
mod raw;
mod score;
mod solve;
pub mod stats;
mod store;

pub use adli_watch::{By, Unwatched, Watch};

pub use audit::{Audit, Wrong, audit};
pub use error::TableError;
pub use file::{TableFile, write_table};
pub use known::{Known, Rows};
pub use loaded::Loaded;
pub use probe::{Table, Tables, probe};
pub use raw::{Scores, Shape};
pub use score::{Score, Value};
pub use solve::{Solved, converts_into, memory_ceiling, solve, solve_all, solve_order, units};
pub use store::{Opened, Store, WriteLock};
