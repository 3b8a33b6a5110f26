//! One forcing tree from one position, or why there is none.
//!
//! Where the search of one position gives up (`asking`), the tables of [`super::Trees`] answer which moves go on; they fill as far
//! as this one tree needs. Either way the finished tree is handed to the plain interpreter, which knows nothing of both, before
//! anybody sees it.

use adli_claims::Limit;
use adli_lang::term::{AdviceId, StrategyId};
use adli_lang::{Aim, Enumeration, MovesFrom, Program, Strategy, Tree, TreeNode};
use adli_position::{MAX_NODES, NoTree, Refusal, Searched, made_move, slot_move, stopped};

use super::commit::Mode;
use super::{Nodes, Trees, advice_of};
use adli_position::space::{Code, bare, turn};

use crate::columns::Engine;

/// The program with one more strategy, which tries this advice and nothing else.
pub(crate) fn with_only(program: &Program, id: AdviceId) -> Program {
    let mut program = program.clone();
    if let Some(advice) = program.advice.get(usize::from(id.0)) {
        let steps = vec![advice.first.clone()];
        let names = vec![advice.name.clone(), "none".to_owned()];
        program.enums.push(Enumeration { name: advice.name.clone(), values: names });
        program.strategies.push(Strategy {
            name: advice.name.clone(),
            side: advice.side,
            aim: Aim::Win,
            steps,
            values: adli_lang::term::EnumId(program.enums.len() as u16 - 1),
            span: advice.span,
        });
    }
    program
}

impl Engine<'_> {
    /// A forcing tree by tables, not yet confirmed by anybody, or why there is none; nothing if it is too large.
    pub(crate) fn search(&mut self, id: AdviceId, root: Code) -> Result<Option<Searched>, Limit> {
        let strategy = StrategyId(self.program.strategies.len() as u16 - 1);
        self.ensure(strategy, &[root])?;
        let space = self.space();
        let mut first: Vec<Code> = match self.choice(strategy, root) {
            Some((Some(_), moves)) => moves.iter().map(|&after| bare(after)).collect(),
            _ => return Ok(Some(Searched::None(self.refusals(id, root)?))),
        };
        first.sort_by_key(|&after| slot_move(space, root, after).map(|mv| (mv.man, mv.to)));
        let Some(&after) = first.first() else { return Ok(Some(Searched::None(Vec::new()))) };
        let advice = advice_of(self, id)?;
        let mut room = MAX_NODES;
        let node = self.with_trees(id, |engine, trees| {
            let values = trees.numbers_of(engine, &[root])?.first().copied().unwrap_or(0);
            let mode = Mode { strategy, step: 0, advice: id, values, left: advice.plies - 1 };
            trees.grow(engine, mode, [root, root, after], &mut room)
        })?;
        let tree = |node| Tree { advice: id, root: space.state(root), branches: vec![node] };
        Ok(node.map(|node| Searched::Found(tree(node))))
    }

    /// What a strategy does, by tables.
    pub(crate) fn asked_by_tables(
        &mut self,
        strategy: StrategyId,
        at: Code,
    ) -> Result<Option<(usize, Vec<Code>)>, Limit> {
        self.ensure(strategy, &[at])?;
        let Some((Some(step), moves)) = self.choice(strategy, at) else { return Ok(None) };
        Ok(Some((usize::from(step), moves.iter().map(|&after| bare(after)).collect())))
    }

    /// What is wrong with each legal move.
    fn refusals(&mut self, id: AdviceId, root: Code) -> Result<Vec<Refusal>, Limit> {
        let mut refusals = Vec::new();
        for after in self.space().after_moves(root) {
            refusals.extend(self.refusal(id, root, after)?);
        }
        refusals.sort_by_key(|refusal| (refusal.mv.man, refusal.mv.to));
        Ok(refusals)
    }

    /// What is wrong with a first move; nothing if a tree begins with it.
    pub(crate) fn refusal(
        &mut self,
        id: AdviceId,
        root: Code,
        after: Code,
    ) -> Result<Option<Refusal>, Limit> {
        let advice = advice_of(self, id)?;
        let space = self.space();
        let (here, at) = (space.state(root), space.state(after));
        let mv = made_move(space, root, after)?;
        let mut interpreter = self.interpreter(MovesFrom::Core);
        let mut holds = |term| interpreter.holds(term, &[here, at, here]).map_err(stopped);
        let why = if !holds(advice.when)? {
            NoTree::NotAsked
        } else if !advice.first.men.contains(mv.man) || !holds(advice.opening)? {
            NoTree::NotAdvised
        } else if !holds(advice.hold[0])? {
            NoTree::NotHeld
        } else if self.with_trees(id, |engine, trees| trees.begins(engine, root, after))? {
            return Ok(None);
        } else {
            let reply = self.with_trees(id, |engine, trees| trees.refutation(engine, root, after))?;
            reply.map_or(Ok(NoTree::NotReached), |reply| made_move(space, after, reply).map(NoTree::Reply))?
        };
        Ok(Some(Refusal { mv, after: at, why }))
    }
}

