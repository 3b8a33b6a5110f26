//! The text with all conditions that rules may be made of, as definitions.

use adli_lang::ast::{Item, ItemKind};
use adli_lang::term::TermId;
use adli_lang::{Checked, Program, parse};

use crate::features::Feature;
use crate::learn::Literal;

/// A text that knows the conditions.
pub struct Told {
    /// What it means, once for each material.
    pub programs: Vec<Program>,
    features: Vec<(usize, Feature)>,
}

const CONDITION: &str = "suggested_condition_";

impl Told {
    /// The text with its conditions, as `check` understands it; what it does not understand is left out.
    ///
    /// # Errors
    /// If the text has errors without them.
    pub fn new(
        text: &str,
        mut all: Vec<Feature>,
        check: impl Fn(&str) -> (Checked, u16),
    ) -> Result<Told, Checked> {
        let text = with_geometry(text, |new| !check(new).0.has_errors());
        loop {
            let mut new = text.clone();
            let mut begins = Vec::new();
            for (number, feature) in all.iter().enumerate() {
                begins.push(new.len() as u32);
                new.push_str(&format!("\ndef {CONDITION}{number} = {}", feature.yes));
            }
            let (checked, number) = check(&new);
            if !checked.has_errors() {
                let features = all.into_iter().enumerate().collect();
                return Ok(Told { programs: checked.programs, features });
            }
            let here = checked.diagnostics.iter().filter(|d| d.span.source == number);
            let mut faulty: Vec<usize> =
                here.filter_map(|d| begins.iter().rposition(|&begin| begin <= d.span.start)).collect();
            faulty.sort_unstable();
            faulty.dedup();
            if faulty.is_empty() {
                return Err(checked);
            }
            for number in faulty.into_iter().rev() {
                all.remove(number);
            }
        }
    }

    /// How many conditions there are.
    #[must_use]
    pub fn conditions(&self) -> usize {
        self.features.len()
    }

    /// The terms of the conditions in one of the programs.
    #[must_use]
    pub fn meanings(&self, program: &Program) -> Vec<TermId> {
        self.features.iter().filter_map(|(number, _)| meaning(program, *number)).collect()
    }

    /// Keeps the conditions whose terms, in one of the programs, are wanted.
    pub fn retain(&mut self, program: &Program, wanted: impl Fn(TermId) -> bool) {
        self.features.retain(|(number, _)| meaning(program, *number).is_some_and(&wanted));
    }

    /// A conjunction as the text would write it.
    #[must_use]
    pub fn words(&self, literals: &[Literal]) -> String {
        let words = literals.iter().filter_map(|literal| {
            let (_, feature) = self.features.get(literal.feature)?;
            Some(if literal.negated { feature.no.as_str() } else { feature.yes.as_str() })
        });
        words.collect::<Vec<_>>().join(" and ")
    }
}

/// The text with the words of `geometry`, of which conditions are made; as it is, if it has them all, or gives them other meanings so
/// that the text would not be understood. What is added stands in the line of the header.
pub fn with_geometry(text: &str, is_understood: impl Fn(&str) -> bool) -> String {
    let items = parse(0, text).file.items;
    let has_all = |item: &Item| matches!(&item.kind, ItemKind::Use(wanted) if wanted.path.text == "geometry" && wanted.names.is_none());
    let header = items.iter().find(|item| matches!(item.kind, ItemKind::Endgame(_)));
    let at = header.map_or(0, |header| header.span.end as usize);
    let (before, after) = text.split_at(at.min(text.len()));
    let new = format!("{before} use geometry {after}");
    if items.iter().any(has_all) || !is_understood(&new) { text.to_owned() } else { new }
}

/// The term of a condition that was added to the text.
fn meaning(program: &Program, number: usize) -> Option<TermId> {
    let name = format!("{CONDITION}{number}");
    program.definitions.iter().find(|definition| definition.name == name).map(|definition| definition.body)
}
