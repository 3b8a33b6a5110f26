//! Forcing trees, by plain search, from the section on advice in `docs/language.md`.

use std::rc::Rc;

use super::view::View;
use super::{Judge, best};
use crate::Stopped;
use crate::chess::{Kind, MEN, Move, Position, Side};
use crate::text::{Advice, Order};

/// A tree that is being played to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Commitment {
    /// Whose tree.
    pub(crate) advice: usize,
    /// The step of the strategy that began it.
    pub(crate) step: usize,
    /// Where it began.
    pub(crate) root: Position,
    /// How many plies are left.
    pub(crate) left: i32,
    /// Whether its first move is still to come.
    pub(crate) begins: bool,
}

/// A position that a move has led to, within a tree.
#[derive(Clone, Copy)]
struct Node {
    root: Position,
    before: Position,
    at: Position,
    /// How many plies are left after that move.
    left: i32,
    /// The plies that have been played, with that move. The search for a shorter tree lowers `left` and not
    /// this, because what plays `against` the advice counts plies from the root.
    played: i32,
}

impl Commitment {
    fn node(&self, advice: &Advice, before: &Position, at: &Position, left: i32) -> Node {
        Node { root: self.root, before: *before, at: *at, left, played: advice.plies - left }
    }
}

/// What is seen at a position before any further move.
enum Seen {
    Fails,
    Reached,
    Ends,
    GoesOn,
}

fn view(advice: &Advice, node: &Node, here: Position) -> View<'static> {
    let (root, before, plies) = (node.root, node.before, advice.plies);
    View { next: Some(node.at), root, before, ply: node.played, plies, ..View::of(here) }
}

/// The same for what the other side plays in trees of an advice: it has its own bound.
fn view_of_theirs(advice: &Advice, theirs: &Advice, node: &Node, here: Position) -> View<'static> {
    View { plies: theirs.plies, ..view(advice, node, here) }
}

impl<'t> Judge<'t> {
    /// Goals first; then the game may be over; then the plies may be used up.
    fn seen(&mut self, advice: &'t Advice, node: &Node) -> Result<Seen, Stopped> {
        let by_us = node.at.turn != advice.side;
        let turn = usize::from(!by_us);
        let view = view(advice, node, node.root);
        for hold in &advice.hold[turn] {
            if !self.clause(hold, &view)? {
                return Ok(Seen::Fails);
            }
        }
        for reach in &advice.reach[turn] {
            if self.clause(reach, &view)? && self.somebody_goes_on(advice, &node.at)? {
                return Ok(Seen::Reached);
            }
        }
        if let Some(theirs) = advice.against {
            let text = self.text;
            let theirs = &text.advice[theirs];
            let view = view_of_theirs(advice, theirs, node, node.root);
            for hold in &theirs.hold[1 - turn] {
                if !self.clause(hold, &view)? {
                    return Ok(Seen::Reached);
                }
            }
        }
        let success = |success: bool| Ok(if success { Seen::Ends } else { Seen::Fails });
        if self.moves(&node.at)?.is_empty() {
            let mate = node.at.in_check(&self.text.men, node.at.turn);
            return success(if mate { by_us } else { advice.to_draw });
        }
        if node.left == 0 { success(!advice.has_reach()) } else { Ok(Seen::GoesOn) }
    }

    /// Whether one of those who must go on has a tree.
    fn somebody_goes_on(&mut self, advice: &Advice, at: &Position) -> Result<bool, Stopped> {
        for &next in advice.then.iter().filter(|_| advice.must_go_on) {
            if self.can(next, at)? {
                return Ok(true);
            }
        }
        Ok(!advice.must_go_on)
    }

