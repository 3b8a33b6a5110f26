//! Atoms as variables: truth values, and whole numbers without bounds.

use std::ops::Not;

use adli_chess::Kind;
use adli_lang::term::DefId;
use adli_symbolic::lemmas::Atoms;

use crate::board::of_kind;
use crate::formula::{Linear, Truth};
use crate::logic::{Formal, Logic, Made, Refused};

/// Variables, and what holds of them. The size of the board is one variable for the whole play, as everywhere.
pub(super) struct Unknowns {
    pub(super) logic: Logic,
    /// A number that stands for a step is that of one.
    pub(super) facts: Vec<Truth>,
}

impl Unknowns {
    pub(super) fn new() -> Unknowns {
        Unknowns { logic: Logic::new(), facts: Vec::new() }
    }
}

impl Atoms for Unknowns {
    type Truth = Truth;
    type Kinds = Formal;
    type Algebra = Logic;

    const PRODUCTS: bool = true;

    fn algebra(&mut self) -> &mut Logic {
        &mut self.logic
    }

    fn name(definition: &str, at: &str) -> String {
        format!("{definition}.{at}")
    }

    fn truth(&mut self, name: &str) -> Truth {
        self.logic.formulas.flag(name)
    }

    fn number(&mut self, _: DefId, _: &str, name: &str) -> Made<Linear> {
        Ok(self.logic.formulas.variable(name))
    }

    fn one_of(&mut self, name: &str, values: usize) -> Vec<Truth> {
        let formulas = &mut self.logic.formulas;
        let number = formulas.variable(name);
        let value = |value: usize| Linear::constant(value as i64);
        self.facts.push(formulas.at_most(&value(0), &number));
        self.facts.push(formulas.at_most(&number, &value(values.max(1) - 1)));
        (0..values).map(|each| formulas.equal(&number, &value(each))).collect()
    }

    /// There are no pawns, so nobody becomes something else.
    fn kinds(&mut self, kind: Kind, _: &str) -> Vec<Truth> {
        of_kind(kind)
    }

    /// As one disjunction.
    fn implied(&mut self, supposed: Vec<Truth>, show: &Truth) -> Made<Truth> {
        Ok(self.logic.formulas.any(supposed.into_iter().map(Truth::not).chain([*show])))
    }

    fn refused(why: String) -> Refused {
        Refused::new(why)
    }
}
