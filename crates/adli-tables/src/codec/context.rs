//! What is known of a place before its value is read, and how the value is said in a symbol.
//!
//! Every value is told by its difference from a **base**, the value at the same square of the black king in
//! the row where the officer that changes from row to row stands one square further back (or, if the
//! caller has one, from a forecast). Sixteen symbols say what the difference is. How likely each of them is
//! depends on the surroundings of the place, of which there are four kinds:
//!
//! * the **officer shape**: how the values for other squares of the same officer differ from the base,
//!   whether the side to move is in check, and whether the base is a draw;
//! * the **king shape**: how the base differs from its neighbours in its own row, that is from the values
//!   for the black king on the next squares to the west, east, south and north;
//! * the **squares** of officer and king, because much depends on whether they touch;
//! * the **near** symbols: the one before, and that of the square to the south.
//!
//! All but the last can be computed a row at a time, 64 places abreast. What remains to be done from one
//! symbol to the next is a sum and a look-up, and that decides how fast a block is read.

use super::{Block, Masks, Row};

/// The byte of a draw; see the table of values.
pub(crate) const DRAW: u8 = 128;

// The symbols. Zero is "as the base"; then come the small differences from the anchor, which is the base
// unless that is a draw ([`anchor`]).
const DIFFERENCES: [i8; 16] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 0, 0, 0];
const FARTHEST: u8 = 6;
/// A draw where the base is none; the anchor where the base is a draw.
const OTHERWISE: usize = 13;
/// A value seen nearby that is far from the anchor.
const THIRD: usize = 14;
/// None of these: the value follows in two symbols.
pub(super) const LITERAL: usize = 15;

/// What the near symbols are told apart by.
const KIND: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 5, 6, 5, 6, 5, 6, 7, 7, 7];
const KINDS: usize = 8;

/// How many officer shapes there are, ...
pub(super) const OFFICER_SHAPES: usize = 2 * IN_CHECK as usize;
const IN_CHECK: u16 = 2 * 7 * 5 * 5 * 5;
/// ... how many king shapes, ...
pub(super) const KING_SHAPES: usize = 5 * 5 * 5 * 5;
/// ... how many pairs of squares, ...
pub(super) const SQUARES: usize = 64 * 64;
/// ... and how many pairs of near symbols.
pub(super) const NEAR: usize = KINDS * KINDS;

/// The earlier rows, or forecasts, that a row is compared with.
pub(super) struct Earlier<'a> {
    pub(super) base: &'a Row,
    pub(super) second: &'a Row,
    others: [&'a Row; 3],
}

impl<'a> Earlier<'a> {
    /// For the row after some rows. Rows of the same block lie one apart if the officer's squares are
    /// neighbours in a rank, and eight apart if they are neighbours in a file. After the h-file comes the
    /// a-file: there the neighbour is not the row before, but the one eight before.
    pub(super) fn new(rows: &'a [Row], first: &'a Row, forecast: Option<&'a Row>) -> Earlier<'a> {
        let back = |distance: usize| rows.len().checked_sub(distance).and_then(|row| rows.get(row));
        if let Some(base) = forecast {
            let or_base = |distance| back(distance).unwrap_or(base);
            return Earlier { base, second: or_base(1), others: [or_base(8), or_base(2), or_base(7)] };
        }
        let west = back(1).unwrap_or(first);
        let south = back(8).unwrap_or(west);
        let on_a_file = rows.len().is_multiple_of(8);
        let (base, second, beyond) = if on_a_file { (south, west, 16) } else { (west, south, 2) };
        let or_base = |distance| back(distance).unwrap_or(base);
        Earlier { base, second, others: [or_base(9), or_base(beyond), or_base(7)] }
    }

    /// The officer shape and the king shape of every place of the row.
    #[inline]
    pub(super) fn shapes(&self, check: u64) -> Shapes {
        let base = self.base;
        let [a, b, c] = self.others;
        let mut shapes = Shapes { officer: [0; 64], king: [0; 64] };
        for k in 0..64 {
            let one = (u8::from(base[k] == DRAW) * 7 + level::<3>(self.second[k], base[k])) * 5;
            let two = level::<2>(b[k], base[k]) * 5 + level::<2>(c[k], base[k]);
            shapes.officer[k] = u16::from(one + level::<2>(a[k], base[k])) * 25 + u16::from(two);
        }
        for k in squares(check) {
            shapes.officer[k] += IN_CHECK;
        }
        // Beyond the edge of the board lies the same as on the edge.
        let (mut west, mut east, mut south, mut north) = (*base, *base, *base, *base);
        west[1..].copy_from_slice(&base[..63]);
        east[..63].copy_from_slice(&base[1..]);
        south[8..].copy_from_slice(&base[..56]);
        north[..56].copy_from_slice(&base[8..]);
        for edge in (0..64).step_by(8) {
            west[edge] = base[edge];
            east[edge + 7] = base[edge + 7];
        }
        for k in 0..64 {
            let one = level::<2>(west[k], base[k]) * 5 + level::<2>(east[k], base[k]);
            let two = level::<2>(south[k], base[k]) * 5 + level::<2>(north[k], base[k]);
            shapes.king[k] = u16::from(one) * 25 + u16::from(two);
        }
        shapes
    }
}

/// The shapes of a row.
pub(super) struct Shapes {
    pub(super) officer: [u16; 64],
    pub(super) king: [u16; 64],
}

/// By how much a value differs from the base, where all beyond `MOST` counts as `MOST`. In bytes, so that
/// sixteen places fit into a register.
#[inline(always)]
fn level<const MOST: u8>(value: u8, base: u8) -> u8 {
    let difference = value.wrapping_sub(base).wrapping_add(128);
    difference.clamp(128 - MOST, 128 + MOST) - (128 - MOST)
}

/// What is known in a row at the time when a place of it is read.
pub(super) struct Near {
    kinds: [u8; 64 + 8],
    last: u8,
    west: u8,
}

impl Near {
    /// At the beginning of a row.
    pub(super) fn new(base: &Row) -> Near {
        Near { kinds: [0; 72], last: 0, west: base[0] }
    }

