//! How deep a text is, with everything it uses written out.
//!
//! Every method walks down terms, through the definitions they call, the strategies and the trees of advice they ask about, and
//! each level of that costs it some of its stack. So depth is measured once, here, where a program is made, without any recursion,
//! and a text that is deeper than [`MAX_LEVELS`] is refused. Nobody below has to ask again.

use crate::core::program::{Program, Step};
use crate::core::term::{AdviceId, StrategyId, Term, TermId};
use crate::{Code, Diagnostic};

/// How deep a text may be. Tests walk texts of that depth with every method on a stack of two megabytes.
pub const MAX_LEVELS: u32 = 400;

/// Whatever has a depth.
#[derive(Clone, Copy)]
enum Part {
    Term(TermId),
    Strategy(StrategyId),
    Advice(AdviceId),
}

/// A complaint if the text is too deep: about the first place that is.
pub(crate) fn check(program: &Program) -> Option<Diagnostic> {
    let levels = Levels::new(program);
    let deep = program.terms.ids().find(|term| levels.of(Part::Term(*term)) > MAX_LEVELS)?;
    Some(too_deep(program.terms.span(deep)))
}

/// The complaint about a place that is too deep.
pub(crate) fn too_deep(place: crate::Span) -> Diagnostic {
    let message = format!(
        "this goes too deep: with everything it uses written out it is nested more than {MAX_LEVELS} deep"
    );
    let help =
        "use shorter chains of definitions, sums, cases or rules; a ply of a tree counts as a level too";
    Diagnostic::error(Code::TooLarge, place, message).help(help)
}

struct Levels<'a> {
    program: &'a Program,
    /// For each part its depth, once it is known: terms, strategies, advice.
    known: Vec<Option<u32>>,
}

impl<'a> Levels<'a> {
    fn new(program: &'a Program) -> Levels<'a> {
        let parts = program.terms.len() + program.strategies.len() + program.advice.len();
        let mut levels = Levels { program, known: vec![None; parts] };
        for term in program.terms.ids() {
            levels.measure(term);
        }
        levels
    }

    fn number(&self, part: Part) -> usize {
        let strategies = self.program.terms.len();
        match part {
            Part::Term(term) => term.0 as usize,
            Part::Strategy(strategy) => strategies + usize::from(strategy.0),
            Part::Advice(advice) => strategies + self.program.strategies.len() + usize::from(advice.0),
        }
    }

    /// What has been measured; nothing yet of what is being measured.
    fn of(&self, part: Part) -> u32 {
        self.known.get(self.number(part)).copied().flatten().unwrap_or(0)
    }

    /// Measures a term, what it consists of first.
    fn measure(&mut self, root: TermId) {
        let mut todo = vec![(Part::Term(root), false)];
        while let Some((part, ready)) = todo.pop() {
            let number = self.number(part);
            if ready {
                let mut deepest = 0;
                self.for_parts(part, |inner| deepest = deepest.max(self.of(inner)));
                self.known[number] = Some(deepest.saturating_add(self.own(part)));
            } else if self.known.get(number).is_some_and(Option::is_none) {
                self.known[number] = Some(0);
                todo.push((part, true));
                self.for_parts(part, |inner| todo.push((inner, false)));
            }
        }
    }

    /// How many levels a part adds: a tree has one for each ply.
    fn own(&self, part: Part) -> u32 {
        match part {
            Part::Term(_) | Part::Strategy(_) => 1,
            Part::Advice(id) => self.program.advice(id).map_or(0, |advice| 1 + u32::from(advice.plies)),
        }
    }

    /// Does something with everything that a part consists of.
    fn for_parts(&self, part: Part, mut visit: impl FnMut(Part)) {
        let program = self.program;
        match part {
            Part::Term(term) => {
                let node = program.terms.get(term);
                node.for_children(|child| visit(Part::Term(child)));
                match node {
                    Term::Call(def, ..) => {
                        let called = program.definition(*def);
                        called.into_iter().for_each(|definition| visit(Part::Term(definition.body)));
                    }
                    Term::Step(strategy, _) | Term::Allows(strategy, ..) => visit(Part::Strategy(*strategy)),
                    Term::Forces(node) | Term::PliesToGoal(node) => visit(Part::Advice(node.advice)),
                    _ => {}
                }
            }
            Part::Strategy(id) => {
                let steps = program.strategy(id).into_iter().flat_map(|s| &s.steps);
                steps.flat_map(Step::terms).for_each(|term| visit(Part::Term(term)));
            }
            Part::Advice(id) => {
                let Some(advice) = program.advice(id) else { return };
                advice.conditions().for_each(|term| visit(Part::Term(term)));
            }
        }
    }
}
