//! What trees are made of, from what the search remembers; or what is wrong with each first move.

use adli_claims::Limit;
use adli_lang::term::AdviceId;
use adli_lang::{Advice, Leaf};

use super::Search;
use super::forces::{Goals, is_in_check, is_own};
use crate::space::Code;
use crate::successors::moved;
use crate::tree::{NoTree, Refusal, made_move, slot_move};

impl Search<'_> {
    /// The best moves with which trees begin, and no more than enough of them.
    pub(super) fn first_moves(
        &mut self,
        id: AdviceId,
        root: Code,
        enough: usize,
    ) -> Result<Vec<Code>, Limit> {
        let advice = self.advice(id)?;
        let is_asked = self.program.casts().iter().any(|cast| self.space.has_cast(root, cast));
        if is_asked { self.best(&advice.first, root, enough) } else { Ok(Vec::new()) }
    }

    /// The same of trees that are as short as can be, where few plies are enough for a tree whenever more are.
    pub(super) fn quickest_first_moves(&mut self, id: AdviceId, root: Code) -> Result<Vec<Code>, Limit> {
        let (advice, space) = (self.advice(id)?, self.space);
        // Which moves are preferred is for the advice to say.
        if !advice.first.prefer.is_empty() {
            return self.first_moves(id, root, usize::MAX);
        }
        let mut moves = space.after_moves(root);
        moves.retain(|&after| moved(root, after, advice.first.men, space.men()));
        moves.sort_by_key(|&after| slot_move(space, root, after).map(|mv| (mv.man, mv.to)));
        self.quickest(&advice.first, (id, advice.plies - 1), &[], root, &moves)
    }

    /// Why a tree ends at a position where it is known to go on, if no more moves follow.
    pub(super) fn leaf(
        &mut self,
        advice: &Advice,
        left: u8,
        [root, before, at]: [Code; 3],
    ) -> Result<Option<Leaf>, Limit> {
        if self.reached(advice, left, root, before, at)? {
            return Ok(Some(Leaf::Reached));
        }
        if !self.space.has_move(at, self.space.endgame.everybody()) {
            return Ok(Some(if is_in_check(self.space, at) { Leaf::Mate } else { Leaf::Stalemate }));
        }
        if left == 0 {
            return Ok(Some(Leaf::Held));
        }
        let unanswered = !is_own(advice, at)
            && advice.replies.is_some()
            && self.replies(advice, left, root, at)?.is_empty();
        Ok(unanswered.then_some(Leaf::NoReply))
    }

    /// The replies that are looked at, with so many plies left before them.
    pub(super) fn replies(
        &mut self,
        advice: &Advice,
        left: u8,
        root: Code,
        at: Code,
    ) -> Result<Vec<Code>, Limit> {
        let mut moves = self.space.after_moves(at);
        self.constrain(advice, left, root, at, &mut moves)?;
        Ok(moves)
    }

    /// The own moves that a tree may make where it goes on with so many plies left before them, and no more than enough of them: the quickest if the advice
    /// says so, then those of the first class and rank; in the order of men and squares.
    pub(super) fn own_moves(
        &mut self,
        id: AdviceId,
        left: u8,
        root: Code,
        at: Code,
        enough: usize,
    ) -> Result<Vec<Code>, Limit> {
        let advice = self.advice(id)?;
        let mut least = left;
        if advice.quickest {
            least = 1;
            while least < left && !self.onward(id, least, root, at)? {
                least += 1;
            }
        }
        let mut moves = self.space.after_moves(at);
        self.constrain(advice, least, root, at, &mut moves)?;
        let mut found = Vec::new();
        let mut first = None;
        for (keys, after) in self.in_order(advice, least - 1, root, at, moves)? {
            if found.len() >= enough || first.as_ref().is_some_and(|first| *first != keys) {
                break;
            }
            if self.forces(id, least - 1, root, at, after)? {
                found.push(after);
                first = Some(keys);
            }
        }
        Ok(found)
    }

    /// One of the own moves that a tree may make: the first in the order of the advice; if it has none, the one that the search has found.
    pub(super) fn own_move(
        &mut self,
        id: AdviceId,
        left: u8,
        root: Code,
        at: Code,
    ) -> Result<Option<Code>, Limit> {
        let advice = self.advice(id)?;
        let has_order = advice.each.as_ref().is_some_and(|each| !each.order.is_empty());
        if !has_order
            && !advice.quickest
            && let Some(found) = self.memory(id)?.found(left, root, at)
        {
            return Ok(Some(found));
        }
        Ok(self.own_moves(id, left, root, at, 1)?.first().copied())
    }

    /// Own moves in the order of the advice, then of men and squares, with the numbers that decide; `left` counts the plies after them.
    fn in_order(
        &mut self,
        advice: &Advice,
        left: u8,
        root: Code,
        at: Code,
        moves: Vec<Code>,
    ) -> Result<Vec<(Vec<i32>, Code)>, Limit> {
        self.count(advice, left);
        let order = advice.each.as_ref().map_or(&[][..], |each| &each.order);
        let mut ordered = Vec::with_capacity(moves.len());
        for after in moves {
            let mv = slot_move(self.space, at, after).map(|mv| (mv.man, mv.to));
            ordered.push((self.keys(order, &[root, after, at])?, mv, after));
        }
        ordered.sort_by(|(a, mv, _), (b, other, _)| (a, mv).cmp(&(b, other)));
        Ok(ordered.into_iter().map(|(keys, _, after)| (keys, after)).collect())
    }

    /// What is wrong with each legal move.
    pub(super) fn refusals(&mut self, id: AdviceId, root: Code) -> Result<Vec<Refusal>, Limit> {
        let mut refusals = Vec::new();
        for after in self.space.after_moves(root) {
            refusals.extend(self.refusal(id, root, after)?);
        }
        refusals.sort_by_key(|refusal| (refusal.mv.man, refusal.mv.to));
        Ok(refusals)
    }

    /// What is wrong with a first move; nothing if a tree begins with it.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn refusal(&mut self, id: AdviceId, root: Code, after: Code) -> Result<Option<Refusal>, Limit> {
        let advice = self.advice(id)?;
        let space = self.space;
        let mv = made_move(space, root, after)?;
        let why = if !self.truth(advice.when, &[root])? {
            NoTree::NotAsked
        } else if !advice.first.men.contains(mv.man) || !self.truth(advice.opening, &[root, after])? {
            NoTree::NotAdvised
        } else if self.goals(advice, advice.plies - 1, root, root, after)? == Goals::Fail {
            NoTree::NotHeld
        } else if self.forces(id, advice.plies - 1, root, root, after)? {
            return Ok(None);
        } else {
            let reply = self.refutation(id, root, after)?;
            reply.map_or(Ok(NoTree::NotReached), |reply| made_move(space, after, reply).map(NoTree::Reply))?
        };
        Ok(Some(Refusal { mv, after: space.state(after), why }))
    }

    /// A reply after which no tree goes on.
    fn refutation(&mut self, id: AdviceId, root: Code, after: Code) -> Result<Option<Code>, Limit> {
        let advice = self.advice(id)?;
        let Some(left) = advice.plies.checked_sub(2) else { return Ok(None) };
        let mut replies = self.space.after_moves(after);
        // Who has no move does not pass either.
        if !replies.is_empty() {
            self.constrain(advice, left + 1, root, after, &mut replies)?;
        }
        for reply in replies {
            if !self.forces(id, left, root, after, reply)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}
