//! Strategies as relations: for each step where it is the first that has a move, and which moves it then allows.
//!
//! A step's moves are the moves of chess that satisfy its condition. What decides between them is a number, or several: the values
//! come in the order of preference, and for each the positions where some move has it are found by quantifying the move
//! away; a move is a best one where it has the value and no better one has been found.

use std::rc::Rc;

use adli_chess::Colour;
use adli_lang::Step;
use adli_lang::term::StrategyId;
use adli_symbolic::Walk;

use crate::atlas::{Atlas, unbound};
use crate::board::{BoardId, Cast};
use crate::number::{Names, Number, Value};
use crate::refused::Refused;
use crate::relation::{Choice, Move};
use crate::store::{BITS, Made, Set};

impl Atlas<'_> {
    /// The men at home with a strategy's side to move.
    pub(crate) fn asked(&self, strategy: StrategyId) -> Made<Cast> {
        let found = self.program.strategy(strategy).ok_or_else(unbound)?;
        if !found.stays_home(&self.program.endgame) {
            return Err(Refused::Unsupported(format!("`{}` is asked with several sets of men", found.name)));
        }
        Ok(Cast::home(&self.program.endgame, side(found.side)))
    }

    /// What a strategy does.
    pub(crate) fn choice(&mut self, strategy: StrategyId) -> Made<Rc<Choice>> {
        if let Some(known) = self.choices.get(&strategy) {
            return Ok(Rc::clone(known));
        }
        let choice = Rc::new(self.fresh(|atlas| atlas.fresh_choice(strategy))?);
        self.choices.insert(strategy, Rc::clone(&choice));
        Ok(choice)
    }

    fn fresh_choice(&mut self, strategy: StrategyId) -> Made<Choice> {
        let found = self.program.strategy(strategy).ok_or_else(unbound)?;
        let cast = self.asked(strategy)?;
        let board = self.plain(&cast);
        let moves = self.moves_from(board, 1)?;
        let mut none = self.store.constant(true);
        let (mut applies, mut allowed) = (Vec::new(), Vec::new());
        for step in &found.steps {
            self.go_on()?;
            let open = std::mem::replace(&mut none, self.store.constant(true));
            let moves = self.step_moves(step, board, &moves, &open)?;
            let has_move = self.some_move(&moves)?;
            none = self.store.without(&open, &has_move)?;
            applies.push(has_move);
            allowed.push(moves);
        }
        Ok(Choice { applies, none, allowed })
    }

    /// The moves of a step that stands alone.
    pub(crate) fn moves_alone(&mut self, strategy: StrategyId, number: usize) -> Made<Vec<Move>> {
        let found = self.program.strategy(strategy).ok_or_else(unbound)?;
        let step = found.steps.get(number).ok_or_else(unbound)?;
        let board = self.asked(strategy)?;
        let board = self.plain(&board);
        let moves = self.moves_from(board, 1)?;
        let everywhere = self.store.constant(true);
        self.fresh(|atlas| atlas.step_moves(step, board, &moves, &everywhere))
    }

    /// The best moves of a step, in positions where no earlier step has one.
    fn step_moves(&mut self, step: &Step, board: BoardId, moves: &[Move], open: &Set) -> Made<Vec<Move>> {
        let mut possible = Vec::new();
        for mv in moves.iter().filter(|mv| step.men.contains(mv.man)) {
            let legal = self.store.and(&mv.legal, open)?;
            if self.store.is_empty(&legal) {
                continue;
            }
            let names = Names::given([board, mv.after]);
            self.depth = 1;
            let condition = self.truth(step.condition, &names)?;
            let legal = self.store.and(&legal, &condition)?;
            if self.store.is_empty(&legal) {
                continue;
            }
            let mut keys = Vec::with_capacity(step.prefer.len());
            for key in &step.prefer {
                keys.push((self.number(key.term, &names)?, key.most));
            }
            possible.push((Move { legal, ..mv.clone() }, keys));
        }
        for at in 0..step.prefer.len() {
            self.keep_best(&mut possible, at)?;
        }
        Ok(possible.into_iter().map(|(mv, _)| mv).collect())
    }

    /// Keeps the moves that are best by one key.
    fn keep_best(&mut self, moves: &mut [(Move, Vec<(Number, bool)>)], at: usize) -> Made<()> {
        let most = moves.iter().any(|(_, keys)| keys.get(at).is_some_and(|(_, most)| *most));
        let cases = |(_, keys): &(Move, Vec<(Number, bool)>)| {
            let cases = keys.get(at).map(|(number, _)| number.cases().to_vec());
            cases.unwrap_or_default()
        };
        let all: Vec<Vec<(i32, Set)>> = moves.iter().map(cases).collect();
        let mut values: Vec<i32> = all.iter().flatten().map(|(value, _)| *value).collect();
        values.sort_unstable();
        values.dedup();
        if most {
            values.reverse();
        }
        let mut best: Vec<Vec<Set>> = vec![Vec::new(); moves.len()];
        let mut found = self.store.constant(false);
        for value in values {
            self.go_on()?;
            let mut here = Vec::new();
            for (number, (mv, _)) in moves.iter().enumerate() {
                let Some((_, has)) = all[number].iter().find(|(v, _)| *v == value) else { continue };
                let has = self.store.and(&mv.legal, has)?;
                let has = self.store.without(&has, &found)?;
                if !self.store.is_empty(&has) {
                    here.push(Move { legal: has.clone(), ..mv.clone() });
                    best[number].push(has);
                }
            }
            let some = self.some_move(&here)?;
            found = self.store.or(&found, &some)?;
        }
        for ((mv, _), best) in moves.iter_mut().zip(best) {
            mv.legal = self.store.any(best)?;
        }
        Ok(())
    }

    /// Where one of these moves can be made.
    pub(crate) fn some_move(&self, moves: &[Move]) -> Made<Set> {
        let mut sets = Vec::with_capacity(moves.len());
        for mv in moves {
            let cube = self.store.cube(usize::from(mv.man.0), 1)?;
            sets.push(self.store.some_square(&mv.legal, &self.store.constant(true), &cube)?);
        }
        self.store.any(sets)
    }

    /// The step that a strategy uses, as a value of its enumeration: the steps, then `none`.
    pub(crate) fn step(&mut self, strategy: StrategyId, at: BoardId) -> Made<Value> {
        let cast = self.asked(strategy)?;
        let board = self.board(at)?.clone();
        let steps = self.program.strategy(strategy).map_or(0, |found| found.steps.len());
        if board.cast != cast {
            let is_last = |number| self.store.constant(number == steps);
            return Ok(Value::Enum((0..=steps).map(is_last).collect()));
        }
        let choice = self.choice(strategy)?;
        let replacing = board.replacing(&self.store);
        let sets = choice.applies.iter().chain([&choice.none]);
        Ok(Value::Enum(sets.map(|set| self.store.replace(set, &replacing)).collect::<Made<_>>()?))
    }

    /// Whether a strategy allows a move from one position to the other.
    pub(crate) fn allows(&mut self, strategy: StrategyId, before: BoardId, after: BoardId) -> Made<Set> {
        let (from, to) = (self.board(before)?.clone(), self.board(after)?.clone());
        if from.cast != self.asked(strategy)? {
            return Ok(self.store.constant(false));
        }
        let choice = self.choice(strategy)?;
        let mut ways = Vec::new();
        for mv in choice.moves() {
            if self.board(mv.after)?.cast != to.cast {
                continue;
            }
            let mut replacing = from.replacing(&self.store);
            let mut same = self.store.constant(true);
            for man in (0..to.spots.len()).filter(|&man| !mv.takes.contains(adli_lang::term::Slot(man as u8)))
            {
                let (Some(was), Some(is)) = (from.bits(&self.store, man), to.bits(&self.store, man)) else {
                    continue;
                };
                for bit in 0..BITS {
                    if man == usize::from(mv.man.0) {
                        replacing.push((self.store.variable(man, bit, 1), is[bit]));
                    } else {
                        let equal = self.store.same(&self.store.bit(was[bit])?, &self.store.bit(is[bit])?)?;
                        same = self.store.and(&same, &equal)?;
                    }
                }
            }
            let legal = self.store.replace(&mv.legal, &replacing)?;
            ways.push(self.store.and(&legal, &same)?);
        }
        self.store.any(ways)
    }
}

/// The side of a number.
pub(crate) fn side(number: u16) -> Colour {
    if number == 0 { Colour::White } else { Colour::Black }
}
