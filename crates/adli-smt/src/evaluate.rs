//! Formulas asked for values, at given positions of a board of a given size: this is how they are compared with the interpreter.

use std::rc::Rc;

use adli_claims::Unwatched;
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Program, State, Value as Known};
use adli_symbolic::Walk;

use crate::board::{Board, BoardId, at_home};
use crate::formula::{Assignment, Truth};
use crate::logic::{Made, Names, Value, unbound};
use crate::terms::{Terms, reaches};

/// Formulas about some positions, everybody at home in the first.
pub struct Evaluator<'p> {
    terms: Terms<'p>,
    boards: Vec<BoardId>,
}

impl<'p> Evaluator<'p> {
    /// Formulas over a number of positions, in the first of which the second side is to move or not; the sides take turns.
    ///
    /// # Errors
    /// Where the laws have no formulas.
    pub fn new(program: &'p Program, second: bool, positions: usize) -> Made<Evaluator<'p>> {
        let reaches = Rc::new(reaches(program, &Unwatched)?);
        let mut terms = Terms::new(program, &[], &reaches, &Unwatched);
        let mut boards = Vec::new();
        for at in 0..positions {
            let turn = second != (at % 2 == 1);
            let mut board: Board =
                at_home(&mut terms.logic.formulas, &program.endgame, &format!("p{at}"), turn);
            // After a move somebody may be gone.
            for (number, man) in board.men.iter_mut().enumerate().filter(|_| at > 0) {
                let kind = program.endgame.men[number].kind;
                if kind != adli_chess::Kind::King {
                    man.alive = terms.logic.formulas.flag(&format!("p{at}.{number}.alive"));
                }
            }
            boards.push(terms.boards.add(board));
        }
        Ok(Evaluator { terms, boards })
    }

    fn assignment(&self, size: i32, at: &[State]) -> Assignment {
        let mut values = Assignment::new(i64::from(size));
        values.set(&self.terms.logic.size, i64::from(size));
        for (&id, state) in self.boards.iter().zip(at) {
            let board = self.terms.boards.get(id);
            for ((slot, _), man) in self.terms.program.endgame.slots().zip(&board.men) {
                let (file, rank) = state.place(slot);
                values.set(&man.file, i64::from(file));
                values.set(&man.rank, i64::from(rank));
                if man.alive != Truth::TRUE {
                    values.set_flag(man.alive, state.alive(slot));
                }
            }
        }
        values
    }

    /// The value of a term at each of some lists of positions, with the sizes of their boards.
    ///
    /// # Errors
    /// Where the term has no formula.
    pub fn values(&mut self, term: TermId, at: &[(i32, Vec<State>)]) -> Made<Vec<Known>> {
        let made = self.terms.value(term, &Names::given(self.boards.clone()))?;
        at.iter().map(|(size, states)| self.known(&made, *size, states).ok_or_else(unbound)).collect()
    }

    /// The step that a strategy uses in each of some positions; one past the last if there is none.
    ///
    /// # Errors
    /// Where the strategy has no formulas.
    pub fn steps(&mut self, strategy: StrategyId, at: &[(i32, State)]) -> Made<Vec<usize>> {
        let board = self.boards.first().copied().ok_or_else(unbound)?;
        let values = self.terms.choice(strategy, board)?.values(&mut self.terms.logic.formulas);
        let step = |(size, state): &(i32, State)| {
            let mut at = self.assignment(*size, &[*state]);
            values.iter().position(|&value| at.truth(&self.terms.logic.formulas, value)).ok_or_else(unbound)
        };
        at.iter().map(step).collect()
    }

    fn known(&self, made: &Value, size: i32, states: &[State]) -> Option<Known> {
        let (mut at, formulas) = (self.assignment(size, states), &self.terms.logic.formulas);
        Some(match made {
            Value::Bool(truth) => Known::Bool(at.truth(formulas, *truth)),
            Value::Int(number) => Known::Int(at.number(formulas, number) as i32),
            Value::Enum(values) => {
                Known::Enum(values.iter().position(|&value| at.truth(formulas, value))? as u16)
            }
            Value::Square(f, r) => {
                Known::Square(at.number(formulas, f) as i32, at.number(formulas, r) as i32)
            }
            Value::Set(..) => return None,
        })
    }
}
