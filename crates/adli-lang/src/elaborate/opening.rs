//! How a forcing tree begins: the classes of the first move, their order, and whether there is a tree at all.

use crate::Code;
use crate::core::program::{Definition, Key};
use crate::core::term::{AdviceId, DefId, Node, Pos, PosId, Quantifier, SIDES, Slots, Sort, TermId};
use crate::syntax::ast::{MoveClass, Preference};

use super::Elaborator;
use super::advice::{FirstMove, Reading};
use super::rank::Moved;

impl Elaborator<'_> {
    /// The first move, without the tree that follows it.
    pub(super) fn first_move(&mut self, reading: &Reading<'_>, after: PosId) -> Option<FirstMove> {
        let root = self.given(0);
        let mut parts = Vec::new();
        let mut conditions = self.relied_on(reading);
        for condition in &reading.clauses.when {
            let mut ctx = self.in_tree(reading, root, after, root);
            ctx.next = None;
            conditions.push(self.clause_in(&mut ctx, condition, &[root])?);
            parts.append(&mut ctx.parts);
        }
        let when = self.terms.and(conditions.clone());
        let (men, classes) = match reading.clauses.first {
            Some(first) => self.classes(reading, first, reading.side, root, after)?,
            None => (self.endgame.everybody(), vec![self.terms.truth(true)]),
        };
        let mut keys: Vec<Key> = self.class_key(&classes).into_iter().collect();
        let mut ranks: Vec<&Preference> = reading.clauses.prefer.clone();
        if let Some(each) = reading.clauses.each {
            let (_, classes) = self.classes(reading, &each.classes, reading.side, root, after)?;
            keys.extend(self.class_key(&classes));
            ranks.extend(&each.rank);
            conditions.push(self.terms.or(classes));
        }
        conditions.push(self.terms.or(classes));
        let condition = self.terms.and(conditions);
        let moved = Moved { side: reading.side, after, before: None, in_tree: true, condition };
        let prefer = self.rank(reading, ranks, &moved)?;
        Some(FirstMove { men, when, condition, classes: keys, prefer, parts })
    }

    /// Classes of moves of a side in their order, and who moves in one of them.
    pub(super) fn classes(
        &mut self,
        reading: &Reading<'_>,
        classes: &[MoveClass],
        side: u16,
        before: PosId,
        after: PosId,
    ) -> Option<(Slots, Vec<TermId>)> {
        let mut men = Slots::default();
        let mut found: Vec<TermId> = Vec::new();
        for class in classes {
            if found.last().is_some_and(|&last| self.terms.as_bool(last) == Some(true)) {
                let span = class.condition.as_ref().map_or(reading.item.name.span, |c| c.span);
                self.error(
                    Code::NoEffect,
                    span,
                    "nothing is left for this class: the one before it has every move",
                );
            }
            let moved = self.moved(reading, class, side, before, after)?;
            let condition = self.class_condition(reading, class, before, after)?;
            found.push(self.terms.and([moved, condition]));
            men.0 |= self.movers(reading.text, &class.men)?.0;
        }
        Some((men, found))
    }

    /// The number of the class that a move is in, if there are several.
    pub(super) fn class_key(&mut self, classes: &[TermId]) -> Option<Key> {
        if classes.len() < 2 {
            return None;
        }
        let mut number = self.terms.int(classes.len() as i32);
        for (at, &condition) in classes.iter().enumerate().rev() {
            let this = self.terms.int(at as i32);
            number = self.terms.choose(condition, this, number);
        }
        Some(Key { most: false, term: number, span: None })
    }

    /// The numbers that rank moves.
    pub(super) fn rank<'i>(
        &mut self,
        reading: &Reading<'_>,
        rank: impl IntoIterator<Item = &'i Preference>,
        moved: &Moved,
    ) -> Option<Vec<Key>> {
        let root = self.given(0);
        let before = moved.before.unwrap_or(root);
        let mut keys = Vec::new();
        for preference in rank {
            let mut ctx = self.in_tree(reading, before, moved.after, before);
            self.count_plies(&mut ctx, reading, before);
            keys.extend(self.rank_by(&mut ctx, preference, moved)?);
        }
        Some(keys)
    }

    /// Whether a man of a class has moved.
    fn moved(
        &mut self,
        reading: &Reading<'_>,
        class: &MoveClass,
        side: u16,
        before: PosId,
        after: PosId,
    ) -> Option<TermId> {
        if class.men.is_empty() {
            return Some(self.terms.truth(true));
        }
        let men = self.movers_of(reading, class, side)?;
        let own = self.endgame.slots().filter(|(_, man)| man.side.index() == usize::from(side));
        let own: Vec<_> = own.map(|(slot, _)| slot).filter(|&slot| men.contains(slot)).collect();
        let mut moved = Vec::new();
        for slot in own {
            let (from, to) = (self.terms.square_of(before, slot), self.terms.square_of(after, slot));
            let stays = self.terms.eq(from, to);
            moved.push(self.terms.not(stays));
        }
        Some(self.terms.or(moved))
    }

    /// `can A` at `Given(0)`: with the own side to move, one of the first moves has a tree; with the other side to
    /// move, every reply that is looked at leads into one.
    pub(super) fn can_definition(
        &mut self,
        reading: &Reading<'_>,
        id: AdviceId,
        name: &str,
        men: Slots,
    ) -> Option<DefId> {
        let body = self.can_within(reading, id, men, reading.plies)?;
        Some(self.define(Definition {
            name: format!("can {name}"),
            positions: 1,
            params: Vec::new(),
            sort: Sort::Bool,
            body,
            span: reading.item.name.span,
            parts: Vec::new(),
        }))
    }

    /// Whether there is a tree of so many plies, of which there are some.
    pub(super) fn can_within(
        &mut self,
        reading: &Reading<'_>,
        id: AdviceId,
        men: Slots,
        plies: u8,
    ) -> Option<TermId> {
        let root = self.given(0);
        let mv = self.terms.fresh_move();
        let after = self.terms.position(Pos::After(root, mv));
        let forces = self.terms.forces(Node { advice: id, left: plies - 1, root, before: root, at: after });
        let first = self.first_move(reading, after)?;
        let move_on = self.terms.and([first.condition, forces]);
        let own = self.terms.over_moves(Quantifier::Some, root, men, mv, move_on);
        let side = self.terms.value_of(SIDES, reading.side);
        let turn = self.terms.turn(root);
        let is_own = self.terms.eq(turn, side);
        let theirs = self.begins_with_them(reading, id, plies)?;
        Some(self.terms.choose(is_own, own, theirs))
    }

    /// What the root must satisfy.
    pub(super) fn when(&mut self, reading: &Reading<'_>) -> Option<TermId> {
        let root = self.given(0);
        let mut all = self.relied_on(reading);
        for condition in &reading.clauses.when {
            let mut ctx = self.in_tree(reading, root, root, root);
            ctx.next = None;
            all.push(self.clause_in(&mut ctx, condition, &[root])?);
        }
        Some(self.terms.and(all))
    }

    /// The men on whom what the advice is given relies are there.
    fn relied_on(&mut self, reading: &Reading<'_>) -> Vec<TermId> {
        let root = self.given(0);
        reading.relies.iter().map(|&slot| self.terms.alive(root, slot)).collect()
    }
}
