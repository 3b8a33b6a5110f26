//! Walks over terms: the one place that knows what a term is made of.
//!
//! Terms share their parts, so a walk meets each of them once, however often it occurs; and it keeps its own stack, so that
//! depth does not matter. There are two: [`Reach`] meets a term before its parts and may pass over them, the post order has
//! the parts first. Each goes through the terms themselves ([`Terms::reach`]), or through the definitions that they call as
//! well ([`Program::reach`]). A walk costs what it meets, not what the program holds.

use std::collections::HashSet;

use super::program::{Definition, Program};
use super::term::{Pos, PosId, Term, TermId};
use super::terms::Terms;

/// Does something with the body of what a term calls, if calls of these definitions are followed, and then with every child.
fn onward(definitions: &[Definition], term: &Term, mut visit: impl FnMut(TermId)) {
    if let Term::Call(def, ..) = term {
        definitions.get(def.0 as usize).into_iter().for_each(|definition| visit(definition.body));
    }
    term.for_children(visit);
}

/// Everything that some terms are made of, each before its parts.
pub struct Reach<'a> {
    terms: &'a Terms,
    definitions: &'a [Definition],
    todo: Vec<TermId>,
    seen: HashSet<TermId>,
    /// What was met last; its parts come next, unless they are passed over.
    last: Option<&'a Term>,
}

impl<'a> Reach<'a> {
    /// From some terms, through calls of these definitions.
    pub(crate) fn new(
        terms: &'a Terms,
        definitions: &'a [Definition],
        roots: impl IntoIterator<Item = TermId>,
    ) -> Reach<'a> {
        Reach { terms, definitions, todo: roots.into_iter().collect(), seen: HashSet::new(), last: None }
    }

    /// Leaves out the parts of the term that was met last, unless something else has them too.
    pub fn pass_over(&mut self) {
        self.last = None;
    }

    /// The same without what is known already, and without what is reached only through that.
    pub(crate) fn but_not(self, seen: HashSet<TermId>) -> Reach<'a> {
        Reach { seen, ..self }
    }

    /// Everything that was met, or was known before.
    pub(crate) fn met(self) -> HashSet<TermId> {
        self.seen
    }

    /// Goes on from these as well.
    pub fn also(&mut self, roots: impl IntoIterator<Item = TermId>) {
        self.todo.extend(roots);
    }
}

impl<'a> Iterator for Reach<'a> {
    type Item = (TermId, &'a Term);

    fn next(&mut self) -> Option<(TermId, &'a Term)> {
        if let Some(last) = self.last.take() {
            onward(self.definitions, last, |part| self.todo.push(part));
        }
        while let Some(term) = self.todo.pop() {
            if self.seen.insert(term) {
                let node = self.terms.get(term);
                self.last = Some(node);
                return Some((term, node));
            }
        }
        None
    }
}

fn post_order(
    terms: &Terms,
    definitions: &[Definition],
    roots: impl DoubleEndedIterator<Item = TermId>,
) -> Vec<TermId> {
    let (mut order, mut seen) = (Vec::new(), HashSet::new());
    // What is still to be met, and whether its parts have been.
    let mut todo: Vec<(TermId, bool)> = roots.rev().map(|root| (root, false)).collect();
    while let Some((term, ready)) = todo.pop() {
        if ready {
            order.push(term);
        } else if seen.insert(term) {
            todo.push((term, true));
            onward(definitions, terms.get(term), |part| todo.push((part, false)));
        }
    }
    order
}

impl Terms {
    /// Everything that these are made of, as far as it is written in them.
    pub fn reach(&self, roots: impl IntoIterator<Item = TermId>) -> Reach<'_> {
        Reach::new(self, &[], roots)
    }

    /// Everything that a term is made of, parts first.
    #[must_use]
    pub fn post_order(&self, root: TermId) -> Vec<TermId> {
        post_order(self, &[], std::iter::once(root))
    }

