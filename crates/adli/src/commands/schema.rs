//! `adli schema`: what the JSON of every command looks like, made from the types that write it.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::{
    audit, check, compare, compile, export, fmt, measure, message, methods, plot, prove, prove_text, repair,
    report, serve, set, show, solve, suggest, suites, verify, watch, win_sets,
};
use crate::args::SchemaArgs;
use crate::failure::{Failure, Told, Verdict};
use crate::output::Versioned;
use crate::settings::Settings;
use crate::words::list;

/// As it is written: what may be left out is not required.
fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<Versioned<T>>()
}

/// By command; `error` is what any of them prints if it fails.
fn schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("audit", of::<audit::Summary<'static>>()),
        ("cat", of::<adli_workbench::Printed>()),
        ("check", of::<check::Summary>()),
        ("compare", of::<compare::Comparison>()),
        ("compile", of::<compile::Written>()),
        ("error", of::<Told<'static>>()),
        ("explain", of::<adli_workbench::Explained>()),
        ("annotate", of::<adli_workbench::AnnotatedGames>()),
        ("explain-epd", of::<suites::Answered<adli_workbench::Explained>>()),
        ("explain-recogniser", of::<adli_workbench::Recognised>()),
        ("explain-recogniser-epd", of::<suites::Answered<adli_workbench::Recognised>>()),
        ("export", of::<export::Exported>()),
        ("fmt", of::<fmt::Summary>()),
        ("library", of::<adli_workbench::Library>()),
        ("message", of::<message::Messages>()),
        ("methods", of::<methods::Methods>()),
        ("line", of::<adli_workbench::Line>()),
        ("measure", of::<measure::Found>()),
        ("play", of::<adli_workbench::Played>()),
        ("plot", of::<plot::Plotted>()),
        ("probe", of::<adli_workbench::Probed>()),
        ("probe-epd", of::<suites::Answered<adli_workbench::Probed>>()),
        ("prove", of::<prove_text::Proved<'static>>()),
        ("prove-several", of::<prove::Several<'static>>()),
        ("report", of::<report::Written>()),
        ("serve", of::<serve::Served>()),
        ("set", of::<set::Found>()),
        ("set-read", of::<set::Read>()),
        ("show", of::<show::Shown<'static>>()),
        ("solve", of::<solve::Summary<'static>>()),
        ("solve-by-bdd", of::<win_sets::Summary>()),
        ("stats", of::<adli_workbench::StatsReport>()),
        ("suggest", of::<suggest::Found>()),
        ("suggest-claim", of::<repair::Found>()),
        ("tree", of::<adli_workbench::Shown>()),
        ("verify", of::<verify::Folder<'static>>()),
        ("watch", of::<watch::Seen>()),
    ])
}

/// The same, each with its name.
fn titled() -> BTreeMap<&'static str, Schema> {
    let mut all = schemas();
    for (name, schema) in &mut all {
        schema.insert("title".to_owned(), (*name).into());
    }
    all
}

/// What the JSON of one report looks like.
pub fn find(name: &str) -> Option<serde_json::Value> {
    titled().remove(name).map(Schema::to_value)
}

pub fn run(args: &SchemaArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let all = titled();
    match &args.name {
        None => write(&all, settings)?,
        Some(name) => match all.get(name.as_str()) {
            Some(schema) => write(schema, settings)?,
            None => {
                let names: Vec<String> = all.keys().map(|name| format!("`{name}`")).collect();
                let message = format!("there is no report called `{name}`");
                return Err(Failure::input(message).help(format!("there are {}", list(&names, "and"))));
            }
        },
    }
    Ok(Verdict::Holds)
}

/// A schema is JSON whatever format is asked for.
fn write(schema: &impl Serialize, settings: &mut Settings) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(schema).map_err(|error| Failure::internal(error.to_string()))?;
    settings.output.bytes(format!("{text}\n").as_bytes())
}
