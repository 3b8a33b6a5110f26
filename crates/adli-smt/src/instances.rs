//! Quantifiers taken out of a problem.
//!
//! A problem is a list of truth values that are to hold together. Where a quantifier stands in a positive place, *some number makes this
//! true*, the number becomes a variable that a solver may choose. Where it stands in a negative place, *no number makes this true*, it
//! is replaced by finitely many cases: of all that the assumption says, the problem says only that these numbers do not. So a problem may
//! say less than it did, never more, whatever the numbers are; and if what is left has no solution then neither had what was there
//! before.
//!
//! Which numbers are worth looking at can be read off the condition (Cooper, *Theorem proving in arithmetic without multiplication*, 1972): if it
//! holds for some number, then for one at which something in it begins to hold, going upwards. Comparisons are made flat for
//! that ([`crate::formula`]), so that each says of the bound number that it is at least, at most, or just some sum: the sums of the first
//! and the last kind, and one more than those that the number is not, are the list. Where the bound number is taken twice the sum
//! is halved, and rounded up. A conjunction with a part that leaves a few numbers only, such as `s = e`, is asked for these alone.
//!
//! Where a quantifier stands in both kinds of places at once, in the condition of an `if` whose value is compared, a flag stands for
//! it, with both halves beside it.
//!
//! A model of the problem may overlook a move, then, and is no counterexample. What it overlooks is found by evaluating the
//! quantifiers as they were, and becomes one more case ([`Overlooked`]).

use adli_symbolic::hash::HashMap;

use crate::formula::{Assignment, Formulas, Linear, Node, Part, PartNode, Truth};

/// In which places a truth value stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Positive,
    Negative,
    Both,
}

impl Place {
    fn negated(self, if_so: bool) -> Place {
        match self {
            Place::Positive if if_so => Place::Negative,
            Place::Negative if if_so => Place::Positive,
            place => place,
        }
    }
}

/// Numbers that a model has overlooked, for the quantifiers with these numbers of nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlooked {
    more: Vec<(Truth, Linear)>,
}

/// What is left of a problem without quantifiers.
#[derive(Clone, Debug)]
pub(crate) struct Instances {
    /// What is to hold.
    pub(crate) asserted: Vec<Truth>,
    /// The quantifiers that have become cases.
    denied: Vec<Truth>,
    /// How many cases there are.
    pub(crate) cases: usize,
}

/// Takes the quantifiers out of a problem.
pub(crate) fn instances(formulas: &mut Formulas, asserted: &[Truth], overlooked: &Overlooked) -> Instances {
    let mut taking = Taking {
        formulas,
        overlooked,
        made: HashMap::default(),
        sides: Vec::new(),
        denied: Vec::new(),
        chosen: 0,
        cases: 0,
    };
    let mut left: Vec<Truth> = asserted.iter().map(|&truth| taking.truth(truth, Place::Positive)).collect();
    left.append(&mut taking.sides);
    let (denied, cases) = (taking.denied, taking.cases);
    Instances { asserted: left, denied, cases }
}

impl Instances {
    /// A problem as it is, with its quantifiers.
    pub(crate) fn none(asserted: &[Truth]) -> Instances {
        Instances { asserted: asserted.to_vec(), denied: Vec::new(), cases: 0 }
    }

    /// What a model overlooks: numbers for which a condition holds that the problem supposes to hold for none.
    pub(crate) fn overlooked(
        &self,
        formulas: &mut Formulas,
        at: &mut Assignment,
        known: &mut Overlooked,
    ) -> usize {
        let mut found = 0;
        for &quantifier in &self.denied {
            let Node::Some(bound, body) = formulas.node(quantifier).clone() else { continue };
            if let Some(value) = at.witness(formulas, bound, body) {
                let sum = nearest(formulas, at, body, value);
                if !known.more.contains(&(quantifier, sum.clone())) {
                    known.more.push((quantifier, sum));
                    found += 1;
                }
            }
        }
        found
    }
}

