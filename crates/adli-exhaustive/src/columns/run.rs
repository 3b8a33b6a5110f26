//! Runs blocks: one operation after the other, each over all rows.

use std::ops::Range;

use adli_claims::Limit;
use adli_lang::Outcome;
use adli_lang::term::{NO_MATE, Quantifier, Slots};

use super::block::{Arithmetic, Block, Comparison, Look, Op, Reg, Registers};
use super::engine::Engine;
use crate::advice::Nodes;
use adli_position::space::{self, Code, OFF, Space, handed_over};

/// How many rows an inner block has at a time, roughly: as many as are good for the cache.
pub(crate) const ROWS: usize = 2048;

impl Engine<'_> {
    /// Runs a block over `rows` rows. The given positions are in their registers already.
    pub(crate) fn run(&mut self, block: &Block, registers: &mut Registers, rows: usize) -> Result<(), Limit> {
        for (op, target) in &block.ops {
            self.apply(block, op, *target as usize, registers, rows)?;
        }
        Ok(())
    }

    fn apply(
        &mut self,
        block: &Block,
        op: &Op,
        target: usize,
        r: &mut Registers,
        rows: usize,
    ) -> Result<(), Limit> {
        match op.file() {
            super::block::File::Ints => {
                let mut out = std::mem::take(&mut r.ints[target]);
                let done = self.numbers(block, op, &mut out, r, rows);
                r.ints[target] = out;
                done
            }
            super::block::File::Bools => {
                let mut out = std::mem::take(&mut r.bools[target]);
                let done = self.truths(block, op, &mut out, r, rows);
                r.bools[target] = out;
                done
            }
            super::block::File::Words => {
                let mut out = std::mem::take(&mut r.words[target]);
                let space = self.space();
                match op {
                    Op::Pass(a) => map(&mut out, rows, &r.words[at(a)], |code| handed_over(code, OFF)),
                    Op::Image(a, symmetry) => {
                        map(&mut out, rows, &r.words[at(a)], |code| {
                            space.image(code, usize::from(*symmetry))
                        });
                    }
                    _ => {}
                }
                r.words[target] = out;
                Ok(())
            }
        }
    }

    fn numbers(
        &mut self,
        block: &Block,
        op: &Op,
        out: &mut Vec<i32>,
        r: &mut Registers,
        rows: usize,
    ) -> Result<(), Limit> {
        match op {
            // A constant is written once; later runs find it.
            Op::Int(value) => out.resize(rows.max(out.len()), *value),
            Op::Look(look, code) => self.look(*look, out, &r.words[at(code)], rows),
            Op::Arithmetic(kind, a, b) => {
                let (a, b) = (&r.ints[at(a)], &r.ints[at(b)]);
                match kind {
                    Arithmetic::Add => zip(out, rows, a, b, i32::wrapping_add),
                    Arithmetic::Sub => zip(out, rows, a, b, i32::wrapping_sub),
                    Arithmetic::Mul => zip(out, rows, a, b, i32::wrapping_mul),
                    Arithmetic::Min => zip(out, rows, a, b, i32::min),
                    Arithmetic::Max => zip(out, rows, a, b, i32::max),
                }
            }
            Op::Abs(a) => map(out, rows, &r.ints[at(a)], i32::wrapping_abs),
            Op::Div(a, by) => map(out, rows, &r.ints[at(a)], |a| a.checked_div_euclid(*by).unwrap_or(0)),
            Op::Mod(a, by) => map(out, rows, &r.ints[at(a)], |a| a.checked_rem_euclid(*by).unwrap_or(0)),
            Op::ChooseInt(c, a, b) => {
                let (c, a, b) = (&r.bools[at(c)][..rows], &r.ints[at(a)][..rows], &r.ints[at(b)][..rows]);
                out.clear();
                out.extend(c.iter().zip(a.iter().zip(b)).map(|(&c, (&a, &b))| if c != 0 { a } else { b }));
            }
            Op::Number(a) => map(out, rows, &r.bools[at(a)], i32::from),
            Op::FindInt(notion, index, code, needed) => {
                let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
                self.find(*notion, &r.ints[at(index)][..rows], &r.words[at(code)][..rows], needed, out)?;
            }
            Op::Tally(quantifier, code, men, inner, body, needed) => {
                out.clear();
                out.resize(rows, 0);
                let counts = matches!(quantifier, Quantifier::Count);
                self.over_moves(block, (*code, *men, *inner, *needed), r, rows, |parents, inner| {
                    for (row, &parent) in parents.iter().enumerate() {
                        let value = if counts {
                            i32::from(inner.bools[at(body)][row])
                        } else {
                            inner.ints[at(body)][row]
                        };
                        out[parent as usize] = out[parent as usize].saturating_add(value);
                    }
                })?;
            }
            Op::CountMoves(code, men) => {
                let space = self.space();
                map(out, rows, &r.words[at(code)], |code| {
                    let mut count = 0;
                    space.successors(code, *men, |_| {
                        count += 1;
                        false
                    });
                    count
                });
            }
            Op::PliesToGoal(advice, left, positions, needed) => {
                let [roots, before, at] = positions.map(|reg| &r.words[reg as usize][..rows]);
                let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
                self.plies_to_goal(*advice, *left, &Nodes { roots, before, at }, needed, out)?;
            }
            Op::Outcome(code, needed) => {
                let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
                self.probe(out, &r.words[at(code)][..rows], needed, |outcome| match outcome {
                    Outcome::Win(_) => 0,
                    Outcome::Draw => 1,
                    Outcome::Loss => 2,
                })?;
            }
            Op::MovesToMate(code, needed) => {
                let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
                self.probe(out, &r.words[at(code)][..rows], needed, |outcome| match outcome {
                    Outcome::Win(moves) => i32::try_from(moves).unwrap_or(NO_MATE),
                    Outcome::Draw | Outcome::Loss => NO_MATE,
                })?;
            }
            Op::InterpretInt(term, given) => {
                self.interpret(*term, &r.words[..usize::from(*given)], rows, out)?
            }
            _ => {}
        }
        Ok(())
    }

    fn truths(
        &mut self,
        block: &Block,
        op: &Op,
        out: &mut Vec<u8>,
        r: &mut Registers,
        rows: usize,
    ) -> Result<(), Limit> {
        match op {
            Op::Truth(value) => out.resize(rows.max(out.len()), u8::from(*value)),
            Op::Alive(slot, code) => {
                let bit = OFF << space::shift(usize::from(*slot));
                map(out, rows, &r.words[at(code)], |code| u8::from(code & bit == 0));
            }
            Op::Compare(kind, a, b) => {
                let (a, b) = (&r.ints[at(a)], &r.ints[at(b)]);
                match kind {
                    Comparison::Equal => zip(out, rows, a, b, |a, b| u8::from(a == b)),
                    Comparison::Less => zip(out, rows, a, b, |a, b| u8::from(a < b)),
                    Comparison::AtMost => zip(out, rows, a, b, |a, b| u8::from(a <= b)),
                }
            }
            Op::Same(a, b) => zip(out, rows, &r.bools[at(a)], &r.bools[at(b)], |a, b| u8::from(a == b)),
            Op::And(a, b) => zip(out, rows, &r.bools[at(a)], &r.bools[at(b)], |a, b| a & b),
            Op::Or(a, b) => zip(out, rows, &r.bools[at(a)], &r.bools[at(b)], |a, b| a | b),
            Op::Not(a) => map(out, rows, &r.bools[at(a)], |a| a ^ 1),
            Op::ChooseBool(c, a, b) => {
                let (c, a, b) = (&r.bools[at(c)][..rows], &r.bools[at(a)][..rows], &r.bools[at(b)][..rows]);
                out.clear();
                out.extend(c.iter().zip(a.iter().zip(b)).map(|(&c, (&a, &b))| c & a | (c ^ 1) & b));
            }
            Op::InSet(file, rank, set) => {
                let on = |file: i32, rank: i32| (1..=8).contains(&file) && (1..=8).contains(&rank);
                zip(out, rows, &r.ints[at(file)], &r.ints[at(rank)], |file, rank| {
                    let bit = (8 * rank.wrapping_sub(1) + file.wrapping_sub(1)) as u32 & 63;
                    u8::from(on(file, rank)) & (set >> bit & 1) as u8
                });
            }
            Op::FindBool(notion, index, code, needed) => {
                let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
                let mut found = std::mem::take(&mut self.found);
                let done = self.find(
                    *notion,
                    &r.ints[at(index)][..rows],
                    &r.words[at(code)][..rows],
                    needed,
                    &mut found,
                );
                if done.is_ok() {
                    map(out, rows, &found, |value| value as u8);
                }
                self.found = found;
                done?;
            }
            Op::Holds(quantifier, code, men, inner, body, needed) => {
                let every = matches!(quantifier, Quantifier::Every);
                out.clear();
                out.resize(rows, u8::from(every));
                self.over_moves(block, (*code, *men, *inner, *needed), r, rows, |parents, inner| {
                    for (&holds, &parent) in inner.bools[at(body)].iter().zip(parents) {
                        let all = &mut out[parent as usize];
                        *all = if every { *all & holds } else { *all | holds };
                    }
                })?;
            }
            Op::HasMove(code, men) => {
                let space = self.space();
                map(out, rows, &r.words[at(code)], |code| u8::from(space.has_move(code, *men)));
            }
            Op::Legal(code) => {
                let space = self.space();
                map(out, rows, &r.words[at(code)], |code| u8::from(space.is_legal(code)));
            }
            Op::Allows(strategy, before, after) => {
                self.allows(*strategy, &r.words[at(before)][..rows], &r.words[at(after)][..rows], out)?;
            }
            Op::Forces(advice, left, positions, needed) => {
                let [roots, before, at] = positions.map(|reg| &r.words[reg as usize][..rows]);
                let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
                self.forces(*advice, *left, &Nodes { roots, before, at }, needed, out)?;
            }
            Op::InterpretBool(term, given) => {
                let mut found = std::mem::take(&mut self.found);
                let done = self.interpret(*term, &r.words[..usize::from(*given)], rows, &mut found);
                if done.is_ok() {
                    map(out, rows, &found, |value| value as u8);
                }
                self.found = found;
                done?;
            }
            _ => {}
        }
        Ok(())
    }

    fn look(&self, look: Look, out: &mut Vec<i32>, codes: &[Code], rows: usize) {
        let file = |square: u64| if square >= OFF { 0 } else { (square & 7) as i32 + 1 };
        let rank = |square: u64| if square >= OFF { 0 } else { (square >> 3) as i32 + 1 };
        match look {
            Look::File(slot) => map(out, rows, codes, |code| file(space::square(code, usize::from(slot)))),
            Look::Rank(slot) => map(out, rows, codes, |code| rank(space::square(code, usize::from(slot)))),
            Look::Kind(slot) => map(out, rows, codes, |code| space::kind(code, usize::from(slot)) as i32),
            Look::Turn => map(out, rows, codes, |code| i32::from(space::turn(code).0)),
            Look::PassingFile => map(out, rows, codes, |code| file(space::passing(code))),
            Look::PassingRank => map(out, rows, codes, |code| rank(space::passing(code))),
            Look::Index => {
                let space = self.space();
                map(out, rows, codes, |code| space.cell(code).map_or(-1, |cell| cell as i32));
            }
        }
    }

    /// Expands rows into their moves, as many rows at a time as is good for the cache, and runs the inner block
    /// on the moves.
    fn over_moves(
        &mut self,
        block: &Block,
        (code, men, number, needed): (Reg, Slots, u32, Option<Reg>),
        outer: &mut Registers,
        rows: usize,
        mut reduce: impl FnMut(&[u32], &Registers),
    ) -> Result<(), Limit> {
        let inner_block = &block.inner[number as usize];
        let mut inner = std::mem::take(&mut outer.inner[number as usize]);
        let mut row = 0;
        let mut done = Ok(());
        while row < rows && done.is_ok() {
            let space = self.space();
            let wanted = |row: usize| needed.is_none_or(|reg| outer.bools[reg as usize][row] != 0);
            let range = (row..rows, ROWS);
            row = expand(space, &mut inner, &outer.words[code as usize], range, men, wanted);
            inner.import(&inner_block.imports, outer);
            let moves = inner.parents.len();
            if moves > 0 {
                done = self.go_on().and_then(|()| self.run(inner_block, &mut inner, moves));
                if done.is_ok() {
                    reduce(&inner.parents, &inner);
                }
            }
        }
        outer.inner[number as usize] = inner;
        done
    }
}

