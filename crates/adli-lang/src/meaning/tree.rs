//! Forcing trees by plain search: what advice means at one position.
//!
//! This is the definition that every faster method answers to. A node is a position that a move has just led to. Its
//! goals are asked first (`hold`, then `reach`); then the game may be over; then the plies may be used up;
//! then the tree goes on with one own move, or with every reply. How a tree goes on from a position does not depend on how
//! the position was reached, so that is remembered for as long as the interpreter lives. The number of terms that
//! the interpreter may evaluate bounds the whole search.

use adli_chess::Colour;

use crate::core::program::{Advice, Constraint};
use crate::core::term::{AdviceId, TermId};
use crate::meaning::interpret::Interpreter;
use crate::meaning::play::SlotMove;
use crate::meaning::state::State;
use crate::meaning::value::{Stopped, Value};
use crate::syntax::ast::Aim;

/// A tree that is being played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment {
    /// Whose tree.
    pub advice: AdviceId,
    /// The step of the strategy that began it.
    pub step: usize,
    /// Where it began.
    pub root: State,
    /// How many plies are left.
    pub left: u8,
    /// Whether its first move is still to come, of whichever side.
    pub begins: bool,
}

/// Why a tree ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// What was to be reached is.
    Reached,
    /// The other side is mated.
    Mate,
    /// Stalemate, which is as good as what was aimed at.
    Stalemate,
    /// Everything has held to the last ply.
    Held,
    /// The advice does not look at replies from here.
    NoReply,
}

/// How many positions are remembered.
const MAX_REMEMBERED: usize = 1 << 20;

/// What is seen at a node before any further move.
pub(super) enum Seen {
    Fails,
    Ends(Leaf),
    GoesOn(Vec<(SlotMove, State)>),
}

