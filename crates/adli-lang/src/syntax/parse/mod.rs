//! Words to a syntax tree.
//!
//! Recursive descent with at most two words of look-ahead. Reading never gives up: the first mistake of a
//! declaration (or of a rule of a strategy) is reported, the rest of it is passed over, and reading starts
//! afresh at the next word that begins a declaration (or a rule). Brackets deeper than [`MAX_DEPTH`] are
//! refused, so that no text can exhaust the stack.

mod claim;
mod declaration;
mod expression;
mod strategy;

use std::collections::HashSet;

use crate::syntax::ast::{Aim, File, Name};
use crate::syntax::lexer::{Comment, Lexed, lex};
use crate::syntax::token::{Lexeme, Token, Word};
use crate::{Code, Diagnostic, Span};

/// How deep expressions may be nested.
pub const MAX_DEPTH: usize = 80;

/// A text that has been read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What was written.
    pub file: File,
    /// Its words.
    pub tokens: Vec<Lexeme>,
    /// Its comments.
    pub comments: Vec<Comment>,
    /// What could not be read.
    pub diagnostics: Vec<Diagnostic>,
    /// From each mistake to where reading started afresh: what is wrong in there may follow from the mistake.
    pub(crate) broken: Vec<Span>,
}

impl Parsed {
    /// Whether a place touches what could not be read, so that a complaint about it may follow from that.
    pub(crate) fn is_broken(&self, place: Span) -> bool {
        let next = self.broken.partition_point(|broken| broken.end <= place.start);
        self.broken.get(next).is_some_and(|broken| broken.start < place.end.max(place.start + 1))
    }

    /// Takes nothing of the text for said, for this reason.
    pub(crate) fn refuse(&mut self, reason: String) {
        let place = self.tokens.first().map_or(Span::default(), |first| first.span);
        self.file.items.clear();
        self.broken.clear();
        self.diagnostics = vec![Diagnostic::error(Code::TooLarge, place, reason)];
    }
}

/// Reads a text.
///
/// ```
/// let parsed = adli_lang::parse(0, "def far = steps(K, k) > 2");
/// assert!(parsed.diagnostics.is_empty());
/// assert_eq!(parsed.file.items.len(), 1);
/// ```
#[must_use]
pub fn parse(source: u16, text: &str) -> Parsed {
    let Lexed { tokens, comments, diagnostics, misspelt } = lex(source, text);
    let mut parser = Parser {
        text,
        tokens: &tokens,
        at: 0,
        complaints: Vec::new(),
        recovering: false,
        broken: Vec::new(),
        misnamed: Vec::new(),
        depth: 0,
    };
    let file = parser.file();
    let (broken, told) = (std::mem::take(&mut parser.broken), parser.told());
    let mut diagnostics: Vec<Diagnostic> = diagnostics.into_iter().chain(told).collect();
    diagnostics.sort_by_key(|d| d.span.start);
    Parsed { file, tokens, comments, diagnostics, broken: joined(broken.into_iter().chain(misspelt)) }
}

