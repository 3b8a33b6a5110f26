//! From how many positions a claim fails, by the square on which a man stands there: the figures of a map of failures.
//!
//! Positions are found as the proof finds them, one for each class of images; each image is then counted on its own square.

use adli_claims::{Limit, Options, Watch};
use adli_lang::term::Slot;
use adli_lang::{Claim, ClaimKind, Program};
use adli_position::Space;
use adli_position::space::{Code, square};
use adli_values::{TableSource, Tables};

use crate::columns::{Asks, Columns};
use crate::engine::Engine;
use crate::ground::Ground;
use crate::longest::Longest;
use crate::reaches::Reaches;
use crate::survey::{Aim, Survey};

/// How many positions of a claim that fails have a man on which square, from a1 and b1 to h8. Nothing if failures of such claims are not
/// counted by their first position: those are theorems that a strategy reaches its aim, and lemmas about every position.
///
/// # Errors
/// Which limit was reached.
pub fn failing_by_square(
    program: &Program,
    claim: &Claim,
    man: Slot,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Option<[u64; 64]>, Limit> {
    let space = Space::of(&program.endgame)?;
    let none = TableSource::empty();
    let tables = Tables::new(&program.endgame, watch, options.memory, &none);
    let ground = Ground { program, space: &space, options: claim.under.clone(), tables: &tables, watch };
    let mut engine = Engine::new(ground, options.memory, options.symmetries);
    let failing = match &claim.says {
        ClaimKind::Everywhere { domain, show } => {
            engine.fold_for(None, &[*domain, *show], &[*domain], &[]);
            let codes = engine.domain(*domain)?;
            let mut show = engine.compile(*show, 1, &[]);
            let values = engine.over(&mut show, &codes)?;
            codes.into_iter().zip(values).filter(|(_, value)| *value == 0).map(|(code, _)| code).collect()
        }
        ClaimKind::Reaches { strategy, or, within, from } => {
            let (strategy, or, within, from) = (*strategy, *or, *within, *from);
            not_reached(
                &Reaches { strategy, or, within, from, fifty: claim.fifty, rests: Vec::new() },
                &mut engine,
                watch,
            )?
        }
        _ => return Ok(None),
    };
    Ok(Some(by_square(&engine, &failing, usize::from(man.0))))
}

/// The positions of a theorem from which its strategy may not reach its aim, or not in time.
fn not_reached(theorem: &Reaches, engine: &mut Engine<'_>, watch: &dyn Watch) -> Result<Vec<Code>, Limit> {
    let terms: Vec<_> = theorem.or.into_iter().chain([theorem.from]).collect();
    engine.fold_for(Some(theorem.strategy), &terms, &[], &[]);
    let from = engine.domain(theorem.from)?;
    let aim = Aim { or: theorem.or, rests: Vec::new() };
    let mut survey = Survey::new(engine, theorem.strategy, &from, &aim, |done| watch.met(done))?;
    let longest = Longest::new(engine, &mut survey, &from)?;
    let slow = theorem.too_slow(engine, &mut survey, &longest, &from);
    let mut failing: Vec<Code> = slow.into_iter().map(|(_, code, _)| code).collect();
    for code in from {
        let own = engine.ground.is_own(theorem.strategy, code);
        let number = survey.numbers.of(engine, code);
        failing.extend(longest.moves(own, number).is_none().then_some(code));
    }
    Ok(failing)
}

/// All images of positions that count, by the square of a man.
fn by_square(engine: &Engine<'_>, codes: &[Code], man: usize) -> [u64; 64] {
    let space = engine.space();
    let mut squares = [0; 64];
    for &code in codes {
        let group = engine.fold.group().iter();
        let mut images: Vec<Code> =
            group.map(|symmetry| space.canonical(space.image(code, symmetry.index()))).collect();
        images.sort_unstable();
        images.dedup();
        for image in images {
            if let Some(count) = squares.get_mut(square(image, man) as usize) {
                *count += 1;
            }
        }
    }
    squares
}
