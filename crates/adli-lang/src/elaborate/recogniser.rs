//! Recognisers: a decision list becomes two definitions, its answer and the number of the rule that gives it.
//!
//! A recogniser is static. It looks at one position and makes no move, so that it can be worked out for every
//! position in a few operations on sets of squares, and printed as code. That is checked here, through all definitions
//! it calls.

use crate::core::program::Definition;
use crate::core::recogniser::{Answer, Branch, Decision, Recogniser, RecogniserRule};
use crate::core::term::{ANSWERS, RecogniserId, SIDES, Sort, Term, TermId};
use crate::resolve::load::Declared;
use crate::suggest::suggest;
use crate::syntax::ast::{Answer as Said, ItemKind, Name, RecogniserItem, Verdict};
use crate::{Code, Diagnostic, Span};

use super::value::{Type, Value};
use super::{Context, Elaborator, Role};

impl Elaborator<'_> {
    /// The recogniser of a declaration; read when it is first asked for.
    pub(super) fn recogniser(&mut self, declared: Declared, span: Span) -> Option<RecogniserId> {
        let loaded = self.loaded;
        let ItemKind::Recogniser(item) = &loaded.item(declared).kind else { return None };
        let not_allowed = "recognisers cannot be circular";
        let name = self.loaded.name_in_program(declared, &item.name.text);
        let read = |e: &mut Self| e.read_recogniser(declared.text, item, name);
        self.once(
            (declared, super::asked::Form::default()),
            (&item.name, span),
            not_allowed,
            |e| &mut e.recognisers,
            read,
        )
        .map(RecogniserId)
    }

    fn read_recogniser(&mut self, text: usize, item: &RecogniserItem, name: String) -> Option<Recogniser> {
        let mut rules = Vec::new();
        let branches = self.branches(text, item.name.span, &item.rules, &mut rules)?;
        let answer = self.list_term(&branches, &rules, &|e, rule, _| e.answer_term(rule.answer, rule.side));
        let number = self.list_term(&branches, &rules, &|e, _, number| e.terms.int(number as i32 + 1));
        // It is about the men of its own header: where others are on the board no rule speaks, whoever refers to it.
        let (here, cast) = (self.given(0), self.cast_of(text));
        let home = self.has_cast(here, &cast);
        let (unknown, none) = (self.terms.value_of(ANSWERS, Answer::Unknown as u16), self.terms.int(0));
        let answer = self.terms.choose(home, answer, unknown);
        let number = self.terms.choose(home, number, none);
        let mut define = |field: &str, sort, body| {
            let name = format!("{name}.{field}");
            let (span, params, parts) = (item.name.span, Vec::new(), Vec::new());
            self.define(Definition { name, positions: 1, params, sort, body, span, parts })
        };
        let answer = define("answer", Sort::Enum(ANSWERS), answer);
        let rule = define("rule", Sort::Int, number);
        let span = item.name.span;
        Some(Recogniser { name, cast, rules, branches, answer, rule, span })
    }

    /// The rules of a list, after those that are there already. Only rules that give answers have numbers.
    fn branches(
        &mut self,
        text: usize,
        place: Span,
        list: &[Verdict],
        rules: &mut Vec<RecogniserRule>,
    ) -> Option<Vec<Branch>> {
        let mut branches = Vec::new();
        let mut faulty = false;
        for verdict in list {
            let here = self.given(0);
            let mut ctx = Context::new(text, Role::Def, Some(here), None);
            let when = match &verdict.when {
                Some(when) => {
                    let term = self.bool(&mut ctx, when);
                    faulty |= term.is_none_or(|term| !self.is_static(term));
                    term.unwrap_or_else(|| self.terms.truth(false))
                }
                None => self.terms.truth(true),
            };
            let then = match &verdict.then {
                Said::Rules(inner) => match self.branches(text, verdict.span, inner, rules) {
                    Some(inner) => Decision::List(inner),
                    None => {
                        faulty = true;
                        continue;
                    }
                },
                Said::Says(word, side) => match self.answer(text, word, side.as_ref()) {
                    Some((answer, side)) => {
                        let name = (rules.len() + 1).to_string();
                        rules.push(RecogniserRule { name, answer, side, span: verdict.span });
                        Decision::Rule(rules.len() as u16 - 1)
                    }
                    None => {
                        faulty = true;
                        continue;
                    }
                },
            };
            branches.push(Branch { when, parts: ctx.parts, then });
        }
        match list.iter().position(|verdict| verdict.when.is_none()) {
            None => {
                let message = "the rules do not say what the answer is if none of them applies";
                let help = "end them with `otherwise => unknown`";
                self.errors.push(Diagnostic::error(Code::Incomplete, place, message).help(help));
                None
            }
            Some(at) => {
                if let Some(after) = list.get(at + 1) {
                    self.error(Code::NoEffect, after.span, "nothing comes after `otherwise`");
                }
                if faulty { None } else { Some(branches) }
            }
        }
    }

    fn answer(&mut self, text: usize, word: &Name, side: Option<&Name>) -> Option<(Answer, Option<u16>)> {
        let Some(answer) = Answer::ALL.into_iter().find(|answer| answer.word() == word.text) else {
            if !word.text.is_empty() {
                let words = Answer::ALL.map(Answer::word);
                let answers = format!("the answers are {}", words.map(|word| format!("`{word}`")).join(", "));
                let near = suggest(&word.text, words);
                let message = format!("`{}` is no answer", word.text);
                self.errors.push(
                    Diagnostic::error(Code::RecogniserAnswer, word.span, message)
                        .help(answers)
                        .did_you_mean(near),
                );
            }
            return None;
        };
        let Some(side) = side else { return Some((answer, None)) };
        if answer.turned() == answer || matches!(answer, Answer::Mated | Answer::Mates | Answer::MatesNext) {
            let message = format!("`{}` is not said for a side", word.text);
            let help = "it speaks of both sides, or of the side to move: leave out `for`";
            self.errors.push(Diagnostic::error(Code::RecogniserAnswer, side.span, message).help(help));
            return None;
        }
        Some((answer, Some(self.side(text, side)?)))
    }

    /// An answer for the side to move; what is said for a side depends on whose move it is.
    fn answer_term(&mut self, answer: Answer, side: Option<u16>) -> TermId {
        let said = self.terms.value_of(ANSWERS, answer as u16);
        let Some(side) = side else { return said };
        let here = self.given(0);
        let (turn, side) = (self.terms.turn(here), self.terms.value_of(SIDES, side));
        let (own, turned) = (self.terms.eq(turn, side), self.terms.value_of(ANSWERS, answer.turned() as u16));
        self.terms.choose(own, said, turned)
    }

    /// A decision list as one term.
    fn list_term(
        &mut self,
        branches: &[Branch],
        rules: &[RecogniserRule],
        value: &dyn Fn(&mut Self, &RecogniserRule, usize) -> TermId,
    ) -> TermId {
        let mut term = None;
        for branch in branches.iter().rev() {
            let then = match &branch.then {
                Decision::Rule(rule) => value(self, &rules[usize::from(*rule)], usize::from(*rule)),
                Decision::List(inner) => self.list_term(inner, rules, value),
            };
            term = Some(match term {
                Some(rest) => self.terms.choose(branch.when, then, rest),
                None => then,
            });
        }
        // Every list ends with `otherwise`, so there is a term.
        term.unwrap_or_else(|| self.terms.value_of(ANSWERS, Answer::Unknown as u16))
    }

    /// Complains if a term looks at moves, through the definitions it calls.
    fn is_static(&mut self, term: TermId) -> bool {
        let is_static = !self.reach(term).any(|(_, node)| {
            let searches = matches!(node, Term::Forces(_) | Term::PliesToGoal(_));
            searches || matches!(node, Term::OverMoves(..) | Term::Step(..) | Term::Allows(..))
        });
        if !is_static {
            let message = "a recogniser looks at one position and makes no move";
            let help = "say it with squares and attacks; `mate`, `stalemate` and `no_move` try all moves";
            let place = self.terms.span(term);
            self.errors.push(Diagnostic::error(Code::RecogniserMoves, place, message).help(help));
        }
        is_static
    }

    /// `r.answer`, `r.rule`
    pub(super) fn recogniser_field(&mut self, ctx: &mut Context, id: RecogniserId, field: &Name) -> Value {
        let Some(recogniser) = self.recognisers.all.get(usize::from(id.0)) else { return Value::Faulty };
        let (def, ty) = match field.text.as_str() {
            "answer" => (recogniser.answer, Type::Enum(ANSWERS)),
            "rule" => (recogniser.rule, Type::Int),
            _ => {
                let message = format!("a recogniser has no `.{}`", field.text);
                let help = "it has `.answer`, and `.rule`, the number of the rule that gives it";
                self.errors.push(Diagnostic::error(Code::UnknownField, field.span, message).help(help));
                return Value::Faulty;
            }
        };
        let Some(here) = self.here(ctx, field.span) else { return Value::Faulty };
        Value::Term(self.terms.call(def, ty.sort(), vec![here], Vec::new()), ty)
    }

    /// The recogniser that a claim names.
    pub(super) fn recogniser_named(&mut self, name: &Name) -> Option<RecogniserId> {
        let loaded = self.loaded;
        let declared = loaded.texts[0].names.get(&name.text).copied();
        match declared.map(|d| (d, &loaded.item(d).kind)) {
            Some((declared, ItemKind::Recogniser(_))) => {
                let cast = self.cast_of(declared.text);
                self.is_about_our_men(name, &[cast], "recogniser")?;
                self.recogniser(declared, name.span)
            }
            _ if name.text.is_empty() => None,
            _ => {
                let items = loaded.texts.iter().flat_map(|text| &text.parsed.file.items);
                let names = items.filter_map(|item| match &item.kind {
                    ItemKind::Recogniser(recogniser) => Some(recogniser.name.text.as_str()),
                    _ => None,
                });
                let near = self.near(&name.text, names);
                let message = format!("there is no recogniser called `{}`", name.text);
                self.errors.push(Diagnostic::error(Code::UnknownName, name.span, message).did_you_mean(near));
                None
            }
        }
    }
}
