//! What a strategy does, for columns of positions: the first step that has a move, and all its best moves.
//!
//! The moves of a column are worked out once. Then each step in turn is tried on those moves whose position no
//! earlier step has decided. What depends on the position before the move only is computed once for
//! each position, not for each move; all steps share it.

use std::borrow::Cow;
use std::collections::HashMap;

use adli_chess::Symmetry;
use adli_claims::Limit;
use adli_lang::term::{Slots, StrategyId};

use super::block::{Block, Reg, Registers};
use super::builder::Place;
use super::compile::{Compiler, Names};
use super::engine::Engine;
use super::run::{ROWS, expand};
use crate::fold::Fold;
use adli_position::space::{Code, Space, mode, square, turn};

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

/// The choices of a strategy, as far as they are known.
///
/// They are worked out once for each class of images under the symmetries that the strategy has.
pub(crate) struct Graph {
    fold: Fold,
    /// For each place where its choice begins in `lists`; 0 if it is not known.
    first: Vec<u32>,
    /// The same for positions without a place.
    others: HashMap<Code, u32>,
    /// Choices one after the other: the step (or [`NONE`]) with the number of moves, then the positions after them.
    lists: Vec<u64>,
}

const NONE: u64 = 0xffff;
/// Where the choice begins that is being worked out.
const PENDING: u32 = u32::MAX;

impl Graph {
    fn start(&self, index: Option<usize>, code: Code) -> u32 {
        match index {
            Some(index) => self.first[index],
            None => self.others.get(&code).copied().unwrap_or(0),
        }
    }

    /// Keeps a choice.
    fn add(&mut self, space: &Space, code: Code, step: Option<u16>, moves: &[Code]) -> Result<(), Limit> {
        let start = u32::try_from(self.lists.len()).map_err(|_| Limit::Memory("what a strategy does"))?;
        self.lists.push(step.map_or(NONE, u64::from) | (moves.len() as u64) << 16);
        self.lists.extend_from_slice(moves);
        self.put(space.index(code), code, start);
        Ok(())
    }

    fn put(&mut self, index: Option<usize>, code: Code, start: u32) {
        match index {
            Some(index) => self.first[index] = start,
            None => drop(self.others.insert(code, start)),
        }
    }
}

impl<'p> Engine<'p> {
    /// Whether a strategy is asked at a position: it is to move, and everybody is there.
    pub(crate) fn asks(&self, strategy: StrategyId, code: Code) -> bool {
        self.is_own(strategy, code) && self.space().is_home(code)
    }

    /// Whether a strategy's side is to move.
    pub(crate) fn is_own(&self, strategy: StrategyId, code: Code) -> bool {
        let side = self.program.strategy(strategy).map(|strategy| strategy.side);
        side == Some(u16::from(turn(code).0))
    }

    /// What a strategy does at a position for which [`Engine::ensure`] has been called: the step, if one applies,
    /// and the positions after the moves it allows.
    pub(crate) fn choice(&self, strategy: StrategyId, code: Code) -> Option<(Option<u16>, Cow<'_, [Code]>)> {
        let graph = self.graphs.get(usize::from(strategy.0))?.as_ref()?;
        // Places do not tell whose move it is.
        if !self.is_own(strategy, code) {
            return None;
        }
        let space = self.space();
        let (first, symmetry) = graph.fold.turned(space, code);
        let start = graph.start(space.index(first), first) as usize;
        if start == 0 || start == PENDING as usize {
            return None;
        }
        let (step, moves) = (graph.lists[start] & 0xffff, (graph.lists[start] >> 16) as usize);
        let step = if step == NONE { None } else { Some(step as u16) };
        let moves = &graph.lists[start + 1..start + 1 + moves];
        let moves = if symmetry == Symmetry::IDENTITY {
            Cow::Borrowed(moves)
        } else {
            let back = symmetry.inverse().index();
            Cow::Owned(moves.iter().map(|&after| space.image(after, back)).collect())
        };
        Some((step, moves))
    }

