//! Problems as DIMACS text.

use std::io::Read;

use crate::bytes::Bytes;
use crate::fault::{Fault, Wrong};
use crate::literal::{LAST_VARIABLE, Literal};
use crate::{Limits, clauses::BYTES_PER_CLAUSE};

/// Clauses as they stand in a file, numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    variables: u32,
    literals: Vec<Literal>,
    ends: Vec<usize>,
}

impl Problem {
    /// Reads DIMACS text: comments, `p cnf VARIABLES CLAUSES`, and exactly that many clauses, each ended by 0.
    ///
    /// # Errors
    /// Where the text is anything else, or more than the limits allow.
    pub fn read(source: impl Read, limits: &Limits) -> Result<Problem, Fault> {
        let mut bytes = Bytes::new(source);
        read(&mut bytes, limits).map_err(|wrong| Fault { wrong, byte: bytes.position(), clause: None })
    }

    /// Clauses from somewhere else, of literals as DIMACS writes them.
    ///
    /// # Errors
    /// Where a literal is none, or its variable is larger than `variables`; or more than the limits allow.
    pub fn from_clauses(
        variables: u32,
        clauses: impl IntoIterator<Item = Vec<i32>>,
        limits: &Limits,
    ) -> Result<Problem, Fault> {
        let mut problem = Problem { variables, literals: Vec::new(), ends: Vec::new() };
        let fault = |wrong| Fault { wrong, byte: 0, clause: None };
        for clause in clauses {
            for number in clause {
                let literal = Literal::from_number(i64::from(number)).ok_or(fault(Wrong::Number))?;
                if literal.variable() > variables {
                    return Err(fault(Wrong::Variable(literal.variable())));
                }
                problem.literals.push(literal);
            }
            problem.end_clause(limits).map_err(fault)?;
        }
        Ok(problem)
    }

    /// Ends a clause, if there is room for it.
    fn end_clause(&mut self, limits: &Limits) -> Result<(), Wrong> {
        self.ends.push(self.literals.len());
        let bytes = self.literals.len() * size_of::<Literal>() + self.ends.len() * BYTES_PER_CLAUSE;
        if bytes > limits.memory { Err(Wrong::Memory) } else { Ok(()) }
    }

    /// How many variables the header announces.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// How many clauses there are.
    #[must_use]
    pub fn clauses(&self) -> usize {
        self.ends.len()
    }

    /// The clauses in their order, as numbers.
    pub fn numbers(&self) -> impl Iterator<Item = Vec<i64>> {
        self.each().map(|clause| clause.iter().map(|literal| literal.number()).collect())
    }

    /// All clauses, each followed by 0. The literal of variable `v` is `2v`, its negation `2v + 1`.
    #[must_use]
    pub fn codes(&self) -> Vec<u64> {
        let code = |clause: &[Literal]| -> Vec<u64> {
            clause.iter().map(|literal| literal.index() as u64).chain([0]).collect()
        };
        self.each().flat_map(code).collect()
    }

    /// The clauses in their order.
    pub(crate) fn each(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| self.literals.get(start..end).unwrap_or_default())
    }
}

fn read<R: Read>(bytes: &mut Bytes<R>, limits: &Limits) -> Result<Problem, Wrong> {
    let (variables, announced) = header(bytes)?;
    let mut problem = Problem { variables, literals: Vec::new(), ends: Vec::new() };
    loop {
        bytes.skip_blanks_and_comments()?;
        if bytes.peek()?.is_none() {
            break;
        }
        if problem.ends.len() as u64 == announced {
            return Err(Wrong::Count { announced, found: announced + 1 });
        }
        while let Some(literal) = literal(bytes, variables)? {
            problem.literals.push(literal);
        }
        problem.end_clause(limits)?;
    }
    let found = problem.ends.len() as u64;
    if found == announced { Ok(problem) } else { Err(Wrong::Count { announced, found }) }
}

/// `p cnf VARIABLES CLAUSES`
fn header<R: Read>(bytes: &mut Bytes<R>) -> Result<(u32, u64), Wrong> {
    bytes.skip_blanks_and_comments()?;
    for word in [&b"p"[..], b"cnf"] {
        bytes.skip_blanks()?;
        for &letter in word {
            if bytes.next()? != Some(letter) {
                return Err(Wrong::Header);
            }
        }
        if !bytes.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            return Err(Wrong::Header);
        }
    }
    let variables = u32::try_from(bytes.decimal()?).ok().filter(|&v| v <= LAST_VARIABLE);
    let clauses = u64::try_from(bytes.decimal()?).ok();
    variables.zip(clauses).ok_or(Wrong::Number)
}

/// A literal, or the 0 that ends a clause.
fn literal<R: Read>(bytes: &mut Bytes<R>, variables: u32) -> Result<Option<Literal>, Wrong> {
    let number = bytes.decimal()?;
    if number == 0 {
        return Ok(None);
    }
    let literal = Literal::from_number(number).ok_or(Wrong::Number)?;
    if literal.variable() > variables { Err(Wrong::Variable(literal.variable())) } else { Ok(Some(literal)) }
}
