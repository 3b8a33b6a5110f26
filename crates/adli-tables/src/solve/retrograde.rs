//! Solving a slice backwards from its mates, 64 positions at a time.
//!
//! A set of positions of a row is a `u64`, a bit for each square of the black king. For each side to move
//! and each row the solver keeps
//!
//! * `open`: legal and not yet decided,
//! * `escape`: legal and not (yet) won by the side to move: where the other side wants to go,
//! * `kept`: the side to move has a conversion that does not lose, or not as quickly as now.
//!
//! Distance by distance, all positions decided in exactly `n` plies are found from those decided in
//! `n - 1`, the news:
//!
//! * odd `n`, wins: whatever can reach a position lost in `n - 1` plies, or convert to a win in `n`;
//! * even `n`, losses: whatever can reach a position won in `n - 1` (so that at least that move loses),
//!   is not kept, and has no move at all to an `escape`.
//!
//! Moves of kings and officers within a slice can be taken back, so "can reach" walks the same lines as the
//! moves themselves. A man who walks along a line takes the whole word with him; where the black king stands
//! in his way the bit is masked off, and when no bit is left he stops. The black king's own moves are shifts
//! of the word.
//!
//! Only rows with news are looked at, so the work follows the number of (row, distance) pairs, a small
//! fraction of the number of positions. What bounds it is the walk: some thirty updates for each such pair.
//!
//! Threads share nothing that is written: a task owns one court (one square of the white king) of one side
//! and collects, from all courts, the news that concern it.

use adli_chess::{Colour, Kind, SquareSet};
use adli_watch::Watch;
use rayon::prelude::*;

use super::conversion::{Conversions, Outer, for_each_bit};
use super::{Slice, is_worth_sharing};
use crate::TableError;
use crate::geometry::lines;
use crate::layout::{DIAGONAL, IMAGES, INTO_TRIANGLE, Image, Layout, Squares, on_diagonal};
use crate::legal::legal;
use crate::score::Score;

/// What is known of one court, for one side to move.
struct Court<'a> {
    scores: &'a mut [[u8; 64]],
    open: Vec<u64>,
    escape: Vec<u64>,
    kept: Vec<u64>,
    /// Whose scores these are.
    turn: Colour,
    /// For each row the next distance at which a conversion decides something; `NEVER` for none.
    pending: Vec<u8>,
    /// The least of them.
    next_pending: u8,
    /// What was decided at the last distance, and what has been reached at this one.
    news: Found,
    reached: Found,
}

const NEVER: u8 = u8::MAX;

/// Sets of positions in some of the rows of a court.
struct Found {
    /// The set of each row.
    sets: Vec<u64>,
    /// A bit for each row whose set is not empty. They are visited in the order of their numbers, neighbours
    /// together: the rows that they lead to are neighbours too, and still in the cache.
    rows: Vec<u64>,
}

/// Bytes of working memory that a row takes for one side to move, beside its scores: five words, the pending
/// distance, and two bits.
pub(super) const WORK_PER_ROW: usize = 5 * 8 + 1 + 1;

/// A king's step into a court: from the square of court `source` to a square whose image belongs to it.
struct Link {
    source: usize,
    to: u8,
    image: &'static Image,
}

struct SliceSolver<'a> {
    layout: &'a Layout,
    squares: Squares,
    pawns: u64,
    /// For each court, the steps of the white king that lead into it.
    links: Vec<Vec<Link>>,
    progress: &'a dyn Watch,
}

/// The courts of White to move and of Black to move.
type Sides<'a> = [Vec<Court<'a>>; 2];

/// Solves a slice.
pub(super) fn solve_slice(
    layout: &Layout,
    slice: usize,
    conversions: &Conversions<'_>,
    progress: &dyn Watch,
) -> Result<Slice, TableError> {
    let places = layout.slice_rows() * 64;
    let mut scores = [vec![0u8; places], vec![0u8; places]];
    let solver = SliceSolver::new(layout, layout.slice_pawns(slice), progress);
    let [white, black] = &mut scores;
    let mut sides = [(white, Colour::White), (black, Colour::Black)].map(|(side, turn)| {
        let rows = side.as_chunks_mut().0.chunks_mut(layout.court_rows());
        rows.map(|rows| Court::new(turn, rows)).collect::<Vec<_>>()
    });
    solver.set_up(&mut sides, conversions);
    solver.run(&mut sides)?;
    drop(sides);
    Ok(Slice { scores })
}

impl Found {
    fn new(rows: usize) -> Found {
        Found { sets: vec![0; rows], rows: vec![0; rows.div_ceil(64)] }
    }

