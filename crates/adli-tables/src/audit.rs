//! The audit: is every score of a table what the laws of chess make it?
//!
//! For every place of the table, with either side to move, this file asks two questions and nothing else.
//!
//! 1. Is the position legal? If not, the table must say "illegal", and only then.
//! 2. Over all moves, what is the best of the scores after them, seen from the side that moves? That must be
//!    the score. Without a move: mated if in check, a draw if not.
//!
//! No un-moves, no distances in ascending order, no sets of what is still open: none of the solver's ideas
//! or code. Moves are made forwards from lists of men and attack sets of `adli-chess`; only the numbering of
//! positions ([`Layout`]) and the meaning of the bytes are common to both.
//!
//! # Why a table that passes is right
//!
//! Let the tables of all smaller materials be right (they pass too). Write *true* for what best play
//! gives, and let a table satisfy 2 everywhere.
//!
//! **A stored win or loss is true.** By induction on its distance `n`. A stored loss in 0 has no move and is in
//! check: mate. A stored win in `n` is the maximum over the moves, so some move leads to a stored loss
//! in `n - 1`, true by induction: so the position is won in at most `n`. A stored loss in `n > 0` has moves,
//! and each leads to a stored win of at most `n - 1`: so it is lost in at most `n`. Since a distance can
//! only be supported by one that is smaller by one, and 0 only by a mate on the board, **a cycle of positions
//! that support one another's wins is impossible**: their distances would have to fall for ever. The
//! distances are exact, not only bounds: a true mate in fewer plies would, by induction on that smaller number, show
//! up as a better score among the moves, and the stored score is the best.
//!
//! **A stored draw is true.** No move from it leads to a stored loss (the maximum would be a win). If
//! it has moves, one of them leads to a stored draw (the maximum is a draw), and if it has none it is
//! stalemate. So either side can stay among stored draws for ever, or until stalemate, and
//! whoever leaves them steps into a stored, therefore true, win of the opponent. Neither side can be forced out:
//! neither has a win. **A wrong draw cannot hide**: were the position truly won in `n`, the induction above,
//! read from the mates upwards, would make it a stored win.
//!
//! Two bytes mean no distance (see `score`): a legal position for which one of them follows counts as wrong, so that
//! the bytes of a table that passes are in the order of what they mean, and the best is the maximum.
//!
//! Moves that leave the material look into tables that are audited in their own right. A double step beside an
//! enemy pawn leads to a position that no table has, with a right to capture in passing; its score is worked
//! out here from all its legal moves, one ply deeper.

use std::ops::Range;

use adli_chess::{Colour, Kind, Man, Material, Position, Square, SquareSet, attacks};
use rayon::prelude::*;

use crate::known::{Known, Rows};
use crate::layout::{Layout, Place};
use crate::probe::probe;
use adli_watch::Watch;

use crate::{Score, TableError, Value};

/// What an audit has found.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Places that were looked at, both sides to move.
    pub places: u64,
    /// Legal positions among them.
    pub legal: u64,
    /// How many places are wrong, and the first of them.
    pub wrong: u64,
    /// The first wrong one.
    pub first: Option<Wrong>,
}

/// A place whose score does not follow from its moves.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// Who is to move.
    pub turn: Colour,
    /// The men.
    pub men: Vec<(Square, Man)>,
    /// What the table says; nothing if it says that there is no such position.
    pub stored: Option<Value>,
    /// What follows from the moves.
    pub follows: Option<Value>,
}

/// Checks a table; those that its moves lead into must be known too.
pub fn audit(known: &Known, material: Material, progress: &dyn Watch) -> Result<Audit, TableError> {
    let table = known.get(material).ok_or(TableError::Missing(material))?;
    let layout = table.layout();
    let rows = layout.slices() * layout.slice_rows();
    let turns: &[Colour] = if material.is_symmetric() { &[Colour::White] } else { &Colour::ALL };
    let parts: Vec<Range<usize>> = (0..rows).step_by(4096).map(|r| r..rows.min(r + 4096)).collect();
    let audited = parts.into_par_iter().map(|part| {
        let mut audit = Audit::default();
        if let Some(by) = progress.stopped() {
            return Err(TableError::Stopped(by));
        }
        for &turn in turns {
            for row in part.clone() {
                let (slice, row) = (row / layout.slice_rows(), row % layout.slice_rows());
                Row::new(known, table, turn, slice, row).check(&mut audit)?;
            }
        }
        progress.rows((part.len() * turns.len()) as u64);
        Ok(audit)
    });
    let found = audited.try_reduce(Audit::default, |a, b| Ok(a.and(b)))?;
    known.damage()?;
    Ok(found)
}

