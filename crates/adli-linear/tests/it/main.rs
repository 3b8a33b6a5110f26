//! Tests of the reader, the search and the certificates.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod made_up;
mod reading;
mod verdicts;
