//! Definitions and their calls.

use crate::core::program::Definition;
use crate::core::term::{DefId, EnumId, KINDS, Pos, PosId, SIDES, Slot, Sort, Term, TermId};
use crate::resolve::load::Declared;
use crate::suggest::suggest;
use crate::syntax::ast::{Def, Expr, ItemKind, Name};
use crate::{Code, Diagnostic, Span};

use super::value::{Type, Value};
use super::{Context, Elaborator, Role};

/// A definition as it is asked about: men and constant values among its arguments are built in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct InstanceKey {
    declared: Declared,
    fixed: Vec<Option<Fixed>>,
}

impl InstanceKey {
    /// The declaration of which it is an instance.
    pub(super) fn declared(&self) -> Declared {
        self.declared
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Fixed {
    Man(Slot),
    Value(EnumId, u16),
}

/// What a definition means: one core definition, or one for each number of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Instance {
    defs: Vec<DefId>,
    tuple: bool,
    ty: Type,
    change: bool,
    mentions: Vec<(u8, Slot)>,
    asked: Vec<(u8, Slot)>,
}

/// An argument, ready to be passed.
enum Argument {
    Fixed(Fixed, PosId),
    Group(char, Vec<Slot>, PosId),
    Term(TermId),
}

impl Elaborator<'_> {
    pub(super) fn called(&mut self, ctx: &mut Context, name: &Name, arguments: &[Expr], span: Span) -> Value {
        if let Some(value) = self.known_function(ctx, name, arguments, span) {
            return value;
        }
        if let Some(&declared) = self.loaded.texts[ctx.text].names.get(&name.text) {
            if matches!(self.loaded.item(declared).kind, ItemKind::Def(_)) {
                return self.call(ctx, declared, &name.text, span, arguments);
            }
            self.error(Code::WrongArguments, name.span, format!("`{}` takes no arguments", name.text));
            return Value::Faulty;
        }
        let names = self.loaded.texts[ctx.text].names.keys().map(String::as_str);
        let near = self.near(&name.text, names);
        let message = format!("nothing is called `{}`", name.text);
        let complaint = Diagnostic::error(Code::UnknownName, name.span, message);
        let complaint = match near {
            Some(_) => complaint.did_you_mean(near),
            None => self.known_elsewhere(ctx.text, &name.text, complaint),
        };
        self.errors.push(complaint);
        Value::Faulty
    }

    /// A definition, called.
    pub(super) fn call(
        &mut self,
        ctx: &mut Context,
        declared: Declared,
        text: &str,
        span: Span,
        arguments: &[Expr],
    ) -> Value {
        let loaded = self.loaded;
        let ItemKind::Def(def) = &loaded.item(declared).kind else { return Value::Faulty };
        if def.params.len() != arguments.len() {
            let message = wrong_number(text, def.params.len(), arguments.len());
            let diagnostic = Diagnostic::error(Code::WrongArguments, span, message)
                .note(def.name.span, "it is defined here");
            self.errors.push(diagnostic);
            return Value::Faulty;
        }
        let mut passed = Vec::new();
        let mut faulty = false;
        for (argument, (_, ty)) in arguments.iter().zip(&def.params) {
            match self.argument(ctx, argument, ty) {
                Some(argument) => passed.push(argument),
                None => faulty = true,
            }
        }
        let here = self.here(ctx, span);
        let next = if def.change { self.next(ctx, span) } else { None };
        if faulty || here.is_none() || (def.change && next.is_none()) {
            return Value::Faulty;
        }
        let mut positions: Vec<PosId> = here.into_iter().collect();
        positions.extend(next);
        self.apply(ctx, declared, def, &passed, &positions, span)
    }

    fn argument(&mut self, ctx: &mut Context, argument: &Expr, ty: &Name) -> Option<Argument> {
        let wanted = self.param_type(ty)?;
        let placed = self.expr(ctx, argument, Some(wanted));
        if wanted == Type::Man {
            return match &placed.value {
                Value::Man(slot, pos) => {
                    self.mention(ctx, *slot, *pos);
                    Some(Argument::Fixed(Fixed::Man(*slot), *pos))
                }
                Value::Group(letter, slots, pos) => Some(Argument::Group(*letter, slots.clone(), *pos)),
                _ => {
                    self.wanted("a man", &placed);
                    None
                }
            };
        }
        let words = self.describe_type(wanted);
        let term = self.coerce(ctx, &placed, wanted, &words)?;
        if let Term::Enum(id, value) = self.terms.get(term) {
            let fixed = Fixed::Value(*id, *value);
            let nowhere = self.given(0);
            return Some(Argument::Fixed(fixed, nowhere));
        }
        Some(Argument::Term(term))
    }

