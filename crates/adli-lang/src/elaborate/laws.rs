//! The laws of chess, as terms for the men of this endgame.

use crate::Code;
use crate::core::program::{Laws, MoveRule};
use crate::core::term::{KINDS, Slot, Sort, TermId};
use crate::syntax::ast::{ItemKind, MovesItem};

use super::value::{Type, Value};
use super::{Context, Elaborator, Role};

impl Elaborator<'_> {
    pub(super) fn read_laws(&mut self) {
        let loaded = self.loaded;
        let Some(laws) = loaded.laws else { return };
        let items = &loaded.texts[laws].parsed.file.items;
        let moves =
            items.iter().find_map(|item| if let ItemKind::Moves(m) = &item.kind { Some(m) } else { None });
        let Some(moves) = moves else {
            let nowhere = crate::Span { source: loaded.texts[laws].source, start: 0, end: 0 };
            self.error(Code::LawsOnly, nowhere, "the laws do not say which moves there are");
            return;
        };
        let slots: Vec<Slot> = self.endgame.slots().map(|(slot, _)| slot).collect();
        let rules: Option<Vec<MoveRule>> =
            slots.iter().map(|&slot| self.move_rule(laws, moves, slot)).collect();
        self.laws = Laws {
            moves: rules.unwrap_or_default(),
            legal: self.law(laws, "legal"),
            check: self.law(laws, "check"),
            mate: self.law(laws, "mate"),
            stalemate: self.law(laws, "stalemate"),
            no_move: self.law(laws, "no_move"),
        };
        for (name, found) in [
            ("legal", self.laws.legal),
            ("check", self.laws.check),
            ("mate", self.laws.mate),
            ("stalemate", self.laws.stalemate),
            ("no_move", self.laws.no_move),
        ] {
            if found.is_none() && self.errors.is_empty() {
                let nowhere = crate::Span { source: loaded.texts[laws].source, start: 0, end: 0 };
                self.error(Code::LawsOnly, nowhere, format!("the laws do not define `{name}`"));
            }
        }
    }

    fn move_rule(&mut self, laws: usize, moves: &MovesItem, man: Slot) -> Option<MoveRule> {
        let (here, after) = (self.given(0), self.given(1));
        let mut ctx = Context::new(laws, Role::Change, Some(here), Some(after));
        let movers = self.expr(&mut ctx, &moves.mover.1, None);
        let Value::Men(men, _) = &movers.value else {
            self.wanted("men", &movers);
            return None;
        };
        let may_move = men.iter().find(|(slot, _)| *slot == man).map(|(_, condition)| *condition);
        let may_move = may_move.unwrap_or_else(|| self.terms.truth(false));
        let targets = self.set(&mut ctx, &moves.target.1)?;
        let target = self.terms.fresh(&moves.target.0.text, Sort::Square);
        ctx.locals.push((moves.mover.0.text.clone(), Value::Man(man, here)));
        let square = Value::Term(self.terms.var(target), Type::Square);
        ctx.locals.push((moves.target.0.text.clone(), square));
        let when = self.bool(&mut ctx, &moves.when)?;
        let captures = self.captures(&mut ctx, moves, man)?;
        let (promotes, promotions) = self.promotions(&mut ctx, moves)?;
        let passing = match &moves.passing {
            Some(expr) => {
                let placed = self.expr(&mut ctx, expr, Some(Type::Square));
                self.coerce(&mut ctx, &placed, Type::Square, "a square")?
            }
            None => {
                let zero = self.terms.int(0);
                self.terms.square(zero, zero)
            }
        };
        let provided = match &moves.provided {
            Some(expr) => self.bool(&mut ctx, expr)?,
            None => self.terms.truth(true),
        };
        Some(MoveRule {
            man,
            may_move,
            target,
            targets,
            when,
            captures,
            promotes,
            promotions,
            passing,
            provided,
        })
    }

    fn captures(&mut self, ctx: &mut Context, moves: &MovesItem, man: Slot) -> Option<Vec<(Slot, TermId)>> {
        let Some((name, condition)) = &moves.captures else { return Some(Vec::new()) };
        let here = self.given(0);
        let others: Vec<Slot> =
            self.endgame.slots().map(|(slot, _)| slot).filter(|&slot| slot != man).collect();
        let mut captures = Vec::new();
        for slot in others {
            let taken =
                self.with_local(ctx, name, Value::Man(slot, here), |e, ctx| e.bool(ctx, condition))?;
            let alive = self.terms.alive(here, slot);
            captures.push((slot, self.terms.and([alive, taken])));
        }
        Some(captures)
    }

    fn promotions(&mut self, ctx: &mut Context, moves: &MovesItem) -> Option<(TermId, Vec<u16>)> {
        let Some((kinds, condition)) = &moves.promotes else {
            return Some((self.terms.truth(false), Vec::new()));
        };
        let mut numbers = Vec::new();
        for kind in kinds {
            match self.enum_value(KINDS, &kind.text) {
                Some(number) => numbers.push(number),
                None => {
                    self.error(Code::LawsOnly, kind.span, format!("`{}` is no kind of man", kind.text));
                    return None;
                }
            }
        }
        Some((self.bool(ctx, condition)?, numbers))
    }
}
