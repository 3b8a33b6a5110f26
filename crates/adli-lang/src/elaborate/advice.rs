//! Pieces of advice: forcing trees.
//!
//! The goals of a tree become terms about three positions: where it began, after the last move, before it. The
//! first move becomes a step like any other. Its condition says that the tree goes on from there
//! ([`crate::core::term::Term::Forces`]), and the order of choice is a key: the class of the move, the
//! plies to the goal if the quickest tree is wanted, then what the text prefers. So a strategy that
//! tries advice is a strategy of steps, and everything that is known about steps is known about advice.
//!
//! `can A` becomes a definition, made together with the advice.

use crate::core::program::{Advice, Constraint, Key, Step};
use crate::core::term::{AdviceId, Node, PosId, Slots, Sort, TermId, VarId};
use crate::resolve::load::Declared;
use crate::suggest::suggest;
use crate::syntax::ast::{self, AdviceClause, AdviceItem, Expr, ItemKind, MoveClass, Name, Preference, Turn};
use crate::{Diagnostic, Span};

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
    pub(super) within: Option<u32>,
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
}

impl Elaborator<'_> {
    /// The piece of advice of a declaration; read when it is first asked for.
    pub(super) fn advice(&mut self, declared: Declared, span: Span) -> Option<AdviceId> {
        let loaded = self.loaded;
        let ItemKind::Advice(item) = &loaded.item(declared).kind else { return None };
        let not_allowed = "a goal may ask `can A` only of advice that does not ask back";
        let read = |e: &mut Self| e.read_advice(declared.text, item);
        self.once(declared, (&item.name, span), not_allowed, |e| &mut e.advice, read).map(AdviceId)
    }

    /// The advice of that name, as a text sees it.
    pub(super) fn advice_named(&mut self, text: usize, name: &Name) -> Option<AdviceId> {
        let loaded = self.loaded;
        let declared = loaded.texts[text].names.get(&name.text).copied();
        if let Some(declared) = declared
            && matches!(loaded.item(declared).kind, ItemKind::Advice(_))
        {
            return self.advice(declared, name.span);
        }
        if !name.text.is_empty() {
            let items = loaded.texts.iter().flat_map(|text| &text.parsed.file.items);
            let all = items.filter_map(|item| match &item.kind {
                ItemKind::Advice(advice) => Some(advice.name.text.as_str()),
                _ => None,
            });
            let help = suggest(&name.text, all).map(|near| format!("did you mean `{near}`?"));
            let message = format!("there is no piece of advice called `{}`", name.text);
            self.errors.push(Diagnostic::error(name.span, message).maybe_help(help));
        }
        None
    }

    /// `can A`
    pub(super) fn can(
        &mut self,
        ctx: &mut Context,
        name: &Name,
        arguments: &[Expr],
        against: Option<&Name>,
    ) -> Value {
        if !arguments.is_empty() {
            self.not_yet(name.span, "advice with parameters");
            return Value::Faulty;
        }
        if let Some(against) = against {
            self.not_yet(against.span, "`against`");
            return Value::Faulty;
        }
        let id = self.advice_named(ctx.text, name);
        let here = self.here(ctx, name.span);
        let (Some(id), Some(here)) = (id, here) else { return Value::Faulty };
        let can = self.advice.all[usize::from(id.0)].can;
        Value::Term(self.terms.call(can, Sort::Bool, vec![here], Vec::new()), Type::Bool)
    }

    fn read_advice(&mut self, text: usize, item: &AdviceItem) -> Option<Advice> {
        // What is missing in a part of it need not be missing.
        if !item.is_whole {
            return None;
        }
        let side = self.side(text, &item.side)?;
        if let Some((param, _)) = item.params.first() {
            self.not_yet(param.span, "advice with parameters");
            return None;
        }
        let clauses = self.clauses(item);
        let plies = self.plies(item, &clauses)?;
        let ply = self.terms.fresh("ply", Sort::Int);
        let reading = Reading { text, item, clauses, side, plies, ply };
        let goals = self.goals(&reading);
        // Its men are looked at again for the first move; once is enough to say what is wrong with them.
        let each = self.constraint_in_tree(&reading, reading.clauses.each, side)?;
        let replies = self.constraint_in_tree(&reading, reading.clauses.replies, 1 - side);
        let after = self.given(1);
        let first = self.first_move(&reading, after);
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
        let has_reach = goals.reach.iter().any(Option::is_some);
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
        let can = self.can_definition(&reading, id, first.men)?;
        let advice = Advice {
            name: item.name.text.clone(),
            side,
            aim: item.aim,
            plies,
            quickest: reading.clauses.quickest,
            plays_out: has_reach && !reading.clauses.one_move && plies > 1,
            ply,
            reach: goals.reach,
            hold: goals.hold,
            each,
            replies,
            when: first.when,
            opening: first.condition,
            first: step,
            can,
            span: item.name.span,
        };
        self.promotion_in_tree(&advice);
        Some(advice)
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
                AdviceClause::Within(plies) => once(found.within.replace(*plies).is_some(), "within"),
                AdviceClause::Quickest => found.quickest = true,
                AdviceClause::Prefer(keys) => found.prefer.extend(keys),
                AdviceClause::OneMove => found.one_move = true,
                AdviceClause::Then(names) => {
                    if let Some(name) = names.iter().find(|name| name.text != "again") {
                        self.not_yet(name.span, "`then` with another piece of advice");
                    }
                }
            }
        }
        if let Some(clause) = twice {
            let message = format!("`{}` says `{clause}` twice", item.name.text);
            self.errors.push(Diagnostic::error(item.name.span, message));
        }
        found
    }

    /// How many plies a tree may have, and whether the goals make sense with that.
    fn plies(&mut self, item: &AdviceItem, clauses: &Clauses<'_>) -> Option<u8> {
        let (name, span) = (&item.name.text, item.name.span);
        if clauses.reach.is_empty() && clauses.hold.is_empty() {
            let message = format!("`{name}` has no goal");
            let help = "say what its trees `reach:`, or what they `hold:`";
            self.errors.push(Diagnostic::error(span, message).help(help));
        }
        if clauses.quickest && clauses.reach.is_empty() {
            let message = format!("`{name}` has nothing to reach, so none of its trees is the quickest");
            self.errors.push(Diagnostic::error(span, message).help("leave `quickest` out"));
        }
        match clauses.within {
            None => {
                let message = format!("how deep are the trees of `{name}`?");
                let help = "a tree has a bound: `within 5 plies`";
                self.errors.push(Diagnostic::error(span, message).help(help));
                None
            }
            Some(plies) if plies == 0 || plies > MAX_PLIES => {
                let message = format!("a tree has from 1 to {MAX_PLIES} plies, not {plies}");
                self.errors.push(Diagnostic::error(span, message));
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
            self.errors.push(Diagnostic::error(span, message).help(help));
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
        ctx
    }

    /// `ply` and `left`, which only goals and moves of a tree know; after its first move they are numbers.
    pub(super) fn count_plies(&mut self, ctx: &mut Context, reading: &Reading<'_>, first: bool) {
        let ply = if first { self.terms.int(1) } else { self.terms.var(reading.ply) };
        let all = self.terms.int(i32::from(reading.plies));
        let left = self.terms.sub(all, ply);
        ctx.locals.push(("ply".to_owned(), Value::Term(ply, Type::Int)));
        ctx.locals.push(("left".to_owned(), Value::Term(left, Type::Int)));
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

    /// A constraint on the moves of a side within the tree: bare names speak of the position before the move.
    fn constraint_in_tree(
        &mut self,
        reading: &Reading<'_>,
        constraint: Option<&ast::Constraint>,
        side: u16,
    ) -> Option<Option<Constraint>> {
        let Some(constraint) = constraint else { return Some(None) };
        let (after, before) = (self.given(1), self.given(2));
        if let ([class], []) = (&constraint.classes[..], &constraint.rank[..]) {
            let condition = self.class_condition(reading, class, before, after);
            let men = self.movers_of(reading, class, side)?;
            return Some(Some(Constraint { men, condition: condition?, order: Vec::new() }));
        }
        let (men, classes) = self.classes(reading, &constraint.classes, side, before, after)?;
        let mut order: Vec<Key> = self.class_key(&classes).into_iter().collect();
        let condition = self.terms.or(classes);
        let moved = Moved { side, after, before: Some(before), condition };
        order.extend(self.rank(reading, &constraint.rank, &moved)?);
        Some(Some(Constraint { men, condition, order }))
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
        self.errors.push(Diagnostic::error(span, message).maybe_help(help));
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
        self.count_plies(&mut ctx, reading, before == root);
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
