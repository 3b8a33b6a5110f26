//! Which rule of a recogniser answers, why, and why the earlier ones do not.
//!
//! Rules are numbered as in the language: `r.rule` counts those that give answers, from 1, in the order of the text.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Colour, Position};
use adli_lang::{Answer, Branch, Decision, MovesFrom, Program, Recogniser, State, Value};
use schemars::JsonSchema;
use serde::Serialize;

use super::report::RuleText;
use super::rule_text;
use crate::chosen::{fitting, interpreter};
use crate::extent::{Extent, InText};
use crate::facts::{Fact, Facts, Part, Scope, tree};
use crate::select::{Offer, Sort, select};
use crate::{Text, Trouble};

#[derive(Serialize, JsonSchema)]
pub struct Recognised {
    /// The position that was asked about.
    pub fen: String,
    /// The position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_as: Option<String>,
    pub recogniser: String,
    /// The answer, and the side for which it is meant: the side to move.
    pub answer: &'static str,
    #[serde(rename = "for")]
    pub side: String,
    /// The rule that answers.
    pub rule: RuleText,
    /// What makes its condition true.
    pub because: Vec<Fact>,
    /// The rules before it, and what is false of each.
    pub earlier: Vec<Passed>,
    #[serde(skip)]
    #[schemars(skip)]
    pub position: Position,
    #[serde(skip)]
    pub sentence: String,
}

impl Recognised {
    /// The same with the place of the rule, if it stands in the text itself.
    #[must_use]
    pub fn placed(mut self, text: &Text) -> Recognised {
        self.rule.place(text.number);
        self
    }
}

impl InText for Recognised {
    fn extents(&mut self) -> Vec<&mut Extent> {
        self.rule.at.iter_mut().collect()
    }
}

/// A rule that does not answer, or several that stand under one condition.
#[derive(Serialize, JsonSchema)]
pub struct Passed {
    pub number: usize,
    /// The last of the rules under this condition.
    pub to: usize,
    pub fails: Vec<Fact>,
}

/// Whether a text has a recogniser of its own and no strategy, so that it is the recogniser that is meant.
#[must_use]
pub fn is_about_recognisers(text: &Text, programs: &[Program]) -> bool {
    let own = |span: adli_lang::Span| span.source == text.number;
    let has_strategy = programs.iter().any(|p| p.strategies.iter().any(|s| own(s.span)));
    let has_recogniser = programs.iter().any(|p| p.recognisers.iter().any(|r| own(r.span)));
    has_recogniser && !has_strategy
}

/// What a recogniser of a text says of a position: the one of that name, or the only one.
///
/// # Errors
/// There is no such recogniser, the text is about other men, or a limit was reached.
pub fn recognise(
    text: &Text,
    programs: &[Program],
    typed: &Position,
    wanted: Option<&str>,
) -> Result<Recognised, Trouble> {
    let (program, view) = fitting(text, programs, typed)?;
    let offers = program.recognisers_here().map(|(_, found)| Offer {
        name: &found.name,
        is_own: found.span.source == text.number,
        what: found,
    });
    let recogniser = select(Sort::Recogniser, text, offers.collect(), wanted)?;
    let state = State::from_position(&program.endgame, &view.seen(typed));
    let state = state.ok_or_else(|| Trouble::internal("the men are not those of the text"))?;
    let facts = Facts::new(program, &text.sources, MovesFrom::Laws);
    let mut walk = Walk { program, state, facts, because: Vec::new(), earlier: Vec::new() };
    let number = walk.through(&recogniser.branches)?;
    walk.agrees(recogniser, number)?;
    let rule = recogniser.rules.get(number).ok_or_else(no_rule)?;
    let answer = rule.answer_for(view.seen(typed).turn().index() as u16);
    Ok(Recognised {
        fen: typed.to_string(),
        seen_as: view.seen_otherwise(typed),
        recogniser: recogniser.name.clone(),
        answer: answer.word(),
        side: typed.turn().to_string().to_lowercase(),
        rule: rule_text(text, rule.span, None, number + 1, recogniser.rules.len()),
        because: walk.because,
        earlier: walk.earlier,
        position: *typed,
        sentence: sentence(answer, typed.turn()),
    })
}

fn no_rule() -> Trouble {
    Trouble::internal("no rule of a recogniser applies, not even `otherwise`")
}

/// An answer in words, on the user's board.
fn sentence(answer: Answer, turn: Colour) -> String {
    let who = match answer {
        Answer::Unknown => return "it does not know".to_owned(),
        Answer::Draw => return "neither side wins".to_owned(),
        Answer::Win => "wins",
        Answer::Loss => "loses",
        Answer::AtLeastDraw => "does not lose",
        Answer::AtMostDraw => "does not win",
        Answer::Mated => "is mated",
        Answer::Mates => "mates with the next move",
        Answer::MatesNext => "mates with the next move or the one after",
    };
    format!("{turn}, to move, {who}")
}

/// Goes through a decision list, and keeps what is met.
struct Walk<'a> {
    program: &'a Program,
    state: State,
    facts: Facts<'a>,
    because: Vec<Fact>,
    earlier: Vec<Passed>,
}

impl Walk<'_> {
    /// The number of the rule that answers, from 0.
    fn through(&mut self, branches: &[Branch]) -> Result<usize, Trouble> {
        let scope = Scope::of_position(self.state);
        for branch in branches {
            let holds = self.facts.evaluate(branch.when, &scope)? == Value::Bool(true);
            let parts = self.parts(branch);
            if holds {
                self.because.extend(parts.iter().filter_map(|part| self.facts.fact(part, &scope, 0)));
                return match &branch.then {
                    Decision::Rule(rule) => Ok(usize::from(*rule)),
                    Decision::List(inner) => self.through(inner),
                };
            }
            let is_false = |part: &&Part| self.facts.value(part.term, &scope) == Some(Value::Bool(false));
            let fails = parts.iter().filter(is_false).filter_map(|part| self.facts.fact(part, &scope, 0));
            let (first, last) = (first_rule(branch), last_rule(branch));
            let (number, to) = first.zip(last).ok_or_else(no_rule)?;
            let fails = fails.collect();
            self.earlier.push(Passed { number: number + 1, to: to + 1, fails });
        }
        Err(no_rule())
    }

    /// What a condition says, part by part.
    fn parts(&self, branch: &Branch) -> Vec<Part> {
        let roots = tree(&branch.parts).into_iter().filter(|part| part.term == branch.when);
        roots.flat_map(|part| part.conjuncts(self.program)).collect()
    }

    /// The rule of the list is the one that `r.rule` names.
    fn agrees(&self, recogniser: &Recogniser, number: usize) -> Result<(), Trouble> {
        let definition = self.program.definitions.get(recogniser.rule.0 as usize);
        let body = definition.ok_or_else(no_rule)?.body;
        let counted = interpreter(self.program, MovesFrom::Laws).value(body, &[self.state])?;
        if counted == Value::Int(number as i32 + 1) {
            return Ok(());
        }
        Err(Trouble::Internal(format!("`{}.rule` is another rule", recogniser.name)))
    }
}

fn first_rule(branch: &Branch) -> Option<usize> {
    match &branch.then {
        Decision::Rule(rule) => Some(usize::from(*rule)),
        Decision::List(inner) => inner.first().and_then(first_rule),
    }
}

fn last_rule(branch: &Branch) -> Option<usize> {
    match &branch.then {
        Decision::Rule(rule) => Some(usize::from(*rule)),
        Decision::List(inner) => inner.last().and_then(last_rule),
    }
}
