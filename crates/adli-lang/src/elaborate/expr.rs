//! Expressions.

use crate::core::levels::{MAX_LEVELS, too_deep};
use crate::core::term::{Pos, PosId, SIDES, Sort, TermId};
use crate::syntax::ast::{Arm, BinaryOp, Expr, ExprKind, LineKind, Name};
use crate::{Code, Diagnostic, Span};

use super::value::{Placed, Type, Value};
use super::{BOARD, Context, Elaborator, MAX_TERMS, MAX_WORK, Role};

/// How many numbers may be compared one after the other.
const MAX_KEY: usize = 64;

impl Elaborator<'_> {
    /// Reads an expression. `hint` is the type that would be welcome; names of values depend on it.
    pub(super) fn expr(&mut self, ctx: &mut Context, expr: &Expr, hint: Option<Type>) -> Placed {
        let span = expr.span;
        self.work += 1;
        if self.depth >= MAX_LEVELS || self.work > MAX_WORK || self.terms.len() > MAX_TERMS {
            // The first complaint is enough.
            if self.work == usize::MAX {
            } else if self.depth >= MAX_LEVELS {
                self.errors.push(too_deep(span));
            } else {
                let message = "this text means too much: what it says is too large to write out";
                let help =
                    "use fewer quantifiers over men inside one another, or shorter chains of definitions";
                self.errors.push(Diagnostic::error(Code::TooLarge, span, message).help(help));
            }
            self.work = usize::MAX - 1;
            return Placed { value: Value::Faulty, span };
        }
        self.depth += 1;
        self.terms.stand_at(span);
        let value = self.value(ctx, expr, hint);
        self.terms.stand_at(span);
        self.depth -= 1;
        Placed { value, span }
    }

    fn value(&mut self, ctx: &mut Context, expr: &Expr, hint: Option<Type>) -> Value {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Faulty => Value::Faulty,
            ExprKind::Number(number) => Value::Term(self.terms.int(*number), Type::Int),
            ExprKind::Truth(truth) => Value::Term(self.terms.truth(*truth), Type::Bool),
            ExprKind::Square(file, rank) => {
                let (file, rank) = (self.terms.int(i32::from(*file)), self.terms.int(i32::from(*rank)));
                Value::Term(self.terms.square(file, rank), Type::Square)
            }
            ExprKind::Name(text) => self.name(ctx, text, span, hint),
            ExprKind::Call(name, arguments) => self.called(ctx, name, arguments, span),
            ExprKind::Field(of, field) => {
                // A step of one who goes on: `queen.squeeze`.
                let value = dotted(expr).zip(hint).and_then(|(name, hint)| match hint {
                    Type::Enum(id) => Some((id, self.enum_value(id, &name)?)),
                    _ => None,
                });
                match value {
                    Some((id, value)) => Value::Term(self.terms.value_of(id, value), Type::Enum(id)),
                    None => self.field(ctx, of, field),
                }
            }
            ExprKind::Prime(inner) => match self.next(ctx, span) {
                Some(next) => self.read_at(ctx, inner, hint, next),
                None => Value::Faulty,
            },
            ExprKind::At(inner, names) => self.at(ctx, inner, names, hint),
            ExprKind::Throughout(inner) => {
                let play = ctx.play.clone();
                if play.is_empty() {
                    self.error(
                        Code::UnknownPosition,
                        span,
                        "only a lemma about a play has positions to go through",
                    );
                    return Value::Faulty;
                }
                self.at_all(ctx, inner, &play)
            }
            ExprKind::AfterPass(inner) => match self.here(ctx, span) {
                Some(here) => {
                    let pass = self.terms.position(Pos::Pass(here));
                    self.read_at(ctx, inner, hint, pass)
                }
                None => Value::Faulty,
            },
            ExprKind::UpToSymmetry(inner) => self.up_to_symmetry(ctx, inner, span),
            ExprKind::ToMove(side) => self.side_to_move(ctx, side),
            ExprKind::Line(kind, number) => self.line(ctx, *kind, number),
            ExprKind::Set(parts) => self.braces(ctx, parts, hint),
            ExprKind::Comprehension(name, domain, condition) => {
                self.comprehension(ctx, name, domain.as_deref(), condition)
            }
            ExprKind::Tuple(parts) => self.tuple(ctx, parts),
            ExprKind::Group(inner) => self.expr(ctx, inner, hint).value,
            ExprKind::Not(inner) => match self.bool(ctx, inner) {
                Some(term) => Value::Term(self.terms.not(term), Type::Bool),
                None => Value::Faulty,
            },
            ExprKind::Negative(inner) => match self.int(ctx, inner) {
                Some(term) => {
                    let zero = self.terms.int(0);
                    Value::Term(self.terms.sub(zero, term), Type::Int)
                }
                None => Value::Faulty,
            },
            ExprKind::Chain(first, rest) => self.chain(ctx, first, rest),
            ExprKind::Compare(first, rest) => self.compare(ctx, first, rest),
            ExprKind::If(condition, yes, no) => {
                let condition = self.bool(ctx, condition);
                let yes = self.expr(ctx, yes, hint);
                let no = self.expr(ctx, no, hint);
                match condition {
                    Some(condition) => self.choose(ctx, condition, &yes, &no),
                    None => Value::Faulty,
                }
            }
            ExprKind::Case(subject, arms, otherwise) => {
                self.case(ctx, subject.as_deref(), arms, otherwise.as_deref(), span, hint)
            }
            ExprKind::Let(name, value, body) => {
                let value = self.expr(ctx, value, None).value;
                if !self.bindable(ctx, name) {
                    return Value::Faulty;
                }
                self.with_local(ctx, name, value, |e, ctx| e.expr(ctx, body, hint).value)
            }
            ExprKind::Quantified(op, binder, body) => self.quantified(ctx, *op, binder, body, span),
            ExprKind::Can(asked, against) => self.can(ctx, asked, against.as_ref()),
            ExprKind::LeadsTo(name, ..) => {
                self.not_yet(name.span, "`leads to`");
                Value::Faulty
            }
        }
    }

    pub(super) fn with_local<T>(
        &mut self,
        ctx: &mut Context,
        name: &Name,
        value: Value,
        read: impl FnOnce(&mut Self, &mut Context) -> T,
    ) -> T {
        ctx.locals.push((name.text.clone(), value));
        let read = read(self, ctx);
        ctx.locals.pop();
        read
    }

    /// The position after the move under discussion.
    pub(super) fn next(&mut self, ctx: &Context, span: Span) -> Option<PosId> {
        if ctx.next.is_none() {
            let (message, help) = match ctx.role {
                Role::Def => (
                    "a prime in a `def`: a definition speaks of one position",
                    "make it a `change`, or say over which moves: `some move: ...`",
                ),
                Role::Play => ("after which move? a play has several", "say `at p1`"),
                _ => (
                    "there is no move here that a prime could mean",
                    "say over which moves: `some move: ...`",
                ),
            };
            self.errors.push(Diagnostic::error(Code::NoMove, span, message).help(help));
        }
        ctx.next
    }

    /// Reads an expression at another position, where no move is under discussion.
    fn read_at(&mut self, ctx: &mut Context, inner: &Expr, hint: Option<Type>, pos: PosId) -> Value {
        let before = (ctx.here, ctx.next);
        (ctx.here, ctx.next) = (Some(pos), None);
        let value = self.expr(ctx, inner, hint).value;
        (ctx.here, ctx.next) = before;
        value
    }

    fn at(&mut self, ctx: &mut Context, inner: &Expr, names: &[Name], hint: Option<Type>) -> Value {
        let mut positions = Vec::new();
        for name in names {
            let number = name.text.strip_prefix('p').and_then(|digits| digits.parse::<usize>().ok());
            let of_tree = match (name.text.as_str(), ctx.tree) {
                ("root", Some((root, _))) => Some(root),
                ("before", Some((_, before))) => Some(before),
                _ => None,
            };
            match of_tree.or_else(|| ctx.play.get(number?).copied()) {
                Some(pos) => positions.push(pos),
                None if name.text.is_empty() => return Value::Faulty,
                None => {
                    let message = format!("there is no position `{}` here", name.text);
                    let help = match ctx.play.len() {
                        0 if ctx.tree.is_some() => "a tree has `root` and `before`".to_owned(),
                        0 => "positions have names only in advice and in lemmas about a play".to_owned(),
                        n => format!("the play has `p0` to `p{}`", n - 1),
                    };
                    self.errors.push(Diagnostic::error(Code::UnknownPosition, name.span, message).help(help));
                    return Value::Faulty;
                }
            }
        }
        match positions[..] {
            [pos] => self.read_at(ctx, inner, hint, pos),
            _ => self.at_all(ctx, inner, &positions),
        }
    }

    fn at_all(&mut self, ctx: &mut Context, inner: &Expr, positions: &[PosId]) -> Value {
        let mut parts = Vec::new();
        for &pos in positions {
            let value = self.read_at(ctx, inner, Some(Type::Bool), pos);
            let placed = Placed { value, span: inner.span };
            match self.coerce(ctx, &placed, Type::Bool, "something true or false") {
                Some(term) => parts.push(term),
                None => return Value::Faulty,
            }
        }
        Value::Term(self.terms.and(parts), Type::Bool)
    }

    fn up_to_symmetry(&mut self, ctx: &mut Context, inner: &Expr, span: Span) -> Value {
        let Some(here) = self.here(ctx, span) else { return Value::Faulty };
        // The images are those of the whole endgame, and a pawn, though he may be gone by then, leaves two of eight.
        let pawn = Some(adli_chess::Kind::Pawn);
        if self.endgame.has_pawns() && !self.cast_of(ctx.text).0.contains(&pawn) {
            let message =
                "`up to symmetry` means eight images in this text, and only two in an endgame with a pawn";
            let help = "write the images out, or use a text that does without";
            let used = self.loaded.use_of(ctx.text).map(|place| (place, "used here"));
            let complaint = Diagnostic::error(Code::ImportSymmetry, span, message).help(help);
            self.errors.push(used.into_iter().fold(complaint, |c, (place, said)| c.note(place, said)));
            return Value::Faulty;
        }
        let symmetry = self.terms.fresh_symmetry();
        let image = self.terms.position(Pos::Image(here, symmetry));
        let value = self.read_at(ctx, inner, Some(Type::Bool), image);
        match self.coerce(ctx, &Placed { value, span: inner.span }, Type::Bool, "something true or false") {
            Some(term) => Value::Term(self.terms.some_symmetry(symmetry, term), Type::Bool),
            None => Value::Faulty,
        }
    }

    fn side_to_move(&mut self, ctx: &mut Context, side: &Name) -> Value {
        let (Some(side_number), Some(here)) = (self.side(ctx.text, side), self.here(ctx, side.span)) else {
            return Value::Faulty;
        };
        let turn = self.terms.turn(here);
        let side = self.terms.value_of(SIDES, side_number);
        Value::Term(self.terms.eq(turn, side), Type::Bool)
    }

    fn line(&mut self, ctx: &mut Context, kind: LineKind, number: &Expr) -> Value {
        if let ExprKind::Number(line) = number.kind
            && !(1..=BOARD).contains(&line)
        {
            self.error(
                Code::NumberRange,
                number.span,
                format!("files and ranks are numbered from 1 to {BOARD}"),
            );
            return Value::Faulty;
        }
        let Some(number) = self.int(ctx, number) else { return Value::Faulty };
        let var = self.terms.fresh("s", Sort::Square);
        let square = self.terms.var(var);
        let coordinate = match kind {
            LineKind::File => self.terms.file_of(square),
            LineKind::Rank => self.terms.rank_of(square),
        };
        let on = self.terms.eq(coordinate, number);
        Value::Term(self.terms.those(var, on), Type::Set)
    }

    fn tuple(&mut self, ctx: &mut Context, parts: &[Expr]) -> Value {
        if let Some(first) = parts.get(MAX_KEY) {
            self.error(Code::TooLarge, first.span, format!("a key has at most {MAX_KEY} numbers"));
            return Value::Faulty;
        }
        let numbers: Vec<Option<TermId>> = parts.iter().map(|part| self.int(ctx, part)).collect();
        let Some(numbers) = numbers.into_iter().collect::<Option<Vec<_>>>() else { return Value::Faulty };
        match numbers[..] {
            [file, rank] => Value::Term(self.terms.square(file, rank), Type::Pair),
            _ => Value::Tuple(numbers),
        }
    }

    fn chain(&mut self, ctx: &mut Context, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Value {
        if rest
            .iter()
            .all(|(op, _)| matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff))
        {
            return self.logic(ctx, first, rest);
        }
        let placed = self.expr(ctx, first, None);
        let Some((mut left, ty)) = self.plain(ctx, &placed) else {
            self.wanted("a number or a set of squares", &placed);
            // The rest is read for its own mistakes.
            for (_, part) in rest {
                self.expr(ctx, part, None);
            }
            return Value::Faulty;
        };
        if !matches!(ty, Type::Int | Type::Set) {
            self.wanted("a number or a set of squares", &placed);
            return Value::Faulty;
        }
        for (op, part) in rest {
            let right = if ty == Type::Set { self.set(ctx, part) } else { self.int(ctx, part) };
            let Some(right) = right else { return Value::Faulty };
            self.terms.stand_at(first.span.to(part.span));
            let joined = match ty {
                Type::Set => self.join_sets(left, *op, right, part.span),
                _ => self.join_numbers(left, *op, right, part.span),
            };
            let Some(joined) = joined else { return Value::Faulty };
            left = joined;
        }
        Value::Term(left, ty)
    }

    fn join_sets(&mut self, left: TermId, op: BinaryOp, right: TermId, place: Span) -> Option<TermId> {
        match op {
            BinaryOp::Union => Some(self.terms.union(left, right)),
            BinaryOp::Intersection => Some(self.terms.intersection(left, right)),
            BinaryOp::Minus => Some(self.terms.difference(left, right)),
            _ => {
                let diagnostic =
                    Diagnostic::error(Code::WrongType, place, "sets are joined with `|`, `&` and `-`");
                self.errors.push(diagnostic);
                None
            }
        }
    }

    fn join_numbers(&mut self, left: TermId, op: BinaryOp, right: TermId, place: Span) -> Option<TermId> {
        match op {
            BinaryOp::Plus => Some(self.terms.add(left, right)),
            BinaryOp::Minus => Some(self.terms.sub(left, right)),
            BinaryOp::Times => Some(self.terms.mul(left, right)),
            BinaryOp::Div | BinaryOp::Mod => match self.terms.as_int(right) {
                Some(by) if by > 0 && op == BinaryOp::Div => Some(self.terms.div(left, by)),
                Some(by) if by > 0 => Some(self.terms.modulo(left, by)),
                _ => {
                    self.error(Code::NumberRange, place, "numbers are divided by a positive constant only");
                    None
                }
            },
            _ => {
                let message = "numbers are not sets: `|` and `&` join sets of squares";
                let help = "conditions are joined with `and` and `or`";
                self.errors.push(Diagnostic::error(Code::WrongType, place, message).help(help));
                None
            }
        }
    }

    fn logic(&mut self, ctx: &mut Context, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Value {
        let left = self.bool(ctx, first);
        let rights: Vec<(BinaryOp, Option<TermId>)> =
            rest.iter().map(|(op, part)| (*op, self.bool(ctx, part))).collect();
        let (Some(left), true) = (left, rights.iter().all(|(_, right)| right.is_some())) else {
            return Value::Faulty;
        };
        let parts: Vec<(BinaryOp, TermId)> =
            rights.into_iter().filter_map(|(op, right)| right.map(|right| (op, right))).collect();
        let all = std::iter::once(left).chain(parts.iter().map(|(_, part)| *part));
        let term = match rest[0].0 {
            BinaryOp::And => self.terms.and(all),
            BinaryOp::Or => self.terms.or(all),
            _ => {
                if let [_, (_, second), ..] = rest {
                    let message = "`implies` and `iff` in a row can be read in two ways";
                    self.errors.push(
                        Diagnostic::error(Code::AmbiguousOperators, second.span, message)
                            .help("add brackets"),
                    );
                }
                match parts[0] {
                    (BinaryOp::Implies, right) => self.terms.implies(left, right),
                    (_, right) => self.terms.eq(left, right),
                }
            }
        };
        Value::Term(term, Type::Bool)
    }

    /// One of two values, which must be of one type.
    fn choose(&mut self, ctx: &mut Context, condition: TermId, yes: &Placed, no: &Placed) -> Value {
        if let (Value::Tuple(a), Value::Tuple(b)) = (&yes.value, &no.value)
            && a.len() == b.len()
        {
            let parts = a.iter().zip(b).map(|(&a, &b)| self.terms.choose(condition, a, b)).collect();
            return Value::Tuple(parts);
        }
        let (a, b) = (self.plain(ctx, yes), self.plain(ctx, no));
        match (a, b) {
            (Some((a, first)), Some((b, second))) if first.sort() == second.sort() => {
                let ty = if first == second { first } else { Type::Square };
                Value::Term(self.terms.choose(condition, a, b), ty)
            }
            _ => {
                if yes.value != Value::Faulty && no.value != Value::Faulty {
                    let (first, second) = (self.describe(&yes.value), self.describe(&no.value));
                    let message = format!("the two branches differ: {first}, and {second}");
                    self.errors.push(
                        Diagnostic::error(Code::WrongType, no.span, message).note(yes.span, "the first"),
                    );
                }
                Value::Faulty
            }
        }
    }

    fn case(
        &mut self,
        ctx: &mut Context,
        subject: Option<&Expr>,
        arms: &[Arm],
        otherwise: Option<&Expr>,
        span: Span,
        hint: Option<Type>,
    ) -> Value {
        let subject = match subject {
            None => None,
            Some(expr) => {
                let placed = self.expr(ctx, expr, None);
                match self.plain(ctx, &placed) {
                    Some((term, Type::Enum(id))) => Some((term, id)),
                    _ => {
                        self.wanted("something with named values, such as `kind(x)`", &placed);
                        return Value::Faulty;
                    }
                }
            }
        };
        let mut covered = Vec::new();
        let mut branches = Vec::new();
        for arm in arms {
            let condition = match subject {
                None => self.bool(ctx, &arm.label),
                Some((term, id)) => {
                    let placed = self.expr(ctx, &arm.label, Some(Type::Enum(id)));
                    let label = self.coerce(ctx, &placed, Type::Enum(id), "one of the values");
                    covered.extend(label);
                    label.map(|label| self.terms.eq(term, label))
                }
            };
            let value = self.expr(ctx, &arm.value, hint);
            match condition {
                Some(condition) => branches.push((condition, value)),
                None => return Value::Faulty,
            }
        }
        let last = match (otherwise, subject) {
            (Some(expr), _) => Some(self.expr(ctx, expr, hint)),
            (None, Some((_, id))) => {
                covered.sort();
                covered.dedup();
                if covered.len() < self.enums[usize::from(id.0)].values.len() {
                    let help = "add an `otherwise: ...`, or the values that are missing";
                    self.errors.push(
                        Diagnostic::error(Code::UnfinishedCase, span, "this case leaves out some values")
                            .help(help),
                    );
                }
                branches.pop().map(|(_, value)| value)
            }
            (None, None) => None,
        };
        let Some(mut result) = last else { return Value::Faulty };
        for (condition, value) in branches.into_iter().rev() {
            let chosen = self.choose(ctx, condition, &value, &result);
            result = Placed { value: chosen, span: result.span };
        }
        result.value
    }
}

/// Names with full stops between them.
fn dotted(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Field(of, field) => Some(format!("{}.{}", dotted(of)?, field.text)),
        _ => None,
    }
}
