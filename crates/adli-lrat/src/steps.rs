//! Proofs as steps: the two forms of LRAT.
//!
//! As text, a line adds a clause, `ID LITERAL.. 0 HINT.. 0`, or deletes some, `ID d ID.. 0`, where the first number means
//! nothing. As bytes, `a ID LITERAL.. 0 HINT.. 0` and `d ID.. 0`, each number in groups of seven bits and, but for the
//! final zeros, doubled, with one added if it is negative. A file that begins with `a` or `d` is binary.

use std::io::Read;

use crate::bytes::Bytes;
use crate::fault::Wrong;
use crate::literal::Literal;

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Adds the clause of this number; literals and hints are in the reader.
    Add(u64),
    /// Deletes the clauses that the reader holds as hints.
    Delete,
}

/// Reads one step after another.
pub(crate) struct Steps<R> {
    bytes: Bytes<R>,
    is_binary: Option<bool>,
    /// The literals of the clause that is added.
    pub(crate) literals: Vec<Literal>,
    /// The numbers of the clauses to look at, in order; or to delete.
    pub(crate) hints: Vec<u64>,
    longest: usize,
}

impl<R: Read> Steps<R> {
    /// The steps of a file; none may have more literals or hints than `longest`.
    pub(crate) fn new(source: R, longest: usize) -> Steps<R> {
        Steps { bytes: Bytes::new(source), is_binary: None, literals: Vec::new(), hints: Vec::new(), longest }
    }

    /// How many bytes have been read.
    pub(crate) fn position(&self) -> u64 {
        self.bytes.position()
    }

    /// Reads the next step, if there is one. `adding` becomes the clause's number as soon as it is known.
    pub(crate) fn next(&mut self, adding: &mut Option<u64>) -> Result<Option<Step>, Wrong> {
        self.literals.clear();
        self.hints.clear();
        *adding = None;
        let is_binary = match self.is_binary {
            Some(is_binary) => is_binary,
            None => *self.is_binary.insert(matches!(self.bytes.peek()?, Some(b'a' | b'd'))),
        };
        if is_binary { self.next_binary(adding) } else { self.next_text(adding) }
    }

    fn next_binary(&mut self, adding: &mut Option<u64>) -> Result<Option<Step>, Wrong> {
        match self.bytes.next()? {
            None => Ok(None),
            Some(b'd') => {
                self.binary_hints()?;
                Ok(Some(Step::Delete))
            }
            Some(b'a') => {
                let id = positive(self.bytes.groups()?)?;
                *adding = Some(id);
                loop {
                    let code = self.bytes.groups()?;
                    if code == 0 {
                        break;
                    }
                    let literal = Literal::from_code(code).ok_or(Wrong::Number)?;
                    self.push_literal(literal)?;
                }
                self.binary_hints()?;
                Ok(Some(Step::Add(id)))
            }
            Some(byte) => Err(Wrong::Byte(byte)),
        }
    }

    fn binary_hints(&mut self) -> Result<(), Wrong> {
        loop {
            let code = self.bytes.groups()?;
            if code == 0 {
                return Ok(());
            }
            let hint = positive(code)?;
            self.push_hint(hint)?;
        }
    }

    fn next_text(&mut self, adding: &mut Option<u64>) -> Result<Option<Step>, Wrong> {
        self.bytes.skip_blanks_and_comments()?;
        if self.bytes.peek()?.is_none() {
            return Ok(None);
        }
        let id = u64::try_from(self.bytes.decimal()?).map_err(|_| Wrong::Number)?;
        self.bytes.skip_blanks()?;
        if self.bytes.peek()? == Some(b'd') {
            self.bytes.next()?;
            self.text_hints()?;
            return Ok(Some(Step::Delete));
        }
        *adding = Some(id);
        loop {
            let number = self.bytes.decimal()?;
            if number == 0 {
                break;
            }
            let literal = Literal::from_number(number).ok_or(Wrong::Number)?;
            self.push_literal(literal)?;
        }
        self.text_hints()?;
        Ok(Some(Step::Add(id)))
    }

    fn text_hints(&mut self) -> Result<(), Wrong> {
        loop {
            match self.bytes.decimal()? {
                0 => return Ok(()),
                hint => self.push_hint(u64::try_from(hint).map_err(|_| Wrong::Rat)?)?,
            }
        }
    }

    #[inline]
    fn push_literal(&mut self, literal: Literal) -> Result<(), Wrong> {
        self.literals.push(literal);
        if self.literals.len() <= self.longest { Ok(()) } else { Err(Wrong::Memory) }
    }

    #[inline]
    fn push_hint(&mut self, hint: u64) -> Result<(), Wrong> {
        self.hints.push(hint);
        if self.hints.len() <= self.longest { Ok(()) } else { Err(Wrong::Memory) }
    }
}

/// The number of a clause in a binary proof; a negative one belongs to a RAT step.
#[inline]
fn positive(code: u64) -> Result<u64, Wrong> {
    if code & 1 == 0 { Ok(code >> 1) } else { Err(Wrong::Rat) }
}
