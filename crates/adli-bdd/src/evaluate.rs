//! Diagrams asked for values at single positions: how they are compared with the interpreter.

use adli_lang::term::{StrategyId, TermId};
use adli_lang::{State, Value as Known};
use adli_symbolic::Walk;
use adli_symbolic::hash::HashMap;

use crate::atlas::{Atlas, unbound};
use crate::board::{Board, Cast, Spot, cast, squares, state};
use crate::number::{Names, Number, Value};
use crate::store::{Made, Set};

/// Diagrams about one position, or two with a move between them, each made once.
pub struct Evaluator<'p> {
    atlas: Atlas<'p>,
    made: HashMap<(TermId, Vec<Cast>), Value>,
}

impl<'p> Evaluator<'p> {
    /// With nothing worked out yet.
    #[must_use]
    pub fn new(atlas: Atlas<'p>) -> Evaluator<'p> {
        Evaluator { atlas, made: HashMap::default() }
    }

    /// The value of a term at some positions. Two positions have bits of their own, whatever moves there are between them.
    ///
    /// # Errors
    /// Where the term has no diagram.
    pub fn value(&mut self, term: TermId, at: &[State]) -> Made<Known> {
        let endgame = &self.atlas.program.endgame;
        let casts: Vec<Cast> = at.iter().map(|state| cast(endgame, state)).collect();
        let places: Vec<Vec<u8>> = at.iter().map(|state| squares(endgame, state)).collect();
        let key = (term, casts);
        if !self.made.contains_key(&key) {
            let mut boards = Vec::new();
            for (depth, cast) in key.1.iter().enumerate() {
                let mut board = Board::plain(cast);
                for (spot, _) in board.spots.iter_mut().filter(|(spot, _)| *spot != Spot::Gone) {
                    *spot = Spot::Depth(depth as u8);
                }
                boards.push(self.atlas.boards.add(board));
            }
            self.atlas.depth = at.len().saturating_sub(1);
            let value = self.atlas.value(term, &Names::given(boards));
            self.atlas.depth = 0;
            self.made.insert(key.clone(), value?);
        }
        let value = self.made.get(&key).ok_or_else(unbound)?;
        let holds = |set: &Set| self.atlas.store.holds_at(set, &places);
        let number = |number: &Number| {
            number.cases().iter().find(|(_, set)| holds(set)).map(|(value, _)| *value).ok_or_else(unbound)
        };
        Ok(match value {
            Value::Bool(set) => Known::Bool(holds(set)),
            Value::Int(n) => Known::Int(number(n)?),
            Value::Enum(sets) => Known::Enum(sets.iter().position(holds).ok_or_else(unbound)? as u16),
            Value::Square(file, rank) => Known::Square(number(file)?, number(rank)?),
            Value::Set(..) => return Err(unbound()),
        })
    }

    /// The step that a strategy uses, or one past the last.
    ///
    /// # Errors
    /// Where the strategy has no diagram.
    pub fn step(&mut self, strategy: StrategyId, at: &State) -> Made<usize> {
        let endgame = &self.atlas.program.endgame;
        let (cast, places) = (cast(endgame, at), squares(endgame, at));
        let board = self.atlas.plain(&cast);
        let Value::Enum(steps) = self.atlas.step(strategy, board)? else { return Err(unbound()) };
        steps.iter().position(|set| self.atlas.store.holds(set, &places)).ok_or_else(unbound)
    }

    /// The positions after the legal moves.
    ///
    /// # Errors
    /// Where the laws have no diagram.
    pub fn moves(&mut self, at: &State) -> Made<Vec<State>> {
        let endgame = &self.atlas.program.endgame;
        let (from, places) = (cast(endgame, at), squares(endgame, at));
        let mut found = Vec::new();
        for mv in self.atlas.cast_moves(&from)?.iter() {
            let man = usize::from(mv.man.0);
            let after = self.atlas.board(mv.after)?.cast.clone();
            for square in 0..64 {
                let mut moved = places.clone();
                moved.iter_mut().skip(man).take(1).for_each(|place| *place = square);
                if self.atlas.store.holds_at(&mv.legal, &[places.clone(), moved.clone()]) {
                    found.push(state(endgame, &after, &moved));
                }
            }
        }
        Ok(found)
    }
}
