//! What another program asks of Adli without a command line: the same questions, answered with the same JSON.
//!
//! A library for another language is a thin face on this: it hands over what was asked, watches the work ([`Progress`]), and makes its own
//! objects of the answer. Whether something is to be read as a file or as a name, which methods decide claims, where tables are and what is
//! said when they are missing is here as it is for the command line, because it is the same code.
//!
//! Nothing here prints, listens for signals, or starts threads that outlive the work.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use adli_claims::Options;
use adli_lang::Program;
use adli_web::{Patience, Proof};
use adli_workbench::{
    CheckedFile, Chosen, Consultation, Probed, explain as explain_move, is_about_recognisers, recognise,
};
use rayon::ThreadPoolBuilder;
use serde::Serialize;

use crate::args::{Format, Global, SelectionArgs};
use crate::commands::{
    check as checking, kept, prove as proving, prove_text, schema as schemas, solve as solving,
};
use crate::make::{Made, Plan};
use crate::methods;
use crate::output::Versioned;
use crate::selection::check_position;
use crate::settings::Settings;
use crate::size::Size;
use crate::tables::material_of;
use crate::texts::Text;
use crate::words::list;

pub use crate::failure::Failure;
pub use adli_web::{Counted, Progress};

/// A text, as somebody else names it.
pub enum Source {
    /// A file or an entry of the library, as on the command line.
    Named(String),
    /// Words that are in no file, and the file that they would be; texts that they use are looked for beside it.
    Words {
        /// What the text says.
        words: String,
        /// The file that it would be.
        path: PathBuf,
    },
}

/// A text, and how it is set.
pub struct Asked {
    /// The text.
    pub source: Source,
    /// Options of the text that are set from outside.
    pub set: Vec<(String, String)>,
}

/// Where the work is done.
#[derive(Default)]
pub struct Place {
    /// The folder of tables, if it is not the usual one.
    pub tables: Option<PathBuf>,
    /// How many threads work; one for each processor if nobody says so.
    pub threads: Option<u16>,
}

/// Which claims are decided, and within which limits.
pub struct Wanted {
    /// Their names; all of them if there are none.
    pub claims: Vec<String>,
    /// The method, if one is named.
    pub by: Option<String>,
    /// How many failures of a claim are shown.
    pub max_failures: u16,
    /// How many bytes the work may take.
    pub memory: Option<u64>,
    /// The time in which it has to be done, in seconds; its watch ends it.
    pub seconds: Option<f64>,
    /// Whether to find out what each rule is needed for.
    pub needs: bool,
}

/// What is to be explained of a position.
pub struct Explaining {
    /// The position.
    pub fen: String,
    /// Which strategy, if the text has several.
    pub strategy: Option<String>,
    /// Which recogniser, if it has several, or a strategy too.
    pub recogniser: Option<String>,
    /// A move of which it is to be told why it is allowed or not.
    pub asked: Option<String>,
}

/// Which tables are made.
pub struct Solving {
    /// Their materials.
    pub materials: Vec<String>,
    /// Or all of so many men.
    pub men: Option<u8>,
    /// Whether each is audited.
    pub audit: bool,
    /// How many bytes the work may take.
    pub memory: Option<u64>,
}

/// The JSON of a report, or why there is none.
pub type Answer = Result<String, Failure>;

/// Texts may be nested as deeply as the language allows, and are walked down.
const STACK: usize = 16 << 20;

impl Asked {
    fn find(&self) -> Result<Text, Failure> {
        match &self.source {
            Source::Named(name) => Text::find(name),
            Source::Words { words, path } => Text::of_words(path, words, &|_| None),
        }
    }

    fn understood(&self) -> Result<(Text, Vec<Program>), Failure> {
        let text = self.find()?;
        let checked = text.check(&self.set);
        let programs = text.understood(checked)?;
        Ok((text, programs))
    }
}

impl Place {
    fn settings(&self) -> Settings {
        Settings::new(Global { format: Format::Json, tables: self.tables.clone(), threads: self.threads })
    }

    /// Has work done by threads of its own, which end with it: whoever called goes on at once, and is told when it is done. Should it
    /// break off, that is an answer too.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn begin(
        &self,
        work: impl FnOnce() -> Answer + Send + 'static,
        done: impl FnOnce(Answer) + Send + 'static,
    ) -> Result<(), Failure> {
        let threads = self.settings().threads;
        let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
        let pool = builder.build().map_err(|error| {
            Failure::limit(format!("cannot start {threads} threads: {error}")).help("ask for fewer")
        })?;
        pool.spawn(move || {
            let broken = |_| Err(Failure::internal("the work broke off"));
            done(catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(broken));
        });
        Ok(())
    }
}

