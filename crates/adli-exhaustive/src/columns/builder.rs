//! Builds blocks: equal operations become one, constants are folded ([`super::compile::rows`]), and every operation stands in the outermost
//! block in which its operands are known.
//!
//! The blocks under construction form a stack, one level for each quantifier over moves around the place that is
//! being compiled. A value knows its level; an operation goes to the highest level among its operands, and
//! operands from further out are imported.

use std::collections::HashMap;

use adli_symbolic::Algebra;

use super::block::{Block, File, Import, Look, Op, Reg};

/// A register of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Place {
    pub(crate) level: u8,
    pub(crate) reg: Reg,
}

/// A number: known now, or in a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Num {
    Const(i32),
    At(Place),
}

/// A truth value: known now, or in a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Truth {
    Const(bool),
    At(Place),
}

/// There are too many operations.
pub(crate) struct TooLarge;

/// How many operations a program may have.
const MAX_OPS: usize = 200_000;

struct Level {
    block: Block,
    known: HashMap<Op, Reg>,
    imported: HashMap<(File, Place), Reg>,
    /// Tells this block from others that stood at the same level.
    serial: u32,
    /// Where rows are needed, if not everywhere.
    needed: Vec<Option<Needed>>,
}

/// A conjunction of conditions, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Needed(u32);

/// Blocks under construction.
pub(crate) struct Builder {
    levels: Vec<Level>,
    serial: u32,
    ops: usize,
    /// Conjunctions: the one before and one more condition. Most of them are never asked for, so none is computed before
    /// somebody does.
    conjunctions: Vec<(Option<Needed>, Truth)>,
    numbers: HashMap<(Option<Needed>, Truth), Needed>,
}

impl Builder {
    /// An outermost block with so many given positions.
    pub(crate) fn new(given: u32) -> Builder {
        let mut builder = Builder {
            levels: Vec::new(),
            serial: 0,
            ops: 0,
            conjunctions: Vec::new(),
            numbers: HashMap::new(),
        };
        builder.open(given);
        builder
    }

    /// Begins an inner block whose first registers hold positions.
    pub(crate) fn open(&mut self, given: u32) -> u8 {
        let block = Block { words: given, ..Block::default() };
        self.serial += 1;
        let level = Level {
            block,
            known: HashMap::new(),
            imported: HashMap::new(),
            serial: self.serial,
            needed: vec![None],
        };
        self.levels.push(level);
        self.levels.len() as u8 - 1
    }

    /// Ends the innermost block.
    pub(crate) fn close(&mut self) -> Block {
        self.levels.pop().map_or_else(Block::default, |level| level.block)
    }

    /// Puts a finished block into a level.
    pub(crate) fn adopt(&mut self, level: u8, inner: Block) -> u32 {
        let block = &mut self.levels[usize::from(level)].block;
        block.inner.push(inner);
        block.inner.len() as u32 - 1
    }

    /// The innermost level.
    pub(crate) fn depth(&self) -> u8 {
        self.levels.len() as u8 - 1
    }

    /// Tells the innermost block from all others, those that are finished included.
    pub(crate) fn serial(&self) -> u32 {
        self.levels.last().map_or(0, |level| level.serial)
    }

    /// From now on only rows with this condition are needed, until [`Builder::widen`].
    pub(crate) fn narrow(&mut self, condition: Truth) {
        let outer = self.needed(self.depth());
        let both = match condition {
            Truth::Const(_) => outer,
            Truth::At(_) => {
                let conjunctions = &mut self.conjunctions;
                Some(*self.numbers.entry((outer, condition)).or_insert_with(|| {
                    conjunctions.push((outer, condition));
                    Needed(conjunctions.len() as u32 - 1)
                }))
            }
        };
        if let Some(level) = self.levels.last_mut() {
            level.needed.push(both);
        }
    }

