//! What a claim takes for granted: that the other side plays the replies of which a piece of advice speaks.
//!
//! `replies k where ..` makes a tree look at these replies alone. A strategy that tries such advice is followed through every
//! reply there is, so that what is proved of it holds whatever the other side plays. But `can A` in a claim says only that
//! there is a tree as long as he plays them, and nothing at all where he has none of them. Whoever reads the verdict has to be told.

use std::collections::BTreeSet;

use crate::core::program::{Advice, Claim, Program};
use crate::core::term::{AdviceId, Term, TermId};

impl Program {
    /// The pieces of advice whose assumed replies a claim rests on, by name.
    #[must_use]
    pub fn assumed_replies(&self, claim: &Claim) -> Vec<String> {
        let mut asked: BTreeSet<AdviceId> = BTreeSet::new();
        let mut walk = self.reach(claim.terms());
        while let Some((_, node)) = walk.next() {
            if let Term::Forces(node) | Term::PliesToGoal(node) = node
                && asked.insert(node.advice)
            {
                walk.also(self.advice(node.advice).into_iter().flat_map(asks));
            }
        }
        let advice = asked.iter().filter_map(|id| self.advice(*id));
        advice.filter(|advice| advice.replies.is_some()).map(|advice| advice.name.clone()).collect()
    }
}

/// Everything that the trees of a piece of advice are asked.
fn asks(advice: &Advice) -> impl Iterator<Item = TermId> {
    advice.conditions().chain([advice.when, advice.opening])
}
