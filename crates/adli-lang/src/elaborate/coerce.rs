//! From values to terms of the sort that is wanted, with a message where that cannot be.

use crate::core::term::{PosId, Slot, TermId};
use crate::syntax::ast::Expr;
use crate::{Code, Diagnostic};

use super::value::{Placed, Type, Value};
use super::{Context, Elaborator};

impl Elaborator<'_> {
    /// What a value is, in words.
    pub(super) fn describe(&self, value: &Value) -> String {
        match value {
            Value::Term(_, ty) => self.describe_type(*ty),
            Value::Man(..) => "a man".to_owned(),
            Value::Group(letter, slots, _) => format!("the {} men `{letter}`", slots.len()),
            Value::Men(..) => "several men".to_owned(),
            Value::Tuple(_) => "a key of several numbers".to_owned(),
            Value::List(_) => "a list of values".to_owned(),
            Value::Strategy(_) => "a strategy".to_owned(),
            Value::Recogniser(_) => "a recogniser".to_owned(),
            Value::Faulty => "something unreadable".to_owned(),
        }
    }

    pub(super) fn describe_type(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "true or false".to_owned(),
            Type::Int => "a number".to_owned(),
            Type::Square => "a square".to_owned(),
            Type::Pair => "a pair of numbers".to_owned(),
            Type::Set => "a set of squares".to_owned(),
            Type::Man => "a man".to_owned(),
            Type::Enum(id) => {
                let name = &self.enums[usize::from(id.0)].name;
                let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                format!("{article} {name}")
            }
        }
    }

    /// Says that something else was wanted; says nothing if the value is faulty already.
    pub(super) fn wanted(&mut self, what: &str, found: &Placed) {
        if found.value == Value::Faulty {
            return;
        }
        let message = format!("expected {what}, found {}", self.describe(&found.value));
        let help = match (&found.value, what) {
            (Value::Group(letter, ..), "a square") => Some(format!(
                "there are several `{letter}`: say `some x in {letter}: ...` or `every x in {letter}: ...`"
            )),
            (Value::Term(_, Type::Square | Type::Pair) | Value::Man(..), "a number") => {
                Some("a square has `.file` and `.rank`".to_owned())
            }
            (Value::Term(_, Type::Square) | Value::Man(..), "a set of squares") => {
                Some("put it in braces: `{..}`".to_owned())
            }
            (Value::Strategy(_), _) => Some("a strategy has `.step` and `.allows`".to_owned()),
            (Value::Recogniser(_), _) => Some("a recogniser has `.answer` and `.rule`".to_owned()),
            _ => None,
        };
        self.errors.push(Diagnostic::error(Code::WrongType, found.span, message).maybe_help(help));
    }

    /// The square of a man, who is now relied upon.
    pub(super) fn man_square(&mut self, ctx: &mut Context, slot: Slot, pos: PosId) -> TermId {
        self.mention(ctx, slot, pos);
        self.terms.square_of(pos, slot)
    }

    pub(super) fn group_set(&mut self, slots: &[Slot], pos: PosId) -> TermId {
        let squares = slots.iter().map(|&slot| self.terms.square_of(pos, slot)).collect();
        self.terms.set_of(squares)
    }

    /// A value as a plain term with its type, if it is one.
    pub(super) fn plain(&mut self, ctx: &mut Context, placed: &Placed) -> Option<(TermId, Type)> {
        match &placed.value {
            Value::Term(term, ty) => Some((*term, *ty)),
            Value::Man(slot, pos) => Some((self.man_square(ctx, *slot, *pos), Type::Square)),
            Value::Group(_, slots, pos) => Some((self.group_set(slots, *pos), Type::Set)),
            Value::Men(men, pos) => {
                let mut set = self.terms.set_of(Vec::new());
                for &(slot, condition) in men {
                    let square = self.terms.square_of(*pos, slot);
                    let (one, none) = (self.terms.set_of(vec![square]), self.terms.set_of(Vec::new()));
                    let part = self.terms.choose(condition, one, none);
                    set = self.terms.union(set, part);
                }
                Some((set, Type::Set))
            }
            Value::Tuple(_) | Value::List(_) | Value::Strategy(_) | Value::Recogniser(_) | Value::Faulty => {
                None
            }
        }
    }

    fn of_type(&mut self, ctx: &mut Context, expr: &Expr, ty: Type, what: &str) -> Option<TermId> {
        let placed = self.expr(ctx, expr, Some(ty));
        self.coerce(ctx, &placed, ty, what)
    }

    pub(super) fn coerce(
        &mut self,
        ctx: &mut Context,
        placed: &Placed,
        ty: Type,
        what: &str,
    ) -> Option<TermId> {
        match self.plain(ctx, placed) {
            Some((term, found)) if found == ty || (found == Type::Pair && ty == Type::Square) => Some(term),
            _ => {
                self.wanted(what, placed);
                None
            }
        }
    }

    pub(super) fn bool(&mut self, ctx: &mut Context, expr: &Expr) -> Option<TermId> {
        let term = self.of_type(ctx, expr, Type::Bool, "something true or false")?;
        ctx.parts.push((expr.span, term));
        Some(term)
    }

    pub(super) fn int(&mut self, ctx: &mut Context, expr: &Expr) -> Option<TermId> {
        let term = self.of_type(ctx, expr, Type::Int, "a number")?;
        ctx.parts.push((expr.span, term));
        Some(term)
    }

    pub(super) fn set(&mut self, ctx: &mut Context, expr: &Expr) -> Option<TermId> {
        self.of_type(ctx, expr, Type::Set, "a set of squares")
    }

    /// The man that a value is, and the position where he is seen.
    pub(super) fn man(&mut self, ctx: &mut Context, expr: &Expr) -> Option<(Slot, PosId)> {
        let placed = self.expr(ctx, expr, Some(Type::Man));
        if let Value::Man(slot, pos) = placed.value {
            return Some((slot, pos));
        }
        self.wanted("a man", &placed);
        None
    }

    /// The numbers of a key: one number, a pair, or a tuple.
    pub(super) fn key(&mut self, ctx: &mut Context, expr: &Expr) -> Option<Vec<TermId>> {
        let placed = self.expr(ctx, expr, None);
        let key = self.key_of(&placed.value);
        if key.is_none() {
            self.wanted("a number or a key of several numbers", &placed);
        }
        key
    }

    pub(super) fn key_of(&mut self, value: &Value) -> Option<Vec<TermId>> {
        match value {
            Value::Tuple(parts) => Some(parts.clone()),
            Value::Term(term, Type::Int) => Some(vec![*term]),
            Value::Term(term, Type::Pair) => Some(vec![self.terms.file_of(*term), self.terms.rank_of(*term)]),
            _ => None,
        }
    }

    /// Notes that the text relies on a man in a position.
    pub(super) fn mention(&mut self, ctx: &mut Context, slot: Slot, pos: PosId) {
        let pos = self.base(pos);
        ctx.mentions.insert((pos, slot));
    }

    /// A position without passes and reflections, which change nobody's presence.
    pub(super) fn base(&self, pos: PosId) -> PosId {
        match self.terms.pos(pos) {
            crate::core::term::Pos::Pass(from) | crate::core::term::Pos::Image(from, _) => self.base(from),
            _ => pos,
        }
    }

    /// The condition that the men a clause relies on at `pos` are there, for those who may be missing.
    pub(super) fn present(
        &mut self,
        ctx: &Context,
        pos: PosId,
        may_be_missing: impl Fn(Slot) -> bool,
    ) -> TermId {
        let relied: Vec<Slot> = ctx
            .mentions
            .iter()
            .filter(|&&(at, slot)| at == pos && !ctx.asked.contains(&(at, slot)) && may_be_missing(slot))
            .map(|&(_, slot)| slot)
            .collect();
        let alive: Vec<TermId> = relied.into_iter().map(|slot| self.terms.alive(pos, slot)).collect();
        self.terms.and(alive)
    }
}
