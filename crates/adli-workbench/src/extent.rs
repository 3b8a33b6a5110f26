//! Stretches of a text, in bytes as the language counts them or in UTF-16 code units as editors and browsers do.

use adli_lang::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A stretch of a text: of bytes, until [`InText::in_utf16`] has made them code units of UTF-16.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
pub struct Extent {
    /// Where it begins, from 0.
    pub from: u32,
    /// One past its end.
    pub to: u32,
}

impl From<Span> for Extent {
    fn from(span: Span) -> Extent {
        Extent { from: span.start, to: span.end }
    }
}

impl Extent {
    /// A place of a text, if it is of that one.
    #[must_use]
    pub fn within(span: Span, number: u16) -> Option<Extent> {
        (span.source == number).then(|| span.into())
    }

    /// The words of the stretch; nothing if it ends before it begins or goes beyond the text.
    #[must_use]
    pub fn words(self, text: &str) -> &str {
        text.get(self.from as usize..self.to as usize).unwrap_or("")
    }
}

/// Counts one text in both ways. A place inside a character is the place before it, and one beyond the end is the end.
pub struct Offsets {
    /// For each byte of the text, and for its end, how many code units come before its character.
    utf16: Vec<u32>,
}

impl Offsets {
    /// Of these words.
    #[must_use]
    pub fn new(words: &str) -> Offsets {
        let mut utf16 = Vec::with_capacity(words.len() + 1);
        let mut units = 0;
        for character in words.chars() {
            utf16.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += character.len_utf16() as u32;
        }
        utf16.push(units);
        Offsets { utf16 }
    }

    /// The number of a byte as one of code units.
    #[must_use]
    pub fn utf16(&self, byte: u32) -> u32 {
        let last = self.utf16.len().saturating_sub(1);
        self.utf16.get((byte as usize).min(last)).copied().unwrap_or(0)
    }

    /// The number of a code unit as one of bytes.
    #[must_use]
    pub fn byte(&self, unit: u32) -> u32 {
        let last = self.utf16.len().saturating_sub(1);
        // The last character that does not begin after it, and of that the first byte.
        let after = self.utf16.partition_point(|&units| units <= unit);
        let begins = self.utf16.get(after.saturating_sub(1)).copied().unwrap_or(0);
        self.utf16.partition_point(|&units| units < begins).min(last) as u32
    }

    /// A stretch of code units in bytes.
    #[must_use]
    pub fn bytes(&self, units: Extent) -> Extent {
        Extent { from: self.byte(units.from), to: self.byte(units.to) }
    }
}

/// An answer that speaks of stretches of one text.
pub trait InText: Sized {
    /// All of them.
    fn extents(&mut self) -> Vec<&mut Extent>;

    /// The answer with all stretches in code units of UTF-16.
    #[must_use]
    fn in_utf16(mut self, offsets: &Offsets) -> Self {
        for extent in self.extents() {
            *extent = Extent { from: offsets.utf16(extent.from), to: offsets.utf16(extent.to) };
        }
        self
    }
}

impl<T: InText> InText for Vec<T> {
    fn extents(&mut self) -> Vec<&mut Extent> {
        self.iter_mut().flat_map(T::extents).collect()
    }
}

impl<T: InText> InText for Option<T> {
    fn extents(&mut self) -> Vec<&mut Extent> {
        self.iter_mut().flat_map(T::extents).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters of one, two, three and four bytes; only the last takes two code units.
    const WORDS: &str = "a\u{e9}\u{2192}\u{1d11e}b";

    /// What the standard library counts is the second method.
    #[test]
    fn both_ways_of_counting_agree_at_every_character() {
        let offsets = Offsets::new(WORDS);
        for (at, _) in WORDS.char_indices().chain([(WORDS.len(), 'x')]) {
            let units = WORDS[..at].encode_utf16().count() as u32;
            assert_eq!(offsets.utf16(at as u32), units);
            assert_eq!(offsets.byte(units), at as u32);
        }
        // Inside a character, and beyond the end.
        assert_eq!((offsets.utf16(8), offsets.byte(4)), (3, 6));
        assert_eq!((offsets.utf16(99), offsets.byte(99)), (6, 11));
        assert_eq!((Offsets::new("").utf16(0), Offsets::new("").byte(7)), (0, 0));
    }
}
