//! Table files: scores in compressed blocks, each with a checksum.

mod contents;
mod forecast;
mod format;
mod read;
mod write;

use adli_chess::Colour;

pub(crate) use format::BLOCK_ROWS;
pub use read::TableFile;
pub use write::write_table;

use crate::Score;
use crate::codec::{self, Masks, Row};
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

/// Turns scores into what a file stores, or back. The codec need not know whose scores it has: in a file a draw is
/// the same byte for both sides, and what had that byte takes the other's place.
fn exchange_draws(turn: Colour, rows: &mut [Row]) {
    let draw = Score::draw(turn).0;
    for score in rows.as_flattened_mut() {
        *score = match *score {
            codec::DRAW => draw,
            score if score == draw => codec::DRAW,
            score => score,
        };
    }
}
