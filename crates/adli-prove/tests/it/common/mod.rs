//! What several tests need.
use adli_lang::{Program, Sources, check};
use adli_prove::{ClaimReport, Options, Report, Unwatched, prove};

/// A text of the library, or one with a header and no name.
pub fn programs(name: &str, text: Option<&str>) -> Vec<Program> {
    programs_with(name, text, &[])
}

/// The same with options set.
pub fn programs_with(name: &str, text: Option<&str>, settings: &[(&str, &str)]) -> Vec<Program> {
    let mut sources = Sources::library();
    let source = match text {
        Some(text) => sources.add(name, text),
        None => sources.find(name).unwrap(),
    };
    let checked = check(&sources, source, settings);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{name}\n{shown}");
    checked.programs
}

/// Everything a library entry claims.
pub fn library(name: &str) -> Report {
    prove(name, &programs(name, None), &Options::default(), &Unwatched)
}

/// Everything a text claims.
pub fn text(text: &str) -> Report {
    prove("test", &programs("test", Some(text)), &Options::default(), &Unwatched)
}

/// A claim by name.
pub fn claim<'r>(report: &'r Report, name: &str) -> &'r ClaimReport {
    report.claims.iter().find(|claim| claim.name == name).unwrap()
}
