//! Strategies.

use crate::core::program::{Enumeration, Guard, Step, Strategy};
use crate::core::term::{AdviceId, EnumId, PosId, Slot, StrategyId, TermId};
use crate::resolve::load::Declared;
use crate::syntax::ast::{Aim, Asked, Expr, ItemKind, Name, Rule, StepItem, StrategyItem};
use crate::{Code, Diagnostic, Span};

use super::asked::Form;
use super::rank::Moved;
use super::{Context, Elaborator, Role};

/// How many steps a strategy may have: each keeps the conditions of all before it.
pub(super) const MAX_STEPS: usize = 1000;

impl Elaborator<'_> {
    /// The strategy of a declaration; read when it is first asked for.
    pub(super) fn strategy(&mut self, declared: Declared, span: Span) -> Option<StrategyId> {
        let loaded = self.loaded;
        let ItemKind::Strategy(item) = &loaded.item(declared).kind else { return None };
        let not_allowed = "strategies cannot be circular";
        let name = self.loaded.name_in_program(declared, &item.name.text);
        let read = |e: &mut Self| e.read_strategy(declared.text, item, name);
        self.once((declared, Form::default()), (&item.name, span), not_allowed, |e| &mut e.strategies, read)
            .map(StrategyId)
    }

    fn read_strategy(&mut self, text: usize, item: &StrategyItem, name: String) -> Option<Strategy> {
        let side = self.side(text, &item.side)?;
        let steps =
            item.rules.iter().map(|rule| if let Rule::Try { advice, .. } = rule { advice.len() } else { 1 });
        if steps.sum::<usize>() > MAX_STEPS {
            self.error(Code::TooLarge, item.name.span, format!("a strategy has at most {MAX_STEPS} steps"));
            return None;
        }
        let mut earlier = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        // A strategy without one of its steps would be another one; what is wrong with the step has been said.
        let mut faulty = false;
        for rule in &item.rules {
            match rule {
                Rule::Try { when, advice, then, .. } => {
                    let guards = self.asked_here(text, when.as_ref(), &mut earlier)?;
                    let Some((then, must)) = self.goes_on_with(text, item, side, advice, then) else {
                        faulty = true;
                        continue;
                    };
                    for asked in advice {
                        let tried = (then.clone(), must);
                        let Some(mut step) = self.try_advice(text, item, side, &guards, asked, tried) else {
                            faulty = true;
                            continue;
                        };
                        if steps.iter().any(|other| other.name == step.name && other.advice.is_some()) {
                            step.name = another_name(&step.name, item, &steps);
                        } else {
                            self.check_step_name(&asked.name, &steps);
                        }
                        steps.push(step);
                    }
                }
                Rule::Step(step) => {
                    self.check_step_name(&step.name, &steps);
                    if step.name.text == "none" {
                        self.error(
                            Code::NameTaken,
                            step.name.span,
                            "`none` means that no step applies; choose another name",
                        );
                    }
                    let asked = self.asked_here(text, None, &mut earlier)?;
                    let step = self.step(text, item, side, step);
                    faulty |= step.is_none();
                    steps.extend(step.map(|step| self.guarded(step, &asked)));
                }
            }
        }
        if item.rules.is_empty() {
            let message = format!("`{}` has no steps", item.name.text);
            let help = "a step reads `step name: move K where ...`";
            self.errors.push(Diagnostic::error(Code::Incomplete, item.name.span, message).help(help));
        }
        if faulty {
            return None;
        }
        let mut casts = vec![self.cast_of(text)];
        self.hand_over(text, item, side, &mut casts, &mut steps);
        let names = steps.iter().map(|step| step.name.clone()).chain(["none".to_owned()]).collect();
        self.enums.push(Enumeration { name: format!("step of {}", item.name.text), values: names });
        let values = EnumId(self.enums.len() as u16 - 1);
        Some(Strategy { name, side, aim: item.aim, steps, casts, values, span: item.name.span })
    }

    /// Steps are told apart by their names.
    fn check_step_name(&mut self, name: &Name, before: &[Step]) {
        if let Some(first) = before.iter().find(|other| other.name == name.text) {
            let message = format!("there are two steps called `{}`", name.text);
            self.errors.push(
                Diagnostic::error(Code::DeclaredTwice, name.span, message).note(first.span, "the first"),
            );
        }
    }

    /// Where a rule is asked: where no rule before it has committed itself (`when`), and its own condition holds.
    fn asked_here(
        &mut self,
        text: usize,
        when: Option<&Expr>,
        earlier: &mut Vec<Guard>,
    ) -> Option<Vec<Guard>> {
        let mut guards = earlier.clone();
        if let Some(when) = when {
            let here = self.given(0);
            let mut ctx = Context::new(text, Role::Def, Some(here), None);
            let guard = Guard { span: when.span, holds: self.bool(&mut ctx, when)?, wanted: true };
            self.recogniser_in_rule(when, guard.holds);
            guards.push(guard);
            earlier.push(Guard { wanted: false, ..guard });
        }
        Some(guards)
    }

    fn guarded(&mut self, step: Step, guards: &[Guard]) -> Step {
        let asked = guards.iter().map(|guard| match guard.wanted {
            true => guard.holds,
            false => self.terms.not(guard.holds),
        });
        let asked: Vec<TermId> = asked.collect();
        let condition = self.terms.and(asked.into_iter().chain([step.condition]));
        Step { condition, guards: guards.to_vec(), ..step }
    }

    /// The step that tries a piece of advice.
    fn try_advice(
        &mut self,
        text: usize,
        strategy: &StrategyItem,
        side: u16,
        guards: &[Guard],
        asked: &Asked,
        (then, must_go_on): (Vec<AdviceId>, bool),
    ) -> Option<Step> {
        let root = self.given(0);
        let ctx = Context::new(text, Role::Step, Some(root), None);
        let given = self.given_advice(&ctx, asked)?;
        let id = self.advice_given(given, then, must_go_on)?;
        self.suits(strategy, side, id, &asked.name)?;
        let mut step = self.advice.all[usize::from(id.0)].first.clone();
        let (here, after) = (self.given(0), self.given(1));
        let mut ctx = Context::new(text, Role::Step, Some(here), Some(after));
        let mut always = Vec::new();
        for condition in &strategy.always {
            always.push(self.clause(&mut ctx, condition, after, side)?);
        }
        step.parts.append(&mut ctx.parts);
        let rest = self.terms.and(always);
        step.condition = self.terms.and([rest, step.condition]);
        Some(self.guarded(step, guards))
    }

    /// Whether advice is for the side of a strategy, and for what it wants.
    fn suits(&mut self, strategy: &StrategyItem, side: u16, id: AdviceId, name: &Name) -> Option<()> {
        let advice = &self.advice.all[usize::from(id.0)];
        if advice.side != side {
            let (its, other) = (&strategy.side.text, &self.endgame.sides[usize::from(advice.side)]);
            let message = format!("`{}` is advice for {other}, and this is a strategy for {its}", name.text);
            self.errors.push(Diagnostic::error(Code::NotOwnMen, name.span, message));
            return None;
        }
        if strategy.aim == Aim::Win && advice.aim == Aim::Draw {
            let message = format!("`{}` is advice to draw, and this is a strategy to win", name.text);
            let help = format!("its trees may end in stalemate: say `advice {} for .. to win`", name.text);
            self.errors.push(Diagnostic::error(Code::WinOrDraw, name.span, message).help(help));
            return None;
        }
        Some(())
    }

    /// What goes on after the advice of a rule, and whether one of it must have a tree there; `again` is the strategy itself, which
    /// is asked whatever else there is.
    fn goes_on_with(
        &mut self,
        text: usize,
        strategy: &StrategyItem,
        side: u16,
        tried: &[Asked],
        then: &[Asked],
    ) -> Option<(Vec<AdviceId>, bool)> {
        if let (Some(first), Some(next), true) = (tried.first(), then.first(), tried.len() > 1) {
            let message = format!("after which of these does `{}` go on?", next.name.text);
            let help = format!("give each a rule of its own: `try {} then {}`", first.text, next.text);
            self.errors.push(Diagnostic::error(Code::GoesOn, next.name.span, message).help(help));
            return None;
        }
        let root = self.given(0);
        let ctx = Context::new(text, Role::Step, Some(root), None);
        let mut ids = Vec::new();
        let mut again = false;
        for asked in then {
            if again {
                let message = "nothing goes on after `again`: the whole table is asked there";
                self.error(Code::GoesOn, asked.name.span, message);
                return None;
            }
            if asked.name.text == "again" {
                again = true;
                continue;
            }
            let given = self.given_advice(&ctx, asked)?;
            let id = self.advice_given(given, Vec::new(), false)?;
            self.suits(strategy, side, id, &asked.name)?;
            ids.push(id);
        }
        let must = !again && !ids.is_empty();
        Some((ids, must))
    }

    fn step(&mut self, text: usize, strategy: &StrategyItem, side: u16, item: &StepItem) -> Option<Step> {
        let men = self.movers(text, &item.moves.men);
        let (here, after) = (self.given(0), self.given(1));
        let mut ctx = Context::new(text, Role::Step, Some(here), Some(after));
        let mut conditions = Vec::new();
        let mut faulty = false;
        // The step's own condition first: it is the cheaper one as a rule.
        for condition in item.moves.condition.iter().chain(&strategy.always) {
            match self.clause(&mut ctx, condition, after, side) {
                Some(term) => {
                    self.forgotten_prime(condition, term, after);
                    self.recogniser_in_rule(condition, term);
                    conditions.push(term);
                }
                None => faulty = true,
            }
        }
        let condition = self.terms.and(conditions);
        let mut prefer = Vec::new();
        let moved = Moved { side, after, before: None, in_tree: false, condition };
        for preference in &item.prefer {
            match self.rank_by(&mut ctx, preference, &moved) {
                Some(keys) => prefer.extend(keys),
                None => faulty = true,
            }
        }
        let men = men?;
        if faulty {
            return None;
        }
        let own = self
            .endgame
            .slots()
            .any(|(slot, man)| men.contains(slot) && man.side.index() == usize::from(side));
        if !own {
            let side = &self.endgame.sides[usize::from(side)];
            let message =
                format!("nobody whom this step moves belongs to {side}, who plays `{}`", strategy.name.text);
            self.error(Code::NotOwnMen, item.span, message);
        }
        Some(Step {
            name: item.name.text.clone(),
            cast: 0,
            men,
            condition,
            prefer,
            advice: None,
            guards: Vec::new(),
            span: item.span,
            parts: ctx.parts,
        })
    }

    /// A condition on a move, false where it relies on a man who has just been captured.
    fn clause(&mut self, ctx: &mut Context, condition: &Expr, after: PosId, side: u16) -> Option<TermId> {
        ctx.mentions.clear();
        ctx.asked.clear();
        let term = self.bool(ctx, condition)?;
        let sides: Vec<usize> = self.endgame.men.iter().map(|man| man.side.index()).collect();
        let theirs = |slot: Slot| sides[usize::from(slot.0)] != usize::from(side);
        let present = self.present(ctx, after, theirs);
        Some(self.terms.and([term, present]))
    }
}

/// A piece of advice that several rules try has a number from its second step on, the first that makes a name which
/// nothing else in the strategy has.
fn another_name(name: &str, strategy: &StrategyItem, before: &[Step]) -> String {
    let is_written = |candidate: &str| {
        strategy.rules.iter().any(|rule| match rule {
            Rule::Try { advice, .. } => advice.iter().any(|advice| advice.name.text == candidate),
            Rule::Step(step) => step.name.text == candidate,
        })
    };
    let names = (2..).map(|number| format!("{name}_{number}"));
    let mut free = names.filter(|name| !is_written(name) && before.iter().all(|step| step.name != *name));
    free.next().unwrap_or_default()
}
