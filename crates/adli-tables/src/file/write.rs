//! Writing table files.

use std::io::{self, Seek, SeekFrom, Write};

use adli_chess::Colour;
use rayon::prelude::*;

use super::forecast::forecast;
use super::format::{BLOCK_ROWS, HEADER_LEN, Header, INDEX_ENTRY, Side};
use super::{exchange_draws, masks};
use crate::codec::{Block, Masks, Model, Row};
use crate::known::Rows;
use crate::solve::for_each_bit;

/// So many blocks are compressed in parallel before they are written.
const BLOCKS_AT_ONCE: usize = 4096;

/// Writes a table. The header comes last, over a gap, because only then its contents are known.
pub fn write_table(table: &dyn Rows, out: &mut (impl Write + Seek)) -> io::Result<()> {
    let layout = table.layout();
    let rows = layout.slices() * layout.slice_rows();
    let turns = if layout.material().is_symmetric() { &Colour::ALL[..1] } else { &Colour::ALL[..] };
    out.write_all(&[0; HEADER_LEN])?;
    let mut body = Body { out, hasher: blake3::Hasher::new(), len: HEADER_LEN as u64 };
    let sides = turns.iter().map(|&turn| write_side(table, turn, rows, &mut body));
    let sides = sides.collect::<io::Result<Vec<Side>>>()?;
    let digest = *body.hasher.finalize().as_bytes();
    let header = Header { material: layout.material(), rows: rows as u64, file_len: body.len, sides, digest };
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header.to_bytes())?;
    out.flush()
}

/// What follows the header, hashed as it is written.
struct Body<'a, W> {
    out: &'a mut W,
    hasher: blake3::Hasher,
    len: u64,
}

impl<W: Write> Body<'_, W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.len += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// A block before it is compressed.
struct Plain {
    rows: Vec<Row>,
    masks: Vec<Masks>,
    forecast: Option<Vec<Row>>,
}

impl Plain {
    fn read(table: &dyn Rows, turn: Colour, block: usize) -> Plain {
        let layout = table.layout();
        let rows = layout.slices() * layout.slice_rows();
        let range = block * BLOCK_ROWS..rows.min((block + 1) * BLOCK_ROWS);
        let all_masks = range.clone().map(|row| masks(layout, turn, row)).collect();
        // Exactly what a reader will have: nothing where a place is not kept.
        let kept = |turn: Colour| {
            let row = |row: usize| {
                let mut scores = *table.row(turn, row / layout.slice_rows(), row % layout.slice_rows());
                for_each_bit(!masks(layout, turn, row).care, |place| scores[place] = 0);
                scores
            };
            range.clone().map(row).collect::<Vec<Row>>()
        };
        let forecast = (turn == Colour::Black).then(|| forecast(layout, block, &kept(Colour::White)));
        let mut rows = kept(turn);
        exchange_draws(turn, &mut rows);
        Plain { rows, masks: all_masks, forecast }
    }

    fn block(&self) -> Block<'_> {
        Block { rows: &self.rows, masks: &self.masks, forecast: self.forecast.as_deref() }
    }
}

/// A model is learnt from about so many blocks, evenly spread.
const BLOCKS_TO_LEARN_FROM: usize = 2048;

fn write_side<W: Write>(
    table: &dyn Rows,
    turn: Colour,
    rows: usize,
    body: &mut Body<'_, W>,
) -> io::Result<Side> {
    let blocks = rows.div_ceil(BLOCK_ROWS);
    let sample: Vec<Plain> = (0..blocks)
        .into_par_iter()
        .step_by(blocks.div_ceil(BLOCKS_TO_LEARN_FROM))
        .map(|block| Plain::read(table, turn, block))
        .collect();
    let model = Model::train(&sample.iter().map(Plain::block).collect::<Vec<_>>());
    let encoder = model.encoder();
    let model_bytes = model.to_bytes();
    let mut side = Side {
        offset: body.len,
        model_len: model_bytes.len() as u32,
        model_crc: crc32fast::hash(&model_bytes),
        ..Side::default()
    };
    body.put(&model_bytes)?;
    let mut index = Vec::with_capacity(blocks * INDEX_ENTRY);
    for first in (0..blocks).step_by(BLOCKS_AT_ONCE) {
        let some = first..blocks.min(first + BLOCKS_AT_ONCE);
        let encode = |block| encoder.encode(&Plain::read(table, turn, block).block());
        for bytes in some.into_par_iter().map(encode).collect::<Vec<_>>() {
            let len = u16::try_from(bytes.len()).map_err(io::Error::other)?;
            index.extend(len.to_le_bytes());
            index.extend(crc32fast::hash(&bytes).to_le_bytes());
            side.blocks_len += u64::from(len);
            body.put(&bytes)?;
        }
    }
    side.index_crc = crc32fast::hash(&index);
    body.put(&index)?;
    Ok(side)
}
