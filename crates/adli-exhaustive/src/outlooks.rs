//! What a strategy does and how long it takes, in every position where it is asked: worked out once, kept for as long as somebody asks.
//!
//! Whoever plays against a strategy, or is judged by it, asks about one position after the other, and a server is asked by many at a time. So all
//! play from all positions is surveyed once, as for a theorem, and what is known of each class of positions becomes one row, in the order
//! of the words of positions. The table borrows nothing and nothing in it changes: it can be shared between threads. It has sixteen bytes
//! for each class of positions under the symmetries that the strategy respects, which for king and rook against king are some 400 KiB.
//!
//! A strategy that plays trees out may go on otherwise where it is committed to one. A row is about a position where it is asked anew, with
//! everything that follows, so that it always says how long the strategy takes at most if it is asked there.

use adli_claims::{Limit, Options, Watch};
use adli_lang::term::StrategyId;
use adli_lang::{Program, State};
use adli_position::space::mode;
use adli_position::{Code, Space};

use crate::columns::Asks;
use crate::defence::Outlook;
use crate::engine::with_engine;
use crate::fold::Fold;
use crate::longest::Longest;
use crate::survey::{Aim, Survey};

/// All play of a strategy.
pub struct Outlooks {
    space: Space,
    fold: Fold,
    /// In the order of their words.
    rows: Vec<Row>,
}

/// What is known of a class of positions with the strategy to move.
#[derive(Clone, Copy)]
struct Row {
    code: Code,
    /// [`NOTHING`] if no rule has a move.
    step: u16,
    /// [`NOTHING`] if play need not end in mate.
    worst: u16,
    best: u16,
}

const NOTHING: u16 = u16::MAX;

/// What a strategy does in a position where it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The number of the step that applies; nothing if none does.
    pub step: Option<usize>,
    /// How long it takes from here; nothing if play need not end in mate.
    pub outlook: Option<Outlook>,
}

impl Outlooks {
    /// Surveys all play of a strategy, from every position where it is asked. Of the options only the memory counts.
    ///
    /// # Errors
    /// Which limit was reached: there are too many men, the memory or the patience of the watch was not enough.
    pub fn of(
        program: &Program,
        strategy: StrategyId,
        options: &Options,
        watch: &dyn Watch,
    ) -> Result<Outlooks, Limit> {
        with_engine(program, options.memory, watch, |engine| {
            engine.fold_for(Some(strategy), &[], &[], &[]);
            let from = engine.asked_positions(strategy)?;
            let mut survey = Survey::new(engine, strategy, &from, &Aim::default(), |done| watch.met(done))?;
            let longest = Longest::new(engine, &mut survey, &from)?;
            let met = std::mem::take(&mut survey.met);
            engine.take((size_of::<Row>() * met.len()) as u64, "what is kept of all play")?;
            let mut rows = Vec::with_capacity(met.len());
            let is_asked = |code: &Code| mode(*code) == 0 && engine.ground.asks(strategy, *code);
            for code in met.into_iter().filter(is_asked) {
                let number = survey.numbers.of(engine, code);
                let step = engine.choice(strategy, code).and_then(|(step, _)| step);
                let moves = longest.moves(true, number);
                // A number is less than the most that is counted.
                let short = |moves: u32| u16::try_from(moves).unwrap_or(NOTHING - 1);
                rows.push(Row {
                    code: engine.first(code),
                    step: step.unwrap_or(NOTHING),
                    worst: moves.map_or(NOTHING, |moves| short(moves.worst)),
                    best: moves.map_or(NOTHING, |moves| short(moves.best)),
                });
            }
            rows.sort_unstable_by_key(|row| row.code);
            rows.shrink_to_fit();
            Ok(Outlooks { space: engine.space().clone(), fold: (*engine.fold).clone(), rows })
        })
    }

    /// What the strategy does in a position; nothing where it is not asked.
    #[must_use]
    pub fn at(&self, state: &State) -> Option<Asked> {
        let code = self.fold.first(&self.space, self.space.canonical(self.space.code(state)));
        let row = self.rows.binary_search_by_key(&code, |row| row.code).ok()?;
        self.rows.get(row).map(Row::asked)
    }

    /// One position of each class, with what the strategy does there.
    pub fn classes(&self) -> impl Iterator<Item = (State, Asked)> + '_ {
        self.rows.iter().map(|row| (self.space.state(row.code), row.asked()))
    }

    /// How much memory the table takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Row>() * self.rows.len()
    }
}

impl Row {
    fn asked(&self) -> Asked {
        let known = |number: u16| (number != NOTHING).then_some(number);
        let outlook = known(self.worst).zip(known(self.best));
        Asked {
            step: known(self.step).map(usize::from),
            outlook: outlook.map(|(worst, best)| Outlook { worst: worst.into(), best: best.into() }),
        }
    }
}
