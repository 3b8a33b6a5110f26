//! What a strategy does at one position, and with which move a tree begins.
//!
//! The moves of a step are tried best first, so that those that are worse than one that will do are never asked about. Where the quickest
//! tree is wanted, all moves are tried with few plies before any is tried with more.

use adli_claims::Limit;
use adli_lang::term::{AdviceId, DefId, Slot, StrategyId, Term};
use adli_lang::{Key, Step};

use super::Search;
use crate::space::Code;
use crate::tree::slot_move;

/// A move that a step may allow: the numbers that decide first, who moves where, and the position after it.
struct Candidate {
    keys: Vec<i32>,
    mv: Option<(Slot, (i32, i32))>,
    after: Code,
}

impl Search<'_> {
    /// What a strategy does; nothing if it is not asked here, or no step applies.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn asked(&mut self, strategy: StrategyId, at: Code) -> Result<Option<(usize, Vec<Code>)>, Limit> {
        let program = self.program;
        let Some(found) = program.strategy(strategy) else { return Ok(None) };
        if !self.space.asks(found, at) {
            return Ok(None);
        }
        for (number, step) in found.steps.iter().enumerate() {
            let is_its_cast = found.casts.get(step.cast).is_none_or(|cast| self.space.has_cast(at, cast));
            let moves = if is_its_cast { self.best(step, at, usize::MAX)? } else { Vec::new() };
            if !moves.is_empty() {
                return Ok(Some((number, moves)));
            }
        }
        Ok(None)
    }

    /// Whether a definition about one position holds.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn holds(&mut self, def: DefId, at: Code) -> Result<bool, Limit> {
        self.truth(self.program[def].body, &[at])
    }

    /// The best moves of a step in the order of men and squares, and no more than enough of them.
    pub(super) fn best(&mut self, step: &Step, at: Code, enough: usize) -> Result<Vec<Code>, Limit> {
        // What decides whether it is asked at all is part of its condition, and costs less than its trees.
        for guard in &step.guards {
            if self.truth(guard.holds, &[at])? != guard.wanted {
                return Ok(Vec::new());
            }
        }
        let terms = &self.program.terms;
        let quickest = |key: &Key| match terms.get(key.term) {
            Term::PliesToGoal(node) => Some((node.advice, node.left)),
            _ => None,
        };
        let at_plies = step.prefer.iter().position(|key| quickest(key).is_some());
        let (first, then) = step.prefer.split_at(at_plies.unwrap_or(step.prefer.len()));
        let tree = then.first().and_then(quickest);
        let mut candidates = Vec::new();
        for after in self.space.after_moves(at) {
            let mv = slot_move(self.space, at, after).map(|mv| (mv.man, mv.to));
            if mv.is_none_or(|(man, _)| step.men.contains(man)) {
                candidates.push(Candidate { keys: self.keys(first, &[at, after])?, mv, after });
            }
        }
        candidates.sort_by(|a, b| (&a.keys, a.mv).cmp(&(&b.keys, b.mv)));
        for group in candidates.chunk_by(|a, b| a.keys == b.keys) {
            let group: Vec<Code> = group.iter().map(|candidate| candidate.after).collect();
            let found = match tree {
                None => self.satisfying(step, at, &group, enough)?,
                Some(tree) => self.quickest(step, tree, &then[1..], at, &group)?,
            };
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    fn satisfying(
        &mut self,
        step: &Step,
        at: Code,
        group: &[Code],
        enough: usize,
    ) -> Result<Vec<Code>, Limit> {
        let mut found = Vec::new();
        for &after in group {
            if found.len() < enough && self.truth(step.condition, &[at, after])? {
                found.push(after);
            }
        }
        Ok(found)
    }

    /// Of moves that are equal so far, those with the quickest tree of some advice, which has so many plies at the most, and of these the best by what is
    /// left of the keys.
    pub(super) fn quickest(
        &mut self,
        step: &Step,
        (advice, most): (AdviceId, u8),
        then: &[Key],
        at: Code,
        group: &[Code],
    ) -> Result<Vec<Code>, Limit> {
        let mut open = group.to_vec();
        for plies in 0..=most {
            let (mut found, mut least) = (Vec::new(), None);
            let mut later = Vec::new();
            for &after in &open {
                if !self.forces(advice, plies, at, at, after)? {
                    later.push(after);
                } else if self.truth(step.condition, &[at, after])? {
                    let keys = self.keys(then, &[at, after])?;
                    if least.as_ref().is_none_or(|least| keys < *least) {
                        found.clear();
                        least = Some(keys.clone());
                    }
                    if least.as_ref() == Some(&keys) {
                        found.push(after);
                    }
                }
            }
            if !found.is_empty() {
                return Ok(found);
            }
            open = later;
        }
        Ok(Vec::new())
    }

    /// The numbers that decide between moves; the least is best.
    pub(super) fn keys(&mut self, keys: &[Key], given: &[Code]) -> Result<Vec<i32>, Limit> {
        let mut numbers = Vec::with_capacity(keys.len());
        for key in keys {
            let number = self.number(key.term, given)?;
            numbers.push(if key.most { number.saturating_neg() } else { number });
        }
        Ok(numbers)
    }
}
