//! Characters to words.
//!
//! Signs of other languages (`&&`, `==`, `//`) are understood and reported, with the word to write instead, so
//! that one wrong habit gives one message for each place and hides nothing behind it.

use crate::letters::{Strange, hidden_in_name, is_hidden, numbered, strange_in_comment, strange_in_name};
use crate::syntax::token::{Lexeme, Token, Word};
use crate::{Code, Diagnostic, Span};

/// A comment, and whether it has a line of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Where it stands, without the end of the line.
    pub span: Span,
    /// Nothing but blanks before it on its line.
    pub own_line: bool,
}

/// The words of a text, its comments, and what was wrong with its characters.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    /// The words; the last one is [`Token::End`].
    pub tokens: Vec<Lexeme>,
    /// The comments, in order.
    pub comments: Vec<Comment>,
    /// Complaints.
    pub diagnostics: Vec<Diagnostic>,
    /// Names that are not what they seem: that nothing is called so follows from that.
    pub(crate) misspelt: Vec<Span>,
}

/// Longer signs come before their beginnings.
const SIGNS: [&str; 23] = [
    "=>", "/=", "<=", ">=", "..", "(", ")", "{", "}", "[", "]", ",", ":", ".", "'", "=", "<", ">", "+", "-",
    "*", "&", "|",
];

/// Signs of other languages: the sign, the token it stands for, what to write.
const FOREIGN: [(&str, Token, &str); 18] = [
    ("&&", Token::Word(Word::And), "write `and`"),
    ("||", Token::Word(Word::Or), "write `or`"),
    ("==>", Token::Word(Word::Implies), "write `implies`"),
    ("=<", Token::Sign("<="), "write `<=`"),
    ("==", Token::Sign("="), "equality is written `=`"),
    ("!=", Token::Sign("/="), "inequality is written `/=`"),
    ("<>", Token::Sign("/="), "inequality is written `/=`"),
    ("->", Token::Word(Word::Implies), "write `implies`"),
    (":=", Token::Sign("="), "a definition is written `def name = ...`"),
    ("!", Token::Word(Word::Not), "write `not`"),
    ("~", Token::Word(Word::Not), "write `not`"),
    ("\u{2264}", Token::Sign("<="), "write `<=`"),
    ("\u{2265}", Token::Sign(">="), "write `>=`"),
    ("\u{2260}", Token::Sign("/="), "write `/=`"),
    ("\u{2227}", Token::Word(Word::And), "write `and`"),
    ("\u{2228}", Token::Word(Word::Or), "write `or`"),
    ("\u{2208}", Token::Word(Word::In), "write `in`"),
    ("\u{2019}", Token::Sign("'"), "the mark of a position after the move is the plain `'`"),
];

/// Whether a character belongs to a name or number. Hidden ones do, so that the whole word has one error.
fn in_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || is_hidden(character)
}

/// The words of a text.
#[must_use]
pub fn lex(source: u16, text: &str) -> Lexed {
    let mut lexer = Lexer { source, text, at: 0, lexed: Lexed::default() };
    while lexer.at < text.len() {
        lexer.next();
    }
    let end = lexer.span(text.len());
    lexer.lexed.tokens.push(Lexeme { token: Token::End, span: end });
    lexer.lexed
}

