//! Claims cut into problems, and what their answers say of the claims.
//!
//! A lemma becomes a problem that has a solution just if the lemma is wrong somewhere, on a board of whatever size. If a solver finds
//! a model it is put into the formulas as they were before quantifiers became cases: either it satisfies them, and the plain
//! interpreter replays the line on the model's board; or it overlooks a move, which becomes one more case. If no solver finds
//! one, that is what is said.

use std::rc::Rc;

use adli_chess::Colour;
use adli_claims::{
    ClaimReport, Claims, Deciding, Decision, Ended, Extent, Limit, Line, Reason, Refutation, Replay, Unit,
    Watch,
};
use adli_lang::{Claim, ClaimKind, Program, State};
use adli_symbolic::hash::HashMap;

use super::asking::{Asked, Name, Shown, evidence};
use super::{Asks, Smt, sizes, statement};
use crate::formula::{Assignment, Formulas, Linear, Node, PartNode, Truth};
use crate::instances::{Instances, Overlooked, instances};
use crate::logic::Refused;
use crate::problem::{Problem, other_moves, pose};
use crate::terms::{Reach, reaches};
use crate::text::smt_lib;

/// How many terms the plain interpreter may evaluate at one position of a model.
const FUEL: u64 = 400_000_000;
/// How often a model may overlook a move.
const ROUNDS: u32 = 50;
/// The largest board that the plain interpreter takes.
const LARGEST: i64 = 127;
/// The name of the problems that formulas look at all moves; no claim can have it.
const MOVES: &str = "laws-moves";

/// Decides the claims of one program.
pub(super) struct Prover<'a> {
    pub(super) smt: &'a Smt<'a>,
    pub(super) program: &'a Program,
    /// There are other materials, so that names of problems say which.
    several: bool,
    reaches: Option<Rc<Vec<Reach>>>,
    pub(super) memory: u64,
    pub(super) watch: &'a dyn Watch,
}

/// What is known of a problem.
pub(super) enum Solved {
    /// It has no solution.
    Never(Shown),
    /// A model that satisfies it, and the size of its board.
    Model(i64, Assignment),
}

impl Deciding for Prover<'_> {
    fn rests_on(&mut self, claim: &Claim) -> Result<Vec<String>, Ended> {
        Ok(self.lemmas_of(claim)?)
    }

    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        Ok(match claim.says {
            ClaimKind::Reaches { .. } => self.by_lemmas(claim, report),
            _ => self.lemma(claim),
        }?)
    }

    fn is_about_nothing(&mut self, lemma: &Claim) -> Result<Option<bool>, Ended> {
        if matches!(self.smt.asks, Asks::Onlooker(_) | Asks::Nobody) {
            return Ok(None);
        }
        Ok(Some(matches!(self.lemma(lemma)?, Decision::Holds(_))))
    }
}

