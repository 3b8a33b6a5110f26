//! What could stand at a place of a text that is being written.
//!
//! The words before the place decide: after `use` stand names of texts, after a dot what the thing before it has, after a colon among
//! parameters types, and so on. Everywhere else an expression may stand, and with it all that this text, those that it uses and the laws have
//! given names to; where a line begins also whatever begins a line.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use std::collections::BTreeSet;

use adli_lang::{KNOWN, Lexeme, Token, Word, parse};
use schemars::JsonSchema;
use serde::Serialize;

use super::hover::{detail, man};
use crate::extent::{Extent, InText};
use crate::index::{Declaration, Index, Meaning, What};
use crate::library::Entry;
use crate::text::Text;

/// What could stand at a place, instead of the word that has been begun there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Completion {
    #[serde(flatten)]
    pub at: Extent,
    pub items: Vec<Offered>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offered {
    pub label: String,
    /// `man`, `definition`, `word`, `keyword`, ..
    pub what: &'static str,
    pub detail: String,
}

impl InText for Completion {
    fn extents(&mut self) -> Vec<&mut Extent> {
        vec![&mut self.at]
    }
}

/// Words that stand in expressions.
const IN_EXPRESSIONS: [&str; 22] = [
    "and",
    "or",
    "not",
    "implies",
    "iff",
    "if",
    "then",
    "else",
    "case",
    "when",
    "otherwise",
    "let",
    "in",
    "some",
    "every",
    "count",
    "sum",
    "subset",
    "true",
    "false",
    "after",
    "up",
];
/// Words with which a line of a declaration begins.
const CLAUSES: [&str; 18] = [
    "step",
    "always",
    "try",
    "when",
    "otherwise",
    "then",
    "reach",
    "hold",
    "within",
    "each",
    "replies",
    "quickest",
    "one",
    "where",
    "from",
    "by",
    "expect",
    "under",
];
const AFTER_STRATEGY: [&str; 6] =
    ["reaches mate", "reaches mate within", "keeps value", "keeps draw", "is optimal", "is symmetric"];
const AFTER_RECOGNISER: [&str; 4] = ["sound", "complete", "exact", "uses every rule"];
const QUESTIONS: [&str; 6] =
    ["count positions where", "count classes where", "list", "longest", "share", "tally"];
const STATEMENTS: [&str; 2] = ["in every position where", "for play p0 .. p2 of"];
const TYPES: [&str; 7] = ["Int", "Bool", "Square", "Set", "Man", "Side", "Kind"];

