//! Relations and sets as data: moves, what a strategy does, win sets.

use std::collections::BTreeMap;

use adli_chess::{Colour, Kind};
use adli_lang::term::{Slot, Slots};

use crate::board::BoardId;
use crate::store::Set;

/// The moves of one man, of one sort.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) man: Slot,
    /// Whom he takes.
    pub(crate) takes: Slots,
    /// Where he may go to which square: a set over the bits of the position and of that square.
    pub(crate) legal: Set,
    /// The position after the move.
    pub(crate) after: BoardId,
}

/// Some men, one by one.
pub(crate) fn members(men: Slots) -> impl Iterator<Item = Slot> {
    (0..16).map(Slot).filter(move |&slot| men.contains(slot))
}

/// What a strategy does, in all positions at home with its side to move.
#[derive(Debug)]
pub(crate) struct Choice {
    /// For each step where it applies: it is the first that has a move.
    pub(crate) applies: Vec<Set>,
    /// Where no step has a move.
    pub(crate) none: Set,
    /// For each step the moves that it allows where it applies.
    pub(crate) allowed: Vec<Vec<Move>>,
}

impl Choice {
    /// All moves that are allowed.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Move> {
        self.allowed.iter().flatten()
    }
}

/// The win sets of one cast.
#[derive(Clone, Debug)]
pub struct Layers {
    /// The legal positions with the winner to move, and with the other side to move.
    pub legal: [Set; 2],
    /// Won within 0, 1, 2, .. moves, the winner to move.
    pub won: Vec<Set>,
    /// Lost within 0, 1, 2, .. moves, the other side to move.
    pub lost: Vec<Set>,
}

impl Layers {
    /// Won within so many moves.
    #[must_use]
    pub fn won_within(&self, moves: usize) -> Option<&Set> {
        self.won.get(moves).or(self.won.last())
    }

    /// Lost within so many moves.
    #[must_use]
    pub fn lost_within(&self, moves: usize) -> Option<&Set> {
        self.lost.get(moves).or(self.lost.last())
    }
}

/// The win sets of all casts that a program's men may come to.
#[derive(Clone, Debug)]
pub struct Wins {
    /// Who wins.
    pub winner: Colour,
    /// By who is on the board.
    pub casts: BTreeMap<Vec<Option<Kind>>, Layers>,
}
