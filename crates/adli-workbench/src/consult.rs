//! What a strategy does in a position, asked in one way by everybody: by those who explain a move, play a game or show a tree.
//!
//! A table that was named answers first. A tree that is played out answers itself, through the plain interpreter, for it is known what it is.
//! Where no rule searches the plain interpreter answers by the letter of the laws. All else, and what is too much for it, is asked of the
//! prover: by a search of this one position, then by tables ([`Asking`]). Answers are kept: a game asks about positions again.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use adli_chess::{Move, Position};
use adli_claims::Watch;
use adli_exhaustive::Asking;
use adli_lang::term::AdviceId;
use adli_lang::{Choice, Commitment, State, Stopped};

use crate::chosen::Chosen;
use crate::trouble::Trouble;

/// How many terms the plain interpreter evaluates where a tree is played out, of which nobody else can be asked.
const TREE_FUEL: u64 = 400_000_000;

/// Somebody who asks a strategy.
pub struct Consultation<'c> {
    /// The strategy.
    pub chosen: &'c Chosen,
    watch: &'c dyn Watch,
    /// Only where it is needed: it refuses more men than a plain interpreter would.
    asking: OnceCell<Asking<'c>>,
    /// By position, where no tree is played out.
    known: RefCell<HashMap<State, Option<Choice>>>,
}

/// To what a strategy is committed by the moves so far.
#[derive(Clone, Default)]
pub struct Held {
    /// The tree that is played out before the strategy is asked again.
    pub tree: Option<Commitment>,
    /// The same as a table numbers it.
    pub numbered: u8,
}

/// What a strategy does in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Does {
    /// The number of the step, from 0.
    pub step: usize,
    /// Its name.
    pub rule: String,
    /// What it allows on the user's board, in the order of UCI notation.
    pub moves: Vec<Move>,
    /// To what the move of a table commits.
    pub numbered: u8,
}

