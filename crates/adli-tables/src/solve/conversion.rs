//! Moves that leave a slice: captures, promotions and pawn steps.
//!
//! Each leads to a position that is solved already. For a row, all such moves of the side to move are looked
//! up and the best is kept, as a score of the position before the move; 0 where there is none. That is all
//! the retrograde part needs to know of them: a win or a loss it must not miss at its distance, or a draw
//! that keeps a position from being lost.

use std::collections::BTreeSet;

use adli_chess::{Colour, Kind, Man, Material, Position, Square, SquareSet};

use super::Solved;
use crate::TableError;
use crate::geometry::lines;
use crate::known::{Known, Rows};
use crate::layout::{Layout, Squares};
use crate::score::Score;

/// Where all men but the black king stand.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    pub(super) king: u8,
    pub(super) officers: Squares,
    pub(super) pawns: Squares,
}

/// One of those men: by its place in [`Outer`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    King,
    Officer(usize),
    Pawn(usize),
}

impl Outer {
    fn square(&self, who: Who) -> u8 {
        match who {
            Who::King => self.king,
            Who::Officer(i) => self.officers[i],
            Who::Pawn(i) => self.pawns[i],
        }
    }

    fn moved(mut self, who: Who, to: u8) -> Outer {
        match who {
            Who::King => self.king = to,
            Who::Officer(i) => self.officers[i] = to,
            Who::Pawn(i) => self.pawns[i] = to,
        }
        self
    }
}

/// All conversions of a material.
pub(super) struct Conversions<'a> {
    layout: &'a Layout,
    /// The men other than the black king.
    men: Vec<(Who, Man)>,
    /// By captured man (an index into `men`, the last row for none), then by promoting pawn and kind (see
    /// [`Conversions::route`]).
    routes: Vec<Option<Route<'a>>>,
}

/// Into which table a move leads, and which of our men are whose there.
struct Route<'a> {
    table: &'a dyn Rows,
    /// Are the colours exchanged there?
    flipped: bool,
    officers: Vec<Who>,
    pawns: Vec<Who>,
}

/// The men after a capture and a promotion.
fn men_after(
    men: &[(Who, Man)],
    captured: Option<usize>,
    promoted: Option<(usize, Kind)>,
) -> Vec<(Who, Man)> {
    let kept = men.iter().enumerate().filter(|&(i, _)| Some(i) != captured);
    kept.map(|(_, &(who, man))| match promoted {
        Some((pawn, kind)) if who == Who::Pawn(pawn) => (who, Man { kind, ..man }),
        _ => (who, man),
    })
    .collect()
}

fn material_of(men: &[(Who, Man)]) -> Option<Material> {
    let others = men.iter().filter(|(who, _)| *who != Who::King);
    others.map(|&(_, man)| man).try_fold(Material::KINGS, Material::with)
}

/// The men of a material other than the black king, the white king first.
fn outer_men(material: Material) -> Vec<(Who, Man)> {
    let (mut officers, mut pawns) = (0.., 0..);
    let others = material.iter().filter_map(|man| {
        let who = match man.kind {
            Kind::Pawn => pawns.next().map(Who::Pawn),
            _ => officers.next().map(Who::Officer),
        };
        who.map(|who| (who, man))
    });
    let king = (Who::King, Man { colour: Colour::White, kind: Kind::King });
    std::iter::once(king).chain(others).collect()
}

fn count_pawns(men: &[(Who, Man)]) -> usize {
    men.iter().filter(|(_, man)| man.kind == Kind::Pawn).count()
}

/// Every combination of a captured man (not a king) and a promotion, or neither: `(captured, promoted)`.
fn ways(men: &[(Who, Man)]) -> impl Iterator<Item = (Option<usize>, Option<(usize, Kind)>)> + use<> {
    let promotions: Vec<_> = std::iter::once(None)
        .chain((0..count_pawns(men)).flat_map(|i| Kind::PROMOTIONS.map(|kind| Some((i, kind)))))
        .collect();
    let captures: Vec<_> = (1..men.len()).map(Some).chain([None]).collect();
    captures.into_iter().flat_map(move |c| promotions.clone().into_iter().map(move |p| (c, p)))
}

