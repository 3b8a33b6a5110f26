//! What a claim comes to: problems that have a solution just if the claim is wrong.

use std::collections::BTreeSet;
use std::rc::Rc;

use adli_claims::Unwatched;
use adli_lang::term::OptionId;
use adli_lang::{Claim, ClaimKind, Program, State};
use adli_symbolic::{SIZE, Walk};

use crate::ahead::{AHEAD_ONLY, Diagrams};
use crate::aig::{Aig, Wire, value};
use crate::board::Board;
use crate::circuit::{Circuit, Made, Refused, unbound};
use crate::clauses::encode;
use crate::cnf::Cnf;
use crate::eliminate::eliminate;
use crate::number::Number;
use crate::play::Problem;
use crate::wires::Names;

/// A problem, ready for a solver.
pub struct Posed {
    /// Which part of the claim, if there are several.
    pub part: Option<String>,
    /// The clauses.
    pub cnf: Cnf,
    /// The numbers of the diagrams that it rests on.
    pub(crate) rests_on: BTreeSet<usize>,
    aig: Aig,
    line: Vec<Rc<Board>>,
}

/// The problems of a lemma.
///
/// # Errors
/// Where the lemma says something that has no circuit, or would have one that is too large.
pub fn pose(program: &Program, claim: &Claim) -> Result<Vec<Posed>, Refused> {
    pose_with(program, claim, &Diagrams::new(AHEAD_ONLY, &Unwatched))
}

/// The same, where conditions that look ahead may have diagrams already.
pub(crate) fn pose_with<'p>(
    program: &'p Program,
    claim: &Claim,
    diagrams: &Diagrams<'p>,
) -> Made<Vec<Posed>> {
    if claim.sizes.is_some() {
        return Err(Refused::Unsupported("circuits know only the board of eight".into()));
    }
    match &claim.says {
        ClaimKind::Play { last, strategy, given, show } => {
            let mut circuit = Circuit::sharing(program, &claim.under, diagrams);
            let problem = circuit.play(*strategy, *last, *given, *show)?;
            Ok(vec![Posed::new(circuit, &problem, None)])
        }
        ClaimKind::Everywhere { domain, show } => {
            let mut posed = Vec::new();
            for second in [false, true] {
                let part = program.endgame.sides[usize::from(second)].to_lowercase();
                let (mut circuit, mut problem, names) = single(program, &claim.under, diagrams, second)?;
                let (domain, show) = (circuit.truth(*domain, &names)?, circuit.truth(*show, &names)?);
                problem.wires.push(circuit.aig.and(domain, !show));
                // Mostly a lemma speaks of one side's turn.
                if domain != Wire::FALSE {
                    posed.push(Posed::new(circuit, &problem, Some(part)));
                }
            }
            if let [only] = &mut posed[..] {
                only.part = None;
            }
            if posed.is_empty() {
                let (circuit, mut problem, _) = single(program, &claim.under, diagrams, false)?;
                problem.wires.push(Wire::FALSE);
                posed.push(Posed::new(circuit, &problem, None));
            }
            Ok(posed)
        }
        says => Err(Refused::Unsupported(other_method(says).into())),
    }
}

/// The problems to find a legal move, for each side, that circuits do not look at.
///
/// # Errors
/// Where the laws have no circuit.
pub(crate) fn other_moves(program: &Program) -> Made<Vec<Posed>> {
    let mut posed = Vec::new();
    for second in [false, true] {
        let (mut circuit, mut problem, _) =
            single(program, &[], &Diagrams::new(AHEAD_ONLY, &Unwatched), second)?;
        let board = problem.line.first().copied().ok_or_else(unbound)?;
        let line = |aig: &mut Aig, name: &str| Number::input(aig, name, 1, SIZE);
        let (file, rank) = (line(&mut circuit.aig, "target.file"), line(&mut circuit.aig, "target.rank"));
        problem.wires.push(circuit.beyond_candidates(board, &file, &rank)?);
        let part = program.endgame.sides[usize::from(second)].to_lowercase();
        posed.push(Posed::new(circuit, &problem, Some(part)));
    }
    Ok(posed)
}

