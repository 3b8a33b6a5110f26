//! A condition under which a rule is asked, learnt as the rules of recognisers are.
//!
//! Two lists of positions are asked for, with what the text itself can say: those in which the rule gives away what the position is
//! worth, and those in which it does not. The conjunction of a few conditions that holds for many of the second and for none of the
//! first becomes a guard. For a lemma about single positions the lists are those where it holds and where it does not, and the
//! claim itself is narrowed: that is no repair of the advice, and is said to be none.

use adli_chess::Position;
use adli_claims::Reason;
use adli_lang::ast::{AdviceClause, Aim, ClaimItem, Expr, Rule, Statement};
use adli_lang::{Interpreter, MovesFrom, Program, State, Token, Word};
use adli_learn::{Entry, Told, WORDS, best_rule};

use super::{Ground, joined};
use crate::blame::{Blamed, Part};
use crate::edit::{Change, Edit, Kind};
use crate::text::{Text, place};

/// Where a rule is right and where it is wrong, as conditions of the text.
pub(crate) struct Examples {
    pub(crate) right: String,
    pub(crate) wrong: String,
    /// The conditions that are asked there already.
    pub(crate) asked: Vec<Expr>,
}

/// Which positions show when a rule is to be asked; none if a guard would not help against what goes wrong.
pub(crate) fn wanted(ground: &Ground<'_>, blamed: &Blamed<'_>) -> Option<Examples> {
    let strategy = ground.strategy?;
    let gives_away = [Reason::Stalemate, Reason::HomeLeft, Reason::Mated, Reason::ValueLost];
    if !gives_away.iter().any(|reason| blamed.reasons.contains(reason)) {
        return None;
    }
    let (name, side, rule) = (&strategy.name.text, &strategy.side.text, blamed.part.name());
    let keeps = match strategy.aim {
        Aim::Win => "= win",
        Aim::Draw => "/= loss",
    };
    let there = format!("{side} to move and value({side}) {keeps} and {name}.step = {rule}");
    let asked = match blamed.part {
        Part::Step(_) => Vec::new(),
        Part::Advice(advice, _) => guard_of(&advice.clauses).cloned().into_iter().collect(),
    };
    Some(Examples {
        right: format!("{there} and (every move: {name}.allows implies (value({side}) {keeps})')"),
        wrong: format!("{there} and (some move: {name}.allows and not (value({side}) {keeps})')"),
        asked,
    })
}

impl Examples {
    /// Where a lemma about single positions holds, and where it does not.
    pub(crate) fn of_claim(text: &Text, claim: &ClaimItem) -> Option<Examples> {
        let Statement::Everywhere { domain, show } = &claim.says else { return None };
        let domain = domain.as_ref()?;
        let (there, holds) = (text.of(domain.span), text.of(show.span));
        Some(Examples {
            right: format!("({there}) and ({holds})"),
            wrong: format!("({there}) and not ({holds})"),
            asked: Vec::new(),
        })
    }
}

/// The edits that put a guard before a part of the strategy: into the part itself, and into each rule that commits itself to it.
pub(crate) fn guard(ground: &Ground<'_>, part: Part<'_>, condition: &str) -> Vec<Edit> {
    let name = part.name();
    let rules = ground.strategy.into_iter().flat_map(|strategy| &strategy.rules);
    let committing = rules.filter_map(|rule| match rule {
        Rule::Try { when: Some(own), advice, .. } if advice.iter().any(|tried| tried.name.text == name) => {
            let what = format!("the rule with `{name}` is asked only if {condition}");
            Some(Edit::new(Kind::Guard, name, what, joined(own, condition)))
        }
        _ => None,
    });
    guarded(ground, part, condition).into_iter().chain(committing).collect()
}

