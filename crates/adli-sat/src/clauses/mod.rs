//! From a circuit to clauses.
//!
//! A gate becomes a variable with clauses that say what it is; but only in the directions in which it is asked
//! (Plaisted and Greenbaum), and only if it has to:
//!
//! - a conjunction inside a conjunction that nobody else uses is written out into it;
//! - a conjunction that is only ever denied is written as a clause where it is denied, and has no variable;
//! - a sum of two numbers that is more than a value takes a clause of three literals for each value of the first, and none of
//!   the gates between (the order encoding, after Crawford and Baker, 1994);
//! - a choice between two wires (and with it "exactly one of two") is found among its three gates and takes four clauses.

mod cnf;
mod eliminate;

use std::collections::BTreeSet;

use crate::aig::{Aig, Gate, Number, Sum, Wire};
pub use cnf::Cnf;
use eliminate::{eliminate, normal};

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

struct Encoder<'a> {
    aig: &'a Aig,
    /// In which directions each gate is asked.
    asked: Vec<u8>,
    /// How many gates use each gate.
    uses: Vec<u32>,
    variables: Vec<i32>,
    todo: Vec<usize>,
    cnf: Cnf,
}

/// Clauses that say that all these wires are true, as few as can be had.
pub(crate) fn few_clauses(aig: &Aig, wires: &[Wire]) -> Cnf {
    eliminate(&encode(aig, wires))
}

/// Clauses that say that all these wires are true, for inputs that are in order.
pub(crate) fn encode(aig: &Aig, wires: &[Wire]) -> Cnf {
    let mut parts: Vec<Wire> = wires.iter().flat_map(|&wire| aig.conjuncts(wire)).collect();
    parts.sort_unstable();
    parts.dedup();
    let mut encoder = Encoder {
        aig,
        asked: vec![0; aig.len()],
        uses: vec![0; aig.len()],
        variables: vec![0; aig.len()],
        todo: Vec::new(),
        cnf: Cnf::new(),
    };
    encoder.ask(&parts);
    for (name, wire) in aig.inputs() {
        let variable = encoder.cnf.fresh();
        encoder.cnf.name(name.clone(), variable);
        encoder.variables[wire.gate()] = variable;
    }
    for row in aig.orders() {
        for pair in row.windows(2) {
            let clause = [encoder.literal(!pair[1]), encoder.literal(pair[0])];
            encoder.add(&clause);
        }
    }
    for part in parts {
        encoder.assert(&[], part);
    }
    while let Some(gate) = encoder.todo.pop() {
        encoder.define(gate);
    }
    encoder.order_differences();
    encoder.cnf
}

