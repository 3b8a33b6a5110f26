//! Pieces of advice: forcing trees.
//!
//! The goals of a tree become terms about three positions: where it began, after the last move, before it. The
//! first move becomes a step like any other. Its condition says that the tree goes on from there
//! ([`crate::core::term::Term::Forces`]), and the order of choice is a key: the class of the move, the
//! plies to the goal if the quickest tree is wanted, then what the text prefers. So a strategy that
//! tries advice is a strategy of steps, and everything that is known about steps is known about advice.
//!
//! `can A` becomes a definition, made together with the advice. The forms in which advice is asked for (`asked`) are pieces of advice of
//! their own: against other advice `C`, the moves of `C` are the replies, and a tree ends well where something that `C` is to hold does not hold; before
//! other advice that goes on, what is reached is reached only where that has a tree.

use crate::core::program::{Advice, Constraint, Key, Step};
use crate::core::term::{AdviceId, DefId, Node, Pos, PosId, Slot, Slots, Sort, TermId, VarId};
use crate::syntax::ast::{self, AdviceClause, AdviceItem, Bound, Expr, MoveClass, Preference, Turn};
use crate::{Code, Diagnostic, Span};

use super::asked::{Form, Given, Other};
use super::rank::Moved;
use super::value::{Type, Value};
use super::{Context, Elaborator, Role};

/// The most plies that a tree may have.
pub(crate) const MAX_PLIES: u32 = 63;

/// The clauses of a piece of advice by kind.
#[derive(Default)]
pub(super) struct Clauses<'i> {
    pub(super) when: Vec<&'i Expr>,
    pub(super) first: Option<&'i [MoveClass]>,
    pub(super) each: Option<&'i ast::Constraint>,
    pub(super) replies: Option<&'i ast::Constraint>,
    pub(super) reach: Vec<(Turn, &'i Expr)>,
    pub(super) hold: Vec<(Turn, &'i Expr)>,
    pub(super) within: Option<&'i Bound>,
    pub(super) quickest: bool,
    pub(super) prefer: Vec<&'i Preference>,
    pub(super) one_move: bool,
}

/// What is read of a first move.
pub(super) struct FirstMove {
    pub(super) men: Slots,
    pub(super) when: TermId,
    pub(super) condition: TermId,
    /// The classes that a move is in, as numbers, where there are several.
    pub(super) classes: Vec<Key>,
    pub(super) prefer: Vec<Key>,
    pub(super) parts: Vec<(Span, TermId)>,
}

/// A piece of advice while it is read.
pub(super) struct Reading<'i> {
    pub(super) text: usize,
    pub(super) item: &'i AdviceItem,
    pub(super) clauses: Clauses<'i>,
    pub(super) side: u16,
    pub(super) plies: u8,
    pub(super) ply: VarId,
    /// What it is given, by name.
    pub(super) locals: Vec<(String, Value)>,
    /// The men of the root on whom what it is given relies.
    pub(super) relies: Vec<Slot>,
    /// The advice that the other side plays.
    pub(super) counterplan: Option<Box<Reading<'i>>>,
    /// The other side does not move.
    pub(super) passes: bool,
    /// Whether one of these has a tree, where something is reached.
    pub(super) goes_on: Option<Vec<DefId>>,
}

impl Reading<'_> {
    /// Whether there is something to reach.
    pub(super) fn has_reach(&self) -> bool {
        !self.clauses.reach.is_empty()
    }
}

