//! Elements of SVG and HTML, written so that what comes out is well-formed and what a text says stays text.
//!
//! Names of elements and attributes are words of this program; every value and every word in between is escaped here, and nowhere else. An
//! element is closed when the closure that fills it returns, so that none is left open. What is already markup is a [`Svg`], which
//! only drawings of our own become. The report and the pages of the server are written with it, and pictures too.

use std::fmt::{Display, Write};

/// Attributes with their values.
pub type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

/// A drawing that is markup already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Svg(String);

impl Svg {
    /// The board of a diagram.
    pub fn board(diagram: &adli_chess::Diagram) -> Svg {
        Svg(diagram.svg(adli_chess::Style::Colour))
    }
}

/// Markup that is being written.
#[derive(Default)]
pub struct Markup(String);

impl Markup {
    /// What has been written.
    pub fn finish(self) -> String {
        self.0
    }

    /// What has been written, as a part of another document.
    pub fn into_svg(self) -> Svg {
        Svg(self.0)
    }

    /// A line of its own that is the same in all documents: a declaration, a style sheet.
    pub fn fixed(&mut self, line: &'static str) {
        self.0.push_str(line);
    }

    /// An element and what is inside.
    pub fn put(&mut self, name: &'static str, with: Attributes<'_>, inside: impl FnOnce(&mut Markup)) {
        self.open(name, with);
        self.0.push('>');
        inside(self);
        let _ = write!(self.0, "</{name}>");
    }

    /// An element with nothing but words inside.
    pub fn say(&mut self, name: &'static str, with: Attributes<'_>, words: &str) {
        self.put(name, with, |inside| inside.words(words));
    }

    /// An element that has nothing inside: a shape, or one of those that HTML never closes.
    pub fn leaf(&mut self, name: &'static str, with: Attributes<'_>) {
        self.open(name, with);
        self.0.push_str("/>");
    }

    /// A line break in the source, where it means nothing.
    pub fn line(&mut self) {
        self.0.push('\n');
    }

    /// Words, whatever signs are in them.
    pub fn words(&mut self, words: &str) {
        escape(&mut self.0, words);
    }

    /// A sentence in which words of the user stand between backticks.
    pub fn prose(&mut self, sentence: &str) {
        let parts: Vec<&str> = sentence.split('`').collect();
        // One that is left over is a sign like others.
        if parts.len().is_multiple_of(2) {
            return self.words(sentence);
        }
        for (number, part) in parts.iter().enumerate() {
            match number % 2 {
                0 => self.words(part),
                _ => self.say("code", &[], part),
            }
        }
    }

    /// A drawing.
    pub fn svg(&mut self, drawing: &Svg) {
        self.0.push_str(&drawing.0);
    }

    fn open(&mut self, name: &'static str, with: Attributes<'_>) {
        let _ = write!(self.0, "<{name}");
        for (attribute, value) in with {
            let _ = write!(self.0, " {attribute}=\"");
            escape(&mut self.0, &value.to_string());
            self.0.push('"');
        }
    }
}

/// Signs that mean something in markup become their names. Control characters, which XML has no way to write, become the sign for
/// something that cannot be shown.
fn escape(out: &mut String, words: &str) {
    for sign in words.chars() {
        match sign {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(sign),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ if sign.is_control() => out.push('\u{fffd}'),
            _ => out.push(sign),
        }
    }
}

/// A length or a place in a drawing: at most one decimal, so that the same numbers give the same bytes everywhere.
pub(crate) struct At(pub(crate) f64);

impl Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (sign, tenths) = if tenths < 0 { ("-", -tenths) } else { ("", tenths) };
        match (tenths / 10, tenths % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}
