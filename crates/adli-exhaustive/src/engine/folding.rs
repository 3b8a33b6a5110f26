//! How an engine uses symmetries: for the present claim, and for what a strategy does.

use std::rc::Rc;

use adli_lang::term::{StrategyId, TermId};
use adli_position::space::Code;
use adli_symmetry::Mirrors;

use super::Engine;
use crate::advice::roots_of_trees;
use crate::fold::Fold;

impl Engine<'_> {
    /// Uses the symmetries of a claim about a strategy (if it is about one) and terms. The terms are asked where
    /// some conditions hold, and some men are known to be on the board of given positions.
    pub(crate) fn fold_for(
        &mut self,
        strategy: Option<StrategyId>,
        terms: &[TermId],
        where_true: &[TermId],
        alive: &[u16],
    ) {
        let of_strategy = strategy.and_then(|strategy| self.mirrors_of(strategy));
        let Some(symmetries) = &mut self.symmetries else { return };
        let mut mirrors = of_strategy.unwrap_or(symmetries.all());
        mirrors = mirrors.and(symmetries.terms(terms, where_true, alive));
        let group = mirrors.group();
        if self.fold.group() != group {
            self.fold = Rc::new(Fold::new(self.ground.space, group));
        }
    }

    /// The symmetries that a strategy has.
    pub(super) fn fold_of(&mut self, strategy: StrategyId) -> Fold {
        match self.mirrors_of(strategy) {
            Some(mirrors) => Fold::new(self.ground.space, mirrors.group()),
            None => Fold::none(self.ground.space),
        }
    }

    /// The reflections of a strategy, which also leave the numbers as they are by which trees are followed.
    fn mirrors_of(&mut self, strategy: StrategyId) -> Option<Mirrors> {
        let [asked, anywhere] = roots_of_trees(self, strategy);
        // Who is on the board wherever it is asked.
        let casts = &self.ground.program.strategy(strategy)?.casts;
        let there = casts.iter().fold(u16::MAX, |there, cast| there & cast.alive().0);
        let symmetries = self.symmetries.as_mut()?;
        let of_roots = symmetries.terms(&asked, &[], &[there]).and(symmetries.terms(&anywhere, &[], &[]));
        Some(symmetries.strategy(strategy).and(of_roots))
    }

    /// Every position stands for itself alone.
    pub(crate) fn unfold(&mut self) {
        self.fold = Rc::new(Fold::none(self.ground.space));
    }

    /// The image of a position that stands for it.
    #[inline]
    pub(crate) fn first(&self, code: Code) -> Code {
        self.fold.first(self.ground.space, code)
    }

    /// A line from a position that counts, turned so that it begins with this image of it.
    pub(crate) fn as_seen_from(&self, code: Code, line: &[Code]) -> Vec<Code> {
        let back = self.fold.turned(self.ground.space, code).1.inverse().index();
        line.iter().map(|&code| self.ground.space.canonical(self.ground.space.image(code, back))).collect()
    }

    /// How many positions a position that counts stands for.
    pub(crate) fn weight(&self, code: Code) -> u64 {
        self.fold.class_size(self.ground.space, code)
    }
}
