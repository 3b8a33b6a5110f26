//! Tables, against published figures, and damaged ones.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod audit;
mod changed_files;
mod five_men;
mod hostile_files;
mod index;
#[path = "../plants/mod.rs"]
mod planted;
mod plants;
mod published;
