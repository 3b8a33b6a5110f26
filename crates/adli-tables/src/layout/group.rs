//! Officers: like men are one coordinate of the index, the number of their set of squares.

use adli_chess::Man;

use super::{MAX_OTHERS, Squares};

/// A group of like officers: their set of squares is one coordinate of the index.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// What they are.
    pub(super) man: Man,
    /// The first of them among the officers, and how many they are.
    pub(super) first: usize,
    pub(super) count: usize,
    /// How many placements the group has.
    pub(super) size: usize,
    /// How far apart in rows two neighbouring placements are.
    pub(super) stride: usize,
}

/// Like officers, grouped; the last group is the fastest coordinate.
pub(super) fn groups_of(officers: &[Man]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (first, &man) in officers.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.man == man => group.count += 1,
            _ => groups.push(Group { man, first, count: 1, size: 0, stride: 0 }),
        }
    }
    let mut stride = 1;
    for group in groups.iter_mut().rev() {
        group.size = choose(64, group.count);
        group.stride = stride;
        stride *= group.size;
    }
    groups
}

impl Group {
    /// The number of the group's set of squares.
    pub(super) fn rank(&self, squares: &Squares) -> usize {
        let s = &squares[self.first..];
        match self.count {
            1 => usize::from(s[0]),
            2 => rank_two(s[0], s[1]),
            _ => rank_three(s[0], s[1], s[2]),
        }
    }
}

/// The rows in which one officer has moved and the others have not.
pub(crate) struct RowMoved<'a> {
    pub(super) group: &'a Group,
    pub(super) squares: Squares,
    pub(super) which: usize,
    /// The row without the contribution of the officer's group.
    pub(super) others: usize,
}

impl RowMoved<'_> {
    /// The row with the officer on a square.
    #[inline]
    pub(crate) fn to(&self, square: u8) -> usize {
        let rank = if self.group.count == 1 {
            usize::from(square)
        } else {
            let mut squares = self.squares;
            squares[self.which] = square;
            self.group.rank(&squares)
        };
        self.others + self.group.stride * rank
    }
}

/// Sets of squares are numbered in the order of their largest member, then the next: {a, b} with a < b is
/// b (b - 1) / 2 + a. Two men on one square have a number too (of a set that has another one): such
/// places are illegal and nobody asks for them.
fn rank_two(a: u8, b: u8) -> usize {
    let (a, b) = (usize::from(a.min(b)), usize::from(a.max(b)));
    b * b.saturating_sub(1) / 2 + a
}

fn rank_three(a: u8, b: u8, c: u8) -> usize {
    let mut s = [a, b, c];
    s.sort_unstable();
    choose(usize::from(s[2]), 3) + choose(usize::from(s[1]), 2) + usize::from(s[0])
}

/// In how many ways at most three of some things can be chosen.
fn choose(n: usize, k: usize) -> usize {
    match k {
        0 => 1,
        1 => n,
        2 => n * n.saturating_sub(1) / 2,
        _ => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
    }
}

pub(super) fn unrank_all(groups: &[Group], row: usize) -> Squares {
    let mut squares = [0; MAX_OTHERS];
    for group in groups {
        let mut rank = row / group.stride % group.size;
        for i in (0..group.count).rev() {
            // The largest square such that the sets below it do not reach the number; a single man's is the number.
            let square =
                if i == 0 { rank } else { (0..64).rev().find(|&s| choose(s, i + 1) <= rank).unwrap_or(0) };
            rank -= choose(square, i + 1);
            squares[group.first + i] = square as u8;
        }
    }
    squares
}
