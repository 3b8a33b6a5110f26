//! What is wrong with a text, as data; and how it is shown.
//!
//! A message is lower case and has no full stop; the user's words are in backticks; what to do about it is
//! apart, in the help.

use std::fmt::Write;

use crate::letters::is_hidden;
use crate::{Code, Sources, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The text means something, but perhaps not what was intended.
    Warning,
    /// The text has no meaning.
    Error,
    /// The text has a meaning that the program made from it does not have: a fault of ours, never of the text.
    Internal,
}

/// Something to tell the author of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its kind.
    pub code: Code,
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that matter, each with what to see there.
    pub notes: Vec<(Span, String)>,
    /// What the help says, as an edit.
    pub fix: Option<Box<Fix>>,
}

/// What may be written in the place of a stretch of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The stretch; nothing is taken away if it is empty.
    pub span: Span,
    /// The words.
    pub insert: String,
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        let message = brief(message.into());
        Diagnostic {
            severity: Severity::Error,
            code,
            span,
            message,
            help: None,
            notes: Vec::new(),
            fix: None,
        }
    }

    /// A fault of ours.
    pub(crate) fn internal(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Internal, ..Diagnostic::error(Code::Internal, span, message) }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(brief(help.into()));
        self
    }

    /// The same with advice, if there is any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Diagnostic {
        self.help = help.map(brief).or(self.help);
        self
    }

    /// The same with the name that may have been meant, if there is one, which then can be written instead.
    #[must_use]
    pub fn did_you_mean(self, near: Option<&str>) -> Diagnostic {
        let Some(near) = near else { return self };
        let span = self.span;
        self.help(format!("did you mean `{near}`?")).fix(span, near)
    }

    /// The same with an edit that does what the help says.
    #[must_use]
    pub fn fix(mut self, span: Span, insert: impl Into<String>) -> Diagnostic {
        self.fix = Some(Box::new(Fix { span, insert: insert.into() }));
        self
    }

    /// The same with another place to look at.
    #[must_use]
    pub fn note(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.notes.push((span, brief(text.into())));
        self
    }

    /// The diagnostic with the lines it is about.
    ///
    /// ```
    /// use adli_lang::{Code, Diagnostic, Sources, Span};
    ///
    /// let mut sources = Sources::new();
    /// let source = sources.add("example", "def far = stepz(K, k) > 2\n");
    /// let span = Span { source, start: 10, end: 15 };
    /// let wrong = Diagnostic::error(Code::UnknownName, span, "nothing is called `stepz`");
    /// let shown = wrong.help("did you mean `steps`?");
    /// assert_eq!(
    ///     shown.render(&sources),
    ///     "error[unknown-name]: nothing is called `stepz`\n  \
    ///        --> example:1:11\n  \
    ///          |\n\
    ///        1 | def far = stepz(K, k) > 2\n  \
    ///          |           ^^^^^\n  \
    ///        = help: did you mean `steps`?\n"
    /// );
    /// ```
    #[must_use]
    pub fn render(&self, sources: &Sources) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Internal => "internal error",
        };
        let mut out = format!("{severity}[{}]: {}\n", self.code, self.message);
        excerpt(&mut out, sources, self.span, '^', "");
        for (span, text) in &self.notes {
            excerpt(&mut out, sources, *span, '-', text);
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "  = help: {help}");
        }
        out
    }
}

/// What an author should know of a text that has a meaning.
///
/// It becomes a [`Diagnostic`] only when the program has been made, so that nothing which decides what is in the program
/// can see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning(Diagnostic);

impl Warning {
    /// A warning.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Warning {
        Warning(Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) })
    }

    /// The same with what to write instead.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Warning {
        Warning(self.0.help(help))
    }

    /// The same with an edit that does what the help says.
    #[must_use]
    pub fn fix(self, span: Span, insert: impl Into<String>) -> Warning {
        Warning(self.0.fix(span, insert))
    }

    /// The same with another place to look at.
    #[must_use]
    pub fn note(self, span: Span, text: impl Into<String>) -> Warning {
        Warning(self.0.note(span, text))
    }
}

impl From<Warning> for Diagnostic {
    fn from(warning: Warning) -> Diagnostic {
        warning.0
    }
}

/// Line and column of a byte, both from 1; the column counts characters.
#[must_use]
pub fn line_and_column(text: &str, byte: u32) -> (usize, usize) {
    let mut at = (byte as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// How many letters of a message are kept at its beginning, and at its end.
const KEPT: usize = 400;

/// A message that repeats words of the text, without the middle of very long ones and without what is not seen.
fn brief(message: String) -> String {
    let message = if message.contains(is_hidden) { message.replace(is_hidden, "?") } else { message };
    let letters = if message.len() > 2 * KEPT { message.chars().count() } else { 0 };
    if letters <= 2 * KEPT {
        return message;
    }
    let first: String = message.chars().take(KEPT).collect();
    let last: String = message.chars().skip(letters - KEPT).collect();
    format!("{first}{CUT}{last}")
}

/// How many letters of a line are shown, and how many of them before the place that it is shown for.
const SHOWN: usize = 110;
const SHOWN_BEFORE: usize = 40;
/// What stands for the rest of a line.
const CUT: &str = "..";

/// The line of a place with marks under it; of a long line what stands around the place.
fn excerpt(out: &mut String, sources: &Sources, span: Span, mark: char, label: &str) {
    let Some(source) = sources.get(span.source) else { return };
    let (line, column) = line_and_column(&source.text, span.start);
    let start =
        source.text.bytes().take(span.start as usize).rposition(|byte| byte == b'\n').map_or(0, |at| at + 1);
    let text = source.text[start..].lines().next().unwrap_or("");
    let letters = text.chars().count();
    let skipped = if letters <= SHOWN { 0 } else { (column - 1).saturating_sub(SHOWN_BEFORE) };
    let (before, after) = (skipped > 0, letters - skipped > SHOWN);
    let middle = text.chars().skip(skipped).take(SHOWN).map(|c| match c {
        c if c.is_whitespace() || c.is_control() => ' ',
        c if is_hidden(c) => '?',
        c => c,
    });
    let cut = |is_cut: bool| if is_cut { CUT } else { "" };
    let shown: String = cut(before).chars().chain(middle).chain(cut(after).chars()).collect();
    let indent = column - 1 - skipped + cut(before).len();
    let room = (shown.chars().count() - cut(after).len()).saturating_sub(indent).max(1);
    let marks = sources.text(span).lines().next().map_or(1, |s| s.chars().count()).clamp(1, room);
    let gutter = line.to_string();
    let blank = " ".repeat(gutter.len());
    let _ = writeln!(out, "{blank} --> {}:{line}:{column}", source.name);
    let _ = writeln!(out, "{blank} |");
    let _ = writeln!(out, "{gutter} | {shown}");
    let marks = mark.to_string().repeat(marks);
    let _ = writeln!(out, "{}", format!("{blank} | {}{marks} {label}", " ".repeat(indent)).trim_end());
}
