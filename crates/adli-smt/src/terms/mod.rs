//! Core terms as formulas.
//!
//! A term is evaluated where positions are [`Board`](crate::board::Board)s of sums: truth becomes a node, a number a sum, a set the question
//! whether a square is in it, and the size of the board stays a symbol. The walk over the terms is that of
//! [`adli_symbolic`]. What a term comes to may depend on moves ([`moves`]) and on what a strategy does ([`strategy`]), and each of these is
//! said in terms again; so they are parts of this module.
//!
//! Everything made here means exactly what the term means. Where a quantifier cannot be written out it stays one
//! ([`crate::formula::Node::Some`]); what becomes of it in a problem is decided later ([`crate::instances`]).

mod moves;
mod strategy;

use std::rc::Rc;

use adli_chess::Symmetry;
use adli_claims::Watch;
use adli_lang::Program;
use adli_lang::term::{OptionId, Quantifier, Sort, StrategyId, Term, TermId};
use adli_symbolic::hash::HashMap;
use adli_symbolic::{Bound as Binding, Call, Domain, OverMoves, Sight, Walk};

use crate::board::{BoardId, Boards, of_kind};
use crate::formula::{Linear, Part, Truth};
use crate::logic::{Formal, Logic, Made, Names, Refused, Value, unbound};
use moves::Candidate;
pub(crate) use moves::{Reach, elsewhere, reaches};
use strategy::Choice;

/// Why a term of this kind is outside of linear arithmetic, whatever stands in it.
pub(crate) fn outside(program: &Program, term: TermId) -> Option<&'static str> {
    match program.terms.get(term) {
        Term::Forces(_) | Term::PliesToGoal(_) => {
            Some("forcing trees are searched and backed up, not made into formulas")
        }
        Term::Value(..) | Term::MovesToMate(_) => Some("what a position is worth is known to tables only"),
        Term::Count(_) => Some("squares of a board of any size cannot be counted"),
        Term::Subset(..) => Some("sets of squares of a board of any size cannot be compared"),
        Term::Eq(a, _) if program.terms.sort(*a) == Sort::Set => {
            Some("sets of squares of a board of any size cannot be compared")
        }
        Term::OverSquares(..) => Some("the squares of a board of any size cannot be gone through"),
        _ => None,
    }
}

/// Makes formulas of the terms of a program.
pub(crate) struct Terms<'p> {
    pub(crate) program: &'p Program,
    pub(crate) logic: Logic,
    pub(crate) boards: Boards,
    options: Vec<i32>,
    /// Where the men may go, rule by rule.
    reaches: Rc<Vec<Reach>>,
    watch: &'p dyn Watch,
    calls: HashMap<Call<Formal>, Value>,
    moves: HashMap<(BoardId, u32), Rc<Vec<Candidate>>>,
    choices: HashMap<(StrategyId, BoardId), Rc<Choice>>,
    /// The steps by which moves of a play are made.
    pub(crate) played: HashMap<(StrategyId, BoardId), Vec<Truth>>,
    /// What the text calls some truth values and numbers.
    pub(crate) said: Vec<(String, Said)>,
    /// How many quantifiers are open: what two of them bind, one within the other, is not the same number.
    depth: u32,
    bound: u32,
    values: u32,
}

/// Something that has a name in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Said {
    Truth(Truth),
    Part(Part),
}

/// After how many values somebody may stop it.
const BETWEEN_LOOKS: u32 = 1 << 12;
/// The most values that are worked out for a problem.
const MAX_VALUES: u32 = 50_000_000;
/// The most nodes and parts of a problem.
const MAX_NODES: usize = 4 << 20;
/// The most positions that may come up in it.
const MAX_POSITIONS: usize = 1 << 14;

impl<'p> Terms<'p> {
    /// No formulas yet; options as the program has them, but for those that are set `under` a claim.
    pub(crate) fn new(
        program: &'p Program,
        under: &[(OptionId, i32)],
        reaches: &Rc<Vec<Reach>>,
        watch: &'p dyn Watch,
    ) -> Terms<'p> {
        Terms {
            program,
            logic: Logic::new(),
            boards: Boards::default(),
            options: program.options_under(under),
            reaches: Rc::clone(reaches),
            watch,
            calls: HashMap::default(),
            moves: HashMap::default(),
            choices: HashMap::default(),
            played: HashMap::default(),
            said: Vec::new(),
            depth: 0,
            bound: 0,
            values: 0,
        }
    }

    /// Whether a position is legal.
    pub(crate) fn legal(&mut self, id: BoardId) -> Made<Truth> {
        match self.call(self.program.laws.legal.ok_or_else(unbound)?, vec![id], Vec::new())? {
            Value::Bool(legal) => Ok(legal),
            _ => Err(unbound()),
        }
    }

    /// Notes what the text calls a value.
    fn note(&mut self, call: &Call<Formal>, value: &Value) {
        let (def, at, arguments) = call;
        let Some(definition) = self.program.definitions.get(def.0 as usize) else { return };
        let said = match value {
            Value::Bool(truth) => Said::Truth(*truth),
            Value::Int(number) => match number.as_part() {
                Some(part) => Said::Part(part),
                None => return,
            },
            _ => return,
        };
        let names: Option<Vec<&str>> = at.iter().map(|&at| self.boards.name(at)).collect();
        if let (true, Some(names)) = (arguments.is_empty(), names) {
            self.said.push((format!("{}.{}", definition.name, names.join(".")), said));
        }
    }
}