/// The tables that a capture, a promotion or both lead to, with the side that is to move there.
pub(super) fn needs(material: Material) -> BTreeSet<(Material, Colour)> {
    let men = outer_men(material);
    let colour_of =
        |pawn: usize| men.iter().find(|(who, _)| *who == Who::Pawn(pawn)).map(|(_, man)| man.colour);
    let mover = |captured: Option<usize>, promoted: Option<(usize, Kind)>| {
        let capturing = captured.map(|c| !men[c].1.colour);
        let promoting = promoted.and_then(|(pawn, _)| colour_of(pawn));
        match (captured, capturing, promoting) {
            // A pawn that captures and promotes takes an enemy officer: no pawn stands on the last rank.
            (Some(c), Some(a), Some(b)) => (a == b && men[c].1.kind != Kind::Pawn).then_some(a),
            (_, a, b) => a.or(b),
        }
    };
    let mut found = BTreeSet::new();
    for (captured, promoted) in ways(&men) {
        if let Some(mover) = mover(captured, promoted)
            && let Some(material) = material_of(&men_after(&men, captured, promoted))
        {
            let canonical = material.canonical();
            found.insert((canonical, if canonical == material { !mover } else { mover }));
        }
    }
    found
}

impl<'a> Conversions<'a> {
    pub(super) fn new(solved: &'a Solved, known: &'a Known) -> Result<Conversions<'a>, TableError> {
        let layout = &solved.layout;
        let men = outer_men(layout.material());
        let needed = needs(layout.material());
        let mut routes = Vec::new();
        for (captured, promoted) in ways(&men) {
            let after = men_after(&men, captured, promoted);
            let Some(material) = material_of(&after) else { continue };
            let canonical = material.canonical();
            let table: &dyn Rows = match known.get(canonical) {
                _ if canonical == layout.material() => solved,
                Some(table) => table,
                None if needed.iter().any(|&(table, _)| table == canonical) => {
                    return Err(TableError::Missing(canonical));
                }
                None => {
                    routes.push(None);
                    continue;
                }
            };
            let flipped = canonical != material;
            let mut left: Vec<(Who, Man)> = after.into_iter().filter(|(who, _)| *who != Who::King).collect();
            let mut take = |man: &Man| {
                let colour = if flipped { !man.colour } else { man.colour };
                let i = left.iter().position(|(_, m)| *m == Man { colour, ..*man });
                i.map_or(Who::King, |i| left.swap_remove(i).0)
            };
            let officers = table.layout().officers().iter().map(&mut take).collect();
            let pawns = table.layout().pawns().iter().map(&mut take).collect();
            routes.push(Some(Route { table, flipped, officers, pawns }));
        }
        Ok(Conversions { layout, men, routes })
    }

    /// The route of a capture (an index into `men`) and a promotion, in the order of [`ways`].
    fn route(&self, captured: Option<usize>, promoted: Option<(usize, Kind)>) -> Option<&Route<'a>> {
        let capture = captured.map_or(self.men.len() - 1, |c| c - 1);
        let promotion = promoted.map_or(0, |(pawn, kind)| 1 + pawn * 4 + (kind.index() - 1));
        self.routes[capture * (1 + 4 * self.layout.pawns().len()) + promotion].as_ref()
    }

    /// The best conversion of the side to move for each of the legal positions of a row.
    pub(super) fn row(&self, turn: Colour, outer: &Outer, legal: u64, best: &mut [u8; 64]) {
        if legal == 0 {
            return;
        }
        let occupied = self.men.iter().fold(0u64, |set, &(who, _)| set | 1 << outer.square(who));
        for &(who, man) in self.men.iter().filter(|(_, man)| man.colour == turn) {
            if let Who::Pawn(pawn) = who {
                self.pawn_moves(turn, outer, pawn, occupied, legal, best);
                continue;
            }
            for line in lines(man.kind, outer.square(who)) {
                let mut path = 0;
                for &to in line.squares() {
                    if occupied >> to & 1 != 0 {
                        if let Some(captured) = self.enemy_on(turn, outer, to) {
                            let after = outer.moved(who, to);
                            self.look_up(turn, &after, Some(captured), None, legal & !path, best);
                        }
                        break;
                    }
                    path |= 1 << to;
                }
            }
        }
        if turn == Colour::Black {
            self.king_captures(outer, legal, best);
        }
    }

    /// The enemy man on a square that a man may capture: never the white king, whom a legal position with
    /// Black to move does not leave attacked.
    fn enemy_on(&self, turn: Colour, outer: &Outer, square: u8) -> Option<usize> {
        let found = self.men.iter().position(|&(who, man)| man.colour != turn && outer.square(who) == square);
        found.filter(|&i| i != 0)
    }

    /// What the black king takes he takes from wherever he stood: one look-up serves all his squares.
    fn king_captures(&self, outer: &Outer, legal: u64, best: &mut [u8; 64]) {
        for (i, &(who, man)) in self.men.iter().enumerate().skip(1) {
            let square = outer.square(who);
            let from = legal & SquareSet(1 << square).king_steps().0;
            if man.colour == Colour::Black || from == 0 {
                continue;
            }
            let mut score = [0; 64];
            self.look_up(Colour::Black, outer, Some(i), None, 1 << square, &mut score);
            for_each_bit(from, |king| best[king] = best[king].max(score[usize::from(square)]));
        }
    }

    fn pawn_moves(
        &self,
        turn: Colour,
        outer: &Outer,
        pawn: usize,
        occupied: u64,
        legal: u64,
        best: &mut [u8; 64],
    ) {
        let from = outer.pawns[pawn];
        let (ahead, last, home) = match turn {
            Colour::White => (from + 8, 7, 1),
            Colour::Black => (from - 8, 0, 6),
        };
        let promotes = ahead / 8 == last;
        let mut go = |to: u8, captured: Option<usize>, legal: u64| {
            let after = outer.moved(Who::Pawn(pawn), to);
            if promotes {
                for kind in Kind::PROMOTIONS {
                    self.look_up(turn, &after, captured, Some((pawn, kind)), legal, best);
                }
            } else {
                self.look_up(turn, &after, captured, None, legal, best);
            }
        };
        let file = from % 8;
        for to in [(file > 0).then(|| ahead - 1), (file < 7).then(|| ahead + 1)].into_iter().flatten() {
            if let Some(captured) = self.enemy_on(turn, outer, to) {
                go(to, Some(captured), legal);
            }
        }
        if occupied >> ahead & 1 != 0 {
            return;
        }
        let legal = legal & !(1 << ahead);
        go(ahead, None, legal);
        if from / 8 == home {
            let jump = if turn == Colour::White { from + 16 } else { from - 16 };
            if occupied >> jump & 1 == 0 {
                self.double_step(turn, outer, pawn, ahead, jump, legal & !(1 << jump), best);
            }
        }
    }

    /// A double step, after which an enemy pawn may capture in passing.
    #[expect(clippy::too_many_arguments, reason = "one move, spelt out")]
    fn double_step(
        &self,
        turn: Colour,
        outer: &Outer,
        pawn: usize,
        passed: u8,
        jump: u8,
        legal: u64,
        best: &mut [u8; 64],
    ) {
        let after = outer.moved(Who::Pawn(pawn), jump);
        let beside = |i: &usize| {
            let square = outer.pawns[*i];
            self.layout.pawns()[*i].colour != turn
                && square / 8 == jump / 8
                && (square % 8).abs_diff(jump % 8) == 1
        };
        let takers: Vec<usize> = (0..self.layout.pawns().len()).filter(beside).collect();
        if takers.is_empty() {
            return self.look_up(turn, &after, None, None, legal, best);
        }
        // What the opponent gets from capturing in passing, and without it.
        let mut capture = [0; 64];
        let me = self.men.iter().position(|&(who, _)| who == Who::Pawn(pawn));
        for taker in takers {
            let taken = after.moved(Who::Pawn(taker), passed);
            self.look_up(!turn, &taken, me, None, legal, &mut capture);
        }
        let mut quiet = [0; 64];
        let Some(route) = self.route(None, None) else { return };
        route.read(!turn, &after, legal, |king, score| quiet[king] = score);
        for_each_bit(legal, |king| {
            if quiet[king] == 0 {
                return; // the double step was not legal
            }
            let draw = Score::draw(!turn).0;
            let forced = quiet[king] == draw
                && (1..draw).contains(&capture[king])
                && !self.can_move(!turn, &after, king as u8);
            let reply = if forced { capture[king] } else { capture[king].max(quiet[king]) };
            best[king] = best[king].max(Score(reply).before(!turn).0);
        });
    }

    /// Has the side to move a legal move, capturing in passing aside?
    fn can_move(&self, turn: Colour, outer: &Outer, king: u8) -> bool {
        let square = |s: u8| Square::from_index(usize::from(s));
        let black_king = (square(king), Man { colour: Colour::Black, kind: Kind::King });
        let others = self.men.iter().map(|&(who, man)| (square(outer.square(who)), man));
        let position = Position::from_men(turn, others.chain([black_king]));
        position.is_ok_and(|position| position.has_legal_move())
    }

    /// Looks up the positions after a move of `turn` and keeps the better scores.
    fn look_up(
        &self,
        turn: Colour,
        after: &Outer,
        captured: Option<usize>,
        promoted: Option<(usize, Kind)>,
        legal: u64,
        best: &mut [u8; 64],
    ) {
        if let Some(route) = self.route(captured, promoted) {
            route.read(!turn, after, legal, |king, score| {
                best[king] = best[king].max(Score(score).before(!turn).0);
            });
        }
    }
}

