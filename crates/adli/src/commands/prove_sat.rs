//! `adli prove --by sat`: the edge of the method, with its solver, its clock and its files.

use std::collections::BTreeSet;
use std::path::Path;

use adli_certificate::{Folder, Text as Named};
use adli_lang::Program;
use adli_prove::{Options, Report, Watch};
use adli_sat::solver::{Cadical, Limits};
use adli_sat::{Tools, prove};

use crate::args::ProveArgs;
use crate::failure::Failure;
use crate::output::note;
use crate::texts::Text;

/// Decides the claims; writes the certificates if a folder for them was named and there are any.
pub fn decide(
    text: &Text,
    programs: &[Program],
    args: &ProveArgs,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Report, Failure> {
    let passing = std::env::temp_dir().join(format!("adli-certificates-{}", std::process::id()));
    let goal = args.certificates.as_deref().unwrap_or(&passing);
    let mut folder = Folder::begin(goal).map_err(|error| Failure::input(error.to_string()))?;
    folder.note_reduced(args.reduce);
    let mut tools = Tools {
        solver: &mut Cadical::new(),
        reduce: args.reduce,
        folder: &mut folder,
        limits: Limits { time: None, memory: Some(options.memory) },
    };
    let mut report = prove(&text.name, programs, options, &mut tools, watch);
    // What the laws are certified by alone says nothing about the text, and an older folder stays.
    let certifies = report.claims.iter().any(|claim| claim.certificate.is_some());
    if args.certificates.is_some() && !certifies {
        note(&"no claim was proved, so that no certificates were written");
    } else if args.certificates.is_some() {
        finish(folder, text, programs, args, goal)?;
        let path = goal.display().to_string();
        report.claims.iter_mut().for_each(|claim| claim.certificates_are_in(&path));
    }
    Ok(report)
}

/// Puts the folder in its place, with the texts that its claims rest on.
fn finish(
    folder: Folder,
    text: &Text,
    programs: &[Program],
    args: &ProveArgs,
    goal: &Path,
) -> Result<(), Failure> {
    let used: BTreeSet<u16> = programs
        .iter()
        .flat_map(|program| &program.definitions)
        .map(|definition| definition.span.source)
        .filter(|&number| number != text.number)
        .collect();
    let named =
        |number: u16| text.sources.get(number).map(|source| Named::new(source.name.clone(), &source.text));
    let source = named(text.number).unwrap_or_else(|| Named::new(text.name.clone(), ""));
    let source = source.with_options(args.set.iter().cloned());
    let library = used.into_iter().filter_map(named).collect();
    let program = format!("adli {}", env!("CARGO_PKG_VERSION"));
    folder
        .finish(&program, source, library)
        .map_err(|error| Failure::input(format!("cannot write `{}`: {error}", goal.display())))
}
