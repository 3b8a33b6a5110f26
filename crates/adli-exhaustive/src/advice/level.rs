//! One level of trees after the other.

use adli_claims::Limit;
use adli_lang::ast::Aim;
use adli_lang::term::Slots;
use adli_lang::{Advice, MovesFrom};
use adli_position::space::{Code, OFF, handed_over, turn};

use super::cells::UNKNOWN;
use super::goal::{Goal, Told};
use super::kept::{Bounds, Known, NO, PENDING, Worth, YES};
use super::kinds::Kind;
use super::order::constraint;
use super::{Moves, Trees};
use crate::columns::{Asks, Nodes};

/// How many positions are expanded at a time.
const STRETCH: usize = 4096;

impl Trees {
    /// Whether trees go on from rows of nodes whose roots are of one kind.
    pub(super) fn over<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        kind: usize,
        left: u8,
        nodes: &Nodes<'_>,
        rows: &[u32],
    ) -> Result<Vec<bool>, Limit> {
        let &Kind { tables, least, .. } = &self.kinds[kind];
        let rows: Vec<(u32, Worth)> = rows.iter().map(|&row| (row, least)).collect();
        let worths = self.worths(engine, tables, left, nodes, &rows)?;
        Ok(worths.into_iter().map(|worth| worth >= least).collect())
    }

    /// What trees are worth from rows of nodes with these tables.
    pub(super) fn worths<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        nodes: &Nodes<'_>,
        rows: &[(u32, Worth)],
    ) -> Result<Vec<Worth>, Limit> {
        if self.roots.is_none() {
            return self.searched(engine, left, nodes, rows);
        }
        let mut at: Vec<Code> = rows.iter().map(|&(row, _)| nodes.at[row as usize]).collect();
        let before: Vec<Code> = rows.iter().map(|&(row, _)| nodes.before[row as usize]).collect();
        self.seen(engine, tables, left, &mut at)?;
        self.column(engine, tables, left, &before, &at)
    }

    /// The positions that goals are asked about, all with the same side to move: those that count for their classes, unless
    /// goals look at the positions before as well.
    pub(super) fn seen<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        codes: &mut [Code],
    ) -> Result<(), Limit> {
        let Some(&first) = codes.first() else { return Ok(()) };
        let whose = usize::from(u16::from(turn(first).0) == engine.ground().advice(self.id)?.side);
        if !self.looks_back(engine, whose, left)? {
            let (fold, space) = (self.fold(tables), engine.space());
            codes.iter_mut().for_each(|code| *code = fold.first(space, *code));
        }
        Ok(())
    }

    /// The search of the plain interpreter, where the goals look at the root in a way of their own.
    fn searched<'p>(
        &self,
        engine: &impl Asks<'p>,
        left: u8,
        nodes: &Nodes<'_>,
        rows: &[(u32, Worth)],
    ) -> Result<Vec<Worth>, Limit> {
        let mut found = Vec::with_capacity(rows.len());
        for &(row, _) in rows {
            engine.go_on()?;
            let state = |codes: &[Code]| engine.space().state(codes[row as usize]);
            let (root, before, at) = (state(nodes.roots), state(nodes.before), state(nodes.at));
            let mut interpreter = engine.ground().interpreter(MovesFrom::Core);
            let forces = interpreter.forces(self.id, left, &root, &before, &at);
            found.push(if forces.map_err(adli_position::stopped)? { YES } else { NO });
        }
        Ok(found)
    }

    /// The same for positions as goals see them, with those before them.
    fn column<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        before: &[Code],
        at: &[Code],
    ) -> Result<Vec<Worth>, Limit> {
        let goals = self.goals(engine, tables, left, before, at)?;
        let (fold, space) = (self.fold(tables), engine.space());
        let open = goals.iter().zip(at).filter(|(goal, _)| !goal.are_known());
        let open: Vec<Code> = open.map(|(_, &code)| fold.first(space, code)).collect();
        let mut onward = self.onward(engine, tables, left, &open)?.into_iter();
        let worth = |goal: &Bounds| match goal.are_known() {
            true => goal.least,
            false => goal.limit(onward.next().unwrap_or(NO)),
        };
        Ok(goals.iter().map(worth).collect())
    }

    /// What goals say of positions, all with the same side to move.
    pub(super) fn goals<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        before: &[Code],
        at: &[Code],
    ) -> Result<Vec<Bounds>, Limit> {
        let Some(&first) = at.first() else { return Ok(Vec::new()) };
        let advice = engine.ground().advice(self.id)?;
        let side = turn(first).0;
        // After a reply the own side is to move.
        let whose = usize::from(u16::from(side) == advice.side);
        let mut answers = vec![Bounds::OPEN; at.len()];
        if self.hold[whose].is_none() && self.reach[whose].is_none() {
            return Ok(answers);
        }
        let key = self.key(whose, left);
        let space = engine.space();
        let kept = !self.looks_back(engine, whose, left)?;
        let mut todo: Vec<u32> = Vec::new();
        if let Some(plies) = &self.valued[tables].plies {
            for (row, &code) in at.iter().enumerate() {
                match plies.goals(space, usize::from(side), code) {
                    Some(known) => answers[row] = known,
                    None => todo.push(row as u32),
                }
            }
        } else if kept {
            let cells = self.valued[tables].goals(engine, key, side)?;
            for (row, &code) in at.iter().enumerate() {
                let number = cells.get(space, code);
                answers[row] = self.said.bounds(number);
                if number == UNKNOWN {
                    todo.push(row as u32);
                }
            }
        } else {
            todo.extend(0..at.len() as u32);
        }
        if todo.is_empty() {
            return Ok(answers);
        }
        let (numbers, threshold, ply) = (&self.valued[tables].numbers, self.threshold, advice.plies - left);
        let told = Told { numbers, threshold, ply };
        let pick = |codes: &[Code], rows: &[u32]| -> Vec<Code> {
            rows.iter().map(|&row| codes[row as usize]).collect()
        };
        if let Some(hold) = &mut self.hold[whose] {
            let holds = hold.worths(engine, told, &pick(at, &todo), &pick(before, &todo))?;
            todo.iter().zip(holds).for_each(|(&row, most)| answers[row as usize].most = most);
        }
        if let Some(reach) = &mut self.reach[whose] {
            let holding: Vec<u32> =
                todo.iter().copied().filter(|&row| !answers[row as usize].are_known()).collect();
            let reached = reach.worths(engine, told, &pick(at, &holding), &pick(before, &holding))?;
            for (&row, reached) in holding.iter().zip(reached) {
                let answer = &mut answers[row as usize];
                answer.least = reached.min(answer.most);
            }
        }
        if let Some(plies) = &mut self.valued[tables].plies {
            let told = todo.iter().map(|&row| (at[row as usize], answers[row as usize]));
            plies.set_goals(engine, usize::from(side), told)?;
        } else if kept {
            let cells = self.valued[tables].goals(engine, key, side)?;
            for &row in &todo {
                cells.set(space, at[row as usize], self.said.number(answers[row as usize])?);
            }
        }
        Ok(answers)
    }

    /// Under which number is kept what goals say after an own move (0) or a reply (1).
    fn key(&self, whose: usize, left: u8) -> usize {
        let counts = [&self.hold[whose], &self.reach[whose]].into_iter().flatten().any(Goal::counts);
        if counts { usize::from(left) } else { 0 }
    }

    /// What trees are worth by the moves from positions, all with the same side to move.
    pub(super) fn onward<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<Worth>, Limit> {
        let Some(&first) = codes.first() else { return Ok(Vec::new()) };
        if self.valued[tables].plies.is_some() {
            let goes_on = self.settled(engine, tables, left, codes)?;
            return Ok(goes_on.into_iter().map(|goes_on| if goes_on { YES } else { NO }).collect());
        }
        let side = usize::from(turn(first).0 & 1);
        let space = engine.space();
        let cells = self.valued[tables].onward(engine, left, side)?;
        let mut todo = Vec::new();
        for &code in codes {
            if cells.get(space, code) == UNKNOWN {
                cells.set(space, code, PENDING);
                todo.push(code);
            }
        }
        self.keep_what_stays(engine, tables, left, side, &mut todo)?;
        for stretch in todo.chunks(STRETCH) {
            engine.go_on()?;
            let found = self.expand(engine, tables, left, stretch)?;
            let cells = self.valued[tables].onward(engine, left, side)?;
            for (&code, worth) in stretch.iter().zip(found) {
                cells.set(space, code, self.said.number(Bounds::known(worth))?);
            }
        }
        let cells = self.valued[tables].onward(engine, left, side)?;
        Ok(codes.iter().map(|&code| self.said.bounds(cells.get(space, code)).least).collect())
    }

    /// With more plies, what has been reached stays reached, and what could not be held is not held: so an answer for two plies
    /// less may be the answer. The others are left to be worked out.
    fn keep_what_stays<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        side: usize,
        todo: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let advice = engine.ground().advice(self.id)?;
        let stays = self.said.number(Bounds::known(if advice.has_reach() { YES } else { NO }))?;
        let onward = &mut self.valued[tables].onward;
        let (shallow, deep) = onward.split_at_mut(usize::from(left));
        let shallow = usize::from(left).checked_sub(2).and_then(|less| shallow[less][side].as_ref());
        let (Some(shallow), Some(deep), false) = (shallow, &mut deep[0][side], self.counts) else {
            return Ok(());
        };
        let space = engine.space();
        todo.retain(|&code| {
            let known = shallow.get(space, code) == stays;
            if known {
                deep.set(space, code, stays);
            }
            !known
        });
        Ok(())
    }

    /// Works out what trees are worth, by the moves from the positions.
    fn expand<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<Worth>, Limit> {
        let advice = engine.ground().advice(self.id)?;
        let own = codes.first().is_some_and(|&code| u16::from(turn(code).0) == advice.side);
        let side = Side { own };
        let mut best = vec![side.worst(); codes.len()];
        let space = engine.space();
        let everybody = space.endgame.everybody();
        let looks_back = left > 0 && self.looks_back(engine, usize::from(!own), left - 1)?;
        let known = if looks_back { None } else { self.known(tables, left, own, advice) };
        let fold = self.fold(tables);
        let mut moves = Moves::default();
        for (row, &code) in codes.iter().enumerate() {
            let start = moves.after.len();
            let (mut any, mut so_far) = (false, side.worst());
            let passes = advice.passes && !own;
            if passes {
                any = space.has_move(code, everybody);
                let replies = usize::from(any && left > 0);
                moves.parents.extend(std::iter::repeat_n(row as u32, replies));
                moves.after.extend(std::iter::repeat_n(handed_over(code, OFF), replies));
            }
            let movers = if passes { Slots::default() } else { everybody };
            space.successors(code, movers, |after| {
                any = true;
                if left == 0 {
                    return true;
                }
                // Most of what follows has been met before, and often one move decides.
                let bounds =
                    known.as_ref().map_or(Bounds::OPEN, |known| known.of(space, fold.first(space, after)));
                so_far = side.better(so_far, bounds);
                if side.is_open(so_far, bounds) {
                    moves.parents.push(row as u32);
                    moves.after.push(after);
                }
                so_far == side.best()
            });
            best[row] = so_far;
            if so_far == side.best() {
                moves.after.truncate(start);
                moves.parents.truncate(start);
            }
            moves.before.resize(moves.after.len(), code);
            if !any {
                let in_check = !space.is_legal(handed_over(code, OFF));
                let goes_on = if in_check { !own } else { advice.aim == Aim::Draw };
                best[row] = if goes_on { YES } else { NO };
            } else if left == 0 {
                best[row] = if advice.has_reach() { NO } else { YES };
            }
            debug_assert!(any || start == moves.after.len());
        }
        if left > 0 {
            self.constrain(engine, tables, left - 1, own, &mut moves)?;
            self.seen(engine, tables, left - 1, &mut moves.after)?;
            self.decide(engine, tables, left - 1, side, &moves, &mut best)?;
        }
        Ok(best)
    }

    /// What is known of the positions after a move, if that is all that counts.
    fn known(&self, tables: usize, left: u8, own: bool, advice: &Advice) -> Option<Known<'_>> {
        let left = left.checked_sub(1)?;
        if constraint(advice, own).is_some() {
            return None;
        }
        let (whose, side) = (usize::from(!own), usize::from(advice.side) ^ usize::from(own));
        let valued = &self.valued[tables];
        Some(Known {
            said: &self.said,
            has_goals: self.hold[whose].is_some() || self.reach[whose].is_some(),
            goals: valued.goals[self.key(whose, left)][side].as_ref(),
            onward: valued.onward[usize::from(left)][side].as_ref(),
        })
    }

    /// Decides positions by their moves: first by goals and by what is known already, then by asking on.
    fn decide<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        tables: usize,
        left: u8,
        side: Side,
        moves: &Moves,
        best: &mut [Worth],
    ) -> Result<(), Limit> {
        let Some(&first) = moves.after.first() else { return Ok(()) };
        let goals = self.goals(engine, tables, left, &moves.before, &moves.after)?;
        let space = engine.space();
        let turn = usize::from(turn(first).0 & 1);
        let fold = &self.folds[self.valued[tables].fold];
        let cells = self.valued[tables].onward(engine, left, turn)?;
        let mut open = Vec::new();
        for (row, &goal) in goals.iter().enumerate() {
            let best = &mut best[moves.parents[row] as usize];
            let mut bounds = goal;
            if !goal.are_known() {
                let onward = cells.get(space, fold.first(space, moves.after[row]));
                bounds = goal.narrowed(self.said.bounds(onward));
            }
            *best = side.better(*best, bounds);
            if side.is_open(*best, bounds) {
                open.push(row);
            }
        }
        open.retain(|&row| side.is_open(best[moves.parents[row] as usize], goals[row]));
        let codes: Vec<Code> = open.iter().map(|&row| fold.first(space, moves.after[row])).collect();
        let found = self.onward(engine, tables, left, &codes)?;
        for (&row, worth) in open.iter().zip(found) {
            let best = &mut best[moves.parents[row] as usize];
            *best = side.better(*best, Bounds::known(goals[row].limit(worth)));
        }
        Ok(())
    }
}

/// Who moves: the own side, which wants a tree to be worth much, or the other.
#[derive(Clone, Copy)]
struct Side {
    own: bool,
}

impl Side {
    fn worst(self) -> Worth {
        if self.own { NO } else { YES }
    }

    fn best(self) -> Worth {
        if self.own { YES } else { NO }
    }

    /// What a position is worth with one more move.
    #[inline]
    fn better(self, so_far: Worth, after: Bounds) -> Worth {
        if self.own { so_far.max(after.least) } else { so_far.min(after.most) }
    }

    /// Whether a move may still be better than what there is.
    #[inline]
    fn is_open(self, so_far: Worth, after: Bounds) -> bool {
        if self.own { after.most > so_far } else { after.least < so_far }
    }
}
