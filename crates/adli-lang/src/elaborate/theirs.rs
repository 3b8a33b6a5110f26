//! Trees that begin with a move of the other side: `can A` where he is to move.
//!
//! Whichever of his moves the advice looks at, the tree must go on from there. Goals are asked after it, and it is one of the plies. `each
//! move` binds the own moves as ever; `move` binds the first of them, which is then the second move of the tree. That is written out
//! here, move by move, down to the first own move; from there on the tree is like any other.

use crate::core::program::Constraint;
use crate::core::term::{AdviceId, DefId, Node, Pos, PosId, Quantifier, SIDES, Sort, TermId};
use crate::syntax::ast::Aim;

use super::Elaborator;
use super::advice::Reading;

impl Elaborator<'_> {
    /// Whether there is a tree of so many plies where the other side is to move.
    pub(super) fn begins_with_them(
        &mut self,
        reading: &Reading<'_>,
        id: AdviceId,
        plies: u8,
    ) -> Option<TermId> {
        let over = self.over_at_once(reading)?;
        let root = self.given(0);
        let no_move = self.ended(self.laws.no_move, root)?;
        let not_over = self.terms.not(no_move);
        let every = self.every_begins(reading, id, plies)?;
        let when = self.when(reading)?;
        let going_on = self.terms.and([when, not_over, every]);
        Some(self.terms.or([over, going_on]))
    }

    /// Whether the game is over where the other side is to move, and well for the advice.
    pub(super) fn over_at_once(&mut self, reading: &Reading<'_>) -> Option<TermId> {
        let root = self.given(0);
        let (no_move, mate) = (self.ended(self.laws.no_move, root)?, self.ended(self.laws.mate, root)?);
        let well = if reading.item.aim == Aim::Draw { self.terms.truth(true) } else { mate };
        let (turn, side) = (self.terms.turn(root), self.terms.value_of(SIDES, 1 - reading.side));
        let theirs = self.terms.eq(turn, side);
        let when = self.when(reading)?;
        Some(self.terms.and([theirs, when, no_move, well]))
    }

    /// Whether a tree goes on whatever the other side does first, of what is looked at.
    fn every_begins(&mut self, reading: &Reading<'_>, id: AdviceId, plies: u8) -> Option<TermId> {
        let root = self.given(0);
        if reading.passes {
            let passed = self.terms.position(Pos::Pass(root));
            return self.goes_on_after(reading, id, plies, passed);
        }
        let mv = self.terms.fresh_move();
        let after = self.terms.position(Pos::After(root, mv));
        let goes_on = self.goes_on_after(reading, id, plies, after)?;
        let looked_at = self.looked_at(reading, after)?;
        let men = looked_at.as_ref().map_or(self.endgame.everybody(), |replies| replies.men);
        let goes_on = match looked_at {
            Some(replies) => {
                let first = self.comes_first(reading, &replies)?;
                let asked = self.terms.and([replies.condition, first]);
                self.terms.implies(asked, goes_on)
            }
            None => goes_on,
        };
        Some(self.terms.over_moves(Quantifier::Every, root, men, mv, goes_on))
    }

    /// The replies that are looked at where a tree begins.
    fn looked_at(&mut self, reading: &Reading<'_>, after: PosId) -> Option<Option<Constraint>> {
        let root = self.given(0);
        self.replies_at(reading, root, after)
    }

    /// Whether no other reply comes before one of these in their order.
    fn comes_first(&mut self, reading: &Reading<'_>, replies: &Constraint) -> Option<TermId> {
        if replies.order.is_empty() {
            return Some(self.terms.truth(true));
        }
        let root = self.given(0);
        let mv = self.terms.fresh_move();
        let after = self.terms.position(Pos::After(root, mv));
        let Some(other) = self.looked_at(reading, after)? else { return Some(self.terms.truth(true)) };
        // The first number that differs decides.
        let mut before = self.terms.truth(false);
        for (mine, his) in replies.order.iter().zip(&other.order).rev() {
            let (less, more) = if mine.most { (mine.term, his.term) } else { (his.term, mine.term) };
            let (less, same) = (self.terms.less(less, more), self.terms.eq(mine.term, his.term));
            let later = self.terms.and([same, before]);
            before = self.terms.or([less, later]);
        }
        let better = self.terms.and([other.condition, before]);
        let better = self.terms.over_moves(Quantifier::Some, root, other.men, mv, better);
        Some(self.terms.not(better))
    }

    /// Whether a tree goes on after the first move, which was one of the other side.
    fn goes_on_after(&mut self, reading: &Reading<'_>, id: AdviceId, plies: u8, at: PosId) -> Option<TermId> {
        let root = self.given(0);
        let Some(first) = reading.clauses.first else {
            return Some(self.terms.forces(Node { advice: id, left: plies - 1, root, before: root, at }));
        };
        let goals = self.goals_at(reading, root, at)?;
        let [_, hold] = goals.hold;
        let reached = goals.reach[1].unwrap_or(self.terms.truth(false));
        let (no_move, stalemate) = (self.ended(self.laws.no_move, at)?, self.ended(self.laws.stalemate, at)?);
        let draw = self.terms.truth(reading.item.aim == Aim::Draw);
        let over = self.terms.and([draw, stalemate]);
        let has_reach = goals.reach.iter().any(Option::is_some);
        let onward = match plies.checked_sub(2) {
            None if has_reach => self.terms.truth(false),
            None => self.terms.not(no_move),
            Some(left) => {
                let mv = self.terms.fresh_move();
                let after = self.terms.position(Pos::After(at, mv));
                let (mut men, classes) = self.classes(reading, first, reading.side, at, after)?;
                let mut conditions = vec![self.terms.or(classes)];
                if let Some(each) =
                    self.constraint_at(reading, reading.clauses.each, reading.side, at, after)?
                {
                    men.0 &= each.men.0;
                    conditions.push(each.condition);
                }
                conditions.push(self.terms.forces(Node { advice: id, left, root, before: at, at: after }));
                let goes_on = self.terms.and(conditions);
                self.terms.over_moves(Quantifier::Some, at, men, mv, goes_on)
            }
        };
        let ends_or_goes_on = self.terms.or([reached, over, onward]);
        Some(self.terms.and([hold, ends_or_goes_on]))
    }

    /// Whether a law says that the game is over.
    fn ended(&mut self, law: Option<DefId>, at: PosId) -> Option<TermId> {
        Some(self.terms.call(law?, Sort::Bool, vec![at], Vec::new()))
    }
}
