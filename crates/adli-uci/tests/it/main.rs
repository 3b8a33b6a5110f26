//! Dialogues of chess programs with the engine.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod client;
mod dialogues;
mod protocol;
