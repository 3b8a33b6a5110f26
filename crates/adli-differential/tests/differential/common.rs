//! Claims decided by the methods that look at every position.
use adli_chess::Material;
use adli_claims::{Options, Report, Watch, drive};
use adli_exhaustive::Exhaustive;
use adli_lang::Program;
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
