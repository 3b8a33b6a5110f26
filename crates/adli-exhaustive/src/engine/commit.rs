//! Trees that are played to their end: strong mode.
//!
//! A strategy that has chosen a tree plays it out before it is asked again. So what it does depends on more than the position:
//! on the advice, on the plies that are left and on the numbers of the root that goals look at. Such a state of
//! mind is a **mode**; there are few of them, and the number of the mode stands in the upper bits of a
//! position's word. Whoever follows a play follows such words, and meets every pair of position and mode.
//!
//! Under `quickest` the plies left are not part of the mode: the tree that is played is the quickest from the position at
//! hand. A reply that the advice does not look at (`replies`) ends the commitment.
//!
//! Where a tree has reached its goal, other advice may go on (`then`): that is a mode too, with the position reached as its root, whoever is to
//! move there.

use std::collections::HashMap;

use adli_claims::Limit;
use adli_lang::term::{AdviceId, StrategyId};
use adli_position::space::{Code, bare, mode, turn, with_mode};
use adli_position::spread::Spread;

use super::Engine;
use crate::advice::{Ends, Moves};
use crate::columns::{Asks, Chooser, Columns};

/// What a strategy is committed to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Mode {
    strategy: StrategyId,
    /// The step that began the tree.
    step: u16,
    advice: AdviceId,
    /// The kind of its root.
    kind: usize,
    /// The plies left; not under `quickest`.
    left: u8,
    /// Whether its first move is still to come: it goes on after another tree.
    begins: bool,
}

/// The modes that have come up; the first has the number 1.
#[derive(Default)]
pub(crate) struct Modes {
    modes: Vec<Mode>,
    /// The positions after all replies to a position with a mode.
    replies: HashMap<Code, Vec<Code>, Spread>,
    /// The first moves of trees that go on after others.
    openers: HashMap<AdviceId, Chooser>,
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
                    "the trees that are played out differ in too many numbers of their roots and plies that are left; under `quickest` plies are not told apart".into(),
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
    pub(super) fn commit(
        &mut self,
        strategy: StrategyId,
        step: u16,
        roots: &[Code],
        afters: &mut [Code],
    ) -> Result<(), Limit> {
        let steps = &self.ground.program[strategy].steps;
        let Some(id) = steps.get(usize::from(step)).and_then(|step| step.advice) else { return Ok(()) };
        let advice = self.ground.advice(id)?;
        if !advice.plays_out {
            return Ok(());
        }
        let values = self.followed_from(id, roots)?;
        let mut all: Vec<usize> = values.clone();
        all.sort_unstable();
        all.dedup();
        for number in all {
            let rows: Vec<usize> = (0..afters.len()).filter(|&row| values[row] == number).collect();
            let mut some: Vec<Code> = rows.iter().map(|&row| afters[row]).collect();
            let before: Vec<Code> = rows.iter().map(|&row| roots[row]).collect();
            let begun = Mode { strategy, step, advice: id, kind: number, left: advice.plies, begins: true };
            self.go_on_with(begun, &before, &mut some)?;
            rows.iter().zip(some).for_each(|(&row, after)| afters[row] = after);
        }
        Ok(())
    }

    /// The kinds of the roots of trees that are to be followed.
    fn followed_from(&mut self, id: AdviceId, roots: &[Code]) -> Result<Vec<usize>, Limit> {
        let advice = self.ground.advice(id)?;
        self.with_trees(id, |engine, trees| {
            if !trees.can_be_followed() {
                let message =
                    "the goals look at the root in a way that is no number, so trees cannot be followed";
                return Err(Limit::NotRun(format!("`{}`: {message}", advice.name)));
            }
            trees.kinds_of(engine, roots)
        })
    }

    /// Gives positions after a move within a tree their mode.
    fn go_on_with(&mut self, begun: Mode, before: &[Code], afters: &mut [Code]) -> Result<(), Limit> {
        let advice = self.ground.advice(begun.advice)?;
        // In weak mode one own move is made.
        let by_us = before.first().is_some_and(|&before| u16::from(turn(before).0) == advice.side);
        if by_us && !advice.plays_out {
            return Ok(());
        }
        let left = begun.left.saturating_sub(1);
        let next = Mode { left: if advice.quickest { begun.left } else { left }, begins: false, ..begun };
        let ends = self.with_trees(begun.advice, |engine, trees| {
            trees.goes_on(engine, begun.kind, left, before, afters)
        })?;
        let space = self.space();
        let everybody = space.endgame.everybody();
        let mut reached = Vec::new();
        for (row, (after, ends)) in afters.iter_mut().zip(ends).enumerate() {
            if ends == Ends::Over || !space.has_move(*after, everybody) {
                continue;
            }
            match ends {
                Ends::NotYet => *after = with_mode(*after, self.modes.number(next)?),
                _ => reached.push(row),
            }
        }
        for &id in &advice.then {
            self.hand_over(Mode { advice: id, ..begun }, &mut reached, afters)?;
        }
        Ok(())
    }

