//! What truth values are made of.

use super::{Formulas, Linear, Node, Part, PartNode, Truth};

/// A node or a part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    /// A node, not negated.
    Node(Truth),
    /// A part of sums.
    Part(Part),
}

impl Formulas {
    /// All nodes and parts of some truth values, each once, after those it is made of.
    #[must_use]
    pub fn items(&self, of: &[Truth]) -> Vec<Item> {
        let (mut nodes, mut parts) = (vec![false; self.nodes.len()], vec![false; self.parts.len()]);
        let mut items = Vec::new();
        // What is still to be seen, and whether what it is made of has been.
        let mut open: Vec<(Item, bool)> =
            of.iter().rev().map(|truth| (Item::Node(truth.plain()), false)).collect();
        while let Some((item, ready)) = open.pop() {
            let seen = match item {
                Item::Node(truth) => &mut nodes[truth.node()],
                Item::Part(part) => &mut parts[part.number()],
            };
            if ready {
                items.push(item);
            } else if !*seen {
                *seen = true;
                open.push((item, true));
                let at = open.len();
                self.inside(item, |inner| open.push((inner, false)));
                open[at..].reverse();
            }
        }
        items
    }

    /// Tells what an item is made of.
    pub fn inside(&self, item: Item, mut tell: impl FnMut(Item)) {
        let sum = |sum: &Linear, tell: &mut dyn FnMut(Item)| {
            sum.terms().iter().for_each(|(part, _)| tell(Item::Part(*part)))
        };
        match item {
            Item::Node(truth) => match self.node(truth) {
                Node::True | Node::Flag(_) => {}
                Node::AtMost(a, _) | Node::Equal(a, _) => sum(a, &mut tell),
                Node::All(all) => all.iter().for_each(|one| tell(Item::Node(one.plain()))),
                Node::Some(bound, body) => {
                    tell(Item::Part(*bound));
                    tell(Item::Node(body.plain()));
                }
            },
            Item::Part(part) => match self.part(part) {
                PartNode::Variable(_) | PartNode::Bound(_) => {}
                PartNode::Choose(condition, yes, no) => {
                    tell(Item::Node(condition.plain()));
                    sum(yes, &mut tell);
                    sum(no, &mut tell);
                }
                PartNode::Max(a, b) => {
                    sum(a, &mut tell);
                    sum(b, &mut tell);
                }
                PartNode::Abs(a) | PartNode::Div(a, _) => sum(a, &mut tell),
            },
        }
    }

    /// The variables of some truth values, in order.
    #[must_use]
    pub fn variables(&self, of: &[Truth]) -> Vec<Linear> {
        let mut parts: Vec<Part> = self
            .items(of)
            .into_iter()
            .filter_map(|item| match item {
                Item::Part(part) if matches!(self.part(part), PartNode::Variable(_)) => Some(part),
                _ => None,
            })
            .collect();
        parts.sort_unstable();
        parts.into_iter().map(Linear::of).collect()
    }

    /// The flags of some truth values, in order.
    #[must_use]
    pub fn flags(&self, of: &[Truth]) -> Vec<Truth> {
        let items = self.items(of).into_iter();
        let mut flags: Vec<Truth> = items
            .filter_map(|item| match item {
                Item::Node(truth) if matches!(self.node(truth), Node::Flag(_)) => Some(truth),
                _ => None,
            })
            .collect();
        flags.sort_unstable();
        flags
    }
}
