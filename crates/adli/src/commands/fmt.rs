//! `adli fmt`: texts of rules in their one layout.

use std::io::{self, Write};
use std::path::Path;

use adli_lang::{Checked, Sources, format};
use serde::Serialize;

use crate::args::FmtArgs;
use crate::failure::{Failure, Verdict};
use crate::files::write_file;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::{read, tell, text_of};

/// The name that means standard input, laid out to standard output.
const STANDARD_INPUT: &str = "-";

#[derive(Serialize)]
struct Summary {
    files: Vec<Formatted>,
}

#[derive(Serialize)]
struct Formatted {
    file: String,
    status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
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
    let mut summary = Summary { files: Vec::new() };
    let mut is_faulty = false;
    for name in &args.files {
        match file(name, args.check) {
            Ok(status) => {
                let formatted = Formatted { file: name.clone(), status };
                settings.output.as_text(&formatted)?;
                summary.files.push(formatted);
            }
            // A file that cannot be read does not keep the others from being laid out.
            Err(failure) => {
                note(&failure);
                is_faulty = true;
            }
        }
    }
    settings.output.as_json(&summary)?;
    let would_change = summary.files.iter().any(|file| file.status == Status::WouldChange);
    Ok(match (is_faulty, would_change) {
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
    if args.check {
        return Ok(if laid_out == text { Verdict::Holds } else { Verdict::Refuted });
    }
    settings.output.bytes(laid_out.as_bytes())?;
    Ok(Verdict::Holds)
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
