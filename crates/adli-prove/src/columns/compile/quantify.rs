//! Sets and quantifiers. A set is never built: all that can be asked of it comes down to whether a square is in it. So
//! quantifiers over squares are unrolled, square by square; a quantifier over moves becomes an inner block.

use std::rc::Rc;

use adli_lang::Value;
use adli_lang::term::{MoveVar, Pos, PosId, Quantifier, Slots, Term, TermId, VarId};

use super::super::block::{Arithmetic, Comparison, File, Op};
use super::super::builder::{Num, Place, TooLarge, Truth};
use super::super::notions::Key;
use super::{Compiler, Made, Names, Val, squares};

/// The body of a quantifier over moves.
enum Body {
    /// True of every move.
    Always,
    /// It changes nothing, whatever the moves are.
    Never,
    In(u32),
}

fn none(op: Quantifier) -> Val {
    match op {
        Quantifier::Some => Val::Bool(Truth::Const(false)),
        Quantifier::Every => Val::Bool(Truth::Const(true)),
        Quantifier::Count | Quantifier::Sum => Val::Int(Num::Const(0)),
    }
}

impl Compiler<'_, '_> {
    /// Whether a square is in a set.
    pub(super) fn member(&mut self, file: Num, rank: Num, set: &Val) -> Made<Truth> {
        let Val::Set(term, names) = set else { return Err(TooLarge) };
        if let Some(Value::Set(squares)) = self.notions.constant(*term) {
            return self.builder.in_set(file, rank, squares);
        }
        let program = self.program;
        match program.terms.get(*term) {
            Term::SetOf(squares) => {
                let mut some = Truth::Const(false);
                for &square in squares {
                    let (other_file, other_rank) = self.square(square, names)?;
                    let files = self.builder.compare(Comparison::Equal, file, other_file)?;
                    let ranks = self.builder.compare(Comparison::Equal, rank, other_rank)?;
                    let same = self.builder.and(files, ranks)?;
                    some = self.builder.or(some, same)?;
                }
                let on_board = self.builder.in_set(file, rank, u64::MAX)?;
                self.builder.and(some, on_board)
            }
            Term::Those(var, condition) => {
                let on_board = self.builder.in_set(file, rank, u64::MAX)?;
                let names = Rc::new(Names::Var(*var, Val::Square(file, rank), Rc::clone(names)));
                let condition = self.truth(*condition, &names)?;
                self.builder.and(on_board, condition)
            }
            Term::Union(a, b) => {
                let (a, b) = self.members(file, rank, *a, *b, names)?;
                self.builder.or(a, b)
            }
            Term::Intersection(a, b) => {
                let (a, b) = self.members(file, rank, *a, *b, names)?;
                self.builder.and(a, b)
            }
            Term::Difference(a, b) => {
                let (a, b) = self.members(file, rank, *a, *b, names)?;
                let outside = self.builder.not(b)?;
                self.builder.and(a, outside)
            }
            _ => Err(TooLarge),
        }
    }

    fn members(
        &mut self,
        file: Num,
        rank: Num,
        a: TermId,
        b: TermId,
        names: &Rc<Names>,
    ) -> Made<(Truth, Truth)> {
        let (a, b) = (self.value(a, names)?, self.value(b, names)?);
        Ok((self.member(file, rank, &a)?, self.member(file, rank, &b)?))
    }

    pub(super) fn over_squares(
        &mut self,
        op: Quantifier,
        var: VarId,
        set: TermId,
        body: TermId,
        names: &Rc<Names>,
    ) -> Made<Val> {
        let set = self.value(set, names)?;
        let mut truth = Truth::Const(op == Quantifier::Every);
        let mut sum = Num::Const(0);
        for (file, rank) in squares() {
            let member = self.member(file, rank, &set)?;
            if member == Truth::Const(false) {
                continue;
            }
            let names = Rc::new(Names::Var(var, Val::Square(file, rank), Rc::clone(names)));
            match op {
                Quantifier::Some => {
                    let holds = self.truth(body, &names)?;
                    let one = self.builder.and(member, holds)?;
                    truth = self.builder.or(truth, one)?;
                }
                Quantifier::Every => {
                    let holds = self.truth(body, &names)?;
                    let outside = self.builder.not(member)?;
                    let one = self.builder.or(outside, holds)?;
                    truth = self.builder.and(truth, one)?;
                }
                Quantifier::Count => {
                    let holds = self.truth(body, &names)?;
                    let both = self.builder.and(member, holds)?;
                    let one = self.builder.as_number(both)?;
                    sum = self.builder.arithmetic(Arithmetic::Add, sum, one)?;
                }
                Quantifier::Sum => {
                    let number = self.num(body, &names)?;
                    let one = self.builder.choose(member, number, Num::Const(0))?;
                    sum = self.builder.arithmetic(Arithmetic::Add, sum, one)?;
                }
            }
        }
        Ok(match op {
            Quantifier::Some | Quantifier::Every => Val::Bool(truth),
            Quantifier::Count | Quantifier::Sum => Val::Int(sum),
        })
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one term")]
    pub(super) fn over_moves(
        &mut self,
        term: TermId,
        op: Quantifier,
        pos: PosId,
        men: Slots,
        mv: MoveVar,
        body: TermId,
        names: &Rc<Names>,
    ) -> Made<Val> {
        let place = self.position(pos, names)?;
        let sort = self.program.terms.sort(term);
        // Among moves, what is about one position only is worked out once for each position.
        let is_plain = matches!(self.program.terms.pos(pos), Pos::Given(_) | Pos::After(..));
        if is_plain
            && place.level > 0
            && let Some(only) = self.notions.only(term)
        {
            let notion = self.notions.number(Key::Term(term, only));
            return self.find(notion, sort, place, true);
        }
        let inner = self.builder.open(1);
        let names = Rc::new(Names::Move(mv, Place { level: inner, reg: 0 }, Rc::clone(names)));
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
            return Ok(if op == Quantifier::Every { Val::Bool(Truth::Const(true)) } else { none(op) });
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

    fn body(&mut self, op: Quantifier, body: TermId, names: &Rc<Names>, level: u8) -> Made<Body> {
        if op == Quantifier::Sum {
            let num = self.num(body, names)?;
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
