//! Core terms: the one small first-order finite language from which every method starts.
//!
//! A checked text becomes a directed graph of these terms. Their meaning is fixed by the plain interpreter
//! ([`crate::Interpreter`]) and nothing else; a back end is right if it agrees with it.
//!
//! What is *not* here is as important as what is. There are no bitboards, no squares numbered 0 to 63, no
//! attack tables, and no rule of chess: coordinates are numbers from 1, a distance is arithmetic on them, the
//! size of the board is a symbol, and what a move is and does is said by the [`crate::MoveRule`]s, which come
//! from `laws.adv` and are core terms too. A quantifier over moves ranges over exactly the moves of those
//! rules; a back end that enumerates candidates in another way has to show that they are the same.
//!
//! Positions are not values. A term observes positions that have names ([`Pos`]): the parameters of a
//! definition, or the position after a bound move, which is an update of the one before and not a second
//! unknown.

/// A term, by its number in the [`crate::Terms`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// Its number: terms are numbered from 0 without a gap.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position that terms observe, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PosId(pub(crate) u32);

/// A bound variable or parameter: a number, truth value, square, set or value of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

/// A move bound by a quantifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveVar(pub u32);

/// A symmetry of the board bound by [`Term::SomeSymmetry`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymmetryVar(pub u32);

/// A definition of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DefId(pub u32);

/// An enumeration of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnumId(pub u16);

/// An option of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub u16);

/// A strategy of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StrategyId(pub u16);

/// A recogniser of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecogniserId(pub u16);

/// A piece of advice of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AdviceId(pub u16);

/// A man of the header.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u8);

/// Some men of the header.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Slots(pub u16);

impl Slots {
    /// Whether a man is one of them.
    #[must_use]
    pub fn contains(self, slot: Slot) -> bool {
        self.0 >> slot.0 & 1 == 1
    }
}

impl FromIterator<Slot> for Slots {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Slots {
        Slots(slots.into_iter().fold(0, |all, slot| all | 1 << slot.0))
    }
}

/// The kinds of value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A whole number; [`crate::Ranges`] says how large.
    Int,
    /// A pair of numbers, not necessarily on the board.
    Square,
    /// A set of squares of the board.
    Set,
    /// A value of an enumeration.
    Enum(EnumId),
}

/// The sides; the first plays up the board.
pub const SIDES: EnumId = EnumId(0);
/// The kinds of men, in the order of [`adli_chess::Kind::ALL`].
pub const KINDS: EnumId = EnumId(1);
/// Win, draw and loss.
pub const OUTCOMES: EnumId = EnumId(2);
/// What a recogniser answers, in the order of [`crate::Answer::ALL`].
pub const ANSWERS: EnumId = EnumId(3);

/// What `moves_to_mate` is where the side to move cannot force mate: more than any number of moves that mate takes, so
/// that `moves_to_mate <= 28` says that there is a mate.
pub const NO_MATE: i32 = 1000;

/// A position that terms observe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pos {
    /// The position with this number among the parameters of a definition or the positions of a play.
    Given(u8),
    /// After a move that a quantifier has bound.
    After(PosId, MoveVar),
    /// The same men with the other side to move, and nothing to take in passing.
    Pass(PosId),
    /// Its image under a symmetry that is bound.
    Image(PosId, SymmetryVar),
}

/// What a quantifier computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Quantifier {
    /// Whether one does.
    Some,
    /// Whether all do.
    Every,
    /// How many do.
    Count,
    /// The sum of a number.
    Sum,
}

/// A term. The children are numbers of terms made earlier, so that a walk by number meets children first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i32),
    /// A value of an enumeration.
    Enum(EnumId, u16),
    /// How many files and ranks the board has. It stays a symbol until a method fixes it.
    Size,
    /// The value of an option.
    Option(OptionId),
    /// A variable.
    Var(VarId),

    /// The file of a man, from 1; 0 if he has been captured.
    File(PosId, Slot),
    /// The rank of a man, from 1; 0 if he has been captured.
    Rank(PosId, Slot),
    /// Whether a man is on the board.
    Alive(PosId, Slot),
    /// What a man is; only pawns change.
    Kind(PosId, Slot),
    /// Whose move it is.
    Turn(PosId),
    /// The square for taking in passing, or (0, 0).
    Passing(PosId),

    /// Negation.
    Not(TermId),
    /// All of these.
    And(Box<[TermId]>),
    /// One of these.
    Or(Box<[TermId]>),
    /// One or the other value, of any sort.
    If(TermId, TermId, TermId),
    /// Equality of two values of one sort.
    Eq(TermId, TermId),
    /// Less, of numbers.
    Less(TermId, TermId),
    /// At most, of numbers.
    AtMost(TermId, TermId),

    /// Sum.
    Add(TermId, TermId),
    /// Difference.
    Sub(TermId, TermId),
    /// Product; linear if one factor is a constant.
    Mul(TermId, TermId),
    /// Quotient, rounded down, by a positive constant.
    Div(TermId, i32),
    /// Remainder, never negative, by a positive constant.
    Mod(TermId, i32),
    /// Without sign.
    Abs(TermId),
    /// The lesser.
    Min(TermId, TermId),
    /// The greater.
    Max(TermId, TermId),

    /// A square from file and rank.
    Square(TermId, TermId),
    /// The file of a square.
    FileOf(TermId),
    /// The rank of a square.
    RankOf(TermId),

    /// All squares.
    Board,
    /// These squares, as far as they are on the board.
    SetOf(Box<[TermId]>),
    /// The squares of the board that satisfy a condition.
    Those(VarId, TermId),
    /// Union.
    Union(TermId, TermId),
    /// Intersection.
    Intersection(TermId, TermId),
    /// Difference.
    Difference(TermId, TermId),
    /// Whether a square is in a set; false off the board.
    Member(TermId, TermId),
    /// How many squares.
    Count(TermId),
    /// Whether one set is part of the other.
    Subset(TermId, TermId),

    /// A quantifier over the squares of a set.
    OverSquares(Quantifier, VarId, TermId, TermId),
    /// A quantifier over the legal moves of some men from a position.
    OverMoves(Quantifier, PosId, Slots, MoveVar, TermId),
    /// Whether the body holds for one of the symmetries of the board.
    SomeSymmetry(SymmetryVar, TermId),

    /// A definition at some positions, with arguments.
    Call(DefId, Box<[PosId]>, Box<[TermId]>),
    /// The first step of a strategy that has a move, or `none`.
    Step(StrategyId, PosId),
    /// Whether a strategy allows the move from one position to the other.
    Allows(StrategyId, PosId, PosId),
    /// Whether a forcing tree of a piece of advice goes on from a node.
    Forces(Node),
    /// The least number of plies in which a forcing tree can end from a node; one more than are left if it
    /// cannot.
    PliesToGoal(Node),
    /// Win, draw or loss with best play, for a side. In claims only.
    Value(PosId, TermId),
    /// In how many moves the side to move mates with best play; [`NO_MATE`] where it cannot. In claims only.
    MovesToMate(PosId),
}

/// A node of a forcing tree: where the tree began, the position that a move has just led to, the one before that
/// move, and how many plies may follow. The goals of the advice are asked at the node itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// Whose tree.
    pub advice: AdviceId,
    /// How many plies may follow.
    pub left: u8,
    /// Where the tree began.
    pub root: PosId,
    /// Before the last move.
    pub before: PosId,
    /// After it.
    pub at: PosId,
}

impl Node {
    /// The positions that the value depends on.
    #[must_use]
    pub fn positions(&self) -> [PosId; 3] {
        [self.root, self.before, self.at]
    }
}
