//! What ships with Adli, as a list and text by text.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_lang::ast::{Header, HeaderSide, ItemKind};
use adli_lang::{Sources, parse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{Text, short_name};

/// Every text of the library.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Library {
    pub texts: Vec<Entry>,
}

/// One text, as its head presents it.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Entry {
    pub name: String,
    /// A shorter name that means the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<&'static str>,
    /// The men; a text without is used by others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endgame: Option<Endgame>,
    /// The first sentence or line of its head.
    pub about: String,
    /// Its lemmas, theorems and queries.
    pub claims: usize,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct Endgame {
    /// As the text calls it, such as `KRK`.
    pub name: String,
    /// As it is written: `White K R v Black k`.
    pub men: String,
}

/// A text as it is.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Printed {
    pub name: String,
    pub text: String,
}

impl Library {
    /// All texts, by name.
    #[must_use]
    pub fn all() -> Library {
        let sources = Sources::library();
        let entry = |name: &str| Some(Entry::new(name, &sources.get(sources.find(name)?)?.text));
        let mut texts: Vec<Entry> = sources.names().filter_map(entry).collect();
        texts.sort_by(|a, b| a.name.cmp(&b.name));
        Library { texts }
    }
}

impl Printed {
    /// The words of a text.
    #[must_use]
    pub fn new(text: &Text) -> Printed {
        Printed { name: text.name.clone(), text: text.words().to_owned() }
    }
}

impl Entry {
    /// What the head of a text says.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Entry {
        let mut entry = Entry {
            name: name.to_owned(),
            short: short_name(name),
            endgame: None,
            about: about(text),
            claims: 0,
        };
        for item in parse(0, text).file.items {
            match item.kind {
                ItemKind::Endgame(header) => entry.endgame = Some(Endgame::new(&header)),
                ItemKind::Claim(_) => entry.claims += 1,
                _ => {}
            }
        }
        entry
    }
}

impl Endgame {
    fn new(header: &Header) -> Endgame {
        let side = |side: &HeaderSide| {
            let men: Vec<&str> = side.men.iter().map(|man| man.text.as_str()).collect();
            format!("{} {}", side.name.text, men.join(" "))
        };
        let sides: Vec<String> = header.sides.iter().map(side).collect();
        Endgame { name: header.name.text.clone(), men: sides.join(" v ") }
    }
}

/// What the comment at the head of a text says first: its first sentence, however many lines that takes.
fn about(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("--")).map(str::trim);
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let end = sentence_end(&paragraph).unwrap_or(paragraph.len());
    paragraph.get(..end).unwrap_or(&paragraph).trim_end_matches('.').to_owned()
}

/// Where the first sentence ends: a full stop after a small letter, a digit or a bracket, before a space and a capital letter, so that neither
/// `E. A. Heinz` nor `1.5` ends one.
fn sentence_end(text: &str) -> Option<usize> {
    text.match_indices(". ").map(|(at, _)| at).find(|&at| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + 2..).and_then(|after| after.chars().next());
        before.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit() || c == ')')
            && after.is_some_and(char::is_uppercase)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_gives_its_first_sentence() {
        for (text, said) in [
            ("-- One line.\nendgame", "One line"),
            ("-- Of E. A. Heinz (2001), section 7.\n-- More.\n", "Of E. A. Heinz (2001), section 7"),
            ("-- It goes\n-- on. Then more.\n", "It goes on"),
            ("-- A head.\n--\n-- More.\n", "A head"),
            ("endgame KRK", ""),
        ] {
            assert_eq!(about(text), said);
        }
    }
}
