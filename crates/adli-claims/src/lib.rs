//! Claims about endgame strategies: what a method is, what a verdict is, and the one replay of failures.
//!
//! A checked text ([`adli_lang::Program`]) makes claims. A [`Method`] decides some of them; [`drive`] goes over programs and
//! claims, asks the method, has the lemmas proved on which a claim rests, and compares with what the text expects. What comes
//! out is a [`Report`], which is data; a command line turns it into text or JSON.
//!
//! **A verdict cannot lie.** A method answers with a [`Decision`]. *Holds* carries the evidence. *Fails* carries a
//! [`Refutation`], and there is none without a [`Failure`] that the plain interpreter has replayed: only [`Replay`] can make
//! one. Whatever ends the work before that is a [`Limit`], and the claim is unknown. The verdict of a [`ClaimReport`] can be
//! read by everybody and written by nobody but the driver.
//!
//! The crate is pure: nothing prints, reads a file, a clock or the environment. Whoever calls hands over a
//! [`Watch`], which is told of progress and asked whether to go on.

mod decision;
mod drive;
mod extent;
mod failure;
mod limit;
mod method;
mod notation;
mod options;
mod reason;
mod recognised;
mod replay;
mod report;
mod telling;
mod vacuous;
mod words;

pub use adli_watch::{By, Unwatched, Watch};

pub use decision::{Decision, Evidence, Refutation};
pub use drive::{Others, Tell, drive, drive_telling};
pub use extent::{Extent, Unit};
pub use failure::{Failure, Failures, LineMove, PlayedTree};
pub use limit::{Covered, Ended, Limit, Work};
pub use method::{About, Claims, Deciding, Method, Unsupported, asks_at_home};
pub use options::Options;
pub use reason::{Reason, in_order};
pub use recognised::{Answered, Left, Recognised, RuleAnswers};
pub use replay::{Line, Replay, Says};
pub use report::{
    Certified, ClaimReport, CnfSize, Concluded, KernelChecked, Kind, Outcome, ProblemReport, Quality, Report,
    Rested, Round, RuleReport, Said, SaidOf, Tallied, TallyValue, Verdict,
};
pub use words::{counted, grouped, list, number_text};
