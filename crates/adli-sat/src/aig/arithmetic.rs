//! Arithmetic with numbers: what takes gates.

use std::rc::Rc;

use super::Aig;
use super::number::{Number, Sum};
use super::wire::Wire;

/// A number with too many values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooWide;

/// The most values that a number may have.
const MAX_VALUES: usize = 1 << 12;
/// The most pairs of values that an operation may look at.
const MAX_PAIRS: usize = 1 << 16;

impl Number {
    /// A number from its least value and its wires.
    pub(crate) fn new(aig: &mut Aig, mut low: i32, mut more: Vec<Wire>) -> Number {
        while more.last() == Some(&Wire::FALSE) {
            more.pop();
        }
        let sure = more.iter().take_while(|&&wire| wire == Wire::TRUE).count();
        more.drain(..sure);
        low += sure as i32;
        aig.chain(&more);
        Number { low, more: more.into() }
    }

    /// A new number between two values, made of inputs.
    pub(crate) fn input(aig: &mut Aig, name: &str, low: i32, high: i32) -> Number {
        let more: Vec<Wire> = (low..high).map(|value| aig.input(format!("{name}>{value}"))).collect();
        aig.order(&more);
        Number { low, more: more.into() }
    }

    /// Whether it is a constant.
    pub(crate) fn is(&self, aig: &mut Aig, value: i32) -> Wire {
        aig.and(self.more_than(value - 1), !self.more_than(value))
    }

    fn build(aig: &mut Aig, low: i32, high: i32, mut wire: impl FnMut(&mut Aig, i32) -> Wire) -> Number {
        let more = (low..high).map(|value| wire(aig, value)).collect();
        Number::new(aig, low, more)
    }

    pub(crate) fn add(&self, aig: &mut Aig, other: &Number) -> Result<Number, TooWide> {
        if let Some(value) = other.as_constant() {
            return Ok(self.plus(value));
        }
        if let Some(value) = self.as_constant() {
            return Ok(other.plus(value));
        }
        let (a, b) = if self.more <= other.more { (self, other) } else { (other, self) };
        check(a, b)?;
        let (low, high) = (a.low + b.low, a.high() + b.high());
        let begun = aig.len();
        let sum = Number::build(aig, low, high, |aig, sum| {
            let mut pairs = Vec::new();
            for i in a.low..=a.high() {
                // At least i and more than the rest; pairs that another pair covers are left out.
                let (at_least, rest) = (a.more_than(i - 1), sum - i);
                let by_next = i < a.high() && a.more_than(i) == at_least;
                let by_last =
                    i > a.low && b.more_than(rest + 1) == b.more_than(rest) && a.more_than(i - 2) != at_least;
                let covered = by_next || by_last;
                if !covered {
                    pairs.push(aig.and(at_least, b.more_than(rest)));
                }
            }
            aig.any(pairs)
        });
        sum.note_sum(aig, a, b, begun);
        Ok(sum)
    }

    /// Notes what the wires of a sum stand for, so that clauses can say it without the gates between. Only of gates that were made
    /// for it: an older one may be part of what the numbers are made of, and nothing is to be said in terms of itself.
    fn note_sum(&self, aig: &mut Aig, a: &Number, b: &Number, begun: usize) {
        for value in self.low..self.high() {
            let wire = self.more_than(value);
            if wire.gate() >= begun && aig.sum(wire.gate()).is_none() {
                // Not more than a value: the negated numbers are more than the negated value, less one.
                let sum = if wire.is_negated() {
                    Sum { a: a.negated(), b: b.negated(), value: -value - 1 }
                } else {
                    Sum { a: a.clone(), b: b.clone(), value }
                };
                aig.set_sum(wire.gate(), sum);
            }
        }
    }

    pub(crate) fn sub(&self, aig: &mut Aig, other: &Number) -> Result<Number, TooWide> {
        // One order for both directions, so that they are made of the same gates.
        if self.more > other.more {
            return Ok(other.sub(aig, self)?.negated());
        }
        if let Some(known) = self.known_difference(aig, other) {
            return Ok(known);
        }
        let difference = self.add(aig, &other.negated())?;
        self.set_difference(aig, other, difference.clone());
        Ok(difference)
    }

    /// The difference, if somebody has taken the trouble to make it.
    fn known_difference(&self, aig: &Aig, other: &Number) -> Option<Number> {
        if self.more == other.more {
            return Some(Number::constant(self.low - other.low));
        }
        if self.more > other.more {
            return Some(other.known_difference(aig, self)?.negated());
        }
        let known = aig.differences.get(&self.more)?.get(&other.more)?;
        Some(known.plus(self.low - other.low))
    }

    /// Says what the difference of two numbers is, so that it need not be made of their wires.
    pub(crate) fn set_difference(&self, aig: &mut Aig, other: &Number, difference: Number) {
        if self.more.is_empty() || other.more.is_empty() || self.more == other.more {
            return;
        }
        if self.more > other.more {
            return other.set_difference(aig, self, difference.negated());
        }
        aig.row(&difference);
        aig.close(&difference.more);
        let apart = difference.plus(other.low - self.low);
        let known = aig.differences.entry(Rc::clone(&self.more)).or_default();
        known.insert(Rc::clone(&other.more), apart);
    }

    pub(crate) fn mul(&self, aig: &mut Aig, other: &Number) -> Result<Number, TooWide> {
        let (number, factor) = match (self.as_constant(), other.as_constant()) {
            (_, Some(factor)) => (self, factor),
            (Some(factor), _) => (other, factor),
            _ => return self.by_values(aig, other, |a, b| a * b),
        };
        if factor < 0 {
            return Ok(number.mul(aig, &Number::constant(-factor))?.negated());
        }
        if factor == 0 {
            return Ok(Number::constant(0));
        }
        let (low, high) = (number.low * factor, number.high() * factor);
        if (high - low) as usize > MAX_VALUES {
            return Err(TooWide);
        }
        Ok(Number::build(aig, low, high, |_, value| number.more_than(value.div_euclid(factor))))
    }

