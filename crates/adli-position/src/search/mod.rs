//! One position by depth-first search: whether there is a forcing tree, which one, and what a strategy does.
//!
//! The tables of the exhaustive method answer for whole endgames, and fill whole levels before they answer for one position. Here one
//! position is asked about, and most of a tree need not be looked at: an own move that succeeds is enough, and so is one
//! reply that refutes. So terms are evaluated one position at a time, lazily, over packed positions (`terms`); trees are
//! searched depth first (`forces`); and four things make that quick:
//!
//! - **Goals first.** All replies are asked for their goals before the tree goes on from one of them, for one that fails at once
//!   decides. Own moves likewise, if a goal may be reached by them.
//! - **Order.** A move that decided a position at this ply is likely to decide the next one: moves are tried in the order of how
//!   often they did.
//! - **Relaxed games.** Before a tree goes on after an own move, a game with sets of squares for the kings may show that it cannot
//!   ([`relaxed`]).
//! - **Memory.** How a tree goes on from a position is remembered, and so is what definitions say that look at moves or at many
//!   squares. Where goals do not count plies, an answer for some plies is often the answer for others ([`memory`]).
//!
//! Roots need no thought: there is one, and goals that compare with it look at it. Deep searches, in which everything comes up in the end,
//! are better left to tables. So the search counts the terms that it evaluates and gives up after [`BUDGET`] of them; whoever
//! asked goes on with tables. It shares no code with the plain interpreter, which confirms every tree before it is shown.

mod choose;
mod committed;
mod forces;
mod grow;
mod maybe;
mod memory;
mod relaxed;
mod sets;
mod terms;
mod tree;

use std::collections::HashMap;

use adli_claims::{Limit, Watch, Work};
use adli_lang::term::{AdviceId, TermId};
use adli_lang::{Program, TermMap, Value};

use crate::space::{Code, Space};
use crate::spread::Spread;
use crate::tree::Nodes;
use maybe::Sees;
use memory::Memory;
use relaxed::Relaxed;

/// So many terms are evaluated before the search gives up: about a second.
const BUDGET: u64 = 30_000_000;

/// What a search remembers, which is as true of the next position that is asked about.
pub struct Kept {
    /// Which definitions are remembered, once that has been looked at.
    worth: Vec<Option<bool>>,
    /// Their values, by definition and position.
    known: HashMap<(u32, Code), i32, Spread>,
    /// Sets that a square gives whatever the position, as a knight's jumps: by definition and square.
    patterns: HashMap<(u32, (i32, i32)), u64, Spread>,
    /// For `{s: s in A and ..}` the set A, once that has been looked at.
    among: TermMap<Option<TermId>>,
    /// What terms look at, once that has been looked at.
    sees: TermMap<Sees>,
    /// What is known of the trees of each piece of advice.
    trees: Vec<Option<Box<Memory>>>,
    /// And of its relaxed game, if it has one, once that has been looked at.
    relaxed: Vec<Option<Option<Box<Relaxed>>>>,
}

/// A search about positions of a program, with its options as they are.
pub struct Search<'p> {
    program: &'p Program,
    space: &'p Space,
    watch: &'p dyn Watch,
    /// What is left of the budget.
    budget: u64,
    /// How deep in terms and trees it is.
    depth: u32,
    variables: Vec<Value>,
    /// The positions after moves that quantifiers have bound.
    moves: Vec<Code>,
    symmetries: Vec<usize>,
    kept: Kept,
    nodes: Nodes,
    /// Whether relaxed games are played.
    relaxes: bool,
    /// In how many goals of trees it is: what these ask about trees is not worth a relaxed game.
    goals: u32,
}

impl Kept {
    /// Nothing yet.
    #[must_use]
    pub fn new(program: &Program) -> Kept {
        Kept {
            worth: vec![None; program.definitions.len()],
            known: HashMap::default(),
            patterns: HashMap::default(),
            among: TermMap::default(),
            sees: TermMap::default(),
            trees: program.advice.iter().map(|_| None).collect(),
            relaxed: program.advice.iter().map(|_| None).collect(),
        }
    }

    /// How many answers are remembered.
    #[must_use]
    pub fn answers(&self) -> usize {
        self.known.len() + self.trees.iter().flatten().map(|memory| memory.answers()).sum::<usize>()
    }
}

impl<'p> Search<'p> {
    /// A search that remembers nothing yet.
    #[must_use]
    pub fn new(program: &'p Program, space: &'p Space, watch: &'p dyn Watch) -> Search<'p> {
        Search::with(Kept::new(program), program, space, watch)
    }

    /// A search that begins with what another one about the same program has found out, and with a budget of its own.
    #[must_use]
    pub fn with(kept: Kept, program: &'p Program, space: &'p Space, watch: &'p dyn Watch) -> Search<'p> {
        Search {
            program,
            space,
            watch,
            budget: BUDGET,
            depth: 0,
            variables: vec![Value::Int(0); program.terms.variables()],
            moves: vec![0; program.terms.move_variables()],
            symmetries: vec![0; program.terms.symmetry_variables()],
            kept,
            nodes: Nodes::default(),
            relaxes: true,
            goals: 0,
        }
    }

    /// The same search without relaxed games, to compare with.
    #[must_use]
    pub fn unrelaxed(self) -> Search<'p> {
        Search { relaxes: false, ..self }
    }

    /// How many nodes it has looked at so far.
    #[must_use]
    pub fn nodes(&self) -> Nodes {
        self.nodes
    }

    /// What the next search may begin with.
    #[must_use]
    pub fn into_kept(self) -> Kept {
        self.kept
    }

    /// Counts one more term; now and then asks whether to go on.
    fn spend(&mut self) -> Result<(), Limit> {
        self.budget = self.budget.checked_sub(1).ok_or(Limit::Work(Work::Steps(BUDGET)))?;
        let asked = if self.budget & 0xffff == 0 { self.watch.stopped() } else { None };
        asked.map_or(Ok(()), |by| Err(Limit::Stopped(by)))
    }

    fn advice(&self, id: AdviceId) -> Result<&'p adli_lang::Advice, Limit> {
        let found = self.program.advice(id);
        found.ok_or_else(|| Limit::Internal("there is no such advice".into()))
    }
}
