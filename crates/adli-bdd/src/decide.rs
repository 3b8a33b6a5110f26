//! Lemmas about positions, and what strategies reach and keep.

use std::collections::BTreeMap;

use adli_claims::{
    ClaimReport, Decision, Evidence, Extent, Kind, Limit, Line, Quality, Reason, Refutation, Replay,
    RuleReport,
};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, ClaimKind};

use crate::atlas::{Atlas, unbound};
use crate::field::Field;
use crate::lines::{FUEL, Worth, exhibit};
use crate::moves::Move;
use crate::reaches::Lengths;
use crate::store::{BITS, Bit, Made, Set};

/// How many positions against a lemma are tried.
const TRIED: usize = 20;

impl Atlas<'_> {
    fn speaks_of(&self, field: &Field, report: &mut ClaimReport) -> Made<()> {
        report.positions = Some(self.count(field)?);
        if field.is_empty() {
            let kind = if report.kind == Kind::Lemma { "lemma" } else { "theorem" };
            report.warnings.push(format!("the {kind} speaks of no position"));
        }
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
        let replay = self.replay(claim, &worth);
        let replayed = exhibit(&replay, &about, lines, most)?;
        Ok(Decision::Fails(Refutation::new(Extent::positions(self.count(&bad)?), BTreeMap::new(), replayed)?))
    }

    fn replay<'a>(&'a self, claim: &'a Claim, worth: &'a dyn adli_lang::Tables) -> Replay<'a> {
        Replay {
            program: self.program,
            under: &claim.under,
            tables: Some(worth),
            fuel: FUEL,
            watch: self.watch,
        }
    }

    /// Where a strategy is first asked in the plays from some positions.
    fn first_asked(&mut self, strategy: StrategyId, from: &Field, or: Option<TermId>) -> Made<Set> {
        let asked = self.asked(strategy)?;
        let mut first = Field::default();
        for (cast, set) in from.iter() {
            let goal = match or {
                Some(or) => self.where_holds(or, cast)?,
                None => self.store.constant(false),
            };
            let set = self.store.without(set, &goal)?;
            if *cast == asked {
                first.add(&self.store, cast, &set)?;
            } else if cast.turn != asked.turn {
                let moves = self.cast_moves(cast)?;
                self.led_to(&moves, &set, &mut first)?;
            }
        }
        let found = first.get(&asked).cloned().unwrap_or_else(|| self.store.constant(false));
        match or {
            Some(or) => {
                let goal = self.where_holds(or, &asked)?;
                self.store.without(&found, &goal)
            }
            None => Ok(found),
        }
    }

    /// How often each rule applies.
    fn rules(&mut self, strategy: StrategyId, own: &Set, report: &mut ClaimReport) -> Made<()> {
        let asked = self.asked(strategy)?;
        let found = self.program.strategy(strategy).ok_or_else(unbound)?;
        let choice = self.choice(strategy)?;
        for (number, step) in found.steps.iter().enumerate() {
            let (Some(applies), Some(moves)) = (choice.applies.get(number), choice.allowed.get(number))
            else {
                continue;
            };
            let here = self.store.and(applies, own)?;
            let several = self.store.and(&here, &self.several(moves)?)?;
            let positions = self.count_of(&asked, &here)?;
            let with_choice = self.count_of(&asked, &several)?;
            let (name, needed_for) = (step.name.clone(), None);
            let shadowed = match positions {
                0 => Some(self.alone(strategy, number, own)?),
                _ => None,
            };
            if let Some(shadowed) = shadowed {
                report.warnings.push(match shadowed {
                    0 => format!("the rule `{name}` has no move where the claim begins"),
                    _ => format!(
                        "the rule `{name}` never applies: others come before it wherever it has a move"
                    ),
                });
            }
            report.rules.push(RuleReport { name, positions, with_choice, shadowed, needed_for });
        }
        let no_move = self.law(self.program.laws.no_move, &asked)?;
        let none = self.store.without(&self.store.and(&choice.none, own)?, &no_move)?;
        report.no_rule = Some(self.count_of(&asked, &none)?).filter(|&none| none > 0);
        Ok(())
    }

    /// In how many positions a rule would have a move if no rule stood before it.
    fn alone(&mut self, strategy: StrategyId, number: usize, own: &Set) -> Made<u64> {
        let asked = self.asked(strategy)?;
        let moves = self.moves_alone(strategy, number)?;
        let here = self.store.and(&self.some_move(&moves)?, own)?;
        self.count_of(&asked, &here)
    }

    /// Where there is a choice among some moves.
    fn several(&self, moves: &[Move]) -> Made<Set> {
        let mut several = Vec::new();
        let mut before = self.store.constant(false);
        for mv in moves {
            let man = usize::from(mv.man.0);
            let one = self.some_move(std::slice::from_ref(mv))?;
            several.push(self.store.and(&before, &one)?);
            before = self.store.or(&before, &one)?;
            // Two squares that differ.
            let mut same = self.store.constant(true);
            let mut other = Vec::new();
            for bit in 0..BITS {
                let (a, b) = (self.store.variable(man, bit, 1), self.store.variable(man, bit, 2));
                let (a, b) = (Bit::Variable(a, false), Bit::Variable(b, false));
                let equal = self.store.same(&self.store.bit(a)?, &self.store.bit(b)?)?;
                same = self.store.and(&same, &equal)?;
                other.push((self.store.variable(man, bit, 1), b));
            }
            let other = self.store.without(&self.store.replace(&mv.legal, &other)?, &same)?;
            let all = self.store.constant(true);
            let other = self.store.some_square(&other, &all, &self.store.cube(man, 2)?)?;
            several.push(self.store.some_square(&mv.legal, &other, &self.store.cube(man, 1)?)?);
        }
        self.store.any(several)
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
            for (&reason, field) in &wrong {
                let count = self.counted_as(strategy, or, reason, field, &met)?;
                kinds.extend((count > 0).then_some((reason, count)));
            }
            let endless = self.endless(strategy, or, &met)?;
            let own = self.asked(strategy)?;
            let never: u64 = match endless.get(&own) {
                Some(set) => self.count_of(&own, set)?,
                None => 0,
            };
            kinds.extend((never > 0).then_some((Reason::Cycle, never)));
            let replay = Replay {
                program: self.program,
                under: &claim.under,
                tables: None,
                fuel: FUEL,
                watch: self.watch,
            };
            lines = self.lines_to((strategy, or), &wrong, &from, &replay)?;
            if never > 0 {
                lines.extend(self.cycles(strategy, &endless, &from, &replay)?);
            }
        }
        if !late.is_empty() {
            kinds.insert(Reason::TooSlow, self.count(&late)?);
            let replay = Replay {
                program: self.program,
                under: &claim.under,
                tables: None,
                fuel: FUEL,
                watch: self.watch,
            };
            for start in self.first_positions(&late, most.max(1))? {
                let line = self.longest_line((strategy, or), &lengths.within, &start, &replay)?;
                lines.push((line, Reason::TooSlow, None));
            }
        }
        lines.sort_by_key(|(line, reason, _)| (line.len(), *reason));
        let about = Line { strategy: Some(strategy), or, within, ..Line::new(&[], Reason::Cycle) };
        let worth = Worth(self);
        let replayed = exhibit(&self.replay(claim, &worth), &about, lines, most)?;
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

    /// Where it goes wrong at once, by what goes wrong: the position itself is the end of a line.
    fn wrong(
        &mut self,
        strategy: StrategyId,
        or: Option<TermId>,
        met: &Field,
    ) -> Made<BTreeMap<Reason, Field>> {
        let asked = self.asked(strategy)?;
        let choice = self.choice(strategy)?;
        let mut wrong: BTreeMap<Reason, Field> = BTreeMap::new();
        for (cast, set) in met.iter() {
            let over = self.is_over(strategy, cast, or)?;
            let set = self.store.without(set, &over)?;
            let no_move = self.law(self.program.laws.no_move, cast)?;
            let mate = self.law(self.program.laws.mate, cast)?;
            let mut add =
                |reason: Reason, set: Set| wrong.entry(reason).or_default().add(&self.store, cast, &set);
            if cast.turn != asked.turn {
                add(Reason::Stalemate, self.store.and(&set, &no_move)?)?;
                continue;
            }
            add(Reason::Mated, self.store.and(&set, &mate)?)?;
            let set = self.store.without(&set, &mate)?;
            if *cast != asked {
                add(Reason::HomeLeft, set)?;
                continue;
            }
            let none = self.store.and(&set, &choice.none)?;
            add(Reason::Stalemate, self.store.and(&none, &no_move)?)?;
            add(Reason::Stuck, self.store.without(&none, &no_move)?)?;
        }
        Ok(wrong)
    }

    /// In how many positions met in play it goes wrong for one reason: in the position itself, or after a move that is allowed there.
    fn counted_as(
        &mut self,
        strategy: StrategyId,
        or: Option<TermId>,
        reason: Reason,
        field: &Field,
        met: &Field,
    ) -> Made<u64> {
        let asked = self.asked(strategy)?;
        if reason != Reason::Stalemate {
            return self.count(field);
        }
        // A stalemate is the fault of the position from which it is allowed.
        let mut own = Field::default();
        for (cast, set) in field.iter().filter(|(cast, _)| cast.turn == asked.turn) {
            own.add(&self.store, cast, set)?;
        }
        let moves = self.played(strategy, &asked)?;
        let leads = self.leading(&moves, field, true)?;
        let over = self.is_over(strategy, &asked, or)?;
        if let Some(met) = met.get(&asked) {
            let leads = self.store.without(&self.store.and(&leads, met)?, &over)?;
            own.add(&self.store, &asked, &leads)?;
        }
        self.count(&own)
    }

    /// Positions met in play from which it need not end.
    fn endless(&mut self, strategy: StrategyId, or: Option<TermId>, met: &Field) -> Made<Field> {
        let mut endless = Field::default();
        for (cast, set) in met.iter() {
            let over = self.is_over(strategy, cast, or)?;
            endless.add(&self.store, cast, &self.store.without(set, &over)?)?;
        }
        loop {
            let mut next = Field::default();
            for (cast, set) in endless.iter() {
                let moves = self.played(strategy, cast)?;
                let goes_on = self.leading(&moves, &endless, true)?;
                next.add(&self.store, cast, &self.store.and(set, &goes_on)?)?;
            }
            if next == endless {
                return Ok(endless);
            }
            endless = next;
        }
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
        let replay = Replay {
            program: self.program,
            under: &claim.under,
            tables: None,
            fuel: FUEL,
            watch: self.watch,
        };
        let line = self.longest_line((strategy, None), &lengths.within, &start, &replay)?;
        report.listed = line.iter().map(|state| self.fen(state)).collect();
        if let Some(fewer) = moves.checked_sub(1) {
            report.line = replay.longest(strategy, &line, fewer)?;
        }
        Ok(())
    }

    /// What positions of the men at home are worth to a side, then what those after its moves are: won, drawn.
    fn kept_moves(&mut self, strategy: StrategyId, exactly: bool) -> Made<Set> {
        let asked = self.asked(strategy)?;
        let (ours, theirs) = (self.wins(asked.turn)?, self.wins(!asked.turn)?);
        let mut worse = Field::default();
        let mut lost = Field::default();
        for mv in self.played(strategy, &asked)? {
            let cast = self.board(mv.after)?.cast.clone();
            let (Some(won), Some(gone)) = (ours.casts.get(&cast.men), theirs.casts.get(&cast.men)) else {
                return Err(unbound());
            };
            let (Some(won), Some(gone)) = (won.lost.last(), gone.won.last()) else { return Err(unbound()) };
            worse.add(&self.store, &cast, &self.store.not(won)?)?;
            lost.add(&self.store, &cast, gone)?;
        }
        let moves = self.played(strategy, &asked)?;
        let (Some(won), Some(gone)) = (ours.casts.get(&asked.men), theirs.casts.get(&asked.men)) else {
            return Err(unbound());
        };
        let (Some(won), Some(gone)) = (won.won.last(), gone.lost.last()) else { return Err(unbound()) };
        let bad = self.store.without(&self.leading(&moves, &lost, true)?, gone)?;
        if !exactly {
            return Ok(bad);
        }
        let given_away = self.store.and(won, &self.leading(&moves, &worse, true)?)?;
        self.store.or(&bad, &given_away)
    }

    fn gives_nothing_away(&mut self, strategy: StrategyId, from: &Field, lengths: &Lengths) -> Made<bool> {
        let asked = self.asked(strategy)?;
        let met = self.met(strategy, from, None)?;
        let failing = met.restricted(&self.store, &lengths.safe(), false)?;
        let Some(failing) = failing.get(&asked).cloned() else { return Ok(true) };
        let choice = self.choice(strategy)?;
        let worse = self.kept_moves(strategy, true)?;
        let bad = self.store.or(&worse, &choice.none)?;
        Ok(self.store.is_empty(&self.store.and(&failing, &bad)?))
    }

    pub(crate) fn keeps(
        &mut self,
        claim: &Claim,
        (strategy, exactly, from): (StrategyId, bool, TermId),
        most: usize,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let from = self.domain(from)?;
        self.speaks_of(&from, report)?;
        let asked = self.asked(strategy)?;
        let met = self.met(strategy, &from, None)?;
        let own = met.get(&asked).cloned().unwrap_or_else(|| self.store.constant(false));
        report.met = Some(self.count_of(&asked, &own)?);
        self.rules(strategy, &own, report)?;
        let worse = self.kept_moves(strategy, exactly)?;
        let bad = self.store.and(&own, &worse)?;
        let no_move = self.law(self.program.laws.no_move, &asked)?;
        let choice = self.choice(strategy)?;
        let stuck = self.store.without(&self.store.and(&own, &choice.none)?, &no_move)?;
        let all = self.store.or(&bad, &stuck)?;
        if self.store.is_empty(&all) {
            return Ok(Decision::Holds(Evidence::EveryPosition));
        }
        let mut kinds = BTreeMap::new();
        let mut wrong = BTreeMap::new();
        for (reason, set) in [(Reason::ValueLost, &bad), (Reason::Stuck, &stuck)] {
            let count = self.count_of(&asked, set)?;
            kinds.extend((count > 0).then_some((reason, count)));
            let mut field = Field::default();
            field.add(&self.store, &asked, set)?;
            wrong.insert(reason, field);
        }
        let replay = Replay {
            program: self.program,
            under: &claim.under,
            tables: None,
            fuel: FUEL,
            watch: self.watch,
        };
        let mut lines = self.lines_to((strategy, None), &wrong, &from, &replay)?;
        for (line, _, _) in lines.iter_mut().filter(|(_, reason, _)| *reason == Reason::ValueLost) {
            self.spoil(strategy, exactly, line, &replay)?;
        }
        let about = Line { strategy: Some(strategy), ..Line::new(&[], Reason::ValueLost) };
        let worth = Worth(self);
        let replayed = exhibit(&self.replay(claim, &worth), &about, lines, most)?;
        let number = self.count_of(&asked, &all)?;
        Ok(Decision::Fails(Refutation::new(Extent::positions(number), kinds, replayed)?))
    }

    /// Adds the move that gives something away to a line that ends before it.
    fn spoil(
        &self,
        strategy: StrategyId,
        exactly: bool,
        line: &mut Vec<adli_lang::State>,
        replay: &Replay<'_>,
    ) -> Result<(), Limit> {
        use adli_lang::{MovesFrom, Outcome, Tables};
        let worth = Worth(self);
        let value = |state: &adli_lang::State| match worth.value(state) {
            Some(Outcome::Win(_)) => 1,
            Some(Outcome::Loss) => -1,
            _ => 0,
        };
        let Some(last) = line.last().copied() else { return Ok(()) };
        let own = value(&last);
        let choice = replay.interpreter(MovesFrom::Core).choice(strategy, &last);
        let choice = choice.map_err(|why| Limit::of(why, FUEL))?;
        let moves = choice.into_iter().flat_map(|choice| choice.moves).map(|(_, after)| after);
        let least = if exactly { own } else { own.min(0) };
        line.extend(moves.into_iter().find(|after| -value(after) < least));
        Ok(())
    }
}