    #[inline]
    fn add(&mut self, row: usize, set: u64) {
        self.sets[row] |= set;
        self.rows[row / 64] |= 1 << (row % 64);
    }

    fn is_empty(&self) -> bool {
        self.rows.iter().all(|&rows| rows == 0)
    }

    fn iter(&self) -> impl Iterator<Item = (usize, u64)> {
        let rows = self.rows.iter().enumerate().filter(|&(_, &bits)| bits != 0);
        rows.flat_map(|(i, &bits)| SquareSet(bits).into_iter().map(move |bit| 64 * i + bit.index()))
            .map(|row| (row, self.sets[row]))
    }

    fn clear(&mut self) {
        for (i, bits) in self.rows.iter_mut().enumerate() {
            for_each_bit(std::mem::take(bits), |bit| self.sets[64 * i + bit] = 0);
        }
    }
}

impl<'a> Court<'a> {
    fn new(turn: Colour, scores: &'a mut [[u8; 64]]) -> Court<'a> {
        let rows = scores.len();
        Court {
            scores,
            open: vec![0; rows],
            escape: vec![0; rows],
            kept: vec![0; rows],
            turn,
            pending: vec![NEVER; rows],
            next_pending: NEVER,
            news: Found::new(rows),
            reached: Found::new(rows),
        }
    }

    /// Notes positions of a row as reached, as far as they are open.
    #[inline]
    fn reach(&mut self, row: usize, set: u64) {
        let set = set & self.open[row];
        if set != 0 {
            self.reached.add(row, set);
        }
    }

    /// Decides positions of a row at a distance.
    fn decide(&mut self, row: usize, set: u64, plies: usize) {
        self.open[row] &= !set;
        if plies % 2 == 1 {
            self.escape[row] &= !set;
        }
        let scores = &mut self.scores[row];
        let score = Score::decided(plies).0;
        for_each_bit(set, |place| scores[place] = score);
    }

    /// Reaches what conversions decide at a distance: wins, or losses that were kept until now.
    fn reach_pending(&mut self, plies: usize) {
        if self.next_pending == NEVER || usize::from(self.next_pending) != plies {
            return;
        }
        self.next_pending = NEVER;
        for row in 0..self.pending.len() {
            if usize::from(self.pending[row]) == plies {
                let scores = &self.scores[row];
                let now = Score::decided(plies).0;
                let set = set_of(scores, |score| score == now);
                self.pending[row] = next_distance(self.turn, scores, plies + 1);
                if plies.is_multiple_of(2) {
                    self.kept[row] &= !set;
                }
                self.reach(row, set);
            }
            self.next_pending = self.next_pending.min(self.pending[row]);
        }
    }

    /// Is there a position with a conversion that wins, and yet not decided?
    fn has_open_wins(&self) -> bool {
        let draw = Score::draw(self.turn).0;
        let is_open_win = |(scores, &open): (&[u8; 64], &u64)| {
            open != 0 && set_of(scores, |score| score > draw) & open != 0
        };
        self.scores.iter().zip(&self.open).any(is_open_win)
    }
}

/// The places of a row whose score satisfies a condition.
fn set_of(scores: &[u8; 64], condition: impl Fn(u8) -> bool) -> u64 {
    scores.iter().enumerate().fold(0, |set, (place, &score)| set | u64::from(condition(score)) << place)
}

/// The least distance among the decided scores that is not below a bound; `NEVER` for none.
fn next_distance(turn: Colour, scores: &[u8; 64], bound: usize) -> u8 {
    let draw = Score::draw(turn).0;
    let mut next = NEVER;
    for &score in scores {
        // Score::value without its branches, so that the compiler can take many scores at a time.
        let loss = score.wrapping_sub(1).wrapping_mul(2);
        let win = (255 - score).wrapping_mul(2) | 1;
        let plies = if score < draw { loss } else { win };
        let counts = score != 0 && score != draw && usize::from(plies) >= bound;
        next = next.min(if counts { plies } else { NEVER });
    }
    next
}

impl<'a> SliceSolver<'a> {
    fn new(layout: &'a Layout, squares: Squares, progress: &'a dyn Watch) -> SliceSolver<'a> {
        let pawns = squares[..layout.pawns().len()].iter().fold(0u64, |set, &s| set | 1 << s);
        let kings = layout.king_squares();
        let mut links: Vec<Vec<Link>> = kings.iter().map(|_| Vec::new()).collect();
        for (source, &from) in kings.iter().enumerate() {
            for to in lines(Kind::King, from).iter().flat_map(|line| line.squares()).copied() {
                let (court, image) = king_court(layout, to);
                links[court].push(Link { source, to, image });
            }
        }
        SliceSolver { layout, squares, pawns, links, progress }
    }

