//! From core terms to blocks.
//!
//! Calls are written out (equal operations become one again), quantifiers over squares are unrolled, and a set is
//! never built: all that can be asked of it comes down to whether a square is in it, and `s in {x: ..}` is the
//! condition with `s` for `x`. Quantifiers over moves become inner blocks.
//!
//! A **notion** is a term about one position and nothing else. At moves and replies the same position comes up
//! again and again; so there a notion that is costly is computed once for each position and looked up afterwards.

mod names;
mod quantify;

use std::collections::HashMap;
use std::rc::Rc;

use adli_chess::Symmetry;
use adli_lang::term::{DefId, Node, PosId, Sort, StrategyId, Term, TermId};
use adli_lang::{Program, Step, Value};

use super::block::{Arithmetic, Block, Comparison, File, Look, Op};
use super::builder::{Builder, Needed, Num, Place, TooLarge, Truth};
use super::notions::{Key, Notions};
pub(crate) use names::{Names, Val};

/// Compiles terms of a program.
pub(crate) struct Compiler<'c, 'p> {
    pub(crate) program: &'p Program,
    pub(crate) notions: &'c mut Notions<'p>,
    pub(crate) builder: Builder,
    /// Values of terms in the innermost block, under names, for what is needed.
    known: HashMap<(usize, TermId, u32, Option<Needed>), Val>,
    /// Terms whose values are handed over, and the names under which that is so.
    presets: HashMap<TermId, Val>,
    preset_names: Option<Rc<Names>>,
    /// Whether the given positions come up again and again, so that costly notions of them are worth a table.
    pub(crate) again: bool,
    /// The given positions that were looked at, one bit each.
    pub(crate) looked_at: u32,
    /// The strategies that are asked about every first given position.
    pub(crate) asked: Vec<StrategyId>,
    /// Names in `known` stay alive, so that their addresses mean one thing.
    kept: Vec<Rc<Names>>,
    depth: u32,
}

type Made<T> = Result<T, TooLarge>;

const MAX_DEPTH: u32 = 400;

impl<'c, 'p> Compiler<'c, 'p> {
    pub(crate) fn new(program: &'p Program, notions: &'c mut Notions<'p>, given: u32) -> Self {
        let builder = Builder::new(given);
        Compiler {
            program,
            notions,
            builder,
            known: HashMap::new(),
            presets: HashMap::new(),
            preset_names: None,
            again: false,
            looked_at: 0,
            asked: Vec::new(),
            kept: Vec::new(),
            depth: 0,
        }
    }

    /// The positions given in the outermost block.
    pub(crate) fn given(places: impl IntoIterator<Item = Place>) -> Rc<Names> {
        Rc::new(Names::Given(places.into_iter().collect()))
    }

    /// The value of a term in the outermost block.
    pub(crate) fn output(&mut self, term: TermId, names: &Rc<Names>) -> Made<Val> {
        self.value(term, names)
    }

    /// The condition and the keys of a step, as registers of the innermost block.
    pub(crate) fn step(
        &mut self,
        step: &Step,
        names: &Rc<Names>,
        level: u8,
    ) -> Made<(u32, Vec<(u32, bool)>)> {
        let truth = self.truth(step.condition, names)?;
        let condition = self.builder.truth_in(truth, level)?;
        let mut keys = Vec::new();
        // Keys are read only where the condition holds.
        self.builder.narrow(truth);
        for key in &step.prefer {
            let number = self.num(key.term, names)?;
            keys.push((self.builder.num_in(number, level)?, key.most));
        }
        self.builder.widen();
        Ok((condition, keys))
    }

    pub(crate) fn truth(&mut self, term: TermId, names: &Rc<Names>) -> Made<Truth> {
        match self.value(term, names)? {
            Val::Bool(truth) => Ok(truth),
            _ => Err(TooLarge),
        }
    }

