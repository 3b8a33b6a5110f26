//! Runs blocks: one operation after the other, each over all rows.

use std::ops::Range;

use adli_claims::Limit;
use adli_lang::term::{NO_MATE, Quantifier, Slots, TermId};
use adli_lang::{MovesFrom, Outcome, Stopped, Tables as _, Value};
use adli_position::space::{self, Code, OFF, Space, handed_over};

use super::block::{Arithmetic, Block, Comparison, File, Look, Op, Reg, Registers};
use super::find::find;
use super::{Asks, Nodes};
use crate::ground::Ground;

/// How many rows an inner block has at a time, roughly: as many as are good for the cache.
pub(super) const ROWS: usize = 2048;
/// How many terms the plain interpreter may evaluate for each row of a term that is left to it.
const ROW_FUEL: u64 = 4_000_000;

/// Runs a block over `rows` rows. The given positions are in their registers already.
pub(super) fn run<'p>(
    asks: &mut impl Asks<'p>,
    block: &Block,
    registers: &mut Registers,
    rows: usize,
) -> Result<(), Limit> {
    for (op, target) in &block.ops {
        apply(asks, block, op, *target as usize, registers, rows)?;
    }
    Ok(())
}

fn apply<'p>(
    asks: &mut impl Asks<'p>,
    block: &Block,
    op: &Op,
    target: usize,
    r: &mut Registers,
    rows: usize,
) -> Result<(), Limit> {
    match op.file() {
        File::Ints => {
            let mut out = std::mem::take(&mut r.ints[target]);
            let done = numbers(asks, block, op, &mut out, r, rows);
            r.ints[target] = out;
            done
        }
        File::Bools => {
            let mut out = std::mem::take(&mut r.bools[target]);
            let done = truths(asks, block, op, &mut out, r, rows);
            r.bools[target] = out;
            done
        }
        File::Words => {
            let mut out = std::mem::take(&mut r.words[target]);
            let space = asks.space();
            match op {
                Op::Pass(a) => map(&mut out, rows, &r.words[at(a)], |code| handed_over(code, OFF)),
                Op::Image(a, symmetry) => {
                    map(&mut out, rows, &r.words[at(a)], |code| space.image(code, usize::from(*symmetry)));
                }
                _ => {}
            }
            r.words[target] = out;
            Ok(())
        }
    }
}

fn numbers<'p>(
    asks: &mut impl Asks<'p>,
    block: &Block,
    op: &Op,
    out: &mut Vec<i32>,
    r: &mut Registers,
    rows: usize,
) -> Result<(), Limit> {
    match op {
        // A constant is written once; later runs find it.
        Op::Int(value) => out.resize(rows.max(out.len()), *value),
        Op::Look(look, code) => see(asks, *look, out, &r.words[at(code)], rows),
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
            find(asks, *notion, &r.ints[at(index)][..rows], &r.words[at(code)][..rows], needed, out)?;
        }
        Op::Tally(quantifier, code, men, inner, body, needed) => {
            out.clear();
            out.resize(rows, 0);
            let counts = matches!(quantifier, Quantifier::Count);
            over_moves(asks, block, (*code, *men, *inner, *needed), r, rows, |parents, inner| {
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
            let space = asks.space();
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
            asks.plies_to_goal(*advice, *left, &Nodes { roots, before, at }, needed, out)?;
        }
        Op::Outcome(code, needed) => {
            let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
            probe(asks, out, &r.words[at(code)][..rows], needed, |outcome| match outcome {
                Outcome::Win(_) => 0,
                Outcome::Draw => 1,
                Outcome::Loss => 2,
            })?;
        }
        Op::MovesToMate(code, needed) => {
            let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
            probe(asks, out, &r.words[at(code)][..rows], needed, |outcome| match outcome {
                Outcome::Win(moves) => i32::try_from(moves).unwrap_or(NO_MATE),
                Outcome::Draw | Outcome::Loss => NO_MATE,
            })?;
        }
        Op::InterpretInt(term, given) => interpret(asks, *term, &r.words[..usize::from(*given)], rows, out)?,
        _ => {}
    }
    Ok(())
}

fn truths<'p>(
    asks: &mut impl Asks<'p>,
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
            let mut found = std::mem::take(&mut asks.memo().found);
            let done = find(
                asks,
                *notion,
                &r.ints[at(index)][..rows],
                &r.words[at(code)][..rows],
                needed,
                &mut found,
            );
            if done.is_ok() {
                map(out, rows, &found, |value| value as u8);
            }
            asks.memo().found = found;
            done?;
        }
        Op::Holds(quantifier, code, men, inner, body, needed) => {
            let every = matches!(quantifier, Quantifier::Every);
            out.clear();
            out.resize(rows, u8::from(every));
            over_moves(asks, block, (*code, *men, *inner, *needed), r, rows, |parents, inner| {
                for (&holds, &parent) in inner.bools[at(body)].iter().zip(parents) {
                    let all = &mut out[parent as usize];
                    *all = if every { *all & holds } else { *all | holds };
                }
            })?;
        }
        Op::HasMove(code, men) => {
            let space = asks.space();
            map(out, rows, &r.words[at(code)], |code| u8::from(space.has_move(code, *men)));
        }
        Op::Legal(code) => {
            let space = asks.space();
            map(out, rows, &r.words[at(code)], |code| u8::from(space.is_legal(code)));
        }
        Op::Allows(strategy, before, after) => {
            let (before, after) = (&r.words[at(before)][..rows], &r.words[at(after)][..rows]);
            asks.ask(*strategy, before)?;
            zip(out, rows, before, after, |before, after| u8::from(asks.allows(*strategy, before, after)));
        }
        Op::Forces(advice, left, positions, needed) => {
            let [roots, before, at] = positions.map(|reg| &r.words[reg as usize][..rows]);
            let needed = needed.map(|reg| &r.bools[reg as usize][..rows]);
            asks.forces(*advice, *left, &Nodes { roots, before, at }, needed, out)?;
        }
        Op::InterpretBool(term, given) => {
            let mut found = std::mem::take(&mut asks.memo().found);
            let done = interpret(asks, *term, &r.words[..usize::from(*given)], rows, &mut found);
            if done.is_ok() {
                map(out, rows, &found, |value| value as u8);
            }
            asks.memo().found = found;
            done?;
        }
        _ => {}
    }
    Ok(())
}

