//! A forcing tree of a piece of advice, or why there is none.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

mod folded;

use adli_chess::Position;
use adli_claims::{Limit, Watch};
use adli_exhaustive::Asking;
use adli_lang::{Leaf, Program, State, Tree, TreeNode};
use adli_position::{MAX_NODES, NoTree, Nodes, Refusal, Searched, Unconfirmed};
use schemars::JsonSchema;
use serde::Serialize;

use crate::chosen::{choose_advice, fitting};
use crate::select::{Sort, select};
use crate::view::{Played, View};
use crate::{End, Text, Trouble};
pub use folded::{Alike, FoldedMove, FoldedReplies, FoldedTree};

/// A tree, or why there is none.
#[derive(Serialize, JsonSchema)]
pub struct Shown {
    /// The position that was asked about.
    pub fen: String,
    /// The position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_as: Option<String>,
    pub advice: String,
    /// The most plies that the advice allows.
    pub plies: u8,
    /// Only the replies of which the advice speaks are looked at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumes_replies: bool,
    /// The other side does not move: its passes are written `--`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub passes: bool,
    /// The first move and everything that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Branch>,
    /// The tree has more moves than anybody reads, and is folded for that reason.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub too_large: bool,
    /// The same with replies that get the same answer as one branch, if that was asked for or the tree is too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded: Option<FoldedTree>,
    /// What is wrong with each first move, if there is no tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    /// How many nodes were looked at, unless tables have answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<LookedAt>,
    #[serde(skip)]
    pub position: Position,
}

#[derive(Serialize, JsonSchema)]
pub struct LookedAt {
    /// Positions whose moves were looked at.
    pub searched: u64,
    /// Nodes of relaxed games, in which both kings have sets of squares.
    pub relaxed: u64,
}

/// A move of a tree, and what follows.
#[derive(Serialize, JsonSchema)]
pub struct Branch {
    pub uci: String,
    pub san: String,
    /// Why the tree ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Branch>,
    /// Replies for which this one stands, if the tree is folded.
    #[serde(skip)]
    pub alike: Option<Alike>,
}

#[derive(Serialize, JsonSchema)]
pub struct Refused {
    pub uci: String,
    pub san: String,
    pub why: &'static str,
    /// The reply after which no tree goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

/// The tree of a piece of advice in a position, or what is wrong with each first move: of the advice of that name, or of the only one; folded
/// if that is wanted, or if it would have more moves than anybody reads.
///
/// # Errors
/// There is no such advice, it is not for the side to move, or a limit was reached.
pub fn show_tree(
    text: &Text,
    programs: &[Program],
    typed: &Position,
    wanted: Option<&str>,
    is_folded: bool,
    watch: &dyn Watch,
) -> Result<Shown, Trouble> {
    if let Some(end) = End::of(typed).filter(|end| *end != End::Dead) {
        return Err(Trouble::Over(end));
    }
    // A text without advice is told so, whatever the position.
    if programs.iter().all(|program| program.advice.is_empty()) {
        select::<()>(Sort::Advice, text, Vec::new(), wanted)?;
    }
    let (program, view) = fitting(text, programs, typed)?;
    let id = choose_advice(text, program, wanted)?;
    let position = view.seen(typed);
    let advice = program.advice.get(usize::from(id.0));
    let advice = advice.ok_or_else(|| Trouble::internal("advice that was chosen is gone"))?;
    if position.turn().index() != usize::from(advice.side) {
        let side = program.endgame.sides[usize::from(advice.side & 1)].clone();
        return Err(Trouble::OtherAdvice {
            advice: advice.name.clone(),
            side,
            is_mirrored: view.is_mirrored(),
        });
    }
    let state = State::from_position(&program.endgame, &position);
    let state = state.ok_or_else(|| Trouble::internal("the men are not those of the text"))?;
    let asking = Asking::new(program, watch)?;
    let mut shown = Shown {
        fen: typed.to_string(),
        seen_as: view.seen_otherwise(typed),
        advice: advice.name.clone(),
        plies: advice.plies,
        assumes_replies: advice.assumes_replies(),
        passes: advice.passes,
        tree: None,
        too_large: false,
        folded: None,
        refused: Vec::new(),
        nodes: None,
        position: *typed,
    };
    let mut refusals = Vec::new();
    let is_folded = is_folded || {
        let found = searched(asking.tree(id, &state))?;
        shown.nodes = found.as_ref().and_then(|found| found.nodes).map(LookedAt::new);
        match found.filter(|found| !found.is_too_large()).map(Unconfirmed::confirmed) {
            None => shown.too_large = true,
            Some(found) => match found.map_err(unconfirmed)? {
                Searched::Found(tree) => shown.tree = Some(Branch::first(view, typed, &tree)?),
                Searched::None(found) => refusals = found,
            },
        }
        shown.too_large
    };
    if is_folded {
        let found = searched(asking.folded(id, &state))?;
        let found = found.ok_or(Trouble::Unconfirmed(Limit::Size(MAX_NODES as u64)))?;
        let before = shown.nodes.take();
        shown.nodes = found.nodes.map(|nodes| LookedAt::new(nodes).after(before));
        match found.confirmed().map_err(unconfirmed)? {
            Searched::Found(folded) => shown.folded = Some(FoldedTree::new(view, typed, &folded)?),
            Searched::None(found) => refusals = found,
        }
    }
    let refused = refusals.iter().map(|refusal| Refused::new(view, typed, &state, refusal));
    shown.refused = refused.collect::<Result<_, _>>()?;
    Ok(shown)
}

/// What was found; nothing if there is a tree that is too large.
fn searched<T>(found: Result<T, Limit>) -> Result<Option<T>, Trouble> {
    match found {
        Err(Limit::Size(_)) => Ok(None),
        found => Ok(Some(found?)),
    }
}

/// Why a tree is not shown.
fn unconfirmed(limit: Limit) -> Trouble {
    if limit.is_fault() { Trouble::Limit(limit) } else { Trouble::Unconfirmed(limit) }
}

impl LookedAt {
    fn new(nodes: Nodes) -> LookedAt {
        LookedAt { searched: nodes.searched, relaxed: nodes.relaxed }
    }

