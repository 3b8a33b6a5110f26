//! Folded trees: replies that get the same answer are one branch.
//!
//! A forcing tree has a branch for every reply, and often most of them say the same: *whatever he does, the king goes to b3*. A folded tree
//! follows many positions at once. After an own move the other side may stand in several ways; all replies from all of these are looked at
//! together; those that end the tree are put aside; the others are sorted by the answer they get; and each group is followed as one. With
//! a lone king on the other side a group is a set of squares for him, as in figures 6.10 and 6.11 of the thesis of Niblett, but nothing is relaxed: a
//! position has the answer of the group that it is in, and the tree unfolds to an ordinary one ([`Folded::unfold`]), which the plain interpreter
//! confirms; that costs what the groups cost, for a tree says once what follows a group, not once for each line that leads there.
//!
//! **Which answer.** Advice often allows several own moves in a position: all that are best in its order of choice (the quickest if it says so, then
//! class and rank). A group should be large, so the move is taken that answers most of the positions not yet answered, of several such
//! moves the first in the order of men and squares; then the same again for the rest. (To cover all with the fewest moves is a hard
//! problem; this is the usual way of coming near.) A move that only waits would often answer everything; so the tree is given no more plies than the
//! hardest replies need, and positions that are easier may use them up. Of the first moves with which the shortest trees begin ([`beginnings`]), the one is
//! taken whose tree has the fewest branches. So the same tree is shown whoever asks, and when.
//!
//! Positions in which the own men stand differently, after a capture, are never in one group; and where the answer ends the tree for some positions
//! of a group and not for others, the group is split: so a group says one thing.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use adli_chess::Kind;
use adli_claims::Limit;
use adli_lang::term::{AdviceId, Slot};
use adli_lang::{Leaf, NodeId, SlotMove, State, Tree, TreeNode};

use crate::grow::{Offers, beginnings};
use crate::space::{Code, OFF, Space, handed_over, turn, with_square};
use crate::tree::{MAX_NODES, Unfolds, made_move};

/// A tree in which replies that get the same answer are one branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded {
    /// Whose tree.
    pub advice: AdviceId,
    /// Where it begins.
    pub root: State,
    /// The first move and everything that follows.
    pub first: Answer,
}

/// One own move, made in several positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move.
    pub mv: SlotMove,
    /// The positions before and after it, in their order.
    pub made: Vec<(State, State)>,
    /// Why the tree ends here, if it does.
    pub ends: Option<Leaf>,
    /// The replies from all positions after it; the largest group first.
    pub groups: Vec<Group>,
}

/// Replies that get the same answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The replies, in their order.
    pub replies: Vec<Reply>,
    /// Why the tree ends with them, if it does.
    pub ends: Option<Leaf>,
    /// What is answered otherwise.
    pub answer: Option<Answer>,
}

/// A reply from one of the positions that are looked at together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The position before it.
    pub before: State,
    /// The move.
    pub mv: SlotMove,
    /// The position after it.
    pub at: State,
}

/// The positions before and after a move.
type Pair = (Code, Code);
/// A move in the order of men and squares.
type Written = (Slot, (i32, i32), Option<Kind>);

/// The folded tree of a piece of advice from a root on, whose bound is so many plies; nothing if it has no tree there.
///
/// # Errors
/// Which limit was reached.
pub fn fold(
    offers: &mut impl Offers,
    advice: AdviceId,
    root: Code,
    plies: u8,
) -> Result<Option<Folded>, Limit> {
    let mut best: Option<(usize, Answer)> = None;
    for (left, after) in beginnings(offers, plies)? {
        let ends = offers.leaf(left, root, after)?;
        let answer = Folding { offers, room: MAX_NODES }.follow(left, &[(root, after)], ends)?;
        let branches = answer.branches();
        if best.as_ref().is_none_or(|(fewest, _)| branches < *fewest) {
            best = Some((branches, answer));
        }
    }
    let root = offers.space().state(root);
    Ok(best.map(|(_, first)| Folded { advice, root, first }))
}

/// A tree that is being folded.
struct Folding<'o, O> {
    offers: &'o mut O,
    /// How many more moves it may have, each counted once in its group.
    room: usize,
}

