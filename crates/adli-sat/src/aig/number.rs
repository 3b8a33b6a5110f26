//! Numbers as rows of wires: "more than 3", "more than 4", and so on.
//!
//! A number between `low` and `low + n` has `n` wires; the `i`-th says that it is more than `low + i`. To add a
//! constant costs nothing, nor does turning the sign; the greater of two numbers costs one gate for each wire; to compare
//! with a constant is to look at a wire. Distances on the board are made of just these. Only the sum of two
//! numbers is dear, one gate for each pair of values, and a difference of coordinates is made once: after a step of a king it is
//! the same row of wires, shifted. This is the order encoding (Crawford and Baker, 1994; the name is from Tamura, Taga,
//! Kitagawa and Banbara, 2006).
//!
//! What can be said without a new gate stands here; arithmetic is in [`super::arithmetic`].

use std::rc::Rc;

use super::wire::{Wire, holds};

/// The wires of a number.
pub(crate) type Row = Rc<[Wire]>;

/// A number with finitely many values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number {
    pub(super) low: i32,
    /// INVARIANT: each implies the ones before it, the first is not the constant true, the last not false.
    pub(super) more: Row,
}

impl Number {
    pub(crate) fn constant(value: i32) -> Number {
        Number { low: value, more: Rc::from([]) }
    }

    /// A wire as 0 or 1.
    pub(crate) fn from_wire(wire: Wire) -> Number {
        match wire.as_constant() {
            Some(value) => Number::constant(i32::from(value)),
            None => Number { low: 0, more: Rc::from([wire]) },
        }
    }

    pub(crate) fn low(&self) -> i32 {
        self.low
    }

    pub(crate) fn high(&self) -> i32 {
        self.low + self.more.len() as i32
    }

    pub(crate) fn as_constant(&self) -> Option<i32> {
        self.more.is_empty().then_some(self.low)
    }

    pub(crate) fn wires(&self) -> &[Wire] {
        &self.more
    }

    pub(crate) fn more_than(&self, value: i32) -> Wire {
        if value < self.low {
            return Wire::TRUE;
        }
        self.more.get((value - self.low) as usize).copied().unwrap_or(Wire::FALSE)
    }

    pub(crate) fn plus(&self, value: i32) -> Number {
        Number { low: self.low + value, more: Rc::clone(&self.more) }
    }

    pub(crate) fn negated(&self) -> Number {
        Number { low: -self.high(), more: self.more.iter().rev().map(|&wire| !wire).collect() }
    }

    /// The value in one of 64 lanes.
    pub(crate) fn in_lane(&self, values: &[u64], lane: u32) -> i32 {
        self.low + self.more.iter().filter(|&&wire| holds(values, wire, lane)).count() as i32
    }
}

/// The sum of two numbers is more than a value.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) a: Number,
    pub(crate) b: Number,
    pub(crate) value: i32,
}
