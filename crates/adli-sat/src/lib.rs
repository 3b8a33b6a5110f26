//! Claims about endgame strategies as propositional problems.

mod cnf;
pub mod solver;

pub use cnf::Cnf;
