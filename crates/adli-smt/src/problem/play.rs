//! Plays as problems: positions of which each follows from the one before by a move.
//!
//! Every position has variables for the men of the side that has just moved, and the rest stand where they stood. So the square to which
//! somebody goes is free, and what the laws and the strategy say of the move is said of the variables. What is supposed of the positions
//! is asserted as soon as all of them are there.

use adli_lang::term::{StrategyId, Term, TermId};
use adli_lang::{MoveRule, Program, Scopes};
use adli_symbolic::Walk;

use super::{Problem, Stage};
use crate::board::{Board, BoardId, Man, place};
use crate::formula::{Linear, Truth};
use crate::logic::{Made, Names, unbound};

/// Adds to a position all the ways in which a play satisfies `given` and not `show`.
pub(super) fn play(
    problem: &mut Problem<'_>,
    strategy: StrategyId,
    last: u8,
    given: TermId,
    show: TermId,
) -> Made<()> {
    let program = problem.terms.program;
    let scopes = Scopes::new(program);
    // Each part of what is supposed, with the number of the last position it speaks of.
    let mut parts = Vec::new();
    conjuncts(program, given, &mut parts);
    let due = |term: TermId| 31 - (scopes.of(term).given | 1).leading_zeros() as u8;
    let mut play = Play { problem, strategy };
    for number in 0..=last {
        if number > 0 {
            play.step_forward(number)?;
        }
        if number < last && number % 2 == 0 {
            play.play_step(number)?;
        }
        for &term in parts.iter().filter(|&&term| due(term) == number) {
            play.suppose(term, false)?;
        }
        play.rely_on_it();
    }
    play.suppose(show, true)
}

/// The parts of a condition.
fn conjuncts(program: &Program, term: TermId, parts: &mut Vec<TermId>) {
    match program.terms.get(term) {
        Term::And(inner) => inner.iter().for_each(|&part| conjuncts(program, part, parts)),
        _ => parts.push(term),
    }
}

/// A play of a strategy, as far as it has come.
struct Play<'a, 'p> {
    problem: &'a mut Problem<'p>,
    strategy: StrategyId,
}

impl Play<'_, '_> {
    fn here(&self) -> Made<BoardId> {
        self.problem.line.last().copied().ok_or_else(unbound)
    }

    /// Asserts a condition on the positions so far, or that it does not hold.
    fn suppose(&mut self, term: TermId, denied: bool) -> Made<()> {
        let names = Names::given(self.problem.line.clone());
        let truth = self.problem.terms.truth(term, &names)?;
        self.problem.assert(truth.negate_if(denied));
        Ok(())
    }

    /// Whoever has been asserted to be on the board is, from now on.
    fn rely_on_it(&mut self) {
        let Problem { terms, asserted, line, .. } = &mut *self.problem;
        let Some(at) = line.last_mut() else { return };
        let mut board = Board::clone(&terms.boards.get(*at));
        board
            .men
            .iter_mut()
            .filter(|man| asserted.contains(&man.alive))
            .for_each(|man| man.alive = Truth::TRUE);
        let name = terms.boards.name(*at).unwrap_or_default().to_owned();
        let sure = terms.boards.add_named(board, name);
        if let Some(played) = terms.played.get(&(self.strategy, *at)).cloned() {
            terms.played.insert((self.strategy, sure), played);
        }
        *at = sure;
    }

    /// Makes a variable for the step by which the strategy is going to move. What is said of the step at this position is said of
    /// it: in a play the step that applies is the one that is played.
    fn play_step(&mut self, number: u8) -> Made<()> {
        let board = self.here()?;
        let terms = &mut self.problem.terms;
        let steps = terms.program.strategy(self.strategy).ok_or_else(unbound)?.steps.len();
        let formulas = &mut terms.logic.formulas;
        let which = formulas.variable(&format!("p{number}.step"));
        let mut values: Vec<Truth> =
            (0..steps).map(|step| formulas.equal(&which, &Linear::constant(step as i64))).collect();
        values.push(Truth::FALSE);
        terms.played.insert((self.strategy, board), values);
        Ok(())
    }

