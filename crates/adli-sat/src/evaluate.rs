//! Circuits asked for values: 64 positions at a time.
//!
//! This is how the circuits are compared with the interpreter, and how positions are counted. The positions are those from which
//! problems begin, everybody at home; what comes later in a problem is made of them by moves.

use adli_chess::Colour;
use adli_lang::term::{OptionId, StrategyId, TermId};
use adli_lang::{Program, State, Value as Known};
use adli_symbolic::Walk;

use crate::aig::{Wire, holds};
use crate::board::{Board, BoardId};
use crate::circuit::Circuit;
use crate::wires::{Made, Names, Value, unbound};

/// Circuits about one position, or two with a move between them, of which one side is to move in the first.
pub struct Evaluator<'p> {
    circuit: Circuit<'p>,
    boards: Vec<BoardId>,
    /// For each input of the circuit: which position, which man, file or rank, and the value to be exceeded;
    /// -1 where it says that he is on the board.
    inputs: Vec<(usize, usize, bool, i32)>,
}

impl<'p> Evaluator<'p> {
    /// Circuits over a number of positions; the sides take turns.
    #[must_use]
    pub fn new(
        program: &'p Program,
        under: &[(OptionId, i32)],
        turn: Colour,
        positions: usize,
    ) -> Evaluator<'p> {
        let mut circuit = Circuit::new(program, under);
        let (mut boards, mut inputs) = (Vec::new(), Vec::new());
        for at in 0..positions {
            let second = Wire::constant((turn == Colour::Black) != (at % 2 == 1));
            let mut board = Board::input(&mut circuit.aig, &program.endgame, &format!("p{at}"), second);
            for man in 0..board.men.len() {
                for is_rank in [false, true] {
                    inputs.extend((1..8).map(|value| (at, man, is_rank, value)));
                }
            }
            // After a move somebody may be gone.
            if at > 0 {
                for (number, man) in board.men.iter_mut().enumerate() {
                    man.alive = circuit.aig.input(format!("p{at}.{number}.alive"));
                }
                inputs.extend((0..board.men.len()).map(|man| (at, man, false, -1)));
            }
            boards.push(circuit.boards.add(board));
        }
        Evaluator { circuit, boards, inputs }
    }

    /// The values of a term at lists of positions.
    ///
    /// # Errors
    /// Where the term has no circuit.
    pub fn values(&mut self, term: TermId, at: &[Vec<State>]) -> Made<Vec<Known>> {
        let names = Names::given(self.boards.clone());
        let made = self.circuit.value(term, &names)?;
        self.asked(at, |values, lane| known(&made, values, lane))
    }

    /// The steps that a strategy uses.
    ///
    /// # Errors
    /// Where the strategy has no circuit.
    pub fn steps(&mut self, strategy: StrategyId, at: &[State]) -> Made<Vec<usize>> {
        let board = self.boards.first().copied().ok_or_else(unbound)?;
        let choice = self.circuit.choice(strategy, board)?;
        let wires = choice.values(&mut self.circuit.aig);
        self.asked(&alone(at), |values, lane| wires.iter().position(|&wire| holds(values, wire, lane)))
    }

    /// The positions after the legal moves.
    ///
    /// # Errors
    /// Where the laws have no circuit.
    pub fn moves(&mut self, at: &[State]) -> Made<Vec<Vec<State>>> {
        let board = self.boards.first().copied().ok_or_else(unbound)?;
        let candidates = self.circuit.candidates(board)?;
        let Circuit { program, boards, .. } = &self.circuit;
        self.asked(&alone(at), |values, lane| {
            let legal = candidates.iter().filter(|c| holds(values, c.legal, lane));
            legal.map(|c| boards.get(c.after).state(&program.endgame, values, lane)).collect()
        })
    }

    /// What is read off the values of all gates, for each list of positions.
    fn asked<T>(&self, at: &[Vec<State>], mut read: impl FnMut(&[u64], u32) -> Option<T>) -> Made<Vec<T>> {
        let mut answers = Vec::with_capacity(at.len());
        for lanes in at.chunks(64) {
            let values = self.circuit.aig.simulate(&self.words(lanes));
            for lane in 0..lanes.len() as u32 {
                answers.push(read(&values, lane).ok_or_else(unbound)?);
            }
        }
        Ok(answers)
    }

    /// The words of the inputs: one bit for each list of positions.
    fn words(&self, lanes: &[Vec<State>]) -> Vec<u64> {
        let bit = |&(at, man, is_rank, more): &(usize, usize, bool, i32)| {
            let holds = |states: &Vec<State>| {
                let slot = adli_lang::term::Slot(man as u8);
                states.get(at).is_some_and(|state| match more {
                    -1 => state.alive(slot),
                    _ => (if is_rank { state.place(slot).1 } else { state.place(slot).0 }) > more,
                })
            };
            lanes.iter().enumerate().fold(0, |word, (lane, states)| word | u64::from(holds(states)) << lane)
        };
        self.inputs.iter().map(bit).collect()
    }
}

fn alone(at: &[State]) -> Vec<Vec<State>> {
    at.iter().map(|&state| vec![state]).collect()
}

/// The value that a circuit has for one of 64 assignments.
fn known(made: &Value, values: &[u64], lane: u32) -> Option<Known> {
    Some(match made {
        Value::Bool(wire) => Known::Bool(holds(values, *wire, lane)),
        Value::Int(n) => Known::Int(n.in_lane(values, lane)),
        Value::Enum(wires) => Known::Enum(wires.iter().position(|&wire| holds(values, wire, lane))? as u16),
        Value::Square(file, rank) => Known::Square(file.in_lane(values, lane), rank.in_lane(values, lane)),
        Value::Set(..) => return None,
    })
}
