//! Claims about endgame strategies as propositional problems.

mod cnf;

pub use cnf::Cnf;
