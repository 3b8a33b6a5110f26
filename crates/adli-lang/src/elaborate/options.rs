//! Options: readings that can be switched.

use crate::Diagnostic;
use crate::core::program::{Enumeration, OptionValue};
use crate::core::term::{EnumId, OptionId, Sort};
use crate::source::NOWHERE;
use crate::suggest::{listed, suggest};
use crate::syntax::ast::{Expr, ExprKind, ItemKind, Name, OptionItem, OptionValues};

use super::Elaborator;

impl Elaborator<'_> {
    /// Declares the options of all texts, then sets them from `use .. with`, then from outside.
    pub(super) fn read_options(&mut self, settings: &[(&str, &str)]) {
        let loaded = self.loaded;
        for (number, text) in loaded.texts.iter().enumerate() {
            for (item, declaration) in text.parsed.file.items.iter().enumerate() {
                let ItemKind::Option(option) = &declaration.kind else { continue };
                // A text that is read more than once has its options once.
                let first = loaded.texts.iter().position(|other| other.source == text.source);
                match self.option_ids.get(&(first.unwrap_or(number), item)).copied() {
                    Some(known) => drop(self.option_ids.insert((number, item), known)),
                    None => self.declare_option(number, item, option),
                }
            }
        }
        let mut set_by = std::collections::HashMap::new();
        for text in &loaded.texts {
            for used in &text.uses {
                let ItemKind::Use(wanted) = &text.parsed.file.items[used.item].kind else { continue };
                let Some(used) = used.text else { continue };
                for (name, value) in &wanted.settings {
                    let Some(option) = self.find_option(used, name) else { continue };
                    let Some(number) = self.option_setting(option, value) else { continue };
                    self.options[usize::from(option.0)].value = number;
                    if let Some((other, span)) = set_by.insert(option, (number, name.span))
                        && other != number
                    {
                        let message = format!("`{}` is set to two values", name.text);
                        let diagnostic = Diagnostic::error(name.span, message).note(span, "and here");
                        self.errors.push(diagnostic);
                    }
                }
            }
        }
        for (name, value) in settings {
            self.set_from_outside(name, value);
        }
    }

    fn declare_option(&mut self, text: usize, item: usize, option: &OptionItem) {
        let sort = match &option.values {
            OptionValues::Type(name) => match name.text.as_str() {
                "Int" => Sort::Int,
                "Bool" => Sort::Bool,
                "" => return,
                _ => {
                    let message = format!("an option cannot be a `{}`", name.text);
                    let help = "write `Int`, `Bool` or the names of its values in braces";
                    self.errors.push(Diagnostic::error(name.span, message).help(help));
                    return;
                }
            },
            OptionValues::Names(values) => {
                let values = values.iter().map(|name| name.text.clone()).collect();
                self.enums.push(Enumeration { name: option.name.text.clone(), values });
                Sort::Enum(EnumId(self.enums.len() as u16 - 1))
            }
        };
        let id = OptionId(self.options.len() as u16);
        let name = option.name.text.clone();
        self.options.push(OptionValue { name, sort, value: 0, span: option.name.span });
        self.option_ids.insert((text, item), id);
        if let Some(value) = self.option_setting(id, &option.default) {
            self.options[usize::from(id.0)].value = value;
        }
    }

    /// The option of a text by its name.
    pub(super) fn find_option(&mut self, text: usize, name: &Name) -> Option<OptionId> {
        let declared = self.loaded.texts[text].names.get(&name.text);
        let found = declared.and_then(|d| self.option_ids.get(&(d.text, d.item)).copied());
        if found.is_none() && !name.text.is_empty() {
            let message = format!("there is no option called `{}`", name.text);
            let near = self.near(&name.text, self.options.iter().map(|option| option.name.as_str()));
            self.errors.push(Diagnostic::error(name.span, message).did_you_mean(near));
        }
        found
    }

    /// The number for a value that an option is set to.
    pub(super) fn option_setting(&mut self, option: OptionId, value: &Expr) -> Option<i32> {
        let sort = self.options[usize::from(option.0)].sort;
        let found = match (&value.kind, sort) {
            (ExprKind::Number(number), Sort::Int) => Some(*number),
            (ExprKind::Negative(inner), Sort::Int) => match inner.kind {
                ExprKind::Number(number) => Some(-number),
                _ => None,
            },
            (ExprKind::Truth(truth), Sort::Bool) => Some(i32::from(*truth)),
            (ExprKind::Name(name), Sort::Enum(id)) => self.enum_value(id, name).map(i32::from),
            (ExprKind::Faulty, _) => return None,
            _ => None,
        };
        if found.is_none() {
            let message =
                format!("`{}` takes another kind of value", self.options[usize::from(option.0)].name);
            let help = self.values_of(sort);
            self.errors.push(Diagnostic::error(value.span, message).help(help));
        }
        found
    }

    fn values_of(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "it is `true` or `false`".to_owned(),
            Sort::Enum(id) => format!("it is one of {}", listed(&self.enums[usize::from(id.0)].values)),
            _ => "it is a whole number".to_owned(),
        }
    }

    pub(super) fn enum_value(&self, id: EnumId, name: &str) -> Option<u16> {
        let values = &self.enums[usize::from(id.0)].values;
        values.iter().position(|value| value == name).map(|at| at as u16)
    }

    fn set_from_outside(&mut self, name: &str, value: &str) {
        let place = crate::Span { source: NOWHERE, start: 0, end: 0 };
        let Some(option) = self.options.iter().position(|option| option.name == name) else {
            let near = suggest(name, self.options.iter().map(|option| option.name.as_str()));
            let message = format!("there is no option called `{name}`");
            self.errors.push(Diagnostic::error(place, message).did_you_mean(near));
            return;
        };
        let sort = self.options[option].sort;
        let number = match sort {
            Sort::Bool => value.parse::<bool>().ok().map(i32::from),
            Sort::Enum(id) => self.enum_value(id, value).map(i32::from),
            _ => value.parse().ok(),
        };
        match number {
            Some(number) => self.options[option].value = number,
            None => {
                let help = self.values_of(sort);
                let message = format!("`{name}` cannot be `{value}`");
                self.errors.push(Diagnostic::error(place, message).help(help));
            }
        }
    }
}
