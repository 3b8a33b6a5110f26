//! What a text says, and what it says of a position.

use adli_lang::Checked;
use adli_workbench::{
    Chosen, Consultation, Evaluated, Explained, Extent, InText as _, PlacedDiagnostic, Recognised,
    TextReport, evaluate, explain, is_about_recognisers, laid_out, recognise,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asked::position;
use crate::desk::Call;
use crate::hall::Lane;
use crate::refusal::Refusal;
use crate::route::Route;
use crate::texts::{ReadText, TextAsked};

/// A text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Given {
    text: TextAsked,
}

/// A text that has been laid out.
#[derive(Serialize, JsonSchema)]
pub struct LaidOut {
    words: String,
}

/// What an author should know of a text that has a meaning.
#[derive(Serialize, JsonSchema)]
pub struct Warnings {
    diagnostics: Vec<PlacedDiagnostic>,
}

/// A text and a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainAsked {
    text: TextAsked,
    fen: String,
    /// Which strategy, if it has several.
    strategy: Option<String>,
    /// A move of which it is to be said why it is allowed or not.
    #[serde(rename = "move")]
    asked: Option<String>,
}

/// What a text says of a position: one of the two.
#[derive(Serialize, JsonSchema)]
pub struct ExplainAnswer {
    /// Of a strategy, the rule that applies and why the earlier ones do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    applies: Option<Explained>,
    /// The squares of which the rule that applies speaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<String>>,
    /// Of a recogniser, what it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    recognised: Option<Recognised>,
}

/// Some words of a text, and a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateAsked {
    text: TextAsked,
    fen: String,
    /// Where the words begin, in UTF-16 code units from 0.
    from: u32,
    /// One past their end.
    to: u32,
    /// A move, if they speak of one.
    #[serde(rename = "move")]
    asked: Option<String>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/check", "what a text says, and its mistakes", Lane::Quick, check),
        Route::post("/api/warnings", "rules of a text that never apply", Lane::Slow, warnings),
        Route::post("/api/format", "a text laid out", Lane::Quick, lay_out),
        Route::post("/api/explain", "which rule applies in a position, and why", Lane::Slow, explained),
        Route::post("/api/evaluate", "the value of some words in a position", Lane::Slow, evaluated),
    ]
}

fn check(call: Call<'_>, given: &Given) -> Result<TextReport, Refusal> {
    let read = call.desk.texts.read(&given.text)?;
    Ok(TextReport::new(&read.text, &read.checked).in_utf16(&read.offsets))
}

/// Apart from the mistakes, which nobody should wait for: this looks at positions.
fn warnings(call: Call<'_>, given: &Given) -> Result<Warnings, Refusal> {
    let read = call.desk.texts.read(&given.text)?;
    let checked = Checked { programs: Vec::new(), diagnostics: read.idle(call.watch)? };
    let report = TextReport::new(&read.text, &checked).in_utf16(&read.offsets);
    Ok(Warnings { diagnostics: report.diagnostics })
}

fn lay_out(call: Call<'_>, given: &Given) -> Result<LaidOut, Refusal> {
    let read = call.desk.texts.read(&given.text)?;
    Ok(LaidOut { words: laid_out(&read.text)? })
}

fn explained(call: Call<'_>, asked: &ExplainAsked) -> Result<ExplainAnswer, Refusal> {
    let read = call.desk.texts.read(&asked.text)?;
    let programs = read.programs()?;
    let position = position(&asked.fen)?;
    if asked.strategy.is_none() && is_about_recognisers(&read.text, programs) {
        let recognised = recognise(&read.text, programs, &position, None)?;
        let recognised = recognised.placed(&read.text).in_utf16(&read.offsets);
        return Ok(ExplainAnswer { applies: None, squares: None, recognised: Some(recognised) });
    }
    let chosen = chosen(&read, &asked.fen, asked.strategy.as_deref())?;
    let explained = explain(&Consultation::new(&chosen, call.watch), &position, asked.asked.as_deref())?;
    let squares = explained.squares.iter().map(ToString::to_string).collect();
    let explained = explained.placed(&read.text).in_utf16(&read.offsets);
    Ok(ExplainAnswer { applies: Some(explained), squares: Some(squares), recognised: None })
}

/// A strategy of a text that is about the men of a position.
///
/// # Errors
/// There is none.
pub fn chosen(read: &ReadText, fen: &str, strategy: Option<&str>) -> Result<Chosen, Refusal> {
    Ok(Chosen::new(read.text.clone(), read.programs()?, &position(fen)?, strategy)?)
}

fn evaluated(call: Call<'_>, asked: &EvaluateAsked) -> Result<Evaluated, Refusal> {
    let read = call.desk.texts.read(&asked.text)?;
    let selection = read.offsets.bytes(Extent { from: asked.from, to: asked.to });
    let position = position(&asked.fen)?;
    Ok(evaluate(&read.text, &[], &position, selection, asked.asked.as_deref())?)
}
