//! `adli audit`: are finished tables right?

use std::io::{self, Write};
use std::path::Path;

use adli_chess::Material;
use adli_tables::{TableError, converts_into, solve_order};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::AuditArgs;
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
    taken_for_right: Vec<String>,
}

pub fn run(args: &AuditArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let named = args.selection.check()?;
    let tables = settings.tables()?;
    let all = solve_order(&named);
    let (order, relied_on): (Vec<Material>, Vec<Material>) = all
        .iter()
        .partition(|material| named.contains(material) || !args.only && **material != Material::KINGS);
    let relied_on = if args.only { directly_needed(&order, &relied_on) } else { Vec::new() };
    settings.start_threads()?;
    all_there(&tables, order.iter().chain(&relied_on))?;
    interrupt::listen();
    let (audited, done) = audit_all(&tables, &order, &mut settings.output);
    settings.output.report(&Summary {
        folder: tables.folder(),
        tables: &audited,
        taken_for_right: relied_on.iter().map(ToString::to_string).collect(),
    })?;
    let is_right = audited.iter().all(|table| table.verdict == Sound::Right);
    match done {
        Ok(()) if is_right => Ok(Verdict::Holds),
        Ok(()) => Ok(Verdict::Refuted),
        Err(failure) if is_right => Err(failure),
        // What stopped the audit does not make good what it has found.
        Err(failure) => {
            note(&failure);
            Ok(Verdict::Refuted)
        }
    }
}

/// Of some materials, those that an audited one converts into; the bare kings need no audit.
fn directly_needed(audited: &[Material], others: &[Material]) -> Vec<Material> {
    let is_needed = |other: &Material| audited.iter().any(|&m| converts_into(m).contains(other));
    others.iter().copied().filter(|&other| other != Material::KINGS).filter(is_needed).collect()
}

/// Makes sure that the files are there before anything begins; damage is for the audit to find.
fn all_there<'a>(tables: &Tables, materials: impl Iterator<Item = &'a Material>) -> Result<(), Failure> {
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
        let found = audit_table(tables, material, &bar);
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
        let all = self.tables.len();
        let s = if all == 1 { "" } else { "s" };
        match not_right {
            0 => writeln!(out, "{all} table{s} audited, all right")?,
            _ => writeln!(out, "{all} table{s} audited, {not_right} not right")?,
        }
        if !self.taken_for_right.is_empty() {
            writeln!(out, "taken for right, not audited: {}", list(&self.taken_for_right, "and"))?;
        }
        Ok(())
    }
}
