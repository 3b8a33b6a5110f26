//! The text with line numbers, and where its rules and claims are.

use std::collections::BTreeMap;

use adli_lang::ast::{ItemKind, Rule};
use adli_lang::{line_and_column, parse};

use crate::markup::Markup;

/// In which lines of a text names are declared. A name that is declared twice is in none.
pub(super) struct Lines {
    rules: BTreeMap<String, Option<usize>>,
    claims: BTreeMap<String, Option<usize>>,
}

impl Lines {
    pub(super) fn of(words: &str) -> Lines {
        let mut lines = Lines { rules: BTreeMap::new(), claims: BTreeMap::new() };
        let at = |name: &adli_lang::ast::Name| line_and_column(words, name.span.start).0;
        let add = |to: &mut BTreeMap<String, Option<usize>>, name: &adli_lang::ast::Name| {
            let line = Some(at(name));
            to.entry(name.text.clone()).and_modify(|known| *known = None).or_insert(line);
        };
        for item in parse(0, words).file.items {
            match item.kind {
                ItemKind::Strategy(strategy) => {
                    for rule in &strategy.rules {
                        if let Rule::Step(step) = rule {
                            add(&mut lines.rules, &step.name);
                        }
                    }
                }
                ItemKind::Advice(advice) => add(&mut lines.rules, &advice.name),
                ItemKind::Claim(claim) => add(&mut lines.claims, &claim.name),
                _ => {}
            }
        }
        lines
    }

    /// The line of a rule.
    pub(super) fn rule(&self, name: &str) -> Option<usize> {
        self.rules.get(name).copied().flatten()
    }

    /// The line of a claim.
    pub(super) fn claim(&self, name: &str) -> Option<usize> {
        self.claims.get(name).copied().flatten()
    }

    /// Words that lead to a line, if there is one.
    pub(super) fn link(&self, out: &mut Markup, line: Option<usize>, words: &str) {
        match line {
            Some(line) => out.say("a", &[("href", &format!("#line-{line}"))], words),
            None => out.words(words),
        }
    }

    /// Writes the text.
    pub(super) fn write(&self, out: &mut Markup, words: &str) {
        out.put("pre", &[("class", &"text"), ("tabindex", &"0")], |pre| {
            for (number, line) in words.lines().enumerate() {
                let id = format!("line-{}", number + 1);
                pre.put("span", &[("id", &id), ("class", &"text-line")], |row| {
                    row.put("a", &[("class", &"line-number"), ("href", &format!("#{id}"))], |link| {
                        link.words(&(number + 1).to_string());
                    });
                    row.put("code", &[], |code| code.words(line));
                });
                pre.line();
            }
        });
    }
}
