//! Claims about endgame strategies as propositional problems.

mod abstraction;
mod aig;
mod board;
mod calls;
mod circuit;
mod clauses;
mod cnf;
mod count;
mod eliminate;
mod evaluate;
mod glue;
mod moves;
mod names;
mod number;
mod play;
mod premises;
mod problem;
mod prove;
mod replay;
mod rules;
mod sets;
pub mod solver;
mod strategy;
mod suppose;
mod tables;
mod tidy;

pub use aig::{Aig, Gate, Wire};
pub use circuit::{Circuit, Refused};
pub use clauses::{Encoded, encode};
pub use cnf::Cnf;
pub use eliminate::eliminate;
pub use evaluate::Evaluator;
pub use problem::{Posed, pose};
pub use prove::{Tools, prove};
pub use replay::replay;
