//! The text with all conditions that rules may be made of, as definitions.

use adli_lang::Program;
use adli_lang::term::TermId;

use super::features::{Feature, features};
use super::{SuggestError, Workshop};

/// A text that knows the conditions.
pub(super) struct Told {
    pub(super) programs: Vec<Program>,
    /// The conditions, each with the number of its definition.
    pub(super) features: Vec<(usize, Feature)>,
}

const CONDITION: &str = "suggested_condition_";

impl Told {
    /// The terms of the conditions in one of the programs.
    pub(super) fn meanings(&self, program: &Program) -> Vec<TermId> {
        self.features.iter().filter_map(|(number, _)| meaning(program, *number)).collect()
    }
}

/// The term of a condition that was added to the text.
fn meaning(program: &Program, number: usize) -> Option<TermId> {
    let name = format!("{CONDITION}{number}");
    program.definitions.iter().find(|definition| definition.name == name).map(|definition| definition.body)
}

/// The text with its conditions; what it does not understand is left out.
pub(super) fn told(workshop: &Workshop<'_>, text: &str, programs: &[Program]) -> Result<Told, SuggestError> {
    let mut all = features(text, &workshop.request.recogniser, programs);
    let geometry = if text.contains("use geometry") { "" } else { "\nuse geometry" };
    loop {
        let mut new = format!("{text}{geometry}");
        let mut begins = Vec::new();
        for (number, feature) in all.iter().enumerate() {
            begins.push(new.len() as u32);
            new.push_str(&format!("\ndef {CONDITION}{number} = {}", feature.yes));
        }
        let (checked, number) = workshop.checked(&new);
        if !checked.has_errors() {
            let features = all.into_iter().enumerate().collect();
            return turnable(workshop, Told { programs: checked.programs, features });
        }
        let here = checked.diagnostics.iter().filter(|d| d.span.source == number);
        let mut faulty: Vec<usize> =
            here.filter_map(|d| begins.iter().rposition(|&begin| begin <= d.span.start)).collect();
        faulty.sort_unstable();
        faulty.dedup();
        if faulty.is_empty() {
            return Err(SuggestError::Text(checked));
        }
        for number in faulty.into_iter().rev() {
            all.remove(number);
        }
    }
}

/// If the recogniser is the same in all images of a position, only the conditions that are so too: then one position counts
/// for all its images.
fn turnable(workshop: &Workshop<'_>, mut told: Told) -> Result<Told, SuggestError> {
    for program in &told.programs {
        let tables = workshop.tables(program);
        let work = workshop.work(program, &tables);
        let answer = program.definitions[workshop.recogniser(program)?.answer.0 as usize].body;
        if work.images(&[answer]).len() == 1 {
            told.features.retain(|(number, _)| {
                meaning(program, *number).is_some_and(|term| work.images(&[term]).len() == 1)
            });
        }
    }
    Ok(told)
}
