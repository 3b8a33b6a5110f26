//! `adli explain`: which rule applies in a position, and why.

use adli_chess::Position;
use adli_lang::term::{Sort, Term};
use adli_lang::{SlotMove, State, Step, line_and_column};
use adli_prove::{Compiled, Unwatched, choice};
use serde::Serialize;

use super::explain_advice::{Grown, Told, tree_or_reasons};
use super::tree::Refused;
use crate::args::ExplainArgs;
use crate::facts::{Fact, Facts, Part, Scope, tree, words};
use crate::failure::{Failure, Verdict};
use crate::settings::Settings;
use crate::strategy::{Chosen, core_move, stopped};
use crate::words::End;

#[derive(Serialize)]
pub struct Explained {
    /// The position as the text sees it.
    pub fen: String,
    /// The position that was typed has the colours the other way round.
    pub turned_round: bool,
    pub strategy: String,
    /// The rule that applies, if one does.
    pub rule: Option<Applying>,
    /// The rules before it, which do not apply.
    pub earlier: Vec<Failing>,
    #[serde(skip)]
    pub position: Position,
}

/// A rule and where it is written.
#[derive(Serialize)]
pub struct RuleText {
    pub name: String,
    /// From 1.
    pub number: usize,
    pub of: usize,
    pub file: String,
    pub line: usize,
    pub text: String,
}

#[derive(Serialize)]
pub struct Applying {
    #[serde(flatten)]
    pub rule: RuleText,
    /// What it allows, in the order of UCI notation.
    pub moves: Vec<Named>,
    /// How many moves satisfy its condition, before preferences.
    pub satisfying: usize,
    /// What makes the condition true of the first of them.
    pub because: Vec<Fact>,
    pub preferences: Vec<Preferred>,
    /// The forcing tree that begins with the first of them, if the rule tries advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Grown>,
    /// Why its tree is not told, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
}

#[derive(Serialize)]
pub struct Named {
    pub uci: String,
    pub san: String,
}

#[derive(Serialize)]
pub struct Preferred {
    pub most: bool,
    pub text: String,
    pub value: i32,
}

