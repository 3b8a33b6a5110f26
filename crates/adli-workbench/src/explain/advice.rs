//! What is said of advice: the tree that a rule has, or what is wrong with each first move.
//!
//! Trees come from the prover, which goes on with tables where a search takes too long, so that deep ones are found as well.

use adli_claims::Limit;
use adli_lang::term::AdviceId;
use adli_lang::{Advice, Extent};
use adli_position::{Searched, Unconfirmed};
use schemars::JsonSchema;
use serde::Serialize;

use super::Explainer;
use crate::tree::{Refused, leaf_words};
use crate::trouble::Trouble;

/// The tree of the rule that applies, in a few words.
#[derive(Serialize, JsonSchema)]
pub struct Grown {
    /// The most plies that a line of it has.
    pub plies: usize,
    /// How its lines end, and how many end so; 9,007,199,254,740,992 stands for that many or more.
    pub ends: Vec<(&'static str, u64)>,
    /// Only the replies of which the advice speaks are looked at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumes_replies: bool,
}

/// What is told of a piece of advice at a position.
pub(super) enum Told {
    /// The tree that it has.
    Tree(Grown),
    /// It is too much for the plain interpreter to confirm it, or to say what is wrong with each move, for this reason.
    Unconfirmed(String),
    /// Why each first move has none.
    Refused(Vec<Refused>),
}

/// The tree of a piece of advice at a position, or why each first move has none.
pub(super) fn tree_or_reasons(explainer: &Explainer<'_, '_>, advice: AdviceId) -> Result<Told, Trouble> {
    let Explainer { chosen, typed, state, .. } = explainer;
    let searched = explainer.asking.prover()?.tree(advice, state).and_then(Unconfirmed::confirmed);
    Ok(match searched {
        Ok(Searched::Found(tree)) => {
            let advice = chosen.program.advice.get(usize::from(advice.0));
            let assumes_replies = advice.is_some_and(Advice::assumes_replies);
            let Extent { plies, ends, .. } = tree.extent();
            let ends = ends.into_iter().map(|(leaf, lines)| (leaf_words(leaf), lines)).collect();
            Told::Tree(Grown { plies, ends, assumes_replies })
        }
        Ok(Searched::None(refusals)) => {
            let refused = refusals.iter().map(|refusal| Refused::new(chosen.view, typed, state, refusal));
            Told::Refused(refused.collect::<Result<_, _>>()?)
        }
        Err(limit) if limit.is_fault() || matches!(limit, Limit::Stopped(_)) => return Err(limit.into()),
        Err(limit) => Told::Unconfirmed(limit.to_string()),
    })
}