impl Trees {
    /// Whether a tree begins with a move.
    fn begins(&mut self, engine: &mut Engine<'_>, root: Code, after: Code) -> Result<bool, Limit> {
        let left = advice_of(engine, self.id)?.plies.saturating_sub(1);
        let values = self.numbers_of(engine, &[root])?.first().copied().unwrap_or(0);
        let nodes = Nodes { roots: &[root], before: &[root], at: &[after] };
        Ok(self.over(engine, values, left, &nodes, &[0])?.first() == Some(&true))
    }

    /// A reply after which no tree goes on.
    fn refutation(
        &mut self,
        engine: &mut Engine<'_>,
        root: Code,
        after: Code,
    ) -> Result<Option<Code>, Limit> {
        let advice = advice_of(engine, self.id)?;
        let Some(left) = advice.plies.checked_sub(2) else { return Ok(None) };
        let values = self.numbers_of(engine, &[root])?.first().copied().unwrap_or(0);
        let mut replies = engine.space().after_moves(after);
        let begun = Mode { strategy: StrategyId(0), step: 0, advice: self.id, values, left: left + 1 };
        let looked_at = self.looked_at(engine, begun, after, &mut replies)?;
        replies.truncate(looked_at);
        let (roots, before) = (vec![root; replies.len()], vec![after; replies.len()]);
        let rows: Vec<u32> = (0..replies.len() as u32).collect();
        let nodes = Nodes { roots: &roots, before: &before, at: &replies };
        let goes_on = self.over(engine, values, left, &nodes, &rows)?;
        Ok(replies.into_iter().zip(goes_on).find(|(_, goes_on)| !goes_on).map(|(reply, _)| reply))
    }

    /// The tree from a position on that a move has just led to; `mode` says how many plies are left there. Positions are the root, that before the
    /// move and that after it. Nothing if there is no room for it.
    fn grow(
        &mut self,
        engine: &mut Engine<'_>,
        mode: Mode,
        positions: [Code; 3],
        room: &mut usize,
    ) -> Result<Option<TreeNode>, Limit> {
        engine.go_on()?;
        let Some(less) = room.checked_sub(1) else { return Ok(None) };
        *room = less;
        let advice = advice_of(engine, self.id)?;
        let space = engine.space();
        let [root, before, at] = positions;
        let states = positions.map(|code| space.state(code));
        let mut interpreter = engine.interpreter(MovesFrom::Core);
        let leaf =
            interpreter.leaf(self.id, mode.left, &states[0], &states[1], &states[2]).map_err(stopped)?;
        let mut node =
            TreeNode { mv: made_move(space, before, at)?, at: states[2], leaf, branches: Vec::new() };
        if leaf.is_some() {
            return Ok(Some(node));
        }
        let mut next = if u16::from(turn(at).0) == advice.side {
            let mut moves = self.tree_moves(engine, advice, mode, at)?;
            moves.sort_by_key(|&after| slot_move(space, at, after).map(|mv| (mv.man, mv.to)));
            moves.truncate(1);
            moves
        } else {
            space.after_moves(at)
        };
        if u16::from(turn(at).0) != advice.side {
            let looked_at = self.looked_at(engine, mode, at, &mut next)?;
            next.truncate(looked_at);
        }
        for after in next {
            let mode = Mode { left: mode.left.saturating_sub(1), ..mode };
            let Some(branch) = self.grow(engine, mode, [root, at, after], room)? else { return Ok(None) };
            node.branches.push(branch);
        }
        Ok(Some(node))
    }
}