impl<'a> Elaborator<'a> {
    pub(super) fn read_advice(
        &mut self,
        given: Given<'a>,
        form: &Form,
        against: Option<Other<'a>>,
    ) -> Option<Advice> {
        let item = given.item;
        let ply = self.terms.fresh("ply", Sort::Int);
        let mut name = self.loaded.name_in_program(given.declared, &given.text);
        match &against {
            Some(Other::Pass(_)) => name += " against pass",
            Some(Other::Plays(other)) => name = format!("{name} against {}", other.text),
            None => {}
        }
        let mut reading = self.reading_against(given, ply, against)?;
        let (side, plies) = (reading.side, reading.plies);
        if !form.then.is_empty() {
            self.plays_out_before(&reading, form)?;
            let next: Vec<&Advice> = form.then.iter().map(|id| &self.advice.all[usize::from(id.0)]).collect();
            let names: Vec<&str> = next.iter().map(|next| next.name.as_str()).collect();
            name = format!("{name} then {}", names.join(", "));
            reading.goes_on = form.must_go_on.then(|| next.iter().map(|next| next.can).collect());
        }
        let reading = reading;
        let goals = self.goals(&reading);
        // Its men are looked at again for the first move; once is enough to say what is wrong with them.
        let (after, before) = (self.given(1), self.given(2));
        let each = self.constraint_at(&reading, reading.clauses.each, side, before, after)?;
        let replies = self.replies_at(&reading, before, after);
        let first = self.first_move(&reading, after);
        // What was read of a part has been looked at for its own mistakes.
        if !item.is_whole {
            return None;
        }
        let (goals, replies, first) = (goals?, replies?, first?);
        self.no_clock(&reading, &goals, each.iter().chain(&replies));
        // Everything that the clauses ask about has its number by now.
        let id = AdviceId(self.advice.all.len() as u16);
        let root = self.given(0);
        let node = Node { advice: id, left: plies - 1, root, before: root, at: after };
        let forces = self.terms.forces(node);
        let mut prefer = Vec::new();
        prefer.extend(first.classes);
        if reading.clauses.quickest {
            prefer.push(Key { most: false, term: self.terms.plies_to_goal(node), span: None });
        }
        prefer.extend(first.prefer);
        let mut parts = first.parts;
        parts.push((item.name.span, forces));
        let condition = self.terms.and([first.condition, forces]);
        let step = Step {
            name: item.name.text.clone(),
            cast: 0,
            men: first.men,
            condition,
            prefer,
            advice: Some(id),
            guards: Vec::new(),
            span: item.name.span,
            parts,
        };
        let can = self.can_definition(&reading, id, &name, first.men)?;
        let is_played = reading.has_reach() && !reading.clauses.one_move;
        let advice = Advice {
            name,
            side,
            aim: item.aim,
            plies,
            quickest: reading.clauses.quickest,
            plays_out: is_played && (plies > 1 || !form.then.is_empty()),
            ply,
            reach: goals.reach,
            hold: goals.hold,
            each,
            replies,
            passes: reading.passes,
            when: first.when,
            opening: first.condition,
            first: step,
            can,
            then: form.then.clone(),
            speaks_of_first_move: reading.clauses.first.is_some() || !reading.clauses.prefer.is_empty(),
            span: item.name.span,
        };
        self.promotion_in_tree(&advice);
        Some(advice)
    }