/// The edit that puts a guard into a step or a piece of advice.
fn guarded(ground: &Ground<'_>, part: Part<'_>, condition: &str) -> Option<Edit> {
    let name = part.name();
    let changes = match part {
        Part::Step(step) => match &step.moves.condition {
            Some(own) => joined(own, condition),
            None => {
                let end = step.moves.men.last().map(|man| man.span);
                let end = end.or_else(|| ground.text.word_before(step.span.end, &["move"]))?;
                vec![Change::insert(place(end).end, format!(" where {condition}"))]
            }
        },
        Part::Advice(advice, span) => match guard_of(&advice.clauses) {
            Some(own) => joined(own, condition),
            None => {
                let tokens = ground.text.tokens(span);
                let to = tokens.iter().position(|token| token.token == Token::Word(Word::To))?;
                let at = place(tokens.get(to + 1)?.span).end;
                vec![Change::insert(at, format!("{}when {condition}", next_line(&ground.text.words, at)))]
            }
        },
    };
    Some(Edit::new(Kind::Guard, name, format!("`{name}` is asked only if {condition}"), changes))
}

/// The edit that narrows a lemma about single positions.
pub(crate) fn narrowed(claim: &ClaimItem, condition: &str) -> Option<Edit> {
    let Statement::Everywhere { domain: Some(domain), .. } = &claim.says else { return None };
    let name = &claim.name.text;
    let what = format!("`{name}` speaks only of positions with {condition}");
    Some(Edit::new(Kind::Claim, name, what, joined(domain, condition)))
}

/// What a piece of advice asks of its root.
fn guard_of(clauses: &[AdviceClause]) -> Option<&Expr> {
    clauses.iter().find_map(|clause| match clause {
        AdviceClause::When(own) => Some(own),
        _ => None,
    })
}

/// The blanks before a new clause after a place: as before the word that follows.
fn next_line(words: &str, at: usize) -> String {
    let rest = words.get(at..).unwrap_or_default();
    let blanks = &rest[..rest.len() - rest.trim_start().len()];
    blanks.rfind('\n').map_or(" ".to_owned(), |line| blanks[line..].to_owned())
}

/// How many positions of each kind are looked at.
const LOOKED_AT: usize = 400;
/// How many terms a condition may take at a position. What takes more is no guard that anybody would want.
const FUEL: u64 = 50_000;

/// The condition that holds for many of the first positions and for none of the others, in the words of a text.
pub(crate) fn learnt(told: &Told, right: &[String], wrong: &[String]) -> Option<String> {
    let mut costly = [0_u64; WORDS];
    let (mut right, mut wrong) = (entries(told, right, &mut costly)?, entries(told, wrong, &mut costly)?);
    // What holds nowhere tells nothing apart, and is in no conjunction.
    for entry in right.iter_mut().chain(&mut wrong) {
        entry.holds.iter_mut().zip(costly).for_each(|(holds, costly)| *holds &= !costly);
    }
    let (literals, _) = best_rule(&right, &wrong, told.conditions())?;
    Some(told.words(&literals))
}

/// Which conditions hold in positions, and which take too long; of many positions every so many-th is looked at.
fn entries(told: &Told, fens: &[String], costly: &mut [u64; WORDS]) -> Option<Vec<Entry>> {
    let mut all = Vec::new();
    for fen in fens.iter().step_by(fens.len().div_ceil(LOOKED_AT).max(1)) {
        let position: Position = fen.parse().ok()?;
        let there = |program: &Program| State::from_position(&program.endgame, &position);
        let (program, state) = told.programs.iter().find_map(|program| Some((program, there(program)?)))?;
        let mut holds = [0_u64; WORDS];
        for (number, term) in told.meanings(program).into_iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            if costly[word] & bit != 0 {
                continue;
            }
            let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core).fuel(FUEL);
            match interpreter.holds(term, &[state]) {
                Ok(true) => holds[word] |= bit,
                Ok(false) => {}
                Err(_) => costly[word] |= bit,
            }
        }
        all.push(Entry { holds, count: 1 });
    }
    Some(all)
}
