//! `adli explain`: which rule applies in a position, and why.
//!
//! What the strategy does is asked of the plain interpreter or, where that takes too long, of the prover; why a rule applies or
//! does not is told by the interpreter, part by part. Moves are those of the user's board, words those of the text.

use adli_chess::{Move, Position};
use adli_lang::term::{Sort, Term};
use adli_lang::{SlotMove, Span, State, Step, Stopped, Value, line_and_column};
use adli_prove::Compiled;

use super::explain_advice::{Told, tree_or_reasons};
use super::explain_move::AskedMove;
use super::explain_recogniser;
use super::explain_report::{Applying, Explained, Failing, Named, Nearest, NotAsked, Preferred, RuleText};
use crate::args::ExplainArgs;
use crate::facts::{Facts, Part, Scope, tree, words};
use crate::failure::{Failure, Verdict};
use crate::settings::Settings;
use crate::strategy::Chosen;
use crate::texts::Text;
use crate::words::{End, list};

pub fn run(args: &ExplainArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    if explain_recogniser::is_wanted(args)? {
        return explain_recogniser::run(args, settings);
    }
    let (chosen, position) = Chosen::find(&args.strategy)?;
    let explainer = Explainer::new(&chosen, &position)?;
    // A move that cannot be read is told before anything is worked out.
    let asked = args.asked.as_deref().map(|text| read_move(&position, text)).transpose()?;
    let explained = match &chosen.compiled {
        Some(table) => explainer.by_table(table)?,
        None => explainer.explain(asked)?,
    };
    settings.output.report(&explained)?;
    Ok(Verdict::Holds)
}

/// A legal move as it was typed.
pub fn read_move(position: &Position, text: &str) -> Result<Move, Failure> {
    let text = text.trim();
    position.read_uci(text).or_else(|_| position.read_san(text)).map_err(|_| {
        let mut legal: Vec<String> = position.legal_moves().map(|mv| position.san(mv)).collect();
        legal.sort();
        Failure::input(format!("`{text}` is not a legal move of {} here", position.turn()))
            .help(format!("the legal moves are {}", list(&legal, "and")))
    })
}

/// A rule and where it is written.
pub fn rule_text(text: &Text, span: Span, name: Option<&str>, number: usize, of: usize) -> RuleText {
    let source = text.sources.get(span.source);
    RuleText {
        name: name.map(str::to_owned),
        number,
        of,
        file: source.map_or_else(String::new, |source| source.name.clone()),
        line: source.map_or(0, |source| line_and_column(&source.text, span.start).0),
        text: words(&text.sources, span),
    }
}

pub struct Explainer<'a> {
    pub chosen: &'a Chosen,
    pub facts: Facts<'a>,
    /// The user's position.
    pub typed: Position,
    pub state: State,
    /// The legal moves, on his board and in the order of UCI notation there.
    pub moves: Vec<(Move, SlotMove, State)>,
}

/// What a strategy does: the step, and the moves on the user's board.
pub type Does = Option<(usize, Vec<(Move, State)>)>;

impl<'a> Explainer<'a> {
    fn new(chosen: &'a Chosen, typed: &Position) -> Result<Explainer<'a>, Failure> {
        let strategy = &chosen.strategy().name;
        if let Some(end) = End::of(typed) {
            return Err(Failure::input(format!("the game is over: {}", end.how())));
        }
        if typed.turn() != chosen.side() {
            let (turn, side) = (typed.turn(), chosen.side());
            return Err(Failure::input(format!("it is {turn}'s move, and `{strategy}` plays {side}"))
                .help("see a line with `adli play`"));
        }
        let away = || Failure::internal("the men are not those of the text");
        let state = chosen.state(typed).ok_or_else(away)?;
        let mut moves = Vec::new();
        for (slot_move, after) in chosen.interpreter().legal_moves(&state)? {
            moves.push((chosen.view.played(typed, &state, slot_move)?, slot_move, after));
        }
        moves.sort_by_cached_key(|(mv, ..)| mv.to_string());
        let facts = Facts::new(&chosen.program, &chosen.text.sources, chosen.moves_from());
        Ok(Explainer { chosen, facts, typed: *typed, state, moves })
    }

    fn explain(&self, asked: Option<Move>) -> Result<Explained, Failure> {
        let steps = &self.chosen.strategy().steps;
        let does: Does = match self.chosen.choice(&self.state, None)? {
            Some(choice) => {
                Some((choice.step, self.chosen.typed_moves(&self.typed, &self.state, &choice.moves)?))
            }
            None => None,
        };
        let before = does.as_ref().map_or(steps.len(), |(step, _)| *step);
        let earlier = steps.iter().enumerate().take(before).map(|(number, step)| self.failing(number, step));
        let earlier = earlier.collect::<Result<_, _>>()?;
        let rule = does.as_ref().map(|(number, moves)| self.applying(*number, &steps[*number], moves));
        let mut explained = self.explained(rule.transpose()?, earlier);
        explained.asked = asked.map(|mv| AskedMove::new(self, mv, &does)).transpose()?;
        Ok(explained)
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
        }
    }

