//! `adli check`: do texts of rules mean something?

use std::io::{self, Write};
use std::time::Duration;

use adli_claims::Watch;
use adli_lang::Checked;
use adli_web::Patience;
use adli_workbench::{CheckedFile, idle_warnings};
use schemars::JsonSchema;
use serde::Serialize;

use super::kept;
use super::prove::severity;
use crate::args::CheckArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::{Text, tell};

#[derive(Serialize, JsonSchema)]
pub struct Summary {
    files: Vec<CheckedFile>,
    /// Why files could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Failure>,
}

pub fn run(args: &CheckArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let mut summary = Summary { files: Vec::new(), errors: Vec::new() };
    let mut verdicts = vec![Verdict::Holds];
    let mut has_threads = false;
    interrupt::listen();
    for name in &args.files {
        // A file that cannot be read does not keep the others from being checked.
        let found = Text::find(name).and_then(|text| Ok((text, kept::beside(name)?)));
        let (text, tests) = match found {
            Ok(found) => found,
            Err(failure) => {
                note(&failure);
                summary.errors.push(failure);
                verdicts.push(Verdict::WrongInput);
                continue;
            }
        };
        let checked = check(&text, &args.set, &interrupt::Asked);
        if settings.output.format() == crate::args::Format::Text {
            tell(&text.sources, &checked);
        }
        let mut file = CheckedFile::new(&text, &checked);
        if checked.has_errors() {
            verdicts.push(Verdict::WrongInput);
        } else if let Some(tests) = tests {
            if !std::mem::replace(&mut has_threads, true) {
                settings.start_threads()?;
            }
            let report = kept::tried_again(&text, &args.set, tests, settings);
            verdicts.push(kept::verdict(&report));
            file.kept = Some(report);
        }
        settings.output.as_text(&file)?;
        summary.files.push(file);
    }
    settings.output.as_json(&summary)?;
    Ok(verdicts.into_iter().max_by_key(|verdict| severity(*verdict)).unwrap_or(Verdict::Holds))
}

/// Looking for rules that never apply ends after a few seconds; a check is for authors who wait for it.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a text means, and what is to be said of it.
pub fn check(text: &Text, set: &[(String, String)], watch: &dyn Watch) -> Checked {
    let mut checked = text.check(set);
    if !checked.has_errors() {
        let patience = Patience::new(watch, PATIENCE);
        checked.diagnostics.extend(idle_warnings(text, &checked.programs, &patience));
    }
    checked
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
        writeln!(out, ", {}", counted(self.claims.len(), "claim"))?;
        self.kept.as_ref().map_or(Ok(()), |report| kept::text(report, out))
    }
}
