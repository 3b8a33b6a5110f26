//! Declared equals elaborated.
//!
//! A program must be the whole of its text. A declaration that is left out, or a rule of one, would not be missed by
//! whoever reads the verdict: what is left is proved, and it is not what was written. Elaboration gives up on a
//! declaration only with an error; this file does not take its word for it. When there are no errors it goes through
//! the syntax tree again, counts what stands there, and compares it with what came out. A difference is a
//! fault of ours, and there is no program.
//!
//! What a warning is about has no part in this: warnings are kept in another list, of another type, that nothing reads
//! before the program is made.

use std::collections::HashMap;

use crate::core::program::{Advice, Step};
use crate::resolve::load::Declared;
use crate::syntax::ast::{Answer, ItemKind, Name, Rule, Verdict};
use crate::{Diagnostic, Span};

use super::Elaborator;

impl Elaborator<'_> {
    /// What the text declares and the program does not have.
    pub(super) fn left_out(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut say = |span: Span, name: &str| {
            let message = format!("`{name}` was read, but not all of it is in the program");
            found.push(Diagnostic::internal(span, message));
        };
        let mut claims = self.claims.iter();
        let instances = self.instances_made();
        for (text, loaded) in self.loaded.texts.iter().enumerate() {
            for (item, declaration) in loaded.parsed.file.items.iter().enumerate() {
                let declared = Declared { text, item, value: None };
                let whole = match &declaration.kind {
                    ItemKind::Option(_) => self.option_ids.contains_key(&(text, item)),
                    // What another text declares is read only if it is asked for; its claims are its own.
                    _ if text != 0 && !self.is_begun(declared) && !instances.contains_key(&declared) => true,
                    // Of each way in which it was asked for; of one of the text itself, there is one at least.
                    ItemKind::Def(_) => instances.get(&declared) == Some(&true),
                    ItemKind::Strategy(strategy) => self.strategies.get(declared).is_some_and(|made| {
                        let goes_on = strategy.then.iter().all(|name| goes_on(name, &made.steps));
                        made.span == strategy.name.span && follow(&strategy.rules, &made.steps) && goes_on
                    }),
                    // What has to be given something is read for itself only where nobody asks for it, and not kept.
                    ItemKind::Advice(advice) => {
                        let plain = !advice.params.is_empty() || self.advice.get(declared).is_some();
                        let of_it = |made: &Advice| made.span == advice.name.span;
                        plain && self.advice.forms(declared).all(|form| form.is_some_and(of_it))
                    }
                    ItemKind::Recogniser(recogniser) => self.recognisers.get(declared).is_some_and(|made| {
                        made.span == recogniser.name.span && made.rules.len() == answers(&recogniser.rules)
                    }),
                    ItemKind::Claim(claim) => claims
                        .next()
                        .is_some_and(|made| made.name == claim.name.text && made.span == declaration.span),
                    ItemKind::Endgame(_) | ItemKind::Use(_) | ItemKind::Moves(_) => true,
                };
                if !whole {
                    say(declaration.span, declaration.kind.name().map_or("", |name| &name.text));
                }
            }
        }
        found
    }

    /// Whether a declaration was ever asked for, other than a definition.
    fn is_begun(&self, declared: Declared) -> bool {
        self.strategies.is_begun(declared)
            || self.advice.is_begun(declared)
            || self.recognisers.is_begun(declared)
    }

    /// For each definition that was asked for, whether it came out in every way in which it was.
    fn instances_made(&self) -> HashMap<Declared, bool> {
        let mut made = HashMap::new();
        for (key, instance) in &self.instances {
            *made.entry(key.declared()).or_insert(true) &= instance.is_some();
        }
        made
    }
}

/// Whether the steps are those of the rules, one for each step and one for each piece of advice that is tried.
fn follow(rules: &[Rule], steps: &[Step]) -> bool {
    let mut steps = steps.iter();
    let all = rules.iter().all(|rule| match rule {
        Rule::Step(item) => {
            steps.next().is_some_and(|step| step.advice.is_none() && step.name == item.name.text)
        }
        Rule::Try { advice, .. } => {
            advice.iter().all(|_| steps.next().is_some_and(|step| step.advice.is_some()))
        }
    });
    // What is left belongs to those who go on.
    all && steps.all(|step| step.cast > 0)
}

/// Whether somebody to whom a strategy hands over has steps in it.
fn goes_on(name: &Name, steps: &[Step]) -> bool {
    steps.iter().any(|step| step.cast > 0 && step.name.starts_with(&format!("{}.", name.text)))
}

/// How many rules of a recogniser give an answer.
fn answers(rules: &[Verdict]) -> usize {
    let count = |rule: &Verdict| match &rule.then {
        Answer::Says(..) => 1,
        Answer::Rules(inner) => answers(inner),
    };
    rules.iter().map(count).sum()
}