    /// Whether one term is part of another.
    #[must_use]
    pub fn mentions(&self, term: TermId, part: TermId) -> bool {
        self.reach([term]).any(|(inner, _)| inner == part)
    }

    /// The number of the given position from which a position follows by moves, passes and reflections.
    #[must_use]
    pub fn origin(&self, pos: PosId) -> u8 {
        match self.pos(pos) {
            Pos::Given(number) => number,
            Pos::After(from, _) | Pos::Pass(from) | Pos::Image(from, _) => self.origin(from),
        }
    }
}

impl Program {
    /// Everything that these are made of, through the definitions that they call.
    pub fn reach(&self, roots: impl IntoIterator<Item = TermId>) -> Reach<'_> {
        Reach::new(&self.terms, &self.definitions, roots)
    }

    /// All terms, parts and what is called first.
    #[must_use]
    pub fn post_order(&self) -> Vec<TermId> {
        post_order(&self.terms, &self.definitions, self.terms.ids())
    }
}

impl Term {
    /// The positions that the term looks at itself, not through its children.
    #[must_use]
    pub fn positions(&self) -> Vec<PosId> {
        match self {
            Term::File(pos, _)
            | Term::Rank(pos, _)
            | Term::Alive(pos, _)
            | Term::Kind(pos, _)
            | Term::Turn(pos)
            | Term::Passing(pos)
            | Term::OverMoves(_, pos, ..)
            | Term::Step(_, pos)
            | Term::Value(pos, _)
            | Term::MovesToMate(pos) => vec![*pos],
            Term::Allows(_, before, after) => vec![*before, *after],
            Term::Forces(node) | Term::PliesToGoal(node) => node.positions().to_vec(),
            Term::Call(_, positions, _) => positions.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether the term itself looks at more of a position than the squares of men.
    #[must_use]
    pub fn looks_beyond_squares(&self) -> bool {
        match self {
            Term::File(..) | Term::Rank(..) | Term::Call(..) => false,
            // It looks at images of positions.
            Term::SomeSymmetry(..) => true,
            _ => !self.positions().is_empty(),
        }
    }

    /// Does something with every child.
    pub fn for_children(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Term::Bool(_)
            | Term::Int(_)
            | Term::Enum(..)
            | Term::Size
            | Term::Option(_)
            | Term::Var(_)
            | Term::File(..)
            | Term::Rank(..)
            | Term::Alive(..)
            | Term::Kind(..)
            | Term::Turn(_)
            | Term::Passing(_)
            | Term::Board
            | Term::Step(..)
            | Term::Allows(..)
            | Term::Forces(_)
            | Term::PliesToGoal(_)
            | Term::MovesToMate(_) => {}
            Term::Not(a)
            | Term::Div(a, _)
            | Term::Mod(a, _)
            | Term::Abs(a)
            | Term::FileOf(a)
            | Term::RankOf(a)
            | Term::Those(_, a)
            | Term::Count(a)
            | Term::OverMoves(.., a)
            | Term::SomeSymmetry(_, a)
            | Term::Value(_, a) => visit(*a),
            Term::Eq(a, b)
            | Term::Less(a, b)
            | Term::AtMost(a, b)
            | Term::Add(a, b)
            | Term::Sub(a, b)
            | Term::Mul(a, b)
            | Term::Min(a, b)
            | Term::Max(a, b)
            | Term::Square(a, b)
            | Term::Union(a, b)
            | Term::Intersection(a, b)
            | Term::Difference(a, b)
            | Term::Member(a, b)
            | Term::Subset(a, b)
            | Term::OverSquares(_, _, a, b) => {
                visit(*a);
                visit(*b);
            }
            Term::If(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
            Term::And(parts) | Term::Or(parts) | Term::SetOf(parts) | Term::Call(_, _, parts) => {
                parts.iter().for_each(|&part| visit(part));
            }
        }
    }
}
