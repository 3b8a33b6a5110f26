//! Men: what stands on a square.

use std::fmt;
use std::ops::Not;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// The side that moves first in a game and up the board with its pawns.
    White,
    /// The other side.
    Black,
}

impl Colour {
    /// White, then Black.
    pub const ALL: [Colour; 2] = [Colour::White, Colour::Black];

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Colour {
    type Output = Colour;
    fn not(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "White",
            Colour::Black => "Black",
        })
    }
}

/// The kind of a man, in the order in which a material is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// King, `K`.
    King,
    /// Queen, `Q`.
    Queen,
    /// Rook, `R`.
    Rook,
    /// Bishop, `B`.
    Bishop,
    /// Knight, `N`.
    Knight,
    /// Pawn, `P`.
    Pawn,
}

impl Kind {
    /// All kinds, `K Q R B N P`.
    pub const ALL: [Kind; 6] = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

    /// What a pawn may become.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// 0 for the king, ..., 5 for a pawn.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The capital letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Queen => 'Q',
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
            Kind::Pawn => 'P',
        }
    }

    /// The kind with a letter, capital or small.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The name in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Queen => "queen",
            Kind::Rook => "rook",
            Kind::Bishop => "bishop",
            Kind::Knight => "knight",
            Kind::Pawn => "pawn",
        }
    }
}

/// A man of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Man {
    /// Whose man it is.
    pub colour: Colour,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// The letter of a FEN: capital for White, small for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::White => self.kind.letter(),
            Colour::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The man with a letter of a FEN.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Man> {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        Kind::from_letter(letter).map(|kind| Man { colour, kind })
    }
}
