//! What goals look at in the root of a tree: the largest parts of them that speak of the root alone.

use adli_lang::Advice;
use adli_lang::term::{Sort, StrategyId, TermId};

use crate::columns::Asks;

const ROOT: u32 = 1;

/// The parts that are numbers or truth values and speak of nothing but the root. Nothing, if a goal looks at the root
/// together with something else in one term.
pub(super) fn of<'p>(engine: &mut impl Asks<'p>, goals: impl Iterator<Item = TermId>) -> Option<Vec<TermId>> {
    let program = engine.program();
    let mut found = Vec::new();
    let mut walk = program.terms.reach(goals);
    while let Some((term, node)) = walk.next() {
        let is_number = !matches!(program.terms.sort(term), Sort::Square | Sort::Set);
        if engine.memo().notions.given(term) & ROOT == 0 {
            walk.pass_over();
        } else if is_number && engine.memo().notions.closed(term) == Some(ROOT) {
            found.push(term);
            walk.pass_over();
        } else if engine.memo().notions.is_left_out(node) {
            walk.pass_over();
        } else if node.positions().into_iter().any(|pos| program.terms.origin(pos) == 0) {
            return None;
        }
    }
    found.sort_unstable();
    Some(found)
}

/// What is looked at in the roots of trees that a strategy plays out; and in those of trees that go on after others, where men may be
/// missing.
pub(crate) fn roots_of_trees<'p>(engine: &mut impl Asks<'p>, strategy: StrategyId) -> [Vec<TermId>; 2] {
    let program = engine.program();
    let steps = program.strategy(strategy).map_or(&[][..], |s| &s.steps);
    let played = steps.iter().filter_map(|step| program.advice(step.advice?));
    let played: Vec<&Advice> = played.filter(|advice| advice.plays_out).collect();
    let next = played.iter().flat_map(|advice| &advice.then).filter_map(|&id| program.advice(id)).collect();
    [played, next].map(|all: Vec<&Advice>| {
        all.into_iter().filter_map(|advice| of(engine, advice.conditions())).flatten().collect()
    })
}
