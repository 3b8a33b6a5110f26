//! Registers as what terms are made of. What is constant is worked out here; for the rest there are operations.

use adli_symbolic::{Algebra, Arithmetic, Comparison, Env, Kinds, Single};

use super::super::block::Op;
use super::super::builder::{Builder, Needed, Num, Place, TooLarge, Truth, level_of, level_of_truth};
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
        match *a {
            Truth::Const(value) => Ok(Truth::Const(!value)),
            Truth::At(place) => self.truth_by(place.level, Op::Not(place.reg)),
        }
    }

    fn and(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        match (*a, *b) {
            (Truth::Const(true), other) | (other, Truth::Const(true)) => Ok(other),
            (Truth::Const(false), _) | (_, Truth::Const(false)) => Ok(Truth::Const(false)),
            (a, b) if a == b => Ok(a),
            (a, b) => self.two(a, b, Op::And),
        }
    }

    fn or(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        match (*a, *b) {
            (Truth::Const(false), other) | (other, Truth::Const(false)) => Ok(other),
            (Truth::Const(true), _) | (_, Truth::Const(true)) => Ok(Truth::Const(true)),
            (a, b) if a == b => Ok(a),
            (a, b) => self.two(a, b, Op::Or),
        }
    }

    fn same(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        match (*a, *b) {
            (Truth::Const(true), other) | (other, Truth::Const(true)) => Ok(other),
            (Truth::Const(false), other) | (other, Truth::Const(false)) => self.not(&other),
            (a, b) if a == b => Ok(Truth::Const(true)),
            (a, b) => self.two(a, b, Op::Same),
        }
    }

    fn same_enum(&mut self, a: &Num, b: &Num) -> Made<Truth> {
        self.compare(Comparison::Equal, a, b)
    }

    fn choose_truth(&mut self, condition: &Truth, yes: &Truth, no: &Truth) -> Made<Truth> {
        match *condition {
            Truth::Const(value) => Ok(if value { *yes } else { *no }),
            _ if yes == no => Ok(*yes),
            Truth::At(place) => {
                let level = place.level.max(level_of_truth(*yes)).max(level_of_truth(*no));
                let condition = self.truth_in(*condition, level)?;
                let (yes, no) = (self.truth_in(*yes, level)?, self.truth_in(*no, level)?);
                self.truth_by(level, Op::ChooseBool(condition, yes, no))
            }
        }
    }

    fn choose(&mut self, condition: &Truth, yes: &Num, no: &Num) -> Made<Num> {
        match *condition {
            Truth::Const(value) => Ok(if value { *yes } else { *no }),
            _ if yes == no => Ok(*yes),
            Truth::At(place) => {
                let level = place.level.max(level_of(*yes)).max(level_of(*no));
                let condition = self.truth_in(*condition, level)?;
                let (yes, no) = (self.num_in(*yes, level)?, self.num_in(*no, level)?);
                self.number_by(level, Op::ChooseInt(condition, yes, no))
            }
        }
    }

    fn choose_enum(&mut self, condition: &Truth, yes: &Num, no: &Num) -> Made<Num> {
        self.choose(condition, yes, no)
    }

    fn as_number(&mut self, a: &Truth) -> Made<Num> {
        match *a {
            Truth::Const(value) => Ok(Num::Const(i32::from(value))),
            Truth::At(place) => self.number_by(place.level, Op::Number(place.reg)),
        }
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: &Num, b: &Num) -> Made<Num> {
        use Arithmetic::{Add, Max, Min, Mul, Sub};
        match (kind, *a, *b) {
            (_, Num::Const(a), Num::Const(b)) => Ok(Num::Const(match kind {
                Add => a.wrapping_add(b),
                Sub => a.wrapping_sub(b),
                Mul => a.wrapping_mul(b),
                Min => a.min(b),
                Max => a.max(b),
            })),
            (Add | Sub, a, Num::Const(0)) | (Mul, a, Num::Const(1)) => Ok(a),
            (Add, Num::Const(0), b) | (Mul, Num::Const(1), b) => Ok(b),
            (Min | Max, a, b) if a == b => Ok(a),
            (_, a, b) => {
                let level = level_of(a).max(level_of(b));
                let (a, b) = (self.num_in(a, level)?, self.num_in(b, level)?);
                self.number_by(level, Op::Arithmetic(kind, a, b))
            }
        }
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
        if let (Num::Const(a), Num::Const(b)) = (a, b) {
            return Ok(Truth::Const(match kind {
                Comparison::Equal => a == b,
                Comparison::Less => a < b,
                Comparison::AtMost => a <= b,
            }));
        }
        if a == b {
            return Ok(Truth::Const(kind != Comparison::Less));
        }
        let level = level_of(*a).max(level_of(*b));
        let (a, b) = (self.num_in(*a, level)?, self.num_in(*b, level)?);
        self.truth_by(level, Op::Compare(kind, a, b))
    }

    fn on_board(&mut self, file: &Num, rank: &Num) -> Made<Truth> {
        self.in_set(*file, *rank, u64::MAX)
    }
}
