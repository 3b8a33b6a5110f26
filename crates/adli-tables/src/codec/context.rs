//! What is known of a place before its value is read: the *context*.

use super::{Masks, Row};

pub(super) const DRAW: u8 = 128;

/// Features of a place, from the rows before.
pub(super) const OFFICER_SHAPES: usize = 4 * 7 * 125;
pub(super) const KING_SHAPES: usize = 625;
/// How many kinds of symbols are told apart.
pub(super) const KINDS: usize = 7;
pub(super) const NEAR: usize = KINDS * KINDS;

pub(super) const DELTAS: [i8; 16] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 0, 0, 0];
pub(super) const OTHER: usize = 13;
pub(super) const THIRD: usize = 14;
pub(super) const LITERAL: usize = 15;
pub(super) const KIND: [u8; 16] = [0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6];

/// The rows before
pub(super) struct Before<'a> {
    pub(super) base: &'a Row,
    pub(super) second: &'a Row,
    pub(super) corner: &'a Row,
    pub(super) far: &'a Row,
    pub(super) ahead: &'a Row,
}

impl<'a> Before<'a> {
    pub(super) fn new(rows: &'a [Row], first: &'a Row) -> Before<'a> {
        let n = rows.len();
        let back = |d: usize| n.checked_sub(d).and_then(|i| rows.get(i));
        let one = back(1).unwrap_or(first);
        let eight = back(8).unwrap_or(one);
        let (base, second) = if n % 8 == 0 && n > 0 { (eight, one) } else { (one, eight) };
        Before {
            base,
            second,
            corner: back(9).unwrap_or(base),
            far: back(if n % 8 == 0 { 16 } else { 2 }).unwrap_or(base),
            ahead: back(7).unwrap_or(base),
        }
    }
}

#[inline(always)]
fn level<const N: i8>(near: u8, base: u8) -> u16 {
    let d = near.wrapping_sub(base) as i8;
    (d.clamp(-N, N) + N) as u8 as u16
}

/// Shapes.
pub(super) fn shapes(before: &Before<'_>, check: u64, officer: &mut [u16; 64], king: &mut [u16; 64]) {
    let b = before.base;
    for k in 0..64 {
        let v = b[k];
        let mut s = u16::from(v == DRAW) * 2 + (check >> k & 1) as u16;
        s = s * 7 + level::<3>(before.second[k], v);
        s = s * 5 + level::<2>(before.corner[k], v);
        s = s * 5 + level::<2>(before.far[k], v);
        s = s * 5 + level::<2>(before.ahead[k], v);
        officer[k] = s;
    }
    let mut padded = [0u8; 80];
    padded[8..72].copy_from_slice(b);
    padded[..8].copy_from_slice(&b[..8]);
    padded[72..].copy_from_slice(&b[56..]);
    for k in 0..64 {
        let v = b[k];
        let west = if k % 8 == 0 { v } else { padded[k + 7] };
        let east = if k % 8 == 7 { v } else { padded[k + 9] };
        let mut s = level::<2>(west, v);
        s = s * 5 + level::<2>(east, v);
        s = s * 5 + level::<2>(padded[k], v);
        s = s * 5 + level::<2>(padded[k + 16], v);
        king[k] = s;
    }
}

/// Values seen in the current row.
pub(super) struct Seen {
    pub(super) west: u8,
    pub(super) south: u8,
    pub(super) second: u8,
}

/// What symbols are relative to.
pub(super) fn anchor(base: u8, seen: &Seen) -> u8 {
    [base, seen.west, seen.south, seen.second].into_iter().find(|&v| v != DRAW).unwrap_or(DRAW)
}

pub(super) fn third(base: u8, seen: &Seen) -> u8 {
    let anchor = anchor(base, seen);
    [seen.west, seen.south, seen.second]
        .into_iter()
        .find(|&v| v != DRAW && v != base && v.abs_diff(anchor) > 6)
        .unwrap_or(0)
}

pub(super) fn symbol_of(value: u8, base: u8, seen: &Seen) -> usize {
    if value == base {
        return 0;
    }
    let anchor = anchor(base, seen);
    if base == DRAW && value == anchor || base != DRAW && value == DRAW {
        return OTHER;
    }
    let d = i16::from(value) - i16::from(anchor);
    if d.abs() <= 6 {
        return (d.unsigned_abs() * 2 - u16::from(d > 0)) as usize;
    }
    if value == third(base, seen) { THIRD } else { LITERAL }
}

/// Value of a symbol that is not a literal.
#[inline(always)]
pub(super) fn value_of(symbol: usize, base: u8, seen: &Seen) -> u8 {
    if (base != DRAW || symbol == 0) && symbol < OTHER {
        return base.wrapping_add_signed(DELTAS[symbol]);
    }
    rare(symbol, base, seen)
}

#[cold]
#[inline(never)]
fn rare(symbol: usize, base: u8, seen: &Seen) -> u8 {
    match symbol {
        OTHER if base != DRAW => DRAW,
        THIRD => third(base, seen),
        _ => anchor(base, seen).wrapping_add_signed(DELTAS[symbol]),
    }
}

/// One who looks at all places of a block in turn.
pub(super) trait Visitor {
    fn row(&mut self, equal_before: bool, equal: bool);
    fn place(&mut self, officer: u16, king: u16, near: u16, symbol: usize, value: u8) -> usize;
}

/// Shows a block to a visitor, in the order in which a decoder reads it.
pub(super) fn walk(rows: &[Row], masks: &[Masks], first: &Row, visitor: &mut impl Visitor) {
    let mut filled: Vec<Row> = Vec::with_capacity(rows.len());
    let mut equal_before = false;
    let (mut officer, mut king) = ([0; 64], [0; 64]);
    for (row, mask) in rows.iter().zip(masks) {
        let before = Before::new(&filled, first);
        let base = *before.base;
        let mut current = base;
        let equal = squares(mask.care).all(|k| row[k] == base[k]);
        visitor.row(equal_before, equal);
        equal_before = equal;
        if !equal {
            shapes(&before, mask.check, &mut officer, &mut king);
            let mut kinds = [0u8; 72];
            let (mut last, mut west) = (0, base[0]);
            for k in squares(mask.care) {
                let near = u16::from(last * KINDS as u8 + kinds[k]);
                let seen = Seen { west, south: current[k.saturating_sub(8)], second: before.second[k] };
                let mut symbol = symbol_of(row[k], base[k], &seen);
                symbol = visitor.place(officer[k], king[k], near, symbol, row[k]);
                last = KIND[symbol];
                kinds[k + 8] = last;
                west = row[k];
                current[k] = west;
            }
        }
        filled.push(current);
    }
}

/// The members of a set of squares.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}
