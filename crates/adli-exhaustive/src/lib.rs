//! The exhaustive method: claims decided by looking at every position.
//!
//! A checked text ([`adli_lang::Program`]) makes claims. [`Exhaustive`] decides each of them by applying the strategy to every
//! position that the claim speaks of; [`prove`] has it asked about all claims of a text. The answer is a
//! [`Report`](adli_claims::Report), which is data; a command line turns it into text or JSON.
//!
//! ```
//! use adli_claims::{Options, Unwatched, Verdict};
//! use adli_exhaustive::prove;
//! use adli_lang::{Sources, check};
//!
//! let mut sources = Sources::library();
//! let source = sources.add("mine", "endgame KRK White K R v Black k query n: count positions where mate");
//! let checked = check(&sources, source, &[]);
//! let report = prove("mine", &checked.programs, &Options::default(), &Unwatched);
//! assert_eq!(report.claims[0].verdict, Verdict::Proved);
//! assert_eq!(report.claims[0].number, Some(216));
//! ```
//!
//! What has been worked out for whole endgames answers other questions too: about single positions, where a search gives up
//! ([`Asking`]), about the longest defence ([`with_defence`]) and all play of a strategy ([`Outlooks`]), about rules that never apply ([`idle_rules`]), as a table of
//! moves ([`compile`]), as the moves that are left ([`moves_left`]), and by the squares from which a claim fails ([`failing_by_square`]).
//!
//! The crate is pure: nothing prints, reads a file, a clock or the environment. Whoever calls hands over a
//! [`Watch`](adli_claims::Watch), which is told of progress and asked whether to go on.

mod advice;
mod asking;
mod columns;
mod compile;
mod defence;
mod engine;
mod fold;
mod ground;
mod idle;
mod ledger;
mod left;
mod longest;
mod moves;
mod outlooks;
mod plays;
mod prove;
mod reaches;
mod replay;
mod rounds;
mod single;
mod squares;
mod survey;
mod universe;
mod ways;

pub use asking::Asking;
pub use compile::compile;
pub use defence::{Defence, Outlook, with_defence};
pub use idle::{Idle, Why, idle_rules};
pub use left::{met_in_play, moves_left};
pub use outlooks::{Asked, Outlooks};
pub use prove::{EXHAUSTIVE, Exhaustive, prove};
pub use squares::failing_by_square;

#[cfg(test)]
mod conformance;
