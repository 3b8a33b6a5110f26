//! Numbers put in the place of bound ones.

use adli_symbolic::hash::HashMap;

use super::{Formulas, Linear, Node, Part, PartNode, Truth};

/// What has become of the nodes and parts so far.
pub(super) struct Replacing<'f> {
    pub(super) formulas: &'f mut Formulas,
    pub(super) bound: Part,
    pub(super) by: &'f Linear,
    pub(super) nodes: HashMap<Truth, Truth>,
    pub(super) parts: HashMap<Part, Linear>,
    /// A variable is replaced, and nobody knows where it is mentioned.
    pub(super) everywhere: bool,
}

impl Formulas {
    /// The truth value with a number in the place of a bound one. The number speaks of no bound number itself, so that none can be
    /// caught by a quantifier further in.
    pub fn replace(&mut self, truth: Truth, bound: Part, by: &Linear) -> Truth {
        let (nodes, parts) = Default::default();
        Replacing { formulas: self, bound, by, nodes, parts, everywhere: false }.truth(truth)
    }

    /// The same in a sum.
    pub fn replace_in_sum(&mut self, sum: &Linear, bound: Part, by: &Linear) -> Linear {
        let (nodes, parts) = Default::default();
        Replacing { formulas: self, bound, by, nodes, parts, everywhere: false }.sum(sum)
    }
}

impl Replacing<'_> {
    pub(super) fn truth(&mut self, truth: Truth) -> Truth {
        if !self.everywhere && !self.formulas.mentions(truth, self.bound) {
            return truth;
        }
        let plain = truth.plain();
        if let Some(known) = self.nodes.get(&plain) {
            return known.negate_if(truth.is_negated());
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
                let all: Vec<Truth> = all.iter().map(|&one| self.truth(one)).collect();
                self.formulas.all(all)
            }
            // The quantifier binds another number: its own is not mentioned outside.
            Node::Some(part, body) => {
                let body = self.truth(body);
                self.formulas.some(part, body)
            }
        };
        self.nodes.insert(plain, made);
        made.negate_if(truth.is_negated())
    }

    fn sum(&mut self, sum: &Linear) -> Linear {
        if !self.everywhere && !self.formulas.sum_mentions(sum, self.bound) {
            return sum.clone();
        }
        let mut made = Linear::constant(sum.offset());
        for &(part, times) in sum.terms() {
            made = made.plus_times(&self.part(part), times);
        }
        made
    }

    fn part(&mut self, part: Part) -> Linear {
        if part == self.bound {
            return self.by.clone();
        }
        if let Some(known) = self.parts.get(&part) {
            return known.clone();
        }
        let made = match self.formulas.part(part).clone() {
            PartNode::Variable(_) | PartNode::Bound(_) => Linear::of(part),
            PartNode::Choose(condition, yes, no) => {
                let condition = self.truth(condition);
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
        };
        self.parts.insert(part, made.clone());
        made
    }
}
