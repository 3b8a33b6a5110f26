//! Table files: scores in compressed blocks, each with a checksum.

mod forecast;
mod format;
mod map;
mod read;
mod write;

use adli_chess::Colour;

pub(crate) use format::BLOCK_ROWS;
pub use read::TableFile;
pub use write::write_table;

use crate::codec::Masks;
use crate::layout::Layout;
use crate::legal::legal;

/// What a file keeps of a row: the legal positions that have their place there, and those of them with a check.
fn masks(layout: &Layout, turn: Colour, row: usize) -> Masks {
    let (slice, row) = (row / layout.slice_rows(), row % layout.slice_rows());
    let king = layout.king_squares()[row / layout.court_rows()];
    let officers = layout.row_squares(row % layout.court_rows());
    let legal = legal(layout, king, &officers, &layout.slice_pawns(slice));
    let care = legal[turn.index()] & layout.canonical_places(row).0;
    // In check: the position would not be legal with the other side to move.
    Masks { care, check: care & !legal[(!turn).index()] }
}
