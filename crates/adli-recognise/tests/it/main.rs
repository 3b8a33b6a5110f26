//! Recognisers against tables, second programs and mutants; rules that are proposed for them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod common;
mod heinz_again;
mod recogniser_mutants;
mod recognisers;
mod sentences;
mod suggest;
