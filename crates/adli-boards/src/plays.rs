//! Lemmas along plays: every play of a few moves from every position, with what is supposed asked as early as it can be.

use adli_claims::Limit;
use adli_lang::term::StrategyId;

use crate::board::Board;
use crate::compile::LAWS;
use crate::graph::{Id, Node};
use crate::run::Machine;

/// What a lemma says of the plays of a strategy.
pub(crate) struct Plays {
    pub(crate) strategy: StrategyId,
    pub(crate) last: u8,
    pub(crate) given: Id,
    pub(crate) show: Id,
}

/// What came out.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) starts: u64,
    pub(crate) plays: u64,
    pub(crate) bad: u64,
    /// Some of the plays that show it.
    pub(crate) lines: Vec<Vec<Board>>,
}

/// How many plays that go wrong are remembered.
const MOST_LINES: usize = 200;

struct Search<'s, 'c> {
    machine: &'s mut Machine<'c>,
    plays: &'s Plays,
    /// What is supposed, by the number of the last position that it speaks of.
    supposed: Vec<Vec<Id>>,
    line: Vec<Board>,
    found: Found,
}

impl Plays {
    /// Looks at every play; `go_on` is asked now and then.
    pub(crate) fn decide(
        &self,
        machine: &mut Machine<'_>,
        go_on: &mut dyn FnMut(u64, u64) -> Result<(), Limit>,
    ) -> Result<Found, Limit> {
        let graph = &machine.compiled.graph;
        let parts = match &graph.nodes[self.given as usize] {
            Node::And(parts) => parts.to_vec(),
            _ => vec![self.given],
        };
        let mut supposed = vec![Vec::new(); usize::from(self.last) + 1];
        for part in parts {
            let of_play = graph.inputs[part as usize] & ((1 << LAWS) - 1);
            let last = (127 - of_play.leading_zeros().min(127)) as usize;
            if let Some(parts) = supposed.get_mut(last.min(usize::from(self.last))) {
                parts.push(part);
            }
        }
        let (space, legal) = (machine.space, machine.compiled.legal);
        let Some(Ok((side, _))) = machine.compiled.strategies.get(usize::from(self.strategy.0)) else {
            return Err(Limit::Internal("a strategy is missing".into()));
        };
        let (line, found) = (Vec::new(), Found::default());
        let mut search = Search { machine, plays: self, supposed, line, found };
        for number in (usize::from(*side)..space.len()).step_by(2) {
            if number % 4096 < 2 {
                go_on(number as u64 / 2, space.len() as u64 / 2)?;
            }
            let board = space.board(number);
            search.machine.put(0, board);
            if search.machine.holds(legal) {
                search.follow(board);
            }
        }
        Ok(search.found)
    }
}

impl Search<'_, '_> {
    /// Goes on from a position of the play.
    fn follow(&mut self, board: Board) {
        let at = self.line.len();
        self.machine.put(at as u8, board);
        for part in 0..self.supposed[at].len() {
            let part = self.supposed[at][part];
            if !self.machine.holds(part) {
                return;
            }
        }
        // A play begins where everything holds that is supposed of its first position alone.
        self.found.starts += u64::from(at == 0);
        self.line.push(board);
        if at == usize::from(self.plays.last) {
            self.found.plays += 1;
            if !self.machine.holds(self.plays.show) {
                self.found.bad += 1;
                if self.found.lines.len() < MOST_LINES {
                    self.found.lines.push(self.line.clone());
                }
            }
        } else if let Some(number) = self.machine.space.number(&board) {
            let strategy = self.plays.strategy;
            let row = self.machine.followers(strategy, number);
            let mut missing = false;
            for at in 0..row.len() {
                match self.machine.follower(strategy, row, at) {
                    Some(next) => self.follow(self.machine.space.board(next)),
                    None => missing = true,
                }
            }
            if missing {
                for after in self.machine.next_moves(strategy, &board).1 {
                    if self.machine.space.number(&after).is_none() {
                        self.follow(after);
                    }
                }
            }
        } else if at % 2 == 1 {
            // Somebody was captured by the strategy's move: the other side goes on, the strategy would not.
            for after in self.machine.legal_moves(&board) {
                self.follow(after);
            }
        }
        self.line.pop();
    }
}
