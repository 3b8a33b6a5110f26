//! Formulas of linear arithmetic, in which equal ones are made once.
//!
//! A truth value ([`Truth`]) is a node or its negation. There are five kinds of nodes: a free truth value, a sum that is at most a
//! number, a sum that is a number, a conjunction, and a quantifier over one whole number. A number is a sum of multiples
//! ([`Linear`]) of parts ([`Part`]), and there are five kinds of parts: a variable, one of two numbers by a condition, the greater of
//! two, a number without its sign, and a quotient. Everything else is said with these; a remainder is a difference, the lesser is the
//! greater of the negatives.
//!
//! Comparisons have one way of being written: the first multiple is positive, no number divides all of them, and the constant stands
//! on the right. So `a < b`, `not b <= a` and `2 * a + 2 <= 2 * b` are one literal.
//!
//! What is made depends on the calls alone, in their order: nothing is numbered by an address or a hash.

mod cases;
mod evaluate;
mod flat;
mod linear;
mod narrow;
mod reach;
mod replace;

use std::ops::Not;
use std::rc::Rc;

use adli_symbolic::hash::HashMap;

pub use evaluate::Assignment;
pub use linear::Linear;
pub use reach::Item;

/// A truth value: a node, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Truth(u32);

impl Truth {
    /// True.
    pub const TRUE: Truth = Truth(0);
    /// False.
    pub const FALSE: Truth = Truth(1);

    /// True or false.
    #[must_use]
    pub fn constant(value: bool) -> Truth {
        if value { Truth::TRUE } else { Truth::FALSE }
    }

    /// Its value, if it is known.
    #[must_use]
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 0)
    }

    /// The number of the node; nodes come after those they are made of.
    #[must_use]
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of its node.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The node itself.
    #[must_use]
    pub fn plain(self) -> Truth {
        Truth(self.0 & !1)
    }

    /// Negated, if so.
    #[must_use]
    pub fn negate_if(self, negated: bool) -> Truth {
        Truth(self.0 ^ u32::from(negated))
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        Truth(self.0 ^ 1)
    }
}

/// A part of sums, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part(u32);

impl Part {
    /// Its number; parts come after those they are made of.
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// What a truth value is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// True.
    True,
    /// A truth value that may be chosen, by its name.
    Flag(Rc<str>),
    /// The sum, which has no constant, is at most the number.
    AtMost(Linear, i64),
    /// The sum, which has no constant, is the number.
    Equal(Linear, i64),
    /// All of these; at least two.
    All(Rc<[Truth]>),
    /// For some whole number, which the part is, this holds.
    Some(Part, Truth),
}

/// What a part is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PartNode {
    /// A whole number that may be chosen, by its name.
    Variable(Rc<str>),
    /// A whole number that a quantifier binds.
    Bound(u32),
    /// One number if the condition holds, otherwise the other.
    Choose(Truth, Linear, Linear),
    /// The greater.
    Max(Linear, Linear),
    /// Without sign.
    Abs(Linear),
    /// Divided by a positive number, rounded down.
    Div(Linear, i64),
}

/// What is known of a node or part: which bound numbers it speaks of, and whether there is a quantifier in it.
#[derive(Clone, Debug, Default)]
struct Within {
    bound: Rc<[Part]>,
    quantified: bool,
}

/// All formulas that have been made.
#[derive(Clone, Debug)]
pub struct Formulas {
    nodes: Vec<(Node, Within)>,
    parts: Vec<(PartNode, Within)>,
    known: HashMap<Node, u32>,
    known_parts: HashMap<PartNode, Part>,
    flats: HashMap<Truth, Truth>,
}

impl Default for Formulas {
    fn default() -> Formulas {
        Formulas::new()
    }
}

impl Formulas {
    /// None but true and false.
    #[must_use]
    pub fn new() -> Formulas {
        let nodes = vec![(Node::True, Within::default())];
        let (known, known_parts, flats) = Default::default();
        Formulas { nodes, parts: Vec::new(), known, known_parts, flats }
    }