    /// The move of a table, and the rule that allows it; nothing is asked.
    fn by_table(&self, table: &Compiled) -> Result<Explained, Failure> {
        let answer = self.chosen.table_move(table, &self.typed, 0);
        let rule = answer.and_then(|answer| {
            let step = self.chosen.strategy().steps.get(answer.step)?;
            let moves = vec![self.named(answer.mv)];
            let rule = self.rule_text(answer.step, step);
            let (because, preferences) = (Vec::new(), Vec::new());
            Some(Applying { rule, moves, satisfying: None, because, preferences, tree: None, untold: None })
        });
        Ok(self.explained(rule, Vec::new()))
    }

    pub fn rule_text(&self, number: usize, step: &Step) -> RuleText {
        let of = self.chosen.strategy().steps.len();
        rule_text(&self.chosen.text, step.span, Some(&step.name), number + 1, of)
    }

    pub fn named(&self, mv: Move) -> Named {
        Named { uci: mv.to_string(), san: self.typed.san(mv) }
    }

    /// What every move of a rule must satisfy, part by part.
    pub fn conditions(&self, step: &Step) -> Vec<Part> {
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
    pub fn satisfies(&self, part: &Part, after: &State) -> Result<Option<bool>, Failure> {
        let value = self.facts.evaluate(part.term, &Scope::of_move(self.state, *after));
        in_time(value.map(|value| value == Value::Bool(true)))
    }

    fn applying(&self, number: usize, step: &Step, allowed: &[(Move, State)]) -> Result<Applying, Failure> {
        let told = step.advice.map(|advice| tree_or_reasons(self.chosen, &self.typed, &self.state, advice));
        let (tree, untold) = match told.transpose()? {
            Some(Told::Tree(tree)) => (Some(tree), None),
            Some(Told::Unconfirmed(why)) => (None, Some(why)),
            Some(Told::Refused(_)) | None => (None, None),
        };
        let first = allowed.first().map_or(self.state, |(_, after)| *after);
        let scope = Scope::of_move(self.state, first);
        let mut preferences = Vec::new();
        for key in &step.prefer {
            // Classes and `quickest` are not told; the latter would be another search.
            let Some(span) = key.span else { continue };
            let Some(adli_lang::Value::Int(value)) = self.facts.value(key.term, &scope) else { continue };
            let text = self.facts.text(&Part::leaf(span, key.term), &scope);
            preferences.push(Preferred { most: key.most, text, value });
        }
        Ok(Applying {
            rule: self.rule_text(number, step),
            moves: allowed.iter().map(|(mv, _)| self.named(*mv)).collect(),
            satisfying: self.satisfying(step)?,
            because: self.conditions(step).iter().filter_map(|p| self.facts.fact(p, &scope, 0)).collect(),
            preferences,
            tree,
            untold,
        })
    }

    /// How many moves satisfy the condition of a rule. Of advice that is not asked: it would be a search for each.
    fn satisfying(&self, step: &Step) -> Result<Option<usize>, Failure> {
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

    fn failing(&self, number: usize, step: &Step) -> Result<Failing, Failure> {
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
        if let Some(advice) = step.advice
            && let Told::Refused(refused) = tree_or_reasons(self.chosen, &self.typed, &self.state, advice)?
        {
            failing.refused = refused;
            return Ok(failing);
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
    pub fn not_asked(&self, step: &Step) -> Result<Option<Option<NotAsked>>, Failure> {
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
    pub fn men(&self, step: &Step) -> Option<String> {
        let side = usize::from(self.chosen.strategy().side);
        let own = self.chosen.program.endgame.slots().filter(|(_, man)| man.side.index() == side);
        let (may, may_not): (Vec<_>, Vec<_>) = own.partition(|(slot, _)| step.men.contains(*slot));
        let mut letters: Vec<String> = may.iter().map(|(_, man)| man.letter.to_string()).collect();
        letters.dedup();
        (!may_not.is_empty()).then(|| letters.join(", "))
    }
}

/// Said where the plain interpreter does not come to an end.
pub const TOO_LONG: &str = "what it asks takes too long to be told part by part";

/// An answer of the plain interpreter; nothing if it takes too long.
pub fn in_time<T>(answer: Result<T, Stopped>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Stopped::TooLong | Stopped::TooDeep) => Ok(None),
        Err(other) => Err(other.into()),
    }
}
