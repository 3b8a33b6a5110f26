//! Sets written out, comprehensions and quantifiers.

use crate::core::term::{PosId, Quantifier, Slot, Slots, Sort, TermId};
use crate::syntax::ast::{Binder, Expr, Name, QuantifierOp};
use crate::{Code, Diagnostic, Span};

use super::value::{Placed, Type, Value};
use super::{Context, Elaborator};

impl Elaborator<'_> {
    /// `{a3, b3}`: squares make a set; numbers and named values make a list to the right of `in`.
    pub(super) fn braces(&mut self, ctx: &mut Context, parts: &[Expr], hint: Option<Type>) -> Value {
        let element = match hint {
            Some(Type::Set) | None => Some(Type::Square),
            other => other,
        };
        let mut values = Vec::new();
        let mut faulty = false;
        for part in parts {
            let placed = self.expr(ctx, part, element);
            match self.plain(ctx, &placed) {
                Some((term, ty)) => {
                    values.push((term, if ty == Type::Pair { Type::Square } else { ty }, part.span))
                }
                None => {
                    self.wanted("a square", &placed);
                    faulty = true;
                }
            }
        }
        let Some(&(_, first, _)) = values.first() else {
            return if faulty {
                Value::Faulty
            } else {
                Value::Term(self.terms.set_of(Vec::new()), Type::Set)
            };
        };
        for &(term, ty, span) in &values {
            if ty != first || matches!(ty, Type::Set | Type::Bool) {
                let what = if first == Type::Square { "a square" } else { "a value like the first" };
                self.wanted(what, &Placed { value: Value::Term(term, ty), span });
                faulty = true;
            }
        }
        if faulty {
            Value::Faulty
        } else if first == Type::Square {
            Value::Term(self.terms.set_of(values.into_iter().map(|(term, ..)| term).collect()), Type::Set)
        } else {
            Value::List(values.into_iter().map(|(term, ty, _)| (term, ty)).collect())
        }
    }

    pub(super) fn comprehension(
        &mut self,
        ctx: &mut Context,
        name: &Name,
        domain: Option<&Expr>,
        condition: &Expr,
    ) -> Value {
        let domain = match domain {
            Some(domain) => match self.set(ctx, domain) {
                Some(set) => Some(set),
                None => return Value::Faulty,
            },
            None => None,
        };
        if !self.bindable(ctx, name) {
            return Value::Faulty;
        }
        let var = self.terms.fresh(&name.text, Sort::Square);
        let square = Value::Term(self.terms.var(var), Type::Square);
        let condition = self.with_local(ctx, name, square, |e, ctx| e.bool(ctx, condition));
        let Some(condition) = condition else { return Value::Faulty };
        let those = self.terms.those(var, condition);
        let set = match domain {
            Some(domain) => self.terms.intersection(domain, those),
            None => those,
        };
        Value::Term(set, Type::Set)
    }

    pub(super) fn quantified(
        &mut self,
        ctx: &mut Context,
        op: QuantifierOp,
        binder: &Binder,
        body: &Expr,
        span: Span,
    ) -> Value {
        let op = match op {
            QuantifierOp::Some => Quantifier::Some,
            QuantifierOp::Every => Quantifier::Every,
            QuantifierOp::Count => Quantifier::Count,
            QuantifierOp::Sum => Quantifier::Sum,
        };
        let ty = match op {
            Quantifier::Some | Quantifier::Every => Type::Bool,
            Quantifier::Count | Quantifier::Sum => Type::Int,
        };
        let term = match binder {
            Binder::Move(men) => self.over_moves(ctx, op, men, body, span),
            Binder::In(name, domain) => {
                let domain = self.expr(ctx, domain, Some(Type::Set));
                if !self.bindable(ctx, name) {
                    return Value::Faulty;
                }
                match &domain.value {
                    Value::Men(men, pos) => self.over_men(ctx, op, name, men, *pos, body),
                    Value::Group(_, slots, pos) => {
                        let men: Vec<(Slot, TermId)> =
                            slots.iter().map(|&slot| (slot, self.terms.alive(*pos, slot))).collect();
                        self.over_men(ctx, op, name, &men, *pos, body)
                    }
                    Value::List(values) => self.over_values(ctx, op, name, values, body),
                    _ => self.over_squares(ctx, op, name, &domain, body),
                }
            }
        };
        term.map_or(Value::Faulty, |term| Value::Term(term, ty))
    }

    fn body(&mut self, ctx: &mut Context, op: Quantifier, body: &Expr) -> Option<TermId> {
        if op == Quantifier::Sum { self.int(ctx, body) } else { self.bool(ctx, body) }
    }

    fn over_squares(
        &mut self,
        ctx: &mut Context,
        op: Quantifier,
        name: &Name,
        domain: &Placed,
        body: &Expr,
    ) -> Option<TermId> {
        let set = self.coerce(ctx, domain, Type::Set, "a set of squares, or men")?;
        let var = self.terms.fresh(&name.text, Sort::Square);
        let square = Value::Term(self.terms.var(var), Type::Square);
        let body = self.with_local(ctx, name, square, |e, ctx| e.body(ctx, op, body))?;
        Some(self.terms.over_squares(op, var, set, body))
    }

    /// Quantifiers over men are written out, man by man.
    fn over_men(
        &mut self,
        ctx: &mut Context,
        op: Quantifier,
        name: &Name,
        men: &[(Slot, TermId)],
        pos: PosId,
        body: &Expr,
    ) -> Option<TermId> {
        let mut parts = Vec::new();
        for &(slot, condition) in men {
            // The man is there if the condition holds, so that nothing is relied upon.
            let before = ctx.mentions.clone();
            let read = self.with_local(ctx, name, Value::Man(slot, pos), |e, ctx| e.body(ctx, op, body))?;
            let base = self.base(pos);
            if !before.contains(&(base, slot)) {
                ctx.mentions.remove(&(base, slot));
            }
            parts.push((condition, read));
        }
        Some(self.written_out(op, parts))
    }

    fn over_values(
        &mut self,
        ctx: &mut Context,
        op: Quantifier,
        name: &Name,
        values: &[(TermId, Type)],
        body: &Expr,
    ) -> Option<TermId> {
        let mut parts = Vec::new();
        for &(term, ty) in values {
            let read = self.with_local(ctx, name, Value::Term(term, ty), |e, ctx| e.body(ctx, op, body))?;
            parts.push((self.terms.truth(true), read));
        }
        Some(self.written_out(op, parts))
    }

    fn written_out(&mut self, op: Quantifier, parts: Vec<(TermId, TermId)>) -> TermId {
        match op {
            Quantifier::Some => {
                let parts: Vec<_> = parts.into_iter().map(|(c, body)| self.terms.and([c, body])).collect();
                self.terms.or(parts)
            }
            Quantifier::Every => {
                let parts: Vec<_> = parts.into_iter().map(|(c, body)| self.terms.implies(c, body)).collect();
                self.terms.and(parts)
            }
            Quantifier::Count | Quantifier::Sum => {
                let mut sum = self.terms.int(0);
                let (zero, one) = (self.terms.int(0), self.terms.int(1));
                for (condition, body) in parts {
                    let part = if op == Quantifier::Count {
                        let both = self.terms.and([condition, body]);
                        self.terms.choose(both, one, zero)
                    } else {
                        self.terms.choose(condition, body, zero)
                    };
                    sum = self.terms.add(sum, part);
                }
                sum
            }
        }
    }

    /// The men that a text names by their letters; everybody if it names none.
    pub(super) fn movers(&mut self, text: usize, men: &[Name]) -> Option<Slots> {
        if men.is_empty() {
            return Some(self.endgame.everybody());
        }
        let mut slots: Vec<Slot> = Vec::new();
        let header = self.loaded.texts[text].header();
        for name in men {
            let letter = name.text.chars().next().unwrap_or(' ');
            let known =
                header.is_some_and(|h| h.sides.iter().any(|s| s.men.iter().any(|m| m.text == name.text)));
            let found = if known { self.men_called(text, letter) } else { Vec::new() };
            if found.is_empty() {
                if !name.text.is_empty() {
                    let letters: String = self.endgame.men.iter().map(|man| man.letter).collect();
                    let message = format!("`{}` is no man of this endgame", name.text);
                    let help = format!("the men are `{letters}`");
                    self.errors.push(Diagnostic::error(Code::UnknownName, name.span, message).help(help));
                }
                return None;
            }
            slots.extend(found);
        }
        Some(slots.into_iter().collect())
    }

    /// Over legal moves. The body is a clause: false where a man it relies on has just been captured.
    fn over_moves(
        &mut self,
        ctx: &mut Context,
        op: Quantifier,
        men: &[Name],
        body: &Expr,
        span: Span,
    ) -> Option<TermId> {
        let men = self.movers(ctx.text, men);
        let here = self.here(ctx, body.span)?;
        let mv = self.terms.fresh_move();
        let after = self.terms.position(crate::core::term::Pos::After(here, mv));
        self.moves_of_one_position(ctx, here, span);
        let outer = ctx.next.replace(after);
        ctx.over_moves.push((here, span));
        let body_term = self.body(ctx, op, body);
        ctx.over_moves.pop();
        ctx.next = outer;
        let body_term = body_term?;
        let present = self.present(ctx, after, |_| true);
        ctx.mentions.retain(|(pos, _)| *pos != after);
        ctx.asked.retain(|(pos, _)| *pos != after);
        let body_term = match op {
            Quantifier::Sum => {
                let zero = self.terms.int(0);
                self.terms.choose(present, body_term, zero)
            }
            _ => self.terms.and([present, body_term]),
        };
        Some(self.terms.over_moves(op, here, men?, mv, body_term))
    }

    /// `count(S)`.
    pub(super) fn count(&mut self, ctx: &mut Context, arguments: &[Expr], span: Span) -> Value {
        let [set] = arguments else {
            self.error(Code::WrongType, span, "`count` takes one set of squares");
            return Value::Faulty;
        };
        match self.set(ctx, set) {
            Some(set) => Value::Term(self.terms.count(set), Type::Int),
            None => Value::Faulty,
        }
    }
}
