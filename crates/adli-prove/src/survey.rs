//! Everything that can be met when a strategy is played from some positions.
//!
//! Positions are worked through a column at a time: what the strategy does, what the positions after its moves are
//! (mate, stalemate, goal, or the game goes on), which replies there are, and which of the positions
//! after them are new. Nothing is decided here but what can be seen at one position.

use std::collections::HashMap;

use adli_lang::term::{StrategyId, TermId};

use crate::columns::Engine;
use crate::limit::{Covered, Limit};
use crate::report::Reason;
use crate::space::Code;

/// Numbers for positions: their places in tables, and further numbers for those that have none.
#[derive(Default)]
pub(crate) struct Numbers {
    others: HashMap<Code, usize>,
}

impl Numbers {
    /// The number of a position: that of the image that counts for it.
    pub(crate) fn of(&mut self, engine: &Engine<'_>, code: Code) -> usize {
        let space = engine.space();
        let code = engine.first(code);
        space.index(code).unwrap_or_else(|| {
            let next = space.places() + self.others.len();
            *self.others.entry(code).or_insert(next)
        })
    }
}

/// What a position is: nothing is known, the game goes on, the aim is reached, or something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Status {
    Unseen,
    GoesOn,
    Reached,
    Wrong,
}

/// A failure that can be seen at once: the position, the positions that follow it, what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// The position with the strategy to move, then what follows.
    pub(crate) line: Vec<Code>,
    pub(crate) reason: Reason,
}

/// What was met.
pub(crate) struct Survey {
    pub(crate) strategy: StrategyId,
    pub(crate) numbers: Numbers,
    /// With the strategy to move, and after its moves.
    pub(crate) own: Vec<Status>,
    pub(crate) after: Vec<Status>,
    /// All positions with the strategy to move that were met.
    pub(crate) met: Vec<Code>,
    pub(crate) faults: Vec<Fault>,
    /// How many faults there are; only so many are kept.
    pub(crate) fault_count: u64,
}

const MAX_FAULTS: usize = 20_000;
const STRETCH: usize = 1 << 15;

/// A status of a number; numbers beyond the end are unseen.
pub(crate) fn status(all: &[Status], number: usize) -> Status {
    all.get(number).copied().unwrap_or(Status::Unseen)
}

fn set(all: &mut Vec<Status>, number: usize, status: Status) {
    if all.len() <= number {
        all.resize(number + 1, Status::Unseen);
    }
    all[number] = status;
}

impl Survey {
    /// Follows a strategy from some positions, up to mate or what is as good (`or`).
    pub(crate) fn new(
        engine: &mut Engine<'_>,
        strategy: StrategyId,
        from: &[Code],
        or: Option<TermId>,
        mut progress: impl FnMut(u64),
    ) -> Result<Survey, Limit> {
        let places = engine.space().places();
        engine.take(2 * places as u64, "a survey of all play")?;
        let mut survey = Survey {
            strategy,
            numbers: Numbers::default(),
            own: vec![Status::Unseen; places],
            after: vec![Status::Unseen; places],
            met: Vec::new(),
            faults: Vec::new(),
            fault_count: 0,
        };
        let mut goal = or.map(|term| engine.compile(term, 1, &[]));
        let mut frontier = Vec::new();
        for &code in from {
            survey.meet(engine, code, &mut frontier);
        }
        let mut done = 0;
        while !frontier.is_empty() {
            let stretch = frontier.split_off(frontier.len().saturating_sub(STRETCH));
            done += stretch.len() as u64;
            progress(done);
            engine.covered =
                Covered::Met(done - stretch.len() as u64, (stretch.len() + frontier.len()) as u64);
            engine.take(8 * stretch.len() as u64, "a survey of all play")?;
            survey.met.extend_from_slice(&stretch);
            survey.stretch(engine, &stretch, goal.as_mut(), &mut frontier)?;
        }
        Ok(survey)
    }

    fn meet(&mut self, engine: &Engine<'_>, code: Code, frontier: &mut Vec<Code>) {
        let code = engine.first(code);
        let number = self.numbers.of(engine, code);
        if status(&self.own, number) == Status::Unseen {
            set(&mut self.own, number, Status::GoesOn);
            frontier.push(code);
        }
    }

