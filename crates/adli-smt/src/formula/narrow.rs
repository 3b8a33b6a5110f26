//! What several comparisons say of one sum.

use super::{Formulas, Linear, Node, Truth};

/// Between which numbers a sum is.
struct Between {
    sum: Linear,
    least: i64,
    most: i64,
    /// How many comparisons say so.
    said: usize,
}

impl Formulas {
    /// Says once, of each sum in a conjunction, between which numbers it is. False if that cannot be.
    pub(super) fn narrow(&mut self, all: &mut Vec<Truth>) -> bool {
        let mut sums: Vec<Between> = Vec::new();
        for &truth in all.iter() {
            let (sum, least, most) = match (self.node(truth), truth.is_negated()) {
                (Node::AtMost(sum, bound), false) => (sum, i64::MIN, *bound),
                (Node::AtMost(sum, bound), true) => (sum, bound + 1, i64::MAX),
                (Node::Equal(sum, value), false) => (sum, *value, *value),
                _ => continue,
            };
            match sums.iter_mut().find(|known| known.sum == *sum) {
                Some(known) => {
                    (known.least, known.most) = (known.least.max(least), known.most.min(most));
                    known.said += 1;
                }
                None => sums.push(Between { sum: sum.clone(), least, most, said: 1 }),
            }
        }
        if sums.iter().any(|between| between.least > between.most) {
            return false;
        }
        let mut more = Vec::new();
        for Between { sum, least, most, .. } in sums.into_iter().filter(|between| between.said > 1) {
            // What is said again is taken out, also that the sum is not some number outside.
            all.retain(|&truth| match (self.node(truth), truth.is_negated()) {
                (Node::Equal(other, value), true) => *other != sum || (least..=most).contains(value),
                (Node::AtMost(other, _) | Node::Equal(other, _), _) => *other != sum,
                _ => true,
            });
            if least == most {
                more.push(self.add(Node::Equal(sum, least)));
                continue;
            }
            if least > i64::MIN {
                more.push(!self.add(Node::AtMost(sum.clone(), least - 1)));
            }
            if most < i64::MAX {
                more.push(self.add(Node::AtMost(sum, most)));
            }
        }
        all.append(&mut more);
        all.sort_unstable();
        all.dedup();
        true
    }
}
