//! `adli watch`: a text checked and proved again at each save, and what has changed since.
//!
//! Files are looked at four times a second: when they were changed and how long they are, and only if that is otherwise what is in them. That works
//! on every system and every network drive, and however an editor saves.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use adli_claims::{By, Options, Report as Proofs, Watch};
use adli_web::Proof;
use adli_workbench::{CheckedFile, ClaimChange, FailedAt, KeptFailure, KeptVerdict, changes, idle_warnings};
use schemars::JsonSchema;
use serde::Serialize;

use super::kept;
use super::prove::{decide_uncollected, wanted};
use super::watcher::Watcher;
use crate::args::{Format, WatchArgs};
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::note;
use crate::settings::Settings;
use crate::texts::{Text, is_path, tell};

/// How often files are looked at.
const OFTEN: Duration = Duration::from_millis(250);
/// A file that has changed is read when it has not changed for so long: some editors empty it before they write it.
const STILL: Duration = Duration::from_millis(50);
/// We do not wait longer than this many times for a file to stand still.
const MAX_WAITS: u32 = 20;
/// A text with mistakes is read again after so many looks, whether its files have changed or not.
const PATIENCE: u32 = 4;

/// What was seen at a save.
#[derive(Serialize, JsonSchema)]
pub struct Seen {
    pub file: String,
    /// From 1: as it was at the beginning.
    pub save: u32,
    /// What is wrong with the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckedFile>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failure>,
    /// What came out of its claims, if it has no mistakes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Proofs>,
    /// What is otherwise than it was when the claims were last decided.
    pub changes: Vec<ClaimChange>,
}

pub fn run(args: &WatchArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if !is_path(&args.text.file) {
        // A misspelt name is told as everywhere else.
        Text::find(&args.text.file)?;
        let message = format!("`{}` is a text of the library, which nobody saves", args.text.file);
        return Err(
            Failure::input(message).help("name a file; `adli cat NAME > my-rules.adv` makes one of it")
        );
    }
    // What cannot be read at the beginning is misspelt; later somebody is just saving it.
    Text::find(&args.text.file)?;
    settings.start_threads()?;
    interrupt::listen();
    let mut last: Option<(Text, Proofs)> = None;
    let mut is_faulty = false;
    // Of what was told last.
    let mut digest = None;
    let mut save = 1;
    while !interrupt::is_requested() {
        let path = Path::new(&args.text.file);
        let (found, marks) = read(path, last.as_ref().map(|(text, _)| text));
        let now = found.as_ref().map(|text| text.digest(&args.text.set)).map_err(Failure::to_string);
        if digest.as_ref() != Some(&now) {
            let seen = match found {
                Ok(text) => at_save(args, settings, text, save, &marks, &mut last),
                Err(failure) => Some(unread(args, save, failure)),
            };
            // What is saved over while it is proved is read again.
            let Some(seen) = seen else { continue };
            match settings.output.format() {
                Format::Json => settings.output.json_line(&seen)?,
                Format::Text => settings.output.as_text(&seen)?,
            }
            if save == 1 {
                note(&"watching; press Ctrl-C to end");
            }
            digest = Some(now);
            save += 1;
            is_faulty = seen.report.is_none();
        }
        // A text with mistakes may lack a file, of which we do not know that it will come.
        for times in 0.. {
            if interrupt::is_requested() || is_faulty && times == PATIENCE {
                break;
            }
            if !marks.are_same() {
                marks.wait_until_still();
                break;
            }
            thread::sleep(OFTEN);
        }
    }
    Ok(Verdict::Holds)
}

fn unread(args: &WatchArgs, save: u32, failure: Failure) -> Seen {
    note(&failure);
    let (file, check, error) = (args.text.file.clone(), None, Some(failure));
    Seen { file, save, check, error, report: None, changes: Vec::new() }
}

/// The text, and the files by which it is known that it has to be read again.
fn read(path: &Path, last: Option<&Text>) -> (Result<Text, Failure>, Marks) {
    // Marks come first: what changes between is seen the next time.
    let before = last.map_or_else(Vec::new, files_of);
    let marks = Marks::of(before.into_iter().chain([path.to_owned()]));
    let text = Text::find(&path.display().to_string());
    let Ok(text) = text else { return (text, marks) };
    let mut marks = marks;
    marks.add(files_of(&text));
    (Ok(text), marks)
}

/// The files of a text: itself, and those that it uses.
fn files_of(text: &Text) -> Vec<PathBuf> {
    let names = (0..).map_while(|number| text.sources.get(number)).map(|source| PathBuf::from(&source.name));
    names.filter(|name| name.is_file()).collect()
}

/// When files were changed, and how long they are.
#[derive(PartialEq, Eq)]
struct Marks(Vec<(PathBuf, Option<(SystemTime, u64)>)>);

impl Marks {
    fn of(files: impl Iterator<Item = PathBuf>) -> Marks {
        let mut marks = Marks(Vec::new());
        marks.add(files.collect());
        marks
    }

