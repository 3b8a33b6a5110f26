//! What is known of a position of trees that are there with more plies if they are there with few: two numbers, in two bytes.

use std::collections::HashMap;

use adli_position::space::{Code, Space};
use adli_position::spread::Spread;

use super::kept::{Bounds, NO, YES};
use crate::moves::NOWHERE;

/// More plies than any tree has.
pub(super) const NEVER: u8 = 127;

/// What is known of a position, in two bytes of which zeros know nothing: what goals say, below how many plies no tree goes on, and from how many on one does.
///
/// INVARIANT: where goals fail no tree ever goes on, and where they are reached one does with no ply; so who looks at the numbers need not ask which it is.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Span(pub(super) u16);

/// What goals say of a position.
pub(super) const FAIL: u16 = 1;
pub(super) const REACHED: u16 = 2;
pub(super) const OPEN: u16 = 3;

impl Span {
    /// On a list already: nothing is known, and by the invariant no other span is like it.
    pub(super) const MARKED: Span = Span::new(FAIL, 0, NEVER);

    pub(super) const fn new(goals: u16, not: u8, from: u8) -> Span {
        Span(goals | (not as u16) << 2 | ((NEVER - from) as u16) << 9)
    }

    #[inline]
    pub(super) const fn goals(self) -> u16 {
        self.0 & 3
    }

    #[inline]
    pub(super) const fn not(self) -> u8 {
        (self.0 >> 2) as u8 & NEVER
    }

    #[inline]
    pub(super) const fn from(self) -> u8 {
        NEVER - (self.0 >> 9) as u8
    }

    /// Whether it is known if the tree goes on with so many plies.
    #[inline]
    pub(super) const fn is_settled(self, left: u8) -> bool {
        left < self.not() || left >= self.from()
    }

    /// The two numbers after a move; where goals are asked there and have not been yet, nothing is known.
    #[inline]
    pub(super) const fn after_move(self, has_goals: bool) -> (u8, u8) {
        if has_goals && self.goals() == 0 { (0, NEVER) } else { (self.not(), self.from()) }
    }

    /// The same with what goals say.
    pub(super) fn told(self, goals: Bounds) -> Span {
        match goals {
            Bounds { most: NO, .. } => Span::new(FAIL, NEVER, NEVER),
            Bounds { least: YES, .. } => Span::new(REACHED, 0, 0),
            _ => Span::new(OPEN, self.not(), self.from()),
        }
    }

    /// The same where the game is over, which is good or bad whatever moves there might have been.
    pub(super) fn over(self, is_good: bool) -> Span {
        match (self.goals(), is_good) {
            (FAIL | REACHED, _) => self,
            (goals, true) => Span::new(goals, 0, 0),
            (goals, false) => Span::new(goals, NEVER, NEVER),
        }
    }
}

/// A position, with its place if it has one.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) code: Code,
    pub(super) place: u32,
}

impl Spot {
    #[inline]
    pub(super) fn of(space: &Space, code: Code) -> Spot {
        Spot { code, place: space.index(code).map_or(NOWHERE, |place| place as u32) }
    }
}

/// What is known of positions without a place.
pub(super) type Others = HashMap<Code, Span, Spread>;

/// What is known of a position of one side. Asked for every move: whether it is inlined is not left to chance.
#[inline(always)]
pub(super) fn span_at(spans: &[u16], others: &Others, spot: Spot) -> Span {
    match spans.get(spot.place as usize) {
        Some(&span) => Span(span),
        None => of_other(others, spot.code),
    }
}

#[cold]
#[inline(never)]
fn of_other(others: &Others, code: Code) -> Span {
    others.get(&code).copied().unwrap_or_default()
}

#[inline]
pub(super) fn set_span(spans: &mut [u16], others: &mut Others, spot: Spot, span: Span) {
    match spans.get_mut(spot.place as usize) {
        Some(known) => *known = span.0,
        None => drop(others.insert(spot.code, span)),
    }
}