#[derive(Serialize)]
pub struct Failing {
    #[serde(flatten)]
    pub rule: RuleText,
    /// Whose moves it may play, if not everybody's.
    pub men: Option<String>,
    pub candidates: usize,
    /// Why it is not asked here at all: its own `when` does not hold, or that of an earlier rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_asked: Option<NotAsked>,
    /// Parts of the condition that no move satisfies.
    pub no_move_satisfies: Vec<String>,
    /// Otherwise, the move that satisfies most of it, and what is false of it.
    pub nearest: Option<Nearest>,
    /// Of advice, why no tree begins with each move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

/// A condition after `when`, and whether it holds.
#[derive(Serialize)]
pub struct NotAsked {
    pub when: String,
    pub holds: bool,
}

#[derive(Serialize)]
pub struct Nearest {
    #[serde(flatten)]
    pub name: Named,
    pub fails: Vec<Fact>,
}

pub fn run(args: &ExplainArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let (chosen, position) = Chosen::find(&args.strategy)?;
    let explainer = Explainer::new(&chosen, &position)?;
    let explained = match &chosen.compiled {
        Some(table) => explainer.by_table(table),
        None => explainer.explain()?,
    };
    settings.output.report(&explained)?;
    Ok(Verdict::Holds)
}

struct Explainer<'a> {
    chosen: &'a Chosen,
    facts: Facts<'a>,
    position: Position,
    state: State,
    /// The legal moves in the order of UCI notation.
    moves: Vec<(SlotMove, State)>,
}

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
        let mut moves = chosen.interpreter().legal_moves(&state).map_err(stopped)?;
        moves.sort_by_cached_key(|(mv, _)| core_move(&state, *mv).map(|mv| mv.to_string()));
        Ok(Explainer { chosen, facts: Facts::new(chosen), position: chosen.seen(typed), state, moves })
    }

    fn explain(&self) -> Result<Explained, Failure> {
        let steps = &self.chosen.strategy().steps;
        if steps.iter().any(|step| step.advice.is_some()) {
            return self.explain_table();
        }
        let mut interpreter = self.chosen.interpreter();
        let mut earlier = Vec::new();
        let mut rule = None;
        for (number, step) in steps.iter().enumerate() {
            let allowed = interpreter.step_moves(self.chosen.id, number, &self.state, &self.moves);
            let allowed = allowed.map_err(stopped)?;
            if allowed.is_empty() {
                earlier.push(self.failing(number, step)?);
            } else {
                rule = Some(self.applying(number, step, &allowed)?);
                break;
            }
        }
        Ok(self.explained(rule, earlier))
    }

    /// The same for rules that try advice: the prover's tables say what is played.
    fn explain_table(&self) -> Result<Explained, Failure> {
        let steps = &self.chosen.strategy().steps;
        let choice = choice(&self.chosen.program, self.chosen.id, &self.state, &Unwatched);
        let mut chosen = choice.map_err(Failure::limit)?;
        if let Some(chosen) = &mut chosen {
            chosen.moves.sort_by_cached_key(|(mv, _)| core_move(&self.state, *mv).map(|mv| mv.to_string()));
        }
        let before = chosen.as_ref().map_or(steps.len(), |chosen| chosen.step);
        let earlier = steps.iter().enumerate().take(before).map(|(number, step)| self.failing(number, step));
        let earlier = earlier.collect::<Result<_, _>>()?;
        let rule = chosen.map(|chosen| self.applying(chosen.step, &steps[chosen.step], &chosen.moves));
        Ok(self.explained(rule.transpose()?, earlier))
    }

    fn explained(&self, rule: Option<Applying>, earlier: Vec<Failing>) -> Explained {
        Explained {
            fen: self.position.to_string(),
            turned_round: self.chosen.is_turned,
            strategy: self.chosen.strategy().name.clone(),
            rule,
            earlier,
            position: self.position,
        }
    }

    /// The move of a table, and the rule that allows it; nothing is asked.
    fn by_table(&self, table: &Compiled) -> Explained {
        let answer = table.look_up(&self.chosen.program.endgame, &self.position, 0);
        let rule = answer.and_then(|answer| {
            let step = self.chosen.strategy().steps.get(answer.step)?;
            let moves = vec![Named { uci: answer.mv.to_string(), san: self.position.san(answer.mv) }];
            let rule = self.rule_text(answer.step, step);
            let (because, preferences) = (Vec::new(), Vec::new());
            Some(Applying { rule, moves, satisfying: 1, because, preferences, tree: None, untold: None })
        });
        self.explained(rule, Vec::new())
    }

    fn rule_text(&self, number: usize, step: &Step) -> RuleText {
        let source = self.chosen.text.sources.get(step.span.source);
        RuleText {
            name: step.name.clone(),
            number: number + 1,
            of: self.chosen.strategy().steps.len(),
            file: source.map_or_else(String::new, |source| source.name.clone()),
            line: source.map_or(0, |source| line_and_column(&source.text, step.span.start).0),
            text: self.facts.words(step.span),
        }
    }

    fn named(&self, mv: SlotMove) -> Result<Named, Failure> {
        let mv = core_move(&self.state, mv).filter(|mv| self.position.is_legal(*mv));
        let mv = mv.ok_or_else(|| Failure::internal("the laws and the core disagree about a move"))?;
        Ok(Named { uci: mv.to_string(), san: self.position.san(mv) })
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

    fn satisfies(&self, part: &Part, after: &State) -> bool {
        let scope = Scope::of_move(self.state, *after);
        self.facts.value(part.term, &scope) == Some(adli_lang::Value::Bool(true))
    }

    fn applying(
        &self,
        number: usize,
        step: &Step,
        allowed: &[(SlotMove, State)],
    ) -> Result<Applying, Failure> {
        let mut interpreter = self.chosen.interpreter();
        let mut satisfying = 0;
        // How many moves have a tree is not asked: it would be another search for each.
        for (_, after) in self.candidates(step).filter(|_| step.advice.is_none()) {
            satisfying +=
                usize::from(interpreter.holds(step.condition, &[self.state, after]).map_err(stopped)?);
        }
        let told =
            step.advice.map(|advice| tree_or_reasons(self.chosen, &self.position, &self.state, advice));
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
            moves: allowed.iter().map(|(mv, _)| self.named(*mv)).collect::<Result<_, _>>()?,
            satisfying,
            because: self.conditions(step).iter().filter_map(|p| self.facts.fact(p, &scope, 0)).collect(),
            preferences,
            tree,
            untold,
        })
    }

    /// The moves of the men whom a rule may move.
    fn candidates(&self, step: &Step) -> impl Iterator<Item = (SlotMove, State)> {
        self.moves.iter().copied().filter(|(mv, _)| step.men.contains(mv.man))
    }

    fn failing(&self, number: usize, step: &Step) -> Result<Failing, Failure> {
        let candidates: Vec<(SlotMove, State)> = self.candidates(step).collect();
        let mut failing = Failing {
            rule: self.rule_text(number, step),
            men: self.men(step),
            candidates: candidates.len(),
            not_asked: self.not_asked(step)?,
            no_move_satisfies: Vec::new(),
            nearest: None,
            refused: Vec::new(),
        };
        if failing.not_asked.is_some() {
            return Ok(failing);
        }
        if let Some(advice) = step.advice
            && let Told::Refused(refused) = tree_or_reasons(self.chosen, &self.position, &self.state, advice)?
        {
            failing.refused = refused;
            return Ok(failing);
        }
        let conditions = self.conditions(step);
        let nobody = |part: &&Part| !candidates.iter().any(|(_, after)| self.satisfies(part, after));
        let scope = |after: &State| Scope::of_move(self.state, *after);
        let never: Vec<String> = match candidates.first() {
            Some((_, after)) => {
                let parts = conditions.iter().filter(nobody);
                parts.map(|part| self.facts.text(part, &scope(after))).collect()
            }
            None => Vec::new(),
        };
        let count = |after: &State| conditions.iter().filter(|part| self.satisfies(part, after)).count();
        // Of equals, the first in the order of UCI notation.
        let nearest = candidates.iter().rev().max_by_key(|(_, after)| count(after));
        let nearest = nearest.filter(|_| never.is_empty()).map(|(mv, after)| {
            let false_parts = conditions.iter().filter(|part| !self.satisfies(part, after));
            let fails = false_parts.filter_map(|part| self.facts.fact(part, &scope(after), 0)).collect();
            self.named(*mv).map(|name| Nearest { name, fails })
        });
        failing.nearest = nearest.transpose()?;
        failing.no_move_satisfies = never;
        Ok(failing)
    }

    /// The first `when` by which a rule is not asked.
    fn not_asked(&self, step: &Step) -> Result<Option<NotAsked>, Failure> {
        let mut interpreter = self.chosen.interpreter();
        for guard in &step.guards {
            let holds = interpreter.holds(guard.holds, &[self.state]).map_err(stopped)?;
            if holds != guard.wanted {
                let when = words(&self.chosen.text.sources, guard.span);
                return Ok(Some(NotAsked { when, holds }));
            }
        }
        Ok(None)
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
