//! The symmetries of the board as tables, and the triangle into which they bring the white king.

use adli_chess::{Square, Symmetry};

/// The white king's squares of a pawnless material.
pub(super) const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
pub(super) const BOARD: [u8; 64] = {
    let mut squares = [0; 64];
    let mut i = 0;
    while i < 64 {
        squares[i] = i as u8;
        i += 1;
    }
    squares
};

/// A symmetry as a table of squares.
pub(crate) struct Image {
    pub(crate) symmetry: Symmetry,
    pub(crate) squares: [u8; 64],
}

pub(crate) static IMAGES: [Image; 8] = {
    const NONE: Image = Image { symmetry: Symmetry::IDENTITY, squares: [0; 64] };
    let mut images = [NONE; 8];
    let mut i = 0;
    while i < 8 {
        images[i].symmetry = Symmetry::ALL[i];
        let mut s = 0;
        while s < 64 {
            images[i].squares[s] = Symmetry::ALL[i].square(Square::from_index(s)).index() as u8;
            s += 1;
        }
        i += 1;
    }
    images
};

/// For each square: which symmetry takes it into the triangle, and to which of the ten squares.
pub(crate) static INTO_TRIANGLE: [(u8, u8); 64] = {
    let mut all = [(0, 0); 64];
    let mut s = 0;
    while s < 64 {
        let mut i = 8;
        while i > 0 {
            i -= 1;
            let image = IMAGES[i].squares[s];
            let mut court = 0;
            while court < TRIANGLE.len() {
                if TRIANGLE[court] == image {
                    all[s] = (i as u8, court as u8);
                }
                court += 1;
            }
        }
        s += 1;
    }
    all
};

/// The symmetry that reflects in the diagonal from a1 to h8; added to another one, it comes last.
pub(crate) const DIAGONAL: u8 = 4;

/// Is the square on that diagonal?
pub(crate) const fn on_diagonal(square: u8) -> bool {
    square.is_multiple_of(9)
}

/// Is the square above that diagonal?
pub(crate) const fn above_diagonal(square: u8) -> bool {
    square / 8 > square % 8
}

/// The squares above it.
pub(crate) const ABOVE_DIAGONAL: u64 = {
    let (mut set, mut square) = (0, 0);
    while square < 64 {
        if above_diagonal(square) {
            set |= 1 << square;
        }
        square += 1;
    }
    set
};
