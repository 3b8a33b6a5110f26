//! Expressions of the parser with their names found.

use adli_lang::ast::{Asked, Binder, Expr, ExprKind, LineKind, Name};

use crate::Stopped;
use crate::chess::{Cast, Kind, Men, Position, Side};
use crate::named::Named;
use crate::node::{Node, Place};
use crate::read::{Against, Reader, unknown};
use crate::relies;
use crate::value::Value;
use crate::words::{self, Word};

type Read = Result<Node, Stopped>;

/// What a bare name may stand for besides what is declared: a kind after `kind(x) =`, a word after `s.step =`.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Anything,
    Kind,
    Symbol,
}

impl Reader {
    pub(crate) fn node(&mut self, expr: &Expr) -> Read {
        self.expecting(expr, Expected::Anything)
    }

    fn boxed(&mut self, expr: &Expr) -> Result<Box<Node>, Stopped> {
        self.node(expr).map(Box::new)
    }

    fn nodes(&mut self, exprs: &[Expr]) -> Result<Vec<Node>, Stopped> {
        exprs.iter().map(|expr| self.node(expr)).collect()
    }

    fn expecting(&mut self, expr: &Expr, expected: Expected) -> Read {
        Ok(match &expr.kind {
            ExprKind::Number(number) => Node::Constant(Value::Number(*number)),
            ExprKind::Truth(truth) => Node::Constant(Value::Truth(*truth)),
            ExprKind::Square(file, rank) => {
                Node::Constant(Value::Point((i32::from(*file), i32::from(*rank))))
            }
            ExprKind::Name(name) => self.name(name, expected)?,
            ExprKind::Call(name, arguments) => self.call(&name.text, arguments)?,
            ExprKind::Field(of, field) => self.field(of, field, expected)?,
            ExprKind::Prime(inner) => Node::Prime(self.boxed(inner)?),
            ExprKind::At(inner, places) => {
                let places = places.iter().map(place).collect::<Result<_, _>>()?;
                Node::At(self.boxed(inner)?, places)
            }
            ExprKind::Throughout(inner) => {
                Node::At(self.boxed(inner)?, (0..=self.last).map(Place::Play).collect())
            }
            ExprKind::AfterPass(inner) => Node::AfterPass(self.boxed(inner)?),
            ExprKind::UpToSymmetry(inner) => Node::UpToSymmetry(self.boxed(inner)?),
            ExprKind::ToMove(side) => Node::ToMove(self.side(side)?),
            ExprKind::Line(line, number) => Node::Line(*line == LineKind::File, self.boxed(number)?),
            ExprKind::Set(parts) => {
                let parts = parts.iter().map(|part| self.expecting(part, expected));
                Node::Braces(parts.collect::<Result<_, _>>()?)
            }
            ExprKind::Comprehension(name, from, condition) => {
                let from = from.as_ref().map(|from| self.boxed(from)).transpose()?;
                Node::Squares(from, self.bound(name, condition)?)
            }
            ExprKind::Tuple(parts) => Node::Tuple(self.nodes(parts)?),
            ExprKind::Group(inner) => self.expecting(inner, expected)?,
            ExprKind::Not(inner) => Node::Not(self.boxed(inner)?),
            ExprKind::Negative(inner) => Node::Negative(self.boxed(inner)?),
            ExprKind::Chain(first, rest) => {
                let first = self.boxed(first)?;
                let rest = rest.iter().map(|(op, part)| Ok((*op, self.node(part)?)));
                Node::Chain(first, rest.collect::<Result<_, Stopped>>()?)
            }
            ExprKind::Compare(first, rest) => {
                let names = expected_after(first);
                let first = self.boxed(first)?;
                let rest = rest.iter().map(|(op, part)| Ok((*op, self.expecting(part, names)?)));
                Node::Compare(first, rest.collect::<Result<_, Stopped>>()?)
            }
            ExprKind::If(a, b, c) => Node::If(self.boxed(a)?, self.boxed(b)?, self.boxed(c)?),
            ExprKind::Case(subject, arms, otherwise) => {
                let names = subject.as_ref().map_or(Expected::Anything, |subject| expected_after(subject));
                let subject = subject.as_ref().map(|subject| self.node(subject)).transpose()?;
                let mut read = Vec::new();
                for arm in arms {
                    let label = self.expecting(&arm.label, names)?;
                    let when = match &subject {
                        Some(subject) => {
                            let equal = adli_lang::ast::CompareOp::Equal;
                            Node::Compare(Box::new(subject.clone()), vec![(equal, label)])
                        }
                        None => label,
                    };
                    read.push((when, self.node(&arm.value)?));
                }
                let otherwise = otherwise.as_ref().map(|e| self.boxed(e)).transpose()?;
                Node::Case(read, otherwise)
            }
            ExprKind::Let(name, value, inner) => Node::Let(self.boxed(value)?, self.bound(name, inner)?),
            ExprKind::Quantified(op, Binder::In(name, from), body) => {
                Node::Over(*op, self.boxed(from)?, self.bound(name, body)?)
            }
            ExprKind::Quantified(op, Binder::Move(men), body) => {
                let movers = self.movers(men)?;
                let body = self.boxed(body)?;
                let relies = relies::after_a_move(&body, &self.definitions, self.men.0.len());
                Node::OverMoves(*op, movers, body, relies)
            }
            ExprKind::Can(asked, against) => {
                let number = self.asked(asked)?;
                let against = match against {
                    Some(against) if against.name.text == "pass" => Against::Pass,
                    Some(against) => Against::Plays(self.asked(against)?),
                    None => return Ok(Node::Can(number)),
                };
                Node::Can(self.form(number, against, (Vec::new(), false)))
            }
            ExprKind::LeadsTo(..) | ExprKind::Faulty => return unknown("an expression"),
        })
    }

