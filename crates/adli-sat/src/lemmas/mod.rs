//! What follows from lemmas, whatever their words mean: a lemma from others ([`premises`]), a theorem from a measure that falls
//! ([`theorem`]). Both look at plays as lemmas see them ([`abstraction`]).

mod abstraction;
mod premises;
mod theorem;

pub(crate) use premises::Premises;
pub(crate) use theorem::ByLemmas;
