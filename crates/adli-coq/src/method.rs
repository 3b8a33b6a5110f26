//! The method `coq`: claims decided by a theorem that Coq's kernel has checked.
//!
//! Another method, which is handed over, decides the claim first. What it refutes is refuted, by its counterexample; Coq is not asked, because
//! what fails in Coq shows nothing. What it finds true is then printed as a theorem, with helper data, and only if Coq accepts that, and the theorem rests on
//! nothing but what is in a fixed list, the claim is proved. That Coq refuses what the other method finds true, or counts otherwise, is a fault of
//! ours, and reported as such.

use std::fs;
use std::path::{Path, PathBuf};

use adli_claims::{
    About, ClaimReport, Claims, Deciding, Decision, Ended, Evidence, KernelChecked, Limit, Method, Options,
    Unsupported, Watch, asks_at_home,
};
use adli_lang::term::{OptionId, StrategyId, TermId};
use adli_lang::{Claim, ClaimKind, Program};
use adli_process::Limits;

use crate::claim::{Figures, MOST_MOVES, Theorem};
use crate::coqc::{Coqc, Trouble, assumed, beyond};
use crate::library::{ASSUMPTIONS, compiled};
use crate::refused::Refused;

/// What this method says about itself.
pub const COQ: About = About {
    name: "coq",
    does: "A theorem that the kernel of Coq checks",
    takes: "what strategies reach without pawns, lemmas about positions, and counts; three men, no advice and no values",
    costs: "half a minute to a minute a theorem, half a gigabyte; Coq has to be installed",
    leaves: "a folder of Coq files that anybody can compile; nobody has to believe this program",
    certifies: false,
    asked_unnamed: false,
};

/// Whoever knows how many moves a strategy has left: from where, under which options.
pub type MovesLeft =
    fn(&Program, (StrategyId, TermId), &[(OptionId, i32)], &Options, &dyn Watch) -> Result<Vec<u32>, Limit>;

/// Where Coq works.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The program.
    pub coqc: Coqc,
    /// Below this folder the compiled library is kept.
    pub library: PathBuf,
    /// In this folder each claim gets one of its own.
    pub folder: PathBuf,
}

/// The method.
pub struct Coq<'a> {
    workshop: Option<&'a Workshop>,
    other: Box<dyn Method + 'a>,
    moves_left: MovesLeft,
}

impl<'a> Coq<'a> {
    /// With another method that finds counterexamples. Without a workshop nothing is decided.
    #[must_use]
    pub fn new(
        workshop: Option<&'a Workshop>,
        other: Box<dyn Method + 'a>,
        moves_left: MovesLeft,
    ) -> Coq<'a> {
        Coq { workshop, other, moves_left }
    }

    /// Whether it takes a claim.
    ///
    /// # Errors
    /// Why not: the construct that has no words in Coq, and where it stands.
    pub fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        asks_at_home(program, claim)?;
        Theorem::new(program, claim).map(|_| ()).map_err(Unsupported::from)
    }
}

impl Method for Coq<'_> {
    fn about(&self) -> &'static About {
        &COQ
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Coq::would_take(program, claim)?;
        self.other.takes(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        let name = self.other.about().name;
        self.other.begin(claims, &mut |other| {
            go(&mut Work {
                claims: *claims,
                workshop: self.workshop,
                other,
                name,
                moves_left: self.moves_left,
            });
        });
    }
}

/// The method at work on one program.
struct Work<'w> {
    claims: Claims<'w>,
    workshop: Option<&'w Workshop>,
    other: &'w mut dyn Deciding,
    /// What the other method is called.
    name: &'static str,
    moves_left: MovesLeft,
}

impl Deciding for Work<'_> {
    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        let theorem =
            Theorem::new(self.claims.program, claim).map_err(|why| Limit::NotRun(why.to_string()))?;
        let Some(workshop) = self.workshop else {
            return Err(Limit::NotRun("Coq is not at hand".into()).into());
        };
        match self.other.decide(claim, report)? {
            Decision::Holds(_) => {}
            failed @ Decision::Fails(_) => {
                let note =
                    format!("the counterexample is that of the method `{}`; Coq was not asked", self.name);
                report.notes.push(note);
                return Ok(failed);
            }
        }
        let checked = self.check(workshop, &theorem, claim, report)?;
        let note = format!(
            "Coq counts as many positions, also of each rule, as the method `{}`, whose other figures are its own",
            self.name
        );
        report.notes.push(note);
        Ok(Decision::Holds(Evidence::Kernel(checked)))
    }
}

