//! Positions to practise a strategy: where each of its rules applies, those from which it takes longest, and those in which nobody wants to
//! move.
//!
//! They come from the plays of the strategy, which know of every class of positions which rule applies and how long it takes. Of many, some
//! are taken that lie far apart in the order of positions, so that the men are spread over the board; the same strategy always has the same
//! exercises. Of positions that are images of one another under the symmetries of the board one is shown.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use std::collections::BTreeSet;

use adli_chess::{Position, Symmetry};
use adli_lang::{Aim, State};
use schemars::JsonSchema;
use serde::Serialize;

use crate::chosen::Chosen;
use crate::end::End;
use crate::moves::Worth;
use crate::play::Plays;
use crate::probe::mutual_zugzwang;
use crate::words::counted_moves;

/// Sets of positions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Exercises {
    pub strategy: String,
    pub sets: Vec<ExerciseSet>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExerciseSet {
    pub title: String,
    pub positions: Vec<Exercise>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Exercise {
    pub fen: String,
    /// The rule that applies, if the strategy is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    pub words: String,
}

/// No set has more positions than this.
const MOST: usize = 8;
/// Mutual zugzwangs are looked for among so many positions.
const LOOKED_AT: usize = 200_000;

/// Exercises from all plays of a strategy. Mutual zugzwangs are looked for if somebody knows what positions are worth.
///
/// # Errors
/// Why a value is not known.
pub fn exercises<W: Worth>(chosen: &Chosen, plays: &Plays, worth: Option<W>) -> Result<Exercises, W::Error> {
    let collector = Collector::new(chosen, plays);
    let steps = chosen.strategy().steps.iter().enumerate();
    let mut sets: Vec<ExerciseSet> = steps
        .map(|(number, step)| ExerciseSet {
            title: format!("where `{}` applies", step.name),
            positions: collector.where_applies(number),
        })
        .collect();
    sets.push(ExerciseSet { title: "hardest".to_owned(), positions: collector.hardest() });
    if let Some(worth) = worth {
        let positions = collector.zugzwangs(&worth)?;
        sets.push(ExerciseSet { title: "mutual zugzwangs".to_owned(), positions });
    }
    sets.retain(|set| !set.positions.is_empty());
    Ok(Exercises { strategy: chosen.strategy().name.clone(), sets })
}

/// A position where the strategy is to move.
struct Class {
    state: State,
    /// Nothing if no rule applies.
    step: Option<usize>,
    /// Nothing if it need not mate from there.
    moves: Option<u32>,
}

struct Collector<'c> {
    chosen: &'c Chosen,
    classes: Vec<Class>,
}

impl<'c> Collector<'c> {
    fn new(chosen: &'c Chosen, plays: &Plays) -> Collector<'c> {
        let classes = plays.classes().map(|(state, step, outlook)| Class {
            state,
            step,
            moves: outlook.map(|outlook| outlook.worst),
        });
        Collector { chosen, classes: classes.collect() }
    }

    fn where_applies(&self, step: usize) -> Vec<Exercise> {
        // A learner of a win is shown what the strategy wins.
        let wins = self.chosen.strategy().aim == Aim::Win;
        let here = |class: &&Class| class.step == Some(step) && (!wins || class.moves.is_some());
        let found: Vec<&Class> = self.classes.iter().filter(here).collect();
        let stride = (found.len() / MOST).max(1);
        // From the middle of each stretch, then whatever is left, where there are few.
        let spread = (0..MOST).filter_map(|number| found.get(number * stride + stride / 2));
        self.shown(spread.chain(&found).copied())
    }

    fn hardest(&self) -> Vec<Exercise> {
        let mut found: Vec<&Class> = self.classes.iter().filter(|class| class.moves.is_some()).collect();
        found.sort_by_key(|class| std::cmp::Reverse(class.moves));
        self.shown(found.into_iter())
    }

    /// The first few of some positions that are no images of one another.
    fn shown<'a>(&self, classes: impl Iterator<Item = &'a Class>) -> Vec<Exercise> {
        let mut seen = BTreeSet::new();
        let mut shown = Vec::new();
        for class in classes {
            let Some(position) = self.position(&class.state) else { continue };
            if shown.len() < MOST && End::of(&position).is_none() && seen.insert(first_image(&position)) {
                shown.push(self.exercise(&position, class));
            }
        }
        shown
    }

    fn exercise(&self, position: &Position, class: &Class) -> Exercise {
        let step = class.step.and_then(|step| self.chosen.strategy().steps.get(step));
        let rule = step.map(|step| step.name.clone());
        let side = position.turn();
        let words = match class.moves {
            Some(moves) => {
                format!("{side} to move; the strategy mates in at most {}", counted_moves(moves as usize))
            }
            None => format!("{side} to move"),
        };
        Exercise { fen: position.to_string(), rule, words }
    }

