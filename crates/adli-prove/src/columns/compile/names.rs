//! What names mean while a term is compiled: variables, positions, and what is looked at in positions.

use std::rc::Rc;

use adli_chess::Symmetry;
use adli_lang::term::{MoveVar, Pos, PosId, SymmetryVar, TermId, VarId};

use super::super::block::{Look, Op};
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
}
