//! Where a strategy is asked, and how often each of its rules applies.

use adli_claims::{ClaimReport, RuleReport};
use adli_lang::term::{StrategyId, TermId};

use crate::atlas::{Atlas, unbound};
use crate::field::Field;
use crate::relation::Move;
use crate::store::{BITS, Bit, Made, Set};

impl Atlas<'_> {
    /// Where a strategy is first asked in the plays from some positions.
    pub(crate) fn first_asked(
        &mut self,
        strategy: StrategyId,
        from: &Field,
        or: Option<TermId>,
    ) -> Made<Set> {
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
    pub(crate) fn rules(&mut self, strategy: StrategyId, own: &Set, report: &mut ClaimReport) -> Made<()> {
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
}
