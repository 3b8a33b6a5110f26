//! A real server on a loopback port, and clients of every kind.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stdout, reason = "figures are told")]

mod answers;
mod client;
mod jobs;
mod limits;
mod load;
mod pages;
mod safety;
mod tools;
