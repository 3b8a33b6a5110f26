//! Failures that somebody keeps as tests, in a file beside his text.

use adli_workbench::{KeptFailure, write_kept};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asked::position;
use crate::desk::Call;
use crate::hall::Lane;
use crate::limits;
use crate::refusal::Refusal;
use crate::route::Route;

/// Failures of a report.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepAsked {
    failures: Vec<FailureAsked>,
}

/// A failure, by the fields that a report has.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FailureAsked {
    /// The claim that fails.
    claim: String,
    fen: String,
    reason: Option<String>,
    rule: Option<String>,
    /// What the test is to be called.
    id: Option<String>,
}

/// A file that `adli check` reads beside the text.
#[derive(Serialize, JsonSchema)]
pub struct KeptFile {
    /// Its lines.
    epd: String,
}

pub fn routes() -> Vec<Route> {
    vec![Route::post(
        "/api/keep",
        "failures as a file of tests (EPD), to be kept beside a text",
        Lane::Quick,
        keep,
    )]
}

fn keep(_: Call<'_>, asked: &KeepAsked) -> Result<KeptFile, Refusal> {
    if asked.failures.len() > usize::from(limits::FAILURES) {
        return Err(Refusal::large(format!("at most {} failures are kept at a time", limits::FAILURES)));
    }
    let kept = asked.failures.iter().map(|failure| {
        let words = |words: &Option<String>| words.as_deref().map(one_line);
        Ok(KeptFailure {
            position: position(&failure.fen)?,
            claim: one_line(&failure.claim),
            reason: words(&failure.reason),
            rule: words(&failure.rule),
            id: words(&failure.id),
        })
    });
    let kept = kept.collect::<Result<Vec<KeptFailure>, Refusal>>()?;
    Ok(KeptFile { epd: write_kept(&kept) })
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
