//! How long the plays of a strategy take, as a fixpoint.
//!
//! A position with the other side to move is within 0 moves of the aim if it is mate, or what is as good; a position with the strategy to move is
//! within n + 1 moves if it has a step and every move that the step allows leads to a position within n; a position with the
//! other side to move is within n moves if it has a move and all of them lead to positions within n. What is in none of
//! these sets may fail. With "some allowed move" in place of "every" it is how long the luckiest plays take.
//!
//! Sets are kept for the men at home and for those casts that a play comes to; where a man has left, the strategy is not asked any
//! more, so that only what is as good as mate counts there.

use adli_lang::term::{StrategyId, TermId};

use crate::atlas::Atlas;
use crate::board::Cast;
use crate::field::Field;
use crate::store::{Made, Refused, Set};

/// How long plays take.
pub(crate) struct Lengths {
    /// Positions within 0, 1, 2, .. own moves of the aim, over all allowed moves and all replies.
    pub(crate) within: Vec<Field>,
    /// The same with the quickest of the allowed moves.
    pub(crate) luckiest: Vec<Field>,
}

impl Lengths {
    /// Positions from which every play reaches the aim.
    pub(crate) fn safe(&self) -> Field {
        self.within.last().cloned().unwrap_or_default()
    }
}

/// More moves than any play of a strategy that is worth a table.
const MOST_MOVES: usize = 5000;

/// What the rounds are made of: for each cast its legal positions and where its plays are over.
struct Ground {
    casts: Vec<(Cast, Set, Set)>,
    strategy: StrategyId,
}

impl Atlas<'_> {
    /// How long the plays of a strategy take, from every position that they may come to.
    pub(crate) fn lengths(
        &mut self,
        strategy: StrategyId,
        or: Option<TermId>,
        from: &Field,
    ) -> Made<Lengths> {
        let ground = self.ground(strategy, or, from)?;
        let within = self.rounds(&ground, false)?;
        let luckiest = self.rounds(&ground, true)?;
        Ok(Lengths { within, luckiest })
    }

    fn ground(&mut self, strategy: StrategyId, or: Option<TermId>, from: &Field) -> Made<Ground> {
        let mut todo: Vec<Cast> = from.iter().map(|(cast, _)| cast.clone()).collect();
        let mut casts: Vec<(Cast, Set, Set)> = Vec::new();
        while let Some(cast) = todo.pop() {
            if casts.iter().any(|(known, ..)| *known == cast) {
                continue;
            }
            let over = self.is_over(strategy, &cast, or)?;
            let legal = self.legal(&cast)?;
            for mv in self.played(strategy, &cast)? {
                todo.push(self.board(mv.after)?.cast.clone());
            }
            casts.push((cast, legal, over));
        }
        Ok(Ground { casts, strategy })
    }

    fn rounds(&mut self, ground: &Ground, lucky: bool) -> Made<Vec<Field>> {
        let asked = self.asked(ground.strategy)?;
        let mut rounds: Vec<Field> = Vec::new();
        let mut own = Field::default();
        for (cast, legal, over) in ground.casts.iter().filter(|(cast, ..)| cast.turn == asked.turn) {
            own.add(&self.store, cast, &self.store.and(legal, over)?)?;
        }
        for n in 0..MOST_MOVES {
            let mut theirs = Field::default();
            for (cast, legal, over) in ground.casts.iter().filter(|(cast, ..)| cast.turn != asked.turn) {
                let moves = self.cast_moves(cast)?;
                let escape = self.leading(&moves, &own, false)?;
                let no_move = self.law(self.program.laws.no_move, cast)?;
                let forced = self.store.without(&self.store.not(&no_move)?, &escape)?;
                let all = self.store.and(legal, &self.store.or(over, &forced)?)?;
                theirs.add(&self.store, cast, &all)?;
            }
            let all = own.joined(&self.store, &theirs)?;
            if rounds.last() == Some(&all) {
                return Ok(rounds);
            }
            rounds.push(all);
            self.watch.rounds(n as u64 + 1);
            if let Some((cast, legal, over)) = ground.casts.iter().find(|(cast, ..)| *cast == asked) {
                let moves = self.played(ground.strategy, cast)?;
                let good = if lucky {
                    self.leading(&moves, &theirs, true)?
                } else {
                    let has_move = self.some_move(&moves)?;
                    self.store.without(&has_move, &self.leading(&moves, &theirs, false)?)?
                };
                let all = self.store.and(legal, &self.store.or(over, &good)?)?;
                own.add(&self.store, cast, &all)?;
            }
        }
        Err(Refused::TooLarge(format!("plays of more than {MOST_MOVES} moves are not counted")))
    }
}
