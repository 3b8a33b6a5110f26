//! A problem in conjunctive normal form, and its DIMACS text.
//!
//! Literals are numbers as in DIMACS: variables count from 1, a negative number is a negation. The clauses lie
//! one after another in one vector, because there may be a hundred thousand of them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Clauses over numbered variables; some variables have names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    /// How many variables there are.
    pub variables: u32,
    /// What some literals stand for, such as `p0.K.file>3`.
    pub names: Vec<(String, i32)>,
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Cnf {
    /// No variables and no clauses.
    #[must_use]
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// A variable that is not used yet, as a literal.
    pub fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables as i32
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        for literal in clause {
            self.variables = self.variables.max(literal.unsigned_abs());
        }
    }

    /// Gives a literal a name.
    pub fn name(&mut self, name: impl Into<String>, literal: i32) {
        self.names.push((name.into(), literal));
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

    /// How many literals the clauses have altogether.
    #[must_use]
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The clauses in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| self.literals.get(start..end).unwrap_or_default())
    }

    /// Whether an assignment, variable 1 first, satisfies every clause.
    #[must_use]
    pub fn is_satisfied_by(&self, assignment: &[bool]) -> bool {
        let holds = |&literal: &i32| {
            let value = assignment.get(literal.unsigned_abs() as usize - 1).copied().unwrap_or(false);
            value == (literal > 0)
        };
        self.clauses().all(|clause| clause.iter().any(holds))
    }

    /// Writes the DIMACS text: comment lines `c input NAME LITERAL`, the header, the clauses.
    ///
    /// # Errors
    /// Where the writer has one.
    pub fn write_dimacs(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, literal) in &self.names {
            writeln!(out, "c input {name} {literal}")?;
        }
        writeln!(out, "p cnf {} {}", self.variables, self.len())?;
        for clause in self.clauses() {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }

    /// Writes that text into a new file.
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        let mut out = BufWriter::new(File::create(path)?);
        self.write_dimacs(&mut out)?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::Cnf;

    #[test]
    fn dimacs_has_names_header_and_clauses() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.fresh(), cnf.fresh());
        cnf.name("p0.K", a);
        cnf.add(&[a, -b]);
        cnf.add(&[b]);
        let mut text = Vec::new();
        cnf.write_dimacs(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "c input p0.K 1\np cnf 2 2\n1 -2 0\n2 0\n");
    }

    #[test]
    fn a_clause_without_literals_is_satisfied_by_nothing() {
        let mut cnf = Cnf::new();
        assert!(cnf.is_satisfied_by(&[]));
        cnf.add(&[]);
        assert_eq!(cnf.len(), 1);
        assert!(!cnf.is_satisfied_by(&[]));
    }
}
