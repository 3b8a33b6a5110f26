//! From a claim to an answer.

use std::collections::{BTreeMap, HashSet};

use adli_claims::{
    ClaimReport, Claims, Decision, Evidence, Extent, Limit, Line, Reason, Refutation, Replay, RuleReport,
    in_order,
};
use adli_lang::term::StrategyId;
use adli_lang::{Claim, ClaimKind, State};

use crate::board::{Board, Space, Turned, state};
use crate::graph::Id;
use crate::plays::Plays;
use crate::reaches::{Faults, Longest, Shown};
use crate::run::Machine;

/// How many terms the plain interpreter may evaluate at one position of a line: on a large board the laws are slow.
const FUEL: u64 = 400_000_000;
/// How often the watch is asked.
const STRETCH: usize = 1 << 14;

/// So many positions are images of one another.
const IMAGES: usize = adli_chess::Symmetry::ALL.len();

/// One claim at work.
pub(crate) struct Work<'w, 'c> {
    pub(crate) claims: &'w Claims<'w>,
    pub(crate) claim: &'w Claim,
    pub(crate) machine: &'w mut Machine<'c>,
    /// What the claim is made of.
    pub(crate) parts: Vec<Id>,
}

impl Work<'_, '_> {
    pub(crate) fn decide(mut self, report: &mut ClaimReport) -> Result<Decision, Limit> {
        match self.claim.says.clone() {
            ClaimKind::Everywhere { domain, show } => {
                let (inside, shows) = (self.part(0)?, self.part(1)?);
                let (mut positions, mut bad) = (0, Vec::new());
                self.each(|machine, number| {
                    if machine.holds(inside) {
                        positions += 1;
                        if !machine.holds(shows) {
                            bad.push(number);
                        }
                    }
                })?;
                report.positions = Some(positions);
                let about = Line { lemma: Some((domain, show)), ..Line::new(&[], Reason::Conclusion) };
                let space = self.machine.space;
                let lines = self.of_classes(&bad);
                let lines =
                    lines.into_iter().map(|number| (vec![space.board(number)], Reason::Conclusion, None));
                self.conclude(&about, lines.collect(), Extent::positions(bad.len() as u64), BTreeMap::new())
            }
            ClaimKind::Play { last, strategy, given, show } => {
                self.played(strategy)?;
                let plays = Plays { strategy, last, given: self.part(0)?, show: self.part(1)? };
                let watch = self.claims.watch;
                let found = plays.decide(self.machine, &mut |done, of| {
                    watch.advance(done, of);
                    watch.stopped().map_or(Ok(()), |by| Err(Limit::Stopped(by)))
                })?;
                (report.positions, report.plays) = (Some(found.starts), Some(found.plays));
                let (strategy, lemma) = (Some(strategy), Some((given, show)));
                let about = Line { strategy, lemma, ..Line::new(&[], Reason::Conclusion) };
                let mut seen = HashSet::new();
                let space = self.machine.space;
                let mut lines = found.lines;
                lines.retain(|line| line.first().is_some_and(|first| seen.insert(class(space, first))));
                let lines = lines.into_iter().map(|line| (line, Reason::Conclusion, None)).collect();
                self.conclude(&about, lines, Extent::plays(found.bad), BTreeMap::new())
            }
            ClaimKind::Reaches { strategy, within, .. } => self.reaches(strategy, within, report),
            ClaimKind::Longest(strategy, _) => {
                let (from, mut longest) = self.explored(strategy)?;
                report.positions = Some(from.len() as u64);
                let moves = |number: &usize| longest.moves(*number).map_or(0, |(worst, _)| worst);
                let most = from.iter().copied().rev().max_by_key(moves);
                let Some(start) = most.filter(|start| longest.moves(*start).is_some()) else {
                    report.warnings.push("no play comes to an end in mate".into());
                    return Ok(Decision::Holds(Evidence::EveryPosition));
                };
                let moves = moves(&start);
                (report.number, report.longest_moves) = (Some(u64::from(moves)), Some(moves));
                let line = longest.longest_line(self.machine, start);
                let states = self.states(&line);
                if let Some(fewer) = moves.checked_sub(1) {
                    report.line = self.replay().longest(strategy, &states, fewer)?;
                    report.listed = report.line.iter().map(|mv| mv.fen.clone()).collect();
                }
                Ok(Decision::Holds(Evidence::EveryPosition))
            }
            ClaimKind::CountPositions(_) => {
                let all = self.inside(0)?.len() as u64;
                (report.positions, report.number) = (Some(all), Some(all));
                Ok(Decision::Holds(Evidence::EveryPosition))
            }
            ClaimKind::CountClasses(_) => {
                let all = self.inside(0)?;
                let space = self.machine.space;
                let classes: HashSet<usize> =
                    all.iter().map(|&number| class(space, &space.board(number))).collect();
                (report.positions, report.number) = (Some(all.len() as u64), Some(classes.len() as u64));
                Ok(Decision::Holds(Evidence::EveryPosition))
            }
            ClaimKind::List(most, _) => {
                let all = self.inside(0)?;
                report.positions = Some(all.len() as u64);
                let (space, endgame) = (self.machine.space, &self.claims.program.endgame);
                let fen = |&number: &usize| {
                    let placement =
                        state(endgame, &space.board(number)).placement(endgame, space.size.into());
                    placement.map(|placement| placement.to_string()).unwrap_or_default()
                };
                report.listed = all.iter().take(most as usize).map(fen).collect();
                Ok(Decision::Holds(Evidence::EveryPosition))
            }
            ClaimKind::Share(..) => {
                let (part, of) = (self.part(0)?, self.part(1)?);
                let (mut number, mut positions) = (0, 0);
                self.each(|machine, _| {
                    if machine.holds(of) {
                        positions += 1;
                        number += u64::from(machine.holds(part));
                    }
                })?;
                (report.positions, report.number) = (Some(positions), Some(number));
                report.share = (positions > 0).then(|| number as f64 / positions as f64);
                Ok(Decision::Holds(Evidence::EveryPosition))
            }
            _ => Err(Limit::NotRun("this claim is decided on the board of eight alone".into())),
        }
    }