impl Audit {
    fn and(self, later: Audit) -> Audit {
        Audit {
            places: self.places + later.places,
            legal: self.legal + later.legal,
            wrong: self.wrong + later.wrong,
            first: self.first.or(later.first),
        }
    }
}

/// One placement of all men but the black king, who may stand on any square.
struct Row<'a> {
    known: &'a Known,
    layout: &'a Layout,
    table: &'a dyn Rows,
    turn: Colour,
    slice: usize,
    row: usize,
    men: Men,
    occupied: SquareSet,
    /// The places that the table keeps of this row.
    kept: SquareSet,
}

/// For each square of the black king, the best score that a move has so far.
type Best = [u8; 64];

/// The men but the black king; the white king first.
#[derive(Clone, Copy)]
struct Men {
    list: [(Man, Square); 4],
    len: usize,
}

impl Men {
    fn of(men: impl Iterator<Item = (Man, Square)>) -> Men {
        let nobody = (Man { colour: Colour::White, kind: Kind::King }, Square::from_index(0));
        let mut all = Men { list: [nobody; 4], len: 0 };
        for (slot, man) in all.list.iter_mut().zip(men) {
            *slot = man;
            all.len += 1;
        }
        all
    }

    fn iter(&self) -> impl Iterator<Item = &(Man, Square)> + Clone {
        self.list[..self.len].iter()
    }

    fn nth(&self, man: Man, nth: usize) -> Option<Square> {
        self.iter().filter(|&&(m, _)| m == man).nth(nth).map(|&(_, square)| square)
    }

    fn material(&self) -> Option<Material> {
        self.iter().skip(1).map(|&(man, _)| man).try_fold(Material::KINGS, Material::with)
    }

    /// After one of them has moved and, perhaps, another was captured.
    fn after(mut self, mover: usize, to: Square, captured: Option<usize>) -> Men {
        self.list[mover].1 = to;
        captured.map_or(self, |captured| self.without(captured))
    }

    fn without(self, captured: usize) -> Men {
        Men::of(self.iter().enumerate().filter(|&(i, _)| i != captured).map(|(_, &man)| man))
    }
}

