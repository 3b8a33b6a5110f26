//! What goes wrong in the plays of a strategy, as sets of positions met in play.

use std::collections::BTreeMap;

use adli_claims::Reason;
use adli_lang::term::{StrategyId, TermId};

use crate::atlas::Atlas;
use crate::field::Field;
use crate::store::{Made, Set};

impl Atlas<'_> {
    /// Where it goes wrong at once, by what goes wrong: the position itself is the end of a line.
    pub(crate) fn wrong(
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
    pub(crate) fn counted_as(
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
    pub(crate) fn endless(&mut self, strategy: StrategyId, or: Option<TermId>, met: &Field) -> Made<Field> {
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
}
