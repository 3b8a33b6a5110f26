//! draft
mod coder;
mod context;
mod header;
mod model;
mod train;

pub use model::{BlockEncoder, Model};

/// A row of a table: a value for each square of the black king.
pub type Row = [u8; 64];

/// What is known of a row without its values; sets of squares of the black king.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Masks {
    /// The places whose value is wanted.
    pub care: u64,
    /// Those of them where the side to move is in check.
    pub check: u64,
}

/// Some consecutive rows of a table, which are encoded together.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The values.
    pub rows: &'a [Row],
    /// What is known of each of the rows.
    pub masks: &'a [Masks],
    /// What the values are likely to be, if somebody knows.
    pub forecast: Option<&'a [Row]>,
}

/// These are not bytes that were encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corrupt;

impl Model {
    /// Learns.
    #[must_use]
    pub fn train(blocks: &[Block<'_>]) -> Model {
        Model::new(train::train(blocks))
    }
}