impl Interpreter<'_> {
    /// Whether a tree goes on from a node: where it began, the position before the last move, the position.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn forces(
        &mut self,
        id: AdviceId,
        left: u8,
        root: &State,
        before: &State,
        at: &State,
    ) -> Result<bool, Stopped> {
        let advice = self.program.advice(id).ok_or(Stopped::Unbound)?;
        let moves = match self.seen(advice, left, root, before, at)? {
            Seen::Fails => return Ok(false),
            Seen::Ends(_) => return Ok(true),
            Seen::GoesOn(moves) => moves,
        };
        let key = (id, left, *root, *at);
        if let Some(&known) = self.onward.get(&key) {
            return Ok(known);
        }
        let own = is_own(advice, at);
        let mut result = !own;
        for (_, after) in moves {
            if self.forces(id, left - 1, root, at, &after)? == own {
                result = own;
                break;
            }
        }
        if self.onward.len() < MAX_REMEMBERED {
            self.onward.insert(key, result);
        }
        Ok(result)
    }

    /// The least number of plies in which a tree can end from a node; one more than are left if it cannot.
    pub(crate) fn plies_to_goal(
        &mut self,
        advice: AdviceId,
        left: u8,
        root: &State,
        before: &State,
        at: &State,
    ) -> Result<u8, Stopped> {
        for plies in 0..=left {
            if self.forces(advice, plies, root, before, at)? {
                return Ok(plies);
            }
        }
        Ok(left + 1)
    }

    pub(super) fn seen(
        &mut self,
        advice: &Advice,
        left: u8,
        root: &State,
        before: &State,
        at: &State,
    ) -> Result<Seen, Stopped> {
        let own = is_own(advice, at);
        // After an own move the other side is to move.
        let turn = usize::from(own);
        if !self.goal(advice, left, advice.hold[turn], [root, at, before])? {
            return Ok(Seen::Fails);
        }
        if let Some(reach) = advice.reach[turn]
            && self.goal(advice, left, reach, [root, at, before])?
        {
            return Ok(Seen::Ends(Leaf::Reached));
        }
        // On the last ply it is enough to know whether there is a move.
        let mut moves = if left == 0 { self.first_move(at)? } else { self.legal_moves(at)? };
        if moves.is_empty() {
            let mate = self.program.laws.mate.ok_or(Stopped::Unbound)?;
            let mate = self.definition_holds(mate, &[*at])?;
            return Ok(match (mate, own, advice.aim) {
                (true, false, _) => Seen::Ends(Leaf::Mate),
                (false, _, Aim::Draw) => Seen::Ends(Leaf::Stalemate),
                _ => Seen::Fails,
            });
        }
        if left == 0 {
            return Ok(if advice.has_reach() { Seen::Fails } else { Seen::Ends(Leaf::Held) });
        }
        moves = self.constrained(advice, left - 1, root, at, moves)?;
        if moves.is_empty() && !own {
            return Ok(Seen::Ends(Leaf::NoReply));
        }
        Ok(Seen::GoesOn(moves))
    }

    /// The own moves that a tree may make, or the replies that it looks at; `left` counts the plies after them.
    fn constrained(
        &mut self,
        advice: &Advice,
        left: u8,
        root: &State,
        at: &State,
        moves: Vec<(SlotMove, State)>,
    ) -> Result<Vec<(SlotMove, State)>, Stopped> {
        let own = is_own(advice, at);
        if advice.passes && !own {
            return self.pass(at);
        }
        let Some(constraint) = (if own { &advice.each } else { &advice.replies }) else { return Ok(moves) };
        let mut found = Vec::new();
        for (mv, after) in moves {
            if constraint.men.contains(mv.man)
                && self.goal(advice, left, constraint.condition, [root, &after, at])?
            {
                found.push((mv, after));
            }
        }
        // Of its own moves it may make any, in their order; replies are looked at that come first.
        if own { Ok(found) } else { self.first_in_order(advice, left, constraint, root, at, found) }
    }

    /// Not to move, written as a king who stays where he is.
    fn pass(&self, at: &State) -> Result<Vec<(SlotMove, State)>, Stopped> {
        let man = self.program.endgame.king(at.turn()).ok_or(Stopped::Unbound)?;
        Ok(vec![(SlotMove { man, to: at.place(man), promotion: None }, at.passed())])
    }

    /// The moves that come first in the order of a constraint.
    fn first_in_order(
        &mut self,
        advice: &Advice,
        left: u8,
        constraint: &Constraint,
        root: &State,
        at: &State,
        moves: Vec<(SlotMove, State)>,
    ) -> Result<Vec<(SlotMove, State)>, Stopped> {
        let mut best: Option<Vec<i32>> = None;
        let mut found = Vec::new();
        for (mv, after) in moves {
            self.count(advice, left);
            let key = self.key(&constraint.order, &[*root, after, *at])?;
            if best.as_ref().is_none_or(|best| key < *best) {
                found.clear();
                best = Some(key.clone());
            }
            if best.as_ref() == Some(&key) {
                found.push((mv, after));
            }
        }
        Ok(found)
    }

    /// Says how many plies from the root a position is.
    fn count(&mut self, advice: &Advice, left: u8) {
        self.bind(advice.ply, Value::Int(i32::from(advice.plies) - i32::from(left)));
    }

    /// A condition of a tree about root, position and the one before.
    fn goal(
        &mut self,
        advice: &Advice,
        left: u8,
        goal: TermId,
        [root, at, before]: [&State; 3],
    ) -> Result<bool, Stopped> {
        self.count(advice, left);
        self.holds(goal, &[*root, *at, *before])
    }

    /// The commitment after a move that a step has chosen: to play its tree on, or none if that is at its end.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn commitment(
        &mut self,
        step: usize,
        advice: AdviceId,
        root: &State,
        after: &State,
    ) -> Result<Option<Commitment>, Stopped> {
        let found = self.program.advice(advice).ok_or(Stopped::Unbound)?;
        if !found.plays_out {
            return Ok(None);
        }
        let committed = Commitment { advice, step, root: *root, left: found.plies, begins: true };
        self.follow(&committed, root, after)
    }

    /// The commitment after a move of a tree, or none if the tree ends there or does not know the move. Where it ends, other
    /// advice may go on.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn follow(
        &mut self,
        committed: &Commitment,
        before: &State,
        at: &State,
    ) -> Result<Option<Commitment>, Stopped> {
        let id = committed.advice;
        let advice = self.program.advice(id).ok_or(Stopped::Unbound)?;
        let root = &committed.root;
        // In weak mode one own move is made.
        if !advice.plays_out && !is_own(advice, at) {
            return Ok(None);
        }
        let mut left = committed.left.saturating_sub(1);
        if advice.quickest {
            // The quickest tree from here is the one that is played.
            left = self.plies_to_goal(id, left, root, before, at)?.min(left);
        }
        // A reply that the advice does not look at leaves the tree.
        if advice.replies.is_some() && is_own(advice, at) {
            let replies = self.legal_moves(before)?;
            let replies = self.constrained(advice, left, root, before, replies)?;
            if !replies.iter().any(|(_, after)| after == at) {
                return Ok(None);
            }
        }
        match self.seen(advice, left, root, before, at)? {
            Seen::GoesOn(_) => Ok(Some(Commitment { left, begins: false, ..*committed })),
            Seen::Ends(Leaf::Reached) => self.handed_over(advice, committed.step, at),
            Seen::Fails | Seen::Ends(_) => Ok(None),
        }
    }

    /// The first of the pieces of advice after another that has a tree where the other has reached its goal.
    fn handed_over(
        &mut self,
        advice: &Advice,
        step: usize,
        at: &State,
    ) -> Result<Option<Commitment>, Stopped> {
        for &id in &advice.then {
            let next = self.program.advice(id).ok_or(Stopped::Unbound)?;
            if self.definition_holds(next.can, &[*at])? {
                return Ok(Some(Commitment { advice: id, step, root: *at, left: next.plies, begins: true }));
            }
        }
        Ok(None)
    }

    /// The moves of a tree that is being played, with the own side to move.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn tree_moves(
        &mut self,
        committed: &Commitment,
        at: &State,
    ) -> Result<Vec<(SlotMove, State)>, Stopped> {
        let id = committed.advice;
        let advice = self.program.advice(id).ok_or(Stopped::Unbound)?;
        let Some(left) = committed.left.checked_sub(1) else { return Ok(Vec::new()) };
        let root = &committed.root;
        let moves = self.legal_moves(at)?;
        if committed.begins {
            return self.best_moves(&advice.first, at, &moves);
        }
        let mut found = Vec::new();
        for (mv, after) in self.constrained(advice, left, root, at, moves)? {
            if self.forces(id, left, root, at, &after)? {
                found.push((mv, after));
            }
        }
        match &advice.each {
            Some(each) => self.first_in_order(advice, left, each, root, at, found),
            None => Ok(found),
        }
    }

    /// Why a tree ends at a position, if it does.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn leaf(
        &mut self,
        advice: AdviceId,
        left: u8,
        root: &State,
        before: &State,
        at: &State,
    ) -> Result<Option<Leaf>, Stopped> {
        let advice = self.program.advice(advice).ok_or(Stopped::Unbound)?;
        Ok(match self.seen(advice, left, root, before, at)? {
            Seen::Ends(leaf) => Some(leaf),
            Seen::Fails | Seen::GoesOn(_) => None,
        })
    }
}

/// Whether the side that is advised is to move.
pub(super) fn is_own(advice: &Advice, at: &State) -> bool {
    at.turn() == Colour::ALL[usize::from(advice.side & 1)]
}