    /// Positions in which the other side is to move and does not want to, nor would the side of the strategy: what a player must know to aim
    /// for.
    fn zugzwangs<W: Worth>(&self, worth: &W) -> Result<Vec<Exercise>, W::Error> {
        let stride = (self.classes.len() / LOOKED_AT).max(1);
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for class in self.classes.iter().step_by(stride) {
            let Some(position) = self.position(&class.state) else { continue };
            let Some(passed) = position.passed().filter(|passed| End::of(passed).is_none()) else { continue };
            let value = worth.value(&passed)?;
            let Some(words) = mutual_zugzwang(worth, &passed, value)? else { continue };
            if seen.insert(first_image(&passed)) {
                found.push(Exercise { fen: passed.to_string(), rule: None, words });
            }
        }
        let stride = (found.len() / MOST).max(1);
        Ok(found.into_iter().step_by(stride).take(MOST).collect())
    }

    /// The position on the board of the text.
    fn position(&self, state: &State) -> Option<Position> {
        state.position(&self.chosen.program.endgame).ok()
    }
}

/// The same for all images of a position.
fn first_image(position: &Position) -> String {
    let images = Symmetry::ALL.into_iter().filter_map(|symmetry| position.transformed(symmetry));
    images.map(|image| image.to_string()).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use std::collections::BTreeMap;

    use adli_claims::Unwatched;
    use adli_tables::{Known, solve_all};

    use super::*;
    use crate::{Consultation, Held, Text, example};

    const PAWN: &str = "endgame KPK White K P v Black k
strategy s for White to win
  step push: move P
  step wait: move K
";

    fn chosen(name: &str) -> Chosen {
        let text = Text::of_library(name).unwrap();
        let programs = text.check(&[]).programs;
        let position = example(&text, &programs).unwrap();
        Chosen::new(text, &programs, &position, None).unwrap()
    }

    /// Every rule of the text has its positions, and the plain interpreter agrees that it applies there; the hardest take as long as the theorem
    /// says.
    #[test]
    fn every_rule_has_positions_where_it_applies() {
        for (name, longest) in [("krk", "at most 33 moves"), ("kqk", "at most 17 moves")] {
            let chosen = chosen(name);
            let plays = Plays::of(&chosen, 1 << 30, &Unwatched).unwrap();
            let found = exercises::<Known>(&chosen, &plays, None).unwrap();
            let asking = Consultation::new(&chosen, &Unwatched);
            let mut rules = BTreeSet::new();
            for exercise in found.sets.iter().flat_map(|set| &set.positions) {
                let position: Position = exercise.fen.parse().unwrap();
                let does = asking.does(&position, &Held::default()).unwrap().unwrap();
                assert_eq!(Some(does.rule), exercise.rule, "{}", exercise.fen);
                rules.extend(exercise.rule.clone());
            }
            assert_eq!(rules.len(), chosen.strategy().steps.len(), "{rules:?}");
            let hardest = found.sets.last().unwrap();
            assert_eq!(hardest.title, "hardest");
            assert!(hardest.positions[0].words.contains(longest), "{}", hardest.positions[0].words);
            for set in &found.sets {
                let images: BTreeSet<String> =
                    set.positions.iter().map(|e| first_image(&e.fen.parse().unwrap())).collect();
                assert_eq!(images.len(), set.positions.len());
                assert!(set.positions.len() <= MOST);
            }
        }
    }

    /// King and rook against king have none, king and pawn against king many.
    #[test]
    fn zugzwangs_are_those_of_the_tables() {
        let rook = chosen("krk");
        let plays = Plays::of(&rook, 1 << 30, &Unwatched).unwrap();
        let known = solve_all(&["KRK".parse().unwrap()], &Unwatched).unwrap();
        let found = exercises(&rook, &plays, Some(&known)).unwrap();
        assert!(found.sets.iter().all(|set| set.title != "mutual zugzwangs"));
        let text = Text::given("mine", "mine", PAWN, (), &BTreeMap::new()).unwrap();
        let programs = text.check(&[]).programs;
        let start = example(&text, &programs).unwrap();
        let pawn = Chosen::new(text, &programs, &start, None).unwrap();
        let plays = Plays::of(&pawn, 1 << 30, &Unwatched).unwrap();
        let known = solve_all(&["KPK".parse().unwrap()], &Unwatched).unwrap();
        let found = exercises(&pawn, &plays, Some(&known)).unwrap();
        let set = found.sets.last().unwrap();
        assert_eq!((set.title.as_str(), set.positions.len()), ("mutual zugzwangs", MOST));
        let said =
            "mutual zugzwang: White to move only draws, Black to move loses; neither side wants to move";
        assert!(set.positions.iter().all(|exercise| exercise.words == said));
    }
}
