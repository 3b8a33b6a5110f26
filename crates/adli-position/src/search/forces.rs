//! Depth first through forcing trees.

use adli_claims::Limit;
use adli_lang::term::{AdviceId, TermId};
use adli_lang::{Advice, Aim, Value};

use super::Search;
use super::memory::Memory;
use crate::space::{Code, OFF, Space, handed_over, square, turn};
use crate::successors::moved;

/// What goals say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goals {
    Fail,
    Reached,
    Open,
}

impl Search<'_> {
    /// Whether a tree goes on from a node: where it began, the position before the last move, the position.
    pub(super) fn forces(
        &mut self,
        id: AdviceId,
        left: u8,
        root: Code,
        before: Code,
        at: Code,
    ) -> Result<bool, Limit> {
        let advice = self.advice(id)?;
        if self.memory(id)?.is_open(left, root, at) {
            return self.onward(id, left, root, at);
        }
        match self.goals(advice, left, root, before, at)? {
            Goals::Fail => Ok(false),
            Goals::Reached => Ok(true),
            Goals::Open => self.onward(id, left, root, at),
        }
    }

    /// The least number of plies in which a tree can end from a node; one more than are left if it cannot.
    pub(super) fn plies_to_goal(
        &mut self,
        id: AdviceId,
        left: u8,
        root: Code,
        before: Code,
        at: Code,
    ) -> Result<i32, Limit> {
        for plies in 0..=left {
            if self.forces(id, plies, root, before, at)? {
                return Ok(i32::from(plies));
            }
        }
        Ok(i32::from(left) + 1)
    }

    /// What the goals say: first what is to hold, then what is to be reached.
    pub(super) fn goals(
        &mut self,
        advice: &Advice,
        left: u8,
        root: Code,
        before: Code,
        at: Code,
    ) -> Result<Goals, Limit> {
        // After a reply the own side is to move.
        let whose = usize::from(is_own(advice, at));
        self.count(advice, left);
        let given = [root, at, before];
        if !self.goal(advice.hold[whose], &given)? {
            return Ok(Goals::Fail);
        }
        Ok(if self.reached(advice, left, root, before, at)? { Goals::Reached } else { Goals::Open })
    }

    /// Whether what is to be reached has been, where what is to hold does.
    pub(super) fn reached(
        &mut self,
        advice: &Advice,
        left: u8,
        root: Code,
        before: Code,
        at: Code,
    ) -> Result<bool, Limit> {
        let Some(reach) = advice.reach[usize::from(is_own(advice, at))] else { return Ok(false) };
        self.count(advice, left);
        self.goal(reach, &[root, at, before])
    }

    /// The value of a condition of a tree.
    fn goal(&mut self, goal: TermId, given: &[Code; 3]) -> Result<bool, Limit> {
        self.goals += 1;
        let holds = self.truth(goal, given);
        self.goals -= 1;
        holds
    }

    /// Leaves the own moves that a tree may make, or the replies that it looks at, with so many plies left before them.
    pub(super) fn constrain(
        &mut self,
        advice: &Advice,
        left: u8,
        root: Code,
        at: Code,
        moves: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let own = is_own(advice, at);
        if advice.passes && !own {
            *moves = vec![handed_over(at, OFF)];
            return Ok(());
        }
        let Some(constraint) = (if own { &advice.each } else { &advice.replies }) else { return Ok(()) };
        self.count(advice, left - 1);
        let slots = self.space.men();
        let mut kept = Vec::with_capacity(moves.len());
        for &after in moves.iter() {
            if moved(at, after, constraint.men, slots)
                && self.goal(constraint.condition, &[root, after, at])?
            {
                kept.push(after);
            }
        }
        // Own moves may be tried in any order; of the replies those are looked at that come first.
        if !own && !constraint.order.is_empty() {
            let mut ranked = Vec::with_capacity(kept.len());
            for after in kept {
                ranked.push((self.keys(&constraint.order, &[root, after, at])?, after));
            }
            let least = ranked.iter().map(|(keys, _)| keys).min().cloned();
            ranked.retain(|(keys, _)| Some(keys) == least.as_ref());
            kept = ranked.into_iter().map(|(_, after)| after).collect();
        }
        *moves = kept;
        Ok(())
    }

    /// Says how many plies from the root a position is with so many left.
    pub(super) fn count(&mut self, advice: &Advice, left: u8) {
        self.variables[advice.ply.0 as usize] = Value::Int(i32::from(advice.plies) - i32::from(left));
    }

    /// Whether a tree goes on where no goal has decided.
    pub(super) fn onward(&mut self, id: AdviceId, left: u8, root: Code, at: Code) -> Result<bool, Limit> {
        let advice = self.advice(id)?;
        if left == 0 {
            // Asking again costs less than remembering; and often it does not matter whether there is a move.
            let (over, going) = (self.is_over_well(advice, at), !advice.has_reach());
            let goes_on = over == going || self.space.has_move(at, self.space.endgame.everybody());
            return Ok(if goes_on { going } else { over });
        }
        if let Some(known) = self.memory(id)?.get(left, root, at) {
            return Ok(known);
        }
        if self.is_refuted(id, left, root, at)? {
            self.memory(id)?.set(left, root, at, false);
            return Ok(false);
        }
        self.nodes.searched += 1;
        self.spend()?;
        let mut moves = self.space.after_moves(at);
        let goes_on = if moves.is_empty() {
            self.is_over_well(advice, at)
        } else {
            self.constrain(advice, left, root, at, &mut moves)?;
            self.by_moves(id, left, root, at, moves)?
        };
        self.memory(id)?.set(left, root, at, goes_on);
        Ok(goes_on)
    }

    /// Whether the end of the game is a success: them mated, or stalemate where a draw is aimed at.
    pub(super) fn is_over_well(&self, advice: &Advice, at: Code) -> bool {
        if is_in_check(self.space, at) { !is_own(advice, at) } else { advice.aim == Aim::Draw }
    }

    /// One own move must succeed, or all replies.
    fn by_moves(
        &mut self,
        id: AdviceId,
        left: u8,
        root: Code,
        at: Code,
        mut moves: Vec<Code>,
    ) -> Result<bool, Limit> {
        let advice = self.advice(id)?;
        let own = is_own(advice, at);
        let slots = self.space.men();
        let memory = self.memory(id)?;
        // Sorting keeps moves that are equal in this in their order.
        moves.sort_by_cached_key(|&after| {
            let (man, to) = mover(at, after, slots);
            std::cmp::Reverse(*memory.decided(left, man, to))
        });
        let mut open = Vec::with_capacity(moves.len());
        let goals_first = !own || advice.reach[0].is_some();
        for after in moves {
            if !goals_first {
                if self.forces(id, left - 1, root, at, after)? {
                    return self.decided_by(id, left, root, at, after, true);
                }
                continue;
            }
            let is_open = left > 1 && self.memory(id)?.is_open(left - 1, root, after);
            let goals = if is_open { Goals::Open } else { self.goals(advice, left - 1, root, at, after)? };
            let known = match goals {
                Goals::Fail => Some(false),
                Goals::Reached => Some(true),
                Goals::Open if left == 1 => Some(self.onward(id, 0, root, after)?),
                Goals::Open => self.memory(id)?.get(left - 1, root, after),
            };
            match known {
                Some(goes_on) if goes_on == own => return self.decided_by(id, left, root, at, after, own),
                Some(_) => {}
                None => open.push(after),
            }
        }
        for after in open {
            if self.onward(id, left - 1, root, after)? == own {
                return self.decided_by(id, left, root, at, after, own);
            }
        }
        Ok(!own)
    }

    /// A move has decided; such moves are tried first next time.
    fn decided_by(
        &mut self,
        id: AdviceId,
        left: u8,
        root: Code,
        at: Code,
        after: Code,
        goes_on: bool,
    ) -> Result<bool, Limit> {
        let (man, to) = mover(at, after, self.space.men());
        let memory = self.memory(id)?;
        *memory.decided(left, man, to) += 1;
        // Replies decide that it does not go on.
        if goes_on {
            memory.set_found(left, root, at, after);
        }
        Ok(goes_on)
    }

    pub(super) fn memory(&mut self, id: AdviceId) -> Result<&mut Memory, Limit> {
        let advice = self.advice(id)?;
        let program = self.program;
        let none = || Limit::Internal("there is no such advice".into());
        let trees = self.kept.trees.get_mut(usize::from(id.0)).ok_or_else(none)?;
        Ok(trees.get_or_insert_with(|| Box::new(Memory::new(program, advice))))
    }
}

/// Whether the side that is advised is to move.
pub(super) fn is_own(advice: &Advice, at: Code) -> bool {
    u16::from(turn(at).0) == advice.side
}

/// Whether the side to move is in check.
pub(super) fn is_in_check(space: &Space, at: Code) -> bool {
    !space.is_legal(handed_over(at, OFF))
}

/// Who has moved, and where he stands: of those who stand elsewhere, the one who is there.
fn mover(before: Code, after: Code, men: usize) -> (usize, u64) {
    let moved = |slot: &usize| square(before, *slot) != square(after, *slot) && square(after, *slot) < OFF;
    (0..men).find(moved).map_or((0, 0), |slot| (slot, square(after, slot)))
}
