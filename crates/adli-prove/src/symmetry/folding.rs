//! How an engine uses symmetries: for the present claim, and for what a strategy does.

use std::rc::Rc;

use adli_lang::term::{StrategyId, TermId};

use super::Fold;
use crate::columns::Engine;
use crate::space::Code;

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
        let Some(symmetries) = &mut self.symmetries else { return };
        let mut mirrors = strategy.map_or(symmetries.all(), |strategy| symmetries.strategy(strategy));
        mirrors = mirrors.and(symmetries.terms(terms, where_true, alive));
        let group = mirrors.group();
        if self.fold.group() != group {
            self.fold = Rc::new(Fold::new(self.space(), group));
        }
    }

    /// The symmetries that a strategy has.
    pub(crate) fn fold_of(&mut self, strategy: StrategyId) -> Fold {
        let space = self.space();
        match &mut self.symmetries {
            Some(symmetries) => Fold::new(space, symmetries.strategy(strategy).group()),
            None => Fold::none(space),
        }
    }

    /// Every position stands for itself alone.
    pub(crate) fn unfold(&mut self) {
        self.fold = Rc::new(Fold::none(self.space()));
    }

    /// The image of a position that stands for it.
    #[inline]
    pub(crate) fn first(&self, code: Code) -> Code {
        self.fold.first(self.space(), code)
    }

    /// A line from a position that counts, turned so that it begins with this image of it.
    pub(crate) fn as_seen_from(&self, code: Code, line: &[Code]) -> Vec<Code> {
        let back = self.fold.turned(self.space(), code).1.inverse().index();
        line.iter().map(|&code| self.space().canonical(self.space().image(code, back))).collect()
    }

    /// How many positions a position that counts stands for.
    pub(crate) fn weight(&self, code: Code) -> u64 {
        self.fold.class_size(self.space(), code)
    }
}
