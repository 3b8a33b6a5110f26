//! Advice as it is asked for: with what it is given, against whom, and what goes on after it.
//!
//! Each of these makes another piece of advice of the same words: `walk_to(a8, 5)`, `hunt against shadow`, `run then again`. It is read once for
//! each form in which it is asked for, so that nobody below the checker knows more than plain advice. What advice is given is a
//! value of the position where its tree begins; a term about that position takes the place of the name. So the
//! same advice may be asked for with a square of the board or with the square of a man.

use crate::core::term::{AdviceId, Pos, PosId, Slot, Sort, Term, TermId};
use crate::resolve::load::Declared;
use crate::syntax::ast::{AdviceItem, Asked, Expr, ExprKind, ItemKind, Name, ParamType};
use crate::{Code, Diagnostic, Span};

use super::call::wrong_number;
use super::value::{Type, Value};
use super::{Context, Elaborator, Role};

/// How a declaration is asked for; strategies and recognisers have one form.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Form {
    /// What it is given.
    pub(super) given: Vec<TermId>,
    pub(super) against: Option<Against>,
    /// What goes on after it, and whether something must.
    pub(super) then: Vec<AdviceId>,
    pub(super) must_go_on: bool,
}

/// What the other side does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Against {
    /// Nothing: it does not move.
    Pass,
    /// It plays advice, with what that is given.
    Advice(usize, usize, Vec<TermId>),
}

/// A piece of advice with what it is given, ready to be read.
#[derive(Clone)]
pub(super) struct Given<'i> {
    pub(super) declared: Declared,
    pub(super) item: &'i AdviceItem,
    /// Its parameters.
    pub(super) values: Vec<(Name, Value)>,
    pub(super) terms: Vec<TermId>,
    /// The men of the root on whom what it is given relies.
    pub(super) relies: Vec<Slot>,
    /// How it is written.
    pub(super) text: String,
    pub(super) span: Span,
}

/// What the other side does.
#[derive(Clone)]
pub(super) enum Other<'i> {
    /// It does not move.
    Pass(Span),
    /// It plays advice.
    Plays(Given<'i>),
}

impl<'a> Elaborator<'a> {
    /// `can A`, `can A(z) against C`
    pub(super) fn can(&mut self, ctx: &mut Context, asked: &Asked, against: Option<&Asked>) -> Value {
        let id = self.advice_against(ctx, asked, against);
        let here = self.here(ctx, asked.name.span);
        let (Some(id), Some(here)) = (id, here) else { return Value::Faulty };
        let can = self.advice.all[usize::from(id.0)].can;
        Value::Term(self.terms.call(can, Sort::Bool, vec![here], Vec::new()), Type::Bool)
    }

    /// A piece of advice that a condition asks about.
    pub(super) fn advice_against(
        &mut self,
        ctx: &mut Context,
        asked: &Asked,
        against: Option<&Asked>,
    ) -> Option<AdviceId> {
        let (given, other) = self.both_given(ctx, asked, against)?;
        self.advice_with(given, other, Vec::new(), false)
    }

    /// A piece of advice, and what the other side does.
    fn both_given(
        &mut self,
        ctx: &Context,
        asked: &Asked,
        against: Option<&Asked>,
    ) -> Option<(Given<'a>, Option<Other<'a>>)> {
        let given = self.given_advice(ctx, asked);
        let other = match against {
            None => None,
            Some(against) if against.name.text == "pass" => Some(Other::Pass(against.name.span)),
            Some(against) => Some(Other::Plays(self.given_advice(ctx, against)?)),
        };
        Some((given?, other))
    }

    /// `plies(A)`: in how many plies the quickest tree ends; one more than its bound if there is none.
    pub(super) fn plies_of(&mut self, ctx: &mut Context, of: &Expr) -> Value {
        let (name, arguments) = match &of.kind {
            ExprKind::Name(text) => (Name { text: text.clone(), span: of.span }, Vec::new()),
            ExprKind::Call(name, arguments) => (name.clone(), arguments.clone()),
            _ => {
                let message = "`plies` is asked of a piece of advice";
                self.errors
                    .push(Diagnostic::error(Code::WrongType, of.span, message).help("write `plies(A)`"));
                return Value::Faulty;
            }
        };
        let text = if arguments.is_empty() { name.text.clone() } else { format!("{}(..)", name.text) };
        let given = self.given_advice(ctx, &Asked { name, arguments, text });
        let here = self.here(ctx, of.span);
        let (Some(given), Some(here)) = (given, here) else { return Value::Faulty };
        let Some(id) = self.advice_given(given.clone(), Vec::new(), false) else { return Value::Faulty };
        let def = match self.plies_known.get(&id) {
            Some(known) => *known,
            None => {
                let made = self.plies_definition(id, given);
                self.plies_known.insert(id, made);
                made
            }
        };
        let Some(def) = def else { return Value::Faulty };
        Value::Term(self.terms.call(def, Sort::Int, vec![here], Vec::new()), Type::Int)
    }

