//! Whom the failures of a claim blame.
//!
//! A rule that stalemates or gives a man away is named by the failure. Where the play goes round, every rule of the circle could have
//! done something else; where it takes too long, every rule of the line. Where no rule has a move all could have had one, and where a lemma
//! about advice fails, all advice that it asks about. Whoever asks another piece of advice in his goals shares the blame with it.

use std::collections::BTreeSet;

use adli_claims::{Failure, Reason};
use adli_lang::Span;
use adli_lang::ast::{AdviceItem, Rule, StepItem, StrategyItem};

use crate::text::Text;

/// A part of the text that may be changed.
#[derive(Clone, Copy)]
pub(crate) enum Part<'t> {
    /// A step of the strategy.
    Step(&'t StepItem),
    /// A piece of advice, with the place of the whole.
    Advice(&'t AdviceItem, Span),
}

impl<'t> Part<'t> {
    pub(crate) fn name(&self) -> &'t str {
        match self {
            Part::Step(step) => &step.name.text,
            Part::Advice(advice, _) => &advice.name.text,
        }
    }
}

/// A part, and what goes wrong by it.
pub(crate) struct Blamed<'t> {
    pub(crate) part: Part<'t>,
    pub(crate) reasons: BTreeSet<Reason>,
}

/// Whom to blame, those who are blamed first first.
pub(crate) fn blame<'t>(
    text: &'t Text,
    strategy: Option<&'t StrategyItem>,
    claim: Span,
    failures: &[Failure],
) -> Vec<Blamed<'t>> {
    let mut blamed: Vec<Blamed<'t>> = Vec::new();
    for failure in failures {
        for name in names(text, strategy, claim, failure) {
            let Some(part) = part(text, strategy, &name) else { continue };
            match blamed.iter_mut().find(|other| other.part.name() == part.name()) {
                Some(other) => drop(other.reasons.insert(failure.reason)),
                None => blamed.push(Blamed { part, reasons: BTreeSet::from([failure.reason]) }),
            }
        }
    }
    let mut at = 0;
    while let Some(Blamed { part, reasons }) = blamed.get(at) {
        if let Part::Advice(_, span) = part {
            let reasons = reasons.clone();
            for name in text.advice_named(*span) {
                if !blamed.iter().any(|other| other.part.name() == name)
                    && let Some((advice, span)) = text.advice(&name)
                {
                    blamed.push(Blamed { part: Part::Advice(advice, span), reasons: reasons.clone() });
                }
            }
        }
        at += 1;
    }
    blamed
}

/// The rules that a failure blames.
fn names(text: &Text, strategy: Option<&StrategyItem>, claim: Span, failure: &Failure) -> Vec<String> {
    let Some(strategy) = strategy else { return text.advice_named(claim) };
    let played = |from: usize| {
        let own = failure.moves.iter().skip(from).filter_map(|mv| mv.rule.clone());
        own.collect::<Vec<_>>()
    };
    match failure.reason {
        Reason::Stuck => {
            let tried = strategy.rules.iter().flat_map(|rule| match rule {
                Rule::Step(step) => vec![step.name.text.clone()],
                Rule::Try { advice, .. } => advice.iter().map(|name| name.text.clone()).collect(),
            });
            tried.collect()
        }
        Reason::Cycle => played(failure.cycle_from.unwrap_or(0)),
        Reason::TooSlow | Reason::FiftyMoves | Reason::Conclusion => played(0),
        _ => failure.rule.clone().or_else(|| played(0).pop()).into_iter().collect(),
    }
}

/// What a report calls by this name. A piece of advice that several rules try has a number after its name; what it is given stands
/// in brackets.
fn part<'t>(text: &'t Text, strategy: Option<&'t StrategyItem>, name: &str) -> Option<Part<'t>> {
    let mut rules = strategy.into_iter().flat_map(|strategy| &strategy.rules);
    let step = rules.find_map(|rule| match rule {
        Rule::Step(step) if step.name.text == name => Some(Part::Step(step)),
        _ => None,
    });
    let advice = |name: &str| {
        let name = name.split_once('(').map_or(name, |(name, _)| name);
        text.advice(name).map(|(advice, span)| Part::Advice(advice, span))
    };
    step.or_else(|| advice(name)).or_else(|| {
        let (name, number) = name.rsplit_once('_')?;
        number.parse::<u32>().is_ok().then(|| advice(name))?
    })
}