/// Puts the moves of some rows into the first register of an inner block, until there are about as many as wanted; answers the row to
/// go on with.
pub(crate) fn expand(
    space: &Space,
    inner: &mut Registers,
    codes: &[Code],
    (rows, most): (Range<usize>, usize),
    men: Slots,
    wanted: impl Fn(usize) -> bool,
) -> usize {
    inner.parents.clear();
    if inner.words.is_empty() {
        inner.words.push(Vec::new());
    }
    let (parents, after) = (&mut inner.parents, &mut inner.words[0]);
    after.clear();
    let mut row = rows.start;
    while row < rows.end && after.len() < most {
        if wanted(row) {
            space.successors(codes[row], men, |code| {
                after.push(code);
                parents.push(row as u32);
                false
            });
        }
        row += 1;
    }
    row
}

fn at(reg: &Reg) -> usize {
    *reg as usize
}

#[inline]
fn map<A: Copy, B>(out: &mut Vec<B>, rows: usize, a: &[A], f: impl Fn(A) -> B) {
    out.clear();
    out.extend(a[..rows].iter().map(|&a| f(a)));
}

#[inline]
fn zip<A: Copy, B>(out: &mut Vec<B>, rows: usize, a: &[A], b: &[A], f: impl Fn(A, A) -> B) {
    out.clear();
    out.extend(a[..rows].iter().zip(&b[..rows]).map(|(&a, &b)| f(a, b)));
}
