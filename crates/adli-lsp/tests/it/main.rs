//! The server driven over its protocol, in this process: each feature once, orders and rubbish, random edits.

mod client;
mod edits;
mod features;
mod proofs;
mod rubbish;
