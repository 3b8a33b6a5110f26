//! What was written: the syntax tree, before anything has a meaning.
//!
//! Every node keeps its place. Chains of one level of binding (`a and b and c`, `x + y - z`) are one node, so
//! that the depth of a tree is the depth of its brackets.

use adli_chess::Kind;

use crate::Span;

pub use super::expression::{Arm, BinaryOp, Binder, CompareOp, Expr, ExprKind, LineKind, Name, QuantifierOp};

/// A whole source text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// The declarations in order.
    pub items: Vec<Item>,
}

impl File {
    /// The men, if the text has a header.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.items.iter().find_map(|item| match &item.kind {
            ItemKind::Endgame(header) => Some(header),
            _ => None,
        })
    }
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// From its first word to its last.
    pub span: Span,
    /// Which.
    pub kind: ItemKind,
}

/// The declarations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// `endgame KRK White K R v Black k`
    Endgame(Header),
    /// `use "krk/vocabulary" (room, divides) where Q is P with spare = 2`
    Use(Use),
    /// `option spare : Int = 3`
    Option(OptionItem),
    /// `def` and `change`
    Def(Def),
    /// `moves x in .. to s in ..`
    Moves(Box<MovesItem>),
    /// `strategy`
    Strategy(StrategyItem),
    /// `advice`
    Advice(AdviceItem),
    /// `recogniser`
    Recogniser(RecogniserItem),
    /// `lemma`, `theorem`, `query`
    Claim(Box<ClaimItem>),
}

impl ItemKind {
    /// What the declaration is called, if it has a name.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        match self {
            ItemKind::Option(option) => Some(&option.name),
            ItemKind::Def(def) => Some(&def.name),
            ItemKind::Strategy(strategy) => Some(&strategy.name),
            ItemKind::Advice(advice) => Some(&advice.name),
            ItemKind::Recogniser(recogniser) => Some(&recogniser.name),
            ItemKind::Claim(claim) => Some(&claim.name),
            ItemKind::Endgame(_) | ItemKind::Use(_) | ItemKind::Moves(_) => None,
        }
    }
}

/// How many men a header may have.
pub const MAX_MEN: usize = 8;

/// The men of an endgame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// What it is called.
    pub name: Name,
    /// The two sides; the first plays up the board.
    pub sides: Vec<HeaderSide>,
    /// `where m is B or N`
    pub alternatives: Vec<(Name, Vec<Name>)>,
}

impl Header {
    /// Who has a letter, in words: `the king of Black`.
    pub(crate) fn man(&self, letter: &str) -> Option<String> {
        let side = self.sides.iter().find(|side| side.men.iter().any(|man| man.text == letter))?;
        let kind = letter.chars().next().and_then(Kind::from_letter).map_or("man", Kind::name);
        Some(format!("the {kind} of {}", side.name.text))
    }
}

/// One side of a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderSide {
    /// What the side is called.
    pub name: Name,
    /// The letters of its men.
    pub men: Vec<Name>,
}

/// Names from another text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// Which text.
    pub path: Name,
    /// Only these names; all of them if there is no list.
    pub names: Option<Vec<Name>>,
    /// `where Q is P`: a letter of that text, and the man of this one who plays it.
    pub men: Vec<(Name, Name)>,
    /// Options of that text, set.
    pub settings: Vec<(Name, Expr)>,
}

/// A reading that can be switched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionItem {
    /// Its name.
    pub name: Name,
    /// `Int`, `Bool`, or the values in braces.
    pub values: OptionValues,
    /// The value unless it is set elsewhere.
    pub default: Expr,
}

/// What an option may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValues {
    /// A type.
    Type(Name),
    /// One of these names.
    Names(Vec<Name>),
}

/// A definition; a `change` speaks of the positions before and after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Def {
    /// Its name.
    pub name: Name,
    /// Whether it is a `change`.
    pub change: bool,
    /// Names and types of what it is given.
    pub params: Vec<(Name, Name)>,
    /// What it means.
    pub body: Expr,
}

