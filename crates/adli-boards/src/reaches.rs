//! Whether every play of a strategy ends in mate, and how long it takes.
//!
//! Plays are the paths of a graph. One walk in depth first order enters every position once: a step into a position that has been
//! entered and not left closes a cycle, and from a position where all paths end the longest of them is the worst case.

use std::collections::BTreeMap;

use adli_claims::{Limit, Reason};
use adli_lang::term::StrategyId;

use crate::board::Board;
use crate::run::Machine;

const NEW: u16 = 0;
const OPEN: u16 = u16::MAX;
const FAILS: u16 = u16::MAX - 1;
const MOST: u16 = u16::MAX - 2;

/// What is known of all positions that were met.
pub(crate) struct Longest {
    strategy: StrategyId,
    side: u8,
    /// Moves of the strategy until mate, plus one.
    worst: Vec<u16>,
    /// The same with the quickest choices.
    best: Vec<u16>,
    /// By what goes wrong at a position, how often.
    pub(crate) kinds: BTreeMap<Reason, u64>,
}

/// What comes after a position.
enum Next {
    Mate,
    Wrong(Reason),
    Moves(Vec<Board>),
}

/// A position that is under way.
struct Visit {
    number: usize,
    next: Vec<u32>,
    at: usize,
    worst: u16,
    best: u16,
}

impl Longest {
    pub(crate) fn new(machine: &Machine<'_>, strategy: StrategyId) -> Option<Longest> {
        let (side, _) = machine.compiled.strategies.get(usize::from(strategy.0))?.as_ref().ok()?;
        let positions = machine.space.len();
        Some(Longest {
            strategy,
            side: *side,
            worst: vec![NEW; positions],
            best: vec![NEW; positions],
            kinds: BTreeMap::new(),
        })
    }

    /// Moves from a position with the worst and with the best choices; nothing if a play from there may fail.
    pub(crate) fn moves(&self, number: usize) -> Option<(u32, u32)> {
        let known = |moves: u16| (1..=MOST).contains(&moves).then(|| u32::from(moves) - 1);
        known(self.worst[number]).zip(known(self.best[number]))
    }

    /// What is wrong with a position without moves; nothing if it is the mate that is wanted.
    fn end(&self, machine: &mut Machine<'_>, board: &Board) -> Option<Reason> {
        match (board.turn == self.side, is_mate(machine, board)) {
            (true, true) => Some(Reason::Mated),
            (true, false) => Some(Reason::Stuck),
            (false, true) => None,
            (false, false) => Some(Reason::Stalemate),
        }
    }

    fn next(&self, machine: &mut Machine<'_>, board: &Board) -> Next {
        if machine.space.number(board).is_none() {
            return Next::Wrong(Reason::HomeLeft);
        }
        let (_, moves) = machine.next_moves(self.strategy, board);
        if !moves.is_empty() {
            return Next::Moves(moves);
        }
        self.end(machine, board).map_or(Next::Mate, Next::Wrong)
    }

    /// Finds out about a position and all that come after it.
    pub(crate) fn explore(
        &mut self,
        machine: &mut Machine<'_>,
        start: usize,
        go_on: &mut dyn FnMut() -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        if self.worst[start] != NEW {
            return Ok(());
        }
        let mut stack = Vec::new();
        stack.extend(self.enter(machine, start));
        let mut entered = 0_u32;
        while let Some(visit) = stack.last_mut() {
            if let Some(&next) = visit.next.get(visit.at) {
                let (worst, best) = (self.worst[next as usize], self.best[next as usize]);
                match worst {
                    NEW => {
                        entered += 1;
                        if entered.is_multiple_of(4096) {
                            go_on()?;
                        }
                        stack.extend(self.enter(machine, next as usize));
                        continue;
                    }
                    OPEN | FAILS => visit.worst = FAILS,
                    worst if visit.worst != FAILS => {
                        visit.worst = visit.worst.max(worst);
                        // The side of the strategy is lucky, the other one is not.
                        let own = visit.number & 1 == usize::from(self.side);
                        let first = visit.at == 0;
                        let better = if own { visit.best.min(best) } else { visit.best.max(best) };
                        visit.best = if first { best } else { better };
                    }
                    _ => {}
                }
                visit.at += 1;
                continue;
            }
            let own = u16::from(visit.number & 1 == usize::from(self.side));
            let (number, fails) = (visit.number, visit.worst == FAILS);
            if !fails && visit.worst >= MOST {
                return Err(Limit::Undecided(format!(
                    "plays of more than {} moves are not counted",
                    MOST - 2
                )));
            }
            self.worst[number] = if fails { FAILS } else { visit.worst + own };
            self.best[number] = if fails { FAILS } else { visit.best + own };
            stack.pop();
        }
        Ok(())
    }

    /// Enters a position; one at which a play ends is left at once.
    fn enter(&mut self, machine: &mut Machine<'_>, number: usize) -> Option<Visit> {
        let row = machine.followers(self.strategy, number);
        if row.len() == 0 {
            let board = machine.space.board(number);
            match self.end(machine, &board) {
                None => (self.worst[number], self.best[number]) = (1, 1),
                Some(reason) => {
                    *self.kinds.entry(reason).or_default() += 1;
                    (self.worst[number], self.best[number]) = (FAILS, FAILS);
                }
            }
            return None;
        }
        self.worst[number] = OPEN;
        let mut visit = Visit { number, next: Vec::with_capacity(row.len()), at: 0, worst: 1, best: 1 };
        for at in 0..row.len() {
            match machine.follower(self.strategy, row, at) {
                Some(next) => visit.next.push(next as u32),
                None => {
                    *self.kinds.entry(Reason::HomeLeft).or_default() += 1;
                    visit.worst = FAILS;
                }
            }
        }
        Some(visit)
    }

    /// A line from a position to where it goes wrong; with the number of the position to which it returns, if it goes round.
    pub(crate) fn fault(
        &self,
        machine: &mut Machine<'_>,
        start: usize,
    ) -> Option<(Vec<Board>, Reason, Option<usize>)> {
        let mut line = vec![machine.space.board(start)];
        loop {
            let board = *line.last()?;
            let moves = match self.next(machine, &board) {
                Next::Mate => return None,
                Next::Wrong(reason) => return Some((line, reason, None)),
                Next::Moves(moves) => moves,
            };
            let fails =
                |after: &&Board| machine.space.number(after).is_none_or(|number| self.worst[number] == FAILS);
            let next = *moves.iter().find(fails)?;
            let before = line.iter().position(|board| *board == next);
            line.push(next);
            if before.is_some() {
                return Some((line, Reason::Cycle, before));
            }
        }
    }

    /// A play of the greatest length from a position that does not fail.
    pub(crate) fn line(&self, machine: &mut Machine<'_>, start: usize) -> Vec<Board> {
        let mut line = vec![machine.space.board(start)];
        while let Some(board) = line.last().copied() {
            let Next::Moves(moves) = self.next(machine, &board) else { break };
            let worst = |board: &Board| machine.space.number(board).map_or(0, |number| self.worst[number]);
            // The first of the longest.
            let longest = moves.iter().map(worst).max();
            match moves.iter().find(|board| Some(worst(board)) == longest) {
                Some(next) => line.push(*next),
                None => break,
            }
        }
        line
    }
}

fn is_mate(machine: &mut Machine<'_>, board: &Board) -> bool {
    machine.put(0, *board);
    machine.holds(machine.compiled.mate)
}
