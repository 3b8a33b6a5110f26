//! Wires and rows of wires as what terms are made of, and why a term has none.

use adli_claims::By;
use adli_symbolic::{Algebra, Arithmetic, Comparison, Kinds, Single};

use crate::aig::{Aig, Number, TooWide, Wire};
use crate::board::BoardId;

/// The kinds of values in circuits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wires;

impl Kinds for Wires {
    type Truth = Wire;
    type Number = Number;
    /// For each value of the enumeration whether it is that one.
    type Enum = Vec<Wire>;
    type Position = BoardId;
    type Place = ();
    type Refused = Refused;
}

/// The value of a term.
pub(crate) type Value = adli_symbolic::Value<Wires>;
/// What names stand for.
pub(crate) type Names = adli_symbolic::Env<Wires>;
/// Something that is bound.
pub(crate) type Bound = adli_symbolic::Bound<Wires>;

/// Why a term has no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A number has too many values, or there are too many gates.
    TooLarge(String),
    /// It asks for something that has no circuit.
    Unsupported(String),
    /// The work was given up.
    Stopped(By),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::TooLarge(what) | Refused::Unsupported(what) => f.write_str(what),
            Refused::Stopped(by) => by.fmt(f),
        }
    }
}

impl From<TooWide> for Refused {
    fn from(_: TooWide) -> Refused {
        Refused::TooLarge("a number has too many values for a circuit".into())
    }
}

pub(crate) type Made<T> = Result<T, Refused>;

/// The refusal of a term in which a name stands for nothing.
pub(crate) fn unbound() -> Refused {
    Refused::Unsupported("the term has no value here".into())
}

impl Algebra<Wires> for Aig {
    fn truth(&self, value: bool) -> Wire {
        Wire::constant(value)
    }

    fn known(&self, truth: &Wire) -> Option<bool> {
        truth.as_constant()
    }

    fn number(&self, value: i32) -> Number {
        Number::constant(value)
    }

    fn one_of(&self, values: usize, value: i32) -> Vec<Wire> {
        (0..values).map(|n| Wire::constant(n as i32 == value)).collect()
    }

    fn not(&mut self, a: &Wire) -> Made<Wire> {
        Ok(!*a)
    }

    fn and(&mut self, a: &Wire, b: &Wire) -> Made<Wire> {
        Ok(Aig::and(self, *a, *b))
    }

    fn or(&mut self, a: &Wire, b: &Wire) -> Made<Wire> {
        Ok(Aig::or(self, *a, *b))
    }

    fn same(&mut self, a: &Wire, b: &Wire) -> Made<Wire> {
        Ok(self.iff(*a, *b))
    }

    fn same_enum(&mut self, a: &Vec<Wire>, b: &Vec<Wire>) -> Made<Wire> {
        let same: Vec<Wire> = a.iter().zip(b).map(|(&a, &b)| Aig::and(self, a, b)).collect();
        Ok(Aig::any(self, same))
    }

    fn choose_truth(&mut self, condition: &Wire, yes: &Wire, no: &Wire) -> Made<Wire> {
        Ok(Aig::choose(self, *condition, *yes, *no))
    }

    fn choose(&mut self, condition: &Wire, yes: &Number, no: &Number) -> Made<Number> {
        Ok(Number::choose(self, *condition, yes, no))
    }

    fn choose_enum(&mut self, condition: &Wire, yes: &Vec<Wire>, no: &Vec<Wire>) -> Made<Vec<Wire>> {
        Ok(yes.iter().zip(no).map(|(&yes, &no)| Aig::choose(self, *condition, yes, no)).collect())
    }

    fn as_number(&mut self, a: &Wire) -> Made<Number> {
        Ok(Number::from_wire(*a))
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: &Number, b: &Number) -> Made<Number> {
        Ok(match kind {
            Arithmetic::Add => a.add(self, b)?,
            Arithmetic::Sub => a.sub(self, b)?,
            Arithmetic::Mul => a.mul(self, b)?,
            Arithmetic::Min => a.min(self, b),
            Arithmetic::Max => a.max(self, b),
        })
    }

    fn single(&mut self, kind: Single, a: &Number) -> Made<Number> {
        Ok(match kind {
            Single::Abs => a.abs(self),
            Single::Div(by) => a.map(self, |value| value.div_euclid(by.max(1)))?,
            Single::Mod(by) => a.map(self, |value| value.rem_euclid(by.max(1)))?,
        })
    }

    fn compare(&mut self, kind: Comparison, a: &Number, b: &Number) -> Made<Wire> {
        Ok(match kind {
            Comparison::Equal => a.equals(self, b),
            Comparison::Less => a.less(self, b),
            Comparison::AtMost => !b.less(self, a),
        })
    }

    fn all(&mut self, truths: Vec<Wire>) -> Made<Wire> {
        Ok(Aig::all(self, truths))
    }

    fn any(&mut self, truths: Vec<Wire>) -> Made<Wire> {
        Ok(Aig::any(self, truths))
    }

    fn sum(&mut self, numbers: Vec<Number>) -> Made<Number> {
        Ok(Number::sum(self, numbers)?)
    }
}
