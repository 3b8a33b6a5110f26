//! What several tests need.
use adli_chess::Material;
use adli_claims::{ClaimReport, Options, Report, Unwatched, Watch, drive};
use adli_exhaustive::Exhaustive;
use adli_lang::{Program, Sources, check};
use adli_recognise::TableScan;
use adli_tables::Known;
use adli_values::TableSource;

/// Decides claims as the command does when nobody names a method.
pub fn prove(file: &str, programs: &[Program], options: &Options, watch: &dyn Watch) -> Report {
    prove_with(file, programs, options, &|_| None, watch)
}

/// The same with tables that are at hand.
pub fn prove_with(
    file: &str,
    programs: &[Program],
    options: &Options,
    load: &dyn Fn(Material) -> Option<Known>,
    watch: &dyn Watch,
) -> Report {
    let tables = TableSource::new(load);
    let (scan, exhaustive) = (TableScan::new(&tables), Exhaustive::new(&tables));
    drive(file, programs, &[&scan, &exhaustive], &|_, _| Vec::new(), options, watch)
}

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
