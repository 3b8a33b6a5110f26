//! A model at work: blocks to bytes and back.

use super::coder::{Alias, Decoder, Encoder, Logarithms, Slots, frequencies};
use super::context::{
    Context, Earlier, KING_SHAPES, LITERAL, NEAR, Near, OFFICER_SHAPES, SQUARES, Visitor, plain, walk,
};
use super::{Block, Corrupt, Masks, Row};

// The classes of shapes and of pairs of squares. A context is one of each, and a pair of near symbols.
pub(super) const OFFICER_CLASSES: usize = 16;
pub(super) const KING_CLASSES: usize = 8;
pub(super) const SQUARE_CLASSES: usize = 4;
pub(super) const CONTEXTS: usize = OFFICER_CLASSES * KING_CLASSES * SQUARE_CLASSES * NEAR;
/// How many classes of contexts there are at most: as many as fit into the nearest cache.
pub(super) const CLASSES: usize = 128;

// Distributions that are no class's: is a row as its base, given whether the row before was; the upper half
// of a literal; the lower half, given the upper.
pub(super) const HIGH: usize = 2;
pub(super) const SPECIAL: usize = HIGH + 1 + 16;
pub(super) fn low(high: usize) -> usize {
    HIGH + 1 + high
}

/// The first context of three classes; the pair of near symbols is to be added.
pub(super) fn context(officer: u8, king: u8, squares: u8) -> u16 {
    let classes = (usize::from(officer) * KING_CLASSES + usize::from(king)) * SQUARE_CLASSES;
    ((classes + usize::from(squares)) * NEAR) as u16
}

/// What is learnt from a table, and stored with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parameters {
    /// What stands for the row before the first.
    pub(super) first: Row,
    /// The class of each officer shape, king shape, pair of squares.
    pub(super) officer: Vec<u8>,
    pub(super) king: Vec<u8>,
    pub(super) squares: Vec<u8>,
    /// The class of each context.
    pub(super) classes: Vec<u8>,
    /// The distributions: the special ones, then one for each class.
    pub(super) logarithms: Vec<Logarithms>,
}

/// How the values of a table are distributed, given what is around them. See the module.
#[derive(Clone)]
pub struct Model {
    pub(super) parameters: Parameters,
    // The classes as they are added up to a context, and the distribution of each context. Lengths are
    // powers of two, so that an index is kept in range by a mask.
    officer: Box<[u16; OFFICER_SHAPES.next_power_of_two()]>,
    king: Box<[u16; KING_SHAPES.next_power_of_two()]>,
    squares: Box<[u16; SQUARES]>,
    distribution: Box<[u8; CONTEXTS]>,
    aliases: Box<[Alias; 256]>,
}

impl Model {
    pub(super) fn new(parameters: Parameters) -> Model {
        let mut model = Model {
            officer: parts(&parameters.officer, |class| context(class, 0, 0)),
            king: parts(&parameters.king, |class| context(0, class, 0)),
            squares: parts(&parameters.squares, |class| context(0, 0, class)),
            distribution: parts(&parameters.classes, |class| class.saturating_add(SPECIAL as u8)),
            aliases: Box::new([Alias::default(); 256]),
            parameters,
        };
        for (alias, logarithms) in model.aliases.iter_mut().zip(&model.parameters.logarithms) {
            *alias = Alias::new(&frequencies(logarithms));
        }
        model
    }

