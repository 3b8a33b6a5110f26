//! The formatter: one layout for every text.
//!
//! It moves words, never changes them: the words of the result are the words of the text, so that both mean the
//! same, and comments stay between the same two words. The syntax tree says where lines must begin (at
//! declarations, at the rules of a strategy, at the clauses of the moves); a line that is too long is broken
//! before its loosest words (`given` before `or` before `and`, and less inside brackets), all of one kind at
//! once, and its parts again if need be. A text that has been laid out does not change when it is laid out
//! again.

use std::collections::HashMap;

use crate::syntax::ast::{Answer, File, ItemKind, Rule, Verdict};
use crate::syntax::parse::{Parsed, parse};
use crate::syntax::token::{Lexeme, Token, Word};
use crate::{Diagnostic, Span};

/// How long a line may be.
const WIDTH: usize = 100;
/// How far the rest of a broken line is moved to the right.
const HANGING: usize = 4;

/// The text in its one layout.
///
/// ```
/// let laid_out = adli_lang::format("def  far=steps( K,k )>2   -- apart").unwrap();
/// assert_eq!(laid_out, "def far = steps(K, k) > 2  -- apart\n");
/// ```
///
/// # Errors
/// What could not be read; such a text is left alone.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(0, text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let mut layout = Layout { text, parsed: &parsed, begins: begins(&parsed), out: String::new() };
    layout.run();
    Ok(layout.out)
}

/// The words at which a line must begin, with its indentation.
fn begins(parsed: &Parsed) -> HashMap<usize, usize> {
    let at: HashMap<u32, usize> =
        parsed.tokens.iter().enumerate().map(|(index, lexeme)| (lexeme.span.start, index)).collect();
    let index = |span: Span| at.get(&span.start).copied().unwrap_or(0);
    let mut begins = HashMap::new();
    let File { items } = &parsed.file;
    for item in items {
        begins.insert(index(item.span), 0);
        match &item.kind {
            ItemKind::Strategy(strategy) => {
                for always in &strategy.always {
                    begins.insert(index(always.span).saturating_sub(1), 2);
                }
                for rule in &strategy.rules {
                    let first = match rule {
                        Rule::Step(step) => index(step.span),
                        Rule::Try { when: Some(when), .. } => index(when.span).saturating_sub(1),
                        Rule::Try { span, .. } => {
                            let first = index(*span);
                            let before = parsed.tokens.get(first.wrapping_sub(1)).map(|lexeme| lexeme.token);
                            first - usize::from(before == Some(Token::Word(Word::Otherwise)))
                        }
                    };
                    begins.insert(first, 2);
                }
                begins.extend(strategy.then.first().map(|name| (index(name.span).saturating_sub(1), 2)));
            }
            ItemKind::Moves(moves) => {
                begins.insert(index(moves.when.span).saturating_sub(1), 2);
                let captures = moves.captures.iter().map(|(name, _)| index(name.span).saturating_sub(1));
                let promotes = moves.promotes.iter().filter_map(|(kinds, _)| kinds.first());
                let promotes = promotes.map(|kind| index(kind.span).saturating_sub(2));
                let passing = moves.passing.iter().map(|expr| index(expr.span).saturating_sub(3));
                let provided = moves.provided.iter().map(|expr| index(expr.span).saturating_sub(1));
                begins
                    .extend(captures.chain(promotes).chain(passing).chain(provided).map(|first| (first, 2)));
            }
            ItemKind::Recogniser(recogniser) => verdicts(&recogniser.rules, 2, &index, parsed, &mut begins),
            _ => {}
        }
    }
    begins
}

fn verdicts(
    rules: &[Verdict],
    indent: usize,
    index: &dyn Fn(Span) -> usize,
    parsed: &Parsed,
    begins: &mut HashMap<usize, usize>,
) {
    for rule in rules {
        begins.insert(index(rule.span), indent);
        if let Answer::Rules(inner) = &rule.then {
            verdicts(inner, indent + 2, index, parsed, begins);
            // The end of a text has no width, and is no brace.
            let end = parsed.tokens.partition_point(|lexeme| lexeme.span.start < rule.span.end);
            begins.insert(end.saturating_sub(1), indent);
        }
    }
}

