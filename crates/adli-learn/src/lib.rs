//! What tells some positions from others, in the words of a text: conditions, and the conjunction of a few of them that holds for
//! many positions of one kind and for none of another.
//!
//! [`features`] has the conditions: those of the text, those that it asks already, and a standard set. [`Told`] is the text that knows
//! them, so that whoever evaluates terms can ask them of positions. [`best_rule`] searches. What comes out is a guess that was made
//! from the positions at hand: whoever shows it has it proved first.

mod features;
mod learn;
mod told;

pub use features::{Feature, binds_loosely, features};
pub use learn::{Entry, Literal, WORDS, best_rule, satisfies};
pub use told::{Told, with_geometry};
