//! Play with sets: where moves lead from many positions at once, and from where they lead to many.

use adli_lang::term::{StrategyId, TermId};

use crate::atlas::Atlas;
use crate::board::Cast;
use crate::field::Field;
use crate::relation::{Move, members};
use crate::store::{BITS, Bit, Made, Set};

impl Atlas<'_> {
    /// The positions of a cast from which some of these moves lead into a field, or out of it.
    pub(crate) fn leading(&self, moves: &[Move], field: &Field, inside: bool) -> Made<Set> {
        let mut sets = Vec::new();
        for mv in moves {
            self.go_on()?;
            let board = self.board(mv.after)?;
            let there = match field.get(&board.cast) {
                Some(set) => {
                    let set = self.store.replace(set, &board.replacing(&self.store))?;
                    if inside { set } else { self.store.not(&set)? }
                }
                None => self.store.constant(!inside),
            };
            let cube = self.store.cube(usize::from(mv.man.0), 1)?;
            sets.push(self.store.some_square(&mv.legal, &there, &cube)?);
        }
        self.store.any(sets)
    }

    /// The positions to which these moves lead from a set.
    pub(crate) fn led_to(&self, moves: &[Move], set: &Set, to: &mut Field) -> Made<()> {
        for mv in moves {
            self.go_on()?;
            let man = usize::from(mv.man.0);
            // His old square is forgotten, and so are those of the men he takes.
            let mut there = self.store.some_square(&mv.legal, set, &self.store.cube(man, 0)?)?;
            for taken in members(mv.takes) {
                let cube = self.store.cube(usize::from(taken.0), 0)?;
                there = self.store.some_square(&there, &self.store.constant(true), &cube)?;
            }
            let own = |bit| {
                (self.store.variable(man, bit, 1), Bit::Variable(self.store.variable(man, bit, 0), false))
            };
            let there = self.store.replace(&there, &(0..BITS).map(own).collect())?;
            to.add(&self.store, &self.board(mv.after)?.cast.clone(), &there)?;
        }
        Ok(())
    }

    /// All positions that are met when a strategy is played from some, up to mate or what is as good.
    pub(crate) fn met(&mut self, strategy: StrategyId, from: &Field, or: Option<TermId>) -> Made<Field> {
        let mut met = Field::default();
        let mut fresh = from.clone();
        while !fresh.is_empty() {
            met = met.joined(&self.store, &fresh)?;
            let mut next = Field::default();
            for (cast, set) in fresh.iter() {
                let over = self.is_over(strategy, cast, or)?;
                let going_on = self.store.without(set, &over)?;
                let moves = self.played(strategy, cast)?;
                self.led_to(&moves, &going_on, &mut next)?;
            }
            fresh = next.restricted(&self.store, &met, false)?;
        }
        Ok(met)
    }

    /// The moves that are played: those of the strategy where it is asked, all of them where the other side moves, and none
    /// where a man has left and the strategy would be to move.
    pub(crate) fn played(&mut self, strategy: StrategyId, cast: &Cast) -> Made<Vec<Move>> {
        let asked = self.asked(strategy)?;
        if *cast == asked {
            return Ok(self.choice(strategy)?.moves().cloned().collect());
        }
        if cast.turn == asked.turn {
            return Ok(Vec::new());
        }
        Ok(self.cast_moves(cast)?.to_vec())
    }

    /// Where a play of a strategy has reached its aim: what is as good as mate, or mate after its move.
    pub(crate) fn is_over(&mut self, strategy: StrategyId, cast: &Cast, or: Option<TermId>) -> Made<Set> {
        let goal = match or {
            Some(or) => self.where_holds(or, cast)?,
            None => self.store.constant(false),
        };
        if cast.turn == self.asked(strategy)?.turn {
            return Ok(goal);
        }
        let mate = self.law(self.program.laws.mate, cast)?;
        self.store.or(&goal, &mate)
    }
}
