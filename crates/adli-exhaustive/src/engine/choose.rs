//! What strategies do, kept for all positions where they were asked.

use std::borrow::Cow;
use std::collections::HashMap;

use adli_chess::Symmetry;
use adli_claims::Limit;
use adli_lang::term::StrategyId;
use adli_position::space::{Code, Space, mode};
use adli_position::spread::Spread;

use super::Engine;
use super::commit::by_modes;
use crate::columns::{Asks, Chooser, Chosen};
use crate::fold::Fold;

/// The choices of a strategy, as far as they are known.
///
/// They are worked out once for each class of images under the symmetries that the strategy has.
pub(crate) struct Graph {
    fold: Fold,
    /// For each place where its choice begins in `lists`; 0 if it is not known.
    first: Vec<u32>,
    /// The same for positions without a place.
    others: HashMap<Code, u32, Spread>,
    /// Choices one after the other: the step (or [`NONE`]) with the number of moves, then the positions after them.
    lists: Vec<u64>,
}

const NONE: u64 = 0xffff;
/// Where the choice begins that is being worked out.
const PENDING: u32 = u32::MAX;

impl Graph {
    fn start(&self, index: Option<usize>, code: Code) -> u32 {
        match index {
            Some(index) => self.first[index],
            None => self.others.get(&code).copied().unwrap_or(0),
        }
    }

    /// Keeps a choice.
    fn add(&mut self, space: &Space, code: Code, step: Option<u16>, moves: &[Code]) -> Result<(), Limit> {
        let start = u32::try_from(self.lists.len()).map_err(|_| Limit::Memory("what a strategy does"))?;
        self.lists.push(step.map_or(NONE, u64::from) | (moves.len() as u64) << 16);
        self.lists.extend_from_slice(moves);
        self.put(space.index(code), code, start);
        Ok(())
    }

    fn put(&mut self, index: Option<usize>, code: Code, start: u32) {
        match index {
            Some(index) => self.first[index] = start,
            None => drop(self.others.insert(code, start)),
        }
    }
}

