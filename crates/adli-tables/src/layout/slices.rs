//! Pawns: each placement is a slice of the table.

use adli_chess::{Colour, Man};

use super::{MAX_OTHERS, Squares};

/// The placements of the pawns, up to the reflection of the files.
#[derive(Clone, Debug)]
pub(super) struct Slices {
    pub(super) placements: Vec<Squares>,
    /// For each triple of pawn squares (a2 = 0, .., h7 = 47; absent pawns 0): twice the slice, plus one if
    /// it is the reflected one.
    numbers: Vec<u32>,
    men: usize,
}

const NO_SLICE: u32 = u32::MAX;

impl Slices {
    pub(super) fn new(pawns: &[Man]) -> Slices {
        let men = pawns.len();
        let mut slices =
            Slices { placements: Vec::new(), numbers: vec![NO_SLICE; 48usize.pow(men as u32)], men };
        for key in 0..slices.numbers.len() {
            let squares = slices.squares(key);
            let like_in_order = (1..men).all(|i| pawns[i] != pawns[i - 1] || squares[i - 1] < squares[i]);
            let apart = (1..men).all(|i| !squares[..i].contains(&squares[i]));
            if !(like_in_order && apart) || slices.numbers[key] != NO_SLICE {
                continue;
            }
            let number = 2 * slices.placements.len() as u32;
            slices.placements.push(squares);
            // The reflected placement first: of a placement that is its own reflection nothing is reflected.
            let reflected = squares.map(|s| s ^ 7);
            for (squares, number) in [(reflected, number + 1), (squares, number)] {
                for order in orders(pawns, squares) {
                    let key = slices.key(&order);
                    slices.numbers[key] = number;
                }
            }
        }
        slices
    }

    fn key(&self, squares: &Squares) -> usize {
        squares[..self.men].iter().fold(0, |key, &s| key * 48 + usize::from(s.clamp(8, 55) - 8))
    }

    fn squares(&self, key: usize) -> Squares {
        let mut squares = [0; MAX_OTHERS];
        let mut rest = key;
        for i in (0..self.men).rev() {
            squares[i] = (rest % 48) as u8 + 8;
            rest /= 48;
        }
        squares
    }

    pub(super) fn find(&self, squares: &Squares) -> (usize, bool) {
        let number = self.numbers[self.key(squares)];
        ((number / 2) as usize, number % 2 == 1)
    }
}

/// The same squares with like pawns in every order.
fn orders(pawns: &[Man], squares: Squares) -> Vec<Squares> {
    let mut all = vec![squares];
    for i in 0..pawns.len() {
        for j in 0..i {
            if pawns[i] == pawns[j] {
                for k in 0..all.len() {
                    let mut other = all[k];
                    other.swap(i, j);
                    all.push(other);
                }
            }
        }
    }
    all
}

/// How many plies the pawns have behind them: a slice depends only on slices where this is more.
pub(crate) fn advance(pawns: &[Man], squares: &Squares) -> u32 {
    let steps = pawns.iter().zip(squares).map(|(man, &square)| match man.colour {
        Colour::White => u32::from(square / 8),
        Colour::Black => 7 - u32::from(square / 8),
    });
    steps.sum()
}
