//! The parts of a table file, read a second time: by `docs/table-format.md`, not by the code that is tested.
//!
//! A header of 140 bytes, then for each side to move a model, blocks, and an index with length and checksum of
//! each block. The header says where these are, has checksums of models and indices, and one of itself.

use std::ops::Range;

/// Where the fields of the header are: magic, version, sides, rows of a block, name, rows, length of the file; for
/// each side offset, length of the blocks, length of the model, checksums of model and index, nothing; digest,
/// checksum.
pub(crate) const FIELDS: [Range<usize>; 21] = [
    0..8,
    8..10,
    10..12,
    12..16,
    NAME,
    ROWS,
    FILE_LEN,
    40..48,
    48..56,
    56..60,
    60..64,
    64..68,
    68..72,
    72..80,
    80..88,
    88..92,
    92..96,
    96..100,
    100..104,
    104..136,
    136..140,
];
pub(crate) const HEADER: Range<usize> = 0..140;
pub(crate) const NAME: Range<usize> = 16..24;
pub(crate) const ROWS: Range<usize> = 24..32;
pub(crate) const SIDES: Range<usize> = 10..12;
const FILE_LEN: Range<usize> = 32..40;
const CHECKED: Range<usize> = 0..136;
const CHECKSUM: Range<usize> = 136..140;
/// A block's entry in the index: two bytes for its length, four for its checksum.
pub(crate) const ENTRY: usize = 6;
const BLOCK_ROWS: usize = 64;

/// Where one side's parts are.
#[derive(Clone)]
pub(crate) struct Side {
    pub(crate) model: Range<usize>,
    pub(crate) blocks: Range<usize>,
    pub(crate) index: Range<usize>,
}

impl Side {
    /// Where each block is, by the lengths in the index; perhaps beyond the file.
    pub(crate) fn block_ranges(&self, file: &[u8]) -> Vec<Range<usize>> {
        let mut at = self.blocks.start;
        let entries = self.index.clone().step_by(ENTRY);
        let ranges = entries.map(|entry| {
            let start = at;
            at += number(file, entry..entry + 2).unwrap_or(0);
            start..at
        });
        ranges.collect()
    }
}

/// The parts that a header speaks of, as far as they lie within the file.
pub(crate) fn sides(file: &[u8]) -> Vec<Side> {
    let sides = number(file, SIDES).unwrap_or(0).min(2);
    (0..sides).filter_map(|side| read_side(file, side)).collect()
}

fn read_side(file: &[u8], side: usize) -> Option<Side> {
    let at = 40 + 32 * side;
    let offset = number(file, at..at + 8)?;
    let model = offset..offset.checked_add(number(file, at + 16..at + 20)?)?;
    let blocks = model.end..model.end.checked_add(number(file, at + 8..at + 16)?)?;
    let entries = number(file, ROWS)?.div_ceil(BLOCK_ROWS);
    let index = blocks.end..blocks.end.checked_add(entries.checked_mul(ENTRY)?)?;
    (index.end <= file.len()).then_some(Side { model, blocks, index })
}

/// Makes the length and all checksums agree with the contents, whatever these are; only the digest of the whole
/// stays what it was.
pub(crate) fn make_checksums_right(file: &mut [u8]) {
    if file.len() < HEADER.end {
        return;
    }
    for (i, side) in sides(file).into_iter().enumerate() {
        let blocks = side.block_ranges(file);
        for (block, entry) in blocks.into_iter().zip(side.index.clone().step_by(ENTRY)) {
            put_checksum(file, block, entry + 2);
        }
        let fields = 40 + 32 * i;
        put_checksum(file, side.model, fields + 20);
        put_checksum(file, side.index, fields + 24);
    }
    let len = file.len() as u64;
    file[FILE_LEN].copy_from_slice(&len.to_le_bytes());
    put_checksum(file, CHECKED, CHECKSUM.start);
}

fn put_checksum(file: &mut [u8], of: Range<usize>, at: usize) {
    if let Some(part) = file.get(of) {
        let checksum = crc32fast::hash(part);
        file[at..at + 4].copy_from_slice(&checksum.to_le_bytes());
    }
}

/// A number in the file, the least significant byte first.
pub(crate) fn number(file: &[u8], at: Range<usize>) -> Option<usize> {
    let number = file.get(at)?.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
    usize::try_from(number).ok()
}
