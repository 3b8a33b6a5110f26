//! The column evaluator: core terms over whole columns of positions at once.
//!
//! From the bottom up: programs over columns ([`block`]), the compiler that makes them of terms ([`compile`]), who runs them
//! ([`run`]), notions that are kept in tables ([`find`]), and strategies as blocks ([`choose`]).
//!
//! A condition may ask what a strategy does, and where forcing trees go on; both are worked out by asking conditions again. So
//! whoever runs a block is handed somebody who answers such questions ([`Asks`]). How, is none of the business of columns.

mod block;
mod builder;
mod cells;
mod choose;
mod compile;
mod find;
mod made;
mod notions;
mod run;
mod words;

use std::rc::Rc;

use adli_claims::Limit;
use adli_lang::Program;
use adli_lang::term::{AdviceId, StrategyId};
use adli_position::{Code, Space};
use adli_symmetry::Symmetries;

use crate::ground::Ground;
use crate::ledger::Ledger;

pub(crate) use choose::{Chooser, Chosen};
pub(crate) use find::Memo;
pub(crate) use made::{Columns, Compiled};

/// Who answers what blocks ask and columns do not know.
pub(crate) trait Asks<'p>: Sized {
    /// The program and its positions.
    fn ground(&self) -> &Ground<'p>;

    /// How much memory there is.
    fn ledger(&self) -> &Rc<Ledger>;

    /// What columns keep from one question to the next.
    fn memo(&mut self) -> &mut Memo<'p>;

    /// What is known of the symmetries of the text; nothing if they are not to be used.
    fn symmetries(&mut self) -> Option<&mut Symmetries<'p>>;

    /// Works out what a strategy does, at those of the positions where it is asked.
    fn ask(&mut self, strategy: StrategyId, codes: &[Code]) -> Result<(), Limit>;

    /// The step that applies; nothing where none does, or where the strategy is not asked. It has been worked out.
    fn step(&self, strategy: StrategyId, code: Code) -> Option<u16>;

    /// Whether a strategy allows a move. What it does has been worked out.
    fn allows(&self, strategy: StrategyId, before: Code, after: Code) -> bool;

    /// Whether trees go on, for columns of nodes.
    fn forces(
        &mut self,
        advice: AdviceId,
        left: u8,
        nodes: &Nodes<'_>,
        needed: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> Result<(), Limit>;

    /// In how many plies they can end; one more than are left if they cannot.
    fn plies_to_goal(
        &mut self,
        advice: AdviceId,
        left: u8,
        nodes: &Nodes<'_>,
        needed: Option<&[u8]>,
        out: &mut Vec<i32>,
    ) -> Result<(), Limit>;

    /// The text.
    fn program(&self) -> &'p Program {
        self.ground().program
    }

    /// Its positions.
    fn space(&self) -> &'p Space {
        self.ground().space
    }

    /// Asks whether to go on.
    fn go_on(&self) -> Result<(), Limit> {
        self.ground().go_on()
    }

    /// Accounts for memory that is about to be used.
    fn take(&self, bytes: u64, what: &'static str) -> Result<(), Limit> {
        self.ledger().take(bytes, what)
    }
}

/// Columns of nodes of forcing trees: roots, positions before the last move, positions.
pub(crate) struct Nodes<'c> {
    pub(crate) roots: &'c [Code],
    pub(crate) before: &'c [Code],
    pub(crate) at: &'c [Code],
}

#[cfg(test)]
pub(crate) mod tests;
