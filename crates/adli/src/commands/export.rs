//! `adli export`: a recogniser as source code, with what was proved of it.

use std::io::{self, Write};

use adli_lang::Program;
use adli_lang::term::RecogniserId;
use adli_prove::{ClaimReport, Options, Verdict as Decided, prove_with, soundness};
use adli_static::{Compiled, Language, Unit, compile, export};
use serde::Serialize;

use super::prove::at_hand;
use super::watcher::Watcher;
use crate::args::{ExportArgs, ExportLanguage};
use crate::failure::{Failure, Verdict};
use crate::files::write_file;
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::tables::{Found, Tables};
use crate::texts::Text;
use crate::words::{grouped, list};

/// What was exported, for programs.
#[derive(Serialize)]
struct Exported {
    file: String,
    recogniser: String,
    language: &'static str,
    proved: bool,
    materials: Vec<Material>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

#[derive(Serialize)]
struct Material {
    material: String,
    positions: Option<u64>,
    unknown: u64,
    wrong: u64,
    /// The digest of the table it was compared with; none if it was solved in memory.
    table: Option<String>,
}

pub fn run(args: &ExportArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let name = recogniser_name(&text, &programs, args.recogniser.as_deref())?;
    let ids = programs.iter().map(|program| recogniser_id(program, &name)).collect::<Option<Vec<_>>>();
    let ids =
        ids.ok_or_else(|| Failure::input(format!("`{}` has no recogniser called `{name}`", text.name)))?;
    let mut compiled = Vec::new();
    for (program, id) in programs.iter().zip(&ids) {
        compiled.push(sides(program, *id).map_err(|error| {
            Failure::limit(format!("`{name}` has no code: {error}")).help("say it with fewer men at a time")
        })?);
    }
    settings.start_threads()?;
    interrupt::listen();
    let tables = settings.tables().ok();
    let reports = proofs(args, &text, &programs, &ids, tables.as_ref());
    let verdict = reports.iter().map(|report| report.verdict).find(|&verdict| verdict != Decided::Proved);
    if let Some(verdict) = verdict
        && !args.unproved
    {
        note(&refusal(&text, &name, verdict, &reports));
        return Ok(if verdict == Decided::Refuted { Verdict::Refuted } else { Verdict::Unknown });
    }
    let materials: Vec<Material> = programs
        .iter()
        .zip(&reports)
        .map(|(program, report)| Material {
            material: report.material.clone(),
            positions: report.positions,
            unknown: report.recognised.iter().map(|side| side.unknown.positions()).sum(),
            wrong: report.failures.as_ref().map_or(0, |failures| failures.extent.number),
            table: tables.as_ref().and_then(|tables| digest(tables, program)),
        })
        .collect();
    let (language, word) = match args.language {
        ExportLanguage::Rust => (Language::Rust, "rust"),
        ExportLanguage::C => (Language::C, "c"),
    };
    let rules = &programs[0].recognisers[usize::from(ids[0].0)].rules;
    let units: Vec<Unit<'_>> = programs
        .iter()
        .zip(&compiled)
        .map(|(program, sides)| Unit { endgame: &program.endgame, sides: [&sides[0], &sides[1]] })
        .collect();
    let code = export(language, &name, &head(&text, &name, verdict.is_none(), &materials), rules, &units);
    let proved = verdict.is_none();
    let mut exported = Exported {
        file: text.name,
        recogniser: name,
        language: word,
        proved,
        materials,
        path: None,
        code: None,
    };
    match &args.output {
        Some(path) => {
            write_file(path, code.as_bytes())?;
            exported.path = Some(path.display().to_string());
        }
        None => exported.code = Some(code),
    }
    settings.output.report(&exported)?;
    Ok(Verdict::Holds)
}

fn sides(program: &Program, id: RecogniserId) -> Result<[Compiled; 2], adli_static::TooMuch> {
    let branches = &program.recognisers[usize::from(id.0)].branches;
    Ok([compile(program, &[], 0, branches)?, compile(program, &[], 1, branches)?])
}

/// The recogniser of that name, or the only one of the text.
pub fn recogniser_name(text: &Text, programs: &[Program], wanted: Option<&str>) -> Result<String, Failure> {
    let all = programs.iter().flat_map(|program| &program.recognisers);
    let mut own: Vec<String> =
        all.filter(|found| found.span.source == text.number).map(|found| found.name.clone()).collect();
    own.sort();
    own.dedup();
    match (wanted, &own[..]) {
        (Some(wanted), own) if own.iter().any(|name| name == wanted) => Ok(wanted.to_owned()),
        (Some(wanted), _) => {
            let near = adli_lang::suggest(wanted, own.iter().map(String::as_str));
            let failure = Failure::input(format!("`{}` has no recogniser called `{wanted}`", text.name));
            Err(match near {
                Some(near) => failure.help(format!("did you mean `{near}`?")),
                None => failure,
            })
        }
        (None, [only]) => Ok(only.clone()),
        (None, []) => Err(Failure::input(format!("`{}` has no recogniser", text.name))
            .help("a recogniser reads `recogniser name when .. => draw otherwise => unknown`")),
        (None, several) => {
            let names: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
            Err(Failure::input(format!("`{}` has the recognisers {}", text.name, list(&names, "and")))
                .help("choose one with `--recogniser NAME`"))
        }
    }
}

fn recogniser_id(program: &Program, name: &str) -> Option<RecogniserId> {
    let at = program.recognisers.iter().position(|recogniser| recogniser.name == name)?;
    Some(RecogniserId(at as u16))
}

/// Compares the recogniser with the tables of each material.
fn proofs(
    args: &ExportArgs,
    text: &Text,
    programs: &[Program],
    ids: &[RecogniserId],
    tables: Option<&Tables>,
) -> Vec<ClaimReport> {
    let claims: Vec<Program> =
        programs.iter().zip(ids).map(|(program, id)| soundness(program, *id)).collect();
    let memory = args.limits.memory_or(Options::default().memory);
    let options = Options { max_failures: 1, memory, ..Options::default() };
    let watcher = Watcher::new(args.limits.time);
    let load = |material| at_hand(tables?, material);
    prove_with(&text.name, &claims, &options, &load, &watcher).claims
}

fn refusal(text: &Text, name: &str, verdict: Decided, reports: &[ClaimReport]) -> Failure {
    let wrong: u64 = reports.iter().filter_map(|report| Some(report.failures.as_ref()?.extent.number)).sum();
    let reason = reports.iter().find_map(|report| report.reason.clone()).unwrap_or_default();
    let failure = if verdict == Decided::Refuted {
        Failure::input(format!("`{name}` is wrong in {} positions", grouped(wrong)))
    } else {
        Failure::limit(format!("`{name}` could not be proved: {}", interrupt::told(&reason)))
    };
    failure.help(format!("`adli prove {}` shows where; `--unproved` exports it all the same", text.name))
}

/// The digest of the table of a material, if it is on the disk.
fn digest(tables: &Tables, program: &Program) -> Option<String> {
    let material = program.endgame.material()?.canonical();
    match tables.find(material) {
        Ok(Found::Intact(table)) => Some(table.digest().iter().map(|byte| format!("{byte:02x}")).collect()),
        _ => None,
    }
}

/// What the code says first.
fn head(text: &Text, name: &str, proved: bool, materials: &[Material]) -> Vec<String> {
    let mut lines = vec![
        format!("`{name}` of `{}`, exported by adli {}.", text.name, env!("CARGO_PKG_VERSION")),
        String::new(),
    ];
    for material in materials {
        let all = grouped(material.positions.unwrap_or_default());
        let left = grouped(material.unknown);
        let against = match &material.table {
            Some(digest) => format!("the table with the BLAKE3 digest {digest}"),
            None => "a table solved in memory".to_owned(),
        };
        lines.push(if proved {
            format!("{}: proved right on all {all} positions, both sides to move, against", material.material)
        } else {
            format!(
                "{}: NOT PROVED; wrong in {} of {all} positions, both sides to move, against",
                material.material,
                grouped(material.wrong)
            )
        });
        lines.push(format!("  {against}; {left} positions are left unknown."));
    }
    lines.push(String::new());
    lines.push(
        "Positions are legal, without castling rights and without captures in passing. One text serves both"
            .into(),
    );
    lines.push("colours: if Black has the men of the first side the board is turned round.".into());
    lines
}

impl Report for Exported {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.path, &self.code) {
            (Some(path), _) => {
                let what = if self.proved { "proved" } else { "not proved" };
                let materials: Vec<String> = self.materials.iter().map(|m| m.material.clone()).collect();
                writeln!(out, "{path}: `{}` for {}, {what}", self.recogniser, list(&materials, "and"))
            }
            (None, Some(code)) => write!(out, "{code}"),
            (None, None) => Ok(()),
        }
    }
}
