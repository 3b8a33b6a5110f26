//! Texts with one thing wrong, repaired and proved again.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod repairs;
