//! The few functions that every text knows.

use adli_chess::{Colour, Kind};

use crate::core::term::{KINDS, OUTCOMES, PosId, SIDES, TermId};
use crate::syntax::ast::{Expr, Name};
use crate::{Code, Span};

use super::call::wrong_number;
use super::value::{Type, Value};
use super::{Context, Elaborator};

impl Elaborator<'_> {
    pub(super) fn known_function(
        &mut self,
        ctx: &mut Context,
        name: &Name,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Value> {
        let expected = match name.text.as_str() {
            "count" => return Some(self.count(ctx, arguments, span)),
            "plies" => {
                if let [of] = arguments {
                    return Some(self.plies_of(ctx, of));
                }
                1
            }
            "min" | "max" => 2,
            "abs" | "men" | "king" | "side" | "kind" | "alive" | "captured" | "promoted" | "other"
            | "value" => 1,
            _ => return None,
        };
        if arguments.len() != expected {
            let message = wrong_number(&name.text, expected, arguments.len());
            self.error(Code::WrongArguments, span, message);
            return Some(Value::Faulty);
        }
        Some(self.known_call(ctx, name, arguments).unwrap_or(Value::Faulty))
    }

    fn known_call(&mut self, ctx: &mut Context, name: &Name, arguments: &[Expr]) -> Option<Value> {
        Some(match name.text.as_str() {
            "min" | "max" => {
                let (a, b) = (self.int(ctx, &arguments[0]), self.int(ctx, &arguments[1]));
                let (a, b) = (a?, b?);
                let term = if name.text == "min" { self.terms.min(a, b) } else { self.terms.max(a, b) };
                Value::Term(term, Type::Int)
            }
            "abs" => {
                let a = self.int(ctx, &arguments[0])?;
                Value::Term(self.terms.abs(a), Type::Int)
            }
            "men" | "king" | "other" | "value" => {
                let placed = self.expr(ctx, &arguments[0], Some(Type::Enum(SIDES)));
                let side = self.coerce(ctx, &placed, Type::Enum(SIDES), "a side")?;
                if name.text == "other" {
                    return Some(Value::Term(self.terms.other(side), Type::Enum(SIDES)));
                }
                let here = self.here(ctx, name.span)?;
                match name.text.as_str() {
                    "men" => self.men(here, Some(side)),
                    "king" => Value::Term(self.king(here, side)?, Type::Square),
                    _ => {
                        self.claims_only(ctx, &name.text, name.span);
                        Value::Term(self.terms.outcome(here, side), Type::Enum(OUTCOMES))
                    }
                }
            }
            _ => {
                let (slot, pos) = self.man(ctx, &arguments[0])?;
                let base = self.base(pos);
                let man = self.endgame.man(slot);
                match name.text.as_str() {
                    "side" => {
                        Value::Term(self.terms.value_of(SIDES, man.side.index() as u16), Type::Enum(SIDES))
                    }
                    "kind" => Value::Term(self.terms.kind(pos, slot), Type::Enum(KINDS)),
                    "promoted" => {
                        let now = self.terms.kind(pos, slot);
                        let pawn = self.terms.value_of(KINDS, Kind::Pawn.index() as u16);
                        let still = self.terms.eq(now, pawn);
                        let at_home = self.cast_of(ctx.text).0[usize::from(slot.0)];
                        let was_pawn = self.terms.truth(at_home.unwrap_or(man.kind) == Kind::Pawn);
                        let promoted = self.terms.not(still);
                        Value::Term(self.terms.and([was_pawn, promoted]), Type::Bool)
                    }
                    _ => {
                        ctx.asked.insert((base, slot));
                        let alive = self.terms.alive(pos, slot);
                        let term = if name.text == "alive" { alive } else { self.terms.not(alive) };
                        Value::Term(term, Type::Bool)
                    }
                }
            }
        })
    }

    fn king(&mut self, here: PosId, side: TermId) -> Option<TermId> {
        let (white, black) = (self.endgame.king(Colour::White)?, self.endgame.king(Colour::Black)?);
        let (white, black) = (self.terms.square_of(here, white), self.terms.square_of(here, black));
        let first = self.terms.value_of(SIDES, 0);
        let is_first = self.terms.eq(side, first);
        Some(self.terms.choose(is_first, white, black))
    }
}
