//! `adli export`: a recogniser as source code, with what was proved of it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adli_claims::{ClaimReport, Options, Verdict as Decided};
use adli_lang::Program;
use adli_lang::term::RecogniserId;
use adli_recognise::soundness;
use adli_static::{Compiled, Language, Request, Unit, compile, export};
use adli_workbench::{Offer, Sort, select};
use schemars::JsonSchema;
use serde::Serialize;

use super::prove::decide_unnamed;
use super::watcher::Watcher;
use crate::args::{ExportArgs, ExportLanguage};
use crate::auditing::hex;
use crate::failure::{Failure, Verdict};
use crate::files::write_files;
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::tables::{Found, Tables};
use crate::texts::Text;
use crate::words::{grouped, list};

/// What was exported, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Exported {
    file: String,
    recogniser: String,
    /// What the function is called.
    function: String,
    language: &'static str,
    proved: bool,
    materials: Vec<Material>,
    /// How many bytes the tables of the code have.
    table_bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The header for C, beside the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Material {
    material: String,
    positions: Option<u64>,
    verdict: Decided,
    unknown: u64,
    wrong: u64,
    /// Why nothing is known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The digest of the table it was compared with; none if it was solved in memory.
    table: Option<String>,
}

pub fn run(args: &ExportArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let name = recogniser_name(&text, &programs, args.recogniser.as_deref())?;
    let (language, word) = match args.language {
        ExportLanguage::Rust => (Language::Rust, "rust"),
        ExportLanguage::C => (Language::C, "c"),
    };
    let function = function_name(args.name.as_deref().unwrap_or(&name), language)?;
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
    let watcher = Watcher::new(args.limits.time);
    let reports = proofs(args, &text, &programs, &ids, tables.as_ref(), &watcher);
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
            verdict: report.verdict,
            reason: report.reason.clone(),
            unknown: report.recognised.iter().map(|side| side.unknown.positions()).sum(),
            wrong: report.failures.as_ref().map_or(0, |failures| failures.extent.number),
            table: tables.as_ref().and_then(|tables| digest(tables, program, &watcher)),
        })
        .collect();
    let rules = &programs[0].recognisers[usize::from(ids[0].0)].rules;
    let units: Vec<Unit<'_>> = programs
        .iter()
        .zip(&compiled)
        .map(|(program, sides)| Unit { endgame: &program.endgame, sides: [&sides[0], &sides[1]] })
        .collect();
    let request = Request { language, name: &function, rules, units: &units, with_rule: args.with_rule };
    let printed = export(&request);
    let proved = verdict.is_none();
    let table_bytes = printed.table_bytes();
    let head = head(&text, &name, &materials, table_bytes);
    let mut exported = Exported {
        file: text.name.clone(),
        recogniser: name,
        function: function.clone(),
        language: word,
        proved,
        materials,
        table_bytes,
        path: None,
        header: None,
        code: None,
    };
    match &args.output {
        Some(path) => {
            let header = header_of(path, language);
            let included = header.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
            let code = printed.code(&head, included.as_deref());
            let declared = printed.header(&head);
            let mut files = vec![(path.as_path(), code.as_bytes())];
            files.extend(header.as_deref().map(|header| (header, declared.as_bytes())));
            write_files(&files)?;
            exported.path = Some(path.display().to_string());
            exported.header = header.map(|header| header.display().to_string());
        }
        None => exported.code = Some(printed.code(&head, None)),
    }
    settings.output.report(&exported)?;
    Ok(Verdict::Holds)
}

/// A name that compilers take for the name of a function.
fn function_name(name: &str, language: Language) -> Result<String, Failure> {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_plain && !language.reserves(name) {
        return Ok(name.to_owned());
    }
    let compiler = if language == Language::C { "C" } else { "Rust" };
    let what =
        if is_plain { "means something else there" } else { "has other characters than letters and digits" };
    Err(Failure::input(format!("`{name}` cannot be the name of a function in {compiler}: it {what}"))
        .help("give it another one with `--name NAME`"))
}

/// Where the header goes: beside a file that ends in `.c`.
fn header_of(path: &Path, language: Language) -> Option<PathBuf> {
    let is_c = path.extension().is_some_and(|ending| ending == "c");
    (language == Language::C && is_c).then(|| path.with_extension("h"))
}

fn sides(program: &Program, id: RecogniserId) -> Result<[Compiled; 2], adli_static::TooMuch> {
    let branches = &program.recognisers[usize::from(id.0)].branches;
    Ok([compile(program, &[], 0, branches)?, compile(program, &[], 1, branches)?])
}

