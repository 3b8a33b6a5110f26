//! An engine for chess programs, by the protocol UCI: it plays a strategy, a table of advice, a compiled table, or best play.
//!
//! ```text
//! program                         engine
//! position fen .. moves ..
//! go movetime 1000       ---->    info string squeeze, rule 3 of 9 of `mj`: move R where ..
//!                        <----    info depth 1 multipv 1 score mate 12 pv b1b5
//!                                 bestmove b1b5
//! ```
//!
//! Three threads, so that none waits for another ([`Engine`]): the caller's reads lines, another looks for
//! the move, a third looks at the clock. A
//! legal move is at hand from the beginning and better ones replace it, so that the end of the time is
//! answered at once, whatever
//! the work is doing at that moment, and `stop` within half a second, as soon as rules or tables have given a
//! move. An arbitrary move is never
//! played without a word.
//!
//! What is said is what is known. `score mate` comes from a table, or from all plays of the strategy ([`adli_workbench::Plays`]); where neither says
//! anything there is no score.

#![forbid(unsafe_code)]

mod command;
mod desk;
mod engine;
mod options;
mod supplies;
mod task;
mod think;

pub use engine::Engine;
pub use options::Options;
pub use supplies::{Supplies, Values};
