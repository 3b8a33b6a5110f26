//! Claims about endgame strategies as propositional problems.
//!
//! A lemma says something of every position, or of every play of a few moves. There are finitely many, so that "there is a play
//! against which the lemma fails" is a question about finitely many bits. It is written as a circuit (`circuit`), the
//! circuit as clauses (`clauses`), and a solver looks for a solution ([`solver`]). If it finds none, its proof is
//! checked by a program that knows nothing of all this, and the lemma is proved ([`prove`]); if it finds one, the plain
//! interpreter replays it ([`adli_claims::Replay`]), and the lemma is refuted.
//!
//! From the bottom up: gates (`aig`) become `clauses`; positions (`board`) and terms (`wires`, `circuit`, with a `diagram` for what looks
//! far ahead) become gates; a claim is a `problem` about positions of a play, or follows from `lemmas`; a [`solver`] answers, and the
//! `method` makes certificates and verdicts of the answers.
//!
//! What has to be believed is that the clauses say what the lemma says. Therefore the laws of chess come from `laws.adv` alone, the
//! circuits are compared with the interpreter on every position ([`Evaluator`]), and problems may leave something out but
//! never add anything.

mod aig;
mod board;
mod circuit;
mod clauses;
mod diagram;
mod evaluate;
mod lemmas;
mod method;
mod problem;
pub mod solver;
mod wires;

pub use clauses::Cnf;
pub use evaluate::Evaluator;
pub use method::{AHEAD, NamedProblem, SAT, Sat, Tools, problems, prove};
pub use problem::{Posed, pose};
pub use wires::Refused;