/// A sum that has a value in a model: of differences of two variables in a condition the one that is nearest to it, and what is missing.
fn nearest(formulas: &Formulas, at: &mut Assignment, body: Truth, value: i64) -> Linear {
    let variables = formulas.variables(&[body]);
    let mut best = Linear::constant(value);
    let mut least = value.abs();
    let zero = Linear::constant(0);
    for a in std::iter::once(&zero).chain(&variables) {
        for b in std::iter::once(&zero).chain(&variables) {
            let difference = a.minus(b);
            let missing = value - at.number(formulas, &difference);
            if missing.abs() < least {
                least = missing.abs();
                best = difference.more(missing);
            }
        }
    }
    best
}

struct Taking<'f> {
    formulas: &'f mut Formulas,
    overlooked: &'f Overlooked,
    made: HashMap<(Truth, Place), Truth>,
    /// What holds besides: of flags that stand for quantifiers.
    sides: Vec<Truth>,
    denied: Vec<Truth>,
    chosen: usize,
    cases: usize,
}

impl Taking<'_> {
    fn truth(&mut self, truth: Truth, place: Place) -> Truth {
        if !self.formulas.is_quantified(truth) {
            return truth;
        }
        let (plain, negated) = (truth.plain(), truth.is_negated());
        let place = place.negated(negated);
        if let Some(known) = self.made.get(&(plain, place)) {
            return known.negate_if(negated);
        }
        let made = match self.formulas.node(plain).clone() {
            Node::True | Node::Flag(_) => plain,
            Node::AtMost(sum, bound) => {
                let sum = self.sum(&sum);
                self.formulas.at_most(&sum, &Linear::constant(bound))
            }
            Node::Equal(sum, value) => {
                let sum = self.sum(&sum);
                self.formulas.equal(&sum, &Linear::constant(value))
            }
            Node::All(all) => {
                let all: Vec<Truth> = all.iter().map(|&one| self.truth(one, place)).collect();
                self.formulas.all(all)
            }
            Node::Some(bound, body) => match place {
                Place::Positive => self.chosen(bound, body),
                Place::Negative => self.denied(plain, bound, body),
                Place::Both => {
                    let flag = self.formulas.flag(&format!("q{}", self.made.len()));
                    let (some, cases) =
                        (self.truth(plain, Place::Positive), self.truth(plain, Place::Negative));
                    let (yes, no) = (self.formulas.any([!flag, some]), self.formulas.any([flag, !cases]));
                    self.sides.extend([yes, no]);
                    flag
                }
            },
        };
        self.made.insert((plain, place), made);
        made.negate_if(negated)
    }

    /// Some number, which a solver may choose.
    fn chosen(&mut self, bound: Part, body: Truth) -> Truth {
        self.chosen += 1;
        let variable = self.formulas.variable(&format!("t{}", self.chosen));
        let body = self.formulas.replace(body, bound, &variable);
        self.truth(body, Place::Positive)
    }

    /// One of finitely many numbers.
    fn denied(&mut self, quantifier: Truth, bound: Part, body: Truth) -> Truth {
        self.denied.push(quantifier);
        let mut numbers = numbers(self.formulas, bound, body);
        numbers.extend(
            self.overlooked.more.iter().filter(|(of, _)| *of == quantifier).map(|(_, sum)| sum.clone()),
        );
        let mut cases = Vec::with_capacity(numbers.len());
        for number in numbers {
            let case = self.formulas.replace(body, bound, &number);
            if case != Truth::FALSE {
                self.cases += 1;
                cases.push(self.truth(case, Place::Negative));
            }
        }
        self.formulas.any(cases)
    }

    fn sum(&mut self, sum: &Linear) -> Linear {
        let mut made = Linear::constant(sum.offset());
        for &(part, times) in sum.terms() {
            made = made.plus_times(&self.part(part), times);
        }
        made
    }

    fn part(&mut self, part: Part) -> Linear {
        if !self.formulas.part_is_quantified(part) {
            return Linear::of(part);
        }
        match self.formulas.part(part).clone() {
            PartNode::Variable(_) | PartNode::Bound(_) => Linear::of(part),
            PartNode::Choose(condition, yes, no) => {
                let condition = self.truth(condition, Place::Both);
                let (yes, no) = (self.sum(&yes), self.sum(&no));
                self.formulas.choose_number(condition, &yes, &no)
            }
            PartNode::Max(a, b) => {
                let (a, b) = (self.sum(&a), self.sum(&b));
                self.formulas.max(&a, &b)
            }
            PartNode::Abs(a) => {
                let a = self.sum(&a);
                self.formulas.abs(&a)
            }
            PartNode::Div(a, by) => {
                let a = self.sum(&a);
                self.formulas.div(&a, by)
            }
        }
    }
}

