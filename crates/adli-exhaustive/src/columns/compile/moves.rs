//! A quantifier over moves becomes an inner block.

use adli_lang::term::{Pos, Quantifier, TermId};
use adli_symbolic::{OverMoves, Walk};

use super::super::block::{File, Op};
use super::super::builder::{Num, Place, Truth};
use super::super::notions::Key;
use super::{Bound, Compiler, Made, Names, Val};

/// The body of a quantifier over moves.
enum Body {
    /// True of every move.
    Always,
    /// It changes nothing, whatever the moves are.
    Never,
    In(u32),
}

/// What a quantifier comes to where nothing changes it.
fn none(op: Quantifier) -> Val {
    match op {
        Quantifier::Some => Val::Bool(Truth::Const(false)),
        Quantifier::Every => Val::Bool(Truth::Const(true)),
        Quantifier::Count | Quantifier::Sum => Val::Int(Num::Const(0)),
    }
}

impl Compiler<'_, '_> {
    pub(super) fn inner_block(&mut self, term: TermId, over: OverMoves, names: &Names) -> Made<Val> {
        let OverMoves { op, from, men, name, body } = over;
        let place = self.position(from, names)?;
        let sort = self.program.terms.sort(term);
        // Among moves, what is about one position only is worked out once for each position.
        let is_plain = matches!(self.program.terms.pos(from), Pos::Given(_) | Pos::After(..));
        if is_plain
            && place.level > 0
            && let Some(only) = self.notions.only(term)
        {
            let notion = self.notions.number(Key::Term(term, only));
            return self.find(notion, sort, place, true);
        }
        let inner = self.builder.open(1);
        let names = names.bind(Bound::Move(name, Place { level: inner, reg: 0 }));
        let made = self.body(op, body, &names, inner);
        let block = self.builder.close();
        let body = made?;
        // The block belongs to the one around it. Its position may come from further out.
        let level = inner - 1;
        let code = self.builder.bring(File::Words, place, level);
        if let Body::Always = body {
            return Ok(match op {
                Quantifier::Some => Val::Bool(Truth::At(self.builder.emit(level, Op::HasMove(code, men))?)),
                _ => Val::Int(Num::At(self.builder.emit(level, Op::CountMoves(code, men))?)),
            });
        }
        let Body::In(reg) = body else {
            return Ok(none(op));
        };
        let needed = self.builder.needed_reg(level)?;
        let number = self.builder.adopt(level, block);
        Ok(match op {
            Quantifier::Some | Quantifier::Every => {
                Val::Bool(Truth::At(self.builder.emit(level, Op::Holds(op, code, men, number, reg, needed))?))
            }
            Quantifier::Count | Quantifier::Sum => {
                Val::Int(Num::At(self.builder.emit(level, Op::Tally(op, code, men, number, reg, needed))?))
            }
        })
    }

    fn body(&mut self, op: Quantifier, body: TermId, names: &Names, level: u8) -> Made<Body> {
        if op == Quantifier::Sum {
            let num = self.number(body, names)?;
            return Ok(if num == Num::Const(0) {
                Body::Never
            } else {
                Body::In(self.builder.num_in(num, level)?)
            });
        }
        let truth = self.truth(body, names)?;
        Ok(match (op, truth) {
            (Quantifier::Some | Quantifier::Count, Truth::Const(true)) => Body::Always,
            (Quantifier::Some | Quantifier::Count, Truth::Const(false))
            | (Quantifier::Every, Truth::Const(true)) => Body::Never,
            _ => Body::In(self.builder.truth_in(truth, level)?),
        })
    }
}
