//! Which squares a man attacks, and the lines between squares.
//!
//! King, knight and pawn attacks are tables of one set per square. A rook, bishop or queen stops at the
//! first man it meets, so its attacks depend on the squares that are occupied. Take one line through its
//! square. The squares below it on the line have smaller indices, those above it have greater ones. Let `m`
//! be the bit of the nearest man below and `n` that of the nearest man above: then `2n - m` is the run of
//! all ones from `m` up to `n`, and the part of the line inside that run is what is attacked. Where there
//! is no man below, `m = 1` serves as well (the run begins at `a1`); where there is none above, `n = 0`
//! lets the subtraction wrap and the run goes on up to `h8`. This is the obstruction difference,
//! proposed by Michael Hoffmann.
//! Four lines for each square make a table of 4 KB, and there are no branches; that is smaller than hashed
//! tables, and nearly as fast.
//!
//! All tables are computed by the compiler.

use crate::{Colour, Kind, Man, Square, SquareSet};

/// The four directions that increase the index of a square: up, right, up right, up left.
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// The directions of [`DIRECTIONS`] that a rook uses, and those that a bishop uses.
const STRAIGHT: [usize; 2] = [0, 1];
const DIAGONAL: [usize; 2] = [2, 3];

/// The squares of a line through a square, on either side of it.
#[derive(Clone, Copy)]
struct Line {
    below: u64,
    above: u64,
}

