//! A table file read row by row, each block unpacked at most once and then kept.
//!
//! This is how solver, auditor and statistics read tables: they come back to the same blocks again and again, and
//! often need only a part of a table (after a promotion, the new man stands on the last rank).

use std::sync::OnceLock;

use adli_chess::Colour;

use crate::file::{BLOCK_ROWS, TableFile};
use crate::known::Rows;
use crate::layout::{Layout, Place};
use crate::{Score, TableError};

type Block = OnceLock<Box<[[u8; 64]]>>;

/// A table file with the blocks that have been read so far.
pub struct Loaded {
    file: TableFile,
    blocks: [Vec<Block>; 2],
    damage: OnceLock<TableError>,
}

impl Loaded {
    /// Nothing is unpacked yet.
    #[must_use]
    pub fn new(file: TableFile) -> Loaded {
        let empty = || (0..file.blocks()).map(|_| OnceLock::new()).collect();
        Loaded { blocks: [empty(), empty()], file, damage: OnceLock::new() }
    }

    fn read(&self, turn: Colour, block: usize) -> Box<[[u8; 64]]> {
        let read = if self.file.has(turn) {
            self.file.read_block(turn, block).unwrap_or_else(|error| {
                self.damage.get_or_init(|| error);
                vec![[0; 64]; BLOCK_ROWS]
            })
        } else {
            self.mirror(turn, block)
        };
        read.into_boxed_slice()
    }

    /// A block of the side that a symmetric material's file leaves out: the same positions with the colours
    /// exchanged and the other side to move.
    fn mirror(&self, turn: Colour, block: usize) -> Vec<[u8; 64]> {
        let layout = self.file.layout();
        let mut rows = vec![[0; 64]; BLOCK_ROWS];
        for (i, scores) in rows.iter_mut().enumerate() {
            let row = block * BLOCK_ROWS + i;
            let (slice, row) = (row / layout.slice_rows(), row % layout.slice_rows());
            if slice >= layout.slices() {
                break;
            }
            let men = layout.men(Place { slice, row, place: 0 });
            let white_king = men[0].0.index() as u8;
            let (officers, pawns) = layout.arrange(true, |man, nth| {
                men.iter().filter(|&&(_, m)| m == man).nth(nth).map(|&(square, _)| square)
            });
            for (king, score) in scores.iter_mut().enumerate() {
                let found = layout.find_row(king as u8 ^ 56, &officers, &pawns);
                let (row, place) = found.place(white_king ^ 56);
                *score = Score(self.row(!turn, found.slice, row)[usize::from(place)]).turned(!turn).0;
            }
        }
        rows
    }
}

impl Rows for Loaded {
    fn layout(&self) -> &Layout {
        self.file.layout()
    }

    fn row(&self, turn: Colour, slice: usize, row: usize) -> &[u8; 64] {
        const NOTHING: &[u8; 64] = &[0; 64];
        let row = slice * self.layout().slice_rows() + row;
        let (block, row) = (row / BLOCK_ROWS, row % BLOCK_ROWS);
        let block =
            self.blocks[turn.index()].get(block).map(|cell| cell.get_or_init(|| self.read(turn, block)));
        block.and_then(|rows| rows.get(row)).unwrap_or(NOTHING)
    }

    fn damage(&self) -> Result<(), TableError> {
        self.damage.get().map_or(Ok(()), |error| Err(error.clone()))
    }
}
