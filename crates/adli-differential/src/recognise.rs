//! What a recogniser answers, and whether it is right.

use std::collections::BTreeSet;

use crate::Stopped;
use crate::chess::{Position, Side};
use crate::claims::Findings;
use crate::judge::{Judge, turned};
use crate::text::{Branch, Then};
use crate::worth::Worth;

/// Whether an answer for the side to move is right.
fn is_right(answer: &str, worth: Worth, exact: bool) -> bool {
    match answer {
        "win" => worth.sign() == 1,
        "draw" => worth.sign() == 0,
        "loss" => worth.sign() == -1,
        "at_least_draw" => worth.sign() >= 0,
        "at_most_draw" => worth.sign() <= 0,
        "mated" => worth == Worth::Loss(0),
        "mates" => worth == Worth::Win(1),
        "mates_next" => worth == Worth::Win(3) || worth == Worth::Win(1) && !exact,
        _ => true,
    }
}

fn numbers(branches: &[Branch], all: &mut BTreeSet<i32>) {
    for branch in branches {
        match &branch.then {
            Then::Says(number, ..) => {
                all.insert(*number);
            }
            Then::Rules(inner) => numbers(inner, all),
        }
    }
}

impl Judge<'_> {
    pub(crate) fn recognises(
        &mut self,
        recogniser: usize,
        demand: &str,
        from: &[Position],
        found: &mut Findings,
    ) -> Result<(), Stopped> {
        let text = self.text;
        let mut unused = BTreeSet::new();
        numbers(&text.recognisers[recogniser].rules, &mut unused);
        let mut failures = 0;
        for position in from {
            let (rule, answer, side) = self.branch(&text.recognisers[recogniser].rules, position)?;
            let answer = if side.is_some_and(|side| side != position.turn) { turned(answer) } else { answer };
            unused.remove(&rule);
            let worth = self.worth(position)?;
            let wrong = !is_right(answer, worth, false);
            let mover = if position.turn == Side::White { 0 } else { 1 };
            found.count(format!("{mover} positions"), 1);
            found.count(format!("{mover} answer {answer}"), 1);
            found.count(format!("{mover} rule {rule}"), 1);
            if wrong {
                found.count(format!("{mover} answer {answer} wrong"), 1);
                found.count(format!("{mover} rule {rule} wrong"), 1);
            }
            let silent = answer == "unknown" && demand != "sound";
            // An answer that is right, but not as exact as it should be, is not a wrong one.
            failures += u64::from(!is_right(answer, worth, demand == "exact") || silent);
        }
        if demand == "uses" {
            found.proved = unused.is_empty();
            found.count("kind unused", unused.len() as u64);
        } else {
            found.proved = failures == 0;
            found.count("failures", failures);
        }
        Ok(())
    }
}
