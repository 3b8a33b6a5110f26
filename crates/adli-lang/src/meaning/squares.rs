//! Sets of squares of a board of any size.
//!
//! Up to eight files a set is a word, as everywhere else; beyond that it is a row of words, one for each rank. The
//! interpreter hands sets about as values, which are copied without a thought, so that a set of many words stays with the
//! interpreter and its value is a number: equal sets have equal numbers, and comparing values compares sets.

use std::collections::HashMap;
use std::rc::Rc;

use crate::meaning::state::Point;
use crate::meaning::value::{Stopped, Value};

/// The largest board: coordinates of a [`crate::State`] are bytes.
pub(crate) const MAX_SIZE: i32 = 127;

/// How many bytes of sets an interpreter keeps: enough for a few hundred thousand sets of a board of sixteen.
const MAX_KEPT: usize = 1 << 28;

/// A set of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Squares {
    /// Bit `8 * (rank - 1) + (file - 1)`.
    Word(u64),
    /// For each rank the files; bit `file - 1`.
    Wide(Rc<[u128]>),
}

impl Squares {
    /// No squares, of a board of this size.
    pub(crate) fn none(size: i32) -> Squares {
        if size <= 8 { Squares::Word(0) } else { Squares::Wide(vec![0; size as usize].into()) }
    }

    /// All squares of a board of this size.
    pub(crate) fn board(size: i32) -> Squares {
        if size <= 8 {
            let line = (1_u64 << size) - 1;
            return Squares::Word((0..size).fold(0, |board, rank| board | line << (8 * rank)));
        }
        Squares::Wide(vec![(1_u128 << size) - 1; size as usize].into())
    }

    /// Adds a square of the board.
    pub(crate) fn add(&mut self, (file, rank): Point) {
        match self {
            Squares::Word(word) => *word |= 1 << (8 * (rank - 1) + file - 1),
            Squares::Wide(ranks) => Rc::make_mut(ranks)[rank as usize - 1] |= 1 << (file - 1),
        }
    }

    /// Whether a square of the board is in it.
    pub(crate) fn contains(&self, (file, rank): Point) -> bool {
        match self {
            Squares::Word(word) => word >> (8 * (rank - 1) + file - 1) & 1 == 1,
            Squares::Wide(ranks) => ranks[rank as usize - 1] >> (file - 1) & 1 == 1,
        }
    }

    /// Square by square, of two sets of one board.
    fn join(self, other: &Squares, word: fn(u64, u64) -> u64, rank: fn(u128, u128) -> u128) -> Squares {
        match (self, other) {
            (Squares::Word(a), Squares::Word(b)) => Squares::Word(word(a, *b)),
            (Squares::Wide(mut a), Squares::Wide(b)) => {
                Rc::make_mut(&mut a).iter_mut().zip(b.iter()).for_each(|(a, b)| *a = rank(*a, *b));
                Squares::Wide(a)
            }
            (this, _) => this,
        }
    }

    pub(crate) fn union(self, other: &Squares) -> Squares {
        self.join(other, |a, b| a | b, |a, b| a | b)
    }

    pub(crate) fn intersection(self, other: &Squares) -> Squares {
        self.join(other, |a, b| a & b, |a, b| a & b)
    }

    pub(crate) fn without(self, other: &Squares) -> Squares {
        self.join(other, |a, b| a & !b, |a, b| a & !b)
    }

    /// How many squares.
    pub(crate) fn count(&self) -> u32 {
        match self {
            Squares::Word(word) => word.count_ones(),
            Squares::Wide(ranks) => ranks.iter().map(|rank| rank.count_ones()).sum(),
        }
    }

    /// The squares, rank by rank.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let (mut word, ranks) = match self {
            Squares::Word(word) => (*word, None),
            Squares::Wide(ranks) => (0, Some(ranks.clone())),
        };
        let (mut at, mut left) = (0, ranks.as_ref().and_then(|ranks| ranks.first().copied()).unwrap_or(0));
        std::iter::from_fn(move || {
            let Some(ranks) = &ranks else {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as i32;
                word &= word - 1;
                return Some((bit % 8 + 1, bit / 8 + 1));
            };
            while left == 0 {
                at += 1;
                left = *ranks.get(at)?;
            }
            let file = left.trailing_zeros() as i32 + 1;
            left &= left - 1;
            Some((file, at as i32 + 1))
        })
    }
}

/// The sets of many words that values stand for.
#[derive(Default)]
pub(crate) struct Kept {
    sets: Vec<Rc<[u128]>>,
    numbers: HashMap<Rc<[u128]>, u32>,
    bytes: usize,
}

impl Kept {
    /// The value that stands for a set.
    pub(crate) fn value(&mut self, squares: Squares) -> Result<Value, Stopped> {
        let ranks = match squares {
            Squares::Word(word) => return Ok(Value::Set(word)),
            Squares::Wide(ranks) => ranks,
        };
        if let Some(&number) = self.numbers.get(&ranks) {
            return Ok(Value::WideSet(number));
        }
        self.bytes += std::mem::size_of_val(&*ranks) + 64;
        if self.bytes > MAX_KEPT {
            return Err(Stopped::TooLong);
        }
        let number = self.sets.len() as u32;
        self.sets.push(ranks.clone());
        self.numbers.insert(ranks, number);
        Ok(Value::WideSet(number))
    }

    /// The set that a value stands for.
    pub(crate) fn squares(&self, value: Value) -> Option<Squares> {
        match value {
            Value::Set(word) => Some(Squares::Word(word)),
            Value::WideSet(number) => self.sets.get(number as usize).cloned().map(Squares::Wide),
            _ => None,
        }
    }
}