    /// What it takes to encode blocks.
    #[must_use]
    pub fn encoder(&self) -> BlockEncoder<'_> {
        let slots = self.parameters.logarithms.iter().map(|l| Slots::new(&frequencies(l))).collect();
        BlockEncoder { model: self, slots }
    }

    /// Reads the values of a block that has as many rows as `rows`. Places of no interest hold 0.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of such a block. Not every change of a byte is noticed.
    pub fn decode_block(
        &self,
        bytes: &[u8],
        masks: &[Masks],
        forecast: Option<&[Row]>,
        rows: &mut [Row],
    ) -> Result<(), Corrupt> {
        if masks.len() < rows.len() || forecast.is_some_and(|forecast| forecast.len() < rows.len()) {
            return Err(Corrupt);
        }
        let mut decoder = Decoder::new(bytes)?;
        let mut as_base = 0;
        for (r, masks) in masks.iter().enumerate().take(rows.len()) {
            let (known, unknown) = rows.split_at_mut(r);
            let Some(row) = unknown.first_mut() else { break };
            let forecast = forecast.and_then(|forecast| forecast.get(r));
            let earlier = Earlier::new(known, &self.parameters.first, forecast);
            // Places of no interest keep the base: the next rows are compared with that.
            *row = *earlier.base;
            as_base = decoder.symbol(&self.aliases[as_base])?;
            if as_base == 0 {
                self.decode_row(&mut decoder, r, masks, &earlier, row)?;
            }
        }
        for (row, masks) in rows.iter_mut().zip(masks) {
            keep(row, masks.care);
        }
        decoder.finish()
    }

    #[inline(always)]
    fn decode_row(
        &self,
        decoder: &mut Decoder<'_>,
        r: usize,
        masks: &Masks,
        earlier: &Earlier<'_>,
        row: &mut Row,
    ) -> Result<(), Corrupt> {
        let shapes = earlier.shapes(masks.check);
        let squares = &self.squares[r % 64 * 64..][..64];
        let mut near = Near::new(earlier.base);
        let mut rest = masks.care;
        while rest != 0 {
            let k = rest.trailing_zeros() as usize % 64;
            rest &= rest - 1;
            let officer = self.officer[usize::from(shapes.officer[k]) % self.officer.len()];
            let king = self.king[usize::from(shapes.king[k]) % self.king.len()];
            let context = usize::from(officer + king + squares[k] + near.pair(k)) % CONTEXTS;
            let symbol = decoder.symbol(&self.aliases[usize::from(self.distribution[context])])?;
            let value = match plain(earlier.base[k], symbol) {
                Some(value) => value,
                None if symbol == LITERAL => {
                    let high = decoder.symbol(&self.aliases[HIGH])?;
                    (high << 4 | decoder.symbol(&self.aliases[low(high)])?) as u8
                }
                None => near.values(k, row, earlier).rare(symbol),
            };
            near.note(k, symbol, value);
            row[k] = value;
        }
        Ok(())
    }
}

/// An array of what classes become; what is beyond the classes is never asked for.
fn parts<T: Copy + Default, const N: usize>(classes: &[u8], part: impl Fn(u8) -> T) -> Box<[T; N]> {
    let mut parts = Box::new([T::default(); N]);
    parts.iter_mut().zip(classes).for_each(|(slot, &class)| *slot = part(class));
    parts
}

/// Puts 0 where the set has no member, eight places at a time.
fn keep(row: &mut Row, set: u64) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const ONE_BIT_EACH: u64 = 0x8040_2010_0804_0201;
    for (places, members) in row.as_chunks_mut::<8>().0.iter_mut().zip(set.to_le_bytes()) {
        let bits = (u64::from(members) * EACH) & ONE_BIT_EACH;
        let bytes = ((bits + EACH * 0x7f) >> 7 & EACH) * 0xff;
        *places = (u64::from_le_bytes(*places) & bytes).to_le_bytes();
    }
}

/// A model with what it takes to encode: eight kilobytes for each distribution.
pub struct BlockEncoder<'a> {
    model: &'a Model,
    slots: Vec<Slots>,
}

impl BlockEncoder<'_> {
    /// The bytes of a block.
    #[must_use]
    pub fn encode(&self, block: &Block<'_>) -> Vec<u8> {
        let mut script = Script { encoder: self, symbols: Vec::with_capacity(block.rows.len() * 64) };
        walk(block, &self.model.parameters.first, &mut script);
        // The last symbol is written first.
        let mut encoder = Encoder::new();
        for &(distribution, symbol) in script.symbols.iter().rev() {
            encoder.symbol(&self.slots[usize::from(distribution)], usize::from(symbol));
        }
        encoder.finish()
    }
}

/// The symbols of a block, each with its distribution.
struct Script<'a> {
    encoder: &'a BlockEncoder<'a>,
    symbols: Vec<(u8, u8)>,
}

impl Visitor for Script<'_> {
    fn row(&mut self, before: bool, as_base: bool) {
        self.symbols.push((u8::from(before), u8::from(as_base)));
    }

    fn place(&mut self, seen: Context, symbol: usize, value: u8) -> usize {
        let Model { officer, king, squares, distribution, .. } = self.encoder.model;
        let context = officer[usize::from(seen.officer)]
            + king[usize::from(seen.king)]
            + squares[usize::from(seen.squares)];
        let distribution = distribution[usize::from(context + seen.near)];
        // What was never seen in training has no slot.
        let symbol = if self.encoder.slots[usize::from(distribution)].has(symbol) { symbol } else { LITERAL };
        self.symbols.push((distribution, symbol as u8));
        if symbol == LITERAL {
            let high = usize::from(value >> 4);
            self.symbols.extend([(HIGH as u8, high as u8), (low(high) as u8, value & 15)]);
        }
        symbol
    }
}
