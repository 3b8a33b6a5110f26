//! The score of a position, whoever has which colour and whatever was just played.
//!
//! Tables are kept for one colouring of a material, and of a symmetric material (KRKR) for White to move
//! only; other positions are turned round first. A table knows nothing of captures in passing: a position
//! with that right is worth the better of what the table says without it and of the captures, unless the
//! capture is the only legal move, when it is worth that.

use adli_chess::{Colour, Kind, Material, Position};

use crate::layout::{Layout, Place};
use crate::{Score, TableError, Value};

/// A table that can be asked for single scores.
pub trait Table {
    /// How it is numbered.
    fn layout(&self) -> &Layout;
    /// The score at a place.
    fn score(&self, turn: Colour, place: Place) -> Result<Score, TableError>;
}

/// Tables of several materials.
pub trait Tables {
    /// One of them.
    type Table<'a>: Table
    where
        Self: 'a;
    /// The table of a canonical material.
    fn table(&self, material: Material) -> Result<Self::Table<'_>, TableError>;
}

/// The value of a position.
pub fn probe(tables: &impl Tables, position: &Position) -> Result<Value, TableError> {
    let quiet = look_up(tables, position)?;
    if !position.passing_capturable() {
        return Ok(quiet);
    }
    let mut best = None;
    let mut others = false;
    for mv in position.legal_moves() {
        let pawn = position.at(mv.from).is_some_and(|man| man.kind == Kind::Pawn);
        if pawn && Some(mv.to) == position.passing() {
            best = best.max(Some(look_up(tables, &position.play(mv))?.before()));
        } else {
            others = true;
        }
    }
    Ok(best.map_or(quiet, |best| if others { best.max(quiet) } else { best }))
}

/// What the table says, without captures in passing.
fn look_up(tables: &impl Tables, position: &Position) -> Result<Value, TableError> {
    let material = position.material().ok_or(TableError::TooManyMen(position.occupied().len()))?;
    let canonical = material.canonical();
    let symmetric_black = canonical.is_symmetric() && position.turn() == Colour::Black;
    let turned;
    let position = if canonical != material || symmetric_black {
        turned = position.flipped();
        &turned
    } else {
        position
    };
    let table = tables.table(canonical)?;
    let score = table.score(position.turn(), table.layout().locate(position))?;
    // A checked position is legal, so only a table that is wrong can say that it is not.
    score.value(position.turn()).ok_or(TableError::Disagrees)
}
