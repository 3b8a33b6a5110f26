//! Tables in few bytes, of which any few thousand values can be read in a few microseconds.
//!
//! # The problem
//!
//! The values of a table are smooth in places and rough in others: where a king takes one step, the
//! distance to mate mostly stays or changes by one move, but not where a man hangs. General compressors
//! look for repeated strings and find few; besides, they must see much before they compress well, while a
//! probe wants one value, now. So here all learning is done once, when the table is encoded: a [`Model`]
//! is a table's own statistics, stored with it, and with its help every block of rows is encoded for
//! itself.
//!
//! # The model
//!
//! Values are read row by row, and in a row by the black king's square from a1 to h8. A value is told by
//! one of sixteen symbols: *as in the row before*, one to six more or less than that, a draw, the same as
//! some other neighbour, or none of these, and then the value follows. What the row before is, and which
//! neighbours decide how likely each symbol is, the head of `context` says. There are 32768 contexts, which
//! training sorts into at most 128 classes (`train`), and each class has one distribution, with which
//! symbols are written in fractions of a bit (`coder`). A row that is entirely as the row before, such as
//! one full of draws, is one symbol.
//!
//! Which places are of interest and where the side to move is in check, the caller knows from the
//! placement of the men; no byte is spent on it. If the caller can even say what the values are likely to
//! be, this *forecast* takes the part of the row before. The table for Black to move has such a forecast:
//! the best of Black's moves within the same block of the table for White to move, which, because the
//! black king and the last officer are what changes within a block, are all moves except captures and
//! pawn moves.
//!
//! # What it costs
//!
//! All 35 endgames with three and four men, blocks of 64 rows:
//!
//! | | blocks | bytes | and the models |
//! |---|---|---|---|
//! | White to move | 25 556 | 7 598 684 | 296 226 |
//! | Black to move, with forecast | 21 868 | 3 031 970 | 158 206 |
//! | Black to move, without | 21 868 | 8 588 048 | 299 448 |
//!
//! That is one bit for each legal position with White to move. To compare: `xz -6` on whole files, from
//! which nothing can be read at random, takes 8 996 836 bytes for White to move and 17 583 320 for both;
//! deflate in blocks of 4096 takes 32 900 000 for both.
//!
//! Training takes 0.12 and encoding 0.03 microseconds of processor time for each legal position. Decoding
//! takes 14 nanoseconds for each on a busy machine, which is 33 microseconds for a block: a hundred
//! instructions, of which many wait for each other, because where the next symbol is looked up depends on
//! the last. To read a model takes half a millisecond, and in memory it has 80 kilobytes besides its
//! parameters.
//!
//! Blocks of 32 rows would make the whole 8 per cent larger, of 128 rows 2 per cent smaller.
//!
//! # What it does not do
//!
//! It does not find errors. Bytes that are not those of a block give an error or wrong values, never a
//! panic, and never take longer than a block; it is for the caller to store a checksum of the bytes.

mod coder;
mod context;
mod header;
mod model;
mod train;

#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use context::DRAW;
pub use model::Model;

/// A row of a table: a value for each square of the black king.
pub type Row = [u8; 64];

/// What is known of a row without its values, as sets of squares of the black king.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Masks {
    /// The places whose value is wanted. The others are read as 0.
    pub care: u64,
    /// Those of them where the side to move is in check.
    pub check: u64,
}

/// Some consecutive rows of a table, which are encoded together. Best are 64, for all squares of the last
/// officer from a1 to h8.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The values.
    pub rows: &'a [Row],
    /// What is known of each of the rows.
    pub masks: &'a [Masks],
    /// What the values are likely to be, if anybody knows: for every row of every block, or for none.
    pub forecast: Option<&'a [Row]>,
}

/// The bytes are not those of a model, or of a block encoded by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corrupt;

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the compressed bytes are corrupt")
    }
}

impl std::error::Error for Corrupt {}

impl Model {
    /// Learns a model from the blocks of a table, or from some of them: of a table with hundreds of
    /// millions of places, every thirtieth block will do. Whatever the model has not seen it can encode
    /// all the same, in more bytes.
    #[must_use]
    pub fn train(blocks: &[Block<'_>]) -> Model {
        Model::new(train::train(blocks))
    }
}
