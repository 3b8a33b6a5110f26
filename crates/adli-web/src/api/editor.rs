//! What an editor asks while somebody writes.

use adli_workbench::{Completion, Hover, InText as _, complete, hover};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::asked::position;
use crate::desk::Call;
use crate::hall::Lane;
use crate::refusal::Refusal;
use crate::route::Route;
use crate::texts::TextAsked;

/// A place in a text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompleteAsked {
    text: TextAsked,
    /// In UTF-16 code units from 0.
    at: u32,
}

/// A place in a text, and a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoverAsked {
    text: TextAsked,
    /// In UTF-16 code units from 0.
    at: u32,
    /// In which the word has a value.
    fen: Option<String>,
    /// After which a word with a prime has its value.
    #[serde(rename = "move")]
    mv: Option<String>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/complete", "what could stand at a place of a text", Lane::Quick, completed),
        Route::post("/api/hover", "what the word at a place of a text is", Lane::Quick, hovered),
    ]
}

fn completed(call: Call<'_>, asked: &CompleteAsked) -> Result<Completion, Refusal> {
    let read = call.desk.texts.read(&asked.text)?;
    Ok(complete(&read.text, read.offsets.byte(asked.at)).in_utf16(&read.offsets))
}

fn hovered(call: Call<'_>, asked: &HoverAsked) -> Result<Option<Hover>, Refusal> {
    let read = call.desk.texts.read(&asked.text)?;
    let position = asked.fen.as_deref().map(position).transpose()?;
    let found = hover(&read.text, &[], read.offsets.byte(asked.at), position.as_ref(), asked.mv.as_deref());
    Ok(found.in_utf16(&read.offsets))
}
