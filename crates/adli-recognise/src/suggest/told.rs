//! The text with all conditions that rules may be made of.

use adli_lang::ast::ItemKind;
use adli_lang::{Program, parse};
use adli_learn::{Told, features};
use adli_static::compile_terms;

use super::edit::asked;
use super::{SuggestError, Workshop};

/// The text with its conditions; what it does not understand is left out.
pub(super) fn told(workshop: &Workshop<'_>, text: &str, programs: &[Program]) -> Result<Told, SuggestError> {
    let items = parse(0, text).file.items;
    let own = items.iter().find_map(|item| match &item.kind {
        ItemKind::Recogniser(found) if found.name.text == workshop.request.recogniser => Some(&found.rules),
        _ => None,
    });
    let all = features(text, &own.map(|rules| asked(rules)).unwrap_or_default(), programs);
    let told = Told::new(text, all, |text| workshop.checked(text)).map_err(SuggestError::Text)?;
    askable(workshop, told)
}

/// Keeps the conditions that a rule of the recogniser may ask: not mates, which take moves, and if the
/// recogniser is the same in all images of a position, only conditions that are so too. Then one position
/// counts for all its images.
fn askable(workshop: &Workshop<'_>, mut told: Told) -> Result<Told, SuggestError> {
    let programs = std::mem::take(&mut told.programs);
    for program in &programs {
        let tables = workshop.tables(program);
        let work = workshop.work(program, &tables);
        let is_still = |turn, term| {
            compile_terms(program, work.under, turn, &[term]).is_ok_and(|compiled| !compiled.looks())
        };
        told.retain(program, |term| (0..2).all(|turn| is_still(turn, term)));
        if work.images_by_rule(workshop.recogniser(program)?, None).len() == 1 {
            told.retain(program, |term| work.images(&[term]).len() == 1);
        }
    }
    told.programs = programs;
    Ok(told)
}
