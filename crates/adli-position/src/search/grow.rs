//! Trees by search, as they are or folded.

use adli_claims::Limit;
use adli_lang::Leaf;
use adli_lang::term::AdviceId;

use super::Search;
use crate::fold::{Folded, fold};
use crate::grow::{Offers, grow};
use crate::space::{Code, Space};
use crate::tree::Searched;

/// The trees of a piece of advice from one root on.
struct Trees<'s, 'p> {
    search: &'s mut Search<'p>,
    id: AdviceId,
    root: Code,
}

impl<'p> Search<'p> {
    /// A forcing tree, not yet confirmed by anybody, or why there is none.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn tree(&mut self, id: AdviceId, root: Code) -> Result<Searched, Limit> {
        let plies = self.advice(id)?.plies;
        match grow(&mut Trees { search: self, id, root }, id, root, plies)? {
            Some(tree) => Ok(Searched::Found(tree)),
            None => Ok(Searched::None(self.refusals(id, root)?)),
        }
    }

    /// A folded tree, not yet confirmed by anybody, or why there is none.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn folded(&mut self, id: AdviceId, root: Code) -> Result<Searched<Folded>, Limit> {
        let plies = self.advice(id)?.plies;
        match fold(&mut Trees { search: self, id, root }, id, root, plies)? {
            Some(folded) => Ok(Searched::Found(folded)),
            None => Ok(Searched::None(self.refusals(id, root)?)),
        }
    }
}

impl Offers for Trees<'_, '_> {
    fn space(&self) -> &Space {
        self.search.space
    }

    fn first_moves(&mut self) -> Result<Vec<Code>, Limit> {
        if self.search.memory(self.id)?.is_monotone() {
            return self.search.quickest_first_moves(self.id, self.root);
        }
        self.search.first_moves(self.id, self.root, usize::MAX)
    }

    fn enough(&mut self, left: u8, after: Code) -> Result<u8, Limit> {
        if !self.search.memory(self.id)?.is_monotone() {
            return Ok(left);
        }
        let plies = self.search.plies_to_goal(self.id, left, self.root, self.root, after)?;
        Ok(u8::try_from(plies).map_or(left, |plies| plies.min(left)))
    }

    fn leaf(&mut self, left: u8, before: Code, at: Code) -> Result<Option<Leaf>, Limit> {
        let advice = self.search.advice(self.id)?;
        self.search.leaf(advice, left, [self.root, before, at])
    }

    fn own_moves(&mut self, left: u8, at: Code) -> Result<Vec<Code>, Limit> {
        self.search.own_moves(self.id, left, self.root, at, usize::MAX)
    }

    fn own_move(&mut self, left: u8, at: Code) -> Result<Option<Code>, Limit> {
        self.search.own_move(self.id, left, self.root, at)
    }

    fn replies(&mut self, left: u8, at: Code) -> Result<Vec<Code>, Limit> {
        let advice = self.search.advice(self.id)?;
        self.search.replies(advice, left, self.root, at)
    }
}
