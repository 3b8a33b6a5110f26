//! Problems as text.
//!
//! ```text
//! p linear VARIABLES INTEGERS ATOMS CLAUSES
//! a 17 3 x5 -2 x7 <= 4
//! 1 -17 0
//! ```
//!
//! The atoms first, by ascending variables, then the clauses, each on a line of its own and ended by 0. A line that is `c` or begins with `c` and a
//! blank is a comment and may be anywhere.

use std::io::{self, Read, Write};

use crate::Limits;
use crate::atom::Atom;
use crate::fault::{Fault, Wrong};
use crate::words::{Rows, whole};

/// Clauses over variables, some of which stand for inequalities between integers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problem {
    variables: u32,
    integers: u32,
    atoms: Vec<Atom>,
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Problem {
    /// A problem without clauses. The variables of the atoms must ascend and be among the variables, and their integers among the integers.
    #[must_use]
    pub fn new(variables: u32, integers: u32, atoms: Vec<Atom>) -> Problem {
        Problem { variables, integers, atoms, ..Problem::default() }
    }

    /// Adds a clause, of literals as DIMACS writes them.
    pub fn add(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// Reads a problem.
    ///
    /// # Errors
    /// Where the text is no problem, or larger than the limits allow.
    pub fn read(source: impl Read, limits: &Limits) -> Result<Problem, Fault> {
        let text = whole(source, limits).map_err(|wrong| Fault::Problem(0, wrong))?;
        let mut rows = Rows::new(&text);
        read(&mut rows).map_err(|wrong| Fault::Problem(rows.at, wrong))
    }

    /// Writes the problem, with comments behind the header; the same problem gives the same bytes.
    ///
    /// # Errors
    /// Those of the writing.
    pub fn write(&self, comments: &[String], out: &mut dyn Write) -> io::Result<()> {
        let (atoms, clauses) = (self.atoms.len(), self.ends.len());
        writeln!(out, "p linear {} {} {atoms} {clauses}", self.variables, self.integers)?;
        for comment in comments {
            writeln!(out, "c {}", comment.replace('\n', " "))?;
        }
        self.atoms.iter().try_for_each(|atom| atom.write(out))?;
        for clause in self.clauses() {
            clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
            writeln!(out, "0")?;
        }
        Ok(())
    }

    /// How many variables there are, those of the atoms included.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// How many integers there are.
    #[must_use]
    pub fn integers(&self) -> u32 {
        self.integers
    }

    /// The inequalities, by ascending variables.
    #[must_use]
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// How many clauses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in their order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        self.ends.iter().zip(starts).map(|(&end, &start)| self.literals.get(start..end).unwrap_or_default())
    }

    /// Whether these integers and these values of the variables, variable 1 first, satisfy the problem: each variable that stands for an
    /// inequality says what is true of the integers, and each clause has a true literal.
    #[must_use]
    pub fn is_satisfied(&self, integers: &[i64], values: &[bool]) -> bool {
        let value = |variable: u32| values.get((variable as usize).wrapping_sub(1)).copied();
        integers.len() == self.integers as usize
            && values.len() == self.variables as usize
            && self.atoms.iter().all(|atom| {
                let holds = atom.holds(integers);
                holds.is_some() && holds == value(atom.variable)
            })
            && self.clauses().all(|clause| {
                clause.iter().any(|&literal| value(literal.unsigned_abs()) == Some(literal > 0))
            })
    }
}

fn read(rows: &mut Rows<'_>) -> Result<Problem, Wrong> {
    let mut words = rows.expect()?;
    words.say(&["p", "linear"])?;
    let variables: u32 = words.number()?;
    let integers: u32 = words.number()?;
    let (atoms, clauses): (u64, u64) = (words.number()?, words.number()?);
    words.end()?;
    if i32::try_from(variables).is_err() || i32::try_from(integers).is_err() {
        return Err(Wrong::Number);
    }
    let mut problem = Problem::new(variables, integers, Vec::new());
    for _ in 0..atoms {
        let mut words = rows.expect()?;
        words.say(&["a"])?;
        let atom = Atom::read(&mut words, integers)?;
        let last = problem.atoms.last().map_or(0, |last| last.variable);
        if atom.variable <= last || atom.variable > variables {
            return Err(Wrong::Variable(i64::from(atom.variable)));
        }
        problem.atoms.push(atom);
    }
    for _ in 0..clauses {
        let mut words = rows.expect()?;
        loop {
            let literal: i32 = words.number()?;
            if literal == 0 {
                break;
            }
            if literal.unsigned_abs() > variables {
                return Err(Wrong::Variable(i64::from(literal)));
            }
            problem.literals.push(literal);
        }
        words.end()?;
        problem.ends.push(problem.literals.len());
    }
    rows.end()?;
    Ok(problem)
}
