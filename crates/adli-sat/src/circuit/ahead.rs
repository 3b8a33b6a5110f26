//! Conditions that look several moves ahead, as decision diagrams.
//!
//! "Every reply allows a mate" written out has a position for each move, for each reply and for each mating move; with one or two
//! moves more there are too many. But what is said is said of one position, and there are not many of those: the condition is
//! asked at every placement of the men, and the answers become a [`Diagram`] of a few hundred nodes, which stands for the condition
//! wherever it is asked.
//!
//! That the diagram says the same as the condition is not taken for granted: it is a problem of its own, with a certificate, for each side
//! to move ([`Ahead`]). In that problem the condition is written out by one move, and what it asks after that
//! move is another diagram if it looks ahead as well.
//!
//! A diagram is right at legal positions only. So it is used at positions that are legal wherever they are looked at: those from
//! which a problem begins, and those after a legal move.

use adli_chess::Kind;
use adli_lang::term::{Pos, PosId, Sort, Term, TermId};
use adli_lang::{Observed, Program};
use adli_symbolic::Walk;

use super::Circuit;
use crate::aig::{Wire, value};
use crate::board::{Board, BoardId, placements};
use crate::clauses::{Cnf, few_clauses};
use crate::diagram::{Ahead, Condition, Diagram, EITHER, NO, YES};
use crate::wires::{Bound, Made, Names, Refused, Value, unbound};

/// So many men are too many to go through all placements.
const MAX_MEN: usize = 4;
/// The most gates that are evaluated, for 64 placements at a time.
const MAX_WORK: usize = 1 << 34;

impl Circuit<'_> {
    /// The value of a condition that looks ahead from one position, if it has a diagram.
    pub(crate) fn ahead(&mut self, term: TermId, names: &Names) -> Made<Option<Wire>> {
        let scope = self.scopes.of(term);
        if scope.plies < self.diagrams.plies || self.program.terms.sort(term) != Sort::Bool {
            return Ok(None);
        }
        let Some(about) = scope.only() else { return Ok(None) };
        let endgame = &self.program.endgame;
        // Placements are gone through in words of 64 squares of the first man, who must not be missing.
        let begins_with_king = endgame.men.first().is_some_and(|man| man.kind == Kind::King);
        if endgame.men.len() > MAX_MEN || endgame.has_pawns() || !begins_with_king {
            return Ok(None);
        }
        let id = match about {
            Observed::Given(number) => {
                names.positions().get(usize::from(number)).copied().ok_or_else(unbound)?
            }
            Observed::After(mv) => names.after(mv).ok_or_else(unbound)?,
        };
        let board = self.boards.get(id);
        let Some(second) = board.second.as_constant().filter(|_| board.legal) else { return Ok(None) };
        let condition = match self.program.terms.get(term) {
            Term::Call(def, positions, arguments) if arguments.is_empty() && self.is_plain(positions) => {
                Condition::Definition(*def)
            }
            _ => Condition::Term(term),
        };
        let key = (condition, second);
        let ahead = match self.diagrams.find(&key) {
            Some(known) => known,
            None => self.diagrams.add(key, self.look_ahead(term, about, second)?),
        };
        self.rests_on.extend(&ahead.rests_on);
        Ok(Some(ahead.at(&mut self.aig, &board)))
    }

    /// Whether this is one position as it is observed. "No move after a pass" is another condition than "no move".
    fn is_plain(&self, positions: &[PosId]) -> bool {
        let plain = |&pos: &PosId| matches!(self.program.terms.pos(pos), Pos::Given(_) | Pos::After(..));
        positions.len() == 1 && positions.iter().all(plain)
    }

    /// Makes the diagram of a condition.
    fn look_ahead(&self, term: TermId, about: Observed, second: bool) -> Made<Ahead> {
        let asked = Asked::new(self, term, about, second)?;
        let answers = asked.answers()?;
        Ok(asked.shown_by(&answers, |nodes| says(self.program, term, second, nodes)))
    }
}

/// A condition at a position that is any legal one, with some men missing perhaps.
struct Asked<'p> {
    circuit: Circuit<'p>,
    at: BoardId,
    legal: Wire,
    holds: Wire,
}

/// For each way in which men may be missing: who is on the board, and the answers at all placements of those.
type Answers = Vec<(u32, Vec<u8>)>;

