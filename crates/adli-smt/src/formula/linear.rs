//! Sums of multiples: `3 * x - y + 7`.

use std::rc::Rc;

use super::Part;

/// A sum of multiples of parts, and a constant. Equal sums are written in one way: parts by number, none of them nought times.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Linear {
    constant: i64,
    terms: Rc<[(Part, i64)]>,
}

impl Linear {
    /// A constant.
    #[must_use]
    pub fn constant(value: i64) -> Linear {
        Linear { constant: value, terms: Rc::from([]) }
    }

    /// A part, once.
    #[must_use]
    pub fn of(part: Part) -> Linear {
        Linear { constant: 0, terms: Rc::from([(part, 1)]) }
    }

    /// What is added to the multiples.
    #[must_use]
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// The parts, in order, each with how often it is taken; never nought times.
    #[must_use]
    pub fn terms(&self) -> &[(Part, i64)] {
        &self.terms
    }

    /// Its value, if it has no parts.
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The part that it is, if it is one.
    #[must_use]
    pub fn as_part(&self) -> Option<Part> {
        match self.terms[..] {
            [(part, 1)] if self.constant == 0 => Some(part),
            _ => None,
        }
    }

    /// How often a part is taken.
    #[must_use]
    pub fn coefficient(&self, part: Part) -> i64 {
        self.terms.binary_search_by_key(&part, |term| term.0).map_or(0, |at| self.terms[at].1)
    }

    /// Sum with so many times another.
    #[must_use]
    pub fn plus_times(&self, other: &Linear, times: i64) -> Linear {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut mine, mut theirs) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (mine.peek(), theirs.peek()) {
                (Some(a), Some(b)) => a.0.cmp(&b.0),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            let a = if order.is_le() { mine.next() } else { None };
            let b = if order.is_ge() { theirs.next() } else { None };
            let Some(&(part, _)) = a.or(b) else { break };
            let sum = a.map_or(0, |term| term.1) + times * b.map_or(0, |term| term.1);
            if sum != 0 {
                terms.push((part, sum));
            }
        }
        Linear { constant: self.constant + times * other.constant, terms: terms.into() }
    }

    /// Sum.
    #[must_use]
    pub fn plus(&self, other: &Linear) -> Linear {
        self.plus_times(other, 1)
    }

    /// Difference.
    #[must_use]
    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus_times(other, -1)
    }

    /// A constant more.
    #[must_use]
    pub fn more(&self, by: i64) -> Linear {
        Linear { constant: self.constant + by, terms: Rc::clone(&self.terms) }
    }

    /// So many times this.
    #[must_use]
    pub fn times(&self, times: i64) -> Linear {
        Linear::constant(0).plus_times(self, times)
    }

    /// The sum without its constant.
    #[must_use]
    pub fn without_offset(&self) -> Linear {
        self.more(-self.constant)
    }

    /// The greatest number that divides how often each part is taken; 1 if there are no parts.
    #[must_use]
    pub fn divisor(&self) -> i64 {
        let gcd = self.terms.iter().fold(0, |gcd, term| divisor(gcd, term.1.abs()));
        gcd.max(1)
    }

    /// Everything divided by what divides it all but for the constant, which is left out.
    pub(super) fn parts_divided(&self, by: i64) -> Linear {
        let terms = self.terms.iter().map(|&(part, times)| (part, times / by)).collect();
        Linear { constant: 0, terms }
    }

    /// Whether the first part is taken a negative number of times.
    pub(super) fn leads_negative(&self) -> bool {
        self.terms.first().is_some_and(|term| term.1 < 0)
    }

    /// The largest number in it, without sign.
    #[must_use]
    pub fn height(&self) -> i64 {
        self.terms.iter().map(|term| term.1.abs()).fold(self.constant.abs(), i64::max)
    }
}

fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { divisor(b, a % b) }
}