    fn part(&self, number: usize) -> Result<Id, Limit> {
        self.parts.get(number).copied().ok_or_else(|| Limit::Internal("a part of a claim is missing".into()))
    }

    /// A strategy that cannot be played here makes a claim one that is not run.
    fn played(&self, strategy: StrategyId) -> Result<(), Limit> {
        match self.machine.compiled.strategies.get(usize::from(strategy.0)) {
            Some(Ok(_)) => Ok(()),
            Some(Err(why)) => Err(Limit::NotRun(why.0.into())),
            None => Err(Limit::Internal("a strategy is missing".into())),
        }
    }

    /// Does something at every position with all men at home, which stands in the first register.
    fn each(&mut self, mut visit: impl FnMut(&mut Machine<'_>, usize)) -> Result<(), Limit> {
        let (space, watch) = (self.machine.space, self.claims.watch);
        for number in 0..space.len() {
            if number.is_multiple_of(STRETCH) {
                watch.advance(number as u64, space.len() as u64);
                if let Some(by) = watch.stopped() {
                    return Err(Limit::Stopped(by));
                }
            }
            self.machine.put(0, space.board(number));
            visit(self.machine, number);
        }
        Ok(())
    }

    /// The positions that satisfy a part of the claim.
    fn inside(&mut self, part: usize) -> Result<Vec<usize>, Limit> {
        let part = self.part(part)?;
        let mut inside = Vec::new();
        self.each(|machine, number| {
            if machine.holds(part) {
                inside.push(number);
            }
        })?;
        Ok(inside)
    }

    /// Where the plays of a claim begin, and how long they take from there.
    fn explored(&mut self, strategy: StrategyId) -> Result<(Vec<usize>, Longest), Limit> {
        self.played(strategy)?;
        let from = self.inside(0)?;
        let watch = self.claims.watch;
        let longest = Longest::new(self.machine, strategy);
        let mut longest = longest.ok_or_else(|| Limit::Internal("a strategy is missing".into()))?;
        let mut go_on = || watch.stopped().map_or(Ok(()), |by| Err(Limit::Stopped(by)));
        for (done, &start) in from.iter().enumerate() {
            if done.is_multiple_of(64) {
                go_on()?;
            }
            longest.explore(self.machine, start, &mut go_on)?;
        }
        Ok((from, longest))
    }

    fn reaches(
        &mut self,
        strategy: StrategyId,
        within: Option<u32>,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        if self.claim.proof.is_some() {
            let note = "decided by playing it out; the lemmas after `by` were not looked at";
            report.notes.push(note.into());
        }
        let (from, mut longest) = self.explored(strategy)?;
        report.positions = Some(from.len() as u64);
        let (mut failing, mut slow) = (Vec::new(), Vec::new());
        for &number in &from {
            let Some((worst, best)) = longest.moves(number) else {
                failing.push(number);
                continue;
            };
            *report.by_moves.entry(worst).or_default() += 1;
            *report.luckiest_by_moves.entry(best).or_default() += 1;
            if within.is_some_and(|within| worst > within) {
                slow.push((worst, number));
            }
        }
        if failing.is_empty() {
            report.longest_moves = report.by_moves.keys().next_back().copied();
        }
        self.rules(strategy, &from, report);
        let bad = failing.len() + slow.len();
        let Faults { mut kinds, mut lines } = longest.faults(self.machine, &failing, IMAGES * self.most());
        kinds.extend((!slow.is_empty()).then_some((Reason::TooSlow, slow.len() as u64)));
        slow.sort_unstable();
        let slow: Vec<usize> = slow.into_iter().map(|(_, number)| number).collect();
        for number in self.of_classes(&slow) {
            lines.push(((longest.longest_line(self.machine, number), Reason::TooSlow, None), None));
        }
        // One for each class of positions.
        let (space, mut seen) = (self.machine.space, HashSet::new());
        lines.retain(|((line, reason, _), step)| {
            line.first().is_some_and(|first| seen.insert((class(space, first), *reason, *step)))
        });
        let lines = in_order(lines, &kinds, |((_, reason, _), step)| (*reason, *step));
        let about = Line { strategy: Some(strategy), within, ..Line::new(&[], Reason::Stuck) };
        let lines = lines.into_iter().map(|(line, _)| line).collect();
        self.conclude(&about, lines, Extent::positions(bad as u64), kinds)
    }

    /// Number of failures to show: one at least, because a refutation rests on it.
    fn most(&self) -> usize {
        self.claims.options.max_failures.max(1)
    }

    /// How often each rule applies where the strategy is first asked: in the positions of the claim, or after a first reply.
    fn rules(&mut self, strategy: StrategyId, from: &[usize], report: &mut ClaimReport) {
        let Some(found) = self.claims.program.strategy(strategy) else { return };
        let mut asked: Vec<usize> = Vec::new();
        for &number in from {
            if number & 1 == usize::from(found.side) {
                asked.push(number);
                continue;
            }
            let row = self.machine.followers(strategy, number);
            asked.extend((0..row.len()).filter_map(|at| self.machine.follower(strategy, row, at)));
        }
        asked.sort_unstable();
        asked.dedup();
        let blank = |name: &String| RuleReport {
            name: name.clone(),
            positions: 0,
            with_choice: 0,
            shadowed: None,
            needed_for: None,
        };
        report.rules = found.steps.iter().map(|step| blank(&step.name)).collect();
        let mut no_rule = 0;
        for number in asked {
            let row = self.machine.followers(strategy, number);
            match row.step.and_then(|step| report.rules.get_mut(usize::from(step))) {
                Some(rule) => {
                    rule.positions += 1;
                    rule.with_choice += u64::from(row.len() > 1);
                }
                None => {
                    let board = self.machine.space.board(number);
                    no_rule += u64::from(!self.machine.legal_moves(&board).is_empty());
                }
            }
        }
        report.no_rule = (no_rule > 0).then_some(no_rule);
    }

    /// One position of each class, as many as are shown.
    fn of_classes(&self, numbers: &[usize]) -> Vec<usize> {
        let (space, mut seen) = (self.machine.space, HashSet::new());
        let new = |number: &&usize| seen.insert(class(space, &space.board(**number)));
        numbers.iter().filter(new).copied().take(self.most()).collect()
    }

    fn states(&self, line: &[Board]) -> Vec<State> {
        line.iter().map(|board| state(&self.claims.program.endgame, board)).collect()
    }

    fn replay(&self) -> Replay<'_> {
        Replay {
            program: self.claims.program,
            under: &self.claim.under,
            tables: None,
            fuel: FUEL,
            watch: self.claims.watch,
            size: i32::from(self.machine.space.size),
        }
    }

    /// Holds if nothing was found that speaks against it; otherwise what was found is replayed.
    fn conclude(
        &self,
        about: &Line<'_>,
        lines: Vec<Shown>,
        extent: Extent,
        kinds: BTreeMap<Reason, u64>,
    ) -> Result<Decision, Limit> {
        if extent.number == 0 {
            return Ok(Decision::Holds(Evidence::EveryPosition));
        }
        let mut replayed = Vec::new();
        for (line, reason, cycle) in lines.into_iter().take(self.most()) {
            let states = self.states(&line);
            let line = Line { states: &states, reason, cycle, ..*about };
            match self.replay().line(&line) {
                Ok(failure) => replayed.push(failure),
                Err(Limit::Work(_)) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(Decision::Fails(Refutation::new(extent, kinds, replayed)?))
    }
}

/// The least number among the images of a position.
fn class(space: Space, board: &Board) -> usize {
    let image = |symmetry: &adli_chess::Symmetry| space.number(&space.image(board, Turned::of(*symmetry)));
    adli_chess::Symmetry::ALL.iter().filter_map(image).min().unwrap_or(usize::MAX)
}