/// The recogniser of that name, or the only one of the text.
pub fn recogniser_name(text: &Text, programs: &[Program], wanted: Option<&str>) -> Result<String, Failure> {
    let all = programs.iter().flat_map(|program| &program.recognisers);
    let own = all.filter(|found| found.span.source == text.number);
    let offers = own.map(|found| Offer { name: &found.name, is_own: true, what: found.name.clone() });
    Ok(select(Sort::Recogniser, text, offers.collect(), wanted)?)
}

fn recogniser_id(program: &Program, name: &str) -> Option<RecogniserId> {
    program.recognisers_here().find(|(_, recogniser)| recogniser.name == name).map(|(id, _)| id)
}

/// Compares the recogniser with the tables of each material.
fn proofs(
    args: &ExportArgs,
    text: &Text,
    programs: &[Program],
    ids: &[RecogniserId],
    tables: Option<&Tables>,
    watcher: &Watcher,
) -> Vec<ClaimReport> {
    let claims: Vec<Program> =
        programs.iter().zip(ids).map(|(program, id)| soundness(program, *id)).collect();
    let memory = args.limits.memory_or(Options::default().memory);
    let options = Options { max_failures: 1, memory, ..Options::default() };
    decide_unnamed(text, &claims, &options, tables, watcher).claims
}

fn refusal(text: &Text, name: &str, verdict: Decided, reports: &[ClaimReport]) -> Failure {
    let wrong: u64 = reports.iter().filter_map(|report| Some(report.failures.as_ref()?.extent.number)).sum();
    let reason = reports.iter().find_map(|report| report.reason.clone()).unwrap_or_default();
    let failure = match verdict {
        Decided::Internal => return Failure::internal(format!("`{name}` could not be proved: {reason}")),
        Decided::Refuted => Failure::input(format!("`{name}` is wrong in {} positions", grouped(wrong))),
        _ => Failure::limit(format!("`{name}` could not be proved: {reason}")),
    };
    failure.help(format!("`adli prove {}` shows where; `--unproved` exports it all the same", text.name))
}

/// The digest of the table that a proof relied on, if it is on the disk.
fn digest(tables: &Tables, program: &Program, watcher: &Watcher) -> Option<String> {
    let material = program.endgame.material()?.canonical();
    tables.for_proofs(material, watcher)?;
    match tables.find(material) {
        Ok(Found::Intact(table)) => Some(hex(table.digest())),
        _ => None,
    }
}

/// What the code says first.
fn head(text: &Text, name: &str, materials: &[Material], table_bytes: usize) -> Vec<String> {
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
        let name = &material.material;
        lines.push(match material.verdict {
            Decided::Proved if material.positions == Some(material.unknown) => {
                lines.push(format!(
                    "{name}: proved right, and of no use: it answers `unknown` on all {all} positions."
                ));
                continue;
            }
            Decided::Proved => {
                format!("{name}: proved right on all {all} positions, both sides to move, against")
            }
            Decided::Refuted => format!(
                "{name}: NOT PROVED; wrong in {} of {all} positions, both sides to move, against",
                grouped(material.wrong)
            ),
            _ => {
                let reason = material.reason.as_deref().unwrap_or("it was not compared with the tables");
                lines.push(format!("{name}: NOT PROVED; {reason}."));
                continue;
            }
        });
        lines.push(format!("  {against}; {left} positions are left unknown."));
    }
    lines.push(String::new());
    lines.push(
        "Positions are legal, without castling rights and without captures in passing. One text serves both"
            .into(),
    );
    lines.push(
        "colours: if Black has the men of the first side, colours are exchanged and ranks mirrored.".into(),
    );
    lines.push(format!("The tables have {} bytes.", grouped(table_bytes as u64)));
    lines
}

impl Report for Exported {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.path, &self.code) {
            (Some(path), _) => {
                let what = if self.proved { "proved" } else { "not proved" };
                let materials: Vec<String> = self.materials.iter().map(|m| m.material.clone()).collect();
                let header = self.header.iter().map(|header| format!(" and {header}")).collect::<String>();
                writeln!(
                    out,
                    "{path}{header}: `{}` for {}, {what}; its tables have {} bytes",
                    self.recogniser,
                    list(&materials, "and"),
                    grouped(self.table_bytes as u64)
                )
            }
            (None, Some(code)) => write!(out, "{code}"),
            (None, None) => Ok(()),
        }
    }
}
