//! Everything that can be met when a strategy is played from some positions.
//!
//! Where the opponent is to move he moves first, as he likes; so such a position is treated like one after a move of the
//! strategy.
//!
//! Positions are worked through a column at a time: what the strategy does, what the positions after its moves are
//! (mate, stalemate, goal, or the game goes on), which replies there are, and which of the positions
//! after them are new. Nothing is decided here but what can be seen at one position.

use std::collections::{BTreeMap, HashMap, HashSet};

use adli_claims::{Covered, Limit, Reason};
use adli_lang::term::{StrategyId, TermId};
use adli_position::space::{Code, bare, mode};
use adli_position::spread::Spread;

use crate::columns::{Asks, Columns, Compiled};
use crate::engine::Engine;

/// Numbers for positions: their places in tables, and further numbers for those that have none.
#[derive(Default)]
pub(crate) struct Numbers {
    others: HashMap<Code, usize, Spread>,
}

impl Numbers {
    /// The number of a position: that of the image that counts for it.
    pub(crate) fn of(&mut self, engine: &Engine<'_>, code: Code) -> usize {
        self.of_first(engine, engine.first(code))
    }

    /// The same for that image itself.
    pub(crate) fn of_first(&mut self, engine: &Engine<'_>, code: Code) -> usize {
        let space = engine.space();
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
    /// A theorem of a text that goes on says that the aim is reached.
    Rests,
    Wrong,
}

impl Status {
    /// Whether the aim is reached, or known to be.
    pub(crate) fn is_aim(self) -> bool {
        matches!(self, Status::Reached | Status::Rests)
    }
}

/// What is as good as the end of a play.
#[derive(Clone, Default)]
pub(crate) struct Aim {
    /// The goal of a claim, besides mate.
    pub(crate) or: Option<TermId>,
    /// Where theorems of texts that go on hold, with the moves that they allow.
    pub(crate) rests: Vec<(TermId, u32)>,
}

/// A failure that can be seen at once: the position, the positions that follow it, what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// The position with the strategy to move, then what follows; or a position of the claim where the opponent is to
    /// move and cannot.
    pub(crate) line: Vec<Code>,
    pub(crate) reason: Reason,
    /// The step that has led there, if the line begins with a move of the strategy.
    pub(crate) step: Option<u16>,
}

impl Fault {
    /// Reason and step: one fault of each is shown before a second one.
    pub(crate) fn alike(&self) -> (Reason, Option<u16>) {
        (self.reason, self.step)
    }
}

/// What was met.
pub(crate) struct Survey {
    pub(crate) strategy: StrategyId,
    pub(crate) numbers: Numbers,
    /// With the strategy to move, and after its moves.
    pub(crate) own: Vec<Status>,
    pub(crate) after: Vec<Status>,
    /// By number of positions that rest on a theorem, the moves that it allows.
    pub(crate) rests: HashMap<usize, u32>,
    /// All positions with the strategy to move that were met.
    pub(crate) met: Vec<Code>,
    /// So many of each kind and step are kept.
    pub(crate) faults: Vec<Fault>,
    /// Number of faults of each kind and step that were kept, once for each position that counts.
    kept: BTreeMap<(Reason, Option<u16>), usize>,
    /// Where the play is wrong already: no rule has a move, somebody is mated, a man is gone.
    wrong: BTreeMap<Reason, Vec<Code>>,
}

const MAX_FAULTS: usize = 5_000;
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

/// Where a goal is reached; nowhere if there is none.
fn reached(engine: &mut Engine<'_>, goal: Option<&mut Compiled>, codes: &[Code]) -> Result<Vec<i32>, Limit> {
    goal.map_or_else(|| Ok(vec![0; codes.len()]), |goal| engine.over(goal, codes))
}

