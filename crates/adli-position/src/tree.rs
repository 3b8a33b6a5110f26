//! A grown tree, or why there is none, and the moves in it.
//!
//! Whoever has grown a tree hands it to the plain interpreter, which knows nothing of how that was done, before anybody sees it
//! ([`Unconfirmed`]).

use std::borrow::Cow;

use adli_chess::Kind;
use adli_claims::Limit;
use adli_lang::term::Slot;
use adli_lang::{Interpreter, MovesFrom, Program, SlotMove, State, Stopped, Tree};

use crate::space::{Code, OFF, Space, handed_over, kind, square, turn};

/// How many terms the plain interpreter may evaluate at one position.
pub const FUEL: u64 = 20_000_000;

/// What the search for a tree has found, in this form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Searched<T = Tree> {
    /// A tree.
    Found(T),
    /// None, and what is wrong with each first move.
    None(Vec<Refusal>),
}

/// A first move, and why no tree begins with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The move.
    pub mv: SlotMove,
    /// The position after it.
    pub after: State,
    /// What is wrong.
    pub why: NoTree,
}

/// Why no tree begins with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTree {
    /// The advice is not for such positions.
    NotAsked,
    /// The advice does not make such a move here.
    NotAdvised,
    /// What is to hold does not hold after it.
    NotHeld,
    /// Nothing is reached before the plies are used up, or the game is over.
    NotReached,
    /// No tree goes on after this reply.
    Reply(SlotMove),
}

/// How many nodes a search has looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Nodes {
    /// Positions whose moves were looked at.
    pub searched: u64,
    /// Nodes of relaxed games: sets of squares for both kings.
    pub relaxed: u64,
}

/// Trees with more moves are not grown, and such that have more when they are written out are not written out: nobody reads them, and there is no end to
/// what advice to hold for many plies may ask for.
pub const MAX_NODES: usize = 1 << 18;

/// Something that says of every position of a forcing tree what is played there.
pub trait Unfolds {
    /// The tree itself.
    fn tree(&self) -> Cow<'_, Tree>;
}

impl Unfolds for Tree {
    fn tree(&self) -> Cow<'_, Tree> {
        Cow::Borrowed(self)
    }
}

/// What a search has found, before the plain interpreter has looked at it.
pub struct Unconfirmed<'p, T = Tree> {
    program: &'p Program,
    found: Searched<T>,
    /// How many nodes the search has looked at; nothing if tables have answered.
    pub nodes: Option<Nodes>,
}

impl<'p, T: Unfolds> Unconfirmed<'p, T> {
    /// What was found in a program.
    #[must_use]
    pub fn new(program: &'p Program, found: Searched<T>, nodes: Option<Nodes>) -> Unconfirmed<'p, T> {
        Unconfirmed { program, found, nodes }
    }

    /// Whether a tree was found that has more moves than anybody reads.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        matches!(&self.found, Searched::Found(tree) if tree.tree().extent().moves > MAX_NODES as u64)
    }

    /// What was found, if the plain interpreter accepts it.
    ///
    /// # Errors
    /// Where that is too much for it, or the tree is none, which would be a fault of ours.
    pub fn confirmed(self) -> Result<Searched<T>, Limit> {
        if let Searched::Found(tree) = &self.found {
            let mut interpreter = Interpreter::new(self.program).moves_from(MovesFrom::Core).fuel(FUEL);
            if !interpreter.confirms(&tree.tree()).map_err(stopped)? {
                return Err(Limit::Internal("the plain interpreter does not accept the tree".into()));
            }
        }
        Ok(self.found)
    }
}

/// The move from one position to the other, which somebody has made.
///
/// # Errors
/// That nobody has, which would be a fault of ours.
pub fn made_move(space: &Space, before: Code, after: Code) -> Result<SlotMove, Limit> {
    slot_move(space, before, after).ok_or_else(|| Limit::Internal("a move that nobody made".into()))
}

/// The move from one position to the other. Who passes is written as a king who stays where he is.
#[must_use]
pub fn slot_move(space: &Space, before: Code, after: Code) -> Option<SlotMove> {
    let side = turn(before).into_colour();
    let own = |slot: &usize| space.endgame.men[*slot].side == side;
    let moved = (0..space.men()).filter(own).find(|&slot| square(before, slot) != square(after, slot));
    let passed = || (handed_over(before, OFF) == after).then_some(space.kings[side.index()]);
    let slot = moved.or_else(passed)?;
    let to = square(after, slot);
    let promotion = kind(before, slot) != kind(after, slot);
    (to < OFF).then(|| SlotMove {
        man: Slot(slot as u8),
        to: (to as i32 % 8 + 1, to as i32 / 8 + 1),
        promotion: if promotion { Kind::ALL.get(kind(after, slot)).copied() } else { None },
    })
}

/// Why the plain interpreter has no answer.
#[must_use]
pub fn stopped(stopped: Stopped) -> Limit {
    Limit::of(stopped, FUEL)
}
