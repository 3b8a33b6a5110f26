//! Decision diagrams against the interpreter, the exhaustive method, tables, the paper and a second engine.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed"
)]

mod algebra;
mod conformance;
mod hurd;
mod second_engine;
mod verdicts;

use adli_lang::{Program, Sources, check};

/// The programs of a text of the library, or of one handed over.
pub fn programs(name: &str, text: Option<&str>) -> Vec<Program> {
    let mut sources = Sources::library();
    let source = match text {
        Some(text) => sources.add(name, text),
        None => sources.find(name).unwrap(),
    };
    let checked = check(&sources, source, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{name}\n{shown}");
    checked.programs
}

/// Limits on processor time are stated for a machine that does nothing else; a busy one gets so many times more.
pub const PATIENCE: f64 = 2.0;
