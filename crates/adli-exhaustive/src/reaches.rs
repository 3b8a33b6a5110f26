//! `theorem T: S reaches mate [or G] [within n moves] from D`: the exhaustive method.
//!
//! A position of D with the strategy to move begins with its moves, one with the opponent to move with his: all of them,
//! captures included. Moves are those of the strategy, whoever begins.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use adli_claims::{
    ClaimReport, Decision, Evidence, Extent, Failure, Limit, Line, Options, Quality, Reason, Refutation,
    RuleReport,
};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Cast, Outcome, Program, Tables as _};
use adli_position::space::{Code, mode};
use adli_tables::Value;

use crate::columns::Asks;
use crate::engine::Engine;
use crate::longest::Longest;
use crate::replay::{MAX_PASSED_OVER, Shown};
use crate::rounds::rounds;
use crate::survey::{Aim, Survey, status};
use crate::ways::{Ways, first_asked, following, way_to};

/// A theorem that a strategy reaches its aim.
#[derive(Clone)]
pub(crate) struct Reaches {
    pub(crate) strategy: StrategyId,
    pub(crate) or: Option<TermId>,
    pub(crate) within: Option<u32>,
    pub(crate) from: TermId,
    pub(crate) fifty: bool,
    /// Where theorems of texts that go on hold, with the moves that they allow. Nobody is followed there: what they allow
    /// is more than what is taken, perhaps, so that nothing is refuted by it.
    pub(crate) rests: Vec<(TermId, u32)>,
}

impl Reaches {
    /// Decides the theorem and counts. What others have proved is used if it is enough; otherwise play is followed to its end.
    pub(crate) fn decide(
        &self,
        engine: &mut Engine<'_>,
        options: &Options,
        report: &mut ClaimReport,
        mut progress: impl FnMut(u64),
    ) -> Result<Decision, Limit> {
        if !self.rests.is_empty() {
            let mut resting = report.clone();
            if let Some(decided) = self.follow(engine, options, &mut resting, &mut progress)? {
                *report = resting;
                return Ok(decided);
            }
            let names: Vec<String> =
                report.rests_on_theorems.drain(..).map(|rested| format!("`{}`", rested.theorem)).collect();
            report
                .notes
                .push(format!("{} was not enough, so that play was followed to its end", names.join(", ")));
        }
        let to_the_end = Reaches { rests: Vec::new(), ..self.clone() };
        let decided = to_the_end.follow(engine, options, report, &mut progress)?;
        decided.ok_or_else(|| Limit::Internal("play was followed, and nothing was decided".into()))
    }

    /// Decides it by following play, but for what rests on others; nothing if they do not say enough.
    fn follow(
        &self,
        engine: &mut Engine<'_>,
        options: &Options,
        report: &mut ClaimReport,
        progress: impl FnMut(u64),
    ) -> Result<Option<Decision>, Limit> {
        let _loan = engine.ledger.loan();
        let rests = self.rests.iter().map(|(from, _)| *from);
        let terms: Vec<TermId> = self.or.into_iter().chain([self.from]).chain(rests).collect();
        engine.fold_for(Some(self.strategy), &terms, &[], &[]);
        let from = engine.domain(self.from)?;
        report.positions = Some(engine.total(&from));
        let aim = Aim { or: self.or, rests: self.rests.clone() };
        let mut survey = Survey::new(engine, self.strategy, &from, &aim, progress)?;
        let longest = Longest::new(engine, &mut survey, &from)?;
        let mut asked = first_asked(engine, self.strategy, &from, self.or)?;
        asked.extend(handed_over(engine, &mut survey));
        asked.sort_unstable();
        asked.dedup();
        rules(engine, self.strategy, &asked, report);
        let bad = self.count(engine, &mut survey, &longest, &from, report);
        let slow = self.too_slow(engine, &mut survey, &longest, &from);
        let late = slow.iter().map(|&(_, code, _)| engine.weight(code)).sum::<u64>();
        if bad + late == 0 {
            return Ok(Some(Decision::Holds(Evidence::EveryPosition)));
        }
        if !self.rests.is_empty() {
            return Ok(None);
        }
        let (mut kinds, mut shown) = (BTreeMap::new(), Vec::new());
        if bad > 0 {
            let codes = self.endless(engine, &mut survey, &longest);
            kinds = survey.kinds(engine, &codes);
            report.rounds = rounds(engine, self.strategy, &codes);
            let faults = std::mem::take(&mut survey.faults);
            let leads = |own, number| longest.fails(own, number);
            let (strategy, numbers) = (self.strategy, &mut survey.numbers);
            let ways = Ways { strategy, from: &from, numbers, leads: &leads };
            shown = ways.to(engine, faults, options.max_failures);
            if !codes.is_empty() {
                shown.extend(self.cycles(engine, &mut survey, &longest, &from, options.max_failures));
            }
        }
        for &(_, code, reason) in &slow {
            *kinds.entry(reason).or_default() += engine.weight(code);
        }
        shown.extend(self.slow_lines(engine, &mut survey, &longest, &slow));
        let replayed = self.show(engine, shown, &kinds, options.max_failures)?;
        Ok(Some(Decision::Fails(Refutation::new(Extent::positions(bad + late), kinds, replayed)?)))
    }

