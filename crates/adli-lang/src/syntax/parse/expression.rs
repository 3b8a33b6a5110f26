//! Expressions, by levels of binding from the loosest to the tightest.

use super::{MAX_DEPTH, Parser};
use crate::syntax::ast::{
    Arm, Asked, BinaryOp, Binder, CompareOp, Expr, ExprKind, LineKind, Name, QuantifierOp,
};
use crate::syntax::token::{Token, Word};
use crate::{Code, Diagnostic};

/// The levels of operators that join two values, loosest first.
const LEVELS: [&[(Token, BinaryOp)]; 3] = [
    &[(Token::Word(Word::Implies), BinaryOp::Implies), (Token::Word(Word::Iff), BinaryOp::Iff)],
    &[(Token::Word(Word::Or), BinaryOp::Or)],
    &[(Token::Word(Word::And), BinaryOp::And)],
];
const SUMS: &[(Token, BinaryOp)] = &[
    (Token::Sign("|"), BinaryOp::Union),
    (Token::Sign("+"), BinaryOp::Plus),
    (Token::Sign("-"), BinaryOp::Minus),
];
const PRODUCTS: &[(Token, BinaryOp)] = &[
    (Token::Sign("&"), BinaryOp::Intersection),
    (Token::Sign("*"), BinaryOp::Times),
    (Token::Word(Word::Div), BinaryOp::Div),
    (Token::Word(Word::Mod), BinaryOp::Mod),
];

