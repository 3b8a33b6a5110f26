//! The diagrams of a program, which its circuits share.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use adli_claims::{Unwatched, Watch};
use adli_lang::term::{DefId, TermId};
use adli_symbolic::hash::HashMap;

use super::Diagram;
use crate::aig::{Aig, Number, Wire};
use crate::board::Board;
use crate::clauses::Cnf;

/// What looks so many plies ahead becomes a diagram, if it is not to be for everything that looks at moves: "mate" looks one ply
/// ahead, and is written out.
pub(crate) const AHEAD_ONLY: u32 = 2;
/// The diagrams of a program, with its options set in one way; shared by its circuits.
#[derive(Clone)]
pub(crate) struct Diagrams<'p> {
    kept: Rc<RefCell<Kept>>,
    /// What looks so many plies ahead has one.
    pub(crate) plies: u32,
    pub(crate) watch: &'p dyn Watch,
}

#[derive(Default)]
struct Kept {
    /// In the order in which they were made: each asks only those before it.
    all: Vec<Rc<Ahead>>,
    /// Their numbers, by the condition and whether the second side is to move.
    numbers: HashMap<(Condition, bool), usize>,
}

/// A condition as a diagram.
pub(crate) struct Ahead {
    /// What it says, in words.
    pub(crate) says: String,
    /// For each way in which men may be missing: who is on the board, one bit each, and the diagram.
    pub(crate) cases: Vec<(u32, Diagram)>,
    /// A problem without solution if the diagram is right, and those that it asks are.
    pub(crate) problem: Cnf,
    /// The numbers of all that it rests on, its own included.
    pub(crate) rests_on: BTreeSet<usize>,
}

/// What stands for a condition: a definition is one condition, wherever it is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    Definition(DefId),
    Term(TermId),
}

impl<'p> Diagrams<'p> {
    /// None yet, for conditions that look so many plies ahead.
    pub(crate) fn new(plies: u32, watch: &'p dyn Watch) -> Diagrams<'p> {
        Diagrams { kept: Rc::default(), plies, watch }
    }

    /// None yet, for what would be too large otherwise, and nobody watches.
    pub(crate) fn unwatched() -> Diagrams<'p> {
        Diagrams::new(AHEAD_ONLY, &Unwatched)
    }

    pub(crate) fn get(&self, number: usize) -> Option<Rc<Ahead>> {
        self.kept.borrow().all.get(number).cloned()
    }

    pub(crate) fn find(&self, key: &(Condition, bool)) -> Option<Rc<Ahead>> {
        self.get(*self.kept.borrow().numbers.get(key)?)
    }

    /// Keeps a diagram, once for all conditions that have the same one and come to the same problem.
    pub(crate) fn add(&self, key: (Condition, bool), mut ahead: Ahead) -> Rc<Ahead> {
        let mut kept = self.kept.borrow_mut();
        let same =
            kept.all.iter().position(|other| other.cases == ahead.cases && other.problem == ahead.problem);
        let number = same.unwrap_or(kept.all.len());
        if same.is_none() {
            ahead.rests_on.insert(number);
            kept.all.push(Rc::new(ahead));
        }
        kept.numbers.insert(key, number);
        Rc::clone(&kept.all[number])
    }
}

impl Ahead {
    /// Whether the condition holds at a position.
    pub(crate) fn at(&self, aig: &mut Aig, board: &Board) -> Wire {
        let lines: Vec<(&Number, &Number)> = board.men.iter().map(|man| (&man.file, &man.rank)).collect();
        let mut wire = Wire::FALSE;
        for (present, diagram) in &self.cases {
            let men = (0..board.men.len()).rev().filter(|man| present >> man & 1 == 1);
            let (files, ranks): (Vec<&Number>, Vec<&Number>) = men.map(|man| lines[man]).unzip();
            let case: Vec<Wire> = board
                .men
                .iter()
                .enumerate()
                .map(|(number, man)| man.alive.negate_if(present >> number & 1 == 0))
                .collect();
            let case = aig.all(case);
            if case != Wire::FALSE {
                let holds = diagram.wire(aig, &[files, ranks].concat());
                wire = aig.choose(case, holds, wire);
            }
        }
        wire
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NO, YES};
    use super::*;

    /// Problems that are solved at once look alike; the diagrams need not.
    #[test]
    fn conditions_share_a_diagram_only_if_it_is_the_same() {
        let diagrams = Diagrams::unwatched();
        let ahead = |answer: u8| Ahead {
            says: String::new(),
            cases: vec![(1, Diagram::new(&[answer; 64]))],
            problem: Cnf::default(),
            rests_on: BTreeSet::new(),
        };
        let number = |def: u32, answer: u8| {
            let kept = diagrams.add((Condition::Definition(DefId(def)), false), ahead(answer));
            kept.rests_on.last().copied()
        };
        assert_eq!([number(0, NO), number(1, YES), number(2, NO)], [Some(0), Some(1), Some(0)]);
    }
}
