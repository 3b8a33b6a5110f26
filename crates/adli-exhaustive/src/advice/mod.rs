//! Where forcing trees succeed, for whole columns of positions: backing-up in its general form.
//!
//! A piece of advice asks, after an own move, whether its tree goes on with so many plies left. The plain interpreter
//! answers by search, and searches again whatever comes up again. Here the answers are kept: for each number of plies left
//! and each position one of them, worked out level by level from the positions with no ply left to those that are asked
//! about, a column at a time. An own move succeeds if one of the positions after it does, a reply if all do. Only
//! what somebody asks for is backed up, each position once.
//!
//! **More plies.** Where there is something to reach and nobody counts plies, a tree for few plies is one for more. Then nothing is kept by plies left: two
//! numbers for each position say below how many plies there is no tree, and from how many on there is one ([`plies`]). That needs two bytes a position, so it is done with
//! three men and not with more.
//!
//! **Goals that compare with the root** make the answer depend on where the tree began. But they look at the root
//! only through a few numbers (how far the king stood from the edge), so that roots with the same numbers
//! have the same trees. [`roots`] finds the largest parts of the goals that speak of the root alone; for each
//! combination of their values that occurs there is a set of tables of its own ([`Valued`]), and a
//! position may be backed up once for each. Nothing is assumed about the comparison. Where the goals
//! look at the root in a way that is no number (a set of squares), the search of the interpreter takes over.
//!
//! **Numbers with many values** (a measure that must not fall below that of the root) would need hundreds of such sets. If goals are
//! only harder, or only easier, for larger values of a number, one set of tables serves all of them: what is kept is no longer whether
//! the tree goes on but up to which number of the root it does ([`threshold`]). Yes and no are two such answers, for every number
//! and for none; so there is one procedure for both ([`level`]), which takes the best of the own moves and the worst of
//! the replies.
//!
//! **Goals that look at the position before the last move** are asked for every move anew; what is kept of a position is
//! then only how the tree goes on from it, which does not depend on how it was reached. `ply` is fixed by the plies left, so
//! goals that count plies are made for each of them ([`goal`]), and often look back only at some.
//!
//! **Symmetry.** If all goals and all numbers of the root are shown to be the same in every image of a position
//! (`symmetry`), one position of a class is kept for all.
//!
//! The thesis of Niblett describes three such procedures (better goals, move constraints, comparison with the
//! root) under restrictions that kept each position in one place; none of them is needed here.

mod cells;
mod follow;
mod goal;
mod grow;
mod kept;
mod kinds;
mod level;
mod moves;
mod order;
mod plies;
mod refuse;
mod roots;
mod spans;
mod threshold;

pub(crate) use follow::Ends;
pub(crate) use grow::FromRoot;
pub(crate) use moves::Moves;
pub(crate) use roots::roots_of_trees;

use std::collections::HashMap;

use adli_claims::Limit;
use adli_lang::term::{AdviceId, TermId};

use crate::columns::{Asks, Columns, Compiled, Nodes};
use crate::fold::Fold;
use crate::moves::is_small;
use goal::Goal;
use kept::{Said, Valued};
use kinds::Kind;
use order::Constrained;
use threshold::Threshold;

/// The tables of one piece of advice.
pub(crate) struct Trees {
    id: AdviceId,
    /// The symmetries of trees whose roots have everybody at home, and of others: where the numbers of a root are the same in its
    /// images, trees with these numbers are images of one another, wherever they are asked for.
    folds: [Fold; 2],
    /// Parts of the goals that speak of the root alone; nothing if the goals cannot be split in that way.
    roots: Option<Vec<TermId>>,
    root_blocks: Vec<Compiled>,
    /// After an own move and after a reply: what must hold, and what ends the tree.
    hold: [Option<Goal>; 2],
    reach: [Option<Goal>; 2],
    /// Constraints on own moves and on replies.
    constrained: [Constrained; 2],
    /// Whether goals count plies.
    counts: bool,
    /// Whether a tree for some plies is one for more, wherever its positions were reached from, and there is room to use it.
    grows_on: bool,
    /// The kinds of roots that have come up, and their numbers.
    kinds: Vec<Kind>,
    values: HashMap<Vec<i32>, usize>,
    /// The number of the root for which trees are worth something, if there is one, and whether one has been looked for.
    threshold: Option<Threshold>,
    has_chosen: bool,
    said: Said,
    valued: Vec<Valued>,
}