impl<'a> Row<'a> {
    fn new(known: &'a Known, table: &'a dyn Rows, turn: Colour, slice: usize, row: usize) -> Row<'a> {
        let layout = table.layout();
        let all = layout.men(Place { slice, row, place: 0 });
        let black_king = 1;
        let others = all.iter().enumerate().filter(|&(i, _)| i != black_king);
        let men = Men::of(others.map(|(_, &(square, man))| (man, square)));
        let occupied = men.iter().map(|&(_, square)| square).collect();
        Row { known, layout, table, turn, slice, row, men, occupied, kept: layout.canonical_places(row) }
    }

    fn check(&self, audit: &mut Audit) -> Result<(), TableError> {
        let stored = self.table.row(self.turn, self.slice, self.row);
        let kept = self.kept;
        let [legal, in_check] = self.legal_and_check();
        let mut best: Best = [0; 64];
        if !(legal & kept).is_empty() {
            self.outer_moves(&mut best)?;
            if self.turn == Colour::Black {
                self.king_moves(&mut best)?;
            }
        }
        audit.places += kept.len() as u64;
        audit.legal += (legal & kept).len() as u64;
        for king in kept {
            let i = king.index();
            let follows = match (legal.contains(king), best[i]) {
                (false, _) => Score::ILLEGAL,
                (true, 0) if in_check.contains(king) => Score::MATED,
                (true, 0) => Score::draw(self.turn),
                (true, score) => Score(score),
            };
            // A legal position whose score means nothing is too far from mate to be stored.
            let meaningless = follows != Score::ILLEGAL && follows.value(self.turn).is_none();
            if stored[i] != follows.0 || meaningless {
                audit.wrong += 1;
                audit.first.get_or_insert_with(|| {
                    let place = Place { slice: self.slice, row: self.row, place: i as u8 };
                    let value = |score: Score| score.value(self.turn);
                    let (stored, follows) = (value(Score(stored[i])), value(follows));
                    Wrong { turn: self.turn, men: self.layout.men(place), stored, follows }
                });
            }
        }
        Ok(())
    }

    /// The squares of the black king that make the position legal, and those where the side to move is in check.
    fn legal_and_check(&self) -> [SquareSet; 2] {
        if self.occupied.len() != self.men.len {
            return [SquareSet::EMPTY; 2]; // two men on one square
        }
        let (_, white_king) = self.men.list[0];
        // Where the black king would stand attacked, and where he does not shield the white king from attack.
        let mut black_attacked = SquareSet::EMPTY;
        let mut white_attacked = attacks::king(white_king);
        for &(man, square) in self.men.iter() {
            let attacked = attacks::of(man, square, self.occupied);
            match man.colour {
                Colour::White => black_attacked |= attacked,
                Colour::Black if attacked.contains(white_king) => {
                    white_attacked |= SquareSet::ALL - attacks::between(square, white_king);
                }
                Colour::Black => {}
            }
        }
        let free = SquareSet::ALL - self.occupied;
        match self.turn {
            Colour::White => [free - black_attacked, white_attacked],
            Colour::Black => [free - white_attacked, black_attacked],
        }
    }

    /// All moves of the men other than the black king.
    fn outer_moves(&self, best: &mut Best) -> Result<(), TableError> {
        for (i, &(man, from)) in self.men.iter().enumerate() {
            if man.colour != self.turn {
                continue;
            }
            if man.kind == Kind::Pawn {
                self.pawn_moves(i, best)?;
                continue;
            }
            for to in attacks::of(man, from, self.occupied) {
                // The black king stands in the way on the squares in between.
                let blocked = attacks::between(from, to);
                match self.man_on(to) {
                    None => self.take_best(self.men.after(i, to, None), blocked, best)?,
                    Some(j) if self.men.list[j].0.colour != self.turn && j != 0 => {
                        self.take_best(self.men.after(i, to, Some(j)), blocked, best)?;
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    fn pawn_moves(&self, i: usize, best: &mut Best) -> Result<(), TableError> {
        let (man, from) = self.men.list[i];
        let (up, home, last) = if man.colour == Colour::White { (1, 1, 7) } else { (-1, 6, 0) };
        for to in attacks::pawn(man.colour, from) {
            if let Some(j) = self.man_on(to).filter(|&j| self.men.list[j].0.colour != self.turn && j != 0) {
                self.arrive(self.men.after(i, to, Some(j)), to, last, SquareSet::EMPTY, best)?;
            }
        }
        let Some(to) = from.offset(0, up).filter(|&to| !self.occupied.contains(to)) else { return Ok(()) };
        let mut blocked = SquareSet::of(to);
        self.arrive(self.men.after(i, to, None), to, last, blocked, best)?;
        let Some(two) = to.offset(0, up).filter(|&two| !self.occupied.contains(two)) else { return Ok(()) };
        if from.rank() == home {
            blocked = blocked.with(two);
            let after = self.men.after(i, two, None);
            let enemy = Man { colour: !self.turn, kind: Kind::Pawn };
            let beside = [two.offset(-1, 0), two.offset(1, 0)].into_iter().flatten();
            if beside.into_iter().any(|s| after.iter().any(|&man| man == (enemy, s))) {
                self.take_best_passing(after, to, blocked, best)?;
            } else {
                self.take_best(after, blocked, best)?;
            }
        }
        Ok(())
    }

    /// A pawn's arrival on a square, as a pawn or as whatever it becomes there.
    fn arrive(
        &self,
        mut after: Men,
        to: Square,
        last: u8,
        blocked: SquareSet,
        best: &mut Best,
    ) -> Result<(), TableError> {
        if to.rank() != last {
            return self.take_best(after, blocked, best);
        }
        let pawn = after.iter().position(|&(_, square)| square == to);
        for kind in Kind::PROMOTIONS {
            if let Some(i) = pawn {
                after.list[i].0.kind = kind;
            }
            self.take_best(after, blocked, best)?;
        }
        Ok(())
    }

    /// The black king's steps and captures.
    fn king_moves(&self, best: &mut Best) -> Result<(), TableError> {
        let quiet = self.read(self.men, Colour::White, SquareSet::ALL)?;
        for to in Square::all() {
            let score = match self.man_on(to) {
                None => quiet[to.index()],
                Some(j) if self.men.list[j].0.colour == Colour::White && j != 0 => {
                    self.read(self.men.without(j), Colour::White, SquareSet::of(to))?[to.index()]
                }
                Some(_) => continue,
            };
            let score = Score(score).before(Colour::White).0;
            for from in attacks::king(to) {
                best[from.index()] = best[from.index()].max(score);
            }
        }
        Ok(())
    }

    fn man_on(&self, square: Square) -> Option<usize> {
        if !self.occupied.contains(square) {
            return None;
        }
        self.men.iter().position(|&(_, s)| s == square)
    }

    /// Takes a move into account wherever the black king does not stand in its way.
    fn take_best(&self, after: Men, blocked: SquareSet, best: &mut Best) -> Result<(), TableError> {
        let mut scores = self.read(after, !self.turn, self.kept)?;
        for square in blocked {
            scores[square.index()] = 0;
        }
        for (best, score) in best.iter_mut().zip(scores) {
            *best = (*best).max(Score(score).before(!self.turn).0);
        }
        Ok(())
    }

    /// The same for a double step after which there is a right to capture in passing.
    fn take_best_passing(
        &self,
        after: Men,
        passed: Square,
        blocked: SquareSet,
        best: &mut Best,
    ) -> Result<(), TableError> {
        let king = Man { colour: Colour::Black, kind: Kind::King };
        for square in SquareSet::ALL - blocked {
            let men = after.iter().map(|&(man, square)| (square, man)).chain([(square, king)]);
            let Some(position) =
                Position::from_men(!self.turn, men).ok().and_then(|p| p.with_passing(Some(passed)))
            else {
                continue;
            };
            let mut reply = None;
            for mv in position.legal_moves() {
                reply = reply.max(Some(probe(self.known, &position.play(mv))?.before()));
            }
            let stuck = if position.is_check() { Value::Loss(0) } else { Value::Draw };
            let score = reply.unwrap_or(stuck).before().score(self.turn).ok_or(TableError::Disagrees)?;
            best[square.index()] = best[square.index()].max(score.0);
        }
        Ok(())
    }

    /// The scores of some men with the black king on each of some squares; anything on the other squares.
    fn read(&self, men: Men, turn: Colour, kings: SquareSet) -> Result<Best, TableError> {
        let material = men.material().ok_or(TableError::Disagrees)?;
        let canonical = material.canonical();
        let table = self.known.get(canonical).ok_or(TableError::Missing(canonical))?;
        let layout = table.layout();
        let flip = canonical != material;
        let (officers, pawns) = layout.arrange(flip, |man, nth| men.nth(man, nth));
        let white_king = men.list[0].1.index() as u8;
        let mut scores: Best = [0; 64];
        if flip {
            for king in kings {
                let found = layout.find_row(king.index() as u8 ^ 56, &officers, &pawns);
                let (row, place) = found.place(white_king ^ 56);
                let score = Score(table.row(!turn, found.slice, row)[usize::from(place)]);
                scores[king.index()] = score.turned(!turn).0;
            }
            return Ok(scores);
        }
        let found = layout.find_row(white_king, &officers, &pawns);
        let own = table.row(turn, found.slice, found.row);
        if found.is_plain(kings) {
            return Ok(*own);
        }
        let mirrored = found.mirror.map_or(own, |(row, _)| table.row(turn, found.slice, row));
        for king in kings {
            let (row, place) = found.place(king.index() as u8);
            scores[king.index()] = if row == found.row { own } else { mirrored }[usize::from(place)];
        }
        Ok(scores)
    }
}