    /// The pair of near symbols.
    #[inline(always)]
    pub(super) fn pair(&self, k: usize) -> u16 {
        u16::from(self.last) * KINDS as u16 + u16::from(self.kinds[k])
    }

    /// Notes what was read.
    #[inline(always)]
    pub(super) fn note(&mut self, k: usize, symbol: usize, value: u8) {
        self.last = KIND[symbol];
        self.kinds[k + 8] = self.last;
        self.west = value;
    }

    /// The values around a place of a row of which the places before it are known.
    #[inline]
    pub(super) fn values(&self, k: usize, row: &Row, earlier: &Earlier<'_>) -> Values {
        Values { base: earlier.base[k], around: [self.west, row[k.saturating_sub(8)], earlier.second[k]] }
    }
}

/// The value for a symbol that is a difference from the base. One question and not three, because this one
/// is nearly always answered with yes.
#[inline(always)]
pub(super) fn plain(base: u8, symbol: usize) -> Option<u8> {
    let plain = (symbol == 0) | (base != DRAW) & (symbol < OTHERWISE);
    plain.then(|| base.wrapping_add_signed(DIFFERENCES[symbol]))
}

/// The values in terms of which a value is told.
pub(super) struct Values {
    base: u8,
    around: [u8; 3],
}

impl Values {
    /// The base, unless it is a draw: then the nearest value that is none.
    fn anchor(&self) -> u8 {
        if self.base != DRAW {
            return self.base;
        }
        self.around.into_iter().find(|&value| value != DRAW).unwrap_or(DRAW)
    }

    fn third(&self) -> u8 {
        let anchor = self.anchor();
        let third = |&value: &u8| value != DRAW && value.abs_diff(anchor) > FARTHEST;
        self.around.into_iter().find(third).unwrap_or(0)
    }

    /// The symbol for a value.
    pub(super) fn symbol(&self, value: u8) -> usize {
        if value == self.base {
            return 0;
        }
        let anchor = self.anchor();
        if value == if self.base == DRAW { anchor } else { DRAW } {
            return OTHERWISE;
        }
        let distance = usize::from(value.abs_diff(anchor));
        if distance <= usize::from(FARTHEST) {
            return 2 * distance - usize::from(value > anchor);
        }
        if value == self.third() { THIRD } else { LITERAL }
    }

    /// The value for a symbol that is not plain and not a literal.
    #[cold]
    pub(super) fn rare(&self, symbol: usize) -> u8 {
        match symbol {
            OTHERWISE if self.base != DRAW => DRAW,
            THIRD => self.third(),
            _ => self.anchor().wrapping_add_signed(DIFFERENCES[symbol]),
        }
    }
}

/// Where a place is found: its shapes, its squares, its near symbols.
pub(super) struct Context {
    pub(super) officer: u16,
    pub(super) king: u16,
    pub(super) squares: u16,
    pub(super) near: u16,
}

/// Looks at all rows and places of a block in the order in which they are read.
pub(super) trait Visitor {
    /// A row, whether it is as its base, and whether the row before was as its own.
    fn row(&mut self, before: bool, as_base: bool);
    /// A place of a row that is not as its base. The answer is the symbol that is used.
    fn place(&mut self, context: Context, symbol: usize, value: u8) -> usize;
}

/// Shows a block to a visitor.
pub(super) fn walk(block: &Block<'_>, first: &Row, visitor: &mut impl Visitor) {
    let mut known: Vec<Row> = Vec::with_capacity(block.rows.len());
    let mut before = false;
    for (r, (row, &Masks { care, check })) in block.rows.iter().zip(block.masks).enumerate() {
        let earlier = Earlier::new(&known, first, block.forecast.and_then(|forecast| forecast.get(r)));
        let mut current = *earlier.base;
        let as_base = squares(care).all(|k| row[k] == current[k]);
        visitor.row(before, as_base);
        before = as_base;
        if !as_base {
            let shapes = earlier.shapes(check);
            let mut near = Near::new(earlier.base);
            for k in squares(care) {
                let context = Context {
                    officer: shapes.officer[k],
                    king: shapes.king[k],
                    squares: (r % 64 * 64 + k) as u16,
                    near: near.pair(k),
                };
                let symbol = near.values(k, &current, &earlier).symbol(row[k]);
                near.note(k, visitor.place(context, symbol, row[k]), row[k]);
                current[k] = row[k];
            }
        }
        known.push(current);
    }
}

/// The members of a set of squares, in order.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}
