//! A text as its author wrote it, and where its parts stand.

use std::collections::BTreeSet;
use std::ops::Range;

use adli_lang::ast::{AdviceItem, ClaimItem, Item, ItemKind, Rule, StrategyItem};
use adli_lang::{Lexeme, Span, Token, Word, parse};

/// A text with its syntax tree.
pub(crate) struct Text {
    pub(crate) words: String,
    items: Vec<Item>,
    tokens: Vec<Lexeme>,
}

/// A stretch of the text, in bytes.
pub(crate) fn place(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

impl Text {
    pub(crate) fn new(words: &str) -> Text {
        let parsed = parse(0, words);
        Text { words: words.to_owned(), items: parsed.file.items, tokens: parsed.tokens }
    }

    pub(crate) fn of(&self, span: Span) -> &str {
        self.words.get(place(span)).unwrap_or_default()
    }

    pub(crate) fn strategy(&self, name: &str) -> Option<&StrategyItem> {
        self.items.iter().find_map(|item| match &item.kind {
            ItemKind::Strategy(found) if found.name.text == name => Some(found),
            _ => None,
        })
    }

    /// A piece of advice, with the place of the whole.
    pub(crate) fn advice(&self, name: &str) -> Option<(&AdviceItem, Span)> {
        self.items.iter().find_map(|item| match &item.kind {
            ItemKind::Advice(found) if found.name.text == name => Some((found, item.span)),
            _ => None,
        })
    }

    /// A claim, with the place of the whole.
    pub(crate) fn claim(&self, name: &str) -> Option<(&ClaimItem, Span)> {
        self.items.iter().find_map(|item| match &item.kind {
            ItemKind::Claim(found) if found.name.text == name => Some((&**found, item.span)),
            _ => None,
        })
    }

    /// The names of definitions without parameters.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Def(def) if !def.change && def.params.is_empty() => Some(def.name.text.as_str()),
            _ => None,
        })
    }

    /// The words of a stretch.
    pub(crate) fn tokens(&self, span: Span) -> &[Lexeme] {
        let begin = self.tokens.partition_point(|token| token.span.start < span.start);
        let end = self.tokens.partition_point(|token| token.span.end <= span.end);
        self.tokens.get(begin..end).unwrap_or_default()
    }

    /// The last word before a place that is one of these.
    pub(crate) fn word_before(&self, at: u32, words: &[&str]) -> Option<Span> {
        let end = self.tokens.partition_point(|token| token.span.end <= at);
        let before = self.tokens.get(..end)?.iter().rev();
        before.map(|token| token.span).find(|span| words.contains(&self.of(*span)))
    }

    /// The pieces of advice of this text that a declaration names, itself or through what it names, but for those of the other side.
    pub(crate) fn advice_named(&self, from: Span) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        let mut found = Vec::new();
        while let Some(span) = open.pop() {
            let tokens = self.tokens(span);
            for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.token == Token::Name) {
                let name = self.of(token.span);
                // What the other side plays is not ours to change.
                let before = at.checked_sub(1).and_then(|at| tokens.get(at));
                if before.is_some_and(|before| self.of(before.span) == "against") {
                    continue;
                }
                let declared =
                    self.items.iter().find(|item| item.kind.name().is_some_and(|n| n.text == name));
                let Some(item) = declared.filter(|item| !matches!(item.kind, ItemKind::Claim(_))) else {
                    continue;
                };
                if seen.insert(name.to_owned()) {
                    if matches!(item.kind, ItemKind::Advice(_)) {
                        found.push(name.to_owned());
                    }
                    open.push(item.span);
                }
            }
        }
        found
    }

    /// Where a rule stands, from its first word to a comment at the end of its line.
    pub(crate) fn rule(&self, rule: &Rule) -> Range<usize> {
        let span = match rule {
            Rule::Step(step) => step.span,
            Rule::Try { span, .. } => *span,
        };
        let mut range = place(span);
        let before = self.tokens.iter().rev().find(|token| token.span.end <= span.start);
        if let Some(token) = before
            && matches!(rule, Rule::Try { .. })
            && matches!(token.token, Token::Word(Word::When | Word::Otherwise))
        {
            range.start = token.span.start as usize;
        }
        let rest = self.words.get(range.end..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        if line.trim_start().starts_with("--") {
            range.end += line.len();
        }
        range
    }

    /// The blanks at the beginning of a place's line, if there is nothing else before it there.
    pub(crate) fn indent(&self, at: usize) -> Option<&str> {
        let before = self.words.get(..at)?;
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        line.chars().all(char::is_whitespace).then_some(line)
    }

    /// A stretch to be taken out, with the blanks before it if nothing else is left on its line.
    pub(crate) fn taken_out(&self, range: Range<usize>) -> Range<usize> {
        let rest = self.words.get(range.end..).unwrap_or_default();
        let ends_line = rest.lines().next().unwrap_or_default().trim().is_empty();
        let before = self.words.get(..range.start).unwrap_or_default();
        if ends_line { before.trim_end().len()..range.end } else { range }
    }
}
