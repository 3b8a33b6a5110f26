//! The walk: the value of a term from the values of its parts.
//!
//! A term is evaluated among names ([`Env`]); what was worked out once among the same names is not worked out again. Terms are asked from
//! the left, and what cannot matter is not asked: the other branch where a condition is known, the rest of a conjunction that
//! is false. A definition is written out where it is called, unless the domain knows better. A set is asked for its members in
//! [`sets`], which is a part of the walk: members are terms, and terms ask for members.
//!
//! The order in which parts are asked is the order in which a domain makes what it makes; two walks over one term are the
//! same to the last gate.

mod sets;

use adli_lang::term::{
    DefId, EnumId, OptionId, Pos, PosId, Quantifier, Slot, Sort, SymmetryVar, Term, TermId,
};

use crate::algebra::{Algebra, Arithmetic, Comparison, Kinds, Made, Single};
use crate::domain::{Domain, OverMoves, Sight};
use crate::env::{Bound, Env, Value};

/// The walk over the terms of a domain. There is nothing to implement.
///
/// # Errors
/// All of it: where the domain refuses a part, or where a name stands for nothing.
pub trait Walk<'p, K: Kinds>: Domain<'p, K> {
    /// The value of a term.
    fn value(&mut self, term: TermId, names: &Env<K>) -> Made<Value<K>, K> {
        let place = self.place();
        if let Some(known) = names.known(term, place) {
            return Ok(known);
        }
        self.enter()?;
        let value = self.known(term, names).and_then(|known| match known {
            Some(known) => Ok(known),
            None => self.fresh_value(term, names),
        });
        self.leave();
        let value = value?;
        names.keep(term, place, &value);
        Ok(value)
    }

    /// The value of a term, worked out from those of its parts.
    fn fresh_value(&mut self, term: TermId, names: &Env<K>) -> Made<Value<K>, K> {
        Walker { domain: self, names }.term(term)
    }

