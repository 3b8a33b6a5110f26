//! Trees that are there with more plies if they are there with few: two numbers for each position.
//!
//! Where there is something to reach and no goal counts plies, a tree for some plies is one for more of them. So nothing has to be kept by plies
//! left: of each position it is enough to know below how many plies there is no tree, and from how many on there is one. An answer for twelve plies
//! is then often one for ten and for fourteen, and the numbers of a position follow from those after its moves: the least of
//! them and one more where the own side moves, the greatest and one more where the other does.
//!
//! Questions go down a level at a time, as in [`level`](super::level): positions whose moves do not decide ask for the goals after them, then for trees with a ply
//! less. What a level costs is looking at two bytes for each move; the moves themselves are kept, with the places where these bytes stand ([`crate::moves`]).
//!
//! Goals that look at the position before a move are not of this kind, and trees that are worth numbers are not either.

use adli_claims::Limit;
use adli_lang::ast::Aim;
use adli_lang::term::Slots;
use adli_position::space::{Code, OFF, Space, handed_over, turn};

use super::kept::{Bounds, NO, YES};
use super::order::constraint;
use super::spans::{FAIL, NEVER, OPEN, Others, REACHED, Span, Spot, set_span, span_at};
use super::{Moves, Trees};
use crate::columns::Asks;
use crate::moves::{Lists, Run};

/// How many positions are looked at together.
const STRETCH: usize = 4096;
/// What is known of the positions of trees with the same numbers of the root.
pub(super) struct Plies {
    /// By place, for each side to move.
    spans: [Vec<u16>; 2],
    others: Others,
    /// The moves that a constraint leaves, for each side to move.
    left_over: [Lists; 2],
    /// How much memory the arrays take.
    pub(super) counted: u64,
}

impl Plies {
    pub(super) fn new() -> Plies {
        Plies {
            spans: Default::default(),
            others: Others::default(),
            left_over: Default::default(),
            counted: 0,
        }
    }

    /// Makes room for a side.
    fn make_room<'p>(&mut self, engine: &impl Asks<'p>, side: usize) -> Result<(), Limit> {
        if self.spans[side].is_empty() {
            let places = engine.space().places();
            engine.take(2 * places as u64, "a table of forcing trees")?;
            self.counted += 2 * places as u64;
            // Zeros, which the system hands out without writing them.
            self.spans[side] = vec![0; places];
        }
        Ok(())
    }

    #[inline]
    fn get(&self, side: usize, spot: Spot) -> Span {
        span_at(&self.spans[side], &self.others, spot)
    }

    #[inline]
    fn set(&mut self, side: usize, spot: Spot, span: Span) {
        set_span(&mut self.spans[side], &mut self.others, spot, span);
    }

    /// Those of some positions of which it is not known whether trees go on with so many plies, each once.
    fn open<'p>(
        &mut self,
        engine: &impl Asks<'p>,
        side: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<Code>, Limit> {
        self.make_room(engine, side)?;
        let space = engine.space();
        let mut open = Vec::new();
        for &code in codes {
            let spot = Spot::of(space, code);
            let span = self.get(side, spot);
            if span != Span::MARKED && !span.is_settled(left) {
                self.set(side, spot, Span::MARKED);
                open.push((spot, span));
            }
        }
        open.iter().for_each(|&(spot, span)| self.set(side, spot, span));
        Ok(open.into_iter().map(|(spot, _)| spot.code).collect())
    }

    /// What goals say of a position, if they have been asked.
    pub(super) fn goals(&self, space: &Space, side: usize, code: Code) -> Option<Bounds> {
        match self.get(side, Spot::of(space, code)).goals() {
            FAIL => Some(Bounds::known(NO)),
            REACHED => Some(Bounds::known(YES)),
            OPEN => Some(Bounds::OPEN),
            _ => None,
        }
    }

    /// Keeps what goals say.
    pub(super) fn set_goals<'p>(
        &mut self,
        engine: &impl Asks<'p>,
        side: usize,
        told: impl Iterator<Item = (Code, Bounds)>,
    ) -> Result<(), Limit> {
        self.make_room(engine, side)?;
        let space = engine.space();
        for (code, goals) in told {
            let spot = Spot::of(space, code);
            self.set(side, spot, self.get(side, spot).told(goals));
        }
        Ok(())
    }
}

