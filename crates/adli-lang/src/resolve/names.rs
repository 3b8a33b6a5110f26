//! What the names of a text stand for: its own declarations, those that it uses, and the laws.

use std::collections::{HashMap, HashSet};

use crate::resolve::load::{Declared, Loaded, Used, brings};
use crate::resolve::words::{INSTEAD_OF_ADVICE, in_header, taken};
use crate::suggest::suggest;
use crate::syntax::Parsed;
use crate::syntax::ast::{Asked, Item, ItemKind, Rule};
use crate::{Code, Diagnostic, Span};

/// The declaration of a strategy of that name.
fn strategy_called(parsed: &Parsed, name: &str) -> Option<usize> {
    let is_it =
        |item: &Item| matches!(&item.kind, ItemKind::Strategy(strategy) if strategy.name.text == name);
    parsed.file.items.iter().position(is_it)
}

impl Loaded {
    pub(crate) fn item(&self, declared: Declared) -> &crate::syntax::ast::Item {
        &self.texts[declared.text].parsed.file.items[declared.item]
    }

    /// `then` after the last rule of a strategy goes with the rule if it names advice, and with the strategy if it names strategies. Words
    /// alone do not tell, because the end of a line means nothing.
    pub(super) fn settle_then(&mut self, number: usize) {
        let names = |name: &str| {
            let declared = self.texts[number].names.get(name)?;
            Some(matches!(self.item(*declared).kind, ItemKind::Strategy(_)))
        };
        let mut settled = Vec::new();
        for (at, item) in self.texts[number].parsed.file.items.iter().enumerate() {
            let ItemKind::Strategy(strategy) = &item.kind else { continue };
            let Some(Rule::Try { then, .. }) = strategy.rules.last() else { continue };
            let is_strategy = |asked: &Asked| names(&asked.name.text) == Some(true);
            if strategy.then.is_empty() && then.first().is_some_and(is_strategy) {
                settled.push((at, then.iter().map(|asked| asked.name.clone()).collect()));
            }
        }
        for (at, hands_over) in settled {
            let item = &mut self.texts[number].parsed.file.items[at];
            let ItemKind::Strategy(strategy) = &mut item.kind else { continue };
            strategy.then = hands_over;
            if let Some(Rule::Try { then, .. }) = strategy.rules.last_mut() {
                then.clear();
            }
        }
    }

    /// Whether two names stand for one declaration that is read in two ways, and that is no clash: strategies may go on for another with
    /// several men, and the values of an option are the same words whatever it is set to.
    fn is_read_again(&self, one: Declared, other: Declared) -> bool {
        let place = |declared: Declared| (self.texts[declared.text].source, declared.item, declared.value);
        let may_be = one.value.is_some() || matches!(self.item(one).kind, ItemKind::Strategy(_));
        may_be && place(one) == place(other)
    }

    /// The strategies of that name that go on for a text, in the order in which it uses them.
    pub(crate) fn going_on(&self, number: usize, name: &str) -> Vec<Declared> {
        let mut found = Vec::new();
        for used in &self.texts[number].uses {
            let listed = self.texts[number].use_item(used).is_some_and(|wanted| brings(wanted, name));
            if let Some(text) = used.text.filter(|_| listed) {
                let item = strategy_called(&self.texts[text].parsed, name);
                found.extend(item.map(|item| Declared { text, item, value: None }));
            }
        }
        found
    }

    /// Whether a text wants a strategy of that name from another that could not be read with its men.
    pub(crate) fn is_wanted(&self, number: usize, name: &str) -> bool {
        let text = &self.texts[number];
        let from_elsewhere = text.names.get(name).is_some_and(|declared| {
            declared.text != number && matches!(self.item(*declared).kind, ItemKind::Strategy(_))
        });
        from_elsewhere || self.is_missing(number, name)
    }

    /// Whether a name may be one that a `use` brings in whose text could not be read with these men.
    pub(crate) fn is_missing(&self, number: usize, name: &str) -> bool {
        let text = &self.texts[number];
        let listed = |used: &Used| text.use_item(used).is_some_and(|wanted| brings(wanted, name));
        text.uses.iter().any(|used| used.text.is_none() && listed(used))
    }

    /// What a program calls a declaration: by its name, unless that name means something else in the first text. Then the name of its
    /// text stands before it, so that a look-up by name finds what the first text means.
    pub(crate) fn name_in_program(&self, declared: Declared, name: &str) -> String {
        let own = self.item(declared).kind.name().map_or(name, |own| &own.text);
        let known = self.texts.first().and_then(|first| first.names.get(own));
        let source = self.texts[declared.text].source;
        let before = self.texts[..declared.text].iter().filter(|text| text.source == source).count();
        let after = self.texts[declared.text + 1..].iter().any(|text| text.source == source);
        match known {
            Some(known) if (known.text, known.item) == (declared.text, declared.item) => name.to_owned(),
            None if before == 0 && !after => name.to_owned(),
            _ if before == 0 => format!("{}:{name}", self.texts[declared.text].path),
            _ => format!("{}#{}:{name}", self.texts[declared.text].path, before + 1),
        }
    }