static KING: [SquareSet; 64] = leaps(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static KNIGHT: [SquareSet; 64] =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static PAWN: [[SquareSet; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static LINES: [[Line; 4]; 64] = lines();
static BETWEEN: [[SquareSet; 64]; 64] = pairs(false);
static THROUGH: [[SquareSet; 64]; 64] = pairs(true);

/// The squares that a king attacks.
#[must_use]
pub fn king(from: Square) -> SquareSet {
    KING[from.index()]
}

/// The squares that a knight attacks.
#[must_use]
pub fn knight(from: Square) -> SquareSet {
    KNIGHT[from.index()]
}

/// The squares that a pawn of a side attacks.
#[must_use]
pub fn pawn(colour: Colour, from: Square) -> SquareSet {
    PAWN[colour.index()][from.index()]
}

/// The squares that a rook attacks when men stand on `occupied`, up to and with the first man it meets.
#[must_use]
pub fn rook(from: Square, occupied: SquareSet) -> SquareSet {
    slide(from, occupied, STRAIGHT)
}

/// The squares that a bishop attacks when men stand on `occupied`, up to and with the first man it meets.
#[must_use]
pub fn bishop(from: Square, occupied: SquareSet) -> SquareSet {
    slide(from, occupied, DIAGONAL)
}

/// The squares that a queen attacks when men stand on `occupied`, up to and with the first man it meets.
#[must_use]
pub fn queen(from: Square, occupied: SquareSet) -> SquareSet {
    rook(from, occupied) | bishop(from, occupied)
}

/// The squares that any man attacks when men stand on `occupied`.
///
/// ```
/// use adli_chess::{Man, SquareSet, attacks};
///
/// let rook = Man::from_letter('R').unwrap();
/// let blockers = SquareSet::of("d6".parse().unwrap());
/// assert_eq!(attacks::of(rook, "d4".parse().unwrap(), blockers).len(), 12);
/// ```
#[must_use]
pub fn of(man: Man, from: Square, occupied: SquareSet) -> SquareSet {
    match man.kind {
        Kind::King => king(from),
        Kind::Queen => queen(from, occupied),
        Kind::Rook => rook(from, occupied),
        Kind::Bishop => bishop(from, occupied),
        Kind::Knight => knight(from),
        Kind::Pawn => pawn(man.colour, from),
    }
}

/// The squares strictly between two squares of a file, rank or diagonal; empty for any other two squares.
#[must_use]
pub fn between(a: Square, b: Square) -> SquareSet {
    BETWEEN[a.index()][b.index()]
}

/// The whole file, rank or diagonal through two different squares, from edge to edge; empty if they share
/// none.
#[must_use]
pub fn line(a: Square, b: Square) -> SquareSet {
    THROUGH[a.index()][b.index()]
}

fn slide(from: Square, occupied: SquareSet, directions: [usize; 2]) -> SquareSet {
    directions.into_iter().fold(SquareSet::EMPTY, |reached, direction| {
        let Line { below, above } = LINES[from.index()][direction];
        let nearest_below = (1 << 63) >> (below & occupied.0 | 1).leading_zeros();
        let men_above = above & occupied.0;
        let nearest_above = men_above & men_above.wrapping_neg();
        let run = (nearest_above << 1).wrapping_sub(nearest_below);
        reached | SquareSet((below | above) & run)
    })
}

const fn leaps(offsets: &[(i8, i8)]) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < offsets.len() {
            if let Some(to) = Square::from_index(from).offset(offsets[i].0, offsets[i].1) {
                table[from] = table[from].with(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// The squares from a square to the edge in one direction, without the square.
const fn ray(from: Square, files: i8, ranks: i8) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    let mut step = from.offset(files, ranks);
    while let Some(square) = step {
        squares = squares.with(square);
        step = square.offset(files, ranks);
    }
    squares
}

const fn lines() -> [[Line; 4]; 64] {
    let mut table = [[Line { below: 0, above: 0 }; 4]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 4 {
            let (square, (files, ranks)) = (Square::from_index(from), DIRECTIONS[d]);
            table[from][d] =
                Line { below: ray(square, -files, -ranks).0, above: ray(square, files, ranks).0 };
            d += 1;
        }
        from += 1;
    }
    table
}

/// For every two squares of a line: the whole line, or only what is between them.
const fn pairs(whole: bool) -> [[SquareSet; 64]; 64] {
    let mut table = [[SquareSet::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut d = 0;
        while d < 4 {
            let from = Square::from_index(a);
            let (files, ranks) = DIRECTIONS[d];
            let line = SquareSet(ray(from, -files, -ranks).0 | ray(from, files, ranks).0).with(from);
            let mut passed = SquareSet::EMPTY;
            let mut step = from.offset(files, ranks);
            while let Some(to) = step {
                let set = if whole { line } else { passed };
                table[a][to.index()] = set;
                table[to.index()][a] = set;
                passed = passed.with(to);
                step = to.offset(files, ranks);
            }
            d += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slider's attacks by walking, for comparison.
    fn walk(from: Square, occupied: SquareSet, steps: &[(i8, i8)]) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for &(files, ranks) in steps {
            let mut step = from.offset(files, ranks);
            while let Some(square) = step {
                reached = reached.with(square);
                step = if occupied.contains(square) { None } else { square.offset(files, ranks) };
            }
        }
        reached
    }

    #[test]
    fn sliders_stop_at_the_first_man() {
        // Every way to occupy the squares that matter to a slider, from every square: each line by itself.
        let steps = [[(0, 1), (0, -1)], [(1, 0), (-1, 0)], [(1, 1), (-1, -1)], [(-1, 1), (1, -1)]];
        for from in Square::all() {
            for (line, steps) in steps.iter().enumerate() {
                let squares = walk(from, SquareSet::EMPTY, steps);
                let mut occupied = SquareSet::EMPTY;
                loop {
                    let found = if line < 2 { rook(from, occupied) } else { bishop(from, occupied) };
                    assert_eq!(found & squares, walk(from, occupied, steps), "{from} {occupied:?}");
                    occupied = SquareSet(occupied.0.wrapping_sub(squares.0)) & squares;
                    if occupied.is_empty() {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn between_and_line() {
        let [a1, d4, h8, b3] = ["a1", "d4", "h8", "b3"].map(|s| s.parse::<Square>().unwrap());
        assert_eq!(between(d4, a1), ["b2", "c3"].map(|s| s.parse().unwrap()).into_iter().collect());
        assert_eq!(line(d4, a1), bishop(a1, SquareSet::EMPTY).with(a1));
        assert_eq!(line(a1, h8), line(h8, d4));
        assert!(between(a1, b3).is_empty() && line(a1, b3).is_empty() && line(a1, a1).is_empty());
        for a in Square::all() {
            for b in rook(a, SquareSet::EMPTY) {
                assert_eq!(between(a, b), rook(a, SquareSet::of(b)) & rook(b, SquareSet::of(a)), "{a} {b}");
            }
        }
    }
}
