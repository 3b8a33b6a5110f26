//! Why a strategy plays a move, or passes it over.
//!
//! A move is passed over rule by rule: an earlier rule is not asked, may not move that man, or has a condition that is false of
//! the move; the rule that applies may also prefer another.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::Move;
use adli_lang::term::Term;
use adli_lang::{Key, State, Step, Value};
use schemars::JsonSchema;
use serde::Serialize;

use super::report::{Named, NotAsked};
use super::{Explainer, TOO_LONG};
use crate::consult::Does;
use crate::facts::{Fact, Part, Scope};
use crate::tree::Refused;
use crate::trouble::Trouble;

/// A move that was asked about.
#[derive(Serialize, JsonSchema)]
pub struct AskedMove {
    #[serde(flatten)]
    pub name: Named,
    /// The strategy allows it.
    pub allowed: bool,
    /// What each rule makes of it, up to the one that applies.
    pub rules: Vec<AtRule>,
}

/// What a rule makes of a move.
#[derive(Serialize, JsonSchema)]
pub struct AtRule {
    pub name: String,
    /// From 1.
    pub number: usize,
    #[serde(flatten)]
    pub verdict: Judged,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Judged {
    /// It allows the move.
    Allows,
    /// It is not asked here.
    NotAsked { not_asked: NotAsked },
    /// It moves only these men.
    OtherMen { men: String },
    /// Parts of its condition are false of the move.
    Fails { fails: Vec<Fact> },
    /// No forcing tree begins with it.
    NoTree { refused: Refused },
    /// Another move is better.
    Worse { by: Worse },
    /// Too much to be told.
    Untold { untold: String },
}

/// By what another move is better.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Worse {
    /// By a number of the text.
    Preference {
        most: bool,
        text: String,
        value: i32,
        /// A move that is better, and its value.
        better: Named,
        better_value: i32,
    },
    /// Its class is tried later.
    LaterClass { better: Named },
    /// Another tree reaches its goal sooner, or as soon and is better by what is asked then.
    NotQuickest { better: Named },
}

impl AskedMove {
    pub(super) fn new(
        explainer: &Explainer<'_, '_>,
        mv: Move,
        does: Option<&Does>,
    ) -> Result<AskedMove, Trouble> {
        let known = explainer.moves.iter().find(|(known, ..)| *known == mv);
        let (_, slot_move, after) =
            known.ok_or_else(|| Trouble::internal("the laws and the core disagree about a move"))?;
        let allowed = does.is_some_and(|does| does.moves.contains(&mv));
        let mut rules = Vec::new();
        let up_to = |number: usize| does.is_none_or(|does| number <= does.step);
        for (number, step) in explainer.steps().filter(|(number, _)| up_to(*number)) {
            let judge = Judge { explainer, step, after };
            let best = does.filter(|does| does.step == number).and_then(|does| does.moves.first());
            let verdict = match best {
                Some(_) if allowed => Judged::Allows,
                best => judge.verdict(slot_move.man, best)?,
            };
            rules.push(AtRule { name: step.name.clone(), number: number + 1, verdict });
        }
        Ok(AskedMove { name: explainer.named(mv), allowed, rules })
    }
}

/// A rule and a move that it does not allow.
struct Judge<'e, 'a, 'c> {
    explainer: &'e Explainer<'a, 'c>,
    step: &'e Step,
    after: &'e State,
}

impl Judge<'_, '_, '_> {
    /// `best` is a move that the rule allows, if it applies.
    fn verdict(&self, man: adli_lang::term::Slot, best: Option<&Move>) -> Result<Judged, Trouble> {
        let Judge { explainer, step, after } = self;
        let untold = || Judged::Untold { untold: TOO_LONG.to_owned() };
        match explainer.not_asked(step)? {
            None => return Ok(untold()),
            Some(Some(not_asked)) => return Ok(Judged::NotAsked { not_asked }),
            Some(None) => {}
        }
        if !step.men.contains(man) {
            return Ok(Judged::OtherMen { men: explainer.men(step).unwrap_or_default() });
        }
        let scope = Scope::of_move(explainer.state, **after);
        let mut fails = Vec::new();
        for part in explainer.conditions(step) {
            match explainer.satisfies(&part, after)? {
                Some(true) => {}
                Some(false) => fails.extend(explainer.facts.fact(&part, &scope, 0)),
                None => return Ok(untold()),
            }
        }
        if !fails.is_empty() {
            return Ok(Judged::Fails { fails });
        }
        if let Some(advice) = step.advice {
            let chosen = explainer.chosen;
            let refused = explainer.asking.prover()?.first_move_refused(advice, &explainer.state, after)?;
            if let Some(refusal) = refused {
                let refused = Refused::new(chosen.view, &explainer.typed, &explainer.state, &refusal)?;
                return Ok(Judged::NoTree { refused });
            }
        }
        let by = best.and_then(|best| self.worse(*best));
        Ok(by.map_or_else(untold, |by| Judged::Worse { by }))
    }

    /// The first preference by which another move is better.
    fn worse(&self, best: Move) -> Option<Worse> {
        let facts = &self.explainer.facts;
        let after = self.explainer.after(best)?;
        let scopes = [*self.after, after].map(|after| Scope::of_move(self.explainer.state, after));
        let value = |key: &Key, scope: &Scope| match facts.value(key.term, scope) {
            Some(Value::Int(value)) => Some(value),
            _ => None,
        };
        let better = || self.explainer.named(best);
        for key in &self.step.prefer {
            let is_quickest =
                matches!(self.explainer.chosen.program.terms.get(key.term), Term::PliesToGoal(_));
            if is_quickest {
                // What each tree takes would be another search; whatever decides after it is told with it.
                return Some(Worse::NotQuickest { better: better() });
            }
            let (own, other) = (value(key, &scopes[0])?, value(key, &scopes[1])?);
            if own == other {
                continue;
            }
            return Some(match key.span {
                Some(span) => Worse::Preference {
                    most: key.most,
                    text: facts.text(&Part::leaf(span, key.term), &scopes[0]),
                    value: own,
                    better: better(),
                    better_value: other,
                },
                None => Worse::LaterClass { better: better() },
            });
        }
        None
    }
}