    /// Where a tree has reached its goal, other advice goes on if it has a tree there; the other places are left.
    fn hand_over(&mut self, begun: Mode, places: &mut Vec<usize>, afters: &mut [Code]) -> Result<(), Limit> {
        let advice = self.ground.advice(begun.advice)?;
        let codes: Vec<Code> = places.iter().map(|&place| afters[place]).collect();
        let can = self.definition(advice.can, &codes)?;
        let (there, left): (Vec<usize>, Vec<usize>) =
            (0..places.len()).partition(|&number| can.get(number).is_some_and(|&can| can != 0));
        let roots: Vec<Code> = there.iter().map(|&number| codes[number]).collect();
        let kinds = self.followed_from(begun.advice, &roots)?;
        for (&number, kind) in there.iter().zip(kinds) {
            let mode = self.modes.number(Mode { kind, left: advice.plies, begins: true, ..begun })?;
            afters[places[number]] = with_mode(codes[number], mode);
        }
        *places = left.into_iter().map(|number| places[number]).collect();
        Ok(())
    }

    /// The moves with which trees begin at positions.
    fn first_moves(&mut self, id: AdviceId, codes: &[Code]) -> Result<Vec<Vec<Code>>, Limit> {
        let program = self.ground.program;
        let Some(advice) = program.advice(id) else { return Ok(vec![Vec::new(); codes.len()]) };
        let mut opener = match self.modes.openers.remove(&id) {
            Some(opener) => opener,
            None => Chooser::new(self, std::slice::from_ref(&advice.first))?,
        };
        let chosen = opener.choose(self, codes);
        self.modes.openers.insert(id, opener);
        let (chosen, space) = (chosen?, self.space());
        let moves = |&(from, to): &(usize, usize)| chosen.moves[from..to].iter();
        Ok(chosen.ranges.iter().map(|range| moves(range).map(|&m| space.canonical(m)).collect()).collect())
    }

    /// What a committed strategy does, for positions with the same mode: the step that began the tree, and the moves of each tree.
    pub(super) fn committed_choices(&mut self, codes: &[Code]) -> Result<(u16, Vec<Vec<Code>>), Limit> {
        let Some(begun) = codes.first().and_then(|&code| self.modes.get(code)) else {
            return Err(Limit::Internal("a position has an unknown mode".into()));
        };
        let codes: Vec<Code> = codes.iter().map(|&code| bare(code)).collect();
        let found = match begun.begins {
            true => self.first_moves(begun.advice, &codes)?,
            false => self.with_trees(begun.advice, |engine, trees| {
                trees.tree_moves(engine, begun.kind, begun.left, &codes)
            })?,
        };
        // A position without a successor would count as one where every play reaches its aim.
        if found.iter().any(Vec::is_empty) {
            return Err(Limit::Internal("a tree that is played has no move".into()));
        }
        let mut moves = Moves::default();
        for (row, (&code, afters)) in codes.iter().zip(found).enumerate() {
            moves.extend(row as u32, code, afters.into_iter());
        }
        self.go_on_with(begun, &moves.before, &mut moves.after)?;
        Ok((begun.step, moves.by_rows(codes.len())))
    }

    /// Works out the positions after replies to positions with modes.
    pub(crate) fn ensure_replies(&mut self, codes: &[Code]) -> Result<(), Limit> {
        let mut todo: Vec<Code> = codes.iter().map(|&code| self.first(code)).collect();
        todo.retain(|first| mode(*first) != 0 && !self.modes.replies.contains_key(first));
        for codes in by_modes(todo) {
            let Some(begun) = codes.first().and_then(|&code| self.modes.get(code)) else { continue };
            self.go_on()?;
            let space = self.space();
            let (mut left, mut moves) = (Vec::with_capacity(codes.len()), Moves::default());
            for (row, &code) in codes.iter().enumerate() {
                let replies = space.after_moves(bare(code)).into_iter();
                let afters: Vec<Code> = replies.map(|reply| space.canonical(reply)).collect();
                moves.extend(row as u32, bare(code), afters.iter().copied());
                left.push(afters);
            }
            let mut looked_at = self.with_trees(begun.advice, |engine, trees| {
                trees.looked_at(engine, begun.kind, begun.left, moves)
            })?;
            // Replies that the advice does not look at come last, and leave the tree.
            for (&row, after) in looked_at.parents.iter().zip(&looked_at.after) {
                left[row as usize].retain(|reply: &Code| reply != after);
            }
            self.go_on_with(begun, &looked_at.before, &mut looked_at.after)?;
            let replies = looked_at.by_rows(codes.len()).into_iter().zip(left);
            for (code, (mut replies, left)) in codes.into_iter().zip(replies) {
                replies.extend(left);
                self.modes.replies.insert(code, replies);
            }
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

/// Positions by their modes, each of them once.
pub(super) fn by_modes(mut codes: Vec<Code>) -> Vec<Vec<Code>> {
    // The mode stands in the upper bits.
    codes.sort_unstable();
    codes.dedup();
    codes.chunk_by(|a, b| mode(*a) == mode(*b)).map(<[Code]>::to_vec).collect()
}
