//! Failures that are kept beside a text, tried again by `adli check`.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use adli_claims::{Options, Watch};
use adli_workbench::{
    KEPT_ENDING, KeptFailure, KeptReport, KeptTest, KeptVerdict, Untried, narrowed, read_kept,
};

use super::prove::decide_unnamed;
use super::watcher::Watcher;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::settings::Settings;
use crate::texts::{Text, is_path, read};

/// All tests of a text together end after so long; what is left is not known then.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The failures that are kept beside a file, if there are any. A folder, a pipe or a dangling link in their
/// place is an error.
pub fn beside(name: &str) -> Result<Option<(String, Vec<KeptFailure>)>, Failure> {
    let path = Path::new(name).with_extension(KEPT_ENDING);
    if !is_path(name) || path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let shown = path.display().to_string();
    let words = read(&path).map_err(|failure| {
        failure.help("failures are kept in such a file and tried again; move away what is not one")
    })?;
    let kept = read_kept(&words).map_err(|error| {
        Failure::input(format!("`{shown}`: {error}"))
            .help("each line is a position in EPD, with the claim that failed there")
    })?;
    Ok((!kept.is_empty()).then_some((shown, kept)))
}

/// What has become of them, for somebody at a terminal.
pub fn tried_again(
    text: &Text,
    set: &[(String, String)],
    kept: (String, Vec<KeptFailure>),
    settings: &Settings,
) -> KeptReport {
    interrupt::listen();
    tried_watched(text, set, kept, settings, &Watcher::new(Some(PATIENCE)))
}

/// The same for whoever watches.
pub fn tried_watched(
    text: &Text,
    set: &[(String, String)],
    (file, kept): (String, Vec<KeptFailure>),
    settings: &Settings,
    watch: &dyn Watch,
) -> KeptReport {
    // Without a folder for tables there are none.
    let tables = settings.tables().ok();
    let mut report = KeptReport { file, ..KeptReport::default() };
    for (kept, test) in kept.iter().zip(narrowed(text, set, &kept)) {
        let decided = test.map(|program| {
            let options = Options { max_failures: 1, ..Options::default() };
            decide_unnamed(text, &[program], &options, tables.as_ref(), watch)
        });
        let claim = decided.as_ref().map_err(Untried::clone);
        let claim = claim.and_then(|report| report.claims.first().ok_or(Untried::NoMethod));
        report.take(kept, claim);
    }
    report
}

/// What the exit code says of them.
pub fn verdict(report: &KeptReport) -> Verdict {
    match (report.failing, report.unknown) {
        (0, 0) => Verdict::Holds,
        (0, _) => Verdict::Unknown,
        _ => Verdict::Refuted,
    }
}

/// For people: how many hold, and each that does not.
pub fn text(report: &KeptReport, out: &mut dyn Write) -> io::Result<()> {
    let tests = |number: usize| if number == 1 { "1 test".to_owned() } else { format!("{number} tests") };
    let KeptReport { file, holding, failing, unknown, .. } = report;
    let all = holding + failing + unknown;
    let verb = if *holding == 1 || all == 1 { "holds" } else { "hold" };
    write!(out, "{file}: {holding} of {} now {verb}", tests(all))?;
    for (number, what) in [(failing, "fail"), (unknown, "unknown")].iter().filter(|(number, _)| **number > 0)
    {
        write!(out, ", {number} {what}")?;
    }
    writeln!(out)?;
    for KeptTest { fen, claim, id, verdict, why } in &report.tests {
        let what = match verdict {
            KeptVerdict::Holds => continue,
            KeptVerdict::Fails => "still fails",
            KeptVerdict::Unknown => "is not decided",
        };
        let called = id.as_ref().map_or_else(String::new, |id| format!(", {id}"));
        let why = why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        writeln!(out, "  `{claim}` {what}{why}{called}\n    {fen}")?;
    }
    Ok(())
}
