//! The smallest domain: plain values, one position at a time, moves by the letter of the laws.

use adli_chess::{Kind, Symmetry};
use adli_conformance::BackEnd;
use adli_lang::term::{Slot, StrategyId, Term, TermId};
use adli_lang::{MoveRule, Program, State, Value as Known};
use adli_symbolic::{
    Algebra, Arithmetic, Bound, Comparison, Domain, Env, Kinds, OverMoves, SIZE, Sight, Single, Value, Walk,
};

/// The kinds of plain values. Positions are numbered as they come up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plainly;

impl Kinds for Plainly {
    type Truth = bool;
    type Number = i32;
    type Enum = i32;
    type Position = usize;
    type Place = ();
    type Refused = String;
}

type Made<T> = Result<T, String>;
type Names = Env<Plainly>;

pub struct Logic;

impl Algebra<Plainly> for Logic {
    fn truth(&self, value: bool) -> bool {
        value
    }

    fn known(&self, truth: &bool) -> Option<bool> {
        Some(*truth)
    }

    fn number(&self, value: i32) -> i32 {
        value
    }

    fn one_of(&self, _: usize, value: i32) -> i32 {
        value
    }

    fn not(&mut self, a: &bool) -> Made<bool> {
        Ok(!a)
    }

    fn and(&mut self, a: &bool, b: &bool) -> Made<bool> {
        Ok(*a && *b)
    }

    fn or(&mut self, a: &bool, b: &bool) -> Made<bool> {
        Ok(*a || *b)
    }

    fn same(&mut self, a: &bool, b: &bool) -> Made<bool> {
        Ok(a == b)
    }

    fn same_enum(&mut self, a: &i32, b: &i32) -> Made<bool> {
        Ok(a == b)
    }

    fn choose_truth(&mut self, condition: &bool, yes: &bool, no: &bool) -> Made<bool> {
        Ok(if *condition { *yes } else { *no })
    }

    fn choose(&mut self, condition: &bool, yes: &i32, no: &i32) -> Made<i32> {
        Ok(if *condition { *yes } else { *no })
    }

    fn choose_enum(&mut self, condition: &bool, yes: &i32, no: &i32) -> Made<i32> {
        self.choose(condition, yes, no)
    }

    fn as_number(&mut self, a: &bool) -> Made<i32> {
        Ok(i32::from(*a))
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: &i32, b: &i32) -> Made<i32> {
        Ok(match kind {
            Arithmetic::Add => a + b,
            Arithmetic::Sub => a - b,
            Arithmetic::Mul => a * b,
            Arithmetic::Min => *a.min(b),
            Arithmetic::Max => *a.max(b),
        })
    }

    fn single(&mut self, kind: Single, a: &i32) -> Made<i32> {
        Ok(match kind {
            Single::Abs => a.abs(),
            Single::Div(by) => a.div_euclid(by),
            Single::Mod(by) => a.rem_euclid(by),
        })
    }

    fn compare(&mut self, kind: Comparison, a: &i32, b: &i32) -> Made<bool> {
        Ok(match kind {
            Comparison::Equal => a == b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
        })
    }
}

/// A program and the positions that have come up.
pub struct Plain<'p> {
    program: &'p Program,
    options: Vec<i32>,
    states: Vec<State>,
    logic: Logic,
}

