//! Pieces of advice: forcing trees.
//!
//! The goals of a tree become terms about three positions: where it began, after the last move, before it. The
//! first move becomes a step like any other. Its condition says that the tree goes on from there
//! ([`crate::term::Term::Forces`]), and the order of choice is a key: the class of the move, the
//! plies to the goal if the quickest tree is wanted, then what the text prefers. So a strategy that
//! tries advice is a strategy of steps, and everything that is known about steps is known about advice.
//!
//! `can A` becomes a definition, made together with the advice.

use std::collections::HashSet;

use crate::ast::{AdviceClause, AdviceItem, Expr, ItemKind, MoveClass, Name, Preference, Turn};
use crate::load::Declared;
use crate::program::{Advice, Key, Step};
use crate::suggest::suggest;
use crate::term::{AdviceId, Node, Pos, PosId, Slots, Sort, Term, TermId, VarId};
use crate::{Diagnostic, Span};

use super::value::{Type, Value};
use super::{Context, Elaborator, Role};

/// The most plies that a tree may have.
pub(crate) const MAX_PLIES: u32 = 63;

/// The clauses of a piece of advice by kind.
#[derive(Default)]
pub(super) struct Clauses<'i> {
    pub(super) when: Vec<&'i Expr>,
    pub(super) first: Option<&'i [MoveClass]>,
    pub(super) each: Option<&'i MoveClass>,
    pub(super) replies: Option<&'i MoveClass>,
    pub(super) reach: Vec<(Turn, &'i Expr)>,
    pub(super) hold: Vec<(Turn, &'i Expr)>,
    pub(super) within: Option<u32>,
    pub(super) quickest: bool,
    pub(super) prefer: Vec<&'i Preference>,
    pub(super) one_move: bool,
}

/// The goals of a tree, after own moves and after replies.
struct Goals {
    reach: [Option<TermId>; 2],
    hold: [TermId; 2],
}

/// What is read of a first move.
pub(super) struct FirstMove {
    pub(super) men: Slots,
    pub(super) condition: TermId,
    /// The number of the class that a move is in, if there are several.
    pub(super) class: Option<TermId>,
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
        let key = (declared.text, declared.item);
        if let Some(known) = self.advice_ids.get(&key) {
            return *known;
        }
        let loaded = self.loaded;
        let ItemKind::Advice(item) = &loaded.item(declared).kind else { return None };
        if self.open.contains(&declared) {
            let message = format!("`{}` asks about itself", item.name.text);
            let help = "a goal may ask `can A` only of advice that does not ask back";
            self.diagnostics.push(Diagnostic::error(span, message).help(help));
            return None;
        }
        self.open.push(declared);
        let before = self.diagnostics.len();
        let advice = self.read_advice(declared.text, item);
        self.open.pop();
        let id = advice.filter(|_| self.diagnostics.len() == before).map(|advice| {
            self.advice.push(advice);
            AdviceId(self.advice.len() as u16 - 1)
        });
        self.advice_ids.insert(key, id);
        id
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
            self.diagnostics.push(Diagnostic::error(name.span, message).maybe_help(help));
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
        let can = self.advice[usize::from(id.0)].can;
        Value::Term(self.terms.call(can, Sort::Bool, vec![here], Vec::new()), Type::Bool)
    }

    fn read_advice(&mut self, text: usize, item: &AdviceItem) -> Option<Advice> {
        let side = self.side(text, &item.side)?;
        if let Some((param, _)) = item.params.first() {
            self.not_yet(param.span, "advice with parameters");
        }
        let clauses = self.clauses(item);
        let plies = self.plies(item, &clauses)?;
        let ply = self.terms.fresh("ply", Sort::Int);
        let reading = Reading { text, item, clauses, side, plies, ply };
        let goals = self.goals(&reading);
        let each = self.class_in_tree(&reading, reading.clauses.each);
        let replies = self.class_in_tree(&reading, reading.clauses.replies);
        let after = self.given(1);
        let first = self.first_move(&reading, after);
        let (goals, each, replies, first) = (goals?, each?, replies?, first?);
        self.no_clock(&reading, &goals);
        // Everything that the clauses ask about has its number by now.
        let id = AdviceId(self.advice.len() as u16);
        let root = self.given(0);
        let node = Node { advice: id, left: plies - 1, root, before: root, at: after };
        let forces = self.terms.forces(node);
        let mut prefer = Vec::new();
        prefer.extend(first.class.map(|term| Key { most: false, term }));
        if reading.clauses.quickest {
            prefer.push(Key { most: false, term: self.terms.plies_to_goal(node) });
        }
        prefer.extend(first.prefer);
        let mut parts = first.parts;
        parts.push((item.name.span, forces));
        let condition = self.terms.and([first.condition, forces]);
        let has_reach = goals.reach.iter().any(Option::is_some);
        let step = Step {
            name: item.name.text.clone(),
            men: first.men,
            condition,
            prefer,
            advice: Some(id),
            guards: Vec::new(),
            span: item.name.span,
            parts,
        };
        let can = self.can_definition(&reading, id, first.men, replies)?;
        Some(Advice {
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
            opening: first.condition,
            first: step,
            can,
            span: item.name.span,
        })
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
            self.diagnostics.push(Diagnostic::error(item.name.span, message));
        }
        found
    }

    /// How many plies a tree may have, and whether the goals make sense with that.
    fn plies(&mut self, item: &AdviceItem, clauses: &Clauses<'_>) -> Option<u8> {
        let (name, span) = (&item.name.text, item.name.span);
        if clauses.reach.is_empty() && clauses.hold.is_empty() {
            let message = format!("`{name}` has no goal");
            let help = "say what its trees `reach:`, or what they `hold:`";
            self.diagnostics.push(Diagnostic::error(span, message).help(help));
        }
        if clauses.quickest && clauses.reach.is_empty() {
            let message = format!("`{name}` has nothing to reach, so none of its trees is the quickest");
            self.diagnostics.push(Diagnostic::error(span, message).help("leave `quickest` out"));
        }
        match clauses.within {
            None => {
                let message = format!("how deep are the trees of `{name}`?");
                let help = "a tree has a bound: `within 5 plies`";
                self.diagnostics.push(Diagnostic::error(span, message).help(help));
                None
            }
            Some(plies) if plies == 0 || plies > MAX_PLIES => {
                let message = format!("a tree has from 1 to {MAX_PLIES} plies, not {plies}");
                self.diagnostics.push(Diagnostic::error(span, message));
                None
            }
            Some(plies) => Some(plies as u8),
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

    /// `ply` and `left`, which only goals and moves within a tree know.
    fn count_plies(&mut self, ctx: &mut Context, reading: &Reading<'_>) {
        let ply = self.terms.var(reading.ply);
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

    /// A goal. In a tree of several plies a bare name could mean any position before the last move, so it is refused.
    fn goal(&mut self, reading: &Reading<'_>, goal: &Expr) -> Option<TermId> {
        let (root, after, before) = (self.given(0), self.given(1), self.given(2));
        let read = |elaborator: &mut Self, here: PosId| {
            let mut ctx = elaborator.in_tree(reading, here, after, before);
            elaborator.count_plies(&mut ctx, reading);
            elaborator.clause_in(&mut ctx, goal, &[root, after, before])
        };
        if reading.plies == 1 {
            return read(self, root);
        }
        // Read once with a position that nobody can mean; what looks at it is a bare name.
        let nowhere = self.given(u8::MAX);
        let term = read(self, nowhere)?;
        if let Some(bare) = self.looks_at(term, u8::MAX) {
            let span = self.terms.span(bare);
            let within = span.source == goal.span.source && span.start >= goal.span.start;
            let span = if within && span.end <= goal.span.end { span } else { goal.span };
            let message = "before which move? this tree has several";
            let help = "put a prime for the position after the last move, or say `at root` or `at before`";
            self.diagnostics.push(Diagnostic::error(span, message).help(help));
            return None;
        }
        read(self, after)
    }

    fn goals(&mut self, reading: &Reading<'_>) -> Option<Goals> {
        let mut reach: [Vec<TermId>; 2] = Default::default();
        let mut hold: [Vec<TermId>; 2] = Default::default();
        let mut faulty = false;
        let turns = [Turn::Us, Turn::Them];
        for (clauses, found) in [(&reading.clauses.reach, &mut reach), (&reading.clauses.hold, &mut hold)] {
            for (turn, goal) in clauses {
                let Some(term) = self.goal(reading, goal) else {
                    faulty = true;
                    continue;
                };
                if self.terms.as_bool(term) == Some(false) {
                    self.error(goal.span, "this is never true, so no tree satisfies it");
                }
                for (after, found) in turns.iter().zip(found.iter_mut()) {
                    if *turn == Turn::Both || turn == after {
                        found.push(term);
                    }
                }
            }
        }
        if faulty {
            return None;
        }
        let any = |e: &mut Self, goals: &[TermId]| (!goals.is_empty()).then(|| e.terms.or(goals.to_vec()));
        let goals = Goals {
            reach: [any(self, &reach[0]), any(self, &reach[1])],
            hold: hold.map(|goals| self.terms.and(goals)),
        };
        self.contradiction(reading, &goals);
        Some(goals)
    }

    /// The quickest tree is found by trying shorter ones, in which plies would be counted otherwise.
    fn no_clock(&mut self, reading: &Reading<'_>, goals: &Goals) {
        let Some(ply) = self.terms.find_variable(reading.ply).filter(|_| reading.clauses.quickest) else {
            return;
        };
        let mut todo: Vec<TermId> = goals.hold.into_iter().chain(goals.reach.into_iter().flatten()).collect();
        let mut seen = HashSet::new();
        while let Some(term) = todo.pop() {
            if term == ply {
                let message = "`quickest` does not go together with `ply` and `left`";
                self.error(reading.item.name.span, message);
                return;
            }
            if seen.insert(term) {
                self.terms.get(term).for_children(|child| todo.push(child));
            }
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
            let mut diagnostic = Diagnostic::error(span, message);
            if let Some((_, hold)) = reading.clauses.hold.first() {
                diagnostic = diagnostic.note(hold.span, "this must be true there as well");
            }
            self.diagnostics.push(diagnostic);
        }
    }

    /// A class of moves within the tree: bare names speak of the position before the move.
    fn class_in_tree(
        &mut self,
        reading: &Reading<'_>,
        class: Option<&MoveClass>,
    ) -> Option<Option<(Slots, TermId)>> {
        let Some(class) = class else { return Some(None) };
        let (after, before) = (self.given(1), self.given(2));
        let condition = self.class_condition(reading, class, before, after);
        let men = self.movers(reading.text, &class.men);
        Some(Some((men?, condition?)))
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
        if before != root {
            self.count_plies(&mut ctx, reading);
        }
        match &class.condition {
            Some(condition) => self.clause_in(&mut ctx, condition, &[root, before, after]),
            None => Some(self.terms.truth(true)),
        }
    }

    /// A part of a term that looks at a given position, through the definitions it calls.
    fn looks_at(&self, term: TermId, number: u8) -> Option<TermId> {
        let mut todo = vec![term];
        let mut seen = HashSet::new();
        while let Some(term) = todo.pop() {
            if !seen.insert(term) {
                continue;
            }
            let node = self.terms.get(term);
            let found = match node {
                Term::Call(def, positions, _) => positions.iter().enumerate().any(|(place, &pos)| {
                    self.origin(pos) == Some(number)
                        && self
                            .definitions
                            .get(def.0 as usize)
                            .is_none_or(|def| self.looks_at(def.body, place as u8).is_some())
                }),
                _ => node.positions().iter().any(|&pos| self.origin(pos) == Some(number)),
            };
            if found {
                return Some(term);
            }
            node.for_children(|child| todo.push(child));
        }
        None
    }

    fn origin(&self, pos: PosId) -> Option<u8> {
        match self.terms.pos(pos) {
            Pos::Given(number) => Some(number),
            Pos::After(from, _) | Pos::Pass(from) | Pos::Image(from, _) => self.origin(from),
        }
    }
}
