//! The eight symmetries of the board.
//!
//! A symmetry is written as up to three reflections done in this order: files (`a1` to `h1`), ranks
//! (`a1` to `a8`), and the long diagonal (`b1` to `a2`). Without pawns all eight leave the laws of chess
//! as they are; with pawns only the identity and the reflection of the files do.

use crate::{Square, SquareSet};

/// A symmetry of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const DIAGONAL: u8 = 4;

impl Symmetry {
    /// Every square stays.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// Reflects the files: `a1` and `h1` change places.
    pub const FILES: Symmetry = Symmetry(FILES);
    /// Reflects the ranks: `a1` and `a8` change places. (With the colours exchanged this is a symmetry with
    /// pawns too.)
    pub const RANKS: Symmetry = Symmetry(RANKS);
    /// Reflects in the diagonal from `a1` to `h8`.
    pub const DIAGONAL: Symmetry = Symmetry(DIAGONAL);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// The symmetries that keep the laws for pawns.
    pub const WITH_PAWNS: [Symmetry; 2] = [Symmetry::IDENTITY, Symmetry::FILES];

    /// 0 to 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This symmetry, and after it another one.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        // A symmetry is known by where it takes a1 and b1.
        let (a1, b1) = (Square::new(0, 0), Square::new(1, 0));
        let image = (next.square(self.square(a1)), next.square(self.square(b1)));
        let found = Symmetry::ALL.into_iter().find(|s| (s.square(a1), s.square(b1)) == image);
        found.unwrap_or(Symmetry::IDENTITY)
    }

    /// The symmetry that takes this one back: only the two quarter turns are not their own inverses.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            _ => self,
        }
    }

    /// Where a square goes.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        let file = if self.0 & FILES != 0 { 7 - square.file() } else { square.file() };
        let rank = if self.0 & RANKS != 0 { 7 - square.rank() } else { square.rank() };
        if self.0 & DIAGONAL != 0 { Square::new(rank, file) } else { Square::new(file, rank) }
    }

    /// Where the squares of a set go.
    #[must_use]
    pub const fn set(self, set: SquareSet) -> SquareSet {
        let mut bits = set.0;
        if self.0 & FILES != 0 {
            bits = reflect_files(bits);
        }
        if self.0 & RANKS != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & DIAGONAL != 0 {
            bits = transpose(bits);
        }
        SquareSet(bits)
    }
}

/// Reverses each byte: neighbours change places, then pairs, then halves.
const fn reflect_files(bits: u64) -> u64 {
    bits.swap_bytes().reverse_bits()
}

/// Transposes the 8 by 8 matrix of bits by exchanging the two off-diagonal squares of ever smaller blocks.
const fn transpose(bits: u64) -> u64 {
    let bits = exchange(bits, 28, 0x0f0f_0f0f_0000_0000);
    let bits = exchange(bits, 14, 0x3333_0000_3333_0000);
    exchange(bits, 7, 0x5500_5500_5500_5500)
}

const fn exchange(bits: u64, by: u32, upper: u64) -> u64 {
    let differ = (bits ^ bits << by) & upper;
    bits ^ differ ^ differ >> by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_goes_where_its_squares_go() {
        for symmetry in Symmetry::ALL {
            for square in Square::all() {
                let image = SquareSet::of(symmetry.square(square));
                assert_eq!(symmetry.set(SquareSet::of(square)), image, "{symmetry:?} {square}");
            }
        }
    }

    #[test]
    fn symmetries_form_a_group() {
        for first in Symmetry::ALL {
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
            for second in Symmetry::ALL {
                let both = first.then(second);
                assert!(Square::all().all(|s| both.square(s) == second.square(first.square(s))));
            }
        }
    }
}
