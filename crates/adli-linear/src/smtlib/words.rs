//! Text as nested lists of words.

use super::read::Mistake;

/// How deep lists may be nested; whoever walks down a text needs no more room than this.
pub(super) const DEEPEST: usize = 1000;

/// A word, or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Expression<'a> {
    /// The line on which it begins.
    pub(super) line: u32,
    pub(super) kind: Kind<'a>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind<'a> {
    Word(&'a str),
    /// A text in quotation marks, whose contents nobody here needs.
    Text,
    List(Vec<Expression<'a>>),
}

impl<'a> Expression<'a> {
    pub(super) fn word(&self) -> Option<&'a str> {
        match self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Expression<'a>]> {
        match &self.kind {
            Kind::List(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn mistake(&self, what: impl Into<String>) -> Mistake {
        Mistake { line: self.line, what: what.into() }
    }
}

/// All lists of a text.
pub(super) fn expressions(text: &str) -> Result<Vec<Expression<'_>>, Mistake> {
    // Each open list with the line on which it was opened; the lowest is the text itself.
    let mut open: Vec<(u32, Vec<Expression<'_>>)> = vec![(1, Vec::new())];
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mistake = |what: &str| Mistake { line, what: what.to_owned() };
        let mut taken = first.len_utf8();
        let mut next_line = line;
        let mut found = None;
        match first {
            '\n' => next_line += 1,
            ' ' | '\t' | '\r' => {}
            ';' => taken = rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                if open.len() > DEEPEST {
                    return Err(mistake("lists are nested too deeply"));
                }
                open.push((line, Vec::new()));
            }
            ')' => match open.pop() {
                Some((begun, list)) if !open.is_empty() => {
                    found = Some(Expression { line: begun, kind: Kind::List(list) });
                }
                _ => return Err(mistake("a `)` too many")),
            },
            '"' | '|' => {
                let inside = &rest[1..];
                let end = inside.find(first).ok_or_else(|| mistake("a quotation does not end"))?;
                let quoted = &inside[..end];
                next_line += quoted.matches('\n').count() as u32;
                taken = end + 2;
                if first == '|' && quoted.starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(mistake("a name in `|` that looks like a number"));
                }
                let kind = if first == '"' { Kind::Text } else { Kind::Word(quoted) };
                found = Some(Expression { line, kind });
            }
            _ => {
                taken = rest.find(|c: char| c.is_whitespace() || "();\"|".contains(c)).unwrap_or(rest.len());
                let word = &rest[..taken];
                if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_graphic()) {
                    return Err(mistake("a character that cannot be here"));
                }
                found = Some(Expression { line, kind: Kind::Word(word) });
            }
        }
        if let (Some(expression), Some((_, list))) = (found, open.last_mut()) {
            list.push(expression);
        }
        line = next_line;
        rest = &rest[taken..];
    }
    match (open.pop(), open.is_empty()) {
        (Some((_, list)), true) => Ok(list),
        _ => Err(Mistake { line, what: "a `)` is missing".to_owned() }),
    }
}