/// The one place where the laws say which moves there are and what they do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesItem {
    /// The man who moves, and the men among whom he is.
    pub mover: (Name, Expr),
    /// The square he goes to, and the squares among which it is.
    pub target: (Name, Expr),
    /// When he may.
    pub when: Expr,
    /// Which man leaves the board.
    pub captures: Option<(Name, Expr)>,
    /// What the man may become, and when he must.
    pub promotes: Option<(Vec<Name>, Expr)>,
    /// The square for taking in passing afterwards.
    pub passing: Option<Expr>,
    /// What must hold afterwards.
    pub provided: Option<Expr>,
}

/// What a strategy or a piece of advice is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// `to win`
    Win,
    /// `to draw`
    Draw,
}

/// A strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyItem {
    /// Its name.
    pub name: Name,
    /// Who plays it.
    pub side: Name,
    /// What for.
    pub aim: Aim,
    /// What every move must satisfy.
    pub always: Vec<Expr>,
    /// The rules in order.
    pub rules: Vec<Rule>,
    /// `then S, T`: who goes on when the men are no longer those of the header.
    pub then: Vec<Name>,
}

impl StrategyItem {
    /// The names after its last `then`, which may stand for strategies even if it was read as part of the last rule.
    pub fn last_names(&self) -> impl Iterator<Item = &Name> {
        let last = match self.rules.last() {
            Some(Rule::Try { then, .. }) => &then[..],
            _ => &[],
        };
        self.then.iter().chain(last.iter().map(|asked| &asked.name))
    }
}

/// A rule of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// `step S: move R where G least e`
    Step(StepItem),
    /// `try A, B` or `when G try A, B` or `otherwise try A` or `try A then B, again`
    Try {
        /// The condition that commits to this rule.
        when: Option<Expr>,
        /// The advice in order.
        advice: Vec<Asked>,
        /// Where a tree of it ends, the first of these that has a tree there goes on: `then B, again`.
        then: Vec<Asked>,
        /// Where.
        span: Span,
    },
}

/// A step of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepItem {
    /// Its name.
    pub name: Name,
    /// Which moves.
    pub moves: MoveClass,
    /// Which of those are best.
    pub prefer: Vec<Preference>,
    /// Where.
    pub span: Span,
}

/// `move K, R where G`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveClass {
    /// The men who may move; any if there are none.
    pub men: Vec<Name>,
    /// What the move must satisfy.
    pub condition: Option<Expr>,
}

/// `least e` or `most e`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preference {
    /// `most` instead of `least`.
    pub most: bool,
    /// The key.
    pub key: Expr,
}

/// What a piece of advice may be given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamType {
    /// A value of a type: `Square`.
    Named(Name),
    /// A number that is written down, from the first to the second: `1 .. 12`.
    Numbers(u32, u32, Span),
}

/// A piece of advice as it is asked for: `walk_to(a8, 5)`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Its name.
    pub name: Name,
    /// What it is given.
    pub arguments: Vec<Expr>,
    /// The same as it is written.
    pub text: String,
}

/// A piece of advice: a forcing tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdviceItem {
    /// Its name.
    pub name: Name,
    /// Names and types of what it is given.
    pub params: Vec<(Name, ParamType)>,
    /// Whose advice.
    pub side: Name,
    /// What for.
    pub aim: Aim,
    /// The clauses in the order of the text.
    pub clauses: Vec<AdviceClause>,
    /// Whether it could be read to its end.
    pub is_whole: bool,
}

/// After whose move a goal is tested.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// After every move.
    Both,
    /// `after us`
    Us,
    /// `after them`
    Them,
}

/// Which moves there are within a tree, and in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The classes, the first one first.
    pub classes: Vec<MoveClass>,
    /// What ranks the moves of a class.
    pub rank: Vec<Preference>,
}

/// A clause of a piece of advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdviceClause {
    /// `when G`
    When(Expr),
    /// `move C else C`
    First(Vec<MoveClass>),
    /// `each move C else C by least e`
    Each(Constraint),
    /// `replies C else C by least e`
    Replies(Constraint),
    /// `reach [after us]: G`
    Reach(Turn, Expr),
    /// `hold [after us]: G`
    Hold(Turn, Expr),
    /// `within n plies`
    Within(Bound),
    /// `quickest`
    Quickest,
    /// `least e then most f`
    Prefer(Vec<Preference>),
    /// `one move`
    OneMove,
}

/// How deep trees may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// So many plies.
    Plies(u32),
    /// As many as the advice is given.
    Named(Name),
}

