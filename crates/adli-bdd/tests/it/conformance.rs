//! Diagrams and interpreter agree: on every definition, every strategy and the moves, and on every primitive of the language. Positions
//! that are not legal are among those that are asked.

use adli_bdd::{Atlas, BitOrder, Evaluator, Room, Store};
use adli_chess::Colour;
use adli_claims::Unwatched;
use adli_conformance::{BackEnd, PRIMITIVES, compare, placements};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Program, State, Value};

use crate::programs;

struct Diagrams<'p>(Evaluator<'p>);

impl<'p> Diagrams<'p> {
    fn new(program: &'p Program, order: BitOrder) -> Diagrams<'p> {
        let store = Store::new(program.endgame.men.len(), order, Room::within(1 << 30)).unwrap();
        Diagrams(Evaluator::new(Atlas::new(program, &[], store, &Unwatched).unwrap()))
    }
}

impl BackEnd for Diagrams<'_> {
    fn values(&mut self, term: TermId, at: &[Vec<State>]) -> Result<Vec<Value>, String> {
        at.iter().map(|states| self.0.value(term, states).map_err(|e| e.to_string())).collect()
    }

    fn steps(&mut self, strategy: StrategyId, at: &[State]) -> Result<Vec<usize>, String> {
        at.iter().map(|state| self.0.step(strategy, state).map_err(|e| e.to_string())).collect()
    }

    fn moves(&mut self, at: &[State]) -> Result<Vec<Vec<State>>, String> {
        at.iter().map(|state| self.0.moves(state).map_err(|e| e.to_string())).collect()
    }
}

fn agree(name: &str, text: Option<&str>, stride: usize, refused: &[&str]) {
    for program in &programs(name, text) {
        for (turn, order) in [(Colour::White, BitOrder::HighFirst), (Colour::Black, BitOrder::LowFirst)] {
            let positions: Vec<State> = placements(&program.endgame, turn, stride).collect();
            assert!(positions.len() >= 100, "too few positions to say anything");
            let found = compare(program, &mut Diagrams::new(program, order), &positions, 5).unwrap();
            let shown: Vec<String> = found.found.iter().map(ToString::to_string).collect();
            assert!(shown.is_empty(), "{name}\n{}", shown.join("\n"));
            for (what, why) in &found.refused {
                assert!(refused.contains(&what.as_str()), "{name}, {what}: {why}");
            }
        }
    }
}

#[test]
fn diagrams_agree_with_the_interpreter_on_some_krk_positions() {
    agree("krk/malikovic-janicic", None, 1531, &[]);
}

#[test]
fn diagrams_agree_with_the_interpreter_on_the_primitives() {
    agree("primitives", Some(PRIMITIVES), 331, &[]);
}

#[test]
fn diagrams_agree_with_the_interpreter_on_pawns() {
    agree("kpk/recogniser", None, 1531, &[]);
}
