//! The server driven over its protocol, in this process: each feature once, orders and rubbish, random edits.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod client;
mod edits;
mod features;
mod growth;
mod proofs;
mod rubbish;
mod unread;