    pub(super) fn param_type(&mut self, ty: &Name) -> Option<Type> {
        Some(match ty.text.as_str() {
            "Int" => Type::Int,
            "Bool" => Type::Bool,
            "Square" => Type::Square,
            "Set" => Type::Set,
            "Man" => Type::Man,
            "Side" => Type::Enum(SIDES),
            "Kind" => Type::Enum(KINDS),
            _ => {
                if !ty.text.is_empty() {
                    let types = ["Int", "Bool", "Square", "Set", "Man", "Side", "Kind"];
                    let message = format!("there is no type called `{}`", ty.text);
                    let complaint = Diagnostic::error(Code::UnknownName, ty.span, message);
                    let complaint = complaint.help(format!("the types are {}", types.join(", ")));
                    self.errors.push(complaint.did_you_mean(suggest(&ty.text, types)));
                }
                return None;
            }
        })
    }

    fn apply(
        &mut self,
        ctx: &mut Context,
        declared: Declared,
        def: &Def,
        passed: &[Argument],
        positions: &[PosId],
        span: Span,
    ) -> Value {
        // Of like men, the union.
        if let Some(at) = passed.iter().position(|argument| matches!(argument, Argument::Group(..))) {
            return self.apply_to_group(ctx, declared, def, passed, at, positions, span);
        }
        // `attacks(R')` speaks of the position where the man is seen.
        let seen: std::collections::BTreeSet<PosId> = passed
            .iter()
            .filter_map(|a| if let Argument::Fixed(Fixed::Man(_), pos) = a { Some(*pos) } else { None })
            .collect();
        let elsewhere: Vec<PosId> =
            seen.iter().copied().filter(|pos| Some(pos) != positions.first()).collect();
        let moved;
        let positions = match (&elsewhere[..], seen.len(), def.change) {
            ([], ..) => positions,
            ([pos], 1, false) => {
                moved = [*pos];
                &moved[..]
            }
            _ => {
                let message = format!("`{}` is given men from several positions", def.name.text);
                let help = "give it squares, or men as they stand in one position";
                self.errors.push(Diagnostic::error(Code::WhichPosition, span, message).help(help));
                return Value::Faulty;
            }
        };
        let mut fixed = Vec::new();
        let mut terms = Vec::new();
        for argument in passed {
            match argument {
                Argument::Fixed(value, _) => fixed.push(Some(*value)),
                Argument::Term(term) => {
                    fixed.push(None);
                    terms.push(*term);
                }
                Argument::Group(..) => return Value::Faulty,
            }
        }
        let Some(instance) = self.instance(InstanceKey { declared, fixed }, def, span) else {
            return Value::Faulty;
        };
        for (at, slot) in &instance.mentions {
            if let Some(&pos) = positions.get(usize::from(*at)) {
                self.mention(ctx, *slot, pos);
            }
        }
        for (at, slot) in &instance.asked {
            if let Some(&pos) = positions.get(usize::from(*at)) {
                let base = self.base(pos);
                ctx.asked.insert((base, *slot));
            }
        }
        let used = if instance.change { 2 } else { 1 };
        let parts: Vec<TermId> =
            instance.defs.iter().map(|&def| self.call_term(def, &positions[..used], &terms)).collect();
        match parts[..] {
            [term] if !instance.tuple => Value::Term(term, instance.ty),
            _ => Value::Tuple(parts),
        }
    }

    /// Keeps a definition, and at which of its positions it looks.
    pub(super) fn define(&mut self, definition: Definition) -> DefId {
        let looks =
            (0..definition.positions).filter(|&place| self.looks_at(definition.body, place).is_some());
        let looks = looks.fold(0, |looks, place| looks | 1 << place);
        self.definitions.push(definition);
        self.looks.push(looks);
        DefId(self.definitions.len() as u32 - 1)
    }

