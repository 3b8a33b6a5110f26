//! The method `coq`: claims decided by a theorem that Coq's kernel has checked.
//!
//! Another method, which is handed over, decides the claim first. What it refutes is refuted, by its counterexample; Coq is not asked, because
//! what fails in Coq shows nothing. What it finds true is then printed as a theorem, with helper data, and only if Coq accepts that, and the theorem rests on
//! nothing but what is in a fixed list, the claim is proved. That Coq refuses what the other method finds true, or counts otherwise, is a fault of
//! ours, and reported as such.

use std::fs;
use std::path::Path;

use adli_claims::{
    About, ClaimReport, Claims, Deciding, Decision, Ended, Evidence, KernelChecked, Limit, Method, Options,
    Unsupported, Watch, asks_at_home,
};
use adli_files::NewFolders;
use adli_lang::term::{OptionId, StrategyId, TermId};
use adli_lang::{Claim, ClaimKind, Program};
use adli_process::Limits;

use crate::claim::MOST_MOVES;
use crate::coqc::{Trouble, assumed, beyond};
use crate::figures::Figures;
use crate::library::{ASSUMPTIONS, compiled};
use crate::refused::Refused;
use crate::tables::{PrintedTable, TABLES, Tabled, check_tables};
use crate::theorem::{Helpers, Theorem};
use crate::workshop::Workshop;

/// What this method says about itself.
pub const COQ: About = About {
    name: "coq",
    does: "A theorem that the kernel of Coq checks",
    takes: "what strategies reach or keep, lemmas about positions and along plays, counts, values; three men, no advice",
    costs: "half a minute to two minutes a theorem, half a gigabyte; Coq has to be installed",
    leaves: "a folder of Coq files that anybody can compile; nobody has to believe this program",
    certifies: false,
    asked_unnamed: false,
};

/// Whoever knows something of every position with a strategy to move, from where, under which options: how many moves it has left, or whether plays come there.
pub type InPlay =
    fn(&Program, (StrategyId, TermId), &[(OptionId, i32)], &Options, &dyn Watch) -> Result<Vec<u32>, Limit>;

/// Whoever has the tables of an endgame's men, in their order, and of all that captures and promotions lead to: each with its text for Coq.
pub type Tables<'a> =
    Box<dyn Fn(&Program, &Options, &dyn Watch) -> Result<Vec<(PrintedTable, String)>, Limit> + 'a>;

/// Data that helps Coq, which others have at hand.
pub struct AtHand<'a> {
    /// How many moves a strategy has left.
    pub moves_left: InPlay,
    /// Which positions plays of a strategy come to.
    pub met: InPlay,
    /// What positions are worth.
    pub tables: Tables<'a>,
}

/// The method.
pub struct Coq<'a> {
    workshop: Option<&'a Workshop>,
    other: Box<dyn Method + 'a>,
    at_hand: AtHand<'a>,
}

impl<'a> Coq<'a> {
    /// With another method that finds counterexamples. Without a workshop nothing is decided.
    #[must_use]
    pub fn new(workshop: Option<&'a Workshop>, other: Box<dyn Method + 'a>, at_hand: AtHand<'a>) -> Coq<'a> {
        Coq { workshop, other, at_hand }
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
                at_hand: &self.at_hand,
                tables: None,
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
    at_hand: &'w AtHand<'w>,
    /// Tables that Coq has checked for this program.
    tables: Option<Vec<PrintedTable>>,
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
        let what =
            if theorem.is_along_plays() { "positions and plays" } else { "positions, also of each rule," };
        let note = format!(
            "Coq counts as many {what} as the method `{}`, whose other figures are its own",
            self.name
        );
        report.notes.push(note);
        Ok(Decision::Holds(Evidence::Kernel(checked)))
    }
}

impl Work<'_> {
    fn check(
        &mut self,
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
        } else if figures.plays == u64::MAX {
            return Err(Limit::NotRun("there are more plays than can be counted".into()));
        }
        let folder = workshop.folder.join(self.folder_name(&claim.name));
        let in_play = |known: InPlay| match claim.says {
            ClaimKind::Reaches { strategy, from, .. } | ClaimKind::Keeps { strategy, from, .. } => {
                known(program, (strategy, from), &claim.under, options, watch).map(Some)
            }
            _ => Ok(None),
        };
        let left = if theorem.needs_moves_left() { in_play(self.at_hand.moves_left)? } else { None };
        let met = if theorem.needs_met() { in_play(self.at_hand.met)? } else { None };
        let tables = workshop.folder.join(self.folder_name(TABLES));
        if theorem.needs_tables() && self.tables.is_none() {
            self.tables = Some(self.check_tables(workshop, &tables)?);
        }
        let known = self.tables.as_deref().unwrap_or_default();
        let helpers = Helpers { left: left.as_deref(), met: met.as_deref(), tables: known };
        let files = theorem.files(&figures, &helpers);
        let beside = theorem.needs_tables().then_some(tables.as_path());
        let said = accept(workshop, (&folder, beside), &files, options.memory, watch)
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
            folder: self.folder_name(&claim.name),
            trusts: trusted(theorem),
            does_not_trust: untrusted(theorem),
            assumptions,
        })
    }

    /// Has Coq check the tables of what positions are worth.
    fn check_tables(&self, workshop: &Workshop, folder: &Path) -> Result<Vec<PrintedTable>, Limit> {
        let Claims { program, options, watch, .. } = self.claims;
        let cannot =
            |error: std::io::Error| Limit::File(format!("cannot write `{}`: {error}", folder.display()));
        NewFolders::make(folder).map_err(cannot)?.stay();
        let mut tables = Vec::new();
        for (table, text) in (self.at_hand.tables)(program, options, watch)? {
            fs::write(folder.join(&table.name).with_extension("v"), text).map_err(cannot)?;
            tables.push(table);
        }
        let there = Workshop { folder: folder.to_owned(), ..workshop.clone() };
        let limits = Limits { time: None, memory: Some(options.memory) };
        match check_tables(&there, &tables, &limits, &|| watch.stopped(), &|_| ()) {
            Ok(Tabled::Right(_)) => Ok(tables),
            Ok(Tabled::Refused(refused)) => {
                let names: Vec<&str> = refused.iter().map(|(name, _)| name.as_str()).collect();
                Err(Limit::Internal(format!("Coq does not find the table of {} right", names.join(", "))))
            }
            Err(trouble) => Err(as_limit(trouble, self.name)),
        }
    }

    /// Claims of a text with several materials have folders of their own.
    fn folder_name(&self, name: &str) -> String {
        let number =
            self.claims.programs.iter().position(|program| std::ptr::eq(program, self.claims.program));
        match (self.claims.programs.len(), number) {
            (0 | 1, _) | (_, None) => name.to_owned(),
            (_, Some(number)) => format!("{name}_{}", number + 1),
        }
    }
}

