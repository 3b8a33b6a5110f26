//! Trees that are there with more plies if they are there with few: two numbers for each position.
//!
//! Where there is something to reach and no goal counts plies, a tree for some plies is one for more of them. So nothing has to be kept by plies
//! left: of each position it is enough to know below how many plies there is no tree, and from how many on there is one. An answer for twelve plies
//! is then often one for ten and for fourteen, and the numbers of a position follow from those after its moves: the least of
//! them and one more where the own side moves, the greatest and one more where the other does.
//!
//! Questions go down a level at a time, as in [`level`](super::level): positions whose moves do not decide ask for the goals after them, then for trees with a ply
//! less. What a level costs is looking at two bytes for each move; the moves themselves are kept where there is room ([`crate::moves`]).
//!
//! Goals that look at the position before a move are not of this kind, and trees that are worth numbers are not either.

use std::collections::HashMap;

use adli_claims::Limit;
use adli_lang::ast::Aim;
use adli_lang::term::Slots;
use adli_position::space::{Code, OFF, Space, handed_over, turn};
use adli_position::spread::Spread;

use super::Trees;
use super::kept::{Bounds, NO, YES};
use super::moves::Moves;
use super::order::constraint;
use crate::columns::Asks;
use crate::moves::Lists;

/// How many positions are looked at together.
const STRETCH: usize = 4096;
/// More plies than any tree has.
const NEVER: u8 = 127;

/// What is known of a position, in two bytes of which zeros know nothing: what goals say, below how many plies no tree goes on, and from how many on one does.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Span(u16);

/// What goals say of a position.
const FAIL: u16 = 1;
const REACHED: u16 = 2;
const OPEN: u16 = 3;

impl Span {
    /// On a list already. No tree both goes on with no ply and never does.
    const MARKED: Span = Span::new(OPEN, NEVER, 0);

    const fn new(goals: u16, not: u8, from: u8) -> Span {
        Span(goals | (not as u16) << 2 | ((NEVER - from) as u16) << 9)
    }

    #[inline]
    const fn goals(self) -> u16 {
        self.0 & 3
    }

    #[inline]
    const fn not(self) -> u8 {
        (self.0 >> 2) as u8 & NEVER
    }

    #[inline]
    const fn from(self) -> u8 {
        NEVER - (self.0 >> 9) as u8
    }

    /// Whether it is known if the tree goes on with so many plies.
    #[inline]
    const fn is_settled(self, left: u8) -> bool {
        left < self.not() || left >= self.from()
    }

    /// The same with what goals say of the position; nothing if they have not been asked.
    #[inline]
    fn with_goals(self, has_goals: bool) -> Option<Span> {
        match self.goals() {
            _ if self == Span::MARKED => None,
            FAIL if has_goals => Some(Span::new(FAIL, NEVER, NEVER)),
            REACHED if has_goals => Some(Span::new(REACHED, 0, 0)),
            OPEN => Some(self),
            _ if has_goals => None,
            _ => Some(self),
        }
    }
}

/// What is known of the positions of trees with the same numbers of the root.
pub(super) struct Plies {
    /// By place, for each side to move.
    spans: [Vec<u16>; 2],
    others: HashMap<Code, Span, Spread>,
    /// The moves that a constraint leaves, for each side to move.
    left_over: [Lists; 2],
    /// How much memory the arrays take.
    pub(super) counted: u64,
}