fn see<'p>(asks: &impl Asks<'p>, look: Look, out: &mut Vec<i32>, codes: &[Code], rows: usize) {
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
            let space = asks.space();
            map(out, rows, codes, |code| space.cell(code).map_or(-1, |cell| cell as i32));
        }
    }
}

/// Expands rows into their moves, as many rows at a time as is good for the cache, and runs the inner block
/// on the moves.
fn over_moves<'p>(
    asks: &mut impl Asks<'p>,
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
        let space = asks.space();
        let wanted = |row: usize| needed.is_none_or(|reg| outer.bools[reg as usize][row] != 0);
        let range = (row..rows, ROWS);
        row = expand(space, &mut inner, &outer.words[code as usize], range, men, wanted);
        inner.import(&inner_block.imports, outer);
        let moves = inner.parents.len();
        if moves > 0 {
            done = asks.go_on().and_then(|()| run(asks, inner_block, &mut inner, moves));
            if done.is_ok() {
                reduce(&inner.parents, &inner);
            }
        }
    }
    outer.inner[number as usize] = inner;
    done
}

/// Puts the moves of some rows into the first register of an inner block, until there are about as many as wanted; answers the row to
/// go on with.
pub(super) fn expand(
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

/// What the tables say.
fn probe<'p>(
    asks: &impl Asks<'p>,
    out: &mut Vec<i32>,
    codes: &[Code],
    needed: Option<&[u8]>,
    pick: impl Fn(Outcome) -> i32,
) -> Result<(), Limit> {
    let Ground { space, tables, .. } = asks.ground();
    out.clear();
    for (row, &code) in codes.iter().enumerate() {
        let asked = needed.is_none_or(|needed| needed[row] != 0);
        let value = if asked { tables.value(&space.state(code)) } else { None };
        // Where there is none, nothing is said in the end.
        out.push(value.map_or(1, &pick));
    }
    if tables.missing() { Err(tables.absence()) } else { Ok(()) }
}

/// Leaves a term to the plain interpreter, row by row.
fn interpret<'p>(
    asks: &impl Asks<'p>,
    term: TermId,
    positions: &[Vec<Code>],
    rows: usize,
    out: &mut Vec<i32>,
) -> Result<(), Limit> {
    let ground = asks.ground();
    out.clear();
    for row in 0..rows {
        ground.go_on()?;
        let states: Vec<_> = positions.iter().map(|codes| ground.space.state(codes[row])).collect();
        let value = ground.interpreter(MovesFrom::Core).fuel(ROW_FUEL).value(term, &states);
        out.push(match value {
            Ok(Value::Bool(value)) => i32::from(value),
            Ok(Value::Int(value)) => value,
            Ok(Value::Enum(value)) => i32::from(value),
            Ok(_) => 0,
            Err(Stopped::NeedsTables) => return Err(ground.tables.absence()),
            Err(other) => return Err(Limit::of(other, ROW_FUEL)),
        });
    }
    Ok(())
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
