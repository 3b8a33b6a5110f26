//! Expressions of the parser with their names found.

use adli_lang::ast::{Binder, Expr, ExprKind, LineKind, Name};

use crate::Stopped;
use crate::chess::{Kind, Men, Position, Side};
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
            ExprKind::Call(name, arguments) => {
                let arguments = self.nodes(arguments)?;
                match (self.names.definitions.get(&name.text), Word::named(&name.text, arguments.len())) {
                    (Some(&number), _) => Node::Call(number, arguments),
                    (None, Some(word)) => Node::Word(word, arguments),
                    (None, None) => return unknown(&name.text),
                }
            }
            ExprKind::Field(of, field) => self.field(of, field)?,
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
        if let Some(at) = self.names.sides.iter().position(|side| side == name) {
            return Ok(Node::Constant(Value::Side(if at == 0 { Side::White } else { Side::Black })));
        }
        if expected == Expected::Symbol {
            let symbols = &mut self.names.symbols;
            let at = symbols.iter().position(|known| known == name).unwrap_or_else(|| {
                symbols.push(name.to_owned());
                symbols.len() - 1
            });
            return Ok(Node::Constant(Value::Symbol(at as u16)));
        }
        if let Some(&man) = self.names.letters.get(name) {
            return Ok(Node::Man(man));
        }
        if let Some(&number) = self.names.definitions.get(name) {
            return Ok(Node::Call(number, Vec::new()));
        }
        match (name, Word::named(name, 0)) {
            ("ply", _) => Ok(Node::Clock(false)),
            ("left", _) => Ok(Node::Clock(true)),
            (_, Some(word @ (Word::Size | Word::Board | Word::Edge | Word::Corner | Word::Xcorner))) => {
                let nobody = Position {
                    squares: [None; crate::chess::MEN],
                    kinds: [Kind::King; crate::chess::MEN],
                    turn: Side::White,
                    passing: None,
                };
                let value = words::value(word, &Men(Vec::new()), &nobody, &[]);
                value.map(Node::Constant).ok_or_else(|| Stopped::NotRead(name.to_owned()))
            }
            (_, Some(word)) => Ok(Node::Word(word, Vec::new())),
            _ => unknown(name),
        }
    }

    fn field(&mut self, of: &Expr, field: &Name) -> Read {
        let owner = if let ExprKind::Name(name) = &of.kind { name.as_str() } else { "" };
        let (strategy, recogniser) = (self.names.strategies.get(owner), self.names.recognisers.get(owner));
        Ok(match (field.text.as_str(), strategy, recogniser) {
            ("step", Some(&number), _) => Node::Step(number),
            ("allows", Some(&number), _) => Node::Allows(number),
            ("answer", _, Some(&number)) => Node::Answer(number),
            ("rule", _, Some(&number)) => Node::Rule(number),
            ("file", ..) => Node::File(self.boxed(of)?),
            ("rank", ..) => Node::Rank(self.boxed(of)?),
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
