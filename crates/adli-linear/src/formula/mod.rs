//! Formulas: truth values made of comparisons of linear numbers, each made once.
//!
//! A [`Formula`] is a node of a graph in which equal nodes are one, or its negation. The only inequality is "this sum of multiples of integers
//! is at most that bound", in one way of writing: the factors have no common divisor (the bound is rounded, which is right for
//! integers), and the first is positive (otherwise it is the negation of another). So "less than", "at least" and "equal" about the
//! same sum speak of the same few inequalities, and each pair of inequalities that a solver has to know about is either over the
//! same sum or over really different ones.
//!
//! Numbers ([`Number`]) may have maxima, choices and quotients in them. How these come to be inequalities is in `compare`.

mod compare;
mod number;

use std::collections::HashMap;
use std::fmt;

use crate::ratio::TooLarge;

pub use number::Number;
use number::Piece;

/// A node, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Formula(u32);

impl Formula {
    /// What always holds.
    pub const TRUE: Formula = Formula(0);
    /// What never holds.
    pub const FALSE: Formula = Formula(1);

    fn plain(node: usize) -> Formula {
        // INVARIANT: `Formulas::node` makes no more than fit.
        Formula((node as u32) << 1)
    }

    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Formula {
        Formula(self.0 ^ 1)
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What a node is; the parts of one are always nodes made before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    True,
    /// A truth value of its own, by number.
    Boolean(u32),
    /// The form of this number is at most the bound.
    AtMost(u32, i64),
    /// All of them, at least two, in ascending order.
    And(Box<[Formula]>),
    /// If the first then the second, else the third.
    Choice(Formula, Formula, Formula),
}

/// Why formulas cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A number has more than 63 bits.
    TooLarge,
    /// There are more formulas than are allowed.
    TooMany,
}

impl From<TooLarge> for Refused {
    fn from(_: TooLarge) -> Refused {
        Refused::TooLarge
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::TooLarge => "a number is larger than is calculated with here",
            Refused::TooMany => "there are more formulas in it than are allowed",
        })
    }
}

impl std::error::Error for Refused {}

/// How many terms and parts are allowed for each formula that is, on average.
const PARTS: usize = 16;

/// All formulas of a problem.
pub struct Formulas {
    nodes: Vec<Node>,
    known: HashMap<Node, usize>,
    forms: Vec<Box<[(i64, u32)]>>,
    known_forms: HashMap<Box<[(i64, u32)]>, u32>,
    pieces: Vec<Piece>,
    known_pieces: HashMap<Piece, u32>,
    compared: HashMap<Number, Formula>,
    /// The integer that stands for a piece, if one does.
    named: HashMap<u32, u32>,
    /// Pieces that were named and are not yet defined.
    undefined: Vec<u32>,
    booleans: Vec<String>,
    /// Those that stand for a piece have no name.
    integers: Vec<Option<String>>,
    asserted: Vec<Formula>,
    most: usize,
    /// Terms and parts that may still be kept.
    room: usize,
}

impl Formulas {
    /// No formulas yet, and room for so many.
    #[must_use]
    pub fn new(most: usize) -> Formulas {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            known: HashMap::new(),
            forms: Vec::new(),
            known_forms: HashMap::new(),
            pieces: Vec::new(),
            known_pieces: HashMap::new(),
            compared: HashMap::new(),
            named: HashMap::new(),
            undefined: Vec::new(),
            booleans: Vec::new(),
            integers: Vec::new(),
            asserted: Vec::new(),
            most: most.min(1 << 30),
            room: most.saturating_mul(PARTS),
        };
        formulas.known.insert(Node::True, 0);
        formulas.nodes.push(Node::True);
        formulas
    }

    /// A truth value that may be either.
    ///
    /// # Errors
    /// Where there are too many formulas.
    pub fn boolean(&mut self, name: &str) -> Result<Formula, Refused> {
        let number = self.booleans.len() as u32;
        self.booleans.push(name.to_owned());
        self.node(Node::Boolean(number))
    }

    /// Everything that is to hold.
    ///
    /// # Errors
    /// Where there are too many formulas.
    pub fn and(&mut self, parts: &[Formula]) -> Result<Formula, Refused> {
        let mut parts: Vec<Formula> = parts.iter().copied().filter(|&part| part != Formula::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        // A formula and its negation are neighbours.
        if parts.first() == Some(&Formula::FALSE) || parts.windows(2).any(|pair| pair[0] == pair[1].negated())
        {
            return Ok(Formula::FALSE);
        }
        match parts.as_slice() {
            [] => Ok(Formula::TRUE),
            [single] => Ok(*single),
            _ => {
                self.charge(parts.len())?;
                self.node(Node::And(parts.into_boxed_slice()))
            }
        }
    }

    /// At least one of them.
    ///
    /// # Errors
    /// Where there are too many formulas.
    pub fn or(&mut self, parts: &[Formula]) -> Result<Formula, Refused> {
        let parts: Vec<Formula> = parts.iter().map(|part| part.negated()).collect();
        Ok(self.and(&parts)?.negated())
    }

    /// If `condition` then `yes`, else `no`.
    ///
    /// # Errors
    /// Where there are too many formulas.
    pub fn choice(&mut self, condition: Formula, yes: Formula, no: Formula) -> Result<Formula, Refused> {
        if condition.is_negated() {
            return self.choice(condition.negated(), no, yes);
        }
        if yes == no || condition == Formula::TRUE {
            return Ok(yes);
        }
        if yes == Formula::TRUE || yes == condition {
            return self.or(&[condition, no]);
        }
        if yes == Formula::FALSE || yes == condition.negated() {
            return self.and(&[condition.negated(), no]);
        }
        if no == Formula::TRUE || no == condition.negated() {
            return self.or(&[condition.negated(), yes]);
        }
        if no == Formula::FALSE || no == condition {
            return self.and(&[condition, yes]);
        }
        if yes.is_negated() {
            return Ok(self.node(Node::Choice(condition, yes.negated(), no.negated()))?.negated());
        }
        self.node(Node::Choice(condition, yes, no))
    }

    /// Both or neither.
    ///
    /// # Errors
    /// Where there are too many formulas.
    pub fn iff(&mut self, one: Formula, other: Formula) -> Result<Formula, Refused> {
        let (one, other) = if one <= other { (one, other) } else { (other, one) };
        self.choice(one, other, other.negated())
    }

    /// Demands that a formula hold.
    pub fn assert(&mut self, formula: Formula) {
        self.asserted.push(formula);
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn form(&self, number: u32) -> &[(i64, u32)] {
        &self.forms[number as usize]
    }

    pub(crate) fn asserted(&self) -> &[Formula] {
        &self.asserted
    }

    pub(crate) fn integer_names(&self) -> &[Option<String>] {
        &self.integers
    }

    pub(crate) fn boolean_names(&self) -> &[String] {
        &self.booleans
    }

    /// Takes note of so many terms or parts that are kept: a few formulas may be long ones.
    pub(crate) fn charge(&mut self, cost: usize) -> Result<(), Refused> {
        self.room = self.room.checked_sub(cost).ok_or(Refused::TooMany)?;
        Ok(())
    }

    fn node(&mut self, node: Node) -> Result<Formula, Refused> {
        if let Some(&known) = self.known.get(&node) {
            return Ok(Formula::plain(known));
        }
        if self.nodes.len() >= self.most {
            return Err(Refused::TooMany);
        }
        self.known.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        Ok(Formula::plain(self.nodes.len() - 1))
    }
}