    /// Something worked out for every pair of values.
    fn by_values(
        &self,
        aig: &mut Aig,
        other: &Number,
        result: impl Fn(i32, i32) -> i32,
    ) -> Result<Number, TooWide> {
        check(self, other)?;
        let mut cases = Vec::new();
        for a in self.low..=self.high() {
            let is_a = self.is(aig, a);
            for b in other.low..=other.high() {
                let is_b = other.is(aig, b);
                cases.push((result(a, b), aig.and(is_a, is_b)));
            }
        }
        from_cases(aig, &cases)
    }

    /// Something worked out for every value.
    pub(crate) fn map(&self, aig: &mut Aig, result: impl Fn(i32) -> i32) -> Result<Number, TooWide> {
        let mut cases = Vec::new();
        for value in self.low..=self.high() {
            cases.push((result(value), self.is(aig, value)));
        }
        from_cases(aig, &cases)
    }

    pub(crate) fn abs(&self, aig: &mut Aig) -> Number {
        if self.low >= 0 {
            return self.clone();
        }
        if self.high() <= 0 {
            return self.negated();
        }
        let high = self.high().max(-self.low);
        Number::build(aig, 0, high, |aig, value| aig.or(self.more_than(value), !self.more_than(-value - 1)))
    }

    pub(crate) fn max(&self, aig: &mut Aig, other: &Number) -> Number {
        let (low, high) = (self.low.max(other.low), self.high().max(other.high()));
        Number::build(aig, low, high, |aig, value| aig.or(self.more_than(value), other.more_than(value)))
    }

    pub(crate) fn min(&self, aig: &mut Aig, other: &Number) -> Number {
        let (low, high) = (self.low.min(other.low), self.high().min(other.high()));
        Number::build(aig, low, high, |aig, value| aig.and(self.more_than(value), other.more_than(value)))
    }

    pub(crate) fn choose(aig: &mut Aig, condition: Wire, yes: &Number, no: &Number) -> Number {
        match condition.as_constant() {
            Some(true) => return yes.clone(),
            Some(false) => return no.clone(),
            None if yes == no => return yes.clone(),
            None => {}
        }
        let (low, high) = (yes.low.min(no.low), yes.high().max(no.high()));
        Number::build(aig, low, high, |aig, value| {
            aig.choose(condition, yes.more_than(value), no.more_than(value))
        })
    }

    pub(crate) fn equals(&self, aig: &mut Aig, other: &Number) -> Wire {
        if let Some(difference) = self.known_difference(aig, other) {
            return difference.is(aig, 0);
        }
        if let Some(value) = other.as_constant() {
            return self.is(aig, value);
        }
        if let Some(value) = self.as_constant() {
            return other.is(aig, value);
        }
        let (low, high) = (self.low.max(other.low), self.high().min(other.high()));
        let mut both = Vec::new();
        for value in low..=high {
            let (a, b) = (self.is(aig, value), other.is(aig, value));
            both.push(aig.and(a, b));
        }
        aig.any(both)
    }

    pub(crate) fn less(&self, aig: &mut Aig, other: &Number) -> Wire {
        if let Some(value) = other.as_constant() {
            return !self.more_than(value - 1);
        }
        if let Some(value) = self.as_constant() {
            return other.more_than(value);
        }
        match self.known_difference(aig, other) {
            Some(difference) => !difference.more_than(-1),
            None => self.less_by_wires(aig, other),
        }
    }

    fn less_by_wires(&self, aig: &mut Aig, other: &Number) -> Wire {
        let (low, high) = (self.low.min(other.low), self.high().max(other.high()));
        let cases: Vec<Wire> =
            (low..high).map(|value| aig.and(other.more_than(value), !self.more_than(value))).collect();
        aig.any(cases)
    }

    /// The sum of many numbers.
    pub(crate) fn sum(aig: &mut Aig, mut numbers: Vec<Number>) -> Result<Number, TooWide> {
        while numbers.len() > 1 {
            let mut next = Vec::with_capacity(numbers.len().div_ceil(2));
            for pair in numbers.chunks(2) {
                next.push(match pair {
                    [a, b] => a.add(aig, b)?,
                    _ => pair.first().cloned().unwrap_or_else(|| Number::constant(0)),
                });
            }
            numbers = next;
        }
        Ok(numbers.pop().unwrap_or_else(|| Number::constant(0)))
    }
}

fn check(a: &Number, b: &Number) -> Result<(), TooWide> {
    // Many values may be impossible: nine times a number has one wire nine times over.
    let values = |number: &Number| 2 + number.more.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let too_many = values(a) * values(b) > MAX_PAIRS;
    if too_many || a.more.len() + b.more.len() >= MAX_VALUES { Err(TooWide) } else { Ok(()) }
}

/// A number that has a value in each of some cases, one of which is there.
fn from_cases(aig: &mut Aig, cases: &[(i32, Wire)]) -> Result<Number, TooWide> {
    let possible = || cases.iter().filter(|(_, wire)| *wire != Wire::FALSE).map(|(value, _)| *value);
    let (low, high) = (possible().min().unwrap_or(0), possible().max().unwrap_or(0));
    if (i64::from(high) - i64::from(low)) as usize > MAX_VALUES {
        return Err(TooWide);
    }
    Ok(Number::build(aig, low, high, |aig, value| {
        let above: Vec<Wire> = cases.iter().filter(|case| case.0 > value).map(|case| case.1).collect();
        aig.any(above)
    }))
}
