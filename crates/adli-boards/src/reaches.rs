//! Whether every play of a strategy ends in mate, and how long it takes.
//!
//! Plays are the paths of a graph. One walk in depth first order enters every position once: a step into a position that has been
//! entered and not left closes a cycle, and from a position where all paths end the longest of them is the
//! worst case. When a man is
//! taken the strategy is not asked any more; the few positions from there to the end of a play get numbers of
//! their own.

use std::collections::{BTreeMap, HashMap, VecDeque};

use adli_claims::{Limit, Reason};
use adli_lang::term::StrategyId;

use crate::board::Board;
use crate::run::Machine;

const NEW: u16 = 0;
const OPEN: u16 = u16::MAX;
const FAILS: u16 = u16::MAX - 1;
const MOST: u16 = u16::MAX - 2;

/// Knowledge of a position.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Moves of the strategy until mate, plus one.
    worst: u16,
    /// The same with the quickest choices.
    best: u16,
    /// A play from there need not end.
    endless: bool,
    /// The fault of the position as it stands.
    wrong: Option<Reason>,
}

/// Knowledge of all positions that were met.
pub(crate) struct Longest {
    strategy: StrategyId,
    side: u8,
    cells: Vec<Cell>,
    /// Number of positions with all men at home; further numbers are of the others.
    at_home: usize,
    others: HashMap<Board, usize>,
    boards: Vec<Board>,
}

/// A position that is under way.
struct Visit {
    number: usize,
    next: Vec<usize>,
    at: usize,
    cell: Cell,
}

/// A line, what goes wrong at its end, and to which position it returns.
pub(crate) type Shown = (Vec<Board>, Reason, Option<usize>);

/// All that goes wrong in the plays from some positions.
pub(crate) struct Faults {
    /// Positions by reason.
    pub(crate) kinds: BTreeMap<Reason, u64>,
    /// The shortest lines of each reason, each with the step that applied last. No line begins where another one alike does.
    pub(crate) lines: Vec<(Shown, Option<u8>)>,
}

impl Longest {
    pub(crate) fn new(machine: &Machine<'_>, strategy: StrategyId) -> Option<Longest> {
        let (side, _) = machine.compiled.strategies.get(usize::from(strategy.0))?.as_ref().ok()?;
        let at_home = machine.space.len();
        Some(Longest {
            strategy,
            side: *side,
            cells: vec![Cell::default(); at_home],
            at_home,
            others: HashMap::new(),
            boards: Vec::new(),
        })
    }

    /// Moves from a position with the worst and with the best choices; nothing if a play from there may fail.
    pub(crate) fn moves(&self, number: usize) -> Option<(u32, u32)> {
        let known = |moves: u16| (1..=MOST).contains(&moves).then(|| u32::from(moves) - 1);
        known(self.cells[number].worst).zip(known(self.cells[number].best))
    }

    pub(crate) fn board(&self, machine: &Machine<'_>, number: usize) -> Board {
        let other = number.checked_sub(self.at_home).and_then(|other| self.boards.get(other));
        other.copied().unwrap_or_else(|| machine.space.board(number))
    }

    fn is_own(&self, board: &Board) -> bool {
        board.turn == self.side
    }

    fn number(&mut self, machine: &Machine<'_>, board: Board) -> usize {
        machine.space.number(&board).unwrap_or_else(|| {
            let next = self.at_home + self.boards.len();
            let number = *self.others.entry(board).or_insert(next);
            if number == next {
                self.boards.push(board);
                self.cells.push(Cell::default());
            }
            number
        })
    }

    /// The positions that follow one: after the moves that the strategy allows, or after all replies.
    fn following(&mut self, machine: &mut Machine<'_>, number: usize) -> Vec<usize> {
        if number < self.at_home {
            let row = machine.followers(self.strategy, number);
            let known: Option<Vec<usize>> =
                (0..row.len()).map(|at| machine.follower(self.strategy, row, at)).collect();
            if let Some(known) = known {
                return known;
            }
        }
        let board = self.board(machine, number);
        let boards = machine.next_moves(self.strategy, &board).1;
        boards.into_iter().map(|board| self.number(machine, board)).collect()
    }

