//! Conditions and numbers as a graph of whole numbers.
//!
//! Every node is a number; truth is 1 or 0, a value of an enumeration its number, and a square is two nodes. Equal nodes are
//! made once. Positions stand in registers, bound squares in slots; both have a number among the *inputs*, and a node knows
//! on which inputs it depends, so that its value can be kept until one of them changes.

use std::collections::HashMap;

use adli_lang::term::{Quantifier, Slots, StrategyId};

use crate::board::Turned;

/// A node, by number.
pub(crate) type Id = u32;
/// A register of a position.
pub(crate) type Register = u8;
/// A bound square.
pub(crate) type Name = u8;

/// How large a graph may be: definitions are written out wherever they are used.
pub(crate) const MAX_NODES: usize = 200_000;
/// Registers and names share the numbers of inputs.
pub(crate) const MAX_REGISTERS: usize = 96;
pub(crate) const MAX_NAMES: usize = 32;

/// A position that stands in a register, perhaps seen from the other side, or turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Sight {
    pub(crate) register: Register,
    pub(crate) pass: bool,
    pub(crate) turned: Turned,
}

impl Sight {
    pub(crate) fn plain(register: Register) -> Sight {
        Sight { register, pass: false, turned: Turned::default() }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Const(i32),
    File(Register, u8),
    Rank(Register, u8),
    Turn(Register),
    NameFile(Name),
    NameRank(Name),
    Not(Id),
    And(Box<[Id]>),
    Or(Box<[Id]>),
    If(Id, Id, Id),
    Eq(Id, Id),
    Less(Id, Id),
    AtMost(Id, Id),
    Add(Id, Id),
    Sub(Id, Id),
    Mul(Id, Id),
    Div(Id, i32),
    Mod(Id, i32),
    Abs(Id),
    Min(Id, Id),
    Max(Id, Id),
    /// Over the squares of the board for which the first node holds.
    OverSquares(Quantifier, Name, Id, Id),
    /// Over the moves of some men, each put into a register.
    OverMoves(Quantifier, Sight, Slots, Register, Id),
    /// What a definition says of a position, kept for every position with all men at home.
    Kept(u16, Sight),
    Step(StrategyId, Sight),
    Allows(StrategyId, Sight, Sight),
}

/// A definition about one position whose values are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptBody {
    pub(crate) register: Register,
    pub(crate) body: Id,
}

#[derive(Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// On which inputs each depends; a node that depends on more than can be said is never kept.
    pub(crate) inputs: Vec<u128>,
    pub(crate) kept: Vec<KeptBody>,
    known: HashMap<Node, Id>,
}

impl Graph {
    pub(crate) fn make(&mut self, node: Node) -> Id {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let inputs = self.inputs_of(&node);
        let id = self.nodes.len() as Id;
        self.nodes.push(node.clone());
        self.inputs.push(inputs);
        self.known.insert(node, id);
        id
    }

    pub(crate) fn constant(&self, id: Id) -> Option<i32> {
        if let Node::Const(value) = self.nodes[id as usize] { Some(value) } else { None }
    }

    pub(crate) fn truth(&mut self, value: bool) -> Id {
        self.make(Node::Const(i32::from(value)))
    }

    pub(crate) fn not(&mut self, a: Id) -> Id {
        match self.constant(a) {
            Some(value) => self.truth(value == 0),
            None => self.make(Node::Not(a)),
        }
    }

    /// All of these, or one of them.
    pub(crate) fn join(&mut self, parts: Vec<Id>, and: bool) -> Id {
        let mut left = Vec::new();
        for part in parts {
            match self.constant(part) {
                Some(value) if (value != 0) == and => {}
                Some(_) => return self.truth(!and),
                None => left.push(part),
            }
        }
        match left[..] {
            [] => self.truth(and),
            [one] => one,
            _ if and => self.make(Node::And(left.into())),
            _ => self.make(Node::Or(left.into())),
        }
    }

    pub(crate) fn choose(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        match self.constant(condition) {
            Some(value) => if value != 0 { yes } else { no },
            None if yes == no => yes,
            None => self.make(Node::If(condition, yes, no)),
        }
    }

    /// A node of two numbers, worked out if both are known.
    pub(crate) fn two(&mut self, a: Id, b: Id, node: fn(Id, Id) -> Node) -> Id {
        let made = node(a, b);
        let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) else { return self.make(made) };
        self.make(Node::Const(two(&made, x, y)))
    }

    fn inputs_of(&self, node: &Node) -> u128 {
        let of = |id: &Id| self.inputs[*id as usize];
        let register = |register: Register| 1 << register;
        let name = |name: Name| 1 << (MAX_REGISTERS + usize::from(name));
        match node {
            Node::Const(_) => 0,
            Node::File(at, _) | Node::Rank(at, _) | Node::Turn(at) => register(*at),
            Node::NameFile(at) | Node::NameRank(at) => name(*at),
            Node::Not(a) | Node::Div(a, _) | Node::Mod(a, _) | Node::Abs(a) => of(a),
            Node::And(parts) | Node::Or(parts) => parts.iter().fold(0, |all, part| all | of(part)),
            Node::If(a, b, c) => of(a) | of(b) | of(c),
            Node::Eq(a, b)
            | Node::Less(a, b)
            | Node::AtMost(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Min(a, b)
            | Node::Max(a, b) => of(a) | of(b),
            Node::OverSquares(_, bound, among, body) => (of(among) | of(body)) & !name(*bound),
            Node::OverMoves(_, from, _, bound, body) => {
                of(body) & !register(*bound) | register(from.register)
            }
            Node::Kept(_, at) | Node::Step(_, at) => register(at.register),
            Node::Allows(_, before, after) => register(before.register) | register(after.register),
        }
    }
}

/// The value of a node of two numbers.
pub(crate) fn two(node: &Node, x: i32, y: i32) -> i32 {
    match node {
        Node::Eq(..) => i32::from(x == y),
        Node::Less(..) => i32::from(x < y),
        Node::AtMost(..) => i32::from(x <= y),
        Node::Add(..) => x.saturating_add(y),
        Node::Sub(..) => x.saturating_sub(y),
        Node::Mul(..) => x.saturating_mul(y),
        Node::Min(..) => x.min(y),
        _ => x.max(y),
    }
}