/// What a reader has to believe.
fn trusted(theorem: &Theorem) -> Vec<String> {
    let mut all = vec!["Laws.v and Games.v of the library: the laws of chess, and what a forced mate is"];
    all.push("Language.v, and Strategies.v as far as it says what a strategy allows");
    if theorem.is_along_plays() {
        all.push("Plays.v as far as it says which plays there are");
    }
    if theorem.needs_tables() {
        all.push(
            "Rows.v and Worth.v as far as they say what values are, and what it is to give nothing away",
        );
    }
    all.push("Rules.v and the statement in Claim.v, as printed from the text");
    all.push("Coq's kernel with its virtual machine");
    all.push("primitive integers and arrays of the kernel, and nothing else that is assumed");
    all.into_iter().map(str::to_owned).collect()
}

/// What nobody has to.
fn untrusted(theorem: &Theorem) -> Vec<String> {
    let mut all = vec!["this program", "its tables and other methods"];
    if theorem.needs_moves_left() {
        all.push("the moves left in Left.v");
    }
    if theorem.needs_met() {
        all.push("the positions in Met.v");
    }
    all.into_iter().map(str::to_owned).collect()
}

/// The files of a claim, with what another method has counted, and data that helps.
///
/// # Errors
/// Why the claim is not taken.
pub fn files(
    program: &Program,
    claim: &Claim,
    figures: &Figures,
    helpers: &Helpers<'_>,
) -> Result<Vec<(&'static str, String)>, Refused> {
    Ok(Theorem::new(program, claim)?.files(figures, helpers))
}

/// Has Coq compile files one after the other in a folder, perhaps beside one of tables; hands back what it said to each.
///
/// # Errors
/// Where it does not accept one, or was ended.
pub fn accept(
    workshop: &Workshop,
    (folder, beside): (&Path, Option<&Path>),
    files: &[(&'static str, String)],
    memory: u64,
    watch: &dyn Watch,
) -> Result<Vec<(&'static str, String)>, Trouble> {
    let limits = Limits { time: None, memory: Some(memory) };
    let stop = || watch.stopped();
    let library = compiled(&workshop.coqc, &workshop.library, &limits, &stop)?;
    NewFolders::make(folder).map_err(|error| Trouble::File(folder.to_owned(), error))?.stay();
    let folders: Vec<&Path> = [folder].into_iter().chain(beside).collect();
    let mut said = Vec::new();
    for (name, text) in files {
        let path = folder.join(name).with_extension("v");
        fs::write(&path, text).map_err(|error| Trouble::File(path.clone(), error))?;
    }
    for (name, _) in files {
        let path = folder.join(name).with_extension("v");
        said.push((*name, workshop.coqc.compile(&library, &folders, &path, &limits, &stop)?));
    }
    Ok(said)
}

/// What becomes of a claim that Coq has no theorem of. The other method has found it true, so that a refusal is a fault.
fn as_limit(trouble: Trouble, other: &str) -> Limit {
    match trouble {
        Trouble::Ended(why) => Limit::Undecided(why),
        Trouble::Refused(..) => Limit::Internal(format!("the method `{other}` finds it true, but {trouble}")),
        Trouble::Missing(_) | Trouble::Strange(_) | Trouble::Old(_) | Trouble::Library(..) => {
            Limit::Undecided(trouble.to_string())
        }
        Trouble::File(..) => Limit::File(trouble.to_string()),
    }
}
