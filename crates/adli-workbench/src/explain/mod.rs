//! Which rule applies in a position, and why.
//!
//! What the strategy does is asked as everybody asks it ([`Consultation`]); why a rule applies or does not is told by the plain interpreter,
//! part by part. Moves are those of the user's board, words those of the text.

mod advice;
mod asked_move;
mod recogniser;
mod report;

pub use advice::Grown;
pub use asked_move::{AskedMove, AtRule, Judged, Worse};
pub use recogniser::{Passed, Recognised, is_about_recognisers, recognise};
pub use report::{Applying, Explained, Failing, Named, Nearest, NotAsked, Preferred, Reason, RuleText};

use adli_chess::{Move, Position, Square};
use adli_lang::term::{Sort, Term};
use adli_lang::{SlotMove, Span, State, Step, Stopped, Value, line_and_column};

use crate::consult::{Consultation, Does, Held};
use crate::facts::{Facts, Part, Scope, tree, words};
use crate::{Chosen, End, Text, Trouble};
use advice::{Told, tree_or_reasons};

/// Which rule of a strategy applies in a position, why the earlier ones do not, and what is to be said of a move that was asked about. Where
/// moves are taken from a table, only which rule it is.
///
/// # Errors
/// The game is over, the other side is to move, or a limit was reached.
pub fn explain(
    asking: &Consultation<'_>,
    position: &Position,
    asked: Option<&str>,
) -> Result<Explained, Trouble> {
    let explainer = Explainer::new(asking, position)?;
    // A move that cannot be read is told before anything is worked out.
    let asked = asked.map(|text| read_move(position, text)).transpose()?;
    explainer.explain(asked)
}

/// The rule by which a strategy makes a move, and why it applies; why earlier ones do not is not asked. Of advice, and where moves are taken from a
/// table, only which rule it is.
///
/// # Errors
/// The game is over, the other side is to move, or a limit was reached.
pub fn reason(
    asking: &Consultation<'_>,
    position: &Position,
    does: &Does,
    mv: Move,
) -> Result<Reason, Trouble> {
    let explainer = Explainer::new(asking, position)?;
    let steps = &asking.chosen.strategy().steps;
    let step = steps.get(does.step).ok_or_else(|| Trouble::internal("a rule that applies is none"))?;
    let made = Does { moves: vec![mv], ..does.clone() };
    let is_plain = step.advice.is_none() && asking.chosen.compiled.is_none();
    let told = if is_plain { Some(explainer.applying(&made)?) } else { None };
    let (because, preferences) = told.map_or_else(Default::default, |told| (told.because, told.preferences));
    let squares = if is_plain { explainer.squares(&made) } else { Vec::new() };
    Ok(Reason { rule: explainer.rule_text(does.step, step), because, preferences, squares })
}

/// A legal move as it was written, in UCI notation or SAN.
///
/// # Errors
/// No legal move is written so.
pub fn read_move(position: &Position, text: &str) -> Result<Move, Trouble> {
    let text = text.trim();
    let read = position.read_uci(text).or_else(|_| position.read_san(text));
    let position = || Box::new(*position);
    read.map_err(|_| Trouble::Illegal { text: text.to_owned(), position: position(), in_line: false })
}

/// A rule and where it is written.
fn rule_text(text: &Text, span: Span, name: Option<&str>, number: usize, of: usize) -> RuleText {
    let source = text.sources.get(span.source);
    RuleText {
        name: name.map(str::to_owned),
        number,
        of,
        file: source.map_or_else(String::new, |source| source.name.clone()),
        line: source.map_or(0, |source| line_and_column(&source.text, span.start).0),
        text: words(&text.sources, span),
        at: None,
        span,
    }
}

struct Explainer<'a, 'c> {
    asking: &'a Consultation<'c>,
    chosen: &'c Chosen,
    facts: Facts<'c>,
    /// The user's position.
    typed: Position,
    state: State,
    /// The legal moves, on his board and in the order of UCI notation there.
    moves: Vec<(Move, SlotMove, State)>,
}