/// Positions with those after their moves.
struct Level<'c> {
    /// How many plies are left, and who moves.
    left: u8,
    own: bool,
    side: usize,
    codes: &'c [Code],
    /// For each position where those after its moves stand in the lists of moves.
    runs: Vec<Run>,
    /// Whether goals are asked after the moves.
    has_goals: bool,
}

impl Trees {
    /// Whether trees go on by the moves from positions, all with the same side to move.
    pub(super) fn settled<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<bool>, Limit> {
        let Some(&first) = codes.first() else { return Ok(Vec::new()) };
        let (space, side) = (engine.space(), usize::from(turn(first).0 & 1));
        let mut open = self.plies(tables)?.open(engine, side, left, codes)?;
        // Most trees are short: with few plies little has to be looked at before they are found.
        for plies in (left % 2..=left).step_by(2) {
            let known = self.plies(tables)?;
            open.retain(|&code| !known.get(side, Spot::of(space, code)).is_settled(left));
            let unsettled = |code: &&Code| !known.get(side, Spot::of(space, **code)).is_settled(plies);
            let asked: Vec<Code> = open.iter().filter(unsettled).copied().collect();
            self.settle(engine, tables, plies, &asked)?;
        }
        let plies = self.plies(tables)?;
        let from = |&code: &Code| plies.get(side, Spot::of(space, code)).from();
        Ok(codes.iter().map(|code| from(code) <= left).collect())
    }

