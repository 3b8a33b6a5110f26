//! What a claim comes to: truth values that hold together just where the claim fails.

mod play;
mod pose;

use std::rc::Rc;

use adli_lang::term::OptionId;

use crate::board::{BoardId, at_home};
use crate::formula::{Linear, Node, Truth};
use crate::logic::Made;
use crate::terms::{Reach, Terms};
use adli_claims::Watch;
use adli_lang::Program;
pub(crate) use pose::{other_method, other_moves, pose};

/// A problem, with its quantifiers.
pub(crate) struct Problem<'p> {
    pub(crate) terms: Terms<'p>,
    /// What is to hold.
    pub(crate) asserted: Vec<Truth>,
    /// The positions of the line that a solution shows.
    pub(crate) line: Vec<BoardId>,
    /// The steps by which own moves may be made: a problem that is too hard is cut there.
    pub(crate) stages: Vec<Stage>,
}

/// The steps by which one move may be made.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// The names of the steps, and that it is the one.
    pub(crate) steps: Vec<(String, Truth)>,
}

/// The sizes of the boards that a claim speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// All from this one on.
    From(i64),
    /// This one.
    Only(i64),
}

impl Sizes {
    /// The least of them.
    #[must_use]
    pub fn least(self) -> i64 {
        match self {
            Sizes::From(size) | Sizes::Only(size) => size,
        }
    }
}

impl<'p> Problem<'p> {
    /// One legal position, everybody at home, with a side to move.
    pub(crate) fn begin(
        program: &'p Program,
        under: &[(OptionId, i32)],
        (reaches, sizes): (&Rc<Vec<Reach>>, Sizes),
        watch: &'p dyn Watch,
        second: bool,
    ) -> Made<Problem<'p>> {
        let mut terms = Terms::new(program, under, reaches, watch);
        let size = terms.logic.size.clone();
        let formulas = &mut terms.logic.formulas;
        let sized = match sizes {
            Sizes::From(least) => formulas.at_most(&Linear::constant(least), &size),
            Sizes::Only(only) => formulas.equal(&size, &Linear::constant(only)),
        };
        let board = at_home(formulas, &program.endgame, "p0", second);
        let id = terms.boards.add_named(board, "p0".to_owned());
        let legal = terms.legal(id)?;
        let mut problem = Problem { terms, asserted: Vec::new(), line: vec![id], stages: Vec::new() };
        problem.assert(sized);
        problem.assert(legal);
        Ok(problem)
    }

    /// Asserts something, part by part.
    pub(crate) fn assert(&mut self, truth: Truth) {
        match self.terms.logic.formulas.node(truth).clone() {
            Node::All(all) if !truth.is_negated() => all.iter().for_each(|&one| self.assert(one)),
            _ if self.asserted.contains(&truth) => {}
            _ => self.asserted.push(truth),
        }
    }
}