/// Places in their order, those that overlap as one.
fn joined(places: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut places: Vec<Span> = places.collect();
    places.sort_unstable();
    places.dedup_by(|next, before| {
        let overlap = next.start < before.end;
        before.end = if overlap { before.end.max(next.end) } else { before.end };
        overlap
    });
    places
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Lexeme],
    at: usize,
    /// Each with the number of the word at which it was made.
    complaints: Vec<(usize, Diagnostic)>,
    /// A mistake was reported; say no more until reading starts afresh.
    recovering: bool,
    broken: Vec<Span>,
    /// Where something was to be called by a word of the language.
    misnamed: Vec<usize>,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn ahead(&self, by: usize) -> Lexeme {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + by).min(last)]
    }

    fn token(&self) -> Token {
        self.ahead(0).token
    }

    fn span(&self) -> Span {
        self.ahead(0).span
    }

    /// The last word read.
    fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn text_of(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    fn text_ahead(&self, by: usize) -> &'a str {
        self.text_of(self.ahead(by).span)
    }

    fn advance(&mut self) -> Lexeme {
        let lexeme = self.ahead(0);
        if lexeme.token != Token::End {
            self.at += 1;
        }
        lexeme
    }

    fn is_word(&self, word: Word) -> bool {
        self.token() == Token::Word(word)
    }

    fn is_sign(&self, sign: &'static str) -> bool {
        self.token() == Token::Sign(sign)
    }

    /// Whether the next word is a name with this text: a word that means something only here.
    fn is_named(&self, text: &str) -> bool {
        self.token() == Token::Name && self.text_ahead(0) == text
    }

    fn eat_word(&mut self, word: Word) -> bool {
        let found = self.is_word(word);
        if found {
            self.at += 1;
        }
        found
    }

    fn eat_sign(&mut self, sign: &'static str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.at += 1;
        }
        found
    }

    fn eat_named(&mut self, text: &str) -> bool {
        let found = self.is_named(text);
        if found {
            self.at += 1;
        }
        found
    }

    /// What stands here, for a message.
    fn found(&self) -> String {
        match self.token() {
            Token::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.text_ahead(0)),
        }
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        if !self.recovering {
            self.broken.push(diagnostic.span);
            self.complaints.push((self.at, diagnostic));
            self.recovering = true;
        }
    }

    /// The complaints. Where something was to be called by a word of the language, it is not told as well that the word stands in places
    /// where a name could.
    fn told(self) -> impl Iterator<Item = Diagnostic> {
        let word = |at: usize| match self.tokens.get(at).map(|lexeme| lexeme.token) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        };
        let words: HashSet<Word> = self.misnamed.iter().filter_map(|&at| word(at)).collect();
        let follows = |at: usize| {
            let near = [Some(at), at.checked_sub(1)].into_iter().flatten();
            !self.misnamed.contains(&at) && near.filter_map(word).any(|word| words.contains(&word))
        };
        let follows: Vec<bool> = self.complaints.iter().map(|(at, _)| follows(*at)).collect();
        let told = self.complaints.into_iter().zip(follows).filter(|(_, follows)| !follows);
        told.map(|((_, diagnostic), _)| diagnostic)
    }

    /// Complains that something else was expected here.
    fn expected(&mut self, what: &str) {
        self.expected_with(what, None);
    }

    fn expected_with(&mut self, what: &str, help: Option<String>) {
        let diagnostic = self.unexpected(what).maybe_help(help);
        self.error(diagnostic);
    }

    /// That something else was expected here.
    fn unexpected(&self, what: &str) -> Diagnostic {
        let message = format!("expected {what}, found {}", self.found());
        // What is missing at the end is missing after the last word.
        let span = if self.token() == Token::End { self.previous() } else { self.span() };
        Diagnostic::error(Code::Unexpected, span, message).maybe_help(self.arrow().map(str::to_owned))
    }

    /// What somebody may have meant who goes on with an arrow after an expression.
    fn arrow(&self) -> Option<&'static str> {
        let before = self.tokens[self.at.saturating_sub(1)].token;
        let is_after_value = !matches!(before, Token::Word(_));
        (self.is_sign("=>") && is_after_value)
            .then_some("`=>` gives the answer of a recogniser; write `implies`, or `>=` for \"at least\"")
    }

    /// Complains of something small: the text goes on after it as if nothing had happened.
    fn complain(&mut self, diagnostic: Diagnostic) {
        if !self.recovering {
            self.complaints.push((self.at, diagnostic));
        }
    }

    fn expect_word(&mut self, word: Word) {
        if !self.eat_word(word) {
            self.expected(&format!("`{}`", word.text()));
        }
    }

    fn expect_sign(&mut self, sign: &'static str) {
        if !self.eat_sign(sign) {
            self.expected(&format!("`{sign}`"));
        }
    }

    fn expect_named(&mut self, text: &str) {
        if !self.eat_named(text) {
            self.expected(&format!("`{text}`"));
        }
    }

    /// The next word as a name, whatever it is.
    fn take_name(&mut self) -> Name {
        let span = self.advance().span;
        Name { text: self.text_of(span).to_owned(), span }
    }

    /// A name that is being given to something.
    fn name(&mut self, what: &str) -> Name {
        match self.token() {
            Token::Name => return self.take_name(),
            Token::Word(word) => {
                let help = format!("`{}` is a word of the language; choose another name", word.text());
                self.expected_with(what, Some(help));
            }
            Token::Square => {
                let help = format!("`{}` is a square; choose another name", self.text_ahead(0));
                self.expected_with(what, Some(help));
            }
            _ => self.expected(what),
        }
        Name { text: String::new(), span: self.span() }
    }

    /// A name that a declaration gives, in front of one of these. A word of the language is told, and passed over.
    fn given_name(&mut self, what: &str, before: &[Token]) -> Name {
        let next = self.ahead(1).token;
        let Token::Word(word) = self.token() else { return self.name(what) };
        self.misnamed.push(self.at);
        if !before.contains(&next) {
            return self.name(what);
        }
        let help = format!("`{}` is a word of the language; choose another name", word.text());
        let complaint = self.unexpected(what).help(help);
        self.complain(complaint);
        Name { text: String::new(), span: self.advance().span }
    }

    /// Names separated by commas.
    fn names(&mut self, what: &str) -> Vec<Name> {
        let mut names = vec![self.name(what)];
        while !self.recovering && self.eat_sign(",") {
            names.push(self.name(what));
        }
        names
    }

    fn number(&mut self, what: &str) -> u32 {
        if self.token() != Token::Number {
            self.expected(what);
            return 0;
        }
        let span = self.advance().span;
        self.text_of(span).parse().unwrap_or_else(|_| {
            self.too_large(span);
            // A number that nobody has anything against: one message is enough.
            1
        })
    }

    /// What is no number at all has been complained of by its characters.
    fn too_large(&mut self, span: Span) {
        if !self.text_of(span).bytes().all(|byte| byte.is_ascii_digit()) {
            return;
        }
        self.complain(Diagnostic::error(Code::MalformedNumber, span, "this number is too large"));
    }

    /// A number of moves, with its unit.
    fn number_of_moves(&mut self) -> u32 {
        let number = self.number("a number of moves");
        if !(self.eat_word(Word::Moves) || self.eat_word(Word::Move)) {
            let help = format!("write `{number} moves`; a move is one by each side, a ply is half of it");
            self.expected_with("`moves`", Some(help));
        }
        number
    }

    /// `to win` or `to draw`.
    fn aim(&mut self) -> Aim {
        self.expect_word(Word::To);
        if self.eat_named("win") {
            Aim::Win
        } else {
            if !self.eat_named("draw") {
                self.expected("`win` or `draw`");
            }
            Aim::Draw
        }
    }

    /// Passes over words until a declaration begins, or one of the given words.
    fn recover(&mut self, also: &[Word]) {
        loop {
            match self.token() {
                Token::End => break,
                Token::Word(word) if also.contains(&word) => break,
                Token::Word(Word::Moves) if self.tokens[self.at.saturating_sub(1)].token == Token::Number => {
                }
                Token::Word(word) if word.declares() => break,
                _ => {}
            }
            self.at += 1;
        }
        self.recovering = false;
        let afresh = self.span().start;
        if let Some(broken) = self.broken.last_mut() {
            broken.end = broken.end.max(afresh);
        }
    }

    /// Runs a reader one level deeper, unless that is too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            return None;
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        Some(read)
    }

    fn too_deep(&mut self) {
        let help = "give a part of it a name with `def`";
        self.error(
            Diagnostic::error(Code::TooLarge, self.span(), "this expression is nested too deeply").help(help),
        );
    }
}
