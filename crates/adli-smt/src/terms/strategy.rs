//! Strategies as formulas: the first step that has a move, and the best of its moves.

use std::rc::Rc;

use adli_lang::Step;
use adli_lang::term::StrategyId;
use adli_symbolic::{Algebra, Walk};

use super::Terms;
use crate::board::BoardId;
use crate::formula::{Formulas, Linear, Truth};
use crate::logic::{Made, Names, Refused, unbound};

/// What a strategy does at a position, as far as its steps have been looked at.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// For each step whether it applies: it is the first that has a move.
    pub(crate) applies: Vec<Truth>,
    /// For each step, and the one after them, whether the strategy is asked and no step before it has a move.
    pub(crate) open: Vec<Truth>,
}

impl Choice {
    /// As a value of the strategy's enumeration: the steps, then `none`.
    pub(crate) fn values(&self, formulas: &mut Formulas) -> Vec<Truth> {
        let mut values = self.applies.clone();
        values.push(!formulas.any(self.applies.iter().copied()));
        values
    }
}

impl Terms<'_> {
    /// What a strategy does at a position.
    pub(crate) fn choice(&mut self, strategy: StrategyId, id: BoardId) -> Made<Rc<Choice>> {
        let steps = self.program.strategy(strategy).ok_or_else(unbound)?.steps.len();
        self.choice_of_first(strategy, id, steps)
    }

    /// The same of its first steps. Those after them may look so far ahead that nobody can write it out.
    pub(crate) fn choice_of_first(
        &mut self,
        strategy: StrategyId,
        id: BoardId,
        first: usize,
    ) -> Made<Rc<Choice>> {
        let known = self.choices.get(&(strategy, id)).cloned();
        if let Some(known) = known.as_ref().filter(|known| known.applies.len() >= first) {
            return Ok(Rc::clone(known));
        }
        let program = self.program;
        let found = program.strategy(strategy).ok_or_else(unbound)?;
        let mut choice = known.map_or_else(
            || {
                // It is asked only where its side is to move and everybody is at home.
                let board = self.boards.get(id);
                let home = board.is_home(&mut self.logic.formulas);
                let asked = if board.second == (found.side == 1) { home } else { Truth::FALSE };
                Choice { applies: Vec::new(), open: vec![asked] }
            },
            |known| Choice::clone(&known),
        );
        for step in found.steps.iter().take(first).skip(choice.applies.len()) {
            let open = choice.open.last().copied().ok_or_else(unbound)?;
            let has_move = if open == Truth::FALSE { Truth::FALSE } else { self.has_move(step, id, None)? };
            let name = self.boards.name(id).map(|name| format!("{}.{name}", step.name));
            self.said.extend(name.map(|name| (name, super::Said::Truth(has_move))));
            choice.applies.push(self.logic.formulas.all([open, has_move]));
            choice.open.push(self.logic.formulas.all([open, !has_move]));
        }
        let choice = Rc::new(choice);
        self.choices.insert((strategy, id), Rc::clone(&choice));
        Ok(choice)
    }

    /// Whether a step has a move, or one that is better than these numbers.
    fn has_move(&mut self, step: &Step, id: BoardId, than: Option<&[Linear]>) -> Made<Truth> {
        if step.advice.is_some() {
            return Err(Refused::new("forcing trees are searched and backed up, not made into formulas")
                .at(step.span));
        }
        let candidates = self.candidates(id)?;
        let mut ways = Vec::new();
        self.depth += 1;
        for candidate in candidates.iter().filter(|c| step.men.contains(c.man)) {
            let names = Names::given([id, candidate.after]);
            let mut holds = self.truth(step.condition, &names)?;
            if let (Some(than), true) = (than, holds != Truth::FALSE) {
                let keys = self.keys(step, &names)?;
                let better = self.better(&keys, than);
                holds = self.logic.formulas.all([holds, better]);
            }
            ways.push(self.way(candidate, holds));
        }
        self.depth -= 1;
        Ok(self.logic.formulas.any(ways))
    }

    /// The numbers that decide between moves; the least is best.
    fn keys(&mut self, step: &Step, names: &Names) -> Made<Vec<Linear>> {
        let mut keys = Vec::with_capacity(step.prefer.len());
        for key in &step.prefer {
            let number = self.number(key.term, names)?;
            keys.push(if key.most { number.times(-1) } else { number });
        }
        Ok(keys)
    }

    /// Whether some numbers are less than others, the first first.
    fn better(&mut self, keys: &[Linear], than: &[Linear]) -> Truth {
        let formulas = &mut self.logic.formulas;
        let mut better = Truth::FALSE;
        for (key, other) in keys.iter().zip(than).rev() {
            let (less, same) = (formulas.at_most(&key.more(1), other), formulas.equal(key, other));
            let later = formulas.all([same, better]);
            better = formulas.any([less, later]);
        }
        better
    }

    /// Whether a legal move from one position to another is one that a step allows, if the step applies.
    pub(crate) fn step_allows(
        &mut self,
        strategy: StrategyId,
        step: usize,
        before: BoardId,
        after: BoardId,
    ) -> Made<Truth> {
        let program = self.program;
        let found = program.strategy(strategy).and_then(|s| s.steps.get(step)).ok_or_else(unbound)?;
        let names = Names::given([before, after]);
        let condition = self.truth(found.condition, &names)?;
        if condition == Truth::FALSE || found.prefer.is_empty() {
            return Ok(condition);
        }
        let keys = self.keys(found, &names)?;
        let better = self.has_move(found, before, Some(&keys))?;
        Ok(self.logic.formulas.all([condition, !better]))
    }

    /// Whether a strategy allows a move from one position to the other.
    pub(super) fn allows(&mut self, strategy: StrategyId, before: BoardId, after: BoardId) -> Made<Truth> {
        let program = self.program;
        let found = program.strategy(strategy).ok_or_else(unbound)?;
        let choice = self.choice(strategy, before)?;
        let there = self.boards.get(after);
        let mut ways = Vec::new();
        for rule in &program.laws.moves {
            let Some(man) = there.man(rule.man) else { continue };
            for (legal, to) in self.move_to(before, rule, &man.file, &man.rank)? {
                let same = self.same_position(to, after)?;
                for (number, _) in
                    found.steps.iter().enumerate().filter(|(_, step)| step.men.contains(rule.man))
                {
                    let allows = self.step_allows(strategy, number, before, to)?;
                    ways.push(self.logic.formulas.all([choice.applies[number], allows, legal, same]));
                }
            }
        }
        Ok(self.logic.formulas.any(ways))
    }

    fn same_position(&mut self, a: BoardId, b: BoardId) -> Made<Truth> {
        let (a, b) = (self.boards.get(a), self.boards.get(b));
        let mut same = vec![Truth::constant(a.second == b.second)];
        for (x, y) in a.men.iter().zip(&b.men) {
            let ((f, r), (g, s)) = (x.seen(&mut self.logic.formulas), y.seen(&mut self.logic.formulas));
            same.push(self.logic.same_square((&f, &r), (&g, &s))?);
        }
        Ok(self.logic.formulas.all(same))
    }
}
