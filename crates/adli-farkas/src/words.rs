//! Text as lines of words.
//!
//! Both formats are read strictly: one item on each line, words parted by single blanks, numbers without a plus sign or leading zeros. So
//! there is one way to write a thing, and a file that was tampered with has few places to hide it.

use std::io::Read;
use std::str::FromStr;

use crate::Limits;
use crate::fault::Wrong;

/// The whole of a text, if it is not longer than the memory that is allowed.
pub(crate) fn whole(source: impl Read, limits: &Limits) -> Result<String, Wrong> {
    let allowed = limits.memory as u64;
    let mut bytes = Vec::new();
    source.take(allowed.saturating_add(1)).read_to_end(&mut bytes).map_err(Wrong::Unreadable)?;
    if bytes.len() as u64 > allowed {
        return Err(Wrong::Memory);
    }
    String::from_utf8(bytes).map_err(|_| Wrong::Word)
}

/// The lines of a text that are no comments, with their numbers, counted from 1.
pub(crate) struct Rows<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Split<'a, char>>>,
    /// The number of the line that was taken last.
    pub(crate) at: u64,
    /// Whether the text ends with the end of a line.
    is_whole: bool,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(text: &'a str) -> Rows<'a> {
        let is_whole = text.ends_with('\n');
        let lines = text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate().peekable();
        Rows { lines, at: 0, is_whole }
    }

    /// The next line's words, if there is one.
    pub(crate) fn next(&mut self) -> Result<Option<Words<'a>>, Wrong> {
        loop {
            let Some((index, line)) = self.lines.next() else { return Ok(None) };
            self.at = index as u64 + 1;
            if self.lines.peek().is_none() && !self.is_whole {
                return Err(Wrong::Truncated);
            }
            if line != "c" && !line.starts_with("c ") {
                return Ok(Some(Words(line.split(' '))));
            }
        }
    }

    /// The next line's words, where there must be one.
    pub(crate) fn expect(&mut self) -> Result<Words<'a>, Wrong> {
        self.next()?.ok_or(Wrong::Truncated)
    }

    /// There must be no further line.
    pub(crate) fn end(&mut self) -> Result<(), Wrong> {
        if self.next()?.is_some() { Err(Wrong::Count) } else { Ok(()) }
    }
}

/// The words of a line.
#[derive(Clone)]
pub(crate) struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    pub(crate) fn word(&mut self) -> Result<&'a str, Wrong> {
        self.0.next().ok_or(Wrong::Word)
    }

    pub(crate) fn number<N: FromStr>(&mut self) -> Result<N, Wrong> {
        decimal(self.word()?)
    }

    /// Takes exactly these words.
    pub(crate) fn say(&mut self, expected: &[&str]) -> Result<(), Wrong> {
        for &each in expected {
            if self.0.next() != Some(each) {
                return Err(Wrong::Header);
            }
        }
        Ok(())
    }

    /// There must be no further word.
    pub(crate) fn end(&mut self) -> Result<(), Wrong> {
        if self.0.next().is_some() { Err(Wrong::Word) } else { Ok(()) }
    }
}

/// A number as it is always written.
pub(crate) fn decimal<N: FromStr>(word: &str) -> Result<N, Wrong> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain || (digits.starts_with('0') && word != "0") {
        return Err(Wrong::Word);
    }
    word.parse().map_err(|_| Wrong::Number)
}
