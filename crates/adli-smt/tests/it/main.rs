//! Formulas and interpreter agree, and lemmas come out as they should.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed, and one that is skipped says so"
)]

mod conformance;
mod others;
mod verdicts;

use adli_lang::{Program, Sources, check};

/// The programs of a text of the library, or of one that is handed over.
fn programs(name: &str, text: Option<&str>) -> Vec<Program> {
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