    /// What stands under a binding.
    fn bound(&mut self, name: &Name, inner: &Expr) -> Result<Box<Node>, Stopped> {
        self.locals.push(name.text.clone());
        let inner = self.boxed(inner);
        self.locals.pop();
        inner
    }

    fn name(&mut self, name: &str, expected: Expected) -> Read {
        if let Some(at) = self.locals.iter().rev().position(|local| local == name) {
            return Ok(Node::Local(at));
        }
        let letter = name.chars().next().filter(|_| name.len() == 1);
        if let Some(kind) = letter.and_then(Kind::of_letter).filter(|_| expected == Expected::Kind) {
            return Ok(Node::Constant(Value::Kind(kind)));
        }
        if let Some((_, given)) = self.given.iter().find(|(given, _)| given == name) {
            return Ok(match given {
                Node::Constant(_) => given.clone(),
                _ => Node::At(Box::new(given.clone()), vec![Place::Root]),
            });
        }
        if let Some(at) = self.copies[self.at].sides.iter().position(|side| side == name) {
            return Ok(Node::Constant(Value::Side(if at == 0 { Side::White } else { Side::Black })));
        }
        if expected == Expected::Symbol {
            return Ok(Node::Constant(Value::Symbol(self.symbol(name))));
        }
        if let Some(&man) = self.copies[self.at].letters.get(name) {
            return Ok(Node::Man(man));
        }
        match self.named(name) {
            Some(Named::Definition(number)) => return Ok(Node::Call(*number, Vec::new())),
            Some(Named::Fixed(value)) => return Ok(Node::Constant(value.clone())),
            _ => {}
        }
        match (name, Word::named(name, 0)) {
            ("ply", _) => Ok(Node::Clock(false)),
            ("left", _) => Ok(Node::Clock(true)),
            ("home", _) => Ok(Node::Home(self.copies[self.at].cast)),
            (_, Some(word @ (Word::Size | Word::Board | Word::Edge | Word::Corner | Word::Xcorner))) => {
                let nobody = Position {
                    squares: [None; crate::chess::MEN],
                    kinds: [Kind::King; crate::chess::MEN],
                    turn: Side::White,
                    passing: None,
                };
                let value = words::value(word, &Men(Vec::new(), self.men.1), &nobody, &[]);
                value.map(Node::Constant).ok_or_else(|| Stopped::NotRead(name.to_owned()))
            }
            (_, Some(word)) => Ok(Node::Word(word, Vec::new())),
            _ => unknown(name),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> Read {
        if let Some(Named::Definition(number)) = self.named(name).cloned() {
            let kinds = self.kinds_given[number].clone();
            let given = arguments.iter().zip(kinds).map(|(argument, is_kind)| {
                self.expecting(argument, if is_kind { Expected::Kind } else { Expected::Anything })
            });
            return Ok(Node::Call(number, given.collect::<Result<_, _>>()?));
        }
        if let ("plies", [of]) = (name, arguments) {
            let (name, arguments) = match &of.kind {
                ExprKind::Name(name) => (name.clone(), Vec::new()),
                ExprKind::Call(name, arguments) => (name.text.clone(), arguments.clone()),
                _ => return unknown("plies"),
            };
            let name = Name { text: name, span: of.span };
            return Ok(Node::Plies(self.asked(&Asked { text: name.text.clone(), name, arguments })?));
        }
        let arguments = self.nodes(arguments)?;
        match (name, &arguments[..], Word::named(name, arguments.len())) {
            ("promoted", [man], _) => Ok(Node::Promoted(self.header_kinds(), Box::new(man.clone()))),
            (.., Some(word)) => Ok(Node::Word(word, arguments)),
            _ => unknown(name),
        }
    }

    /// What men are in the header of the file that is read; those who are not in it, in that of the first file.
    fn header_kinds(&self) -> Cast {
        let (own, all) = (self.copies[self.at].cast, self.men.home());
        let mut kinds = all;
        kinds.0.iter_mut().zip(own.0).for_each(|(kind, own)| *kind = own.or(*kind));
        kinds
    }

    fn field(&mut self, of: &Expr, field: &Name, expected: Expected) -> Read {
        let owner = if let ExprKind::Name(name) = &of.kind { name.as_str() } else { "" };
        Ok(match (field.text.as_str(), self.named(owner)) {
            ("step", Some(Named::Strategy(number))) => Node::Step(*number),
            ("allows", Some(Named::Strategy(number))) => Node::Allows(*number),
            ("answer", Some(Named::Recogniser(number))) => Node::Answer(*number),
            ("rule", Some(Named::Recogniser(number))) => Node::Rule(*number),
            ("file", _) => Node::File(self.boxed(of)?),
            ("rank", _) => Node::Rank(self.boxed(of)?),
            // A step of a strategy that goes on: `queen.squeeze`.
            (step, _) if expected == Expected::Symbol => {
                let step = format!("{owner}.{step}");
                Node::Constant(Value::Symbol(self.symbol(&step)))
            }
            _ => return unknown(&field.text),
        })
    }
}

/// What names mean to the right of this.
fn expected_after(expr: &Expr) -> Expected {
    match &expr.kind {
        ExprKind::Call(name, _) if name.text == "kind" => Expected::Kind,
        ExprKind::Call(name, _) if name.text == "value" => Expected::Symbol,
        ExprKind::Field(_, name) if name.text == "step" || name.text == "answer" => Expected::Symbol,
        ExprKind::Group(inner) | ExprKind::Prime(inner) | ExprKind::At(inner, _) => expected_after(inner),
        ExprKind::AfterPass(inner) | ExprKind::Throughout(inner) => expected_after(inner),
        _ => Expected::Anything,
    }
}

fn place(name: &Name) -> Result<Place, Stopped> {
    let number = name.text.strip_prefix('p').and_then(|digits| digits.parse().ok());
    match (name.text.as_str(), number) {
        ("root", _) => Ok(Place::Root),
        ("before", _) => Ok(Place::Before),
        (_, Some(number)) => Ok(Place::Play(number)),
        _ => unknown(&name.text),
    }
}