/// `adli check` of one text. What is wrong with it is part of the answer.
///
/// # Errors
/// There is no such text.
pub fn check(asked: &Asked, place: &Place, watch: &Progress) -> Answer {
    let text = asked.find()?;
    let tests = match &asked.source {
        Source::Named(name) => kept::beside(name)?,
        Source::Words { .. } => None,
    };
    let checked = checking::check(&text, &asked.set, watch);
    let mut file = CheckedFile::new(&text, &checked);
    if let Some(tests) = tests.filter(|_| !checked.has_errors()) {
        let patience = Patience::new(watch, kept::PATIENCE);
        file.kept = Some(kept::tried_watched(&text, &asked.set, tests, &place.settings(), &patience));
    }
    json(&file)
}

/// `adli prove` of one text. Verdicts are part of the answer, whatever they are.
///
/// # Errors
/// There is no such text, claim or method, or the text cannot be understood.
pub fn prove(asked: &Asked, wanted: &Wanted, place: &Place, watch: &Progress) -> Answer {
    let (text, programs) = asked.understood()?;
    proving::wanted(&text, &programs, &wanted.claims)?;
    let names = methods::uncollected_names();
    if let Some(by) = &wanted.by
        && !names.contains(&by.as_str())
    {
        return Err(Failure::input(format!("there is no method called `{by}` here"))
            .help(format!("there are {}", list(&names, "and"))));
    }
    let usual = Options::default();
    let options = Options {
        claims: wanted.claims.clone(),
        max_failures: usize::from(wanted.max_failures),
        memory: wanted.memory.unwrap_or(usual.memory),
        needed: wanted.needs,
        ..usual
    };
    // Without a folder for tables there are none.
    let tables = place.settings().tables().ok();
    let proof = Proof { text: &text, programs: &programs, options: &options, by: wanted.by.as_deref() };
    let report = proving::decide_uncollected(&proof, tables.as_ref(), watch, &|_| ());
    proving::all_answered(&text, programs.len(), &wanted.claims, &report)?;
    let limits = prove_text::Limits {
        memory_bytes: options.memory,
        seconds: wanted.seconds,
        failures_shown: wanted.max_failures,
    };
    json(&prove_text::Proved::within(&report, &text, &asked.set, limits))
}

/// `adli explain` in one position: of a strategy, or of a recogniser.
///
/// # Errors
/// There is no such text, position or strategy, or they do not go together.
pub fn explain(asked: &Asked, about: &Explaining, watch: &Progress) -> Answer {
    let position = check_position(std::slice::from_ref(&about.fen))?;
    let (text, programs) = asked.understood()?;
    let recogniser = about.recogniser.as_deref();
    if recogniser.is_some() && (about.strategy.is_some() || about.asked.is_some()) {
        return Err(Failure::input("a recogniser makes no moves, and is no strategy: ask for one of them"));
    }
    if recogniser.is_some() || about.strategy.is_none() && is_about_recognisers(&text, &programs) {
        return json(&recognise(&text, &programs, &position, recogniser)?);
    }
    let chosen = Chosen::new(text.into_inner(), &programs, &position, about.strategy.as_deref())?;
    json(&explain_move(&Consultation::new(&chosen, watch), &position, about.asked.as_deref())?)
}

/// `adli probe` of one position; tables that are missing are made first, if that is wanted.
///
/// # Errors
/// It is no position, or there are no tables.
pub fn probe(fen: &str, make: bool, place: &Place, watch: &Progress) -> Answer {
    let position = check_position(&[fen.to_owned()])?;
    let material = material_of(&position)?;
    let settings = place.settings();
    let tables = settings.tables()?;
    if make {
        carry_out(Plan::new(&tables, &[material], settings.threads, false)?, watch).1?;
    }
    json(&Probed::of(&tables, &position)?)
}

/// `adli solve`.
///
/// # Errors
/// There is no such material, the tables cannot be written, a limit was reached.
pub fn solve(wanted: &Solving, place: &Place, watch: &Progress) -> Answer {
    let materials = SelectionArgs { materials: wanted.materials.clone(), men: wanted.men }.check()?;
    let settings = place.settings();
    let tables = settings.tables()?;
    let plan = Plan::new(&tables, &materials, settings.threads, wanted.audit)?;
    let memory = plan.memory();
    solving::refuse_beyond(wanted.memory.map(Size), memory)?;
    let (made, done) = carry_out(plan, watch);
    done?;
    json(&solving::Summary {
        folder: tables.folder(),
        threads: settings.threads,
        memory_ceiling_bytes: memory.0,
        tables: &made,
    })
}

fn carry_out(plan: Plan<'_>, watch: &Progress) -> (Vec<Made>, Result<(), Failure>) {
    watch.whole(plan.rows());
    plan.told_to(watch).carry_out(&mut |_| Ok(()))
}

/// What the JSON of a command looks like, by its name.
#[must_use]
pub fn schema(name: &str) -> Option<String> {
    schemas::find(name).map(|schema| schema.to_string())
}

fn json(report: &impl Serialize) -> Answer {
    serde_json::to_string(&Versioned::new(report)).map_err(|error| Failure::internal(error.to_string()))
}

impl Failure {
    /// What programs are told of it: the JSON that the command line prints.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(&self.as_json()).unwrap_or_default()
    }
}