    /// The histograms, and from how many positions a play may fail.
    fn count(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        from: &[Code],
        report: &mut ClaimReport,
    ) -> u64 {
        let mut bad = 0;
        let space = engine.space();
        let one_each = engine.fold.group().len() == space.symmetries().len();
        let mut classes: Vec<(Code, u32)> = Vec::new();
        let mut as_good = true;
        for &code in from {
            let own = engine.ground.is_own(self.strategy, code);
            let number = survey.numbers.of(engine, code);
            let weight = engine.weight(code);
            // Where a bound is taken from elsewhere nothing is known of how good the moves are.
            let is_exact = self.or.is_none() && self.rests.is_empty();
            let optimal = if is_exact { won_in(engine, own, code) } else { None };
            if let Some(moves) = optimal {
                *report.optimal_by_moves.entry(moves).or_default() += weight;
            }
            let Some(moves) = longest.moves(own, number) else {
                bad += weight;
                continue;
            };
            *report.by_moves.entry(moves.worst).or_default() += weight;
            if self.rests.is_empty() {
                *report.luckiest_by_moves.entry(moves.best).or_default() += weight;
            }
            if one_each {
                *report.classes_by_moves.entry(moves.worst).or_default() += 1;
            } else {
                classes.push((space.class(code), moves.worst));
            }
            if let Some(best) = optimal {
                *report.excess_by_moves.entry(moves.worst.saturating_sub(best)).or_default() += weight;
                as_good &= moves.worst == best;
            }
        }
        classes.sort_unstable();
        classes.dedup();
        for (_, moves) in classes {
            *report.classes_by_moves.entry(moves).or_default() += 1;
        }
        let greatest = |counts: &BTreeMap<u32, u64>| counts.keys().next_back().copied();
        report.optimal_longest_moves = greatest(&report.optimal_by_moves);
        if bad == 0 {
            report.longest_moves = greatest(&report.by_moves);
        }
        if !report.optimal_by_moves.is_empty() {
            // Where every play reaches mate nothing is given away.
            let keeps = bad == 0
                || survey.met.iter().all(|&code| {
                    let number = survey.numbers.of(engine, code);
                    !longest.fails(true, number)
                        || !engine.ground.asks(self.strategy, code)
                        || keeps_value(engine, self.strategy, code)
                });
            report.quality = Some(match (bad == 0, as_good, keeps) {
                (true, true, _) => Quality::Optimal,
                (true, false, _) => Quality::Correct,
                (false, _, true) => Quality::ValuePreserving,
                (false, _, false) => Quality::Faulty,
            });
        }
        bad
    }

    /// Positions that reach the aim, but too late.
    pub(crate) fn too_slow(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        from: &[Code],
    ) -> Vec<(u32, Code, Reason)> {
        let mut slow = Vec::new();
        for &code in from {
            let own = engine.ground.is_own(self.strategy, code);
            let number = survey.numbers.of(engine, code);
            let Some(moves) = longest.moves(own, number) else { continue };
            let quiet = longest.quiet(own, number);
            if self.within.is_some_and(|within| moves.worst > within) {
                slow.push((moves.worst, code, Reason::TooSlow));
            } else if self.fifty && quiet > 100 {
                slow.push((quiet, code, Reason::FiftyMoves));
            }
        }
        slow.sort_unstable_by_key(|&(moves, code, _)| (moves, code));
        slow
    }

