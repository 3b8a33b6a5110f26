//! Checks proofs that a set of clauses has no model.
//!
//! The clauses come as DIMACS text, the proof in the LRAT format, as text or binary. [`check_proof`] accepts it
//! only if every step is right and one of them is the empty clause; the head of `checker.rs` argues why that is
//! enough. Nothing else has to be believed: not the solver that found the proof, and not the program that
//! made the clauses, except that the clauses say what they are meant to say.
//!
//! ```
//! use adli_lrat::{Limits, Problem, check_proof};
//!
//! // Either 1 or 2, not both, and both the same: impossible.
//! let limits = Limits::default();
//! let cnf = "p cnf 2 4\n 1 2 0\n -1 -2 0\n 1 -2 0\n -1 2 0\n";
//! let problem = Problem::read(cnf.as_bytes(), &limits).unwrap();
//! let proof = "5 1 0 1 3 0\n6 0 5 2 4 0\n";
//! assert_eq!(check_proof(&problem, proof.as_bytes(), &limits).unwrap().steps, 2);
//! let wrong = "5 1 0 1 4 0\n6 0 5 2 4 0\n";
//! assert!(check_proof(&problem, wrong.as_bytes(), &limits).is_err());
//! ```
//!
//! The crate is pure: it reads what it is handed. No input makes it panic, loop, or use more memory than
//! [`Limits`] allow.

mod bytes;
mod checker;
mod clauses;
mod convert;
mod dimacs;
mod fault;
mod literal;
mod numbers;
mod steps;
mod used;

pub use checker::{Checked, check_proof};
pub use convert::sort_proof;
pub use dimacs::Problem;
pub use fault::{Fault, Wrong};
pub use numbers::proof_numbers;
pub use used::used_clauses;

/// How much an input may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of memory for the clauses that are held at a time.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 4 << 30 }
    }
}
