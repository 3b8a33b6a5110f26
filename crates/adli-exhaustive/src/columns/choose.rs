//! What a strategy does, for columns of positions: the first step that has a move, and all its best moves.
//!
//! The moves of a column are worked out once. Then each step in turn is tried on those moves whose position no
//! earlier step has decided. What depends on the position before the move only is computed once for
//! each position, not for each move; all steps share it.

use adli_claims::Limit;
use adli_lang::Step;
use adli_lang::term::Slots;
use adli_position::space::{Code, square};

use super::Asks;
use super::block::{Block, Reg, Registers};
use super::builder::Place;
use super::compile::{Compiler, Names};
use super::run::{ROWS, expand, run};

/// How many positions are decided at a time; more where trees are grown, which have less to do for each the more there are.
const POSITIONS: [usize; 2] = [256, 4096];

/// A strategy made into blocks: one for positions, and in it one for the moves of each step.
pub(crate) struct Chooser {
    block: Block,
    registers: Registers,
    steps: Vec<StepCode>,
    moves: Registers,
    /// Whether it grows trees.
    grows: bool,
}

struct StepCode {
    men: Slots,
    condition: Reg,
    /// The registers of keys, most important first; whether the greatest is best.
    keys: Vec<(Reg, bool)>,
}

impl Chooser {
    /// Of the steps of a strategy, or of the first move of a tree.
    pub(crate) fn new<'p>(asks: &mut impl Asks<'p>, written: &'p [Step]) -> Result<Chooser, Limit> {
        let mut compiler = Compiler::new(&mut asks.memo().notions, 1);
        let mut steps = Vec::new();
        for step in written {
            let level = compiler.builder.open(1);
            let names = Names::given([Place { level: 0, reg: 0 }, Place { level, reg: 0 }]);
            let made = compiler.step(step, &names, level);
            let block = compiler.builder.close();
            compiler.builder.adopt(0, block);
            let (condition, keys) = made.map_err(|_| {
                Limit::NotRun(format!("the step `{}` is too large for this method", step.name))
            })?;
            steps.push(StepCode { men: step.men, condition, keys });
        }
        let block = compiler.finish().pop().unwrap_or_default();
        let registers = Registers::new(&block);
        let grows = written.iter().any(|step| step.advice.is_some());
        Ok(Chooser { block, registers, steps, moves: Registers::default(), grows })
    }

    /// How many positions are decided at a time.
    pub(crate) fn most(&self) -> usize {
        POSITIONS[usize::from(self.grows)]
    }

    /// What the strategy does at each position of a column.
    pub(crate) fn choose<'p>(&mut self, asks: &mut impl Asks<'p>, codes: &[Code]) -> Result<Chosen, Limit> {
        let rows = codes.len();
        let mut chosen = Chosen { steps: vec![None; rows], ranges: vec![(0, 0); rows], moves: Vec::new() };
        let given = &mut self.registers.words[0];
        given.clear();
        given.extend_from_slice(codes);
        run(asks, &self.block, &mut self.registers, rows)?;
        let space = asks.space();
        let everybody = space.endgame.everybody();
        let most = if self.grows { usize::MAX } else { ROWS };
        let mut row = 0;
        while row < rows {
            row = expand(space, &mut self.moves, codes, (row..rows, most), everybody, |_| true);
            let moves = self.moves.parents.iter().zip(&self.moves.words[0]);
            let mut open: Vec<(u32, u16, Code)> = moves
                .map(|(&parent, &after)| (parent, movers(codes[parent as usize], after, space.men()), after))
                .collect();
            for (number, step) in self.steps.iter().enumerate() {
                if open.is_empty() {
                    break;
                }
                let mut inner = std::mem::take(&mut self.registers.inner[number]);
                inner.parents.clear();
                if inner.words.is_empty() {
                    inner.words.push(Vec::new());
                }
                inner.words[0].clear();
                for &(parent, _, after) in open.iter().filter(|(_, mover, _)| step.men.0 & mover != 0) {
                    inner.parents.push(parent);
                    inner.words[0].push(after);
                }
                let moves = inner.parents.len();
                let mut done = Ok(());
                if moves > 0 {
                    let block = &self.block.inner[number];
                    inner.import(&block.imports, &self.registers);
                    done = run(asks, block, &mut inner, moves);
                    if done.is_ok() {
                        chosen.take(number, step, &inner);
                    }
                }
                self.registers.inner[number] = inner;
                done?;
                open.retain(|(parent, ..)| chosen.steps[*parent as usize].is_none());
            }
        }
        Ok(chosen)
    }
}

/// Who has moved, as a set: the side to move has one man who stands elsewhere.
fn movers(before: Code, after: Code, men: usize) -> u16 {
    let moved =
        (0..men).filter(|&slot| square(before, slot) != square(after, slot) && square(after, slot) < 64);
    moved.fold(0, |set, slot| set | 1 << slot)
}

/// What a strategy does at each position of a column.
pub(crate) struct Chosen {
    pub(crate) steps: Vec<Option<u16>>,
    /// Where the moves of each begin and end.
    pub(crate) ranges: Vec<(usize, usize)>,
    /// The positions after the moves.
    pub(crate) moves: Vec<Code>,
}

impl Chosen {
    /// Takes over the best moves of a step. Moves of one position stand together.
    fn take(&mut self, number: usize, step: &StepCode, moves: &Registers) {
        let condition = &moves.bools[step.condition as usize];
        let key = |row: usize, (reg, most): (Reg, bool)| {
            let number = moves.ints[reg as usize][row];
            if most { number.saturating_neg() } else { number }
        };
        let mut best = 0;
        for (row, &parent) in moves.parents.iter().enumerate() {
            if condition[row] == 0 {
                continue;
            }
            let parent = parent as usize;
            if self.steps[parent].is_none() {
                self.steps[parent] = Some(number as u16);
                self.ranges[parent] = (self.moves.len(), self.moves.len());
                best = row;
            }
            let keys = || step.keys.iter().copied();
            match keys().map(|k| key(row, k)).cmp(keys().map(|k| key(best, k))) {
                std::cmp::Ordering::Greater => continue,
                std::cmp::Ordering::Less => {
                    best = row;
                    self.moves.truncate(self.ranges[parent].0);
                }
                std::cmp::Ordering::Equal => {}
            }
            self.moves.push(moves.words[0][row]);
            self.ranges[parent].1 = self.moves.len();
        }
    }
}