    /// The same with those of a search before.
    fn after(self, before: Option<LookedAt>) -> LookedAt {
        let [searched, relaxed] = before.map_or([0; 2], |before| [before.searched, before.relaxed]);
        LookedAt { searched: self.searched + searched, relaxed: self.relaxed + relaxed }
    }
}

impl Shown {
    /// Whether there is a tree.
    #[must_use]
    pub fn has_tree(&self) -> bool {
        self.tree.is_some() || self.folded.is_some()
    }
}

impl Branch {
    /// A tree on the user's board, written out.
    fn first(view: View, position: &Position, tree: &Tree) -> Result<Branch, Trouble> {
        let first = tree.first().ok_or_else(|| Trouble::internal("a tree without a move"))?;
        Branch::new(view, position, tree, &tree.root, first)
    }

    fn new(
        view: View,
        position: &Position,
        tree: &Tree,
        before: &State,
        node: &TreeNode,
    ) -> Result<Branch, Trouble> {
        let Played { uci, san, next } = view.follow(position, before, node.mv)?;
        let then = tree.branches(node).map(|branch| Branch::new(view, &next, tree, &node.at, branch));
        let ends = node.leaf.map(leaf_words);
        let then = then.collect::<Result<_, _>>()?;
        Ok(Branch { uci, san, ends, then, alike: None })
    }
}

/// How a line of a tree ends.
pub(crate) fn leaf_words(leaf: Leaf) -> &'static str {
    match leaf {
        Leaf::Reached => "reached",
        Leaf::Mate => "mate",
        Leaf::Stalemate => "stalemate",
        Leaf::Held => "held",
        Leaf::NoReply => "no reply is looked at",
    }
}

impl Refused {
    /// On the user's board; the position is his.
    pub(crate) fn new(
        view: View,
        position: &Position,
        root: &State,
        refusal: &Refusal,
    ) -> Result<Refused, Trouble> {
        let mv = view.played(position, root, refusal.mv)?;
        let (why, reply) = match refusal.why {
            NoTree::NotAsked => ("the `when` of the advice does not hold here", None),
            NoTree::NotAdvised => ("the advice does not make this move", None),
            NoTree::NotHeld => ("what is to hold does not hold", None),
            NoTree::NotReached => ("nothing is reached in time", None),
            NoTree::Reply(reply) => {
                let next = position.play(mv);
                ("no tree goes on after a reply", Some(view.follow(&next, &refusal.after, reply)?.san))
            }
        };
        Ok(Refused { uci: mv.to_string(), san: position.san(mv), why, reply })
    }
}