impl Plies {
    pub(super) fn new() -> Plies {
        Plies {
            spans: Default::default(),
            others: HashMap::default(),
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
    fn get(&self, space: &Space, side: usize, code: Code) -> Span {
        match space.index(code) {
            Some(place) => Span(self.spans[side].get(place).copied().unwrap_or_default()),
            None => self.others.get(&code).copied().unwrap_or_default(),
        }
    }

    #[inline]
    fn set(&mut self, space: &Space, side: usize, code: Code, span: Span) {
        match space.index(code) {
            Some(place) => self.spans[side][place] = span.0,
            None => drop(self.others.insert(code, span)),
        }
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
        let (mut open, mut spans) = (Vec::new(), Vec::new());
        for &code in codes {
            let span = self.get(space, side, code);
            if span != Span::MARKED && !span.is_settled(left) {
                self.set(space, side, code, Span::MARKED);
                open.push(code);
                spans.push(span);
            }
        }
        open.iter().zip(spans).for_each(|(&code, span)| self.set(space, side, code, span));
        Ok(open)
    }

    /// What goals say of a position, if they have been asked.
    pub(super) fn goals(&self, space: &Space, side: usize, code: Code) -> Option<Bounds> {
        match self.get(space, side, code).goals() {
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
        for (code, bounds) in told {
            let goals = match bounds {
                Bounds { most: NO, .. } => FAIL,
                Bounds { least: YES, .. } => REACHED,
                _ => OPEN,
            };
            let span = self.get(space, side, code);
            self.set(space, side, code, Span(span.0 & !3 | goals));
        }
        Ok(())
    }
}

/// For each position where those after its moves begin and end, and these.
type Followed = (Vec<(u32, u32)>, Vec<Code>);

/// Positions with those after their moves.
struct Level<'c> {
    /// How many plies are left, and who moves.
    left: u8,
    own: bool,
    side: usize,
    codes: &'c [Code],
    /// For each position where those after its moves begin and end.
    ranges: Vec<(u32, u32)>,
    after: Vec<Code>,
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
        let open = self.plies(tables)?.open(engine, side, left, codes)?;
        self.settle(engine, tables, left, &open)?;
        let plies = self.plies(tables)?;
        Ok(codes.iter().map(|&code| plies.get(space, side, code).from() <= left).collect())
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
                let span = known.get(space, side, code);
                span.not() <= left && span.not() < span.from()
            });
            let open = known.open(engine, side, plies, &asked)?;
            self.settle(engine, tables, plies, &open)?;
        }
        let plies = self.plies(tables)?;
        let fewest = |(&code, goal): (&Code, &Bounds)| match *goal {
            Bounds { most: NO, .. } => i32::from(left) + 1,
            Bounds { least: YES, .. } => 0,
            _ => i32::from(plies.get(space, side, code).from().min(left + 1)),
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
            let (ranges, after) = self.moves_of(engine, tables, left, own, codes)?;
            let level = Level { left, own, side, codes, ranges, after, has_goals };
            let mut open: Vec<u32> = (0..codes.len() as u32).collect();
            let mut asked = self.plies(tables)?.weigh(engine.space(), &level, &mut open);
            if !asked.goals.is_empty() {
                self.goals(engine, tables, less, &asked.goals, &asked.goals)?;
                asked = self.plies(tables)?.weigh(engine.space(), &level, &mut open);
            }
            self.settle(engine, tables, less, &asked.onward)?;
            self.plies(tables)?.weigh(engine.space(), &level, &mut open);
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
                let plies = self.plies(tables)?;
                let side = usize::from(turn(code).0 & 1);
                let span = plies.get(space, side, code);
                plies.set(space, side, code, Span::new(span.goals(), span.not().max(1), span.from()));
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
        let plies = self.plies(tables)?;
        let side = usize::from(turn(code).0 & 1);
        let goals = plies.get(space, side, code).goals();
        let span = if is_good { Span::new(goals, 0, 0) } else { Span::new(goals, NEVER, NEVER) };
        plies.set(space, side, code, span);
        Ok(())
    }

    fn plies(&mut self, tables: usize) -> Result<&mut Plies, Limit> {
        let plies = self.valued.get_mut(tables).and_then(|valued| valued.plies.as_mut());
        plies.ok_or_else(|| Limit::Internal("these trees are kept by plies left".into()))
    }

    /// The positions that count after the moves from some positions, for each of these where they begin and end. Where the game is over that is kept.
    fn moves_of<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        own: bool,
        codes: &[Code],
    ) -> Result<Followed, Limit> {
        let advice = engine.ground().advice(self.id)?;
        let space = engine.space();
        let side = usize::from(advice.side & 1) ^ usize::from(!own);
        let passes = advice.passes && !own;
        let is_free = constraint(advice, own).is_none() && !passes;
        let everybody = space.endgame.everybody();
        let mut ranges = vec![(0, 0); codes.len()];
        let mut after: Vec<Code> = Vec::with_capacity(8 * codes.len());
        let (mut new, mut over) = (Vec::new(), Vec::new());
        let lists = match is_free {
            true => engine.memo().moves.of(self.fold(tables), side),
            false => &mut self.plies(tables)?.left_over[side],
        };
        for (row, &code) in codes.iter().enumerate() {
            match lists.get(space, code) {
                Some(list) => {
                    let start = after.len() as u32;
                    after.extend_from_slice(list);
                    ranges[row] = (start, after.len() as u32);
                    // Other trees have kept this list; what the end of the game means is for these to say.
                    if is_free && list.is_empty() {
                        over.push(code);
                    }
                }
                None => new.push(row as u32),
            }
        }
        let mut moves = Moves::default();
        for &row in &new {
            let code = codes[row as usize];
            let start = moves.after.len();
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
            debug_assert!(any || start == moves.after.len());
        }
        for code in over {
            self.end(engine, tables, code)?;
        }
        self.constrain(engine, tables, left - 1, own, &mut moves)?;
        let fold = self.fold(tables);
        moves.after.iter_mut().for_each(|code| *code = fold.first(space, *code));
        let mut at = 0;
        for &row in &new {
            let many = moves.parents[at..].iter().take_while(|&&parent| parent == row).count();
            let list = &moves.after[at..at + many];
            let start = after.len() as u32;
            after.extend_from_slice(list);
            ranges[row as usize] = (start, after.len() as u32);
            at += many;
        }
        let ledger = std::rc::Rc::clone(engine.ledger());
        let lists = match is_free {
            true => engine.memo().moves.of(self.fold(tables), side),
            false => &mut self.plies(tables)?.left_over[side],
        };
        for &row in &new {
            let (start, end) = ranges[row as usize];
            lists.keep(space, &ledger, codes[row as usize], &after[start as usize..end as usize])?;
        }
        Ok((ranges, after))
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
    fn weigh(&mut self, space: &Space, level: &Level<'_>, open: &mut Vec<u32>) -> Asked {
        let &Level { left, own, side, has_goals, .. } = level;
        let (other, less) = (side ^ 1, left - 1);
        let mut asked = Asked::default();
        let mut marked: Vec<(Code, Span)> = Vec::new();
        let mut wanted: Vec<(Code, Span)> = Vec::new();
        open.retain(|&row| {
            let code = level.codes[row as usize];
            let known = self.get(space, side, code);
            if known.is_settled(left) {
                return false;
            }
            let (start, end) = level.ranges[row as usize];
            let (mut not, mut from) = if own { (NEVER, NEVER) } else { (0, 0) };
            wanted.clear();
            for &after in &level.after[start as usize..end as usize] {
                let span = self.get(space, other, after);
                let told = span.with_goals(has_goals);
                let (its_not, its_from) = told.map_or((0, NEVER), |told| (told.not(), told.from()));
                if own {
                    (not, from) = (not.min(its_not), from.min(its_from));
                } else {
                    (not, from) = (not.max(its_not), from.max(its_from));
                }
                // One move decides; of the other bound nothing is known without the rest.
                if own && from <= less {
                    not = 0;
                    break;
                } else if !own && not > less {
                    from = NEVER;
                    break;
                }
                if span != Span::MARKED && told.is_none_or(|told| !told.is_settled(less)) {
                    wanted.push((after, span));
                }
            }
            let (not, from) =
                ((not + 1).min(NEVER).max(known.not()), (from + 1).min(NEVER).min(known.from()));
            let span = Span::new(known.goals(), not, from);
            if span != known {
                self.set(space, side, code, span);
            }
            if span.is_settled(left) {
                return false;
            }
            for (after, span) in wanted.drain(..) {
                if self.get(space, other, after) == Span::MARKED {
                    continue;
                }
                self.set(space, other, after, Span::MARKED);
                marked.push((after, span));
                let list =
                    if span.with_goals(has_goals).is_none() { &mut asked.goals } else { &mut asked.onward };
                list.push(after);
            }
            true
        });
        for (code, span) in marked {
            self.set(space, other, code, span);
        }
        asked
    }
}
