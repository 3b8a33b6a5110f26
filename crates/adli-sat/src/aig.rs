//! And-inverter graphs: circuits of conjunctions and negations, in which equal gates are made once.
//!
//! A wire is a gate with or without negation ([`Wire`]); a gate is the conjunction of two wires or an input. Gates
//! are made by [`Aig::and`] only, which first looks two levels deep for something simpler (a contradiction, an
//! absorption, a substitution; the rules are those usual for such graphs), then whether the gate is there already.
//!
//! Numbers are kept as rows of wires "more than 3", "more than 4", .. of which each implies the ones before it.
//! Such a row may be announced as a chain ([`Aig::chain`]); two wires of one chain then simplify. This uses what holds for
//! the inputs that stand for positions, not for all inputs: whoever makes a problem of the circuit has to say that inputs are
//! ordered too ([`Aig::order`]).

use std::collections::{HashMap, HashSet};

use crate::tables::{Table, Tables};

/// A gate or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wire(u32);

impl Wire {
    /// Always false.
    pub const FALSE: Wire = Wire(0);
    /// Always true.
    pub const TRUE: Wire = Wire(1);

    /// The constant.
    #[must_use]
    pub fn constant(value: bool) -> Wire {
        Wire(u32::from(value))
    }

    /// The value, if it is a constant.
    #[must_use]
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// The number of its gate.
    #[must_use]
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of its gate.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The gate with this number, not negated.
    #[must_use]
    pub fn of_gate(gate: usize) -> Wire {
        Wire((gate as u32) << 1)
    }

    /// Negated if so.
    #[must_use]
    pub fn negate_if(self, negate: bool) -> Wire {
        Wire(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Wire {
    type Output = Wire;
    fn not(self) -> Wire {
        Wire(self.0 ^ 1)
    }
}

/// A gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// The constant false; the first gate.
    False,
    /// An input.
    Input,
    /// Both wires; the first is the smaller.
    And(Wire, Wire),
}

/// A circuit.
#[derive(Clone, Debug)]
pub struct Aig {
    gates: Vec<Gate>,
    known: HashMap<(Wire, Wire), Wire>,
    inputs: Vec<(String, Wire)>,
    orders: Vec<Vec<Wire>>,
    /// For each gate, its places in chains: the chain, the place, and whether the negated gate stands there.
    places: Vec<Vec<(u32, u32, bool)>>,
    chains: HashMap<Vec<Wire>, u32>,
    pub(crate) tables: Tables,
    pub(crate) differences: HashMap<(Vec<Wire>, Vec<Wire>), crate::number::Number>,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig {
            gates: vec![Gate::False],
            known: HashMap::new(),
            inputs: Vec::new(),
            orders: Vec::new(),
            places: vec![Vec::new()],
            chains: HashMap::new(),
            tables: Tables::default(),
            differences: HashMap::new(),
        }
    }
}

impl Aig {
    /// No gates.
    #[must_use]
    pub fn new() -> Aig {
        Aig::default()
    }

    /// How many gates there are, inputs and the constant included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Whether there are none but the constant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// A gate.
    #[must_use]
    pub fn get(&self, gate: usize) -> Gate {
        self.gates.get(gate).copied().unwrap_or(Gate::False)
    }

    /// The inputs with their names, in the order in which they were made.
    #[must_use]
    pub fn inputs(&self) -> &[(String, Wire)] {
        &self.inputs
    }

    /// Rows of inputs of which each implies the ones before it.
    #[must_use]
    pub fn orders(&self) -> &[Vec<Wire>] {
        &self.orders
    }

    fn push(&mut self, gate: Gate) -> Wire {
        self.gates.push(gate);
        self.places.push(Vec::new());
        Wire::of_gate(self.gates.len() - 1)
    }

    /// A new input.
    pub fn input(&mut self, name: impl Into<String>) -> Wire {
        let wire = self.push(Gate::Input);
        self.inputs.push((name.into(), wire));
        wire
    }

    /// Says that each of these inputs implies the ones before it.
    pub fn order(&mut self, inputs: &[Wire]) {
        self.orders.push(inputs.to_vec());
        self.chain(inputs);
        self.tables.row(inputs);
    }

