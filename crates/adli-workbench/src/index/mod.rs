//! Every name of a text: where it is declared, where it is used, and what it is. For editors, so also for texts that are being written.
//!
//! Declarations come from the syntax tree, which has every declaration that could be read, whatever is wrong with the others. Uses come from
//! the words themselves, also of declarations that could not be read to their end. A name means what is bound nearest around it
//! (a parameter, a variable); else what the text itself declares; else what a text declares that it uses; else the laws; else a
//! word that every text knows. What none of them knows is in the index too, and means nothing.

mod bound;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use adli_lang::ast::{Header, Item, ItemKind, Name, OptionValues, Rule, Use};
use adli_lang::{Known, Lexeme, Span, Token, known_word, parse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Text;
use crate::text::FOUNDATIONS;

/// What a name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words of the language")]
pub enum What {
    /// A text that is used.
    Text,
    Endgame,
    Side,
    Man,
    Option,
    /// A value of an option.
    Value,
    Definition,
    Change,
    Parameter,
    /// What a quantifier, a set or `let` binds.
    Variable,
    Strategy,
    Step,
    Advice,
    Recogniser,
    Claim,
}

impl What {
    /// What it is called.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            What::Text => "text",
            What::Endgame => "endgame",
            What::Side => "side",
            What::Man => "man",
            What::Option => "option",
            What::Value => "value",
            What::Definition => "definition",
            What::Change => "change",
            What::Parameter => "parameter",
            What::Variable => "variable",
            What::Strategy => "strategy",
            What::Step => "step",
            What::Advice => "piece of advice",
            What::Recogniser => "recogniser",
            What::Claim => "claim",
        }
    }

    /// Whether it is known only within a declaration.
    #[must_use]
    pub fn is_bound(self) -> bool {
        matches!(self, What::Parameter | What::Variable)
    }
}

/// A name where it gets its meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The name.
    pub name: String,
    /// What it is.
    pub what: What,
    /// Where it is written.
    pub span: Span,
    /// The whole of the declaration, for people who ask what a name is.
    pub item: Span,
    /// Where it is known, if not everywhere.
    pub scope: Option<Span>,
}

/// What a name that is used means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// What this declaration says, by its number.
    Declared(usize),
    /// A word that every text knows.
    Word(&'static Known),
    /// Nothing that anybody knows.
    Unknown,
}

/// A name where it is used; where it is declared counts as a use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    /// Where.
    pub span: Span,
    /// What it means there.
    pub meaning: Meaning,
}

/// The names of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Index {
    /// Its own, then those of texts that it uses, then those of the laws.
    pub declarations: Vec<Declaration>,
    /// All names in the text, in its order.
    pub references: Vec<Reference>,
}

impl Index {
    /// The names of a text.
    #[must_use]
    pub fn of(text: &Text) -> Index {
        let parsed = parse(text.number, text.words());
        let mut index = Index::default();
        parsed.file.items.iter().for_each(|item| index.declare(item, true));
        for item in &parsed.file.items {
            if let ItemKind::Use(wanted) = &item.kind {
                index.declare_used(text, wanted);
            }
        }
        let laws = text.sources.find(FOUNDATIONS[0]).filter(|&laws| laws != text.number);
        if let Some((laws, source)) = laws.and_then(|laws| Some((laws, text.sources.get(laws)?))) {
            parse(laws, &source.text).file.items.iter().for_each(|item| index.declare(item, false));
        }
        let is_name = |lexeme: &&Lexeme| matches!(lexeme.token, Token::Name | Token::Text);
        let mut known = Named::new(&index.declarations);
        let reference = |lexeme: &Lexeme| {
            let name = text.sources.text(lexeme.span).trim_matches('"');
            Reference { span: lexeme.span, meaning: known.meaning(name, lexeme.span) }
        };
        let references = parsed.tokens.iter().filter(is_name).map(reference).collect();
        Index { references, ..index }
    }

    /// The name at a place, counted in bytes.
    #[must_use]
    pub fn at(&self, place: u32) -> Option<&Reference> {
        self.references.iter().find(|found| found.span.start <= place && place <= found.span.end)
    }

    /// Where the name at a place is declared.
    #[must_use]
    pub fn definition(&self, place: u32) -> Option<&Declaration> {
        match self.at(place)?.meaning {
            Meaning::Declared(number) => self.declarations.get(number),
            Meaning::Word(_) | Meaning::Unknown => None,
        }
    }

    /// Everywhere in the text where the name at a place means the same.
    #[must_use]
    pub fn uses(&self, place: u32) -> Vec<Span> {
        let Some(wanted) = self.at(place).filter(|found| found.meaning != Meaning::Unknown) else {
            return Vec::new();
        };
        let same = self.references.iter().filter(|found| found.meaning == wanted.meaning);
        same.map(|found| found.span).collect()
    }

    fn push(&mut self, name: &Name, what: What, item: Span, scope: Option<Span>) {
        if !name.text.is_empty() {
            self.declarations.push(Declaration {
                name: name.text.clone(),
                what,
                span: name.span,
                item,
                scope,
            });
        }
    }

