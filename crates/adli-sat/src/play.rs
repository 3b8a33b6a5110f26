//! A lemma along a play as a circuit: positions of which each follows from the one before by a move.
//!
//! The first position is made of inputs. A move has inputs of its own: the square where somebody goes, and who goes if
//! there is a choice. What is supposed of the positions is asserted as soon as all of them are there, so that the
//! rest of the circuit may rely on it.

use adli_lang::term::{StrategyId, Term, TermId};
use adli_symbolic::{SIZE, Walk};

use crate::aig::{Aig, Wire};
use crate::board::{Board, BoardId, Man};
use crate::circuit::{Circuit, Made, unbound};
use crate::moves::Candidate;
use crate::number::Number;
use crate::wires::Names;

/// A problem: wires that are to be true together, and the positions of the line that would show it.
pub struct Problem {
    pub(crate) wires: Vec<Wire>,
    pub(crate) line: Vec<BoardId>,
}

impl Circuit<'_> {
    /// All the ways in which a play satisfies `given` and not `show`.
    pub(crate) fn play(
        &mut self,
        strategy: StrategyId,
        last: u8,
        given: TermId,
        show: TermId,
    ) -> Made<Problem> {
        let side = self.program.strategy(strategy).ok_or_else(unbound)?.side;
        let first = Board::input(&mut self.aig, &self.program.endgame, "p0", Wire::constant(side == 1));
        let legal = self.legal(&first)?;
        let first = self.boards.add(Board { legal: true, ..first });
        let mut problem = Problem { wires: self.aig.conjuncts(legal), line: vec![first] };
        // Each part of what is supposed, with the number of the last position it speaks of.
        let conjuncts: Vec<(u32, TermId)> = self
            .conjuncts_of(given)
            .into_iter()
            .map(|term| (31 - (self.scopes.of(term).given | 1).leading_zeros(), term))
            .collect();
        for number in 0..=last {
            if number > 0 {
                let own = (number % 2 == 1).then_some(strategy);
                self.step_forward(&mut problem, own, &format!("m{number}"), number < last)?;
            }
            if number < last && number % 2 == 0 {
                self.play_step(&problem, strategy, &format!("m{}", number + 1))?;
            }
            for &(_, term) in conjuncts.iter().filter(|(due, _)| *due == u32::from(number)) {
                let wire = self.truth(term, &Names::given(problem.line.clone()))?;
                problem.wires.extend(self.aig.conjuncts(wire));
            }
            if let Some(at) = problem.line.last_mut() {
                let sure = self.with_facts(*at, &problem.wires);
                if let Some(played) = self.played.get(&(strategy, *at)).cloned() {
                    self.played.insert((strategy, sure), played);
                }
                *at = sure;
            }
        }
        let show = self.truth(show, &Names::given(problem.line.clone()))?;
        problem.wires.extend(self.aig.conjuncts(!show));
        Ok(problem)
    }

    /// The parts of a condition.
    fn conjuncts_of(&self, term: TermId) -> Vec<TermId> {
        match self.program.terms.get(term) {
            Term::And(parts) => parts.iter().flat_map(|&part| self.conjuncts_of(part)).collect(),
            _ => vec![term],
        }
    }

    /// Makes inputs for the step by which the strategy is going to move. What is said of the step at this position is said of
    /// them: in a play the step that applies is the one that is played.
    fn play_step(&mut self, problem: &Problem, strategy: StrategyId, name: &str) -> Made<()> {
        let found = self.program.strategy(strategy).ok_or_else(unbound)?;
        let board = problem.line.last().copied().ok_or_else(unbound)?;
        let which = Number::input(&mut self.aig, &format!("{name}.step"), 0, found.steps.len() as i32 - 1);
        let mut values: Vec<Wire> =
            (0..found.steps.len()).map(|number| which.is(&mut self.aig, number as i32)).collect();
        values.push(Wire::FALSE);
        self.played.insert((strategy, board), values);
        Ok(())
    }

    /// Adds a move to the line: one that a strategy allows, or any.
    fn step_forward(
        &mut self,
        problem: &mut Problem,
        own: Option<StrategyId>,
        name: &str,
        goes_on: bool,
    ) -> Made<()> {
        let before = problem.line.last().copied().ok_or_else(unbound)?;
        let file = Number::input(&mut self.aig, &format!("{name}.file"), 1, SIZE);
        let rank = Number::input(&mut self.aig, &format!("{name}.rank"), 1, SIZE);
        let program = self.program;
        // The differences to where the other men stand.
        for man in &self.boards.get(before).men {
            for (line, other) in [(&file, &man.file), (&rank, &man.rank)] {
                let difference = line.sub(&mut self.aig, other)?;
                line.set_difference(&mut self.aig, other, difference);
            }
        }
        let mut ways: Vec<Candidate> = Vec::new();
        for rule in &program.laws.moves {
            if self.truth(rule.may_move, &Names::given(vec![before]))? != Wire::FALSE {
                ways.extend(self.moves_to(before, rule, &file, &rank)?);
            }
        }
        let which = Number::input(&mut self.aig, &format!("{name}.way"), 0, ways.len().max(1) as i32 - 1);
        if goes_on {
            for way in &ways {
                self.goes_on(way.after);
            }
        }
        let mut possible = Vec::new();
        let mut chosen = Vec::new();
        for (number, way) in ways.iter().enumerate() {
            let is_chosen = which.is(&mut self.aig, number as i32);
            let mut allowed = way.legal;
            if let Some(strategy) = own {
                let rules = self.rules_allow(strategy, before, way, &problem.wires)?;
                allowed = self.aig.and(allowed, rules);
            }
            possible.push(self.aig.and(is_chosen, allowed));
            chosen.push((is_chosen, way.after));
        }
        let some_way = self.aig.any(possible);
        problem.wires.extend(self.aig.conjuncts(some_way));
        let after = self.merged(&chosen)?;
        let after = after.ok_or_else(unbound)?;
        let after = self.boards.add(after);
        if goes_on {
            self.goes_on(after);
        }
        problem.line.push(after);
        Ok(())
    }

    /// Whether the step that applies allows a way to move.
    fn rules_allow(
        &mut self,
        strategy: StrategyId,
        before: BoardId,
        way: &Candidate,
        facts: &[Wire],
    ) -> Made<Wire> {
        let steps = &self.program.strategy(strategy).ok_or_else(unbound)?.steps;
        let choice = self.choice(strategy, before)?;
        let played = self.played.get(&(strategy, before)).cloned().ok_or_else(unbound)?;
        let mut allowed = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            // That the step has a move need not be said: it makes one.
            let (is_played, open) = (played[number], choice.open[number]);
            if step.men.contains(way.man) && !facts.contains(&!is_played) {
                let allows = self.step_allows(strategy, number, before, way.after)?;
                allowed.push(self.aig.all([is_played, open, allows]));
            }
        }
        Ok(self.aig.any(allowed))
    }

    /// The position that is one of several.
    fn merged(&mut self, chosen: &[(Wire, BoardId)]) -> Made<Option<Board>> {
        let Some((&(_, last), rest)) = chosen.split_last() else { return Ok(None) };
        let mut board = Board::clone(&self.boards.get(last));
        for &(is_chosen, other) in rest.iter().rev() {
            let other = self.boards.get(other);
            let men = board.men.iter().zip(&other.men).map(|(no, yes)| Man {
                file: Number::choose(&mut self.aig, is_chosen, &yes.file, &no.file),
                rank: Number::choose(&mut self.aig, is_chosen, &yes.rank, &no.rank),
                alive: self.aig.choose(is_chosen, yes.alive, no.alive),
                kind: yes
                    .kind
                    .iter()
                    .zip(&no.kind)
                    .map(|(&y, &n)| self.aig.choose(is_chosen, y, n))
                    .collect(),
            });
            let men: Vec<Man> = men.collect();
            for line in men.iter().flat_map(|man| [&man.file, &man.rank]) {
                self.aig.tables.row(line.wires());
            }
            self.merge_differences(is_chosen, &other.men, &board.men, &men)?;
            board = Board {
                men,
                second: other.second,
                facts: Vec::new(),
                legal: board.legal && other.legal,
                passing: (
                    Number::choose(&mut self.aig, is_chosen, &other.passing.0, &board.passing.0),
                    Number::choose(&mut self.aig, is_chosen, &other.passing.1, &board.passing.1),
                ),
            };
        }
        Ok(Some(board))
    }

    /// The differences of men who are one or the other are one or the other difference.
    fn merge_differences(&mut self, condition: Wire, yes: &[Man], no: &[Man], merged: &[Man]) -> Made<()> {
        let lines: [fn(&Man) -> &Number; 2] = [|man| &man.file, |man| &man.rank];
        for a in 0..merged.len() {
            for b in a + 1..merged.len() {
                for line in lines {
                    let apart = |aig: &mut Aig, men: &[Man]| line(&men[a]).sub(aig, line(&men[b]));
                    let (y, n) = (apart(&mut self.aig, yes)?, apart(&mut self.aig, no)?);
                    let difference = Number::choose(&mut self.aig, condition, &y, &n);
                    line(&merged[a]).set_difference(&mut self.aig, line(&merged[b]), difference);
                }
            }
        }
        Ok(())
    }
}
