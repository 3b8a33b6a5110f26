//! Registers as what terms are made of.

use adli_symbolic::{Algebra, Arithmetic, Comparison, Env, Kinds, Single};

use super::super::block::Op;
use super::super::builder::{Builder, Needed, Num, Place, TooLarge, Truth};
use super::Made;

/// The kinds of values in blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rows;

impl Kinds for Rows {
    type Truth = Truth;
    type Number = Num;
    type Enum = Num;
    type Position = Place;
    /// The innermost block, and which of its rows are needed.
    type Place = (u32, Option<Needed>);
    type Refused = TooLarge;
}

/// A value while it is compiled.
pub(crate) type Val = adli_symbolic::Value<Rows>;
/// What names stand for.
pub(crate) type Names = Env<Rows>;
/// Something that is bound.
pub(crate) type Bound = adli_symbolic::Bound<Rows>;

impl Algebra<Rows> for Builder {
    fn truth(&self, value: bool) -> Truth {
        Truth::Const(value)
    }

    fn known(&self, truth: &Truth) -> Option<bool> {
        if let Truth::Const(value) = truth { Some(*value) } else { None }
    }

    fn number(&self, value: i32) -> Num {
        Num::Const(value)
    }

    fn one_of(&self, _: usize, value: i32) -> Num {
        Num::Const(value)
    }

    fn not(&mut self, a: &Truth) -> Made<Truth> {
        Builder::not(self, *a)
    }

    fn and(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        Builder::and(self, *a, *b)
    }

    fn or(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        Builder::or(self, *a, *b)
    }

    fn same(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        Builder::same(self, *a, *b)
    }

    fn same_enum(&mut self, a: &Num, b: &Num) -> Made<Truth> {
        Builder::compare(self, Comparison::Equal, *a, *b)
    }

    fn choose_truth(&mut self, condition: &Truth, yes: &Truth, no: &Truth) -> Made<Truth> {
        Builder::choose_truth(self, *condition, *yes, *no)
    }

    fn choose(&mut self, condition: &Truth, yes: &Num, no: &Num) -> Made<Num> {
        Builder::choose(self, *condition, *yes, *no)
    }

    fn choose_enum(&mut self, condition: &Truth, yes: &Num, no: &Num) -> Made<Num> {
        Builder::choose(self, *condition, *yes, *no)
    }

    fn as_number(&mut self, a: &Truth) -> Made<Num> {
        Builder::as_number(self, *a)
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: &Num, b: &Num) -> Made<Num> {
        Builder::arithmetic(self, kind, *a, *b)
    }

    fn single(&mut self, kind: Single, a: &Num) -> Made<Num> {
        match (kind, *a) {
            (Single::Abs, Num::Const(a)) => Ok(Num::Const(a.wrapping_abs())),
            (Single::Div(by), Num::Const(a)) => Ok(Num::Const(a.checked_div_euclid(by).unwrap_or(0))),
            (Single::Mod(by), Num::Const(a)) => Ok(Num::Const(a.checked_rem_euclid(by).unwrap_or(0))),
            (Single::Abs, a) => self.with_number(a, |a, _| Op::Abs(a), 0),
            (Single::Div(by), a) => self.with_number(a, Op::Div, by),
            (Single::Mod(by), a) => self.with_number(a, Op::Mod, by),
        }
    }

    fn compare(&mut self, kind: Comparison, a: &Num, b: &Num) -> Made<Truth> {
        Builder::compare(self, kind, *a, *b)
    }

    fn on_board(&mut self, file: &Num, rank: &Num) -> Made<Truth> {
        self.in_set(*file, *rank, u64::MAX)
    }
}
