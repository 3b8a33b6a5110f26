//! A checked program: what a text means, for one material.

use crate::Span;
use crate::core::endgame::{Cast, Endgame};
use crate::core::recogniser::{Demand, Recogniser};
use crate::core::term::{
    AdviceId, DefId, EnumId, OptionId, RecogniserId, Slot, Slots, Sort, StrategyId, TermId, VarId,
};
use crate::core::terms::Terms;
use crate::syntax::ast::{Aim, Expectation};

/// Everything a method needs.
#[derive(Clone, Debug)]
pub struct Program {
    /// The men.
    pub endgame: Endgame,
    /// All terms.
    pub terms: Terms,
    /// The enumerations: sides, kinds, outcomes, then those of options and strategies.
    pub enums: Vec<Enumeration>,
    /// The options.
    pub options: Vec<OptionValue>,
    /// The definitions; a definition calls only definitions with smaller numbers.
    pub definitions: Vec<Definition>,
    /// The laws of chess.
    pub laws: Laws,
    /// The pieces of advice; one asks only about those with smaller numbers.
    pub advice: Vec<Advice>,
    /// The strategies.
    pub strategies: Vec<Strategy>,
    /// The recognisers.
    pub recognisers: Vec<Recogniser>,
    /// The lemmas, theorems and queries in the order of the text.
    pub claims: Vec<Claim>,
    /// Other texts by themselves, on whose theorems those of this one rest.
    pub others: Vec<Program>,
}

/// An enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration {
    /// What it is called.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// An option and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionValue {
    /// Its name.
    pub name: String,
    /// Truth value, number or enumeration.
    pub sort: Sort,
    /// The value: 0 or 1 for truth, the number, or the number of the value.
    pub value: i32,
    /// Set by `use .. with`, in a text that another one uses.
    pub is_set: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The user's name, with the men it is about in brackets: `hits[R]`.
    pub name: String,
    /// How many positions it speaks of: one, or two for a change.
    pub positions: u8,
    /// Its parameters.
    pub params: Vec<VarId>,
    /// The sort of its value.
    pub sort: Sort,
    /// Its value, over [`crate::core::term::Pos::Given`] positions and the parameters.
    pub body: TermId,
    /// Where it is written.
    pub span: Span,
    /// The parts of the text with the terms that they mean, for explanations.
    pub parts: Vec<(Span, TermId)>,
}

/// The laws of chess as terms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Laws {
    /// For each man of the header, which moves he has and what they do.
    pub moves: Vec<MoveRule>,
    /// `legal`
    pub legal: Option<DefId>,
    /// `check`
    pub check: Option<DefId>,
    /// `mate`
    pub mate: Option<DefId>,
    /// `stalemate`
    pub stalemate: Option<DefId>,
    /// `no_move`
    pub no_move: Option<DefId>,
}

/// The moves of one man. The terms speak of the position before the move as `Given(0)`, and `provided` of the
/// one after it as `Given(1)`.
///
/// The move of the man to a square `target` in `targets` is a move if `may_move` and `when` hold, and
/// `provided` holds afterwards. Afterwards the man stands on the target; every man whose term in `captures`
/// holds is off the board; if `promotes` holds the man has become one of `promotions`, one move for each;
/// the square for taking in passing is `passing`; the other side is to move; everything else is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRule {
    /// Who moves.
    pub man: Slot,
    /// Whether he may move at all: he is on the board, and his side is to move.
    pub may_move: TermId,
    /// The square he goes to.
    pub target: VarId,
    /// Among which squares it is.
    pub targets: TermId,
    /// When he may go there.
    pub when: TermId,
    /// The men who may be captured, each with the condition.
    pub captures: Vec<(Slot, TermId)>,
    /// When he must become something else.
    pub promotes: TermId,
    /// What he may become, as numbers of kinds.
    pub promotions: Vec<u16>,
    /// The square for taking in passing afterwards.
    pub passing: TermId,
    /// What must hold afterwards.
    pub provided: TermId,
}

/// A strategy: the first step that has a move is played, and all its best moves are allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Its name.
    pub name: String,
    /// Who plays it, as a number of a side.
    pub side: u16,
    /// What for.
    pub aim: Aim,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The men with whom it is asked: its own, then those of the strategies to which it hands over. Nobody else's are there.
    pub casts: Vec<Cast>,
    /// The enumeration of the steps; the last value is `none`.
    pub values: EnumId,
    /// Where it is written.
    pub span: Span,
}

impl Strategy {
    /// Whether it is asked just where everybody is as the header has him; another one hands over, or goes on for another.
    #[must_use]
    pub fn stays_home(&self, endgame: &Endgame) -> bool {
        self.casts == [endgame.home()]
    }

