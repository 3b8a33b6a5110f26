//! Claims about endgame strategies: the exhaustive method and the one for recognisers that decide them, and the reports of every method.
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
mod extent;
mod idle;
mod limit;
mod longest;
mod measure;
mod options;
mod plays;
mod prove;
mod reaches;
mod recognise;
mod replay;
mod report;
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
mod words;

pub use adli_tables::By;

pub use advice::{Asking, NoTree, Refusal, Searched, Unconfirmed};
pub use compiled::{Answer, Compiled, Damaged, compile};
pub use defence::{Defence, Outlook, with_defence};
pub use idle::{Idle, Why, idle_rules};
pub use limit::{Limit, Work};
pub use measure::{Measure, MeasureError, MeasureRequest, Opposed, find_measure};
pub use options::{Options, Unwatched, Watch};
pub use prove::{expect, kind, prove, prove_with};
pub use recognise::soundness;
pub use report::{
    Answered, Certified, ClaimReport, CnfSize, Extent, Failure, Failures, Kind, Left, LineMove, Method,
    Outcome, PlayedTree, ProblemReport, Quality, Reason, Recognised, Report, RuleAnswers, RuleReport, Unit,
    Verdict,
};
pub use suggest::{Decided, Proposal, SuggestError, SuggestRequest, Suggested, suggest_rules};
pub use words::grouped;
