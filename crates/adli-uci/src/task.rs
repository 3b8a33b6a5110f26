//! What is looked for: a move, after a game so far.

use adli_chess::{GamePosition, Move};

/// A game so far.
#[derive(Clone)]
pub(crate) struct Course {
    pub(crate) start: GamePosition,
    pub(crate) moves: Vec<Move>,
    pub(crate) last: GamePosition,
}

/// A move that is looked for.
pub(crate) struct Task {
    pub(crate) number: u64,
    pub(crate) course: Course,
    /// Nothing else is played; all moves if there are none.
    pub(crate) only: Vec<Move>,
    pub(crate) mate: Option<u32>,
    pub(crate) infinite: bool,
}
