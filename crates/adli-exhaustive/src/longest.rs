//! How long a strategy takes, in the worst and in the best case; and from where it may fail.
//!
//! All own choices and all replies count, so the plays of a strategy are the paths of a graph. From a position
//! where every path ends in the aim, the longest path is the worst case. A path that comes back to itself is a cycle, and
//! every position that leads to one may fail, like every position that leads to something wrong. One
//! walk in depth first order finds all that: a position is entered once, left when everything behind
//! it is known, and a step into a position that has been entered but not left closes a cycle.
//!
//! A play can go on for ever from exactly those positions that were seen to: of those from which it can, the first
//! that is left has a follower from which it can, and that one has been entered and not left.

use adli_chess::Kind;
use adli_claims::{Covered, Limit};
use adli_position::space::{Code, OFF, bare, kind, square};

use crate::columns::Asks;
use crate::engine::Engine;
use crate::survey::{Status, Survey, status};

/// What is known about a position: numbers of moves plus one, or one of these.
const NEW: u16 = 0;
const OPEN: u16 = u16::MAX;
const FAILS: u16 = u16::MAX - 1;
const MOST: u16 = u16::MAX - 2;

/// Moves to the end from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moves {
    /// Over all own choices.
    pub(crate) worst: u32,
    /// With the quickest own choices.
    pub(crate) best: u32,
}

#[derive(Clone, Copy)]
struct Cell {
    worst: u16,
    best: u16,
    /// Plies until the aim, a capture or a pawn move.
    quiet: u16,
    /// The play need not end.
    endless: bool,
}

const EMPTY: Cell = Cell { worst: NEW, best: NEW, quiet: 0, endless: false };

/// The worst and the best case from every position that was met.
pub(crate) struct Longest {
    own: Vec<Cell>,
    after: Vec<Cell>,
}

struct Visit {
    number: usize,
    own: bool,
    /// The positions that follow, in the list of all that are under way.
    start: usize,
    next: usize,
    end: usize,
    cell: Cell,
}

/// A position that follows, as the image that counts, and whether the move to it cannot be taken back.
type Follower = (Code, bool);

impl Longest {
    /// Walks through everything that can be met from some positions.
    pub(crate) fn new(engine: &mut Engine<'_>, survey: &mut Survey, from: &[Code]) -> Result<Longest, Limit> {
        let places = engine.space().places();
        engine.take(16 * places as u64, "the lengths of all play")?;
        let mut longest = Longest { own: vec![EMPTY; places], after: vec![EMPTY; places] };
        for (count, &code) in from.iter().enumerate() {
            if count % 256 == 0 {
                engine.covered = Covered::Followed(count as u64, from.len() as u64);
                engine.go_on()?;
            }
            longest.walk(engine, survey, code)?;
        }
        Ok(longest)
    }

    fn cell(&mut self, own: bool, number: usize) -> &mut Cell {
        let cells = if own { &mut self.own } else { &mut self.after };
        if cells.len() <= number {
            cells.resize(number + 1, EMPTY);
        }
        &mut cells[number]
    }

    fn walk(&mut self, engine: &Engine<'_>, survey: &mut Survey, code: Code) -> Result<(), Limit> {
        let mut follow: Vec<Follower> = Vec::new();
        let mut path: Vec<Visit> = Vec::new();
        let own = engine.ground.is_own(survey.strategy, code);
        let code = engine.first(code);
        let number = survey.numbers.of_first(engine, code);
        if self.cell(own, number).worst == NEW {
            self.enter(engine, survey, (code, number), own, &mut path, &mut follow);
        }
        let mut steps = 0u64;
        while let Some(visit) = path.last_mut() {
            steps += 1;
            if steps.is_multiple_of(65536) {
                engine.go_on()?;
            }
            if visit.next == visit.end {
                let Some(visit) = path.pop() else { break };
                follow.truncate(visit.start);
                let result = visit.result();
                *self.cell(visit.own, visit.number) = result;
                if let Some(before) = path.last_mut() {
                    before.take(result, follow[before.next - 1].1);
                }
                continue;
            }
            let (code, is_final) = follow[visit.next];
            visit.next += 1;
            let own = !visit.own;
            let number = survey.numbers.of_first(engine, code);
            let cell = *self.cell(own, number);
            match cell.worst {
                NEW => self.enter(engine, survey, (code, number), own, &mut path, &mut follow),
                OPEN => (visit.cell.worst, visit.cell.endless) = (FAILS, true),
                _ => visit.take(cell, is_final),
            }
        }
        Ok(())
    }

