//! Constraints on the moves within trees: which moves there are, and which of them come first.
//!
//! Own moves of a constraint are all tried, so that its order says only which of those with a tree are played. Of the replies only those are
//! looked at that come first: an opponent who plays by these rules.

use adli_claims::Limit;
use adli_lang::{Advice, Constraint};
use adli_position::space::Code;
use adli_position::successors::moved;

use super::goal::{Goal, Told};
use super::{Moves, Trees};
use crate::columns::Asks;

/// A constraint whose terms are made into blocks.
#[derive(Default)]
pub(super) struct Constrained {
    /// Nothing, if every move satisfies it.
    pub(super) condition: Option<Goal>,
    /// The numbers that decide, and whether the greatest is best.
    pub(super) order: Vec<(Goal, bool)>,
}

impl Constrained {
    pub(super) fn new(
        constraint: Option<&Constraint>,
        goal: impl Fn(adli_lang::term::TermId) -> Goal,
    ) -> Constrained {
        let Some(constraint) = constraint else { return Constrained::default() };
        let order = constraint.order.iter().map(|key| (goal(key.term), key.most));
        Constrained { condition: goal(constraint.condition).unless_certain(), order: order.collect() }
    }

    pub(super) fn goals(&mut self) -> impl Iterator<Item = &mut Goal> {
        self.condition.iter_mut().chain(self.order.iter_mut().map(|(goal, _)| goal))
    }
}

/// The constraint on own moves or on replies.
pub(super) fn constraint(advice: &Advice, own: bool) -> Option<&Constraint> {
    if own { advice.each.as_ref() } else { advice.replies.as_ref() }
}

impl Trees {
    /// Leaves out moves that the advice does not make or does not look at, with so many plies left after them.
    pub(super) fn constrain<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        own: bool,
        moves: &mut Moves,
    ) -> Result<(), Limit> {
        let advice = engine.ground().advice(self.id)?;
        let Some(constraint) = constraint(advice, own) else { return Ok(()) };
        let slots = engine.space().men();
        moves.keep(|before, after| moved(before, after, constraint.men, slots));
        let constrained = &mut self.constrained[usize::from(!own)];
        if let Some(goal) = &mut constrained.condition {
            let numbers = &self.valued[tables].numbers;
            let told = Told { numbers, threshold: None, ply: advice.plies - left };
            let mut holds = goal.over(engine, told, &moves.after, &moves.before)?.into_iter();
            moves.keep(|_, _| holds.next() != Some(0));
        }
        if own { Ok(()) } else { self.first_in_order(engine, tables, left, own, moves) }
    }

    /// Leaves only those moves of each position that come first in the order of the constraint. Moves of one position stand together.
    pub(super) fn first_in_order<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        own: bool,
        moves: &mut Moves,
    ) -> Result<(), Limit> {
        let ply = engine.ground().advice(self.id)?.plies - left;
        for (goal, most) in &mut self.constrained[usize::from(!own)].order {
            let told = Told { numbers: &self.valued[tables].numbers, threshold: None, ply };
            let mut keys = goal.over(engine, told, &moves.after, &moves.before)?;
            if *most {
                keys.iter_mut().for_each(|key| *key = key.saturating_neg());
            }
            let mut best: Vec<(Code, i32)> = Vec::new();
            for (&before, &key) in moves.before.iter().zip(&keys) {
                match best.last_mut() {
                    Some((at, least)) if *at == before => *least = key.min(*least),
                    _ => best.push((before, key)),
                }
            }
            let (mut keys, mut best) = (keys.into_iter(), best.into_iter().peekable());
            moves.keep(|before, _| {
                while best.next_if(|(at, _)| *at != before).is_some() {}
                keys.next() == best.peek().map(|(_, least)| *least)
            });
        }
        Ok(())
    }
}
