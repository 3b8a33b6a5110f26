//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

use crate::Square;

/// A set of squares; bit `i` stands for the square with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub u64);

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// Every square.
    pub const ALL: SquareSet = SquareSet(u64::MAX);

    /// The set of one square.
    #[must_use]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// The squares of a rank, counted from 0.
    #[must_use]
    pub const fn rank(rank: u8) -> SquareSet {
        SquareSet(0xff << (8 * (rank & 7)))
    }

    /// The squares of a file, counted from 0.
    #[must_use]
    pub const fn file(file: u8) -> SquareSet {
        SquareSet(0x0101_0101_0101_0101 << (file & 7))
    }

    /// Is the square in the set?
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set with one more square.
    #[must_use]
    pub const fn with(self, square: Square) -> SquareSet {
        SquareSet(self.0 | 1 << square.index())
    }

    /// The set without a square.
    #[must_use]
    pub const fn without(self, square: Square) -> SquareSet {
        SquareSet(self.0 & !(1 << square.index()))
    }

    /// Has it no square?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares there are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The square with the lowest index, if there is one.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The squares a king's step away from a square of the set (the set's own squares only where
    /// another one is next to them).
    #[must_use]
    pub const fn king_steps(self) -> SquareSet {
        let row = (self.0 & NOT_FILE_H) << 1 | (self.0 & NOT_FILE_A) >> 1;
        let wide = self.0 | row;
        SquareSet(row | wide << 8 | wide >> 8)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;
    fn sub(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0 &= other.0;
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = SquareSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, SquareSet::with)
    }
}

/// The picture of the set as a board seen from White's side: `x` in it, `.` not.
impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let inside = self.contains(Square::new(file, rank));
                write!(f, "{}{}", if file == 0 { "\n" } else { " " }, if inside { 'x' } else { '.' })?;
            }
        }
        Ok(())
    }
}