    /// How many nodes and parts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() + self.parts.len()
    }

    /// Whether there is nothing but true and false.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The node of a truth value.
    #[must_use]
    pub fn node(&self, truth: Truth) -> &Node {
        &self.nodes[truth.node()].0
    }

    /// What a part is.
    #[must_use]
    pub fn part(&self, part: Part) -> &PartNode {
        &self.parts[part.number()].0
    }

    /// Whether a truth value speaks of a bound number that its quantifier does not bind.
    #[must_use]
    pub fn mentions(&self, truth: Truth, bound: Part) -> bool {
        self.nodes[truth.node()].1.bound.contains(&bound)
    }

    /// Whether a sum does.
    #[must_use]
    pub fn sum_mentions(&self, sum: &Linear, bound: Part) -> bool {
        sum.terms().iter().any(|(part, _)| self.parts[part.number()].1.bound.contains(&bound))
    }

    /// The bound numbers that something speaks of and no quantifier in it binds.
    #[must_use]
    pub fn bound_in(&self, item: Item) -> &[Part] {
        match item {
            Item::Node(truth) => &self.nodes[truth.node()].1.bound,
            Item::Part(part) => &self.parts[part.number()].1.bound,
        }
    }

    /// Whether there is a quantifier in it.
    #[must_use]
    pub fn is_quantified(&self, truth: Truth) -> bool {
        self.nodes[truth.node()].1.quantified
    }

    /// Whether there is a quantifier in a part.
    #[must_use]
    pub fn part_is_quantified(&self, part: Part) -> bool {
        self.parts[part.number()].1.quantified
    }

    fn add(&mut self, node: Node) -> Truth {
        if let Some(&number) = self.known.get(&node) {
            return Truth(number << 1);
        }
        let within = match &node {
            Node::True | Node::Flag(_) => Within::default(),
            Node::AtMost(sum, _) | Node::Equal(sum, _) => self.within(&[], &[sum]),
            Node::All(all) => self.within(all, &[]),
            Node::Some(part, body) => {
                let inside = self.within(&[*body], &[]);
                let bound = inside.bound.iter().copied().filter(|bound| bound != part).collect();
                Within { bound, quantified: true }
            }
        };
        let number = self.nodes.len() as u32;
        self.nodes.push((node.clone(), within));
        self.known.insert(node, number);
        Truth(number << 1)
    }

    fn add_part(&mut self, node: PartNode) -> Part {
        if let Some(&part) = self.known_parts.get(&node) {
            return part;
        }
        let part = Part(self.parts.len() as u32);
        let within = match &node {
            PartNode::Variable(_) => Within::default(),
            PartNode::Bound(_) => Within { bound: Rc::from([part]), quantified: false },
            PartNode::Choose(condition, yes, no) => self.within(&[*condition], &[yes, no]),
            PartNode::Max(a, b) => self.within(&[], &[a, b]),
            PartNode::Abs(a) | PartNode::Div(a, _) => self.within(&[], &[a]),
        };
        self.parts.push((node.clone(), within));
        self.known_parts.insert(node, part);
        part
    }

    fn within(&self, truths: &[Truth], sums: &[&Linear]) -> Within {
        let parts = sums.iter().flat_map(|sum| sum.terms()).map(|(part, _)| &self.parts[part.number()].1);
        let nodes = truths.iter().map(|truth| &self.nodes[truth.node()].1);
        let (mut bound, mut quantified) = (Vec::new(), false);
        for within in parts.chain(nodes) {
            bound.extend_from_slice(&within.bound);
            quantified |= within.quantified;
        }
        bound.sort_unstable();
        bound.dedup();
        Within { bound: bound.into(), quantified }
    }

    /// A truth value that may be chosen.
    pub fn flag(&mut self, name: &str) -> Truth {
        self.add(Node::Flag(name.into()))
    }

    /// A whole number that may be chosen.
    pub fn variable(&mut self, name: &str) -> Linear {
        Linear::of(self.add_part(PartNode::Variable(name.into())))
    }

    /// A whole number for a quantifier to bind.
    pub fn bound(&mut self, number: u32) -> Part {
        self.add_part(PartNode::Bound(number))
    }

    /// All of these.
    pub fn all(&mut self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut all: Vec<Truth> = truths.into_iter().filter(|&truth| truth != Truth::TRUE).collect();
        all.sort_unstable();
        all.dedup();
        // A node and its negation stand side by side.
        let contradicts = all.windows(2).any(|pair| pair[0] == !pair[1]) || !self.narrow(&mut all);
        match all[..] {
            _ if contradicts || all.contains(&Truth::FALSE) => Truth::FALSE,
            [] => Truth::TRUE,
            [only] => only,
            _ => self.add(Node::All(all.into())),
        }
    }

    /// All of these, and of what those are conjunctions of: more contradictions are seen.
    pub fn all_flat(&mut self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut open: Vec<Truth> = truths.into_iter().collect();
        let mut all = Vec::new();
        while let Some(truth) = open.pop() {
            match self.node(truth) {
                Node::All(parts) if !truth.is_negated() => open.extend(parts.iter()),
                _ => all.push(truth),
            }
        }
        // A disjunction that is denied whole contradicts its being true; so does a conjunction whose negation is there.
        let denied = |truth: &Truth| match self.node(*truth) {
            Node::All(parts) if truth.is_negated() => parts.iter().all(|part| all.contains(part)),
            _ => false,
        };
        if all.iter().any(denied) {
            return Truth::FALSE;
        }
        self.all(all)
    }

    /// One of these.
    pub fn any(&mut self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        !self.all(truths.into_iter().map(Truth::not))
    }

    /// One or the other.
    pub fn choose(&mut self, condition: Truth, yes: Truth, no: Truth) -> Truth {
        if yes == no {
            return yes;
        }
        let (yes, no) = (self.any([!condition, yes]), self.any([condition, no]));
        self.all([yes, no])
    }

    /// The first is at most the second.
    pub fn at_most(&mut self, a: &Linear, b: &Linear) -> Truth {
        let sum = a.minus(b);
        if let Some(value) = sum.as_constant() {
            return Truth::constant(value <= 0);
        }
        if let Some(simple) = self.simple_at_most(&sum) {
            return simple;
        }
        let divisor = sum.divisor();
        let bound = (-sum.offset()).div_euclid(divisor);
        let sum = sum.parts_divided(divisor);
        if sum.leads_negative() {
            // -s <= b says that s is at least -b: not at most -b - 1.
            return !self.add(Node::AtMost(sum.times(-1), -bound - 1));
        }
        self.add(Node::AtMost(sum, bound))
    }

    /// They are the same.
    pub fn equal(&mut self, a: &Linear, b: &Linear) -> Truth {
        let sum = a.minus(b);
        let divisor = sum.divisor();
        match sum.as_constant() {
            Some(value) => return Truth::constant(value == 0),
            None if sum.offset() % divisor != 0 => return Truth::FALSE,
            None => {}
        }
        if let Some(simple) = self.simple_equal(&sum) {
            return simple;
        }
        let (value, sum) = (-sum.offset() / divisor, sum.parts_divided(divisor));
        let (sum, value) = if sum.leads_negative() { (sum.times(-1), -value) } else { (sum, value) };
        self.add(Node::Equal(sum, value))
    }

    /// For some whole number, which the part is, this holds.
    pub fn some(&mut self, bound: Part, body: Truth) -> Truth {
        if self.mentions(body, bound) { self.add(Node::Some(bound, body)) } else { body }
    }

    /// One number or the other.
    pub fn choose_number(&mut self, condition: Truth, yes: &Linear, no: &Linear) -> Linear {
        match condition.as_constant() {
            Some(true) => return yes.clone(),
            Some(false) => return no.clone(),
            None if yes == no => return yes.clone(),
            None => {}
        }
        let (yes, no) = if condition.is_negated() { (no, yes) } else { (yes, no) };
        Linear::of(self.add_part(PartNode::Choose(condition.plain(), yes.clone(), no.clone())))
    }

    /// The greater.
    pub fn max(&mut self, a: &Linear, b: &Linear) -> Linear {
        if let Some(more) = a.minus(b).as_constant() {
            return if more >= 0 { a.clone() } else { b.clone() };
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        Linear::of(self.add_part(PartNode::Max(a.clone(), b.clone())))
    }

    /// The lesser.
    pub fn min(&mut self, a: &Linear, b: &Linear) -> Linear {
        self.max(&a.times(-1), &b.times(-1)).times(-1)
    }

    /// Without sign.
    pub fn abs(&mut self, a: &Linear) -> Linear {
        if let Some(value) = a.as_constant() {
            return Linear::constant(value.abs());
        }
        let a = if a.leads_negative() { a.times(-1) } else { a.clone() };
        Linear::of(self.add_part(PartNode::Abs(a)))
    }

    /// Divided by a positive number, rounded down.
    pub fn div(&mut self, a: &Linear, by: i64) -> Linear {
        if a.divisor() % by == 0 {
            return a.parts_divided(by).more(a.offset().div_euclid(by));
        }
        Linear::of(self.add_part(PartNode::Div(a.clone(), by)))
    }

    /// What is left by that.
    pub fn remainder(&mut self, a: &Linear, by: i64) -> Linear {
        let quotient = self.div(a, by);
        a.plus_times(&quotient, -by)
    }
}
