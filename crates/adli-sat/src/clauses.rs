//! From a circuit to clauses.
//!
//! A gate becomes a variable with clauses that say what it is; but only in the directions in which it is asked
//! (Plaisted and Greenbaum), and only if it has to:
//!
//! - a conjunction inside a conjunction that nobody else uses is written out into it;
//! - a conjunction that is only ever denied is written as a clause where it is denied, and has no variable;
//! - a choice between two wires (and with it "exactly one of two") is found among its three gates and takes four clauses.

use crate::aig::{Aig, Gate, Wire};
use crate::cnf::Cnf;

/// A problem, and which variable is which gate.
pub struct Encoded {
    /// The clauses; satisfiable just if all the wires can be true together.
    pub cnf: Cnf,
    /// For each input of the circuit its variable.
    pub inputs: Vec<i32>,
}

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

/// Clauses that say that all these wires are true, for inputs that are in order.
#[must_use]
pub fn encode(aig: &Aig, wires: &[Wire]) -> Encoded {
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
    let mut inputs = Vec::new();
    for (name, wire) in aig.inputs() {
        let variable = encoder.cnf.fresh();
        encoder.cnf.name(name.clone(), variable);
        encoder.variables[wire.gate()] = variable;
        inputs.push(variable);
    }
    for row in aig.orders() {
        for pair in row.windows(2) {
            let clause = [encoder.literal(!pair[1]), encoder.literal(pair[0])];
            encoder.cnf.add(&clause);
        }
    }
    for part in parts {
        encoder.assert(&[], part);
    }
    while let Some(gate) = encoder.todo.pop() {
        encoder.define(gate);
    }
    Encoded { cnf: encoder.cnf, inputs }
}

impl Encoder<'_> {
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
            for child in [a, b] {
                self.uses[child.gate()] += 1;
                for way in [POSITIVE, NEGATIVE] {
                    if asked & way != 0 {
                        self.asked[child.gate()] |= direction(child, way);
                    }
                }
            }
        }
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
            match self.aig.get(wire.gate()) {
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
        if wire.is_negated() && only_denied && matches!(self.aig.get(wire.gate()), Gate::And(..)) {
            for part in self.parts(wire.gate()) {
                clause.push(self.literal(!part));
            }
        } else if wire != Wire::FALSE {
            clause.push(self.literal(wire));
        }
        if wire != Wire::TRUE {
            self.cnf.add(&clause);
        }
    }

    fn define(&mut self, gate: usize) {
        let (asked, variable) = (self.asked[gate], self.variables[gate]);
        if asked == POSITIVE | NEGATIVE
            && let Some((condition, yes, no)) = self.choice(gate)
        {
            // The gate denies the choice.
            let (c, y, n) = (self.literal(condition), self.literal(yes), self.literal(no));
            for clause in [[-variable, -c, -y], [-variable, c, -n], [variable, -c, y], [variable, c, n]] {
                self.cnf.add(&clause);
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
            self.cnf.add(&clause);
        }
    }

    /// A gate that is "not (if c then y else n)": the two gates below are nobody else's.
    fn choice(&self, gate: usize) -> Option<(Wire, Wire, Wire)> {
        let Gate::And(x, y) = self.aig.get(gate) else { return None };
        let below = |wire: Wire| match self.aig.get(wire.gate()) {
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
