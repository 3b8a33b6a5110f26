//! `adli explain` of a recogniser: which rule answers, why, and why the earlier ones do not.
//!
//! Rules are numbered as in the language: `r.rule` counts those that give answers, from 1, in the order of the text.

use std::io::{self, Write};

use adli_chess::{Colour, Diagram, Letters, Position};
use adli_lang::{Answer, Branch, Decision, MovesFrom, Program, Recogniser, State, Value};
use schemars::JsonSchema;
use serde::Serialize;

use super::explain::rule_text;
use super::explain_report::RuleText;
use super::explain_text::{earlier_heading, fact_text, mirrored_text, rule_heading};
use crate::args::ExplainArgs;
use crate::facts::{Fact, Facts, Part, Scope, tree};
use crate::failure::{Failure, Verdict};
use crate::output::Report;
use crate::selection::{Offer, RECOGNISER, select};
use crate::settings::Settings;
use crate::strategy::{fitting, interpreter};
use crate::texts::Text;

#[derive(Serialize, JsonSchema)]
pub struct Recognised {
    /// The position that was asked about.
    fen: String,
    /// The position as the text sees it, if its colours are the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen_as: Option<String>,
    recogniser: String,
    /// The answer, and the side for which it is meant: the side to move.
    answer: &'static str,
    #[serde(rename = "for")]
    side: String,
    /// The rule that answers.
    rule: RuleText,
    /// What makes its condition true.
    because: Vec<Fact>,
    /// The rules before it, and what is false of each.
    earlier: Vec<Passed>,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    sentence: String,
}

/// A rule that does not answer, or several that stand under one condition.
#[derive(Serialize, JsonSchema)]
struct Passed {
    number: usize,
    /// The last of the rules under this condition.
    to: usize,
    fails: Vec<Fact>,
}

/// Is a recogniser to be explained? It was named; or the text has one, and no strategy.
pub fn is_wanted(args: &ExplainArgs) -> Result<bool, Failure> {
    if args.recogniser.is_some() || args.strategy.strategy.is_some() {
        return Ok(args.recogniser.is_some());
    }
    let text = Text::find(&args.strategy.text.file)?;
    let checked = text.check(&args.strategy.text.set);
    let own = |span: adli_lang::Span| span.source == text.number;
    let has_strategy = checked.programs.iter().any(|p| p.strategies.iter().any(|s| own(s.span)));
    let has_recogniser = checked.programs.iter().any(|p| p.recognisers.iter().any(|r| own(r.span)));
    Ok(has_recogniser && !has_strategy)
}

pub fn run(args: &ExplainArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if args.asked.is_some() || args.strategy.compiled.is_some() {
        let option = if args.asked.is_some() { "--move" } else { "--compiled" };
        return Err(Failure::input(format!(
            "`{option}` is about a strategy, and a recogniser makes no moves"
        )));
    }
    let text = Text::find(&args.strategy.text.file)?;
    let typed = args.strategy.position.check()?;
    let programs = text.programs(&args.strategy.text.set)?;
    let (program, view) = fitting(&text, &programs, &typed)?;
    let offers = program.recognisers.iter().map(|found| Offer {
        name: &found.name,
        is_own: found.span.source == text.number,
        what: found,
    });
    let recogniser = select(&RECOGNISER, &text, offers.collect(), args.recogniser.as_deref())?;
    let state = State::from_position(&program.endgame, &view.seen(&typed));
    let state = state.ok_or_else(|| Failure::internal("the men are not those of the text"))?;
    let facts = Facts::new(program, &text.sources, MovesFrom::Laws);
    let mut walk = Walk { program, state, facts, because: Vec::new(), earlier: Vec::new() };
    let number = walk.through(&recogniser.branches)?;
    walk.agrees(recogniser, number)?;
    let rule = recogniser.rules.get(number).ok_or_else(no_rule)?;
    let answer = rule.answer_for(view.seen(&typed).turn().index() as u16);
    settings.output.report(&Recognised {
        fen: typed.to_string(),
        seen_as: view.seen_otherwise(&typed),
        recogniser: recogniser.name.clone(),
        answer: answer.word(),
        side: typed.turn().to_string().to_lowercase(),
        rule: rule_text(&text, rule.span, None, number + 1, recogniser.rules.len()),
        because: walk.because,
        earlier: walk.earlier,
        position: typed,
        sentence: sentence(answer, typed.turn()),
    })?;
    Ok(Verdict::Holds)
}

fn no_rule() -> Failure {
    Failure::internal("no rule of a recogniser applies, not even `otherwise`")
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
    fn through(&mut self, branches: &[Branch]) -> Result<usize, Failure> {
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
    fn agrees(&self, recogniser: &Recogniser, number: usize) -> Result<(), Failure> {
        let definition = self.program.definitions.get(recogniser.rule.0 as usize);
        let body = definition.ok_or_else(no_rule)?.body;
        let counted = interpreter(self.program, MovesFrom::Laws).value(body, &[self.state])?;
        if counted == Value::Int(number as i32 + 1) {
            return Ok(());
        }
        Err(Failure::internal(format!("`{}.rule` is another rule", recogniser.name)))
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

impl Report for Recognised {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", Diagram::new(&self.position).text(Letters::Ascii))?;
        mirrored_text(self.seen_as.as_deref(), out)?;
        rule_heading(&self.rule, &self.recogniser, out)?;
        writeln!(out, "\nanswer: {} ({})", self.answer, self.sentence)?;
        if !self.because.is_empty() {
            writeln!(out, "\nwhy:")?;
        }
        self.because.iter().try_for_each(|fact| fact_text(fact, out, 1))?;
        if !self.earlier.is_empty() {
            earlier_heading(out)?;
        }
        for passed in &self.earlier {
            match passed.number == passed.to {
                true => writeln!(out, "  {:>2}:", passed.number)?,
                false => writeln!(out, "  {:>2} to {}:", passed.number, passed.to)?,
            }
            passed.fails.iter().try_for_each(|fact| fact_text(fact, out, 3))?;
        }
        Ok(())
    }
}
