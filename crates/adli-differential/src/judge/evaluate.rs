//! What an expression is worth, worked out as it was written, one position at a time.

use adli_lang::ast::{BinaryOp, CompareOp, QuantifierOp};

use super::Judge;
use super::view::{Binding, View};
use crate::chess::{Kind, Point, Position, Squares, members, point, square, squares_where};
use crate::compare::{Tally, all_there, compared, key_of};
use crate::node::{Node, Place};
use crate::text::{Clause, Key};
use crate::value::Value;
use crate::words::{self, Word};
use crate::{Stopped, meaningless};

impl Judge<'_> {
    /// Whether a condition is true.
    pub(crate) fn holds(&mut self, node: &Node, view: &View<'_>) -> Result<bool, Stopped> {
        match self.value(node, view)? {
            Value::Truth(truth) => Ok(truth),
            _ => meaningless("a condition that is neither true nor false"),
        }
    }

    /// Whether a clause is true, and everybody there on whom it relies.
    pub(crate) fn clause(&mut self, clause: &Clause, view: &View<'_>) -> Result<bool, Stopped> {
        for &(place, men) in &clause.relies {
            if !all_there(&view.at(place)?, men) {
                return Ok(false);
            }
        }
        self.holds(&clause.asks, view)
    }

    /// The numbers of keys one after the other, those of `most` turned round, so that the least is best. Where a man on whom a
    /// key relies is missing there is no number, and the move comes after all that have one.
    pub(crate) fn numbers(&mut self, keys: &[Key], view: &View<'_>) -> Result<Vec<i32>, Stopped> {
        let mut numbers = Vec::new();
        for key in keys {
            let missing = |&(place, men): &(Place, u8)| view.at(place).is_ok_and(|at| !all_there(&at, men));
            let last = key.relies.iter().any(missing);
            numbers.push(i32::from(last));
            if last {
                continue;
            }
            let sign = if key.most { -1 } else { 1 };
            let value = self.value(&key.number, view)?;
            numbers.extend(key_of(&value)?.into_iter().map(|number| sign * number));
        }
        Ok(numbers)
    }

    fn number(&mut self, node: &Node, view: &View<'_>) -> Result<i32, Stopped> {
        let value = self.value(node, view)?;
        value.as_number().ok_or(Stopped::Meaningless("a number that is none"))
    }

    fn squares(&mut self, node: &Node, view: &View<'_>) -> Result<Squares, Stopped> {
        match self.value(node, view)? {
            Value::Squares(set) => Ok(set),
            _ => meaningless("a set that is none"),
        }
    }

    pub(crate) fn value(&mut self, node: &Node, view: &View<'_>) -> Result<Value, Stopped> {
        self.work(1)?;
        Ok(match node {
            Node::Constant(value) => value.clone(),
            Node::Man(man) => Value::Man(*man, view.here),
            Node::Local(number) => view.local(*number)?,
            Node::Call(number, arguments) => self.call(*number, arguments, view)?,
            Node::Word(word, arguments) => self.word(*word, arguments, view)?,
            Node::Home(cast) => Value::Truth(view.here.has_cast(cast)),
            Node::Promoted(cast, man) => match self.value(man, view)? {
                Value::Man(man, at) => {
                    let (was, is) = (cast.0[man], at.kinds[man]);
                    Value::Truth(was == Some(Kind::Pawn) && is != Kind::Pawn)
                }
                _ => return meaningless("a promotion of nobody"),
            },
            Node::Plies(advice) => Value::Number(self.plies(*advice, &view.here)?),
            Node::File(of) => Value::Number(self.point(of, view)?.0),
            Node::Rank(of) => Value::Number(self.point(of, view)?.1),
            Node::Step(strategy) => self.step(*strategy, &view.here)?,
            Node::Allows(strategy) => {
                let next = view.at(Place::Next)?;
                let choice = self.choice(*strategy, &view.here)?;
                Value::Truth(choice.as_ref().as_ref().is_some_and(|c| c.moves.iter().any(|mv| mv.1 == next)))
            }
            Node::Answer(number) => Value::Symbol(self.answered(*number, &view.here)?.1),
            Node::Rule(number) => Value::Number(self.answered(*number, &view.here)?.0),
            Node::Can(advice) => Value::Truth(self.can(*advice, &view.here)?),
            Node::Clock(left) => Value::Number(if *left { view.plies - view.ply } else { view.ply }),
            Node::Prime(inner) => self.at(inner, &[Place::Next], view)?,
            Node::At(inner, places) => self.at(inner, places, view)?,
            Node::AfterPass(inner) => {
                self.value(inner, &View { here: view.here.passed(), next: None, ..*view })?
            }
            Node::UpToSymmetry(inner) => {
                let mut found = false;
                for here in view.here.images(&self.text.men) {
                    found = found || self.holds(inner, &View { here, next: None, ..*view })?;
                }
                Value::Truth(found)
            }
            Node::ToMove(side) => Value::Truth(view.here.turn == *side),
            Node::Line(is_file, number) => {
                let number = self.number(number, view)?;
                let on_line = |s: Point| if *is_file { s.0 == number } else { s.1 == number };
                Value::Squares(squares_where(self.text.men.1, on_line))
            }
            Node::Braces(parts) => {
                let mut set = 0;
                for part in parts {
                    let at = self.point(part, view)?;
                    set |= square(at, self.text.men.1).map_or(0, |square| 1 << square);
                }
                Value::Squares(set)
            }
            Node::Squares(from, condition) => self.those(from.as_deref(), condition, view)?,
            Node::Tuple(parts) => {
                let key: Result<_, _> = parts.iter().map(|part| self.number(part, view)).collect();
                Value::Key(key?)
            }
            Node::Not(inner) => Value::Truth(!self.holds(inner, view)?),
            Node::Negative(inner) => Value::Number(-self.number(inner, view)?),
            Node::Chain(first, rest) => {
                let mut value = self.value(first, view)?;
                for (op, part) in rest {
                    value = self.joined(*op, value, part, view)?;
                }
                value
            }
            Node::Compare(first, rest) => Value::Truth(self.compare(first, rest, view)?),
            Node::If(condition, yes, no) => {
                let branch = if self.holds(condition, view)? { yes } else { no };
                self.value(branch, view)?
            }
            Node::Case(arms, otherwise) => self.case(arms, otherwise.as_deref(), view)?,
            Node::Let(value, inner) => {
                let value = self.value(value, view)?;
                self.binding(value, inner, view)?
            }
            Node::Over(op, from, body) => self.over(*op, from, body, view)?,
            Node::OverMoves(op, movers, body, relies) => {
                self.over_moves(*op, *movers, body, *relies, view)?
            }
        })
    }

    /// With one thing more bound.
    fn binding(&mut self, value: Value, inner: &Node, view: &View<'_>) -> Result<Value, Stopped> {
        let binding = Binding { value, outer: view.locals };
        self.value(inner, &View { locals: Some(&binding), ..*view })
    }

    /// The step that a strategy takes.
    fn step(&mut self, strategy: usize, here: &Position) -> Result<Value, Stopped> {
        let choice = self.choice(strategy, here)?;
        let text = self.text;
        Ok(Value::Symbol(match choice.as_ref() {
            Some(choice) => text.strategies[strategy].step(choice.step),
            None => text.symbol("none"),
        }))
    }

    /// The squares of a set, or of the board, that satisfy a condition.
    fn those(&mut self, from: Option<&Node>, condition: &Node, view: &View<'_>) -> Result<Value, Stopped> {
        let board = squares_where(self.text.men.1, |_| true);
        let from = from.map_or(Ok(board), |from| self.squares(from, view))?;
        let mut set = 0;
        for square in members(from) {
            let binding = Binding { value: Value::Point(point(square)), outer: view.locals };
            if self.holds(condition, &View { locals: Some(&binding), ..*view })? {
                set |= 1 << square;
            }
        }
        Ok(Value::Squares(set))
    }

    fn case(
        &mut self,
        arms: &[(Node, Node)],
        otherwise: Option<&Node>,
        view: &View<'_>,
    ) -> Result<Value, Stopped> {
        for (when, then) in arms {
            if self.holds(when, view)? {
                return self.value(then, view);
            }
        }
        otherwise.map_or_else(|| meaningless("a case without an answer"), |e| self.value(e, view))
    }

    /// A quantifier over squares or men.
    fn over(
        &mut self,
        op: QuantifierOp,
        from: &Node,
        body: &Node,
        view: &View<'_>,
    ) -> Result<Value, Stopped> {
        let members: Vec<Value> = match self.value(from, view)? {
            Value::Squares(set) => members(set).map(|s| Value::Point(point(s))).collect(),
            Value::Men(set, at) => {
                (0..8).filter(|man| set >> man & 1 == 1).map(|man| Value::Man(man, at)).collect()
            }
            _ => return meaningless("a quantifier over something that is no set"),
        };
        let mut tally = Tally::default();
        for value in members {
            tally.add(&self.binding(value, body, view)?)?;
            if tally.is_decided(op) {
                break;
            }
        }
        Ok(tally.result(op))
    }

    /// A quantifier over moves of some men.
    fn over_moves(
        &mut self,
        op: QuantifierOp,
        movers: u8,
        body: &Node,
        relies: u8,
        view: &View<'_>,
    ) -> Result<Value, Stopped> {
        let mut tally = Tally::default();
        for (man, after) in self.moves(&view.here)? {
            if movers >> man & 1 == 0 {
                continue;
            }
            if all_there(&after, relies) {
                tally.add(&self.value(body, &View { next: Some(after), ..*view })?)?;
            } else if op != QuantifierOp::Sum {
                tally.add(&Value::Truth(false))?;
            }
            if tally.is_decided(op) {
                break;
            }
        }
        Ok(tally.result(op))
    }

    fn point(&mut self, node: &Node, view: &View<'_>) -> Result<Point, Stopped> {
        let value = self.value(node, view)?;
        value.as_point().ok_or(Stopped::Meaningless("a square that is none"))
    }

    /// A definition speaks of the position at hand, or of that where a man it is given is seen.
    fn call(&mut self, number: usize, arguments: &[Node], view: &View<'_>) -> Result<Value, Stopped> {
        let text = self.text;
        let definition = &text.definitions[number];
        let mut given = Vec::with_capacity(arguments.len());
        let mut here = view.here;
        for (argument, &is_man) in arguments.iter().zip(&definition.men) {
            let value = self.value(argument, view)?;
            match (&value, is_man) {
                (Value::Man(_, at), true) => here = *at,
                (Value::Man(man, at), false) => {
                    given.push(Value::Point(at.point_of(*man)));
                    continue;
                }
                _ => {}
            }
            given.push(value);
        }
        self.with(&definition.body, given, None, &View { here, locals: None, ..*view })
    }

    fn with(
        &mut self,
        body: &Node,
        given: Vec<Value>,
        outer: Option<&Binding<'_>>,
        view: &View<'_>,
    ) -> Result<Value, Stopped> {
        let mut given = given.into_iter();
        match given.next() {
            Some(value) => {
                let binding = Binding { value, outer };
                self.with(body, given.collect(), Some(&binding), view)
            }
            None => self.value(body, &View { locals: outer, ..*view }),
        }
    }

    fn word(&mut self, word: Word, arguments: &[Node], view: &View<'_>) -> Result<Value, Stopped> {
        let given: Result<Vec<Value>, _> = arguments.iter().map(|part| self.value(part, view)).collect();
        let (given, here) = (given?, &view.here);
        self.work(2)?;
        let men = &self.text.men;
        Ok(match word {
            Word::Mate | Word::Stalemate | Word::NoMove => {
                self.work(20)?;
                let over = here.moves(men).is_empty();
                let check = || here.in_check(men, here.turn);
                Value::Truth(over && (word == Word::NoMove || check() == (word == Word::Mate)))
            }
            Word::Worth => {
                let Some(Value::Side(side)) = given.first() else { return meaningless("a value of nobody") };
                Value::Symbol(self.text.symbol(self.worth(here)?.word_for(*side == here.turn)))
            }
            Word::MovesToMate => Value::Number(self.worth(here)?.moves_to_mate()),
            _ => words::value(word, men, here, &given)
                .ok_or(Stopped::Meaningless("a word of something else"))?,
        })
    }

    /// At one position, or true at each of several.
    fn at(&mut self, inner: &Node, places: &[Place], view: &View<'_>) -> Result<Value, Stopped> {
        if let [place] = places {
            return self.value(inner, &View { here: view.at(*place)?, next: None, ..*view });
        }
        for place in places {
            let here = view.at(*place)?;
            if !self.holds(inner, &View { here, next: None, ..*view })? {
                return Ok(Value::Truth(false));
            }
        }
        Ok(Value::Truth(true))
    }

    /// Whether every two neighbours compare as they should.
    fn compare(
        &mut self,
        first: &Node,
        rest: &[(CompareOp, Node)],
        view: &View<'_>,
    ) -> Result<bool, Stopped> {
        let mut left = self.value(first, view)?;
        for (op, part) in rest {
            if let (CompareOp::In | CompareOp::NotIn, Node::Braces(parts)) = (op, part) {
                if self.among(&left, parts, view)? == (*op == CompareOp::NotIn) {
                    return Ok(false);
                }
                continue;
            }
            let right = self.value(part, view)?;
            if !compared(*op, &left, &right)? {
                return Ok(false);
            }
            left = right;
        }
        Ok(true)
    }

    fn among(&mut self, value: &Value, parts: &[Node], view: &View<'_>) -> Result<bool, Stopped> {
        if value.as_point().is_some_and(|point| square(point, self.text.men.1).is_none()) {
            return Ok(false);
        }
        for part in parts {
            let part = self.value(part, view)?;
            if compared(CompareOp::Equal, value, &part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn joined(&mut self, op: BinaryOp, left: Value, right: &Node, view: &View<'_>) -> Result<Value, Stopped> {
        let number = |value: &Value| value.as_number().ok_or(Stopped::Meaningless("a sum of something else"));
        Ok(match (op, &left) {
            (BinaryOp::And, Value::Truth(left)) => Value::Truth(*left && self.holds(right, view)?),
            (BinaryOp::Or, Value::Truth(left)) => Value::Truth(*left || self.holds(right, view)?),
            (BinaryOp::Implies, Value::Truth(left)) => Value::Truth(!*left || self.holds(right, view)?),
            (BinaryOp::Iff, Value::Truth(left)) => Value::Truth(*left == self.holds(right, view)?),
            (BinaryOp::Union, Value::Squares(left)) => Value::Squares(left | self.squares(right, view)?),
            (BinaryOp::Intersection, Value::Squares(left)) => {
                Value::Squares(left & self.squares(right, view)?)
            }
            (BinaryOp::Minus, Value::Squares(left)) => Value::Squares(left & !self.squares(right, view)?),
            (BinaryOp::Plus, left) => Value::Number(number(left)? + self.number(right, view)?),
            (BinaryOp::Minus, left) => Value::Number(number(left)? - self.number(right, view)?),
            (BinaryOp::Times, left) => Value::Number(number(left)? * self.number(right, view)?),
            (BinaryOp::Div, left) => Value::Number(number(left)?.div_euclid(self.number(right, view)?)),
            (BinaryOp::Mod, left) => Value::Number(number(left)?.rem_euclid(self.number(right, view)?)),
            _ => return meaningless("values that do not go together"),
        })
    }
}