impl<'a, 'c> Explainer<'a, 'c> {
    fn new(asking: &'a Consultation<'c>, typed: &Position) -> Result<Explainer<'a, 'c>, Trouble> {
        let chosen = asking.chosen;
        if let Some(end) = End::of(typed) {
            return Err(Trouble::Over(end));
        }
        let (turn, side) = (typed.turn(), chosen.side());
        if turn != side {
            return Err(Trouble::OtherTurn { turn, side, strategy: chosen.strategy().name.clone() });
        }
        let away = || Trouble::internal("the men are not those of the text");
        let state = chosen.state(typed).ok_or_else(away)?;
        let mut moves = Vec::new();
        for (slot_move, after) in chosen.interpreter().legal_moves(&state)? {
            moves.push((chosen.view.played(typed, &state, slot_move)?, slot_move, after));
        }
        moves.sort_by_cached_key(|(mv, ..)| mv.to_string());
        let facts = Facts::new(&chosen.program, &chosen.text.sources, chosen.moves_from());
        Ok(Explainer { asking, chosen, facts, typed: *typed, state, moves })
    }

    fn explain(&self, asked: Option<Move>) -> Result<Explained, Trouble> {
        let does = self.asking.does(&self.typed, &Held::default())?;
        if self.chosen.compiled.is_some() {
            return Ok(self.explained(does.and_then(|does| self.of_table(&does)), Vec::new()));
        }
        let before = |number: usize| does.as_ref().is_none_or(|does| number < does.step);
        let earlier = self.steps().filter(|(number, _)| before(*number));
        let earlier = earlier.map(|(number, step)| self.failing(number, step));
        let earlier = earlier.collect::<Result<_, _>>()?;
        let rule = does.as_ref().map(|does| self.applying(does)).transpose()?;
        let mut explained = self.explained(rule, earlier);
        explained.squares = does.as_ref().map_or_else(Vec::new, |does| self.squares(does));
        explained.asked = asked.map(|mv| AskedMove::new(self, mv, does.as_ref())).transpose()?;
        Ok(explained)
    }

    /// The steps that are asked with these men.
    fn steps(&self) -> impl Iterator<Item = (usize, &Step)> {
        self.chosen.strategy().steps_with(&self.state.cast(&self.chosen.program.endgame))
    }

    fn explained(&self, rule: Option<Applying>, earlier: Vec<Failing>) -> Explained {
        Explained {
            fen: self.typed.to_string(),
            seen_as: self.chosen.view.seen_otherwise(&self.typed),
            strategy: self.chosen.strategy().name.clone(),
            rule,
            earlier,
            asked: None,
            position: self.typed,
            squares: Vec::new(),
        }
    }

    /// The rule that allows the move of a table; nothing is asked.
    fn of_table(&self, does: &Does) -> Option<Applying> {
        let rule = self.rule_text(does.step, self.chosen.strategy().steps.get(does.step)?);
        let moves = does.moves.iter().map(|mv| self.named(*mv)).collect();
        let (because, preferences) = (Vec::new(), Vec::new());
        Some(Applying { rule, moves, satisfying: None, because, preferences, tree: None, untold: None })
    }

    /// The position after a legal move.
    fn after(&self, mv: Move) -> Option<State> {
        self.moves.iter().find(|(known, ..)| *known == mv).map(|(.., after)| *after)
    }

    fn rule_text(&self, number: usize, step: &Step) -> RuleText {
        let of = self.chosen.strategy().steps.len();
        rule_text(&self.chosen.text, step.span, Some(&step.name), number + 1, of)
    }

    fn named(&self, mv: Move) -> Named {
        Named { uci: mv.to_string(), san: self.typed.san(mv) }
    }

