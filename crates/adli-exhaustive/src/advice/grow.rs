//! Trees from one position, as they are or folded, by tables that fill as far as one tree needs.

use adli_claims::Limit;
use adli_lang::{Leaf, MovesFrom};
use adli_position::{Code, Offers, Space, slot_move, stopped};

use super::{Moves, Trees};
use crate::columns::{Asks, Nodes};

/// The trees of a piece of advice from one root on.
pub(crate) struct FromRoot<'t, 'p, E> {
    pub(crate) space: &'p Space,
    pub(crate) trees: &'t mut Trees,
    pub(crate) engine: &'t mut E,
    /// The number of the root's kind.
    pub(crate) kind: usize,
    pub(crate) root: Code,
    /// The best first moves, as the positions after them.
    pub(crate) first: Vec<Code>,
}

impl<'p, E: Asks<'p>> Offers for FromRoot<'_, 'p, E> {
    fn space(&self) -> &Space {
        self.space
    }

    fn first_moves(&mut self) -> Result<Vec<Code>, Limit> {
        Ok(self.first.clone())
    }

    fn enough(&mut self, left: u8, after: Code) -> Result<u8, Limit> {
        let is_monotone = self.engine.ground().advice(self.trees.id)?.has_reach() && !self.trees.counts;
        let nodes = Nodes { roots: &[self.root], before: &[self.root], at: &[after] };
        for plies in if is_monotone { 0..left } else { 0..0 } {
            if self.trees.over(self.engine, self.kind, plies, &nodes, &[0])?.first() == Some(&true) {
                return Ok(plies);
            }
        }
        Ok(left)
    }

    fn leaf(&mut self, left: u8, before: Code, at: Code) -> Result<Option<Leaf>, Limit> {
        let space = self.space;
        let [root, before, at] = [self.root, before, at].map(|code| space.state(code));
        let mut interpreter = self.engine.ground().interpreter(MovesFrom::Core);
        interpreter.leaf(self.trees.id, left, &root, &before, &at).map_err(stopped)
    }

    fn own_moves(&mut self, left: u8, at: Code) -> Result<Vec<Code>, Limit> {
        self.engine.go_on()?;
        let space = self.space;
        let good = self.trees.tree_moves(self.engine, self.kind, left, &[at])?.concat();
        // Which of like men has moved is not told by tables.
        let mut moves = space.after_moves(at);
        moves.retain(|&after| good.contains(&space.canonical(after)));
        moves.sort_by_key(|&after| slot_move(space, at, after).map(|mv| (mv.man, mv.to)));
        Ok(moves)
    }

    fn own_move(&mut self, left: u8, at: Code) -> Result<Option<Code>, Limit> {
        Ok(self.own_moves(left, at)?.first().copied())
    }

    fn replies(&mut self, left: u8, at: Code) -> Result<Vec<Code>, Limit> {
        let replies = Moves::from_one(at, self.space.after_moves(at));
        Ok(self.trees.looked_at(self.engine, self.kind, left, replies)?.after)
    }
}
