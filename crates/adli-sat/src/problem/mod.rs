//! What a claim comes to: wires that can be true together just if the claim is wrong.
//!
//! A problem begins with a legal position of inputs. [`play`] adds moves to it, [`pose`] says which problems a lemma comes to, and
//! [`count`] looks for all positions that satisfy a condition.

mod count;
mod play;
mod pose;

use adli_lang::Program;
use adli_lang::term::OptionId;

use crate::aig::Wire;
use crate::board::{Board, BoardId};
use crate::circuit::Circuit;
use crate::diagram::Diagrams;
use crate::wires::{Made, Names};
pub(crate) use count::Found;
pub use pose::{Posed, pose};
pub(crate) use pose::{other_method, other_moves, pose_with};

/// A problem: wires that are to be true together, and the positions of the line that would show it.
struct Problem {
    wires: Vec<Wire>,
    line: Vec<BoardId>,
}

impl Problem {
    /// One position of inputs, at home, with a side to move, that is legal. What else is asked of the position may rely on that.
    fn begin(circuit: &mut Circuit<'_>, second: bool) -> Made<Problem> {
        let second = Wire::constant(second);
        let board = Board::input(&mut circuit.aig, &circuit.program.endgame, "p0", second);
        let legal = circuit.legal(&board)?;
        let board = circuit.boards.add(Board { legal: true, ..board });
        Ok(Problem { wires: circuit.aig.conjuncts(legal), line: vec![board] })
    }

    /// The positions of the line, as terms speak of them.
    fn names(&self) -> Names {
        Names::given(self.line.clone())
    }
}

/// A circuit with a problem about one position.
fn single<'p>(
    program: &'p Program,
    under: &[(OptionId, i32)],
    diagrams: &Diagrams<'p>,
    second: bool,
) -> Made<(Circuit<'p>, Problem, Names)> {
    let mut circuit = Circuit::sharing(program, under, diagrams);
    let problem = Problem::begin(&mut circuit, second)?;
    let names = problem.names();
    Ok((circuit, problem, names))
}
