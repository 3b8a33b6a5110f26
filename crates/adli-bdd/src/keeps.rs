//! `theorem T: S keeps the draw`, `keeps the value`: no allowed move, from the positions of the claim or later in play, gives anything away.
//!
//! What positions are worth comes from the win sets of both sides.

use std::collections::BTreeMap;

use adli_claims::{ClaimReport, Decision, Evidence, Extent, Limit, Line, Reason, Refutation, Replay};
use adli_lang::Claim;
use adli_lang::term::{StrategyId, TermId};

use crate::atlas::{Atlas, unbound};
use crate::field::Field;
use crate::lines::{FUEL, Worth, exhibit, replayer};
use crate::reaches::Lengths;
use crate::store::{Made, Set};

impl Atlas<'_> {
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

    pub(crate) fn gives_nothing_away(
        &mut self,
        strategy: StrategyId,
        from: &Field,
        lengths: &Lengths,
    ) -> Made<bool> {
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
        let replay = replayer(self.program, self.watch, claim, None);
        let mut lines = self.lines_to((strategy, None), &wrong, &from, &replay)?;
        for (line, _, _) in lines.iter_mut().filter(|(_, reason, _)| *reason == Reason::ValueLost) {
            self.spoil(strategy, exactly, line, &replay)?;
        }
        let about = Line { strategy: Some(strategy), ..Line::new(&[], Reason::ValueLost) };
        let worth = Worth(self);
        let replayed =
            exhibit(&replayer(self.program, self.watch, claim, Some(&worth)), &about, lines, &kinds, most)?;
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