impl<'p> Asked<'p> {
    fn new(asking: &Circuit<'p>, term: TermId, about: Observed, second: bool) -> Made<Asked<'p>> {
        let program = asking.program;
        let mut circuit = asking.another();
        let mut board = Board::input(&mut circuit.aig, &program.endgame, "p", Wire::constant(second));
        for (man, header) in board.men.iter_mut().zip(&program.endgame.men) {
            if header.kind != Kind::King {
                man.alive = circuit.aig.input(format!("p.{}", header.letter));
            }
        }
        let legal = circuit.legal(&board)?;
        let at = circuit.boards.add(board);
        let at = circuit.supposed(at, legal, true);
        let names = match about {
            Observed::Given(number) => Names::given(vec![at; usize::from(number) + 1]),
            Observed::After(mv) => Names::given(Vec::new()).bind(Bound::Move(mv, at)),
        };
        let Value::Bool(holds) = circuit.fresh_value(term, &names)? else { return Err(unbound()) };
        Ok(Asked { circuit, at, legal, holds })
    }

    fn answers(&self) -> Made<Answers> {
        let Asked { circuit, legal, holds, .. } = self;
        let men = &circuit.program.endgame.men;
        let takeable: Vec<usize> = (0..men.len()).filter(|&man| men[man].kind != Kind::King).collect();
        let everybody = (1_u32 << men.len()) - 1;
        let cone = circuit.aig.cone(&[*legal, *holds]);
        if cone.len() << (6 * (men.len() - 1)) > MAX_WORK {
            let what = "it looks so far ahead that to ask it at every placement would take too long";
            return Err(Refused::TooLarge(what.into()));
        }
        let (mut all, mut values) = (Vec::new(), Vec::new());
        for missing in 0..1_u32 << takeable.len() {
            let gone = |number: usize| missing >> number & 1 == 1;
            let absent = takeable.iter().enumerate().filter(|(number, _)| gone(*number));
            let present = absent.fold(everybody, |present, (_, man)| present & !(1 << man));
            let here: Vec<usize> = (0..men.len()).filter(|man| present >> man & 1 == 1).collect();
            let mut answers = vec![EITHER; 1 << (6 * here.len())];
            for rest in 0..1_u64 << (6 * (here.len() - 1)) {
                if rest % 256 == 0
                    && let Some(by) = circuit.diagrams.watch.stopped()
                {
                    return Err(Refused::Stopped(by));
                }
                // Those who are missing stand anywhere.
                let spread =
                    here.iter().skip(1).enumerate().fold(0, |spread, (place, man)| {
                        spread | (rest >> (6 * place) & 63) << (6 * (man - 1))
                    });
                let mut words = placements(spread, men.len());
                words.extend((0..takeable.len()).map(|number| if gone(number) { 0 } else { u64::MAX }));
                circuit.aig.simulate_some(&cone, &words, &mut values);
                let (legal, holds) = (value(&values, *legal), value(&values, *holds));
                for lane in (0..64).filter(|lane| legal >> lane & 1 == 1) {
                    let place = place(rest << 6 | lane, here.len());
                    answers[place] = if holds >> lane & 1 == 1 { YES } else { NO };
                }
            }
            all.push((present, answers));
        }
        Ok(all)
    }

    /// The diagram of these answers, and the problem to find a legal position where it says something else.
    fn shown_by(mut self, answers: &Answers, says: impl FnOnce(usize) -> String) -> Ahead {
        let cases: Vec<(u32, Diagram)> =
            answers.iter().map(|(present, answers)| (*present, Diagram::new(answers))).collect();
        let says = says(cases.iter().map(|(_, diagram)| diagram.len()).sum());
        let rests_on = std::mem::take(&mut self.circuit.rests_on);
        let mut ahead = Ahead { says, cases, problem: Cnf::default(), rests_on };
        let board = self.circuit.boards.get(self.at);
        let shown = ahead.at(&mut self.circuit.aig, &board);
        let mut wires = self.circuit.aig.conjuncts(self.legal);
        wires.push(self.circuit.aig.iff(self.holds, !shown));
        ahead.problem = few_clauses(&self.circuit.aig, &wires);
        ahead
    }
}

/// The place of a placement among the answers: files first, the last man first.
fn place(code: u64, men: usize) -> usize {
    let mut place = 0;
    for shift in [0, 3] {
        for man in (0..men).rev() {
            place = place << 3 | (code >> (6 * man + shift) & 7) as usize;
        }
    }
    place
}

/// What a diagram is about, in words.
fn says(program: &Program, term: TermId, second: bool, nodes: usize) -> String {
    let side = &program.endgame.sides[usize::from(second)];
    let what = match program.terms.get(term) {
        Term::Call(def, ..) => program.definition(*def).map(|def| format!("`{}`", def.name)),
        _ => None,
    };
    let what = what.unwrap_or_else(|| "a condition that looks ahead".to_owned());
    format!("{what}, with {side} to move, is what a diagram of {nodes} nodes says")
}

#[cfg(test)]
mod tests {

    use adli_lang::{Sources, check};

    use super::*;
    use crate::solver::{Answer, Cadical, Limits, Solver};

    fn program() -> Program {
        let sources = Sources::library();
        let source = sources.find("krk/bratko").unwrap();
        check(&sources, source, &[]).programs.remove(0)
    }

    fn has_solution(cnf: &Cnf) -> bool {
        let place = tempfile::tempdir().unwrap();
        let proof = place.path().join("proof");
        let answer = Cadical::new().solve(cnf, &Limits::default(), &proof, &|| None);
        match answer.unwrap() {
            Answer::Satisfiable(_) => true,
            Answer::Unsatisfiable => false,
            Answer::Unknown(why) => panic!("{why}"),
        }
    }

    /// One wrong answer, and the problem has a solution: nothing that is said of a diagram goes without saying.
    #[test]
    fn a_diagram_with_one_wrong_answer_is_found_out() {
        let program = program();
        let mates = program.definitions.iter().find(|def| def.name == "mates_1").unwrap();
        let circuit = Circuit::new(&program, &[]);
        let asked = || Asked::new(&circuit, mates.body, Observed::Given(0), false).unwrap();
        let right = asked().answers().unwrap();
        assert_eq!(right[0].1.iter().filter(|&&answer| answer == YES).count(), 1512);
        assert!(!has_solution(&asked().shown_by(&right, |_| String::new()).problem));
        let matters = right[0].1.iter().enumerate().filter(|(_, answer)| **answer != EITHER);
        for (place, _) in matters.step_by(40_000) {
            let mut wrong = right.clone();
            wrong[0].1[place] ^= 1;
            assert!(has_solution(&asked().shown_by(&wrong, |_| String::new()).problem), "{place}");
        }
    }
}
