//! Code over columns of positions.
//!
//! Every operation is done for a whole column before the next one; so the processor does several positions at once, and what
//! to do is looked up once for a thousand. A condition of several parts is left as soon as none of the column's positions
//! satisfies the parts so far: neighbouring positions have most men on the same squares, so that happens often. Positions that
//! a rule has decided are left out of the column when they are the greater part of it.

use crate::code::{At, Code, Op, Seen};
use crate::program::{Compiled, CompiledTerms, Guarded, Then};

/// Positions: for each man of the header a column of squares from 0 (a1, b1, .., h8).
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The squares of the men.
    pub men: Vec<Vec<u8>>,
    /// What the tables say, by [`Seen`]; empty if nobody asks.
    pub seen: [Vec<u16>; 3],
}

impl Columns {
    /// How many positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.men.first().map_or(0, Vec::len)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Some of the positions.
    fn some(&self, which: &[u32]) -> Columns {
        let men = self.men.iter().map(|column| which.iter().map(|&at| column[at as usize]).collect());
        Columns { men: men.collect(), seen: Default::default() }
    }
}

/// Values of operations for one column of positions; a value is worked out when it is first needed.
struct Frame {
    values: Vec<Vec<u64>>,
    /// Which values are those of the present column.
    there: Vec<bool>,
}

impl Frame {
    fn new(code: &Code) -> Frame {
        Frame { values: vec![Vec::new(); code.ops.len()], there: vec![false; code.ops.len()] }
    }

    fn begin(&mut self) {
        self.there.fill(false);
    }

    /// Makes sure that these values are there, which stand in an order in which each comes after what it needs.
    fn ensure(&mut self, code: &Code, needed: &[At], columns: &Columns) {
        for &at in needed {
            let number = at.0 as usize;
            if !self.there[number] {
                let mut out = std::mem::take(&mut self.values[number]);
                out.clear();
                apply(code, code.ops[number], &self.values, columns, &mut out);
                self.values[number] = out;
                self.there[number] = true;
            }
        }
    }
}

/// Runs compiled code; it keeps its columns, so that one runner does many of them.
pub struct Runner<'c> {
    compiled: &'c Compiled,
    orders: Vec<Vec<Vec<At>>>,
    frames: Vec<Frame>,
}

impl<'c> Runner<'c> {
    /// For a decision list.
    #[must_use]
    pub fn new(compiled: &'c Compiled) -> Runner<'c> {
        let mut orders = Vec::new();
        order(&compiled.code, &compiled.list, &mut orders);
        Runner { compiled, orders, frames: Vec::new() }
    }

    /// The rule that gives the answer, for each position of the columns.
    pub fn decide(&mut self, columns: &Columns, rules: &mut [u16]) {
        let all: Vec<u32> = (0..columns.len() as u32).collect();
        let list = &self.compiled.list;
        self.list(list, 0, 0, columns, &all, rules);
    }

    /// Decides positions by a list. `first` is the number of its first condition among all; `which` says which of the
    /// rules a position of the columns is. Answers the number of the first condition after the list.
    fn list(
        &mut self,
        list: &[Guarded],
        first: usize,
        depth: usize,
        columns: &Columns,
        which: &[u32],
        rules: &mut [u16],
    ) {
        if self.frames.len() <= depth {
            self.frames.push(Frame::new(&self.compiled.code));
        }
        self.frames[depth].begin();
        let (mut own_columns, mut own_which);
        let (mut columns, mut which) = (columns, which);
        let mut open: Vec<u64> = vec![1; columns.len()];
        let mut left = columns.len();
        let mut number = first;
        for guarded in list {
            let holds = self.holds(number, depth, columns, &open);
            let inner_first = number + 1;
            number = inner_first + conditions(&guarded.then);
            if let Some(holds) = holds {
                let taken: Vec<u32> =
                    (0..columns.len() as u32).filter(|&at| holds[at as usize] != 0).collect();
                left -= taken.len();
                match &guarded.then {
                    Then::Rule(rule) => {
                        for &at in &taken {
                            rules[which[at as usize] as usize] = *rule;
                        }
                    }
                    Then::List(inner) => {
                        let some = columns.some(&taken);
                        let places: Vec<u32> = taken.iter().map(|&at| which[at as usize]).collect();
                        self.list(inner, inner_first, depth + 1, &some, &places, rules);
                    }
                }
                if left == 0 {
                    return;
                }
                for at in taken {
                    open[at as usize] = 0;
                }
                if left < columns.len() / 2 {
                    let rest: Vec<u32> =
                        (0..columns.len() as u32).filter(|&at| open[at as usize] != 0).collect();
                    own_which = rest.iter().map(|&at| which[at as usize]).collect::<Vec<_>>();
                    own_columns = columns.some(&rest);
                    (columns, which) = (&own_columns, &own_which);
                    open = vec![1; left];
                    self.frames[depth].begin();
                }
            }
        }
    }

    /// For which of the open positions a condition holds; nothing if for none.
    fn holds(&mut self, number: usize, depth: usize, columns: &Columns, open: &[u64]) -> Option<Vec<u64>> {
        let mut holds = open.to_vec();
        let frame = &mut self.frames[depth];
        for needed in &self.orders[number] {
            frame.ensure(&self.compiled.code, needed, columns);
            let value = needed.last().map(|at| &frame.values[at.0 as usize])?;
            let mut any = 0;
            for (holds, value) in holds.iter_mut().zip(value) {
                *holds &= value;
                any |= *holds;
            }
            if any == 0 {
                return None;
            }
        }
        Some(holds)
    }
}

/// For each condition of a list, in the order of the text, what its parts need.
fn order(code: &Code, list: &[Guarded], orders: &mut Vec<Vec<Vec<At>>>) {
    for guarded in list {
        orders.push(guarded.when.iter().map(|&part| code.needed(&[part])).collect());
        if let Then::List(inner) = &guarded.then {
            order(code, inner, orders);
        }
    }
}

/// How many conditions there are inside.
fn conditions(then: &Then) -> usize {
    match then {
        Then::Rule(_) => 0,
        Then::List(list) => list.iter().map(|guarded| 1 + conditions(&guarded.then)).sum(),
    }
}

/// Runs compiled terms.
pub struct TermRunner<'c> {
    compiled: &'c CompiledTerms,
    orders: Vec<Vec<At>>,
    frame: Frame,
}

