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

/// What follows a position, kept: first how many and which step, then the numbers of the positions.
struct Followers {
    first: Vec<u32>,
    pool: Vec<u32>,
}

/// A position after which somebody is missing has no number.
const MISSING: u32 = u32::MAX;

struct Search<'s, 'c> {
    machine: &'s mut Machine<'c>,
    plays: &'s Plays,
    /// What is supposed, by the number of the last position that it speaks of.
    supposed: Vec<Vec<Id>>,
    followers: Followers,
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
        let first = vec![0; space.len()];
        let followers = Followers { first, pool: vec![0] };
        let (line, found) = (Vec::new(), Found::default());
        let mut search = Search { machine, plays: self, supposed, followers, line, found };
        for number in (usize::from(*side)..space.len()).step_by(2) {
            if number % 4096 < 2 {
                go_on(number as u64 / 2, space.len() as u64 / 2)?;
            }
            let board = space.board(number);
            search.machine.put(0, board);
            if search.machine.holds(legal) {
                search.found.starts += 1;
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
            let start = self.followers(number, &board, at % 2 == 0);
            let many = self.followers.pool[start] as usize;
            for next in start + 1..=start + many {
                let next = self.followers.pool[next];
                if next != MISSING {
                    self.follow(self.machine.space.board(next as usize));
                }
            }
            if self.followers.pool[start + 1..=start + many].contains(&MISSING) {
                let missing = self.moves(&board, at % 2 == 0);
                for after in missing {
                    if self.machine.space.number(&after).is_none() {
                        self.follow(after);
                    }
                }
            }
        } else if at % 2 == 1 {
            // Somebody was captured by the strategy's move: the other side goes on, the strategy would not.
            for after in self.moves(&board, false) {
                self.follow(after);
            }
        }
        self.line.pop();
    }

    fn moves(&mut self, board: &Board, own: bool) -> Vec<Board> {
        if own {
            return self.machine.choice(self.plays.strategy, board).map_or_else(Vec::new, |(_, moves)| moves);
        }
        self.machine.legal_moves(board)
    }

    /// Where in the pool the followers of a position stand.
    fn followers(&mut self, number: usize, board: &Board, own: bool) -> usize {
        if self.followers.first[number] == 0 {
            let moves = self.moves(board, own);
            self.followers.first[number] = self.followers.pool.len() as u32;
            self.followers.pool.push(moves.len() as u32);
            let space = self.machine.space;
            let numbers = moves.iter().map(|after| space.number(after).map_or(MISSING, |number| number as u32));
            self.followers.pool.extend(numbers);
        }
        self.followers.first[number] as usize
    }
}
