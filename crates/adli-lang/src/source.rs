//! Source texts and places in them.
//!
//! Nothing here reads a file. Whoever calls hands over texts by name; `use "krk/vocabulary"` asks for the
//! text of that name.

use std::collections::BTreeMap;

/// The number of no text: of what was said outside of all of them.
pub const NOWHERE: u16 = u16::MAX;

/// A stretch of one source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// Which text, by its number in [`Sources`].
    pub source: u16,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the beginning of this stretch to the end of another of the same text.
    #[must_use]
    pub fn to(self, last: Span) -> Span {
        Span { source: self.source, start: self.start, end: self.end.max(last.end) }
    }

    /// Whether the stretch holds nothing.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// One text and its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What messages call it: the name by which `use` finds it, such as `krk/malikovic-janicic`, or a path.
    pub name: String,
    /// The text.
    pub text: String,
}

/// All texts that a file may use, [`NOWHERE`] of them at most.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: Vec<Source>,
    by_name: BTreeMap<String, u16>,
}

impl Sources {
    /// No texts at all, not even the laws of chess.
    #[must_use]
    pub fn new() -> Sources {
        Sources::default()
    }

    /// The texts of the library that comes with the crate, the laws of chess among them.
    #[must_use]
    pub fn library() -> Sources {
        let mut sources = Sources::new();
        for (name, text) in crate::library::TEXTS {
            sources.add(name, text);
        }
        sources
    }

    /// Adds a text, or replaces the one of that name. Answers its number; [`NOWHERE`] if there are too many texts, and whoever
    /// wants to have that checked is told so.
    pub fn add(&mut self, name: &str, text: &str) -> u16 {
        if let Some(&number) = self.by_name.get(name) {
            self.texts[usize::from(number)].text = text.to_owned();
            return number;
        }
        let number = u16::try_from(self.texts.len()).unwrap_or(NOWHERE);
        if number == NOWHERE {
            return NOWHERE;
        }
        self.texts.push(Source { name: name.to_owned(), text: text.to_owned() });
        self.by_name.insert(name.to_owned(), number);
        number
    }

    /// Adds a text that `use` finds by a name, and that messages call by another: the path of its file.
    pub fn add_file(&mut self, name: &str, path: &str, text: &str) -> u16 {
        let number = self.add(name, text);
        if let Some(source) = self.texts.get_mut(usize::from(number)) {
            path.clone_into(&mut source.name);
        }
        number
    }

    /// The number of the text of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// A text by its number.
    #[must_use]
    pub fn get(&self, number: u16) -> Option<&Source> {
        self.texts.get(usize::from(number))
    }

    /// The names of all texts, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// The words of a place.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        let text = self.get(span.source).map_or("", |source| source.text.as_str());
        text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}
