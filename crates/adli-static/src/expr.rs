//! Expressions: what a static condition says once all calls are unfolded and the men, the side to move and the options
//! are fixed. Equal expressions are one.

use std::collections::HashMap;
use std::slice;

use adli_lang::term::Quantifier;

use crate::code::{Seen, TooMuch};
use crate::evaluate::evaluate;
use crate::node::{Atom, Kind, Node, Var, X};

/// What an expression depends on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Support {
    /// Men, one bit each.
    pub(crate) men: u8,
    /// Bound squares, in order.
    pub(crate) vars: Vec<Var>,
    /// The tables.
    pub(crate) seen: bool,
}

impl Support {
    fn join(&mut self, other: &Support) {
        self.men |= other.men;
        self.seen |= other.seen;
        self.vars.extend(&other.vars);
    }
}

/// How many expressions there may be.
const MAX_EXPRESSIONS: usize = 400_000;

/// All expressions.
#[derive(Default)]
pub(crate) struct Exprs {
    nodes: Vec<Node>,
    kinds: Vec<Kind>,
    supports: Vec<Support>,
    known: HashMap<Node, X>,
    vars: Var,
}

impl Exprs {
    pub(crate) fn node(&self, x: X) -> &Node {
        &self.nodes[x.0 as usize]
    }

