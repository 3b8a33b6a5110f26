//! Tables in memory: rows of scores, and the tables of several materials that a solver or a probe may ask.

use std::collections::BTreeMap;
use std::sync::Arc;

use adli_chess::{Colour, Material};

use crate::layout::{Layout, Place};
use crate::probe::{Table, Tables};
use crate::{Score, TableError};

/// A table from which rows of 64 scores can be read.
pub trait Rows: Send + Sync {
    /// How it is numbered.
    fn layout(&self) -> &Layout;
    /// The scores of a row, one for each square of the black king. Of positions that have two places only the
    /// one that [`Layout::locate`] names need be right.
    fn row(&self, turn: Colour, slice: usize, row: usize) -> &[u8; 64];
    /// Whether some row could not be read; such a row reads as illegal throughout.
    fn damage(&self) -> Result<(), TableError>;
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
    use adli_chess::Position;

    use super::*;
    use crate::{Value, probe};

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
