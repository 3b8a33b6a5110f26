//! The numbers by which moves are ranked: `least e`, `most e`, `by least e`.
//!
//! A condition is false where a man on whom it relies has been captured. A number cannot be false. A captured man stands at
//! (0, 0), and a distance from there is not a distance; it would also depend on which corner the board is seen from. So such a
//! move has no number: it comes after all moves that have one, whether the least or the most is wanted, and two such moves are
//! equal. An author who means something else says so in a condition, and is told.

use crate::core::program::Key;
use crate::core::term::{Pos, PosId, Slot, Term, TermId};
use crate::diagnostic::Warning;
use crate::syntax::ast::{ExprKind, Preference};
use crate::{Code, Diagnostic};

use super::{Context, Elaborator};

/// The moves that are ranked.
pub(super) struct Moved {
    /// Whose moves they are.
    pub(super) side: u16,
    /// The position after the move.
    pub(super) after: PosId,
    /// The position before it, if that is not the root.
    pub(super) before: Option<PosId>,
    /// Whether it is a move of a tree, where anybody may be missing, even in the root; a strategy is asked where all men are there, and
    /// its move can only have captured one of the other side.
    pub(super) in_tree: bool,
    /// What is true of the move.
    pub(super) condition: TermId,
}

impl Elaborator<'_> {
    /// The keys of one preference among moves of a side that satisfy a condition, `after` being the position after the move.
    pub(super) fn rank_by(
        &mut self,
        ctx: &mut Context,
        preference: &Preference,
        moved: &Moved,
    ) -> Option<Vec<Key>> {
        ctx.mentions.clear();
        ctx.asked.clear();
        let key = self.key(ctx, &preference.key)?;
        if !self.ranks(preference, &key, moved.after) {
            return None;
        }
        // Of several numbers each is told by its own words.
        let spans = match &preference.key.kind {
            ExprKind::Tuple(parts) if parts.len() == key.len() => {
                parts.iter().map(|part| part.span).collect()
            }
            _ => vec![preference.key.span; key.len()],
        };
        let (most, key) = (preference.most, key.into_iter().zip(spans));
        let missing = self.may_be_missing(ctx, moved);
        if missing.is_empty() {
            return Some(key.map(|(term, span)| Key { most, term, span: Some(span) }).collect());
        }
        if moved.before.is_none() {
            let side = usize::from(moved.side);
            let captured = |&(pos, slot): &(PosId, Slot)| {
                pos == moved.after && self.endgame.man(slot).side.index() != side
            };
            let captured = missing.iter().copied().find(captured);
            captured.into_iter().for_each(|(_, slot)| self.warn_of_captures(preference, slot));
        }
        let alive: Vec<TermId> = missing.iter().map(|&(pos, slot)| self.terms.alive(pos, slot)).collect();
        let present = self.terms.and(alive);
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let last = Key { most: false, term: self.terms.choose(present, zero, one), span: None };
        let mut keys = vec![last];
        for (number, span) in key {
            keys.push(Key { most, term: self.terms.choose(present, number, zero), span: Some(span) });
        }
        Some(keys)
    }

    /// The men of whom a number speaks where they may have been captured.
    fn may_be_missing(&mut self, ctx: &Context, moved: &Moved) -> Vec<(PosId, Slot)> {
        let sure = self.parts(moved.condition);
        let mentions: Vec<(PosId, Slot)> = ctx.mentions.difference(&ctx.asked).copied().collect();
        let unsure = mentions.into_iter().filter(|&(pos, slot)| {
            let own = self.endgame.man(slot).side.index() == usize::from(moved.side);
            let looked_at = moved.in_tree || pos == moved.after && !own;
            let alive = self.terms.alive(pos, slot);
            looked_at && self.terms.as_bool(alive) != Some(true) && !sure.contains(&alive)
        });
        unsure.collect()
    }

    fn warn_of_captures(&mut self, preference: &Preference, slot: Slot) {
        let letter = self.endgame.man(slot).letter;
        let message = format!(
            "`{letter}` may have been captured here; a move that captures him comes after all others"
        );
        let help = format!(
            "say in the condition that he is there, or give captures a step of their own: `alive({letter}')`"
        );
        self.warnings.push(Warning::new(Code::MayBeCaptured, preference.key.span, message).help(help));
    }

    /// Whether a preference can tell moves apart; a complaint if not.
    fn ranks(&mut self, preference: &Preference, key: &[TermId], after: PosId) -> bool {
        let ranks = key.iter().any(|&term| self.observes(term, after));
        if !ranks {
            let message = "this is the same for every move: it does not speak of the position after the move";
            let name = if preference.most { "most" } else { "least" };
            let help = format!("put a prime: `{name} room'`");
            self.errors.push(Diagnostic::error(Code::SaysNothing, preference.key.span, message).help(help));
        }
        ranks
    }

    /// Whether a term looks at a position.
    pub(super) fn observes(&self, term: TermId, pos: PosId) -> bool {
        let comes_from = |node: &Term| node.positions().into_iter().any(|p| self.comes_from(p, pos));
        self.terms.reach([term]).any(|(_, node)| comes_from(node))
    }

    fn comes_from(&self, pos: PosId, origin: PosId) -> bool {
        pos == origin
            || match self.terms.pos(pos) {
                Pos::Given(_) => false,
                Pos::After(from, _) | Pos::Pass(from) | Pos::Image(from, _) => self.comes_from(from, origin),
            }
    }
}
