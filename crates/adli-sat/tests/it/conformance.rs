//! Circuits and interpreter agree: on every definition of the library's KRK texts, every strategy and the moves, and on
//! every primitive of the language. Positions that are not legal are among those that are asked.
use std::collections::HashMap;

use adli_chess::Colour;
use adli_conformance::{BackEnd, PRIMITIVES, compare, placements};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Program, Sources, State, Value, check};
use adli_sat::Evaluator;

/// Circuits for one side to move, each made once.
struct Circuits<'p> {
    program: &'p Program,
    turn: Colour,
    terms: HashMap<TermId, Evaluator<'p>>,
    strategies: HashMap<StrategyId, Evaluator<'p>>,
    moves: Evaluator<'p>,
}

impl<'p> Circuits<'p> {
    fn new(program: &'p Program, turn: Colour) -> Circuits<'p> {
        let moves = Evaluator::new(program, &[], turn, 1);
        Circuits { program, turn, terms: HashMap::new(), strategies: HashMap::new(), moves }
    }
}

impl BackEnd for Circuits<'_> {
    fn values(&mut self, term: TermId, at: &[Vec<State>]) -> Result<Vec<Value>, String> {
        let Some(first) = at.first() else { return Ok(Vec::new()) };
        let new = || Evaluator::new(self.program, &[], self.turn, first.len());
        let evaluator = self.terms.entry(term).or_insert_with(new);
        evaluator.values(term, at).map_err(|refused| refused.to_string())
    }

    fn steps(&mut self, strategy: StrategyId, at: &[State]) -> Result<Vec<usize>, String> {
        let new = || Evaluator::new(self.program, &[], self.turn, 1);
        let evaluator = self.strategies.entry(strategy).or_insert_with(new);
        evaluator.steps(strategy, at).map_err(|refused| refused.to_string())
    }

    fn moves(&mut self, at: &[State]) -> Result<Vec<Vec<State>>, String> {
        self.moves.moves(at).map_err(|refused| refused.to_string())
    }
}

/// Circuits and interpreter agree on a text, but for what has too large a circuit.
fn agree(name: &str, text: Option<&str>, stride: usize, too_large: &[&str]) {
    let mut sources = Sources::library();
    let source = match text {
        Some(text) => sources.add(name, text),
        None => sources.find(name).unwrap(),
    };
    let checked = check(&sources, source, &[]);
    let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{name}\n{shown}");
    for program in &checked.programs {
        std::thread::scope(|scope| {
            for turn in [Colour::White, Colour::Black] {
                scope.spawn(move || {
                    let positions: Vec<State> = placements(&program.endgame, turn, stride).collect();
                    assert!(positions.len() >= 100, "too few positions to say anything");
                    let found = compare(program, &mut Circuits::new(program, turn), &positions, 5).unwrap();
                    let shown: Vec<String> = found.found.iter().map(ToString::to_string).collect();
                    assert!(shown.is_empty(), "{name}\n{}", shown.join("\n"));
                    for (what, why) in &found.refused {
                        assert!(too_large.contains(&what.as_str()), "{name}, {what}: {why}");
                    }
                });
            }
        });
    }
}

/// The number of the KRK text that has too many values for a circuit.
const TOO_WIDE: [&str; 1] = ["countdown"];

#[test]
fn circuits_agree_with_the_interpreter_on_some_krk_positions() {
    agree("krk/malikovic-janicic", None, 1531, &TOO_WIDE);
}

#[test]
fn circuits_agree_with_the_interpreter_on_the_primitives() {
    agree("primitives", Some(PRIMITIVES), 331, &[]);
}

#[test]
#[ignore = "takes six minutes of processor time; `just exhaustive` runs it"]
fn circuits_agree_with_the_interpreter_on_all_krk_positions() {
    agree("krk/malikovic-janicic", None, 1, &TOO_WIDE);
}

#[test]
#[ignore = "takes three minutes of processor time; `just exhaustive` runs it"]
fn circuits_agree_with_the_interpreter_on_the_other_texts() {
    agree("krk/classes", None, 31, &[]);
    agree("krk/bratko", None, 97, &[]);
    agree("kqk/adli", None, 97, &[]);
    agree("kqk/beginner", None, 97, &[]);
    agree("primitives", Some(PRIMITIVES), 5, &[]);
}
