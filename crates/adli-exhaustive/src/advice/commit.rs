//! Trees that are played to their end: strong mode.
//!
//! A strategy that has chosen a tree plays it out before it is asked again. So what it does depends on more than the position:
//! on the advice, on the plies that are left and on the numbers of the root that goals look at. Such a state of
//! mind is a **mode**; there are few of them, and the number of the mode stands in the upper bits of a
//! position's word. Whoever follows a play follows such words, and meets every pair of position and mode.
//!
//! Under `quickest` the plies left are not part of the mode: the tree that is played is the quickest from the position at
//! hand. A reply that the advice does not look at (`replies`) ends the commitment.

use std::collections::HashMap;

use adli_claims::Limit;
use adli_lang::Advice;
use adli_lang::term::{AdviceId, StrategyId};

use super::kinds::Kind;
use super::moves::Moves;
use super::{Nodes, Trees, advice_of};
use crate::columns::Engine;
use adli_position::space::{Code, bare, mode, with_mode};

/// What a strategy is committed to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mode {
    pub(crate) strategy: StrategyId,
    /// The step that began the tree.
    pub(crate) step: u16,
    pub(crate) advice: AdviceId,
    /// The kind of its root.
    pub(crate) values: usize,
    /// The plies left; not under `quickest`.
    pub(crate) left: u8,
}

/// The modes that have come up; the first has the number 1.
#[derive(Default)]
pub(crate) struct Modes {
    modes: Vec<Mode>,
    /// The positions after all replies to a position with a mode.
    replies: HashMap<Code, Vec<Code>>,
}

/// How many modes fit into the bits that a word has for them.
const MAX_MODES: usize = 63;

impl Modes {
    fn number(&mut self, wanted: Mode) -> Result<u8, Limit> {
        let at = match self.modes.iter().position(|mode| *mode == wanted) {
            Some(at) => at,
            None if self.modes.len() < MAX_MODES => {
                self.modes.push(wanted);
                self.modes.len() - 1
            }
            None => {
                return Err(Limit::NotRun(
                    "the trees that are played out differ in too many numbers of their roots".into(),
                ));
            }
        };
        Ok(at as u8 + 1)
    }

    fn get(&self, code: Code) -> Option<Mode> {
        self.modes.get(usize::from(mode(code)).checked_sub(1)?).copied()
    }
}

