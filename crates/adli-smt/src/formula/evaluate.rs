//! What a formula comes to where every variable has a value.

use adli_symbolic::hash::HashMap;

use super::{Formulas, Linear, Node, Part, PartNode, Truth};

/// Values of variables and flags; a quantifier goes through the whole numbers up to a limit, of either sign.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    numbers: HashMap<Part, i64>,
    flags: HashMap<Truth, bool>,
    limit: i64,
    /// What has been worked out, by how many quantifiers have bound something there.
    scopes: Vec<Scope>,
}

#[derive(Clone, Debug, Default)]
struct Scope {
    truths: HashMap<usize, bool>,
    parts: HashMap<Part, i64>,
}

impl Assignment {
    /// No values yet. What has none is nought, or false.
    #[must_use]
    pub fn new(limit: i64) -> Assignment {
        Assignment { limit, scopes: vec![Scope::default()], ..Assignment::default() }
    }

    /// Gives a variable its value; the sum is one variable.
    pub fn set(&mut self, variable: &Linear, value: i64) {
        if let Some(part) = variable.as_part() {
            self.numbers.insert(part, value);
        }
    }

    /// Gives a flag its value.
    pub fn set_flag(&mut self, flag: Truth, value: bool) {
        self.flags.insert(flag.plain(), value != flag.is_negated());
    }

    /// The value of a truth value.
    pub fn truth(&mut self, formulas: &Formulas, truth: Truth) -> bool {
        self.node(formulas, truth.plain()) != truth.is_negated()
    }

    /// The value of a sum.
    pub fn number(&mut self, formulas: &Formulas, sum: &Linear) -> i64 {
        let mut value = sum.offset();
        for &(part, times) in sum.terms() {
            value += times * self.part(formulas, part);
        }
        value
    }

    /// A number for which the body of a quantifier holds.
    pub fn witness(&mut self, formulas: &Formulas, bound: Part, body: Truth) -> Option<i64> {
        let near = (0..=self.limit).flat_map(|value| [value, -value]);
        near.into_iter().find(|&value| self.holds_for(formulas, bound, value, body))
    }

    fn holds_for(&mut self, formulas: &Formulas, bound: Part, value: i64, body: Truth) -> bool {
        let before = self.numbers.insert(bound, value);
        self.scopes.push(Scope::default());
        let holds = self.truth(formulas, body);
        self.scopes.pop();
        match before {
            Some(before) => self.numbers.insert(bound, before),
            None => self.numbers.remove(&bound),
        };
        holds
    }

    /// Where a value is kept: what speaks of nothing that is bound is the same everywhere.
    fn scope(&mut self, is_open: bool) -> Option<&mut Scope> {
        if is_open { self.scopes.last_mut() } else { self.scopes.first_mut() }
    }

    fn node(&mut self, formulas: &Formulas, truth: Truth) -> bool {
        let is_open = !formulas.nodes[truth.node()].1.bound.is_empty();
        if let Some(&known) = self.scope(is_open).and_then(|scope| scope.truths.get(&truth.node())) {
            return known;
        }
        let value = match formulas.node(truth) {
            Node::True => true,
            Node::Flag(_) => self.flags.get(&truth).copied().unwrap_or(false),
            Node::AtMost(sum, bound) => self.number(formulas, sum) <= *bound,
            Node::Equal(sum, value) => self.number(formulas, sum) == *value,
            Node::All(all) => all.iter().all(|&one| self.truth(formulas, one)),
            Node::Some(bound, body) => self.witness(formulas, *bound, *body).is_some(),
        };
        if let Some(scope) = self.scope(is_open) {
            scope.truths.insert(truth.node(), value);
        }
        value
    }

    fn part(&mut self, formulas: &Formulas, part: Part) -> i64 {
        let is_open = !formulas.parts[part.number()].1.bound.is_empty();
        if let Some(&known) = self.scope(is_open).and_then(|scope| scope.parts.get(&part)) {
            return known;
        }
        let value = match formulas.part(part) {
            PartNode::Variable(_) | PartNode::Bound(_) => {
                return self.numbers.get(&part).copied().unwrap_or(0);
            }
            PartNode::Choose(condition, yes, no) => {
                let branch = if self.truth(formulas, *condition) { yes } else { no };
                self.number(formulas, branch)
            }
            PartNode::Max(a, b) => self.number(formulas, a).max(self.number(formulas, b)),
            PartNode::Abs(a) => self.number(formulas, a).abs(),
            PartNode::Div(a, by) => self.number(formulas, a).div_euclid(*by),
        };
        if let Some(scope) = self.scope(is_open) {
            scope.parts.insert(part, value);
        }
        value
    }
}
