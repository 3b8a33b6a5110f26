//! One forcing tree from one position, or why there is none.
//!
//! Where the search of one position gives up ([`super::asking`]), the tables of [`super::Trees`] answer which moves go on; they fill as far
//! as this one tree needs. Either way the finished tree is handed to the plain interpreter, which knows nothing of both, before
//! anybody sees it.

use adli_chess::Kind;
use adli_claims::Limit;
use adli_lang::term::{AdviceId, Slot, StrategyId};
use adli_lang::{
    Aim, Enumeration, Interpreter, MovesFrom, Program, SlotMove, State, Strategy, Tree, TreeNode,
};

use super::commit::Mode;
use super::{Nodes, Trees, advice_of};
use crate::columns::{Engine, FUEL};
use crate::replay::stopped;
use crate::space::{Code, OFF, Space, bare, kind, square, turn};

/// What the search for a tree has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Searched {
    /// A tree.
    Found(Tree),
    /// None, and what is wrong with each first move.
    None(Vec<Refusal>),
}

/// A first move, and why no tree begins with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The move.
    pub mv: SlotMove,
    /// The position after it.
    pub after: State,
    /// What is wrong.
    pub why: NoTree,
}

/// Why no tree begins with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTree {
    /// The advice is not for such positions.
    NotAsked,
    /// The advice does not make such a move here.
    NotAdvised,
    /// What is to hold does not hold after it.
    NotHeld,
    /// Nothing is reached before the plies are used up, or the game is over.
    NotReached,
    /// No tree goes on after this reply.
    Reply(SlotMove),
}

/// Larger trees are not grown: nobody reads them, and there is no end to what advice to hold for many plies may ask for.
pub(crate) const MAX_NODES: usize = 1 << 18;

/// What a search has found, before the plain interpreter has looked at it.
pub struct Unconfirmed<'p> {
    pub(super) program: &'p Program,
    /// Nothing if there is a tree, but a very large one.
    pub(super) found: Option<Searched>,
}

impl Unconfirmed<'_> {
    /// What was found, if the plain interpreter accepts it.
    ///
    /// # Errors
    /// Where that is too much for it, or the tree is none, which would be a fault of ours.
    pub fn confirmed(self) -> Result<Searched, Limit> {
        let found = self.found.ok_or(Limit::Size(MAX_NODES as u64))?;
        if let Searched::Found(tree) = &found {
            let mut interpreter = Interpreter::new(self.program).moves_from(MovesFrom::Core).fuel(FUEL);
            if !interpreter.confirms(tree).map_err(stopped)? {
                return Err(Limit::Internal("the plain interpreter does not accept the tree".into()));
            }
        }
        Ok(found)
    }
}

/// The program with one more strategy, which tries this advice and nothing else.
pub(super) fn with_only(program: &Program, id: AdviceId) -> Program {
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
    pub(super) fn search(&mut self, id: AdviceId, root: Code) -> Result<Option<Searched>, Limit> {
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
    pub(super) fn asked_by_tables(
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
        for after in successors(self.space(), root) {
            refusals.extend(self.refusal(id, root, after)?);
        }
        refusals.sort_by_key(|refusal| (refusal.mv.man, refusal.mv.to));
        Ok(refusals)
    }

    /// What is wrong with a first move; nothing if a tree begins with it.
    pub(super) fn refusal(
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
        let mut replies = successors(engine.space(), after);
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
            successors(space, at)
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

fn successors(space: &Space, code: Code) -> Vec<Code> {
    let mut after = Vec::new();
    space.successors(code, space.endgame.everybody(), |next| {
        after.push(next);
        false
    });
    after
}

/// The move from one position to the other, which somebody has made.
pub(crate) fn made_move(space: &Space, before: Code, after: Code) -> Result<SlotMove, Limit> {
    slot_move(space, before, after).ok_or_else(|| Limit::Internal("a move that nobody made".into()))
}

/// The move from one position to the other.
pub(crate) fn slot_move(space: &Space, before: Code, after: Code) -> Option<SlotMove> {
    let side = turn(before).into_colour();
    let own = |slot: &usize| space.endgame.men[*slot].side == side;
    let slot = (0..space.men()).filter(own).find(|&slot| square(before, slot) != square(after, slot))?;
    let to = square(after, slot);
    let promotion = kind(before, slot) != kind(after, slot);
    (to < OFF).then(|| SlotMove {
        man: Slot(slot as u8),
        to: (to as i32 % 8 + 1, to as i32 / 8 + 1),
        promotion: if promotion { Kind::ALL.get(kind(after, slot)).copied() } else { None },
    })
}
