//! Lemmas, theorems and queries.

use crate::core::endgame::Cast;
use crate::core::program::{Claim, ClaimKind, Excepted, Proof, ProofException};
use crate::core::recogniser::Demand;
use crate::core::term::{PosId, SIDES, Sort, StrategyId, TermId};
use crate::syntax::ast::{
    BinaryOp, ByLemmas, ClaimItem, ExceptionKind, Expectation, Expr, ExprKind, ItemKind, Name, Question,
    Statement,
};
use crate::{Code, Diagnostic, Span};

use super::value::Type;
use super::{Context, Elaborator, Role};

/// The largest board that the plain interpreter can replay a play on.
pub(super) const MAX_SIZE: u32 = 127;

impl Elaborator<'_> {
    pub(super) fn claim(&mut self, item: &ClaimItem, span: Span) {
        let mut under = Vec::new();
        for (name, value) in &item.under {
            if let Some(option) = self.find_option(0, name)
                && let Some(value) = self.option_setting(option, value)
            {
                under.push((option, value));
            }
        }
        self.check_expectation(item, span);
        self.check_sizes(item, span);
        self.every_size = item.sizes.is_some();
        let says = self.statement(&item.says);
        self.every_size = false;
        let Some(says) = says else { return };
        if let (Some(Expectation::Tally(expected)), ClaimKind::Tally { of, .. }) = (&item.expect, &says) {
            self.check_tally(expected, *of);
        }
        let supposes = self.supposed(&item.says, &says);
        let proof = match (&item.says, &says) {
            (Statement::Reaches { by: Some(by), .. }, ClaimKind::Reaches { strategy, .. }) => {
                let Some(proof) = self.by_lemmas(by, *strategy) else { return };
                Some(proof)
            }
            _ => None,
        };
        let rests = match says {
            ClaimKind::Reaches { strategy, .. } => self.rests(item, strategy),
            _ => Vec::new(),
        };
        let lemmas = if matches!(says, ClaimKind::Reaches { .. }) { &[][..] } else { &item.by };
        let by = self.lemma_names(lemmas);
        for name in lemmas {
            if self.claim_named(name).is_some_and(|other| other.start >= span.start) {
                let message = format!("`{}` does not stand before this lemma", name.text);
                let help = "what a lemma follows from stands before it, so that none can rest on itself";
                self.errors.push(Diagnostic::error(Code::RestsOn, name.span, message).help(help));
            }
        }
        let reported = item.reported.iter().map(|(number, what)| (what.text.clone(), *number)).collect();
        let claim = Claim {
            name: item.name.text.clone(),
            says,
            supposes,
            under,
            fifty: item.fifty,
            sizes: item.sizes,
            by,
            rests,
            proof,
            expect: item.expect.clone(),
            reported,
            span,
        };
        self.said_before(item, &claim);
        self.means_eight(&claim);
        self.claims.push(claim);
    }

    /// Boards have sizes from 1 to 127, and a question has another answer on each of them.
    fn check_sizes(&mut self, item: &ClaimItem, span: Span) {
        let Some(smallest) = item.sizes else { return };
        if !(1..=MAX_SIZE).contains(&smallest) {
            let message = format!("there is no board of size {smallest}");
            let help = format!("the smallest size is a number from 1 to {MAX_SIZE}");
            self.errors.push(Diagnostic::error(Code::EverySize, span, message).help(help));
        }
        if matches!(item.says, Statement::Query { .. }) {
            let message =
                format!("`{}` has an answer for each size, and none for every size", item.name.text);
            let help = format!(
                "leave out `for every size`, and ask for one: `--size {smallest}`; or claim it as a lemma"
            );
            self.errors.push(Diagnostic::error(Code::EverySize, span, message).help(help));
        }
    }

    /// A number is expected of a question that has one for an answer, a verdict of everything else; and only plays that go on
    /// until mate have room for fifty moves.
    fn check_expectation(&mut self, item: &ClaimItem, span: Span) {
        let counts = match &item.says {
            Statement::Query { question, .. } => !matches!(question, Question::List(_) | Question::Tally(_)),
            _ => false,
        };
        let tallies = matches!(item.says, Statement::Query { question: Question::Tally(_), .. });
        let question = matches!(item.says, Statement::Query { .. });
        match &item.expect {
            Some(Expectation::Verdict(word)) if !matches!(word.text.as_str(), "refuted" | "proved" | "") => {
                let message = format!("`{}` is no verdict", word.text);
                let help = "expect a number, `proved` or `refuted`";
                self.errors.push(Diagnostic::error(Code::Expectation, word.span, message).help(help));
            }
            Some(Expectation::Verdict(word)) if question => {
                let message = format!("a question is answered, it is not `{}`", word.text);
                let help = match (counts, tallies) {
                    (true, _) => "expect a number",
                    (_, true) => "expect how many positions have each value: `{1: 20, 2: 35}`",
                    _ => "leave out what is expected",
                };
                self.errors.push(Diagnostic::error(Code::Expectation, word.span, message).help(help));
            }
            Some(Expectation::Number(number)) if !counts => {
                let message = format!(
                    "`{}` is not answered by a number, so {number} cannot be expected",
                    item.name.text
                );
                let help = match (question, tallies) {
                    (_, true) => "expect how many positions have each value: `{1: 20, 2: 35}`",
                    (true, _) => "leave it out",
                    _ => "expect `proved` or `refuted`",
                };
                self.errors.push(Diagnostic::error(Code::Expectation, span, message).help(help));
            }
            Some(Expectation::Tally(_)) if !tallies => {
                let message =
                    format!("`{}` does not ask how many positions have which value", item.name.text);
                let help = "that is `tally E where D`";
                self.errors.push(Diagnostic::error(Code::Expectation, span, message).help(help));
            }
            _ => {}
        }
        if item.fifty && !matches!(item.says, Statement::Reaches { .. }) {
            let message = format!("`under fifty` changes nothing of what `{}` says", item.name.text);
            let help = "it is for theorems that a strategy `reaches mate`";
            self.errors.push(Diagnostic::error(Code::NoEffect, span, message).help(help));
        }
    }

    fn statement(&mut self, says: &Statement) -> Option<ClaimKind> {
        match says {
            Statement::Play { last, strategy, given, show } => {
                let strategy = self.strategy_named(strategy);
                self.play(*last as u8, strategy, given.as_ref(), show.as_ref())
            }
            Statement::Everywhere { domain, show } => {
                let domain = self.domain(domain.as_ref());
                let show = self.about_one(show);
                Some(ClaimKind::Everywhere { domain: domain?, show: show? })
            }
            Statement::Reaches { strategy, or, within, from, .. } => {
                let strategy = self.strategy_named(strategy);
                let or = match or {
                    Some(or) => Some(self.about_one(or)?),
                    None => None,
                };
                let from = self.starts(strategy, from.as_ref());
                Some(ClaimKind::Reaches { strategy: strategy?, or, within: *within, from: from? })
            }
            Statement::Keeps { strategy, what, from } => {
                let strategy = self.strategy_named(strategy);
                let from = self.starts(strategy, from.as_ref());
                Some(ClaimKind::Keeps { strategy: strategy?, value: what.text == "value", from: from? })
            }
            Statement::Quality { subject, quality, from } => match quality.text.as_str() {
                "optimal" => {
                    let strategy = self.strategy_named(subject);
                    let from = self.starts(strategy, from.as_ref());
                    Some(ClaimKind::Optimal { strategy: strategy?, from: from? })
                }
                "symmetric" => Some(ClaimKind::Symmetric { strategy: self.strategy_named(subject)? }),
                word => {
                    // A word that is none was reported when it was read.
                    let demand = Demand::ALL.into_iter().find(|demand| demand.word() == word)?;
                    let recogniser = self.recogniser_named(subject);
                    let from = self.domain(from.as_ref());
                    Some(ClaimKind::Recognises { recogniser: recogniser?, demand, from: from? })
                }
            },
            Statement::Query { question, domain } => self.query(question, domain.as_ref()),
        }
    }

    /// Returns what a lemma with `A implies B` supposes: its domain and `A`. `None` for `A implies false`, whose
    /// author means that `A` holds nowhere.
    fn supposed(&mut self, said: &Statement, says: &ClaimKind) -> Option<TermId> {
        let (Statement::Everywhere { show, .. }, ClaimKind::Everywhere { domain, .. }) = (said, says) else {
            return None;
        };
        let ExprKind::Chain(first, rest) = &show.kind else { return None };
        let [(BinaryOp::Implies, follows)] = &rest[..] else { return None };
        if matches!(follows.kind, ExprKind::Truth(false)) {
            return None;
        }
        // `A` has been read as a part of the lemma, with its warnings.
        let told = self.warnings.len();
        let supposed = self.about_one(first)?;
        self.warnings.truncate(told);
        Some(self.terms.and([*domain, supposed]))
    }

    fn query(&mut self, question: &Question, domain: Option<&Expr>) -> Option<ClaimKind> {
        Some(match question {
            Question::Positions => ClaimKind::CountPositions(self.domain(domain)?),
            Question::Classes => ClaimKind::CountClasses(self.domain(domain)?),
            Question::List(number) => ClaimKind::List(*number, self.domain(domain)?),
            Question::Longest(name) => {
                let strategy = self.strategy_named(name);
                let starts = self.starts(strategy, domain);
                ClaimKind::Longest(strategy?, starts?)
            }
            Question::Share(part) => {
                let domain = self.domain(domain);
                let part = self.about_one(part);
                ClaimKind::Share(part?, domain?)
            }
            Question::Tally(of) => {
                let domain = self.domain(domain);
                let of = self.tallied(of);
                ClaimKind::Tally { of: of?, domain: domain? }
            }
        })
    }

    /// What is counted by its values: a number, something true or false, or something with named values such as a step.
    fn tallied(&mut self, expr: &Expr) -> Option<TermId> {
        let here = self.given(0);
        let mut ctx = Context::new(0, Role::Claim, Some(here), None);
        let placed = self.expr(&mut ctx, expr, None);
        match self.plain(&mut ctx, &placed) {
            Some((term, Type::Int | Type::Bool | Type::Enum(_))) => Some(term),
            _ => {
                self.wanted("a number, or something with named values such as a step", &placed);
                None
            }
        }
    }

    /// What is expected of a tally speaks of values that there are, each once.
    fn check_tally(&mut self, expected: &[(Name, u32)], of: TermId) {
        for (at, (value, _)) in expected.iter().enumerate().filter(|(_, (value, _))| !value.text.is_empty()) {
            let is_value = match self.terms.sort(of) {
                Sort::Int => value.text.parse::<i32>().is_ok(),
                Sort::Bool => matches!(value.text.as_str(), "true" | "false"),
                Sort::Enum(id) => self.enum_value(id, &value.text).is_some(),
                _ => false,
            };
            if !is_value {
                let near = match self.terms.sort(of) {
                    Sort::Enum(id) => self
                        .near(&value.text, self.enums[usize::from(id.0)].values.iter().map(String::as_str)),
                    _ => None,
                };
                let message = format!("`{}` is no value of what is counted", value.text);
                self.errors
                    .push(Diagnostic::error(Code::Expectation, value.span, message).did_you_mean(near));
            } else if expected[..at].iter().any(|(other, _)| other.text == value.text) {
                self.error(Code::Expectation, value.span, format!("`{}` is expected twice", value.text));
            }
        }
    }

    fn strategy_named(&mut self, name: &Name) -> Option<StrategyId> {
        let loaded = self.loaded;
        let declared = loaded.texts[0].names.get(&name.text).copied();
        match declared.map(|d| (d, &loaded.item(d).kind)) {
            Some((declared, ItemKind::Strategy(_))) => {
                self.is_one(0, name)?;
                let id = self.strategy(declared, name.span)?;
                let casts = self.strategies.all.get(usize::from(id.0))?.casts.clone();
                self.is_about_our_men(name, &casts, "strategy")?;
                Some(id)
            }
            _ => {
                if !name.text.is_empty() {
                    let items = loaded.texts.iter().flat_map(|text| &text.parsed.file.items);
                    let strategies = items.filter_map(|item| match &item.kind {
                        ItemKind::Strategy(strategy) => Some(strategy.name.text.as_str()),
                        _ => None,
                    });
                    let near = self.near(&name.text, strategies.clone());
                    let last = strategies.rev().find(|name| !name.is_empty());
                    let there_is = last.map(|last| format!("there is `{last}`"));
                    let message = format!("there is no strategy called `{}`", name.text);
                    let complaint =
                        Diagnostic::error(Code::UnknownName, name.span, message).maybe_help(there_is);
                    self.errors.push(complaint.did_you_mean(near));
                }
                None
            }
        }
    }

    /// Refuses a claim about a strategy or recogniser of another text that is never asked with the men of this header: there would be
    /// nothing to prove.
    pub(super) fn is_about_our_men(&mut self, name: &Name, casts: &[Cast], what: &str) -> Option<()> {
        if casts.contains(&self.endgame.home()) {
            return Some(());
        }
        let message = format!("the {what} `{}` is about other men than those of this endgame", name.text);
        let help = match what {
            "strategy" => {
                format!("claim it in its own text, or let a strategy hand over: `then {}`", name.text)
            }
            _ => "claim it in its own text".to_owned(),
        };
        self.errors.push(Diagnostic::error(Code::OtherMen, name.span, message).help(help));
        None
    }

    /// An expression about one position, in a claim.
    fn about_one(&mut self, expr: &Expr) -> Option<TermId> {
        let here = self.given(0);
        let mut ctx = Context::new(0, Role::Claim, Some(here), None);
        self.bool(&mut ctx, expr)
    }

    /// Where a claim holds: legal and home, and what it says; or exactly `all`.
    fn domain(&mut self, expr: Option<&Expr>) -> Option<TermId> {
        let here = self.given(0);
        let all = expr.is_some_and(|e| matches!(&e.kind, ExprKind::Name(name) if name == "all"));
        let says = match expr {
            Some(expr) if !all => {
                let says = self.about_one(expr)?;
                self.vacuous(expr, says);
                says
            }
            _ => self.terms.truth(true),
        };
        let legal = self.laws.legal?;
        let legal = self.terms.call(legal, crate::core::term::Sort::Bool, vec![here], Vec::new());
        if all {
            return Some(legal);
        }
        let mut ctx = Context::new(0, Role::Claim, Some(here), None);
        let home = self.home(&mut ctx, here);
        Some(self.terms.and([home, legal, says]))
    }

    /// Where the plays of a strategy begin; if the text does not say, wherever the strategy is to move.
    fn starts(&mut self, strategy: Option<StrategyId>, from: Option<&Expr>) -> Option<TermId> {
        let domain = self.domain(from)?;
        if from.is_some() {
            return Some(domain);
        }
        let side = self.strategies.all.get(usize::from(strategy?.0))?.side;
        let here = self.given(0);
        let (turn, side) = (self.terms.turn(here), self.terms.value_of(SIDES, side));
        let own = self.terms.eq(turn, side);
        Some(self.terms.and([domain, own]))
    }

    fn play(
        &mut self,
        last: u8,
        strategy: Option<StrategyId>,
        given: Option<&Expr>,
        show: Option<&Expr>,
    ) -> Option<ClaimKind> {
        let play: Vec<PosId> = (0..=last).map(|number| self.given(number)).collect();
        let mut ctx = Context::new(0, Role::Play, None, None);
        ctx.play = play.clone();
        let given_term = match given {
            Some(expr) => self.bool(&mut ctx, expr),
            None => Some(self.terms.truth(true)),
        };
        if let Some(expr) = given {
            self.demand_presence(&ctx, expr.span);
            given_term.iter().for_each(|&term| self.vacuous(expr, term));
        }
        ctx.mentions.clear();
        ctx.asked.clear();
        let show_term = match show {
            Some(expr) => {
                let term = self.bool(&mut ctx, expr);
                let mut parts: Vec<TermId> = term.into_iter().collect();
                // The first position is home; who is missing later makes the conclusion false.
                for &pos in play.iter().skip(1) {
                    parts.push(self.present(&ctx, pos, |_| true));
                }
                term.map(|_| self.terms.and(parts))
            }
            None => Some(self.terms.truth(false)),
        };
        Some(ClaimKind::Play { last, strategy: strategy?, given: given_term?, show: show_term? })
    }

    /// What is supposed must say itself that the men it speaks of are there.
    fn demand_presence(&mut self, ctx: &Context, span: Span) {
        let first = self.given(0);
        let missing = ctx.mentions.iter().find(|&&(pos, slot)| {
            pos != first
                && !ctx.asked.contains(&(pos, slot))
                && self.endgame.man(slot).kind != adli_chess::Kind::King
        });
        if let Some(&(pos, slot)) = missing {
            let letter = self.endgame.man(slot).letter;
            let place = ctx.play.iter().position(|&p| p == pos).unwrap_or(0);
            let message = format!("`{letter}` may have been captured at `p{place}`");
            let help =
                format!("suppose that he is there: `alive({letter}) at p{place}` or `home throughout`");
            self.errors.push(Diagnostic::error(Code::MayBeCaptured, span, message).help(help));
        }
    }

    /// Where a claim of this text stands.
    fn claim_named(&self, name: &Name) -> Option<Span> {
        let item = self.loaded.item(*self.loaded.texts[0].names.get(&name.text)?);
        matches!(item.kind, ItemKind::Claim(_)).then_some(item.span)
    }

    fn lemma_names(&mut self, names: &[Name]) -> Vec<String> {
        for name in names {
            if self.claim_named(name).is_none() && !name.text.is_empty() {
                self.error(Code::UnknownName, name.span, format!("there is no lemma called `{}`", name.text));
            }
        }
        names.iter().map(|name| name.text.clone()).collect()
    }

    fn by_lemmas(&mut self, by: &ByLemmas, strategy: StrategyId) -> Option<Proof> {
        let here = self.given(0);
        let mut ctx = Context::new(0, Role::Claim, Some(here), None);
        let keys: Vec<_> = by.measure.iter().map(|part| self.key(&mut ctx, part)).collect();
        let measure: Option<Vec<Vec<TermId>>> = keys.into_iter().collect();
        let values = self.strategies.all[usize::from(strategy.0)].values;
        let mut except = Vec::new();
        for exception in &by.except {
            let what = match &exception.what {
                ExceptionKind::Where(condition) => Excepted::Where(self.bool(&mut ctx, condition)?),
                ExceptionKind::Steps(steps) => {
                    let mut numbers = Vec::new();
                    for step in steps {
                        match self.enum_value(values, &step.text) {
                            Some(number) => numbers.push(number),
                            None => self.error(
                                Code::UnknownName,
                                step.span,
                                format!("there is no step called `{}`", step.text),
                            ),
                        }
                    }
                    Excepted::Steps(numbers)
                }
            };
            let lemmas = self.lemma_names(&exception.lemmas);
            except.push(ProofException { what, early: exception.early, moves: exception.moves, lemmas });
        }
        let (lemmas, safe) = (self.lemma_names(&by.lemmas), self.lemma_names(&by.safe));
        Some(Proof { measure: measure?.concat(), moves: by.moves, lemmas, except, safe })
    }
}
