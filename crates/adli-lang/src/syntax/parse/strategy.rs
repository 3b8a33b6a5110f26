//! Strategies, pieces of advice and recognisers.

use super::Parser;
use crate::suggest::suggest;
use crate::syntax::ast::{
    AdviceClause, AdviceItem, Answer, Asked, Bound, Constraint, MoveClass, Preference, RecogniserItem, Rule,
    StepItem, StrategyItem, Turn, Verdict,
};
use crate::syntax::token::{Token, Word};
use crate::{Code, Diagnostic};

/// The clauses of a piece of advice that have a meaning.
const CLAUSES: &[&str] = &[
    "when",
    "move",
    "each move",
    "replies",
    "reach",
    "hold",
    "within",
    "quickest",
    "least",
    "most",
    "one move",
];
const RULES: &[Word] = &[Word::Step, Word::Try, Word::When, Word::Otherwise, Word::Always];

impl Parser<'_> {
    pub(super) fn strategy(&mut self) -> StrategyItem {
        let name = self.given_name("a name for the strategy", &[Token::Word(Word::For)]);
        self.expect_word(Word::For);
        let side = self.name("the side that plays it");
        let aim = self.aim();
        let (mut always, mut rules, mut then) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            if self.recovering {
                self.recover(RULES);
            }
            let start = self.span();
            match self.token() {
                Token::Word(Word::Always) => {
                    self.advance();
                    always.push(self.expr());
                }
                Token::Word(Word::Step) => rules.push(Rule::Step(self.step())),
                Token::Word(Word::Try) => rules.push(self.try_rule(None)),
                Token::Word(Word::When) => {
                    self.advance();
                    let when = self.expr();
                    rules.push(self.try_rule(Some(when)));
                }
                Token::Word(Word::Otherwise) => {
                    self.advance();
                    rules.push(self.try_rule(None));
                }
                Token::Word(Word::Then) => {
                    self.advance();
                    then = self.names("the name of a strategy");
                    if !self.recovering && RULES.iter().any(|&word| self.is_word(word)) {
                        let help = "what goes on when the men are others stands after all rules";
                        self.expected_with("the end of the strategy", Some(help.to_owned()));
                    }
                    break;
                }
                _ => break,
            }
            if self.span() == start {
                break;
            }
        }
        StrategyItem { name, side, aim, always, rules, then }
    }

    fn try_rule(&mut self, when: Option<crate::syntax::ast::Expr>) -> Rule {
        let start = when.as_ref().map_or(self.span(), |when| when.span);
        self.expect_word(Word::Try);
        let advice = self.all_asked("a piece of advice");
        let then = match self.eat_word(Word::Then) {
            true => self.all_asked("a piece of advice, or `again`"),
            false => Vec::new(),
        };
        Rule::Try { when, advice, then, span: start.to(self.previous()) }
    }

    fn all_asked(&mut self, what: &str) -> Vec<Asked> {
        let mut asked = vec![self.asked(what)];
        while !self.recovering && self.eat_sign(",") {
            asked.push(self.asked(what));
        }
        asked
    }

    fn step(&mut self) -> StepItem {
        let start = self.advance().span;
        let name = self.given_name("a name for the step", &[Token::Sign(":")]);
        self.expect_sign(":");
        if !self.is_word(Word::Move) {
            let help = "a step reads `step name: move R where ...`";
            self.expected_with("`move`", Some(help.to_owned()));
        }
        self.eat_word(Word::Move);
        let moves = self.move_class();
        let prefer = self.preferences();
        if self.is_word(Word::Least) || self.is_word(Word::Most) {
            let help =
                "among moves that the first preference finds equal the second decides: `least a then most b`";
            self.expected_with("`then`", Some(help.to_owned()));
        } else if self.token() == Token::Name {
            // No name stands after a step, so this was to go on with it.
            let near = suggest(self.text_ahead(0), ["where", "least", "most", "then", "step"]);
            let complaint = self.unexpected("`where`, `least`, `most` or the next step").did_you_mean(near);
            self.error(complaint);
        }
        StepItem { name, moves, prefer, span: start.to(self.previous()) }
    }

    /// `K, R where G`; `any`; nothing.
    fn move_class(&mut self) -> MoveClass {
        let mut men = Vec::new();
        if self.token() == Token::Name && !self.eat_named("any") {
            match self.text_ahead(0).as_bytes() {
                [_] => men = self.names("the letter of a man"),
                [man @ (b'K' | b'Q' | b'R' | b'B' | b'N'), file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                    let [man, file, rank] = [man, file, rank].map(|&byte| char::from(byte));
                    let help = format!(
                        "say who moves and what holds afterwards: `move {man} where {man}' = {file}{rank}`"
                    );
                    self.expected_with("the letter of a man", Some(help));
                }
                _ => {}
            }
        }
        let condition = self.eat_word(Word::Where).then(|| self.expr());
        MoveClass { men, condition }
    }

    fn preferences(&mut self) -> Vec<Preference> {
        let mut prefer = Vec::new();
        while !self.recovering && (self.is_word(Word::Least) || self.is_word(Word::Most)) {
            let most = self.advance().token == Token::Word(Word::Most);
            prefer.push(Preference { most, key: self.sum() });
            // After the last preference of a strategy `then` may name another strategy.
            if !self.is_word(Word::Then) || self.ahead(1).token == Token::Name {
                break;
            }
            self.advance();
            if !(self.is_word(Word::Least) || self.is_word(Word::Most)) {
                self.expected("`least` or `most`");
            }
        }
        prefer
    }

    pub(super) fn advice(&mut self) -> AdviceItem {
        let name = self.given_name("a name for the advice", &[Token::Word(Word::For), Token::Sign("(")]);
        let params = self.params();
        self.expect_word(Word::For);
        let side = self.name("the side it advises");
        let aim = self.aim();
        let mut clauses = Vec::new();
        while !self.recovering {
            let Some(clause) = self.advice_clause() else { break };
            clauses.push(clause);
        }
        // Whatever else stands here belongs to it, and was not understood.
        let ends = match self.token() {
            Token::End => true,
            Token::Word(word) => word.declares(),
            _ => false,
        };
        AdviceItem { name, params, side, aim, clauses, is_whole: ends && !self.recovering }
    }

    fn advice_clause(&mut self) -> Option<AdviceClause> {
        Some(match self.token() {
            Token::Word(Word::When) => {
                self.advance();
                AdviceClause::When(self.expr())
            }
            Token::Word(Word::Move) => {
                self.advance();
                AdviceClause::First(self.move_classes())
            }
            Token::Word(Word::Within) => {
                self.advance();
                let (bound, written) = match self.token() {
                    Token::Name => {
                        let name = self.take_name();
                        (Bound::Named(name.clone()), name.text)
                    }
                    _ => {
                        let plies = self.number("a number of plies");
                        (Bound::Plies(plies), plies.to_string())
                    }
                };
                if !(self.eat_named("plies") || self.eat_named("ply")) {
                    let help = format!("write `{written} plies`; the moves of both sides are counted");
                    self.expected_with("`plies`", Some(help));
                }
                self.eat_sign(",");
                AdviceClause::Within(bound)
            }
            Token::Word(Word::Least | Word::Most) => AdviceClause::Prefer(self.preferences()),
            Token::Name => return self.named_clause(),
            _ => return None,
        })
    }

    /// `C else D`
    fn move_classes(&mut self) -> Vec<MoveClass> {
        let mut classes = vec![self.move_class()];
        while !self.recovering && self.eat_word(Word::Else) {
            classes.push(self.move_class());
        }
        classes
    }

    /// `C else D by least e then most f`
    fn constraint(&mut self) -> Constraint {
        let classes = self.move_classes();
        let mut rank = Vec::new();
        if self.eat_named("by") {
            if self.is_word(Word::Least) || self.is_word(Word::Most) {
                rank = self.preferences();
            } else {
                self.complain(self.unexpected("`least` or `most`"));
                // A number stands here, most likely, and nothing else is wrong.
                rank.push(Preference { most: false, key: self.sum() });
            }
        }
        Constraint { classes, rank }
    }

    fn named_clause(&mut self) -> Option<AdviceClause> {
        if self.eat_named("each") {
            self.expect_word(Word::Move);
            return Some(AdviceClause::Each(self.constraint()));
        }
        if self.eat_named("replies") {
            return Some(AdviceClause::Replies(self.constraint()));
        }
        if self.eat_named("quickest") {
            return Some(AdviceClause::Quickest);
        }
        if self.eat_named("one") {
            self.expect_word(Word::Move);
            return Some(AdviceClause::OneMove);
        }
        let reach = self.is_named("reach");
        if !reach && !self.is_named("hold") {
            let written = self.text_ahead(0);
            let message = format!("`{written}` is no clause of a piece of advice");
            let clauses = format!("the clauses are `{}`", CLAUSES.join("`, `"));
            let near = suggest(written, CLAUSES.iter().copied());
            self.error(
                Diagnostic::error(Code::UnknownClause, self.span(), message).help(clauses).did_you_mean(near),
            );
            return None;
        }
        self.advance();
        let mut turn = Turn::Both;
        if self.eat_word(Word::After) {
            turn = if self.eat_named("us") { Turn::Us } else { Turn::Them };
            if turn == Turn::Them {
                self.expect_named("them");
            }
        }
        self.expect_sign(":");
        let goal = self.expr();
        Some(if reach { AdviceClause::Reach(turn, goal) } else { AdviceClause::Hold(turn, goal) })
    }

    pub(super) fn recogniser(&mut self) -> RecogniserItem {
        let name = self.given_name(
            "a name for the recogniser",
            &[Token::Word(Word::When), Token::Word(Word::Otherwise)],
        );
        RecogniserItem { name, rules: self.verdicts() }
    }

    fn verdicts(&mut self) -> Vec<Verdict> {
        let mut rules = Vec::new();
        while !self.recovering {
            let start = self.span();
            let when = if self.eat_word(Word::When) {
                Some(self.expr())
            } else if self.eat_word(Word::Otherwise) {
                None
            } else {
                break;
            };
            let then = if self.eat_sign("{") {
                let inner = self.deeper(Self::verdicts).unwrap_or_default();
                self.expect_sign("}");
                Answer::Rules(inner)
            } else {
                self.expect_sign("=>");
                let answer = self.name("an answer, such as `draw` or `unknown`");
                let side = self.eat_word(Word::For).then(|| self.name("a side"));
                Answer::Says(answer, side)
            };
            rules.push(Verdict { when, then, span: start.to(self.previous()) });
        }
        rules
    }
}