    /// Works out what a strategy does at positions where it is asked.
    pub(crate) fn ensure(&mut self, strategy: StrategyId, codes: &[Code]) -> Result<(), Limit> {
        let number = usize::from(strategy.0);
        while self.graphs.len() <= number {
            self.graphs.push(None);
            self.choosers.push(None);
        }
        if self.graphs[number].is_none() {
            let places = self.space().places();
            self.take(4 * places as u64, "what a strategy does")?;
            let fold = self.fold_of(strategy);
            self.graphs[number] =
                Some(Graph { fold, first: vec![0; places], others: HashMap::new(), lists: vec![0] });
        }
        let mut todo = Vec::new();
        let space = self.space();
        if let Some(graph) = &mut self.graphs[number] {
            for &code in codes {
                let code = graph.fold.first(space, code);
                let index = space.index(code);
                if graph.start(index, code) == 0 {
                    todo.push(code);
                    graph.put(index, code, PENDING);
                }
            }
        }
        if todo.is_empty() {
            return Ok(());
        }
        let mut chooser = match self.choosers[number].take() {
            Some(chooser) => chooser,
            None => Box::new(self.chooser(strategy)?),
        };
        // Where it is committed to a tree, the tree says what it does.
        let (committed, todo): (Vec<Code>, Vec<Code>) = todo.into_iter().partition(|&code| mode(code) != 0);
        for code in committed {
            self.go_on()?;
            let (step, moves) = self.committed_choice(code)?;
            let Some(graph) = &mut self.graphs[number] else { continue };
            graph.add(space, code, Some(step), &moves)?;
        }
        for chunk in todo.chunks(POSITIONS[usize::from(chooser.grows)]) {
            self.go_on()?;
            let mut chosen = self.choose(&mut chooser, chunk)?;
            self.commit_chosen(strategy, chunk, &mut chosen)?;
            self.take(8 * (chosen.moves.len() + chunk.len()) as u64, "what a strategy does")?;
            let Some(graph) = &mut self.graphs[number] else { continue };
            for (row, &code) in chunk.iter().enumerate() {
                let (from, to) = chosen.ranges[row];
                graph.add(space, code, chosen.steps[row], &chosen.moves[from..to])?;
            }
        }
        self.choosers[number] = Some(chooser);
        Ok(())
    }

    /// Gives the moves of steps that play trees out their modes.
    fn commit_chosen(
        &mut self,
        strategy: StrategyId,
        codes: &[Code],
        chosen: &mut Chosen,
    ) -> Result<(), Limit> {
        let steps = &self.program[strategy].steps;
        for number in (0..steps.len()).filter(|&number| steps[number].advice.is_some()) {
            let (mut places, mut roots) = (Vec::new(), Vec::new());
            for (row, &code) in codes.iter().enumerate() {
                let (from, to) = chosen.ranges[row];
                if chosen.steps[row] == Some(number as u16) {
                    places.extend(from..to);
                    roots.resize(places.len(), code);
                }
            }
            if places.is_empty() {
                continue;
            }
            let mut afters: Vec<Code> = places.iter().map(|&place| chosen.moves[place]).collect();
            self.commit(strategy, number as u16, &roots, &mut afters)?;
            places.into_iter().zip(afters).for_each(|(place, after)| chosen.moves[place] = after);
        }
        Ok(())
    }

    fn chooser(&mut self, strategy: StrategyId) -> Result<Chooser, Limit> {
        let program = self.program;
        let mut compiler = Compiler::new(program, &mut self.notions, 1);
        let mut steps = Vec::new();
        for step in &program[strategy].steps {
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
        let grows = program[strategy].steps.iter().any(|step| step.advice.is_some());
        Ok(Chooser { block, registers, steps, moves: Registers::default(), grows })
    }

    fn choose(&mut self, chooser: &mut Chooser, codes: &[Code]) -> Result<Chosen, Limit> {
        let rows = codes.len();
        let mut chosen = Chosen { steps: vec![None; rows], ranges: vec![(0, 0); rows], moves: Vec::new() };
        let given = &mut chooser.registers.words[0];
        given.clear();
        given.extend_from_slice(codes);
        self.run(&chooser.block, &mut chooser.registers, rows)?;
        let space = self.space();
        let everybody = space.endgame.everybody();
        let most = if chooser.grows { usize::MAX } else { ROWS };
        let mut row = 0;
        while row < rows {
            row = expand(space, &mut chooser.moves, codes, (row..rows, most), everybody, |_| true);
            let moves = chooser.moves.parents.iter().zip(&chooser.moves.words[0]);
            let mut open: Vec<(u32, u16, Code)> = moves
                .map(|(&parent, &after)| (parent, movers(codes[parent as usize], after, space.men()), after))
                .collect();
            for (number, step) in chooser.steps.iter().enumerate() {
                if open.is_empty() {
                    break;
                }
                let mut inner = std::mem::take(&mut chooser.registers.inner[number]);
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
                    let block = &chooser.block.inner[number];
                    inner.import(&block.imports, &chooser.registers);
                    done = self.run(block, &mut inner, moves);
                    if done.is_ok() {
                        chosen.take(number, step, &inner);
                    }
                }
                chooser.registers.inner[number] = inner;
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
struct Chosen {
    steps: Vec<Option<u16>>,
    ranges: Vec<(usize, usize)>,
    moves: Vec<Code>,
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
