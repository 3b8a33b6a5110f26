//! The rules of chess, against the laws, against another move generator and by counting.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod common;
mod cozy;
mod diagrams;
mod fen;
mod games;
mod growth;
mod laws;
mod notation;
mod perft;
mod pgn;
mod positions;
mod unmoves;
