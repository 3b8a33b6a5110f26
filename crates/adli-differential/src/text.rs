//! A text with its names found: definitions, rules, advice, recognisers, claims.

use crate::chess::{Cast, Men, Position, Side};
use crate::node::{Node, Place};

/// A condition that is false where a man it relies on is missing.
#[derive(Clone, Debug)]
pub struct Clause {
    pub asks: Node,
    /// Where it relies on whom: one bit for each man.
    pub relies: Vec<(Place, u8)>,
}

/// `move K, R where G`
#[derive(Clone, Debug)]
pub struct Class {
    /// Who may move, one bit each.
    pub men: u8,
    /// What the move must satisfy.
    pub condition: Option<Clause>,
}

/// `least e` or `most e`
#[derive(Clone, Debug)]
pub struct Key {
    /// Whether the most is best.
    pub most: bool,
    /// A number or several.
    pub number: Node,
    /// Where it relies on whom: a move without a number comes after all others.
    pub relies: Vec<(Place, u8)>,
}

#[derive(Clone, Debug)]
pub enum Rule {
    /// A step: its number, its moves, which of them are best.
    Step(usize, Class, Vec<Key>),
    /// Pieces of advice with the numbers of their steps, under a condition that commits.
    Try(Option<Node>, Vec<(usize, usize)>),
}

/// The rules of a strategy for some men.
#[derive(Clone, Debug)]
pub struct Part {
    /// With whom it is asked.
    pub cast: Cast,
    /// What every move must satisfy.
    pub always: Vec<Clause>,
    /// The rules; steps are numbered from 0 in each part.
    pub rules: Vec<Rule>,
    /// What the steps are called, as symbols.
    pub steps: Vec<u16>,
    /// The number of its first step in the whole strategy.
    pub first: usize,
}

/// A strategy, and behind its own rules those of the strategies to which it hands over.
#[derive(Clone, Debug)]
pub struct Strategy {
    pub side: Side,
    pub parts: Vec<Part>,
}

impl Strategy {
    /// The part that is asked in positions with such men.
    pub fn part(&self, at: &Position) -> Option<&Part> {
        self.parts.iter().find(|part| at.has_cast(&part.cast))
    }

    /// How many steps it has.
    pub fn steps(&self) -> usize {
        self.parts.iter().map(|part| part.steps.len()).sum()
    }

    /// What a step is called.
    pub fn step(&self, number: usize) -> u16 {
        let of = |part: &&Part| part.first <= number && number < part.first + part.steps.len();
        self.parts.iter().find(of).map_or(u16::MAX, |part| part.steps[number - part.first])
    }
}

/// A recogniser, and with whom it answers.
#[derive(Clone, Debug)]
pub struct Recogniser {
    pub cast: Cast,
    pub rules: Vec<Branch>,
}

/// Classes of moves in their order, and what ranks the moves of one.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The first one first.
    pub classes: Vec<Class>,
    /// The first number first.
    pub rank: Vec<Key>,
}

#[derive(Clone, Debug)]
pub struct Advice {
    pub side: Side,
    /// Whether stalemate is a success.
    pub to_draw: bool,
    /// The bound.
    pub plies: i32,
    /// Where it may begin.
    pub when: Vec<Clause>,
    pub first: Option<Order>,
    pub each: Option<Order>,
    /// The replies that are looked at.
    pub replies: Option<Order>,
    /// What is to be reached, after us and after them.
    pub reach: [Vec<Clause>; 2],
    /// What is to hold, after us and after them.
    pub hold: [Vec<Clause>; 2],
    /// The tree that reaches its goal soonest.
    pub quickest: bool,
    /// `least` and `most` of the first move.
    pub prefer: Vec<Key>,
    /// Whether a tree is played to its end.
    pub plays_out: bool,
    /// Whether anything in it looks at the root once the tree has begun.
    pub looks_at_root: bool,
    /// What the other side plays, as long as that has a move and holds.
    pub against: Option<usize>,
    /// The other side does not move.
    pub passes: bool,
    /// What goes on where a tree ends.
    pub then: Vec<usize>,
    /// Whether one of these must have a tree there.
    pub must_go_on: bool,
}

impl Advice {
    /// Whether there is anything to reach.
    pub fn has_reach(&self) -> bool {
        self.reach.iter().any(|goals| !goals.is_empty())
    }
}

/// A rule of a recogniser: its condition, and its answer or the rules inside.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Nothing for `otherwise`.
    pub when: Option<Node>,
    pub then: Then,
}

/// What a rule of a recogniser says.
#[derive(Clone, Debug)]
pub enum Then {
    /// The number of the rule from 1, the answer, and for which side it is meant.
    Says(i32, String, Option<Side>),
    Rules(Vec<Branch>),
}

/// A definition: which of its parameters are men, and what it means.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Whether each parameter is a man.
    pub men: Vec<bool>,
    pub body: Node,
}

/// What a claim says.
#[derive(Clone, Debug)]
pub enum Says {
    /// `S reaches mate or G within n moves`
    Reaches(usize, Option<Node>, Option<u32>),
    /// `S keeps draw`, `S keeps value` (true)
    Keeps(usize, bool),
    /// `S is optimal`
    Optimal(usize),
    /// `in every position where D: E`
    Everywhere(Node),
    /// `for play p0 .. pn of S given G show H`
    Play(usize, usize, Option<Node>, Option<Clause>),
    /// `count positions`
    Positions,
    /// `count classes`
    Classes,
    /// `share G`
    Share(Node),
    /// `tally E`
    Tally(Node),
    /// `longest S`
    Longest(usize),
    /// `R sound`, `R complete`, `R exact`, `R uses every rule`
    Recognises(usize, String),
}

#[derive(Clone, Debug)]
pub struct Claim {
    pub name: String,
    pub says: Says,
    /// Of which positions.
    pub domain: Option<Node>,
}

/// A text that has been read, with the files it uses.
#[derive(Clone, Debug)]
pub struct Text {
    /// The men of the first file.
    pub men: Men,
    /// Definitions of all files.
    pub definitions: Vec<Definition>,
    /// Strategies of all files, each with those to whom it hands over.
    pub strategies: Vec<Strategy>,
    /// Advice of all files, in all forms in which it is asked for.
    pub advice: Vec<Advice>,
    /// Recognisers of all files.
    pub recognisers: Vec<Recogniser>,
    /// Claims in the order of the text.
    pub claims: Vec<Claim>,
    /// Words that stand for themselves.
    pub symbols: Vec<String>,
}

impl Text {
    /// The number of a word that stands for itself.
    pub fn symbol(&self, word: &str) -> u16 {
        self.symbols.iter().position(|known| known == word).map_or(u16::MAX, |at| at as u16)
    }
}
