//! Formulas as what terms are made of, and why a term has none.

use adli_claims::By;
use adli_lang::Span;
use adli_symbolic::{Algebra, Arithmetic, Comparison, Kinds, Single};

use crate::board::BoardId;
use crate::formula::{Formulas, Linear, Truth};

/// The kinds of values in formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Formal;

impl Kinds for Formal {
    type Truth = Truth;
    type Number = Linear;
    /// For each value of the enumeration whether it is that one.
    type Enum = Vec<Truth>;
    type Position = BoardId;
    type Place = ();
    type Refused = Refused;
}

/// The value of a term.
pub(crate) type Value = adli_symbolic::Value<Formal>;
/// What names stand for.
pub(crate) type Names = adli_symbolic::Env<Formal>;
/// Something that is bound.
pub(crate) type Bound = adli_symbolic::Bound<Formal>;

/// Why a term has no formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// In words.
    pub why: String,
    /// Where the text says it, if it says it somewhere.
    pub at: Option<Span>,
    /// The work was given up.
    pub stopped: Option<By>,
}

impl Refused {
    /// Something that linear arithmetic does not say.
    pub(crate) fn new(why: impl Into<String>) -> Refused {
        Refused { why: why.into(), at: None, stopped: None }
    }

    /// The same, said of a place, unless a place is known.
    pub(crate) fn at(self, at: Span) -> Refused {
        Refused { at: self.at.or(Some(at)), ..self }
    }

    pub(crate) fn stopped(by: By) -> Refused {
        Refused { why: by.to_string(), at: None, stopped: Some(by) }
    }
}

pub(crate) type Made<T> = Result<T, Refused>;

/// The refusal of a term in which a name stands for nothing.
pub(crate) fn unbound() -> Refused {
    Refused::new("the term has no value here")
}

/// Larger numbers stand in no text; with them sums could outgrow the numbers of the machine.
const HIGHEST: i64 = 1 << 20;

/// Formulas, and the symbol for the size of the board.
#[derive(Clone, Debug)]
pub(crate) struct Logic {
    pub(crate) formulas: Formulas,
    pub(crate) size: Linear,
}

impl Logic {
    pub(crate) fn new() -> Logic {
        let mut formulas = Formulas::new();
        let size = formulas.variable("size");
        Logic { formulas, size }
    }
}

impl Algebra<Formal> for Logic {
    fn truth(&self, value: bool) -> Truth {
        Truth::constant(value)
    }

    fn known(&self, truth: &Truth) -> Option<bool> {
        truth.as_constant()
    }

    fn number(&self, value: i32) -> Linear {
        Linear::constant(i64::from(value))
    }

    fn one_of(&self, values: usize, value: i32) -> Vec<Truth> {
        (0..values).map(|n| Truth::constant(n as i32 == value)).collect()
    }

    fn size(&self) -> Linear {
        self.size.clone()
    }

    fn squares(&self) -> Made<Vec<(Linear, Linear)>> {
        Err(Refused::new("the squares of a board of any size cannot be gone through"))
    }

    fn not(&mut self, a: &Truth) -> Made<Truth> {
        Ok(!*a)
    }

    fn and(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        Ok(self.formulas.all([*a, *b]))
    }

    fn or(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        Ok(self.formulas.any([*a, *b]))
    }

    fn same(&mut self, a: &Truth, b: &Truth) -> Made<Truth> {
        Ok(self.formulas.choose(*a, *b, !*b))
    }

    fn same_enum(&mut self, a: &Vec<Truth>, b: &Vec<Truth>) -> Made<Truth> {
        let same: Vec<Truth> = a.iter().zip(b).map(|(&a, &b)| self.formulas.all([a, b])).collect();
        Ok(self.formulas.any(same))
    }

    fn choose_truth(&mut self, condition: &Truth, yes: &Truth, no: &Truth) -> Made<Truth> {
        Ok(self.formulas.choose(*condition, *yes, *no))
    }

    fn choose(&mut self, condition: &Truth, yes: &Linear, no: &Linear) -> Made<Linear> {
        Ok(self.formulas.choose_number(*condition, yes, no))
    }

    fn choose_enum(&mut self, condition: &Truth, yes: &Vec<Truth>, no: &Vec<Truth>) -> Made<Vec<Truth>> {
        Ok(yes.iter().zip(no).map(|(&yes, &no)| self.formulas.choose(*condition, yes, no)).collect())
    }

    fn as_number(&mut self, a: &Truth) -> Made<Linear> {
        Ok(self.formulas.choose_number(*a, &Linear::constant(1), &Linear::constant(0)))
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: &Linear, b: &Linear) -> Made<Linear> {
        let made = match kind {
            Arithmetic::Add => a.plus(b),
            Arithmetic::Sub => a.minus(b),
            Arithmetic::Mul => match (a.as_constant(), b.as_constant()) {
                (Some(times), _) if b.height() <= HIGHEST => b.times(times),
                (_, Some(times)) if a.height() <= HIGHEST => a.times(times),
                (None, None) => {
                    return Err(Refused::new("a product of two numbers that are not constant is not linear"));
                }
                _ => a.clone(),
            },
            Arithmetic::Min => self.formulas.min(a, b),
            Arithmetic::Max => self.formulas.max(a, b),
        };
        if made.height().max(a.height()).max(b.height()) > HIGHEST {
            return Err(Refused::new("a number is too large"));
        }
        Ok(made)
    }

    fn single(&mut self, kind: Single, a: &Linear) -> Made<Linear> {
        Ok(match kind {
            Single::Abs => self.formulas.abs(a),
            Single::Div(by) => self.formulas.div(a, i64::from(by.max(1))),
            Single::Mod(by) => self.formulas.remainder(a, i64::from(by.max(1))),
        })
    }

    fn compare(&mut self, kind: Comparison, a: &Linear, b: &Linear) -> Made<Truth> {
        Ok(match kind {
            Comparison::Equal => self.formulas.equal(a, b),
            Comparison::Less => self.formulas.at_most(&a.more(1), b),
            Comparison::AtMost => self.formulas.at_most(a, b),
        })
    }

    fn all(&mut self, truths: Vec<Truth>) -> Made<Truth> {
        Ok(self.formulas.all(truths))
    }

    fn any(&mut self, truths: Vec<Truth>) -> Made<Truth> {
        Ok(self.formulas.any(truths))
    }
}