    /// The fault of a position without moves; `None` if it is the mate that the claim wants.
    fn end(&self, machine: &mut Machine<'_>, board: &Board) -> Option<Reason> {
        let is_own = self.is_own(board);
        let mate = is_mate(machine, board);
        if !is_own && mate {
            return None;
        }
        Reason::first(|reason| match reason {
            Reason::Mated => is_own && mate,
            Reason::HomeLeft => is_own && machine.space.number(board).is_none(),
            Reason::Stalemate => machine.legal_moves(board).is_empty(),
            _ => *reason == Reason::Stuck,
        })
    }

    /// Finds out about a position and all that come after it.
    pub(crate) fn explore(
        &mut self,
        machine: &mut Machine<'_>,
        start: usize,
        go_on: &mut dyn FnMut() -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        if self.cells[start].worst != NEW {
            return Ok(());
        }
        let mut stack = Vec::new();
        stack.extend(self.enter(machine, start));
        let mut entered = 0_u32;
        while let Some(visit) = stack.last_mut() {
            let Some(&next) = visit.next.get(visit.at) else {
                let own = u16::from(self.is_own(&self.board(machine, visit.number)));
                let (number, mut cell) = (visit.number, visit.cell);
                if cell.worst != FAILS && cell.worst >= MOST {
                    return Err(Limit::Undecided(format!(
                        "plays of more than {} moves are not counted",
                        MOST - 2
                    )));
                }
                if cell.worst != FAILS {
                    (cell.worst, cell.best) = (cell.worst + own, cell.best + own);
                }
                self.cells[number] = cell;
                stack.pop();
                continue;
            };
            if self.cells[next].worst == NEW {
                entered += 1;
                if entered.is_multiple_of(4096) {
                    go_on()?;
                }
                stack.extend(self.enter(machine, next));
                continue;
            }
            let own = self.is_own(&self.board(machine, visit.number));
            visit.take(self.cells[next], own);
        }
        Ok(())
    }

    /// Enters a position; one at which a play ends is left at once.
    fn enter(&mut self, machine: &mut Machine<'_>, number: usize) -> Option<Visit> {
        let next = self.following(machine, number);
        if next.is_empty() {
            let board = self.board(machine, number);
            let wrong = self.end(machine, &board);
            let moves = if wrong.is_some() { FAILS } else { 1 };
            self.cells[number] = Cell { worst: moves, best: moves, endless: false, wrong };
            return None;
        }
        self.cells[number].worst = OPEN;
        let cell = Cell { worst: 1, best: 1, ..Cell::default() };
        Some(Visit { number, next, at: 0, cell })
    }

    /// For which reason a position counts that was met: with the strategy to move, or where the claim begins
    /// with the opponent's.
    fn reason(&mut self, machine: &mut Machine<'_>, number: usize, begins: bool) -> Option<Reason> {
        let Cell { worst, endless, wrong, .. } = self.cells[number];
        let own = self.is_own(&self.board(machine, number));
        if worst != FAILS || !(own || begins && wrong.is_some()) {
            return None;
        }
        let next = self.following(machine, number);
        let stalemates = next.iter().any(|&next| self.cells[next].wrong == Some(Reason::Stalemate));
        Reason::first(|reason| match reason {
            Reason::Cycle => endless,
            Reason::Stalemate if stalemates => own,
            reason => wrong == Some(*reason),
        })
    }

