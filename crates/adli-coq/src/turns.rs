//! Whose move it is where a definition is asked after a move: for those positions its answers are worth remembering.
//!
//! A strategy asks the same position again and again, because many moves lead to it. What looks ahead there is worked out once for every
//! position with that side to move (`Remember.v`). What is asked only of the positions of a claim themselves is asked once anyway.

use std::collections::HashMap;

use adli_lang::Program;
use adli_lang::term::{DefId, Pos, PosId, StrategyId, Term, TermId};

/// Some of the sides, and whether they are to move in a position of the claim or after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asked(u8);

const WHITE: u8 = 1;
const BLACK: u8 = 2;
const SIDES: u8 = WHITE | BLACK;
const LATER: u32 = 2;

impl Asked {
    /// In a position of the claim with this side to move.
    pub(crate) fn first(side: u16) -> Asked {
        Asked(if side == 0 { WHITE } else { BLACK })
    }

    /// Whoever is to move.
    pub(crate) fn either() -> Asked {
        Asked(SIDES)
    }

    fn sides(self) -> u8 {
        (self.0 | self.0 >> LATER) & SIDES
    }

    fn flipped(sides: u8) -> u8 {
        (sides & WHITE) << 1 | (sides & BLACK) >> 1
    }

    /// After a move.
    pub(crate) fn after(self) -> Asked {
        Asked(Asked::flipped(self.sides()) << LATER)
    }

    fn passed(self) -> Asked {
        Asked(Asked::flipped(self.0 & SIDES) | Asked::flipped(self.0 >> LATER) << LATER)
    }

    /// The sides that are to move where it is asked after a move: numbers of sides.
    pub(crate) fn later(self) -> Vec<u16> {
        [(0, WHITE), (1, BLACK)]
            .into_iter()
            .filter(|(_, bit)| self.0 >> LATER & bit != 0)
            .map(|(side, _)| side)
            .collect()
    }
}

/// For each definition, how it is asked at its first and at its second position.
pub(crate) struct Turns<'p> {
    program: &'p Program,
    known: HashMap<DefId, [Asked; 2]>,
    strategies: Vec<StrategyId>,
    todo: Vec<(TermId, Vec<Asked>)>,
}

impl<'p> Turns<'p> {
    /// From the terms of a claim, with how each given position is asked, and from strategies whose play it is about.
    pub(crate) fn new(
        program: &'p Program,
        roots: &[(TermId, Vec<Asked>)],
        strategies: &[StrategyId],
    ) -> Turns<'p> {
        let mut turns = Turns { program, known: HashMap::new(), strategies: Vec::new(), todo: Vec::new() };
        turns.todo.extend(roots.iter().cloned());
        strategies.iter().for_each(|&strategy| turns.play(strategy));
        while let Some((root, given)) = turns.todo.pop() {
            turns.walk(root, &given);
        }
        turns
    }

    /// How a definition is asked at its first position.
    pub(crate) fn of(&self, def: DefId) -> Asked {
        self.known.get(&def).map_or(Asked::default(), |asked| asked[0])
    }

    /// Whether it is about a strategy.
    pub(crate) fn has_strategy(&self) -> bool {
        !self.strategies.is_empty()
    }

    fn play(&mut self, strategy: StrategyId) {
        if self.strategies.contains(&strategy) {
            return;
        }
        self.strategies.push(strategy);
        let Some(found) = self.program.strategy(strategy) else { return };
        let first = Asked::first(found.side);
        for step in &found.steps {
            let terms = [step.condition].into_iter().chain(step.prefer.iter().map(|key| key.term));
            self.todo.extend(terms.map(|term| (term, vec![first, first.after()])));
        }
    }

    fn walk(&mut self, root: TermId, given: &[Asked]) {
        let program = self.program;
        for (_, term) in program.terms.reach([root]) {
            match term {
                Term::Step(strategy, _) | Term::Allows(strategy, ..) => self.play(*strategy),
                Term::Call(def, positions, _) => {
                    let mut asked = self.known.get(def).copied().unwrap_or_default();
                    let before = asked;
                    for (asked, &pos) in asked.iter_mut().zip(positions) {
                        asked.0 |= self.at(pos, given).0;
                    }
                    if asked != before || !self.known.contains_key(def) {
                        self.known.insert(*def, asked);
                        self.todo.extend(program.definition(*def).map(|found| (found.body, asked.to_vec())));
                    }
                }
                _ => {}
            }
        }
    }

    fn at(&self, pos: PosId, given: &[Asked]) -> Asked {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => given.get(usize::from(number)).copied().unwrap_or_default(),
            Pos::After(from, _) => self.at(from, given).after(),
            Pos::Pass(from) => self.at(from, given).passed(),
            Pos::Image(from, _) => self.at(from, given),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_take_turns() {
        let white = Asked::first(0);
        assert_eq!(white.later(), [] as [u16; 0]);
        assert_eq!(white.after().later(), [1]);
        assert_eq!(white.after().after().later(), [0]);
        assert_eq!(white.after().passed().later(), [0]);
        assert_eq!(Asked::either().after().later(), [0, 1]);
    }
}