    /// What every move of a rule must satisfy, part by part.
    fn conditions(&self, step: &Step) -> Vec<Part> {
        let program = &self.chosen.program;
        let roots = tree(&step.parts).into_iter();
        let conditions = roots.filter(|part| program.terms.sort(part.term) == Sort::Bool);
        // What the rule says itself comes before what is always asked.
        let (always, own): (Vec<Part>, Vec<Part>) =
            conditions.partition(|part| part.span.start < step.span.start);
        let all = own.into_iter().chain(always).flat_map(|part| part.conjuncts(program));
        // A tree is told apart.
        all.filter(|part| !matches!(program.terms.get(part.term), Term::Forces(_))).collect()
    }

    /// Whether a part holds of a move; nothing if that takes too long.
    fn satisfies(&self, part: &Part, after: &State) -> Result<Option<bool>, Trouble> {
        let value = self.facts.evaluate(part.term, &Scope::of_move(self.state, *after));
        in_time(value.map(|value| value == Value::Bool(true)))
    }

    fn applying(&self, does: &Does) -> Result<Applying, Trouble> {
        let step = self.chosen.strategy().steps.get(does.step);
        let step = step.ok_or_else(|| Trouble::internal("a rule that applies is none of the strategy"))?;
        let told = step.advice.map(|advice| tree_or_reasons(self, advice));
        let (tree, untold) = match told.transpose()? {
            Some(Told::Tree(tree)) => (Some(tree), None),
            Some(Told::Unconfirmed(why)) => (None, Some(why)),
            Some(Told::Refused(_)) | None => (None, None),
        };
        let first = does.moves.first().and_then(|mv| self.after(*mv)).unwrap_or(self.state);
        let scope = Scope::of_move(self.state, first);
        let mut preferences = Vec::new();
        for key in &step.prefer {
            // Classes and `quickest` are not told; the latter would be another search.
            let Some(span) = key.span else { continue };
            let Some(Value::Int(value)) = self.facts.value(key.term, &scope) else { continue };
            let text = self.facts.text(&Part::leaf(span, key.term), &scope);
            preferences.push(Preferred { most: key.most, text, value });
        }
        Ok(Applying {
            rule: self.rule_text(does.step, step),
            moves: does.moves.iter().map(|mv| self.named(*mv)).collect(),
            satisfying: self.satisfying(step)?,
            because: self.conditions(step).iter().filter_map(|p| self.facts.fact(p, &scope, 0)).collect(),
            preferences,
            tree,
            untold,
        })
    }

    /// The squares of which the rule that applies speaks, after the first of its moves where it speaks of one.
    fn squares(&self, does: &Does) -> Vec<Square> {
        let Some(step) = self.chosen.strategy().steps.get(does.step) else { return Vec::new() };
        let after = does.moves.first().and_then(|mv| self.after(*mv)).unwrap_or(self.state);
        let squares = self.facts.squares(&step.parts, &Scope::of_move(self.state, after), 0);
        squares.into_iter().map(|square| self.chosen.view.square(square)).collect()
    }

    /// How many moves satisfy the condition of a rule. Of advice that is not asked: it would be a search for each.
    fn satisfying(&self, step: &Step) -> Result<Option<usize>, Trouble> {
        if step.advice.is_some() {
            return Ok(None);
        }
        let mut interpreter = self.chosen.interpreter();
        let mut satisfying = 0;
        for (_, after) in self.candidates(step) {
            match in_time(interpreter.holds(step.condition, &[self.state, after]))? {
                Some(holds) => satisfying += usize::from(holds),
                None => return Ok(None),
            }
        }
        Ok(Some(satisfying))
    }

    /// The moves of the men whom a rule may move.
    fn candidates(&self, step: &Step) -> impl Iterator<Item = (Move, State)> {
        let may = self.moves.iter().filter(|(_, mv, _)| step.men.contains(mv.man));
        may.map(|(mv, _, after)| (*mv, *after))
    }