    /// Takes back the last [`Builder::narrow`].
    pub(crate) fn widen(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.needed.pop();
        }
    }

    /// Which rows of a level are needed, if not all.
    pub(crate) fn needed(&self, level: u8) -> Option<Needed> {
        self.levels[usize::from(level)].needed.last().copied().flatten()
    }

    /// The same as a register of the level.
    pub(crate) fn needed_reg(&mut self, level: u8) -> Result<Option<Reg>, TooLarge> {
        let mut all = Truth::Const(true);
        let mut next = self.needed(level);
        let mut conditions = Vec::new();
        while let Some((outer, condition)) = next.map(|needed| self.conjunctions[needed.0 as usize]) {
            conditions.push(condition);
            next = outer;
        }
        // From the outside inwards, so that what has been computed for a part is used again.
        for condition in conditions.into_iter().rev() {
            all = self.and(&all, &condition)?;
        }
        match all {
            Truth::Const(true) => Ok(None),
            all => Ok(Some(self.truth_in(all, level)?)),
        }
    }

    /// A register of the outermost block that is filled from outside.
    pub(crate) fn input(&mut self, file: File) -> Place {
        Place { level: 0, reg: self.levels[0].block.register(file) }
    }

    /// An operation in a level; an equal one is used again.
    pub(crate) fn emit(&mut self, level: u8, op: Op) -> Result<Place, TooLarge> {
        let file = op.file();
        let at = &mut self.levels[usize::from(level)];
        if let Some(&reg) = at.known.get(&op) {
            return Ok(Place { level, reg });
        }
        self.ops += 1;
        if self.ops > MAX_OPS {
            return Err(TooLarge);
        }
        let reg = at.block.register(file);
        at.block.ops.push((op.clone(), reg));
        at.known.insert(op, reg);
        Ok(Place { level, reg })
    }

    /// A register of a level that holds what a place further out holds.
    pub(crate) fn bring(&mut self, file: File, place: Place, level: u8) -> Reg {
        let mut place = place;
        while place.level < level {
            let at = &mut self.levels[usize::from(place.level) + 1];
            let inner = match at.imported.get(&(file, place)) {
                Some(&inner) => inner,
                None => {
                    let inner = at.block.register(file);
                    at.block.imports.push(Import { file, outer: place.reg, inner });
                    at.imported.insert((file, place), inner);
                    inner
                }
            };
            place = Place { level: place.level + 1, reg: inner };
        }
        place.reg
    }

    /// A register of a level for a number.
    pub(crate) fn num_in(&mut self, num: Num, level: u8) -> Result<Reg, TooLarge> {
        match num {
            Num::Const(value) => Ok(self.emit(level, Op::Int(value))?.reg),
            Num::At(place) => Ok(self.bring(File::Ints, place, level)),
        }
    }

    /// A register of a level for a truth value.
    pub(crate) fn truth_in(&mut self, truth: Truth, level: u8) -> Result<Reg, TooLarge> {
        match truth {
            Truth::Const(value) => Ok(self.emit(level, Op::Truth(value))?.reg),
            Truth::At(place) => Ok(self.bring(File::Bools, place, level)),
        }
    }

    /// A number that an operation makes.
    pub(crate) fn number_by(&mut self, level: u8, op: Op) -> Result<Num, TooLarge> {
        Ok(Num::At(self.emit(level, op)?))
    }

    /// A truth value that an operation makes.
    pub(crate) fn truth_by(&mut self, level: u8, op: Op) -> Result<Truth, TooLarge> {
        Ok(Truth::At(self.emit(level, op)?))
    }

    /// What is seen of a position.
    pub(crate) fn look(&mut self, look: Look, position: Place) -> Result<Num, TooLarge> {
        self.number_by(position.level, Op::Look(look, position.reg))
    }

    /// Something with one number.
    pub(crate) fn with_number(&mut self, a: Num, op: fn(Reg, i32) -> Op, by: i32) -> Result<Num, TooLarge> {
        let level = level_of(a);
        let a = self.num_in(a, level)?;
        self.number_by(level, op(a, by))
    }

    /// A truth value made of two.
    pub(crate) fn two(&mut self, a: Truth, b: Truth, op: fn(Reg, Reg) -> Op) -> Result<Truth, TooLarge> {
        let level = level_of_truth(a).max(level_of_truth(b));
        let (a, b) = (self.truth_in(a, level)?, self.truth_in(b, level)?);
        self.truth_by(level, op(a, b))
    }

    /// Whether file and rank are a square of a constant set.
    pub(crate) fn in_set(&mut self, file: Num, rank: Num, set: u64) -> Result<Truth, TooLarge> {
        if let (Num::Const(file), Num::Const(rank)) = (file, rank) {
            let on = (1..=8).contains(&file) && (1..=8).contains(&rank);
            return Ok(Truth::Const(on && set >> (8 * (rank - 1) + file - 1) & 1 == 1));
        }
        let level = level_of(file).max(level_of(rank));
        let (file, rank) = (self.num_in(file, level)?, self.num_in(rank, level)?);
        self.truth_by(level, Op::InSet(file, rank, set))
    }
}

/// The level of a number.
pub(crate) fn level_of(num: Num) -> u8 {
    if let Num::At(place) = num { place.level } else { 0 }
}

/// The level of a truth value.
pub(crate) fn level_of_truth(truth: Truth) -> u8 {
    if let Truth::At(place) = truth { place.level } else { 0 }
}