    /// The steps that are asked with some men, with their numbers.
    pub fn steps_with<'s>(&'s self, men: &Cast) -> impl Iterator<Item = (usize, &'s Step)> + use<'s> {
        let cast = self.casts.iter().position(|cast| cast == men);
        self.steps.iter().enumerate().filter(move |(_, step)| Some(step.cast) == cast)
    }
}

/// A step. Its terms speak of the position before the move as `Given(0)` and after it as `Given(1)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// With which of its strategy's casts it is asked. Where there are several the condition says so too.
    pub cast: usize,
    /// Who may move.
    pub men: Slots,
    /// What the move must satisfy: the step's own condition, the strategy's `always`, and that the men it
    /// speaks of are there.
    pub condition: TermId,
    /// What makes a move better than another, most important first.
    pub prefer: Vec<Key>,
    /// The advice that it tries, if it tries one.
    pub advice: Option<AdviceId>,
    /// The conditions after `when` that decide whether it is asked: its own, which must hold, and those of earlier rules,
    /// which must not. They are part of the condition.
    pub guards: Vec<Guard>,
    /// Where it is written.
    pub span: Span,
    /// The parts of the text with the terms that they mean, for explanations.
    pub parts: Vec<(Span, TermId)>,
}

/// A condition after `when`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// Where it is written.
    pub span: Span,
    /// What it says of the position.
    pub holds: TermId,
    /// Whether it must hold; otherwise an earlier rule has committed itself where it does.
    pub wanted: bool,
}

/// A piece of advice: a forcing tree.
///
/// Goals speak of the root of the tree as `Given(0)`, of the position after the last move as `Given(1)`, and of
/// the one before it as `Given(2)`. They are asked after every move: first `hold`, which must be true, then `reach`,
/// which ends the tree with success; then the game may be over; then the plies may be used up, which is a success if
/// there is nothing to reach. Otherwise the tree goes on with one own move or with every reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Its name.
    pub name: String,
    /// Whose advice, as a number of a side.
    pub side: u16,
    /// What for: stalemate is a success if it is a draw.
    pub aim: Aim,
    /// How many plies a tree may have.
    pub plies: u8,
    /// Of several trees the one that reaches its goal soonest is played.
    pub quickest: bool,
    /// Whether the tree is played to its end before the strategy is asked again.
    pub plays_out: bool,
    /// How many plies from the root the position is about which a goal is asked.
    pub ply: VarId,
    /// What ends a tree after an own move, and after a reply.
    pub reach: [Option<TermId>; 2],
    /// What must be true after every own move, and after every reply.
    pub hold: [TermId; 2],
    /// What every own move must satisfy, and in which order moves are played: of those with a tree the first.
    pub each: Option<Constraint>,
    /// Which replies are looked at: of those there are the first in their order.
    pub replies: Option<Constraint>,
    /// The other side does not move: it passes, where it could move.
    pub passes: bool,
    /// What the root must satisfy.
    pub when: TermId,
    /// What the first move must satisfy, without the tree that follows it, and the root.
    pub opening: TermId,
    /// The first move as a step: who moves, the condition with everything in it, the order of choice.
    pub first: Step,
    /// Whether there is a tree.
    pub can: DefId,
    /// Where a tree that is played out ends, the first of these that has a tree there goes on.
    pub then: Vec<AdviceId>,
    /// Whether something is said of the first move alone.
    pub speaks_of_first_move: bool,
    /// Where it is written.
    pub span: Span,
}

impl Advice {
    /// Whether a tree ends by reaching something; if not, by having held for all its plies.
    #[must_use]
    pub fn has_reach(&self) -> bool {
        self.reach.iter().any(Option::is_some)
    }
}

/// A constraint on the moves within a tree. It speaks of the root as `Given(0)`, of the position after the move as
/// `Given(1)`, of the one before it as `Given(2)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// Who moves.
    pub men: Slots,
    /// What is true of the move.
    pub condition: TermId,
    /// What decides between moves: the class, if there are several, then what ranks them.
    pub order: Vec<Key>,
}

/// A number that decides between moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The greatest is best, instead of the least.
    pub most: bool,
    /// The number.
    pub term: TermId,
    /// Where it is written; nowhere for the number of a class and for `quickest`.
    pub span: Option<Span>,
}

