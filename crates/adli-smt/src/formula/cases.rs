//! Conjunctions looked at case by case.
//!
//! A rook hits a square if they are on one file or on one rank, and nobody stands between them on a file, a rank or a diagonal: so the laws
//! say it, for all men alike. Where one of two equations holds, each can be used to say the rest: on one file the rank says nothing
//! more, and the diagonal cannot be. What is said stays the same, and is a third as long.

use adli_symbolic::hash::HashMap;

use super::replace::Replacing;
use super::{Formulas, Item, Linear, Node, Part, PartNode, Truth};

/// What is longer than this is left as it is.
const LONG: usize = 400;

impl Formulas {
    /// All of these; where one of them is that one of two equations holds, by cases if that is shorter.
    pub fn all_by_cases(&mut self, truths: &[Truth]) -> Truth {
        let whole = self.all(truths.iter().copied());
        if self.is_quantified(whole) {
            return whole;
        }
        let mut parts = Vec::new();
        self.conjuncts(whole, &mut parts);
        let Some((at, equations)) =
            parts.iter().enumerate().find_map(|(at, &part)| Some((at, self.two_equations(part)?)))
        else {
            return whole;
        };
        let Some(length) = self.length(whole) else { return whole };
        let rest: Vec<Truth> =
            parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, &part)| part).collect();
        let mut cases = Vec::new();
        for equation in equations {
            let Some((part, by)) = self.solved(equation) else { return whole };
            let (nodes, known) = (HashMap::default(), HashMap::default());
            let mut replacing =
                Replacing { formulas: self, bound: part, by: &by, nodes, parts: known, everywhere: true };
            let rest: Vec<Truth> = rest.iter().map(|&one| replacing.truth(one)).collect();
            let rest = self.all(rest);
            cases.push(self.all([equation, rest]));
        }
        let by_cases = self.any(cases);
        if self.length(by_cases).is_some_and(|other| other < length) { by_cases } else { whole }
    }

    fn conjuncts(&self, truth: Truth, parts: &mut Vec<Truth>) {
        match self.node(truth) {
            Node::All(all) if !truth.is_negated() => all.iter().for_each(|&one| self.conjuncts(one, parts)),
            _ => parts.push(truth),
        }
    }

    /// The two equations of which one is said to hold.
    fn two_equations(&self, truth: Truth) -> Option<[Truth; 2]> {
        match self.node(truth) {
            Node::All(all) if truth.is_negated() => match all[..] {
                [a, b] if self.is_equation(!a) && self.is_equation(!b) => Some([!a, !b]),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_equation(&self, truth: Truth) -> bool {
        !truth.is_negated() && matches!(self.node(truth), Node::Equal(..))
    }

    /// A variable and what it is, by an equation.
    fn solved(&self, equation: Truth) -> Option<(Part, Linear)> {
        let Node::Equal(sum, value) = self.node(equation) else { return None };
        let simple = |part: Part| matches!(self.part(part), PartNode::Variable(_) | PartNode::Bound(_));
        // The last is the one that was made last: the square that somebody goes to, rather than where he came from.
        let &(part, times) =
            sum.terms().iter().rev().find(|(part, times)| times.abs() == 1 && simple(*part))?;
        let rest = sum.plus_times(&Linear::of(part), -times);
        Some((part, Linear::constant(*value).minus(&rest).times(times)))
    }

    /// How many nodes and parts there are in it, unless there are many.
    fn length(&self, truth: Truth) -> Option<usize> {
        let mut seen: HashMap<Item, ()> = HashMap::default();
        let mut open = vec![Item::Node(truth.plain())];
        while let Some(item) = open.pop() {
            if seen.insert(item, ()).is_none() {
                if seen.len() > LONG {
                    return None;
                }
                self.inside(item, |inner| open.push(inner));
            }
        }
        Some(seen.len())
    }
}
