//! A cache of unpacked blocks for single probes.
//!
//! Direct-mapped: a block has one slot where it can be, found by its number, and whoever comes later takes
//! the slot. That needs no list of what was used when, so a hit costs a lock that nobody else holds and
//! a comparison; and probes of an engine or of a page come back to the same few blocks.

use std::sync::{Mutex, PoisonError};

use crate::TableError;
use crate::file::BLOCK_ROWS;

/// The memory of a slot that is in use, roughly.
const SLOT_BYTES: usize = BLOCK_ROWS * 64 + 64;

pub(crate) struct Cache {
    slots: Vec<Mutex<Slot>>,
}

#[derive(Default)]
struct Slot {
    /// Which block is here; nothing where the rows are empty.
    key: u64,
    rows: Vec<[u8; 64]>,
}

impl Cache {
    /// A cache that grows to about so many bytes.
    pub(crate) fn new(bytes: usize) -> Cache {
        let slots = (bytes / SLOT_BYTES).max(1);
        Cache { slots: (0..slots).map(|_| Mutex::default()).collect() }
    }

    /// One score of a block; `read` unpacks the block if it is not here.
    pub(crate) fn score(
        &self,
        key: u64,
        row: usize,
        place: u8,
        read: impl FnOnce() -> Result<Vec<[u8; 64]>, TableError>,
    ) -> Result<u8, TableError> {
        // Multiplication spreads neighbouring keys of different tables over the slots.
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % self.slots.len();
        let mut slot = self.slots[slot].lock().unwrap_or_else(PoisonError::into_inner);
        if slot.key != key || slot.rows.is_empty() {
            slot.rows = read()?;
            slot.key = key;
        }
        let scores = slot.rows.get(row).ok_or(TableError::Damaged("contents"))?;
        Ok(scores[usize::from(place & 63)])
    }
}
