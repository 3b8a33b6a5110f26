//! A table with a small number for each place, and for every position that has none.
//!
//! Where trees either go on or do not, two bits say all; where they go on for roots up to some number, sixteen do. Most tables are
//! filled well, and are an array of all places. Where roots differ in many numbers there are many tables, and in each of them few
//! positions come up; those keep only rows of places that somebody has written in.

use std::collections::HashMap;

use adli_position::space::{Code, Space};
use adli_position::spread::Spread;

/// Nothing is known.
pub(super) const UNKNOWN: u16 = 0;

/// Small numbers by position, for one side to move.
pub(super) struct Cells {
    rows: Rows,
    /// How many bits a place has: two to the power of this.
    width: u32,
    others: HashMap<Code, u16>,
    /// How much memory has been accounted for.
    pub(super) counted: u64,
}

enum Rows {
    /// All places. They begin as zeros, which the system hands out without writing them.
    All(Vec<u64>),
    /// The words that are not zero.
    Some(HashMap<usize, u128, Spread>),
}

/// What a row of a thin table takes, with room for the next ones.
const ROW_BYTES: u64 = 48;

impl Cells {
    /// A table of two bits or, if it is `wide`, of sixteen.
    pub(super) fn new(space: &Space, thin: bool, wide: bool) -> Cells {
        let width = if wide { 4 } else { 1 };
        let words = (space.places() >> (6 - width)) + 1;
        let rows = if thin { Rows::Some(HashMap::default()) } else { Rows::All(vec![0; words]) };
        Cells { rows, width, others: HashMap::new(), counted: 0 }
    }

    /// How much more memory the table takes than when this was last asked; an array may take all of its own.
    pub(super) fn grown(&mut self) -> u64 {
        let now = match &self.rows {
            Rows::All(words) => 8 * words.len() as u64,
            Rows::Some(rows) => rows.len() as u64 * ROW_BYTES,
        };
        now - std::mem::replace(&mut self.counted, now)
    }

    /// The largest number of a place, with all its bits.
    #[inline]
    fn mask(&self) -> u16 {
        if self.width == 1 { 3 } else { u16::MAX }
    }

    #[inline]
    pub(super) fn get(&self, space: &Space, code: Code) -> u16 {
        let Some(index) = space.index(code) else {
            return self.others.get(&code).copied().unwrap_or(UNKNOWN);
        };
        let word = match &self.rows {
            Rows::All(words) => {
                let (word, shift) = split(index, 6, self.width);
                words[word] >> shift
            }
            Rows::Some(rows) => {
                let (row, shift) = split(index, 7, self.width);
                rows.get(&row).map_or(0, |row| (row >> shift) as u64)
            }
        };
        word as u16 & self.mask()
    }

    #[inline]
    pub(super) fn set(&mut self, space: &Space, code: Code, number: u16) {
        let mask = self.mask();
        debug_assert!(number <= mask, "two bits are for answers without numbers");
        let Some(index) = space.index(code) else {
            self.others.insert(code, number);
            return;
        };
        match &mut self.rows {
            Rows::All(words) => {
                let (word, shift) = split(index, 6, self.width);
                let word = &mut words[word];
                *word = *word & !(u64::from(mask) << shift) | u64::from(number) << shift;
            }
            Rows::Some(rows) => {
                let (row, shift) = split(index, 7, self.width);
                let row = rows.entry(row).or_insert(0);
                *row = *row & !(u128::from(mask) << shift) | u128::from(number) << shift;
            }
        }
    }
}

/// In which word a place is, and where it begins there. Sizes are powers of two.
#[inline]
const fn split(index: usize, word: u32, width: u32) -> (usize, u32) {
    let places = word - width;
    (index >> places, (index as u32 & ((1 << places) - 1)) << width)
}
