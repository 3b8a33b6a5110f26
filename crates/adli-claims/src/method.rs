//! What a method is.
//!
//! A method is a type with three parts: what it says about itself, whether it takes a claim, and deciding. Everything else,
//! the loop over claims, lemmas, expectations, clocks and words, is the driver's. A method that is written in a crate of its
//! own becomes part of the program by one line of the registry of whoever calls.

use adli_lang::{Claim, Program};
use adli_watch::Watch;

use crate::decision::Decision;
use crate::limit::Ended;
use crate::options::Options;
use crate::report::ClaimReport;

/// What a method says about itself: help, the table in the documentation and `adli methods` are made of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// Its name, as in `--by sat`.
    pub name: &'static str,
    /// What it does, in a line.
    pub does: &'static str,
    /// Which claims it takes.
    pub takes: &'static str,
    /// What it costs.
    pub costs: &'static str,
    /// What it leaves as evidence.
    pub leaves: &'static str,
    /// Whether it writes certificates.
    pub certifies: bool,
    /// Whether it is asked when nobody names a method.
    pub asked_unnamed: bool,
}

/// Why a method does not take a claim: said before any work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

/// For methods that ask strategies with the men of the header alone: refuses a claim about one that hands over.
///
/// # Errors
/// The strategy that hands over, or goes on for another.
pub fn asks_at_home(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
    match program.asks_beyond_home(claim) {
        None => Ok(()),
        Some(strategy) => Err(Unsupported(format!(
            "`{}` is asked with other men than those of the header; play that is handed over is followed by the exhaustive method",
            strategy.name
        ))),
    }
}

/// Claims of one program, and within which limits they are decided.
#[derive(Clone, Copy)]
pub struct Claims<'p> {
    /// One for each material of the text.
    pub programs: &'p [Program],
    /// The one at hand.
    pub program: &'p Program,
    /// What is asked for, and the limits.
    pub options: &'p Options,
    /// Told how it goes, and asked whether to go on.
    pub watch: &'p dyn Watch,
}

/// A way to decide claims.
pub trait Method {
    /// What it says about itself.
    fn about(&self) -> &'static About;

    /// Whether it takes a claim; cheap, without any work on the claim.
    ///
    /// # Errors
    /// Why not.
    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported>;

    /// Sets up what the claims of one program share, and has them decided by `go`.
    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding));
}

/// A method at work on the claims of one program.
pub trait Deciding {
    /// The lemmas that have to be proved first, by name; they stand before the claim.
    ///
    /// # Errors
    /// A limit, as in deciding.
    fn rests_on(&mut self, _claim: &Claim) -> Result<Vec<String>, Ended> {
        Ok(Vec::new())
    }

    /// Decides a claim. What is counted goes into `report`, which has no verdict yet.
    ///
    /// # Errors
    /// What ended the work before there was an answer, and how far it had come.
    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended>;

    /// Decides the lemma that nothing satisfies what a claim supposes, where `decide` has not counted it;
    /// `None` if the method cannot say.
    ///
    /// # Errors
    /// As in deciding.
    fn is_about_nothing(&mut self, _lemma: &Claim) -> Result<Option<bool>, Ended> {
        Ok(None)
    }
}
