//! From core terms to blocks.
//!
//! The walk over terms is that of [`adli_symbolic`]: calls are written out (equal operations become one again), quantifiers over
//! squares are unrolled, and a set is never built. Quantifiers over moves become inner blocks ([`moves`]).
//!
//! A **notion** is a term about one position and nothing else. At moves and replies the same position comes up
//! again and again; so there a notion that is costly is computed once for each position and looked up afterwards.

mod moves;
pub(super) mod rows;

use std::collections::HashMap;

use adli_chess::Symmetry;
use adli_lang::term::{DefId, Node, Sort, StrategyId, Term, TermId};
use adli_lang::{Program, Step, Value};
use adli_symbolic::{Algebra, Domain, OverMoves, Sight, Walk};

use super::block::{Arithmetic, Block, Comparison, File, Look, Op};
use super::builder::{Builder, Needed, Num, Place, TooLarge, Truth};
use super::notions::{Key, Notions};
use rows::Rows;
pub(crate) use rows::{Bound, Names, Val};

/// Compiles terms of a program.
pub(crate) struct Compiler<'c, 'p> {
    pub(crate) program: &'p Program,
    pub(crate) notions: &'c mut Notions<'p>,
    pub(crate) builder: Builder,
    /// Terms whose values are handed over, and the names under which that is so.
    presets: HashMap<TermId, Val>,
    preset_names: Option<Names>,
    /// Whether the given positions come up again and again, so that costly notions of them are worth a table.
    pub(crate) again: bool,
    /// The given positions that were looked at, one bit each.
    pub(crate) looked_at: u32,
    /// The strategies that are asked about every first given position.
    pub(crate) asked: Vec<StrategyId>,
    depth: u32,
    /// How many values have been worked out.
    values: u32,
}

type Made<T> = Result<T, TooLarge>;

const MAX_DEPTH: u32 = 400;
/// The most values that are worked out for a block.
const MAX_VALUES: u32 = 400_000;

impl<'c, 'p> Compiler<'c, 'p> {
    pub(crate) fn new(notions: &'c mut Notions<'p>, given: u32) -> Self {
        let builder = Builder::new(given);
        Compiler {
            program: notions.program,
            notions,
            builder,
            presets: HashMap::new(),
            preset_names: None,
            again: false,
            looked_at: 0,
            asked: Vec::new(),
            depth: 0,
            values: 0,
        }
    }

    /// Registers for values that are handed over.
    pub(crate) fn preset(&mut self, terms: &[TermId], names: &Names) -> Vec<(File, u32)> {
        self.preset_names = Some(names.clone());
        let mut inputs = Vec::new();
        for &term in terms {
            let sort = self.program.terms.sort(term);
            let file = if sort == Sort::Bool { File::Bools } else { File::Ints };
            let place = self.builder.input(file);
            self.presets.insert(term, value_at(sort, place));
            inputs.push((file, place.reg));
        }
        inputs
    }

    /// A number that is known while this is compiled.
    pub(crate) fn suppose_number(&mut self, term: TermId, value: i32) {
        self.presets.insert(term, Val::Int(Num::Const(value)));
    }

    /// The condition and the keys of a step, as registers of the innermost block.
    pub(crate) fn step(&mut self, step: &Step, names: &Names, level: u8) -> Made<(u32, Vec<(u32, bool)>)> {
        let truth = self.truth(step.condition, names)?;
        let condition = self.builder.truth_in(truth, level)?;
        let mut keys = Vec::new();
        // Keys are read only where the condition holds.
        self.builder.narrow(truth);
        for key in &step.prefer {
            let number = self.number(key.term, names)?;
            keys.push((self.builder.num_in(number, level)?, key.most));
        }
        self.builder.widen();
        Ok((condition, keys))
    }

    /// The positions of a node of a forcing tree, in one level, and where it is needed.
    fn node(&mut self, node: &Node, names: &Names) -> Made<(u8, [u32; 3], Option<u32>)> {
        let [root, before, at] = node.positions().map(|pos| self.position(pos, names));
        let places = [root?, before?, at?];
        let level = places.iter().map(|place| place.level).max().unwrap_or(0);
        let positions = places.map(|place| self.builder.bring(File::Words, place, level));
        Ok((level, positions, self.builder.needed_reg(level)?))
    }

