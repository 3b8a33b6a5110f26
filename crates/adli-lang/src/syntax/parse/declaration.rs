//! Declarations: header, `use`, options, definitions, and the moves of the laws.

use super::Parser;
use crate::suggest::suggest;
use crate::syntax::ast::{
    Def, File, Header, HeaderSide, Item, ItemKind, MAX_MEN, MovesItem, Name, OptionItem, OptionValues,
    ParamType, Use,
};
use crate::syntax::token::{Token, Word};
use crate::{Code, Diagnostic};

impl Parser<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut items = Vec::new();
        while self.token() != Token::End {
            let start = self.at;
            if let Some(item) = self.item() {
                items.push(item);
            }
            if self.at == start {
                self.at += 1;
            }
            if self.recovering {
                self.recover(&[]);
            }
        }
        File { items }
    }

    fn item(&mut self) -> Option<Item> {
        let start = self.span();
        let word = match self.token() {
            Token::Word(word) if word.declares() => word,
            _ => {
                let found = self.text_ahead(0);
                // Whatever could have gone on here was not recognised, so it may be any word.
                let near = suggest(found, Word::ALL.iter().map(|word| word.text()));
                let expected = self.unexpected("a declaration, such as `def` or `strategy`");
                self.error(expected.did_you_mean(near));
                return None;
            }
        };
        self.advance();
        let kind = match word {
            Word::Endgame => ItemKind::Endgame(self.header()),
            Word::Use => ItemKind::Use(self.use_item()),
            Word::Option => ItemKind::Option(self.option_item()),
            Word::Def | Word::Change => ItemKind::Def(self.def(word == Word::Change)),
            Word::Moves => ItemKind::Moves(Box::new(self.moves_item())),
            Word::Strategy => ItemKind::Strategy(self.strategy()),
            Word::Advice => ItemKind::Advice(self.advice()),
            Word::Recogniser => ItemKind::Recogniser(self.recogniser()),
            _ => ItemKind::Claim(Box::new(self.claim(word))),
        };
        Some(Item { span: start.to(self.previous()), kind })
    }

    fn header(&mut self) -> Header {
        let name = self.name("the name of the endgame");
        let mut sides = vec![self.header_side()];
        self.versus();
        sides.push(self.header_side());
        if sides.iter().map(|side| side.men.len()).sum::<usize>() > MAX_MEN {
            let message = format!("a header has at most {MAX_MEN} men");
            self.error(Diagnostic::error(Code::HeaderMen, name.span, message));
            sides.iter_mut().for_each(|side| side.men.clear());
        }
        let mut alternatives = Vec::new();
        if self.eat_word(Word::Where) {
            loop {
                let letter = self.name("the letter of a man");
                self.expect_word(Word::Is);
                let mut kinds = vec![self.name("a kind of man, such as `B`")];
                while !self.recovering && self.eat_word(Word::Or) {
                    kinds.push(self.name("a kind of man, such as `B`"));
                }
                alternatives.push((letter, kinds));
                if self.recovering || !self.eat_word(Word::And) {
                    break;
                }
            }
        }
        Header { name, sides, alternatives }
    }

    /// The `v` between the two sides. Other ways to write it are told, and understood.
    fn versus(&mut self) {
        const VERSUS: &str = "`v` between the two sides";
        if self.eat_named("v") {
            return;
        }
        if !["vs", "versus", "against"].iter().any(|word| self.is_named(word)) {
            let help = "a header reads `endgame KRK White K R v Black k`";
            return self.expected_with(VERSUS, Some(help.to_owned()));
        }
        let complaint = self.unexpected(VERSUS).help("write `v`");
        let start = self.advance().span;
        self.eat_sign(".");
        self.complain(complaint.fix(start.to(self.previous()), "v"));
    }

    fn header_side(&mut self) -> HeaderSide {
        let name = self.name("the name of a side, such as `White`");
        let mut men = Vec::new();
        while self.token() == Token::Name && self.text_ahead(0).len() == 1 && !self.is_named("v") {
            men.push(self.take_name());
        }
        if men.is_empty() {
            self.expected_with(
                "the letters of the men of this side",
                Some("write one letter for each man with blanks between, such as `White K R`".to_owned()),
            );
        }
        HeaderSide { name, men }
    }

    fn use_item(&mut self) -> Use {
        let path = if self.token() == Token::Text {
            let mut name = self.take_name();
            name.text = name.text.trim_matches('"').to_owned();
            name
        } else {
            self.name("the name of a text, such as `geometry` or `\"krk/vocabulary\"`")
        };
        let names = self.eat_sign("(").then(|| {
            let names = self.names("a name from that text");
            self.expect_sign(")");
            names
        });
        let mut men = Vec::new();
        let mut more = self.eat_word(Word::Where);
        while more {
            let there = self.name("the letter of a man of that text");
            self.expect_word(Word::Is);
            men.push((there, self.name("the letter of a man of this text")));
            more = !self.recovering && self.eat_word(Word::And);
        }
        let settings = if self.eat_word(Word::With) { self.settings() } else { Vec::new() };
        Use { path, names, men, settings }
    }

    /// `spare = 2, repaired = false`
    pub(super) fn settings(&mut self) -> Vec<(Name, crate::syntax::ast::Expr)> {
        let mut settings = Vec::new();
        loop {
            let name = self.name("the name of an option");
            self.expect_sign("=");
            settings.push((name, self.sum()));
            if self.recovering || !self.eat_sign(",") {
                return settings;
            }
        }
    }

    fn option_item(&mut self) -> OptionItem {
        let name = self.given_name("a name for the option", &[Token::Sign(":")]);
        self.expect_sign(":");
        let values = if self.eat_sign("{") {
            let names = self.names("a name for a value");
            self.expect_sign("}");
            OptionValues::Names(names)
        } else {
            OptionValues::Type(self.name("`Int`, `Bool` or names in braces"))
        };
        self.expect_sign("=");
        OptionItem { name, values, default: self.sum() }
    }

    fn def(&mut self, change: bool) -> Def {
        let name = self.given_name("a name for the definition", &[Token::Sign("="), Token::Sign("(")]);
        let params = self.params();
        let params = params.into_iter().map(|(name, kind)| (name, self.plain_type(kind))).collect();
        if self.is_sign("'") {
            let help = "a prime marks what is meant after the move; the definition itself has none";
            self.expected_with("`=`", Some(help.to_owned()));
        } else {
            self.expect_sign("=");
        }
        Def { name, change, params, body: self.expr() }
    }

    /// The type of what a definition is given: only advice needs numbers that are written down.
    fn plain_type(&mut self, kind: ParamType) -> Name {
        match kind {
            ParamType::Named(name) => name,
            ParamType::Numbers(_, _, span) => {
                let message = "the numbers that a definition is given have no bounds";
                self.complain(Diagnostic::error(Code::Unexpected, span, message).help("write `Int`"));
                Name { text: "Int".to_owned(), span }
            }
        }
    }

    /// `(a, b: Square, n: Int)`
    pub(super) fn params(&mut self) -> Vec<(Name, ParamType)> {
        let mut params = Vec::new();
        if !self.eat_sign("(") {
            return params;
        }
        loop {
            if let Token::Word(_) = self.token() {
                self.misnamed.push(self.at);
            }
            let names = self.names("a name for what is given");
            if !self.is_sign(":") {
                let help = "every parameter has a type, such as `(a, b: Square)`";
                self.expected_with("`:` and a type", Some(help.to_owned()));
            }
            self.eat_sign(":");
            let kind = self.param_type();
            params.extend(names.into_iter().map(|name| (name, kind.clone())));
            if self.recovering || !self.eat_sign(",") {
                break;
            }
        }
        self.expect_sign(")");
        params
    }

    /// `Square`, or `1 .. 12`
    fn param_type(&mut self) -> ParamType {
        if self.token() != Token::Number {
            return ParamType::Named(self.name("a type, such as `Square` or `Int`"));
        }
        let start = self.span();
        let first = self.number("a number");
        self.expect_sign("..");
        let last = self.number("a number");
        ParamType::Numbers(first, last, start.to(self.previous()))
    }

    fn moves_item(&mut self) -> MovesItem {
        let mover = self.name("a name for the man who moves");
        self.expect_word(Word::In);
        let movers = self.sum();
        self.expect_word(Word::To);
        let target = self.name("a name for the square he goes to");
        self.expect_word(Word::In);
        let targets = self.sum();
        self.expect_word(Word::When);
        let when = self.expr();
        let (mut captures, mut promotes, mut passing, mut provided) = (None, None, None, None);
        while !self.recovering && self.token() == Token::Name {
            if self.eat_named("captures") {
                let name = self.name("a name for the man who is captured");
                self.expect_word(Word::Where);
                captures = Some((name, self.expr()));
            } else if self.eat_named("promotes") {
                self.expect_word(Word::To);
                let kinds = self.names("a kind of man");
                self.expect_word(Word::Where);
                promotes = Some((kinds, self.expr()));
            } else if self.eat_named("passing") {
                self.expect_sign("'");
                self.expect_sign("=");
                passing = Some(self.expr());
            } else if self.eat_named("provided") {
                provided = Some(self.expr());
            } else {
                let help = "the moves go on with `captures`, `promotes`, `passing'` or `provided`";
                let message = format!("`{}` is no part of the moves", self.text_ahead(0));
                self.error(Diagnostic::error(Code::UnknownClause, self.span(), message).help(help));
            }
        }
        MovesItem {
            mover: (mover, movers),
            target: (target, targets),
            when,
            captures,
            promotes,
            passing,
            provided,
        }
    }
}
