//! `adli check`: do texts of rules mean something?

use std::io::{self, Write};
use std::time::{Duration, Instant};

use adli_claims::{By, Watch};
use adli_exhaustive::{Idle, Why, idle_rules};
use adli_lang::{Checked, Diagnostic, Program, Severity, Sources, Span, Warning, line_and_column};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::CheckArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::{Text, tell};

/// An editor is told of at most this many complaints about a file; the counts are of all.
const MAX_TOLD: usize = 500;

#[derive(Serialize, JsonSchema)]
pub struct Summary {
    files: Vec<CheckedFile>,
    /// Why files could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Failure>,
}

#[derive(Serialize, JsonSchema)]
struct CheckedFile {
    file: String,
    /// What the text speaks of; nothing if there are errors.
    materials: Vec<String>,
    strategies: Vec<String>,
    claims: Vec<String>,
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Told>,
}

/// A complaint, for editors. Lines and columns are counted from 1, columns in characters.
#[derive(Serialize, JsonSchema)]
struct Told {
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(flatten)]
    place: Option<Place>,
    notes: Vec<Note>,
}

#[derive(Serialize, JsonSchema)]
struct Note {
    message: String,
    #[serde(flatten)]
    place: Option<Place>,
}

#[derive(Serialize, JsonSchema)]
struct Place {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

pub fn run(args: &CheckArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let mut summary = Summary { files: Vec::new(), errors: Vec::new() };
    let mut verdict = Verdict::Holds;
    for name in &args.files {
        // A file that cannot be read does not keep the others from being checked.
        let text = match Text::find(name) {
            Ok(text) => text,
            Err(failure) => {
                note(&failure);
                summary.errors.push(failure);
                verdict = Verdict::WrongInput;
                continue;
            }
        };
        let mut checked = text.check(&args.set);
        if !checked.has_errors() {
            checked.diagnostics.extend(idle(&text, &checked.programs));
        }
        if settings.output.format() == crate::args::Format::Text {
            tell(&text.sources, &checked);
        }
        if checked.has_errors() {
            verdict = Verdict::WrongInput;
        }
        let file = CheckedFile::new(&text, &checked);
        settings.output.as_text(&file)?;
        summary.files.push(file);
    }
    settings.output.as_json(&summary)?;
    Ok(verdict)
}

/// Warnings about rules of this text that apply for no material.
fn idle(text: &Text, programs: &[Program]) -> Vec<Diagnostic> {
    interrupt::listen();
    let patience = Patience(Instant::now());
    let mut found = programs.iter().map(|program| idle_rules(program, &patience));
    let first = found.next().unwrap_or_default();
    let others: Vec<Vec<Idle>> = found.collect();
    let same = |a: &Idle, b: &Idle| (&a.strategy, &a.rule) == (&b.strategy, &b.rule);
    let everywhere = |idle: &Idle| others.iter().all(|others| others.iter().any(|other| same(idle, other)));
    let own = first.into_iter().filter(|idle| idle.span.source == text.number && everywhere(idle));
    own.map(|idle| {
        let warning = Warning::new(idle.span, idle.why.about(&idle.rule));
        Diagnostic::from(match idle.why {
            Why::NotSeen(_) => warning.help("`adli prove` looks at every position of a claim"),
            _ => warning,
        })
    })
    .collect()
}

/// Looking for rules that never apply ends after a few seconds; a check is for authors who wait for it.
struct Patience(Instant);

impl Watch for Patience {
    fn stopped(&self) -> Option<By> {
        let is_late = self.0.elapsed() >= Duration::from_secs(5);
        is_late.then_some(By::Time).or_else(interrupt::asked)
    }
}

impl CheckedFile {
    fn new(text: &Text, checked: &Checked) -> CheckedFile {
        let count = |severity| checked.diagnostics.iter().filter(|d| d.severity == severity).count();
        let first = checked.programs.first();
        let own = |span: Span| span.source == text.number;
        let strategies = first.iter().flat_map(|program| &program.strategies);
        let claims = first.iter().flat_map(|program| &program.claims);
        let told = checked.diagnostics.iter().take(MAX_TOLD).map(|diagnostic| Told {
            severity: match diagnostic.severity {
                Severity::Warning => "warning",
                Severity::Error => "error",
                Severity::Internal => "internal",
            },
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            place: Place::of(&text.sources, diagnostic.span),
            notes: diagnostic
                .notes
                .iter()
                .map(|(span, message)| Note {
                    message: message.clone(),
                    place: Place::of(&text.sources, *span),
                })
                .collect(),
        });
        CheckedFile {
            file: text.name.clone(),
            materials: checked.programs.iter().map(|program| program.endgame.name.clone()).collect(),
            strategies: strategies.filter(|s| own(s.span)).map(|s| s.name.clone()).collect(),
            claims: claims.filter(|claim| own(claim.span)).map(|claim| claim.name.clone()).collect(),
            errors: count(Severity::Error) + count(Severity::Internal),
            warnings: count(Severity::Warning),
            diagnostics: told.collect(),
        }
    }
}

impl Place {
    fn of(sources: &Sources, span: Span) -> Option<Place> {
        let source = sources.get(span.source)?;
        let (line, column) = line_and_column(&source.text, span.start);
        let (end_line, end_column) = line_and_column(&source.text, span.end);
        Some(Place { file: source.name.clone(), line, column, end_line, end_column })
    }
}

impl Report for CheckedFile {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let counted = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        write!(out, "{}: ", self.file)?;
        match (self.errors, self.warnings) {
            (0, 0) => write!(out, "understood")?,
            (0, warnings) => write!(out, "understood, with {}", counted(warnings, "warning"))?,
            (errors, 0) => return writeln!(out, "{}", counted(errors, "error")),
            (errors, warnings) => {
                let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
                return writeln!(out, "{errors}, {warnings}");
            }
        }
        match self.strategies.len() {
            1 => write!(out, "; 1 strategy")?,
            many => write!(out, "; {many} strategies")?,
        }
        writeln!(out, ", {}", counted(self.claims.len(), "claim"))
    }
}
