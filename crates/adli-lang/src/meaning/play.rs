//! Moves and strategies at one position.

use adli_chess::Kind;

use crate::core::endgame::MAX_SLOTS;
use crate::core::program::{Key, MoveRule, Step};
use crate::core::term::{Slot, Slots, StrategyId};
use crate::meaning::interpret::Interpreter;
use crate::meaning::state::State;
use crate::meaning::value::{Stopped, Value, point_of};

/// A move of a man of the header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SlotMove {
    /// Who moves.
    pub man: Slot,
    /// Where to: file and rank from 1.
    pub to: (i32, i32),
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

/// What a strategy does in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The step that applies, by number.
    pub step: usize,
    /// The moves it allows, each with the position after it.
    pub moves: Vec<(SlotMove, State)>,
}

/// Something done with every move; true ends the enumeration.
type Visit<'v, 'a> = dyn FnMut(&mut Interpreter<'a>, SlotMove, &State) -> Result<bool, Stopped> + 'v;

impl<'a> Interpreter<'a> {
    /// The legal moves of a position, each with the position after it.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn legal_moves(&mut self, state: &State) -> Result<Vec<(SlotMove, State)>, Stopped> {
        self.some_moves(state, usize::MAX)
    }

    /// One of them, if there is one.
    pub(crate) fn first_move(&mut self, state: &State) -> Result<Vec<(SlotMove, State)>, Stopped> {
        self.some_moves(state, 1)
    }

    fn some_moves(&mut self, state: &State, most: usize) -> Result<Vec<(SlotMove, State)>, Stopped> {
        let everybody = self.program.endgame.everybody();
        let mut moves = Vec::new();
        self.for_moves(state, everybody, &mut |_, mv, after| {
            moves.push((mv, *after));
            Ok(moves.len() >= most)
        })?;
        Ok(moves)
    }

    /// What a strategy does; nothing if it is not asked here, or no step applies.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn choice(&mut self, strategy: StrategyId, state: &State) -> Result<Option<Choice>, Stopped> {
        if !self.asked(strategy, state) {
            return Ok(None);
        }
        let moves = self.legal_moves(state)?;
        let steps = self.program[strategy].steps.len();
        for step in 0..steps {
            let allowed = self.step_moves(strategy, step, state, &moves)?;
            if !allowed.is_empty() {
                return Ok(Some(Choice { step, moves: allowed }));
            }
        }
        Ok(None)
    }

    /// The moves of a position that one step would allow if it were the first to have any.
    ///
    /// # Errors
    /// Where a limit is reached.
    pub fn step_moves(
        &mut self,
        strategy: StrategyId,
        step: usize,
        state: &State,
        moves: &[(SlotMove, State)],
    ) -> Result<Vec<(SlotMove, State)>, Stopped> {
        let program = self.program;
        let found = program.strategy(strategy).and_then(|s| s.steps.get(step));
        self.best_moves(found.ok_or(Stopped::Unbound)?, state, moves)
    }

    /// The best of the moves that satisfy a step.
    pub(crate) fn best_moves(
        &mut self,
        step: &Step,
        state: &State,
        moves: &[(SlotMove, State)],
    ) -> Result<Vec<(SlotMove, State)>, Stopped> {
        let mut best: Option<Vec<i32>> = None;
        let mut allowed = Vec::new();
        for &(mv, after) in moves {
            if !step.men.contains(mv.man) || !self.holds(step.condition, &[*state, after])? {
                continue;
            }
            let key = self.key(&step.prefer, &[*state, after])?;
            if best.as_ref().is_none_or(|best| key < *best) {
                allowed.clear();
                best = Some(key.clone());
            }
            if best.as_ref() == Some(&key) {
                allowed.push((mv, after));
            }
        }
        Ok(allowed)
    }

    /// The numbers that decide between moves; the least is best.
    pub(crate) fn key(&mut self, prefer: &[Key], positions: &[State]) -> Result<Vec<i32>, Stopped> {
        let mut numbers = Vec::with_capacity(prefer.len());
        for key in prefer {
            let frame = self.enter(positions);
            let number = self.int(key.term);
            self.leave(frame);
            numbers.push(if key.most { number?.saturating_neg() } else { number? });
        }
        Ok(numbers)
    }

    /// The number of the step that applies; one past the last if none does.
    pub(crate) fn step_number(&mut self, strategy: StrategyId, state: &State) -> Result<u16, Stopped> {
        let steps = self.program.strategy(strategy).map_or(0, |s| s.steps.len());
        Ok(self.choice(strategy, state)?.map_or(steps, |choice| choice.step) as u16)
    }

    pub(crate) fn allows(
        &mut self,
        strategy: StrategyId,
        before: &State,
        after: &State,
    ) -> Result<bool, Stopped> {
        let choice = self.choice(strategy, before)?;
        Ok(choice.is_some_and(|choice| choice.moves.iter().any(|(_, state)| state == after)))
    }

    /// Does something with every legal move of some men.
    pub(crate) fn for_moves(
        &mut self,
        state: &State,
        men: Slots,
        visit: &mut Visit<'_, 'a>,
    ) -> Result<(), Stopped> {
        if self.asks_core()
            && let Ok(position) = state.position(&self.program.endgame)
        {
            return self.core_moves(state, &position, men, visit);
        }
        let program = self.program;
        for rule in &program.laws.moves {
            if men.contains(rule.man) && self.rule_moves(state, rule, visit)? {
                break;
            }
        }
        Ok(())
    }

    /// The moves of one man by the laws; true if the visitor has seen enough.
    fn rule_moves(
        &mut self,
        state: &State,
        rule: &MoveRule,
        visit: &mut Visit<'_, 'a>,
    ) -> Result<bool, Stopped> {
        if !self.holds(rule.may_move, &[*state])? {
            return Ok(false);
        }
        let frame = self.enter(&[*state]);
        let targets = self.set(rule.targets);
        self.leave(frame);
        for (file, rank) in targets?.iter() {
            self.bind(rule.target, Value::Square(file, rank));
            if !self.holds(rule.when, &[*state])? {
                continue;
            }
            let to = (file, rank);
            let (after, promotes) = self.update(state, rule, to)?;
            let kinds: &[u16] = if promotes { &rule.promotions } else { &[] };
            let promotions = kinds
                .iter()
                .map(|&kind| Kind::ALL.get(usize::from(kind)).copied())
                .chain((!promotes).then_some(None));
            for promotion in promotions {
                let mut after = after;
                if let Some(kind) = promotion {
                    after.promote(rule.man, kind);
                }
                let legal = self.holds(rule.provided, &[*state, after])?;
                if legal && visit(self, SlotMove { man: rule.man, to, promotion }, &after)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The position after a move, and whether the man must become something else.
    fn update(&mut self, state: &State, rule: &MoveRule, to: (i32, i32)) -> Result<(State, bool), Stopped> {
        let mut after = *state;
        for &(slot, condition) in &rule.captures {
            if self.holds(condition, &[*state])? {
                after.put(slot, (0, 0));
            }
        }
        after.put(rule.man, to);
        let passing = point_of(self.value(rule.passing, &[*state])?).ok_or(Stopped::Unbound)?;
        // The square matters only where both sides have pawns.
        after.hand_over(if self.program.endgame.has_passing() { passing } else { (0, 0) });
        Ok((after, self.holds(rule.promotes, &[*state])?))
    }

    /// The same moves from the fast core.
    fn core_moves(
        &mut self,
        state: &State,
        position: &adli_chess::Position,
        men: Slots,
        visit: &mut Visit<'_, 'a>,
    ) -> Result<(), Stopped> {
        let endgame = &self.program.endgame;
        let slot_at = |square: adli_chess::Square| {
            let point = (i32::from(square.file()) + 1, i32::from(square.rank()) + 1);
            (0..MAX_SLOTS as u8).map(Slot).find(|&slot| state.place(slot) == point)
        };
        for mv in position.legal_moves() {
            let Some(man) = slot_at(mv.from).filter(|&man| men.contains(man)) else { continue };
            let next = position.play(mv);
            let mut after = *state;
            for (slot, other) in endgame.slots() {
                let (file, rank) = state.place(slot);
                let square = adli_chess::Square::at(file as i8 - 1, rank as i8 - 1);
                let gone = square.is_some_and(|s| next.at(s).is_none_or(|m| m.colour != other.side));
                if slot != man && gone {
                    after.put(slot, (0, 0));
                }
            }
            let to = (i32::from(mv.to.file()) + 1, i32::from(mv.to.rank()) + 1);
            after.put(man, to);
            if let Some(kind) = mv.promotion {
                after.promote(man, kind);
            }
            let passing = next.passing().filter(|_| endgame.has_passing());
            after.hand_over(passing.map_or((0, 0), |s| (i32::from(s.file()) + 1, i32::from(s.rank()) + 1)));
            if visit(self, SlotMove { man, to, promotion: mv.promotion }, &after)? {
                break;
            }
        }
        Ok(())
    }
}
