//! Columns and interpreter agree, by the suite that every method passes. Other comparisons are in the tests of `columns`.

use adli_conformance::{BackEnd, PRIMITIVES, compare};
use adli_lang::term::{Sort, StrategyId, TermId};
use adli_lang::{State, Value};
use adli_position::space::{Code, bare};

use crate::columns::tests::{program, with_engine};
use crate::columns::{Asks, Columns};
use crate::engine::Engine;

struct ByColumns<'e, 'p>(&'e mut Engine<'p>);

impl BackEnd for ByColumns<'_, '_> {
    fn values(&mut self, term: TermId, at: &[Vec<State>]) -> Result<Vec<Value>, String> {
        let sort = self.0.program().terms.sort(term);
        let value = |value: i32| match sort {
            Sort::Bool => Ok(Value::Bool(value != 0)),
            Sort::Int => Ok(Value::Int(value)),
            Sort::Enum(_) => Ok(Value::Enum(value as u16)),
            Sort::Square | Sort::Set => Err("columns hold numbers".to_owned()),
        };
        let given = at.first().map_or(0, Vec::len);
        let mut compiled = self.0.compile(term, given, &[]);
        let (space, mut values) = (self.0.space(), Vec::new());
        for chunk in at.chunks(1024) {
            for number in 0..given {
                compiled.give(number, chunk.iter().map(|states| space.code(&states[number])));
            }
            self.0.values(&mut compiled, chunk.len(), &mut values).map_err(|_| "a limit".to_owned())?;
        }
        values.into_iter().map(value).collect()
    }

    fn steps(&mut self, strategy: StrategyId, at: &[State]) -> Result<Vec<usize>, String> {
        let codes: Vec<Code> = at.iter().map(|state| self.0.space().code(state)).collect();
        self.0.ask(strategy, &codes).map_err(|_| "a limit".to_owned())?;
        let none = self.0.program()[strategy].steps.len();
        Ok(codes.iter().map(|&code| self.0.step(strategy, code).map_or(none, usize::from)).collect())
    }

    fn moves(&mut self, at: &[State]) -> Result<Vec<Vec<State>>, String> {
        let space = self.0.space();
        let moves = |state: &State| {
            let mut after = Vec::new();
            space.successors(space.code(state), space.endgame.everybody(), |next| {
                after.push(space.state(bare(next)));
                false
            });
            after
        };
        Ok(at.iter().map(moves).collect())
    }
}

/// Columns are made for legal positions: every so many of them.
#[test]
fn columns_agree_with_the_interpreter_on_the_primitives() {
    let program = program("primitives", PRIMITIVES);
    with_engine(&program, |engine| {
        let space = engine.space();
        let mut positions: Vec<State> = Vec::new();
        for side in 0..2 {
            let home = engine.home_positions(side).unwrap();
            positions.extend(home.iter().step_by(211).map(|&code| space.state(code)));
        }
        let compared = compare(&program, &mut ByColumns(engine), &positions, 5).unwrap();
        let shown: Vec<String> = compared.found.iter().map(ToString::to_string).collect();
        assert!(shown.is_empty(), "{}", shown.join("\n"));
        let refused: Vec<&str> = compared.refused.iter().map(|(what, _)| &what[..]).collect();
        assert_eq!(refused, ["square"]);
    });
}
