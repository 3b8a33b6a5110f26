//! Smaller texts that differ in the same way.

use std::collections::BTreeSet;

use adli_differential::Books;
use adli_differential::files::{joined, split};
use adli_lang::ast::{Arm, Binder, Expr, ExprKind, ItemKind, Rule, Statement};
use adli_lang::parse;

use crate::compare::{Outcome, compared};

/// What differs, without names and numbers.
fn manner(differences: &str) -> BTreeSet<String> {
    let plain = |line: &str| line.chars().filter(|c| !c.is_ascii_digit()).collect();
    differences.lines().map(plain).collect()
}

/// Leaves out lines and parts of expressions for as long as the same thing differs.
pub fn shrunk(text: &str, differences: &str, books: &Books, work: u64) -> String {
    let wanted = manner(differences);
    let differs = |text: &str| match compared(text, books, work) {
        Outcome::Differs(found) => !manner(&found).is_disjoint(&wanted),
        _ => false,
    };
    let mut text = text.to_owned();
    let mut tries = 0;
    loop {
        let smaller = without_a_line(&text).into_iter().chain(with_less_said(&text));
        let mut found = None;
        for smaller in smaller.filter(|smaller| smaller.len() < text.len()) {
            tries += 1;
            if tries > 2_000 {
                return text;
            }
            if differs(&smaller) {
                found = Some(smaller);
                break;
            }
        }
        match found {
            Some(smaller) => text = smaller,
            None => return text,
        }
    }
}

fn without_a_line(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let stays = |line: &str| ["-- ", "endgame"].iter().any(|head| line.starts_with(head));
    (0..lines.len())
        .rev()
        .filter(|&number| !stays(lines[number]))
        .map(|left_out| {
            let kept = lines.iter().enumerate().filter(|(number, _)| *number != left_out);
            kept.map(|(_, line)| format!("{line}\n")).collect()
        })
        .collect()
}

/// An expression of one of the files replaced by one of its parts.
fn with_less_said(text: &str) -> Vec<String> {
    let files = split(text);
    let mut smaller = Vec::new();
    for at in 0..files.len() {
        for less in with_less_in(&files[at].1) {
            let mut files = files.clone();
            files[at].1 = less;
            smaller.push(joined(&files));
        }
    }
    smaller
}

fn with_less_in(text: &str) -> Vec<String> {
    let file = parse(0, text).file;
    let mut wholes: Vec<&Expr> = Vec::new();
    for item in &file.items {
        match &item.kind {
            ItemKind::Def(def) => wholes.push(&def.body),
            ItemKind::Strategy(strategy) => {
                wholes.extend(&strategy.always);
                for rule in &strategy.rules {
                    match rule {
                        Rule::Step(step) => {
                            wholes.extend(&step.moves.condition);
                            wholes.extend(step.prefer.iter().map(|key| &key.key));
                        }
                        Rule::Try { when, .. } => wholes.extend(when),
                    }
                }
            }
            ItemKind::Advice(advice) => {
                use adli_lang::ast::AdviceClause as Clause;
                for clause in &advice.clauses {
                    match clause {
                        Clause::When(e) | Clause::Reach(_, e) | Clause::Hold(_, e) => wholes.push(e),
                        Clause::First(classes) => wholes.extend(classes.iter().flat_map(|c| &c.condition)),
                        Clause::Each(order) | Clause::Replies(order) => {
                            wholes.extend(order.classes.iter().flat_map(|class| &class.condition));
                            wholes.extend(order.rank.iter().map(|key| &key.key));
                        }
                        Clause::Prefer(keys) => wholes.extend(keys.iter().map(|key| &key.key)),
                        _ => {}
                    }
                }
            }
            ItemKind::Recogniser(recogniser) => {
                wholes.extend(recogniser.rules.iter().filter_map(|rule| rule.when.as_ref()));
            }
            ItemKind::Claim(claim) => match &claim.says {
                Statement::Play { given, show, .. } => wholes.extend(given.iter().chain(show)),
                Statement::Everywhere { domain, show } => wholes.extend(domain.iter().chain([show])),
                Statement::Reaches { or, from, .. } => wholes.extend(or.iter().chain(from)),
                Statement::Keeps { from, .. } | Statement::Quality { from, .. } => wholes.extend(from),
                Statement::Query { domain, .. } => wholes.extend(domain),
            },
            _ => {}
        }
    }
    let mut pairs = Vec::new();
    wholes.into_iter().for_each(|whole| replacements(whole, &mut pairs));
    let cut = |expr: &Expr| &text[expr.span.start as usize..expr.span.end as usize];
    let replace = |(whole, part): (&Expr, &Expr)| {
        let (start, end) = (whole.span.start as usize, whole.span.end as usize);
        let part = match part.kind {
            ExprKind::Chain(..) | ExprKind::Compare(..) | ExprKind::Not(_) => format!("({})", cut(part)),
            _ => cut(part).to_owned(),
        };
        format!("{}{part}{}", &text[..start], &text[end..])
    };
    pairs.into_iter().map(replace).collect()
}

/// Each expression with each of its parts.
fn replacements<'e>(whole: &'e Expr, pairs: &mut Vec<(&'e Expr, &'e Expr)>) {
    let mut parts: Vec<&Expr> = Vec::new();
    match &whole.kind {
        ExprKind::Call(_, inner) | ExprKind::Set(inner) | ExprKind::Tuple(inner) => parts.extend(inner),
        ExprKind::Field(e, _) | ExprKind::Prime(e) | ExprKind::At(e, _) | ExprKind::Throughout(e) => {
            parts.push(e);
        }
        ExprKind::AfterPass(e) | ExprKind::UpToSymmetry(e) | ExprKind::Group(e) | ExprKind::Not(e) => {
            parts.push(e);
        }
        ExprKind::Negative(e) => parts.push(e),
        ExprKind::Comprehension(_, from, e) => {
            parts.extend(from.as_deref());
            parts.push(e);
        }
        ExprKind::Chain(first, rest) => {
            parts.push(first);
            parts.extend(rest.iter().map(|(_, part)| part));
        }
        ExprKind::Compare(first, rest) => {
            parts.push(first);
            parts.extend(rest.iter().map(|(_, part)| part));
        }
        ExprKind::If(a, b, c) => parts.extend([&**a, &**b, &**c]),
        ExprKind::Case(_, arms, otherwise) => {
            parts.extend(arms.iter().flat_map(|Arm { label, value }| [label, value]));
            parts.extend(otherwise.as_deref());
        }
        ExprKind::Let(_, a, b) => parts.extend([&**a, &**b]),
        ExprKind::Quantified(_, binder, e) => {
            if let Binder::In(_, from) = binder {
                parts.push(from);
            }
            parts.push(e);
        }
        _ => {}
    }
    pairs.extend(parts.iter().map(|part| (whole, *part)));
    // A chain may also lose one of its members.
    parts.into_iter().for_each(|part| replacements(part, pairs));
}
