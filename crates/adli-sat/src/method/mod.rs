//! The method: what it says about itself, which claims it takes, and who gets the problems that they come to.
//!
//! Claims are cut into problems by [`prover`]; problems are handed over a [`desk`], to a solver or to somebody who only looks at
//! them.

mod desk;
mod prover;

use std::cell::RefCell;

use adli_certificate::Folder;
use adli_claims::{
    About, Claims, Deciding, Method, Options, Report, Unsupported, Verdict, Watch, asks_at_home, drive,
};
use adli_lang::term::{StrategyId, Term};
use adli_lang::{Claim, ClaimKind, Program, Step};

use crate::circuit::no_circuit;
use crate::problem::other_method;
use crate::solver::{Cadical, Limits};
use desk::{Desk, Onlooker};
pub use desk::{NamedProblem, Tools};
pub use prover::AHEAD;
use prover::Prover;

/// What this method says about itself.
pub const SAT: About = About {
    name: "sat",
    does: "A satisfiability solver",
    takes: "lemmas about positions and about plays of a few moves, counts, and theorems that are shown `by` lemmas",
    costs: "seconds to minutes a lemma; a proof of some megabytes",
    leaves: "a certificate for each problem: clauses and an LRAT proof, checked by a program of its own",
    certifies: true,
    asked_unnamed: false,
};

/// Decides the claims of a file, as far as they can be said in clauses.
#[must_use]
pub fn prove(
    file: &str,
    programs: &[Program],
    options: &Options,
    tools: &mut Tools<'_>,
    watch: &dyn Watch,
) -> Report {
    drive(file, programs, &[&AtDesk::new(tools)], &|_, _| Vec::new(), options, watch)
}

/// The method, with the solver that is built in and a folder for certificates.
pub struct Sat<'a> {
    folder: Option<&'a RefCell<Folder>>,
    reduce: bool,
    memory: u64,
}

impl<'a> Sat<'a> {
    /// Without a folder nothing can be certified, and nothing is decided. `reduce` makes problems smaller first.
    #[must_use]
    pub fn new(folder: Option<&'a RefCell<Folder>>, reduce: bool, memory: u64) -> Sat<'a> {
        Sat { folder, reduce, memory }
    }

    /// Whether it takes a claim.
    ///
    /// # Errors
    /// Why not.
    pub fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        asks_at_home(program, claim)?;
        let takes = match claim.says {
            _ if claim.sizes.is_some() => {
                return Err(Unsupported("circuits are of the board of eight".into()));
            }
            ClaimKind::Reaches { .. } => claim.proof.is_some(),
            ClaimKind::Play { .. }
            | ClaimKind::Everywhere { .. }
            | ClaimKind::CountPositions(_)
            | ClaimKind::List(..) => true,
            _ => false,
        };
        if !takes {
            return Err(Unsupported(other_method(&claim.says).into()));
        }
        without_circuit(program, claim).map_or(Ok(()), |why| Err(Unsupported(why.into())))
    }
}

/// Why something that a claim speaks of, itself or through a strategy, has no circuit.
fn without_circuit(program: &Program, claim: &Claim) -> Option<&'static str> {
    let steps = |strategy: StrategyId| program[strategy].steps.iter().flat_map(Step::terms);
    let mut met = program.reach(claim.terms());
    if let ClaimKind::Play { strategy, .. } | ClaimKind::Reaches { strategy, .. } = claim.says {
        met.also(steps(strategy));
    }
    while let Some((_, term)) = met.next() {
        match term {
            Term::Step(strategy, _) | Term::Allows(strategy, ..) => met.also(steps(*strategy)),
            term => {
                if let Some(why) = no_circuit(term) {
                    return Some(why);
                }
            }
        }
    }
    None
}

impl Method for Sat<'_> {
    fn about(&self) -> &'static About {
        &SAT
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Sat::would_take(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        let Some(folder) = self.folder else { return };
        let mut tools = Tools {
            solver: &mut Cadical::new(),
            reduce: self.reduce,
            folder: &mut folder.borrow_mut(),
            limits: Limits { time: None, memory: Some(self.memory) },
        };
        AtDesk::new(&mut tools).begin(claims, go);
    }
}

/// The method with whoever takes the problems.
struct AtDesk<'a>(RefCell<&'a mut dyn Desk>);

impl<'a> AtDesk<'a> {
    fn new(desk: &'a mut dyn Desk) -> AtDesk<'a> {
        AtDesk(RefCell::new(desk))
    }
}

impl Method for AtDesk<'_> {
    fn about(&self) -> &'static About {
        &SAT
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Sat::would_take(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        go(&mut Prover::new(claims, &mut **self.0.borrow_mut()));
    }
}

/// Puts the claims that are `wanted` into clauses and has every problem seen; nothing is solved. A claim that cannot be put into
/// clauses comes back with the reason.
pub fn problems(
    programs: &[Program],
    wanted: &[String],
    reduce: bool,
    watch: &dyn Watch,
    see: &mut dyn FnMut(&NamedProblem<'_>),
) -> Vec<(String, String)> {
    let options = Options { claims: wanted.to_vec(), ..Options::default() };
    let mut onlooker = Onlooker { reduce, see };
    let method = AtDesk::new(&mut onlooker);
    let report = drive("", programs, &[&method], &|_, _| Vec::new(), &options, watch);
    // "Proved" says here that there was nothing to stop at.
    let stopped = report.claims.iter().filter(|claim| claim.verdict != Verdict::Proved);
    stopped.map(|claim| (claim.name.clone(), claim.reason.clone().unwrap_or_default())).collect()
}