    /// Announces wires of which each implies the ones before it.
    pub fn chain(&mut self, wires: &[Wire]) {
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

    /// Both.
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
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

    /// The table of a conjunction, if both wires have tables over two numbers altogether.
    fn common_table(&self, a: Wire, b: Wire) -> Option<Table> {
        self.tables.both(self.tables.get(a)?, self.tables.get(b)?)
    }

    /// Whether the tables of two wires say that they exclude each other.
    fn exclude(&self, a: Wire, b: Wire) -> bool {
        self.common_table(a, b).is_some_and(Table::is_empty)
    }

    /// Whether a wire excludes a conjunction, as its tables say.
    fn excludes(&self, a: Wire, all: Wire) -> bool {
        self.tables.get(a).is_some() && self.conjuncts(all).iter().any(|&part| self.exclude(a, part))
    }

    fn simpler(&self, a: Wire, b: Wire) -> Simpler {
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
        let (Gate::And(a0, a1), Gate::And(b0, b1)) = (self.get(a.gate()), self.get(b.gate())) else {
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
        let Gate::And(x, y) = self.get(a.gate()) else { return Simpler::No };
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

    /// One or the other.
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    /// The first implies the second.
    pub fn implies(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(a, !b)
    }

    /// One or the other value.
    pub fn choose(&mut self, condition: Wire, yes: Wire, no: Wire) -> Wire {
        if yes == no {
            return yes;
        }
        let (a, b) = (self.and(condition, yes), self.and(!condition, no));
        self.or(a, b)
    }

    /// Both or neither.
    pub fn iff(&mut self, a: Wire, b: Wire) -> Wire {
        self.choose(a, b, !b)
    }

    /// All of these. They are sorted first, so that their order does not matter.
    pub fn all(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        let mut wires: Vec<Wire> = wires.into_iter().collect();
        wires.sort_unstable();
        wires.dedup();
        wires.into_iter().fold(Wire::TRUE, |all, wire| self.and(all, wire))
    }

    /// One of these.
    pub fn any(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        !self.all(wires.into_iter().map(|wire| !wire))
    }

    /// The wires whose conjunction a wire is, as far as it is one.
    #[must_use]
    pub fn conjuncts(&self, wire: Wire) -> Vec<Wire> {
        let mut parts = Vec::new();
        let mut todo = vec![wire];
        while let Some(wire) = todo.pop() {
            match self.get(wire.gate()) {
                Gate::And(a, b) if !wire.is_negated() => todo.extend([b, a]),
                _ => parts.push(wire),
            }
        }
        parts
    }

    /// Whether a wire follows from others at first sight.
    #[must_use]
    pub fn follows(&self, wire: Wire, facts: &[Wire]) -> bool {
        facts.contains(&wire)
            || wire.is_negated() && self.conjuncts(!wire).iter().any(|inner| facts.contains(&!*inner))
    }

    /// What the tables of some wires that are all true say together, for each pair of numbers.
    fn joint_tables(&self, wires: &[Wire]) -> Vec<Table> {
        let mut joint: Vec<Table> = Vec::new();
        for table in wires.iter().filter_map(|&wire| self.tables.get(wire)) {
            match joint.iter_mut().find(|other| other.rows() == table.rows()) {
                Some(other) => *other = self.tables.both(*other, table).unwrap_or(*other),
                None => joint.push(table),
            }
        }
        joint
    }

    /// The same conjunction with each part simplified by the others, as far as one look into a part tells.
    pub fn tidy(&mut self, wire: Wire) -> Wire {
        let mut wire = wire;
        // Each round makes a part simpler; the bound is for the case that tables and gates disagree on what that is.
        for _ in 0..64 {
            let parts = self.conjuncts(wire);
            let known: HashSet<Wire> = parts.iter().copied().collect();
            let tables = self.joint_tables(&parts);
            // One at a time: what was used to simplify a part must not be simplified by it.
            let found =
                parts.iter().find_map(|&part| Some((part, self.simpler_among(part, &known, &tables)?)));
            let Some((part, simpler)) = found else { return wire };
            let next = self.with_part(wire, part, simpler);
            // The same part may come back by its table; then there is nothing simpler.
            if self.conjuncts(next).len() >= parts.len() && self.conjuncts(next).contains(&part) {
                return wire;
            }
            wire = next;
        }
        wire
    }

    /// What a part of a conjunction is among the others, if it is something simpler.
    fn simpler_among(&self, part: Wire, known: &HashSet<Wire>, tables: &[Table]) -> Option<Wire> {
        let Gate::And(a, b) = self.get(part.gate()) else { return None };
        if !part.is_negated() {
            return None;
        }
        // Not both: if one is true the other is not, and if one is false there is nothing to say.
        let holds = |wire| self.conjuncts(wire).iter().all(|inner| known.contains(inner));
        let fails = |wire| {
            let excluded = |inner: &Wire| {
                let own = self.tables.get(*inner);
                let not = |table: &Table| own.is_some_and(|own| self.tables.exclude(own, *table));
                known.contains(&!*inner) || tables.iter().any(not)
            };
            self.conjuncts(wire).iter().any(excluded)
        };
        if holds(a) {
            Some(!b)
        } else if holds(b) {
            Some(!a)
        } else if fails(a) || fails(b) {
            Some(Wire::TRUE)
        } else {
            None
        }
    }

    /// A conjunction with another part. What does not have it stays the same gate.
    fn with_part(&mut self, wire: Wire, part: Wire, instead: Wire) -> Wire {
        match self.get(wire.gate()) {
            Gate::And(a, b) if !wire.is_negated() => {
                let (x, y) = (self.with_part(a, part, instead), self.with_part(b, part, instead));
                if (x, y) == (a, b) { wire } else { self.and(x, y) }
            }
            _ if wire == part => instead,
            _ => wire,
        }
    }

    /// The value of every gate for 64 assignments at a time: bit by bit, as the inputs are given in their order.
    #[must_use]
    pub fn simulate(&self, inputs: &[u64]) -> Vec<u64> {
        let mut values = Vec::with_capacity(self.gates.len());
        let mut inputs = inputs.iter().copied();
        for gate in &self.gates {
            let value = match *gate {
                Gate::False => 0,
                Gate::Input => inputs.next().unwrap_or(0),
                Gate::And(a, b) => value(&values, a) & value(&values, b),
            };
            values.push(value);
        }
        values
    }
}

/// The value of a wire among the values of gates.
#[must_use]
pub fn value(values: &[u64], wire: Wire) -> u64 {
    let value = values.get(wire.gate()).copied().unwrap_or(0);
    if wire.is_negated() { !value } else { value }
}

/// What a conjunction is instead of a new gate.
enum Simpler {
    Is(Wire),
    And(Wire, Wire),
    No,
}
