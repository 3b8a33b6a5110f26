//! What small gates mean: truth tables over at most two numbers.
//!
//! Most of what is said on a board is about two numbers: how many files and how many ranks one man is away from another.
//! A number of at most sixteen values that is announced as a row has a number of its own here, and a gate that depends on
//! one or two rows only has a table of sixteen by sixteen bits: for each pair of values whether it is true. Two gates
//! with equal tables are one gate, whatever they are made of, and a table without a one is the constant false.
//!
//! The tables know that the wires of a row are in order, and nothing of how a row depends on others, so that what they
//! say is true of every position.

use std::collections::HashMap;

use crate::aig::Wire;

/// For each pair of values, of the first row and the second, a bit: number `16 * first + second`.
type Bits = [u64; 4];

/// No row: the table does not depend on it.
const NONE: u16 = u16::MAX;
/// How many values a row may have.
const VALUES: usize = 16;

/// A truth table: the rows it depends on, the smaller first, and its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Table {
    rows: [u16; 2],
    bits: Bits,
}

impl Table {
    /// The rows it depends on.
    pub(crate) fn rows(self) -> [u16; 2] {
        self.rows
    }

    /// Whether it is true of no values.
    pub(crate) fn is_empty(self) -> bool {
        self.bits == [0; 4]
    }
}

/// The tables of all gates that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    /// How many values each row has.
    rows: Vec<usize>,
    of_gate: HashMap<usize, Table>,
    gates: HashMap<Table, Wire>,
}

impl Tables {
    /// Announces a row: wires "more than the least value", "more than the next", and so on.
    pub(crate) fn row(&mut self, wires: &[Wire]) {
        let new = wires.iter().all(|wire| !self.of_gate.contains_key(&wire.gate()));
        if wires.len() >= VALUES || wires.is_empty() || !new || self.rows.len() >= usize::from(NONE) {
            return;
        }
        let row = self.rows.len() as u16;
        self.rows.push(wires.len() + 1);
        for (place, &wire) in wires.iter().enumerate() {
            let mut table = Table { rows: [row, NONE], bits: [0; 4] };
            for value in place + 1..=wires.len() {
                set(&mut table.bits, VALUES * value);
            }
            self.put(wire, table);
        }
    }

    /// Notes the table of a wire.
    pub(crate) fn put(&mut self, wire: Wire, table: Table) {
        let plain = if wire.is_negated() { self.negated(table) } else { table };
        self.of_gate.insert(wire.gate(), plain);
        self.gates.entry(table).or_insert(wire);
    }

    /// The table of a wire.
    pub(crate) fn get(&self, wire: Wire) -> Option<Table> {
        let table = *self.of_gate.get(&wire.gate())?;
        Some(if wire.is_negated() { self.negated(table) } else { table })
    }

    fn values(&self, row: u16) -> usize {
        self.rows.get(usize::from(row)).copied().unwrap_or(1)
    }

    fn negated(&self, table: Table) -> Table {
        let mut bits = [0; 4];
        for first in 0..self.values(table.rows[0]) {
            for second in 0..self.values(table.rows[1]) {
                let at = VALUES * first + second;
                if !has(&table.bits, at) {
                    set(&mut bits, at);
                }
            }
        }
        Table { bits, ..table }
    }

    /// The same table over two rows, of which its own are some.
    fn over(&self, table: Table, rows: [u16; 2]) -> Bits {
        if table.rows == rows {
            return table.bits;
        }
        let mut bits = [0; 4];
        let is_first = table.rows[0] == rows[0];
        for first in 0..self.values(rows[0]) {
            for second in 0..self.values(rows[1]) {
                let own = if is_first { first } else { second };
                if has(&table.bits, VALUES * own) {
                    set(&mut bits, VALUES * first + second);
                }
            }
        }
        bits
    }

    /// The conjunction of two tables, if it depends on at most two rows; with what it is known to be.
    pub(crate) fn both(&self, a: Table, b: Table) -> Option<Table> {
        let mut rows: Vec<u16> = a.rows.into_iter().chain(b.rows).filter(|&row| row != NONE).collect();
        rows.sort_unstable();
        rows.dedup();
        let rows = match rows[..] {
            [] => [NONE, NONE],
            [one] => [one, NONE],
            [one, two] => [one, two],
            _ => return None,
        };
        let (x, y) = (self.over(a, rows), self.over(b, rows));
        let bits = std::array::from_fn(|at| x[at] & y[at]);
        Some(self.least(Table { rows, bits }))
    }

    /// Whether two tables exclude each other.
    pub(crate) fn exclude(&self, a: Table, b: Table) -> bool {
        self.both(a, b).is_some_and(Table::is_empty)
    }

    /// Without rows on which it does not depend.
    fn least(&self, table: Table) -> Table {
        let [first, second] = table.rows;
        if second == NONE {
            return table;
        }
        let (n, m) = (self.values(first), self.values(second));
        let at = |i: usize, j: usize| has(&table.bits, VALUES * i + j);
        let mut bits = [0; 4];
        if (0..n).all(|i| (0..m).all(|j| at(i, j) == at(i, 0))) {
            (0..n).filter(|&i| at(i, 0)).for_each(|i| set(&mut bits, VALUES * i));
            return Table { rows: [first, NONE], bits };
        }
        if (0..m).all(|j| (0..n).all(|i| at(i, j) == at(0, j))) {
            (0..m).filter(|&j| at(0, j)).for_each(|j| set(&mut bits, VALUES * j));
            return Table { rows: [second, NONE], bits };
        }
        table
    }

    /// The wire that has a table.
    pub(crate) fn find(&self, table: Table) -> Option<Wire> {
        if table.bits == [0; 4] {
            return Some(Wire::FALSE);
        }
        let all = (0..self.values(table.rows[0]))
            .all(|i| (0..self.values(table.rows[1])).all(|j| has(&table.bits, VALUES * i + j)));
        if all {
            return Some(Wire::TRUE);
        }
        let found = self.gates.get(&table).copied();
        found.or_else(|| self.gates.get(&self.negated(table)).map(|&wire| !wire))
    }
}

fn has(bits: &Bits, at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

fn set(bits: &mut Bits, at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}