impl Engine<'_> {
    /// What a strategy does at a position for which [`Engine::ensure`] has been called: the step, if one applies,
    /// and the positions after the moves it allows.
    pub(crate) fn choice(&self, strategy: StrategyId, code: Code) -> Option<(Option<u16>, Cow<'_, [Code]>)> {
        let graph = self.graphs.get(usize::from(strategy.0))?.as_ref()?;
        // Places do not tell whose move it is.
        if !self.ground.is_own(strategy, code) {
            return None;
        }
        let space = self.space();
        let (first, symmetry) = graph.fold.turned(space, code);
        let start = graph.start(space.index(first), first) as usize;
        if start == 0 || start == PENDING as usize {
            return None;
        }
        let (step, moves) = (graph.lists[start] & 0xffff, (graph.lists[start] >> 16) as usize);
        let step = if step == NONE { None } else { Some(step as u16) };
        let moves = &graph.lists[start + 1..start + 1 + moves];
        let moves = if symmetry == Symmetry::IDENTITY {
            Cow::Borrowed(moves)
        } else {
            let back = symmetry.inverse().index();
            Cow::Owned(moves.iter().map(|&after| space.image(after, back)).collect())
        };
        Some((step, moves))
    }

    /// Works out what a strategy does at positions where it is asked.
    pub(crate) fn ensure(&mut self, strategy: StrategyId, codes: &[Code]) -> Result<(), Limit> {
        let number = usize::from(strategy.0);
        while self.graphs.len() <= number {
            self.graphs.push(None);
        }
        if self.graphs[number].is_none() {
            let places = self.space().places();
            self.take(4 * places as u64, "what a strategy does")?;
            let fold = self.fold_of(strategy);
            self.graphs[number] =
                Some(Graph { fold, first: vec![0; places], others: HashMap::default(), lists: vec![0] });
        }
        let mut todo = Vec::new();
        let space = self.space();
        if let Some(graph) = &mut self.graphs[number] {
            for &code in codes {
                let code = graph.fold.first(space, code);
                let index = space.index(code);
                if graph.start(index, code) == 0 {
                    todo.push(code);
                    graph.put(index, code, PENDING);
                }
            }
        }
        if todo.is_empty() {
            return Ok(());
        }
        // Where it is committed to a tree, the tree says what it does.
        let (committed, todo): (Vec<Code>, Vec<Code>) = todo.into_iter().partition(|&code| mode(code) != 0);
        for codes in by_modes(committed) {
            self.go_on()?;
            let (step, moves) = self.committed_choices(&codes)?;
            let Some(graph) = &mut self.graphs[number] else { continue };
            for (&code, moves) in codes.iter().zip(&moves) {
                graph.add(space, code, Some(step), moves)?;
            }
        }
        for (cast, codes) in self.by_casts(strategy, todo).into_iter().enumerate() {
            self.ensure_of_cast(strategy, cast, &codes)?;
        }
        Ok(())
    }

    /// Positions by the men with whom a strategy is asked there. Where it is not asked no part of it has anything to say.
    fn by_casts(&self, strategy: StrategyId, codes: Vec<Code>) -> Vec<Vec<Code>> {
        let (casts, space) = (&self.ground.program[strategy].casts, self.space());
        if casts.len() < 2 {
            return vec![codes];
        }
        let mut parts = vec![Vec::new(); casts.len()];
        for code in codes {
            let cast = casts.iter().position(|cast| space.has_cast(code, cast));
            parts[cast.unwrap_or(0)].push(code);
        }
        parts
    }

    /// Works out what a strategy does at positions with the same men, of which only the steps that are asked with them say anything.
    fn ensure_of_cast(&mut self, strategy: StrategyId, cast: usize, codes: &[Code]) -> Result<(), Limit> {
        if codes.is_empty() {
            return Ok(());
        }
        // Steps that are asked with the same men stand together.
        let steps = &self.ground.program[strategy].steps;
        let first = steps.iter().take_while(|step| step.cast < cast).count();
        let many = steps[first..].iter().take_while(|step| step.cast == cast).count();
        let mut chooser = match self.choosers.remove(&(strategy, cast)) {
            Some(chooser) => chooser,
            None => Chooser::new(self, &steps[first..first + many])?,
        };
        let (number, space) = (usize::from(strategy.0), self.space());
        for chunk in codes.chunks(chooser.most()) {
            self.go_on()?;
            let mut chosen = chooser.choose(self, chunk)?;
            chosen.steps.iter_mut().flatten().for_each(|step| *step += first as u16);
            self.commit_chosen(strategy, chunk, &mut chosen)?;
            self.take(8 * (chosen.moves.len() + chunk.len()) as u64, "what a strategy does")?;
            let Some(graph) = &mut self.graphs[number] else { continue };
            for (row, &code) in chunk.iter().enumerate() {
                let (from, to) = chosen.ranges[row];
                graph.add(space, code, chosen.steps[row], &chosen.moves[from..to])?;
            }
        }
        self.choosers.insert((strategy, cast), chooser);
        Ok(())
    }

    /// Gives the moves of steps that play trees out their modes.
    fn commit_chosen(
        &mut self,
        strategy: StrategyId,
        codes: &[Code],
        chosen: &mut Chosen,
    ) -> Result<(), Limit> {
        let steps = &self.ground.program[strategy].steps;
        for number in (0..steps.len()).filter(|&number| steps[number].advice.is_some()) {
            let (mut places, mut roots) = (Vec::new(), Vec::new());
            for (row, &code) in codes.iter().enumerate() {
                let (from, to) = chosen.ranges[row];
                if chosen.steps[row] == Some(number as u16) {
                    places.extend(from..to);
                    roots.resize(places.len(), code);
                }
            }
            if places.is_empty() {
                continue;
            }
            let mut afters: Vec<Code> = places.iter().map(|&place| chosen.moves[place]).collect();
            self.commit(strategy, number as u16, &roots, &mut afters)?;
            places.into_iter().zip(afters).for_each(|(place, after)| chosen.moves[place] = after);
        }
        Ok(())
    }
}
