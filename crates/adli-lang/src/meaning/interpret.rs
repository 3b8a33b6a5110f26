//! The plain interpreter: what a term means at a position.
//!
//! It is written to be obviously right rather than fast: one `match` over the kinds of terms, with a memo of the trees it has seen and
//! nothing else that is clever. Every other method answers for its agreement with this one,
//! and no counterexample is shown before it has been replayed here. Moves come from the rules of `laws.adv`,
//! man by man and square by square; for long tests they may be taken from the fast core instead, which is
//! checked against the rules elsewhere.
//!
//! Two limits make it total for any text: a number of terms to evaluate, and a depth.

use std::collections::HashMap;

use adli_chess::{Colour, Symmetry};

use crate::core::program::Program;
use crate::core::term::{AdviceId, DefId, Pos, PosId, Quantifier, Slots, StrategyId, Term, TermId};
use crate::meaning::squares::{Kept, MAX_SIZE, Squares};
use crate::meaning::state::{Point, State};
use crate::meaning::value::{MovesFrom, Stopped, Tables, Tally, Value};

/// Evaluates terms of a program.
pub struct Interpreter<'a> {
    pub(crate) program: &'a Program,
    options: Vec<i32>,
    size: i32,
    fuel: u64,
    depth: u32,
    moves_from: MovesFrom,
    tables: Option<&'a dyn Tables>,
    given: Vec<State>,
    base: usize,
    variables: Vec<Option<Value>>,
    moves: Vec<Option<State>>,
    symmetries: Vec<Symmetry>,
    sets: Kept,
    /// How forcing trees go on: by advice, plies left, root and position.
    pub(crate) onward: HashMap<(AdviceId, u8, State, State), bool>,
}

const MAX_DEPTH: u32 = 3_000;

impl<'a> Interpreter<'a> {
    /// An interpreter for a board of eight, with the options as the program has them.
    #[must_use]
    pub fn new(program: &'a Program) -> Interpreter<'a> {
        Interpreter {
            program,
            options: program.options.iter().map(|option| option.value).collect(),
            size: 8,
            fuel: u64::MAX,
            depth: 0,
            moves_from: MovesFrom::Laws,
            tables: None,
            given: Vec::new(),
            base: 0,
            variables: vec![None; program.terms.variables()],
            moves: vec![None; program.terms.move_variables()],
            symmetries: vec![Symmetry::IDENTITY; program.terms.symmetry_variables()],
            sets: Kept::default(),
            onward: HashMap::new(),
        }
    }

    /// The same with moves from elsewhere.
    #[must_use]
    pub fn moves_from(mut self, moves_from: MovesFrom) -> Self {
        self.moves_from = moves_from;
        self
    }

    /// The same, stopping after so many terms.
    #[must_use]
    pub fn fuel(mut self, fuel: u64) -> Self {
        self.fuel = fuel;
        self
    }

    /// After how many more terms it stops.
    #[must_use]
    pub fn fuel_left(&self) -> u64 {
        self.fuel
    }

    /// The same with tables for claims.
    #[must_use]
    pub fn tables(mut self, tables: &'a dyn Tables) -> Self {
        self.tables = Some(tables);
        self
    }

    /// The same on a board of another size, from 1 to 127. Where it is not eight, moves are those of the laws.
    #[must_use]
    pub fn size(mut self, size: i32) -> Self {
        self.size = size.clamp(1, MAX_SIZE);
        self
    }

    /// The squares of a set that this interpreter has made, rank by rank; nothing if the value is no set.
    #[must_use]
    pub fn squares(&self, value: Value) -> Option<Vec<Point>> {
        Some(self.sets.squares(value)?.iter().collect())
    }

    /// Sets an option, as `under` does.
    pub fn set_option(&mut self, option: crate::core::term::OptionId, value: i32) {
        if let Some(slot) = self.options.get_mut(usize::from(option.0)) {
            *slot = value;
            self.onward.clear();
        }
    }

    /// The value of a term where `Given(0)`, `Given(1)`, ... are these positions.
    ///
    /// # Errors
    /// Where a limit is reached, or the term needs something that is missing.
    pub fn value(&mut self, term: TermId, positions: &[State]) -> Result<Value, Stopped> {
        let frame = self.enter(positions);
        let value = self.eval(term);
        self.leave(frame);
        value
    }

    /// The value of a condition.
    ///
    /// # Errors
    /// As for [`Interpreter::value`].
    pub fn holds(&mut self, term: TermId, positions: &[State]) -> Result<bool, Stopped> {
        match self.value(term, positions)? {
            Value::Bool(value) => Ok(value),
            _ => Err(Stopped::Unbound),
        }
    }

    /// Whether a definition without parameters holds.
    ///
    /// # Errors
    /// As for [`Interpreter::value`].
    pub fn definition_holds(&mut self, def: DefId, positions: &[State]) -> Result<bool, Stopped> {
        let body = self.program.definition(def).ok_or(Stopped::Unbound)?.body;
        self.holds(body, positions)
    }

    pub(crate) fn enter(&mut self, positions: &[State]) -> (usize, usize) {
        let frame = (self.base, self.given.len());
        self.base = self.given.len();
        self.given.extend_from_slice(positions);
        frame
    }

    pub(crate) fn leave(&mut self, (base, length): (usize, usize)) {
        self.base = base;
        self.given.truncate(length);
    }

    /// Gives a variable a value, for terms in which nothing binds it.
    pub fn bind(&mut self, var: crate::core::term::VarId, value: Value) {
        self.variables[var.0 as usize] = Some(value);
    }

    fn state(&self, pos: PosId) -> Result<State, Stopped> {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => {
                self.given.get(self.base + usize::from(number)).copied().ok_or(Stopped::Unbound)
            }
            Pos::After(_, mv) => self.moves[mv.0 as usize].ok_or(Stopped::Unbound),
            Pos::Pass(from) => Ok(self.state(from)?.passed()),
            Pos::Image(from, symmetry) => {
                Ok(self.state(from)?.image(self.symmetries[symmetry.0 as usize], self.size))
            }
        }
    }

