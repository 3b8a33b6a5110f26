//! Rules that never apply, found without a claim: for an author who is still writing.
//!
//! Two things are looked at. A rule that allows every move leaves nothing to those after it, whatever the
//! endgame; that can be read off the text. For the rest the strategy is asked in the positions of the endgame, as many
//! as can be asked in a moment, spread over all of them; it ends as soon as every rule has applied somewhere, which is
//! soon for most strategies.

use adli_claims::{Limit, Watch};
use adli_lang::term::{StrategyId, Term};
use adli_lang::{Program, Span};
use adli_position::Code;

use crate::engine::with_engine;
use crate::reaches::with_steps;

/// A rule that does not apply anywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idle {
    /// Its strategy.
    pub strategy: String,
    /// Its name.
    pub rule: String,
    /// Where it is written.
    pub span: Span,
    /// Why it does not apply.
    pub why: Why,
}

/// Why a rule does not apply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The rule of this name comes before it and allows every move.
    Unreached(String),
    /// It has no move in any position.
    NoMove,
    /// Wherever it has a move, rules before it have one too.
    Shadowed,
    /// It does not apply in this many positions, and there are more.
    NotSeen(u64),
}

impl Why {
    /// What to tell the author about the rule of this name.
    #[must_use]
    pub fn about(&self, rule: &str) -> String {
        match self {
            Why::Unreached(first) => {
                format!("the rule `{rule}` is never reached: `{first}` before it allows every move")
            }
            Why::NoMove => format!("the rule `{rule}` never has a move"),
            Why::Shadowed => {
                format!("the rule `{rule}` never applies: others come before it wherever it has a move")
            }
            Why::NotSeen(positions) => {
                format!("the rule `{rule}` applies in none of {positions} positions that were tried")
            }
        }
    }
}

/// How many men the endgame may have if the strategy is to be asked.
const MAX_MEN: usize = 4;
/// In how many positions it is asked; one stands for all its images.
const POSITIONS: usize = 200_000;
const STRETCH: usize = 4096;
const MEMORY: u64 = 2 << 30;

/// The rules of a program's strategies that never apply. What cannot be found out soon is not complained of.
#[must_use]
pub fn idle_rules(program: &Program, watch: &dyn Watch) -> Vec<Idle> {
    let mut idle = Vec::new();
    for (number, strategy) in program.strategies.iter().enumerate() {
        let id = StrategyId(number as u16);
        let mut whys: Vec<Option<Why>> = unreached(program, id);
        if program.endgame.men.len() <= MAX_MEN {
            // A limit that is reached leaves the question open.
            let found = asked(program, id, &whys, watch).unwrap_or_default();
            for (why, found) in whys.iter_mut().zip(found) {
                *why = why.take().or(found);
            }
        }
        for (step, why) in strategy.steps.iter().zip(whys) {
            let (strategy, rule) = (strategy.name.clone(), step.name.clone());
            idle.extend(why.map(|why| Idle { strategy, rule, span: step.span, why }));
        }
    }
    idle
}

/// Rules after one that allows every move.
fn unreached(program: &Program, strategy: StrategyId) -> Vec<Option<Why>> {
    let strategy = &program[strategy];
    let own = |side: usize| usize::from(strategy.side) == side;
    let men: u16 = program
        .endgame
        .slots()
        .filter(|(_, man)| own(man.side.index()))
        .fold(0, |men, (slot, _)| men | 1 << slot.0);
    let mut first: Option<&str> = None;
    let mut whys = Vec::new();
    for step in &strategy.steps {
        whys.push(first.map(|first| Why::Unreached(first.to_owned())));
        let any_man = step.men.0 & men == men;
        if any_man && program.terms.get(step.condition) == &Term::Bool(true) {
            first = first.or(Some(&step.name));
        }
    }
    whys
}

/// Rules that do not apply in the positions that are tried.
fn asked(
    program: &Program,
    strategy: StrategyId,
    known: &[Option<Why>],
    watch: &dyn Watch,
) -> Result<Vec<Option<Why>>, Limit> {
    let mut open: Vec<bool> = known.iter().map(Option::is_none).collect();
    let mut tried = Vec::new();
    let of_many = with_engine(program, MEMORY, watch, |engine| {
        engine.fold_for(Some(strategy), &[], &[], &[]);
        let all = engine.asked_positions(strategy)?;
        tried = spread(&all);
        for stretch in tried.chunks(STRETCH) {
            if !open.contains(&true) {
                break;
            }
            engine.ensure(strategy, stretch)?;
            for &code in stretch {
                if let Some((Some(step), _)) = engine.choice(strategy, code) {
                    open[usize::from(step)] = false;
                }
            }
        }
        Ok((tried.len() < all.len()).then(|| engine.total(&tried)))
    })?;
    let mut whys = Vec::new();
    for (number, &open) in open.iter().enumerate() {
        whys.push(match (open, of_many) {
            (false, _) => None,
            (true, Some(positions)) => Some(Why::NotSeen(positions)),
            (true, None) => {
                let alone = with_steps(program, strategy, |step| step == number);
                let moves = with_engine(&alone, MEMORY, watch, |engine| {
                    engine.ensure(strategy, &tried)?;
                    let has_move =
                        |code: &Code| engine.choice(strategy, *code).is_some_and(|c| c.0.is_some());
                    Ok(tried.iter().any(has_move))
                })?;
                Some(if moves { Why::Shadowed } else { Why::NoMove })
            }
        });
    }
    Ok(whys)
}

/// Some of the positions, or all of them, in an order that soon comes to every part of the board.
fn spread(all: &[Code]) -> Vec<Code> {
    let count = all.len().min(POSITIONS);
    // A prime that is no factor of the number of positions leads to each of them once.
    let stride =
        [7919, 7907, 7901, 7883].into_iter().find(|prime| !all.len().is_multiple_of(*prime)).unwrap_or(1);
    (0..count).map(|number| all[number * stride % all.len()]).collect()
}