    pub(crate) fn num(&mut self, term: TermId, names: &Rc<Names>) -> Made<Num> {
        match self.value(term, names)? {
            Val::Int(num) => Ok(num),
            _ => Err(TooLarge),
        }
    }

    fn square(&mut self, term: TermId, names: &Rc<Names>) -> Made<(Num, Num)> {
        match self.value(term, names)? {
            Val::Square(file, rank) => Ok((file, rank)),
            _ => Err(TooLarge),
        }
    }

    fn value(&mut self, term: TermId, names: &Rc<Names>) -> Made<Val> {
        let needed = self.builder.needed(self.builder.depth());
        let key = (Rc::as_ptr(names) as usize, term, self.builder.serial(), needed);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        if self.depth > MAX_DEPTH || self.known.len() > 400_000 {
            return Err(TooLarge);
        }
        self.depth += 1;
        let value = self.term(term, names);
        self.depth -= 1;
        let value = value?;
        self.kept.push(Rc::clone(names));
        self.known.insert(key, value.clone());
        Ok(value)
    }

    fn term(&mut self, term: TermId, names: &Rc<Names>) -> Made<Val> {
        let program = self.program;
        if let Some(value) = self.notions.constant(term) {
            return Ok(constant(value, term, names));
        }
        if let Some(value) = self.presets.get(&term)
            && self.are_preset(names)
        {
            return Ok(value.clone());
        }
        Ok(match program.terms.get(term) {
            Term::Bool(_) | Term::Int(_) | Term::Enum(..) | Term::Size | Term::Option(_) | Term::Board => {
                return Err(TooLarge); // all of them are constants
            }
            Term::Var(var) => self.variable(*var, names)?,
            Term::File(pos, slot) => Val::Int(self.look(Look::File(slot.0), *pos, names)?),
            Term::Rank(pos, slot) => Val::Int(self.look(Look::Rank(slot.0), *pos, names)?),
            Term::Kind(pos, slot) => Val::Int(self.look(Look::Kind(slot.0), *pos, names)?),
            Term::Turn(pos) => Val::Int(self.look(Look::Turn, *pos, names)?),
            Term::Passing(pos) => {
                let file = self.look(Look::PassingFile, *pos, names)?;
                Val::Square(file, self.look(Look::PassingRank, *pos, names)?)
            }
            Term::Alive(pos, slot) => {
                let place = self.position(*pos, names)?;
                Val::Bool(Truth::At(self.builder.emit(place.level, Op::Alive(slot.0, place.reg))?))
            }
            Term::Not(a) => {
                let a = self.truth(*a, names)?;
                Val::Bool(self.builder.not(a)?)
            }
            Term::And(parts) => Val::Bool(self.chain(parts, names, true)?),
            Term::Or(parts) => Val::Bool(self.chain(parts, names, false)?),
            Term::If(condition, yes, no) => self.choice(*condition, *yes, *no, names)?,
            Term::Eq(a, b) => Val::Bool(self.equal(*a, *b, names)?),
            Term::Less(a, b) => Val::Bool(self.compare(Comparison::Less, *a, *b, names)?),
            Term::AtMost(a, b) => Val::Bool(self.compare(Comparison::AtMost, *a, *b, names)?),
            Term::Add(a, b) => self.arithmetic(Arithmetic::Add, *a, *b, names)?,
            Term::Sub(a, b) => self.arithmetic(Arithmetic::Sub, *a, *b, names)?,
            Term::Mul(a, b) => self.arithmetic(Arithmetic::Mul, *a, *b, names)?,
            Term::Min(a, b) => self.arithmetic(Arithmetic::Min, *a, *b, names)?,
            Term::Max(a, b) => self.arithmetic(Arithmetic::Max, *a, *b, names)?,
            Term::Abs(a) => {
                let a = self.num(*a, names)?;
                Val::Int(match a {
                    Num::Const(a) => Num::Const(a.wrapping_abs()),
                    Num::At(_) => self.builder.with_number(a, |a, _| Op::Abs(a), 0)?,
                })
            }
            Term::Div(a, by) => {
                let a = self.num(*a, names)?;
                Val::Int(match a {
                    Num::Const(a) => Num::Const(a.checked_div_euclid(*by).unwrap_or(0)),
                    Num::At(_) => self.builder.with_number(a, Op::Div, *by)?,
                })
            }
            Term::Mod(a, by) => {
                let a = self.num(*a, names)?;
                Val::Int(match a {
                    Num::Const(a) => Num::Const(a.checked_rem_euclid(*by).unwrap_or(0)),
                    Num::At(_) => self.builder.with_number(a, Op::Mod, *by)?,
                })
            }
            Term::Square(file, rank) => Val::Square(self.num(*file, names)?, self.num(*rank, names)?),
            Term::FileOf(a) => Val::Int(self.square(*a, names)?.0),
            Term::RankOf(a) => Val::Int(self.square(*a, names)?.1),
            Term::SetOf(_)
            | Term::Those(..)
            | Term::Union(..)
            | Term::Intersection(..)
            | Term::Difference(..) => Val::Set(term, Rc::clone(names)),
            Term::Member(square, set) => {
                let (file, rank) = self.square(*square, names)?;
                let set = self.value(*set, names)?;
                Val::Bool(self.member(file, rank, &set)?)
            }
            Term::Count(set) => {
                let set = self.value(*set, names)?;
                let mut sum = Num::Const(0);
                for (file, rank) in squares() {
                    let member = self.member(file, rank, &set)?;
                    let one = self.builder.as_number(member)?;
                    sum = self.builder.arithmetic(Arithmetic::Add, sum, one)?;
                }
                Val::Int(sum)
            }
            Term::Subset(a, b) => {
                let (a, b) = (self.value(*a, names)?, self.value(*b, names)?);
                let mut all = Truth::Const(true);
                for (file, rank) in squares() {
                    let (a, b) = (self.member(file, rank, &a)?, self.member(file, rank, &b)?);
                    let outside = self.builder.not(a)?;
                    let fine = self.builder.or(outside, b)?;
                    all = self.builder.and(all, fine)?;
                }
                Val::Bool(all)
            }
            Term::OverSquares(op, var, set, body) => self.over_squares(*op, *var, *set, *body, names)?,
            Term::OverMoves(op, pos, men, mv, body) => {
                self.over_moves(term, *op, *pos, *men, *mv, *body, names)?
            }
            Term::SomeSymmetry(symmetry, body) => {
                let all =
                    if program.endgame.has_pawns() { &Symmetry::WITH_PAWNS[..] } else { &Symmetry::ALL };
                let mut some = Truth::Const(false);
                for &image in all {
                    let names = Rc::new(Names::Symmetry(*symmetry, image, Rc::clone(names)));
                    let one = self.truth(*body, &names)?;
                    some = self.builder.or(some, one)?;
                }
                Val::Bool(some)
            }
            Term::Call(def, positions, arguments) => self.call(*def, positions, arguments, names)?,
            Term::Step(strategy, pos) => {
                let place = self.position(*pos, names)?;
                self.ask(*strategy, place);
                let notion = self.notions.number(Key::Step(*strategy));
                self.find(notion, Sort::Int, place, true)?
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.position(*before, names)?, self.position(*after, names)?);
                self.ask(*strategy, before);
                let level = before.level.max(after.level);
                let before = self.builder.bring(File::Words, before, level);
                let after = self.builder.bring(File::Words, after, level);
                Val::Bool(Truth::At(self.builder.emit(level, Op::Allows(*strategy, before, after))?))
            }
            Term::Forces(node) => {
                let (level, positions, needed) = self.node(node, names)?;
                let op = Op::Forces(node.advice, node.left, positions, needed);
                Val::Bool(Truth::At(self.builder.emit(level, op)?))
            }
            Term::PliesToGoal(node) => {
                let (level, positions, needed) = self.node(node, names)?;
                let op = Op::PliesToGoal(node.advice, node.left, positions, needed);
                Val::Int(Num::At(self.builder.emit(level, op)?))
            }
            Term::Value(pos, side) => {
                let place = self.position(*pos, names)?;
                let side = self.num(*side, names)?;
                let needed = self.builder.needed_reg(place.level)?;
                let own = Num::At(self.builder.emit(place.level, Op::Outcome(place.reg, needed))?);
                let turn = self.builder.look(Look::Turn, place)?;
                let theirs = self.builder.arithmetic(Arithmetic::Sub, Num::Const(2), own)?;
                let is_own = self.builder.compare(Comparison::Equal, side, turn)?;
                Val::Int(self.builder.choose(is_own, own, theirs)?)
            }
            Term::MovesToMate(pos) => {
                let place = self.position(*pos, names)?;
                let needed = self.builder.needed_reg(place.level)?;
                Val::Int(Num::At(self.builder.emit(place.level, Op::MovesToMate(place.reg, needed))?))
            }
        })
    }

    /// The positions of a node of a forcing tree, in one level, and where it is needed.
    fn node(&mut self, node: &Node, names: &Rc<Names>) -> Made<(u8, [u32; 3], Option<u32>)> {
        let [root, before, at] = node.positions().map(|pos| self.position(pos, names));
        let places = [root?, before?, at?];
        let level = places.iter().map(|place| place.level).max().unwrap_or(0);
        let positions = places.map(|place| self.builder.bring(File::Words, place, level));
        Ok((level, positions, self.builder.needed_reg(level)?))
    }

    /// A conjunction or disjunction; what stands later is needed only where what stands before leaves it open.
    fn chain(&mut self, parts: &[TermId], names: &Rc<Names>, all: bool) -> Made<Truth> {
        let mut so_far = Truth::Const(all);
        for &part in parts {
            if so_far == Truth::Const(!all) {
                break;
            }
            let open = if all { so_far } else { self.builder.not(so_far)? };
            self.builder.narrow(open);
            let part = self.truth(part, names);
            self.builder.widen();
            let part = part?;
            so_far = if all { self.builder.and(so_far, part)? } else { self.builder.or(so_far, part)? };
        }
        Ok(so_far)
    }

    fn choice(&mut self, condition: TermId, yes: TermId, no: TermId, names: &Rc<Names>) -> Made<Val> {
        let condition = self.truth(condition, names)?;
        if let Truth::Const(value) = condition {
            return self.value(if value { yes } else { no }, names);
        }
        self.builder.narrow(condition);
        let yes = self.value(yes, names);
        self.builder.widen();
        let otherwise = self.builder.not(condition)?;
        self.builder.narrow(otherwise);
        let no = self.value(no, names);
        self.builder.widen();
        Ok(match (yes?, no?) {
            (Val::Bool(yes), Val::Bool(no)) => Val::Bool(self.builder.choose_truth(condition, yes, no)?),
            (Val::Int(yes), Val::Int(no)) => Val::Int(self.builder.choose(condition, yes, no)?),
            (Val::Square(yes_file, yes_rank), Val::Square(no_file, no_rank)) => {
                let file = self.builder.choose(condition, yes_file, no_file)?;
                Val::Square(file, self.builder.choose(condition, yes_rank, no_rank)?)
            }
            // A choice between sets is left to the plain interpreter.
            _ => return Err(TooLarge),
        })
    }

    fn equal(&mut self, a: TermId, b: TermId, names: &Rc<Names>) -> Made<Truth> {
        match (self.value(a, names)?, self.value(b, names)?) {
            (Val::Bool(a), Val::Bool(b)) => self.builder.same(a, b),
            (Val::Int(a), Val::Int(b)) => self.builder.compare(Comparison::Equal, a, b),
            (Val::Square(a_file, a_rank), Val::Square(b_file, b_rank)) => {
                let files = self.builder.compare(Comparison::Equal, a_file, b_file)?;
                let ranks = self.builder.compare(Comparison::Equal, a_rank, b_rank)?;
                self.builder.and(files, ranks)
            }
            (a, b) => {
                let mut all = Truth::Const(true);
                for (file, rank) in squares() {
                    let (a, b) = (self.member(file, rank, &a)?, self.member(file, rank, &b)?);
                    let same = self.builder.same(a, b)?;
                    all = self.builder.and(all, same)?;
                }
                Ok(all)
            }
        }
    }

    fn compare(&mut self, kind: Comparison, a: TermId, b: TermId, names: &Rc<Names>) -> Made<Truth> {
        let (a, b) = (self.num(a, names)?, self.num(b, names)?);
        self.builder.compare(kind, a, b)
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: TermId, b: TermId, names: &Rc<Names>) -> Made<Val> {
        let (a, b) = (self.num(a, names)?, self.num(b, names)?);
        Ok(Val::Int(self.builder.arithmetic(kind, a, b)?))
    }

    fn call(
        &mut self,
        def: DefId,
        positions: &[PosId],
        arguments: &[TermId],
        names: &Rc<Names>,
    ) -> Made<Val> {
        let definition = self.program.definitions.get(def.0 as usize).ok_or(TooLarge)?;
        let mut places = Vec::with_capacity(positions.len());
        for &pos in positions {
            places.push(self.position(pos, names)?);
        }
        if self.program.laws.legal == Some(def)
            && let [place] = places[..]
        {
            return Ok(Val::Bool(Truth::At(self.builder.emit(place.level, Op::Legal(place.reg))?)));
        }
        if let [place] = places[..]
            && self.notions.is_worth(def, place.level > 0 || self.again)
        {
            let notion = self.notions.number(Key::Definition(def));
            return self.find(notion, definition.sort, place, self.notions.is_costly(definition.body));
        }
        let mut inner = Compiler::given(places);
        for (&param, &argument) in definition.params.iter().zip(arguments) {
            let value = self.value(argument, names)?;
            inner = Rc::new(Names::Var(param, value, inner));
        }
        self.value(definition.body, &inner)
    }

    /// Looks a notion up.
    fn find(&mut self, notion: u32, sort: Sort, place: Place, costly: bool) -> Made<Val> {
        let index = self.builder.look(Look::Index, place)?;
        let index = self.builder.num_in(index, place.level)?;
        let needed = if costly { self.builder.needed_reg(place.level)? } else { None };
        Ok(if sort == Sort::Bool {
            Val::Bool(Truth::At(
                self.builder.emit(place.level, Op::FindBool(notion, index, place.reg, needed))?,
            ))
        } else {
            Val::Int(Num::At(self.builder.emit(place.level, Op::FindInt(notion, index, place.reg, needed))?))
        })
    }

    /// The blocks so far, the outermost first.
    pub(crate) fn finish(mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for _ in 0..=self.builder.depth() {
            blocks.insert(0, self.builder.close());
        }
        blocks
    }
}

fn constant(value: Value, term: TermId, names: &Rc<Names>) -> Val {
    match value {
        Value::Bool(value) => Val::Bool(Truth::Const(value)),
        Value::Int(value) => Val::Int(Num::Const(value)),
        Value::Enum(value) => Val::Int(Num::Const(i32::from(value))),
        Value::Square(file, rank) => Val::Square(Num::Const(file), Num::Const(rank)),
        Value::Set(_) => Val::Set(term, Rc::clone(names)),
    }
}

/// The squares of the board as constants.
fn squares() -> impl Iterator<Item = (Num, Num)> {
    (0..64).map(|square| (Num::Const(square % 8 + 1), Num::Const(square / 8 + 1)))
}
