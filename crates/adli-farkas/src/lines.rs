//! Lines of linear arithmetic as text.
//!
//! ```text
//! p farkas ATOMS LINES
//! a 1001 1 x3 <= 4
//! 2 -17 1 1001 0
//! ```
//!
//! First new inequalities, for which new variables stand: those that follow the variables of the problem, one after another. Then the lines, each
//! with its multipliers and literals in turn: `2 -17 1 1001` is the clause `-17 1001`, to be refuted by twice the negation of
//! the first literal and once that of the second.

use std::io::{self, Write};

use crate::atom::Atom;
use crate::fault::Wrong;
use crate::words::Rows;

/// A clause that holds for all integers: its literals, each with the multiplier of its negation.
pub type Line = Vec<(i64, i32)>;

/// New inequalities, and clauses that hold for all integers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// Inequalities that the problem does not have.
    pub atoms: Vec<Atom>,
    /// The clauses.
    pub lines: Vec<Line>,
}

impl Lines {
    /// Writes them; the same lines give the same bytes.
    ///
    /// # Errors
    /// Those of the writing.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "p farkas {} {}", self.atoms.len(), self.lines.len())?;
        self.atoms.iter().try_for_each(|atom| atom.write(out))?;
        for line in &self.lines {
            line.iter().try_for_each(|(multiplier, literal)| write!(out, "{multiplier} {literal} "))?;
            writeln!(out, "0")?;
        }
        Ok(())
    }

    /// Reads them; the problem has so many variables and integers.
    pub(crate) fn read(rows: &mut Rows<'_>, variables: u32, integers: u32) -> Result<Lines, Wrong> {
        let mut words = rows.expect()?;
        words.say(&["p", "farkas"])?;
        let (atoms, lines): (u64, u64) = (words.number()?, words.number()?);
        words.end()?;
        let mut read = Lines::default();
        let mut last = variables;
        for _ in 0..atoms {
            let mut words = rows.expect()?;
            words.say(&["a"])?;
            let atom = Atom::read(&mut words, integers)?;
            last = last.checked_add(1).filter(|&last| i32::try_from(last).is_ok()).ok_or(Wrong::Number)?;
            if atom.variable != last {
                return Err(Wrong::Variable(i64::from(atom.variable)));
            }
            read.atoms.push(atom);
        }
        for _ in 0..lines {
            let mut words = rows.expect()?;
            let mut line = Line::new();
            loop {
                let multiplier: i64 = words.number()?;
                if multiplier == 0 {
                    break;
                }
                line.push((multiplier, words.number()?));
            }
            words.end()?;
            read.lines.push(line);
        }
        rows.end()?;
        Ok(read)
    }
}
