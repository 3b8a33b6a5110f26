//! Trees as they are played: which moves belong to one, and which replies leave it.

use adli_claims::Limit;
use adli_position::Code;

use super::Trees;
use super::kept::Bounds;
use super::kinds::Kind;
use super::moves::Moves;
use crate::columns::{Asks, Nodes};

/// Whether a tree ends at a position by its goals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    Reached,
    Failed,
    NotYet,
}

impl Trees {
    /// Whether what goals look at in a root is a few numbers.
    pub(crate) fn can_be_followed(&self) -> bool {
        self.roots.is_some()
    }

    /// What goals say of a tree with a root of this kind after moves, with so many plies left.
    pub(crate) fn goes_on<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        kind: usize,
        left: u8,
        before: &[Code],
        afters: &[Code],
    ) -> Result<Vec<Ends>, Limit> {
        let &Kind { tables, least, .. } = &self.kinds[kind];
        let mut at = afters.to_vec();
        self.seen(engine, tables, left, &mut at)?;
        let goals = self.goals(engine, tables, left, before, &at)?;
        let ends = |goal: Bounds| match (least <= goal.least, least <= goal.most) {
            (true, _) => Ends::Reached,
            (false, true) => Ends::NotYet,
            (false, false) => Ends::Failed,
        };
        Ok(goals.into_iter().map(ends).collect())
    }

    /// The moves of a tree with the own side to move.
    pub(crate) fn tree_moves<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        kind: usize,
        mut left: u8,
        code: Code,
    ) -> Result<Vec<Code>, Limit> {
        let advice = engine.ground().advice(self.id)?;
        let &Kind { tables, least, .. } = &self.kinds[kind];
        if advice.quickest {
            let at = [self.fold(tables).first(engine.space(), code)];
            let mut plies = 1;
            while plies < left && self.onward(engine, tables, plies, &at)? < vec![least] {
                plies += 1;
            }
            left = plies;
        }
        let Some(left) = left.checked_sub(1) else { return Ok(Vec::new()) };
        let space = engine.space();
        let afters = space.after_moves(code).into_iter().map(|after| space.canonical(after)).collect();
        let mut moves = Moves::from_one(code, afters);
        self.constrain(engine, tables, left, true, &mut moves)?;
        let rows: Vec<u32> = (0..moves.after.len() as u32).collect();
        let nodes = Nodes { roots: &moves.before, before: &moves.before, at: &moves.after };
        let mut goes_on = self.over(engine, kind, left, &nodes, &rows)?.into_iter();
        moves.keep(|_, _| goes_on.next() == Some(true));
        self.first_in_order(engine, tables, left, true, &mut moves)?;
        Ok(moves.after)
    }

    /// Puts replies that the advice looks at first; answers how many they are.
    pub(crate) fn looked_at<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        kind: usize,
        left: u8,
        before: Code,
        replies: &mut [Code],
    ) -> Result<usize, Limit> {
        let mut moves = Moves::from_one(before, replies.to_vec());
        let tables = self.kinds[kind].tables;
        self.constrain(engine, tables, left.saturating_sub(1), false, &mut moves)?;
        replies.sort_by_key(|reply| !moves.after.contains(reply));
        Ok(moves.after.len())
    }
}