    /// Enters a position that counts, with its number, unless what it is can be seen at once.
    fn enter(
        &mut self,
        engine: &Engine<'_>,
        survey: &Survey,
        (code, number): (Code, usize),
        own: bool,
        path: &mut Vec<Visit>,
        follow: &mut Vec<Follower>,
    ) {
        let seen = status(if own { &survey.own } else { &survey.after }, number);
        let start = follow.len();
        let mut cell = EMPTY;
        match seen {
            Status::Reached => cell.best = 1,
            // The own move that is added is the first of those that the theorem allows.
            Status::Rests => {
                let moves = survey.rests.get(&number).map_or(u32::from(MOST), |moves| *moves);
                let moves = moves.clamp(1, u32::from(MOST)) as u16;
                (cell.worst, cell.best) = (moves, moves);
            }
            Status::Wrong | Status::Unseen => cell.worst = FAILS,
            Status::GoesOn if own => {
                if let Some((_, moves)) = engine.choice(survey.strategy, code) {
                    let followers =
                        moves.iter().map(|&after| (engine.first(after), is_final(code, after, engine)));
                    follow.extend(followers);
                }
            }
            Status::GoesOn => engine.replies(code, |reply| {
                follow.push((engine.first(reply), is_final(code, reply, engine)));
            }),
        }
        // A play that goes on and has nowhere to go has not reached anything.
        if seen == Status::GoesOn && follow.len() == start {
            cell.worst = FAILS;
        }
        self.cell(own, number).worst = OPEN;
        let visit = Visit { number, own, start, next: start, end: follow.len(), cell };
        path.push(visit);
    }

    fn known(&self, own: bool, number: usize) -> Cell {
        let cells = if own { &self.own } else { &self.after };
        cells.get(number).copied().unwrap_or(EMPTY)
    }

    /// Own moves to the end from a position with the strategy to move, or with the opponent to move; nothing if it may
    /// fail.
    pub(crate) fn moves(&self, own: bool, number: usize) -> Option<Moves> {
        let cell = self.known(own, number);
        let decided = (1..=MOST).contains(&cell.worst);
        decided.then(|| Moves { worst: u32::from(cell.worst) - 1, best: u32::from(cell.best) - 1 })
    }

    /// The most plies without capture or pawn move at the beginning of a play.
    pub(crate) fn quiet(&self, own: bool, number: usize) -> u32 {
        u32::from(self.known(own, number).quiet)
    }

    /// Whether a position may fail.
    pub(crate) fn fails(&self, own: bool, number: usize) -> bool {
        self.known(own, number).worst == FAILS
    }

    /// Whether a play from a position need not end.
    pub(crate) fn is_endless(&self, own: bool, number: usize) -> bool {
        self.known(own, number).endless
    }
}

impl Visit {
    /// Takes over what is known of a position that follows.
    fn take(&mut self, next: Cell, is_final: bool) {
        if next.worst == FAILS {
            self.cell.worst = FAILS;
            self.cell.endless |= next.endless;
            return;
        }
        self.cell.worst = self.cell.worst.max(next.worst);
        self.cell.best = match (self.own, self.cell.best) {
            (_, NEW) => next.best,
            (true, best) => best.min(next.best),
            (false, best) => best.max(next.best),
        };
        let quiet = if is_final { 1 } else { next.quiet.saturating_add(1) };
        self.cell.quiet = self.cell.quiet.max(quiet);
    }

    fn result(&self) -> Cell {
        let mut cell = self.cell;
        if cell.worst == FAILS {
            return cell;
        }
        // What is reached at once takes no move; an own move adds one.
        let one = u16::from(self.own && cell.worst != NEW);
        cell.worst = (cell.worst.max(1) + one).min(MOST);
        cell.best = (cell.best.max(1) + one).min(MOST);
        cell
    }
}

/// Whether a move cannot be taken back: a capture or a pawn move.
pub(crate) fn is_final(before: Code, after: Code, engine: &Engine<'_>) -> bool {
    // Like men may have been exchanged.
    let space = engine.space();
    let (before, after) = (space.canonical(bare(before)), space.canonical(bare(after)));
    (0..space.men()).any(|slot| {
        let (was, is) = (square(before, slot), square(after, slot));
        was != is && (is == OFF || kind(before, slot) == Kind::Pawn.index())
    })
}
