//! Names that are known only within a declaration: parameters, and what quantifiers, sets and `let` bind.

use adli_lang::Span;
use adli_lang::ast::{
    AdviceClause, Answer, Binder, ClaimItem, ExceptionKind, Expr, ExprKind, Item, ItemKind, MoveClass,
    MovesItem, Name, Preference, Question, Rule, Statement, Verdict,
};

use super::What;

/// The names, what they are, and where they are known.
pub(super) fn names(item: &Item) -> Vec<(&Name, What, Span)> {
    let mut names = Vec::new();
    match &item.kind {
        ItemKind::Def(def) => {
            names.extend(def.params.iter().map(|(name, _)| (name, What::Parameter, item.span)));
        }
        ItemKind::Advice(advice) => {
            names.extend(advice.params.iter().map(|(name, _)| (name, What::Parameter, item.span)));
        }
        ItemKind::Moves(moves) => {
            names.extend([&moves.mover.0, &moves.target.0].map(|name| (name, What::Variable, item.span)));
            names.extend(moves.captures.iter().map(|(name, _)| (name, What::Variable, item.span)));
        }
        _ => {}
    }
    let mut todo = expressions(&item.kind);
    while let Some(expr) = todo.pop() {
        let bound = match &expr.kind {
            ExprKind::Comprehension(name, ..) | ExprKind::Let(name, ..) => Some(name),
            ExprKind::Quantified(_, Binder::In(name, _), _) => Some(name),
            _ => None,
        };
        names.extend(bound.map(|name| (name, What::Variable, expr.span)));
        todo.extend(parts(expr));
    }
    names
}

/// The expressions of a declaration.
fn expressions(item: &ItemKind) -> Vec<&Expr> {
    match item {
        ItemKind::Endgame(_) => Vec::new(),
        ItemKind::Use(used) => used.settings.iter().map(|(_, value)| value).collect(),
        ItemKind::Option(option) => vec![&option.default],
        ItemKind::Def(def) => vec![&def.body],
        ItemKind::Moves(moves) => of_moves(moves),
        ItemKind::Strategy(strategy) => {
            let rules = strategy.rules.iter().flat_map(|rule| match rule {
                Rule::Step(step) => of_class(&step.moves).chain(keys(&step.prefer)).collect(),
                Rule::Try { when, advice, then, .. } => {
                    let given = advice.iter().chain(then).flat_map(|asked| &asked.arguments);
                    when.iter().chain(given).collect::<Vec<_>>()
                }
            });
            strategy.always.iter().chain(rules).collect()
        }
        ItemKind::Advice(advice) => advice.clauses.iter().flat_map(of_clause).collect(),
        ItemKind::Recogniser(recogniser) => recogniser.rules.iter().flat_map(of_verdict).collect(),
        ItemKind::Claim(claim) => of_claim(claim),
    }
}

fn of_moves(moves: &MovesItem) -> Vec<&Expr> {
    let always = [&moves.mover.1, &moves.target.1, &moves.when].into_iter();
    let captures = moves.captures.iter().map(|(_, among)| among);
    let promotes = moves.promotes.iter().map(|(_, when)| when);
    always.chain(captures).chain(promotes).chain(&moves.passing).chain(&moves.provided).collect()
}

fn of_class(class: &MoveClass) -> impl Iterator<Item = &Expr> {
    class.condition.iter()
}

fn keys(prefer: &[Preference]) -> impl Iterator<Item = &Expr> {
    prefer.iter().map(|preference| &preference.key)
}

fn of_clause(clause: &AdviceClause) -> Vec<&Expr> {
    match clause {
        AdviceClause::When(expr) | AdviceClause::Reach(_, expr) | AdviceClause::Hold(_, expr) => vec![expr],
        AdviceClause::First(classes) => classes.iter().flat_map(of_class).collect(),
        AdviceClause::Each(all) | AdviceClause::Replies(all) => {
            all.classes.iter().flat_map(of_class).chain(keys(&all.rank)).collect()
        }
        AdviceClause::Prefer(prefer) => keys(prefer).collect(),
        AdviceClause::Within(_) | AdviceClause::Quickest | AdviceClause::OneMove => Vec::new(),
    }
}

fn of_verdict(verdict: &Verdict) -> Vec<&Expr> {
    let inner = match &verdict.then {
        Answer::Says(..) => &[][..],
        Answer::Rules(rules) => rules,
    };
    verdict.when.iter().chain(inner.iter().flat_map(of_verdict)).collect()
}

fn of_claim(claim: &ClaimItem) -> Vec<&Expr> {
    let said: Vec<&Expr> = match &claim.says {
        Statement::Play { given, show, .. } => given.iter().chain(show).collect(),
        Statement::Everywhere { domain, show } => domain.iter().chain([show]).collect(),
        Statement::Reaches { or, from, by, .. } => {
            let lemmas = by.iter().flat_map(|by| {
                let except = by.except.iter().filter_map(|exception| match &exception.what {
                    ExceptionKind::Where(expr) => Some(expr),
                    ExceptionKind::Steps(_) => None,
                });
                except.chain(&by.measure)
            });
            or.iter().chain(from).chain(lemmas).collect()
        }
        Statement::Keeps { from, .. } | Statement::Quality { from, .. } => from.iter().collect(),
        Statement::Query { question, domain } => {
            let of = match question {
                Question::Share(expr) | Question::Tally(expr) => Some(expr),
                _ => None,
            };
            domain.iter().chain(of).collect()
        }
    };
    said.into_iter().chain(claim.under.iter().map(|(_, value)| value)).collect()
}

/// The expressions of which an expression is made.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Call(_, all) | ExprKind::Set(all) | ExprKind::Tuple(all) => all.iter().collect(),
        ExprKind::Can(asked, against) => {
            std::iter::once(asked).chain(against).flat_map(|asked| &asked.arguments).collect()
        }
        ExprKind::Field(inner, _)
        | ExprKind::Prime(inner)
        | ExprKind::At(inner, _)
        | ExprKind::Throughout(inner)
        | ExprKind::AfterPass(inner)
        | ExprKind::UpToSymmetry(inner)
        | ExprKind::Line(_, inner)
        | ExprKind::Group(inner)
        | ExprKind::Not(inner)
        | ExprKind::Negative(inner)
        | ExprKind::LeadsTo(_, inner, _) => vec![inner],
        ExprKind::Comprehension(_, among, inner) => among.as_deref().into_iter().chain([&**inner]).collect(),
        ExprKind::Chain(first, rest) => [&**first].into_iter().chain(rest.iter().map(|(_, e)| e)).collect(),
        ExprKind::Compare(first, rest) => [&**first].into_iter().chain(rest.iter().map(|(_, e)| e)).collect(),
        ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Case(of, arms, otherwise) => {
            let arms = arms.iter().flat_map(|arm| [&arm.label, &arm.value]);
            of.as_deref().into_iter().chain(arms).chain(otherwise.as_deref()).collect()
        }
        ExprKind::Let(_, value, inner) => vec![value, inner],
        ExprKind::Quantified(_, binder, inner) => {
            let among = if let Binder::In(_, among) = binder { Some(&**among) } else { None };
            among.into_iter().chain([&**inner]).collect()
        }
        ExprKind::Number(_)
        | ExprKind::Truth(_)
        | ExprKind::Square(..)
        | ExprKind::Name(_)
        | ExprKind::ToMove(_)
        | ExprKind::Faulty => Vec::new(),
    }
}
