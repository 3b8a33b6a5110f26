//! Checks proofs that clauses over linear inequalities of integers have no model.
//!
//! A problem ([`Problem`]) is a list of clauses, as DIMACS writes them, in which some of the variables stand for inequalities such as
//! `3 x5 - 2 x7 <= 4`. The certificate is two files: lines of linear arithmetic, each of them a clause that holds for all integers
//! because multiples of a few inequalities add up to `0 <= -1`, and an LRAT proof that the clauses of the problem and those of
//! the lines cannot all hold. [`check`] accepts it only if every line and every step is right; the head of `checker.rs`
//! argues why that is enough. Neither chess nor SMT-LIB is known here.
//!
//! ```
//! use adli_farkas::{Limits, Problem, check};
//!
//! // x1 is less than x2 (variable 1), x2 less than x1 (variable 2): one cannot have both.
//! let text = "p linear 2 2 2 2\na 1 1 x1 -1 x2 <= -1\na 2 -1 x1 1 x2 <= -1\n1 0\n2 0\n";
//! let limits = Limits::default();
//! let problem = Problem::read(text.as_bytes(), &limits).unwrap();
//! // Once the one and once the other: 0 <= -2.
//! let lines = "p farkas 0 1\n1 -1 1 -2 0\n";
//! let proof = "4 0 1 2 3 0\n";
//! assert_eq!(check(&problem, lines.as_bytes(), proof.as_bytes(), &limits).unwrap().lines, 1);
//! // With twice the second nothing cancels.
//! let wrong = "p farkas 0 1\n1 -1 2 -2 0\n";
//! assert!(check(&problem, wrong.as_bytes(), proof.as_bytes(), &limits).is_err());
//! ```
//!
//! The crate is pure: it reads what it is handed. No input makes it panic, loop, or use more memory than [`Limits`] allow by more than
//! a small factor.

mod atom;
mod checker;
mod fault;
mod lines;
mod problem;
mod words;

pub use adli_lrat::Limits;
pub use atom::Atom;
pub use checker::{Checked, check, check_lines};
pub use fault::{Fault, Wrong};
pub use lines::{Line, Lines};
pub use problem::Problem;
