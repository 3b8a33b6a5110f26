//! What is known where a term is looked at.
//!
//! A man who may have been captured stands at (0, 0), which would make every distance to him depend on whether he is
//! there. But almost all that is said of him is said under "and he is on the board". So the parts of a conjunction are
//! evaluated from the left, each supposing the ones before it: where they contain that a man is on the
//! board, the rest sees a position in which he is.
//!
//! A position after a move is looked at only where the move is legal. So it carries that as a list of facts, and
//! conjunctions about it are tidied up among them ([`Aig::tidy_among`](crate::aig::Aig::tidy_among)).
//!
//! INVARIANT: the value of a term at a position with facts is right where the facts are true, and is used nowhere else.

use adli_lang::term::{MoveVar, Term, TermId};
use adli_symbolic::Walk;

use super::Circuit;
use crate::aig::Wire;
use crate::board::{Board, BoardId, Man};
use crate::wires::{Bound, Made, Names, Value};

impl Circuit<'_> {
    /// All parts (`and`), or none of them. Each part supposes what came before.
    pub(crate) fn conjunction(&mut self, parts: &[TermId], and: bool, names: &Names) -> Made<Wire> {
        let mut wires = Vec::with_capacity(parts.len());
        let mut names = names.clone();
        // Who is on the board comes first, because the rest depends on it.
        let says_alive = |&&part: &&TermId| match self.program.terms.get(part) {
            Term::Alive(..) => and,
            Term::Not(inner) => !and && matches!(self.program.terms.get(*inner), Term::Alive(..)),
            _ => false,
        };
        let (first, then): (Vec<&TermId>, Vec<&TermId>) = parts.iter().partition(says_alive);
        for &part in first.into_iter().chain(then) {
            let wire = self.truth(part, &names)?.negate_if(!and);
            if wire == Wire::FALSE {
                return Ok(Wire::FALSE);
            }
            names = self.supposing(wire, &names);
            wires.push(wire);
        }
        let all = self.aig.all(wires);
        let facts = self.facts(&names);
        Ok(self.aig.tidy_among(all, &facts))
    }

    /// What is true wherever the positions of these names are looked at.
    fn facts(&self, names: &Names) -> Vec<Wire> {
        let moved = names.moves().map(|(_, board)| board);
        let boards = names.positions().iter().copied().chain(moved);
        let mut facts: Vec<Wire> = boards.flat_map(|board| self.boards.get(board).facts.clone()).collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// The same names where a wire is true: men who are then on the board are there for good.
    pub(crate) fn supposing(&mut self, wire: Wire, names: &Names) -> Names {
        if wire.as_constant().is_some() {
            return names.clone();
        }
        let facts = self.aig.conjuncts(wire);
        let mut names = names.clone();
        let given: Vec<BoardId> =
            names.positions().iter().map(|&board| self.with_facts(board, &facts)).collect();
        if given != names.positions() {
            // The innermost names come last in a walk from outside.
            let bound: Vec<Bound> = names.bound().cloned().collect();
            let mut again = Names::given(given);
            for bound in bound.into_iter().rev() {
                again = again.bind(bound);
            }
            names = again;
        }
        let moves: Vec<(MoveVar, BoardId)> = names.moves().collect();
        for (name, board) in moves {
            let better = self.with_facts(board, &facts);
            if better != board {
                names = names.bind(Bound::Move(name, better));
            }
        }
        names
    }

    /// A position in which these wires are true.
    pub(crate) fn with_facts(&mut self, id: BoardId, facts: &[Wire]) -> BoardId {
        let board = self.boards.get(id);
        let open = |man: &Man| man.alive.as_constant().is_none();
        if !board.men.iter().any(open) {
            return id;
        }
        let mut better = Board::clone(&board);
        for man in &mut better.men {
            let is_there = man.alive.as_constant().is_none()
                && self.aig.conjuncts(man.alive).iter().all(|&part| self.aig.follows(part, facts));
            if is_there {
                man.alive = Wire::TRUE;
            }
        }
        if better == *board { id } else { self.boards.add(better) }
    }

    /// A position that is looked at only where a wire is true, and whether the wire says that it is legal.
    pub(crate) fn supposed(&mut self, id: BoardId, wire: Wire, legal: bool) -> BoardId {
        let facts = self.aig.conjuncts(wire);
        let id = self.with_facts(id, &facts);
        let mut board = Board::clone(&self.boards.get(id));
        board.facts.extend(facts);
        board.facts.sort_unstable();
        board.facts.dedup();
        board.legal = legal;
        self.boards.add(board)
    }

    /// Says of a position that there is a move.
    pub(crate) fn goes_on(&mut self, board: BoardId) {
        if let Some(no_move) = self.program.laws.no_move {
            self.calls.insert((no_move, vec![board], Vec::new()), Value::Bool(Wire::FALSE));
        }
    }
}
