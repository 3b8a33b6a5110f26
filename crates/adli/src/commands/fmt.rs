//! `adli fmt`: texts of rules in their one layout.

use std::io::{self, Write};
use std::path::Path;

use adli_lang::{Checked, Sources, format};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{FmtArgs, Format};
use crate::failure::{Failure, Verdict};
use crate::files::write_file;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::{read, tell, text_of};

/// The name that means standard input, laid out to standard output.
const STANDARD_INPUT: &str = "-";

#[derive(Serialize, JsonSchema)]
pub struct Summary {
    files: Vec<Formatted>,
    /// Why files could not be laid out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Failure>,
}

#[derive(Serialize, JsonSchema)]
struct Formatted {
    file: String,
    status: Status,
    /// The layout, if the text came from standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Unchanged,
    Changed,
    WouldChange,
}

pub fn run(args: &FmtArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if args.files.iter().any(|file| file == STANDARD_INPUT) {
        return standard_input(args, settings);
    }
    let mut summary = Summary { files: Vec::new(), errors: Vec::new() };
    for name in &args.files {
        match file(name, args.check) {
            Ok(status) => {
                let formatted = Formatted { file: name.clone(), status, text: None };
                settings.output.as_text(&formatted)?;
                summary.files.push(formatted);
            }
            // A file that cannot be read does not keep the others from being laid out.
            Err(failure) => {
                note(&failure);
                summary.errors.push(failure);
            }
        }
    }
    settings.output.as_json(&summary)?;
    let would_change = summary.files.iter().any(|file| file.status == Status::WouldChange);
    Ok(match (!summary.errors.is_empty(), would_change) {
        (true, _) => Verdict::WrongInput,
        (false, true) => Verdict::Refuted,
        (false, false) => Verdict::Holds,
    })
}

fn standard_input(args: &FmtArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if args.files.len() > 1 {
        return Err(Failure::input("`-` stands for standard input, and cannot be named with other files"));
    }
    let text = text_of(io::stdin(), "standard input")?
        .map_err(|error| Failure::input(format!("cannot read standard input: {error}")))?;
    let laid_out = layout("standard input", &text)?;
    let status = match (laid_out == text, args.check) {
        (true, _) => Status::Unchanged,
        (false, true) => Status::WouldChange,
        (false, false) => Status::Changed,
    };
    if !args.check && settings.output.format() == Format::Text {
        settings.output.bytes(laid_out.as_bytes())?;
    }
    let formatted = Formatted { file: STANDARD_INPUT.to_owned(), status, text: Some(laid_out) };
    settings.output.as_json(&Summary { files: vec![formatted], errors: Vec::new() })?;
    Ok(if status == Status::WouldChange { Verdict::Refuted } else { Verdict::Holds })
}

/// Lays out a file; a file that is laid out already is not written.
fn file(name: &str, check: bool) -> Result<Status, Failure> {
    let path = Path::new(name);
    let text = read(path)?;
    let laid_out = layout(name, &text)?;
    match (laid_out == text, check) {
        (true, _) => Ok(Status::Unchanged),
        (false, true) => Ok(Status::WouldChange),
        (false, false) => {
            write_file(path, laid_out.as_bytes())?;
            Ok(Status::Changed)
        }
    }
}

fn layout(name: &str, text: &str) -> Result<String, Failure> {
    format(text).map_err(|diagnostics| {
        let mut sources = Sources::new();
        sources.add(name, text);
        tell(&sources, &Checked { programs: Vec::new(), diagnostics });
        Failure::input(format!("`{name}` cannot be read, and is left as it is"))
    })
}

impl Report for Formatted {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.status {
            Status::Unchanged => Ok(()),
            Status::Changed => writeln!(out, "{}: laid out anew", self.file),
            Status::WouldChange => writeln!(out, "{}: would be laid out anew", self.file),
        }
    }
}
