//! Lemmas about positions, and what strategies reach.

use std::collections::BTreeMap;

use adli_claims::{ClaimReport, Decision, Evidence, Extent, Limit, Line, Quality, Reason, Refutation};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, ClaimKind};

use crate::atlas::Atlas;
use crate::field::Field;
use crate::lines::{Worth, exhibit, replayer};
use crate::reaches::Lengths;
use crate::store::Made;

/// How many positions against a lemma are tried.
const TRIED: usize = 20;

impl Atlas<'_> {
    pub(crate) fn speaks_of(&self, field: &Field, report: &mut ClaimReport) -> Made<()> {
        report.positions = Some(self.count(field)?);
        Ok(())
    }

    pub(crate) fn everywhere(
        &mut self,
        claim: &Claim,
        domain: TermId,
        show: TermId,
        most: usize,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let field = self.domain(domain)?;
        self.speaks_of(&field, report)?;
        let good = self.among(&field, show)?;
        let bad = field.restricted(&self.store, &good, false)?;
        if bad.is_empty() {
            return Ok(Decision::Holds(Evidence::EveryPosition));
        }
        let states = self.first_positions(&bad, TRIED.max(most))?;
        let lines = states.into_iter().map(|state| (vec![state], Reason::Conclusion, None)).collect();
        let about = Line { lemma: Some((domain, show)), ..Line::new(&[], Reason::Conclusion) };
        let worth = Worth(self);
        let replay = replayer(self.program, self.watch, claim, Some(&worth));
        let replayed = exhibit(&replay, &about, lines, &BTreeMap::new(), most)?;
        Ok(Decision::Fails(Refutation::new(Extent::positions(self.count(&bad)?), BTreeMap::new(), replayed)?))
    }

    pub(crate) fn reaches(
        &mut self,
        claim: &Claim,
        most: usize,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let ClaimKind::Reaches { strategy, or, within, from } = &claim.says else {
            return Err(Limit::Internal("a claim was asked of the wrong part".into()));
        };
        let (strategy, or, within) = (*strategy, *or, *within);
        if claim.proof.is_some() {
            report.notes.push("decided by playing it out; the lemmas after `by` were not looked at".into());
        }
        let from = self.domain(*from)?;
        self.speaks_of(&from, report)?;
        let lengths = self.lengths(strategy, or, &from)?;
        let asked = self.first_asked(strategy, &from, or)?;
        self.rules(strategy, &asked, report)?;
        self.histograms(strategy, or, &from, &lengths, report)?;
        let bad = from.restricted(&self.store, &lengths.safe(), false)?;
        let mut late = Field::default();
        if let Some(in_time) = within.and_then(|within| lengths.within.get(within as usize)) {
            let safe = from.restricted(&self.store, &lengths.safe(), true)?;
            late = safe.restricted(&self.store, in_time, false)?;
        }
        if bad.is_empty() && late.is_empty() {
            return Ok(Decision::Holds(Evidence::EveryPosition));
        }
        let number = self.count(&bad)? + self.count(&late)?;
        let (mut kinds, mut lines) = (BTreeMap::new(), Vec::new());
        if !bad.is_empty() {
            let met = self.met(strategy, &from, or)?;
            let wrong = self.wrong(strategy, or, &met)?;
            let endless = self.endless(strategy, or, &met)?;
            kinds = self.kinds((strategy, or), &wrong, &endless, (&from, &met))?;
            let replay = replayer(self.program, self.watch, claim, None);
            lines = self.lines_to((strategy, or), &wrong, &from, &replay)?;
            if !endless.is_empty() {
                lines.extend(self.cycles(strategy, &endless, &from, &replay)?);
            }
        }
        if !late.is_empty() {
            kinds.insert(Reason::TooSlow, self.count(&late)?);
            let replay = replayer(self.program, self.watch, claim, None);
            for start in self.first_positions(&late, most.max(1))? {
                let line = self.longest_line((strategy, or), &lengths.within, &start, &replay)?;
                lines.push((line, Reason::TooSlow, None));
            }
        }
        lines.sort_by_key(|(line, reason, _)| (line.len(), *reason));
        let about = Line { strategy: Some(strategy), or, within, ..Line::new(&[], Reason::Cycle) };
        let worth = Worth(self);
        let replayed =
            exhibit(&replayer(self.program, self.watch, claim, Some(&worth)), &about, lines, &kinds, most)?;
        Ok(Decision::Fails(Refutation::new(Extent::positions(number), kinds, replayed)?))
    }

    /// How many positions take how many moves: over all allowed moves, with luck, in classes, and with best play.
    fn histograms(
        &mut self,
        strategy: StrategyId,
        or: Option<TermId>,
        from: &Field,
        lengths: &Lengths,
        report: &mut ClaimReport,
    ) -> Made<()> {
        let safe = from.restricted(&self.store, &lengths.safe(), true)?;
        let by_moves = self.exactly(&safe, &lengths.within)?;
        for (moves, field) in &by_moves {
            report.by_moves.insert(*moves, self.count(field)?);
            report.classes_by_moves.insert(*moves, self.classes(field)?);
        }
        for (moves, field) in self.exactly(&safe, &lengths.luckiest)? {
            report.luckiest_by_moves.insert(moves, self.count(&field)?);
        }
        let all_safe = safe == *from;
        if all_safe {
            report.longest_moves = report.by_moves.keys().next_back().copied();
        }
        if or.is_some() {
            return Ok(());
        }
        let best = self.best_within(strategy, from)?;
        let mut as_good = true;
        for (optimal, field) in self.exactly(from, &best)? {
            report.optimal_by_moves.insert(optimal, self.count(&field)?);
            for (moves, taking) in &by_moves {
                let count = self.count(&field.restricted(&self.store, taking, true)?)?;
                if count > 0 {
                    *report.excess_by_moves.entry(moves.saturating_sub(optimal)).or_default() += count;
                    as_good &= *moves == optimal;
                }
            }
        }
        report.optimal_longest_moves = report.optimal_by_moves.keys().next_back().copied();
        if !report.optimal_by_moves.is_empty() {
            report.quality = Some(match (all_safe, as_good) {
                (true, true) => Quality::Optimal,
                (true, false) => Quality::Correct,
                _ if self.gives_nothing_away(strategy, from, lengths)? => Quality::ValuePreserving,
                _ => Quality::Faulty,
            });
        }
        Ok(())
    }

    /// Positions by how many moves they take, those that are in one field and not in the one before.
    fn exactly(&self, of: &Field, within: &[Field]) -> Made<Vec<(u32, Field)>> {
        let mut found = Vec::new();
        let mut left = of.clone();
        for (moves, field) in within.iter().enumerate() {
            let here = left.restricted(&self.store, field, true)?;
            if !here.is_empty() {
                left = left.restricted(&self.store, field, false)?;
                found.push((moves as u32, here));
            }
        }
        Ok(found)
    }

    /// Positions that the strategy's side wins within 0, 1, 2, .. moves with best play.
    fn best_within(&mut self, strategy: StrategyId, from: &Field) -> Made<Vec<Field>> {
        let side = self.asked(strategy)?.turn;
        let wins = self.wins(side)?;
        let rounds = wins.casts.values().map(|layers| layers.won.len().max(layers.lost.len())).max();
        let mut best = Vec::new();
        for moves in 0..rounds.unwrap_or(0) {
            let mut field = Field::default();
            for (cast, _) in from.iter() {
                let Some(layers) = wins.casts.get(&cast.men) else { continue };
                let set =
                    if cast.turn == side { layers.won_within(moves) } else { layers.lost_within(moves) };
                if let Some(set) = set {
                    field.add(&self.store, cast, set)?;
                }
            }
            best.push(field);
        }
        Ok(best)
    }

    pub(crate) fn longest(
        &mut self,
        claim: &Claim,
        strategy: StrategyId,
        from: TermId,
        report: &mut ClaimReport,
    ) -> Result<(), Limit> {
        let from = self.domain(from)?;
        report.positions = Some(self.count(&from)?);
        let lengths = self.lengths(strategy, None, &from)?;
        let safe = from.restricted(&self.store, &lengths.safe(), true)?;
        let Some((moves, field)) = self.exactly(&safe, &lengths.within)?.pop() else {
            report.warnings.push("no play comes to an end in mate".into());
            return Ok(());
        };
        report.number = Some(u64::from(moves));
        report.longest_moves = Some(moves);
        let Some(start) = self.first_positions(&field, 1)?.pop() else { return Ok(()) };
        let replay = replayer(self.program, self.watch, claim, None);
        let line = self.longest_line((strategy, None), &lengths.within, &start, &replay)?;
        report.listed = line.iter().map(|state| self.fen(state)).collect();
        if let Some(fewer) = moves.checked_sub(1) {
            report.line = replay.longest(strategy, &line, fewer)?;
        }
        Ok(())
    }
}
