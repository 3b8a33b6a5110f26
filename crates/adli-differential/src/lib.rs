//! Random texts, decided a second time.
//!
//! `adli prove` compiles a text to core terms, core terms to operations on columns, uses the symmetries of the board, works
//! trees out level by level and merges plays that agree. Each of these could be wrong, and a wrong *proved* would be
//! believed. So this crate holds a second evaluator that does none of it, and a generator of random texts; the tests compare what the two say.
//!
//! **What is compared.** Of every claim the verdict, and all that is counted on the way: positions, histograms of moves
//! with the worst and the luckiest choices, how often each rule applies and leaves a choice, from how many positions a claim
//! fails and by what, plays of a lemma, answers of a recogniser and the wrong ones. Of lemmas also what the
//! method by SAT says.
//!
//! **What independence means.** The two share the parser and its tree ([`adli_lang::parse`], [`adli_lang::ast`]) and nothing
//! else. This crate does not use core terms, the checker, the interpreter, tables or texts of the library: chess (`chess`),
//! the words of the laws and of `geometry` (`words`), the meaning of expressions, strategies, advice and claims and the values of
//! positions (`worth`) are written again from `docs/language.md` and `docs/proving.md`, in the plainest way that comes to
//! an end. Where the two disagree one of three is wrong: the program, this evaluator, or the page that both follow.
//!
//! **Random texts** ([`generate`]) are well typed by construction and the same for the same seed everywhere. They say many
//! silly things, and that is their use: conditions that are always true, rules that never apply, definitions that nobody asks for.
//!
//! Plainness has its price. The evaluator counts its work and stops when it becomes too much ([`Stopped::TooMuch`]); the tests
//! count how often that happens, so that they cannot become empty without anybody noticing.

mod chess;
mod claims;
mod compare;
pub mod files;
pub mod generate;
mod graph;
mod judge;
mod named;
mod node;
mod plays;
mod read;
mod read_files;
mod read_node;
mod read_strategy;
mod recognise;
mod relies;
mod text;
mod value;
mod words;
mod worth;

pub use claims::{Findings, decide};
pub use judge::Judge;
pub use read::read;
pub use text::Text;
pub use worth::Books;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// It would take too long.
    TooMuch,
    /// The text has something that this evaluator does not read.
    NotRead(String),
    /// An expression has no value: the text should have been refused.
    Meaningless(&'static str),
}

fn meaningless<T>(what: &'static str) -> Result<T, Stopped> {
    Err(Stopped::Meaningless(what))
}
