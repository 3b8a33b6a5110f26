//! Strategies as circuits: the first step that has a move, and the best of its moves.

use std::rc::Rc;

use adli_lang::Step;
use adli_lang::term::StrategyId;
use adli_symbolic::{Algebra, Walk};

use super::Circuit;
use crate::aig::{Aig, Number, Wire};
use crate::board::BoardId;
use crate::wires::{Made, Names, unbound};

/// What a strategy does at a position.
#[derive(Debug)]
pub(crate) struct Choice {
    /// For each step whether it applies: it is the first that has a move.
    pub(crate) applies: Vec<Wire>,
    /// For each step whether the strategy is asked and no step before it has a move.
    pub(crate) open: Vec<Wire>,
    /// For each step the keys of its best moves.
    pub(crate) best: Vec<Vec<Number>>,
}

impl Choice {
    /// As a value of the strategy's enumeration: the steps, then `none`.
    pub(crate) fn values(&self, aig: &mut Aig) -> Vec<Wire> {
        let mut values = self.applies.clone();
        values.push(!aig.any(self.applies.iter().copied()));
        values
    }
}

impl Circuit<'_> {
    /// What a strategy does at a position.
    pub(crate) fn choice(&mut self, strategy: StrategyId, id: BoardId) -> Made<Rc<Choice>> {
        if let Some(known) = self.choices.get(&(strategy, id)) {
            return Ok(Rc::clone(known));
        }
        let program = self.program;
        let found = program.strategy(strategy).ok_or_else(unbound)?;
        // It is asked only where its side is to move and everybody is at home.
        let board = self.boards.get(id);
        let mut open = board.at_home(&mut self.aig, &program.endgame);
        open = self.aig.and(open, board.second.negate_if(found.side == 0));
        let mut choice = Choice { applies: Vec::new(), open: Vec::new(), best: Vec::new() };
        let candidates = if open == Wire::FALSE { Rc::default() } else { self.candidates(id)? };
        for step in &found.steps {
            let mut moves = Vec::new();
            for candidate in candidates.iter().filter(|c| step.men.contains(c.man)) {
                let names = Names::given(vec![id, candidate.after]);
                let names = self.supposing(candidate.legal, &names);
                let condition = self.truth(step.condition, &names)?;
                let possible = self.aig.and(candidate.legal, condition);
                if possible != Wire::FALSE {
                    moves.push((possible, self.keys(step, &names)?));
                }
            }
            choice.best.push(self.best(&moves, step.prefer.len()));
            let has_move = self.aig.any(moves.iter().map(|(possible, _)| *possible));
            choice.open.push(open);
            choice.applies.push(self.aig.and(open, has_move));
            open = self.aig.and(open, !has_move);
        }
        let choice = Rc::new(choice);
        self.choices.insert((strategy, id), Rc::clone(&choice));
        Ok(choice)
    }

    /// The numbers that decide between moves; the least is best.
    fn keys(&mut self, step: &Step, names: &Names) -> Made<Vec<Number>> {
        let mut keys = Vec::with_capacity(step.prefer.len());
        for key in &step.prefer {
            let number = self.number(key.term, names)?;
            keys.push(if key.most { number.negated() } else { number });
        }
        Ok(keys)
    }

    /// The least keys among possible moves, the first key first. Where there is no move it is the greatest of all.
    fn best(&mut self, moves: &[(Wire, Vec<Number>)], keys: usize) -> Vec<Number> {
        let mut left: Vec<Wire> = moves.iter().map(|(possible, _)| *possible).collect();
        let mut best = Vec::new();
        for at in 0..keys {
            let numbers: Vec<&Number> = moves.iter().filter_map(|(_, keys)| keys.get(at)).collect();
            let low = numbers.iter().map(|n| n.low()).min().unwrap_or(0);
            let high = numbers.iter().map(|n| n.high()).max().unwrap_or(0);
            let mut more = Vec::new();
            for value in low..high {
                // More than this: every move that is left is.
                let cases: Vec<Wire> = numbers
                    .iter()
                    .zip(&left)
                    .map(|(number, &possible)| self.aig.implies(possible, number.more_than(value)))
                    .collect();
                more.push(self.aig.all(cases));
            }
            let least = Number::new(&mut self.aig, low, more);
            if at + 1 < keys {
                for (number, possible) in numbers.iter().zip(&mut left) {
                    let is_least = !least.less(&mut self.aig, number);
                    *possible = self.aig.and(*possible, is_least);
                }
            }
            best.push(least);
        }
        best
    }

    /// Whether a legal move from one position to another is one that a step allows, if the step applies.
    pub(crate) fn step_allows(
        &mut self,
        strategy: StrategyId,
        step: usize,
        before: BoardId,
        after: BoardId,
    ) -> Made<Wire> {
        let program = self.program;
        let found = program.strategy(strategy).and_then(|s| s.steps.get(step));
        let found = found.ok_or_else(unbound)?;
        let names = Names::given(vec![before, after]);
        let condition = self.truth(found.condition, &names)?;
        if condition == Wire::FALSE {
            return Ok(Wire::FALSE);
        }
        let choice = self.choice(strategy, before)?;
        let keys = self.keys(found, &names)?;
        let mut wires = vec![condition];
        for (key, best) in keys.iter().zip(choice.best.get(step).into_iter().flatten()) {
            wires.push(!best.less(&mut self.aig, key));
        }
        Ok(self.aig.all(wires))
    }

    /// Whether a strategy allows a move from one position to the other.
    pub(crate) fn allows(&mut self, strategy: StrategyId, before: BoardId, after: BoardId) -> Made<Wire> {
        let program = self.program;
        let found = program.strategy(strategy).ok_or_else(unbound)?;
        let choice = self.choice(strategy, before)?;
        let mut ways = Vec::new();
        for candidate in self.candidates(before)?.iter() {
            let same = self.same_position(candidate.after, after)?;
            for (number, step) in found.steps.iter().enumerate() {
                let applies = choice.applies.get(number).copied().unwrap_or(Wire::FALSE);
                if step.men.contains(candidate.man) && applies != Wire::FALSE {
                    let allows = self.step_allows(strategy, number, before, candidate.after)?;
                    ways.push(self.aig.all([applies, allows, candidate.legal, same]));
                }
            }
        }
        Ok(self.aig.any(ways))
    }

    fn same_position(&mut self, a: BoardId, b: BoardId) -> Made<Wire> {
        let (a, b) = (self.boards.get(a), self.boards.get(b));
        let mut same = vec![self.aig.iff(a.second, b.second)];
        for (x, y) in a.men.iter().zip(&b.men) {
            let ((f, r), (g, s)) = (x.seen(&mut self.aig), y.seen(&mut self.aig));
            same.push(self.aig.same_square((&f, &r), (&g, &s))?);
            for (&k, &l) in x.kind.iter().zip(&y.kind) {
                same.push(self.aig.iff(k, l));
            }
        }
        same.push(self.aig.same_square((&a.passing.0, &a.passing.1), (&b.passing.0, &b.passing.1))?);
        Ok(self.aig.all(same))
    }
}
