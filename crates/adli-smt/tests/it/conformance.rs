//! Formulas and interpreter agree on boards of several sizes: every definition of the KRK text, its strategy, and its changes.

use adli_chess::Colour;
use adli_lang::term::{Sort, StrategyId};
use adli_lang::{Interpreter, Program, State};
use adli_smt::Evaluator;

use crate::programs;

/// Numbers that look random, and are the same in every run.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as i32 + 1
    }
}

/// Some legal positions on boards of 4 to 12.
fn positions(program: &Program, turn: Colour, wanted: usize) -> Vec<(i32, State)> {
    let mut dice = Dice(turn.index() as u64 + 7);
    let mut found = Vec::new();
    while found.len() < wanted {
        let size = dice.throw(9) + 3;
        let mut state = State::empty(&program.endgame, turn);
        for (slot, _) in program.endgame.slots() {
            state.put(slot, (dice.throw(size), dice.throw(size)));
        }
        let mut interpreter = Interpreter::new(program).size(size);
        if interpreter.definition_holds(program.laws.legal.unwrap(), &[state]).unwrap() {
            found.push((size, state));
        }
    }
    found
}

fn agree(name: &str, text: Option<&str>, wanted: usize, outside: &[&str]) -> usize {
    let mut compared = 0;
    for program in &programs(name, text) {
        for turn in [Colour::White, Colour::Black] {
            let second = turn == Colour::Black;
            let at = positions(program, turn, wanted);
            let single: Vec<(i32, Vec<State>)> =
                at.iter().map(|&(size, state)| (size, vec![state])).collect();
            let mut pairs = Vec::new();
            for &(size, state) in &at {
                let moves = Interpreter::new(program).size(size).legal_moves(&state).unwrap();
                pairs.extend(moves.into_iter().step_by(3).map(|(_, after)| (size, vec![state, after])));
            }
            for definition in
                program.definitions.iter().filter(|d| d.params.is_empty() && d.sort != Sort::Set)
            {
                let lists = if definition.positions == 1 { &single } else { &pairs };
                let mut formulas =
                    Evaluator::new(program, second, usize::from(definition.positions)).unwrap();
                let values = match formulas.values(definition.body, lists) {
                    Ok(values) => values,
                    Err(refused) => {
                        assert!(
                            outside.contains(&definition.name.as_str()),
                            "{}: {}",
                            definition.name,
                            refused.why
                        );
                        continue;
                    }
                };
                for ((size, states), value) in lists.iter().zip(values) {
                    let wanted =
                        Interpreter::new(program).size(*size).value(definition.body, states).unwrap();
                    assert_eq!(value, wanted, "{} on {size} at {states:?}", definition.name);
                    compared += 1;
                }
            }
            for (number, strategy) in program.strategies.iter().enumerate() {
                let id = StrategyId(number as u16);
                let steps = Evaluator::new(program, second, 1).unwrap().steps(id, &at).unwrap();
                for (&(size, state), step) in at.iter().zip(steps) {
                    let choice = Interpreter::new(program).size(size).choice(id, &state).unwrap();
                    let wanted = choice.map_or(strategy.steps.len(), |choice| choice.step);
                    assert_eq!(step, wanted, "{} on {size} at {state:?}", strategy.name);
                    compared += 1;
                }
            }
        }
    }
    compared
}

#[test]
fn formulas_agree_with_the_interpreter_on_boards_of_4_to_12() {
    let compared = agree("krk/every-size", None, 140, &[]);
    assert!(compared >= 10_000, "{compared}");
}
