//! Options: readings that can be switched.

use std::collections::HashMap;

use crate::core::program::{Enumeration, OptionValue};
use crate::core::term::{EnumId, OptionId, Sort};
use crate::source::NOWHERE;
use crate::suggest::{listed, suggest};
use crate::syntax::ast::{Expr, ExprKind, ItemKind, Name, OptionItem, OptionValues};
use crate::{Code, Diagnostic};

use super::Elaborator;

impl Elaborator<'_> {
    /// Declares the options of all texts as they are set by `use .. with`, then sets them from outside.
    pub(super) fn read_options(&mut self, settings: &[(&str, &str)]) {
        let loaded = self.loaded;
        // Copies of a text share an option that is set to the same value, or to none.
        let mut known = HashMap::new();
        for (number, text) in loaded.texts.iter().enumerate() {
            for (item, declaration) in text.parsed.file.items.iter().enumerate() {
                let ItemKind::Option(option) = &declaration.kind else { continue };
                let set = text.reading.settings.iter().find(|(name, _)| *name == option.name.text);
                let set = set.map(|(_, value)| value.as_str());
                match known.get(&(text.source, item, set)) {
                    Some(&known) => drop(self.option_ids.insert((number, item), known)),
                    None => {
                        let made = self.declare_option((number, item), option, set);
                        known.extend(made.map(|id| ((text.source, item, set), id)));
                    }
                }
            }
        }
        for text in &loaded.texts {
            for used in &text.uses {
                let ItemKind::Use(wanted) = &text.parsed.file.items[used.item].kind else { continue };
                let Some(used) = used.text else { continue };
                for (name, value) in &wanted.settings {
                    if let Some(option) = self.find_option(used, name) {
                        self.option_setting(option, value);
                    }
                }
            }
        }
        for (name, value) in settings {
            self.set_from_outside(name, value);
        }
    }

    /// Declares an option with its default, or with the value that `use .. with` sets.
    fn declare_option(
        &mut self,
        place: (usize, usize),
        option: &OptionItem,
        set: Option<&str>,
    ) -> Option<OptionId> {
        let sort = match &option.values {
            OptionValues::Type(name) => match name.text.as_str() {
                "Int" => Sort::Int,
                "Bool" => Sort::Bool,
                "" => return None,
                _ => {
                    let message = format!("an option cannot be a `{}`", name.text);
                    let help = "write `Int`, `Bool` or the names of its values in braces";
                    self.errors.push(Diagnostic::error(Code::OptionValue, name.span, message).help(help));
                    return None;
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
        let (span, is_set) = (option.name.span, set.is_some());
        self.options.push(OptionValue { name, sort, value: 0, is_set, span });
        self.option_ids.insert(place, id);
        let default = self.option_setting(id, &option.default);
        // A value of another sort is reported where it is set.
        let value = set.and_then(|set| self.value_written(sort, set)).or(default);
        self.options[usize::from(id.0)].value = value.unwrap_or(0);
        Some(id)
    }

    /// The option of a text by its name.
    pub(super) fn find_option(&mut self, text: usize, name: &Name) -> Option<OptionId> {
        let declared = self.loaded.texts[text].names.get(&name.text);
        let found = declared.and_then(|d| self.option_ids.get(&(d.text, d.item)).copied());
        if found.is_none() && !name.text.is_empty() {
            let message = format!("there is no option called `{}`", name.text);
            let near = self.near(&name.text, self.options.iter().map(|option| option.name.as_str()));
            self.errors.push(Diagnostic::error(Code::UnknownName, name.span, message).did_you_mean(near));
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
            self.errors.push(Diagnostic::error(Code::OptionValue, value.span, message).help(help));
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

    /// Sets the option that the first text knows by that name; else, wherever `use .. with` has not set it, each of that name.
    fn set_from_outside(&mut self, name: &str, value: &str) {
        let place = crate::Span { source: NOWHERE, start: 0, end: 0 };
        let complain = |code, message: String| Diagnostic::error(code, place, message);
        let declared = self.loaded.texts[0].names.get(name);
        let visible = declared.and_then(|d| self.option_ids.get(&(d.text, d.item)));
        let found: Vec<usize> = match visible {
            Some(option) => vec![usize::from(option.0)],
            None => {
                let all = self.options.iter().enumerate().filter(|(_, option)| option.name == name);
                all.map(|(number, _)| number).collect()
            }
        };
        let Some(&first) = found.first() else {
            let near = suggest(name, self.options.iter().map(|option| option.name.as_str()));
            let message = format!("there is no option called `{name}`");
            self.errors.push(complain(Code::UnknownName, message).did_you_mean(near));
            return;
        };
        let free = |number: &usize| visible.is_some() || !self.options[*number].is_set;
        let free: Vec<usize> = found.into_iter().filter(free).collect();
        if free.is_empty() {
            let message = format!("`{name}` is set where its text is used, `with {name} = ..`");
            self.errors.push(complain(Code::OptionValue, message).help("change it there"));
        }
        let sort = self.options[first].sort;
        match self.value_written(sort, value) {
            Some(number) => free.into_iter().for_each(|option| self.options[option].value = number),
            None => {
                let help = self.values_of(sort);
                self.errors
                    .push(complain(Code::OptionValue, format!("`{name}` cannot be `{value}`")).help(help));
            }
        }
    }

    /// The number for a value as a text writes it.
    fn value_written(&self, sort: Sort, value: &str) -> Option<i32> {
        match sort {
            Sort::Bool => value.parse::<bool>().ok().map(i32::from),
            Sort::Enum(id) => self.enum_value(id, value).map(i32::from),
            _ => value.parse().ok(),
        }
    }
}