    /// Looks at a position without copying it where that is not needed.
    fn look<T>(&self, pos: PosId, see: impl FnOnce(&State) -> T) -> Result<T, Stopped> {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => {
                self.given.get(self.base + usize::from(number)).map(see).ok_or(Stopped::Unbound)
            }
            Pos::After(_, mv) => self.moves[mv.0 as usize].as_ref().map(see).ok_or(Stopped::Unbound),
            Pos::Pass(_) | Pos::Image(..) => self.state(pos).map(|state| see(&state)),
        }
    }

    pub(crate) fn bool(&mut self, term: TermId) -> Result<bool, Stopped> {
        match self.eval(term)? {
            Value::Bool(value) => Ok(value),
            _ => Err(Stopped::Unbound),
        }
    }

    pub(crate) fn int(&mut self, term: TermId) -> Result<i32, Stopped> {
        match self.eval(term)? {
            Value::Int(value) => Ok(value),
            _ => Err(Stopped::Unbound),
        }
    }

    pub(crate) fn square(&mut self, term: TermId) -> Result<(i32, i32), Stopped> {
        match self.eval(term)? {
            Value::Square(file, rank) => Ok((file, rank)),
            _ => Err(Stopped::Unbound),
        }
    }

    pub(crate) fn set(&mut self, term: TermId) -> Result<Squares, Stopped> {
        let value = self.eval(term)?;
        self.sets.squares(value).ok_or(Stopped::Unbound)
    }

    pub(crate) fn eval(&mut self, term: TermId) -> Result<Value, Stopped> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stopped::TooLong)?;
        if self.depth >= MAX_DEPTH {
            return Err(Stopped::TooDeep);
        }
        self.depth += 1;
        let value = self.eval_term(term);
        self.depth -= 1;
        value
    }

    fn eval_term(&mut self, term: TermId) -> Result<Value, Stopped> {
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Bool(value) => Value::Bool(*value),
            Term::Int(value) => Value::Int(*value),
            Term::Enum(_, value) => Value::Enum(*value),
            Term::Size => Value::Int(self.size),
            Term::Option(option) => self.option(*option),
            Term::Var(var) => self.variables[var.0 as usize].ok_or(Stopped::Unbound)?,
            Term::File(pos, slot) => Value::Int(self.look(*pos, |state| state.place(*slot).0)?),
            Term::Rank(pos, slot) => Value::Int(self.look(*pos, |state| state.place(*slot).1)?),
            Term::Alive(pos, slot) => Value::Bool(self.look(*pos, |state| state.alive(*slot))?),
            Term::Kind(pos, slot) => Value::Enum(self.look(*pos, |state| state.kind(*slot).index() as u16)?),
            Term::Turn(pos) => Value::Enum(self.look(*pos, |state| state.turn().index() as u16)?),
            Term::Passing(pos) => {
                let (file, rank) = self.state(*pos)?.passing();
                Value::Square(file, rank)
            }
            Term::Not(a) => Value::Bool(!self.bool(*a)?),
            Term::And(parts) => {
                for &part in parts {
                    if !self.bool(part)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Value::Bool(true)
            }
            Term::Or(parts) => {
                for &part in parts {
                    if self.bool(part)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Value::Bool(false)
            }
            Term::If(condition, yes, no) => {
                let branch = if self.bool(*condition)? { *yes } else { *no };
                self.eval(branch)?
            }
            Term::Eq(a, b) => Value::Bool(self.eval(*a)? == self.eval(*b)?),
            Term::Less(a, b) => Value::Bool(self.int(*a)? < self.int(*b)?),
            Term::AtMost(a, b) => Value::Bool(self.int(*a)? <= self.int(*b)?),
            Term::Add(a, b) => Value::Int(self.int(*a)?.saturating_add(self.int(*b)?)),
            Term::Sub(a, b) => Value::Int(self.int(*a)?.saturating_sub(self.int(*b)?)),
            Term::Mul(a, b) => Value::Int(self.int(*a)?.saturating_mul(self.int(*b)?)),
            Term::Div(a, by) => Value::Int(self.int(*a)?.checked_div_euclid(*by).ok_or(Stopped::Unbound)?),
            Term::Mod(a, by) => Value::Int(self.int(*a)?.checked_rem_euclid(*by).ok_or(Stopped::Unbound)?),
            Term::Abs(a) => Value::Int(self.int(*a)?.saturating_abs()),
            Term::Min(a, b) => Value::Int(self.int(*a)?.min(self.int(*b)?)),
            Term::Max(a, b) => Value::Int(self.int(*a)?.max(self.int(*b)?)),
            Term::Square(file, rank) => Value::Square(self.int(*file)?, self.int(*rank)?),
            Term::FileOf(a) => Value::Int(self.square(*a)?.0),
            Term::RankOf(a) => Value::Int(self.square(*a)?.1),
            Term::Board => self.sets.value(Squares::board(self.size))?,
            Term::SetOf(squares) => {
                let mut set = Squares::none(self.size);
                for &square in squares {
                    let square = self.square(square)?;
                    if self.is_on_board(square) {
                        set.add(square);
                    }
                }
                self.sets.value(set)?
            }
            Term::Those(var, condition) => {
                let mut set = Squares::none(self.size);
                for (file, rank) in Squares::board(self.size).iter() {
                    self.bind(*var, Value::Square(file, rank));
                    if self.bool(*condition)? {
                        set.add((file, rank));
                    }
                }
                self.sets.value(set)?
            }
            Term::Union(a, b) => {
                let union = self.set(*a)?.union(&self.set(*b)?);
                self.sets.value(union)?
            }
            Term::Intersection(a, b) => {
                let intersection = self.set(*a)?.intersection(&self.set(*b)?);
                self.sets.value(intersection)?
            }
            Term::Difference(a, b) => {
                let difference = self.set(*a)?.without(&self.set(*b)?);
                self.sets.value(difference)?
            }
            Term::Member(square, set) => {
                let square = self.square(*square)?;
                Value::Bool(self.is_on_board(square) && self.member(square, *set)?)
            }
            Term::Count(set) => Value::Int(self.set(*set)?.count() as i32),
            Term::Subset(a, b) => Value::Bool(self.set(*a)?.without(&self.set(*b)?).count() == 0),
            Term::OverSquares(op, var, set, body) => {
                let mut tally = Tally::new(*op);
                for (file, rank) in self.set(*set)?.iter() {
                    self.bind(*var, Value::Square(file, rank));
                    if tally.add(self.eval(*body)?) {
                        break;
                    }
                }
                tally.value()
            }
            Term::OverMoves(op, pos, men, mv, body) => {
                self.over_moves(*op, *pos, *men, mv.0 as usize, *body)?
            }
            Term::SomeSymmetry(symmetry, body) => {
                for &image in program.endgame.symmetries() {
                    self.symmetries[symmetry.0 as usize] = image;
                    if self.bool(*body)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Value::Bool(false)
            }
            Term::Call(def, positions, arguments) => self.call(*def, positions, arguments)?,
            Term::Step(strategy, pos) => {
                let state = self.state(*pos)?;
                Value::Enum(self.step_number(*strategy, &state)?)
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.state(*before)?, self.state(*after)?);
                Value::Bool(self.allows(*strategy, &before, &after)?)
            }
            Term::Forces(node) => {
                let (root, before, at) =
                    (self.state(node.root)?, self.state(node.before)?, self.state(node.at)?);
                Value::Bool(self.forces(node.advice, node.left, &root, &before, &at)?)
            }
            Term::PliesToGoal(node) => {
                let (root, before, at) =
                    (self.state(node.root)?, self.state(node.before)?, self.state(node.at)?);
                Value::Int(i32::from(self.plies_to_goal(node.advice, node.left, &root, &before, &at)?))
            }
            Term::Value(pos, side) => {
                let state = self.state(*pos)?;
                let side = self.eval(*side)?;
                let outcome = self.tables.and_then(|t| t.value(&state)).ok_or(Stopped::NeedsTables)?;
                Value::Enum(outcome.number(side == Value::Enum(state.turn().index() as u16)))
            }
            Term::MovesToMate(pos) => {
                let state = self.state(*pos)?;
                let outcome = self.tables.and_then(|t| t.value(&state)).ok_or(Stopped::NeedsTables)?;
                Value::Int(outcome.moves_to_mate())
            }
        })
    }

    fn option(&self, option: crate::core::term::OptionId) -> Value {
        let value = self.options[usize::from(option.0)];
        match self.program.options[usize::from(option.0)].sort {
            crate::core::term::Sort::Bool => Value::Bool(value != 0),
            crate::core::term::Sort::Enum(_) => Value::Enum(value as u16),
            _ => Value::Int(value),
        }
    }

    fn call(&mut self, def: DefId, positions: &[PosId], arguments: &[TermId]) -> Result<Value, Stopped> {
        self.within(def, positions, arguments, Self::eval)
    }

    /// Something done with the body of a definition, at its positions and with its arguments.
    pub(crate) fn within<T>(
        &mut self,
        def: DefId,
        positions: &[PosId],
        arguments: &[TermId],
        work: impl FnOnce(&mut Self, TermId) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let program = self.program;
        let definition = program.definition(def).ok_or(Stopped::Unbound)?;
        let mut states = [State::empty(&program.endgame, Colour::White); 2];
        for (state, &pos) in states.iter_mut().zip(positions) {
            *state = self.state(pos)?;
        }
        let mut values = [Value::Bool(false); 8];
        let mut more = Vec::new();
        for (number, &argument) in arguments.iter().enumerate() {
            let value = self.eval(argument)?;
            match values.get_mut(number) {
                Some(place) => *place = value,
                None => more.push(value),
            }
        }
        for (&param, value) in definition.params.iter().zip(values.iter().copied().chain(more)) {
            self.bind(param, value);
        }
        let frame = self.enter(&states[..positions.len().min(2)]);
        let value = work(self, definition.body);
        self.leave(frame);
        value
    }

    fn over_moves(
        &mut self,
        op: Quantifier,
        pos: PosId,
        men: Slots,
        mv: usize,
        body: TermId,
    ) -> Result<Value, Stopped> {
        let state = self.state(pos)?;
        let mut tally = Tally::new(op);
        self.for_moves(&state, men, &mut |interpreter, _, after| {
            interpreter.moves[mv] = Some(*after);
            let value = interpreter.eval(body)?;
            Ok(tally.add(value))
        })?;
        Ok(tally.value())
    }

    fn is_on_board(&self, (file, rank): Point) -> bool {
        let lines = 1..=self.size;
        lines.contains(&file) && lines.contains(&rank)
    }

    /// Whether moves may come from the fast core, which knows only the board of eight.
    pub(crate) fn asks_core(&self) -> bool {
        self.moves_from == MovesFrom::Core && self.size == 8
    }

    /// The side of a strategy is to move and the men are those of its header, or of one to which it hands over: only then it is asked.
    pub(crate) fn asked(&self, strategy: StrategyId, state: &State) -> bool {
        let Some(found) = self.program.strategy(strategy) else { return false };
        state.turn().index() == usize::from(found.side) && found.casts.iter().any(|cast| state.has_cast(cast))
    }
}