    /// The number of a piece of advice, after which some others go on.
    pub(super) fn advice_given(
        &mut self,
        given: Given<'a>,
        then: Vec<AdviceId>,
        must_go_on: bool,
    ) -> Option<AdviceId> {
        self.advice_with(given, None, then, must_go_on)
    }

    fn advice_with(
        &mut self,
        given: Given<'a>,
        against: Option<Other<'a>>,
        then: Vec<AdviceId>,
        must_go_on: bool,
    ) -> Option<AdviceId> {
        let counterplan = against.as_ref().map(|other| match other {
            Other::Pass(_) => Against::Pass,
            Other::Plays(other) => {
                Against::Advice(other.declared.text, other.declared.item, other.terms.clone())
            }
        });
        let form = Form { given: given.terms.clone(), against: counterplan, then, must_go_on };
        let not_allowed = "a goal may ask `can A` only of advice that does not ask back";
        let (declared, name) = (given.declared, (&given.item.name, given.span));
        let (reads, asked) = (form.clone(), given.clone());
        let read = |e: &mut Self| e.read_advice(asked, &reads, against);
        self.once((declared, form), name, not_allowed, |e| &mut e.advice, read).map(AdviceId)
    }

    /// A piece of advice with what it is given, as a text asks for it in some context.
    pub(super) fn given_advice(&mut self, ctx: &Context, asked: &Asked) -> Option<Given<'a>> {
        let (declared, item) = self.advice_named(ctx.text, &asked.name)?;
        if item.params.len() != asked.arguments.len() {
            let message = wrong_number(&item.name.text, item.params.len(), asked.arguments.len());
            let diagnostic = Diagnostic::error(Code::WrongArguments, asked.name.span, message);
            self.errors.push(diagnostic.note(item.name.span, "it is declared here"));
            return None;
        }
        let root = self.given(0);
        let mut at_root = Context::new(ctx.text, Role::Def, Some(root), None);
        at_root.locals = self.known_at_root(ctx);
        let hidden: Vec<&str> = ctx.locals.iter().map(|(name, _)| name.as_str()).collect();
        let hidden: Vec<&str> =
            hidden.into_iter().filter(|name| at_root.locals.iter().all(|(known, _)| known != name)).collect();
        let (mut values, mut terms) = (Vec::new(), Vec::new());
        let mut faulty = false;
        for (argument, (name, ty)) in asked.arguments.iter().zip(&item.params) {
            let written = words(&asked.text);
            if let Some(hidden) = hidden.iter().find(|hidden| written.contains(hidden)) {
                let message = format!("`{hidden}` is not a value of the position where the tree begins");
                let help = "advice is given constants, or what can be seen in that position";
                self.errors.push(Diagnostic::error(Code::AdviceArguments, argument.span, message).help(help));
                return None;
            }
            let Some(wanted) = self.advice_param(ty) else {
                faulty = true;
                continue;
            };
            let placed = self.expr(&mut at_root, argument, Some(wanted));
            let described = self.describe_type(wanted);
            let Some(term) = self.coerce(&mut at_root, &placed, wanted, &described) else {
                faulty = true;
                continue;
            };
            if let ParamType::Numbers(from, to, _) = ty {
                let number = self.terms.as_int(term);
                if !number.is_some_and(|n| (*from as i32..=*to as i32).contains(&n)) {
                    let message =
                        format!("`{}` is a number from {from} to {to} that is written down", name.text);
                    self.errors.push(Diagnostic::error(Code::AdviceArguments, argument.span, message));
                    faulty = true;
                }
            }
            values.push((name.clone(), Value::Term(term, wanted)));
            terms.push(term);
        }
        let relied = at_root.mentions.difference(&at_root.asked);
        let relies = relied.filter(|(pos, _)| *pos == root).map(|(_, slot)| *slot).collect();
        let (text, span) = (asked.text.clone(), asked.name.span);
        (!faulty).then_some(Given { declared, item, values, terms, relies, text, span })
    }

    /// A declaration that is read for its own sake: nothing if it has to be given something.
    pub(super) fn plain_advice(&mut self, declared: Declared, span: Span) -> Option<AdviceId> {
        let loaded = self.loaded;
        let ItemKind::Advice(item) = &loaded.item(declared).kind else { return None };
        if !item.params.is_empty() {
            return None;
        }
        let (values, terms, relies) = (Vec::new(), Vec::new(), Vec::new());
        let text = item.name.text.clone();
        self.advice_given(Given { declared, item, values, terms, relies, text, span }, Vec::new(), false)
    }

    /// Reads advice that is never asked for with names in the place of what it would be given, for the mistakes in it. Nothing
    /// of it stays in the program.
    pub(super) fn check_unasked(&mut self) {
        let loaded = self.loaded;
        let items = loaded.texts[0].parsed.file.items.iter().enumerate();
        for (number, declaration) in items {
            let declared = Declared { text: 0, item: number, value: None };
            let ItemKind::Advice(item) = &declaration.kind else { continue };
            if item.params.is_empty() || self.advice.is_begun(declared) {
                continue;
            }
            let kept = (self.definitions.clone(), self.looks.clone(), self.instances.clone());
            let made = (self.advice.clone(), self.strategies.clone(), self.recognisers.clone());
            let (mut values, mut terms) = (Vec::new(), Vec::new());
            for (name, ty) in &item.params {
                let Some(wanted) = self.advice_param(ty) else { continue };
                let term = match ty {
                    ParamType::Numbers(_, to, _) => self.terms.int(*to as i32),
                    ParamType::Named(_) => {
                        let var = self.terms.fresh(&name.text, wanted.sort());
                        self.terms.var(var)
                    }
                };
                values.push((name.clone(), Value::Term(term, wanted)));
                terms.push(term);
            }
            if terms.len() == item.params.len() {
                let (text, span, relies) = (item.name.text.clone(), item.name.span, Vec::new());
                let given = Given { declared, item, values, terms, relies, text, span };
                self.advice_given(given, Vec::new(), false);
            }
            (self.definitions, self.looks, self.instances) = kept;
            (self.advice, self.strategies, self.recognisers) = made;
        }
    }

    /// The declaration of the advice of that name, as a text sees it.
    pub(super) fn advice_named(&mut self, text: usize, name: &Name) -> Option<(Declared, &'a AdviceItem)> {
        let loaded = self.loaded;
        let declared = loaded.texts[text].names.get(&name.text).copied();
        if let Some(declared) = declared
            && let ItemKind::Advice(item) = &loaded.item(declared).kind
        {
            return Some((declared, item));
        }
        if !name.text.is_empty() {
            let items = loaded.texts.iter().flat_map(|text| &text.parsed.file.items);
            let all = items.filter_map(|item| match &item.kind {
                ItemKind::Advice(advice) => Some(advice.name.text.as_str()),
                _ => None,
            });
            let near = self.near(&name.text, all);
            let message = format!("there is no piece of advice called `{}`", name.text);
            self.errors.push(Diagnostic::error(Code::UnknownName, name.span, message).did_you_mean(near));
        }
        None
    }

    fn advice_param(&mut self, ty: &ParamType) -> Option<Type> {
        let name = match ty {
            ParamType::Numbers(from, to, span) => {
                if from > to {
                    self.error(Code::NumberRange, *span, format!("there is no number from {from} to {to}"));
                    return None;
                }
                return Some(Type::Int);
            }
            ParamType::Named(name) => name,
        };
        let ty = self.param_type(name)?;
        if ty == Type::Man {
            let message = "advice is given squares and numbers, not men";
            let help = "call him by his letter in the advice, or give his square: `Square`";
            self.errors.push(Diagnostic::error(Code::AdviceArguments, name.span, message).help(help));
            return None;
        }
        Some(ty)
    }

    /// The names of a context that mean the same where a tree begins: constants, and in the root of a tree what is known of it.
    fn known_at_root(&mut self, ctx: &Context) -> Vec<(String, Value)> {
        let root = self.given(0);
        let is_root = ctx.here == Some(root);
        let known = ctx.locals.iter().filter_map(|(name, value)| match value {
            Value::Man(slot, _) => Some((name.clone(), Value::Man(*slot, root))),
            Value::Term(term, _) if self.is_of_root(*term, root, is_root) => {
                Some((name.clone(), value.clone()))
            }
            _ => None,
        });
        known.collect()
    }

    /// Whether a term is a constant, or may speak of the root and speaks of nothing else.
    fn is_of_root(&self, term: TermId, root: PosId, may_look: bool) -> bool {
        let bound =
            |node: &Term| matches!(node, Term::Those(..) | Term::OverSquares(..) | Term::OverMoves(..));
        let free = |node: &Term| matches!(node, Term::Var(_));
        let looks = |node: &Term| {
            let mut positions = node.positions().into_iter();
            positions.any(|pos| !may_look || pos != root || self.terms.pos(pos) != Pos::Given(0))
        };
        let mut parts = self.terms.reach([term]);
        !parts.any(|(_, node)| bound(node) || free(node) || looks(node))
    }
}

/// The words of a text.
fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect()
}
