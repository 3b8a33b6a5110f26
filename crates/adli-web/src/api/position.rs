//! What a position is worth.

use adli_chess::Position;
use adli_workbench::{Longest, PositionReport};

use crate::desk::Call;
use crate::hall::Lane;
use crate::refusal::Refusal;
use crate::route::Route;
use crate::values::material_of;

/// What follows the question mark where a position is asked about.
pub const FEN: &[(&str, &str)] = &[("fen", "the position as FEN; `_` may stand for a space")];

pub fn routes() -> Vec<Route> {
    vec![Route::get(
        "/api/position",
        "the value of a position in words, its moves grouped by outcome, and best play",
        FEN,
        Lane::Quick,
        |call, asked| report(call, &asked.position()?),
    )]
}

/// What is said beside a board.
///
/// # Errors
/// The value is not known.
pub fn report(call: Call<'_>, position: &Position) -> Result<PositionReport, Refusal> {
    let source = call.values(position)?;
    PositionReport::of(&source, position, longest(call, position)?)
}

/// The longest win with the men of a position, if counting them takes a moment or has been done.
///
/// # Errors
/// There are too many men.
pub fn longest(call: Call<'_>, position: &Position) -> Result<Option<Longest>, Refusal> {
    let material = material_of(position)?;
    Ok(super::endgames::known(call, material)?.and_then(|counts| counts.longest()))
}
