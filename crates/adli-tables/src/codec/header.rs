//! A model as bytes.
//!
//! The parameters are lists of small numbers in which most are like one of those before. They are written
//! with the coder of the blocks, under a few distributions that are stored in front of them.

use super::coder::{Alias, Decoder, Encoder, Logarithms, SYMBOLS, Slots, frequencies, logarithms};
use super::context::{KING_SHAPES, NEAR, OFFICER_SHAPES, SQUARES};
use super::model::{
    CLASSES, CONTEXTS, KING_CLASSES, Model, OFFICER_CLASSES, Parameters, SPECIAL, SQUARE_CLASSES,
};
use super::{Corrupt, Row};

/// The first byte of a model. Another number is another format.
const FORMAT: u8 = 1;

// Distributions: like which earlier one is a number, given the answer for the one before; its halves, if
// like none; the octave of a logarithm, by symbol; the quarter of an octave.
const UPPER: usize = BACK + 1;
const LOWER: usize = UPPER + 1;
const OCTAVE: usize = LOWER + 1;
const QUARTER: usize = OCTAVE + SYMBOLS;
const DISTRIBUTIONS: usize = QUARTER + 1;

/// With how many earlier numbers a number is compared.
const BACK: usize = 4;
/// How far back these are: for squares one square or one rank, for contexts one class of each sort.
const NEXT_SQUARE: [usize; BACK] = [1, 8, 64, 5];
const NEXT_CLASS: [usize; BACK] = [1, 8, NEAR, SQUARE_CLASSES * NEAR];

/// One who writes numbers, or reads them: so that there is one description of the format, not two.
trait Pen {
    fn symbol(&mut self, distribution: usize, symbol: &mut usize) -> Result<(), Corrupt>;
}

/// Collects what is to be written.
struct Draft(Vec<(usize, usize)>);

impl Pen for Draft {
    fn symbol(&mut self, distribution: usize, symbol: &mut usize) -> Result<(), Corrupt> {
        self.0.push((distribution, *symbol));
        Ok(())
    }
}

struct Reader<'a> {
    aliases: Vec<Alias>,
    decoder: Decoder<'a>,
}

impl Pen for Reader<'_> {
    fn symbol(&mut self, distribution: usize, symbol: &mut usize) -> Result<(), Corrupt> {
        *symbol = self.decoder.symbol(self.aliases.get(distribution).ok_or(Corrupt)?)?;
        Ok(())
    }
}

/// Writes or reads a list of numbers below a limit.
fn numbers(pen: &mut impl Pen, list: &mut [u8], back: [usize; BACK], limit: usize) -> Result<(), Corrupt> {
    let mut like = 0;
    for i in 0..list.len() {
        let earlier = back.map(|distance| i.checked_sub(distance).map_or(0, |i| list[i]));
        let before = like;
        like = earlier.iter().position(|&number| number == list[i]).unwrap_or(BACK);
        pen.symbol(before, &mut like)?;
        if let Some(&number) = earlier.get(like) {
            list[i] = number;
        } else {
            let (mut upper, mut lower) = (usize::from(list[i] >> 4), usize::from(list[i] & 15));
            pen.symbol(UPPER, &mut upper)?;
            pen.symbol(LOWER, &mut lower)?;
            list[i] = (upper << 4 | lower) as u8;
        }
        like = like.min(BACK);
        if usize::from(list[i]) >= limit {
            return Err(Corrupt);
        }
    }
    Ok(())
}

/// Writes or reads a distribution.
fn distribution(pen: &mut impl Pen, logarithms: &mut Logarithms) -> Result<(), Corrupt> {
    for (symbol, logarithm) in logarithms.iter_mut().enumerate() {
        let (mut octave, mut quarter) = (usize::from(*logarithm / 4), usize::from(*logarithm % 4));
        pen.symbol(OCTAVE + symbol, &mut octave)?;
        pen.symbol(QUARTER, &mut quarter)?;
        *logarithm = (octave * 4 + quarter % 4) as u8;
    }
    Ok(())
}

impl Parameters {
    /// Writes or reads all but the number of classes.
    fn exchange(&mut self, pen: &mut impl Pen) -> Result<(), Corrupt> {
        let classes = self.logarithms.len() - SPECIAL;
        numbers(pen, &mut self.first, NEXT_SQUARE, 256)?;
        numbers(pen, &mut self.officer, NEXT_SQUARE, OFFICER_CLASSES)?;
        numbers(pen, &mut self.king, NEXT_SQUARE, KING_CLASSES)?;
        numbers(pen, &mut self.squares, NEXT_SQUARE, SQUARE_CLASSES)?;
        numbers(pen, &mut self.classes, NEXT_CLASS, classes)?;
        self.logarithms.iter_mut().try_for_each(|logarithms| distribution(pen, logarithms))
    }
}

impl Model {
    /// The model as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut draft = Draft(Vec::new());
        // A draft accepts everything.
        let _ = self.parameters.clone().exchange(&mut draft);
        let mut counts = [[0; SYMBOLS]; DISTRIBUTIONS];
        draft.0.iter().for_each(|&(distribution, symbol)| counts[distribution][symbol] += 1);
        let stored = counts.map(|counts| logarithms(&counts));
        let slots = stored.map(|logarithms| Slots::new(&frequencies(&logarithms)));
        let mut encoder = Encoder::new();
        for &(distribution, symbol) in draft.0.iter().rev() {
            encoder.symbol(&slots[distribution], symbol);
        }
        let mut bytes = vec![FORMAT, (self.parameters.logarithms.len() - SPECIAL) as u8];
        bytes.extend(stored.as_flattened());
        bytes.extend(encoder.finish());
        bytes
    }

    /// The model from its bytes.
    ///
    /// # Errors
    ///
    /// If they are not the bytes of a model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, Corrupt> {
        let (&[format, classes], rest) = bytes.split_first_chunk().ok_or(Corrupt)?;
        let classes = usize::from(classes);
        if format != FORMAT || !(1..=CLASSES).contains(&classes) {
            return Err(Corrupt);
        }
        let (stored, rest) = rest.split_at_checked(DISTRIBUTIONS * SYMBOLS).ok_or(Corrupt)?;
        let aliases = stored.as_chunks().0.iter().map(|stored| Alias::new(&frequencies(stored))).collect();
        let mut reader = Reader { aliases, decoder: Decoder::new(rest)? };
        let mut parameters = Parameters {
            first: [0; size_of::<Row>()],
            officer: vec![0; OFFICER_SHAPES],
            king: vec![0; KING_SHAPES],
            squares: vec![0; SQUARES],
            classes: vec![0; CONTEXTS],
            logarithms: vec![[0; SYMBOLS]; SPECIAL + classes],
        };
        parameters.exchange(&mut reader)?;
        reader.decoder.finish()?;
        Ok(Model::new(parameters))
    }
}
