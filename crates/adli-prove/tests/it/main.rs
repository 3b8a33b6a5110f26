//! Verdicts and counts, against papers, second methods and mutants.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod advice;
mod common;
mod compiled;
mod defence;
mod heinz_again;
mod knkr;
mod knkr_again;
mod knkr_search;
mod krk;
mod measure;
mod mutants;
mod opponent_first;
mod planted;
mod recogniser_mutants;
mod recognisers;
mod second_method;
mod sentences;
mod suggest;
mod symmetry;
mod verdicts;
