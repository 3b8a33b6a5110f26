//! `theorem T: S reaches mate [or G] [within n moves] from D`: the exhaustive method.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Program, Tables as _};

use crate::Options;
use crate::columns::Engine;
use crate::limit::Limit;
use crate::longest::Longest;
use crate::replay::Exhibit;
use crate::report::{ClaimReport, Failures, Quality, Reason, RuleReport, Verdict};
use crate::space::{Code, mode};
use crate::survey::{Status, Survey, status};

/// A theorem that a strategy reaches its aim.
#[derive(Clone, Copy)]
pub(crate) struct Reaches {
    pub(crate) strategy: StrategyId,
    pub(crate) or: Option<TermId>,
    pub(crate) within: Option<u32>,
    pub(crate) from: TermId,
    pub(crate) fifty: bool,
}

/// A failure to be shown: positions, reason, where a cycle begins.
type Shown = (Vec<Code>, Reason, Option<usize>);

impl Reaches {
    /// Decides the theorem and counts.
    pub(crate) fn decide(
        &self,
        engine: &mut Engine<'_>,
        options: &Options,
        report: &mut ClaimReport,
        progress: impl FnMut(u64),
    ) -> Result<(), Limit> {
        let kept = engine.used;
        let terms: Vec<TermId> = self.or.into_iter().chain([self.from]).collect();
        engine.fold_for(Some(self.strategy), &terms, &[], &[]);
        let own = engine.domain(self.from)?;
        report.positions = Some(engine.total(&own));
        let mut survey = Survey::new(engine, self.strategy, &own, self.or, progress)?;
        let longest = Longest::new(engine, &mut survey, &own)?;
        rules(engine, self.strategy, &own, report);
        let bad = self.count(engine, &mut survey, &longest, &own, report);
        let slow = self.too_slow(engine, &mut survey, &longest, &own);
        let late = slow.iter().map(|&(_, code, _)| engine.weight(code)).sum::<u64>();
        if bad + late == 0 {
            report.verdict = Verdict::Proved;
            engine.used = kept;
            return Ok(());
        }
        report.verdict = Verdict::Refuted;
        let mut shown = self.faults(engine, &mut survey, &longest, &own, options.max_failures);
        if shown.len() < options.max_failures && bad > 0 {
            shown.extend(self.cycles(engine, &mut survey, &longest, &own, options.max_failures));
        }
        if bad == 0 {
            shown = self.slow_lines(engine, &mut survey, &longest, &slow);
        }
        let failures = self.show(engine, shown, options.max_failures, bad + late)?;
        report.failures = Some(failures);
        engine.used = kept;
        Ok(())
    }

