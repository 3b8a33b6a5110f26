//! Decides formulas of linear arithmetic of integers, with certificates.
//!
//! A text in SMT-LIB ([`read`]) or formulas that were put together by hand ([`Formulas`]) become a problem of clauses and inequalities ([`Formulas::encode`]). [`decide`]
//! finds a solution, which is checked, or lines of linear arithmetic that show that there is none; [`certify`] makes a certificate of these, which `adli-farkas`
//! checks, a program that knows nothing of what is here. [`prove`] does all of it.
//!
//! ```
//! use adli_linear::{Allowed, Decided, decide, read};
//! use adli_watch::Unwatched;
//!
//! let text = "(declare-const x Int) (assert (< 2 (* 3 x) 5)) (check-sat)";
//! let formulas = read(text, &Default::default()).unwrap();
//! let encoded = formulas.encode().unwrap();
//! let (decided, _) = decide(&encoded.problem, &Allowed::default(), &Unwatched);
//! assert!(matches!(decided, Decided::Solution(integers, _) if integers == [1]));
//! ```

mod certify;
mod clauses;
mod coq;
mod decide;
mod formula;
mod guard;
mod prove;
mod ratio;
mod simplex;
mod smtlib;
mod theory;

pub use adli_farkas::{Checked, Line, Lines, Problem};
pub use certify::{NoCertificate, certify};
pub use clauses::{Encoded, Model};
pub use coq::write_goals;
pub use decide::{Allowed, Decided, Work, decide};
pub use formula::{Formula, Formulas, Number, Refused};
pub use prove::{Files, Trouble, Verdict, problem_of, prove};
pub use smtlib::{Limits, Mistake, read};