/// A static recogniser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecogniserItem {
    /// Its name.
    pub name: Name,
    /// Its rules in order.
    pub rules: Vec<Verdict>,
}

/// `when G => answer`, `when G { .. }`, `otherwise => answer`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The condition; `otherwise` has none.
    pub when: Option<Expr>,
    /// The answer, or the rules inside.
    pub then: Answer,
    /// Where.
    pub span: Span,
}

/// What a recogniser answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// `draw`, or `win for strong`.
    Says(Name, Option<Name>),
    /// Nested rules.
    Rules(Vec<Verdict>),
}

/// A lemma, theorem or query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimItem {
    /// Its name.
    pub name: Name,
    /// What it says.
    pub says: Statement,
    /// `under spare = 2`
    pub under: Vec<(Name, Expr)>,
    /// `under fifty`
    pub fifty: bool,
    /// `for every size >= 6`
    pub sizes: Option<u32>,
    /// `by (first, second)`: the lemmas from which a lemma follows; `by queen.wins`: the theorems of other texts on which a theorem
    /// rests.
    pub by: Vec<Name>,
    /// `expect ..`
    pub expect: Option<Expectation>,
    /// `reported 66351 variables, 11 seconds`: figures that the source gives.
    pub reported: Vec<(u32, Name)>,
}

/// What a claim says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `for play p0 .. p6 of mj given G show H`
    Play {
        /// The number of the last position.
        last: u32,
        /// Whose play.
        strategy: Name,
        /// What is supposed.
        given: Option<Expr>,
        /// What follows; nothing if the play is impossible.
        show: Option<Expr>,
    },
    /// `in every position where D: E`
    Everywhere {
        /// Where.
        domain: Option<Expr>,
        /// What holds.
        show: Expr,
    },
    /// `mj reaches mate or G within 33 moves from D`
    Reaches {
        /// Which strategy.
        strategy: Name,
        /// What is as good as mate.
        or: Option<Expr>,
        /// In how many moves.
        within: Option<u32>,
        /// From where.
        from: Option<Expr>,
        /// By which lemmas.
        by: Option<Box<ByLemmas>>,
    },
    /// `knkr keeps draw from D`, `keeps value`
    Keeps {
        /// Which strategy.
        strategy: Name,
        /// `draw` or `value`.
        what: Name,
        /// From where.
        from: Option<Expr>,
    },
    /// `mj is optimal`, `mj is symmetric`, `r sound`, `r exact`
    Quality {
        /// Which strategy or recogniser.
        subject: Name,
        /// The word.
        quality: Name,
        /// From where.
        from: Option<Expr>,
    },
    /// `count positions where G` and its like
    Query {
        /// What is asked.
        question: Question,
        /// Of which positions.
        domain: Option<Expr>,
    },
}

/// The questions of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// `count positions`
    Positions,
    /// `count classes`
    Classes,
    /// `list 10`
    List(u32),
    /// `longest mj`
    Longest(Name),
    /// `share G`
    Share(Expr),
    /// `tally E`
    Tally(Expr),
}

/// A proof of termination by named lemmas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByLemmas {
    /// What falls: a number, or several of which an earlier one counts for more.
    pub measure: Vec<Expr>,
    /// In how many moves.
    pub moves: u32,
    /// The lemma that says so.
    pub lemmas: Vec<Name>,
    /// Where it need not.
    pub except: Vec<Exception>,
    /// Lemmas that keep the play safe.
    pub safe: Vec<Name>,
}

/// An exception of a measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exception {
    /// A condition, or the steps.
    pub what: ExceptionKind,
    /// `in the first n moves` instead of `over in n moves`.
    pub early: bool,
    /// The number of moves.
    pub moves: u32,
    /// The lemmas that say so.
    pub lemmas: Vec<Name>,
}

/// What an exception is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExceptionKind {
    /// Positions.
    Where(Expr),
    /// Steps of the strategy.
    Steps(Vec<Name>),
}

/// What is expected of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// `refuted`, `proved`
    Verdict(Name),
    /// A number.
    Number(u32),
    /// `{squeeze: 12, none: 3}`: of each value, how many positions have it.
    Tally(Vec<(Name, u32)>),
}