    /// The histograms, and from how many positions a play may fail.
    fn count(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        own: &[Code],
        report: &mut ClaimReport,
    ) -> u64 {
        let mut bad = 0;
        let space = engine.space();
        let one_each = engine.fold.group().len() == space.symmetries().len();
        let (mut as_good, mut keeps) = (true, true);
        for &code in own {
            let number = survey.numbers.of(engine, code);
            let weight = engine.weight(code);
            let optimal =
                if self.or.is_none() { engine.tables.value(&engine.space().state(code)) } else { None };
            if let Some((0, moves)) = optimal {
                *report.optimal_by_moves.entry(moves).or_default() += weight;
            }
            match longest.moves(number) {
                Some(moves) => {
                    *report.by_moves.entry(moves.worst).or_default() += weight;
                    *report.best_by_moves.entry(moves.best).or_default() += weight;
                    if one_each || space.class(code) == code {
                        *report.classes_by_moves.entry(moves.worst).or_default() += 1;
                    }
                    if let Some((0, best)) = optimal {
                        *report.excess_by_moves.entry(moves.worst.saturating_sub(best)).or_default() +=
                            weight;
                        as_good &= moves.worst == best;
                    }
                }
                None => {
                    bad += weight;
                    keeps = keeps && optimal.is_some() && keeps_value(engine, self.strategy, code);
                }
            }
        }
        let greatest = |counts: &BTreeMap<u32, u64>| counts.keys().next_back().copied();
        report.optimal_longest_moves = greatest(&report.optimal_by_moves);
        if bad == 0 {
            report.longest_moves = greatest(&report.by_moves);
        }
        if !report.optimal_by_moves.is_empty() {
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
    fn too_slow(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        own: &[Code],
    ) -> Vec<(u32, Code, Reason)> {
        let mut slow = Vec::new();
        for &code in own {
            let number = survey.numbers.of(engine, code);
            let Some(moves) = longest.moves(number) else { continue };
            if self.within.is_some_and(|within| moves.worst > within) {
                slow.push((moves.worst, code, Reason::TooSlow));
            } else if self.fifty && longest.quiet(number) > 100 {
                slow.push((longest.quiet(number), code, Reason::FiftyMoves));
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
        let mut own = true;
        while let Some(&code) = line.last() {
            let number = survey.numbers.of(engine, code);
            if status(if own { &survey.own } else { &survey.after }, number) == Status::Reached
                || line.len() > 4000
            {
                break;
            }
            let mut best = None;
            for next in following(engine, survey.strategy, code, own) {
                let next = space.canonical(next);
                let number = survey.numbers.of(engine, next);
                let moves = if own { longest.moves_after(number) } else { longest.moves(number) };
                let worst = moves.map(|moves| moves.worst);
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

    /// The shortest ways from positions of the claim to something that is wrong at once.
    fn faults(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        own: &[Code],
        most: usize,
    ) -> Vec<Shown> {
        let firsts: HashSet<Code> =
            survey.faults.iter().filter_map(|fault| fault.line.first().copied()).collect();
        let domain: HashSet<Code> = own.iter().copied().filter(|code| firsts.contains(code)).collect();
        let mut shown: Vec<Shown> = Vec::new();
        let mut elsewhere = HashMap::new();
        for fault in std::mem::take(&mut survey.faults) {
            match fault.line.first() {
                Some(first) if domain.contains(first) => shown.push((fault.line, fault.reason, None)),
                Some(&first) => drop(elsewhere.insert(first, fault)),
                None => {}
            }
        }
        if shown.len() >= most || elsewhere.is_empty() {
            return shown;
        }
        // Forward from the positions of the claim, through positions that may fail.
        let mut before: HashMap<Code, Option<Code>> = HashMap::new();
        let mut queue = VecDeque::new();
        // Positions by whose move led to them, and their numbers.
        let mut seen: HashSet<(bool, usize)> = HashSet::new();
        for &code in own.iter().take(100_000) {
            let number = survey.numbers.of(engine, code);
            if longest.fails(true, number) {
                before.insert(code, None);
                seen.insert((false, number));
                queue.push_back((code, true));
            }
        }
        while let Some((code, own)) = queue.pop_front() {
            if own && let Some(fault) = elsewhere.remove(&engine.first(code)) {
                let mut line = way_to(&before, code);
                line.extend(engine.as_seen_from(code, &fault.line).into_iter().skip(1));
                shown.push((line, fault.reason, None));
            }
            if shown.len() >= 4 * most || before.len() > 1_000_000 || engine.go_on().is_err() {
                break;
            }
            for next in following(engine, survey.strategy, code, own) {
                let next = engine.space().canonical(next);
                let number = survey.numbers.of(engine, next);
                if longest.fails(!own, number) && seen.insert((own, number)) {
                    before.insert(next, Some(code));
                    queue.push_back((next, !own));
                }
            }
        }
        shown
    }

    /// Short cycles: from positions that may fail, on through such positions until one comes again; then the
    /// shortest way round through it.
    fn cycles(
        &self,
        engine: &mut Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        own: &[Code],
        most: usize,
    ) -> Vec<Shown> {
        let mut shown: Vec<Shown> = Vec::new();
        let mut seen = HashSet::new();
        let failing: Vec<Code> = own
            .iter()
            .copied()
            .filter(|&code| {
                let number = survey.numbers.of(engine, code);
                longest.fails(true, number)
            })
            .collect();
        // Spread over all of them, so that different rules come up.
        let stride = (failing.len() / 200).max(1);
        for &start in failing.iter().step_by(stride) {
            if shown.len() >= 4 * most || engine.go_on().is_err() {
                break;
            }
            let Some(on_cycle) = self.repeat(engine, survey, longest, start) else { continue };
            if !seen.insert(engine.space().class(on_cycle)) {
                continue;
            }
            if let Some(line) = self.round(engine, survey, longest, on_cycle) {
                shown.push((line, Reason::Cycle, Some(0)));
            }
        }
        shown.sort_by_key(|(line, _, _)| line.len());
        shown
    }

    /// A position that comes again.
    fn repeat(
        &self,
        engine: &Engine<'_>,
        survey: &mut Survey,
        longest: &Longest,
        start: Code,
    ) -> Option<Code> {
        let mut met = HashSet::new();
        let (mut code, mut own) = (start, true);
        loop {
            // A tree that is played out ends, so that every cycle goes through a position without commitment.
            if own && mode(code) == 0 && !met.insert(code) {
                return Some(code);
            }
            let next = following(engine, survey.strategy, code, own).into_iter().find(|&next| {
                let number = survey.numbers.of(engine, engine.space().canonical(next));
                longest.fails(!own, number)
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
                if longest.fails(!own, number) && !before.contains_key(&next) {
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

    /// The smallest first, one for each class and rule, replayed.
    fn show(
        &self,
        engine: &mut Engine<'_>,
        mut shown: Vec<Shown>,
        most: usize,
        positions: u64,
    ) -> Result<Failures, Limit> {
        shown.sort_by_key(|(line, reason, _)| (line.len(), *reason, line.first().copied()));
        let mut failures = Failures { positions, shown: Vec::new() };
        let mut seen = HashSet::new();
        for (line, reason, cycle) in shown {
            if failures.shown.len() >= most {
                break;
            }
            let Some(&first) = line.first() else { continue };
            let last_own = line.len().saturating_sub(if line.len() % 2 == 0 { 2 } else { 3 });
            let step =
                line.get(last_own).and_then(|&code| engine.choice(self.strategy, code)).and_then(|c| c.0);
            if !seen.insert((engine.space().class(first), step, reason)) {
                continue;
            }
            engine.go_on()?;
            let exhibit = Exhibit {
                strategy: self.strategy,
                line: &line,
                reason,
                cycle,
                or: self.or,
                lemma: None,
                within: self.within,
            };
            failures.shown.push(engine.replay(&exhibit)?);
        }
        Ok(failures)
    }
}

/// The positions that follow one.
pub(crate) fn following(engine: &Engine<'_>, strategy: StrategyId, code: Code, own: bool) -> Vec<Code> {
    if own {
        return engine.choice(strategy, code).map_or_else(Vec::new, |(_, moves)| moves.into_owned());
    }
    let mut replies = Vec::new();
    engine.replies(code, |reply| replies.push(reply));
    replies
}

fn way_to(before: &HashMap<Code, Option<Code>>, code: Code) -> Vec<Code> {
    let mut line = vec![code];
    let mut at = code;
    while let Some(Some(previous)) = before.get(&at) {
        line.push(*previous);
        at = *previous;
    }
    line.reverse();
    line
}

/// Whether no allowed move gives anything away.
fn keeps_value(engine: &Engine<'_>, strategy: StrategyId, code: Code) -> bool {
    let space = engine.space();
    let Some((value, _)) = engine.tables.value(&space.state(code)) else { return false };
    let Some((Some(_), moves)) = engine.choice(strategy, code) else { return false };
    moves
        .iter()
        .all(|&after| engine.tables.value(&space.state(after)).is_some_and(|(theirs, _)| theirs == 2 - value))
}

/// How often each rule applies.
pub(crate) fn rules(engine: &Engine<'_>, strategy: StrategyId, own: &[Code], report: &mut ClaimReport) {
    let steps = &engine.program.strategies[usize::from(strategy.0)].steps;
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
    for &code in own {
        if let Some((Some(step), moves)) = engine.choice(strategy, code)
            && let Some(rule) = rules.get_mut(usize::from(step))
        {
            let weight = engine.weight(code);
            rule.positions += weight;
            rule.with_choice += if moves.len() > 1 { weight } else { 0 };
        }
    }
    report.rules = rules;
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
