//! An edit: what is taken out of a text and what is put there.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

/// What an edit changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A tree may have more plies.
    Bound,
    /// Less is to hold along a tree.
    Hold,
    /// Less is to be reached.
    Reach,
    /// More moves may be chosen.
    Moves,
    /// Something must not happen any more.
    Forbid,
    /// Another order of rules.
    Order,
    /// A rule is asked in fewer positions.
    Guard,
    /// A further preference.
    Preference,
    /// Another number in a condition.
    Number,
    /// The claim says less: it speaks of fewer positions, or allows more moves.
    Claim,
}

/// A stretch of a text and what stands there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) place: Range<usize>,
    pub(crate) new: String,
}

impl Change {
    pub(crate) fn insert(at: usize, new: impl Into<String>) -> Change {
        Change { place: at..at, new: new.into() }
    }

    pub(crate) fn remove(place: Range<usize>) -> Change {
        Change { place, new: String::new() }
    }
}

/// An edit of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    pub(crate) kind: Kind,
    /// The rule, piece of advice, strategy or claim that is changed.
    pub(crate) of: String,
    /// What is done, in a few words.
    pub(crate) what: String,
    pub(crate) changes: Vec<Change>,
}

/// A text after an edit, and the lines that differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Applied {
    pub(crate) text: String,
    /// The number of the first line that differs, from 1.
    pub(crate) line: usize,
    pub(crate) old: Vec<String>,
    pub(crate) new: Vec<String>,
}

impl Edit {
    pub(crate) fn new(kind: Kind, of: &str, what: impl Into<String>, changes: Vec<Change>) -> Edit {
        Edit { kind, of: of.to_owned(), what: what.into(), changes }
    }

    /// How many words are taken out and put in. What only moves to another place is counted once.
    pub(crate) fn size(&self, text: &str) -> usize {
        let words = |text: &str| text.split_whitespace().count();
        let out = self.changes.iter().map(|change| words(text.get(change.place.clone()).unwrap_or_default()));
        let put = self.changes.iter().map(|change| words(&change.new));
        let (out, put): (usize, usize) = (out.sum(), put.sum());
        if self.kind == Kind::Order { put.max(1) } else { out + put }
    }

    /// The text after the edit.
    pub(crate) fn applied(&self, text: &str) -> Option<Applied> {
        let mut changes = self.changes.clone();
        changes.sort_by_key(|change| (change.place.start, change.place.end));
        let (first, last) = (changes.first()?.place.start, changes.last()?.place.end);
        let begin = text.get(..first)?.rfind('\n').map_or(0, |end| end + 1);
        let end = text.get(last..)?.find('\n').map_or(text.len(), |end| last + end);
        let mut region = String::new();
        let mut copied = begin;
        for change in &changes {
            region.push_str(text.get(copied..change.place.start)?);
            region.push_str(&change.new);
            copied = change.place.end;
        }
        region.push_str(text.get(copied..end)?);
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (mut old, mut new) = (lines(text.get(begin..end)?), lines(&region));
        let mut line = text.get(..begin)?.matches('\n').count() + 1;
        let text = format!("{}{region}{}", text.get(..begin)?, text.get(end..)?);
        // Lines that stay as they are are not shown.
        while old.len() > 1 && new.len() > 1 && old.first() == new.first() {
            old.remove(0);
            new.remove(0);
            line += 1;
        }
        while old.len() > 1 && new.len() > 1 && old.last() == new.last() {
            old.pop();
            new.pop();
        }
        Some(Applied { text, line, old, new })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one two\nthree four\nfive\n";

    #[test]
    fn the_lines_that_differ_are_shown_and_no_others() {
        let edit = Edit::new(
            Kind::Order,
            "x",
            "",
            vec![Change { place: 14..18, new: "4\nand a half".into() }, Change::remove(19..23)],
        );
        let applied = edit.applied(TEXT).unwrap();
        assert_eq!(applied.text, "one two\nthree 4\nand a half\n\n");
        assert_eq!((applied.line, applied.old.len()), (2, 2));
        let edit = Edit::new(Kind::Bound, "x", "", vec![Change { place: 0..3, new: "1".into() }]);
        let applied = edit.applied(TEXT).unwrap();
        assert_eq!(
            (applied.line, &applied.old[..], &applied.new[..]),
            (1, &["one two".to_owned()][..], &["1 two".to_owned()][..])
        );
        assert_eq!(edit.size(TEXT), 2);
    }

    #[test]
    fn places_outside_of_the_text_are_no_edit() {
        let edit = Edit::new(Kind::Bound, "x", "", vec![Change::remove(50..60)]);
        assert_eq!(edit.applied(TEXT), None);
    }
}