impl Trees {
    pub(crate) fn new<'p>(engine: &mut impl Asks<'p>, id: AdviceId) -> Result<Trees, Limit> {
        let advice = engine.ground().advice(id)?;
        let mut roots = roots::of(engine, advice.conditions());
        let ply = engine.program().terms.find_variable(advice.ply);
        let goal = |term: TermId| Goal::new(engine, term, roots.as_deref().unwrap_or_default(), ply);
        // What always holds need not be asked; but what is always reached is reached.
        let asked = |term: TermId| goal(term).unless_certain();
        let mut hold = advice.hold.map(asked);
        let mut reach = advice.reach.map(|term| term.map(goal));
        let mut constrained = [&advice.each, &advice.replies].map(|c| Constrained::new(c.as_ref(), goal));
        let mut goals: Vec<&mut Goal> = hold.iter_mut().chain(&mut reach).flatten().collect();
        goals.extend(constrained.iter_mut().flat_map(Constrained::goals));
        let counts = goals.iter().any(|goal| goal.counts());
        // Where one of them cannot be compiled, trees are left to the interpreter.
        if goals.iter_mut().any(|goal| goal.block(engine, 1).is_err()) {
            roots = None;
        }
        let mut goals = hold.iter_mut().chain(&mut reach).flatten();
        let looks_back =
            goals.any(|goal| goal.block(engine, 1).is_ok_and(|block| block.looks_at >> 2 & 1 == 1));
        // Two bytes a place for every piece of advice are too much where there are many places.
        let grows_on =
            advice.has_reach() && !counts && roots.is_some() && !looks_back && is_small(engine.space());
        let root_blocks = roots.iter().flatten().map(|&term| engine.compile(term, 3, &[])).collect();
        let (space, roots_of) = (engine.space(), roots.as_deref());
        let folds =
            [true, false].map(|home| Fold::of_trees(space, engine.symmetries(), (id, roots_of), home));
        Ok(Trees {
            id,
            folds,
            roots,
            root_blocks,
            hold,
            reach,
            constrained,
            counts,
            grows_on,
            kinds: Vec::new(),
            values: HashMap::new(),
            threshold: None,
            has_chosen: false,
            said: Said::new(),
            valued: Vec::new(),
        })
    }

    /// Whether trees go on, for columns of nodes where that is needed.
    pub(crate) fn forces<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        left: u8,
        nodes: &Nodes<'_>,
        needed: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> Result<(), Limit> {
        out.clear();
        out.resize(nodes.at.len(), 0);
        for group in self.grouped(engine, nodes, needed_rows(nodes, needed))? {
            let found = self.worths(engine, group.tables, left, nodes, &group.rows)?;
            for (&(row, least), worth) in group.rows.iter().zip(found) {
                out[row as usize] = u8::from(worth >= least);
            }
        }
        Ok(())
    }

    /// In how many plies they can end; one more than are left if they cannot.
    pub(crate) fn plies_to_goal<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        left: u8,
        nodes: &Nodes<'_>,
        needed: Option<&[u8]>,
        out: &mut Vec<i32>,
    ) -> Result<(), Limit> {
        out.clear();
        out.resize(nodes.at.len(), i32::from(left) + 1);
        for mut group in self.grouped(engine, nodes, needed_rows(nodes, needed))? {
            if self.valued[group.tables].plies.is_some() {
                let at = group.rows.iter().map(|&(row, _)| nodes.at[row as usize]).collect();
                let found = self.fewest(engine, group.tables, left, at)?;
                group.rows.iter().zip(found).for_each(|(&(row, _), plies)| out[row as usize] = plies);
                continue;
            }
            for plies in 0..=left {
                let found = self.worths(engine, group.tables, plies, nodes, &group.rows)?;
                let mut found = found.into_iter();
                group.rows.retain(|&(row, least)| {
                    let ends = found.next() >= Some(least);
                    if ends {
                        out[row as usize] = i32::from(plies);
                    }
                    !ends
                });
            }
        }
        Ok(())
    }

    /// Whether goals look at the position before an own move (`whose` 0) or a reply (1) with so many plies left after it.
    fn looks_back<'p>(&mut self, engine: &mut impl Asks<'p>, whose: usize, left: u8) -> Result<bool, Limit> {
        let ply = engine.ground().advice(self.id)?.plies - left;
        for goal in [&mut self.hold[whose], &mut self.reach[whose]].into_iter().flatten() {
            if goal.block(engine, ply)?.looks_at >> 2 & 1 == 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The symmetries of the trees of these tables.
    #[inline]
    fn fold(&self, tables: usize) -> &Fold {
        &self.folds[self.valued[tables].fold]
    }
}

/// The rows that somebody asks about.
fn needed_rows(nodes: &Nodes<'_>, needed: Option<&[u8]>) -> Vec<u32> {
    (0..nodes.at.len() as u32).filter(|&row| needed.is_none_or(|n| n[row as usize] != 0)).collect()
}

#[cfg(test)]
mod tests;
