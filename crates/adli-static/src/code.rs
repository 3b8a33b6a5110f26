//! Code: operations on words, in an order in which each comes after what it needs.

use std::collections::HashMap;

/// The place of an operation's value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct At(pub(crate) u32);

/// A table: 64 words by one square, or 4096 by two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TableId(pub(crate) u32);

/// What tables say of a position; claims may ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// For the side to move: 0 win, 1 draw, 2 loss.
    Outcome,
    /// In how many moves the side to move mates; [`adli_lang::term::NO_MATE`] where it cannot.
    MovesToMate,
    /// Whether the side to move is mated.
    Mated,
}

/// An operation. Truth values are 0 and 1, numbers are in two's complement, sets have a bit for each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    Const(u64),
    Seen(Seen),
    /// The square of a man, as a set.
    Bit(u8),
    /// A table by the square of a man.
    Row(TableId, u8),
    /// A table by the squares of two men, the first the slower.
    Rows(TableId, u8, u8),
    And(At, At),
    Or(At, At),
    AndNot(At, At),
    /// Whether a man stands on a square of a set.
    Test(At, u8),
    IsSome(At),
    IsEmpty(At),
    /// Of a truth value.
    Not(At),
    /// All squares if it holds, none otherwise.
    Fill(At),
    Select(At, At, At),
    Count(At),
    Add(At, At),
    Sub(At, At),
    Mul(At, At),
    Div(At, i32),
    Mod(At, i32),
    Abs(At),
    Min(At, At),
    Max(At, At),
    Eq(At, At),
    Less(At, At),
    AtMost(At, At),
}

impl Op {
    pub(crate) fn for_needed(self, mut each: impl FnMut(At)) {
        match self {
            Op::Const(_) | Op::Seen(_) | Op::Bit(_) | Op::Row(..) | Op::Rows(..) => {}
            Op::Test(a, _) | Op::IsSome(a) | Op::IsEmpty(a) | Op::Not(a) | Op::Fill(a) | Op::Count(a) => {
                each(a)
            }
            Op::Div(a, _) | Op::Mod(a, _) | Op::Abs(a) => each(a),
            Op::Select(a, b, c) => [a, b, c].into_iter().for_each(each),
            Op::And(a, b) | Op::Or(a, b) | Op::AndNot(a, b) | Op::Eq(a, b) | Op::Less(a, b) => {
                [a, b].into_iter().for_each(each);
            }
            Op::AtMost(a, b)
            | Op::Add(a, b)
            | Op::Sub(a, b)
            | Op::Mul(a, b)
            | Op::Min(a, b)
            | Op::Max(a, b) => {
                [a, b].into_iter().for_each(each);
            }
        }
    }
}

/// Operations and the tables they look into.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) tables: Vec<Box<[u64]>>,
    known: HashMap<Op, At>,
    known_tables: HashMap<Box<[u64]>, TableId>,
}

impl Code {
    pub(crate) fn op(&self, at: At) -> Op {
        self.ops[at.0 as usize]
    }

    /// The table with these words.
    pub(crate) fn table(&mut self, words: Box<[u64]>) -> TableId {
        let next = TableId(self.tables.len() as u32);
        let id = *self.known_tables.entry(words.clone()).or_insert(next);
        if id == next {
            self.tables.push(words);
        }
        id
    }

    fn constant(&self, at: At) -> Option<u64> {
        if let Op::Const(value) = self.op(at) { Some(value) } else { None }
    }

    /// The place of an operation; an equal one is not done twice, and the obvious is not done at all.
    pub(crate) fn push(&mut self, op: Op) -> At {
        let constants = |a, b| (self.constant(a), self.constant(b));
        match op {
            Op::And(a, b) => match constants(a, b) {
                (Some(x), Some(y)) => return self.push(Op::Const(x & y)),
                (Some(0), _) | (_, Some(u64::MAX)) => return a,
                (_, Some(0)) | (Some(u64::MAX), _) => return b,
                _ if a == b => return a,
                _ => {}
            },
            Op::Or(a, b) => match constants(a, b) {
                (Some(x), Some(y)) => return self.push(Op::Const(x | y)),
                (Some(0), _) => return b,
                (_, Some(0)) => return a,
                _ if a == b => return a,
                _ => {}
            },
            Op::AndNot(a, b) => match constants(a, b) {
                (Some(x), Some(y)) => return self.push(Op::Const(x & !y)),
                (_, Some(0)) | (Some(0), _) => return a,
                _ => {}
            },
            Op::Fill(a) => {
                if let Some(value) = self.constant(a) {
                    return self.push(Op::Const(value.wrapping_neg()));
                }
            }
            Op::Not(a) => match self.op(a) {
                Op::Const(value) => return self.push(Op::Const(value ^ 1)),
                Op::Not(inner) => return inner,
                Op::IsSome(inner) => return self.push(Op::IsEmpty(inner)),
                Op::IsEmpty(inner) => return self.push(Op::IsSome(inner)),
                _ => {}
            },
            // Whether a man stands on a square of his table row is asked with one word if it is his own.
            Op::IsSome(a) => {
                if let Op::And(x, y) = self.op(a) {
                    match (self.op(x), self.op(y)) {
                        (_, Op::Bit(man)) => return self.push(Op::Test(x, man)),
                        (Op::Bit(man), _) => return self.push(Op::Test(y, man)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        let next = At(self.ops.len() as u32);
        let at = *self.known.entry(op).or_insert(next);
        if at == next {
            self.ops.push(op);
        }
        at
    }

    /// What some values need, each after what it needs itself.
    pub(crate) fn needed(&self, roots: &[At]) -> Vec<At> {
        let mut marked = vec![false; self.ops.len()];
        roots.iter().for_each(|root| marked[root.0 as usize] = true);
        for number in (0..self.ops.len()).rev() {
            if marked[number] {
                self.ops[number].for_needed(|at| marked[at.0 as usize] = true);
            }
        }
        (0..self.ops.len()).filter(|&number| marked[number]).map(|number| At(number as u32)).collect()
    }
}

/// Why there is no code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooMuch {
    /// It looks at moves.
    Moves,
    /// Written out it is too large.
    Size,
    /// Its tables take too long to fill.
    Work,
    /// A form that has no code.
    Form,
}

impl std::fmt::Display for TooMuch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TooMuch::Moves => "it looks at moves, or at another position",
            TooMuch::Size => "it is too large when its definitions are written out",
            TooMuch::Work => "its tables take too long to work out",
            TooMuch::Form => "it has a form for which there is no code",
        })
    }
}

impl std::error::Error for TooMuch {}
