//! The longest defence against a strategy: not against best play, against the strategy itself.
//!
//! All plays of the strategy from one position are surveyed as for a theorem, and it is found out how many moves each
//! position still takes. Whoever plays a line then chooses by these numbers: the defence what takes longest or need not end in
//! mate at all, the strategy's side one of its allowed moves.

use adli_claims::{Limit, Options, Watch};
use adli_lang::term::StrategyId;
use adli_lang::{Program, State};

use crate::columns::Asks;
use crate::engine::{Engine, with_engine};
use crate::longest::{Longest, Moves};
use crate::survey::{Aim, Survey};

/// What is known about all positions that can be met when a strategy is played from a position.
pub struct Defence<'e, 'p> {
    engine: &'e Engine<'p>,
    survey: Survey,
    longest: Longest,
    strategy: StrategyId,
}

/// In how many own moves a strategy mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Over all allowed moves and all replies.
    pub worst: u32,
    /// With the quickest of the allowed moves, over all replies.
    pub best: u32,
}

impl Defence<'_, '_> {
    /// How long it takes from a position that can be met; nothing if play need not end in mate.
    pub fn outlook(&mut self, state: &State) -> Option<Outlook> {
        let space = self.engine.space();
        let code = space.canonical(space.code(state));
        let number = self.survey.numbers.of(self.engine, code);
        let Moves { worst, best } =
            self.longest.moves(self.engine.ground.is_own(self.strategy, code), number)?;
        Some(Outlook { worst, best })
    }
}

/// Finds out all that can be met from a position, and hands it over. Of the options only the memory counts.
///
/// # Errors
/// Which limit was reached: there are too many men, the memory or the patience of the watch was not enough.
pub fn with_defence<R>(
    program: &Program,
    strategy: StrategyId,
    start: &State,
    options: &Options,
    watch: &dyn Watch,
    then: impl FnOnce(&mut Defence<'_, '_>) -> R,
) -> Result<R, Limit> {
    let steps = program.strategy(strategy).map_or(&[][..], |strategy| &strategy.steps);
    let mut trees = steps.iter().filter_map(|step| program.advice(step.advice?));
    if let Some(advice) = trees.find(|advice| advice.plays_out) {
        let why = format!("`{}` is played out, and is not chosen anew at every move", advice.name);
        return Err(Limit::NotRun(why));
    }
    with_engine(program, options.memory, watch, |engine| {
        engine.fold_for(Some(strategy), &[], &[], &[]);
        let space = engine.space();
        let from = [engine.first(space.canonical(space.code(start)))];
        let mut survey = Survey::new(engine, strategy, &from, &Aim::default(), |done| watch.met(done))?;
        let longest = Longest::new(engine, &mut survey, &from)?;
        Ok(then(&mut Defence { engine, survey, longest, strategy }))
    })
}