    /// Notes that a strategy is asked at a position.
    fn note_asked(&mut self, strategy: StrategyId, place: Place) {
        let everywhere = (0..=self.builder.depth()).all(|level| self.builder.needed(level).is_none());
        if place == (Place { level: 0, reg: 0 }) && everywhere && !self.asked.contains(&strategy) {
            self.asked.push(strategy);
        }
    }

    /// Looks a notion up.
    fn find(&mut self, notion: u32, sort: Sort, place: Place, costly: bool) -> Made<Val> {
        let index = self.builder.look(Look::Index, place)?;
        let index = self.builder.num_in(index, place.level)?;
        let needed = if costly { self.builder.needed_reg(place.level)? } else { None };
        let find = if sort == Sort::Bool { Op::FindBool } else { Op::FindInt };
        Ok(value_at(sort, self.builder.emit(place.level, find(notion, index, place.reg, needed))?))
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

impl<'p> Domain<'p, Rows> for Compiler<'_, 'p> {
    type Algebra = Builder;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn algebra(&mut self) -> &mut Builder {
        &mut self.builder
    }

    /// None: whatever they say is a constant.
    fn options(&self) -> &[i32] {
        &[]
    }

    fn unbound() -> TooLarge {
        TooLarge
    }

    fn place(&self) -> (u32, Option<Needed>) {
        (self.builder.serial(), self.builder.needed(self.builder.depth()))
    }

    fn passed(&mut self, at: Place) -> Made<Place> {
        self.builder.emit(at.level, Op::Pass(at.reg))
    }

    fn image(&mut self, at: Place, by: Symmetry) -> Made<Place> {
        if by == Symmetry::IDENTITY {
            return Ok(at);
        }
        self.builder.emit(at.level, Op::Image(at.reg, by.index() as u8))
    }

    fn looks_at(&mut self, at: Place) {
        if at.level == 0 {
            self.looked_at |= 1 << at.reg.min(31);
        }
    }

    fn see(&mut self, sight: Sight, at: Place) -> Made<Val> {
        Ok(match sight {
            Sight::File(slot) => Val::Int(self.builder.look(Look::File(slot.0), at)?),
            Sight::Rank(slot) => Val::Int(self.builder.look(Look::Rank(slot.0), at)?),
            Sight::Kind(slot) => Val::Enum(self.builder.look(Look::Kind(slot.0), at)?),
            Sight::Turn => Val::Enum(self.builder.look(Look::Turn, at)?),
            Sight::Alive(slot) => {
                Val::Bool(Truth::At(self.builder.emit(at.level, Op::Alive(slot.0, at.reg))?))
            }
            Sight::Passing => {
                let file = self.builder.look(Look::PassingFile, at)?;
                Val::Square(file, self.builder.look(Look::PassingRank, at)?)
            }
        })
    }

    fn over_moves(&mut self, term: TermId, over: OverMoves, names: &Names) -> Made<Val> {
        self.inner_block(term, over, names)
    }

    fn ask(&mut self, term: TermId, names: &Names) -> Made<Val> {
        let sort = self.program.terms.sort(term);
        let place = match self.program.terms.get(term) {
            Term::Step(strategy, pos) => {
                let place = self.position(*pos, names)?;
                self.note_asked(*strategy, place);
                let notion = self.notions.number(Key::Step(*strategy));
                return self.find(notion, sort, place, true);
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.position(*before, names)?, self.position(*after, names)?);
                self.note_asked(*strategy, before);
                let level = before.level.max(after.level);
                let before = self.builder.bring(File::Words, before, level);
                let after = self.builder.bring(File::Words, after, level);
                self.builder.emit(level, Op::Allows(*strategy, before, after))?
            }
            Term::Forces(node) => {
                let (level, positions, needed) = self.node(node, names)?;
                self.builder.emit(level, Op::Forces(node.advice, node.left, positions, needed))?
            }
            Term::PliesToGoal(node) => {
                let (level, positions, needed) = self.node(node, names)?;
                self.builder.emit(level, Op::PliesToGoal(node.advice, node.left, positions, needed))?
            }
            Term::Value(pos, side) => {
                let place = self.position(*pos, names)?;
                let Val::Enum(side) = self.value(*side, names)? else { return Err(TooLarge) };
                let needed = self.builder.needed_reg(place.level)?;
                let own = Num::At(self.builder.emit(place.level, Op::Outcome(place.reg, needed))?);
                let turn = self.builder.look(Look::Turn, place)?;
                let theirs = self.builder.arithmetic(Arithmetic::Sub, &Num::Const(2), &own)?;
                let is_own = self.builder.compare(Comparison::Equal, &side, &turn)?;
                return Ok(Val::Enum(self.builder.choose(&is_own, &own, &theirs)?));
            }
            Term::MovesToMate(pos) => {
                let place = self.position(*pos, names)?;
                let needed = self.builder.needed_reg(place.level)?;
                self.builder.emit(place.level, Op::MovesToMate(place.reg, needed))?
            }
            _ => return Err(TooLarge),
        };
        Ok(value_at(sort, place))
    }

    fn enter(&mut self) -> Made<()> {
        if self.depth > MAX_DEPTH || self.values > MAX_VALUES {
            return Err(TooLarge);
        }
        self.depth += 1;
        self.values += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn known(&mut self, term: TermId, names: &Names) -> Made<Option<Val>> {
        if let Some(value) = self.notions.constant(term) {
            return Ok(Some(constant(value, term, names)));
        }
        let preset = self.presets.get(&term);
        let is_preset = || self.preset_names.as_ref().is_some_and(|preset| names.is_within(preset));
        Ok(preset.filter(|_| is_preset()).cloned())
    }

    fn suppose(&mut self, fact: &Truth, names: &Names) -> Names {
        self.builder.narrow(*fact);
        names.clone()
    }

    fn forget(&mut self) {
        self.builder.widen();
    }

    /// What stands later is needed only where what stands before leaves it open.
    fn junction(&mut self, parts: &[TermId], all: bool, names: &Names) -> Made<Truth> {
        let mut so_far = Truth::Const(all);
        for &part in parts {
            if so_far == Truth::Const(!all) {
                break;
            }
            let open = if all { so_far } else { self.builder.not(&so_far)? };
            self.builder.narrow(open);
            let part = self.truth(part, names);
            self.builder.widen();
            let part = part?;
            so_far = if all { self.builder.and(&so_far, &part)? } else { self.builder.or(&so_far, &part)? };
        }
        Ok(so_far)
    }

    fn is_member(&mut self, square: (&Num, &Num), set: TermId) -> Made<Option<Truth>> {
        let Some(Value::Set(squares)) = self.notions.constant(set) else { return Ok(None) };
        Ok(Some(self.builder.in_set(*square.0, *square.1, squares)?))
    }

    fn called(&mut self, def: DefId, at: &[Place]) -> Made<Option<Val>> {
        let definition = self.program.definitions.get(def.0 as usize).ok_or(TooLarge)?;
        let [place] = *at else { return Ok(None) };
        if self.program.laws.legal == Some(def) {
            let legal = self.builder.emit(place.level, Op::Legal(place.reg))?;
            return Ok(Some(Val::Bool(Truth::At(legal))));
        }
        if !self.notions.is_worth(def, place.level > 0 || self.again) {
            return Ok(None);
        }
        let notion = self.notions.number(Key::Definition(def));
        let costly = self.notions.is_costly(definition.body);
        Ok(Some(self.find(notion, definition.sort, place, costly)?))
    }
}

/// What is in a register.
fn value_at(sort: Sort, place: Place) -> Val {
    match sort {
        Sort::Bool => Val::Bool(Truth::At(place)),
        Sort::Enum(_) => Val::Enum(Num::At(place)),
        _ => Val::Int(Num::At(place)),
    }
}

fn constant(value: Value, term: TermId, names: &Names) -> Val {
    match value {
        Value::Bool(value) => Val::Bool(Truth::Const(value)),
        Value::Int(value) => Val::Int(Num::Const(value)),
        Value::Enum(value) => Val::Enum(Num::Const(i32::from(value))),
        Value::Square(file, rank) => Val::Square(Num::Const(file), Num::Const(rank)),
        Value::Set(_) | Value::WideSet(_) => Val::Set(term, names.clone()),
    }
}
