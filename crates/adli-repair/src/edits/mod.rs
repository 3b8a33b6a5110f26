//! What could be otherwise: single edits of the parts of a text that failures blame.
//!
//! | module | what |
//! |---|---|
//! | `bounds` | more plies; another number in a condition |
//! | `goals` | less that is to hold, less that is to be reached, something that must not happen |
//! | `moves` | more moves to choose from |
//! | `order` | a later rule first |
//! | `prefer` | a further preference |
//! | `guards` | a condition under which a rule is asked, learnt from the positions where it goes wrong |
//!
//! They know the text and what it means, and never whether an edit helps: that is for others to find out. So an edit may even be a
//! text with errors, which is dropped where it is checked.

mod bounds;
mod goals;
mod guards;
mod moves;
mod order;
mod prefer;

use adli_lang::Program;
use adli_lang::ast::{BinaryOp, Expr, ExprKind, StrategyItem};
use adli_learn::binds_loosely;

pub(crate) use bounds::slower;
pub(crate) use guards::{Examples, guard, learnt, narrowed, wanted};

use crate::blame::Blamed;
use crate::edit::{Change, Edit};
use crate::text::{Text, place};

/// What edits are made from.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'t> {
    pub(crate) text: &'t Text,
    pub(crate) program: &'t Program,
    /// The strategy of the claim, if it speaks of one.
    pub(crate) strategy: Option<&'t StrategyItem>,
    pub(crate) blamed: &'t [Blamed<'t>],
}

/// All edits but guards, which need examples. Those of whoever is blamed first come first.
pub(crate) fn edits(ground: &Ground<'_>) -> Vec<Edit> {
    let mut all = Vec::new();
    for blamed in ground.blamed {
        bounds::longer(ground, blamed, &mut all);
        goals::forbid(ground, blamed, &mut all);
        goals::weaker(ground, blamed, &mut all);
        moves::more(ground, blamed, &mut all);
        order::earlier(ground, blamed, &mut all);
        prefer::further(ground, blamed, &mut all);
        bounds::numbers(ground, blamed, &mut all);
    }
    moves::always(ground, &mut all);
    all
}

/// The parts of a conjunction, if it is one.
fn conjuncts(e: &Expr) -> Option<Vec<&Expr>> {
    match &e.kind {
        ExprKind::Group(inner) => conjuncts(inner),
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinaryOp::And) => {
            Some([&**first].into_iter().chain(rest.iter().map(|(_, part)| part)).collect())
        }
        _ => None,
    }
}

/// For each part of a conjunction: the change that takes it out, and the part.
fn each_taken_out(e: &Expr) -> Vec<(Change, &Expr)> {
    let parts = conjuncts(e).unwrap_or_default();
    let taken_out = |(at, part): (usize, &&'_ Expr)| {
        let whole = place(part.span);
        let range = match (at.checked_sub(1).and_then(|at| parts.get(at)), parts.get(at + 1)) {
            (Some(before), _) => place(before.span).end..whole.end,
            (None, Some(after)) => whole.start..place(after.span).start,
            (None, None) => whole,
        };
        Change::remove(range)
    };
    parts.iter().enumerate().map(|(at, part)| (taken_out((at, part)), *part)).collect()
}

/// The changes that join a condition to an expression.
fn joined(e: &Expr, condition: &str) -> Vec<Change> {
    let range = place(e.span);
    if binds_loosely(e) {
        vec![Change::insert(range.start, "("), Change::insert(range.end, format!(") and {condition}"))]
    } else {
        vec![Change::insert(range.end, format!(" and {condition}"))]
    }
}

/// Words of the text on one line.
fn on_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A new clause of a piece of advice, after a place in it: on a line of its own if those before it are.
fn clause(ground: &Ground<'_>, begin: usize, at: usize, clause: &str) -> Change {
    let words = &ground.text.words;
    let between = words.get(begin..at).unwrap_or_default();
    match between.rfind('\n') {
        Some(line) => {
            let line = between.get(line + 1..).unwrap_or_default();
            let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
            Change::insert(at, format!("\n{indent}{clause}"))
        }
        None => Change::insert(at, format!(" {clause}")),
    }
}