/// What is written before brackets, and nowhere else.
const GIVEN: [&str; 10] =
    ["min", "max", "abs", "king", "side", "kind", "alive", "captured", "promoted", "other"];

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Expr {
        let start = self.span();
        self.deeper(|p| p.level(0)).unwrap_or(Expr { span: start, kind: ExprKind::Faulty })
    }

    fn chain(&mut self, ops: &[(Token, BinaryOp)], operand: fn(&mut Self) -> Expr) -> Expr {
        let first = operand(self);
        let mut rest = Vec::new();
        while let Some(&(_, op)) = ops.iter().find(|(token, _)| *token == self.token()) {
            if self.recovering {
                break;
            }
            self.advance();
            rest.push((op, operand(self)));
        }
        let Some((_, last)) = rest.last() else { return first };
        Expr { span: first.span.to(last.span), kind: ExprKind::Chain(Box::new(first), rest) }
    }

    fn level(&mut self, level: usize) -> Expr {
        match level {
            0 => self.chain(LEVELS[0], |p| p.level(1)),
            1 => self.chain(LEVELS[1], |p| p.level(2)),
            2 => self.chain(LEVELS[2], Self::negation),
            _ => self.comparison(),
        }
    }

    fn negation(&mut self) -> Expr {
        let start = self.span();
        if !self.eat_word(Word::Not) {
            return self.comparison();
        }
        let inner = self.deeper(Self::negation).unwrap_or(Expr { span: start, kind: ExprKind::Faulty });
        Expr { span: start.to(inner.span), kind: ExprKind::Not(Box::new(inner)) }
    }

    fn compare_op(&mut self) -> Option<CompareOp> {
        let (op, words) = match (self.token(), self.ahead(1).token) {
            (Token::Sign("="), _) => (CompareOp::Equal, 1),
            (Token::Sign("/="), _) => (CompareOp::Unequal, 1),
            (Token::Sign("<"), _) => (CompareOp::Less, 1),
            (Token::Sign("<="), _) => (CompareOp::AtMost, 1),
            (Token::Sign(">"), _) => (CompareOp::More, 1),
            (Token::Sign(">="), _) => (CompareOp::AtLeast, 1),
            (Token::Word(Word::In), _) => (CompareOp::In, 1),
            (Token::Word(Word::Not), Token::Word(Word::In)) => (CompareOp::NotIn, 2),
            (Token::Word(Word::Subset), _) => (CompareOp::Subset, 1),
            (Token::Word(Word::Is), Token::Word(Word::Not)) => (CompareOp::IsNot, 2),
            (Token::Word(Word::Is), _) => (CompareOp::Is, 1),
            _ => return None,
        };
        self.at += words;
        Some(op)
    }

    fn comparison(&mut self) -> Expr {
        let first = self.sum();
        let mut rest = Vec::new();
        while !self.recovering {
            let Some(op) = self.compare_op() else { break };
            rest.push((op, self.sum()));
        }
        let Some((_, last)) = rest.last() else { return first };
        Expr { span: first.span.to(last.span), kind: ExprKind::Compare(Box::new(first), rest) }
    }

    pub(super) fn sum(&mut self) -> Expr {
        self.chain(SUMS, |p| p.chain(PRODUCTS, Self::placed))
    }

    /// A sum inside an expression that may itself stand in such a sum: one level deeper, as [`Parser::expr`].
    fn inner_sum(&mut self) -> Expr {
        let start = self.span();
        self.deeper(Self::sum).unwrap_or(Expr { span: start, kind: ExprKind::Faulty })
    }

    /// `e at p`, `e after pass`, `e throughout`.
    fn placed(&mut self) -> Expr {
        let mut expr = self.prefix();
        let mut words = self.depth;
        while !self.recovering {
            let pass = self.is_word(Word::After) && self.text_ahead(1) == "pass";
            if !(pass || self.is_word(Word::At) || self.is_word(Word::Throughout)) {
                break;
            }
            if words >= MAX_DEPTH {
                self.too_deep();
                break;
            }
            words += 1;
            let span = expr.span;
            let kind = if pass {
                self.at += 2;
                ExprKind::AfterPass(Box::new(expr))
            } else if self.eat_word(Word::Throughout) {
                ExprKind::Throughout(Box::new(expr))
            } else {
                self.advance();
                ExprKind::At(Box::new(expr), self.position_names())
            };
            expr = Expr { span: span.to(self.previous()), kind };
        }
        expr
    }

    fn position_names(&mut self) -> Vec<Name> {
        if self.eat_sign("{") {
            let names = self.names("the name of a position, such as `p0`");
            self.expect_sign("}");
            names
        } else {
            vec![self.name("the name of a position, such as `p0` or `root`")]
        }
    }

    fn prefix(&mut self) -> Expr {
        let start = self.span();
        if self.eat_sign("-") {
            let inner = self.deeper(Self::prefix).unwrap_or(Expr { span: start, kind: ExprKind::Faulty });
            return Expr { span: start.to(inner.span), kind: ExprKind::Negative(Box::new(inner)) };
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Expr {
        let mut expr = self.primary();
        let mut signs = self.depth;
        while !self.recovering && (self.is_sign("'") || self.is_sign(".")) {
            if signs >= MAX_DEPTH {
                self.too_deep();
                break;
            }
            signs += 1;
            let span = expr.span;
            let kind = if self.eat_sign("'") {
                ExprKind::Prime(Box::new(expr))
            } else {
                self.advance();
                if !matches!(self.token(), Token::Name | Token::Word(_)) {
                    self.expected("`file`, `rank`, `step` or `allows`");
                    return expr;
                }
                ExprKind::Field(Box::new(expr), self.take_name())
            };
            expr = Expr { span: span.to(self.previous()), kind };
        }
        expr
    }

    fn primary(&mut self) -> Expr {
        let start = self.span();
        let kind = match self.token() {
            Token::Number => self.integer(),
            Token::Square => {
                let span = self.advance().span;
                let bytes = self.text_of(span).as_bytes();
                ExprKind::Square(bytes[0] - b'a' + 1, bytes[1] - b'0')
            }
            Token::Name => self.named(),
            Token::Word(word) => self.worded(word),
            Token::Sign("(") => self.bracketed(),
            Token::Sign("{") => self.braced(),
            _ => {
                self.expected("an expression");
                ExprKind::Faulty
            }
        };
        Expr { span: start.to(self.previous()), kind }
    }

    fn integer(&mut self) -> ExprKind {
        let span = self.span();
        let number = self.number("a number");
        if let Ok(number) = i32::try_from(number) {
            return ExprKind::Number(number);
        }
        self.too_large(span);
        ExprKind::Faulty
    }

    fn named(&mut self) -> ExprKind {
        let text = self.text_ahead(0);
        let next = self.ahead(1).token;
        if next == Token::Word(Word::To) && self.ahead(2).token == Token::Word(Word::Move) {
            let side = self.take_name();
            self.at += 2;
            return ExprKind::ToMove(side);
        }
        if text == "can" && next == Token::Name {
            return self.can();
        }
        if next == Token::Name && self.text_ahead(1) == "leads" {
            return self.leads_to();
        }
        if text == "file" && next == Token::Name && matches!(self.text_ahead(1).as_bytes(), [b'a'..=b'h']) {
            self.advance();
            let letter = self.advance().span;
            let number = i32::from(self.text_of(letter).as_bytes()[0] - b'a') + 1;
            let line = Expr { span: letter, kind: ExprKind::Number(number) };
            return ExprKind::Line(LineKind::File, Box::new(line));
        }
        if text == "rank" && next == Token::Number {
            self.advance();
            return ExprKind::Line(LineKind::Rank, Box::new(self.primary()));
        }
        let name = self.take_name();
        if self.habits(&name) {
            return ExprKind::Faulty;
        }
        if !self.is_sign("(") {
            return ExprKind::Name(name.text);
        }
        ExprKind::Call(name, self.arguments())
    }

    /// Known slips after a name, which would be riddles further on. Whether there is one.
    fn habits(&mut self, name: &Name) -> bool {
        let help = match (name.text.as_str(), self.token(), self.ahead(1).token) {
            ("file", Token::Number, _) => "files are called by letters: `file b`".to_owned(),
            ("rank", Token::Name, _) if self.text_ahead(0).len() == 1 => {
                "ranks are called by numbers: `rank 7`".to_owned()
            }
            (_, Token::Word(Word::To), Token::Word(Word::Moves)) => format!("write `{} to move`", name.text),
            ("min" | "max", Token::Sign("{"), _) => format!("it is of two numbers: `{}(m, n)`", name.text),
            ("min" | "max", Token::Name | Token::Number, _) => {
                "it is of two numbers; of all x in S, n is the least if `every x in S: n <= f(x)`".to_owned()
            }
            (given, Token::Name | Token::Number | Token::Square, _) if GIVEN.contains(&given) => {
                format!("what it is given stands in brackets: `{given}(..)`")
            }
            _ => return false,
        };
        let message = format!("`{}` cannot go on with {}", name.text, self.found());
        let diagnostic = Diagnostic::error(Code::Call, self.span(), message).help(help);
        self.error(diagnostic);
        // The words that are wrong are passed over, `moves` among them: it begins no declaration here.
        self.advance();
        self.eat_word(Word::Moves);
        true
    }

    fn arguments(&mut self) -> Vec<Expr> {
        self.expect_sign("(");
        let mut arguments = vec![self.expr()];
        while !self.recovering && self.eat_sign(",") {
            arguments.push(self.expr());
        }
        self.expect_sign(")");
        arguments
    }

    fn worded(&mut self, word: Word) -> ExprKind {
        match word {
            Word::True | Word::False => {
                self.advance();
                ExprKind::Truth(word == Word::True)
            }
            Word::If => self.conditional(),
            Word::Case => self.case(),
            Word::Let => self.binding(),
            Word::Count if self.ahead(1).token == Token::Sign("(") => {
                let name = self.take_name();
                ExprKind::Call(name, self.arguments())
            }
            Word::Some => self.quantified(QuantifierOp::Some),
            Word::Every => self.quantified(QuantifierOp::Every),
            Word::Count => self.quantified(QuantifierOp::Count),
            Word::Sum => self.quantified(QuantifierOp::Sum),
            Word::Up => {
                self.advance();
                self.expect_word(Word::To);
                self.expect_named("symmetry");
                self.expect_sign("(");
                let inner = self.expr();
                self.expect_sign(")");
                ExprKind::UpToSymmetry(Box::new(inner))
            }
            _ => {
                self.expected("an expression");
                ExprKind::Faulty
            }
        }
    }

    fn conditional(&mut self) -> ExprKind {
        self.expect_word(Word::If);
        let condition = Box::new(self.expr());
        self.expect_word(Word::Then);
        let yes = Box::new(self.expr());
        if !self.is_word(Word::Else) {
            let help = "every `if` has an `else`, because every expression has a value";
            self.expected_with("`else`", Some(help.to_owned()));
        }
        self.eat_word(Word::Else);
        ExprKind::If(condition, yes, Box::new(self.expr()))
    }

    fn binding(&mut self) -> ExprKind {
        self.expect_word(Word::Let);
        let name = self.name("a name for the value");
        self.expect_sign("=");
        // `in` would be read as membership: the value ends before comparisons, or has brackets.
        let value = Box::new(self.inner_sum());
        if !self.is_word(Word::In) {
            let help = "put brackets round the value if it compares something";
            self.expected_with("`in`", Some(help.to_owned()));
        }
        self.eat_word(Word::In);
        ExprKind::Let(name, value, Box::new(self.expr()))
    }

    fn case(&mut self) -> ExprKind {
        self.expect_word(Word::Case);
        let subject = if self.is_word(Word::When) { None } else { Some(Box::new(self.inner_sum())) };
        let mut arms = Vec::new();
        while !self.recovering {
            let label = if subject.is_none() && self.eat_word(Word::When) {
                self.expr()
            } else if subject.is_some()
                && self.ahead(1).token == Token::Sign(":")
                && self.token() == Token::Name
            {
                let name = self.take_name();
                Expr { span: name.span, kind: ExprKind::Name(name.text) }
            } else {
                break;
            };
            self.expect_sign(":");
            arms.push(Arm { label, value: self.expr() });
        }
        if arms.is_empty() {
            self.expected("a case, such as `when check: 1`");
        }
        let mut otherwise = None;
        if self.is_word(Word::Otherwise) && self.ahead(1).token == Token::Sign(":") {
            self.at += 2;
            otherwise = Some(Box::new(self.expr()));
        } else if subject.is_none() {
            let help = "every case has an `otherwise`, because every expression has a value";
            self.expected_with("`otherwise: ...`", Some(help.to_owned()));
        }
        ExprKind::Case(subject, arms, otherwise)
    }

    fn quantified(&mut self, op: QuantifierOp) -> ExprKind {
        let word = self.text_ahead(0);
        self.advance();
        let binds = self.ahead(1).token == Token::Word(Word::In) || matches!(self.token(), Token::Word(_));
        if !binds && !self.recovering {
            let help = match op {
                QuantifierOp::Count => {
                    "say `count x in S: ..`, or how many squares a set has: `count({a1, b1})`".to_owned()
                }
                QuantifierOp::Sum => "say of what: `sum x in S: x.rank`".to_owned(),
                QuantifierOp::Some | QuantifierOp::Every => {
                    format!("say `{word} x in S: ..`, or `{word} move: ..`")
                }
            };
            let found = self.found();
            let message = format!("`{word}` cannot go on with {found}");
            self.error(Diagnostic::error(Code::Call, self.span(), message).help(help));
            return ExprKind::Faulty;
        }
        let binder = if self.eat_word(Word::Move) {
            let of = self.eat_word(Word::Of);
            Binder::Move(if of { self.names("the letter of a man") } else { Vec::new() })
        } else {
            let name = self.name("a name, or `move`");
            self.expect_word(Word::In);
            Binder::In(name, Box::new(self.inner_sum()))
        };
        self.expect_sign(":");
        ExprKind::Quantified(op, binder, Box::new(self.expr()))
    }

    fn can(&mut self) -> ExprKind {
        self.advance();
        let advice = self.asked("a piece of advice");
        let against = self.eat_named("against").then(|| self.asked("a piece of advice, or `pass`"));
        ExprKind::Can(advice, against)
    }

    /// A piece of advice with what it is given: `walk_to(a8, 5)`
    pub(super) fn asked(&mut self, what: &str) -> Asked {
        let name = self.name(what);
        let arguments = if self.is_sign("(") { self.arguments() } else { Vec::new() };
        let given: Vec<&str> = arguments.iter().map(|argument| self.text_of(argument.span)).collect();
        let text = match &given[..] {
            [] => name.text.clone(),
            given => format!("{}({})", name.text, given.join(", ")),
        };
        Asked { name, arguments, text }
    }

    fn leads_to(&mut self) -> ExprKind {
        let strategy = self.take_name();
        self.advance();
        self.expect_word(Word::To);
        let goal = self.inner_sum();
        self.expect_word(Word::Within);
        ExprKind::LeadsTo(strategy, Box::new(goal), self.number_of_moves())
    }

    fn bracketed(&mut self) -> ExprKind {
        self.advance();
        let first = self.expr();
        if !self.is_sign(",") {
            self.expect_sign(")");
            return ExprKind::Group(Box::new(first));
        }
        let mut parts = vec![first];
        while !self.recovering && self.eat_sign(",") {
            parts.push(self.expr());
        }
        self.expect_sign(")");
        ExprKind::Tuple(parts)
    }

    fn braced(&mut self) -> ExprKind {
        self.advance();
        if self.eat_sign("}") {
            return ExprKind::Set(Vec::new());
        }
        let comprehension = self.token() == Token::Name
            && matches!(self.ahead(1).token, Token::Sign(":") | Token::Word(Word::In));
        if comprehension {
            let name = self.name("a name for the squares");
            let domain = self.eat_word(Word::In).then(|| Box::new(self.inner_sum()));
            self.expect_sign(":");
            let condition = Box::new(self.expr());
            self.expect_sign("}");
            return ExprKind::Comprehension(name, domain, condition);
        }
        let mut parts = vec![self.expr()];
        while !self.recovering && self.eat_sign(",") {
            parts.push(self.expr());
        }
        self.expect_sign("}");
        ExprKind::Set(parts)
    }
}
