//! What names mean while a term is compiled: variables, positions, and what is looked at in positions.

use std::rc::Rc;

use adli_chess::Symmetry;
use adli_lang::term::{MoveVar, Pos, PosId, Sort, StrategyId, SymmetryVar, TermId, VarId};

use super::super::block::{File, Look, Op};
use super::super::builder::{Num, Place, TooLarge, Truth};
use super::{Compiler, Made};

/// A value while it is compiled.
#[derive(Clone)]
pub(crate) enum Val {
    Bool(Truth),
    Int(Num),
    Square(Num, Num),
    /// A set, by its term and what the term's names mean.
    Set(TermId, Rc<Names>),
}

/// What names mean: a chain of bindings that ends with the positions of a definition.
pub(crate) enum Names {
    Given(Vec<Place>),
    Var(VarId, Val, Rc<Names>),
    Move(MoveVar, Place, Rc<Names>),
    Symmetry(SymmetryVar, Symmetry, Rc<Names>),
}

impl Compiler<'_, '_> {
    /// Registers for values that are handed over.
    pub(crate) fn preset(&mut self, terms: &[TermId], names: &Rc<Names>) -> Vec<(File, u32)> {
        self.preset_names = Some(Rc::clone(names));
        let mut inputs = Vec::new();
        for &term in terms {
            let bool = self.program.terms.sort(term) == Sort::Bool;
            let file = if bool { File::Bools } else { File::Ints };
            let place = self.builder.input(file);
            let value = if bool { Val::Bool(Truth::At(place)) } else { Val::Int(Num::At(place)) };
            self.presets.insert(term, value);
            inputs.push((file, place.reg));
        }
        inputs
    }

    /// A number that is known while this is compiled.
    pub(crate) fn suppose(&mut self, term: TermId, value: i32) {
        self.presets.insert(term, Val::Int(Num::Const(value)));
    }

    /// Whether names are those under which values are handed over, perhaps with more of them bound.
    pub(super) fn are_preset(&self, names: &Rc<Names>) -> bool {
        let mut at = names;
        while let Names::Var(_, _, next) | Names::Move(_, _, next) | Names::Symmetry(_, _, next) = &**at {
            at = next;
        }
        self.preset_names.as_ref().is_some_and(|preset| Rc::ptr_eq(preset, at))
    }

    pub(super) fn variable(&mut self, var: VarId, names: &Rc<Names>) -> Made<Val> {
        let mut names = names;
        loop {
            match &**names {
                Names::Var(bound, value, _) if *bound == var => return Ok(value.clone()),
                Names::Var(_, _, next) | Names::Move(_, _, next) | Names::Symmetry(_, _, next) => {
                    names = next
                }
                Names::Given(_) => return Err(TooLarge),
            }
        }
    }

    pub(super) fn position(&mut self, pos: PosId, names: &Rc<Names>) -> Made<Place> {
        let mut at = names;
        loop {
            match (self.program.terms.pos(pos), &**at) {
                (Pos::Given(number), Names::Given(given)) => {
                    let place = given.get(usize::from(number)).copied().ok_or(TooLarge)?;
                    if place.level == 0 {
                        self.looked_at |= 1 << place.reg.min(31);
                    }
                    return Ok(place);
                }
                (Pos::After(_, mv), Names::Move(bound, place, _)) if *bound == mv => return Ok(*place),
                (Pos::Pass(from), _) => {
                    let place = self.position(from, names)?;
                    return self.builder.emit(place.level, Op::Pass(place.reg));
                }
                (Pos::Image(from, symmetry), Names::Symmetry(bound, image, _)) if *bound == symmetry => {
                    let place = self.position(from, names)?;
                    if *image == Symmetry::IDENTITY {
                        return Ok(place);
                    }
                    return self.builder.emit(place.level, Op::Image(place.reg, image.index() as u8));
                }
                (_, Names::Var(_, _, next) | Names::Move(_, _, next) | Names::Symmetry(_, _, next)) => {
                    at = next
                }
                (_, Names::Given(_)) => return Err(TooLarge),
            }
        }
    }

    pub(super) fn look(&mut self, look: Look, pos: PosId, names: &Rc<Names>) -> Made<Num> {
        let place = self.position(pos, names)?;
        self.builder.look(look, place)
    }

    /// Notes that a strategy is asked at a position.
    pub(super) fn ask(&mut self, strategy: StrategyId, place: Place) {
        let everywhere = (0..=self.builder.depth()).all(|level| self.builder.needed(level).is_none());
        if place == (Place { level: 0, reg: 0 }) && everywhere && !self.asked.contains(&strategy) {
            self.asked.push(strategy);
        }
    }
}
