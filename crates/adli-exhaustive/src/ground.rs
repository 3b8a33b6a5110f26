//! What a proof stands on, and nobody changes: the text, its positions, the options that are set, values with best play, and who
//! watches.

use adli_claims::{Limit, Replay, Watch};
use adli_lang::term::{AdviceId, OptionId, StrategyId};
use adli_lang::{Advice, Interpreter, MovesFrom, Program};
use adli_position::space::turn;
use adli_position::{Code, FUEL, Space};
use adli_values::Tables;

/// A program with some options set, and what is known of it from outside.
pub(crate) struct Ground<'p> {
    pub(crate) program: &'p Program,
    pub(crate) space: &'p Space,
    pub(crate) options: Vec<(OptionId, i32)>,
    pub(crate) tables: &'p Tables<'p>,
    pub(crate) watch: &'p dyn Watch,
}

impl<'p> Ground<'p> {
    /// Asks whether to go on.
    pub(crate) fn go_on(&self) -> Result<(), Limit> {
        self.watch.stopped().map_or(Ok(()), |by| Err(Limit::Stopped(by)))
    }

    /// The plain interpreter with the same options.
    pub(crate) fn interpreter(&self, moves: MovesFrom) -> Interpreter<'p> {
        let mut interpreter = Interpreter::new(self.program).moves_from(moves).fuel(FUEL).tables(self.tables);
        self.options.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
        interpreter
    }

    /// The one replay, with the same options and tables.
    pub(crate) fn replayer(&self) -> Replay<'_> {
        let (program, under) = (self.program, &self.options[..]);
        Replay { program, under, tables: Some(self.tables), fuel: FUEL, watch: self.watch, size: 8 }
    }

    /// A piece of advice.
    pub(crate) fn advice(&self, id: AdviceId) -> Result<&'p Advice, Limit> {
        let found = self.program.advice(id);
        found.ok_or_else(|| Limit::Internal("there is no such advice".into()))
    }

    /// Whether a strategy is asked at a position.
    pub(crate) fn asks(&self, strategy: StrategyId, code: Code) -> bool {
        self.program.strategy(strategy).is_some_and(|found| self.space.asks(found, code))
    }

    /// Whether a strategy's side is to move.
    pub(crate) fn is_own(&self, strategy: StrategyId, code: Code) -> bool {
        let side = self.program.strategy(strategy).map(|strategy| strategy.side);
        side == Some(u16::from(turn(code).0))
    }

    /// A position as users see it.
    pub(crate) fn fen(&self, code: Code) -> String {
        let position = self.space.state(code).position(&self.program.endgame);
        position.map(|position| position.to_string()).unwrap_or_default()
    }
}
