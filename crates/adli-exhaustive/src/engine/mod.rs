//! The engine: what a proof stands on, put together.
//!
//! Each part works by itself: the ground and the ledger, symmetries, columns, tables of forcing trees. They meet here because
//! the language lets them: a condition may ask what a strategy does ([`choose`]), a strategy asks conditions, a tree asks both,
//! and a strategy may be committed to a tree ([`commit`]). So this is the one place that knows all of them, and the parts ask it
//! through what columns need ([`Asks`]).

mod choose;
mod commit;
mod folding;

use std::collections::HashMap;
use std::rc::Rc;

use adli_claims::{Covered, Limit, Watch};
use adli_lang::term::{AdviceId, StrategyId};
use adli_lang::{Cast, Program};
use adli_position::space::bare;
use adli_position::{Code, Space};
use adli_symmetry::Symmetries;
use adli_values::{TableSource, Tables};

use crate::advice::Trees;
use crate::columns::{Asks, Chooser, Memo, Nodes};
use crate::fold::Fold;
use crate::ground::Ground;
use crate::ledger::Ledger;
use choose::Graph;
use commit::Modes;

/// All legal positions of some men that count under the symmetries that are used, for a side to move.
pub(crate) struct Listed {
    pub(crate) fold: Rc<Fold>,
    pub(crate) side: usize,
    pub(crate) cast: Cast,
    pub(crate) codes: Rc<Vec<Code>>,
}

/// Evaluates terms of a program, with some options set, over columns of positions, and follows strategies.
pub(crate) struct Engine<'p> {
    pub(crate) ground: Ground<'p>,
    pub(crate) ledger: Rc<Ledger>,
    pub(crate) memo: Memo<'p>,
    /// What is known of the symmetries of the text; nothing if they are not to be used.
    symmetries: Option<Symmetries<'p>>,
    /// The symmetries that the present claim has: one position stands for all its images.
    pub(crate) fold: Rc<Fold>,
    /// Lists of positions that have been asked for.
    pub(crate) listed: Vec<Listed>,
    /// Strategies as blocks, in a part for each of the casts with whom they are asked, and what they do.
    choosers: HashMap<(StrategyId, usize), Chooser>,
    graphs: Vec<Option<Graph>>,
    /// Where forcing trees succeed, by advice.
    trees: Vec<Option<Box<Trees>>>,
    /// What strategies are committed to.
    modes: Modes,
    /// How far the work on the present claim has come.
    pub(crate) covered: Covered,
}

impl<'p> Engine<'p> {
    /// On this ground, with so much memory; `folds` says whether symmetries are used.
    pub(crate) fn new(ground: Ground<'p>, memory: u64, folds: bool) -> Engine<'p> {
        Engine {
            memo: Memo::new(&ground),
            symmetries: folds.then(|| Symmetries::new(ground.program, &ground.options)),
            fold: Rc::new(Fold::none(ground.space)),
            ground,
            ledger: Ledger::new(memory),
            listed: Vec::new(),
            choosers: HashMap::new(),
            graphs: Vec::new(),
            trees: Vec::new(),
            modes: Modes::default(),
            covered: Covered::Nothing,
        }
    }

    /// Works with the tables of a piece of advice. Goals may ask about other advice, but never about this one.
    pub(crate) fn with_trees<T>(
        &mut self,
        id: AdviceId,
        work: impl FnOnce(&mut Self, &mut Trees) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        let number = usize::from(id.0);
        while self.trees.len() <= number {
            self.trees.push(None);
        }
        let mut trees = match self.trees[number].take() {
            Some(trees) => trees,
            None => Box::new(Trees::new(self, id)?),
        };
        let result = work(self, &mut trees);
        self.trees[number] = Some(trees);
        result
    }
}

/// Works with an engine for a program as it stands: no option is set, no table at hand, and symmetries are used.
pub(crate) fn with_engine<T>(
    program: &Program,
    memory: u64,
    watch: &dyn Watch,
    work: impl FnOnce(&mut Engine<'_>) -> Result<T, Limit>,
) -> Result<T, Limit> {
    let space = Space::of(&program.endgame)?;
    let none = TableSource::empty();
    let tables = Tables::new(&program.endgame, watch, memory, &none);
    let ground = Ground { program, space: &space, options: Vec::new(), tables: &tables, watch };
    work(&mut Engine::new(ground, memory, true))
}

impl<'p> Asks<'p> for Engine<'p> {
    fn ground(&self) -> &Ground<'p> {
        &self.ground
    }

    fn ledger(&self) -> &Rc<Ledger> {
        &self.ledger
    }

    fn memo(&mut self) -> &mut Memo<'p> {
        &mut self.memo
    }

    fn symmetries(&mut self) -> Option<&mut Symmetries<'p>> {
        self.symmetries.as_mut()
    }

    fn ask(&mut self, strategy: StrategyId, codes: &[Code]) -> Result<(), Limit> {
        let own: Vec<Code> = codes.iter().copied().filter(|&code| self.ground.asks(strategy, code)).collect();
        self.ensure(strategy, &own)
    }

    fn step(&self, strategy: StrategyId, code: Code) -> Option<u16> {
        if self.ground.asks(strategy, code) { self.choice(strategy, code)?.0 } else { None }
    }

    fn allows(&self, strategy: StrategyId, before: Code, after: Code) -> bool {
        let space = self.ground.space;
        let choice = if self.ground.asks(strategy, before) { self.choice(strategy, before) } else { None };
        let same = |allowed: &Code| bare(space.canonical(*allowed)) == space.canonical(after);
        choice.is_some_and(|(_, moves)| moves.iter().any(same))
    }

    fn forces(
        &mut self,
        advice: AdviceId,
        left: u8,
        nodes: &Nodes<'_>,
        needed: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> Result<(), Limit> {
        self.with_trees(advice, |engine, trees| trees.forces(engine, left, nodes, needed, out))
    }

    fn plies_to_goal(
        &mut self,
        advice: AdviceId,
        left: u8,
        nodes: &Nodes<'_>,
        needed: Option<&[u8]>,
        out: &mut Vec<i32>,
    ) -> Result<(), Limit> {
        self.with_trees(advice, |engine, trees| trees.plies_to_goal(engine, left, nodes, needed, out))
    }
}
