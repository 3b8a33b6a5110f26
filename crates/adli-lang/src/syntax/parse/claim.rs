//! Lemmas, theorems and queries.

use super::Parser;
use crate::syntax::ast::{
    ByLemmas, ClaimItem, Exception, ExceptionKind, Expectation, Expr, ExprKind, Name, Question, Statement,
};
use crate::syntax::token::{Token, Word};
use crate::{Code, Diagnostic};

/// The last position of a play that a lemma can speak of.
const LAST_POSITION: u32 = 31;

impl Parser<'_> {
    pub(super) fn claim(&mut self, word: Word) -> ClaimItem {
        let name = self.given_name("a name for the claim", &[Token::Sign(":")]);
        self.expect_sign(":");
        let says = match word {
            Word::Lemma => self.lemma(),
            Word::Theorem => self.theorem(),
            _ => self.query(),
        };
        let mut claim = ClaimItem {
            name,
            says,
            under: Vec::new(),
            fifty: false,
            sizes: None,
            by: Vec::new(),
            expect: None,
            reported: Vec::new(),
        };
        while !self.recovering {
            if self.eat_word(Word::Under) {
                if self.eat_named("fifty") {
                    claim.fifty = true;
                } else {
                    claim.under.extend(self.settings());
                }
            } else if self.eat_word(Word::For) {
                self.expect_word(Word::Every);
                self.expect_named("size");
                self.expect_sign(">=");
                claim.sizes = Some(self.number("the smallest size"));
            } else if self.eat_named("by") {
                self.by(&mut claim);
            } else if self.eat_word(Word::Expect) {
                let before = self.previous();
                if claim.expect.replace(self.expectation()).is_some() {
                    self.complain(Diagnostic::error(
                        Code::Expectation,
                        before,
                        "a claim says once what is expected",
                    ));
                }
            } else if self.eat_named("reported") {
                claim.reported.extend(self.figures());
            } else {
                break;
            }
        }
        claim
    }

    /// What a claim follows from: for a lemma the names of others, for a theorem a measure that falls.
    fn by(&mut self, claim: &mut ClaimItem) {
        match &mut claim.says {
            Statement::Play { .. } | Statement::Everywhere { .. } => {
                if !self.is_sign("(") {
                    let help = "name the lemmas from which it follows: `by (first, second)`";
                    self.expected_with("`(`", Some(help.to_owned()));
                }
                claim.by = self.lemma_names();
            }
            Statement::Reaches { .. } if self.names_theorems() => {
                claim.by = vec![self.tallied()];
                while !self.recovering && self.eat_sign(",") {
                    claim.by.push(self.tallied());
                }
            }
            Statement::Reaches { by, .. } => *by = Some(Box::new(self.by_lemmas())),
            _ => self.expected("a lemma, or a claim that a strategy `reaches mate`, before `by`"),
        }
    }

    /// Whether theorems of other texts follow, `queen.wins, rook.wins`, and not numbers that fall, `K.file, K.rank falls ..`.
    fn names_theorems(&self) -> bool {
        let mut at = 0;
        loop {
            let dotted = [Token::Name, Token::Sign("."), Token::Name];
            if (0..3).any(|by| self.ahead(at + by).token != dotted[by]) {
                return false;
            }
            at += 3;
            match self.ahead(at).token {
                Token::Sign(",") => at += 1,
                Token::Sign(_) => return false,
                _ => return self.text_ahead(at) != "falls",
            }
        }
    }

    /// Numbers with what they count, separated by commas.
    fn figures(&mut self) -> Vec<(u32, Name)> {
        let mut figures = Vec::new();
        loop {
            let number = self.number("a number, such as `11 seconds`");
            figures.push((number, self.name("what the number counts, such as `seconds`")));
            if self.recovering || !self.eat_sign(",") {
                return figures;
            }
        }
    }

    fn expectation(&mut self) -> Expectation {
        if self.token() == Token::Number {
            Expectation::Number(self.number("a number"))
        } else if self.eat_sign("{") {
            let mut tally = Vec::new();
            while !self.recovering && !self.is_sign("}") {
                let value = self.tallied();
                self.expect_sign(":");
                tally.push((value, self.number("how many positions have that value")));
                if !self.eat_sign(",") {
                    break;
                }
            }
            self.expect_sign("}");
            Expectation::Tally(tally)
        } else {
            Expectation::Verdict(self.name("a number, `proved` or `refuted`"))
        }
    }

    /// A value of which positions are counted, or a theorem of another text: a number, `true` or `false`, or a name such as `queen.squeeze`.
    fn tallied(&mut self) -> Name {
        let start = self.span();
        let text = if self.eat_sign("-") {
            format!("-{}", self.number("a number"))
        } else if self.token() == Token::Number {
            self.number("a number").to_string()
        } else if self.eat_word(Word::True) {
            "true".to_owned()
        } else if self.eat_word(Word::False) {
            "false".to_owned()
        } else {
            let mut text = self.name("a value, such as `3` or the name of a step").text;
            while !self.recovering && self.eat_sign(".") {
                text = format!("{text}.{}", self.name("the name of a step").text);
            }
            text
        };
        Name { text, span: start.to(self.previous()) }
    }

    fn lemma(&mut self) -> Statement {
        if self.eat_word(Word::In) {
            self.expect_word(Word::Every);
            self.expect_named("position");
            let domain = self.eat_word(Word::Where).then(|| self.expr());
            self.expect_sign(":");
            return Statement::Everywhere { domain, show: self.expr() };
        }
        if !self.is_word(Word::For) {
            let help =
                "a lemma reads `for play p0 .. p6 of S given .. show ..` or `in every position where ..: ..`";
            self.expected_with("`for play` or `in every position`", Some(help.to_owned()));
        }
        self.eat_word(Word::For);
        self.expect_named("play");
        self.expect_named("p0");
        self.expect_sign("..");
        let last = self.position_number();
        self.expect_word(Word::Of);
        let strategy = self.name("the name of a strategy");
        let given = self.eat_word(Word::Given).then(|| self.expr());
        let show = if self.eat_word(Word::Impossible) {
            None
        } else {
            self.expect_word(Word::Show);
            Some(self.expr())
        };
        Statement::Play { last, strategy, given, show }
    }

    fn position_number(&mut self) -> u32 {
        let name = self.name("the name of the last position, such as `p6`");
        let number = name.text.strip_prefix('p').filter(|digits| digits.chars().all(|c| c.is_ascii_digit()));
        match number.map(|digits| digits.parse().unwrap_or(u32::MAX)) {
            Some(number) if number <= LAST_POSITION => number,
            Some(_) => {
                let message = format!("a play of a lemma ends at `p{LAST_POSITION}` at the latest");
                let help = "for longer plays claim what the strategy `reaches`, or show that a measure falls";
                self.complain(Diagnostic::error(Code::UnknownPosition, name.span, message).help(help));
                LAST_POSITION
            }
            None => {
                self.at = self.at.saturating_sub(1);
                self.expected("the name of the last position, such as `p6`");
                0
            }
        }
    }

    fn from(&mut self) -> Option<Expr> {
        self.eat_word(Word::From).then(|| self.expr())
    }

    fn theorem(&mut self) -> Statement {
        let subject = self.name("the name of a strategy");
        if self.eat_named("reaches") {
            self.expect_named("mate");
            let or = self.eat_word(Word::Or).then(|| self.sum());
            let within = self.eat_word(Word::Within).then(|| self.number_of_moves());
            return Statement::Reaches { strategy: subject, or, within, from: self.from(), by: None };
        }
        if self.eat_named("keeps") {
            if !(self.is_named("draw") || self.is_named("value")) {
                self.expected("`draw` or `value`");
            }
            let what = self.name("`draw` or `value`");
            return Statement::Keeps { strategy: subject, what, from: self.from() };
        }
        if self.eat_word(Word::Is) {
            if !(self.is_named("optimal") || self.is_named("symmetric")) {
                self.expected("`optimal` or `symmetric`");
            }
        } else if self.is_named("uses") {
            let quality = self.name("a quality");
            self.expect_word(Word::Every);
            self.expect_named("rule");
            return Statement::Quality { subject, quality, from: self.from() };
        } else if !["sound", "complete", "exact"].iter().any(|word| self.is_named(word)) {
            let help = "a theorem says that a strategy `reaches mate`, `keeps draw`, `is optimal` or `is symmetric`, \
                        or that a recogniser is `sound`, `complete` or `exact`, or `uses every rule`";
            self.expected_with("what the theorem claims", Some(help.to_owned()));
        }
        let quality = self.name("a quality");
        Statement::Quality { subject, quality, from: self.from() }
    }

    fn query(&mut self) -> Statement {
        let question = if self.eat_word(Word::Count) {
            if self.eat_named("classes") {
                Question::Classes
            } else {
                self.expect_named("positions");
                Question::Positions
            }
        } else if self.eat_named("list") {
            let number = self.number("how many to list");
            self.eat_named("positions");
            Question::List(number)
        } else if self.eat_named("longest") {
            Question::Longest(self.name("the name of a strategy"))
        } else if self.eat_named("share") {
            Question::Share(self.share())
        } else if self.eat_named("tally") {
            Question::Tally(self.expr())
        } else {
            let help = "a query begins with `count positions`, `count classes`, `list 10`, `longest`, `share` or `tally`";
            self.expected_with("a question", Some(help.to_owned()));
            Question::Positions
        };
        // After a mistake the rest of the question would be read in pieces.
        let asks = !self.recovering && (self.eat_word(Word::Where) || self.eat_word(Word::From));
        let domain = asks.then(|| self.expr());
        Statement::Query { question, domain }
    }

    /// The condition whose share is asked for; `share of positions where ..` says only half of it.
    fn share(&mut self) -> Expr {
        if !self.is_word(Word::Of) && !self.is_word(Word::Where) {
            return self.expr();
        }
        let help = "write `share CONDITION where POSITIONS`, such as `share check where Black to move`";
        self.expected_with("a condition", Some(help.to_owned()));
        Expr { span: self.span(), kind: ExprKind::Faulty }
    }

    fn lemma_names(&mut self) -> Vec<Name> {
        if !self.eat_sign("(") {
            return Vec::new();
        }
        let names = self.names("the name of a lemma");
        self.expect_sign(")");
        names
    }

    /// `room, distance falls in 3 moves (l) except .. safe (..)`
    fn by_lemmas(&mut self) -> ByLemmas {
        let mut measure = vec![self.sum()];
        while !self.recovering && self.eat_sign(",") {
            measure.push(self.sum());
        }
        self.expect_named("falls");
        self.expect_word(Word::In);
        let moves = self.number_of_moves();
        let lemmas = self.lemma_names();
        let mut except = Vec::new();
        while !self.recovering && self.eat_named("except") {
            except.push(self.exception());
        }
        let safe = if self.eat_named("safe") { self.lemma_names() } else { Vec::new() };
        ByLemmas { measure, moves, lemmas, except, safe }
    }

    fn exception(&mut self) -> Exception {
        let what = if self.eat_word(Word::Step) || self.eat_named("steps") {
            let mut steps = vec![self.name("the name of a step")];
            while !self.recovering
                && self.is_sign(",")
                && self.ahead(1).token == Token::Name
                && !self.over_ahead()
            {
                self.advance();
                steps.push(self.name("the name of a step"));
            }
            ExceptionKind::Steps(steps)
        } else {
            ExceptionKind::Where(self.expr())
        };
        self.expect_sign(",");
        let early = !self.eat_named("over");
        self.expect_word(Word::In);
        if early {
            self.expect_named("the");
            self.expect_named("first");
        }
        let moves = self.number_of_moves();
        Exception { what, early, moves, lemmas: self.lemma_names() }
    }

    fn over_ahead(&self) -> bool {
        self.text_ahead(1) == "over" && self.ahead(2).token == Token::Word(Word::In)
    }
}