impl CompiledTerms {
    /// For columns of positions.
    #[must_use]
    pub fn runner(&self) -> TermRunner<'_> {
        let orders = self.terms.iter().map(|&term| self.code.needed(&[term])).collect();
        TermRunner { compiled: self, orders, frame: Frame::new(&self.code) }
    }
}

impl TermRunner<'_> {
    /// Begins with other columns.
    pub fn begin(&mut self) {
        self.frame.begin();
    }

    /// The values of the term of that number: truth is 0 and 1, numbers are in two's complement.
    pub fn values(&mut self, number: usize, columns: &Columns) -> &[u64] {
        self.frame.ensure(&self.compiled.code, &self.orders[number], columns);
        &self.frame.values[self.compiled.terms[number].0 as usize]
    }
}

/// One operation for all positions.
fn apply(code: &Code, op: Op, values: &[Vec<u64>], columns: &Columns, out: &mut Vec<u64>) {
    let man = |man: u8| columns.men[usize::from(man)].iter().map(|&square| usize::from(square & 63));
    let of = |at: At| values[at.0 as usize].iter().copied();
    let int = |at: At| values[at.0 as usize].iter().map(|&value| value as i64);
    let two = |a: At, b: At| of(a).zip(of(b));
    let ints = |a: At, b: At| int(a).zip(int(b));
    match op {
        Op::Const(value) => out.resize(columns.len(), value),
        Op::Seen(seen) => {
            let column = &columns.seen[seen as usize];
            debug_assert_eq!(column.len(), columns.len(), "nobody has said what the tables say");
            out.extend(column.iter().map(|&value| u64::from(value)));
        }
        Op::Bit(a) => out.extend(man(a).map(|square| 1 << square)),
        Op::Row(table, a) => {
            let table = &code.tables[table.0 as usize][..64];
            out.extend(man(a).map(|square| table[square & 63]));
        }
        Op::Rows(table, a, b) => {
            let table = &code.tables[table.0 as usize][..4096];
            out.extend(man(a).zip(man(b)).map(|(a, b)| table[(64 * a + b) & 4095]));
        }
        Op::And(a, b) => out.extend(two(a, b).map(|(a, b)| a & b)),
        Op::Or(a, b) => out.extend(two(a, b).map(|(a, b)| a | b)),
        Op::AndNot(a, b) => out.extend(two(a, b).map(|(a, b)| a & !b)),
        Op::Test(a, m) => out.extend(of(a).zip(man(m)).map(|(set, square)| set >> square & 1)),
        Op::IsSome(a) => out.extend(of(a).map(|set| u64::from(set != 0))),
        Op::IsEmpty(a) => out.extend(of(a).map(|set| u64::from(set == 0))),
        Op::Not(a) => out.extend(of(a).map(|value| value ^ 1)),
        Op::Fill(a) => out.extend(of(a).map(u64::wrapping_neg)),
        Op::Select(c, a, b) => {
            out.extend(of(c).zip(two(a, b)).map(|(c, (a, b))| b ^ (a ^ b) & c.wrapping_neg()));
        }
        Op::Count(a) => out.extend(of(a).map(|set| u64::from(set.count_ones()))),
        Op::Add(a, b) => out.extend(two(a, b).map(|(a, b)| a.wrapping_add(b))),
        Op::Sub(a, b) => out.extend(two(a, b).map(|(a, b)| a.wrapping_sub(b))),
        Op::Mul(a, b) => out.extend(two(a, b).map(|(a, b)| a.wrapping_mul(b))),
        Op::Div(a, by) => out.extend(int(a).map(|a| a.div_euclid(i64::from(by.max(1))) as u64)),
        Op::Mod(a, by) => out.extend(int(a).map(|a| a.rem_euclid(i64::from(by.max(1))) as u64)),
        Op::Abs(a) => out.extend(int(a).map(|a| a.wrapping_abs() as u64)),
        Op::Min(a, b) => out.extend(ints(a, b).map(|(a, b)| a.min(b) as u64)),
        Op::Max(a, b) => out.extend(ints(a, b).map(|(a, b)| a.max(b) as u64)),
        Op::Eq(a, b) => out.extend(two(a, b).map(|(a, b)| u64::from(a == b))),
        Op::Less(a, b) => out.extend(ints(a, b).map(|(a, b)| u64::from(a < b))),
        Op::AtMost(a, b) => out.extend(ints(a, b).map(|(a, b)| u64::from(a <= b))),
    }
}

const _: () =
    assert!(Seen::Outcome as usize == 0 && Seen::MovesToMate as usize == 1 && Seen::Mated as usize == 2);
