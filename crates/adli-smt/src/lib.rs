//! Claims about endgame strategies on boards of every size, as problems of linear arithmetic.
//!
//! The laws of chess know nothing of eight: files and ranks are numbers from 1 to the size of the board, distances are differences, and what a
//! strategy says of them is sums and comparisons. So "there is a play against which the lemma fails, on a board of some size" is a
//! formula of linear arithmetic over the whole numbers, in which the size is one variable more. If it has no solution, the lemma holds on
//! all boards at once; if it has one, that is a board, and a play on it.
//!
//! From the bottom up: a [`formula`] is a graph in which equal ones are made once; positions (`board`) and terms (`logic`, `terms`) become
//! formulas, which mean exactly what the terms mean, quantifiers over the squares of a line included; a claim is a `problem` about
//! positions of a play; its quantifiers become variables and finitely many cases (`instances`); it is written as SMT-LIB (`text`) and handed
//! to programs ([`solver`]); and the `method` makes verdicts of their answers.
//!
//! What has to be believed is that the formulas say what the lemma says; that they have no solution is certified (`adli-linear`), unless other solvers are asked. Therefore the laws come from
//! `laws.adv` alone; the formulas are compared with the interpreter ([`Evaluator`]); a problem may say less than the negation of the
//! claim, never more; a model is put into the formulas, and the line that it shows is replayed by the interpreter on a board of that size; and
//! a verdict that rests on what other solvers say is not called a proof.

mod board;
mod evaluate;
pub mod formula;
mod instances;
mod lemmas;
mod logic;
mod method;
mod problem;
pub mod solver;
mod terms;
mod text;

pub use adli_linear::Encoded;
pub use evaluate::Evaluator;
pub use logic::Refused;
pub use method::{Asks, Places, SMT, See, Smt, problems};
pub use problem::Sizes;
