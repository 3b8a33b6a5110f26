//! Positions that satisfy a condition: counted and listed.
//!
//! The circuit of the condition is evaluated for every placement of the men, 64 at a time. That finds all positions, if the
//! circuit is right; a solver can then be asked for another one ([`Found::others`]), and its answer that there is none has a
//! proof. To have the solver find them one by one would take hours where the evaluation takes a second.

use std::collections::BTreeSet;

use adli_chess::{Colour, Square};
use adli_claims::By;
use adli_lang::term::{OptionId, TermId};
use adli_lang::{Program, State};
use adli_symbolic::Walk;

use super::single;
use crate::aig::{Wire, value};
use crate::board::placements;
use crate::clauses::{Cnf, few_clauses};
use crate::diagram::Diagrams;
use crate::wires::{Made, Refused};

/// What was found.
pub(crate) struct Found {
    pub(crate) count: u64,
    /// The numbers of the diagrams that the condition rests on.
    pub(crate) rests_on: BTreeSet<usize>,
    /// The first of them, in the order of their squares.
    pub(crate) first: Vec<State>,
    /// The same, as numbers for each side to move: six bits for each man.
    codes: [Vec<u64>; 2],
}

/// So many are remembered.
const KEPT: usize = 5000;
/// So many men are too many to go through all placements.
const MAX_MEN: usize = 4;

impl Found {
    /// All positions at home that satisfy a condition.
    pub(crate) fn all<'p>(
        program: &'p Program,
        under: &[(OptionId, i32)],
        domain: TermId,
        diagrams: &Diagrams<'p>,
        stopped: &dyn Fn() -> Option<By>,
    ) -> Made<Found> {
        let men = program.endgame.men.len();
        if men > MAX_MEN {
            return Err(Refused::TooLarge(format!(
                "counting goes through all placements, for at most {MAX_MEN} men"
            )));
        }
        let mut found =
            Found { count: 0, first: Vec::new(), rests_on: BTreeSet::new(), codes: [Vec::new(), Vec::new()] };
        for second in [false, true] {
            let (mut circuit, problem, names) = single(program, under, diagrams, second)?;
            let holds = circuit.truth(domain, &names)?;
            let wire = circuit.aig.all(problem.wires.into_iter().chain([holds]));
            found.rests_on.append(&mut circuit.rests_on);
            if wire == Wire::FALSE {
                continue;
            }
            let turn = if second { Colour::Black } else { Colour::White };
            // A word holds the 64 squares of the first man.
            for rest in 0..64_u64.pow(men as u32 - 1) {
                if rest % 256 == 0
                    && let Some(by) = stopped()
                {
                    return Err(Refused::Stopped(by));
                }
                let values = circuit.aig.simulate(&placements(rest, men));
                let mut lanes = value(&values, wire);
                while lanes != 0 {
                    let code = rest << 6 | u64::from(lanes.trailing_zeros());
                    lanes &= lanes - 1;
                    if is_ordered(program, code) {
                        found.count += 1;
                        if found.first.len() < KEPT {
                            found.codes[usize::from(second)].push(code);
                            found.first.push(state(program, turn, code));
                        }
                    }
                }
            }
        }
        let places = |state: &State| {
            let slots = program.endgame.slots();
            slots.map(|(slot, _)| state.place(slot)).map(|(file, rank)| (rank, file)).collect::<Vec<_>>()
        };
        found.first.sort_by_key(|state| (state.turn() == Colour::Black, places(state)));
        Ok(found)
    }

    /// The problems to find one more, for each side to move. Only if all that were found are remembered.
    pub(crate) fn others<'p>(
        &self,
        program: &'p Program,
        under: &[(OptionId, i32)],
        domain: TermId,
        diagrams: &Diagrams<'p>,
    ) -> Made<Vec<(String, Cnf)>> {
        let mut problems = Vec::new();
        for second in [false, true] {
            let (mut circuit, problem, names) = single(program, under, diagrams, second)?;
            let wire = circuit.truth(domain, &names)?;
            // Mostly a question is about one side's turn; then there is nothing to be shown of the other's.
            let is_only = second && problems.is_empty();
            if wire == Wire::FALSE && !is_only {
                continue;
            }
            let board = problem.line.first().map(|&id| circuit.boards.get(id));
            let board = board.ok_or_else(|| Refused::Unsupported("it speaks of no position".into()))?;
            let mut wires = problem.wires;
            wires.push(wire);
            for &code in &self.codes[usize::from(second)] {
                for code in images(program, code) {
                    let mut same = Vec::new();
                    for (man, square) in board.men.iter().zip(squares(code)) {
                        same.push(man.file.is(&mut circuit.aig, i32::from(square.file()) + 1));
                        same.push(man.rank.is(&mut circuit.aig, i32::from(square.rank()) + 1));
                    }
                    wires.push(!circuit.aig.all(same));
                }
            }
            let part = program.endgame.sides[usize::from(second)].to_lowercase();
            problems.push((part, few_clauses(&circuit.aig, &wires)));
        }
        Ok(problems)
    }
}

/// The squares of the men, the first man first.
fn squares(code: u64) -> impl Iterator<Item = Square> {
    (0..).map(move |man| {
        let square = (code >> (6 * man) & 63) as u8;
        Square::new(square % 8, square / 8)
    })
}

fn state(program: &Program, turn: Colour, code: u64) -> State {
    let all: Vec<Square> = squares(code).take(program.endgame.men.len()).collect();
    State::at_home(&program.endgame, turn, &all)
}

/// Men who are alike are counted in one order only.
fn is_ordered(program: &Program, code: u64) -> bool {
    images(program, code).into_iter().all(|other| code <= other)
}

/// The placement with men who are alike exchanged in all ways.
fn images(program: &Program, code: u64) -> Vec<u64> {
    let men = &program.endgame.men;
    let mut all = vec![code];
    for (a, man) in men.iter().enumerate() {
        for (b, other) in men.iter().enumerate().skip(a + 1) {
            if (man.side, man.kind) == (other.side, other.kind) {
                let swapped: Vec<u64> = all
                    .iter()
                    .map(|code| {
                        let (x, y) = (code >> (6 * a) & 63, code >> (6 * b) & 63);
                        code ^ (x ^ y) << (6 * a) ^ (x ^ y) << (6 * b)
                    })
                    .collect();
                all.extend(swapped);
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
