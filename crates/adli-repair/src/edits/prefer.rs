//! Which further preference ends a play that goes round? The numbers of the text, and distances between men.

use adli_claims::Reason;
use adli_lang::ast::{AdviceClause, Preference};
use adli_lang::term::Sort;

use super::{Ground, clause};
use crate::blame::{Blamed, Part};
use crate::edit::{Change, Edit, Kind};
use crate::text::place;

/// A further preference, after those that there are.
pub(super) fn further(ground: &Ground<'_>, blamed: &Blamed<'_>, all: &mut Vec<Edit>) {
    if blamed.reasons.iter().all(|reason| matches!(reason, Reason::Stuck | Reason::Conclusion)) {
        return;
    }
    let name = blamed.part.name();
    let (own, whole): (Option<&Preference>, _) = match blamed.part {
        Part::Step(step) => (step.prefer.last(), step.span),
        Part::Advice(advice, span) => {
            let mut prefer = advice.clauses.iter().filter_map(|clause| match clause {
                AdviceClause::Prefer(prefer) => prefer.last(),
                _ => None,
            });
            (prefer.next_back(), span)
        }
    };
    for number in numbers(ground) {
        for word in ["least", "most"] {
            let change = match (own, blamed.part) {
                (Some(last), _) => Change::insert(place(last.key.span).end, format!(" then {word} {number}")),
                (None, Part::Step(_)) => Change::insert(place(whole).end, format!(" {word} {number}")),
                (None, Part::Advice(..)) => {
                    let whole = place(whole);
                    clause(ground, whole.start, whole.end, &format!("{word} {number}"))
                }
            };
            let what = format!("of its moves `{name}` prefers those with {word} `{number}`");
            all.push(Edit::new(Kind::Preference, name, what, vec![change]));
        }
    }
}

/// Numbers of the position after a move: those of the text, then distances.
fn numbers(ground: &Ground<'_>) -> Vec<String> {
    let is_number = |name: &&str| {
        let found = ground.program.definitions.iter().find(|definition| definition.name == *name);
        found.is_some_and(|definition| definition.sort == Sort::Int)
    };
    let mut all: Vec<String> =
        ground.text.definitions().filter(is_number).map(|name| format!("{name}'")).collect();
    let letters: Vec<char> = ground.program.endgame.men.iter().map(|man| man.letter).collect();
    let single = |letter: &&char| letters.iter().filter(|other| other == letter).count() == 1;
    let singles: Vec<char> = letters.iter().filter(single).copied().collect();
    for distance in ["steps", "walk"] {
        for (at, one) in singles.iter().enumerate() {
            all.extend(singles[at + 1..].iter().map(|other| format!("{distance}({one}', {other}')")));
        }
    }
    all
}
