//! Two methods that look at every position: the exhaustive one, and the scan of a table for recognisers.
//!
//! A checked text ([`adli_lang::Program`]) makes claims. [`prove`] decides each of them by the exhaustive
//! method: it applies the strategy to every position that the claim speaks of. The answer is a [`Report`],
//! which is data; a command line turns it into text or JSON.
//!
//! ```
//! use adli_lang::{Sources, check};
//! use adli_prove::{Options, Unwatched, Verdict, prove};
//!
//! let mut sources = Sources::library();
//! let source = sources.add("mine", "endgame KRK White K R v Black k query n: count positions where mate");
//! let checked = check(&sources, source, &[]);
//! let report = prove("mine", &checked.programs, &Options::default(), &Unwatched);
//! assert_eq!(report.claims[0].verdict, Verdict::Proved);
//! assert_eq!(report.claims[0].number, Some(216));
//! ```
//!
//! The crate is pure: nothing prints, reads a file, a clock or the environment. Whoever calls hands over a
//! [`Watch`], which is told of progress and asked whether to go on.

mod advice;
mod columns;
mod compiled;
mod defence;
mod idle;
mod longest;
mod measure;
mod plays;
mod prove;
mod reaches;
mod recognise;
mod replay;
mod search;
mod single;
mod space;
mod spread;
mod successors;
mod suggest;
mod survey;
mod symmetry;
mod tables;
mod universe;
mod ways;

pub use adli_claims::{
    Answered, By, Certified, ClaimReport, CnfSize, Extent, Failure, Failures, Kind, Left, Limit, LineMove,
    Options, Outcome, PlayedTree, ProblemReport, Quality, Reason, Recognised, Report, RuleAnswers,
    RuleReport, Unit, Unwatched, Verdict, Watch, Work, grouped,
};

pub use advice::{Asking, NoTree, Refusal, Searched, Unconfirmed};
pub use compiled::{Answer, Compiled, Damaged, compile};
pub use defence::{Defence, Outlook, with_defence};
pub use idle::{Idle, Why, idle_rules};
pub use measure::{Measure, MeasureError, MeasureRequest, Opposed, find_measure};
pub use prove::{EXHAUSTIVE, Exhaustive, prove, prove_with};
pub use recognise::{TABLE_SCAN, TableScan, soundness};
pub use suggest::{Decided, Proposal, SuggestError, SuggestRequest, Suggested, suggest_rules};
pub use tables::TableSource;