    fn fault(&mut self, line: Vec<Code>, reason: Reason) {
        self.fault_count += 1;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { line, reason });
        }
    }

    fn stretch(
        &mut self,
        engine: &mut Engine<'_>,
        codes: &[Code],
        mut goal: Option<&mut crate::columns::Compiled>,
        frontier: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let reached = match goal.as_deref_mut() {
            Some(goal) => engine.over(goal, codes)?,
            None => vec![0; codes.len()],
        };
        let space = engine.space();
        let side = engine.program.strategies[usize::from(self.strategy.0)].side;
        let mut asked = Vec::with_capacity(codes.len());
        for (&code, reached) in codes.iter().zip(reached) {
            if reached != 0 {
                let number = self.numbers.of(engine, code);
                set(&mut self.own, number, Status::Reached);
            } else if space.is_home(code) && u16::from(crate::space::turn(code).0) == side {
                asked.push(code);
            } else {
                let number = self.numbers.of(engine, code);
                set(&mut self.own, number, Status::Wrong);
                self.fault(vec![code], Reason::HomeLeft);
            }
        }
        engine.ensure(self.strategy, &asked)?;
        let mut afters = Vec::new();
        let mut stuck = Vec::new();
        for &code in &asked {
            let Some((step, moves)) = engine.choice(self.strategy, code) else { continue };
            if step.is_none() {
                stuck.push(code);
            }
            for &after in moves.iter() {
                let after = space.canonical(after);
                let number = self.numbers.of(engine, after);
                match status(&self.after, number) {
                    Status::Unseen => {
                        set(&mut self.after, number, Status::GoesOn);
                        afters.push((after, code));
                    }
                    Status::Wrong => self.fault(vec![code, after], Reason::Stalemate),
                    _ => {}
                }
            }
        }
        self.stuck(engine, &stuck)?;
        self.after(engine, &afters, goal, frontier)
    }

    /// Why there is no move: mate and stalemate have names of their own.
    fn stuck(&mut self, engine: &mut Engine<'_>, codes: &[Code]) -> Result<(), Limit> {
        let (Some(mate), Some(no_move)) = (engine.program.laws.mate, engine.program.laws.no_move) else {
            return Ok(());
        };
        let mates = engine.definition(mate, codes)?;
        let ends = engine.definition(no_move, codes)?;
        for ((&code, mate), end) in codes.iter().zip(mates).zip(ends) {
            let number = self.numbers.of(engine, code);
            set(&mut self.own, number, Status::Wrong);
            let reason = match (mate != 0, end != 0) {
                (true, _) => Reason::Mated,
                (_, true) => Reason::Stalemate,
                _ => Reason::Stuck,
            };
            self.fault(vec![code], reason);
        }
        Ok(())
    }

    fn after(
        &mut self,
        engine: &mut Engine<'_>,
        afters: &[(Code, Code)],
        goal: Option<&mut crate::columns::Compiled>,
        frontier: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let (Some(mate), Some(no_move)) = (engine.program.laws.mate, engine.program.laws.no_move) else {
            return Err(Limit::Internal("the laws say nothing of mate".into()));
        };
        let codes: Vec<Code> = afters.iter().map(|&(after, _)| after).collect();
        let mates = engine.definition(mate, &codes)?;
        let ends = engine.definition(no_move, &codes)?;
        let goals = match goal {
            Some(goal) => engine.over(goal, &codes)?,
            None => vec![0; codes.len()],
        };
        engine.ensure_replies(&codes)?;
        for (row, &(after, before)) in afters.iter().enumerate() {
            let number = self.numbers.of(engine, after);
            if mates[row] != 0 || goals[row] != 0 {
                set(&mut self.after, number, Status::Reached);
            } else if ends[row] != 0 {
                set(&mut self.after, number, Status::Wrong);
                self.fault(vec![before, after], Reason::Stalemate);
            } else {
                engine.replies(after, |reply| self.meet(engine, reply, frontier));
            }
        }
        Ok(())
    }
}
