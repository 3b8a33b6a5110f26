//! What is wrong with a first move, by tables that fill as far as this one answer needs.

use adli_claims::Limit;
use adli_position::space::Code;

use super::{Moves, Trees};
use crate::columns::{Asks, Nodes};

impl Trees {
    /// Whether a tree begins with a move.
    pub(crate) fn begins<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        root: Code,
        after: Code,
    ) -> Result<bool, Limit> {
        let left = engine.ground().advice(self.id)?.plies.saturating_sub(1);
        let kind = self.kind_of(engine, root)?;
        let nodes = Nodes { roots: &[root], before: &[root], at: &[after] };
        Ok(self.over(engine, kind, left, &nodes, &[0])?.first() == Some(&true))
    }

    /// A reply after which no tree goes on.
    pub(crate) fn refutation<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        root: Code,
        after: Code,
    ) -> Result<Option<Code>, Limit> {
        let advice = engine.ground().advice(self.id)?;
        let Some(left) = advice.plies.checked_sub(2) else { return Ok(None) };
        let kind = self.kind_of(engine, root)?;
        let replies = Moves::from_one(after, engine.space().after_moves(after));
        let replies = self.looked_at(engine, kind, left + 1, replies)?.after;
        let (roots, before) = (vec![root; replies.len()], vec![after; replies.len()]);
        let rows: Vec<u32> = (0..replies.len() as u32).collect();
        let nodes = Nodes { roots: &roots, before: &before, at: &replies };
        let goes_on = self.over(engine, kind, left, &nodes, &rows)?;
        Ok(replies.into_iter().zip(goes_on).find(|(_, goes_on)| !goes_on).map(|(reply, _)| reply))
    }
}