    fn add(&mut self, files: Vec<PathBuf>) {
        for file in files {
            if !self.0.iter().any(|(known, _)| *known == file) {
                let mark = mark(&file);
                self.0.push((file, mark));
            }
        }
    }

    fn are_same(&self) -> bool {
        self.0.iter().all(|(file, known)| mark(file) == *known)
    }

    /// Waits until the files stand still, as long as that does not take for ever.
    fn wait_until_still(&self) {
        let marks_now = || Marks::of(self.0.iter().map(|(file, _)| file.clone()));
        let mut before = marks_now();
        for _ in 0..MAX_WAITS {
            thread::sleep(STILL);
            let now = marks_now();
            if now == before || interrupt::is_requested() {
                return;
            }
            before = now;
        }
    }
}

fn mark(file: &Path) -> Option<(SystemTime, u64)> {
    let found = fs::metadata(file).ok()?;
    Some((found.modified().ok()?, found.len()))
}

/// Watches a proof, and ends it when its text is saved over.
struct Until<'a> {
    watcher: Watcher,
    marks: &'a Marks,
    looked: Mutex<(Instant, bool)>,
}

impl Until<'_> {
    fn is_saved_over(&self) -> bool {
        // Whoever finds somebody else looking need not.
        let Ok(mut looked) = self.looked.try_lock() else { return false };
        if !looked.1 && looked.0.elapsed() >= OFTEN {
            *looked = (Instant::now(), !self.marks.are_same());
        }
        looked.1
    }
}

impl Watch for Until<'_> {
    fn begins(&self, claim: &str) {
        self.watcher.begins(claim);
    }

    fn advance(&self, done: u64, of: u64) {
        self.watcher.advance(done, of);
    }

    fn met(&self, done: u64) {
        self.watcher.met(done);
    }

    fn rounds(&self, done: u64) {
        self.watcher.rounds(done);
    }

    fn stopped(&self) -> Option<By> {
        self.watcher.stopped().or_else(|| self.is_saved_over().then_some(By::Hand))
    }

    fn seconds(&self) -> Option<f64> {
        self.watcher.seconds()
    }
}

/// What is to be said of a text that has been saved; nothing if it is saved over already.
fn at_save(
    args: &WatchArgs,
    settings: &Settings,
    text: Text,
    save: u32,
    marks: &Marks,
    last: &mut Option<(Text, Proofs)>,
) -> Option<Seen> {
    let set = &args.text.set;
    let mut checked = text.check(set);
    let until =
        Until { watcher: Watcher::new(args.limits.time), marks, looked: Mutex::new((Instant::now(), false)) };
    if !checked.has_errors() {
        checked.diagnostics.extend(idle_warnings(&text, &checked.programs, &until));
    }
    if settings.output.format() == Format::Text {
        tell(&text.sources, &checked);
    }
    let (file, check) = (args.text.file.clone(), Some(CheckedFile::new(&text, &checked)));
    let mut seen = Seen { file, save, check, error: None, report: None, changes: Vec::new() };
    if checked.has_errors() {
        return Some(seen);
    }
    if let Err(failure) = wanted(&text, &checked.programs, &args.claim) {
        note(&failure);
        return Some(Seen { error: Some(failure), ..seen });
    }
    let memory = args.limits.memory_or(Options::default().memory);
    let options = Options { claims: args.claim.clone(), memory, ..Options::default() };
    let tables = settings.tables().ok();
    let proof = Proof { text: &text, programs: &checked.programs, options: &options, by: None };
    let report = decide_uncollected(&proof, tables.as_ref(), &until, &|_| ());
    if !marks.are_same() || interrupt::is_requested() {
        return None;
    }
    drop(until);
    if let Some((before, proofs)) = last {
        seen.changes = changes(proofs, &report);
        for change in &mut seen.changes {
            change.gained = holding(before, args, settings, &change.name, &change.gained);
            change.lost = holding(&text, args, settings, &change.name, &change.lost);
        }
        seen.changes.retain(|change| !change.says_nothing());
    }
    *last = Some((text, report.clone()));
    seen.report = Some(report);
    Some(seen)
}

/// Of failures of the one text those where the other does not fail.
fn holding(
    text: &Text,
    args: &WatchArgs,
    settings: &Settings,
    claim: &str,
    failed: &[FailedAt],
) -> Vec<FailedAt> {
    let kept = failed.iter().map(|failed| {
        let (position, claim) = (failed.fen.parse().ok()?, claim.to_owned());
        Some(KeptFailure { position, claim, reason: None, rule: None, id: None })
    });
    let Some(kept) = kept.collect::<Option<Vec<_>>>().filter(|kept| !kept.is_empty()) else {
        return Vec::new();
    };
    let tried = kept::tried_again(text, &args.text.set, (String::new(), kept), settings);
    let holds = failed.iter().zip(&tried.tests).filter(|(_, test)| test.verdict == KeptVerdict::Holds);
    holds.map(|(failed, _)| failed.clone()).collect()
}
