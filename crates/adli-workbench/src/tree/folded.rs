//! A folded tree on the user's board: its groups of replies, and lines to play through it.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use adli_chess::{Colour, Move, Position, Square};
use adli_lang::{SlotMove, State};
use adli_position::{Folded, FoldedAnswer, Group};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Branch, leaf_words};
use crate::trouble::Trouble;
use crate::view::{Played, View};

/// A tree in which replies that get the same answer are one branch.
#[derive(Serialize, JsonSchema)]
pub struct FoldedTree {
    /// How many branches it has: own moves, and groups of replies that end it.
    pub branches: usize,
    /// How many moves the ordinary tree has to which it unfolds; 9,007,199,254,740,992 stands for that many or more.
    pub unfolded: u64,
    pub first: FoldedMove,
    /// Lines in which every group comes up: an ordinary tree with some of the replies.
    #[serde(skip)]
    pub lines: Branch,
}

/// An own move that is made in several positions.
#[derive(Serialize, JsonSchema)]
pub struct FoldedMove {
    pub uci: String,
    pub san: String,
    /// Why the tree ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'static str>,
    /// All replies, in groups; the largest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<FoldedReplies>,
    #[serde(skip)]
    pub mv: Move,
    /// The positions in which it is made.
    #[serde(skip)]
    pub positions: Vec<Position>,
}

/// Replies that get the same answer.
#[derive(Serialize, JsonSchema)]
pub struct FoldedReplies {
    /// The replies; where one is in several groups, with where its men come from.
    pub replies: Vec<String>,
    /// Where the king who replies may stand then.
    pub squares: Vec<String>,
    /// The positions after them.
    pub positions: Vec<String>,
    /// Why the tree ends with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'static str>,
    /// What is answered otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<FoldedMove>,
    #[serde(skip)]
    pub boards: Vec<Position>,
}

/// Replies for which one stands.
pub struct Alike {
    pub others: Vec<String>,
    /// Whether there are no further ones.
    pub is_all: bool,
}

impl FoldedTree {
    pub(super) fn new(view: View, position: &Position, folded: &Folded) -> Result<FoldedTree, Trouble> {
        let boards = HashMap::from([(folded.root, *position)]);
        let first = FoldedMove::new(view, &folded.first, &boards)?;
        let mut lines = Lines { view, todo: HashSet::new(), barren: HashSet::new() };
        lines.expect(&folded.first);
        let line = lines.play(&folded.first, &first, &folded.root, position)?;
        let unfolded = folded.unfold().extent().moves;
        Ok(FoldedTree { branches: folded.first.branches(), unfolded, first, lines: line })
    }
}

impl FoldedMove {
    /// In positions of the text that look so on the user's board.
    fn new(
        view: View,
        answer: &FoldedAnswer,
        boards: &HashMap<State, Position>,
    ) -> Result<FoldedMove, Trouble> {
        let mut after = HashMap::new();
        let mut positions = Vec::new();
        let mut written: Option<(String, Move)> = None;
        for (before, at) in &answer.made {
            let board = board(boards, before)?;
            let mv = view.played(board, before, answer.mv)?;
            positions.push(*board);
            after.entry(*at).or_insert_with(|| board.play(mv));
            // It may be a check or a capture in some positions only: then the shortest way to write it is true of all.
            let san = board.san(mv);
            if written.as_ref().is_none_or(|(shortest, _)| san.len() < shortest.len()) {
                written = Some((san, mv));
            }
        }
        let (san, mv) = written.ok_or_else(|| Trouble::internal("a move that is made nowhere"))?;
        let groups = Labels::new(view, answer, &after)?.groups(view, answer, &after)?;
        let ends = answer.ends.map(leaf_words);
        Ok(FoldedMove { uci: mv.to_string(), san, ends, groups, mv, positions })
    }
}

fn board<'b>(boards: &'b HashMap<State, Position>, state: &State) -> Result<&'b Position, Trouble> {
    boards.get(state).ok_or_else(|| Trouble::internal("a position of a folded tree that nobody reached"))
}

/// How the replies of some groups are written.
struct Labels {
    /// In how many groups a move comes up.
    groups: BTreeMap<String, BTreeSet<usize>>,
}

impl Labels {
    fn new(view: View, answer: &FoldedAnswer, boards: &HashMap<State, Position>) -> Result<Labels, Trouble> {
        let mut groups: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (number, group) in answer.groups.iter().enumerate() {
            for reply in &group.replies {
                let (_, played) = played(view, boards, &reply.before, reply.mv)?;
                groups.entry(played.san).or_default().insert(number);
            }
        }
        Ok(Labels { groups })
    }

    fn label(&self, board: &Position, san: String) -> String {
        if self.groups.get(&san).is_none_or(|groups| groups.len() < 2) {
            return san;
        }
        let from = theirs(board, board.turn()).map(|(square, letter)| format!("{letter}{square}"));
        format!("{san} from {}", from.collect::<Vec<_>>().join(" "))
    }

