//! Verdicts and counts, against papers, second methods and mutants.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod advice;
mod common;
mod compiled;
mod defence;
mod hand_over;
mod knkr;
mod knkr_again;
mod knkr_search;
mod krk;
mod mutants;
mod opponent_first;
mod planted;
mod second_method;
mod squares;
mod symmetry;
mod tally;
mod verdicts;
