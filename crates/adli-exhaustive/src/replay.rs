//! Which of the lines that speak against a claim are shown: one of each kind and rule first, one for each
//! class of positions.

use std::collections::{BTreeMap, HashSet};

use adli_claims::{Failure, Limit, Line, Reason, in_order};
use adli_lang::State;
use adli_position::FUEL;
use adli_position::space::Code;

use crate::columns::Asks;
use crate::engine::Engine;

/// How many lines that are too much work for the plain interpreter are passed over before it is given up. So many are looked for
/// even if fewer are to be shown: a verdict does not depend on how many somebody wants to see.
pub(crate) const MAX_PASSED_OVER: usize = 8;

/// A failure to be shown: positions, reason, where a cycle begins.
pub(crate) type Shown = (Vec<Code>, Reason, Option<usize>);

impl Engine<'_> {
    /// Shows what speaks against a claim, one for each class of positions and each rule; in the order given
    /// but one of each kind and
    /// rule first, the most frequent kind before others. `about` has everything but the positions of a line.
    ///
    /// One line at least is replayed, shown or not, because a refutation rests on it. What is too much work for the plain
    /// interpreter is passed over; only if nothing could be replayed is that the answer.
    pub(crate) fn exhibit(
        &self,
        about: &Line<'_>,
        lines: Vec<Shown>,
        kinds: &BTreeMap<Reason, u64>,
        most: usize,
    ) -> Result<Vec<Failure>, Limit> {
        let choice = |code: Code| self.choice(about.strategy?, code);
        let step =
            |line: &[Code]| line.iter().rev().find_map(|&code| choice(code)).and_then(|(step, _)| step);
        let mut seen = HashSet::new();
        let (mut replayed, mut passed_over) = (Vec::new(), Vec::new());
        for (line, reason, cycle) in in_order(lines, kinds, |(line, reason, _)| (*reason, step(line))) {
            if replayed.len() >= most.max(1) || passed_over.len() >= MAX_PASSED_OVER {
                break;
            }
            let Some(&first) = line.first() else { continue };
            let alike = (self.space().class(first), step(&line), reason);
            if seen.contains(&alike) {
                continue;
            }
            self.go_on()?;
            match self.replay(&line, &Line { reason, cycle, ..*about }) {
                Ok(failure) => {
                    seen.insert(alike);
                    replayed.push(failure);
                }
                Err(Limit::Work(_)) => passed_over.push(first),
                Err(other) => return Err(other),
            }
        }
        // Whoever is stopped while looking for a line finds none.
        if replayed.is_empty() {
            self.go_on()?;
        }
        match passed_over.first() {
            Some(&first) if replayed.is_empty() => {
                Err(Limit::Unreplayed { fen: self.ground.fen(first), steps: FUEL })
            }
            _ => Ok(replayed),
        }
    }

    /// Has a line replayed by the plain interpreter.
    pub(crate) fn replay(&self, line: &[Code], about: &Line<'_>) -> Result<Failure, Limit> {
        let states: Vec<State> = line.iter().map(|&code| self.space().state(code)).collect();
        self.ground.replayer().line(&Line { states: &states, ..*about })
    }
}
