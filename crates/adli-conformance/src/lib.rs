//! One suite of tests for every method that evaluates core terms.
//!
//! A method is right if it agrees with the plain interpreter. Whoever writes one implements [`BackEnd`] and runs
//! [`compare`] on texts of the library, and on [`PRIMITIVES`], which uses every primitive of the language on numbers that run through
//! their whole small range. Disagreements are data, so that a test can show them.

use std::fmt;

use adli_chess::{Colour, Square};
use adli_lang::term::{Sort, StrategyId, TermId};
use adli_lang::{Endgame, Interpreter, MovesFrom, Program, State, Value};

/// Definitions that use every primitive of the language.
pub const PRIMITIVES: &str = include_str!("primitives.adv");

/// A method that evaluates terms.
pub trait BackEnd {
    /// The values of a term where `Given(0)`, `Given(1)`, .. are these positions; one for each list.
    ///
    /// # Errors
    /// Why there are none.
    fn values(&mut self, term: TermId, at: &[Vec<State>]) -> Result<Vec<Value>, String>;

    /// For each position the number of the step that a strategy would use, or one past the last.
    ///
    /// # Errors
    /// Why there are none.
    fn steps(&mut self, strategy: StrategyId, at: &[State]) -> Result<Vec<usize>, String>;

    /// For each position the positions after its legal moves, in any order.
    ///
    /// # Errors
    /// Why there are none.
    fn moves(&mut self, at: &[State]) -> Result<Vec<Vec<State>>, String>;
}

/// Where a method and the interpreter do not say the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Disagreement {
    /// The definition, or what else was asked.
    pub about: String,
    /// The positions.
    pub at: Vec<State>,
    /// What the interpreter says, and what the method says.
    pub answers: [String; 2],
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wanted, got] = &self.answers;
        write!(f, "{} at {:?}: the interpreter says {wanted}, the method {got}", self.about, self.at)
    }
}

/// All placements of the men of an endgame, legal or not, with one side to move: every `stride`-th of them.
pub fn placements(endgame: &Endgame, turn: Colour, stride: usize) -> impl Iterator<Item = State> + '_ {
    let men = endgame.men.len() as u32;
    (0..64_usize.pow(men)).step_by(stride.max(1)).map(move |number| {
        let squares: Vec<Square> = (0..men)
            .map(|man| {
                let square = (number >> (6 * man) & 63) as i8;
                Square::new((square % 8) as u8, (square / 8) as u8)
            })
            .collect();
        State::at_home(endgame, turn, &squares)
    })
}

/// Compares what a method says with the interpreter: every definition without parameters, every strategy, the moves.
/// Changes are asked for every move from every position. At most `most` disagreements are returned.
///
/// # Errors
/// Where one of the two has no answer.
pub fn compare(
    program: &Program,
    method: &mut dyn BackEnd,
    positions: &[State],
    most: usize,
) -> Result<Vec<Disagreement>, String> {
    let mut suite = Suite { program, found: Vec::new(), most };
    let pairs = suite.moves(method, positions)?;
    for definition in program.definitions.iter().filter(|d| d.params.is_empty() && d.sort != Sort::Set) {
        let at: Vec<Vec<State>> = match definition.positions {
            1 => positions.iter().map(|&state| vec![state]).collect(),
            _ => pairs.clone(),
        };
        let answers = method.values(definition.body, &at)?;
        let mut interpreter = suite.interpreter();
        for (states, answer) in at.iter().zip(answers) {
            let wanted = interpreter.value(definition.body, states).map_err(|e| e.to_string())?;
            suite.note(&definition.name, states, &wanted, &answer);
        }
    }
    for number in 0..program.strategies.len() {
        let strategy = StrategyId(number as u16);
        let steps = program.strategies[number].steps.len();
        let answers = method.steps(strategy, positions)?;
        let mut interpreter = suite.interpreter();
        for (state, answer) in positions.iter().zip(answers) {
            let choice = interpreter.choice(strategy, state).map_err(|e| e.to_string())?;
            let wanted = choice.map_or(steps, |choice| choice.step);
            suite.note(&program.strategies[number].name, &[*state], &wanted, &answer);
        }
    }
    Ok(suite.found)
}

struct Suite<'p> {
    program: &'p Program,
    found: Vec<Disagreement>,
    most: usize,
}

impl<'p> Suite<'p> {
    /// Moves by the letter of the laws, also where the position is not legal.
    fn interpreter(&self) -> Interpreter<'p> {
        Interpreter::new(self.program).moves_from(MovesFrom::Laws)
    }

    fn note<T: PartialEq + fmt::Debug>(&mut self, about: &str, at: &[State], wanted: &T, got: &T) {
        if wanted != got && self.found.len() < self.most {
            let answers = [format!("{wanted:?}"), format!("{got:?}")];
            self.found.push(Disagreement { about: about.to_owned(), at: at.to_vec(), answers });
        }
    }

    /// Compares the moves; returns all pairs of positions before and after a move.
    fn moves(&mut self, method: &mut dyn BackEnd, positions: &[State]) -> Result<Vec<Vec<State>>, String> {
        let mut interpreter = self.interpreter();
        let mut pairs = Vec::new();
        for (state, mut answer) in positions.iter().zip(method.moves(positions)?) {
            let moves = interpreter.legal_moves(state).map_err(|e| e.to_string())?;
            let mut wanted: Vec<State> = moves.into_iter().map(|(_, after)| after).collect();
            let order = |state: &State| format!("{state:?}");
            wanted.sort_by_key(order);
            answer.sort_by_key(order);
            self.note("the legal moves", &[*state], &wanted, &answer);
            pairs.extend(wanted.into_iter().map(|after| vec![*state, after]));
        }
        Ok(pairs)
    }
}