impl<'p> Plain<'p> {
    pub fn new(program: &'p Program) -> Plain<'p> {
        Plain { program, options: program.options_under(&[]), states: Vec::new(), logic: Logic }
    }

    fn add(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    /// The moves of all men, and the positions after them.
    fn moves_from(&mut self, at: usize) -> Made<Vec<(Slot, usize)>> {
        let mut moves = Vec::new();
        for rule in &self.program.laws.moves {
            let here = Names::given([at]);
            if !self.truth(rule.may_move, &here)? {
                continue;
            }
            let targets = self.value(rule.targets, &here)?;
            for (file, rank) in self.logic.squares()? {
                let here = here.bind(Bound::Var(rule.target, Value::Square(file, rank)));
                if self.member((&file, &rank), &targets)? && self.truth(rule.when, &here)? {
                    moves.extend(self.moves_to(at, rule, (file, rank), &here)?);
                }
            }
        }
        Ok(moves)
    }

    fn moves_to(
        &mut self,
        at: usize,
        rule: &MoveRule,
        to: (i32, i32),
        here: &Names,
    ) -> Made<Vec<(Slot, usize)>> {
        let mut after = self.states[at];
        for &(slot, condition) in &rule.captures {
            if self.truth(condition, here)? {
                after.put(slot, (0, 0));
            }
        }
        after.put(rule.man, to);
        let passing = self.square(rule.passing, here)?;
        after.hand_over(if self.program.endgame.has_passing() { passing } else { (0, 0) });
        let kinds: Vec<Option<Kind>> = if self.truth(rule.promotes, here)? {
            rule.promotions.iter().map(|&kind| Some(Kind::ALL[usize::from(kind)])).collect()
        } else {
            vec![None]
        };
        let mut moves = Vec::new();
        for kind in kinds {
            let mut after = after;
            kind.into_iter().for_each(|kind| after.promote(rule.man, kind));
            let after = self.add(after);
            if self.truth(rule.provided, &Names::given([at, after]))? {
                moves.push((rule.man, after));
            }
        }
        Ok(moves)
    }

    /// The first step that has a move.
    fn step(&mut self, strategy: StrategyId, at: usize) -> Made<usize> {
        let found = &self.program.strategies[usize::from(strategy.0)];
        let state = self.states[at];
        if state.turn().index() != usize::from(found.side) || !state.is_home(&self.program.endgame) {
            return Ok(found.steps.len());
        }
        let moves = self.moves_from(at)?;
        for (number, step) in found.steps.iter().enumerate() {
            for &(_, after) in moves.iter().filter(|(man, _)| step.men.contains(*man)) {
                if self.truth(step.condition, &Names::given([at, after]))? {
                    return Ok(number);
                }
            }
        }
        Ok(found.steps.len())
    }
}

impl<'p> Domain<'p, Plainly> for Plain<'p> {
    type Algebra = Logic;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn algebra(&mut self) -> &mut Logic {
        &mut self.logic
    }

    fn options(&self) -> &[i32] {
        &self.options
    }

    fn unbound() -> String {
        "a name stands for nothing".to_owned()
    }

    fn place(&self) {}

    fn passed(&mut self, at: usize) -> Made<usize> {
        Ok(self.add(self.states[at].passed()))
    }

    fn image(&mut self, at: usize, by: Symmetry) -> Made<usize> {
        Ok(self.add(self.states[at].image(by, SIZE)))
    }

    fn see(&mut self, sight: Sight, at: usize) -> Made<Value<Plainly>> {
        let state = &self.states[at];
        Ok(match sight {
            Sight::File(slot) => Value::Int(state.place(slot).0),
            Sight::Rank(slot) => Value::Int(state.place(slot).1),
            Sight::Alive(slot) => Value::Bool(state.alive(slot)),
            Sight::Kind(slot) => Value::Enum(state.kind(slot).index() as i32),
            Sight::Turn => Value::Enum(state.turn().index() as i32),
            Sight::Passing => Value::Square(state.passing().0, state.passing().1),
        })
    }

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Names) -> Made<bool> {
        self.plain_junction(parts, all, names)
    }

    fn over_moves(&mut self, _: TermId, over: OverMoves, names: &Names) -> Made<Value<Plainly>> {
        let at = self.position(over.from, names)?;
        let moves = self.moves_from(at)?;
        self.over_candidates(over, moves.iter().map(|&(man, after)| (man, true, after)), names)
    }

    fn ask(&mut self, term: TermId, names: &Names) -> Made<Value<Plainly>> {
        let Term::Step(strategy, pos) = self.program.terms.get(term) else {
            return Err("only steps are known here".to_owned());
        };
        let at = self.position(*pos, names)?;
        Ok(Value::Enum(self.step(*strategy, at)? as i32))
    }
}

impl BackEnd for Plain<'_> {
    fn values(&mut self, term: TermId, at: &[Vec<State>]) -> Made<Vec<Known>> {
        let mut answers = Vec::new();
        for states in at {
            self.states.clone_from(states);
            let given: Vec<usize> = (0..states.len()).collect();
            answers.push(match self.value(term, &Names::given(given))? {
                Value::Bool(value) => Known::Bool(value),
                Value::Int(value) => Known::Int(value),
                Value::Enum(value) => Known::Enum(value as u16),
                Value::Square(file, rank) => Known::Square(file, rank),
                Value::Set(..) => return Err("a set".to_owned()),
            });
        }
        Ok(answers)
    }

    fn steps(&mut self, strategy: StrategyId, at: &[State]) -> Made<Vec<usize>> {
        let mut answers = Vec::new();
        for &state in at {
            self.states = vec![state];
            answers.push(self.step(strategy, 0)?);
        }
        Ok(answers)
    }

    fn moves(&mut self, at: &[State]) -> Made<Vec<Vec<State>>> {
        let mut answers = Vec::new();
        for &state in at {
            self.states = vec![state];
            let moves = self.moves_from(0)?;
            answers.push(moves.iter().map(|&(_, after)| self.states[after]).collect());
        }
        Ok(answers)
    }
}