impl Survey {
    /// Follows a strategy from some positions, up to mate or what is as good.
    pub(crate) fn new(
        engine: &mut Engine<'_>,
        strategy: StrategyId,
        from: &[Code],
        aim: &Aim,
        mut progress: impl FnMut(u64),
    ) -> Result<Survey, Limit> {
        let places = engine.space().places();
        engine.take(2 * places as u64, "a survey of all play")?;
        let mut survey = Survey {
            strategy,
            numbers: Numbers::default(),
            own: vec![Status::Unseen; places],
            after: vec![Status::Unseen; places],
            rests: HashMap::new(),
            met: Vec::new(),
            faults: Vec::new(),
            kept: BTreeMap::new(),
            wrong: BTreeMap::new(),
        };
        let mut goal = aim.or.map(|term| engine.compile(term, 1, &[]));
        let mut rests: Vec<(Compiled, u32)> =
            aim.rests.iter().map(|&(from, moves)| (engine.compile(from, 1, &[]), moves)).collect();
        let mut frontier = Vec::new();
        for &code in from.iter().filter(|&&code| engine.ground.is_own(strategy, code)) {
            survey.meet(engine, code, &mut frontier);
        }
        let theirs: Vec<(Code, Option<Code>)> = from
            .iter()
            .filter(|&&code| !engine.ground.is_own(strategy, code))
            .map(|&code| (engine.first(code), None))
            .collect();
        for stretch in theirs.chunks(STRETCH) {
            engine.go_on()?;
            for &(code, _) in stretch {
                let number = survey.numbers.of(engine, code);
                set(&mut survey.after, number, Status::GoesOn);
            }
            survey.after(engine, stretch, goal.as_mut(), &mut frontier)?;
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
            let stretch = survey.without_rests(engine, stretch, &mut rests)?;
            survey.stretch(engine, &stretch, goal.as_mut(), &mut frontier)?;
        }
        Ok(survey)
    }

    /// Leaves out the positions from which a theorem of a text that goes on holds.
    fn without_rests(
        &mut self,
        engine: &mut Engine<'_>,
        mut codes: Vec<Code>,
        rests: &mut [(Compiled, u32)],
    ) -> Result<Vec<Code>, Limit> {
        for (from, moves) in rests {
            let mut holds = engine.over(from, &codes)?.into_iter();
            codes.retain(|&code| {
                let rests = holds.next().is_some_and(|holds| holds != 0);
                if rests {
                    let number = self.numbers.of(engine, code);
                    set(&mut self.own, number, Status::Rests);
                    self.rests.insert(number, *moves);
                }
                !rests
            });
        }
        Ok(codes)
    }

    fn meet(&mut self, engine: &Engine<'_>, code: Code, frontier: &mut Vec<Code>) {
        let code = engine.first(code);
        let number = self.numbers.of(engine, code);
        if status(&self.own, number) == Status::Unseen {
            set(&mut self.own, number, Status::GoesOn);
            frontier.push(code);
        }
    }

    fn fault(&mut self, line: Vec<Code>, reason: Reason, step: Option<u16>) {
        let kept = self.kept.entry((reason, step)).or_default();
        if *kept < MAX_FAULTS {
            *kept += 1;
            self.faults.push(Fault { line, reason, step });
        }
    }

    /// A move that a rule allows, and that stalemates.
    fn stalemates(&mut self, engine: &Engine<'_>, code: Code, after: Code) {
        let step = engine.choice(self.strategy, code).and_then(|(step, _)| step);
        self.fault(vec![code, after], Reason::Stalemate, step);
    }

    /// A position that is wrong as it stands.
    fn wrong(&mut self, code: Code, reason: Reason) {
        self.wrong.entry(reason).or_default().push(code);
        self.fault(vec![code], reason, None);
    }