impl<O: Offers> Folding<'_, O> {
    /// An own move that was made in these positions, and what follows; so many plies are left after it.
    fn follow(&mut self, left: u8, made: &[Pair], ends: Option<Leaf>) -> Result<Answer, Limit> {
        self.count(made.len())?;
        let space = self.offers.space();
        let (before, after) = made.first().copied().unwrap_or_default();
        let mv = made_move(space, before, after)?;
        let states = made.iter().map(|&(before, after)| (space.state(before), space.state(after))).collect();
        let groups = match (ends, left.checked_sub(1)) {
            (None, Some(left)) => self.groups(left, made)?,
            _ => Vec::new(),
        };
        Ok(Answer { mv, made: states, ends, groups })
    }

    /// All replies from positions after an own move, in groups; so many plies are left after a reply.
    fn groups(&mut self, left: u8, made: &[Pair]) -> Result<Vec<Group>, Limit> {
        let mut replies = Vec::new();
        for &(_, at) in made {
            replies.extend(self.offers.replies(left + 1, at)?.into_iter().map(|reply| (at, reply)));
        }
        self.count(replies.len())?;
        // By how the own men stand; then those that end the tree, by how they do.
        let mut ended: BTreeMap<(Code, u8), Vec<Pair>> = BTreeMap::new();
        let mut open: BTreeMap<Code, Vec<Pair>> = BTreeMap::new();
        for (before, at) in replies {
            let camp = camp(self.offers.space(), before, at);
            match self.offers.leaf(left, before, at)? {
                Some(leaf) => ended.entry((camp, leaf as u8)).or_default().push((before, at)),
                None => open.entry(camp).or_default().push((before, at)),
            }
        }
        let mut found = Vec::new();
        for replies in open.into_values() {
            found.extend(self.answered(left, &replies)?);
        }
        for replies in ended.into_values() {
            let (before, at) = replies.first().copied().unwrap_or_default();
            let ends = self.offers.leaf(left, before, at)?;
            found.push(Group { replies: shown(self.offers.space(), &replies)?, ends, answer: None });
        }
        // Sorting keeps groups that are equal in this in their order.
        found.sort_by_key(|group| std::cmp::Reverse(group.replies.len()));
        Ok(found)
    }

    /// Replies after which the tree goes on, by the answer they get.
    fn answered(&mut self, left: u8, replies: &[Pair]) -> Result<Vec<Group>, Limit> {
        let mut positions: Vec<Code> = replies.iter().map(|&(_, at)| at).collect();
        positions.sort_unstable();
        positions.dedup();
        // For each move the positions in which it may be made, with those after it.
        let mut moves: BTreeMap<Written, BTreeMap<Code, Code>> = BTreeMap::new();
        for &at in &positions {
            for after in self.offers.own_moves(left, at)? {
                let mv = made_move(self.offers.space(), at, after)?;
                moves.entry((mv.man, mv.to, mv.promotion)).or_default().insert(at, after);
            }
        }
        let Some(less) = left.checked_sub(1) else { return Ok(Vec::new()) };
        let mut groups = Vec::new();
        while !positions.is_empty() {
            // The last of those that are greatest is the first in the order of moves.
            let Some(answers) = moves.values().rev().max_by_key(|answers| answers.len()) else {
                return Err(Limit::Internal("a tree goes on without a move".into()));
            };
            let answers = answers.clone();
            positions.retain(|at| !answers.contains_key(at));
            moves.values_mut().for_each(|left| left.retain(|at, _| !answers.contains_key(at)));
            moves.retain(|_, left| !left.is_empty());
            let mut outcomes: Vec<(Option<Leaf>, Vec<Pair>)> = Vec::new();
            for (at, after) in answers {
                let leaf = self.offers.leaf(less, at, after)?;
                match outcomes.iter_mut().find(|(known, _)| *known == leaf) {
                    Some((_, made)) => made.push((at, after)),
                    None => outcomes.push((leaf, vec![(at, after)])),
                }
            }
            outcomes.sort_by_key(|(leaf, _)| leaf.map(|leaf| leaf as u8));
            for (ends, made) in outcomes {
                let here = |reply: &&Pair| made.iter().any(|&(at, _)| at == reply.1);
                let replies: Vec<Pair> = replies.iter().filter(here).copied().collect();
                let replies = shown(self.offers.space(), &replies)?;
                groups.push(Group { replies, ends: None, answer: Some(self.follow(less, &made, ends)?) });
            }
        }
        Ok(groups)
    }

    /// So many moves more.
    fn count(&mut self, moves: usize) -> Result<(), Limit> {
        self.room = self.room.checked_sub(moves).ok_or(Limit::Size(MAX_NODES as u64))?;
        Ok(())
    }
}

fn shown(space: &Space, replies: &[Pair]) -> Result<Vec<Reply>, Limit> {
    let reply = |&(before, at): &Pair| {
        Ok(Reply { before: space.state(before), mv: made_move(space, before, at)?, at: space.state(at) })
    };
    replies.iter().map(reply).collect()
}

/// How the men of the side stand that is to move after a reply: the position without the others.
fn camp(space: &Space, before: Code, at: Code) -> Code {
    let theirs = turn(before).into_colour();
    let others = (0..space.men()).filter(|&slot| space.endgame.men[slot].side == theirs);
    others.fold(handed_over(at, OFF), |camp, slot| with_square(camp, slot, OFF))
}

impl Folded {
    /// The ordinary tree: what follows a reply is said once for its group, however many lines lead there.
    #[must_use]
    pub fn unfold(&self) -> Tree {
        let mut tree = Tree::new(self.advice, self.root);
        self.first.unfold(&mut tree);
        tree
    }
}

impl Unfolds for Folded {
    fn tree(&self) -> Cow<'_, Tree> {
        Cow::Owned(self.unfold())
    }
}

impl Answer {
    /// How many branches there are from here on: own moves, and groups of replies that end the tree.
    #[must_use]
    pub fn branches(&self) -> usize {
        1 + self.groups.iter().map(|group| group.answer.as_ref().map_or(1, Answer::branches)).sum::<usize>()
    }

    /// The ordinary trees from this move on, by the position in which it is made.
    fn unfold(&self, tree: &mut Tree) -> HashMap<State, NodeId> {
        let mut replies: HashMap<State, Vec<NodeId>> = HashMap::new();
        for group in &self.groups {
            let answers = group.answer.as_ref().map(|answer| answer.unfold(tree)).unwrap_or_default();
            for reply in &group.replies {
                let branches = answers.get(&reply.at).copied().into_iter().collect();
                let node = tree.add(TreeNode { mv: reply.mv, at: reply.at, leaf: group.ends, branches });
                replies.entry(reply.before).or_default().push(node);
            }
        }
        let made = self.made.iter().map(|&(before, at)| {
            let branches = replies.get(&at).cloned().unwrap_or_default();
            (before, tree.add(TreeNode { mv: self.mv, at, leaf: self.ends, branches }))
        });
        made.collect()
    }
}
