//! Claims about endgame strategies as propositional problems.

mod abstraction;
mod aig;
mod board;
mod circuit;
mod clauses;
mod cnf;
mod count;
mod eliminate;
mod evaluate;
mod glue;
mod moves;
mod number;
mod play;
mod problem;
mod prove;
mod replay;
mod sets;
pub mod solver;
mod strategy;
mod tables;

pub use aig::{Aig, Gate, Wire};
pub use circuit::{Circuit, Refused};
pub use clauses::{Encoded, encode};
pub use cnf::Cnf;
pub use eliminate::eliminate;
pub use evaluate::Evaluator;
pub use problem::{Posed, pose};
pub use prove::{Tools, prove};
pub use replay::replay;