struct Layout<'a> {
    text: &'a str,
    parsed: &'a Parsed,
    begins: HashMap<usize, usize>,
    out: String,
}

impl Layout<'_> {
    fn run(&mut self) {
        let tokens = &self.parsed.tokens;
        let comments = &self.parsed.comments;
        let words = tokens.len() - 1;
        let (mut first, mut comment) = (0, 0);
        let (mut indent, mut hanging) = (0, 0);
        for (index, lexeme) in tokens.iter().enumerate() {
            let begins = self.begins.get(&index).copied();
            let start = lexeme.span.start;
            let commented = comments.get(comment).is_some_and(|c| c.span.start < start);
            if index == words || begins.is_some() || commented {
                if first < index {
                    self.line(first, index, indent + hanging, if hanging == 0 { HANGING } else { 2 });
                }
                first = index;
                hanging = if begins.is_some() || index == words { 0 } else { HANGING };
                indent = begins.unwrap_or(if index == words { 0 } else { indent });
                while comments.get(comment).is_some_and(|c| c.span.start < start) {
                    self.comment(comment, indent + hanging);
                    comment += 1;
                }
                if index < words {
                    self.blank_line(start);
                }
            }
        }
        if !self.out.is_empty() {
            self.out.truncate(self.out.trim_end().len());
            self.out.push('\n');
        }
    }

    /// Keeps one of the blank lines before a place.
    fn blank_line(&mut self, start: u32) {
        let before = &self.text[..start as usize];
        let gap = &before[before.trim_end().len()..];
        if gap.matches('\n').count() > 1 && !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn comment(&mut self, number: usize, indent: usize) {
        let comment = self.parsed.comments[number];
        let words = &self.text[comment.span.start as usize..comment.span.end as usize];
        if comment.own_line || self.out.is_empty() {
            self.blank_line(comment.span.start);
            self.out.push_str(&" ".repeat(indent));
        } else {
            self.out.truncate(self.out.trim_end().len());
            self.out.push_str("  ");
        }
        self.out.push_str(words);
        self.out.push('\n');
    }

    /// Writes some words as one line, or as several if they are too long.
    fn line(&mut self, first: usize, end: usize, indent: usize, hanging: usize) {
        let flat = self.flat(first, end);
        if indent + flat.chars().count() > WIDTH {
            let mut depth = 0_usize;
            let mut breaks: Vec<(usize, usize)> = Vec::new();
            for index in first + 1..end {
                match self.parsed.tokens[index - 1].token {
                    Token::Sign("(" | "{" | "[") => depth += 1,
                    Token::Sign(")" | "}" | "]") => depth = depth.saturating_sub(1),
                    _ => {}
                }
                breaks.extend(self.looseness(depth, index).map(|looseness| (looseness, index)));
            }
            if let Some(&(loosest, _)) = breaks.iter().min() {
                let mut start = first;
                let at =
                    breaks.iter().filter(|(looseness, _)| *looseness == loosest).map(|(_, index)| *index);
                for next in at.chain([end]) {
                    let more = if start == first { 0 } else { hanging };
                    self.line(start, next, indent + more, if start == first { hanging } else { 2 });
                    start = next;
                }
                return;
            }
        }
        self.out.push_str(&" ".repeat(indent));
        self.out.push_str(&flat);
        self.out.push('\n');
    }

    /// How loosely a word within so many brackets is bound to the one before it, if a line may be broken there; less is looser.
    fn looseness(&self, depth: usize, index: usize) -> Option<usize> {
        let tokens = &self.parsed.tokens;
        let before = tokens[index - 1].token;
        let class = match tokens[index].token {
            Token::Word(Word::Given | Word::Show | Word::Impossible | Word::Under | Word::Expect) => 0,
            Token::Name if self.word(index) == "reported" => 0,
            // A second preference stays with its `then`, a rank with its `by`.
            Token::Word(Word::Least | Word::Most)
                if before == Token::Word(Word::Then) || self.word(index - 1) == "by" =>
            {
                return None;
            }
            Token::Word(Word::From | Word::Within | Word::Least | Word::Most) => 1,
            Token::Word(Word::When | Word::Otherwise) if before != Token::Word(Word::Case) => 1,
            Token::Word(Word::Where) => 2,
            // A name of one's own may read like that too, where a value is expected.
            Token::Name
                if matches!(self.word(index), "by" | "except" | "safe" | "reach" | "hold" | "each")
                    && begins_clause(before) =>
            {
                1
            }
            // The label of a case follows a value.
            Token::Name
                if depth == 0 && tokens[index + 1].token == Token::Sign(":") && ends_value(before) =>
            {
                2
            }
            _ if before == Token::Sign("=") && self.defines(index - 1) => 3,
            // An `if` reaches as far as it can, so that its words are looser than what it holds.
            Token::Word(Word::Then | Word::Else) => 4,
            Token::Word(Word::Implies | Word::Iff) => 5,
            Token::Word(Word::Or) => 6,
            Token::Word(Word::And) => 7,
            _ if before == Token::Sign(",") => 8,
            _ => return None,
        };
        Some(depth * 10 + class)
    }

    /// Whether a `=` separates a definition from its meaning.
    fn defines(&self, index: usize) -> bool {
        let mut depth = 0_i32;
        for lexeme in self.parsed.tokens[..index].iter().rev() {
            match lexeme.token {
                Token::Sign(")") => depth += 1,
                Token::Sign("(") => depth -= 1,
                Token::Word(Word::Def | Word::Change) => return depth == 0,
                Token::Name if depth == 0 => {}
                _ if depth > 0 => {}
                _ => return false,
            }
        }
        false
    }

    fn word(&self, index: usize) -> &str {
        let Lexeme { span, .. } = self.parsed.tokens[index];
        &self.text[span.start as usize..span.end as usize]
    }

    fn flat(&self, first: usize, end: usize) -> String {
        let mut line = String::new();
        for index in first..end {
            if index > first && self.apart(index) {
                line.push(' ');
            }
            line.push_str(self.word(index));
        }
        line
    }

    /// Whether there is a blank before a word.
    fn apart(&self, index: usize) -> bool {
        let tokens = &self.parsed.tokens;
        let (before, here) = (tokens[index - 1].token, tokens[index].token);
        match (before, here) {
            (_, Token::Sign(")" | "]" | "}" | "," | ":" | "." | "'")) => false,
            (Token::Sign("(" | "[" | "{" | "."), _) => false,
            (Token::Name, Token::Sign("(")) => {
                // Where a name begins a clause nothing is called.
                let clause = matches!(self.word(index - 1), "safe" | "by")
                    && index > 1
                    && begins_clause(tokens[index - 2].token);
                self.word(index - 1) == "symmetry" || clause || self.names_text(index - 1)
            }
            (Token::Word(Word::Count), Token::Sign("(")) => false,
            // Two together would begin a comment.
            (Token::Sign("-"), Token::Sign("-")) => true,
            (Token::Sign("-"), _) => !self.is_unary(index - 1),
            _ => true,
        }
    }

    /// Whether a name follows `use`.
    fn names_text(&self, index: usize) -> bool {
        index > 0 && self.parsed.tokens[index - 1].token == Token::Word(Word::Use)
    }

    fn is_unary(&self, minus: usize) -> bool {
        let Some(before) = minus.checked_sub(1).map(|index| self.parsed.tokens[index].token) else {
            return true;
        };
        match before {
            Token::End => true,
            before => !ends_value(before),
        }
    }
}

/// Whether a name after this word may begin a clause: no value is expected there.
fn begins_clause(before: Token) -> bool {
    ends_value(before) || matches!(before, Token::Word(Word::Impossible | Word::Move))
}

/// Whether a value may end with this word.
fn ends_value(token: Token) -> bool {
    match token {
        Token::Sign(sign) => matches!(sign, ")" | "}" | "'"),
        Token::Word(word) => matches!(word, Word::True | Word::False),
        Token::Name | Token::Number | Token::Square | Token::Text => true,
        Token::End => false,
    }
}
