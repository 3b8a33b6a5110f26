//! Comparisons, which chain: `a < x <= b` is `a < x and x <= b`.

use crate::core::term::TermId;
use crate::diagnostic::Warning;
use crate::syntax::ast::{CompareOp, Expr, ExprKind};
use crate::{Code, Diagnostic};

use super::claim::MAX_SIZE;
use super::value::{Placed, Type, Value};
use super::{BOARD, Context, Elaborator};

/// Whether an expression is the file or the rank of something.
fn is_line(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Field(_, name) => matches!(name.text.as_str(), "file" | "rank"),
        ExprKind::Group(inner) | ExprKind::Prime(inner) => is_line(inner),
        _ => false,
    }
}

impl Elaborator<'_> {
    pub(super) fn compare(&mut self, ctx: &mut Context, first: &Expr, rest: &[(CompareOp, Expr)]) -> Value {
        let mut left = self.expr(ctx, first, None);
        let mut left_expr = first;
        let mut parts = Vec::new();
        let mut faulty = false;
        for (op, right_expr) in rest {
            if matches!(op, CompareOp::Is | CompareOp::IsNot) {
                match self.is(ctx, &left, right_expr) {
                    Some(term) => parts.push(if *op == CompareOp::Is { term } else { self.terms.not(term) }),
                    None => faulty = true,
                }
                continue;
            }
            // Which values a name may stand for is not known if the left side is faulty; that has been told.
            if left.value == Value::Faulty && matches!(right_expr.kind, ExprKind::Name(_) | ExprKind::Set(_))
            {
                return Value::Faulty;
            }
            let hint = self.type_of(&left.value);
            let right = self.expr(ctx, right_expr, hint);
            match self.compared(ctx, &left, *op, &right) {
                Some(term) => parts.push(term),
                None => faulty = true,
            }
            self.compared_part(ctx, &left);
            self.compared_part(ctx, &right);
            self.warn_off_board(left_expr, *op, right_expr);
            (left, left_expr) = (right, right_expr);
        }
        if faulty { Value::Faulty } else { Value::Term(self.terms.and(parts), Type::Bool) }
    }

    /// Warns of `K.rank = 0` and the like, which files and ranks counted from 0 bring about.
    fn warn_off_board(&mut self, left: &Expr, op: CompareOp, right: &Expr) {
        let holds: fn(i32, i32) -> bool = match op {
            CompareOp::Equal => |a, b| a == b,
            CompareOp::Unequal => |a, b| a != b,
            CompareOp::Less => |a, b| a < b,
            CompareOp::AtMost => |a, b| a <= b,
            CompareOp::More => |a, b| a > b,
            CompareOp::AtLeast => |a, b| a >= b,
            _ => return,
        };
        let last = if self.every_size { MAX_SIZE as i32 } else { BOARD };
        let mut answers: Vec<bool> = match (&left.kind, &right.kind) {
            (_, ExprKind::Number(n)) if is_line(left) => (1..=last).map(|line| holds(line, *n)).collect(),
            (ExprKind::Number(n), _) if is_line(right) => (1..=last).map(|line| holds(*n, line)).collect(),
            _ => return,
        };
        answers.dedup();
        if let [answer] = answers[..] {
            let word = if answer { "always" } else { "never" };
            let end = if self.every_size { "on".to_owned() } else { format!("to {BOARD}") };
            let message = format!("this is {word} true: files and ranks are numbered from 1 {end}");
            self.warnings.push(Warning::new(Code::Constant, left.span.to(right.span), message));
        }
    }

    /// Keeps what is compared for explanations.
    fn compared_part(&mut self, ctx: &mut Context, placed: &Placed) {
        if let Value::Term(term, _) = placed.value {
            ctx.parts.push((placed.span, term));
        }
    }

    fn type_of(&self, value: &Value) -> Option<Type> {
        match value {
            Value::Term(_, ty) => Some(*ty),
            Value::Man(..) => Some(Type::Square),
            _ => None,
        }
    }

    fn compared(
        &mut self,
        ctx: &mut Context,
        left: &Placed,
        op: CompareOp,
        right: &Placed,
    ) -> Option<TermId> {
        match op {
            CompareOp::Equal => self.equal(ctx, left, right),
            CompareOp::Unequal => {
                let equal = self.equal(ctx, left, right)?;
                Some(self.terms.not(equal))
            }
            CompareOp::Less => self.less(left, right, false),
            CompareOp::AtMost => self.less(left, right, true),
            CompareOp::More => self.less(right, left, false),
            CompareOp::AtLeast => self.less(right, left, true),
            CompareOp::In => self.member(ctx, left, right),
            CompareOp::NotIn => {
                let member = self.member(ctx, left, right)?;
                Some(self.terms.not(member))
            }
            CompareOp::Subset => {
                let a = self.coerce(ctx, left, Type::Set, "a set of squares")?;
                let b = self.coerce(ctx, right, Type::Set, "a set of squares")?;
                Some(self.terms.subset(a, b))
            }
            // Handled by the caller: the right side is no value of its own.
            CompareOp::Is | CompareOp::IsNot => None,
        }
    }

    fn equal(&mut self, ctx: &mut Context, left: &Placed, right: &Placed) -> Option<TermId> {
        if let (Value::Tuple(a), Value::Tuple(b)) = (&left.value, &right.value)
            && a.len() == b.len()
        {
            let equal: Vec<TermId> = a.iter().zip(b).map(|(&a, &b)| self.terms.eq(a, b)).collect();
            return Some(self.terms.and(equal));
        }
        match (self.plain(ctx, left), self.plain(ctx, right)) {
            (Some((a, first)), Some((b, second))) if first.sort() == second.sort() => {
                Some(self.terms.eq(a, b))
            }
            _ => {
                self.differ(left, right);
                None
            }
        }
    }

    /// Complains that two values cannot be compared.
    fn differ(&mut self, left: &Placed, right: &Placed) {
        if left.value == Value::Faulty || right.value == Value::Faulty {
            return;
        }
        let (first, second) = (self.describe(&left.value), self.describe(&right.value));
        let message = format!("{first} cannot be compared with {second}");
        let help = match (&left.value, &right.value) {
            (Value::Group(letter, ..), _) | (_, Value::Group(letter, ..)) => {
                Some(format!("there are several `{letter}`: say `some x in {letter}: ...`"))
            }
            (Value::Term(_, Type::Square) | Value::Man(..), Value::Term(_, Type::Set)) => {
                Some("membership is written `in`".to_owned())
            }
            (Value::Man(..) | Value::Term(_, Type::Square), Value::Term(_, Type::Int)) => {
                Some("a square has `.file` and `.rank`, both counted from 1".to_owned())
            }
            _ => None,
        };
        let diagnostic =
            Diagnostic::error(Code::WrongType, right.span, message).note(left.span, first).maybe_help(help);
        self.errors.push(diagnostic);
    }

    /// `left < right`, or `left <= right`; keys are compared from their first number on.
    fn less(&mut self, left: &Placed, right: &Placed, or_equal: bool) -> Option<TermId> {
        let (a, b) = (self.key_of(&left.value), self.key_of(&right.value));
        let (Some(a), Some(b)) = (a, b) else {
            let faulty = left.value == Value::Faulty || right.value == Value::Faulty;
            if !faulty {
                let wrong = if self.key_of(&left.value).is_some() { right } else { left };
                self.wanted("a number", wrong);
            }
            return None;
        };
        if a.len() != b.len() {
            self.differ(left, right);
            return None;
        }
        Some(self.lexicographic(&a, &b, or_equal))
    }

    fn lexicographic(&mut self, a: &[TermId], b: &[TermId], or_equal: bool) -> TermId {
        let mut result = self.terms.truth(or_equal);
        if let ([a], [b]) = (a, b) {
            return if or_equal { self.terms.at_most(*a, *b) } else { self.terms.less(*a, *b) };
        }
        for (&a, &b) in a.iter().zip(b).rev() {
            let less = self.terms.less(a, b);
            let equal = self.terms.eq(a, b);
            let tie = self.terms.and([equal, result]);
            result = self.terms.or([less, tie]);
        }
        result
    }

    fn member(&mut self, ctx: &mut Context, left: &Placed, right: &Placed) -> Option<TermId> {
        let values = match &right.value {
            Value::List(values) => values.clone(),
            Value::Faulty => return None,
            _ => {
                let square = self.coerce(ctx, left, Type::Square, "a square");
                let set = self.coerce(ctx, right, Type::Set, "a set of squares")?;
                return Some(self.terms.member(square?, set));
            }
        };
        let (term, ty) = self.plain(ctx, left)?;
        let mut equal = Vec::new();
        for (value, other) in values {
            if other != ty {
                self.differ(left, &Placed { value: Value::Term(value, other), span: right.span });
                return None;
            }
            equal.push(self.terms.eq(term, value));
        }
        Some(self.terms.or(equal))
    }
}
