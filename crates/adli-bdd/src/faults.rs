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
            let is_home = *cast == asked;
            let ends = if is_home { self.store.or(&choice.none, &mate)? } else { self.store.constant(true) };
            let mut left = self.store.and(&set, &ends)?;
            for reason in Reason::ORDER {
                let applies = match reason {
                    Reason::Mated => mate.clone(),
                    Reason::HomeLeft => self.store.constant(!is_home),
                    Reason::Stalemate => no_move.clone(),
                    _ => self.store.constant(reason == Reason::Stuck),
                };
                add(reason, self.store.and(&left, &applies)?)?;
                left = self.store.without(&left, &applies)?;
            }
        }
        Ok(wrong)
    }

    /// In how many positions met in play it goes wrong at once, by what goes wrong: in the position itself,
    /// or after a move that is
    /// allowed there; and from how many others it need not end. A position counts once.
    pub(crate) fn kinds(
        &mut self,
        (strategy, or): (StrategyId, Option<TermId>),
        wrong: &BTreeMap<Reason, Field>,
        endless: &Field,
        (from, met): (&Field, &Field),
    ) -> Made<BTreeMap<Reason, u64>> {
        let asked = self.asked(strategy)?;
        let mut kinds = BTreeMap::new();
        let mut counted = Field::default();
        for reason in Reason::ORDER {
            let mut field = wrong.get(&reason).cloned().unwrap_or_default();
            if reason == Reason::Stalemate {
                let leads = self.stalemates(strategy, or, &field, met)?;
                // The opponent's stalemates count where they were allowed, except at the beginning.
                field = field.kept(&self.store, |cast| (cast.turn != asked.turn).then_some(from))?;
                field.add(&self.store, &asked, &leads)?;
            }
            if let Some(own) = endless.get(&asked).filter(|_| reason == Reason::Cycle) {
                field.add(&self.store, &asked, own)?;
            }
            let field = field.restricted(&self.store, &counted, false)?;
            counted = counted.joined(&self.store, &field)?;
            let count = self.count(&field)?;
            kinds.extend((count > 0).then_some((reason, count)));
        }
        Ok(kinds)
    }

    /// Positions where a rule allows a move that stalemates.
    fn stalemates(
        &mut self,
        strategy: StrategyId,
        or: Option<TermId>,
        stalemate: &Field,
        met: &Field,
    ) -> Made<Set> {
        let asked = self.asked(strategy)?;
        let moves = self.played(strategy, &asked)?;
        let leads = self.leading(&moves, stalemate, true)?;
        let over = self.is_over(strategy, &asked, or)?;
        let met = met.get(&asked).cloned().unwrap_or_else(|| self.store.constant(false));
        self.store.without(&self.store.and(&leads, &met)?, &over)
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
