//! And-inverter graphs: circuits of conjunctions and negations, in which equal gates are made once.
//!
//! A wire is a gate with or without negation ([`Wire`]); a gate is the conjunction of two wires or an input. Gates
//! are made by [`Aig::and`] only, which first looks for something simpler ([`rules`]), then whether the gate is there already
//! (after Kuehlmann, Paruthi, Krohm and Ganai, 2002).
//!
//! Numbers are kept as rows of wires "more than 3", "more than 4", .. of which each implies the ones before it.
//! Such a row may be announced as a chain ([`Aig::chain`]); two wires of one chain then simplify. This uses what holds for
//! the inputs that stand for positions, not for all inputs: whoever makes a problem of the circuit has to say that inputs are
//! ordered too ([`Aig::order`]).
//!
//! The wires of sums and differences are closed: no rule looks inside. They are what everything else is made of, and a rule that
//! writes a part of one out into something else makes a second, slightly different one. A closed gate may also be noted as a
//! [`Sum`], and is then written in clauses as such ([`crate::clauses`]); its gates still say the same, for whoever
//! evaluates the circuit.

mod arithmetic;
mod number;
mod rules;
mod tables;
mod tidy;
mod wire;

use adli_symbolic::hash::HashMap;

pub(crate) use arithmetic::TooWide;
use number::Row;
pub(crate) use number::{Number, Sum};
use rules::Simpler;
use tables::Tables;
pub(crate) use wire::{Gate, Wire, holds, value};

/// A circuit.
#[derive(Clone, Debug)]
pub(crate) struct Aig {
    gates: Vec<Gate>,
    known: HashMap<(Wire, Wire), Wire>,
    inputs: Vec<(String, Wire)>,
    orders: Vec<Vec<Wire>>,
    /// Gates whose parts are nobody's business: those of sums and differences, which are shared as they are.
    opaque: Vec<bool>,
    sums: HashMap<usize, Sum>,
    /// For each gate, its places in chains: the chain, the place, and whether the negated gate stands there.
    places: Vec<Vec<(u32, u32, bool)>>,
    chains: HashMap<Vec<Wire>, u32>,
    tables: Tables,
    /// The differences of numbers, by the wires of the first and then of the second.
    pub(crate) differences: HashMap<Row, HashMap<Row, Number>>,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig {
            gates: vec![Gate::False],
            known: HashMap::default(),
            inputs: Vec::new(),
            orders: Vec::new(),
            opaque: vec![false],
            sums: HashMap::default(),
            places: vec![Vec::new()],
            chains: HashMap::default(),
            tables: Tables::default(),
            differences: HashMap::default(),
        }
    }
}

impl Aig {
    pub(crate) fn new() -> Aig {
        Aig::default()
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(crate) fn get(&self, gate: usize) -> Gate {
        self.gates.get(gate).copied().unwrap_or(Gate::False)
    }

    /// A gate, for those who look for something simpler.
    pub(crate) fn inside(&self, gate: usize) -> Gate {
        if self.opaque.get(gate) == Some(&true) { Gate::Input } else { self.get(gate) }
    }

    /// Says that nobody gains by looking into these wires.
    pub(crate) fn close(&mut self, wires: &[Wire]) {
        for wire in wires {
            self.close_gate(wire.gate());
        }
    }

    fn close_gate(&mut self, gate: usize) {
        if let Some(opaque) = self.opaque.get_mut(gate) {
            *opaque = true;
        }
    }

    /// Says that a gate, which has just been made, is a sum that is more than a value.
    pub(crate) fn set_sum(&mut self, gate: usize, sum: Sum) {
        self.close_gate(gate);
        self.sums.insert(gate, sum);
    }

    /// The sum that a gate stands for.
    pub(crate) fn sum(&self, gate: usize) -> Option<&Sum> {
        self.sums.get(&gate)
    }

    /// The inputs with their names, in the order in which they were made.
    pub(crate) fn inputs(&self) -> &[(String, Wire)] {
        &self.inputs
    }

    /// Rows of inputs of which each implies the ones before it.
    pub(crate) fn orders(&self) -> &[Vec<Wire>] {
        &self.orders
    }

    fn push(&mut self, gate: Gate) -> Wire {
        self.gates.push(gate);
        self.places.push(Vec::new());
        self.opaque.push(false);
        Wire::of_gate(self.gates.len() - 1)
    }

    pub(crate) fn input(&mut self, name: impl Into<String>) -> Wire {
        let wire = self.push(Gate::Input);
        self.inputs.push((name.into(), wire));
        wire
    }

    /// Says that each of these inputs implies the ones before it.
    pub(crate) fn order(&mut self, inputs: &[Wire]) {
        self.orders.push(inputs.to_vec());
        self.chain(inputs);
        self.tables.row(inputs);
    }

    /// Says that a number is one of those that others are about, for rules that know tables.
    pub(crate) fn row(&mut self, number: &Number) {
        self.tables.row(number.wires());
    }

    pub(crate) fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Wire::FALSE || a == !b {
            return Wire::FALSE;
        }
        if a == Wire::TRUE || a == b {
            return b;
        }
        if let Some(&known) = self.known.get(&(a, b)) {
            return known;
        }
        let table = self.common_table(a, b);
        let found = table.and_then(|table| self.tables.find(table));
        let made = match found {
            Some(wire) => wire,
            None => match self.simpler(a, b) {
                Simpler::Is(wire) => wire,
                Simpler::And(x, y) => self.and(x, y),
                Simpler::No => self.push(Gate::And(a, b)),
            },
        };
        if let (Some(table), None) = (table, found) {
            self.tables.put(made, table);
        }
        self.known.insert((a, b), made);
        made
    }

