//! A forcing tree that somebody has grown, as data, and whether it is one.
//!
//! Written out, a tree has a line for every reply to every move, and advice with plies to spare has trees of millions of moves that
//! all go through a few thousand positions. So what follows is said once, however many lines lead to it: moves are numbered, each
//! after those that follow it, and branches are numbers. Whoever wants to know how large a tree is when it is written out, or how its
//! lines end, adds up from the last moves to the first, and never writes it out.

use std::collections::HashSet;

use crate::core::program::Advice;
use crate::core::term::AdviceId;
use crate::meaning::interpret::Interpreter;
use crate::meaning::play::SlotMove;
use crate::meaning::state::State;
use crate::meaning::tree::{Leaf, Seen, is_own};
use crate::meaning::value::Stopped;

/// A forcing tree from a position on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// Whose tree.
    pub advice: AdviceId,
    /// Where it begins.
    pub root: State,
    /// Each after those that follow it; the last is the first move.
    nodes: Vec<TreeNode>,
}

/// The number of a move in a tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A move in a tree, and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The move.
    pub mv: SlotMove,
    /// The position after it.
    pub at: State,
    /// Why the tree ends here, if it does.
    pub leaf: Option<Leaf>,
    /// One own move, or all replies.
    pub branches: Vec<NodeId>,
}

/// How large a tree is when it is written out. Where there are more moves or lines than [`Extent::MOST`], that is the number.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// How many moves it has.
    pub moves: u64,
    /// How many moves its longest line has.
    pub plies: usize,
    /// How its lines end, and how many end so, in the order in which they come up.
    pub ends: Vec<(Leaf, u64)>,
}

impl Tree {
    /// A tree without any move yet.
    #[must_use]
    pub fn new(advice: AdviceId, root: State) -> Tree {
        Tree { advice, root, nodes: Vec::new() }
    }

    /// One move more, after those that follow it.
    pub fn add(&mut self, node: TreeNode) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        // INVARIANT: what follows has a smaller number.
        debug_assert!(node.branches.iter().all(|branch| *branch < id));
        self.nodes.push(node);
        id
    }

    /// How many moves it has, each counted once, however many lines lead to it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The first move.
    #[must_use]
    pub fn first(&self) -> Option<&TreeNode> {
        self.nodes.last()
    }

    /// What follows a move.
    pub fn branches(&self, node: &TreeNode) -> impl Iterator<Item = &TreeNode> {
        node.branches.iter().filter_map(|id| self.nodes.get(id.0 as usize))
    }

    /// How large it is when it is written out.
    #[must_use]
    pub fn extent(&self) -> Extent {
        let mut extents: Vec<Extent> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut extent = Extent::default();
            extent.ends.extend(node.leaf.map(|leaf| (leaf, 1)));
            for next in node.branches.iter().filter_map(|id| extents.get(id.0 as usize)) {
                extent.add(next);
            }
            extent.moves = sum(extent.moves, 1);
            extent.plies += 1;
            extents.push(extent);
        }
        extents.pop().unwrap_or_default()
    }
}

impl Extent {
    /// The largest number that whoever reads a report is sure to read as it is.
    pub const MOST: u64 = 1 << 53;

    /// Another branch beside those that there are.
    fn add(&mut self, other: &Extent) {
        self.moves = sum(self.moves, other.moves);
        self.plies = self.plies.max(other.plies);
        for &(leaf, lines) in &other.ends {
            match self.ends.iter_mut().find(|(known, _)| *known == leaf) {
                Some((_, known)) => *known = sum(*known, lines),
                None => self.ends.push((leaf, lines)),
            }
        }
    }
}

fn sum(a: u64, b: u64) -> u64 {
    // INVARIANT: both are at most MOST, so that nothing overflows.
    (a + b).min(Extent::MOST)
}

/// What has been confirmed: a move in a tree, made from a position with so many plies left after it.
type Confirmed = HashSet<(NodeId, State, u8)>;

impl Interpreter<'_> {
    /// Whether a tree is one: its first move satisfies the advice, every node holds, every own node has one move, every other
    /// node all replies that the advice looks at, and every leaf ends the tree for the reason it gives.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn confirms(&mut self, tree: &Tree) -> Result<bool, Stopped> {
        let advice = self.program.advice(tree.advice).ok_or(Stopped::Unbound)?;
        let Some((first, number)) = tree.first().zip(tree.nodes.len().checked_sub(1)) else {
            return Ok(false);
        };
        let opens =
            advice.first.men.contains(first.mv.man) && self.holds(advice.opening, &[tree.root, first.at])?;
        let legal = self.legal_moves(&tree.root)?.contains(&(first.mv, first.at));
        let mut known = Confirmed::new();
        Ok(opens
            && legal
            && self.confirms_from(
                advice,
                tree,
                NodeId(number as u32),
                &tree.root,
                advice.plies - 1,
                &mut known,
            )?)
    }

    /// The same from a move on that was made in a position, with so many plies left after it. What has been confirmed need not be confirmed again.
    fn confirms_from(
        &mut self,
        advice: &Advice,
        tree: &Tree,
        number: NodeId,
        before: &State,
        left: u8,
        known: &mut Confirmed,
    ) -> Result<bool, Stopped> {
        if known.contains(&(number, *before, left)) {
            return Ok(true);
        }
        let Some(node) = tree.nodes.get(number.0 as usize) else { return Ok(false) };
        let moves = match self.seen(advice, left, &tree.root, before, &node.at)? {
            Seen::Fails => return Ok(false),
            Seen::Ends(leaf) => return Ok(node.leaf == Some(leaf) && node.branches.is_empty()),
            Seen::GoesOn(moves) => moves,
        };
        let branches: Vec<(SlotMove, State)> = tree.branches(node).map(|next| (next.mv, next.at)).collect();
        let is_whole = if is_own(advice, &node.at) {
            branches.len() == 1 && branches.iter().all(|branch| moves.contains(branch))
        } else {
            branches.len() == moves.len() && moves.iter().all(|mv| branches.contains(mv))
        };
        if node.leaf.is_some() || !is_whole {
            return Ok(false);
        }
        for &branch in &node.branches {
            if !self.confirms_from(advice, tree, branch, &node.at, left - 1, known)? {
                return Ok(false);
            }
        }
        known.insert((number, *before, left));
        Ok(true)
    }
}
