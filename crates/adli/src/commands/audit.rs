//! `adli audit`: are finished tables right? By code of ours, or by checkers that Coq has proved right.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use adli_chess::Material;
use adli_tables::{TableError, converts_into, solve_order};
use schemars::JsonSchema;
use serde::Serialize;

use super::audit_coq;
use crate::args::{AuditArgs, AuditBy};
use crate::auditing::{Audited, Sound, audit_table, audit_units};
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::output::{Output, Report, note};
use crate::progress::Bar;
use crate::settings::Settings;
use crate::tables::Tables;
use crate::words::list;

#[derive(Serialize, JsonSchema)]
pub struct Summary<'a> {
    folder: &'a Path,
    tables: &'a [Audited],
    /// Tables that the audit relied on without auditing them.
    taken_for_right: &'a [String],
    /// Who checked them, if it was not this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    /// What has to be believed then.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    trusts: &'a [&'static str],
}

/// What an audit has come to.
pub struct Audit {
    pub folder: PathBuf,
    pub audited: Vec<Audited>,
    pub relied_on: Vec<String>,
    pub by: Option<String>,
    pub trusts: Vec<&'static str>,
    /// What stopped it, if something did.
    pub done: Result<(), Failure>,
}

pub fn run(args: &AuditArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let named = args.selection.check()?;
    let audit = match args.by {
        None => by_own_code(args, &named, settings)?,
        Some(AuditBy::CoqExtracted) => audit_coq::extracted(args, &named, settings)?,
        Some(AuditBy::Coq) => audit_coq::kernel(&named, settings)?,
    };
    settings.output.report(&Summary {
        folder: &audit.folder,
        tables: &audit.audited,
        taken_for_right: &audit.relied_on,
        by: audit.by.as_deref(),
        trusts: &audit.trusts,
    })?;
    let is = |verdict: Sound| move |table: &Audited| table.verdict == verdict;
    // What was only left out is not wrong; a table that relies on a damaged one is not right.
    let left_out = |table: &Audited| table.verdict == Sound::NotRun && args.by == Some(AuditBy::Coq);
    let is_right = audit.audited.iter().all(|table| is(Sound::Right)(table) || left_out(table));
    match audit.done {
        Ok(()) if audit.audited.iter().all(is(Sound::Right)) => Ok(Verdict::Holds),
        Ok(()) if is_right => Ok(Verdict::Unknown),
        Ok(()) => Ok(Verdict::Refuted),
        Err(failure) if is_right => Err(failure),
        // What stopped the audit does not make good what it has found.
        Err(failure) => {
            note(&failure);
            Ok(Verdict::Refuted)
        }
    }
}

fn by_own_code(args: &AuditArgs, named: &[Material], settings: &mut Settings) -> Result<Audit, Failure> {
    let tables = settings.tables()?;
    let all = solve_order(named);
    let (order, relied_on): (Vec<Material>, Vec<Material>) = all
        .iter()
        .partition(|material| named.contains(material) || !args.only && **material != Material::KINGS);
    let relied_on = if args.only { directly_needed(&order, &relied_on) } else { Vec::new() };
    settings.start_threads()?;
    all_there(&tables, order.iter().chain(&relied_on))?;
    interrupt::listen();
    let (audited, done) = audit_all(&tables, &order, &mut settings.output);
    Ok(Audit {
        folder: tables.folder().to_owned(),
        audited,
        relied_on: relied_on.iter().map(ToString::to_string).collect(),
        by: None,
        trusts: Vec::new(),
        done,
    })
}

/// Of some materials, those that an audited one converts into; the bare kings need no audit.
fn directly_needed(audited: &[Material], others: &[Material]) -> Vec<Material> {
    let is_needed = |other: &Material| audited.iter().any(|&m| converts_into(m).contains(other));
    others.iter().copied().filter(|&other| other != Material::KINGS).filter(is_needed).collect()
}

/// Makes sure that the files are there before anything begins; damage is for the audit to find.
pub fn all_there<'a>(tables: &Tables, materials: impl Iterator<Item = &'a Material>) -> Result<(), Failure> {
    let is_missing =
        |material: &Material| matches!(tables.store.open(*material), Err(TableError::Missing(_)));
    let missing: Vec<Material> = materials.copied().filter(is_missing).collect();
    if missing.is_empty() { Ok(()) } else { Err(tables.missing(&missing)) }
}

/// Audits as far as it goes: what was found, and what stopped it.
fn audit_all(
    tables: &Tables,
    order: &[Material],
    output: &mut Output,
) -> (Vec<Audited>, Result<(), Failure>) {
    let bar = Bar::new(order.iter().map(|&material| audit_units(material)).sum());
    let mut audited = Vec::new();
    for &material in order {
        bar.task(format!("auditing {material}"));
        let relying = Audited::relying(material, &audited);
        let found = relying.map_or_else(|| audit_table(tables, material, &bar), Ok);
        let told = found.and_then(|found| bar.aside(|| output.as_text(&found)).map(|()| found));
        match told {
            Ok(found) => audited.push(found),
            Err(failure) => return (audited, Err(failure)),
        }
    }
    (audited, Ok(()))
}

/// What can be said after the single tables.
impl Report for Summary<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let not_right = self.tables.iter().filter(|table| table.verdict != Sound::Right).count();
        let not_run = self.tables.iter().filter(|table| table.verdict == Sound::NotRun).count();
        let all = self.tables.len();
        let s = if all == 1 { "" } else { "s" };
        match not_right {
            0 => writeln!(out, "{all} table{s} audited, all right")?,
            _ if not_right == not_run => {
                writeln!(out, "{all} table{s}, {not_run} of them not run, the others right")?
            }
            _ => writeln!(out, "{all} table{s} audited, {not_right} not right")?,
        }
        if let Some(by) = self.by {
            writeln!(out, "by {by}; what has to be believed:")?;
            self.trusts.iter().try_for_each(|what| writeln!(out, "  {what}"))?;
        }
        if !self.taken_for_right.is_empty() {
            writeln!(out, "taken for right, not audited: {}", list(self.taken_for_right, "and"))?;
        }
        Ok(())
    }
}
