//! Claims about endgame strategies as propositional problems.
//!
//! A lemma says something of every position, or of every play of a few moves. There are finitely many, so that "there is a play
//! against which the lemma fails" is a question about finitely many bits. It is written as a circuit ([`Circuit`]), the
//! circuit as clauses ([`encode`], [`eliminate`]), and a solver looks for a solution ([`solver`]). If it finds none, its proof is
//! checked by a program that knows nothing of all this, and the lemma is proved ([`prove`]); if it finds one, the plain
//! interpreter replays it ([`adli_claims::Replay`]), and the lemma is refuted.
//!
//! What has to be believed is that the clauses say what the lemma says. Therefore the laws of chess come from `laws.adv` alone, the
//! circuits are compared with the interpreter on every position ([`Evaluator`]), and problems may leave something out but
//! never add anything.

mod abstraction;
mod ahead;
mod aig;
mod board;
mod circuit;
mod clauses;
mod cnf;
mod count;
mod desk;
mod diagram;
mod eliminate;
mod evaluate;
mod glue;
mod moves;
mod number;
mod play;
mod premises;
mod problem;
mod prove;
mod rules;
pub mod solver;
mod strategy;
mod suppose;
mod tables;
mod tidy;
mod wires;

pub use aig::{Aig, Gate, Wire};
pub use circuit::{Circuit, Refused};
pub use clauses::{Encoded, encode};
pub use cnf::Cnf;
pub use desk::{NamedProblem, Tools, problems};
pub use eliminate::eliminate;
pub use evaluate::Evaluator;
pub use problem::{Posed, pose};
pub use prove::{AHEAD, SAT, Sat, prove};
