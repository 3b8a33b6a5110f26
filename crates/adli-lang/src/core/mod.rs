//! Core terms, the language below the language: what a text means once it is checked, and what can be said of terms by
//! looking at them. Every method starts here.

mod arithmetic;
mod assumptions;
pub(crate) mod endgame;
pub(crate) mod levels;
mod parts;
pub(crate) mod program;
pub(crate) mod ranges;
pub(crate) mod recogniser;
mod scope;
mod sets;
pub mod term;
mod term_map;
pub(crate) mod terms;
pub mod visit;

pub use endgame::{Cast, Endgame, HeaderMan, MAX_SLOTS};
pub use levels::MAX_LEVELS;
pub use program::{
    Advice, Claim, ClaimKind, Constraint, Definition, Enumeration, Excepted, Guard, Key, Laws, MoveRule,
    OptionValue, Program, Proof, ProofException, Rest, Step, Strategy,
};
pub use ranges::{Range, Ranges};
pub use recogniser::{Answer, Branch, Decision, Demand, Recogniser, RecogniserRule};
pub use scope::{BoundName, Observed, Scope, Scopes};
pub use term_map::TermMap;
pub use terms::{Terms, Variable};
