//! `plies(A)`: the length of the quickest tree.
//!
//! A tree that reaches its goal within some plies reaches it within more. So the length of the quickest is the number of bounds that are
//! too small for one, from no ply at all to the bound of the advice; where there is no tree, all of them are, and the number is one more than the
//! bound.

use crate::core::program::Definition;
use crate::core::term::{AdviceId, DefId, Sort, TermId};
use crate::{Code, Diagnostic};

use super::Elaborator;
use super::asked::Given;

impl<'a> Elaborator<'a> {
    /// The number for a piece of advice, as a definition about one position.
    pub(super) fn plies_definition(&mut self, id: AdviceId, given: Given<'a>) -> Option<DefId> {
        let (span, name) = (given.span, given.text.clone());
        let advice = self.advice.all.get(usize::from(id.0))?;
        let (plies, ply, men, has_reach) = (advice.plies, advice.ply, advice.first.men, advice.has_reach());
        let conditions: Vec<TermId> = advice.conditions().collect();
        let counted = self.terms.find_variable(ply);
        let counts = counted.is_some_and(|ply| self.terms.reach(conditions).any(|(term, _)| term == ply));
        if !has_reach || counts {
            let (why, help) = match has_reach {
                true => ("counts plies", "leave out `ply` and `left`: a shorter tree would count otherwise"),
                false => ("has nothing to reach", "say what its trees are to `reach`"),
            };
            let message = format!("`{name}` {why}, so none of its trees is the quickest");
            self.errors.push(Diagnostic::error(Code::NoEffect, span, message).help(help));
            return None;
        }
        let reading = self.reading_against(given, ply, None)?;
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let over = self.over_at_once(&reading)?;
        let mut number = self.terms.choose(over, zero, one);
        for bound in 1..=plies {
            let can = self.can_within(&reading, id, men, bound)?;
            let too_small = self.terms.choose(can, zero, one);
            number = self.terms.add(number, too_small);
        }
        let (positions, params, parts) = (1, Vec::new(), Vec::new());
        let name = format!("plies({name})");
        Some(self.define(Definition { name, positions, params, sort: Sort::Int, body: number, span, parts }))
    }
}
