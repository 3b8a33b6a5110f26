//! Plays as a circuit: positions of which each follows from the one before by a move.
//!
//! The first position is made of inputs. A move has inputs of its own: the square where somebody goes, and who goes if
//! there is a choice. What is supposed of the positions is asserted as soon as all of them are there, so that the
//! rest of the circuit may rely on it.

use adli_lang::Program;
use adli_lang::term::{StrategyId, Term, TermId};
use adli_symbolic::{SIZE, Walk};

use super::Problem;
use crate::aig::{Number, Wire};
use crate::board::{Board, BoardId};
use crate::circuit::{Candidate, Circuit};
use crate::wires::{Made, Names, unbound};

/// All the ways in which a play satisfies `given` and not `show`.
pub(super) fn play(
    circuit: &mut Circuit<'_>,
    strategy: StrategyId,
    last: u8,
    given: TermId,
    show: TermId,
) -> Made<Problem> {
    let side = circuit.program.strategy(strategy).ok_or_else(unbound)?.side;
    let problem = Problem::begin(circuit, side == 1)?;
    let mut play = Play { circuit, strategy, problem };
    // Each part of what is supposed, with the number of the last position it speaks of.
    let mut parts = Vec::new();
    conjuncts(play.circuit.program, given, &mut parts);
    let parts: Vec<(u8, TermId)> = parts.iter().map(|&term| (play.circuit.last_given(term), term)).collect();
    for number in 0..=last {
        if number > 0 {
            play.step_forward(number % 2 == 1, &format!("m{number}"), number < last)?;
        }
        if number < last && number % 2 == 0 {
            play.play_step(&format!("m{}", number + 1))?;
        }
        for &(_, term) in parts.iter().filter(|(due, _)| *due == number) {
            play.suppose(term, false)?;
        }
        play.rely_on_it();
    }
    play.suppose(show, true)?;
    Ok(play.problem)
}

/// The parts of a condition.
fn conjuncts(program: &Program, term: TermId, parts: &mut Vec<TermId>) {
    match program.terms.get(term) {
        Term::And(inner) => inner.iter().for_each(|&part| conjuncts(program, part, parts)),
        _ => parts.push(term),
    }
}

/// A play of a strategy, as far as it has come.
struct Play<'c, 'p> {
    circuit: &'c mut Circuit<'p>,
    strategy: StrategyId,
    problem: Problem,
}

impl Play<'_, '_> {
    fn here(&self) -> Made<BoardId> {
        self.problem.line.last().copied().ok_or_else(unbound)
    }

    /// Asserts a condition on the positions so far, or that it does not hold.
    fn suppose(&mut self, term: TermId, denied: bool) -> Made<()> {
        let wire = self.circuit.truth(term, &self.problem.names())?;
        self.problem.wires.extend(self.circuit.aig.conjuncts(wire.negate_if(denied)));
        Ok(())
    }

    /// From now on the last position is one where all that has been asserted is true.
    fn rely_on_it(&mut self) {
        if let Some(at) = self.problem.line.last_mut() {
            let sure = self.circuit.with_facts(*at, &self.problem.wires);
            if let Some(played) = self.circuit.played.get(&(self.strategy, *at)).cloned() {
                self.circuit.played.insert((self.strategy, sure), played);
            }
            *at = sure;
        }
    }

    /// Makes inputs for the step by which the strategy is going to move. What is said of the step at this position is said of
    /// them: in a play the step that applies is the one that is played.
    fn play_step(&mut self, name: &str) -> Made<()> {
        let steps = self.circuit.program.strategy(self.strategy).ok_or_else(unbound)?.steps.len();
        let (board, aig) = (self.here()?, &mut self.circuit.aig);
        let which = Number::input(aig, &format!("{name}.step"), 0, steps as i32 - 1);
        let mut values: Vec<Wire> = (0..steps).map(|number| which.is(aig, number as i32)).collect();
        values.push(Wire::FALSE);
        self.circuit.played.insert((self.strategy, board), values);
        Ok(())
    }