    /// Returns what goes wrong in the plays from some positions. `most` bounds the lines of each reason and step.
    pub(crate) fn faults(&mut self, machine: &mut Machine<'_>, from: &[usize], most: usize) -> Faults {
        let mut kinds: BTreeMap<Reason, u64> = BTreeMap::new();
        let mut shown = Vec::new();
        let mut alike: HashMap<(Reason, Option<u8>), usize> = HashMap::new();
        // By position the one before it, and the step that has led to it last.
        let mut before: HashMap<usize, (Option<usize>, Option<u8>)> = HashMap::new();
        let fails = |cells: &[Cell], number: usize| cells[number].worst == FAILS;
        let begins: VecDeque<usize> = from.iter().copied().filter(|&at| fails(&self.cells, at)).collect();
        before.extend(begins.iter().map(|&start| (start, (None, None))));
        let mut queue = begins;
        while let Some(number) = queue.pop_front() {
            let (earlier, mut step) = before.get(&number).copied().unwrap_or_default();
            let reason = self.reason(machine, number, earlier.is_none());
            if let Some(own) = self.step(machine, number) {
                step = Some(own);
            }
            if let Some(reason) = reason {
                *kinds.entry(reason).or_default() += 1;
                let so_far = alike.entry((reason, step)).or_default();
                if *so_far < most {
                    *so_far += 1;
                    let way = way_to(&before, number);
                    shown.push((self.line(machine, way, reason), step));
                }
            }
            for next in self.following(machine, number) {
                if fails(&self.cells, next) && !before.contains_key(&next) {
                    before.insert(next, (Some(number), step));
                    queue.push_back(next);
                }
            }
        }
        Faults { kinds, lines: shown }
    }

    fn step(&mut self, machine: &mut Machine<'_>, number: usize) -> Option<u8> {
        (number < self.at_home).then(|| machine.followers(self.strategy, number).step).flatten()
    }

    /// A way to a position that counts, and on to what is wrong.
    fn line(&mut self, machine: &mut Machine<'_>, mut way: Vec<usize>, reason: Reason) -> Shown {
        let wrong = |cells: &[Cell], number: usize| cells[number].wrong == Some(reason);
        let mut cycle = None;
        while let Some(&last) = way.last().filter(|&&last| !wrong(&self.cells, last)) {
            let mut next = self.following(machine, last).into_iter();
            let cells = &self.cells;
            let leads = |&next: &usize| {
                if reason == Reason::Cycle { cells[next].endless } else { wrong(cells, next) }
            };
            let Some(next) = next.find(leads) else { break };
            cycle = way.iter().position(|&known| known == next);
            way.push(next);
            if cycle.is_some() {
                break;
            }
        }
        (way.into_iter().map(|number| self.board(machine, number)).collect(), reason, cycle)
    }

    /// A play of the greatest length from a position that does not fail.
    pub(crate) fn longest_line(&mut self, machine: &mut Machine<'_>, start: usize) -> Vec<Board> {
        let mut line = vec![self.board(machine, start)];
        let mut number = start;
        loop {
            let next = self.following(machine, number);
            // The first of the longest.
            let longest = next.iter().map(|&next| self.cells[next].worst).max();
            let Some(&next) = next.iter().find(|&&next| Some(self.cells[next].worst) == longest) else {
                return line;
            };
            line.push(self.board(machine, next));
            number = next;
        }
    }
}

impl Visit {
    /// Takes over what is known of a position that follows.
    fn take(&mut self, next: Cell, own: bool) {
        let first = self.at == 0;
        self.at += 1;
        self.cell.endless |= next.endless || next.worst == OPEN;
        if matches!(next.worst, OPEN | FAILS) {
            self.cell.worst = FAILS;
        }
        if self.cell.worst == FAILS {
            self.cell.best = FAILS;
            return;
        }
        self.cell.worst = self.cell.worst.max(next.worst);
        // The side of the strategy is lucky, the other one is not.
        let better = if own { self.cell.best.min(next.best) } else { self.cell.best.max(next.best) };
        self.cell.best = if first { next.best } else { better };
    }
}

/// The positions that lead to one, by the position before each.
fn way_to(before: &HashMap<usize, (Option<usize>, Option<u8>)>, number: usize) -> Vec<usize> {
    let mut way = vec![number];
    while let Some((Some(earlier), _)) = way.last().and_then(|last| before.get(last)) {
        way.push(*earlier);
    }
    way.reverse();
    way
}

fn is_mate(machine: &mut Machine<'_>, board: &Board) -> bool {
    machine.put(0, *board);
    machine.holds(machine.compiled.mate)
}
