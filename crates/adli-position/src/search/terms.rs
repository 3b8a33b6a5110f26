//! Terms at one position, lazily: what is not needed is not looked at.

use adli_claims::{Limit, Work};
use adli_lang::Value;
use adli_lang::term::{DefId, Pos, PosId, Quantifier, Slots, Sort, StrategyId, Term, TermId};

use super::Search;
use super::sets::squares;
use crate::space::{Code, OFF, handed_over, kind, passing, square, turn};

/// How deep terms, calls and trees may be nested.
const MAX_DEPTH: u32 = 1_000;

pub(super) type Found<T> = Result<T, Limit>;
pub(super) type Point = (i32, i32);

impl Search<'_> {
    /// The position that a term speaks of.
    fn position(&self, pos: PosId, given: &[Code]) -> Found<Code> {
        Ok(match self.program.terms.pos(pos) {
            Pos::Given(number) => *given.get(usize::from(number)).ok_or_else(unbound)?,
            Pos::After(_, mv) => self.moves[mv.0 as usize],
            Pos::Pass(from) => handed_over(self.position(from, given)?, OFF),
            Pos::Image(from, symmetry) => {
                self.space.image(self.position(from, given)?, self.symmetries[symmetry.0 as usize])
            }
        })
    }

    /// The value of a condition.
    pub(super) fn truth(&mut self, term: TermId, given: &[Code]) -> Found<bool> {
        self.spend()?;
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Bool(value) => *value,
            Term::Option(option) => program.options[usize::from(option.0)].value != 0,
            Term::Var(var) => self.variables[var.0 as usize] == Value::Bool(true),
            Term::Alive(pos, slot) => square(self.position(*pos, given)?, usize::from(slot.0)) < OFF,
            Term::Not(a) => !self.truth(*a, given)?,
            Term::And(parts) => {
                for &part in parts {
                    if !self.truth(part, given)? {
                        return Ok(false);
                    }
                }
                true
            }
            Term::Or(parts) => {
                for &part in parts {
                    if self.truth(part, given)? {
                        return Ok(true);
                    }
                }
                false
            }
            Term::If(condition, yes, no) => {
                let branch = if self.truth(*condition, given)? { *yes } else { *no };
                self.truth(branch, given)?
            }
            Term::Eq(a, b) => match program.terms.sort(*a) {
                Sort::Bool => self.truth(*a, given)? == self.truth(*b, given)?,
                Sort::Int | Sort::Enum(_) => self.number(*a, given)? == self.number(*b, given)?,
                Sort::Square => self.square(*a, given)? == self.square(*b, given)?,
                Sort::Set => self.set(*a, given)? == self.set(*b, given)?,
            },
            Term::Less(a, b) => self.number(*a, given)? < self.number(*b, given)?,
            Term::AtMost(a, b) => self.number(*a, given)? <= self.number(*b, given)?,
            Term::Member(square, set) => {
                let square = self.square(*square, given)?;
                self.member(square, *set, given)?
            }
            Term::Subset(a, b) => self.set(*a, given)? & !self.set(*b, given)? == 0,
            Term::OverSquares(..) | Term::OverMoves(..) => self.tally(term, given)? != 0,
            Term::SomeSymmetry(symmetry, body) => {
                for image in self.space.symmetries() {
                    self.symmetries[symmetry.0 as usize] = image.index();
                    if self.truth(*body, given)? {
                        return Ok(true);
                    }
                }
                false
            }
            Term::Call(def, positions, arguments) => {
                self.call(*def, positions, arguments, given, |search, body, given| {
                    search.truth(body, given).map(i32::from)
                })? != 0
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.position(*before, given)?, self.position(*after, given)?);
                let same = |allowed: &Code| self.space.canonical(*allowed) == self.space.canonical(after);
                self.asked(*strategy, before)?.is_some_and(|(_, moves)| moves.iter().any(same))
            }
            Term::Forces(node) => {
                let [root, before, at] = node.positions().map(|pos| self.position(pos, given));
                self.forces(node.advice, node.left, root?, before?, at?)?
            }
            _ => return Err(unbound()),
        })
    }

    /// The value of a number, or the number of a value of an enumeration.
    pub(super) fn number(&mut self, term: TermId, given: &[Code]) -> Found<i32> {
        self.spend()?;
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Int(value) => *value,
            Term::Enum(_, value) => i32::from(*value),
            Term::Size => 8,
            Term::Option(option) => program.options[usize::from(option.0)].value,
            Term::Var(var) => match self.variables[var.0 as usize] {
                Value::Int(value) => value,
                Value::Enum(value) => i32::from(value),
                _ => return Err(unbound()),
            },
            Term::File(pos, slot) => point(square(self.position(*pos, given)?, usize::from(slot.0))).0,
            Term::Rank(pos, slot) => point(square(self.position(*pos, given)?, usize::from(slot.0))).1,
            Term::Kind(pos, slot) => kind(self.position(*pos, given)?, usize::from(slot.0)) as i32,
            Term::Turn(pos) => i32::from(turn(self.position(*pos, given)?).0),
            Term::If(condition, yes, no) => {
                let branch = if self.truth(*condition, given)? { *yes } else { *no };
                self.number(branch, given)?
            }
            Term::Add(a, b) => self.number(*a, given)?.saturating_add(self.number(*b, given)?),
            Term::Sub(a, b) => self.number(*a, given)?.saturating_sub(self.number(*b, given)?),
            Term::Mul(a, b) => self.number(*a, given)?.saturating_mul(self.number(*b, given)?),
            Term::Div(a, by) => self.number(*a, given)?.checked_div_euclid(*by).ok_or_else(unbound)?,
            Term::Mod(a, by) => self.number(*a, given)?.checked_rem_euclid(*by).ok_or_else(unbound)?,
            Term::Abs(a) => self.number(*a, given)?.saturating_abs(),
            Term::Min(a, b) => self.number(*a, given)?.min(self.number(*b, given)?),
            Term::Max(a, b) => self.number(*a, given)?.max(self.number(*b, given)?),
            Term::FileOf(a) => self.square(*a, given)?.0,
            Term::RankOf(a) => self.square(*a, given)?.1,
            Term::Count(set) => self.set(*set, given)?.count_ones() as i32,
            Term::OverSquares(..) | Term::OverMoves(..) => self.tally(term, given)?,
            Term::Call(def, positions, arguments) => {
                self.call(*def, positions, arguments, given, Self::number)?
            }
            Term::Step(strategy, pos) => {
                let at = self.position(*pos, given)?;
                self.step(*strategy, at)?
            }
            Term::PliesToGoal(node) => {
                let [root, before, at] = node.positions().map(|pos| self.position(pos, given));
                self.plies_to_goal(node.advice, node.left, root?, before?, at?)?
            }
            _ => return Err(unbound()),
        })
    }

    /// The value of a square, not necessarily on the board.
    pub(super) fn square(&mut self, term: TermId, given: &[Code]) -> Found<Point> {
        self.spend()?;
        let program = self.program;
        match program.terms.get(term) {
            Term::Square(file, rank) => Ok((self.number(*file, given)?, self.number(*rank, given)?)),
            Term::Var(var) => match self.variables[var.0 as usize] {
                Value::Square(file, rank) => Ok((file, rank)),
                _ => Err(unbound()),
            },
            Term::Passing(pos) => Ok(point(passing(self.position(*pos, given)?))),
            Term::If(condition, yes, no) => {
                let branch = if self.truth(*condition, given)? { *yes } else { *no };
                self.square(branch, given)
            }
            Term::Call(def, positions, arguments) => {
                self.within(*def, positions, arguments, given, Self::square)
            }
            _ => Err(unbound()),
        }
    }

    /// A quantifier over squares or moves: a number, or a truth value as one.
    fn tally(&mut self, term: TermId, given: &[Code]) -> Found<i32> {
        let program = self.program;
        match program.terms.get(term) {
            Term::OverSquares(op, var, set, body) => {
                let set = self.set(*set, given)?;
                let mut sum = 0;
                for at in squares(set) {
                    let (file, rank) = point(at);
                    self.variables[var.0 as usize] = Value::Square(file, rank);
                    if self.add(*op, &mut sum, *body, given)? {
                        break;
                    }
                }
                Ok(told(*op, sum))
            }
            Term::OverMoves(op, pos, men, mv, body) => {
                let (from, space) = (self.position(*pos, given)?, self.space);
                let (mut sum, mut failed) = (0, None);
                self.over_moves(space, from, *men, |search, after| {
                    search.moves[mv.0 as usize] = after;
                    let enough = search.add(*op, &mut sum, *body, given);
                    enough.unwrap_or_else(|limit| {
                        failed = Some(limit);
                        true
                    })
                });
                failed.map_or(Ok(told(*op, sum)), Err)
            }
            _ => Err(unbound()),
        }
    }

    fn over_moves(
        &mut self,
        space: &crate::space::Space,
        from: Code,
        men: Slots,
        mut visit: impl FnMut(&mut Self, Code) -> bool,
    ) {
        space.successors(from, men, |after| visit(self, after));
    }

    /// Takes one more into account; true if the rest does not matter.
    fn add(&mut self, op: Quantifier, sum: &mut i32, body: TermId, given: &[Code]) -> Found<bool> {
        let one = match op {
            Quantifier::Some | Quantifier::Count => i32::from(self.truth(body, given)?),
            Quantifier::Every => i32::from(!self.truth(body, given)?),
            Quantifier::Sum => self.number(body, given)?,
        };
        *sum = sum.saturating_add(one);
        Ok(matches!(op, Quantifier::Some | Quantifier::Every) && *sum > 0)
    }

    /// A number or truth value that a definition gives; remembered where that is some work.
    fn call(
        &mut self,
        def: DefId,
        positions: &[PosId],
        arguments: &[TermId],
        given: &[Code],
        evaluate: impl FnOnce(&mut Self, TermId, &[Code]) -> Found<i32>,
    ) -> Found<i32> {
        let ([pos], true) = (positions, self.is_worth(def)) else {
            return self.within(def, positions, arguments, given, evaluate);
        };
        let key = (def.0, self.position(*pos, given)?);
        if let Some(&known) = self.kept.known.get(&key) {
            return Ok(known);
        }
        let value = self.within(def, positions, arguments, given, evaluate)?;
        self.kept.known.insert(key, value);
        Ok(value)
    }

    /// Something done with the body of a definition.
    pub(super) fn within<T>(
        &mut self,
        def: DefId,
        positions: &[PosId],
        arguments: &[TermId],
        given: &[Code],
        evaluate: impl FnOnce(&mut Self, TermId, &[Code]) -> Found<T>,
    ) -> Found<T> {
        let program = self.program;
        let definition = program.definition(def).ok_or_else(unbound)?;
        let mut places = [0; 2];
        for (place, &pos) in places.iter_mut().zip(positions) {
            *place = self.position(pos, given)?;
        }
        let mut values = [Value::Bool(false); 8];
        if arguments.len() > values.len() {
            return Err(Limit::Work(Work::Depth));
        }
        for (value, &argument) in values.iter_mut().zip(arguments) {
            *value = self.value(argument, given)?;
        }
        for (param, value) in definition.params.iter().zip(values) {
            self.variables[param.0 as usize] = value;
        }
        if self.depth >= MAX_DEPTH {
            return Err(Limit::Work(Work::Depth));
        }
        self.depth += 1;
        let value = evaluate(self, definition.body, &places[..positions.len().min(2)]);
        self.depth -= 1;
        value
    }

    /// A value of any sort.
    fn value(&mut self, term: TermId, given: &[Code]) -> Found<Value> {
        Ok(match self.program.terms.sort(term) {
            Sort::Bool => Value::Bool(self.truth(term, given)?),
            Sort::Int => Value::Int(self.number(term, given)?),
            Sort::Enum(_) => Value::Enum(self.number(term, given)? as u16),
            Sort::Square => {
                let (file, rank) = self.square(term, given)?;
                Value::Square(file, rank)
            }
            Sort::Set => Value::Set(self.set(term, given)?),
        })
    }

    /// Whether a definition about one position looks at moves or at many squares.
    fn is_worth(&mut self, def: DefId) -> bool {
        let number = def.0 as usize;
        if let Some(Some(known)) = self.kept.worth.get(number) {
            return *known;
        }
        let worth = self.program.definitions.get(number).is_some_and(|definition| {
            definition.positions == 1 && definition.params.is_empty() && self.searches(definition.body)
        });
        if let Some(place) = self.kept.worth.get_mut(number) {
            *place = Some(worth);
        }
        worth
    }

    fn searches(&self, body: TermId) -> bool {
        self.program.reach([body]).any(|(_, node)| {
            let quantifies = matches!(node, Term::OverMoves(..) | Term::OverSquares(..) | Term::Count(_));
            quantifies || matches!(node, Term::Forces(_) | Term::PliesToGoal(_) | Term::Step(..))
        })
    }

    /// The step of a strategy that applies; one past the last if none does.
    fn step(&mut self, strategy: StrategyId, at: Code) -> Found<i32> {
        let steps = self.program.strategy(strategy).map_or(0, |s| s.steps.len());
        Ok(self.asked(strategy, at)?.map_or(steps, |(step, _)| step) as i32)
    }
}

/// What a quantifier says when it has seen all that matters.
fn told(op: Quantifier, sum: i32) -> i32 {
    match op {
        Quantifier::Every => i32::from(sum == 0),
        Quantifier::Some | Quantifier::Count | Quantifier::Sum => sum,
    }
}

/// File and rank from 1; (0, 0) off the board.
pub(super) fn point(square: u64) -> Point {
    if square >= OFF { (0, 0) } else { ((square & 7) as i32 + 1, (square >> 3) as i32 + 1) }
}

pub(super) fn unbound() -> Limit {
    Limit::NotRun("a term has no value in a search".into())
}
