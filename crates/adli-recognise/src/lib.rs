//! The scan: claims about recognisers and values, decided by comparing rules with a table row by row; and rules that a
//! recogniser lacks, learnt from the table and proved.
//!
//! [`TableScan`] is the method. [`suggest_rules`] proposes rules; whether they are right is decided by whatever methods it is
//! handed.

mod recognise;
mod suggest;

pub use recognise::{TABLE_SCAN, TableScan, soundness};
pub use suggest::{Decided, Proposal, SuggestError, SuggestRequest, Suggested, suggest_rules};