    /// In how few plies trees can end from positions, all with the same side to move; one more than are left if they cannot.
    pub(super) fn fewest<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        mut codes: Vec<Code>,
    ) -> Result<Vec<i32>, Limit> {
        let Some(&first) = codes.first() else { return Ok(Vec::new()) };
        let (space, side) = (engine.space(), usize::from(turn(first).0 & 1));
        let fold = self.fold(tables);
        codes.iter_mut().for_each(|code| *code = fold.first(space, *code));
        let goals = self.goals(engine, tables, left, &codes, &codes)?;
        let asked = codes.iter().zip(&goals).filter(|(_, goal)| !goal.are_known());
        let mut asked: Vec<Code> = asked.map(|(&code, _)| code).collect();
        for plies in 0..=left {
            let known = self.plies(tables)?;
            // Where it is known from how many plies on there is a tree, there is nothing left to ask.
            asked.retain(|&code| {
                let span = known.get(side, Spot::of(space, code));
                span.not() <= left && span.not() < span.from()
            });
            let open = known.open(engine, side, plies, &asked)?;
            self.settle(engine, tables, plies, &open)?;
        }
        let plies = self.plies(tables)?;
        let fewest = |(&code, goal): (&Code, &Bounds)| match *goal {
            Bounds { most: NO, .. } => i32::from(left) + 1,
            Bounds { least: YES, .. } => 0,
            _ => i32::from(plies.get(side, Spot::of(space, code)).from().min(left + 1)),
        };
        Ok(codes.iter().zip(&goals).map(fewest).collect())
    }

    /// Finds out whether trees go on where that is not known.
    fn settle<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<(), Limit> {
        let Some(&first) = codes.first() else { return Ok(()) };
        let advice = engine.ground().advice(self.id)?;
        let (side, own) = (usize::from(turn(first).0 & 1), u16::from(turn(first).0) == advice.side);
        for sides in 0..2 {
            self.plies(tables)?.make_room(engine, sides)?;
        }
        let Some(less) = left.checked_sub(1) else { return self.without_plies(engine, tables, codes) };
        let whose = usize::from(!own);
        let has_goals = self.hold[whose].is_some() || self.reach[whose].is_some();
        for codes in codes.chunks(STRETCH) {
            engine.go_on()?;
            let runs = self.moves_of(engine, tables, left, own, codes)?;
            let level = Level { left, own, side, codes, runs, has_goals };
            let mut open: Vec<u32> = (0..codes.len() as u32).collect();
            let mut asked = self.weigh(engine, tables, &level, &mut open)?;
            if !asked.goals.is_empty() {
                self.goals(engine, tables, less, &asked.goals, &asked.goals)?;
                asked = self.weigh(engine, tables, &level, &mut open)?;
            }
            self.settle(engine, tables, less, &asked.onward)?;
            self.weigh(engine, tables, &level, &mut open)?;
            debug_assert!(open.is_empty(), "what is known after all moves decides");
        }
        Ok(())
    }

    /// The same with no ply left: nothing has been reached, unless the game is over.
    fn without_plies<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        codes: &[Code],
    ) -> Result<(), Limit> {
        let space = engine.space();
        for &code in codes {
            if space.has_move(code, space.endgame.everybody()) {
                let (side, spot) = (usize::from(turn(code).0 & 1), Spot::of(space, code));
                let plies = self.plies(tables)?;
                let span = plies.get(side, spot);
                plies.set(side, spot, Span::new(span.goals(), span.not().max(1), span.from()));
            } else {
                self.end(engine, tables, code)?;
            }
        }
        Ok(())
    }

    /// The game is over here: they are mated, or it is a draw where that is aimed at, or no tree ever goes on.
    fn end<'p>(&mut self, engine: &impl Asks<'p>, tables: usize, code: Code) -> Result<(), Limit> {
        let advice = engine.ground().advice(self.id)?;
        let space = engine.space();
        let own = u16::from(turn(code).0) == advice.side;
        let in_check = !space.is_legal(handed_over(code, OFF));
        let is_good = if in_check { !own } else { advice.aim == Aim::Draw };
        let (side, spot) = (usize::from(turn(code).0 & 1), Spot::of(space, code));
        let plies = self.plies(tables)?;
        plies.set(side, spot, plies.get(side, spot).over(is_good));
        Ok(())
    }

    fn plies(&mut self, tables: usize) -> Result<&mut Plies, Limit> {
        let plies = self.valued.get_mut(tables).and_then(|valued| valued.plies.as_mut());
        plies.ok_or_else(|| Limit::Internal("these trees are kept by plies left".into()))
    }

    /// The moves from positions, for each of these where the positions that count after its moves stand in the lists. Where the game is over that is kept.
    fn moves_of<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        own: bool,
        codes: &[Code],
    ) -> Result<Vec<Run>, Limit> {
        let advice = engine.ground().advice(self.id)?;
        let space = engine.space();
        let side = usize::from(advice.side & 1) ^ usize::from(!own);
        let passes = advice.passes && !own;
        let is_free = self.is_free(engine, own)?;
        let everybody = space.endgame.everybody();
        let mut runs = vec![(0, 0); codes.len()];
        let (mut new, mut over) = (Vec::new(), Vec::new());
        let lists = match is_free {
            true => engine.memo().moves.of(self.fold(tables), side),
            false => &mut self.plies(tables)?.left_over[side],
        };
        for (row, &code) in codes.iter().enumerate() {
            match lists.find(space, code) {
                Some(run) => {
                    runs[row] = run;
                    // Other trees have kept this list; what the end of the game means is for these to say.
                    if is_free && run.0 == run.1 {
                        over.push(code);
                    }
                }
                None => new.push(row as u32),
            }
        }
        let mut moves = Moves::default();
        for &row in &new {
            let code = codes[row as usize];
            let mut any = false;
            if passes {
                any = space.has_move(code, everybody);
                moves.after.extend(any.then_some(handed_over(code, OFF)));
            }
            space.successors(code, if passes { Slots::default() } else { everybody }, |next| {
                any = true;
                moves.after.push(next);
                false
            });
            if !any {
                over.push(code);
            }
            moves.before.resize(moves.after.len(), code);
            moves.parents.resize(moves.after.len(), row);
        }
        for code in over {
            self.end(engine, tables, code)?;
        }
        self.constrain(engine, tables, left - 1, own, &mut moves)?;
        let fold = self.fold(tables);
        moves.after.iter_mut().for_each(|code| *code = fold.first(space, *code));
        let ledger = std::rc::Rc::clone(engine.ledger());
        let lists = match is_free {
            true => engine.memo().moves.of(self.fold(tables), side),
            false => &mut self.plies(tables)?.left_over[side],
        };
        let mut at = 0;
        for &row in &new {
            let many = moves.parents[at..].iter().take_while(|&&parent| parent == row).count();
            runs[row as usize] =
                lists.keep(space, &ledger, codes[row as usize], &moves.after[at..at + many])?;
            at += many;
        }
        Ok(runs)
    }

    /// Whether trees know all moves of a side, which other trees may have kept.
    fn is_free<'p>(&self, engine: &impl Asks<'p>, own: bool) -> Result<bool, Limit> {
        let advice = engine.ground().advice(self.id)?;
        Ok(constraint(advice, own).is_none() && (own || !advice.passes))
    }

    /// Decides the open positions of a level as far as what is known after their moves does.
    fn weigh<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        level: &Level<'_>,
        open: &mut Vec<u32>,
    ) -> Result<Asked, Limit> {
        let space = engine.space();
        if self.is_free(engine, level.own)? {
            let lists = engine.memo().moves.of(self.fold(tables), level.side);
            return Ok(self.plies(tables)?.weigh(space, level, lists, open));
        }
        let plies = self.plies(tables)?;
        let lists = std::mem::take(&mut plies.left_over[level.side]);
        let asked = plies.weigh(space, level, &lists, open);
        plies.left_over[level.side] = lists;
        Ok(asked)
    }
}

