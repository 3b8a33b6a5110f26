//! An inequality that a variable of the clauses stands for.

use std::io::{self, Write};

use crate::fault::Wrong;
use crate::words::{Words, decimal};

/// A variable of the clauses that is true if and only if a sum of multiples of integers is at most a bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    /// The variable.
    pub variable: u32,
    /// The factors, none of which is 0, and the integers, counted from 1 and in ascending order.
    pub terms: Vec<(i64, u32)>,
    /// The bound.
    pub bound: i64,
}

impl Atom {
    /// Whether the inequality holds, unless numbers get too large to say.
    #[must_use]
    pub fn holds(&self, integers: &[i64]) -> Option<bool> {
        let mut sum: i128 = 0;
        for &(factor, integer) in &self.terms {
            let value = integers.get((integer as usize).checked_sub(1)?)?;
            sum = sum.checked_add(i128::from(factor) * i128::from(*value))?;
        }
        Some(sum <= i128::from(self.bound))
    }

    /// Writes `a 17 3 x5 -2 x7 <= 4`.
    ///
    /// # Errors
    /// Those of the writing.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "a {}", self.variable)?;
        for (factor, integer) in &self.terms {
            write!(out, " {factor} x{integer}")?;
        }
        writeln!(out, " <= {}", self.bound)
    }

    /// Reads what follows the `a`; there are so many integers.
    pub(crate) fn read(words: &mut Words<'_>, integers: u32) -> Result<Atom, Wrong> {
        let variable = words.number()?;
        let mut terms: Vec<(i64, u32)> = Vec::new();
        loop {
            let word = words.word()?;
            if word == "<=" {
                break;
            }
            let factor: i64 = decimal(word)?;
            let name = words.word()?;
            let integer: u32 = decimal(name.strip_prefix('x').ok_or(Wrong::Word)?)?;
            let is_next = terms.last().is_none_or(|&(_, last)| last < integer);
            if factor == 0 || !is_next || integer == 0 || integer > integers {
                return Err(Wrong::Term);
            }
            terms.push((factor, integer));
        }
        let bound = words.number()?;
        words.end()?;
        if terms.is_empty() { Err(Wrong::Term) } else { Ok(Atom { variable, terms, bound }) }
    }
}
