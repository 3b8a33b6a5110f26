//! Who judges a text: the text, how much work is left, and what has been worked out already.
//!
//! Here stands what a strategy does in a position, and what a recogniser answers. An expression ([`evaluate`]) may ask for
//! both, and for the tree of a piece of advice ([`tree`]), which are made of expressions again: that is why the three are one module.

mod evaluate;
mod tree;
mod view;

use std::collections::HashMap;
use std::rc::Rc;

use crate::Stopped;
use crate::chess::{Move, Position, Side};
use crate::node::Node;
use crate::text::{Branch, Class, Rule, Text, Then};
use crate::worth::{Books, Worth};
pub(crate) use tree::Commitment;
pub(crate) use view::View;

/// What a strategy does.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The number of the step.
    pub(crate) step: usize,
    /// The piece of advice that it tries.
    pub(crate) advice: Option<usize>,
    /// The moves it allows.
    pub(crate) moves: Vec<Move>,
}

/// Evaluates a text.
pub struct Judge<'t> {
    pub(crate) text: &'t Text,
    pub(crate) books: &'t Books,
    left: u64,
    choices: HashMap<(usize, Position), Rc<Option<Choice>>>,
    /// Whether a tree goes on: advice, plies left, root if it matters, position.
    pub(crate) onward: HashMap<(usize, i32, i32, Option<Position>, Position), bool>,
    pub(crate) committed: HashMap<(Position, Commitment), Rc<Vec<Move>>>,
}

impl<'t> Judge<'t> {
    /// Somebody who may evaluate so many parts of expressions.
    pub fn new(text: &'t Text, books: &'t Books, work: u64) -> Judge<'t> {
        let (choices, onward, committed) = (HashMap::new(), HashMap::new(), HashMap::new());
        Judge { text, books, left: work, choices, onward, committed }
    }

    /// Allows so much work from now on.
    pub fn allow(&mut self, work: u64) {
        self.left = work;
    }

    pub(crate) fn work(&mut self, work: u64) -> Result<(), Stopped> {
        self.left = self.left.checked_sub(work).ok_or(Stopped::TooMuch)?;
        Ok(())
    }

    pub(crate) fn worth(&self, position: &Position) -> Result<Worth, Stopped> {
        self.books.worth(&self.text.men, position)
    }

    pub(crate) fn moves(&mut self, position: &Position) -> Result<Vec<Move>, Stopped> {
        self.work(20)?;
        Ok(position.moves(&self.text.men))
    }

    /// What a strategy does in a position; nothing if no rule has a move, or if it is not asked: it is not its move, or
    /// a man has been captured or has promoted.
    pub(crate) fn choice(&mut self, strategy: usize, at: &Position) -> Result<Rc<Option<Choice>>, Stopped> {
        if let Some(known) = self.choices.get(&(strategy, *at)) {
            return Ok(Rc::clone(known));
        }
        let choice = Rc::new(if self.is_asked(strategy, at) { self.choose(strategy, at)? } else { None });
        self.choices.insert((strategy, *at), Rc::clone(&choice));
        Ok(choice)
    }

    /// Whether it is its move, and the men are those of one of its parts.
    pub(crate) fn is_asked(&self, strategy: usize, at: &Position) -> bool {
        let strategy = &self.text.strategies[strategy];
        at.turn == strategy.side && strategy.part(at).is_some()
    }

    fn choose(&mut self, strategy: usize, at: &Position) -> Result<Option<Choice>, Stopped> {
        let text = self.text;
        let Some(part) = text.strategies[strategy].part(at) else { return Ok(None) };
        let moves = self.moves(at)?;
        let mut always = Vec::new();
        for &(man, after) in &moves {
            let mut good = true;
            for clause in &part.always {
                good = good && self.clause(clause, &View::of_move(*at, after))?;
            }
            always.extend(good.then_some((man, after)));
        }
        for rule in &part.rules {
            match rule {
                Rule::Step(step, class, keys) => {
                    let mut ranked = Vec::new();
                    for &(man, after) in &always {
                        let view = View::of_move(*at, after);
                        if self.in_class(class, man, &view)? {
                            ranked.push((self.numbers(keys, &view)?, (man, after)));
                        }
                    }
                    if let Some(moves) = best(ranked) {
                        return Ok(Some(Choice { step: part.first + step, advice: None, moves }));
                    }
                }
                Rule::Try(when, tried) => {
                    if let Some(when) = when
                        && !self.holds(when, &View::of(*at))?
                    {
                        continue;
                    }
                    for &(step, advice) in tried {
                        if let Some(moves) = best(self.first_moves(advice, at, &always)?) {
                            return Ok(Some(Choice { step: part.first + step, advice: Some(advice), moves }));
                        }
                    }
                    if when.is_some() {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether a move is one of a class.
    pub(crate) fn in_class(&mut self, class: &Class, man: usize, view: &View<'_>) -> Result<bool, Stopped> {
        if class.men >> man & 1 == 0 {
            return Ok(false);
        }
        class.condition.as_ref().map_or(Ok(true), |condition| self.clause(condition, view))
    }

    /// The number of the rule that answers, and the answer as a word for the side to move.
    pub(crate) fn answered(&mut self, recogniser: usize, at: &Position) -> Result<(i32, u16), Stopped> {
        let text = self.text;
        let recogniser = &text.recognisers[recogniser];
        if !at.has_cast(&recogniser.cast) {
            return Ok((0, text.symbol("unknown")));
        }
        let (rule, answer, side) = self.branch(&recogniser.rules, at)?;
        let word = if side.is_some_and(|side| side != at.turn) { turned(answer) } else { answer };
        Ok((rule, text.symbol(word)))
    }

    /// The rule that answers by number and name, its answer, and for whom.
    pub(crate) fn branch(
        &mut self,
        branches: &'t [Branch],
        at: &Position,
    ) -> Result<(i32, &'t str, Option<Side>), Stopped> {
        for branch in branches {
            let holds = |judge: &mut Self, when: &Node| judge.holds(when, &View::of(*at));
            if branch.when.as_ref().map_or(Ok(true), |when| holds(self, when))? {
                return match &branch.then {
                    Then::Says(number, answer, side) => Ok((*number, answer, *side)),
                    Then::Rules(inner) => self.branch(inner, at),
                };
            }
        }
        Err(Stopped::Meaningless("a recogniser without `otherwise`"))
    }
}

/// What an answer for one side is for the other.
pub(crate) fn turned(answer: &str) -> &str {
    match answer {
        "win" => "loss",
        "loss" => "win",
        "at_least_draw" => "at_most_draw",
        "at_most_draw" => "at_least_draw",
        same => same,
    }
}

/// The moves with the least numbers, if there is any move.
pub(crate) fn best(ranked: Vec<(Vec<i32>, Move)>) -> Option<Vec<Move>> {
    let least = ranked.iter().map(|(numbers, _)| numbers).min()?.clone();
    Some(ranked.into_iter().filter(|(numbers, _)| *numbers == least).map(|(_, mv)| mv).collect())
}