    /// All of them, each after its parts.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn kind(&self, x: X) -> Kind {
        self.kinds[x.0 as usize]
    }

    pub(crate) fn support(&self, x: X) -> &Support {
        &self.supports[x.0 as usize]
    }

    pub(crate) fn mentions(&self, x: X, var: Var) -> bool {
        self.support(x).vars.contains(&var)
    }

    /// How many squares have been bound.
    pub(crate) fn bound(&self) -> usize {
        usize::from(self.vars)
    }

    pub(crate) fn full(&self) -> Result<(), TooMuch> {
        if self.nodes.len() > MAX_EXPRESSIONS || self.vars == Var::MAX { Err(TooMuch::Size) } else { Ok(()) }
    }

    pub(crate) fn fresh(&mut self) -> Var {
        self.vars = self.vars.saturating_add(1);
        self.vars - 1
    }

    pub(crate) fn bool(&mut self, value: bool) -> X {
        self.make(Node::Bool(value))
    }

    pub(crate) fn int(&mut self, value: i32) -> X {
        self.make(Node::Int(value))
    }

    pub(crate) fn as_bool(&self, x: X) -> Option<bool> {
        if let Node::Bool(value) = self.node(x) { Some(*value) } else { None }
    }

    pub(crate) fn as_int(&self, x: X) -> Option<i32> {
        if let Node::Int(value) = self.node(x) { Some(*value) } else { None }
    }

    pub(crate) fn as_set(&self, x: X) -> Option<u64> {
        if let Node::Set(value) = self.node(x) { Some(*value) } else { None }
    }

    /// The expression of that form; one without men and bound squares is worked out at once.
    pub(crate) fn make(&mut self, node: Node) -> X {
        let node = match self.simpler(node) {
            Ok(x) => return x,
            Err(node) => node,
        };
        if let Some(&x) = self.known.get(&node) {
            return x;
        }
        let support = self.support_of(&node);
        let kind = self.kind_of(&node);
        let constant = matches!(node, Node::Bool(_) | Node::Int(_) | Node::Set(_));
        let x = X(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.kinds.push(kind);
        if !constant && support.men == 0 && support.vars.is_empty() && !support.seen {
            self.supports.push(support);
            let mut steps = u64::MAX;
            let value = evaluate(&self.nodes, x, &[0; 8], &mut vec![(0, 0); self.bound()], &mut steps);
            // The place that it took is given back to the constant.
            self.nodes.pop();
            self.kinds.pop();
            self.supports.pop();
            return self.constant(kind, value.unwrap_or_default());
        }
        self.supports.push(support);
        self.known.insert(node, x);
        x
    }

    pub(crate) fn constant(&mut self, kind: Kind, value: u64) -> X {
        self.make(match kind {
            Kind::Bool => Node::Bool(value != 0),
            Kind::Int => Node::Int(value as i32),
            Kind::Set => Node::Set(value),
        })
    }

    fn support_of(&self, node: &Node) -> Support {
        let mut support = Support::default();
        match node {
            Node::File(Atom::Man(man)) | Node::Rank(Atom::Man(man)) => support.men = 1 << man,
            Node::File(Atom::Bound(var)) | Node::Rank(Atom::Bound(var)) => support.vars.push(*var),
            Node::Seen(_) => support.seen = true,
            _ => node.for_children(|child| support.join(self.support(child))),
        }
        support.vars.sort_unstable();
        support.vars.dedup();
        match node {
            Node::Those(var, _) => support.vars.retain(|v| v != var),
            Node::Over(_, var, set, _) => {
                let outside = self.mentions(*set, *var);
                support.vars.retain(|v| v != var || outside);
            }
            _ => {}
        }
        support
    }

    fn kind_of(&self, node: &Node) -> Kind {
        match node {
            Node::If(_, yes, _) => self.kind(*yes),
            Node::Int(_) | Node::File(_) | Node::Rank(_) | Node::Add(..) | Node::Sub(..) | Node::Mul(..) => {
                Kind::Int
            }
            Node::Div(..) | Node::Mod(..) | Node::Abs(_) | Node::Min(..) | Node::Max(..) | Node::Count(_) => {
                Kind::Int
            }
            Node::Seen(seen) => match seen {
                Seen::Mated => Kind::Bool,
                Seen::Outcome | Seen::MovesToMate => Kind::Int,
            },
            Node::Over(Quantifier::Count | Quantifier::Sum, ..) => Kind::Int,
            Node::Set(_) | Node::One(..) | Node::Those(..) => Kind::Set,
            Node::Union(..) | Node::Intersection(..) | Node::Difference(..) => Kind::Set,
            _ => Kind::Bool,
        }
    }

    /// An expression that is the same and simpler, if there is one.
    fn simpler(&mut self, node: Node) -> Result<X, Node> {
        match node {
            Node::And(parts) => self.junction(parts, true),
            Node::Or(parts) => self.junction(parts, false),
            Node::Not(x) => match *self.node(x) {
                Node::Not(inner) => Ok(inner),
                _ => Err(node),
            },
            Node::If(condition, yes, no) => match self.as_bool(condition) {
                Some(true) => Ok(yes),
                Some(false) => Ok(no),
                None if yes == no => Ok(yes),
                None => Err(node),
            },
            Node::Union(a, b) => match (self.as_set(a), self.as_set(b)) {
                (Some(0), _) => Ok(b),
                (_, Some(0)) => Ok(a),
                _ if a == b => Ok(a),
                _ => Err(node),
            },
            Node::Intersection(a, b) => match (self.as_set(a), self.as_set(b)) {
                (Some(0), _) | (_, Some(u64::MAX)) => Ok(a),
                (_, Some(0)) | (Some(u64::MAX), _) => Ok(b),
                _ if a == b => Ok(a),
                _ => Err(node),
            },
            Node::Difference(a, b) => match (self.as_set(a), self.as_set(b)) {
                (Some(0), _) | (_, Some(0)) => Ok(a),
                _ => Err(node),
            },
            // A comparison with a choice between numbers is a choice between comparisons.
            Node::Eq(a, b) => match (self.node(a).clone(), self.as_int(b)) {
                (Node::If(condition, yes, no), Some(_)) => {
                    let (yes, no) = (self.make(Node::Eq(yes, b)), self.make(Node::Eq(no, b)));
                    Ok(self.choose(condition, yes, no))
                }
                _ if a == b => Ok(self.bool(true)),
                _ => Err(node),
            },
            _ => Err(node),
        }
    }

    /// One or the other; a choice between truth values is and, or, not.
    pub(crate) fn choose(&mut self, condition: X, yes: X, no: X) -> X {
        match (self.as_bool(yes), self.as_bool(no)) {
            (Some(true), _) => self.make(Node::Or([condition, no].into())),
            (_, Some(false)) => self.make(Node::And([condition, yes].into())),
            (Some(false), _) | (_, Some(true)) => {
                let not = self.make(Node::Not(condition));
                self.choose(not, no, yes)
            }
            _ => self.make(Node::If(condition, yes, no)),
        }
    }

    fn junction(&mut self, parts: Box<[X]>, and: bool) -> Result<X, Node> {
        let mut flat: Vec<X> = Vec::new();
        for part in &parts {
            let parts = match (self.node(*part), and) {
                (Node::And(inner), true) | (Node::Or(inner), false) => inner,
                (Node::Bool(value), _) if *value == and => continue,
                (Node::Bool(_), _) => return Ok(*part),
                _ => slice::from_ref(part),
            };
            for part in parts {
                if !flat.contains(part) {
                    flat.push(*part);
                }
            }
        }
        match flat[..] {
            [] => Ok(self.bool(and)),
            [one] => Ok(one),
            _ if and => Err(Node::And(flat.into())),
            _ => Err(Node::Or(flat.into())),
        }
    }

    /// The same with a square in the place of a bound one.
    pub(crate) fn substitute(
        &mut self,
        x: X,
        var: Var,
        at: (X, X),
        done: &mut HashMap<X, X>,
    ) -> Result<X, TooMuch> {
        if !self.mentions(x, var) {
            return Ok(x);
        }
        if let Some(&known) = done.get(&x) {
            return Ok(known);
        }
        self.full()?;
        let new = match self.node(x).clone() {
            Node::File(_) => at.0,
            Node::Rank(_) => at.1,
            node => {
                let node = node.map(|child| self.substitute(child, var, at, done))?;
                self.make(node)
            }
        };
        done.insert(x, new);
        Ok(new)
    }
}