impl Encoder<'_> {
    /// Adds a clause, unless it says nothing. A literal stands in it once: some checkers want it so.
    fn add(&mut self, clause: &[i32]) {
        if let Some(clause) = normal(clause) {
            self.cnf.add(&clause);
        }
    }

    /// Adds that a difference that is more than a value is more than the one before. It follows, but not at once.
    fn order_differences(&mut self) {
        let rows: BTreeSet<&[Wire]> =
            self.aig.differences.values().flat_map(|known| known.values()).map(Number::wires).collect();
        let pairs: BTreeSet<(Wire, Wire)> =
            rows.iter().flat_map(|row| row.windows(2)).map(|pair| (pair[0], pair[1])).collect();
        for (less, more) in pairs {
            let is_there = |wire: Wire| self.variables[wire.gate()] != 0;
            if less != more && is_there(less) && is_there(more) {
                let clause = [self.literal(!more), self.literal(less)];
                self.add(&clause);
            }
        }
    }

    /// Finds out in which directions gates are asked; parents have greater numbers than their children.
    fn ask(&mut self, roots: &[Wire]) {
        for &root in roots {
            self.asked[root.gate()] |= direction(root, POSITIVE);
            self.uses[root.gate()] += 1;
        }
        for gate in (0..self.aig.len()).rev() {
            let (asked, Gate::And(a, b)) = (self.asked[gate], self.aig.get(gate)) else { continue };
            if asked == 0 {
                continue;
            }
            let children = match self.aig.sum(gate) {
                Some(sum) => [sum.a.wires(), sum.b.wires()].concat(),
                None => vec![a, b],
            };
            for child in children {
                self.uses[child.gate()] += 1;
                for way in [POSITIVE, NEGATIVE] {
                    if asked & way != 0 {
                        self.asked[child.gate()] |= direction(child, way);
                    }
                }
            }
        }
    }

    /// A gate, unless it is written as a sum.
    fn get(&self, gate: usize) -> Gate {
        if self.aig.sum(gate).is_some() { Gate::Input } else { self.aig.get(gate) }
    }

    /// The literal of a wire; its gate is defined later.
    fn literal(&mut self, wire: Wire) -> i32 {
        let gate = wire.gate();
        if self.variables[gate] == 0 {
            self.variables[gate] = self.cnf.fresh();
            self.todo.push(gate);
        }
        if wire.is_negated() { -self.variables[gate] } else { self.variables[gate] }
    }

    /// The wires of a conjunction, with those inside that nobody else uses.
    fn parts(&self, gate: usize) -> Vec<Wire> {
        let mut parts = Vec::new();
        let mut todo = vec![Wire::of_gate(gate)];
        while let Some(wire) = todo.pop() {
            let own = wire.gate() == gate || self.uses[wire.gate()] == 1;
            match self.get(wire.gate()) {
                Gate::And(a, b) if own && !wire.is_negated() => todo.extend([b, a]),
                _ => parts.push(wire),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// Adds: if none of these literals, then the wire.
    fn assert(&mut self, unless: &[i32], wire: Wire) {
        let mut clause = unless.to_vec();
        let only_denied = self.asked[wire.gate()] == NEGATIVE;
        if wire.is_negated() && only_denied && matches!(self.get(wire.gate()), Gate::And(..)) {
            for part in self.parts(wire.gate()) {
                clause.push(self.literal(!part));
            }
        } else if wire != Wire::FALSE {
            clause.push(self.literal(wire));
        }
        if wire != Wire::TRUE {
            self.add(&clause);
        }
    }

    fn define(&mut self, gate: usize) {
        let (asked, variable) = (self.asked[gate], self.variables[gate]);
        if let Some(sum) = self.aig.sum(gate) {
            return self.define_sum(variable, asked, sum);
        }
        if asked == POSITIVE | NEGATIVE
            && let Some((condition, yes, no)) = self.choice(gate)
        {
            // The gate denies the choice.
            let (c, y, n) = (self.literal(condition), self.literal(yes), self.literal(no));
            for clause in [[-variable, -c, -y], [-variable, c, -n], [variable, -c, y], [variable, c, n]] {
                self.add(&clause);
            }
            return;
        }
        let parts = self.parts(gate);
        if asked & POSITIVE != 0 {
            for &part in &parts {
                self.assert(&[-variable], part);
            }
        }
        if asked & NEGATIVE != 0 {
            let mut clause = vec![variable];
            for part in parts {
                clause.push(self.literal(!part));
            }
            self.add(&clause);
        }
    }

    /// Says what a sum is, value by value of the first number: if that is at least `i` and the second more than the rest,
    /// the sum is more; if the first is at most `i` and the second at most the rest, it is not.
    fn define_sum(&mut self, variable: i32, asked: u8, sum: &Sum) {
        let Sum { a, b, value } = sum;
        let at_least = |i: i32| a.more_than(i - 1);
        let rest = |i: i32| b.more_than(value - i);
        for i in a.low()..=a.high() {
            // Where wires are the same, a neighbour says more; not both of two neighbours are left out.
            if asked & NEGATIVE != 0 {
                let by_next = i < a.high() && at_least(i + 1) == at_least(i);
                let by_last = i > a.low() && rest(i - 1) == rest(i) && at_least(i - 1) != at_least(i);
                if !by_next && !by_last {
                    self.either(variable, [!at_least(i), !rest(i)]);
                }
            }
            if asked & POSITIVE != 0 {
                let by_last = i > a.low() && at_least(i) == at_least(i + 1);
                let by_next = i < a.high() && rest(i + 1) == rest(i) && at_least(i + 2) != at_least(i + 1);
                if !by_next && !by_last {
                    self.either(-variable, [at_least(i + 1), rest(i)]);
                }
            }
        }
    }

    /// Adds a clause of a literal and two wires, unless it says nothing.
    fn either(&mut self, literal: i32, wires: [Wire; 2]) {
        if wires.contains(&Wire::TRUE) {
            return;
        }
        let mut clause = vec![literal];
        for wire in wires.into_iter().filter(|&wire| wire != Wire::FALSE) {
            clause.push(self.literal(wire));
        }
        self.add(&clause);
    }

    /// A gate that is "not (if c then y else n)": the two gates below are nobody else's.
    fn choice(&self, gate: usize) -> Option<(Wire, Wire, Wire)> {
        let Gate::And(x, y) = self.get(gate) else { return None };
        let below = |wire: Wire| match self.get(wire.gate()) {
            Gate::And(a, b) if wire.is_negated() && self.uses[wire.gate()] == 1 => Some((a, b)),
            _ => None,
        };
        let ((a, b), (c, d)) = (below(x)?, below(y)?);
        [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
            .into_iter()
            .find(|(p, _, q, _)| *p == !*q)
            .map(|(condition, yes, _, no)| (condition, yes, no))
    }
}

/// The direction in which a wire's gate is asked.
fn direction(wire: Wire, way: u8) -> u8 {
    if wire.is_negated() { POSITIVE + NEGATIVE - way } else { way }
}

#[cfg(test)]
mod tests {

    use super::encode;
    use crate::aig::{Aig, Number};
    use crate::solver::{Answer, Cadical, Limits, Solver};

    /// The clauses of a sum, where the numbers are fixed by clauses of one literal, can be satisfied just if the sum is right.
    #[test]
    fn clauses_of_sums_know_all_sums() {
        let folder = tempfile::tempdir().unwrap();
        let mut solver = Cadical::new();
        let mut can = |cnf: &crate::Cnf| {
            let proof = folder.path().join("proof.lrat");
            let answer = solver.solve(cnf, &Limits::default(), &proof, &|| None).unwrap();
            matches!(answer, Answer::Satisfiable(_))
        };
        let mut aig = Aig::new();
        let x = Number::input(&mut aig, "x", 1, 4);
        let y = Number::input(&mut aig, "y", -1, 2);
        // Some wires of this row are the same.
        let twice = y.mul(&mut aig, &Number::constant(2)).unwrap();
        let mut sums = 0;
        for (other, factor) in [(&y, 1), (&twice, 2)] {
            let (sum, difference) = (x.add(&mut aig, other).unwrap(), x.sub(&mut aig, other).unwrap());
            for (number, sign) in [(sum, factor), (difference, -factor)] {
                for value in number.low()..number.high() {
                    let wire = number.more_than(value);
                    sums += usize::from(aig.sum(wire.gate()).is_some());
                    for (a, b) in (1..=4).flat_map(|a| (-1..=2).map(move |b| (a, b))) {
                        let more = a + sign * b > value;
                        let (is_a, is_b) = (x.is(&mut aig, a), y.is(&mut aig, b));
                        let shown = format!("{a} + {sign} * {b} > {value}");
                        assert_eq!(can(&encode(&aig, &[wire, is_a, is_b])), more, "{shown}");
                        assert_eq!(can(&encode(&aig, &[!wire, is_a, is_b])), !more, "not {shown}");
                    }
                }
            }
        }
        // The others are gates that were there before.
        assert!(sums >= 20, "{sums}");
    }
}
