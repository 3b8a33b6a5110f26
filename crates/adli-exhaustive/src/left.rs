//! How many moves a strategy has left, position by position: what somebody needs who wants to check a proof by going through it
//! again, one move at a time; and which positions are met in play.

use adli_chess::{Colour, Square};
use adli_claims::{Limit, Options, Watch};
use adli_lang::term::{OptionId, StrategyId, TermId};
use adli_lang::{Program, State};
use adli_position::{Code, Space};
use adli_values::{TableSource, Tables};

use crate::columns::Asks;
use crate::engine::Engine;
use crate::ground::Ground;
use crate::longest::Longest;
use crate::survey::{Aim, Status, Survey, status};

/// The numbers of moves that are left with the strategy to move: the most, over all its choices and all replies. They are in the order of
/// placements, the squares of the men (a1, b1, .. h8) as digits of a number, the first man's in front; 0 where a play from the positions
/// of the claim never comes, where it may fail, and where the position is not legal.
///
/// # Errors
/// Which limit was reached: there are too many men, the memory or the patience of the watch was not enough.
pub fn moves_left(
    program: &Program,
    (strategy, from): (StrategyId, TermId),
    under: &[(OptionId, i32)],
    options: &Options,
    watch: &dyn Watch,
) -> Result<Vec<u32>, Limit> {
    let says = |engine: &mut Engine<'_>, survey: &mut Survey, begin: &[Code]| {
        let longest = Longest::new(engine, survey, begin)?;
        Ok(move |_: &Survey, number: usize| longest.moves(true, number).map_or(0, |moves| moves.worst))
    };
    by_place(program, (strategy, from), under, (options, watch), says)
}

/// Which positions with a strategy to move and nobody missing are met in play from the positions of a claim: 1 for these, 0 for all others, in the order of
/// [`moves_left`].
///
/// # Errors
/// As for [`moves_left`].
pub fn met_in_play(
    program: &Program,
    (strategy, from): (StrategyId, TermId),
    under: &[(OptionId, i32)],
    options: &Options,
    watch: &dyn Watch,
) -> Result<Vec<u32>, Limit> {
    let says = |_: &mut Engine<'_>, _: &mut Survey, _: &[Code]| {
        Ok(|survey: &Survey, number: usize| u32::from(status(&survey.own, number) != Status::Unseen))
    };
    by_place(program, (strategy, from), under, (options, watch), says)
}

/// Something of every placement, after a survey of the play. It is found out in two steps: once for the whole play, and then for each number of a position.
fn by_place<Of: Fn(&Survey, usize) -> u32>(
    program: &Program,
    (strategy, from): (StrategyId, TermId),
    under: &[(OptionId, i32)],
    (options, watch): (&Options, &dyn Watch),
    says: impl FnOnce(&mut Engine<'_>, &mut Survey, &[Code]) -> Result<Of, Limit>,
) -> Result<Vec<u32>, Limit> {
    let space = Space::of(&program.endgame)?;
    let none = TableSource::empty();
    let tables = Tables::new(&program.endgame, watch, options.memory, &none);
    let ground = Ground { program, space: &space, options: under.to_vec(), tables: &tables, watch };
    let mut engine = Engine::new(ground, options.memory, options.symmetries);
    let men = program.endgame.men.len() as u32;
    let places = 64u64.checked_pow(men).filter(|places| *places <= options.memory / 4);
    let places = places.ok_or(Limit::Memory("the moves that are left"))? as usize;
    engine.take(4 * places as u64, "the moves that are left")?;
    engine.fold_for(Some(strategy), &[from], &[], &[]);
    let begin = engine.domain(from)?;
    let mut survey = Survey::new(&mut engine, strategy, &begin, &Aim::default(), |done| watch.met(done))?;
    let says = says(&mut engine, &mut survey, &begin)?;
    let turn = if program[strategy].side == 0 { Colour::White } else { Colour::Black };
    let mut left = vec![0; places];
    let squares: Vec<Square> = Square::all().collect();
    for (place, left) in left.iter_mut().enumerate() {
        if place % 65536 == 0 {
            engine.go_on()?;
        }
        let on: Vec<Square> = (0..men).rev().map(|man| squares[place >> (6 * man) & 63]).collect();
        let apart = on.iter().enumerate().all(|(number, square)| !on[..number].contains(square));
        if !apart {
            continue;
        }
        let state = State::at_home(&program.endgame, turn, &on);
        if state.position(&program.endgame).is_err() {
            continue;
        }
        let number = survey.numbers.of(&engine, engine.space().canonical(engine.space().code(&state)));
        *left = says(&survey, number);
    }
    Ok(left)
}
