//! Longer bounds, and other numbers.

use adli_lang::ast::{AdviceClause, Expr, MoveClass};
use adli_lang::{Span, Token, Word};

use super::Ground;
use crate::blame::{Blamed, Part};
use crate::edit::{Change, Edit, Kind};
use crate::text::{Text, place};

/// By how many plies a bound grows at most, and how many a tree may have.
const LONGER: u32 = 8;
const LONGEST: u32 = 63;

/// A tempo may be missing: each longer bound of a piece of advice, the shortest first.
pub(super) fn longer(ground: &Ground<'_>, blamed: &Blamed<'_>, all: &mut Vec<Edit>) {
    let Part::Advice(advice, span) = blamed.part else { return };
    let tokens = ground.text.tokens(span);
    let within = tokens.iter().position(|token| token.token == Token::Word(Word::Within));
    let Some(number) = within.and_then(|at| tokens.get(at + 1)) else { return };
    let Ok(plies) = ground.text.of(number.span).parse::<u32>() else { return };
    let name = &advice.name.text;
    // "1 ply" becomes "2 plies".
    let unit = within.and_then(|at| tokens.get(at + 2)).filter(|unit| ground.text.of(unit.span) == "ply");
    for more in plies + 1..=(plies + LONGER).min(LONGEST) {
        let what = format!("`{name}` looks {more} plies ahead instead of {plies}");
        let mut changes = vec![Change { place: place(number.span), new: more.to_string() }];
        changes.extend(unit.map(|unit| Change { place: place(unit.span), new: "plies".to_owned() }));
        all.push(Edit::new(Kind::Bound, name, what, changes));
    }
}

/// The number of moves that a theorem allows, made as large as it has to be.
pub(crate) fn slower(text: &Text, name: &str, moves: u32) -> Option<Edit> {
    let (_, span) = text.claim(name)?;
    let tokens = text.tokens(span);
    let within = tokens.iter().position(|token| token.token == Token::Word(Word::Within))?;
    let number = tokens.get(within + 1)?.span;
    let allowed: u32 = text.of(number).parse().ok()?;
    let change = Change { place: place(number), new: moves.to_string() };
    let what = format!("`{name}` takes {moves} moves instead of {allowed}");
    (moves > allowed).then(|| Edit::new(Kind::Claim, name, what, vec![change]))
}

/// Each number of a condition, one more and one less.
pub(super) fn numbers(ground: &Ground<'_>, blamed: &Blamed<'_>, all: &mut Vec<Edit>) {
    let name = blamed.part.name();
    for span in conditions(blamed.part) {
        for token in ground.text.tokens(span).iter().filter(|token| token.token == Token::Number) {
            let Ok(number) = ground.text.of(token.span).parse::<u32>() else { continue };
            for other in [number.checked_sub(1), number.checked_add(1)].into_iter().flatten() {
                let what = format!("{other} instead of {number} in `{name}`");
                let change = Change { place: place(token.span), new: other.to_string() };
                all.push(Edit::new(Kind::Number, name, what, vec![change]));
            }
        }
    }
}

/// Where the conditions of a part stand.
fn conditions(part: Part<'_>) -> Vec<Span> {
    let of_classes = |classes: &[MoveClass]| -> Vec<Span> {
        classes.iter().filter_map(|class| class.condition.as_ref().map(|e| e.span)).collect()
    };
    let one = |e: &Expr| vec![e.span];
    match part {
        Part::Step(step) => step.moves.condition.as_ref().map(one).unwrap_or_default(),
        Part::Advice(advice, _) => {
            let of_clause = |clause: &AdviceClause| match clause {
                AdviceClause::When(e) | AdviceClause::Reach(_, e) | AdviceClause::Hold(_, e) => one(e),
                AdviceClause::First(classes) => of_classes(classes),
                AdviceClause::Each(each) => of_classes(&each.classes),
                _ => Vec::new(),
            };
            advice.clauses.iter().flat_map(of_clause).collect()
        }
    }
}
