//! The score of a position, whoever has which colour and whatever was just played.
//!
//! Tables are kept for one colouring of a material, and of a symmetric material (KRKR) for White to move
//! only; other positions are turned round first. A table knows nothing of captures in passing: a position
//! with that right is worth the better of what the table says without it and of the captures, unless the
//! capture is the only legal move, when it is worth that.

use std::collections::BTreeMap;
use std::sync::Arc;

use adli_chess::{Colour, Kind, Material, Position};

use crate::layout::{Layout, Place};
use crate::solve::Rows;
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

/// Tables in memory.
#[derive(Clone, Default)]
pub struct Known {
    tables: BTreeMap<Material, Arc<dyn Rows>>,
}

impl Known {
    /// Adds a table.
    pub fn insert(&mut self, table: Arc<dyn Rows>) {
        self.tables.insert(table.layout().material(), table);
    }

    /// The table of a canonical material.
    #[must_use]
    pub fn get(&self, material: Material) -> Option<&dyn Rows> {
        self.tables.get(&material).map(Arc::as_ref)
    }

    /// The first damage that was met while reading rows.
    pub fn damage(&self) -> Result<(), TableError> {
        self.tables.values().try_for_each(|table| table.damage())
    }
}

impl Tables for Known {
    type Table<'a> = &'a dyn Rows;

    fn table(&self, material: Material) -> Result<&dyn Rows, TableError> {
        self.get(material).ok_or(TableError::Missing(material))
    }
}

impl Table for &dyn Rows {
    fn layout(&self) -> &Layout {
        Rows::layout(*self)
    }

    fn score(&self, turn: Colour, place: Place) -> Result<Score, TableError> {
        let score = Score(self.row(turn, place.slice, place.row)[usize::from(place.place & 63)]);
        if score == Score::ILLEGAL {
            self.damage()?; // a row that could not be read is illegal throughout
        }
        Ok(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that says one thing everywhere, or could not be read.
    struct Uniform {
        layout: Layout,
        row: [u8; 64],
        damage: Result<(), TableError>,
    }

    impl Rows for Uniform {
        fn layout(&self) -> &Layout {
            &self.layout
        }
        fn row(&self, _: Colour, _: usize, _: usize) -> &[u8; 64] {
            &self.row
        }
        fn damage(&self) -> Result<(), TableError> {
            self.damage.clone()
        }
    }

    /// A capture in passing into a table that cannot be read must not be passed over in silence.
    #[test]
    fn what_cannot_be_read_is_not_believed() {
        let damaged = TableError::Damaged("contents");
        let mut known = Known::default();
        let mut add = |material: &str, score: Score, damage: Result<(), TableError>| {
            let layout = Layout::new(material.parse().unwrap());
            known.insert(Arc::new(Uniform { layout, row: [score.0; 64], damage }));
        };
        add("KPKP", Score::decided(8), Ok(()));
        add("KPK", Score::ILLEGAL, Err(damaged.clone()));
        let passing: Position = "8/8/8/3pP3/8/8/8/k1K5 w - d6 0 1".parse().unwrap();
        assert_eq!(probe(&known, &passing), Err(damaged.clone()));
        let quiet: Position = "8/8/8/3pP3/8/8/8/k1K5 w - - 0 1".parse().unwrap();
        assert_eq!(probe(&known, &quiet), Ok(Value::Loss(8)));
        let pawn: Position = "8/8/8/4P3/8/8/8/k1K5 w - - 0 1".parse().unwrap();
        assert_eq!(probe(&known, &pawn), Err(damaged));
    }
}
