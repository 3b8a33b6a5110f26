//! What follows each position, kept for all claims: the moves that a strategy allows, and all replies.

use adli_lang::term::StrategyId;

use crate::board::Board;
use crate::run::Machine;

/// For each position where in the pool its followers stand, if they are known; there first how many, and the step, then
/// their numbers.
#[derive(Default)]
pub(crate) struct Followers {
    first: Vec<u32>,
    pool: Vec<u32>,
}

/// A position after which somebody is missing has no number.
const MISSING: u32 = u32::MAX;
/// No step applies, or it is not the strategy's move.
const NO_STEP: u32 = u8::MAX as u32;

/// The followers of one position.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    start: usize,
    many: usize,
    /// The step that applies.
    pub(crate) step: Option<u8>,
}

impl Row {
    pub(crate) fn len(&self) -> usize {
        self.many
    }
}

impl Machine<'_> {
    /// What follows a position with all men at home.
    pub(crate) fn followers(&mut self, strategy: StrategyId, number: usize) -> Row {
        let at = usize::from(strategy.0);
        if self.followed[at].first.is_empty() {
            self.followed[at] = Followers { first: vec![0; self.space.len()], pool: vec![0] };
        }
        if self.followed[at].first[number] == 0 {
            let board = self.space.board(number);
            let (step, moves) = self.next_moves(strategy, &board);
            let space = self.space;
            let Followers { first, pool } = &mut self.followed[at];
            first[number] = pool.len() as u32;
            pool.push((moves.len() as u32) << 8 | step.map_or(NO_STEP, u32::from));
            let place = |after: &Board| space.number(after).map_or(MISSING, |number| number as u32);
            pool.extend(moves.iter().map(place));
        }
        let Followers { first, pool } = &self.followed[at];
        let start = first[number] as usize;
        let (many, step) = (pool[start] >> 8, pool[start] & 255);
        Row { start: start + 1, many: many as usize, step: (step != NO_STEP).then_some(step as u8) }
    }

    /// The number of a follower; nothing if somebody is missing.
    pub(crate) fn follower(&self, strategy: StrategyId, row: Row, at: usize) -> Option<usize> {
        let number = self.followed[usize::from(strategy.0)].pool[row.start + at];
        (number != MISSING).then_some(number as usize)
    }

    /// The moves of whoever is to move: those that the strategy allows, or all.
    pub(crate) fn next_moves(&mut self, strategy: StrategyId, board: &Board) -> (Option<u8>, Vec<Board>) {
        let side = match self.compiled.strategies.get(usize::from(strategy.0)) {
            Some(Ok((side, _))) => *side,
            _ => return (None, Vec::new()),
        };
        if board.turn != side {
            return (None, self.legal_moves(board));
        }
        match self.choice(strategy, board) {
            Some((step, moves)) => (Some(step), moves),
            None => (None, Vec::new()),
        }
    }
}
