//! A position to begin with, for somebody who has opened a text and not yet set up one.

use adli_chess::{Colour, Position, Square};
use adli_lang::{ClaimKind, Interpreter, MovesFrom, Program, State};

use crate::end::End;
use crate::text::Text;

/// How many placements are tried, and how much may be asked about all of them: somebody waits for it at every key.
const TRIED: usize = 400;
const FUEL: u64 = 2_000_000;

/// A position of a text in which its first strategy is to move, where one of its theorems begins and the game is not over; of a
/// text without a strategy, any position that its claims speak of. The same text always has the same one.
#[must_use]
pub fn example(text: &Text, programs: &[Program]) -> Option<Position> {
    let program = programs.first()?;
    let own = |strategy: &&adli_lang::Strategy| strategy.span.source == text.number;
    let strategy = program.strategies.iter().find(own);
    let turn = strategy.map(|strategy| Colour::ALL[usize::from(strategy.side & 1)]);
    let from = program.claims.iter().find_map(|claim| match &claim.says {
        ClaimKind::Reaches { from, .. } | ClaimKind::Keeps { from, .. } => Some(*from),
        ClaimKind::Recognises { from, .. } => Some(*from),
        _ => None,
    });
    let mut interpreter = Interpreter::new(program).fuel(FUEL).moves_from(MovesFrom::Core);
    let mut second = None;
    for number in 0..TRIED {
        let squares = spread(number, program.endgame.men.len());
        let state = State::at_home(&program.endgame, turn.unwrap_or(Colour::White), &squares);
        let Ok(position) = state.position(&program.endgame) else { continue };
        if End::of(&position).is_some() {
            continue;
        }
        let begins = from.is_none_or(|from| interpreter.holds(from, &[state]).unwrap_or(false));
        if begins {
            return Some(position);
        }
        second = second.or(Some(position));
    }
    second
}

/// The so-manieth placement of some men: spread over the board, two never on one square. Each man goes through all squares in
/// steps of his own, so that soon every part of the board has seen everybody.
fn spread(number: usize, men: usize) -> Vec<Square> {
    const STEPS: [usize; 8] = [11, 27, 37, 45, 51, 19, 59, 5];
    const STARTS: [usize; 8] = [10, 21, 35, 50, 13, 44, 30, 54];
    let mut squares: Vec<Square> = Vec::new();
    for man in 0..men {
        let mut at = STARTS[man % 8] + number * STEPS[man % 8];
        while squares.contains(&Square::from_index(at % 64)) {
            at += 1;
        }
        squares.push(Square::from_index(at % 64));
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;

    /// Every text of the library that has men has a position to begin with, with its strategy to move.
    #[test]
    fn the_library_has_positions_to_begin_with() {
        for entry in Library::all().texts.into_iter().filter(|entry| entry.endgame.is_some()) {
            let text = Text::of_library(&entry.name).unwrap_or_else(|| unreachable!());
            let programs = text.check(&[]).programs;
            let found = example(&text, &programs);
            assert!(found.is_some_and(|position| End::of(&position).is_none()), "{}", entry.name);
        }
    }
}