    /// A call, or the value itself where that is a constant. Whoever calls may stand where a position that is not looked at
    /// has not been reached yet (`corner at p2`), so that place is filled with the first position, which is always there.
    fn call_term(&mut self, def: DefId, positions: &[PosId], arguments: &[TermId]) -> TermId {
        let definition = &self.definitions[def.0 as usize];
        let (body, sort, looks) = (definition.body, definition.sort, self.looks[def.0 as usize]);
        if matches!(self.terms.get(body), Term::Bool(_) | Term::Int(_) | Term::Enum(..)) {
            return body;
        }
        let first = self.given(0);
        let look = |(place, &pos): (usize, &PosId)| if looks >> place & 1 == 1 { pos } else { first };
        let positions = positions.iter().enumerate().map(look).collect();
        self.terms.call(def, sort, positions, arguments.to_vec())
    }

    #[expect(clippy::too_many_arguments, reason = "one argument more than `apply`, whose special case it is")]
    fn apply_to_group(
        &mut self,
        ctx: &mut Context,
        declared: Declared,
        def: &Def,
        passed: &[Argument],
        at: usize,
        positions: &[PosId],
        span: Span,
    ) -> Value {
        let Argument::Group(letter, slots, pos) = &passed[at] else { return Value::Faulty };
        let mut union = self.terms.set_of(Vec::new());
        for &slot in slots {
            let passed: Vec<Argument> = passed
                .iter()
                .enumerate()
                .map(|(index, argument)| match argument {
                    _ if index == at => Argument::Fixed(Fixed::Man(slot), *pos),
                    Argument::Fixed(value, pos) => Argument::Fixed(*value, *pos),
                    Argument::Group(letter, slots, pos) => Argument::Group(*letter, slots.clone(), *pos),
                    Argument::Term(term) => Argument::Term(*term),
                })
                .collect();
            let value = self.apply(ctx, declared, def, &passed, positions, span);
            let Value::Term(set, Type::Set) = value else {
                if value != Value::Faulty {
                    let message =
                        format!("`{}` is about one man, and there are several `{letter}`", def.name.text);
                    let help = format!("say `some x in {letter}: {}(x)`", def.name.text);
                    self.errors.push(Diagnostic::error(Code::SeveralMen, span, message).help(help));
                }
                return Value::Faulty;
            };
            let alive = self.terms.alive(*pos, slot);
            let none = self.terms.set_of(Vec::new());
            let there = self.terms.choose(alive, set, none);
            union = self.terms.union(union, there);
        }
        Value::Term(union, Type::Set)
    }

    /// The core definition for these men and values; made on the first call.
    fn instance(&mut self, key: InstanceKey, def: &Def, span: Span) -> Option<Instance> {
        if let Some(known) = self.instances.get(&key) {
            return known.clone();
        }
        if self.open.contains(&key.declared) {
            let message = format!("`{}` is defined by itself", def.name.text);
            self.errors.push(
                Diagnostic::error(Code::Circular, span, message).help("definitions cannot be circular"),
            );
            return None;
        }
        self.open.push(key.declared);
        let instance = self.elaborate_def(&key, def);
        self.open.pop();
        self.instances.insert(key, instance.clone());
        instance
    }

