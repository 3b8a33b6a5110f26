//! One level of trees after the other.

use adli_lang::ast::Aim;
use adli_lang::{Advice, MovesFrom};

use super::cells::UNKNOWN;
use super::kept::{FAILS, GOES_ON, Known, NO, PENDING, REACHED, YES};
use super::moves::Moves;
use super::order::constraint;
use super::{Nodes, Trees, advice_of};
use crate::columns::Engine;
use crate::limit::Limit;
use crate::space::{Code, OFF, handed_over, turn};

/// How many positions are expanded at a time.
const STRETCH: usize = 4096;

impl Trees {
    /// Rows of nodes by the number of the tables for their roots.
    pub(super) fn grouped(
        &mut self,
        engine: &mut Engine<'_>,
        nodes: &Nodes<'_>,
        rows: Vec<u32>,
    ) -> Result<Vec<(usize, Vec<u32>)>, Limit> {
        if self.root_blocks.is_empty() {
            return Ok(vec![(self.number(engine, Vec::new(), true)?, rows)]);
        }
        // The moves of one root stand together.
        let mut roots: Vec<Code> = rows.iter().map(|&row| nodes.roots[row as usize]).collect();
        roots.dedup();
        let numbers = self.numbers_of(engine, &roots)?;
        let mut groups: Vec<(usize, Vec<u32>)> = Vec::new();
        let mut at = 0;
        for row in rows {
            while roots[at] != nodes.roots[row as usize] {
                at += 1;
            }
            match groups.iter_mut().find(|(number, _)| *number == numbers[at]) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((numbers[at], vec![row])),
            }
        }
        Ok(groups)
    }

    /// The numbers of the tables for some roots.
    pub(super) fn numbers_of(
        &mut self,
        engine: &mut Engine<'_>,
        roots: &[Code],
    ) -> Result<Vec<usize>, Limit> {
        let mut columns = Vec::new();
        for block in &mut self.root_blocks {
            columns.push(engine.over(block, roots)?);
        }
        let values = |row: usize| columns.iter().map(|column| column[row]).collect();
        let at_home = |row: usize| engine.space().is_home(roots[row]);
        (0..roots.len()).map(|row| self.number(engine, values(row), at_home(row))).collect()
    }

    /// Whether trees go on from rows of nodes whose roots agree.
    pub(super) fn over(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        nodes: &Nodes<'_>,
        rows: &[u32],
    ) -> Result<Vec<bool>, Limit> {
        if self.roots.is_none() {
            return self.searched(engine, left, nodes, rows);
        }
        let mut at: Vec<Code> = rows.iter().map(|&row| nodes.at[row as usize]).collect();
        let before: Vec<Code> = rows.iter().map(|&row| nodes.before[row as usize]).collect();
        self.seen(engine, values, left, &mut at)?;
        self.column(engine, values, left, &before, &at)
    }

    /// The positions that goals are asked about, all with the same side to move: those that count for their classes, unless
    /// goals look at the positions before as well.
    pub(super) fn seen(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        codes: &mut [Code],
    ) -> Result<(), Limit> {
        let Some(&first) = codes.first() else { return Ok(()) };
        let whose = usize::from(u16::from(turn(first).0) == advice_of(engine, self.id)?.side);
        if !self.looks_back(engine, whose, left)? {
            let (fold, space) = (self.fold(values), engine.space());
            codes.iter_mut().for_each(|code| *code = fold.first(space, *code));
        }
        Ok(())
    }

    /// The search of the plain interpreter, where the goals look at the root in a way of their own.
    fn searched(
        &self,
        engine: &Engine<'_>,
        left: u8,
        nodes: &Nodes<'_>,
        rows: &[u32],
    ) -> Result<Vec<bool>, Limit> {
        let mut found = Vec::with_capacity(rows.len());
        for &row in rows {
            engine.go_on()?;
            let state = |codes: &[Code]| engine.space().state(codes[row as usize]);
            let (root, before, at) = (state(nodes.roots), state(nodes.before), state(nodes.at));
            let mut interpreter = engine.interpreter(MovesFrom::Core);
            let forces = interpreter.forces(self.id, left, &root, &before, &at);
            found.push(forces.map_err(crate::replay::stopped)?);
        }
        Ok(found)
    }

    /// The same for positions as goals see them, with those before them.
    fn column(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        before: &[Code],
        at: &[Code],
    ) -> Result<Vec<bool>, Limit> {
        let goals = self.goals(engine, values, left, before, at)?;
        let open: Vec<Code> =
            goals.iter().zip(at).filter(|(goal, _)| **goal == GOES_ON).map(|(_, &code)| code).collect();
        let fold = self.fold(values);
        let open: Vec<Code> = open.into_iter().map(|code| fold.first(engine.space(), code)).collect();
        let mut onward = self.onward(engine, values, left, &open)?.into_iter();
        Ok(goals
            .iter()
            .map(|&goal| goal == REACHED || goal == GOES_ON && onward.next() == Some(true))
            .collect())
    }

    /// What goals say of positions, all with the same side to move.
    pub(super) fn goals(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        before: &[Code],
        at: &[Code],
    ) -> Result<Vec<u8>, Limit> {
        let Some(&first) = at.first() else { return Ok(Vec::new()) };
        let advice = advice_of(engine, self.id)?;
        let side = turn(first).0;
        // After a reply the own side is to move.
        let whose = usize::from(u16::from(side) == advice.side);
        if self.hold[whose].is_none() && self.reach[whose].is_none() {
            return Ok(vec![GOES_ON; at.len()]);
        }
        let key = if self.counts { usize::from(left) } else { 0 };
        let space = engine.space();
        let kept = !self.looks_back(engine, whose, left)?;
        let mut answers = vec![UNKNOWN; at.len()];
        let mut todo: Vec<u32> = Vec::new();
        if kept {
            let cells = self.valued[values].goals(engine, key, side)?;
            for (row, &code) in at.iter().enumerate() {
                answers[row] = cells.get(space, code);
                if answers[row] == UNKNOWN {
                    todo.push(row as u32);
                }
            }
        } else {
            todo.extend(0..at.len() as u32);
        }
        if todo.is_empty() {
            return Ok(answers);
        }
        let (numbers, ply) = (&self.valued[values].numbers, advice.plies - left);
        let pick = |codes: &[Code], rows: &[u32]| -> Vec<Code> {
            rows.iter().map(|&row| codes[row as usize]).collect()
        };
        if let Some(hold) = &mut self.hold[whose] {
            let holds = hold.over(engine, numbers, ply, &pick(at, &todo), &pick(before, &todo))?;
            todo.iter().zip(holds).for_each(|(&row, holds)| {
                answers[row as usize] = if holds != 0 { GOES_ON } else { FAILS };
            });
        } else {
            todo.iter().for_each(|&row| answers[row as usize] = GOES_ON);
        }
        if let Some(reach) = &mut self.reach[whose] {
            let holding: Vec<u32> =
                todo.iter().copied().filter(|&row| answers[row as usize] == GOES_ON).collect();
            let reached = reach.over(engine, numbers, ply, &pick(at, &holding), &pick(before, &holding))?;
            for (&row, reached) in holding.iter().zip(reached) {
                if reached != 0 {
                    answers[row as usize] = REACHED;
                }
            }
        }
        if kept {
            let cells = self.valued[values].goals(engine, key, side)?;
            todo.iter().for_each(|&row| cells.set(space, at[row as usize], answers[row as usize]));
        }
        Ok(answers)
    }

    /// How trees go on from positions where no goal has decided, all with the same side to move.
    pub(super) fn onward(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<bool>, Limit> {
        let Some(&first) = codes.first() else { return Ok(Vec::new()) };
        let side = usize::from(turn(first).0 & 1);
        let space = engine.space();
        let cells = self.valued[values].onward(engine, left, side)?;
        let mut todo = Vec::new();
        for &code in codes {
            if cells.get(space, code) == UNKNOWN {
                cells.set(space, code, PENDING);
                todo.push(code);
            }
        }
        self.keep_what_stays(engine, values, left, side, &mut todo)?;
        for stretch in todo.chunks(STRETCH) {
            engine.go_on()?;
            let found = self.expand(engine, values, left, stretch)?;
            let cells = self.valued[values].onward(engine, left, side)?;
            for (&code, holds) in stretch.iter().zip(found) {
                cells.set(space, code, if holds { YES } else { NO });
            }
        }
        let cells = self.valued[values].onward(engine, left, side)?;
        Ok(codes.iter().map(|&code| cells.get(space, code) == YES).collect())
    }

    /// With more plies, what has been reached stays reached, and what could not be held is not held: so an answer for two plies
    /// less may be the answer. The others are left to be worked out.
    fn keep_what_stays(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        side: usize,
        todo: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let advice = advice_of(engine, self.id)?;
        let stays = if advice.has_reach() { YES } else { NO };
        let onward = &mut self.valued[values].onward;
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

    /// Works out how trees go on, by the moves from the positions.
    fn expand(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        codes: &[Code],
    ) -> Result<Vec<bool>, Limit> {
        let advice = advice_of(engine, self.id)?;
        let own = codes.first().is_some_and(|&code| u16::from(turn(code).0) == advice.side);
        let mut decided: Vec<Option<bool>> = vec![None; codes.len()];
        let space = engine.space();
        let everybody = space.endgame.everybody();
        let looks_back = left > 0 && self.looks_back(engine, usize::from(!own), left - 1)?;
        let known = if looks_back { None } else { self.known(values, left, own, advice) };
        let fold = self.fold(values);
        let mut moves = Moves::default();
        for (row, &code) in codes.iter().enumerate() {
            let start = moves.after.len();
            let mut any = false;
            space.successors(code, everybody, |after| {
                any = true;
                if left == 0 {
                    return true;
                }
                // Most of what follows has been met before, and often one move decides.
                match known.as_ref().map_or(UNKNOWN, |known| known.of(space, fold.first(space, after))) {
                    YES if own => decided[row] = Some(true),
                    NO if !own => decided[row] = Some(false),
                    YES | NO => {}
                    _ => {
                        moves.parents.push(row as u32);
                        moves.after.push(after);
                    }
                }
                decided[row].is_some()
            });
            if decided[row].is_some() {
                moves.after.truncate(start);
                moves.parents.truncate(start);
            }
            moves.before.resize(moves.after.len(), code);
            if !any {
                let in_check = !space.is_legal(handed_over(code, OFF));
                decided[row] = Some(if in_check { !own } else { advice.aim == Aim::Draw });
            } else if left == 0 {
                decided[row] = Some(!advice.has_reach());
            }
            debug_assert!(any || start == moves.after.len());
        }
        if left > 0 {
            self.constrain(engine, values, left - 1, own, &mut moves)?;
            self.seen(engine, values, left - 1, &mut moves.after)?;
            self.decide(engine, values, left - 1, own, &moves, &mut decided)?;
        }
        // What nothing has decided: no own move succeeds, no reply fails.
        Ok(decided.into_iter().map(|decided| decided.unwrap_or(!own)).collect())
    }

    /// What is known of the positions after a move, if that is all that counts.
    fn known(&self, values: usize, left: u8, own: bool, advice: &Advice) -> Option<Known<'_>> {
        let left = usize::from(left.checked_sub(1)?);
        if constraint(advice, own).is_some() {
            return None;
        }
        let (whose, side) = (usize::from(!own), usize::from(advice.side) ^ usize::from(own));
        let valued = &self.valued[values];
        Some(Known {
            has_goals: self.hold[whose].is_some() || self.reach[whose].is_some(),
            goals: valued.goals[if self.counts { left } else { 0 }][side].as_ref(),
            onward: valued.onward[left][side].as_ref(),
        })
    }

    /// Decides positions by their moves: first by goals and by what is known already, then by asking on.
    fn decide(
        &mut self,
        engine: &mut Engine<'_>,
        values: usize,
        left: u8,
        own: bool,
        moves: &Moves,
        decided: &mut [Option<bool>],
    ) -> Result<(), Limit> {
        let Some(&first) = moves.after.first() else { return Ok(()) };
        let goals = self.goals(engine, values, left, &moves.before, &moves.after)?;
        let space = engine.space();
        let side = usize::from(turn(first).0 & 1);
        let fold = &self.folds[self.valued[values].fold];
        let cells = self.valued[values].onward(engine, left, side)?;
        let mut open = Vec::new();
        for (row, &goal) in goals.iter().enumerate() {
            let parent = moves.parents[row] as usize;
            let known = match goal {
                FAILS => NO,
                REACHED => YES,
                _ => cells.get(space, fold.first(space, moves.after[row])),
            };
            match known {
                YES if own => decided[parent] = Some(true),
                NO if !own => decided[parent] = Some(false),
                YES | NO => {}
                _ => open.push(row),
            }
        }
        open.retain(|&row| decided[moves.parents[row] as usize].is_none());
        let codes: Vec<Code> = open.iter().map(|&row| fold.first(space, moves.after[row])).collect();
        let found = self.onward(engine, values, left, &codes)?;
        for (&row, holds) in open.iter().zip(found) {
            if holds == own {
                decided[moves.parents[row] as usize] = Some(own);
            }
        }
        Ok(())
    }
}
