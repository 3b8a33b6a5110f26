//! Reading table files: whatever the bytes are, either the right scores come out or an error.

use std::path::Path;

use adli_chess::{Colour, Material};

use super::contents::Contents;
use super::forecast::forecast;
use super::format::{BLOCK_ROWS, HEADER_LEN, Header, INDEX_ENTRY, Side};
use super::{exchange_draws, masks};
use crate::TableError;
use crate::codec::Model;
use crate::layout::Layout;

/// A table file whose header, models and index are sound; its blocks are checked when they are read.
///
/// Header, models and index stay in memory. So whatever becomes of the file, a block that is read later is
/// the block that was there when the file was opened, or an error.
pub struct TableFile {
    contents: Contents,
    header: Header,
    layout: Layout,
    sides: Vec<SideReader>,
}

struct SideReader {
    model: Model,
    /// Where each block begins, and where the last one ends.
    offsets: Vec<u64>,
    /// CRC-32 of each block.
    checksums: Vec<u32>,
}

/// More bytes than any model has; most have a few thousand.
const MODEL_MOST: u32 = 1 << 20;
/// So many bytes are read at once where the whole file is checked.
const CHUNK: u64 = 1 << 18;

impl TableFile {
    /// Opens the table of a material.
    pub fn open(path: &Path, material: Material) -> Result<TableFile, TableError> {
        let contents = Contents::open(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => TableError::Missing(material),
            _ => TableError::unreadable(path, &error),
        })?;
        let table = TableFile::new(contents)?;
        if table.material() == material {
            Ok(table)
        } else {
            Err(TableError::OtherMaterial(table.material().to_string()))
        }
    }

    /// Reads a table from bytes in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TableFile, TableError> {
        TableFile::new(Contents::Memory(bytes))
    }

    fn new(contents: Contents) -> Result<TableFile, TableError> {
        let len = contents.len();
        let header = Header::read(&contents.read(0, len.min(HEADER_LEN as u64), "header")?, len)?;
        let layout = Layout::new(header.material);
        if header.rows != (layout.slices() * layout.slice_rows()) as u64 {
            return Err(TableError::Damaged("header"));
        }
        let sides = header.sides.iter().map(|side| SideReader::new(&contents, &header, side));
        let sides = sides.collect::<Result<_, _>>()?;
        Ok(TableFile { contents, header, layout, sides })
    }

    /// The material.
    #[must_use]
    pub fn material(&self) -> Material {
        self.header.material
    }

    /// How the positions are numbered.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The BLAKE3 digest of the file's contents: two tables with the same digest say the same.
    #[must_use]
    pub fn digest(&self) -> &[u8; 32] {
        &self.header.digest
    }

    /// How long the file is.
    #[must_use]
    pub fn file_len(&self) -> u64 {
        self.header.file_len
    }

    /// Is there a part for this side to move? Black's is left out where it mirrors White's.
    #[must_use]
    pub fn has(&self, turn: Colour) -> bool {
        turn.index() < self.sides.len()
    }

    /// Compares every byte with the digest.
    pub fn verify(&self) -> Result<(), TableError> {
        let mut hasher = blake3::Hasher::new();
        let mut at = HEADER_LEN as u64;
        while at < self.header.file_len {
            let len = CHUNK.min(self.header.file_len - at);
            hasher.update(&self.contents.read(at, len, "contents")?);
            at += len;
        }
        let is_right = *hasher.finalize().as_bytes() == self.header.digest;
        if is_right { Ok(()) } else { Err(TableError::Damaged("contents")) }
    }

    /// How many blocks each side has.
    pub(crate) fn blocks(&self) -> usize {
        self.header.blocks()
    }

    /// The rows of one block.
    pub(crate) fn read_block(&self, turn: Colour, block: usize) -> Result<Vec<[u8; 64]>, TableError> {
        let damaged = TableError::Damaged("contents");
        let side = self.sides.get(turn.index()).ok_or(damaged.clone())?;
        let bytes = side.block(&self.contents, block)?;
        let rows = block * BLOCK_ROWS..((block + 1) * BLOCK_ROWS).min(self.header.rows as usize);
        let masks: Vec<_> = rows.map(|row| masks(&self.layout, turn, row)).collect();
        let forecast = match turn {
            Colour::White => None,
            Colour::Black => Some(forecast(&self.layout, block, &self.read_block(Colour::White, block)?)),
        };
        let mut scores = vec![[0; 64]; masks.len()];
        let decoded = side.model.decode_block(&bytes, &masks, forecast.as_deref(), &mut scores);
        decoded.map_err(|_| damaged)?;
        exchange_draws(turn, &mut scores);
        Ok(scores)
    }
}

impl SideReader {
    fn new(contents: &Contents, header: &Header, side: &Side) -> Result<SideReader, TableError> {
        let section = |name, offset: u64, len: u64, crc: u32| {
            let part = contents.read(offset, len, name)?;
            if crc32fast::hash(&part) == crc { Ok(part) } else { Err(TableError::Damaged(name)) }
        };
        if side.model_len > MODEL_MOST {
            return Err(TableError::Damaged("model"));
        }
        let model = section("model", side.offset, u64::from(side.model_len), side.model_crc)?;
        let blocks = side.offset.saturating_add(u64::from(side.model_len));
        let index_at = blocks.checked_add(side.blocks_len).ok_or(TableError::Damaged("header"))?;
        let index_len = (header.blocks() * INDEX_ENTRY) as u64;
        let index = section("index", index_at, index_len, side.index_crc)?;
        let mut offsets = vec![blocks];
        let mut checksums = Vec::with_capacity(header.blocks());
        let mut at = blocks;
        for &[low, high, a, b, c, d] in index.as_chunks::<INDEX_ENTRY>().0 {
            at += u64::from(u16::from_le_bytes([low, high]));
            offsets.push(at);
            checksums.push(u32::from_le_bytes([a, b, c, d]));
        }
        let model = Model::from_bytes(&model).map_err(|_| TableError::Damaged("model"))?;
        if at != index_at {
            return Err(TableError::Damaged("index"));
        }
        Ok(SideReader { model, offsets, checksums })
    }

    /// The compressed bytes of a block, if their checksum is right.
    fn block(&self, contents: &Contents, block: usize) -> Result<Vec<u8>, TableError> {
        let damaged = TableError::Damaged("contents");
        let (Some(&from), Some(&to), Some(&crc)) =
            (self.offsets.get(block), self.offsets.get(block + 1), self.checksums.get(block))
        else {
            return Err(damaged);
        };
        let packed = contents.read(from, to - from, "contents")?;
        if crc32fast::hash(&packed) == crc { Ok(packed) } else { Err(damaged) }
    }
}
