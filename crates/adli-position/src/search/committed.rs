//! Trees that are being played to their end: which moves belong to one, and how long a strategy is committed to it.
//!
//! The plain interpreter says what that means ([`adli_lang::Interpreter::follow`]); this is the same by the search of one position, for trees that are
//! too deep for it.

use adli_claims::Limit;
use adli_lang::{Advice, Commitment};

use super::Search;
use super::forces::{Goals, is_own};
use crate::space::Code;

impl Search<'_> {
    /// The moves of a tree that is being played, with the own side to move.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn tree_moves(&mut self, committed: &Commitment, at: Code) -> Result<Vec<Code>, Limit> {
        let advice = self.advice(committed.advice)?;
        if committed.begins {
            return self.best(&advice.first, at, usize::MAX);
        }
        let Some(left) = committed.left.checked_sub(1) else { return Ok(Vec::new()) };
        let root = self.space.code(&committed.root);
        let mut moves = self.space.after_moves(at);
        self.constrain(advice, committed.left, root, at, &mut moves)?;
        let order = advice.each.as_ref().map_or(&[][..], |each| &each.order);
        let mut ranked = Vec::new();
        for after in moves {
            if self.forces(committed.advice, left, root, at, after)? {
                self.count(advice, left);
                ranked.push((self.keys(order, &[root, after, at])?, after));
            }
        }
        let least = ranked.iter().map(|(keys, _)| keys).min().cloned();
        ranked.retain(|(keys, _)| Some(keys) == least.as_ref());
        Ok(ranked.into_iter().map(|(_, after)| after).collect())
    }

    /// The commitment after a move of a tree, or none if the tree ends there or does not know the move.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn follow(
        &mut self,
        committed: &Commitment,
        before: Code,
        at: Code,
    ) -> Result<Option<Commitment>, Limit> {
        let id = committed.advice;
        let advice = self.advice(id)?;
        if !advice.plays_out && !is_own(advice, at) {
            return Ok(None);
        }
        let root = self.space.code(&committed.root);
        let mut left = committed.left.saturating_sub(1);
        if advice.quickest {
            let plies = self.plies_to_goal(id, left, root, before, at)?;
            left = u8::try_from(plies).unwrap_or(left).min(left);
        }
        if advice.replies.is_some() && is_own(advice, at) {
            let mut replies = self.space.after_moves(before);
            self.constrain(advice, left + 1, root, before, &mut replies)?;
            let same = |reply: &Code| self.space.canonical(*reply) == self.space.canonical(at);
            if !replies.iter().any(same) {
                return Ok(None);
            }
        }
        match self.goals(advice, left, root, before, at)? {
            Goals::Fail => Ok(None),
            Goals::Reached => self.handed_over(advice, committed.step, at),
            Goals::Open => {
                let goes_on = left > 0 && self.space.has_move(at, self.space.endgame.everybody());
                // Where the advice looks at none of the replies its tree is over.
                let goes_on = goes_on && (is_own(advice, at) || !self.no_reply(advice, left, root, at)?);
                Ok(goes_on.then_some(Commitment { left, begins: false, ..*committed }))
            }
        }
    }

    fn no_reply(&mut self, advice: &Advice, left: u8, root: Code, at: Code) -> Result<bool, Limit> {
        let mut replies = self.space.after_moves(at);
        self.constrain(advice, left, root, at, &mut replies)?;
        Ok(replies.is_empty())
    }

    /// The first of the pieces of advice after another that has a tree where the other has reached its goal.
    fn handed_over(&mut self, advice: &Advice, step: usize, at: Code) -> Result<Option<Commitment>, Limit> {
        for &id in &advice.then {
            let next = self.advice(id)?;
            if self.holds(next.can, at)? {
                let root = self.space.state(at);
                return Ok(Some(Commitment { advice: id, step, root, left: next.plies, begins: true }));
            }
        }
        Ok(None)
    }
}
