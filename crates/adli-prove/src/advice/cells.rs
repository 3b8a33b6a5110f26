//! A table of two bits for each place, with a place for every position that has none.

use std::collections::HashMap;

use crate::space::{Code, Space};

/// Nothing is known.
pub(super) const UNKNOWN: u8 = 0;

/// Small answers by position, for one side to move.
pub(super) struct Cells {
    /// Four places in a byte. They begin as zeros, which the system hands out without writing them.
    bytes: Vec<u8>,
    others: HashMap<Code, u8>,
}

impl Cells {
    pub(super) fn new(space: &Space) -> Cells {
        Cells { bytes: vec![0; space.places() / 4 + 1], others: HashMap::new() }
    }

    /// How much memory a table may take.
    pub(super) fn size(space: &Space) -> u64 {
        space.places() as u64 / 4 + 1
    }

    #[inline]
    pub(super) fn get(&self, space: &Space, code: Code) -> u8 {
        match space.index(code) {
            Some(index) => self.bytes[index >> 2] >> (2 * (index & 3)) & 3,
            None => self.others.get(&code).copied().unwrap_or(UNKNOWN),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, space: &Space, code: Code, answer: u8) {
        match space.index(code) {
            Some(index) => {
                let byte = &mut self.bytes[index >> 2];
                let shift = 2 * (index & 3);
                *byte = *byte & !(3 << shift) | (answer & 3) << shift;
            }
            None => drop(self.others.insert(code, answer)),
        }
    }
}
