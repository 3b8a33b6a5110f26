//! The language: what it means, what it refuses, and how it says so.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod boards;
mod diagnostics;
mod grammar;
mod growth;
mod imports;
mod language_page;
mod laws;
mod layout;
mod letters;
mod library;
mod meaning;
mod messages;
mod mistakes;
mod robustness;
