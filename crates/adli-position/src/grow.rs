//! A forcing tree grown from one position, for whoever knows which moves trees make.
//!
//! A tree should be one that people can read, and with plies to spare it goes round and round; so it is given no more plies than the
//! shortest one needs, if that is all that changes with them, and begins with a move that needs no more ([`beginnings`]). How it goes on
//! after a move with so many plies left is grown once, however many lines lead there.

use std::collections::HashMap;

use adli_claims::Limit;
use adli_lang::term::AdviceId;
use adli_lang::{Leaf, NodeId, Tree, TreeNode};

use crate::space::{Code, Space, Turn, turn};
use crate::spread::Spread;
use crate::tree::{MAX_NODES, made_move};

/// Who knows the forcing trees of a piece of advice from one root on.
pub trait Offers {
    /// The positions.
    fn space(&self) -> &Space;
    /// The best first moves, as the positions after them, in the order of men and squares.
    ///
    /// # Errors
    /// Which limit was reached.
    fn first_moves(&mut self) -> Result<Vec<Code>, Limit>;
    /// With how many plies a tree goes on after a first move, of so many that are left: the least number, if that is all that changes with it.
    ///
    /// # Errors
    /// Which limit was reached.
    fn enough(&mut self, left: u8, after: Code) -> Result<u8, Limit>;
    /// Why a tree ends where a move has just led to and a tree goes on, with so many plies left; nothing if moves follow.
    ///
    /// # Errors
    /// Which limit was reached.
    fn leaf(&mut self, left: u8, before: Code, at: Code) -> Result<Option<Leaf>, Limit>;
    /// The own moves that a tree may make, of which any is as good as the other, as the positions after them.
    ///
    /// # Errors
    /// Which limit was reached.
    fn own_moves(&mut self, left: u8, at: Code) -> Result<Vec<Code>, Limit>;
    /// One of them.
    ///
    /// # Errors
    /// Which limit was reached.
    fn own_move(&mut self, left: u8, at: Code) -> Result<Option<Code>, Limit>;
    /// The replies that are looked at, as the positions after them.
    ///
    /// # Errors
    /// Which limit was reached.
    fn replies(&mut self, left: u8, at: Code) -> Result<Vec<Code>, Limit>;
}

/// The moves with which trees of the fewest plies begin, in the order of men and squares, each with the plies that are left after it.
///
/// # Errors
/// Which limit was reached.
pub(crate) fn beginnings(offers: &mut impl Offers, plies: u8) -> Result<Vec<(u8, Code)>, Limit> {
    let Some(left) = plies.checked_sub(1) else { return Ok(Vec::new()) };
    let mut first = Vec::new();
    for after in offers.first_moves()? {
        first.push((offers.enough(left, after)?, after));
    }
    let least = first.iter().map(|(plies, _)| *plies).min();
    first.retain(|(plies, _)| Some(*plies) == least);
    Ok(first)
}

/// A tree of a piece of advice from a root on, whose bound is so many plies; nothing if it has none there.
///
/// # Errors
/// Which limit was reached.
pub fn grow(
    offers: &mut impl Offers,
    advice: AdviceId,
    root: Code,
    plies: u8,
) -> Result<Option<Tree>, Limit> {
    let Some(&(left, after)) = beginnings(offers, plies)?.first() else { return Ok(None) };
    let tree = Tree::new(advice, offers.space().state(root));
    let side = turn(root);
    let mut growing = Growing { offers, side, tree, known: HashMap::default() };
    growing.grow(left, root, after)?;
    Ok(Some(growing.tree))
}

/// A tree that is being grown.
struct Growing<'o, O> {
    offers: &'o mut O,
    /// Who is advised.
    side: Turn,
    tree: Tree,
    /// By the plies left after a move, and the positions before and after it.
    known: HashMap<(u8, Code, Code), NodeId, Spread>,
}

impl<O: Offers> Growing<'_, O> {
    /// The tree from a position on that a move has just led to, with so many plies left there.
    fn grow(&mut self, left: u8, before: Code, at: Code) -> Result<NodeId, Limit> {
        if let Some(&known) = self.known.get(&(left, before, at)) {
            return Ok(known);
        }
        let leaf = self.offers.leaf(left, before, at)?;
        let next = match leaf {
            Some(_) => Vec::new(),
            None if turn(at) == self.side => self.offers.own_move(left, at)?.into_iter().collect(),
            None => self.offers.replies(left, at)?,
        };
        let mut branches = Vec::with_capacity(next.len());
        for after in next {
            branches.push(self.grow(left.saturating_sub(1), at, after)?);
        }
        if self.tree.len() >= MAX_NODES {
            return Err(Limit::Size(MAX_NODES as u64));
        }
        let space = self.offers.space();
        let (mv, at_state) = (made_move(space, before, at)?, space.state(at));
        let node = self.tree.add(TreeNode { mv, at: at_state, leaf, branches });
        self.known.insert((left, before, at), node);
        Ok(node)
    }
}