impl<'a> Prover<'a> {
    pub(super) fn new(smt: &'a Smt<'a>, claims: &Claims<'a>) -> Prover<'a> {
        let Claims { programs, program, watch, options } = *claims;
        Prover { smt, program, several: programs.len() > 1, reaches: None, memory: options.memory, watch }
    }

    /// Where men may go; that they can go nowhere else is decided once.
    pub(super) fn reaches(&mut self) -> Result<Rc<Vec<Reach>>, Limit> {
        if let Some(known) = &self.reaches {
            return Ok(Rc::clone(known));
        }
        let found = reaches(self.program, self.watch).map_err(|refused| self.limit(refused))?;
        let posed = other_moves(self.program, &found, self.watch).map_err(|refused| self.limit(refused))?;
        for (part, mut problem) in posed {
            let mut name = self.name(MOVES, Some(&part));
            name.says = "no legal move goes to a square that the formulas do not look at".to_owned();
            match self.solve(&mut problem, &name, &[]) {
                Ok(Solved::Never(_)) => {}
                Ok(Solved::Model(..)) => {
                    return Err(Limit::Internal("a move goes to a square that was not looked at".into()));
                }
                // Where problems are only written, none is decided, and the claim's own are wanted too.
                Err(Limit::Undecided(_)) if self.smt.asks.is_nobody() => {}
                Err(limit) => return Err(limit),
            }
        }
        Ok(Rc::clone(self.reaches.insert(Rc::new(found))))
    }

    pub(super) fn limit(&self, refused: Refused) -> Limit {
        match refused.stopped {
            Some(by) => Limit::Stopped(by),
            None => Limit::NotRun(self.smt.told(&refused)),
        }
    }

    /// What a problem is called: the claim, with the material if there are several, and the part.
    pub(super) fn name(&self, claim: &str, part: Option<&str>) -> Name {
        let endgame = &self.program.endgame;
        let material =
            endgame.material().map_or_else(|| endgame.name.clone(), |material| material.to_string());
        let mut words = vec![claim.to_owned()];
        words.extend(self.several.then(|| material.to_lowercase()));
        Name { claim: words.join("."), part: part.map(str::to_owned), says: String::new(), keep: true }
    }

    fn lemma(&mut self, claim: &Claim) -> Result<Decision, Limit> {
        let reaches = self.reaches()?;
        let posed = pose(self.program, claim, (&reaches, sizes(claim)), self.watch);
        let posed = posed.map_err(|refused| self.limit(refused))?;
        let (mut problems, mut written) = (Vec::new(), None);
        for (part, mut problem) in posed {
            let mut name = self.name(&claim.name, part.as_deref());
            name.says = statement(claim);
            match self.search(&mut problem, &name, (0, &[]), &mut problems) {
                Ok(None) => {}
                Ok(Some((size, states))) => return self.refute(claim, size, &states),
                Err(Limit::Undecided(why)) if self.smt.asks.is_nobody() => written = Some(why),
                Err(limit) => return Err(limit),
            }
        }
        if let Some(why) = written {
            return Err(Limit::Undecided(why));
        }
        Ok(Decision::Holds(evidence(problems)?))
    }

    /// A line that solves a problem, if there is one. Where a problem is too hard it is cut by the step of one move after the other.
    fn search(
        &self,
        problem: &mut Problem<'_>,
        name: &Name,
        (stage, given): (usize, &[Truth]),
        shown: &mut Vec<Shown>,
    ) -> Result<Option<(i64, Vec<State>)>, Limit> {
        let why = match self.solve(problem, name, given) {
            Ok(Solved::Never(of)) => {
                shown.push(of);
                return Ok(None);
            }
            Ok(Solved::Model(size, at)) => {
                let (size, mut at) = self.smaller(problem, name, given, (size, at));
                let endgame = &self.program.endgame;
                let states = problem.line.iter().map(|&id| {
                    let board = problem.terms.boards.get(id);
                    let turn = if board.second { Colour::Black } else { Colour::White };
                    let mut state = State::empty(endgame, turn);
                    for ((slot, _), man) in endgame.slots().zip(&board.men) {
                        let formulas = &problem.terms.logic.formulas;
                        if at.truth(formulas, man.alive) {
                            let place = (at.number(formulas, &man.file), at.number(formulas, &man.rank));
                            state.put(slot, (place.0 as i32, place.1 as i32));
                        }
                    }
                    state
                });
                return Ok(Some((size, states.collect())));
            }
            Err(Limit::Undecided(why)) => why,
            Err(limit) => return Err(limit),
        };
        let Some(steps) = problem
            .stages
            .get(stage)
            .cloned()
            .filter(|_| self.watch.stopped().is_none() && !self.smt.asks.is_nobody())
        else {
            return Err(Limit::Undecided(why));
        };
        for (step, is_played) in &steps.steps {
            let name = name.within(step);
            let given: Vec<Truth> = given.iter().copied().chain([*is_played]).collect();
            if let Some(line) = self.search(problem, &name, (stage + 1, &given), shown)? {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Has a problem solved, with what else is supposed.
    pub(super) fn solve(
        &self,
        problem: &mut Problem<'_>,
        name: &Name,
        given: &[Truth],
    ) -> Result<Solved, Limit> {
        let asserted: Vec<Truth> = problem.asserted.iter().chain(given).copied().collect();
        let mut overlooked = Overlooked::default();
        for _ in 0..ROUNDS {
            let formulas = &mut problem.terms.logic.formulas;
            let left = match self.smt.quantified {
                true => Instances::none(&asserted),
                false => instances(formulas, &asserted, &overlooked),
            };
            let text = smt_lib(formulas, &left.asserted, &problem.terms.said, &name.to_string());
            self.smt.save(name, &text)?;
            match self.ask(name, &text, formulas, &left.asserted, left.cases)? {
                Asked::Never(shown) => return Ok(Solved::Never(shown)),
                Asked::Model(model) => {
                    let (size, mut at) = assignment(formulas, &left.asserted, &model);
                    if asserted.iter().all(|&truth| at.truth(formulas, truth)) {
                        return Ok(Solved::Model(size, at));
                    }
                    if left.overlooked(formulas, &mut at, &mut overlooked) == 0 {
                        return Err(Limit::Internal(
                            "a model satisfies the problem, and not the claim's negation".into(),
                        ));
                    }
                }
            }
        }
        Err(Limit::Undecided(format!("{ROUNDS} models each overlooked a move, and there may be more")))
    }

    /// A model on a smaller board, if one is found by halving.
    fn smaller(
        &self,
        problem: &mut Problem<'_>,
        name: &Name,
        given: &[Truth],
        found: (i64, Assignment),
    ) -> (i64, Assignment) {
        let (mut best, mut least) = (found, 1);
        let is_good = |size: i64| !self.smt.small && size <= LARGEST;
        while least < best.0 && !is_good(best.0) && self.watch.stopped().is_none() {
            let middle = (least + best.0 - 1).div_euclid(2).max(least);
            let size = problem.terms.logic.size.clone();
            let small = problem.terms.logic.formulas.at_most(&size, &Linear::constant(middle));
            let given: Vec<Truth> = given.iter().copied().chain([small]).collect();
            match self.solve(problem, &name.only_asked(&format!("size-{middle}")), &given) {
                Ok(Solved::Model(size, at)) => best = (size, at),
                // Nobody knows, or there is none: it is looked for above.
                _ => least = middle + 1,
            }
        }
        best
    }

    fn refute(&self, claim: &Claim, size: i64, states: &[State]) -> Result<Decision, Limit> {
        if size > LARGEST {
            let what = format!("it fails on a board of {size}, which is too large for the plain interpreter");
            return Err(Limit::Undecided(what));
        }
        let (strategy, lemma, unit) = match claim.says {
            ClaimKind::Play { strategy, given, show, .. } => (Some(strategy), (given, show), Unit::Plays),
            ClaimKind::Everywhere { domain, show } => (None, (domain, show), Unit::Positions),
            _ => return Err(Limit::Internal("only lemmas have counterexamples".into())),
        };
        let (program, under, watch) = (self.program, &claim.under[..], self.watch);
        let line = Line { strategy, lemma: Some(lemma), ..Line::new(states, Reason::Conclusion) };
        let replay = Replay { program, under, tables: None, fuel: FUEL, watch, size: size as i32 };
        let failure = replay.line(&line)?;
        Ok(Decision::Fails(Refutation::new(Extent::one_found(unit), Default::default(), vec![failure])?))
    }
}

/// The values of a model, and the size of its board.
fn assignment(formulas: &Formulas, asserted: &[Truth], model: &HashMap<String, i64>) -> (i64, Assignment) {
    let size = model.get("size").copied().unwrap_or(8);
    let mut at = Assignment::new(size);
    for variable in formulas.variables(asserted) {
        if let Some(PartNode::Variable(name)) = variable.as_part().map(|part| formulas.part(part))
            && let Some(&value) = model.get(&**name)
        {
            at.set(&variable, value);
        }
    }
    for flag in formulas.flags(asserted) {
        if let Node::Flag(name) = formulas.node(flag) {
            at.set_flag(flag, model.get(&**name).is_some_and(|&value| value != 0));
        }
    }
    (size, at)
}