    fn groups(
        &self,
        view: View,
        answer: &FoldedAnswer,
        boards: &HashMap<State, Position>,
    ) -> Result<Vec<FoldedReplies>, Trouble> {
        let group = |group: &Group| {
            let (mut replies, mut after) = (BTreeSet::new(), HashMap::new());
            for reply in &group.replies {
                let (board, played) = played(view, boards, &reply.before, reply.mv)?;
                replies.insert(self.label(board, played.san));
                after.entry(reply.at).or_insert(played.next);
            }
            let mut boards: Vec<Position> = after.values().copied().collect();
            boards.sort_by_cached_key(ToString::to_string);
            let king = |board: &Position| {
                theirs(board, !board.turn()).find(|(_, letter)| *letter == 'K').map(|(square, _)| square)
            };
            let squares: BTreeSet<String> =
                boards.iter().filter_map(king).map(|square| square.to_string()).collect();
            Ok(FoldedReplies {
                replies: replies.into_iter().collect(),
                squares: squares.into_iter().collect(),
                positions: boards.iter().map(ToString::to_string).collect(),
                ends: group.ends.map(leaf_words),
                answer: group.answer.as_ref().map(|next| FoldedMove::new(view, next, &after)).transpose()?,
                boards,
            })
        };
        answer.groups.iter().map(group).collect()
    }
}

/// A reply on the user's board.
fn played<'b>(
    view: View,
    boards: &'b HashMap<State, Position>,
    before: &State,
    mv: SlotMove,
) -> Result<(&'b Position, Played), Trouble> {
    let board = board(boards, before)?;
    Ok((board, view.follow(board, before, mv)?))
}

/// The men of a side, where they stand and with the letters of their kinds.
fn theirs(board: &Position, side: Colour) -> impl Iterator<Item = (Square, char)> {
    let men = board.occupied().into_iter().filter_map(|square| Some((square, board.at(square)?)));
    men.filter(move |(_, man)| man.colour == side).map(|(square, man)| (square, man.kind.letter()))
}

/// Lines to be played so that every group comes up.
struct Lines {
    view: View,
    /// Groups that have not come up yet.
    todo: HashSet<*const Group>,
    /// Answers and positions from which no further one comes up.
    barren: HashSet<(*const FoldedAnswer, State)>,
}

impl Lines {
    fn expect(&mut self, answer: &FoldedAnswer) {
        for group in &answer.groups {
            self.todo.insert(group);
            group.answer.iter().for_each(|answer| self.expect(answer));
        }
    }

    fn is_wanted(&self, group: &Group) -> bool {
        let further = |answer: &FoldedAnswer| answer.groups.iter().any(|group| self.is_wanted(group));
        self.todo.contains(&std::ptr::from_ref(group)) || group.answer.as_ref().is_some_and(further)
    }

    /// An own move in one of its positions, with replies after which groups come up that have not come up before.
    fn play(
        &mut self,
        answer: &FoldedAnswer,
        shown: &FoldedMove,
        before: &State,
        board: &Position,
    ) -> Result<Branch, Trouble> {
        let mv = self.view.played(board, before, answer.mv)?;
        let next = board.play(mv);
        let at = answer.made.iter().find(|(made, _)| made == before).map(|(_, at)| *at);
        let at = at.ok_or_else(|| Trouble::internal("a move that was not made there"))?;
        let mut then = Vec::new();
        for (group, told) in answer.groups.iter().zip(&shown.groups) {
            for reply in group.replies.iter().filter(|reply| reply.before == at) {
                if !self.is_wanted(group) {
                    break;
                }
                let is_new = self.todo.remove(&std::ptr::from_ref(group));
                let key = group.answer.as_ref().map(|answer| (std::ptr::from_ref(answer), reply.at));
                if !is_new && key.is_some_and(|key| self.barren.contains(&key)) {
                    continue;
                }
                let Played { uci, san, next } = self.view.follow(&next, &at, reply.mv)?;
                let open = self.todo.len();
                let answers = match (&group.answer, &told.answer) {
                    (Some(answer), Some(shown)) => {
                        vec![self.play(answer, shown, &reply.at, &next)?]
                    }
                    _ => Vec::new(),
                };
                if !is_new && self.todo.len() == open {
                    self.barren.extend(key);
                    continue;
                }
                let others = told.replies.iter().filter(|other| **other != san).cloned().collect();
                let is_all = shown.groups.len() == 1;
                let alike = is_new.then_some(Alike { others, is_all });
                let ends = group.ends.map(leaf_words);
                then.push(Branch { uci, san, ends, then: answers, alike });
            }
        }
        let ends = answer.ends.map(leaf_words);
        Ok(Branch { uci: mv.to_string(), san: board.san(mv), ends, then, alike: None })
    }
}
