//! The goals of forcing trees: what is to be reached and what is to hold, and mistakes that can be seen in them.

use crate::core::program::Constraint;
use crate::core::term::{PosId, Sort, Term, TermId};
use crate::syntax::ast::{Expr, Turn};
use crate::{Code, Diagnostic};

use super::Elaborator;
use super::advice::Reading;

/// The goals of a tree, after own moves and after replies.
pub(super) struct Goals {
    pub(super) reach: [Option<TermId>; 2],
    pub(super) hold: [TermId; 2],
}

impl Elaborator<'_> {
    /// A goal after a move from one position to another.
    fn goal_at(&mut self, reading: &Reading<'_>, goal: &Expr, before: PosId, after: PosId) -> Option<TermId> {
        let root = self.given(0);
        let here = if reading.plies == 1 { root } else { after };
        self.goal_from(reading, goal, here, (before, after))
    }

    fn goal_from(
        &mut self,
        reading: &Reading<'_>,
        goal: &Expr,
        here: PosId,
        (before, after): (PosId, PosId),
    ) -> Option<TermId> {
        let root = self.given(0);
        let mut ctx = self.in_tree(reading, here, after, before);
        self.count_plies(&mut ctx, reading, before);
        self.clause_in(&mut ctx, goal, &[root, after, before])
    }

    /// A goal, and whether it can be read in one way only. In a tree of several plies a bare name could mean any position before the
    /// last move, so it is refused.
    fn goal(&mut self, reading: &Reading<'_>, goal: &Expr) -> Option<TermId> {
        let (after, before) = (self.given(1), self.given(2));
        if reading.plies > 1 {
            // Read once with a position that nobody can mean; what looks at it is a bare name.
            let nowhere = self.given(u8::MAX);
            let term = self.goal_from(reading, goal, nowhere, (before, after))?;
            if let Some(bare) = self.looks_at(term, u8::MAX) {
                let span = self.terms.span(bare);
                let within = span.source == goal.span.source && span.start >= goal.span.start;
                let span = if within && span.end <= goal.span.end { span } else { goal.span };
                let message = "before which move? this tree has several";
                let help =
                    "put a prime for the position after the last move, or say `at root` or `at before`";
                self.errors.push(Diagnostic::error(Code::WhichPosition, span, message).help(help));
                return None;
            }
        }
        self.goal_at(reading, goal, before, after)
    }

    /// The goals of trees, with what can be seen to be wrong in them.
    pub(super) fn goals(&mut self, reading: &Reading<'_>) -> Option<Goals> {
        let mut faulty = false;
        for (_, goal) in reading.clauses.reach.iter().chain(&reading.clauses.hold) {
            let Some(term) = self.goal(reading, goal) else {
                faulty = true;
                continue;
            };
            if self.terms.as_bool(term) == Some(false) {
                self.error(Code::Constant, goal.span, "this is never true, so no tree satisfies it");
            }
            self.speaks_of_more_than_the_root(goal, term);
            self.recogniser_in_rule(goal, term);
        }
        if faulty {
            return None;
        }
        let (after, before) = (self.given(1), self.given(2));
        let goals = self.goals_at(reading, before, after)?;
        self.contradiction(reading, &goals);
        Some(goals)
    }

    /// The goals after a move from one position to another.
    pub(super) fn goals_at(&mut self, reading: &Reading<'_>, before: PosId, after: PosId) -> Option<Goals> {
        let mut reach = self.by_turn(reading, &reading.clauses.reach, before, after)?;
        let hold = self.by_turn(reading, &reading.clauses.hold, before, after)?;
        if let Some(cans) = &reading.goes_on {
            let cans = cans.iter().map(|&can| self.terms.call(can, Sort::Bool, vec![after], Vec::new()));
            let cans: Vec<TermId> = cans.collect();
            let goes_on = self.terms.or(cans);
            for reached in reach.iter_mut().flatten() {
                *reached = self.terms.and([*reached, goes_on]);
            }
        }
        if let Some(theirs) = &reading.counterplan {
            let held = self.by_turn(theirs, &theirs.clauses.hold, before, after)?;
            // What is after their move for the one is after our own for the other.
            for (reach, held) in reach.iter_mut().zip(held.into_iter().rev()) {
                for held in held {
                    reach.push(self.terms.not(held));
                }
            }
            if !reading.has_reach() {
                let held_all = self.held_to_the_last_ply(reading, before, after)?;
                reach.iter_mut().for_each(|reach| reach.push(held_all));
            }
        }
        let any = |e: &mut Self, goals: &[TermId]| (!goals.is_empty()).then(|| e.terms.or(goals.to_vec()));
        Some(Goals {
            reach: [any(self, &reach[0]), any(self, &reach[1])],
            hold: hold.map(|goals| self.terms.and(goals)),
        })
    }

    /// Goals that are asked after own moves, and after replies.
    fn by_turn(
        &mut self,
        reading: &Reading<'_>,
        clauses: &[(Turn, &Expr)],
        before: PosId,
        after: PosId,
    ) -> Option<[Vec<TermId>; 2]> {
        let mut found: [Vec<TermId>; 2] = Default::default();
        for (turn, goal) in clauses {
            let term = self.goal_at(reading, goal, before, after)?;
            for (asked, found) in [Turn::Us, Turn::Them].iter().zip(found.iter_mut()) {
                if *turn == Turn::Both || turn == asked {
                    found.push(term);
                }
            }
        }
        Some(found)
    }

    /// Advice with nothing to reach succeeds where its plies are used up and the game is not over. Said as something to reach, so
    /// that there may be other things to reach besides.
    fn held_to_the_last_ply(&mut self, reading: &Reading<'_>, before: PosId, after: PosId) -> Option<TermId> {
        let no_move = self.laws.no_move?;
        let over = self.terms.call(no_move, Sort::Bool, vec![after], Vec::new());
        let goes_on = self.terms.not(over);
        let (ply, all) = (self.ply_after(reading, before), self.terms.int(i32::from(reading.plies)));
        let last = self.terms.eq(ply, all);
        Some(self.terms.and([last, goes_on]))
    }

    /// A goal that looks at the root alone does not depend on what is played: its prime has been forgotten.
    fn speaks_of_more_than_the_root(&mut self, goal: &Expr, term: TermId) {
        let looks_at = |number| self.looks_at(term, number).is_some();
        if looks_at(0) && !looks_at(1) && !looks_at(2) {
            let message = "this says nothing about the position after a move";
            let help =
                "put a prime, as in `mate'`; what is to be true where a tree begins stands after `when`";
            self.errors.push(Diagnostic::error(Code::SaysNothing, goal.span, message).help(help));
        }
    }

    /// The quickest tree is found by trying shorter ones, in which plies would be counted otherwise.
    pub(super) fn no_clock<'c>(
        &mut self,
        reading: &Reading<'_>,
        goals: &Goals,
        constraints: impl Iterator<Item = &'c Constraint>,
    ) {
        let Some(ply) = self.terms.find_variable(reading.ply).filter(|_| reading.clauses.quickest) else {
            return;
        };
        let goals = goals.hold.into_iter().chain(goals.reach.into_iter().flatten());
        let mut asked = self.terms.reach(goals.chain(constraints.flat_map(Constraint::terms)));
        if asked.any(|(term, _)| term == ply) {
            self.error(
                Code::NoEffect,
                reading.item.name.span,
                "`quickest` does not go together with `ply` and `left`",
            );
        }
    }

    /// What is reached must hold too.
    fn contradiction(&mut self, reading: &Reading<'_>, goals: &Goals) {
        let reached: Vec<TermId> = goals
            .reach
            .iter()
            .zip(goals.hold)
            .filter_map(|(reach, hold)| reach.map(|reach| (reach, hold)))
            .map(|(reach, hold)| self.terms.and([reach, hold]))
            .collect();
        let never = |term: &TermId| self.terms.as_bool(*term) == Some(false);
        let span = reading.clauses.reach.first().map(|(_, goal)| goal.span);
        if let Some(span) = span.filter(|_| !reached.is_empty() && reached.iter().all(never)) {
            let message = "what is to be reached contradicts what is to hold";
            let mut diagnostic = Diagnostic::error(Code::Constant, span, message);
            if let Some((_, hold)) = reading.clauses.hold.first() {
                diagnostic = diagnostic.note(hold.span, "this must be true there as well");
            }
            self.errors.push(diagnostic);
        }
    }

    /// A part of a term that looks at a given position, through the definitions it calls.
    pub(super) fn looks_at(&self, term: TermId, number: u8) -> Option<TermId> {
        let looks = |node: &Term| match node {
            Term::Call(def, positions, _) => positions.iter().enumerate().any(|(place, &pos)| {
                self.terms.origin(pos) == number && self.looks[def.0 as usize] >> place & 1 == 1
            }),
            _ => node.positions().iter().any(|&pos| self.terms.origin(pos) == number),
        };
        self.terms.reach([term]).find(|(_, node)| looks(node)).map(|(term, _)| term)
    }
}