    /// In how many of the positions that were met it goes wrong at once, by what goes wrong: in the position itself,
    /// or after a move that the strategy allows there; and from how many others it need not end. A position
    /// counts once.
    pub(crate) fn kinds(&mut self, engine: &Engine<'_>, endless: &[Code]) -> BTreeMap<Reason, u64> {
        let mut applies = self.wrong.clone();
        for &code in &self.met {
            let numbers = &mut self.numbers;
            // Where the aim is reached nothing is played any more, though a rule may be known there.
            if status(&self.own, numbers.of(engine, code)).is_aim() {
                continue;
            }
            let Some((_, moves)) = engine.choice(self.strategy, code) else { continue };
            let stalemates = |&after: &Code| {
                status(&self.after, numbers.of(engine, engine.space().canonical(after))) == Status::Wrong
            };
            if moves.iter().any(stalemates) {
                applies.entry(Reason::Stalemate).or_default().push(code);
            }
        }
        applies.entry(Reason::Cycle).or_default().extend(endless);
        let mut counted: HashSet<Code, Spread> = HashSet::default();
        let mut kinds = BTreeMap::new();
        for reason in Reason::ORDER {
            let mut codes = applies.remove(&reason).unwrap_or_default();
            // A position that is met in several trees is one position.
            codes.retain(|&code| {
                counted.insert(if mode(code) == 0 { code } else { engine.first(bare(code)) })
            });
            let count = engine.total_met(codes);
            kinds.extend((count > 0).then_some((reason, count)));
        }
        kinds
    }

    fn stretch(
        &mut self,
        engine: &mut Engine<'_>,
        codes: &[Code],
        mut goal: Option<&mut Compiled>,
        frontier: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let reached = reached(engine, goal.as_deref_mut(), codes)?;
        let space = engine.space();
        let mut asked = Vec::with_capacity(codes.len());
        let mut gone = Vec::new();
        for (&code, reached) in codes.iter().zip(reached) {
            if reached != 0 {
                let number = self.numbers.of(engine, code);
                set(&mut self.own, number, Status::Reached);
            } else if engine.ground.asks(self.strategy, code) {
                asked.push(code);
            } else {
                gone.push(code);
            }
        }
        self.ends(engine, &gone, false)?;
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
                        afters.push((after, Some(code)));
                    }
                    Status::Wrong => self.stalemates(engine, code, after),
                    _ => {}
                }
            }
        }
        self.ends(engine, &stuck, true)?;
        self.after(engine, &afters, goal, frontier)
    }

    /// Positions with the strategy to move in which no rule has a move, or that have other men than those of
    /// the rules.
    fn ends(&mut self, engine: &mut Engine<'_>, codes: &[Code], has_men: bool) -> Result<(), Limit> {
        let (Some(mate), Some(no_move)) = (engine.program().laws.mate, engine.program().laws.no_move) else {
            return Ok(());
        };
        let mates = engine.definition(mate, codes)?;
        let ends = engine.definition(no_move, codes)?;
        for ((&code, mate), end) in codes.iter().zip(mates).zip(ends) {
            let number = self.numbers.of(engine, code);
            set(&mut self.own, number, Status::Wrong);
            let applies = |reason: &Reason| match reason {
                Reason::Mated => mate != 0,
                Reason::HomeLeft => !has_men,
                Reason::Stalemate => end != 0,
                _ => *reason == Reason::Stuck,
            };
            self.wrong(code, Reason::first(applies).unwrap_or(Reason::Stuck));
        }
        Ok(())
    }

    /// Looks at positions with the opponent to move, each with the one before it if the strategy has led to it.
    fn after(
        &mut self,
        engine: &mut Engine<'_>,
        afters: &[(Code, Option<Code>)],
        goal: Option<&mut Compiled>,
        frontier: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let (Some(mate), Some(no_move)) = (engine.program().laws.mate, engine.program().laws.no_move) else {
            return Err(Limit::Internal("the laws say nothing of mate".into()));
        };
        let codes: Vec<Code> = afters.iter().map(|&(after, _)| after).collect();
        let mates = engine.definition(mate, &codes)?;
        let ends = engine.definition(no_move, &codes)?;
        let goals = reached(engine, goal, &codes)?;
        engine.ensure_replies(&codes)?;
        for (row, &(after, before)) in afters.iter().enumerate() {
            let number = self.numbers.of(engine, after);
            if mates[row] != 0 || goals[row] != 0 {
                set(&mut self.after, number, Status::Reached);
            } else if ends[row] != 0 {
                set(&mut self.after, number, Status::Wrong);
                match before {
                    Some(before) => self.stalemates(engine, before, after),
                    None => self.wrong(after, Reason::Stalemate),
                }
            } else {
                engine.replies(after, |reply| self.meet(engine, reply, frontier));
            }
        }
        Ok(())
    }
}