    /// Whether there is a tree from a position that a move has led to.
    fn forces(&mut self, number: usize, node: &Node) -> Result<bool, Stopped> {
        let text = self.text;
        let advice = &text.advice[number];
        match self.seen(advice, node)? {
            Seen::Fails => return Ok(false),
            Seen::Ends | Seen::Reached => return Ok(true),
            Seen::GoesOn => {}
        }
        let played = if advice.against.is_some() { node.played } else { 0 };
        let key = (number, node.left, played, advice.looks_at_root.then_some(node.root), node.at);
        if let Some(&known) = self.onward.get(&key) {
            return Ok(known);
        }
        let own = node.at.turn == advice.side;
        let moves = if own { self.own_moves(advice, node)? } else { self.replies(advice, node)? };
        let mut forces = !own;
        for (_, after) in moves {
            if self.forces(number, &after_move(node, after))? == own {
                forces = own;
                break;
            }
        }
        self.onward.insert(key, forces);
        Ok(forces)
    }

    /// The least number of plies that is enough, up to those that are left.
    fn soonest(&mut self, number: usize, node: &Node) -> Result<Option<i32>, Stopped> {
        for left in 0..=node.left {
            if self.forces(number, &Node { left, ..*node })? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    /// The class of a move, if it is in one; and its rank.
    fn place(
        &mut self,
        order: &Order,
        man: usize,
        view: &View<'_>,
    ) -> Result<Option<(i32, Vec<i32>)>, Stopped> {
        for (number, class) in order.classes.iter().enumerate() {
            if self.in_class(class, man, view)? {
                return Ok(Some((number as i32, self.numbers(&order.rank, view)?)));
            }
        }
        Ok(None)
    }

    /// The moves of a side with their places in an order, those that have one.
    fn placed(
        &mut self,
        advice: &'t Advice,
        order: &'t Order,
        node: &Node,
    ) -> Result<Vec<(Vec<i32>, Move)>, Stopped> {
        let mut placed = Vec::new();
        for (man, after) in self.moves(&node.at)? {
            let view = view(advice, &after_move(node, after), node.at);
            if let Some((class, rank)) = self.place(order, man, &view)? {
                placed.push(([vec![class], rank].concat(), (man, after)));
            }
        }
        Ok(placed)
    }

    /// The own moves that a tree may make.
    fn own_moves(&mut self, advice: &'t Advice, node: &Node) -> Result<Vec<Move>, Stopped> {
        match &advice.each {
            Some(each) => Ok(self.placed(advice, each, node)?.into_iter().map(|(_, mv)| mv).collect()),
            None => self.moves(&node.at),
        }
    }

    /// The replies that a tree looks at: of the first class in which there are any, the best by rank.
    fn replies(&mut self, advice: &'t Advice, node: &Node) -> Result<Vec<Move>, Stopped> {
        if advice.passes {
            return Ok(vec![(0, node.at.passed())]);
        }
        if let Some(theirs) = advice.against {
            return self.moves_of_theirs(advice, &self.text.advice[theirs], node);
        }
        match &advice.replies {
            Some(replies) => Ok(best(self.placed(advice, replies, node)?).unwrap_or_default()),
            None => self.moves(&node.at),
        }
    }

    /// The moves of what the other side plays: none where it was not to begin, or has used up its plies.
    fn moves_of_theirs(
        &mut self,
        advice: &'t Advice,
        theirs: &'t Advice,
        node: &Node,
    ) -> Result<Vec<Move>, Stopped> {
        for when in &theirs.when {
            if !self.clause(when, &View::of(node.root))? {
                return Ok(Vec::new());
            }
        }
        if node.played + 1 > theirs.plies {
            return Ok(Vec::new());
        }
        let Some(each) = &theirs.each else { return self.moves(&node.at) };
        let mut placed = Vec::new();
        for (man, after) in self.moves(&node.at)? {
            let view = view_of_theirs(advice, theirs, &after_move(node, after), node.at);
            if let Some((class, rank)) = self.place(each, man, &view)? {
                placed.push(([vec![class], rank].concat(), (man, after)));
            }
        }
        Ok(best(placed).unwrap_or_default())
    }

    /// The moves with which a tree may begin, each with the numbers by which the best are found: the class of the first move,
    /// the class of every move, the plies under `quickest`, then `least` and `most`, then the rank of every move.
    pub(crate) fn first_moves(
        &mut self,
        number: usize,
        root: &Position,
        moves: &[Move],
    ) -> Result<Vec<(Vec<i32>, Move)>, Stopped> {
        self.first_moves_within(number, root, moves, self.text.advice[number].plies)
    }

    /// The same of trees with so many plies.
    fn first_moves_within(
        &mut self,
        number: usize,
        root: &Position,
        moves: &[Move],
        plies: i32,
    ) -> Result<Vec<(Vec<i32>, Move)>, Stopped> {
        let text = self.text;
        let advice = &text.advice[number];
        for when in &advice.when {
            if !self.clause(when, &View::of(*root))? {
                return Ok(Vec::new());
            }
        }
        let mut found = Vec::new();
        for &(man, after) in moves {
            let node = Node { root: *root, before: *root, at: after, left: plies - 1, played: 1 };
            let view = view(advice, &node, *root);
            let anywhere = Some((0, Vec::new()));
            let first = advice.first.as_ref().map_or(Ok(anywhere.clone()), |o| self.place(o, man, &view))?;
            let each = advice.each.as_ref().map_or(Ok(anywhere), |o| self.place(o, man, &view))?;
            let (Some((first, _)), Some((each, rank))) = (first, each) else { continue };
            let plies = if advice.quickest {
                self.soonest(number, &node)?
            } else {
                self.forces(number, &node)?.then_some(0)
            };
            let Some(plies) = plies else { continue };
            let prefer = self.numbers(&advice.prefer, &view)?;
            found.push(([vec![first, each, plies], prefer, rank].concat(), (man, after)));
        }
        Ok(found)
    }

    /// `can A`: with the own side to move, there is a first move. With the other side to move the tree begins with his
    /// move; what is said of the first move is said of the first own one.
    pub(crate) fn can(&mut self, number: usize, at: &Position) -> Result<bool, Stopped> {
        self.can_within(number, at, self.text.advice[number].plies)
    }

    /// `plies(A)`: the length of the quickest tree, or one more than the bound if none exists. It is 0 where the
    /// other side is to move, has no move, and `can A` holds.
    pub(crate) fn plies(&mut self, number: usize, at: &Position) -> Result<i32, Stopped> {
        let (bound, side) = (self.text.advice[number].plies, self.text.advice[number].side);
        if at.turn != side && self.moves(at)?.is_empty() && self.can_within(number, at, bound)? {
            return Ok(0);
        }
        for plies in 1..=bound {
            if self.can_within(number, at, plies)? {
                return Ok(plies);
            }
        }
        Ok(bound + 1)
    }

    fn can_within(&mut self, number: usize, at: &Position, plies: i32) -> Result<bool, Stopped> {
        let text = self.text;
        let advice = &text.advice[number];
        let moves = self.moves(at)?;
        if at.turn == advice.side {
            return Ok(!self.first_moves_within(number, at, &moves, plies)?.is_empty());
        }
        for when in &advice.when {
            if !self.clause(when, &View::of(*at))? {
                return Ok(false);
            }
        }
        if moves.is_empty() {
            return Ok(advice.to_draw || at.in_check(&text.men, at.turn));
        }
        let root = Node { root: *at, before: *at, at: *at, left: plies, played: 0 };
        for (_, after) in self.replies(advice, &root)? {
            let node = Node { root: *at, before: *at, at: after, left: plies - 1, played: 1 };
            let goes_on = match &advice.first {
                Some(first) => self.opens_second(number, first, &node)?,
                None => self.forces(number, &node)?,
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a tree goes on after a move of the other side, with which it has begun, by a first own move of these classes.
    fn opens_second(&mut self, number: usize, first: &'t Order, node: &Node) -> Result<bool, Stopped> {
        let text = self.text;
        let advice = &text.advice[number];
        match self.seen(advice, node)? {
            Seen::Fails => return Ok(false),
            Seen::Ends | Seen::Reached => return Ok(true),
            Seen::GoesOn => {}
        }
        let opening = self.placed(advice, first, node)?;
        for mv in self.own_moves(advice, node)? {
            let opens = opening.iter().any(|(_, other)| *other == mv);
            if opens && self.forces(number, &after_move(node, mv.1))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a strategy is committed to after the first move of a tree.
    pub(crate) fn commit(
        &mut self,
        step: usize,
        advice: usize,
        root: &Position,
        after: &Position,
    ) -> Result<Option<Commitment>, Stopped> {
        let Advice { plies, plays_out, .. } = self.text.advice[advice];
        if !plays_out {
            return Ok(None);
        }
        self.follow(Commitment { advice, step, root: *root, left: plies, begins: true }, root, after)
    }

    /// What it is committed to after a further move: the tree ends where its goal is reached, where the game is over, and
    /// after a reply that the advice does not look at.
    pub(crate) fn follow(
        &mut self,
        begun: Commitment,
        before: &Position,
        at: &Position,
    ) -> Result<Option<Commitment>, Stopped> {
        let text = self.text;
        let advice = &text.advice[begun.advice];
        if !advice.plays_out && at.turn != advice.side {
            return Ok(None);
        }
        let mut node = begun.node(advice, before, at, begun.left - 1);
        if at.turn == advice.side && advice.replies.is_some() {
            // Seen from the position before it, from where one ply more is left.
            let above = begun.node(advice, before, before, begun.left);
            if !self.replies(advice, &above)?.iter().any(|(_, after)| after == at) {
                return Ok(None);
            }
        }
        if advice.quickest {
            node.left = self.soonest(begun.advice, &node)?.unwrap_or(node.left);
        }
        match self.seen(advice, &node)? {
            Seen::GoesOn => {
                // What nobody looks at does not tell commitments apart.
                let root = if advice.looks_at_root { begun.root } else { standing_for_any() };
                Ok(Some(Commitment { root, left: node.left, begins: false, ..begun }))
            }
            Seen::Reached => {
                for &next in &advice.then {
                    if self.can(next, at)? {
                        let left = text.advice[next].plies;
                        return Ok(Some(Commitment { advice: next, root: *at, left, begins: true, ..begun }));
                    }
                }
                Ok(None)
            }
            Seen::Ends | Seen::Fails => Ok(None),
        }
    }

    /// The moves of a tree that is being played.
    pub(crate) fn tree_moves(&mut self, begun: Commitment, at: &Position) -> Result<Rc<Vec<Move>>, Stopped> {
        if let Some(known) = self.committed.get(&(*at, begun)) {
            return Ok(Rc::clone(known));
        }
        let text = self.text;
        let advice = &text.advice[begun.advice];
        if begun.begins {
            let all = self.moves(at)?;
            let moves = Rc::new(best(self.first_moves(begun.advice, at, &all)?).unwrap_or_default());
            self.committed.insert((*at, begun), Rc::clone(&moves));
            return Ok(moves);
        }
        let node = begun.node(advice, at, at, begun.left);
        let placed = match &advice.each {
            Some(each) => self.placed(advice, each, &node)?,
            None => self.moves(at)?.into_iter().map(|mv| (Vec::new(), mv)).collect(),
        };
        let mut found = Vec::new();
        for (numbers, mv) in placed {
            if self.forces(begun.advice, &after_move(&node, mv.1))? {
                found.push((numbers, mv));
            }
        }
        let moves = Rc::new(best(found).unwrap_or_default());
        self.committed.insert((*at, begun), Rc::clone(&moves));
        Ok(moves)
    }
}

fn after_move(node: &Node, after: Position) -> Node {
    Node { root: node.root, before: node.at, at: after, left: node.left - 1, played: node.played + 1 }
}

/// An empty board, where it makes no difference which.
fn standing_for_any() -> Position {
    Position { squares: [None; MEN], kinds: [Kind::King; MEN], passing: None, turn: Side::White }
}
