//! What a word is.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Kind, Position};
use adli_lang::ast::ItemKind;
use adli_lang::{Span, parse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::evaluate::evaluate_words;
use crate::extent::{Extent, InText};
use crate::index::{Declaration, Index, Meaning, What};
use crate::library::Entry;
use crate::text::Text;

/// What is shown where somebody rests on a word.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Hover {
    #[serde(flatten)]
    pub at: Extent,
    /// What it is, in a few words.
    pub title: String,
    /// Its declaration with the comment above it, or what it means.
    pub detail: String,
    /// What it comes to in a position, if one was given and it has a value there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The squares that it means, on the user's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<String>>,
    /// It has a prime: its value is that after the move.
    #[serde(rename = "primed", skip_serializing_if = "std::ops::Not::not")]
    pub is_primed: bool,
}

impl InText for Hover {
    fn extents(&mut self) -> Vec<&mut Extent> {
        vec![&mut self.at]
    }
}

/// No more lines of a declaration are shown than this.
const MOST_LINES: usize = 12;
/// Nor more letters.
const MOST_LETTERS: usize = 2_000;

/// What the word at a place is, with its value in a position; nothing if there is no word that means something. A word with a prime speaks of
/// the position after a move, and has a value only if one is given.
#[must_use]
pub fn hover(
    text: &Text,
    settings: &[(String, String)],
    place: u32,
    position: Option<&Position>,
    mv: Option<&str>,
) -> Option<Hover> {
    let index = Index::of(text);
    let found = index.at(place)?;
    let (title, detail, has_value) = match found.meaning {
        Meaning::Unknown => return None,
        Meaning::Word(known) => (format!("`{}`", known.form), known.meaning.to_owned(), true),
        Meaning::Declared(number) => {
            let declared = index.declarations.get(number)?;
            let has_value = matches!(declared.what, What::Definition | What::Man | What::Option);
            (title(text, declared), detail(text, declared), has_value)
        }
    };
    let span = with_prime(text, found.span);
    let is_primed = span != found.span;
    let words = text.sources.text(span);
    let position = position.filter(|_| has_value);
    let mv = mv.filter(|_| is_primed);
    let evaluated = position.and_then(|position| evaluate_words(text, settings, position, words, mv).ok());
    let (value, squares) = evaluated.map_or((None, None), |found| (Some(found.value), found.squares));
    let title = if is_primed { format!("{title}; `{words}` is that after the move") } else { title };
    Some(Hover { at: span.into(), title, detail, value, squares, is_primed })
}

/// A name with the prime that stands right after it, if one does.
fn with_prime(text: &Text, name: Span) -> Span {
    let rest = text.words().get(name.end as usize..).unwrap_or("");
    Span { end: name.end + u32::from(rest.starts_with('\'')), ..name }
}

/// What a declaration is: `room`, a definition of `krk/malikovic-janicic`.
fn title(text: &Text, declared: &Declaration) -> String {
    let name = &declared.name;
    let what = match declared.what {
        What::Man => return format!("`{name}`, {}", man(text, name)),
        other => other.word(),
    };
    let article = if what.starts_with(['a', 'e', 'o']) { "an" } else { "a" };
    let source = text.sources.get(declared.span.source).filter(|_| declared.span.source != text.number);
    match source {
        Some(source) if declared.what != What::Text => {
            format!("`{name}`, {article} {what} of `{}`", source.name)
        }
        _ => format!("`{name}`, {article} {what}"),
    }
}

/// Who has a letter: the king of Black.
pub(super) fn man(text: &Text, letter: &str) -> String {
    let parsed = parse(text.number, text.words());
    let header = parsed.file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Endgame(header) => Some(header),
        _ => None,
    });
    let side = header
        .and_then(|header| header.sides.iter().find(|side| side.men.iter().any(|man| man.text == letter)));
    let kind = letter.chars().next().and_then(Kind::from_letter).map_or("man", Kind::name);
    side.map_or_else(|| format!("a {kind}"), |side| format!("the {kind} of {}", side.name.text))
}

/// A declaration with the comment above it; of a text what its head says.
pub(super) fn detail(text: &Text, declared: &Declaration) -> String {
    let Some(source) = text.sources.get(declared.item.source) else { return String::new() };
    if declared.what == What::Text {
        return Entry::new(&declared.name, &source.text).about;
    }
    let words = text.sources.text(declared.item);
    let head = words.char_indices().nth(MOST_LETTERS).map_or(words, |(end, _)| &words[..end]);
    let mut lines = head.lines();
    let mut shown = lines.by_ref().take(MOST_LINES).collect::<Vec<_>>().join("\n");
    if lines.next().is_some() || head.len() < words.len() {
        shown.push_str("\n..");
    }
    let comment = comment_above(&source.text, declared.item);
    if comment.is_empty() { shown } else { format!("{comment}\n{shown}") }
}

/// The lines of comment that stand right above a place, without their marks.
fn comment_above(words: &str, item: Span) -> String {
    let before = words.get(..item.start as usize).unwrap_or("");
    // What stands before it on its own line is no comment.
    let above = before.lines().rev().skip(usize::from(!before.ends_with('\n')));
    let comments = above.map_while(|line| line.trim().strip_prefix("--"));
    let mut comments: Vec<&str> = comments.map(str::trim).collect();
    comments.reverse();
    comments.join("\n")
}
