//! Declarations that are read when they are first asked for, and once: strategies, advice, recognisers.

use std::collections::HashMap;

use crate::resolve::load::Declared;
use crate::syntax::ast::Name;
use crate::{Code, Diagnostic, Span};

use super::Elaborator;
use super::asked::Form;

/// What declarations of one sort stand for, in each form in which they are asked for.
#[derive(Clone)]
pub(super) struct Read<T> {
    /// In the order in which they were asked for.
    pub(super) all: Vec<T>,
    /// For each declaration the numbers of its forms that came out.
    numbers: HashMap<(usize, usize), HashMap<Form, Option<u16>>>,
}

impl<T> Read<T> {
    pub(super) fn none() -> Read<T> {
        Read { all: Vec::new(), numbers: HashMap::new() }
    }

    /// What a declaration stands for in its plain form, if it came out.
    pub(super) fn get(&self, declared: Declared) -> Option<&T> {
        let number = self.numbers.get(&(declared.text, declared.item))?.get(&Form::default())?;
        self.all.get(usize::from((*number)?))
    }

    /// What a declaration stands for, in each form in which it was asked for; nothing for a form that did not come out.
    pub(super) fn forms(&self, declared: Declared) -> impl Iterator<Item = Option<&T>> {
        let forms = self.numbers.get(&(declared.text, declared.item)).into_iter().flatten();
        forms.map(|(_, number)| number.and_then(|number| self.all.get(usize::from(number))))
    }

    /// Whether a declaration was ever asked for.
    pub(super) fn is_begun(&self, declared: Declared) -> bool {
        self.forms(declared).next().is_some()
    }
}

impl Elaborator<'_> {
    /// The number of what a declaration stands for; nothing if it has mistakes, or asks about itself, which is not allowed.
    pub(super) fn once<T>(
        &mut self,
        (declared, form): (Declared, Form),
        (name, span): (&Name, Span),
        not_allowed: &str,
        kept: fn(&mut Self) -> &mut Read<T>,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<u16> {
        let key = (declared.text, declared.item);
        if let Some(known) = kept(self).numbers.get(&key).and_then(|forms| forms.get(&form)) {
            return *known;
        }
        if self.open.contains(&declared) {
            let message = format!("`{}` asks about itself", name.text);
            self.errors.push(Diagnostic::error(Code::Circular, span, message).help(not_allowed));
            return None;
        }
        self.open.push(declared);
        let before = self.errors.len();
        let made = read(self);
        self.open.pop();
        let made = made.filter(|_| self.errors.len() == before);
        let kept = kept(self);
        let number = made.map(|made| {
            kept.all.push(made);
            kept.all.len() as u16 - 1
        });
        kept.numbers.entry(key).or_default().insert(form, number);
        number
    }
}