/// A lemma, theorem or query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// What it says.
    pub says: ClaimKind,
    /// `D and A` of a lemma `in every position where D: A implies B`. The statement does not depend on it.
    pub supposes: Option<TermId>,
    /// Options that are set for this claim.
    pub under: Vec<(OptionId, i32)>,
    /// With the fifty-move rule.
    pub fifty: bool,
    /// For every board of at least this size.
    pub sizes: Option<u32>,
    /// The lemmas from which a lemma follows, all of them before it in the text.
    pub by: Vec<String>,
    /// For a theorem about a strategy that hands over: theorems of the texts that go on, on which it may rest. A hint as well.
    pub rests: Vec<Rest>,
    /// For a theorem: how it may be shown by lemmas. A hint; the statement does not depend on it.
    pub proof: Option<Proof>,
    /// What the text expects.
    pub expect: Option<Expectation>,
    /// Figures that the source gives: what is counted, and how many.
    pub reported: Vec<(String, u32)>,
    /// Where it is written.
    pub span: Span,
}

/// What a claim says. Conditions speak of `Given(0)`, unless said otherwise; a domain `from` has "legal and
/// home" in it already, unless the text says `from all`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ClaimKind {
    /// Along every play of a strategy: `Given(0)` is legal and home with the strategy to move, odd numbers are
    /// after its moves, even ones after replies.
    Play {
        /// The number of the last position.
        last: u8,
        /// Whose play.
        strategy: StrategyId,
        /// What is supposed of the positions.
        given: TermId,
        /// What follows; `false` if the text says `impossible`.
        show: TermId,
    },
    /// In every legal position with all men at home that satisfies the domain.
    Everywhere {
        /// Where.
        domain: TermId,
        /// What holds.
        show: TermId,
    },
    /// Every play ends in mate.
    Reaches {
        /// Which strategy.
        strategy: StrategyId,
        /// What is as good as mate.
        or: Option<TermId>,
        /// In how many moves of the strategy.
        within: Option<u32>,
        /// From where.
        from: TermId,
    },
    /// No allowed move gives away the draw, or changes the value.
    Keeps {
        /// Which strategy.
        strategy: StrategyId,
        /// The value, and not only the draw.
        value: bool,
        /// From where.
        from: TermId,
    },
    /// Every allowed move is best.
    Optimal {
        /// Which strategy.
        strategy: StrategyId,
        /// From where.
        from: TermId,
    },
    /// What is allowed is the same in every image of a position.
    Symmetric {
        /// Which strategy.
        strategy: StrategyId,
    },
    /// What a recogniser answers is right.
    Recognises {
        /// Which recogniser.
        recogniser: RecogniserId,
        /// How much is claimed.
        demand: Demand,
        /// Where.
        from: TermId,
    },
    /// How many positions.
    CountPositions(TermId),
    /// How many classes under the symmetries of the board.
    CountClasses(TermId),
    /// The first few positions.
    List(u32, TermId),
    /// The longest play of a strategy.
    Longest(StrategyId, TermId),
    /// How many of the positions of the second term satisfy the first.
    Share(TermId, TermId),
    /// How many positions have which value.
    Tally {
        /// A number, a truth value or a value of an enumeration.
        of: TermId,
        /// Of which positions.
        domain: TermId,
    },
}

/// A theorem of a text that goes on: from where, and in how many moves, its strategy reaches mate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rest {
    /// As it is called here, `queen.wins`.
    pub name: String,
    /// As it is called there.
    pub theorem: String,
    /// With which men the text goes on.
    pub cast: Cast,
    /// From where the theorem holds, said of our men.
    pub from: TermId,
    /// The other text.
    pub source: u16,
    /// Its options as they are set here.
    pub options: Vec<SetOption>,
    /// Which of [`Program::others`] it is.
    pub other: usize,
}

/// An option of another text, as it is set here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetOption {
    /// Where it is declared.
    pub place: Span,
    /// Its value.
    pub value: i32,
    /// Whether the other text knows it by its name, so that it can be set there.
    pub visible: bool,
}

/// A proof that every play ends, by a measure that falls and by named lemmas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What falls: a number, or several, and then the first that changes falls.
    pub measure: Vec<TermId>,
    /// In how many moves of the strategy.
    pub moves: u32,
    /// The lemmas that say so.
    pub lemmas: Vec<String>,
    /// Where it need not fall.
    pub except: Vec<ProofException>,
    /// Lemmas that keep the play safe.
    pub safe: Vec<String>,
}

/// Where a measure need not fall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofException {
    /// Positions, or steps of the strategy.
    pub what: Excepted,
    /// It happens in the first moves only, instead of ending the game soon.
    pub early: bool,
    /// In how many moves.
    pub moves: u32,
    /// The lemmas that say so.
    pub lemmas: Vec<String>,
}

/// What is excepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Excepted {
    /// Positions that satisfy a condition.
    Where(TermId),
    /// Steps of the strategy, by number.
    Steps(Vec<u16>),
}