    /// What a piece of advice says, with what the other side does.
    pub(super) fn reading_against(
        &mut self,
        given: Given<'a>,
        ply: VarId,
        against: Option<Other<'a>>,
    ) -> Option<Reading<'a>> {
        let mut reading = self.reading(given, ply)?;
        // Such trees are asked about and never played.
        reading.clauses.quickest &= against.is_none();
        match against {
            Some(Other::Plays(other)) => {
                self.replies_are_free(&reading, other.span)?;
                reading.counterplan = Some(Box::new(self.counterplan(&reading, other)?));
            }
            Some(Other::Pass(span)) => {
                self.replies_are_free(&reading, span)?;
                reading.passes = true;
            }
            None => {}
        }
        Some(reading)
    }

    /// What the other side does is said once.
    fn replies_are_free(&mut self, reading: &Reading<'_>, span: Span) -> Option<()> {
        if reading.clauses.replies.is_none() {
            return Some(());
        }
        let message = format!("`{}` says itself which replies it looks at", reading.item.name.text);
        let help = "leave out its `replies`, or `against`";
        self.errors.push(Diagnostic::error(Code::Replies, span, message).help(help));
        None
    }

    /// What a piece of advice says, in trees that count plies by a variable.
    fn reading(&mut self, given: Given<'a>, ply: VarId) -> Option<Reading<'a>> {
        let item = given.item;
        let side = self.side(given.declared.text, &item.side)?;
        let locals: Vec<(String, Value)> =
            given.values.into_iter().map(|(name, value)| (name.text, value)).collect();
        for (name, _) in &item.params {
            let ctx = Context::new(given.declared.text, Role::Def, None, None);
            if !self.bindable(&ctx, name) {
                return None;
            }
        }
        let clauses = self.clauses(item);
        let plies = self.plies(item, &clauses, &locals)?;
        Some(Reading {
            text: given.declared.text,
            item,
            clauses,
            side,
            plies,
            ply,
            locals,
            relies: given.relies,
            counterplan: None,
            passes: false,
            goes_on: None,
        })
    }

    /// The advice that the other side plays, read for the trees of this one: only what it holds and which moves it makes counts.
    fn counterplan(&mut self, reading: &Reading<'a>, other: Given<'a>) -> Option<Reading<'a>> {
        let (span, theirs) = (other.span, self.reading(other, reading.ply)?);
        let (name, item) = (&reading.item.name.text, &theirs.item.name.text);
        let (message, help) = if theirs.side == reading.side {
            (
                format!("`{item}` is advice for the same side as `{name}`"),
                "`against` names what the other side does",
            )
        } else if theirs.clauses.first.is_some() || theirs.clauses.replies.is_some() {
            let message =
                format!("`{item}` speaks of its first move or of replies, and is to be played all along");
            (message, "say `each move`")
        } else if theirs.plies == 1 {
            (format!("`{item}` makes one move only"), "give it more plies")
        } else {
            return Some(theirs);
        };
        self.errors.push(Diagnostic::error(Code::GoesOn, span, message).help(help));
        None
    }

    /// A tree before which others go on must be played to its end, and those that go on must know what to do wherever it ends.
    fn plays_out_before(&mut self, reading: &Reading<'_>, form: &Form) -> Option<()> {
        let (name, span) = (&reading.item.name.text, reading.item.name.span);
        if !reading.has_reach() || reading.clauses.one_move {
            let message = format!("`{name}` is not played to its end, so nothing goes on after it");
            let help = "say what it is to `reach`, and leave out `one move`";
            self.errors.push(Diagnostic::error(Code::GoesOn, span, message).help(help));
            return None;
        }
        let ends_with_us = reading.clauses.reach.iter().any(|(turn, _)| *turn != Turn::Them);
        for id in form.then.iter().filter(|_| ends_with_us) {
            let next = &self.advice.all[usize::from(id.0)];
            if next.speaks_of_first_move {
                let message = format!(
                    "`{}` speaks of its first move, and a tree of `{name}` may end with the other side to move",
                    next.name
                );
                let help =
                    "say `each move` instead of `move`, and rank with `by`; or let the tree end `after them`";
                self.errors.push(Diagnostic::error(Code::GoesOn, next.span, message).help(help));
                return None;
            }
        }
        Some(())
    }

    fn clauses<'i>(&mut self, item: &'i AdviceItem) -> Clauses<'i> {
        let mut found = Clauses::default();
        let mut twice: Option<&str> = None;
        let mut once = |taken: bool, clause: &'static str| {
            if taken {
                twice = Some(clause);
            }
        };
        for clause in &item.clauses {
            match clause {
                AdviceClause::When(condition) => found.when.push(condition),
                AdviceClause::First(classes) => once(found.first.replace(classes).is_some(), "move"),
                AdviceClause::Each(class) => once(found.each.replace(class).is_some(), "each move"),
                AdviceClause::Replies(class) => once(found.replies.replace(class).is_some(), "replies"),
                AdviceClause::Reach(turn, goal) => found.reach.push((*turn, goal)),
                AdviceClause::Hold(turn, goal) => found.hold.push((*turn, goal)),
                AdviceClause::Within(plies) => once(found.within.replace(plies).is_some(), "within"),
                AdviceClause::Quickest => found.quickest = true,
                AdviceClause::Prefer(keys) => found.prefer.extend(keys),
                AdviceClause::OneMove => found.one_move = true,
            }
        }
        if let Some(clause) = twice {
            let message = format!("`{}` says `{clause}` twice", item.name.text);
            self.errors.push(Diagnostic::error(Code::DeclaredTwice, item.name.span, message));
        }
        found
    }

    /// How many plies a tree may have, and whether the goals make sense with that.
    fn plies(&mut self, item: &AdviceItem, clauses: &Clauses<'_>, locals: &[(String, Value)]) -> Option<u8> {
        let (name, span) = (&item.name.text, item.name.span);
        let within = match clauses.within {
            Some(Bound::Named(bound)) => Some(self.named_bound(bound, locals)?),
            Some(Bound::Plies(plies)) => Some(*plies),
            None => None,
        };
        // What is missing in a part of it need not be missing.
        if !item.is_whole {
            return Some(within.unwrap_or(1).clamp(1, MAX_PLIES) as u8);
        }
        if clauses.reach.is_empty() && clauses.hold.is_empty() {
            let message = format!("`{name}` has no goal");
            let help = "say what its trees `reach:`, or what they `hold:`";
            self.errors.push(Diagnostic::error(Code::Incomplete, span, message).help(help));
        }
        if clauses.quickest && clauses.reach.is_empty() {
            let message = format!("`{name}` has nothing to reach, so none of its trees is the quickest");
            self.errors.push(Diagnostic::error(Code::NoEffect, span, message).help("leave `quickest` out"));
        }
        match within {
            None => {
                let message = format!("how deep are the trees of `{name}`?");
                let help = "a tree has a bound: `within 5 plies`";
                self.errors.push(Diagnostic::error(Code::TreeDepth, span, message).help(help));
                None
            }
            Some(plies) if plies == 0 || plies > MAX_PLIES => {
                let message = format!("a tree has from 1 to {MAX_PLIES} plies, not {plies}");
                self.errors.push(Diagnostic::error(Code::TreeDepth, span, message));
                None
            }
            Some(plies) => {
                if plies == 1 {
                    self.never_asked(item, clauses);
                }
                Some(plies as u8)
            }
        }
    }

    /// A bound that the advice is given.
    fn named_bound(&mut self, bound: &ast::Name, locals: &[(String, Value)]) -> Option<u32> {
        let given = locals.iter().find(|(name, _)| *name == bound.text).map(|(_, value)| value);
        let (message, help) = match given {
            Some(Value::Term(term, Type::Int)) => match self.terms.as_int(*term) {
                Some(plies) => return Some(plies.max(0) as u32),
                None => (
                    format!("how many plies are `{}`? that depends on the position", bound.text),
                    format!("a bound is a number that is written down: `{}: 1 .. 12`", bound.text),
                ),
            },
            _ => (
                format!("`{}` is no number that this advice is given", bound.text),
                "a tree has a bound: `within 5 plies`".to_owned(),
            ),
        };
        self.errors.push(Diagnostic::error(Code::TreeDepth, bound.span, message).help(help));
        None
    }

    /// A tree of one ply ends before there is a reply.
    fn never_asked(&mut self, item: &AdviceItem, clauses: &Clauses<'_>) {
        let goals = clauses.reach.iter().chain(&clauses.hold);
        let after_them = goals.filter(|(turn, _)| *turn == Turn::Them).map(|(_, goal)| goal.span);
        let replies = clauses.replies.and_then(|replies| replies.classes.first());
        let replies = replies.and_then(|class| class.men.first()).map(|name| name.span);
        if let Some(span) = after_them.chain(replies).next() {
            let message =
                format!("no reply comes up in the trees of `{}`: they have one ply", item.name.text);
            let help = "give them more plies, or say `after us`";
            self.errors.push(Diagnostic::error(Code::Replies, span, message).help(help));
        }
    }

    /// A context for clauses of a tree: what bare names and primes mean there.
    pub(super) fn in_tree(
        &mut self,
        reading: &Reading<'_>,
        here: PosId,
        next: PosId,
        before: PosId,
    ) -> Context {
        let root = self.given(0);
        let mut ctx = Context::new(reading.text, Role::Step, Some(here), Some(next));
        ctx.tree = Some((root, before));
        ctx.locals.extend(reading.locals.iter().cloned());
        ctx
    }

    /// `ply` and `left` after a move from this position, which only goals and moves of a tree know; near its root they are numbers.
    pub(super) fn count_plies(&mut self, ctx: &mut Context, reading: &Reading<'_>, before: PosId) {
        let ply = self.ply_after(reading, before);
        let all = self.terms.int(i32::from(reading.plies));
        let left = self.terms.sub(all, ply);
        ctx.locals.push(("ply".to_owned(), Value::Term(ply, Type::Int)));
        ctx.locals.push(("left".to_owned(), Value::Term(left, Type::Int)));
    }

    /// How many plies from the root a position is after a move from this one.
    pub(super) fn ply_after(&mut self, reading: &Reading<'_>, before: PosId) -> TermId {
        match self.terms.pos(before) {
            Pos::Given(0) => self.terms.int(1),
            Pos::After(..) | Pos::Pass(_) => self.terms.int(2),
            _ => self.terms.var(reading.ply),
        }
    }

    /// A clause that is false where a man it relies on is missing.
    pub(super) fn clause_in(
        &mut self,
        ctx: &mut Context,
        condition: &Expr,
        positions: &[PosId],
    ) -> Option<TermId> {
        ctx.mentions.clear();
        ctx.asked.clear();
        let mut all = vec![self.bool(ctx, condition)?];
        for &pos in positions {
            all.push(self.present(ctx, pos, |_| true));
        }
        Some(self.terms.and(all))
    }

    /// A constraint on the moves of a side within the tree, from one position to another: bare names speak of the position before the move.
    pub(super) fn constraint_at(
        &mut self,
        reading: &Reading<'_>,
        constraint: Option<&ast::Constraint>,
        side: u16,
        before: PosId,
        after: PosId,
    ) -> Option<Option<Constraint>> {
        let Some(constraint) = constraint else { return Some(None) };
        if let ([class], []) = (&constraint.classes[..], &constraint.rank[..]) {
            let condition = self.class_condition(reading, class, before, after);
            let men = self.movers_of(reading, class, side)?;
            return Some(Some(Constraint { men, condition: condition?, order: Vec::new() }));
        }
        let (men, classes) = self.classes(reading, &constraint.classes, side, before, after)?;
        let mut order: Vec<Key> = self.class_key(&classes).into_iter().collect();
        let condition = self.terms.or(classes);
        let moved = Moved { side, after, before: Some(before), in_tree: true, condition };
        order.extend(self.rank(reading, &constraint.rank, &moved)?);
        Some(Some(Constraint { men, condition, order }))
    }

    /// The replies that a tree looks at: those that the advice speaks of, or the moves of what the other side plays, for as long as
    /// that has plies.
    pub(super) fn replies_at(
        &mut self,
        reading: &Reading<'_>,
        before: PosId,
        after: PosId,
    ) -> Option<Option<Constraint>> {
        let Some(theirs) = &reading.counterplan else {
            return self.constraint_at(reading, reading.clauses.replies, 1 - reading.side, before, after);
        };
        let moves = self.constraint_at(theirs, theirs.clauses.each, theirs.side, before, after)?;
        let mut conditions = vec![self.when(theirs)?];
        if theirs.plies < reading.plies {
            let (ply, last) = (self.ply_after(reading, before), self.terms.int(i32::from(theirs.plies)));
            conditions.push(self.terms.at_most(ply, last));
        }
        let (men, order) = match moves {
            Some(moves) => {
                conditions.push(moves.condition);
                (moves.men, moves.order)
            }
            None => (self.endgame.everybody(), Vec::new()),
        };
        Some(Some(Constraint { men, condition: self.terms.and(conditions), order }))
    }

    /// The men of a class, who must be men of the side that moves.
    pub(super) fn movers_of(&mut self, reading: &Reading<'_>, class: &MoveClass, side: u16) -> Option<Slots> {
        let men = self.movers(reading.text, &class.men)?;
        let mut movers = self.endgame.slots().filter(|(_, man)| man.side.index() == usize::from(side));
        if class.men.is_empty() || movers.any(|(slot, _)| men.contains(slot)) {
            return Some(men);
        }
        let span = class.men.first().map_or(reading.item.name.span, |name| name.span);
        let name = &reading.item.name.text;
        let (message, help) = if side == reading.side {
            (format!("nobody whom `{name}` may move is on its side"), None)
        } else {
            let whose = &self.endgame.sides[usize::from(side)];
            let message = format!("nobody of these replies to `{name}`: replies are moves of {whose}");
            (message, Some("`each move` is for its own moves".to_owned()))
        };
        self.errors.push(Diagnostic::error(Code::NotOwnMen, span, message).maybe_help(help));
        None
    }

    pub(super) fn class_condition(
        &mut self,
        reading: &Reading<'_>,
        class: &MoveClass,
        before: PosId,
        after: PosId,
    ) -> Option<TermId> {
        let root = self.given(0);
        let mut ctx = self.in_tree(reading, before, after, before);
        self.count_plies(&mut ctx, reading, before);
        match &class.condition {
            Some(condition) => {
                let term = self.clause_in(&mut ctx, condition, &[root, before, after])?;
                self.forgotten_prime(condition, term, after);
                Some(term)
            }
            None => Some(self.terms.truth(true)),
        }
    }
}