impl<'c> Consultation<'c> {
    /// Nothing is asked yet.
    #[must_use]
    pub fn new(chosen: &'c Chosen, watch: &'c dyn Watch) -> Consultation<'c> {
        Consultation { chosen, watch, asking: OnceCell::new(), known: RefCell::default() }
    }

    /// What the strategy does in the user's position; nothing if no rule applies.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn does(&self, position: &Position, held: &Held) -> Result<Option<Does>, Trouble> {
        let chosen = self.chosen;
        if let Some(table) = &chosen.compiled {
            let answer = table.look_up(&chosen.program.endgame, &chosen.seen(position), held.numbered);
            return Ok(answer.map(|answer| Does {
                step: answer.step,
                rule: table.steps.get(answer.step).cloned().unwrap_or_default(),
                moves: vec![chosen.view.turned(answer.mv)],
                numbered: answer.commitment,
            }));
        }
        let Some(state) = chosen.state(position) else { return Ok(None) };
        let Some(choice) = self.choice(&state, held.tree.as_ref())? else { return Ok(None) };
        let moves = choice.moves.iter().map(|(mv, _)| chosen.view.played(position, &state, *mv));
        let mut moves = moves.collect::<Result<Vec<Move>, Trouble>>()?;
        moves.sort_by_cached_key(Move::to_string);
        let rule =
            chosen.strategy().steps.get(choice.step).map_or_else(String::new, |step| step.name.clone());
        Ok(Some(Does { step: choice.step, rule, moves, numbered: 0 }))
    }

    /// The prover, for this text.
    ///
    /// # Errors
    /// There are too many men for it.
    pub fn prover(&self) -> Result<&Asking<'c>, Trouble> {
        if self.asking.get().is_none() {
            let _ = self.asking.set(Asking::new(&self.chosen.program, self.watch)?);
        }
        self.asking.get().ok_or_else(|| Trouble::internal("a prover that was asked is gone"))
    }

    fn choice(&self, state: &State, tree: Option<&Commitment>) -> Result<Option<Choice>, Trouble> {
        let chosen = self.chosen;
        if let Some(tree) = tree {
            let searched = self.prover()?.tree_moves(tree, state)?;
            let moves = match searched {
                Some(moves) => moves,
                None => chosen.interpreter().fuel(TREE_FUEL).tree_moves(tree, state)?,
            };
            return Ok((!moves.is_empty()).then_some(Choice { step: tree.step, moves }));
        }
        if let Some(known) = self.known.borrow().get(state) {
            return Ok(known.clone());
        }
        let plainly = if chosen.searches() {
            Err(Stopped::TooLong)
        } else {
            chosen.interpreter().choice(chosen.id, state)
        };
        let choice = match plainly {
            Err(Stopped::TooLong | Stopped::TooDeep) => self.prover()?.choice(chosen.id, state)?,
            found => found?,
        };
        self.known.borrow_mut().insert(*state, choice.clone());
        Ok(choice)
    }

    /// To what the strategy is committed after a move in the user's position; `does` is how it came to it, if it is an own move.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn follow(
        &self,
        held: &Held,
        does: Option<&Does>,
        position: &Position,
        mv: Move,
    ) -> Result<Held, Trouble> {
        let chosen = self.chosen;
        let numbered = does.map_or(held.numbered, |does| does.numbered);
        let states = chosen.state(position).zip(chosen.any_state(&position.play(mv)));
        let (Some((before, after)), None) = (states, &chosen.compiled) else {
            return Ok(Held { tree: None, numbered });
        };
        let step = does.map(|does| does.step);
        let advice = step.and_then(|step| chosen.strategy().steps.get(step)?.advice);
        let begun = |(step, advice): (usize, AdviceId)| {
            let found = chosen.program.advice(advice).filter(|advice| advice.plays_out)?;
            Some(Commitment { advice, step, root: before, left: found.plies, begins: true })
        };
        let Some(tree) = held.tree.or_else(|| step.zip(advice).and_then(begun)) else {
            return Ok(Held { tree: None, numbered });
        };
        let tree = match self.prover()?.follow(&tree, &before, &after)? {
            Some(followed) => followed,
            None => chosen.interpreter().fuel(TREE_FUEL).follow(&tree, &before, &after)?,
        };
        Ok(Held { tree, numbered })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use adli_claims::Unwatched;

    use super::*;
    use crate::Text;

    /// A rank with one man.
    fn row(man: char, file: usize) -> String {
        let blank = |squares: usize| if squares == 0 { String::new() } else { squares.to_string() };
        format!("{}{man}{}", blank(file), blank(7 - file))
    }

    /// What a strategy does in a position does not depend on what was asked before: goals that compare with the root, trees that are played
    /// out, and all that a search keeps from one position to the next.
    #[test]
    fn nobody_is_answered_by_what_he_asked_before() {
        let text = Text::of_library("krk/bratko-al1").unwrap();
        let programs = text.check(&[]).programs;
        let mut answers = 0;
        let first: Position = "8/8/8/3k4/8/8/8/K6R w - - 0 1".parse().unwrap();
        let chosen = Chosen::new(text, &programs, &first, None).unwrap();
        let asking = Consultation::new(&chosen, &Unwatched);
        let rows = |man: char| (0..8).map(move |file| row(man, file));
        let kings = rows('K').zip(rows('k').cycle().skip(3));
        let fens = kings.flat_map(|(king, black)| {
            rows('R').map(move |rook| format!("8/8/{black}/8/8/{king}/{rook}/8 w - - 0 1"))
        });
        for fen in fens {
            let Ok(position) = fen.parse::<Position>() else { continue };
            let again = asking.does(&position, &Held::default()).unwrap();
            let alone = Consultation::new(&chosen, &Unwatched).does(&position, &Held::default()).unwrap();
            assert_eq!(again, alone, "{position}");
            answers += usize::from(again.is_some());
        }
        assert!(answers >= 40, "{answers}");
    }
}