struct Lexer<'a> {
    source: u16,
    text: &'a str,
    at: usize,
    lexed: Lexed,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        // Texts above four gigabytes are cut off by the caller's limits long before.
        Span { source: self.source, start: start as u32, end: self.at as u32 }
    }

    fn push(&mut self, token: Token, length: usize) -> Span {
        let start = self.at;
        self.at += length;
        let span = self.span(start);
        self.lexed.tokens.push(Lexeme { token, span });
        span
    }

    /// The length of the stretch of characters of one class.
    fn run(&self, class: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        rest.find(|c| !class(c)).unwrap_or(rest.len())
    }

    fn next(&mut self) {
        let Some(first) = self.rest().chars().next() else { return };
        // Some editors begin a text with a mark that is no character of it.
        if first.is_whitespace() || (first == '\u{feff}' && self.at == 0) {
            self.at += first.len_utf8();
        } else if self.rest().starts_with("--") {
            self.comment();
        } else if self.rest().starts_with("//") {
            let span = self.comment();
            self.complain(Code::Comment, span, "a comment begins with `--`".to_owned(), None);
        } else if self.rest().starts_with("/*") {
            let start = self.at;
            self.at = self.rest().find("*/").map_or(self.text.len(), |end| self.at + end + 2);
            let span = self.span(start);
            self.complain(
                Code::Comment,
                span,
                "a comment begins with `--` and ends with its line".to_owned(),
                None,
            );
        } else if first.is_ascii_digit() {
            self.number();
        } else if first.is_alphabetic() || first == '_' {
            self.name();
        } else if first == '"' {
            self.text_in_quotes();
        } else {
            self.sign(first);
        }
    }

    fn comment(&mut self) -> Span {
        let start = self.at;
        self.at += self.run(|c| c != '\n');
        let trimmed = start + self.text[start..self.at].trim_end().len();
        let span = Span { source: self.source, start: start as u32, end: trimmed as u32 };
        if let Some(strange) = strange_in_comment(&self.text[start..trimmed]) {
            self.strange(start, span, "the comment", strange);
        }
        let line = self.text[..start].rsplit('\n').next().unwrap_or("");
        self.lexed.comments.push(Comment { span, own_line: line.trim().is_empty() });
        span
    }

    fn number(&mut self) {
        let length = self.run(in_word);
        let digits = &self.rest()[..length];
        let good = digits.bytes().all(|b| b.is_ascii_digit());
        let (shown, strange) = (digits.to_owned(), hidden_in_name(digits));
        let span = self.push(Token::Number, length);
        if let Some(strange) = strange {
            self.strange(span.start as usize, span, &format!("`{shown}`"), strange);
        } else if !good {
            self.complain(
                Code::MalformedNumber,
                span,
                format!("`{shown}` is neither a number nor a name"),
                None,
            );
        }
    }

    fn name(&mut self) {
        let length = self.run(in_word);
        let text = &self.rest()[..length];
        // A word with a character that is not seen is the word that people read.
        let read = text.replace(is_hidden, "");
        let token = match (Word::from_text(&read), text.as_bytes()) {
            (Some(word), _) => Token::Word(word),
            (None, [b'a'..=b'h', b'1'..=b'8']) => Token::Square,
            _ => Token::Name,
        };
        let (name, strange) = (format!("`{text}`"), strange_in_name(text));
        let span = self.push(token, length);
        if let Some(strange) = strange {
            self.lexed.misspelt.push(span);
            self.strange(span.start as usize, span, &name, strange);
        }
    }

    fn text_in_quotes(&mut self) {
        let inner = self.rest()[1..].find(['"', '\n']).unwrap_or(self.rest().len() - 1);
        let closed = self.rest()[1 + inner..].starts_with('"');
        let length = 1 + inner + usize::from(closed);
        let text = &self.rest()[..length];
        let parts = text.split(|sign: char| !(sign.is_alphanumeric() || is_hidden(sign)));
        let strange = parts.filter_map(|part| {
            let found = strange_in_name(part).or_else(|| strange_in_comment(part))?;
            let at = found.at + part.as_ptr().addr() - text.as_ptr().addr();
            Some(Strange { at, instead: None, ..found })
        });
        let strange = strange.into_iter().next();
        let name = text.to_owned();
        let span = self.push(Token::Text, length);
        if let Some(strange) = strange {
            self.strange(span.start as usize, span, &name, strange);
        }
        if !closed {
            self.complain(Code::UnclosedQuotation, span, "a quotation mark is missing".to_owned(), None);
        }
    }

    fn sign(&mut self, first: char) {
        if let Some((sign, token, help)) =
            FOREIGN.into_iter().find(|(sign, ..)| self.rest().starts_with(sign))
        {
            let span = self.push(token, sign.len());
            self.complain(
                Code::UnknownSign,
                span,
                format!("`{sign}` is not a sign of this language"),
                Some(help),
            );
            return;
        }
        if let Some(sign) = SIGNS.into_iter().find(|sign| self.rest().starts_with(sign)) {
            self.push(Token::Sign(sign), sign.len());
            return;
        }
        let start = self.at;
        self.at += first.len_utf8();
        let span = self.span(start);
        let help = match first {
            ';' => Some("nothing is needed between declarations"),
            '/' => Some("whole numbers are divided with `div`"),
            '%' => Some("the remainder is written `mod`"),
            '#' | '+' => Some("write `mate'` and `check'`"),
            _ => None,
        };
        if is_hidden(first) {
            let told = format!("a character stands here that is not seen, {}", numbered(first));
            let told = Diagnostic::error(Code::HiddenCharacter, span, told).help("delete it").fix(span, "");
            self.lexed.diagnostics.push(told);
            return;
        }
        let shown = if first.is_ascii() { format!("`{first}`") } else { numbered(first) };
        self.complain(Code::UnknownSign, span, format!("{shown} is not a sign of this language"), help);
    }

    /// Complains of a character that is not what it seems, in what begins at `start`.
    fn strange(&mut self, start: usize, whole: Span, name: &str, strange: Strange) {
        let start = (start + strange.at) as u32;
        let place = Span { start, end: start + strange.letter.len_utf8() as u32, ..whole };
        let code = if is_hidden(strange.letter) { Code::HiddenCharacter } else { Code::LookAlike };
        let told = Diagnostic::error(code, place, format!("{name} {}", strange.what));
        self.lexed.diagnostics.push(match strange.instead {
            Some(instead) => told.help(format!("write `{instead}`")).fix(whole, instead),
            None if is_hidden(strange.letter) => told.help("delete it").fix(place, ""),
            None if strange.letter.is_whitespace() => {
                told.help("begin a new line, or delete it").fix(place, "\n")
            }
            None => told.help("write it with letters of one alphabet"),
        });
    }

    fn complain(&mut self, code: Code, span: Span, message: String, help: Option<&str>) {
        let diagnostic = Diagnostic::error(code, span, message).maybe_help(help.map(str::to_owned));
        self.lexed.diagnostics.push(diagnostic);
    }
}
