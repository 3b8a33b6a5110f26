//! What small gates mean: truth tables over at most two numbers.
//!
//! Most of what is said on a board is about two numbers: how many files and how many ranks one man is away from another.
//! A number of at most sixteen values that is announced as a row has a number of its own here, and a gate that depends on
//! one or two rows only has a table of sixteen by sixteen bits: for each pair of values whether it is true. Two gates
//! with equal tables are one gate, whatever they are made of, and a table without a one is the constant false.
//!
//! The tables know that the wires of a row are in order, and nothing of how a row depends on others, so that what they
//! say is true of every position.

use adli_symbolic::hash::HashMap;

use super::wire::Wire;

/// For each value of the first row the values of the second, as bits.
type Bits = [u16; VALUES];

/// No row: the table does not depend on it.
const NONE: u16 = u16::MAX;
/// How many values a row may have.
const VALUES: usize = 16;

const NOTHING: Bits = [0; VALUES];

/// A truth table: the rows it depends on, the smaller first, and its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Table {
    rows: [u16; 2],
    bits: Bits,
}

impl Table {
    pub(super) fn rows(self) -> [u16; 2] {
        self.rows
    }

    /// Both of two tables over the same rows.
    pub(super) fn meet(self, other: Table) -> Table {
        Table { rows: self.rows, bits: std::array::from_fn(|at| self.bits[at] & other.bits[at]) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.bits == NOTHING
    }
}

/// The tables of all gates that have one.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// How many values each row has.
    rows: Vec<usize>,
    /// For each gate one more than the number of its table among all; 0 if it has none.
    of_gate: Vec<u32>,
    all: Vec<Table>,
    gates: HashMap<Table, Wire>,
}

impl Tables {
    /// Announces a row: wires "more than the least value", "more than the next", and so on.
    pub(super) fn row(&mut self, wires: &[Wire]) {
        // A difference has tables over the two numbers that it is made of, but it is better off as a number of its own.
        let is_free = |wire: &Wire| self.plain(wire.gate()).is_none_or(|table| table.rows[1] != NONE);
        let new = wires.iter().all(is_free);
        if wires.len() >= VALUES || wires.is_empty() || !new || self.rows.len() >= usize::from(NONE) {
            return;
        }
        let row = self.rows.len() as u16;
        self.rows.push(wires.len() + 1);
        for (place, &wire) in wires.iter().enumerate() {
            let bits = std::array::from_fn(|value| u16::from(value > place && value <= wires.len()));
            self.put(wire, Table { rows: [row, NONE], bits });
        }
    }

    pub(super) fn put(&mut self, wire: Wire, table: Table) {
        let plain = if wire.is_negated() { self.negated(table) } else { table };
        if self.of_gate.len() <= wire.gate() {
            self.of_gate.resize(wire.gate() + 1, 0);
        }
        self.all.push(plain);
        self.of_gate[wire.gate()] = self.all.len() as u32;
        self.gates.entry(table).or_insert(wire);
    }

    pub(super) fn get(&self, wire: Wire) -> Option<Table> {
        let table = self.plain(wire.gate())?;
        Some(if wire.is_negated() { self.negated(table) } else { table })
    }

    fn plain(&self, gate: usize) -> Option<Table> {
        let number = self.of_gate.get(gate)?.checked_sub(1)?;
        self.all.get(number as usize).copied()
    }

    fn values(&self, row: u16) -> usize {
        self.rows.get(usize::from(row)).copied().unwrap_or(1)
    }

    /// All values of the second row.
    fn seconds(&self, rows: [u16; 2]) -> u16 {
        u16::MAX >> (VALUES - self.values(rows[1]))
    }

    fn negated(&self, table: Table) -> Table {
        let (firsts, seconds) = (self.values(table.rows[0]), self.seconds(table.rows));
        let bits = std::array::from_fn(|first| if first < firsts { !table.bits[first] & seconds } else { 0 });
        Table { bits, ..table }
    }

    /// The same table over two rows, of which its own are some.
    fn over(&self, table: Table, rows: [u16; 2]) -> Bits {
        if table.rows == rows {
            return table.bits;
        }
        let (firsts, seconds) = (self.values(rows[0]), self.seconds(rows));
        if table.rows[0] == rows[0] {
            return table.bits.map(|one| if one == 0 { 0 } else { seconds });
        }
        let own = table.bits.iter().enumerate().fold(0, |own, (value, one)| own | one << value);
        std::array::from_fn(|first| if first < firsts { own } else { 0 })
    }

    /// The conjunction of two tables, if it depends on at most two rows.
    pub(super) fn both(&self, a: Table, b: Table) -> Option<Table> {
        let rows = common_rows(a.rows, b.rows)?;
        Some(self.least(self.joined(a, b, rows)))
    }

    /// The conjunction of two tables over rows among which theirs are.
    fn joined(&self, a: Table, b: Table, rows: [u16; 2]) -> Table {
        Table { rows, bits: self.over(a, rows) }.meet(Table { rows, bits: self.over(b, rows) })
    }

    /// Whether two tables exclude each other.
    pub(super) fn exclude(&self, a: Table, b: Table) -> bool {
        common_rows(a.rows, b.rows).is_some_and(|rows| self.joined(a, b, rows).is_empty())
    }

    /// Without rows on which it does not depend.
    pub(super) fn least(&self, table: Table) -> Table {
        let [first, second] = table.rows;
        if second == NONE {
            return table;
        }
        let (n, all) = (self.values(first), self.seconds(table.rows));
        let lines = &table.bits[..n];
        if lines.iter().all(|&line| line == 0 || line == all) {
            return Table { rows: [first, NONE], bits: table.bits.map(|line| u16::from(line != 0)) };
        }
        if lines.iter().all(|&line| line == lines[0]) {
            let bits = std::array::from_fn(|value| lines[0] >> value & 1);
            return Table { rows: [second, NONE], bits };
        }
        table
    }

    /// The wire that has a table.
    pub(super) fn find(&self, table: Table) -> Option<Wire> {
        if table.is_empty() {
            return Some(Wire::FALSE);
        }
        if self.negated(table).is_empty() {
            return Some(Wire::TRUE);
        }
        let found = self.gates.get(&table).copied();
        found.or_else(|| self.gates.get(&self.negated(table)).map(|&wire| !wire))
    }
}

/// The rows of two tables together, if they are at most two. No row is the last in the order of numbers.
fn common_rows(a: [u16; 2], b: [u16; 2]) -> Option<[u16; 2]> {
    match (a, b) {
        _ if a == b => Some(a),
        ([first, NONE], [second, NONE]) => Some([first.min(second), first.max(second)]),
        ([one, NONE], two) | (two, [one, NONE]) => (one == NONE || two.contains(&one)).then_some(two),
        _ => None,
    }
}
