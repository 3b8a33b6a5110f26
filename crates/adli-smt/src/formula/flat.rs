//! Comparisons of plain sums: what is inside of `max`, `abs` and `if` comes out.
//!
//! `max(a, b) <= c` says that both are, `c <= max(a, b)` that one is; `abs(a)` is `max(a, -a)`. So every comparison is a formula in which only
//! variables and quotients are compared. It is larger than the comparison, so problems are not written so; but in it one can see at
//! which numbers a condition on a bound number may begin to hold ([`crate::instances`]).

use super::{Formulas, Linear, Node, Part, PartNode, Truth};

impl Formulas {
    /// Whether a sum is at most nought, if it has one `max` or `abs` and nothing else that is composed: the flat form is not much larger.
    pub(super) fn simple_at_most(&mut self, sum: &Linear) -> Option<Truth> {
        let (part, times) = self.only_composed(sum)?;
        let rest = sum.plus_times(&Linear::of(part), -times);
        let (a, b) = self.either(part)?;
        let (a, b) = (rest.plus_times(&a, times), rest.plus_times(&b, times));
        let zero = Linear::constant(0);
        let (a, b) = (self.at_most(&a, &zero), self.at_most(&b, &zero));
        Some(if times > 0 { self.all([a, b]) } else { self.any([a, b]) })
    }

    /// Whether a sum is nought, likewise; and where one `abs` is the other.
    pub(super) fn simple_equal(&mut self, sum: &Linear) -> Option<Truth> {
        let zero = Linear::constant(0);
        if let [(a, times), (b, other)] = *sum.terms()
            && times == -other
            && sum.offset() == 0
            && let (PartNode::Abs(a), PartNode::Abs(b)) = (self.part(a).clone(), self.part(b).clone())
        {
            let (same, opposite) = (self.equal(&a, &b), self.equal(&a, &b.times(-1)));
            return Some(self.any([same, opposite]));
        }
        let (part, times) = self.only_composed(sum)?;
        self.either(part)?;
        if let (PartNode::Abs(a), Some(rest)) =
            (self.part(part).clone(), sum.plus_times(&Linear::of(part), -times).as_constant())
        {
            // The sum is nought where the number without sign is this.
            let value = -rest / times;
            if rest % times != 0 || value < 0 {
                return Some(Truth::FALSE);
            }
            let value = Linear::constant(value);
            let (plus, minus) = (self.equal(&a, &value), self.equal(&a, &value.times(-1)));
            return Some(self.any([plus, minus]));
        }
        let (below, above) = (self.at_most(sum, &zero), self.at_most(&zero, sum));
        Some(self.all([below, above]))
    }

    /// The part that is composed, if there is one only.
    fn only_composed(&self, sum: &Linear) -> Option<(Part, i64)> {
        let found = self.first_composed(sum)?;
        let rest = sum.plus_times(&Linear::of(found.0), -found.1);
        self.first_composed(&rest).is_none().then_some(found)
    }

    /// The two sums of which a part is the greater.
    fn either(&self, part: Part) -> Option<(Linear, Linear)> {
        match self.part(part).clone() {
            PartNode::Max(a, b) => Some((a, b)),
            PartNode::Abs(a) => Some((a.clone(), a.times(-1))),
            _ => None,
        }
    }

    /// The same truth value with comparisons of plain sums, as far as a node goes: what a conjunction is made of stays as it is.
    pub fn flat(&mut self, truth: Truth) -> Truth {
        let plain = truth.plain();
        if let Some(known) = self.flats.get(&plain) {
            return known.negate_if(truth.is_negated());
        }
        let flat = match self.node(plain).clone() {
            Node::AtMost(sum, bound) => self.flat_at_most(&sum.more(-bound)),
            Node::Equal(sum, value) => {
                let sum = sum.more(-value);
                if self.first_composed(&sum).is_none() {
                    plain
                } else {
                    let (below, above) = (self.flat_at_most(&sum), self.flat_at_most(&sum.times(-1)));
                    self.all([below, above])
                }
            }
            _ => plain,
        };
        self.flats.insert(plain, flat);
        flat.negate_if(truth.is_negated())
    }

    /// The first part that is made of other sums.
    fn first_composed(&self, sum: &Linear) -> Option<(Part, i64)> {
        let composed = |part: Part| {
            !matches!(self.part(part), PartNode::Variable(_) | PartNode::Bound(_) | PartNode::Div(..))
        };
        sum.terms().iter().copied().find(|&(part, _)| composed(part))
    }

    /// Whether a sum is at most nought.
    fn flat_at_most(&mut self, sum: &Linear) -> Truth {
        let Some((part, times)) = self.first_composed(sum) else {
            return self.at_most(sum, &Linear::constant(0));
        };
        let rest = sum.plus_times(&Linear::of(part), -times);
        let (a, b, condition) = match self.part(part).clone() {
            PartNode::Choose(condition, a, b) => (a, b, Some(condition)),
            PartNode::Max(a, b) => (a, b, None),
            PartNode::Abs(a) => (a.clone(), a.times(-1), None),
            _ => return Truth::FALSE,
        };
        let (a, b) = (rest.plus_times(&a, times), rest.plus_times(&b, times));
        let (a, b) = (self.flat_at_most(&a), self.flat_at_most(&b));
        match condition {
            Some(condition) => self.choose(condition, a, b),
            None if times > 0 => self.all([a, b]),
            None => self.any([a, b]),
        }
    }
}
