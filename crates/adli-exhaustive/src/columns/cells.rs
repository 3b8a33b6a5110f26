//! A table of a notion: a number for each place, filled little by little.
//!
//! Nearly all numbers are small, so a place has one byte. The few that a byte cannot hold are kept beside the table; when they
//! are many, the table is made anew with four bytes for each place. So whoever asks about a handful of positions does not pay for
//! millions of places.

use std::collections::HashMap;

/// Nothing is known yet. Cells begin as zeros, which the system hands out without writing them.
pub(super) const UNKNOWN: i32 = 0;
/// It is being worked out.
pub(super) const PENDING: i32 = 1;

/// The byte of a place whose number is kept beside the table.
const BESIDE: u8 = u8::MAX;
/// So many numbers are kept beside a table.
const MAX_BESIDE: usize = 1 << 16;

/// A number as a cell keeps it: 0 and 1 are not numbers.
pub(super) fn shifted(value: i32) -> i32 {
    if value >= 0 { value + 2 } else { value }
}

/// The number in a cell.
pub(super) fn number(cell: i32) -> i32 {
    if cell >= 0 { cell - 2 } else { cell }
}

pub(super) enum Cells {
    Small { bytes: Vec<u8>, beside: HashMap<usize, i32> },
    Wide(Vec<i32>),
}

impl Cells {
    pub(super) fn new(places: usize) -> Cells {
        Cells::Small { bytes: vec![0; places], beside: HashMap::new() }
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> i32 {
        match self {
            Cells::Small { bytes, beside } => match bytes[index] {
                BESIDE => beside.get(&index).copied().unwrap_or(UNKNOWN),
                byte => i32::from(byte),
            },
            Cells::Wide(cells) => cells[index],
        }
    }

    /// Answers false if this needs more bytes for each place.
    #[inline]
    pub(super) fn set(&mut self, index: usize, cell: i32) -> bool {
        match self {
            Cells::Small { bytes, beside } => {
                let byte = u8::try_from(cell).unwrap_or(BESIDE);
                if byte == BESIDE {
                    if beside.len() >= MAX_BESIDE {
                        return false;
                    }
                    beside.insert(index, cell);
                }
                bytes[index] = byte;
            }
            Cells::Wide(cells) => cells[index] = cell,
        }
        true
    }

    /// The same with four bytes for each place.
    pub(super) fn widened(&self, places: usize) -> Cells {
        Cells::Wide((0..places).map(|index| self.get(index)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_what_it_is_given_small_large_and_many() {
        let places = 3 * MAX_BESIDE;
        let mut cells = Cells::new(places);
        let value = |index: usize| [7, 252, 253, 254, 100_000, -3][index % 6];
        let mut widened = 0;
        for index in 0..places {
            assert_eq!(cells.get(index), UNKNOWN);
            assert!(cells.set(index, PENDING));
            if !cells.set(index, shifted(value(index))) {
                cells = cells.widened(places);
                widened += 1;
                assert!(cells.set(index, shifted(value(index))));
            }
        }
        assert_eq!(widened, 1);
        assert!((0..places).all(|index| number(cells.get(index)) == value(index)));
    }
}
