//! Two suites of tests for every method: values and verdicts.
//!
//! **Values.** Whatever evaluates core terms is right if it agrees with the plain interpreter. Whoever writes one implements [`BackEnd`] and
//! runs [`compare`] on texts of the library, and on [`PRIMITIVES`], which uses every primitive of the language on numbers that run through
//! their whole small range. Disagreements are data, so that a test can show them.
//!
//! **Verdicts.** [`CLAIMS`] are texts with claims and their answers. A method of the registry decides each of these claims as the
//! text says or refuses it; a test of the command goes through the registry, so a new method has nothing to do for it. That
//! the answers are right is shown by the evaluator of `adli-differential`, which knows no method.

use std::fmt;

use adli_chess::{Colour, Square};
use adli_lang::term::{Sort, StrategyId, TermId};
use adli_lang::{Endgame, Interpreter, MovesFrom, Program, State, Value};

/// Definitions that use every primitive of the language.
pub const PRIMITIVES: &str = include_str!("primitives.adv");

/// Claims with the answers that are known, by name.
pub const CLAIMS: [(&str, &str); 2] =
    [("krk", include_str!("claims/krk.adv")), ("kpk", include_str!("claims/kpk.adv"))];

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

/// What a comparison came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compared {
    /// Where the two do not say the same.
    pub found: Vec<Disagreement>,
    /// What the method does not take, with its reasons.
    pub refused: Vec<(String, String)>,
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

/// So many positions are asked about at a time; all their moves have to fit into memory.
const AT_A_TIME: usize = 1 << 12;

/// Compares what a method says with the interpreter: every definition without parameters, every strategy, the moves.
/// Changes are asked for every move from every position. At most `most` disagreements are returned, and the names of what the
/// method does not take.
///
/// The moves from these positions are those of the laws, by the letter, also where a position is not legal. Moves from the positions
/// after them come from the fast core, which is many times faster: it too has to agree with the laws on the
/// positions that are asked, as it has to, elsewhere, on whole endgames.
///
/// # Errors
/// Where the interpreter has no answer, or the method does not know the moves.
pub fn compare(
    program: &Program,
    method: &mut dyn BackEnd,
    positions: &[State],
    most: usize,
) -> Result<Compared, String> {
    let mut suite = Suite { program, compared: Compared::default(), most };
    for some in positions.chunks(AT_A_TIME) {
        let pairs = suite.moves(method, some)?;
        suite.definitions(method, some, &pairs)?;
        suite.strategies(method, some)?;
    }
    Ok(suite.compared)
}

struct Suite<'p> {
    program: &'p Program,
    compared: Compared,
    most: usize,
}

impl<'p> Suite<'p> {
    fn interpreter(&self, moves_from: MovesFrom) -> Interpreter<'p> {
        Interpreter::new(self.program).moves_from(moves_from)
    }

    fn note<T: PartialEq + fmt::Debug>(&mut self, about: &str, at: &[State], wanted: &T, got: &T) {
        if wanted != got && self.compared.found.len() < self.most {
            let answers = [format!("{wanted:?}"), format!("{got:?}")];
            self.compared.found.push(Disagreement { about: about.to_owned(), at: at.to_vec(), answers });
        }
    }

    /// Compares the moves; returns all pairs of positions before and after a move.
    fn moves(&mut self, method: &mut dyn BackEnd, positions: &[State]) -> Result<Vec<Vec<State>>, String> {
        let mut by_laws = self.interpreter(MovesFrom::Laws);
        let mut by_core = self.interpreter(MovesFrom::Core);
        let mut pairs = Vec::new();
        for (state, mut answer) in positions.iter().zip(method.moves(positions)?) {
            let moves = |interpreter: &mut Interpreter<'_>| {
                let moves = interpreter.legal_moves(state).map_err(|e| e.to_string())?;
                Ok::<_, String>(moves.into_iter().map(|(_, after)| after).collect::<Vec<State>>())
            };
            let (mut wanted, mut core) = (moves(&mut by_laws)?, moves(&mut by_core)?);
            for list in [&mut wanted, &mut core, &mut answer] {
                list.sort_by_cached_key(|after| self.order(after));
            }
            self.note("the moves of the fast core", &[*state], &wanted, &core);
            self.note("the legal moves", &[*state], &wanted, &answer);
            pairs.extend(wanted.into_iter().map(|after| vec![*state, after]));
        }
        Ok(pairs)
    }

    /// Asks the method, unless it has said that it does not take such a thing.
    fn ask<T>(&mut self, about: &str, ask: impl FnOnce() -> Result<T, String>) -> Option<T> {
        if self.compared.refused.iter().any(|(name, _)| name == about) {
            return None;
        }
        match ask() {
            Ok(answers) => Some(answers),
            Err(why) => {
                self.compared.refused.push((about.to_owned(), why));
                None
            }
        }
    }

    /// What tells positions after a move apart.
    fn order(&self, state: &State) -> Vec<((i32, i32), usize)> {
        let slots = self.program.endgame.slots();
        slots.map(|(slot, _)| (state.place(slot), state.kind(slot).index())).collect()
    }

    fn definitions(
        &mut self,
        method: &mut dyn BackEnd,
        positions: &[State],
        pairs: &[Vec<State>],
    ) -> Result<(), String> {
        let program = self.program;
        let single: Vec<Vec<State>> = positions.iter().map(|&state| vec![state]).collect();
        let mut interpreter = self.interpreter(MovesFrom::Core);
        for definition in program.definitions.iter().filter(|d| d.params.is_empty() && d.sort != Sort::Set) {
            let at = if definition.positions == 1 { &single[..] } else { pairs };
            let Some(answers) = self.ask(&definition.name, || method.values(definition.body, at)) else {
                continue;
            };
            for (states, answer) in at.iter().zip(answers) {
                let wanted = interpreter.value(definition.body, states).map_err(|e| e.to_string())?;
                self.note(&definition.name, states, &wanted, &answer);
            }
        }
        Ok(())
    }

    fn strategies(&mut self, method: &mut dyn BackEnd, positions: &[State]) -> Result<(), String> {
        let mut interpreter = self.interpreter(MovesFrom::Core);
        for (number, found) in self.program.strategies.iter().enumerate() {
            let strategy = StrategyId(number as u16);
            let Some(answers) = self.ask(&found.name, || method.steps(strategy, positions)) else { continue };
            for (state, answer) in positions.iter().zip(answers) {
                let choice = interpreter.choice(strategy, state).map_err(|e| e.to_string())?;
                let wanted = choice.map_or(found.steps.len(), |choice| choice.step);
                self.note(&found.name, &[*state], &wanted, &answer);
            }
        }
        Ok(())
    }
}