    /// Does something to every court of a side, in parallel if that is worth it.
    fn each_court<'b>(&self, courts: &mut [Court<'b>], f: impl Fn(usize, &mut Court<'b>) + Sync) {
        if is_worth_sharing(self.layout) {
            courts.par_iter_mut().enumerate().for_each(|(c, court)| f(c, court));
        } else {
            courts.iter_mut().enumerate().for_each(|(c, court)| f(c, court));
        }
    }

    /// The same, for each side, with the other side's courts at hand.
    fn each_side<'b>(&self, sides: &mut Sides<'b>, f: impl Fn(Turn<'_, 'b>, usize, &mut Court<'b>) + Sync) {
        for turn in Colour::ALL {
            let [white, black] = &mut *sides;
            let (mine, theirs) = if turn == Colour::White { (white, black) } else { (black, white) };
            self.each_court(mine, |c, court| f(Turn { colour: turn, theirs }, c, court));
        }
    }

    /// Officers and pawns of a row, as a set.
    #[inline]
    fn occupied(&self, officers: &Squares) -> u64 {
        officers[..self.layout.officers().len()].iter().fold(self.pawns, |set, &s| set | 1 << s)
    }

    fn legal(&self, c: usize, row: usize) -> [u64; 2] {
        legal(self.layout, self.layout.king_squares()[c], &self.layout.row_squares(row), &self.squares)
    }

    /// Finds what is legal, looks up the conversions, and decides the mates.
    fn set_up(&self, sides: &mut Sides<'_>, conversions: &Conversions<'_>) {
        self.each_side(sides, |turn, c, court| {
            let king = self.layout.king_squares()[c];
            for row in 0..self.layout.court_rows() {
                let outer = Outer { king, officers: self.layout.row_squares(row), pawns: self.squares };
                let legal = self.legal(c, row)[turn.colour.index()];
                let scores = &mut court.scores[row];
                conversions.row(turn.colour, &outer, legal, scores);
                court.open[row] = legal;
                court.escape[row] = legal;
                court.kept[row] = set_of(scores, |score| score != 0);
                court.pending[row] = next_distance(court.turn, scores, 0);
                court.next_pending = court.next_pending.min(court.pending[row]);
            }
            self.progress.rows(court.scores.len() as u64);
        });
        self.each_side(sides, |turn, c, court| {
            for row in 0..self.layout.court_rows() {
                // In check: the position would not be legal with the other side to move.
                let checked = court.open[row] & !self.legal(c, row)[(!turn.colour).index()];
                let stuck = checked & !court.kept[row];
                if stuck != 0 {
                    let mates = stuck & !self.escapes(turn, c, row, stuck);
                    if mates != 0 {
                        court.decide(row, mates, 0);
                        court.news.add(row, mates);
                    }
                }
            }
        });
    }

    /// Distance by distance until nothing is left to come.
    fn run(&self, sides: &mut Sides<'_>) -> Result<(), TableError> {
        for plies in 1.. {
            let waiting = |court: &Court<'_>| !court.news.is_empty() || court.next_pending != NEVER;
            if !sides.iter().flatten().any(waiting) {
                break;
            }
            if let Some(by) = self.progress.stopped() {
                return Err(TableError::Stopped(by));
            }
            self.each_side(sides, |turn, c, court| self.decide_all(turn, c, court, plies));
            for court in sides.iter_mut().flatten() {
                std::mem::swap(&mut court.news, &mut court.reached);
                court.reached.clear();
            }
            // One distance more than a score can say is looked at, to see that nothing is decided there.
            let too_long = |court: &Court<'_>| !Score::fits(court.turn, plies) && !court.news.is_empty();
            if sides.iter().flatten().any(too_long) {
                return Err(TableError::TooLong(self.layout.material()));
            }
        }
        // A conversion that wins was decided at its distance, unless that is one that a score cannot say.
        if sides.iter().flatten().any(Court::has_open_wins) {
            return Err(TableError::TooLong(self.layout.material()));
        }
        self.each_side(sides, |turn, _, court| {
            for (scores, &open) in court.scores.iter_mut().zip(&court.open) {
                for_each_bit(open, |place| scores[place] = Score::draw(turn.colour).0);
            }
            self.progress.rows(court.scores.len() as u64);
        });
        Ok(())
    }

    /// Decides all positions of a court at one distance; they stay in `reached`.
    fn decide_all(&self, turn: Turn<'_, '_>, c: usize, court: &mut Court<'_>, plies: usize) {
        self.reach_before(turn, c, court);
        court.reach_pending(plies);
        for i in 0..court.reached.rows.len() {
            for_each_bit(court.reached.rows[i], |bit| {
                let row = 64 * i + bit;
                let mut set = court.reached.sets[row];
                if plies.is_multiple_of(2) {
                    set &= !court.kept[row];
                    if set != 0 {
                        set &= !self.escapes(turn, c, row, set);
                    }
                    court.reached.sets[row] = set;
                }
                if set == 0 {
                    court.reached.rows[i] &= !(1 << bit);
                } else {
                    court.decide(row, set, plies);
                }
            });
        }
    }

    /// Reaches all positions of a court from which a move of the side to move leads to the other side's news.
    fn reach_before(&self, turn: Turn<'_, '_>, c: usize, court: &mut Court<'_>) {
        let layout = self.layout;
        let king = layout.king_squares()[c];
        for (row, news) in turn.theirs[c].news.iter() {
            let officers = layout.row_squares(row);
            let occupied = self.occupied(&officers) | 1 << king;
            if turn.colour == Colour::Black {
                court.reach(row, SquareSet(news).king_steps().0);
            }
            for (i, man) in layout.officers().iter().enumerate().filter(|(_, man)| man.colour == turn.colour)
            {
                let moved = layout.row_moved(row, &officers, i);
                for line in lines(man.kind, officers[i]) {
                    let mut set = news;
                    for &from in line.squares() {
                        set &= !(1 << from);
                        if occupied >> from & 1 != 0 || set == 0 {
                            break;
                        }
                        court.reach(moved.to(from), set);
                    }
                }
            }
        }
        if turn.colour == Colour::Black {
            return;
        }
        let mirror = (layout.pawns().is_empty() && on_diagonal(king)).then(|| &IMAGES[usize::from(DIAGONAL)]);
        for link in &self.links[c] {
            for (row, news) in turn.theirs[link.source].news.iter() {
                let officers = layout.row_squares(row);
                let set = news & !(1 << link.to);
                if set == 0 || self.occupied(&officers) >> link.to & 1 != 0 {
                    continue;
                }
                let officers = officers.map(|s| link.image.squares[usize::from(s)]);
                let set = link.image.symmetry.set(SquareSet(set));
                court.reach(layout.court_row(&officers), set.0);
                if let Some(mirror) = mirror {
                    // Both copies of a position with the king on the diagonal are to know.
                    court.reach(layout.image_row(&officers, mirror), mirror.symmetry.set(set).0);
                }
            }
        }
    }

    /// Which positions of a set in a row have a quiet move to a position that the other side has not won.
    fn escapes(&self, turn: Turn<'_, '_>, c: usize, row: usize, set: u64) -> u64 {
        let layout = self.layout;
        let king = layout.king_squares()[c];
        let officers = layout.row_squares(row);
        let occupied = self.occupied(&officers) | 1 << king;
        let mut escapes = 0;
        if turn.colour == Colour::Black {
            escapes = SquareSet(turn.theirs[c].escape[row]).king_steps().0;
        } else {
            for to in lines(Kind::King, king).iter().flat_map(|line| line.squares()).copied() {
                if occupied >> to & 1 == 0 {
                    let (there, image) = king_court(layout, to);
                    let free = turn.theirs[there].escape[layout.image_row(&officers, image)];
                    escapes |= image.symmetry.inverse().set(SquareSet(free)).0;
                }
            }
        }
        for (i, man) in layout.officers().iter().enumerate().filter(|(_, man)| man.colour == turn.colour) {
            let moved = layout.row_moved(row, &officers, i);
            for line in lines(man.kind, officers[i]) {
                let mut left = set & !escapes;
                for &to in line.squares() {
                    left &= !(1 << to);
                    if occupied >> to & 1 != 0 || left == 0 {
                        break;
                    }
                    escapes |= left & turn.theirs[c].escape[moved.to(to)];
                }
            }
        }
        escapes
    }
}

/// Whose turn it is, and what the other side has.
#[derive(Clone, Copy)]
struct Turn<'s, 'b> {
    colour: Colour,
    theirs: &'s [Court<'b>],
}

/// The court of the white king on a square, and the symmetry that takes him into it.
fn king_court(layout: &Layout, king: u8) -> (usize, &'static Image) {
    let (image, court) =
        if layout.pawns().is_empty() { INTO_TRIANGLE[usize::from(king & 63)] } else { (0, king) };
    (usize::from(court), &IMAGES[usize::from(image)])
}