    /// Where another text first says that it uses this one.
    pub(crate) fn use_of(&self, number: usize) -> Option<Span> {
        let used = self.texts.iter().flat_map(|text| text.uses.iter().map(move |used| (text, used)));
        let mut used = used.filter(|(_, used)| used.text == Some(number));
        used.find_map(|(text, used)| Some(text.use_item(used)?.path.span))
    }

    /// The names that a text declares itself, with their places.
    fn own_names(&self, number: usize) -> Vec<(String, Span, Declared)> {
        let mut names = Vec::new();
        for (item, declaration) in self.texts[number].parsed.file.items.iter().enumerate() {
            let declared = Declared { text: number, item, value: None };
            if let ItemKind::Option(option) = &declaration.kind
                && let crate::syntax::ast::OptionValues::Names(values) = &option.values
            {
                for (value, name) in values.iter().enumerate() {
                    let declared = Declared { value: Some(value as u16), ..declared };
                    names.push((name.text.clone(), name.span, declared));
                }
            }
            let Some(name) = declaration.kind.name() else { continue };
            names.push((name.text.clone(), name.span, declared));
        }
        names.retain(|(text, ..)| !text.is_empty());
        names
    }

    /// What a text knows: its own names, those it uses, and the laws.
    pub(super) fn gather_names(&mut self, number: usize) {
        let mut names: HashMap<String, (Declared, Span)> = HashMap::new();
        let mut ambiguous = HashSet::new();
        let mut complaints = Vec::new();
        for (text, span, declared) in self.own_names(number) {
            // Claims and advice have no value, so that their names cannot be taken for words that are built in.
            let complaint = match self.item(declared).kind {
                ItemKind::Claim(_) => in_header,
                ItemKind::Advice(_) if !INSTEAD_OF_ADVICE.contains(&text.as_str()) => in_header,
                _ => taken,
            };
            complaints.extend(complaint(&text, span, self.texts[number].header(), "choose another name"));
            if let Some((_, first)) = names.get(&text) {
                let message = format!("`{text}` is declared twice");
                complaints
                    .push(Diagnostic::error(Code::DeclaredTwice, span, message).note(*first, "first here"));
            } else {
                names.insert(text, (declared, span));
            }
        }
        for used in &self.texts[number].uses {
            let Some(wanted) = self.texts[number].use_item(used) else { continue };
            let Some(known) = used.text else { continue };
            let offered = self.own_names(known);
            let place = wanted.path.span;
            for name in wanted.names.iter().flatten() {
                if !offered.iter().any(|(text, ..)| *text == name.text) {
                    let message = format!("`{}` has nothing called `{}`", wanted.path.text, name.text);
                    let near = suggest(&name.text, offered.iter().map(|(text, ..)| text.as_str()));
                    complaints
                        .push(Diagnostic::error(Code::NotInText, name.span, message).did_you_mean(near));
                }
            }
            for (text, span, declared) in offered {
                let claim = matches!(self.item(declared).kind, ItemKind::Claim(_));
                let listed = wanted.names.as_ref().is_none_or(|list| list.iter().any(|n| n.text == text));
                // The values of an option come with it.
                let value = declared.value.is_some();
                if claim || !(listed || value) {
                    continue;
                }
                match names.get(&text) {
                    Some((other, _)) if *other == declared => {}
                    Some((other, _)) if self.is_read_again(*other, declared) => {
                        ambiguous.extend((!value).then_some(text));
                    }
                    Some((_, first)) => {
                        let message =
                            format!("`{text}` of `{}` clashes with another `{text}`", wanted.path.text);
                        let help = "list the names you need: `use \"...\" (name, name)`";
                        let clash = Diagnostic::error(Code::ImportClash, place, message).help(help);
                        complaints.push(clash.note(*first, "this one").note(span, "and this one"));
                    }
                    None => {
                        names.insert(text, (declared, span));
                    }
                }
            }
        }
        if let Some(laws) = self.laws.filter(|&laws| laws != number) {
            for (text, law, declared) in self.own_names(laws) {
                if let Some((_, span)) = names.get(&text) {
                    let message = format!("`{text}` already has a meaning in the laws of chess");
                    let complaint = Diagnostic::error(Code::NameTaken, *span, message).note(law, "that one");
                    complaints.push(complaint.help("choose another name"));
                } else {
                    names.insert(text, (declared, Span::default()));
                }
            }
        }
        // A text that the laws themselves use is not told about clashes with the laws.
        let under_laws = self.laws.is_some_and(|laws| {
            laws == number || self.texts[laws].uses.iter().any(|used| used.text == Some(number))
        });
        if !under_laws {
            self.diagnostics.extend(complaints);
        }
        self.texts[number].ambiguous = ambiguous;
        self.texts[number].names = names.into_iter().map(|(text, (declared, _))| (text, declared)).collect();
    }
}