    /// Adds a move to the line: one of its own that the strategy allows, or any reply.
    fn step_forward(&mut self, is_own: bool, name: &str, goes_on: bool) -> Made<()> {
        let before = self.here()?;
        let ways = self.ways(before, name)?;
        let aig = &mut self.circuit.aig;
        let which = Number::input(aig, &format!("{name}.way"), 0, ways.len().max(1) as i32 - 1);
        if goes_on {
            ways.iter().for_each(|way| self.circuit.goes_on(way.after));
        }
        let mut possible = Vec::new();
        let mut chosen = Vec::new();
        for (number, way) in ways.iter().enumerate() {
            let is_chosen = which.is(&mut self.circuit.aig, number as i32);
            let mut allowed = way.legal;
            if is_own {
                let rules = self.rules_allow(before, way)?;
                allowed = self.circuit.aig.and(allowed, rules);
            }
            possible.push(self.circuit.aig.and(is_chosen, allowed));
            chosen.push((is_chosen, way.after));
        }
        let some_way = self.circuit.aig.any(possible);
        self.problem.wires.extend(self.circuit.aig.conjuncts(some_way));
        let after = self.one_of(&chosen)?;
        let after = self.circuit.boards.add(after);
        if goes_on {
            self.circuit.goes_on(after);
        }
        self.problem.line.push(after);
        Ok(())
    }

    /// The moves from a position to a square of inputs.
    fn ways(&mut self, before: BoardId, name: &str) -> Made<Vec<Candidate>> {
        let circuit = &mut *self.circuit;
        let file = Number::input(&mut circuit.aig, &format!("{name}.file"), 1, SIZE);
        let rank = Number::input(&mut circuit.aig, &format!("{name}.rank"), 1, SIZE);
        // The differences to where the other men stand.
        for man in &circuit.boards.get(before).men {
            for (line, other) in [(&file, &man.file), (&rank, &man.rank)] {
                let difference = line.sub(&mut circuit.aig, other)?;
                line.set_difference(&mut circuit.aig, other, difference);
            }
        }
        let mut ways = Vec::new();
        for rule in &circuit.program.laws.moves {
            if circuit.truth(rule.may_move, &Names::given(vec![before]))? != Wire::FALSE {
                ways.extend(circuit.moves_to(before, rule, &file, &rank)?);
            }
        }
        Ok(ways)
    }

    /// Whether the step that applies allows a way to move.
    fn rules_allow(&mut self, before: BoardId, way: &Candidate) -> Made<Wire> {
        let (circuit, strategy) = (&mut *self.circuit, self.strategy);
        let steps = &circuit.program.strategy(strategy).ok_or_else(unbound)?.steps;
        let choice = circuit.choice(strategy, before)?;
        let played = circuit.played.get(&(strategy, before)).cloned().ok_or_else(unbound)?;
        let mut allowed = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            // That the step has a move need not be said: it makes one.
            let (is_played, open) = (played[number], choice.open[number]);
            if step.men.contains(way.man) && !self.problem.wires.contains(&!is_played) {
                let allows = circuit.step_allows(strategy, number, before, way.after)?;
                allowed.push(circuit.aig.all([is_played, open, allows]));
            }
        }
        Ok(circuit.aig.any(allowed))
    }

    /// The position that is one of several.
    fn one_of(&mut self, chosen: &[(Wire, BoardId)]) -> Made<Board> {
        let boards = &self.circuit.boards;
        let (&(_, last), rest) = chosen.split_last().ok_or_else(unbound)?;
        let mut board = Board::clone(&boards.get(last));
        for &(is_chosen, other) in rest.iter().rev() {
            board = Board::choose(&mut self.circuit.aig, is_chosen, &boards.get(other), &board)?;
        }
        Ok(board)
    }
}