/// What could stand at a place, counted in bytes: everything that begins like the word before it, or all of it if nothing does.
#[must_use]
pub fn complete(text: &Text, place: u32) -> Completion {
    let words = text.words();
    let place = floor(words, place);
    let before = words.get(..place).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    if line.contains("--") {
        return Completion { at: Extent { from: place as u32, to: place as u32 }, items: Vec::new() };
    }
    if let Some(begun) = after_use(line) {
        return texts(text, place, begun);
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let begun = before.len() - before.trim_end_matches(is_part).len();
    let from = place - begun;
    let rest = words.get(place..).unwrap_or("");
    let to = place + (rest.len() - rest.trim_start_matches(is_part).len());
    let prefix = words.get(from..place).unwrap_or("");
    let begins_line = line.trim_start().len() == begun;
    let offers = Offers::new(text, from as u32).at(begins_line);
    let fits = |offered: &&Offered| offered.label.to_lowercase().starts_with(&prefix.to_lowercase());
    let mut items: Vec<Offered> = offers.iter().filter(fits).cloned().collect();
    if items.is_empty() {
        items = offers;
    }
    let mut seen = BTreeSet::new();
    items.retain(|offered| seen.insert(offered.label.clone()));
    Completion { at: Extent { from: from as u32, to: to as u32 }, items }
}

/// The nearest place before it where a character begins.
fn floor(words: &str, place: u32) -> usize {
    let mut at = (place as usize).min(words.len());
    while !words.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// What has been written of the name of a text, if a line ends with that.
fn after_use(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("use")?;
    let name = rest.trim_start();
    let begun = name.strip_prefix('"').unwrap_or(name);
    let is_name = begun.chars().all(|c| c.is_alphanumeric() || "_-/.".contains(c));
    (rest.len() > name.len() && is_name).then_some(begun)
}

fn texts(text: &Text, place: usize, begun: &str) -> Completion {
    let words = text.words();
    let from = place - begun.len();
    let quoted = words.get(..from).is_some_and(|before| before.ends_with('"'));
    let names = text.sources.names().filter(|name| text.sources.find(name) != Some(text.number));
    let items = names.filter(|name| name.starts_with(begun)).filter_map(|name| {
        let source = text.sources.get(text.sources.find(name)?)?;
        let label = if quoted || !name.contains('/') { name.to_owned() } else { format!("\"{name}\"") };
        Some(Offered { label, what: What::Text.word(), detail: Entry::new(name, &source.text).about })
    });
    Completion { at: Extent { from: from as u32, to: place as u32 }, items: items.collect() }
}

/// What is known at a place.
struct Offers<'t> {
    text: &'t Text,
    index: Index,
    /// The words before the place.
    before: Vec<Lexeme>,
    place: u32,
}

impl<'t> Offers<'t> {
    fn new(text: &'t Text, place: u32) -> Offers<'t> {
        let mut before = parse(text.number, text.words()).tokens;
        before.retain(|lexeme| lexeme.token != Token::End && lexeme.span.end <= place);
        Offers { text, index: Index::of(text), before, place }
    }

    /// The word that stands so many words before the place, from 0.
    fn back(&self, number: usize) -> Option<Token> {
        self.before.iter().rev().nth(number).map(|lexeme| lexeme.token)
    }

    fn words_back(&self, number: usize) -> &str {
        self.before.iter().rev().nth(number).map_or("", |lexeme| self.text.sources.text(lexeme.span))
    }

    fn at(&self, begins_line: bool) -> Vec<Offered> {
        if begins_line {
            let declarations = Word::ALL.iter().filter(|word| word.declares()).map(|word| word.text());
            return keywords(declarations.chain(CLAUSES)).chain(self.expression()).collect();
        }
        match self.back(0) {
            Some(Token::Sign(".")) => self.after_dot(),
            Some(Token::Sign(":")) if self.is_parameter() => keywords(TYPES).collect(),
            Some(Token::Sign(":")) if self.back(2) == Some(Token::Word(Word::Query)) => {
                keywords(QUESTIONS).collect()
            }
            Some(Token::Sign(":")) if self.begins_claim() => {
                let subjects = self.declared(|what| matches!(what, What::Strategy | What::Recogniser));
                keywords(STATEMENTS).chain(subjects).collect()
            }
            Some(Token::Sign(":")) if self.back(2) == Some(Token::Word(Word::Step)) => {
                keywords(["move"]).collect()
            }
            Some(Token::Name) if self.begins_claim_at(1) => match self.declaration_back(0).map(|d| d.what) {
                Some(What::Strategy) => keywords(AFTER_STRATEGY).collect(),
                Some(What::Recogniser) => keywords(AFTER_RECOGNISER).collect(),
                _ => self.expression(),
            },
            Some(Token::Word(Word::For)) => {
                let sides = self.declared(|what| what == What::Side);
                sides.chain(keywords(["play", "every size >="])).collect()
            }
            Some(Token::Word(Word::To)) => keywords(["win", "draw", "move", "symmetry"]).collect(),
            Some(Token::Word(Word::Expect)) => keywords(["proved", "refuted"]).collect(),
            Some(Token::Word(Word::Try)) => self.declared(|what| what == What::Advice).collect(),
            Some(Token::Name) if self.words_back(0) == "can" => {
                self.declared(|what| what == What::Advice).collect()
            }
            Some(Token::Word(Word::Move)) => {
                let men = self.declared(|what| what == What::Man);
                men.chain(keywords(["where", "least", "most"])).collect()
            }
            Some(Token::Word(word)) if word.declares() => Vec::new(),
            _ => self.expression(),
        }
    }

    /// What the thing before a dot has.
    fn after_dot(&self) -> Vec<Offered> {
        match self.declaration_back(1).map(|declared| declared.what) {
            Some(What::Strategy) => keywords(["step", "allows"]).collect(),
            Some(What::Recogniser) => keywords(["answer", "rule"]).collect(),
            _ => keywords(["file", "rank"]).collect(),
        }
    }

    fn declaration_back(&self, number: usize) -> Option<&Declaration> {
        let span = self.before.iter().rev().nth(number)?.span;
        match self.index.at(span.start)?.meaning {
            Meaning::Declared(number) => self.index.declarations.get(number),
            Meaning::Word(_) | Meaning::Unknown => None,
        }
    }

    /// Whether a colon stands among the parameters of a declaration: `def f(x:`.
    fn is_parameter(&self) -> bool {
        let sign = |lexeme: &&Lexeme, sign| lexeme.token == Token::Sign(sign);
        let mut back = self
            .before
            .iter()
            .rev()
            .skip_while(|lexeme| !sign(lexeme, "(") && !sign(lexeme, ")") && !sign(lexeme, "="));
        let opens = back.next().is_some_and(|lexeme| lexeme.token == Token::Sign("("));
        let named = back.next().is_some_and(|lexeme| lexeme.token == Token::Name);
        let declares = [Word::Def, Word::Change, Word::Advice].map(Token::Word);
        opens && named && back.next().is_some_and(|lexeme| declares.contains(&lexeme.token))
    }

    /// Whether the last words are `theorem name:` or `lemma name:`.
    fn begins_claim(&self) -> bool {
        self.begins_claim_at(0)
    }

    fn begins_claim_at(&self, number: usize) -> bool {
        self.back(number) == Some(Token::Sign(":"))
            && self.back(number + 1) == Some(Token::Name)
            && [Word::Lemma, Word::Theorem]
                .map(|word| Some(Token::Word(word)))
                .contains(&self.back(number + 2))
    }

    /// What may stand in an expression: names that are known at the place, then words that every text knows, then keywords.
    fn expression(&self) -> Vec<Offered> {
        let names = self.declared(|what| {
            !matches!(what, What::Text | What::Endgame | What::Claim | What::Step | What::Value)
        });
        let known = KNOWN.iter().map(|known| Offered {
            label: known.word.to_owned(),
            what: "word",
            detail: format!("`{}`: {}", known.form, known.meaning),
        });
        names.chain(known).chain(keywords(IN_EXPRESSIONS)).collect()
    }

    /// Names that are known at the place and are of some sorts.
    fn declared(&self, wanted: fn(What) -> bool) -> impl Iterator<Item = Offered> {
        let known = |declared: &&Declaration| {
            declared.scope.is_none_or(|scope| {
                scope.source == self.text.number && scope.start <= self.place && self.place <= scope.end
            })
        };
        let names =
            self.index.declarations.iter().filter(known).filter(move |declared| wanted(declared.what));
        names.map(|declared| Offered {
            label: declared.name.clone(),
            what: declared.what.word(),
            detail: match declared.what {
                What::Man => man(self.text, &declared.name),
                What::Side => "a side of this endgame".to_owned(),
                _ => detail(self.text, declared),
            },
        })
    }
}

fn keywords<'k>(words: impl IntoIterator<Item = &'k str>) -> impl Iterator<Item = Offered> {
    let offered = words.into_iter().map(|word| Offered {
        label: word.to_owned(),
        what: "keyword",
        detail: String::new(),
    });
    offered.collect::<Vec<_>>().into_iter()
}
