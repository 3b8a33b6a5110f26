//! What several tests need.

use adli_lang::{Program, Sources, check};

/// The programs of a text, one for each material.
pub fn programs(text: &str) -> Vec<Program> {
    let mut sources = Sources::library();
    let source = sources.add("text", text);
    let checked = check(&sources, source, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{text}\n{shown}");
    checked.programs
}
