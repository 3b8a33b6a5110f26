//! A table of two bits for each place, with a place for every position that has none.
//!
//! Most tables are filled well, and are an array of all places. Where roots differ in many numbers there are many tables, and in each of
//! them few positions come up; those keep only rows of places that somebody has written in.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::space::{Code, Space};

/// Nothing is known.
pub(super) const UNKNOWN: u8 = 0;

/// Small answers by position, for one side to move.
pub(super) struct Cells {
    rows: Rows,
    others: HashMap<Code, u8>,
    /// How much memory has been accounted for.
    counted: u64,
}

enum Rows {
    /// Four places in a byte. They begin as zeros, which the system hands out without writing them.
    All(Vec<u8>),
    /// Rows of 64 places.
    Some(HashMap<usize, u128, BuildHasherDefault<Mixed>>),
}

/// What a row of a thin table takes, with room for the next ones.
const ROW_BYTES: u64 = 48;

impl Cells {
    pub(super) fn new(space: &Space, thin: bool) -> Cells {
        let rows =
            if thin { Rows::Some(HashMap::default()) } else { Rows::All(vec![0; space.places() / 4 + 1]) };
        Cells { rows, others: HashMap::new(), counted: 0 }
    }

    /// How much more memory the table takes than when this was last asked; an array may take all of its own.
    pub(super) fn grown(&mut self) -> u64 {
        let now = match &self.rows {
            Rows::All(bytes) => bytes.len() as u64,
            Rows::Some(rows) => rows.len() as u64 * ROW_BYTES,
        };
        now - std::mem::replace(&mut self.counted, now)
    }

    #[inline]
    pub(super) fn get(&self, space: &Space, code: Code) -> u8 {
        match (space.index(code), &self.rows) {
            (Some(index), Rows::All(bytes)) => bytes[index >> 2] >> (2 * (index & 3)) & 3,
            (Some(index), Rows::Some(rows)) => {
                rows.get(&(index >> 6)).map_or(UNKNOWN, |row| (row >> (2 * (index & 63))) as u8 & 3)
            }
            (None, _) => self.others.get(&code).copied().unwrap_or(UNKNOWN),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, space: &Space, code: Code, answer: u8) {
        match (space.index(code), &mut self.rows) {
            (Some(index), Rows::All(bytes)) => {
                let byte = &mut bytes[index >> 2];
                let shift = 2 * (index & 3);
                *byte = *byte & !(3 << shift) | (answer & 3) << shift;
            }
            (Some(index), Rows::Some(rows)) => {
                let row = rows.entry(index >> 6).or_insert(0);
                let shift = 2 * (index & 63);
                *row = *row & !(3 << shift) | u128::from(answer & 3) << shift;
            }
            (None, _) => drop(self.others.insert(code, answer)),
        }
    }
}

/// The numbers of rows are spread by one multiplication; nobody chooses them in order to make them collide.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_usize(usize::from(byte)));
    }

    fn write_usize(&mut self, number: usize) {
        let mixed = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
