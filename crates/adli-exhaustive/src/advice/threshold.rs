//! Goals that compare with one number of the root, and what a tree is worth then.
//!
//! `nsafety' >= nsafety at root` is harder the larger the number of the root is. If goals look at a number in no other way, a tree
//! that goes on for a root goes on for all roots with a smaller number; so one number says for which it does: the largest. It is
//! found like a yes or no. A goal bounds it by the number that the root is compared with, an own move by the best of the positions
//! after it, a reply by the worst. Numbers that must not be too small (`steps(k', n') <= steps(k at root, n at root)`) are the same with
//! the sign changed.
//!
//! A single position needs no such thing, and a number with few values is better kept apart: then trees are yes or no, and
//! the first yes ends the search among own moves. So a number is chosen only when roots have turned out to differ in many.

use std::collections::HashSet;

use adli_lang::term::{Term, TermId};

use super::kept::Worth;
use crate::columns::Asks;

/// The number of the root for which trees are worth so and so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Threshold {
    /// Which of the numbers.
    pub(super) number: usize,
    /// Whether goals are harder for larger ones.
    pub(super) harder: bool,
}

impl Threshold {
    /// What a tree must be worth in order to go on for a root with this number.
    pub(super) fn worth(self, number: i32) -> Worth {
        if self.harder { Worth::from(number) } else { -Worth::from(number) }
    }

    /// The number for which a tree must be worth this, if there is one.
    pub(super) fn number(self, worth: Worth) -> Option<i32> {
        i32::try_from(if self.harder { worth } else { -worth }).ok()
    }

    /// The numbers for which goals are easiest and hardest.
    pub(super) fn extremes(self) -> [i32; 2] {
        if self.harder { [i32::MIN, i32::MAX] } else { [i32::MAX, i32::MIN] }
    }
}

/// A comparison of something with a number of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    /// Whether it is harder for larger numbers.
    pub(super) harder: bool,
    /// What the number is compared with.
    pub(super) with: TermId,
    /// Whether they must differ.
    pub(super) strict: bool,
}

/// The comparisons in a condition by which alone it depends on a number of the root; nothing, if it depends on it in another way.
pub(super) fn comparisons<'p>(
    engine: &mut impl Asks<'p>,
    goal: TermId,
    number: TermId,
) -> Option<Vec<Comparison>> {
    let terms = &engine.program().terms;
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut todo = vec![(goal, true)];
    while let Some((term, asserted)) = todo.pop() {
        if !seen.insert((term, asserted)) || !terms.mentions(term, number) {
            continue;
        }
        match terms.get(term) {
            Term::Not(inner) => todo.push((*inner, !asserted)),
            node @ (Term::And(parts) | Term::Or(parts)) => {
                if !engine.memo().notions.is_left_out(node) {
                    todo.extend(parts.iter().map(|&part| (part, asserted)));
                }
            }
            &Term::If(condition, yes, no) if !terms.mentions(condition, number) => {
                todo.extend([(yes, asserted), (no, asserted)]);
            }
            &(Term::AtMost(less, more) | Term::Less(less, more)) => {
                let (with, harder) = if less == number { (more, asserted) } else { (less, !asserted) };
                if less != number && more != number || terms.mentions(with, number) {
                    return None;
                }
                let strict = matches!(terms.get(term), Term::Less(..)) == asserted;
                found.push(Comparison { harder, with, strict });
            }
            _ => return None,
        }
    }
    Some(found)
}