    fn failing(&self, number: usize, step: &Step) -> Result<Failing, Trouble> {
        let candidates: Vec<(Move, State)> = self.candidates(step).collect();
        let mut failing = Failing {
            rule: self.rule_text(number, step),
            men: self.men(step),
            candidates: candidates.len(),
            not_asked: None,
            no_move_satisfies: Vec::new(),
            nearest: None,
            refused: Vec::new(),
            untold: None,
        };
        match self.not_asked(step)? {
            Some(None) => {}
            Some(not_asked) => {
                failing.not_asked = not_asked;
                return Ok(failing);
            }
            None => {
                failing.untold = Some(TOO_LONG.to_owned());
                return Ok(failing);
            }
        }
        match step.advice.map(|advice| tree_or_reasons(self, advice)).transpose()? {
            Some(Told::Refused(refused)) => {
                failing.refused = refused;
                return Ok(failing);
            }
            Some(Told::Unconfirmed(_)) => {
                failing.untold = Some(TOO_LONG.to_owned());
                return Ok(failing);
            }
            Some(Told::Tree(_)) | None => {}
        }
        let conditions = self.conditions(step);
        // By move and part.
        let mut holds: Vec<Vec<bool>> = Vec::new();
        for (_, after) in &candidates {
            let mut row = Vec::new();
            for part in &conditions {
                let Some(satisfied) = self.satisfies(part, after)? else {
                    failing.untold = Some(TOO_LONG.to_owned());
                    return Ok(failing);
                };
                row.push(satisfied);
            }
            holds.push(row);
        }
        let Some((_, first)) = candidates.first() else { return Ok(failing) };
        let nobody = |at: usize| !holds.iter().any(|row| row[at]);
        let never = conditions.iter().enumerate().filter(|(at, _)| nobody(*at));
        let scope = Scope::of_move(self.state, *first);
        failing.no_move_satisfies = never.map(|(_, part)| self.facts.text(part, &scope)).collect();
        if failing.no_move_satisfies.is_empty() {
            // Of equals, the first in the order of UCI notation.
            let count = |at: &usize| holds[*at].iter().filter(|holds| **holds).count();
            let nearest = (0..candidates.len()).rev().max_by_key(count);
            failing.nearest = nearest.map(|at| {
                let (mv, after) = candidates[at];
                let scope = Scope::of_move(self.state, after);
                let fails = conditions.iter().zip(&holds[at]).filter(|(_, holds)| !**holds);
                let fails = fails.filter_map(|(part, _)| self.facts.fact(part, &scope, 0)).collect();
                Nearest { name: self.named(mv), fails }
            });
        }
        Ok(failing)
    }

    /// The first `when` by which a rule is not asked, if there is one; nothing if it takes too long to say.
    fn not_asked(&self, step: &Step) -> Result<Option<Option<NotAsked>>, Trouble> {
        let mut interpreter = self.chosen.interpreter();
        for guard in &step.guards {
            let Some(holds) = in_time(interpreter.holds(guard.holds, &[self.state]))? else {
                return Ok(None);
            };
            if holds != guard.wanted {
                let when = words(&self.chosen.text.sources, guard.span);
                return Ok(Some(Some(NotAsked { when, holds })));
            }
        }
        Ok(Some(None))
    }

    /// The letters of the men whom a rule may move, if it is not everybody of the side.
    fn men(&self, step: &Step) -> Option<String> {
        let side = usize::from(self.chosen.strategy().side);
        let own = self.chosen.program.endgame.slots().filter(|(_, man)| man.side.index() == side);
        let (may, may_not): (Vec<_>, Vec<_>) = own.partition(|(slot, _)| step.men.contains(*slot));
        let mut letters: Vec<String> = may.iter().map(|(_, man)| man.letter.to_string()).collect();
        letters.dedup();
        (!may_not.is_empty()).then(|| letters.join(", "))
    }
}

/// Said where the plain interpreter does not come to an end.
const TOO_LONG: &str = "what it asks takes too long to be told part by part";

/// An answer of the plain interpreter; nothing if it takes too long.
fn in_time<T>(answer: Result<T, Stopped>) -> Result<Option<T>, Trouble> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Stopped::TooLong | Stopped::TooDeep) => Ok(None),
        Err(other) => Err(other.into()),
    }
}
