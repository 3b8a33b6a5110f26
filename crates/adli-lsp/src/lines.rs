//! Places of a text as editors count them: lines, and on a line code units of UTF-16 or bytes.

use std::sync::Arc;

use adli_workbench::{Extent, Offsets};
use serde_json::{Value, json};

use crate::params::Position;

/// What is counted on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Units {
    /// Code units of UTF-16, which every client knows.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

/// The lines of a text.
pub struct Lines {
    words: Arc<str>,
    units: Units,
    /// Where each begins, in bytes.
    starts: Vec<usize>,
    offsets: Offsets,
}

impl Lines {
    /// Of these words.
    pub fn new(words: Arc<str>, units: Units) -> Lines {
        let bytes = words.as_bytes();
        // A line ends with `\n`, with `\r\n`, or with `\r` alone.
        let ends = |&at: &usize| match bytes.get(at) {
            Some(b'\n') => true,
            Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        let offsets = Offsets::new(&words);
        Lines { words, units, starts, offsets }
    }

    /// The place in bytes. One beyond the end of a line is its end, one beyond the text is the end of that.
    pub fn byte(&self, place: Position) -> u32 {
        let Some(&start) = self.starts.get(place.line as usize) else { return self.words.len() as u32 };
        let end = (start + self.line(place.line as usize).len()) as u32;
        let start = start as u32;
        // Inside a character is before it.
        let byte = match self.units {
            Units::Utf16 => self.offsets.byte(self.offsets.utf16(start).saturating_add(place.character)),
            Units::Utf8 => {
                self.words.floor_char_boundary(start.saturating_add(place.character) as usize) as u32
            }
        };
        byte.min(end)
    }

    /// A line without its end.
    fn line(&self, number: usize) -> &str {
        let start = self.starts.get(number).copied().unwrap_or(self.words.len());
        let end = self.starts.get(number + 1).copied().unwrap_or(self.words.len());
        self.words.get(start..end).unwrap_or("").trim_end_matches(['\r', '\n'])
    }

    /// The place of a byte.
    pub fn position(&self, byte: u32) -> Position {
        let byte = (byte as usize).min(self.words.len());
        let number = self.starts.partition_point(|&start| start <= byte).saturating_sub(1);
        let start = self.starts.get(number).copied().unwrap_or(0);
        // What ends a line is not on it.
        let byte = self.words.floor_char_boundary(byte.min(start + self.line(number).len()));
        let character = match self.units {
            Units::Utf16 => self.offsets.utf16(byte as u32) - self.offsets.utf16(start as u32),
            Units::Utf8 => (byte - start) as u32,
        };
        Position { line: number as u32, character }
    }

    /// A stretch of the text.
    pub fn range(&self, extent: Extent) -> Value {
        json!({"start": self.position(extent.from), "end": self.position(extent.to)})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character of a text with letters of one to four bytes and all line ends; what the standard library counts is the second method.
    #[test]
    fn places_go_back_and_forth() {
        let words = "a\u{e9}\u{2192}\u{1d11e}b\nx\r\n\ry\u{e9}";
        for (units, count) in [(Units::Utf16, utf16 as fn(&str) -> usize), (Units::Utf8, str::len)] {
            let lines = Lines::new(words.into(), units);
            let mut start = 0;
            for (number, line) in ["a\u{e9}\u{2192}\u{1d11e}b\n", "x\r\n", "\r", "y\u{e9}"].iter().enumerate()
            {
                let inner = line.trim_end_matches(['\r', '\n']);
                for at in (0..=inner.len()).filter(|&at| inner.is_char_boundary(at)) {
                    let place = Position { line: number as u32, character: count(&inner[..at]) as u32 };
                    assert_eq!(lines.position((start + at) as u32), place);
                    assert_eq!(lines.byte(place), (start + at) as u32);
                }
                start += line.len();
            }
            // Beyond a line, beyond the text, inside a character of four bytes.
            assert_eq!(lines.byte(Position { line: 1, character: 9 }), 13);
            assert_eq!(lines.byte(Position { line: 9, character: 9 }), words.len() as u32);
            let inside = Position { line: 0, character: count("a\u{e9}\u{2192}") as u32 + 1 };
            assert_eq!(lines.byte(inside), 6);
        }
    }

    fn utf16(words: &str) -> usize {
        words.encode_utf16().count()
    }
}