    /// What a declaration names: of another text only what it offers.
    fn declare(&mut self, item: &Item, own: bool) {
        let at = item.span;
        match &item.kind {
            ItemKind::Endgame(header) if own => self.declare_men(header, at),
            ItemKind::Endgame(_) | ItemKind::Use(_) | ItemKind::Moves(_) => {}
            ItemKind::Option(option) => {
                self.push(&option.name, What::Option, at, None);
                if let OptionValues::Names(values) = &option.values {
                    values.iter().for_each(|value| self.push(value, What::Value, at, None));
                }
            }
            ItemKind::Def(def) => {
                self.push(&def.name, if def.change { What::Change } else { What::Definition }, at, None);
            }
            ItemKind::Strategy(strategy) => {
                self.push(&strategy.name, What::Strategy, at, None);
                // Also of another text: `mj.step = squeeze`.
                for rule in &strategy.rules {
                    if let Rule::Step(step) = rule {
                        self.push(&step.name, What::Step, step.span, None);
                    }
                }
            }
            ItemKind::Advice(advice) => self.push(&advice.name, What::Advice, at, None),
            ItemKind::Recogniser(recogniser) => self.push(&recogniser.name, What::Recogniser, at, None),
            ItemKind::Claim(claim) if own => self.push(&claim.name, What::Claim, at, None),
            ItemKind::Claim(_) => {}
        }
        if own {
            for (name, what, scope) in bound::names(item) {
                self.push(name, what, at, Some(scope));
            }
        }
    }

    fn declare_men(&mut self, header: &Header, at: Span) {
        self.push(&header.name, What::Endgame, at, None);
        for side in &header.sides {
            self.push(&side.name, What::Side, at, None);
            side.men.iter().for_each(|man| self.push(man, What::Man, at, None));
        }
    }

    /// What a text offers to another one that uses it.
    fn declare_used(&mut self, text: &Text, wanted: &Use) {
        let source = text.sources.find(&wanted.path.text);
        let Some((number, source)) = source.and_then(|n| Some((n, text.sources.get(n)?))) else { return };
        let span = Span { source: number, start: 0, end: 0 };
        let item = Span { source: number, start: 0, end: source.text.len() as u32 };
        let (name, scope) = (wanted.path.text.clone(), Some(wanted.path.span));
        self.declarations.push(Declaration { name, what: What::Text, span, item, scope });
        let listed = wanted.names.as_ref();
        let listed = listed.map(|names| names.iter().map(|name| name.text.as_str()).collect::<HashSet<_>>());
        for item in &parse(number, &source.text).file.items {
            let name = item.kind.name().map_or("", |name| name.text.as_str());
            if listed.as_ref().is_none_or(|listed| listed.contains(name)) {
                self.declare(item, false);
            }
        }
    }
}

/// Declarations by their names, for uses that come in the order of the text.
struct Named<'a> {
    /// The first that is known everywhere, by its number.
    everywhere: HashMap<&'a str, usize>,
    somewhere: HashMap<&'a str, Scopes>,
}

/// Where declarations of one name are known, with their numbers: parts of the text that lie within one another or apart.
#[derive(Default)]
struct Scopes {
    /// Those that have not begun, the next one last.
    later: Vec<(Span, usize)>,
    /// Those that have begun and not ended, the innermost last.
    open: Vec<(Span, usize)>,
}

impl<'a> Named<'a> {
    fn new(declarations: &'a [Declaration]) -> Named<'a> {
        let mut named = Named { everywhere: HashMap::new(), somewhere: HashMap::new() };
        for (number, declared) in declarations.iter().enumerate() {
            let name = declared.name.as_str();
            match declared.scope {
                Some(scope) => named.somewhere.entry(name).or_default().later.push((scope, number)),
                None => {
                    named.everywhere.entry(name).or_insert(number);
                }
            }
        }
        // The outer one before the inner one; of two in the same place the first is the innermost.
        let order = |(scope, number): &(Span, usize)| (Reverse(scope.start), scope.end, *number);
        named.somewhere.values_mut().for_each(|scopes| scopes.later.sort_unstable_by_key(order));
        named
    }

    /// What a name means: the nearest around it; else what is known everywhere, in the order of declarations.
    fn meaning(&mut self, name: &str, span: Span) -> Meaning {
        let nearest = self.somewhere.get_mut(name).and_then(|scopes| scopes.around(span));
        match nearest.or_else(|| self.everywhere.get(name).copied()) {
            Some(number) => Meaning::Declared(number),
            None => known_word(name).map_or(Meaning::Unknown, Meaning::Word),
        }
    }
}

impl Scopes {
    /// The declaration of the innermost part around a place.
    fn around(&mut self, place: Span) -> Option<usize> {
        while let Some(next) = self.later.pop_if(|(scope, _)| scope.start <= place.start) {
            while self.open.pop_if(|(scope, _)| scope.end <= next.0.start).is_some() {}
            self.open.push(next);
        }
        while self.open.pop_if(|(scope, _)| scope.end < place.end).is_some() {}
        self.open.last().map(|(_, number)| *number)
    }
}

#[cfg(test)]
mod tests;