/// Numbers at which a condition may begin to hold.
#[derive(Clone, Default)]
struct Begins {
    numbers: Vec<Linear>,
    /// It holds for none but these.
    only: bool,
}

/// The numbers for which a condition is looked at.
fn numbers(formulas: &mut Formulas, bound: Part, body: Truth) -> Vec<Linear> {
    let mut looking = Looking { formulas, bound, known: HashMap::default() };
    looking.begins(body).numbers
}

struct Looking<'f> {
    formulas: &'f mut Formulas,
    bound: Part,
    known: HashMap<Truth, Begins>,
}

impl Looking<'_> {
    fn begins(&mut self, truth: Truth) -> Begins {
        if !self.formulas.mentions(truth, self.bound) {
            return Begins::default();
        }
        if let Some(known) = self.known.get(&truth) {
            return known.clone();
        }
        let flat = self.formulas.flat(truth);
        let begins = match (self.formulas.node(flat).clone(), flat.is_negated()) {
            (Node::All(all), false) => self.all(&all),
            (Node::All(all), true) => self.any(&all),
            (Node::AtMost(sum, bound), negated) => {
                let times = sum.coefficient(self.bound);
                let rest = sum.plus_times(&Linear::of(self.bound), -times);
                // t is at least something if it is taken positively and the sum is more than the bound, or the other way round.
                let least = match (times > 0, negated) {
                    (true, true) => Some(self.up(&Linear::constant(bound + 1).minus(&rest), times)),
                    (false, false) if times < 0 => Some(self.up(&rest.more(-bound), -times)),
                    _ => None,
                };
                Begins { numbers: least.into_iter().collect(), only: false }
            }
            (Node::Equal(sum, value), negated) => {
                let times = sum.coefficient(self.bound);
                let rest = sum.plus_times(&Linear::of(self.bound), -times);
                let other = Linear::constant(value).minus(&rest);
                let (other, times) = if times < 0 { (other.times(-1), -times) } else { (other, times) };
                let number =
                    if times == 0 { None } else { Some(self.up(&other, times).more(i64::from(negated))) };
                Begins { only: number.is_some() && !negated, numbers: number.into_iter().collect() }
            }
            _ => Begins::default(),
        };
        self.known.insert(truth, begins.clone());
        begins
    }

    /// The least number that is, so many times, at least a sum.
    fn up(&mut self, sum: &Linear, times: i64) -> Linear {
        if times == 1 { sum.clone() } else { self.formulas.div(&sum.more(times - 1), times) }
    }

    fn all(&mut self, all: &[Truth]) -> Begins {
        let parts: Vec<Begins> = all.iter().map(|&one| self.begins(one)).collect();
        let few = parts.iter().filter(|part| part.only).min_by_key(|part| part.numbers.len());
        if let Some(few) = few {
            return few.clone();
        }
        Begins { numbers: union(parts), only: false }
    }

    fn any(&mut self, denied: &[Truth]) -> Begins {
        let parts: Vec<Begins> = denied.iter().map(|&one| self.begins(!one)).collect();
        let only = parts.iter().all(|part| part.only);
        Begins { numbers: union(parts), only }
    }
}

fn union(parts: Vec<Begins>) -> Vec<Linear> {
    let mut numbers: Vec<Linear> = Vec::new();
    for number in parts.into_iter().flat_map(|part| part.numbers) {
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers
}