    fn elaborate_def(&mut self, key: &InstanceKey, def: &Def) -> Option<Instance> {
        let role = if def.change { Role::Change } else { Role::Def };
        let here = self.given(0);
        let next = def.change.then(|| self.given(1));
        let mut ctx = Context::new(key.declared.text, role, Some(here), next);
        let mut params = Vec::new();
        let mut name = self.loaded.name_in_program(key.declared, &def.name.text);
        for ((param, ty), fixed) in def.params.iter().zip(&key.fixed) {
            let ty = self.param_type(ty)?;
            if !self.bindable(&ctx, param) {
                return None;
            }
            let value = match fixed {
                Some(Fixed::Man(slot)) => {
                    name.push_str(&format!("[{}]", self.man_name(*slot)));
                    Value::Man(*slot, here)
                }
                Some(Fixed::Value(id, value)) => {
                    name.push_str(&format!(
                        "[{}]",
                        self.enums[usize::from(id.0)].values[usize::from(*value)]
                    ));
                    Value::Term(self.terms.value_of(*id, *value), Type::Enum(*id))
                }
                None => {
                    let var = self.terms.fresh(&param.text, ty.sort());
                    params.push(var);
                    Value::Term(self.terms.var(var), ty)
                }
            };
            ctx.locals.push((param.text.clone(), value));
        }
        let given: Vec<Slot> = key
            .fixed
            .iter()
            .filter_map(|f| if let Some(Fixed::Man(s)) = f { Some(*s) } else { None })
            .collect();
        let placed = self.expr(&mut ctx, &def.body, None);
        let (bodies, tuple, ty) = match (&placed.value, self.plain(&mut ctx, &placed)) {
            (Value::Tuple(parts), _) => (parts.clone(), true, Type::Int),
            (_, Some((term, ty))) => (vec![term], false, ty),
            _ => {
                self.wanted("a value", &placed);
                return None;
            }
        };
        if let Some(&body) = bodies.first() {
            ctx.parts.push((def.body.span, body));
        }
        let defs = bodies.iter().enumerate().map(|(part, &body)| {
            let sort = if tuple { Sort::Int } else { ty.sort() };
            let name = if tuple { format!("{name}.{}", part + 1) } else { name.clone() };
            let positions = if def.change { 2 } else { 1 };
            let (params, parts, span) = (params.clone(), ctx.parts.clone(), def.name.span);
            self.define(Definition { name, positions, params, sort, body, span, parts })
        });
        let defs = defs.collect();
        // Men who were passed in are the caller's to answer for.
        let numbered = |set: &std::collections::BTreeSet<(PosId, Slot)>| -> Vec<(u8, Slot)> {
            set.iter()
                .filter_map(|&(pos, slot)| match self.terms.pos(pos) {
                    Pos::Given(number) if !given.contains(&slot) => Some((number, slot)),
                    _ => None,
                })
                .collect()
        };
        Some(Instance {
            defs,
            tuple,
            ty,
            change: def.change,
            mentions: numbered(&ctx.mentions),
            asked: numbered(&ctx.asked),
        })
    }

    /// A man's letter, with a number if there are several.
    fn man_name(&self, slot: Slot) -> String {
        let letter = self.endgame.man(slot).letter;
        let alike = self.endgame.with_letter(letter);
        match alike.iter().position(|&other| other == slot) {
            Some(at) if alike.len() > 1 => format!("{letter}{}", at + 1),
            _ => letter.to_string(),
        }
    }

    /// Checks a definition that nobody may call: for all men and, where it takes values, for a variable.
    pub(super) fn check_def(&mut self, declared: Declared, def: &Def) {
        let before = self.errors.len();
        let slots: Vec<Slot> = self.endgame.slots().map(|(slot, _)| slot).collect();
        for &slot in &slots {
            let fixed =
                def.params.iter().map(|(_, ty)| (ty.text == "Man").then_some(Fixed::Man(slot))).collect();
            self.instance(InstanceKey { declared, fixed }, def, def.name.span);
            let men = def.params.iter().any(|(_, ty)| ty.text == "Man");
            if !men || self.errors.len() > before {
                break;
            }
        }
    }

    /// The core definition of a definition of the laws without parameters.
    pub(super) fn law(&mut self, text: usize, name: &str) -> Option<DefId> {
        let declared = *self.loaded.texts[text].names.get(name)?;
        let loaded = self.loaded;
        let ItemKind::Def(def) = &loaded.item(declared).kind else { return None };
        if !def.params.is_empty() {
            return None;
        }
        let instance = self.instance(InstanceKey { declared, fixed: Vec::new() }, def, def.name.span)?;
        instance.defs.first().copied()
    }
}

/// The message for a call with too few or too many values.
pub(super) fn wrong_number(name: &str, expected: usize, found: usize) -> String {
    let are = if found == 1 { "is" } else { "are" };
    match expected {
        0 => format!("`{name}` takes no values, but {found} {are} given"),
        1 => format!("`{name}` takes 1 value, but {found} {are} given"),
        _ => format!("`{name}` takes {expected} values, but {found} {are} given"),
    }
}