impl Engine<'_> {
    /// Gives the positions after moves of a step their mode, if its tree is played on: for a column of moves with the
    /// positions before them.
    pub(crate) fn commit(
        &mut self,
        strategy: StrategyId,
        step: u16,
        roots: &[Code],
        afters: &mut [Code],
    ) -> Result<(), Limit> {
        let steps = &self.program[strategy].steps;
        let Some(id) = steps.get(usize::from(step)).and_then(|step| step.advice) else { return Ok(()) };
        let advice = advice_of(self, id)?;
        if !advice.plays_out {
            return Ok(());
        }
        let values = self.with_trees(id, |engine, trees| {
            if trees.roots.is_none() {
                let message =
                    "the goals look at the root in a way that is no number, so trees cannot be followed";
                return Err(Limit::NotRun(format!("`{}`: {message}", advice.name)));
            }
            trees.numbers_of(engine, roots)
        })?;
        let mut all: Vec<usize> = values.clone();
        all.sort_unstable();
        all.dedup();
        for number in all {
            let rows: Vec<usize> = (0..afters.len()).filter(|&row| values[row] == number).collect();
            let mut some: Vec<Code> = rows.iter().map(|&row| afters[row]).collect();
            let before: Vec<Code> = rows.iter().map(|&row| roots[row]).collect();
            let begun = Mode { strategy, step, advice: id, values: number, left: advice.plies };
            self.go_on_with(begun, &before, &mut some)?;
            rows.iter().zip(some).for_each(|(&row, after)| afters[row] = after);
        }
        Ok(())
    }

    /// Gives positions after a move within a tree their mode.
    fn go_on_with(&mut self, begun: Mode, before: &[Code], afters: &mut [Code]) -> Result<(), Limit> {
        let advice = advice_of(self, begun.advice)?;
        let left = begun.left.saturating_sub(1);
        let next = Mode { left: if advice.quickest { begun.left } else { left }, ..begun };
        let goes_on = self.with_trees(begun.advice, |engine, trees| {
            let &Kind { tables, least, .. } = &trees.kinds[begun.values];
            let mut at = afters.to_vec();
            trees.seen(engine, tables, left, &mut at)?;
            let goals = trees.goals(engine, tables, left, before, &at)?;
            Ok(goals.into_iter().map(|goal| goal.least < least && least <= goal.most).collect::<Vec<bool>>())
        })?;
        let space = self.space();
        let everybody = space.endgame.everybody();
        for (after, goes_on) in afters.iter_mut().zip(goes_on) {
            if goes_on && space.has_move(*after, everybody) {
                *after = with_mode(*after, self.modes.number(next)?);
            }
        }
        Ok(())
    }

    /// What a committed strategy does: the step that began the tree, and the moves of the tree.
    pub(crate) fn committed_choice(&mut self, code: Code) -> Result<(u16, Vec<Code>), Limit> {
        let Some(begun) = self.modes.get(code) else {
            return Err(Limit::Internal("a position has an unknown mode".into()));
        };
        let code = bare(code);
        let advice = advice_of(self, begun.advice)?;
        let mut afters =
            self.with_trees(begun.advice, |engine, trees| trees.tree_moves(engine, advice, begun, code))?;
        self.go_on_with(begun, &vec![code; afters.len()], &mut afters)?;
        Ok((begun.step, afters))
    }

    /// Works out the positions after replies to positions with modes.
    pub(crate) fn ensure_replies(&mut self, codes: &[Code]) -> Result<(), Limit> {
        for &code in codes {
            let first = self.first(code);
            let Some(begun) = self.modes.get(first) else { continue };
            if self.modes.replies.contains_key(&first) {
                continue;
            }
            self.go_on()?;
            let before = bare(first);
            let mut afters = Vec::new();
            let space = self.space();
            space.successors(before, space.endgame.everybody(), |reply| {
                afters.push(space.canonical(reply));
                false
            });
            // Replies that the advice does not look at come last, and leave the tree.
            let looked_at = self.with_trees(begun.advice, |engine, trees| {
                trees.looked_at(engine, begun, before, &mut afters)
            })?;
            self.go_on_with(begun, &vec![before; looked_at], &mut afters[..looked_at])?;
            self.modes.replies.insert(first, afters);
        }
        Ok(())
    }

    /// Hands out the positions after all replies. For a position with a mode, [`Engine::ensure_replies`] has been called.
    pub(crate) fn replies(&self, code: Code, mut visit: impl FnMut(Code)) {
        let space = self.space();
        if mode(code) == 0 {
            space.successors(code, space.endgame.everybody(), |reply| {
                visit(reply);
                false
            });
            return;
        }
        let (first, symmetry) = self.fold.turned(space, code);
        let back = symmetry.inverse().index();
        for &reply in self.modes.replies.get(&first).into_iter().flatten() {
            visit(space.image(reply, back));
        }
    }
}

impl Trees {
    /// The moves of a tree with the own side to move.
    pub(super) fn tree_moves(
        &mut self,
        engine: &mut Engine<'_>,
        advice: &Advice,
        begun: Mode,
        code: Code,
    ) -> Result<Vec<Code>, Limit> {
        let mut left = begun.left;
        let &Kind { tables, least, .. } = &self.kinds[begun.values];
        if advice.quickest {
            let at = [self.fold(tables).first(engine.space(), code)];
            let mut plies = 1;
            while plies < left && self.onward(engine, tables, plies, &at)? < vec![least] {
                plies += 1;
            }
            left = plies;
        }
        let Some(left) = left.checked_sub(1) else { return Ok(Vec::new()) };
        let mut afters = Vec::new();
        let space = engine.space();
        space.successors(code, space.endgame.everybody(), |after| {
            afters.push(space.canonical(after));
            false
        });
        let mut moves = Moves::from_one(code, afters);
        self.constrain(engine, tables, left, true, &mut moves)?;
        let rows: Vec<u32> = (0..moves.after.len() as u32).collect();
        let nodes = Nodes { roots: &moves.before, before: &moves.before, at: &moves.after };
        let mut goes_on = self.over(engine, begun.values, left, &nodes, &rows)?.into_iter();
        moves.keep(|_, _| goes_on.next() == Some(true));
        self.first_in_order(engine, tables, left, true, &mut moves)?;
        Ok(moves.after)
    }

    /// Puts replies that the advice looks at first; answers how many they are.
    pub(super) fn looked_at(
        &mut self,
        engine: &mut Engine<'_>,
        begun: Mode,
        before: Code,
        replies: &mut [Code],
    ) -> Result<usize, Limit> {
        let mut moves = Moves::from_one(before, replies.to_vec());
        let tables = self.kinds[begun.values].tables;
        self.constrain(engine, tables, begun.left.saturating_sub(1), false, &mut moves)?;
        replies.sort_by_key(|reply| !moves.after.contains(reply));
        Ok(moves.after.len())
    }
}