/// A circuit with one position of inputs, at home, one side to move, and the problem that it is legal. What else is asked of the
/// position may rely on that.
pub(crate) fn single<'p>(
    program: &'p Program,
    under: &[(OptionId, i32)],
    diagrams: &Diagrams<'p>,
    second: bool,
) -> Made<(Circuit<'p>, Problem, Names)> {
    let mut circuit = Circuit::sharing(program, under, diagrams);
    let board = Board::input(&mut circuit.aig, &program.endgame, "p0", Wire::constant(second));
    let legal = circuit.legal(&board)?;
    let board = circuit.boards.add(Board { legal: true, ..board });
    let problem = Problem { wires: circuit.aig.conjuncts(legal), line: vec![board] };
    Ok((circuit, problem, Names::given(vec![board])))
}

/// Why a claim is not for this method.
pub(crate) fn other_method(says: &ClaimKind) -> &'static str {
    match says {
        ClaimKind::Reaches { .. } => {
            "plays of any length have no circuit; give the theorem a proof `by` lemmas, or take another method"
        }
        ClaimKind::Keeps { .. } | ClaimKind::Optimal { .. } => {
            "what a position is worth is known to tables only"
        }
        ClaimKind::Recognises { .. } => "what a recogniser answers is compared with tables",
        ClaimKind::Symmetric { .. } => "symmetry of a strategy has no circuit",
        ClaimKind::Longest(..) => "plays of any length have no circuit",
        ClaimKind::CountClasses(_) => "classes of symmetric positions have no circuit",
        _ => "this has no circuit",
    }
}

impl Posed {
    fn new(circuit: Circuit<'_>, problem: &Problem, part: Option<String>) -> Posed {
        let encoded = encode(&circuit.aig, &problem.wires);
        let line = problem.line.iter().map(|&board| circuit.boards.get(board)).collect();
        Posed { part, cnf: eliminate(&encoded.cnf), rests_on: circuit.rests_on, aig: circuit.aig, line }
    }

    /// The positions of the line that a model describes.
    ///
    /// # Errors
    /// Where the model describes none: a fault of ours.
    pub fn line(&self, program: &Program, model: &[bool]) -> Made<Vec<State>> {
        let inputs: Vec<u64> = self
            .cnf
            .names
            .iter()
            .map(|(_, literal)| {
                let holds = model.get(literal.unsigned_abs() as usize - 1) == Some(&(*literal > 0));
                if holds { u64::MAX } else { 0 }
            })
            .collect();
        let values = self.aig.simulate(&inputs);
        self.line.iter().map(|board| state(program, board, &values, 0)).collect()
    }
}

/// The position that a board is, for one of 64 assignments.
pub(crate) fn state(program: &Program, board: &Board, values: &[u64], lane: u32) -> Made<State> {
    use adli_chess::{Colour, Kind};
    let holds = |wire: Wire| value(values, wire) >> lane & 1 == 1;
    let number =
        |number: &Number| number.low() + number.wires().iter().filter(|&&wire| holds(wire)).count() as i32;
    let turn = if holds(board.second) { Colour::Black } else { Colour::White };
    let mut state = State::empty(&program.endgame, turn);
    for ((slot, _), man) in program.endgame.slots().zip(&board.men) {
        if holds(man.alive) {
            state.put(slot, (number(&man.file), number(&man.rank)));
        }
        let kind = man.kind.iter().position(|&wire| holds(wire)).and_then(|at| Kind::ALL.get(at));
        state.promote(slot, *kind.ok_or_else(unbound)?);
    }
    let passing = (number(&board.passing.0), number(&board.passing.1));
    // Handing over twice leaves the turn as it is.
    state.hand_over((0, 0));
    state.hand_over(passing);
    Ok(state)
}
