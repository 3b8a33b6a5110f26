//! A refuted claim, repaired: single edits of the text after which it holds, or fails less often.
//!
//! The first failures say whom to blame ([`blame`]): the rule that stalemates, the rules that go round, everybody where no rule has a
//! move. Each of these could be otherwise in a few ways ([`edits`]): a longer bound, less that is to hold, more moves to choose from, another
//! order, a guard, a further preference. That is some hundred edits. Most of them leave the failures as they are, which is cheap to see
//! ([`trial`]): the plain interpreter replays each failure in the edited text. The others are proved.
//!
//! Nothing is believed here. An edit makes a whole new text, which is parsed, checked and decided like any other, by the methods that
//! are handed over; the numbers that are shown are those of that decision. What an edit does to the other claims of the text is
//! found out in the same way.

mod blame;
mod edit;
mod edits;
mod repair;
mod text;
mod trial;

pub use edit::Kind;
pub use repair::{Repair, RepairError, RepairRequest, Repaired, repair};
