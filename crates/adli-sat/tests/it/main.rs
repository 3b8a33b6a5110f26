//! Lemmas as problems of SAT, against the interpreter and against the exhaustive method.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod conformance;
mod solvers;
mod verdicts;