/// What has to be found out before positions can be decided: what goals say, and whether trees go on.
#[derive(Default)]
struct Asked {
    goals: Vec<Code>,
    onward: Vec<Code>,
}

impl Plies {
    /// Decides the open positions of a level as far as what is known after their moves does; the others stay open, and ask.
    fn weigh(&mut self, space: &Space, level: &Level<'_>, lists: &Lists, open: &mut Vec<u32>) -> Asked {
        let &Level { left, own, side, has_goals, .. } = level;
        let less = left - 1;
        let Plies { spans: [white, black], others, .. } = self;
        let (ours, theirs) = if side == 0 { (white, black) } else { (black, white) };
        let mut asked = Asked::default();
        let mut marked: Vec<(Spot, Span)> = Vec::new();
        open.retain(|&row| {
            let here = Spot::of(space, level.codes[row as usize]);
            let known = span_at(ours, others, here);
            if known.is_settled(left) {
                return false;
            }
            let (start, end) = level.runs[row as usize];
            let run = start as usize..end as usize;
            let after = (&lists.codes[run.clone()], &lists.places[run]);
            let spans = spots(after).map(|spot| span_at(theirs, others, spot).after_move(has_goals));
            let (not, from) = if own { best_move(spans, less) } else { worst_reply(spans, less) };
            let (not, from) =
                ((not + 1).min(NEVER).max(known.not()), (from + 1).min(NEVER).min(known.from()));
            let span = Span::new(known.goals(), not, from);
            if span != known {
                set_span(ours, others, here, span);
            }
            if span.is_settled(left) {
                return false;
            }
            for spot in spots(after) {
                let span = span_at(theirs, others, spot);
                let (not, from) = span.after_move(has_goals);
                if less < not || less >= from || span == Span::MARKED {
                    continue;
                }
                set_span(theirs, others, spot, Span::MARKED);
                marked.push((spot, span));
                let is_new = has_goals && span.goals() == 0;
                let list = if is_new { &mut asked.goals } else { &mut asked.onward };
                list.push(spot.code);
            }
            true
        });
        for (spot, span) in marked {
            set_span(theirs, others, spot, span);
        }
        asked
    }
}

/// The positions of a list.
#[inline(always)]
fn spots<'l>((codes, places): (&'l [Code], &'l [u32])) -> impl Iterator<Item = Spot> + use<'l> {
    codes.iter().zip(places).map(|(&code, &place)| Spot { code, place })
}

/// The least of the numbers after own moves. One move with a tree decides; below how many plies there is none is not known without the others.
#[inline(always)]
fn best_move(spans: impl Iterator<Item = (u8, u8)>, less: u8) -> (u8, u8) {
    let (mut not, mut from) = (NEVER, NEVER);
    for (its_not, its_from) in spans {
        (not, from) = (not.min(its_not), from.min(its_from));
        if from <= less {
            return (0, from);
        }
    }
    (not, from)
}

/// The greatest of the numbers after replies. One reply without a tree decides; from how many plies on there is one is not known without the others.
#[inline(always)]
fn worst_reply(spans: impl Iterator<Item = (u8, u8)>, less: u8) -> (u8, u8) {
    let (mut not, mut from) = (0, 0);
    for (its_not, its_from) in spans {
        (not, from) = (not.max(its_not), from.max(its_from));
        if not > less {
            return (not, NEVER);
        }
    }
    (not, from)
}