    /// A condition.
    fn truth(&mut self, term: TermId, names: &Env<K>) -> Made<K::Truth, K> {
        match self.value(term, names)? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(Self::unbound()),
        }
    }

    /// A number.
    fn number(&mut self, term: TermId, names: &Env<K>) -> Made<K::Number, K> {
        match self.value(term, names)? {
            Value::Int(number) => Ok(number),
            _ => Err(Self::unbound()),
        }
    }

    /// A square.
    fn square(&mut self, term: TermId, names: &Env<K>) -> Made<(K::Number, K::Number), K> {
        match self.value(term, names)? {
            Value::Square(file, rank) => Ok((file, rank)),
            _ => Err(Self::unbound()),
        }
    }

    /// A position that terms observe.
    fn position(&mut self, pos: PosId, names: &Env<K>) -> Made<K::Position, K> {
        match self.program().terms.pos(pos) {
            Pos::Given(number) => {
                let at = names.positions().get(usize::from(number)).copied().ok_or_else(Self::unbound)?;
                self.looks_at(at);
                Ok(at)
            }
            Pos::After(_, mv) => names.after(mv).ok_or_else(Self::unbound),
            Pos::Pass(from) => {
                let from = self.position(from, names)?;
                self.passed(from)
            }
            Pos::Image(from, symmetry) => {
                let from = self.position(from, names)?;
                let by = names.symmetry(symmetry).ok_or_else(Self::unbound)?;
                self.image(from, by)
            }
        }
    }

    /// Whether a square is in a set.
    fn member(&mut self, square: (&K::Number, &K::Number), set: &Value<K>) -> Made<K::Truth, K> {
        sets::member(self, square, set)
    }

    /// All parts, or one of them, up to one that decides it: the junction of a domain that supposes nothing.
    fn plain_junction(&mut self, parts: &[TermId], all: bool, names: &Env<K>) -> Made<K::Truth, K> {
        let mut truths = Vec::with_capacity(parts.len());
        for &part in parts {
            let truth = self.truth(part, names)?;
            if self.algebra().known(&truth) == Some(!all) {
                return Ok(truth);
            }
            truths.push(truth);
        }
        if all { self.algebra().all(truths) } else { self.algebra().any(truths) }
    }

    /// A definition at some positions, with arguments.
    fn call(&mut self, def: DefId, at: Vec<K::Position>, arguments: Vec<Value<K>>) -> Made<Value<K>, K> {
        let definition = self.program().definitions.get(def.0 as usize);
        let definition = definition.ok_or_else(Self::unbound)?;
        let call = (def, at, arguments);
        if let Some(kept) = self.kept(&call) {
            return Ok(kept);
        }
        let mut names = Env::given(&call.1[..]);
        for (&param, value) in definition.params.iter().zip(&call.2) {
            names = names.bind(Bound::Var(param, value.clone()));
        }
        let value = self.value(definition.body, &names)?;
        self.keep(call, &value);
        Ok(value)
    }

    /// The value of a quantifier over moves where each move there may be is gone through: who moves, under which condition there is
    /// the move, and the position after it.
    fn over_candidates(
        &mut self,
        over: OverMoves,
        candidates: impl Iterator<Item = (Slot, K::Truth, K::Position)>,
        names: &Env<K>,
    ) -> Made<Value<K>, K> {
        let mut cases = Vec::new();
        for (_, legal, after) in candidates.filter(|(man, ..)| over.men.contains(*man)) {
            let names = names.bind(Bound::Move(over.name, after));
            cases.push((legal, self.value(over.body, &names)?));
        }
        self.tally(over.op, cases)
    }

    /// What a quantifier comes to: conditions, each with the value of the body.
    fn tally(&mut self, op: Quantifier, cases: Vec<(K::Truth, Value<K>)>) -> Made<Value<K>, K> {
        let (mut truths, mut numbers) = (Vec::new(), Vec::new());
        let algebra = self.algebra();
        for (condition, value) in cases {
            match (op, value) {
                (Quantifier::Some | Quantifier::Count, Value::Bool(holds)) => {
                    truths.push(algebra.and(&condition, &holds)?);
                }
                (Quantifier::Every, Value::Bool(holds)) => {
                    let outside = algebra.not(&condition)?;
                    truths.push(algebra.or(&outside, &holds)?);
                }
                (Quantifier::Sum, Value::Int(number)) => {
                    let zero = algebra.number(0);
                    numbers.push(algebra.choose(&condition, &number, &zero)?);
                }
                _ => return Err(Self::unbound()),
            }
        }
        Ok(match op {
            Quantifier::Some => Value::Bool(algebra.any(truths)?),
            Quantifier::Every => Value::Bool(algebra.all(truths)?),
            Quantifier::Count => {
                let ones: Result<_, _> = truths.iter().map(|truth| algebra.as_number(truth)).collect();
                Value::Int(algebra.sum(ones?)?)
            }
            Quantifier::Sum => Value::Int(algebra.sum(numbers)?),
        })
    }
}

impl<'p, K: Kinds, D: Domain<'p, K>> Walk<'p, K> for D {}

/// A domain and the names among which a term is looked at.
struct Walker<'w, K: Kinds, D> {
    domain: &'w mut D,
    names: &'w Env<K>,
}