    /// The longest play from the positions that are least too slow.
    fn slow_lines(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        slow: &[(u32, Code, Reason)],
    ) -> Vec<Shown> {
        let mut shown = Vec::new();
        let mut seen = HashSet::new();
        for &(_, code, reason) in slow.iter().take(10_000) {
            if seen.insert(engine.space().class(code)) && seen.len() <= 20 {
                shown.push((self.worst_line(engine, survey, longest, code), reason, None));
            }
        }
        shown
    }

    /// A play of the greatest length.
    pub(crate) fn worst_line(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        code: Code,
    ) -> Vec<Code> {
        let space = engine.space();
        let mut line = vec![code];
        let mut own = engine.ground.is_own(self.strategy, code);
        while let Some(&code) = line.last() {
            let number = survey.numbers.of(engine, code);
            if status(if own { &survey.own } else { &survey.after }, number).is_aim() || line.len() > 4000 {
                break;
            }
            let mut best = None;
            for next in following(engine, survey.strategy, code, own) {
                let next = space.canonical(next);
                let number = survey.numbers.of(engine, next);
                let worst = longest.moves(!own, number).map(|moves| moves.worst);
                if best.is_none_or(|(most, _)| worst > most) {
                    best = Some((worst, next));
                }
            }
            let Some((_, next)) = best else { break };
            line.push(next);
            own = !own;
        }
        line
    }

    /// Short cycles: from positions that may fail, on through such positions until one comes again; then the
    /// shortest way round through it.
    fn cycles(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        from: &[Code],
        most: usize,
    ) -> Vec<Shown> {
        let mut shown: Vec<Shown> = Vec::new();
        let mut seen = HashSet::new();
        let endless = |&code: &Code| {
            longest.is_endless(engine.ground.is_own(self.strategy, code), survey.numbers.of(engine, code))
        };
        let failing: Vec<Code> = from.iter().copied().filter(endless).collect();
        let begins: HashSet<Code> = failing.iter().copied().collect();
        // Spread over all of them, so that different rules come up.
        let stride = (failing.len() / 200).max(1);
        for &start in failing.iter().step_by(stride) {
            if shown.len() >= (4 * most).max(MAX_PASSED_OVER) || engine.go_on().is_err() {
                break;
            }
            let Some(mut line) = self.repeat(engine, survey, longest, start) else { continue };
            let Some(on_cycle) = line.pop().filter(|&code| seen.insert(engine.space().class(code))) else {
                continue;
            };
            // The claim speaks of the cycle itself, or of a way to it.
            if begins.contains(&engine.first(on_cycle)) {
                line.clear();
            }
            if let Some(round) = self.round(engine, survey, longest, on_cycle) {
                let cycle = line.len();
                line.extend(round);
                shown.push((line, Reason::Cycle, Some(cycle)));
            }
        }
        shown.sort_by_key(|(line, _, _)| line.len());
        shown
    }

    /// A way to a position that comes again.
    fn repeat(
        &self,
        engine: &Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        start: Code,
    ) -> Option<Vec<Code>> {
        let mut met = HashSet::new();
        let mut line = Vec::new();
        let (mut code, mut own) = (start, engine.ground.is_own(self.strategy, start));
        loop {
            // A tree that is played out ends, so that every cycle goes through a position without commitment.
            if own && mode(code) == 0 && !met.insert(code) {
                let first = line.iter().position(|&met| met == code)?;
                line.truncate(first + 1);
                return Some(line);
            }
            line.push(code);
            let next = following(engine, survey.strategy, code, own).into_iter().find(|&next| {
                let number = survey.numbers.of(engine, engine.space().canonical(next));
                longest.is_endless(!own, number)
            });
            code = engine.space().canonical(next?);
            own = !own;
        }
    }

    /// The shortest way from a position back to itself.
    fn round(
        &self,
        engine: &Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        start: Code,
    ) -> Option<Vec<Code>> {
        let mut before: HashMap<Code, Option<Code>> = HashMap::from([(start, None)]);
        let mut queue = VecDeque::from([(start, true)]);
        while let Some((code, own)) = queue.pop_front() {
            for next in following(engine, survey.strategy, code, own) {
                let next = engine.space().canonical(next);
                if next == start {
                    let mut line = way_to(&before, code);
                    line.push(next);
                    return Some(line);
                }
                let number = survey.numbers.of(engine, next);
                if longest.is_endless(!own, number) && !before.contains_key(&next) {
                    before.insert(next, Some(code));
                    queue.push_back((next, !own));
                }
            }
            if before.len() > 200_000 {
                return None;
            }
        }
        None
    }