    pub(crate) fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    pub(crate) fn implies(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(a, !b)
    }

    /// One or the other value.
    pub(crate) fn choose(&mut self, condition: Wire, yes: Wire, no: Wire) -> Wire {
        if yes == no {
            return yes;
        }
        let (a, b) = (self.and(condition, yes), self.and(!condition, no));
        self.or(a, b)
    }

    pub(crate) fn iff(&mut self, a: Wire, b: Wire) -> Wire {
        self.choose(a, b, !b)
    }

    /// All of these. They are sorted first, so that their order does not matter.
    pub(crate) fn all(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        let mut wires: Vec<Wire> = wires.into_iter().collect();
        wires.sort_unstable();
        wires.dedup();
        wires.into_iter().fold(Wire::TRUE, |all, wire| self.and(all, wire))
    }

    pub(crate) fn any(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        !self.all(wires.into_iter().map(|wire| !wire))
    }

    /// The wires whose conjunction a wire is, as far as it is one.
    pub(crate) fn conjuncts(&self, wire: Wire) -> Vec<Wire> {
        let mut parts = Vec::new();
        self.any_conjunct(wire, |part| {
            parts.push(part);
            false
        });
        parts
    }

    /// Whether something is true of one of the wires whose conjunction a wire is.
    pub(crate) fn any_conjunct(&self, wire: Wire, mut holds: impl FnMut(Wire) -> bool) -> bool {
        let mut todo = Vec::new();
        let mut next = Some(wire);
        while let Some(wire) = next {
            next = match self.inside(wire.gate()) {
                Gate::And(a, b) if !wire.is_negated() => {
                    todo.push(b);
                    Some(a)
                }
                _ if holds(wire) => return true,
                _ => todo.pop(),
            };
        }
        false
    }

    /// The gates that some wires depend on, each after its parts.
    pub(crate) fn cone(&self, wires: &[Wire]) -> Vec<usize> {
        let mut is_needed = vec![false; self.gates.len()];
        wires.iter().for_each(|wire| is_needed[wire.gate()] = true);
        // Parts have smaller numbers.
        for gate in (0..self.gates.len()).rev() {
            if let (true, Gate::And(a, b)) = (is_needed[gate], self.gates[gate]) {
                is_needed[a.gate()] = true;
                is_needed[b.gate()] = true;
            }
        }
        (0..self.gates.len()).filter(|&gate| is_needed[gate]).collect()
    }

    /// The value of every gate for 64 assignments at a time: bit by bit, as the inputs are given in their order.
    pub(crate) fn simulate(&self, inputs: &[u64]) -> Vec<u64> {
        let all: Vec<usize> = (0..self.gates.len()).collect();
        let mut values = Vec::new();
        self.simulate_some(&all, inputs, &mut values);
        values
    }

    /// The same for some gates, each after its parts; the values of the others mean nothing.
    pub(crate) fn simulate_some(&self, gates: &[usize], inputs: &[u64], values: &mut Vec<u64>) {
        values.resize(self.gates.len(), 0);
        for ((_, wire), word) in self.inputs.iter().zip(inputs.iter().chain(std::iter::repeat(&0))) {
            values[wire.gate()] = *word;
        }
        for &gate in gates {
            if let Gate::And(a, b) = self.gates[gate] {
                values[gate] = value(values, a) & value(values, b);
            }
        }
    }
}
