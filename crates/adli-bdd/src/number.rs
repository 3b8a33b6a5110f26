//! Numbers as lists of cases, and the algebra of diagrams.
//!
//! A number is a list of its values, each with the set where it has that value; every position is in just one of them. Files and ranks have
//! eight values, distances some fifteen, and so the sum of two numbers is a few hundred conjunctions of very small
//! diagrams. Lists are canonical: two numbers that are the same everywhere are the same list.

use std::collections::BTreeMap;
use std::rc::Rc;

use adli_symbolic::{Algebra, Arithmetic, Comparison, Kinds, Single};

use crate::board::BoardId;
use crate::store::{Made, Refused, Set, Store};

/// More values than this are too many.
const MOST_VALUES: usize = 2048;

/// A number: its values in rising order, none of them empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Number(Rc<[(i32, Set)]>);

impl Number {
    /// The values, each with the set where it has that value.
    #[must_use]
    pub fn cases(&self) -> &[(i32, Set)] {
        &self.0
    }

    /// From cases in any order; those of one value are joined.
    pub(crate) fn new(store: &Store, cases: impl IntoIterator<Item = (i32, Set)>) -> Made<Number> {
        let mut by_value: BTreeMap<i32, Vec<Set>> = BTreeMap::new();
        for (value, set) in cases {
            if !store.is_empty(&set) {
                by_value.entry(value).or_default().push(set);
            }
        }
        if by_value.len() > MOST_VALUES {
            return Err(Refused::TooLarge("a number has too many values for decision diagrams".into()));
        }
        let cases: Made<Vec<(i32, Set)>> =
            by_value.into_iter().map(|(value, sets)| Ok((value, store.any(sets)?))).collect();
        Ok(Number(cases?.into()))
    }

    /// The number that some function makes of it.
    fn map(&self, store: &Store, to: impl Fn(i32) -> i32) -> Made<Number> {
        Number::new(store, self.0.iter().map(|(value, set)| (to(*value), set.clone())))
    }

    /// The number that some function makes of two.
    fn join(&self, store: &Store, other: &Number, of: impl Fn(i32, i32) -> i32) -> Made<Number> {
        let mut cases = Vec::with_capacity(self.0.len() * other.0.len());
        for (a, here) in self.0.iter() {
            for (b, there) in other.0.iter() {
                cases.push((of(*a, *b), store.and(here, there)?));
            }
        }
        Number::new(store, cases)
    }

    /// The number said of other bits.
    pub(crate) fn replaced(&self, replace: impl Fn(&Set) -> Made<Set>) -> Made<Number> {
        let cases: Made<Vec<(i32, Set)>> =
            self.0.iter().map(|(value, set)| Ok((*value, replace(set)?))).collect();
        Ok(Number(cases?.into_iter().collect()))
    }
}

/// The kinds of values in diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Diagrams;

impl Kinds for Diagrams {
    type Truth = Set;
    type Number = Number;
    /// For each value of the enumeration the set where it is that one.
    type Enum = Vec<Set>;
    type Position = BoardId;
    type Place = ();
    type Refused = Refused;
}

/// The value of a term.
pub(crate) type Value = adli_symbolic::Value<Diagrams>;
/// What names stand for.
pub(crate) type Names = adli_symbolic::Env<Diagrams>;
/// Something that is bound.
pub(crate) type Bound = adli_symbolic::Bound<Diagrams>;

impl Algebra<Diagrams> for Store {
    fn truth(&self, value: bool) -> Set {
        self.constant(value)
    }

    fn known(&self, truth: &Set) -> Option<bool> {
        self.as_constant(truth)
    }

    fn number(&self, value: i32) -> Number {
        Number([(value, self.constant(true))].into())
    }

    fn one_of(&self, values: usize, value: i32) -> Vec<Set> {
        (0..values).map(|n| self.constant(n as i32 == value)).collect()
    }

    fn not(&mut self, a: &Set) -> Made<Set> {
        Store::not(self, a)
    }

    fn and(&mut self, a: &Set, b: &Set) -> Made<Set> {
        Store::and(self, a, b)
    }

    fn or(&mut self, a: &Set, b: &Set) -> Made<Set> {
        Store::or(self, a, b)
    }

    fn same(&mut self, a: &Set, b: &Set) -> Made<Set> {
        Store::same(self, a, b)
    }

    fn same_enum(&mut self, a: &Vec<Set>, b: &Vec<Set>) -> Made<Set> {
        let both: Made<Vec<Set>> = a.iter().zip(b).map(|(a, b)| Store::and(self, a, b)).collect();
        Store::any(self, both?)
    }

    fn choose_truth(&mut self, condition: &Set, yes: &Set, no: &Set) -> Made<Set> {
        Store::choose(self, condition, yes, no)
    }

    fn choose(&mut self, condition: &Set, yes: &Number, no: &Number) -> Made<Number> {
        let mut cases = Vec::new();
        for (value, set) in yes.0.iter() {
            cases.push((*value, Store::and(self, condition, set)?));
        }
        for (value, set) in no.0.iter() {
            cases.push((*value, self.without(set, condition)?));
        }
        Number::new(self, cases)
    }

    fn choose_enum(&mut self, condition: &Set, yes: &Vec<Set>, no: &Vec<Set>) -> Made<Vec<Set>> {
        yes.iter().zip(no).map(|(yes, no)| Store::choose(self, condition, yes, no)).collect()
    }

    fn as_number(&mut self, a: &Set) -> Made<Number> {
        let otherwise = Store::not(self, a)?;
        Number::new(self, [(1, a.clone()), (0, otherwise)])
    }

    fn arithmetic(&mut self, kind: Arithmetic, a: &Number, b: &Number) -> Made<Number> {
        a.join(self, b, |x, y| match kind {
            Arithmetic::Add => x.saturating_add(y),
            Arithmetic::Sub => x.saturating_sub(y),
            Arithmetic::Mul => x.saturating_mul(y),
            Arithmetic::Min => x.min(y),
            Arithmetic::Max => x.max(y),
        })
    }

    fn single(&mut self, kind: Single, a: &Number) -> Made<Number> {
        a.map(self, |value| match kind {
            Single::Abs => value.abs(),
            Single::Div(by) => value.div_euclid(by.max(1)),
            Single::Mod(by) => value.rem_euclid(by.max(1)),
        })
    }

    fn compare(&mut self, kind: Comparison, a: &Number, b: &Number) -> Made<Set> {
        let mut cases = Vec::new();
        match kind {
            Comparison::Equal => {
                for (value, here) in a.0.iter() {
                    if let Ok(at) = b.0.binary_search_by_key(value, |(other, _)| *other) {
                        cases.push(Store::and(self, here, &b.0[at].1)?);
                    }
                }
            }
            Comparison::Less | Comparison::AtMost => {
                // For each value of the second, where the first is below it.
                let (mut below, mut next) = (self.constant(false), a.0.iter().peekable());
                for (value, there) in b.0.iter() {
                    let fits = |x: i32| if kind == Comparison::Less { x < *value } else { x <= *value };
                    while let Some((_, here)) = next.next_if(|(x, _)| fits(*x)) {
                        below = Store::or(self, &below, here)?;
                    }
                    cases.push(Store::and(self, &below, there)?);
                }
            }
        }
        Store::any(self, cases)
    }

    fn any(&mut self, truths: Vec<Set>) -> Made<Set> {
        Store::any(self, truths)
    }
}
