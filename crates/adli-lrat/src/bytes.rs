//! The bytes of a file, one after another, and the numbers in them.

use std::io::Read;

use crate::fault::Wrong;

/// How much is read at a time.
const BUFFER: usize = 1 << 16;

/// Reads a file from its beginning to its end, and knows where it is.
pub(crate) struct Bytes<R> {
    source: R,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    before: u64,
}

impl<R: Read> Bytes<R> {
    pub(crate) fn new(source: R) -> Bytes<R> {
        Bytes { source, buffer: vec![0; BUFFER], at: 0, filled: 0, before: 0 }
    }

    /// How many bytes have been taken.
    pub(crate) fn position(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The next byte, which stays there.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, Wrong> {
        if self.at == self.filled {
            self.fill()?;
        }
        Ok(self.buffer.get(..self.filled).and_then(|filled| filled.get(self.at)).copied())
    }

    /// Takes the next byte.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<u8>, Wrong> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    fn fill(&mut self) -> Result<(), Wrong> {
        self.before += self.filled as u64;
        (self.at, self.filled) = (0, 0);
        loop {
            match self.source.read(&mut self.buffer) {
                Ok(count) => {
                    self.filled = count.min(self.buffer.len());
                    return Ok(());
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Wrong::Unreadable(error)),
            }
        }
    }

    /// Takes blanks and ends of lines, and lines that begin with `c` where a line may begin.
    pub(crate) fn skip_blanks_and_comments(&mut self) -> Result<(), Wrong> {
        while let Some(byte) = self.peek()? {
            if byte == b'c' {
                while !matches!(self.next()?, None | Some(b'\n')) {}
            } else if byte.is_ascii_whitespace() {
                self.next()?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Takes blanks, ends of lines included.
    pub(crate) fn skip_blanks(&mut self) -> Result<(), Wrong> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.next()?;
        }
        Ok(())
    }

    /// A number in decimal digits, perhaps with a minus, followed by a blank or the end.
    pub(crate) fn decimal(&mut self) -> Result<i64, Wrong> {
        self.skip_blanks()?;
        let is_negative = self.peek()? == Some(b'-');
        if is_negative {
            self.next()?;
        }
        let mut number: i64 = 0;
        let mut digits = 0;
        loop {
            match self.peek()? {
                Some(byte) if byte.is_ascii_digit() => {
                    let digit = i64::from(byte - b'0');
                    number =
                        number.checked_mul(10).and_then(|n| n.checked_add(digit)).ok_or(Wrong::Number)?;
                    digits += 1;
                    self.next()?;
                }
                None if digits == 0 => return Err(Wrong::Truncated),
                Some(byte) if digits == 0 || !byte.is_ascii_whitespace() => return Err(Wrong::Byte(byte)),
                _ => return Ok(if is_negative { -number } else { number }),
            }
        }
    }

    /// A number in groups of seven bits, the lowest first; a set eighth bit says that more follow.
    #[inline]
    pub(crate) fn groups(&mut self) -> Result<u64, Wrong> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.next()?.ok_or(Wrong::Truncated)?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Wrong::Number)
    }
}
