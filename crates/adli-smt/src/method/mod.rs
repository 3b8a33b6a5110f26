//! The method: what it says about itself, which claims it takes, and whom it asks.

mod prover;

use std::path::PathBuf;
use std::time::Duration;

use adli_claims::{About, Claims, Deciding, Limit, Method, Unsupported};
use adli_lang::{Claim, ClaimKind, Program, Span};

use crate::logic::Refused;
use crate::problem::{Sizes, other_method};
use crate::solver::Solver;
use prover::Prover;

/// What this method says about itself.
pub const SMT: About = About {
    name: "smt",
    does: "Linear arithmetic on boards of every size",
    takes: "lemmas about positions and about plays of a few moves, `for every size >= n` or on the board of eight; no pawns",
    costs: "seconds to minutes a lemma; needs z3 or cvc5",
    leaves: "nothing that can be checked: that solvers find no counterexample is said with their names",
    certifies: false,
    asked_unnamed: false,
};

/// How a place in a text is called.
pub type Places<'a> = &'a dyn Fn(Span) -> String;

/// The method, with the solvers that it asks.
pub struct Smt<'a> {
    /// Who is asked: the first that answers decides, the others are asked for a second opinion where there is no solution.
    pub solvers: Vec<Box<dyn Solver + 'a>>,
    /// How long each may take for a problem, before it is cut into smaller ones.
    pub time: Duration,
    /// Where problems are written.
    pub write: Option<PathBuf>,
    /// How places in the text are called, if somebody knows.
    pub places: Option<Places<'a>>,
}

/// The boards that a claim speaks of.
fn sizes(claim: &Claim) -> Sizes {
    claim.sizes.map_or(Sizes::Only(8), |least| Sizes::From(i64::from(least)))
}

impl Smt<'_> {
    /// Whether it takes a claim.
    ///
    /// # Errors
    /// Why not.
    pub fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        match claim.says {
            _ if program.endgame.has_pawns() => {
                Err(Unsupported("the moves of pawns are not yet made into formulas".into()))
            }
            ClaimKind::Play { .. } | ClaimKind::Everywhere { .. } => Ok(()),
            _ => Err(Unsupported(other_method(&claim.says).into())),
        }
    }

    /// Why something is refused, and where.
    fn told(&self, refused: &Refused) -> String {
        match (refused.at, self.places) {
            (Some(at), Some(places)) => format!("{}, at {}", refused.why, places(at)),
            _ => refused.why.clone(),
        }
    }

    /// Writes a problem, if problems are written.
    fn save(&self, name: &str, text: &str) -> Result<(), Limit> {
        let Some(path) = self.path(name) else { return Ok(()) };
        let saved = std::fs::write(&path, text);
        saved.map_err(|error| Limit::NotRun(format!("cannot write `{}`: {error}", path.display())))
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        let plain: String =
            name.chars().map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
        Some(self.write.as_ref()?.join(format!("{plain}.smt2")))
    }

    fn nobody_asked(&self, name: &str) -> String {
        match self.path(name) {
            Some(path) => format!("the problem is saved as `{}`, and no solver was asked", path.display()),
            None => "no solver was asked".to_owned(),
        }
    }
}

impl Method for Smt<'_> {
    fn about(&self) -> &'static About {
        &SMT
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Smt::would_take(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        go(&mut Prover::new(self, claims));
    }
}