impl Work<'_> {
    fn check(
        &self,
        workshop: &Workshop,
        theorem: &Theorem,
        claim: &Claim,
        report: &ClaimReport,
    ) -> Result<KernelChecked, Limit> {
        let Claims { program, options, watch, .. } = self.claims;
        let figures = Figures::of(report, claim);
        if theorem.needs_moves_left() && figures.moves > MOST_MOVES {
            return Err(Limit::NotRun(format!(
                "it takes more than {MOST_MOVES} moves, which helper data for Coq does not reckon with"
            )));
        }
        let folder = workshop.folder.join(self.folder_name(claim));
        let left = match claim.says {
            ClaimKind::Reaches { strategy, from, .. } => {
                Some((self.moves_left)(program, (strategy, from), &claim.under, options, watch)?)
            }
            _ => None,
        };
        let files = theorem.files(&figures, left.as_deref());
        let said = accept(workshop, &folder, &files, options.memory, watch)
            .map_err(|trouble| as_limit(trouble, self.name))?;
        let said_of =
            |name: &str| said.iter().find(|(file, _)| *file == name).map_or("", |(_, said)| said.as_str());
        let assumptions = assumed(said_of("Ask")).map_err(Limit::Internal)?;
        let more = beyond(&assumptions, ASSUMPTIONS);
        if !more.is_empty() {
            return Err(Limit::Internal(format!(
                "the theorem rests on {}, which nobody has allowed",
                more.join(", ")
            )));
        }
        Ok(KernelChecked {
            by: format!("Coq {}", workshop.coqc.version()),
            theorem: theorem.name().to_owned(),
            path: None,
            folder: self.folder_name(claim),
            trusts: TRUSTED.iter().map(|&what| what.to_owned()).collect(),
            does_not_trust: UNTRUSTED.iter().map(|&what| what.to_owned()).collect(),
            assumptions,
        })
    }

    /// Claims of a text with several materials have folders of their own.
    fn folder_name(&self, claim: &Claim) -> String {
        let number =
            self.claims.programs.iter().position(|program| std::ptr::eq(program, self.claims.program));
        match (self.claims.programs.len(), number) {
            (0 | 1, _) | (_, None) => claim.name.clone(),
            (_, Some(number)) => format!("{}_{}", claim.name, number + 1),
        }
    }
}

/// What a reader has to believe.
const TRUSTED: [&str; 5] = [
    "Laws.v and Games.v of the library: the laws of chess, and what a forced mate is",
    "Language.v, and Strategies.v as far as it says what a strategy allows",
    "Rules.v and the statement in Claim.v, as printed from the text",
    "Coq's kernel with its virtual machine",
    "primitive integers and arrays of the kernel, and nothing else that is assumed",
];
const UNTRUSTED: [&str; 3] = ["this program", "its tables and other methods", "the moves left in Left.v"];

/// The files of a claim, with what another method has counted, and how many moves are left for a strategy.
///
/// # Errors
/// Why the claim is not taken.
pub fn files(
    program: &Program,
    claim: &Claim,
    figures: &Figures,
    left: Option<&[u32]>,
) -> Result<Vec<(&'static str, String)>, Refused> {
    Ok(Theorem::new(program, claim)?.files(figures, left))
}

/// Has Coq compile files one after the other; hands back what it said to each.
///
/// # Errors
/// Where it does not accept one, or was ended.
pub fn accept(
    workshop: &Workshop,
    folder: &Path,
    files: &[(&'static str, String)],
    memory: u64,
    watch: &dyn Watch,
) -> Result<Vec<(&'static str, String)>, Trouble> {
    let limits = Limits { time: None, memory: Some(memory) };
    let stop = || watch.stopped();
    let library = compiled(&workshop.coqc, &workshop.library, &limits, &stop)?;
    fs::create_dir_all(folder).map_err(|error| Trouble::File(folder.to_owned(), error))?;
    let mut said = Vec::new();
    for (name, text) in files {
        let path = folder.join(name).with_extension("v");
        fs::write(&path, text).map_err(|error| Trouble::File(path.clone(), error))?;
    }
    for (name, _) in files {
        let path = folder.join(name).with_extension("v");
        said.push((*name, workshop.coqc.compile(&library, Some(folder), &path, &limits, &stop)?));
    }
    Ok(said)
}

/// What becomes of a claim that Coq has no theorem of. The other method has found it true, so that a refusal is a fault.
fn as_limit(trouble: Trouble, other: &str) -> Limit {
    match trouble {
        Trouble::Ended(why) => Limit::Undecided(why),
        Trouble::Refused(..) => Limit::Internal(format!("the method `{other}` finds it true, but {trouble}")),
        Trouble::Missing(_)
        | Trouble::Strange(_)
        | Trouble::Old(_)
        | Trouble::Library(..)
        | Trouble::File(..) => Limit::Undecided(trouble.to_string()),
    }
}