impl Route<'_> {
    /// Reads the scores of the positions with some squares of the black king.
    #[inline]
    fn read(&self, turn: Colour, outer: &Outer, kings: u64, mut f: impl FnMut(usize, u8)) {
        let layout = self.table.layout();
        let reflect = if self.flipped { 56 } else { 0 };
        let (mut officers, mut pawns) = ([0; 3], [0; 3]);
        for (square, &who) in officers.iter_mut().zip(&self.officers) {
            *square = outer.square(who) ^ reflect;
        }
        for (square, &who) in pawns.iter_mut().zip(&self.pawns) {
            *square = outer.square(who) ^ reflect;
        }
        if self.flipped {
            for_each_bit(kings, |king| {
                let found = layout.find_row(king as u8 ^ 56, &officers, &pawns);
                let (row, place) = found.place(outer.king ^ 56);
                let score = Score(self.table.row(!turn, found.slice, row)[usize::from(place)]);
                f(king, score.turned(!turn).0);
            });
        } else {
            let found = layout.find_row(outer.king, &officers, &pawns);
            let scores = self.table.row(turn, found.slice, found.row);
            let mirrored = found.mirror.map(|(row, _)| self.table.row(turn, found.slice, row));
            for_each_bit(kings, |king| {
                let (row, place) = found.place(king as u8);
                let scores = if row == found.row { scores } else { mirrored.unwrap_or(scores) };
                f(king, scores[usize::from(place)]);
            });
        }
    }
}

#[inline]
pub(crate) fn for_each_bit(mut set: u64, mut f: impl FnMut(usize)) {
    while set != 0 {
        f(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
