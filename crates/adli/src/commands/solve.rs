//! `adli solve`: tables of some materials, and of everything they convert into.

use std::path::Path;

use adli_chess::Material;
use schemars::JsonSchema;
use serde::Serialize;

use super::diagrams::without_effect;
use super::win_sets;
use crate::args::SolveArgs;
use crate::failure::{Failure, Verdict};
use crate::make::{Made, Plan};
use crate::output::note;
use crate::settings::Settings;
use crate::size::Size;
use crate::tables::Tables;

#[derive(Serialize, JsonSchema)]
pub struct Summary<'a> {
    pub folder: &'a Path,
    pub threads: usize,
    pub memory_ceiling_bytes: u64,
    pub tables: &'a [Made],
}

pub fn run(args: &SolveArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let materials = args.selection.check()?;
    if args.by.is_some() {
        return win_sets::run(&materials, &args.diagrams, args.lemmas.as_deref(), settings);
    }
    without_effect(&args.diagrams, true)?;
    let tables = settings.tables()?;
    settings.start_threads()?;
    let plan = Plan::new(&tables, &materials, settings.threads, args.audit)?;
    plan.announce();
    let memory = plan.memory();
    refuse_beyond(args.diagrams.limits.memory, memory)?;
    let output = &mut settings.output;
    let (made, done) = plan.carry_out(&mut |made| output.as_text(made));
    output.as_json(&Summary {
        folder: tables.folder(),
        threads: settings.threads,
        memory_ceiling_bytes: memory.0,
        tables: &made,
    })?;
    done?;
    let Some(wrong) = made.last().filter(|table| table.audit_failed()) else { return Ok(Verdict::Holds) };
    note(&format!("the table of {} is wrong and has been removed; please report this", wrong.material()));
    Ok(Verdict::Refuted)
}

/// Refuses what takes too much memory.
pub fn refuse_beyond(limit: Option<Size>, needed: Size) -> Result<(), Failure> {
    match limit {
        Some(limit) if needed > limit => {
            Err(Failure::limit(format!("this may take {needed} of memory, more than the {limit} allowed"))
                .help("allow more with `--memory`, or use fewer `--threads`"))
        }
        _ => Ok(()),
    }
}

/// Makes what is missing for some materials before another command goes on; what is made is told on
/// standard error.
pub fn make_missing(materials: &[Material], tables: &Tables, threads: usize) -> Result<(), Failure> {
    let plan = Plan::new(tables, materials, threads, false)?;
    if !plan.has_work() {
        return Ok(());
    }
    plan.announce();
    plan.carry_out(&mut |_| Ok(())).1
}
