//! A cache of unpacked blocks for single probes.
//!
//! A block has one set of eight slots where it can be, found by its number; when all eight are taken, the one
//! that was filled longest ago makes room. That needs no list of what was used when, so a hit costs a lock that
//! nobody else holds and a few comparisons.

use std::sync::{Mutex, PoisonError};

use crate::TableError;
use crate::codec::Row;
use crate::file::BLOCK_ROWS;

const SLOTS: usize = 8;

pub(crate) struct Cache {
    sets: Vec<Mutex<Set>>,
}

/// Eight slots. A probe that hits waits for memory three times, so what it reads is kept close together: the
/// keys in one cache line, where the blocks are in the next.
#[repr(align(64))]
struct Set {
    /// Which block each slot holds; `NOTHING` if none.
    keys: [u32; SLOTS],
    /// The slot that makes room next.
    next: u8,
    blocks: [Option<Box<Rows>>; SLOTS],
}

type Rows = [Row; BLOCK_ROWS];

const NOTHING: u32 = u32::MAX;

impl Cache {
    /// A cache that grows to about so many bytes; it has one set of slots at least.
    pub(crate) fn new(bytes: usize) -> Cache {
        let sets = (bytes / size_of::<Rows>() / SLOTS).max(1);
        let empty = || Mutex::new(Set { keys: [NOTHING; SLOTS], next: 0, blocks: Default::default() });
        Cache { sets: (0..sets).map(|_| empty()).collect() }
    }

    /// One score of a block; `read` unpacks the block if it is not here. Keys are less than `u32::MAX`.
    pub(crate) fn score(
        &self,
        key: u32,
        row: usize,
        place: u8,
        read: impl FnOnce() -> Result<Vec<Row>, TableError>,
    ) -> Result<u8, TableError> {
        // Multiplication spreads neighbouring blocks, and the same blocks of different tables, over the sets.
        let set = (key.wrapping_mul(0x9e37_79b1) as usize).wrapping_mul(self.sets.len()) >> 32;
        let mut set = self.sets[set].lock().unwrap_or_else(PoisonError::into_inner);
        let slot = match set.keys.iter().position(|&k| k == key) {
            Some(slot) => slot,
            None => {
                let rows = read()?;
                let slot = usize::from(set.next);
                let block = set.blocks[slot].get_or_insert_with(|| Box::new([[0; 64]; BLOCK_ROWS]));
                // The last block of a table may be shorter; nobody asks for what follows it.
                block.iter_mut().zip(rows).for_each(|(row, scores)| *row = scores);
                set.keys[slot] = key;
                set.next = ((slot + 1) % SLOTS) as u8;
                slot
            }
        };
        let block = set.blocks[slot].as_ref().ok_or(TableError::Damaged("contents"))?;
        let scores = block.get(row).ok_or(TableError::Damaged("contents"))?;
        Ok(scores[usize::from(place & 63)])
    }
}