    /// The positions met in play from which it need not end.
    fn endless(&self, engine: &Engine<'_>, survey: &mut Survey, longest: &Longest) -> Vec<Code> {
        let numbers = &mut survey.numbers;
        let endless = survey.met.iter().filter(|&&code| longest.is_endless(true, numbers.of(engine, code)));
        endless.copied().collect()
    }

    /// The smallest of each kind and rule first, replayed.
    fn show(
        &self,
        engine: &Engine<'_>,
        mut shown: Vec<Shown>,
        kinds: &BTreeMap<Reason, u64>,
        most: usize,
    ) -> Result<Vec<Failure>, Limit> {
        shown.sort_by_key(|(line, reason, _)| (line.len(), *reason, line.first().copied()));
        let (strategy, or, within) = (Some(self.strategy), self.or, self.within);
        let about = Line { strategy, or, within, ..Line::new(&[], Reason::Cycle) };
        engine.exhibit(&about, shown, kinds, most)
    }
}

/// In how many own moves the strategy's side wins with best play.
fn won_in(engine: &Engine<'_>, own: bool, code: Code) -> Option<u32> {
    match (own, engine.ground.tables.probe(&engine.space().state(code))?) {
        (true, Value::Win(plies)) | (false, Value::Loss(plies)) => Some(u32::from(plies).div_ceil(2)),
        _ => None,
    }
}

/// Whether no allowed move gives anything away.
fn keeps_value(engine: &Engine<'_>, strategy: StrategyId, code: Code) -> bool {
    let space = engine.space();
    let value = |code| engine.ground.tables.value(&space.state(code));
    let Some(ours) = value(code) else { return false };
    let Some((Some(_), moves)) = engine.choice(strategy, code) else { return false };
    moves.iter().all(|&after| {
        matches!(
            (ours, value(after)),
            (Outcome::Win(_), Some(Outcome::Loss))
                | (Outcome::Draw, Some(Outcome::Draw))
                | (Outcome::Loss, Some(Outcome::Win(_)))
        )
    })
}

/// Where those go on to whom a strategy hands over; they are not asked where the claim begins.
fn handed_over(engine: &Engine<'_>, survey: &mut Survey) -> Vec<Code> {
    let casts: Vec<&Cast> = engine.program()[survey.strategy].casts.iter().skip(1).collect();
    let space = engine.space();
    let mut met: Vec<Code> = survey.met.clone();
    met.retain(|&code| casts.iter().any(|cast| space.has_cast(code, cast)));
    met.retain(|&code| !status(&survey.own, survey.numbers.of(engine, code)).is_aim());
    met
}

/// How often each rule applies.
pub(crate) fn rules(engine: &Engine<'_>, strategy: StrategyId, own: &[Code], report: &mut ClaimReport) {
    let steps = &engine.program()[strategy].steps;
    let mut rules: Vec<RuleReport> = steps
        .iter()
        .map(|step| RuleReport {
            name: step.name.clone(),
            positions: 0,
            with_choice: 0,
            shadowed: None,
            needed_for: None,
        })
        .collect();
    let space = engine.space();
    let mut applies: Vec<(Vec<Code>, Vec<Code>)> = vec![Default::default(); steps.len()];
    let mut none = Vec::new();
    for &code in own {
        let Some((step, moves)) = engine.choice(strategy, code) else { continue };
        match step.and_then(|step| applies.get_mut(usize::from(step))) {
            Some((positions, with_choice)) => {
                positions.push(code);
                with_choice.extend((moves.len() > 1).then_some(code));
            }
            None if space.has_move(code, space.endgame.everybody()) => none.push(code),
            None => {} // the game is over
        }
    }
    for (rule, (positions, with_choice)) in rules.iter_mut().zip(applies) {
        (rule.positions, rule.with_choice) = (engine.total_met(positions), engine.total_met(with_choice));
    }
    let none = engine.total_met(none);
    report.rules = rules;
    report.no_rule = Some(none).filter(|&none| none > 0);
}

/// The same program with other steps.
pub(crate) fn with_steps(program: &Program, strategy: StrategyId, keep: impl Fn(usize) -> bool) -> Program {
    let mut changed = program.clone();
    let steps = &mut changed.strategies[usize::from(strategy.0)].steps;
    let mut number = 0;
    steps.retain(|_| {
        number += 1;
        keep(number - 1)
    });
    changed
}