impl<'p, K: Kinds, D: Domain<'p, K>> Walker<'_, K, D> {
    fn term(&mut self, term: TermId) -> Made<Value<K>, K> {
        let program = self.domain.program();
        let (domain, names) = (&mut *self.domain, self.names);
        Ok(match program.terms.get(term) {
            Term::Bool(value) => Value::Bool(domain.algebra().truth(*value)),
            Term::Int(value) => Value::Int(domain.algebra().number(*value)),
            Term::Size => Value::Int(domain.algebra().size()),
            Term::Enum(of, value) => self.one_of(*of, i32::from(*value)),
            Term::Option(option) => self.option(*option)?,
            Term::Var(var) => names.variable(*var).cloned().ok_or_else(D::unbound)?,
            Term::File(pos, slot) => self.see(Sight::File(*slot), *pos)?,
            Term::Rank(pos, slot) => self.see(Sight::Rank(*slot), *pos)?,
            Term::Alive(pos, slot) => self.see(Sight::Alive(*slot), *pos)?,
            Term::Kind(pos, slot) => self.see(Sight::Kind(*slot), *pos)?,
            Term::Turn(pos) => self.see(Sight::Turn, *pos)?,
            Term::Passing(pos) => self.see(Sight::Passing, *pos)?,
            Term::Not(a) => {
                let a = domain.truth(*a, names)?;
                Value::Bool(domain.algebra().not(&a)?)
            }
            Term::And(parts) => Value::Bool(domain.junction(parts, true, names)?),
            Term::Or(parts) => Value::Bool(domain.junction(parts, false, names)?),
            Term::If(condition, yes, no) => self.choose(term, *condition, *yes, *no)?,
            Term::Eq(a, b) => Value::Bool(self.equal(*a, *b)?),
            Term::Less(a, b) => self.compare(Comparison::Less, *a, *b)?,
            Term::AtMost(a, b) => self.compare(Comparison::AtMost, *a, *b)?,
            Term::Add(a, b) => self.arithmetic(Arithmetic::Add, *a, *b)?,
            Term::Sub(a, b) => self.arithmetic(Arithmetic::Sub, *a, *b)?,
            Term::Mul(a, b) => self.arithmetic(Arithmetic::Mul, *a, *b)?,
            Term::Min(a, b) => self.arithmetic(Arithmetic::Min, *a, *b)?,
            Term::Max(a, b) => self.arithmetic(Arithmetic::Max, *a, *b)?,
            Term::Div(a, by) => self.single(Single::Div(*by), *a)?,
            Term::Mod(a, by) => self.single(Single::Mod(*by), *a)?,
            Term::Abs(a) => self.single(Single::Abs, *a)?,
            Term::Square(file, rank) => {
                Value::Square(domain.number(*file, names)?, domain.number(*rank, names)?)
            }
            Term::FileOf(square) => Value::Int(domain.square(*square, names)?.0),
            Term::RankOf(square) => Value::Int(domain.square(*square, names)?.1),
            Term::Board
            | Term::SetOf(_)
            | Term::Those(..)
            | Term::Union(..)
            | Term::Intersection(..)
            | Term::Difference(..) => Value::Set(term, names.clone()),
            Term::Member(square, set) => {
                let (file, rank) = domain.square(*square, names)?;
                let set = domain.value(*set, names)?;
                Value::Bool(domain.member((&file, &rank), &set)?)
            }
            Term::Count(set) => {
                let set = domain.value(*set, names)?;
                Value::Int(sets::count(domain, &set)?)
            }
            Term::Subset(a, b) => {
                let (a, b) = (domain.value(*a, names)?, domain.value(*b, names)?);
                Value::Bool(sets::subset(domain, &a, &b)?)
            }
            Term::OverSquares(op, var, set, body) => {
                sets::over_squares(domain, (*op, *var, *set, *body), names)?
            }
            Term::OverMoves(op, from, men, name, body) => {
                let over = OverMoves { op: *op, from: *from, men: *men, name: *name, body: *body };
                domain.over_moves(term, over, names)?
            }
            Term::SomeSymmetry(var, body) => Value::Bool(self.some_symmetry(*var, *body)?),
            Term::Call(def, positions, arguments) => self.call(*def, positions, arguments)?,
            Term::Step(..)
            | Term::Allows(..)
            | Term::Forces(_)
            | Term::PliesToGoal(_)
            | Term::Value(..)
            | Term::MovesToMate(_) => domain.ask(term, names)?,
        })
    }

    fn one_of(&mut self, of: EnumId, value: i32) -> Value<K> {
        let values = self.domain.program().enums.get(usize::from(of.0)).map_or(0, |e| e.values.len());
        Value::Enum(self.domain.algebra().one_of(values, value))
    }

    fn option(&mut self, option: OptionId) -> Made<Value<K>, K> {
        let number = usize::from(option.0);
        let declared = self.domain.program().options.get(number);
        let value = self.domain.options().get(number).copied();
        let (Some(declared), Some(value)) = (declared, value) else { return Err(D::unbound()) };
        Ok(match declared.sort {
            Sort::Bool => Value::Bool(self.domain.algebra().truth(value != 0)),
            Sort::Enum(of) => self.one_of(of, value),
            _ => Value::Int(self.domain.algebra().number(value)),
        })
    }

    fn see(&mut self, sight: Sight, pos: PosId) -> Made<Value<K>, K> {
        let at = self.domain.position(pos, self.names)?;
        self.domain.see(sight, at)
    }

    fn numbers(&mut self, a: TermId, b: TermId) -> Made<(K::Number, K::Number), K> {
        Ok((self.domain.number(a, self.names)?, self.domain.number(b, self.names)?))
    }

    fn compare(&mut self, kind: Comparison, a: TermId, b: TermId) -> Made<Value<K>, K> {
        let (a, b) = self.numbers(a, b)?;
        Ok(Value::Bool(self.domain.algebra().compare(kind, &a, &b)?))
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: TermId, b: TermId) -> Made<Value<K>, K> {
        let (a, b) = self.numbers(a, b)?;
        Ok(Value::Int(self.domain.algebra().arithmetic(kind, &a, &b)?))
    }

    fn single(&mut self, kind: Single, a: TermId) -> Made<Value<K>, K> {
        let a = self.domain.number(a, self.names)?;
        Ok(Value::Int(self.domain.algebra().single(kind, &a)?))
    }

    /// One or the other; each branch supposes that it is the one.
    fn choose(&mut self, term: TermId, condition: TermId, yes: TermId, no: TermId) -> Made<Value<K>, K> {
        let condition = self.domain.truth(condition, self.names)?;
        if let Some(value) = self.domain.algebra().known(&condition) {
            return self.domain.value(if value { yes } else { no }, self.names);
        }
        let otherwise = self.domain.algebra().not(&condition)?;
        let yes = self.supposing(&condition, yes)?;
        let no = self.supposing(&otherwise, no)?;
        let algebra = self.domain.algebra();
        Ok(match (&yes, &no) {
            (Value::Bool(a), Value::Bool(b)) => Value::Bool(algebra.choose_truth(&condition, a, b)?),
            (Value::Int(a), Value::Int(b)) => Value::Int(algebra.choose(&condition, a, b)?),
            (Value::Enum(a), Value::Enum(b)) => Value::Enum(algebra.choose_enum(&condition, a, b)?),
            (Value::Square(f, r), Value::Square(g, s)) => {
                let file = algebra.choose(&condition, f, g)?;
                Value::Square(file, algebra.choose(&condition, r, s)?)
            }
            (Value::Set(..), Value::Set(..)) => Value::Set(term, self.names.clone()),
            _ => return Err(D::unbound()),
        })
    }

    fn supposing(&mut self, fact: &K::Truth, term: TermId) -> Made<Value<K>, K> {
        let names = self.domain.suppose(fact, self.names);
        let value = self.domain.value(term, &names);
        self.domain.forget();
        value
    }

    fn equal(&mut self, a: TermId, b: TermId) -> Made<K::Truth, K> {
        let (a, b) = (self.domain.value(a, self.names)?, self.domain.value(b, self.names)?);
        let algebra = self.domain.algebra();
        match (&a, &b) {
            (Value::Bool(a), Value::Bool(b)) => algebra.same(a, b),
            (Value::Int(a), Value::Int(b)) => algebra.compare(Comparison::Equal, a, b),
            (Value::Enum(a), Value::Enum(b)) => algebra.same_enum(a, b),
            (Value::Square(f, r), Value::Square(g, s)) => algebra.same_square((f, r), (g, s)),
            (Value::Set(..), Value::Set(..)) => {
                let (in_b, in_a) = (sets::subset(self.domain, &a, &b)?, sets::subset(self.domain, &b, &a)?);
                self.domain.algebra().and(&in_b, &in_a)
            }
            _ => Err(D::unbound()),
        }
    }

    fn some_symmetry(&mut self, var: SymmetryVar, body: TermId) -> Made<K::Truth, K> {
        let all = self.domain.program().endgame.symmetries();
        let mut images = Vec::with_capacity(all.len());
        for &symmetry in all {
            let names = self.names.bind(Bound::Symmetry(var, symmetry));
            images.push(self.domain.truth(body, &names)?);
        }
        self.domain.algebra().any(images)
    }

    fn call(&mut self, def: DefId, positions: &[PosId], arguments: &[TermId]) -> Made<Value<K>, K> {
        let mut at = Vec::with_capacity(positions.len());
        for &pos in positions {
            at.push(self.domain.position(pos, self.names)?);
        }
        if let Some(known) = self.domain.called(def, &at)? {
            return Ok(known);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.domain.value(argument, self.names)?);
        }
        self.domain.call(def, at, values)
    }
}
