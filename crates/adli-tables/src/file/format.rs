//! The header of a table file. `docs/table-format.md` is the description; this is the code.

use adli_chess::Material;

use crate::TableError;

/// Not text, and visibly broken by whatever changes line ends.
const MAGIC: [u8; 8] = *b"\x89ADLI\r\n\x1a";
/// The version that is written and read.
pub(crate) const VERSION: u16 = 1;
/// How long the header is.
pub(crate) const HEADER_LEN: usize = 140;
/// How many rows a block has (the last one of a side may have fewer).
pub(crate) const BLOCK_ROWS: usize = 64;
/// Bytes of the index for each block: its length and its checksum.
pub(crate) const INDEX_ENTRY: usize = 6;

/// What the header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) material: Material,
    /// Rows for each side to move.
    pub(crate) rows: u64,
    pub(crate) file_len: u64,
    /// White to move, then Black to move; only the first for a symmetric material.
    pub(crate) sides: Vec<Side>,
    /// BLAKE3 of all that follows the header.
    pub(crate) digest: [u8; 32],
}

/// One side's part of the file: model, then blocks, then index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) offset: u64,
    pub(crate) model_len: u32,
    pub(crate) model_crc: u32,
    pub(crate) blocks_len: u64,
    pub(crate) index_crc: u32,
}

impl Header {
    pub(crate) fn blocks(&self) -> usize {
        (self.rows as usize).div_ceil(BLOCK_ROWS)
    }

    pub(crate) fn to_bytes(&self) -> [u8; HEADER_LEN] {
        let mut out = Vec::with_capacity(HEADER_LEN);
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((self.sides.len() as u16).to_le_bytes());
        out.extend((BLOCK_ROWS as u32).to_le_bytes());
        let mut name = [0; 8];
        for (place, letter) in name.iter_mut().zip(self.material.to_string().bytes()) {
            *place = letter;
        }
        out.extend(name);
        out.extend(self.rows.to_le_bytes());
        out.extend(self.file_len.to_le_bytes());
        for i in 0..2 {
            let side = self.sides.get(i).cloned().unwrap_or_default();
            out.extend(side.offset.to_le_bytes());
            out.extend(side.blocks_len.to_le_bytes());
            out.extend(side.model_len.to_le_bytes());
            out.extend(side.model_crc.to_le_bytes());
            out.extend(side.index_crc.to_le_bytes());
            out.extend([0; 4]);
        }
        out.extend(self.digest);
        out.extend(crc32fast::hash(&out).to_le_bytes());
        let mut header = [0; HEADER_LEN];
        header.copy_from_slice(&out);
        header
    }

    /// Reads and checks the header of a file of `len` bytes, given its first [`HEADER_LEN`] bytes, or all if
    /// it is shorter.
    pub(crate) fn read(head: &[u8], len: u64) -> Result<Header, TableError> {
        let mut input = Input { rest: head };
        if input.take(MAGIC.len()) != Some(&MAGIC) {
            return Err(TableError::Foreign);
        }
        let short = TableError::Length { expected: HEADER_LEN as u64, found: len };
        let version = input.u16().ok_or(short.clone())?;
        if version != VERSION {
            return Err(TableError::Version { found: version, known: VERSION });
        }
        let Some((head, _)) = head.split_at_checked(HEADER_LEN) else { return Err(short) };
        let damaged = TableError::Damaged("header");
        let (checked, crc) = head.split_at(HEADER_LEN - 4);
        if crc32fast::hash(checked).to_le_bytes() != crc {
            return Err(damaged);
        }
        let header = Header::fields(&mut input).ok_or(damaged)?;
        if header.file_len != len {
            return Err(TableError::Length { expected: header.file_len, found: len });
        }
        Ok(header)
    }

    fn fields(input: &mut Input<'_>) -> Option<Header> {
        let sides = usize::from(input.u16()?);
        let block_rows = input.u32()? as usize;
        let name = std::str::from_utf8(input.take(8)?).ok()?.trim_end_matches('\0');
        let material: Material = name.parse().ok()?;
        let expected_sides = if material.is_symmetric() { 1 } else { 2 };
        if block_rows != BLOCK_ROWS || sides != expected_sides || material != material.canonical() {
            return None;
        }
        let rows = input.u64()?;
        let file_len = input.u64()?;
        let mut read = || {
            let (offset, blocks_len) = (input.u64()?, input.u64()?);
            let (model_len, model_crc, index_crc) = (input.u32()?, input.u32()?, input.u32()?);
            input.u32()?;
            Some(Side { offset, model_len, model_crc, blocks_len, index_crc })
        };
        let mut both = vec![read()?, read()?];
        both.truncate(sides);
        let digest = input.take(32)?.try_into().ok()?;
        Some(Header { material, rows, file_len, sides: both, digest })
    }
}

/// Bytes that are read from the front.
struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}
