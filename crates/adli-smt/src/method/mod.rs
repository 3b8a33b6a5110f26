//! The method: what it says about itself, which claims it takes, and whom it asks.

mod asking;
mod prover;
mod theorem;

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use adli_certificate::Folder;
use adli_claims::{
    About, Claims, Deciding, Limit, Method, Options, Unsupported, Verdict, Watch, asks_at_home, drive,
};
use adli_lang::term::{StrategyId, Term};
use adli_lang::{Claim, ClaimKind, Program, Span, Step};
use adli_linear::Encoded;

use crate::logic::Refused;
use crate::problem::{Sizes, other_method};
use crate::solver::Solver;
use crate::terms::outside;
use asking::Name;
use prover::Prover;

/// What this method says about itself.
pub const SMT: About = About {
    name: "smt",
    does: "Linear arithmetic on boards of every size",
    takes: "lemmas about positions and about plays of a few moves, and theorems that are shown `by` lemmas, `for every size >= n` or on the board of eight; no pawns",
    costs: "seconds to minutes a lemma; a proof of some megabytes",
    leaves: "a certificate for each problem: inequalities, lines of linear arithmetic and an LRAT proof, checked by programs of their own",
    certifies: true,
    asked_unnamed: false,
};

/// How a place in a text is called.
pub type Places<'a> = &'a dyn Fn(Span) -> String;

/// Looks at a problem: the claim, its part if there are several, and what it comes to.
pub type See<'a> = dyn Fn(&str, Option<&str>, &Encoded) + 'a;

/// Who is asked about problems.
pub enum Asks<'a> {
    /// The solver that is built in. Where there is no solution it leaves a certificate, which is checked and goes into this folder.
    Ourselves(&'a RefCell<Folder>),
    /// Programs of others: the first that answers decides, the others are asked for a second opinion where there is no solution. There
    /// are no certificates.
    Others(Vec<Box<dyn Solver + 'a>>),
    /// Somebody who only looks at the problems; what is reported of the claims is for nobody's eyes.
    Onlooker(&'a See<'a>),
    /// Nobody: problems are only written.
    Nobody,
    /// Nobody either, because there is no place for certificates, for this reason.
    Nowhere(String),
}

impl Asks<'_> {
    fn is_nobody(&self) -> bool {
        match self {
            Asks::Ourselves(_) | Asks::Onlooker(_) => false,
            Asks::Others(solvers) => solvers.is_empty(),
            Asks::Nobody | Asks::Nowhere(_) => true,
        }
    }
}

/// The method, with whom it asks.
pub struct Smt<'a> {
    /// Who is asked.
    pub asks: Asks<'a>,
    /// How long each may take for a problem, before it is cut into smaller ones.
    pub time: Duration,
    /// Whether failures are looked for on small boards, once one is known; if not, on one that the plain interpreter takes.
    pub small: bool,
    /// Whether problems keep their quantifiers, which others may know and the solver that is built in does not.
    pub quantified: bool,
    /// Where problems are written.
    pub write: Option<PathBuf>,
    /// How places in the text are called, if somebody knows.
    pub places: Option<Places<'a>>,
}

/// The boards that a claim speaks of.
fn sizes(claim: &Claim) -> Sizes {
    claim.sizes.map_or(Sizes::Only(8), |least| Sizes::From(i64::from(least)))
}

/// What a certificate says of a claim, in words.
fn statement(claim: &Claim) -> String {
    let boards = match sizes(claim) {
        Sizes::From(least) => format!("on every board n x n with n >= {least}"),
        Sizes::Only(size) => format!("on the board {size} x {size}"),
    };
    match claim.says {
        ClaimKind::Play { last, .. } => {
            format!("lemma `{}`, about plays of {last} plies, {boards}", claim.name)
        }
        ClaimKind::Reaches { .. } => format!("theorem `{}`, from its lemmas, {boards}", claim.name),
        _ => format!("lemma `{}`, about every position, {boards}", claim.name),
    }
}

/// Why something that a claim speaks of, itself or through a strategy, is outside of linear arithmetic.
fn met_outside(program: &Program, claim: &Claim) -> Option<Refused> {
    let steps = |strategy: StrategyId| {
        program.strategy(strategy).into_iter().flat_map(|found| found.steps.iter().flat_map(Step::terms))
    };
    let mut met = program.reach(claim.terms());
    if let ClaimKind::Play { strategy, .. } | ClaimKind::Reaches { strategy, .. } = claim.says {
        met.also(steps(strategy));
    }
    while let Some((id, term)) = met.next() {
        if let Term::Step(strategy, _) | Term::Allows(strategy, ..) = term {
            met.also(steps(*strategy));
        }
        if let Some(why) = outside(program, id) {
            return Some(Refused::new(why).at(program.terms.span(id)));
        }
    }
    None
}

/// Why a claim is not taken, if it is not.
fn refusal(program: &Program, claim: &Claim) -> Option<Refused> {
    if let Err(why) = asks_at_home(program, claim) {
        return Some(Refused::new(why.0));
    }
    match claim.says {
        _ if program.endgame.has_pawns() => {
            Some(Refused::new("the moves of pawns are not yet made into formulas"))
        }
        ClaimKind::Play { .. } | ClaimKind::Everywhere { .. } => met_outside(program, claim),
        ClaimKind::Reaches { .. } if claim.proof.is_some() => met_outside(program, claim),
        _ => Some(Refused::new(other_method(&claim.says))),
    }
}

impl Smt<'_> {
    /// Whether it takes a claim.
    ///
    /// # Errors
    /// Why not.
    pub fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        refusal(program, claim).map_or(Ok(()), |refused| Err(Unsupported(refused.why)))
    }

    /// Why something is refused, and where.
    fn told(&self, refused: &Refused) -> String {
        match (refused.at, self.places) {
            (Some(at), Some(places)) => format!("{}, at {}", refused.why, places(at)),
            _ => refused.why.clone(),
        }
    }

    /// Writes a problem, if problems are written.
    fn save(&self, name: &Name, text: &str) -> Result<(), Limit> {
        let Some(path) = self.path(name) else { return Ok(()) };
        adli_files::write_all(&[(&path, text.as_bytes())]).map_err(|trouble| Limit::File(trouble.to_string()))
    }

    fn path(&self, name: &Name) -> Option<PathBuf> {
        let plain: String = name
            .to_string()
            .chars()
            .map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' })
            .collect();
        Some(self.write.as_ref()?.join(format!("{plain}.smt2")))
    }

    fn nobody_asked(&self, name: &Name) -> String {
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
        refusal(program, claim).map_or(Ok(()), |refused| Err(Unsupported(self.told(&refused))))
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        go(&mut Prover::new(self, claims));
    }
}

/// Makes problems of the claims that are `wanted` and has every one seen that would get a certificate; these are not solved. A claim that has no
/// formula comes back with the reason.
pub fn problems(
    programs: &[Program],
    wanted: &[String],
    watch: &dyn Watch,
    see: &See<'_>,
) -> Vec<(String, String)> {
    let options = Options { claims: wanted.to_vec(), ..Options::default() };
    let (asks, time) = (Asks::Onlooker(see), Duration::from_secs(3600));
    let smt = Smt { asks, time, small: true, quantified: false, write: None, places: None };
    let report = drive("", programs, &[&smt], &|_, _| Vec::new(), &options, watch);
    // "Proved" says here that there was nothing to stop at.
    let stopped = report.claims.iter().filter(|claim| claim.verdict != Verdict::Proved);
    stopped.map(|claim| (claim.name.clone(), claim.reason.clone().unwrap_or_default())).collect()
}
