//! What a conjunction of two wires is, if it need not be a new gate.
//!
//! The rules look two levels deep: a contradiction, an absorption, a substitution; they are those usual for such graphs. Besides
//! them there are chains and tables: two wires "more than 3" and "more than 5" of one number come to one of them or to
//! nothing, and two wires about the same two numbers may exclude each other ([`super::tables`]).

use super::tables::Table;
use super::{Aig, Gate, Wire};

/// What a conjunction is instead of a new gate.
pub(super) enum Simpler {
    Is(Wire),
    And(Wire, Wire),
    No,
}

impl Aig {
    /// Announces wires of which each implies the ones before it.
    pub(crate) fn chain(&mut self, wires: &[Wire]) {
        let inner: Vec<Wire> = wires.iter().copied().filter(|wire| wire.as_constant().is_none()).collect();
        if inner.len() < 2 || self.chains.contains_key(&inner) {
            return;
        }
        let number = self.chains.len() as u32;
        for (place, wire) in inner.iter().enumerate() {
            if let Some(places) = self.places.get_mut(wire.gate())
                && places.len() < 6
            {
                places.push((number, place as u32, wire.is_negated()));
            }
        }
        self.chains.insert(inner, number);
    }

    /// What two wires of one chain come to.
    fn in_chain(&self, a: Wire, b: Wire) -> Option<Wire> {
        let (of_a, of_b) = (self.places.get(a.gate())?, self.places.get(b.gate())?);
        for &(chain, i, negated) in of_a {
            for &(other, j, other_negated) in of_b {
                if chain != other || i == j {
                    continue;
                }
                // Whether the wire stands in the chain as it is, or negated.
                let (up_a, up_b) = (a.is_negated() == negated, b.is_negated() == other_negated);
                let ((low, low_up), (high, high_up)) =
                    if i < j { ((a, up_a), (b, up_b)) } else { ((b, up_b), (a, up_a)) };
                return match (low_up, high_up) {
                    (true, true) => Some(high),
                    (false, false) => Some(low),
                    (false, true) => Some(Wire::FALSE),
                    (true, false) => None,
                };
            }
        }
        None
    }

    /// The table of a conjunction, if both wires have tables over two numbers altogether.
    pub(super) fn common_table(&self, a: Wire, b: Wire) -> Option<Table> {
        self.tables.both(self.tables.get(a)?, self.tables.get(b)?)
    }

    /// Whether a wire excludes a conjunction, as its tables say.
    fn excludes(&self, a: Wire, all: Wire) -> bool {
        let Some(table) = self.tables.get(a) else { return false };
        let excluded = |part| self.tables.get(part).is_some_and(|own| self.tables.exclude(table, own));
        self.any_conjunct(all, excluded)
    }

    pub(super) fn simpler(&self, a: Wire, b: Wire) -> Simpler {
        // One excludes what the other denies, or what it contains.
        for (x, y) in [(a, b), (b, a)] {
            if y.is_negated() && self.excludes(x, !y) {
                return Simpler::Is(x);
            }
            if !y.is_negated() && self.excludes(x, y) {
                return Simpler::Is(Wire::FALSE);
            }
        }
        if let Some(wire) = self.in_chain(a, b) {
            return Simpler::Is(wire);
        }
        match self.one_sided(a, b) {
            Simpler::No => {}
            found => return found,
        }
        match self.one_sided(b, a) {
            Simpler::No => {}
            found => return found,
        }
        let (Gate::And(a0, a1), Gate::And(b0, b1)) = (self.inside(a.gate()), self.inside(b.gate())) else {
            return Simpler::No;
        };
        match (a.is_negated(), b.is_negated()) {
            (false, false) => {
                if [b0, b1].contains(&!a0) || [b0, b1].contains(&!a1) {
                    return Simpler::Is(Wire::FALSE);
                }
            }
            (true, true) => {
                // not (x and y), not (x and not y): not x.
                if a0 == b0 && a1 == !b1 || a0 == b1 && a1 == !b0 {
                    return Simpler::Is(!a0);
                }
                if a1 == b1 && a0 == !b0 || a1 == b0 && a0 == !b1 {
                    return Simpler::Is(!a1);
                }
            }
            _ => {
                let (a, [a0, a1], [b0, b1]) =
                    if b.is_negated() { (a, [a0, a1], [b0, b1]) } else { (b, [b0, b1], [a0, a1]) };
                if [a0, a1].contains(&!b0) || [a0, a1].contains(&!b1) {
                    return Simpler::Is(a);
                }
                if [a0, a1].contains(&b0) {
                    return Simpler::And(a, !b1);
                }
                if [a0, a1].contains(&b1) {
                    return Simpler::And(a, !b0);
                }
            }
        }
        Simpler::No
    }

    /// What `a` is when `b` holds, if one look at the parts of `a` tells.
    fn one_sided(&self, a: Wire, b: Wire) -> Simpler {
        let Gate::And(x, y) = self.inside(a.gate()) else { return Simpler::No };
        if a.is_negated() {
            if b == !x || b == !y {
                return Simpler::Is(b);
            }
            if b == x {
                return Simpler::And(b, !y);
            }
            if b == y {
                return Simpler::And(b, !x);
            }
        } else {
            if b == !x || b == !y {
                return Simpler::Is(Wire::FALSE);
            }
            if b == x || b == y {
                return Simpler::Is(a);
            }
            // A part may contradict by its place in a chain.
            if self.in_chain(x, b) == Some(Wire::FALSE) || self.in_chain(y, b) == Some(Wire::FALSE) {
                return Simpler::Is(Wire::FALSE);
            }
            // Or the other may follow from it.
            if self.in_chain(x, b) == Some(x) || self.in_chain(y, b) == Some(y) {
                return Simpler::Is(a);
            }
        }
        Simpler::No
    }
}
