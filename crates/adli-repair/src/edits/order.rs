//! Would another rule's move win? Each later rule goes before the one that is blamed.

use adli_claims::Reason;
use adli_lang::ast::Rule;

use super::Ground;
use crate::blame::Blamed;
use crate::edit::{Change, Edit, Kind};
use crate::text::place;

/// Later rules first. Where no rule has a move their order does not matter.
pub(super) fn earlier(ground: &Ground<'_>, blamed: &Blamed<'_>, all: &mut Vec<Edit>) {
    let Some(strategy) = ground.strategy else { return };
    if blamed.reasons.iter().all(|reason| *reason == Reason::Stuck) {
        return;
    }
    let name = blamed.part.name();
    let is_blamed = |rule: &Rule| match rule {
        Rule::Step(step) => step.name.text == name,
        Rule::Try { advice, .. } => advice.iter().any(|tried| tried.text == name),
    };
    let mut add = |first: &str, changes| {
        let what = format!("`{first}` before `{name}`");
        all.push(Edit::new(Kind::Order, &strategy.name.text, what, changes));
    };
    for (number, rule) in strategy.rules.iter().enumerate().filter(|(_, rule)| is_blamed(rule)) {
        if let Rule::Try { advice, .. } = rule
            && let Some(at) = advice.iter().position(|tried| tried.text == name)
        {
            // Advice that is given something is not a name alone: there the order stays.
            let names_alone = advice[at..].iter().take_while(|tried| tried.arguments.is_empty()).count();
            for later in at + 1..at + names_alone.max(1) {
                let mut names: Vec<&str> = advice.iter().map(|tried| tried.text.as_str()).collect();
                let moved = names.remove(later);
                names.insert(at, moved);
                // Only the names from one to the other change.
                let new = names.get(at..=later).unwrap_or_default().join(", ");
                let stretch = place(advice[at].name.span).start..place(advice[later].name.span).end;
                add(moved, vec![Change { place: stretch, new }]);
            }
        }
        let here = ground.text.rule(rule);
        for later in &strategy.rules[number + 1..] {
            let there = ground.text.rule(later);
            let words = ground.text.words.get(there.clone()).unwrap_or_default();
            let indent = ground.text.indent(here.start).unwrap_or("  ");
            let first = match later {
                Rule::Step(step) => step.name.text.as_str(),
                Rule::Try { advice, .. } => advice.first().map_or("", |tried| tried.text.as_str()),
            };
            let changes = vec![
                Change::insert(here.start, format!("{words}\n{indent}")),
                Change::remove(ground.text.taken_out(there)),
            ];
            add(first, changes);
        }
    }
}
