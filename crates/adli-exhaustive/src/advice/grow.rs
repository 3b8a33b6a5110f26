//! One forcing tree from one position, by tables that fill as far as this one tree needs.

use adli_claims::Limit;
use adli_lang::{MovesFrom, NodeId, TreeNode};
use adli_position::space::{Code, turn};
use adli_position::{Growing, made_move, slot_move, stopped};

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

    /// The tree from a position on that a move has just led to; `left` plies are left there. Positions are the root, which is of
    /// this kind, that before the move and that after it.
    pub(crate) fn grow<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        growing: &mut Growing,
        (kind, left): (usize, u8),
        positions: [Code; 3],
    ) -> Result<NodeId, Limit> {
        let [root, before, at] = positions;
        if let Some(known) = growing.known(left, before, at) {
            return Ok(known);
        }
        engine.go_on()?;
        let advice = engine.ground().advice(self.id)?;
        let space = engine.space();
        let states = positions.map(|code| space.state(code));
        let mut interpreter = engine.ground().interpreter(MovesFrom::Core);
        let leaf = interpreter.leaf(self.id, left, &states[0], &states[1], &states[2]).map_err(stopped)?;
        let next = if leaf.is_some() {
            Vec::new()
        } else if u16::from(turn(at).0) == advice.side {
            let mut moves = self.tree_moves(engine, kind, left, &[at])?.concat();
            moves.sort_by_key(|&after| slot_move(space, at, after).map(|mv| (mv.man, mv.to)));
            moves.truncate(1);
            moves
        } else {
            self.looked_at(engine, kind, left, Moves::from_one(at, space.after_moves(at)))?.after
        };
        let mut branches = Vec::with_capacity(next.len());
        for after in next {
            branches.push(self.grow(engine, growing, (kind, left.saturating_sub(1)), [root, at, after])?);
        }
        let mv = made_move(space, before, at)?;
        growing.add(left, before, at, TreeNode { mv, at: states[2], leaf, branches })
    }
}