    /// Adds a move to the line: one of its own that the strategy allows, or any reply.
    fn step_forward(&mut self, number: u8) -> Made<()> {
        let before = self.here()?;
        let Problem { terms, .. } = &mut *self.problem;
        let program = terms.program;
        let board = terms.boards.get(before);
        let name = format!("p{number}");
        let moves =
            |rule: &&MoveRule| program.endgame.man(rule.man).side.index() == usize::from(board.second);
        let movers: Vec<&MoveRule> = program.laws.moves.iter().filter(moves).collect();
        let mut after = Board { second: !board.second, ..Board::clone(&board) };
        for rule in &movers {
            let at = usize::from(rule.man.0);
            let (file, rank) = place(&mut terms.logic.formulas, &program.endgame, &name, at);
            after.men[at] = Man { file, rank, alive: after.men[at].alive };
        }
        let mut ways = Vec::new();
        let mut lost = vec![Vec::new(); after.men.len()];
        for rule in &movers {
            let to = after.men[usize::from(rule.man.0)].clone();
            let moves = terms.move_to(before, rule, &to.file, &to.rank)?;
            let formulas = &mut terms.logic.formulas;
            let mut others = Vec::new();
            for other in movers.iter().filter(|other| other.man != rule.man) {
                let (was, is) = (&board.men[usize::from(other.man.0)], &after.men[usize::from(other.man.0)]);
                others.extend([formulas.equal(&was.file, &is.file), formulas.equal(&was.rank, &is.rank)]);
            }
            let was = &board.men[usize::from(rule.man.0)];
            let stays = [formulas.equal(&was.file, &to.file), formulas.equal(&was.rank, &to.rank)];
            let moved = if movers.len() == 1 { Truth::TRUE } else { !formulas.all(stays) };
            for (legal, reached) in moves {
                ways.push((rule.man, [&others[..], &[legal]].concat(), reached));
            }
            for (slot, taken) in terms.taken_at(before, rule, &to.file, &to.rank)? {
                lost[usize::from(slot.0)].push(terms.logic.formulas.all([moved, taken]));
            }
        }
        for (man, lost) in after.men.iter_mut().zip(lost) {
            let lost = terms.logic.formulas.any(lost);
            man.alive = terms.logic.formulas.all([man.alive, !lost]);
        }
        let some_way = if number % 2 == 1 { self.own(before, &ways)? } else { self.reply(&ways) };
        self.problem.assert(some_way);
        let after = self.problem.terms.boards.add_named(after, name);
        self.problem.line.push(after);
        Ok(())
    }

    fn reply(&mut self, ways: &[(adli_lang::term::Slot, Vec<Truth>, BoardId)]) -> Truth {
        let formulas = &mut self.problem.terms.logic.formulas;
        let ways: Vec<Truth> = ways.iter().map(|(_, way, _)| formulas.all(way.iter().copied())).collect();
        formulas.any(ways)
    }

    /// A move by the step that is played: no step before it has one.
    fn own(&mut self, before: BoardId, ways: &[(adli_lang::term::Slot, Vec<Truth>, BoardId)]) -> Made<Truth> {
        let Problem { terms, asserted, stages, .. } = &mut *self.problem;
        let steps = &terms.program.strategy(self.strategy).ok_or_else(unbound)?.steps;
        let played = terms.played.get(&(self.strategy, before)).cloned().ok_or_else(unbound)?;
        let known = played.iter().position(|is_played| asserted.contains(is_played));
        let may_be =
            |step: &usize| known.is_none_or(|known| known == *step) && !asserted.contains(&!played[*step]);
        let possible: Vec<usize> = (0..steps.len()).filter(may_be).collect();
        let Some(&last) = possible.last() else { return Ok(Truth::FALSE) };
        let choice = terms.choice_of_first(self.strategy, before, last)?;
        let mut stage = Stage { steps: Vec::new() };
        let mut allowed = Vec::new();
        for step in possible {
            let rule = &steps[step];
            let mut by_man = Vec::new();
            for (_, way, reached) in ways.iter().filter(|(man, ..)| rule.men.contains(*man)) {
                let allows = terms.step_allows(self.strategy, step, before, *reached)?;
                by_man.push(terms.logic.formulas.all(way.iter().copied().chain([allows])));
            }
            let some = terms.logic.formulas.any(by_man);
            // That the step has a move need not be said: it makes one.
            allowed.push(terms.logic.formulas.all([played[step], choice.open[step], some]));
            stage.steps.push((rule.name.clone(), played[step]));
        }
        stages.push(stage);
        Ok(terms.logic.formulas.any(allowed))
    }
}
