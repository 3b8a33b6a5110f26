//! `adli report`: what was found out about a text, as one HTML page.

use std::io::{self, Write};

use adli_claims::{Report as Proofs, Verdict as Decided};
use adli_pictures::Page;
use adli_workbench::Entry;
use schemars::JsonSchema;
use serde::Serialize;

use super::pictures::write_into;
use super::prove::{decide, memory, verdict, wanted};
use super::watcher::Watcher;
use crate::args::{ProveArgs, ReportArgs};
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::{Text, digests};
use crate::words::grouped;

/// What was written, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Written {
    /// The text.
    file: String,
    /// The page.
    path: String,
    bytes: usize,
    claims: Vec<Decision>,
}

/// A claim and its verdict; `adli prove` tells more.
#[derive(Serialize, JsonSchema)]
struct Decision {
    name: String,
    material: String,
    verdict: Decided,
    /// What is said of it on the page.
    #[serde(skip)]
    words: String,
}

pub fn run(args: &ReportArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let asked = args.prove();
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    wanted(&text, &programs, &args.claim)?;
    settings.start_threads()?;
    interrupt::listen();
    let watcher = Watcher::new(args.limits.time);
    let report = decide(&text, &programs, &asked, settings, &watcher)?;
    drop(watcher);
    let html = page(&text, &asked, &report);
    let paths = write_into(&args.output, &[("index.html".to_owned(), html.clone())], args.force)?;
    let claims = report.claims.iter().map(|claim| Decision {
        name: claim.name.clone(),
        material: claim.material.clone(),
        verdict: claim.verdict,
        words: format!("{} {}: {}", claim.kind.word(), claim.name, claim.headline()),
    });
    let written = Written {
        file: text.name.clone(),
        path: paths.concat(),
        bytes: html.len(),
        claims: claims.collect(),
    };
    settings.output.report(&written)?;
    if let Some(claim) = report.claims.iter().find(|claim| claim.verdict == Decided::Unknown) {
        note(&format!("`{}` is unknown: {}", claim.name, claim.reason.as_deref().unwrap_or_default()));
    }
    Ok(verdict(&report, !args.claim.is_empty()))
}

fn page(text: &Text, asked: &ProveArgs, report: &Proofs) -> String {
    let [own, everything] = digests(text, &asked.set);
    let mut made_from = vec![
        ("text, BLAKE3".to_owned(), own),
        ("text, all that it may use, and options, BLAKE3".to_owned(), everything),
    ];
    for (name, value) in &asked.set {
        made_from.push(("option".to_owned(), format!("{name}={value}")));
    }
    made_from.push(("memory allowed, bytes".to_owned(), grouped(memory(asked))));
    let time =
        asked.limits.time.map_or_else(|| "no limit".to_owned(), |time| format!("{} s", time.as_secs_f64()));
    made_from.push(("time allowed".to_owned(), time));
    made_from.push(("failures shown of a claim, at most".to_owned(), asked.max_failures.to_string()));
    Page {
        report,
        about: &Entry::new(&text.name, text.words()).about,
        words: text.words(),
        pictures: &[],
        version: env!("CARGO_PKG_VERSION"),
        command: &command(asked),
        made_from: &made_from,
    }
    .html()
}

/// The command that makes the page again, as it would be typed.
fn command(asked: &ProveArgs) -> String {
    let mut words = vec!["adli".to_owned(), "report".to_owned()];
    words.extend(asked.files.iter().map(|file| quoted(file)));
    words.extend(
        asked.set.iter().map(|(name, value)| format!("--set {}", quoted(&format!("{name}={value}")))),
    );
    words.extend(asked.claim.iter().map(|name| format!("--claim {}", quoted(name))));
    words.extend(asked.by.iter().map(|method| format!("--by {method}")));
    words.push(format!("--max-failures {}", asked.max_failures));
    words.extend(asked.limits.time.map(|time| format!("--time {}s", time.as_secs_f64())));
    words.extend(asked.limits.memory.map(|size| format!("--memory {}", size.0)));
    words.push("-o DIR".to_owned());
    words.join(" ")
}

/// A word as a shell takes it for one.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=+,:@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

impl Report for Written {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.claims.iter().try_for_each(|claim| writeln!(out, "{}", claim.words))?;
        writeln!(out, "{}: {} bytes", self.path, grouped(self.bytes as u64))
    }
}