impl<'p> Domain<'p, Formal> for Terms<'p> {
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

    fn unbound() -> Refused {
        unbound()
    }

    fn place(&self) {}

    fn passed(&mut self, at: BoardId) -> Made<BoardId> {
        let passed = self.boards.get(at).passed();
        let name = self.boards.name(at).map(|name| format!("{name}.pass"));
        Ok(match name {
            Some(name) => self.boards.add_named(passed, name),
            None => self.boards.add(passed),
        })
    }

    fn image(&mut self, at: BoardId, by: Symmetry) -> Made<BoardId> {
        let image = self.boards.get(at).image(by, &self.logic.size);
        Ok(self.boards.add(image))
    }

    fn see(&mut self, sight: Sight, at: BoardId) -> Made<Value> {
        let board = self.boards.get(at);
        let man = |slot| board.man(slot).ok_or_else(unbound);
        Ok(match sight {
            Sight::File(slot) => Value::Int(man(slot)?.seen(&mut self.logic.formulas).0),
            Sight::Rank(slot) => Value::Int(man(slot)?.seen(&mut self.logic.formulas).1),
            Sight::Alive(slot) => Value::Bool(man(slot)?.alive),
            Sight::Kind(slot) => Value::Enum(of_kind(self.program.endgame.man(slot).kind)),
            Sight::Turn => Value::Enum(vec![Truth::constant(!board.second), Truth::constant(board.second)]),
            Sight::Passing => Value::Square(Linear::constant(0), Linear::constant(0)),
        })
    }

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Names) -> Made<Truth> {
        if !all {
            return self.plain_junction(parts, all, names);
        }
        let mut truths = Vec::with_capacity(parts.len());
        for &part in parts {
            let truth = self.truth(part, names)?;
            if truth == Truth::FALSE {
                return Ok(truth);
            }
            truths.push(truth);
        }
        Ok(self.logic.formulas.all_by_cases(&truths))
    }

    fn over_moves(&mut self, term: TermId, over: OverMoves, names: &Names) -> Made<Value> {
        let id = self.position(over.from, names)?;
        let candidates = self.candidates(id)?;
        let wanted: Vec<&Candidate> = candidates.iter().filter(|c| over.men.contains(c.man)).collect();
        let every = over.op == Quantifier::Every;
        if matches!(over.op, Quantifier::Count | Quantifier::Sum) {
            if wanted.iter().any(|candidate| candidate.along.is_some()) {
                let why = "how many moves there are along a line depends on the size of the board";
                return Err(Refused::new(why).at(self.program.terms.span(term)));
            }
            let moves = wanted.iter().map(|c| (c.man, c.legal, c.after)).collect::<Vec<_>>();
            return self.over_candidates(over, moves.into_iter(), names);
        }
        let mut ways = Vec::new();
        self.depth += 1;
        for candidate in wanted {
            let names = names.bind(Binding::Move(over.name, candidate.after));
            let body = self.truth(over.body, &names)?.negate_if(every);
            ways.push(self.way(candidate, body));
        }
        self.depth -= 1;
        Ok(Value::Bool(self.logic.formulas.any(ways).negate_if(every)))
    }

    fn ask(&mut self, term: TermId, names: &Names) -> Made<Value> {
        match self.program.terms.get(term) {
            Term::Step(strategy, pos) => {
                let board = self.position(*pos, names)?;
                if let Some(played) = self.played.get(&(*strategy, board)) {
                    return Ok(Value::Enum(played.clone()));
                }
                Ok(Value::Enum(self.choice(*strategy, board)?.values(&mut self.logic.formulas)))
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.position(*before, names)?, self.position(*after, names)?);
                Ok(Value::Bool(self.allows(*strategy, before, after)?))
            }
            _ => Err(unbound()),
        }
    }

    fn enter(&mut self) -> Made<()> {
        self.values += 1;
        if self.values.is_multiple_of(BETWEEN_LOOKS) {
            if let Some(by) = self.watch.stopped() {
                return Err(Refused::stopped(by));
            }
            let room = self.values < MAX_VALUES
                && self.logic.formulas.len() < MAX_NODES
                && self.boards.len() < MAX_POSITIONS;
            if !room {
                return Err(Refused::new("with all moves written out the problem would be too large"));
            }
        }
        Ok(())
    }

    /// What is outside of linear arithmetic is refused where the text says it.
    fn known(&mut self, term: TermId, names: &Names) -> Made<Option<Value>> {
        let span = self.program.terms.span(term);
        if let Some(why) = outside(self.program, term) {
            return Err(Refused::new(why).at(span));
        }
        if let Term::Mul(a, b) = self.program.terms.get(term) {
            let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
            let product =
                adli_symbolic::Algebra::arithmetic(&mut self.logic, adli_symbolic::Arithmetic::Mul, &a, &b);
            return product.map(|product| Some(Value::Int(product))).map_err(|why| why.at(span));
        }
        Ok(None)
    }

    fn kept(&self, call: &Call<Formal>) -> Option<Value> {
        self.calls.get(call).cloned()
    }

    fn keep(&mut self, call: Call<Formal>, value: &Value) {
        self.note(&call, value);
        // A set is known by its names, which do not come up again.
        if !call.2.iter().any(|argument| matches!(argument, Value::Set(..))) {
            self.calls.insert(call, value.clone());
        }
    }
}
