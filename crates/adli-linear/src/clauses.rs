//! Formulas as clauses.
//!
//! Each node that is needed gets a variable, and clauses say what it means (Tseitin), in the direction in which it is used and no other
//! (Plaisted and Greenbaum): a node that only ever has to be true needs to imply what it stands for, but not to be implied. Inequalities
//! need no clauses: their variables *are* the inequalities, in both directions. Variables are counted in the order in which nodes were
//! made, so the same formulas give the same clauses.

use adli_farkas::{Atom, Problem};

use crate::formula::{Formula, Formulas, Node, Refused};

/// A problem, and what its integers and variables are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// The problem.
    pub problem: Problem,
    /// The names of the integers, `x1` first; one that was not declared stands for a part of a number and has no name.
    pub integers: Vec<Option<String>>,
    /// The truth values that have a name, with their variables.
    pub booleans: Vec<(String, u32)>,
}

/// Values of what was declared, in the order in which it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// The integers.
    pub integers: Vec<(String, i64)>,
    /// The truth values; one on which nothing depends is not among them.
    pub booleans: Vec<(String, bool)>,
}

impl Encoded {
    /// What a solution says of the names of the text.
    #[must_use]
    pub fn model(&self, integers: &[i64], values: &[bool]) -> Model {
        let named = self.integers.iter().zip(integers);
        let value = |variable: u32| values.get((variable as usize).wrapping_sub(1)) == Some(&true);
        Model {
            integers: named.filter_map(|(name, &value)| Some((name.clone()?, value))).collect(),
            booleans: self.booleans.iter().map(|(name, variable)| (name.clone(), value(*variable))).collect(),
        }
    }

    /// What is written above the problem, so that it can be read.
    #[must_use]
    pub fn comments(&self) -> Vec<String> {
        let integers = self.integers.iter().enumerate();
        let integers =
            integers.filter_map(|(at, name)| name.as_ref().map(|name| format!("x{} is {name}", at + 1)));
        let booleans = self.booleans.iter().map(|(name, variable)| format!("{variable} is {name}"));
        integers.chain(booleans).collect()
    }
}

const TRUE: u8 = 1;
const FALSE: u8 = 2;

impl Formulas {
    /// Everything that was asserted, as clauses.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn encode(mut self) -> Result<Encoded, Refused> {
        self.define()?;
        let wanted = self.directions();
        let mut variables = vec![0_i32; self.nodes().len()];
        let (mut last, mut atoms, mut booleans) = (0_i32, Vec::new(), Vec::new());
        for (at, node) in self.nodes().iter().enumerate() {
            if wanted[at] == 0 || *node == Node::True {
                continue;
            }
            last += 1;
            variables[at] = last;
            match node {
                Node::AtMost(form, bound) => {
                    let terms = self.form(*form).iter().map(|&(factor, integer)| (factor, integer + 1));
                    atoms.push(Atom { variable: last as u32, terms: terms.collect(), bound: *bound });
                }
                Node::Boolean(number) => {
                    let name = self.boolean_names().get(*number as usize).cloned().unwrap_or_default();
                    booleans.push((name, last as u32));
                }
                _ => {}
            }
        }
        let integers = self.integer_names().to_vec();
        let mut problem = Problem::new(last as u32, integers.len() as u32, atoms);
        let literal = |formula: Formula| {
            let variable = variables[formula.node()];
            if formula.is_negated() { -variable } else { variable }
        };
        for clause in self.roots() {
            // What is always true satisfies its clause; what never is cannot help to.
            if !clause.contains(&Formula::TRUE) {
                let literals = clause.iter().filter(|&&part| part != Formula::FALSE);
                problem.add(&literals.map(|&part| literal(part)).collect::<Vec<_>>());
            }
        }
        for (at, node) in self.nodes().iter().enumerate() {
            let (own, directions) = (variables[at], wanted[at]);
            match node {
                Node::And(parts) if directions & GATE != 0 => {
                    if directions & TRUE != 0 {
                        parts.iter().for_each(|&part| problem.add(&[-own, literal(part)]));
                    }
                    if directions & FALSE != 0 {
                        let negated = parts.iter().map(|&part| -literal(part));
                        problem.add(&std::iter::once(own).chain(negated).collect::<Vec<_>>());
                    }
                }
                Node::Choice(condition, yes, no) if directions & GATE != 0 => {
                    let (condition, yes, no) = (literal(*condition), literal(*yes), literal(*no));
                    if directions & TRUE != 0 {
                        problem.add(&[-own, -condition, yes]);
                        problem.add(&[-own, condition, no]);
                        problem.add(&[-own, yes, no]);
                    }
                    if directions & FALSE != 0 {
                        problem.add(&[own, -condition, -yes]);
                        problem.add(&[own, condition, -no]);
                        problem.add(&[own, -yes, -no]);
                    }
                }
                _ => {}
            }
        }
        Ok(Encoded { problem, integers, booleans })
    }

    /// What is asserted, as clauses of nodes: a conjunction is asserted part by part, a disjunction is a clause.
    fn roots(&self) -> Vec<Vec<Formula>> {
        let mut clauses = Vec::new();
        let mut left: Vec<Formula> = self.asserted().iter().rev().copied().collect();
        let mut seen = std::collections::HashSet::new();
        while let Some(formula) = left.pop() {
            if !seen.insert(formula) {
                continue;
            }
            match (&self.nodes()[formula.node()], formula.is_negated()) {
                (Node::And(parts), false) => left.extend(parts.iter().rev()),
                (Node::And(parts), true) => clauses.push(parts.iter().map(|part| part.negated()).collect()),
                _ => clauses.push(vec![formula]),
            }
        }
        clauses
    }

    /// In which directions each node is needed, and whether as a variable of its own.
    fn directions(&self) -> Vec<u8> {
        let mut wanted = vec![0; self.nodes().len()];
        let want = |wanted: &mut Vec<u8>, part: Formula, directions: u8| {
            let flipped = (directions & TRUE) << 1 | (directions & FALSE) >> 1;
            wanted[part.node()] |= GATE | if part.is_negated() { flipped } else { directions };
        };
        for part in self.roots().into_iter().flatten() {
            want(&mut wanted, part, TRUE);
        }
        // Parts come before what they are parts of.
        for at in (0..wanted.len()).rev() {
            let directions = wanted[at] & (TRUE | FALSE);
            if directions == 0 {
                continue;
            }
            match &self.nodes()[at] {
                Node::And(parts) => parts.iter().for_each(|&part| want(&mut wanted, part, directions)),
                Node::Choice(condition, yes, no) => {
                    want(&mut wanted, *condition, TRUE | FALSE);
                    want(&mut wanted, *yes, directions);
                    want(&mut wanted, *no, directions);
                }
                Node::True | Node::Boolean(_) | Node::AtMost(..) => {}
            }
        }
        wanted
    }
}

/// The node has a variable.
const GATE: u8 = 4;
