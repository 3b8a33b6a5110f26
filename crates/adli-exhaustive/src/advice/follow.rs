//! Trees as they are played: which moves belong to one, and which replies leave it.

use adli_claims::Limit;
use adli_position::Code;

use super::kept::Bounds;
use super::kinds::Kind;
use super::{Moves, Trees};
use crate::columns::{Asks, Nodes};

/// The end of a tree at a position, if it ends there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    Reached,
    /// By a goal that fails, or because its plies are used up.
    Over,
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
            (false, true) if left > 0 => Ends::NotYet,
            (false, _) => Ends::Over,
        };
        Ok(goals.into_iter().map(ends).collect())
    }

    /// The moves of trees with roots of one kind, for positions with the own side to move.
    pub(crate) fn tree_moves<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        kind: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<Vec<Code>>, Limit> {
        let mut found = vec![Vec::new(); codes.len()];
        let plies = self.plies_played(engine, kind, left, codes)?;
        let space = engine.space();
        for left in 1..=left {
            let mut moves = Moves::default();
            for row in (0..codes.len()).filter(|&row| plies[row] == left) {
                let afters = space.after_moves(codes[row]).into_iter().map(|after| space.canonical(after));
                moves.extend(row as u32, codes[row], afters);
            }
            if moves.after.is_empty() {
                continue;
            }
            let tables = self.kinds[kind].tables;
            self.constrain(engine, tables, left - 1, true, &mut moves)?;
            let rows: Vec<u32> = (0..moves.after.len() as u32).collect();
            let nodes = Nodes { roots: &moves.before, before: &moves.before, at: &moves.after };
            let mut goes_on = self.over(engine, kind, left - 1, &nodes, &rows)?.into_iter();
            moves.keep(|_, _| goes_on.next() == Some(true));
            self.first_in_order(engine, tables, left - 1, true, &mut moves)?;
            moves.parents.iter().zip(moves.after).for_each(|(&row, after)| found[row as usize].push(after));
        }
        Ok(found)
    }

    /// How many plies the trees have that are played from positions with so many left: all of them, or under `quickest` as few as will do.
    fn plies_played<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        kind: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<u8>, Limit> {
        let mut played = vec![left; codes.len()];
        if !engine.ground().advice(self.id)?.quickest {
            return Ok(played);
        }
        let &Kind { tables, least, .. } = &self.kinds[kind];
        let (fold, space) = (self.fold(tables), engine.space());
        let at: Vec<Code> = codes.iter().map(|&code| fold.first(space, code)).collect();
        let mut open: Vec<usize> = (0..codes.len()).collect();
        for plies in 1..left {
            let asked: Vec<Code> = open.iter().map(|&row| at[row]).collect();
            let mut worths = self.onward(engine, tables, plies, &asked)?.into_iter();
            open.retain(|&row| {
                let goes_on = worths.next() >= Some(least);
                if goes_on {
                    played[row] = plies;
                }
                !goes_on
            });
        }
        Ok(played)
    }

    /// Of replies those that the advice looks at, with so many plies left before them.
    pub(crate) fn looked_at<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        kind: usize,
        left: u8,
        mut replies: Moves,
    ) -> Result<Moves, Limit> {
        if engine.ground().advice(self.id)?.passes {
            return Ok(replies.passed());
        }
        let tables = self.kinds[kind].tables;
        self.constrain(engine, tables, left.saturating_sub(1), false, &mut replies)?;
        Ok(replies)
    }
}
