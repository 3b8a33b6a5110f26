//! What a text does not say yet, found and proved: a quantity that falls with every move of a strategy and every reply.
//!
//! Proposals are put to whatever methods are handed over, as lemmas like any other.

mod measure;

pub use measure::{Measure, MeasureError, MeasureRequest, Opposed, Panel, find_measure};
