//! Finds a quantity that falls with every move of a strategy and every reply.
//!
//! Somebody names quantities: numbers, conditions, enumerations such as the step used. Wanted are small whole weights under which their sum
//! falls along every `p0 .. p2` that begins in a stated set. There are too many plays to write them all down, and few matter. So weights
//! are proposed that suit the plays seen so far (`simplex`), and the proposal is put to a method as a lemma, one for
//! each step. Each play against which the lemma fails has been replayed by the plain interpreter; its change joins the others, and the next
//! weights suit it too. In the end the lemma holds, and is what is printed; or the plays seen so far contradict one
//! another, and a handful of them shows it.
//!
//! A change that was seen is never seen again, because the next weights suit it, and on one board there are finitely many: so this ends.
//!
//! A measure may also be wanted on every board from some size on. Then there are no longer finitely many changes, and whoever can prove
//! such a lemma takes his time for every answer. So others are asked before him, who know the plays of one board each: most weights are
//! refuted by them. How often weights are proposed is bounded.
//!
//! Nothing is believed here but the two results. The lemma is proved like any other, as a whole, in the words that are printed. A
//! contradiction is a few plays with multiples, whose changes are added up once more in whole numbers.

mod ratio;
mod simplex;
mod sum;
mod weigh;

use std::collections::BTreeSet;
use std::fmt;

use adli_chess::{Placement, Position};
use adli_claims::{ClaimReport, Failure, Method, Options, Verdict, Watch, drive};
use adli_lang::{Checked, Interpreter, MovesFrom, Program, Sources, State, check};

use simplex::Solved;
use sum::{Part, write_sum};
use weigh::{add_up, small_weights, whole_multiples};

/// What a measure is to be made of.
#[derive(Clone, Debug)]
pub struct MeasureRequest {
    /// The strategy, by name.
    pub strategy: String,
    /// The quantities, as expressions of the language: numbers, conditions or enumerations.
    pub quantities: Vec<String>,
    /// Where it is to fall, as a condition on the position before the move.
    pub within: String,
    /// Whether the condition is supposed of the position after the reply too: it falls as long as play stays there.
    pub stays: bool,
    /// Wanted on every board from this size on, and not on the board of eight.
    pub sizes: Option<u32>,
    /// Options of the text that are set from outside.
    pub settings: Vec<(String, String)>,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub enum Measure {
    /// A weighted sum that falls.
    Found {
        /// The definition and the lemma, ready to paste into the text.
        text: String,
        /// The parts of the sum with their weights; those with weight 0 are left out.
        weights: Vec<(String, i64)>,
        /// The lemma, proved.
        lemma: Box<ClaimReport>,
        /// How often weights were proposed.
        rounds: u32,
    },
    /// There is none.
    Impossible {
        /// The parts of any sum.
        parts: Vec<String>,
        /// Plays that contradict one another.
        plays: Vec<Opposed>,
        /// How often weights were proposed.
        rounds: u32,
    },
    /// A limit was reached, or a lemma cannot be decided.
    Unknown(String),
}

/// A play of a contradiction.
#[derive(Clone, PartialEq, Debug)]
pub struct Opposed {
    /// How often it is to be counted.
    pub times: u64,
    /// By how much each part of the sum grows.
    pub change: Vec<i64>,
    /// The play.
    pub play: Failure,
}

/// What is wrong with a request, or with us.
#[derive(Debug)]
pub enum MeasureError {
    /// The text with the quantities in it has errors, which the sources can show.
    Text(Box<Sources>, Checked),
    /// This is neither a number, a condition nor an enumeration.
    Quantity(String),
    /// No quantity was named.
    NoQuantity,
    /// There is no such strategy.
    Strategy(String),
    /// The header has several materials.
    Materials,
    /// A check of our own failed. That never should happen.
    Fault(String),
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeasureError::Text(..) => f.write_str("the text with these quantities has errors"),
            MeasureError::Quantity(text) => {
                write!(f, "`{text}` is neither a number nor a condition nor an enumeration")
            }
            MeasureError::NoQuantity => f.write_str("no quantity was named"),
            MeasureError::Strategy(name) => write!(f, "there is no strategy `{name}`"),
            MeasureError::Materials => f.write_str("a text about several materials has no single measure"),
            MeasureError::Fault(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for MeasureError {}

/// The names under which a measure and its lemma are printed.
const MEASURE: &str = "falling";
/// How many plays of each step join at a time.
const PLAYS: usize = 24;
/// How often weights are proposed.
const ROUNDS: u32 = 1000;

/// Methods of which the first that takes a lemma decides it.
pub type Panel<'a> = Vec<&'a dyn Method>;

/// Searches a measure for a text. One panel after the other is asked for plays against a proposal, until one has some; what is found is
/// proved by the last.
///
/// # Errors
/// Where the request makes no sense for this text, or a check of our own failed.
pub fn find_measure(
    sources: &Sources,
    source: u16,
    request: &MeasureRequest,
    panels: &[Panel<'_>],
    options: &Options,
    watch: &dyn Watch,
) -> Result<Measure, MeasureError> {
    if request.quantities.is_empty() {
        return Err(MeasureError::NoQuantity);
    }
    let search = Search::new(sources, source, request, (panels, options, watch))?;
    search.run()
}

struct Search<'a> {
    sources: &'a Sources,
    source: u16,
    request: &'a MeasureRequest,
    panels: &'a [Panel<'a>],
    options: &'a Options,
    watch: &'a dyn Watch,
    program: Program,
    parts: Vec<Part>,
}

impl<'a> Search<'a> {
    fn new(
        sources: &'a Sources,
        source: u16,
        request: &'a MeasureRequest,
        (panels, options, watch): (&'a [Panel<'a>], &'a Options, &'a dyn Watch),
    ) -> Result<Search<'a>, MeasureError> {
        let named = |number: usize| format!("{MEASURE}_part_{number}");
        let quantities = request.quantities.iter().enumerate();
        let text: String =
            quantities.map(|(number, text)| format!("def {} = {text}\n", named(number))).collect();
        let mut programs = check_with(sources, source, &text, &request.settings)?;
        let program = programs.pop().filter(|_| programs.is_empty()).ok_or(MeasureError::Materials)?;
        if !program.strategies.iter().any(|strategy| strategy.name == request.strategy) {
            return Err(MeasureError::Strategy(request.strategy.clone()));
        }
        let mut parts = Vec::new();
        for (number, text) in request.quantities.iter().enumerate() {
            let definition = program.definitions.iter().find(|definition| definition.name == named(number));
            let definition = definition.ok_or_else(|| MeasureError::Quantity(text.clone()))?;
            let found = Part::of(text, definition.body, definition.sort, &program);
            parts.extend(found.ok_or_else(|| MeasureError::Quantity(text.clone()))?);
        }
        Ok(Search { sources, source, request, panels, options, watch, program, parts })
    }

    fn run(&self) -> Result<Measure, MeasureError> {
        let mut seen: BTreeSet<Vec<i64>> = BTreeSet::new();
        let (mut changes, mut plays) = (Vec::new(), Vec::new());
        for rounds in 1..=ROUNDS {
            let weights = match simplex::solve(self.parts.len(), &changes) {
                Some(Solved::Weights(weights)) => small_weights(&weights, &changes),
                Some(Solved::Contradiction(ray)) => {
                    return Ok(self.impossible(&ray, &changes, &plays, rounds));
                }
                None => None,
            };
            let Some(weights) = weights else {
                return Ok(Measure::Unknown("the weights get too large".to_owned()));
            };
            match self.against(&weights)? {
                Refutation::Unknown(why) => return Ok(Measure::Unknown(why)),
                // Nothing is less than nothing: if there were plays, there would be one.
                Refutation::None if changes.is_empty() => {
                    return Ok(Measure::Unknown("no play of a move and a reply begins there".to_owned()));
                }
                Refutation::None => return self.found(&weights, rounds),
                Refutation::Plays(found) => {
                    for play in found {
                        let Some(change) = self.change(&play) else {
                            return Ok(Measure::Unknown("a quantity cannot be evaluated".to_owned()));
                        };
                        if seen.insert(change.clone()) {
                            changes.push(change);
                            plays.push(play);
                        }
                    }
                }
            }
        }
        Ok(Measure::Unknown(format!(
            "weights were proposed {ROUNDS} times, and there were plays against all of them"
        )))
    }

    /// Plays along which a weighted sum does not fall.
    fn against(&self, weights: &[i64]) -> Result<Refutation, MeasureError> {
        let strategy = &self.request.strategy;
        let steps = self.program.strategies.iter().find(|found| found.name == *strategy);
        let steps = steps.map_or(&[][..], |found| &found.steps);
        let mut text = self.definition(weights);
        for (number, step) in steps.iter().enumerate() {
            let also = format!(" and {strategy}.step at p0 = {}", step.name);
            text += &self.lemma(&format!("{MEASURE}_after_{number}"), &also);
        }
        let Some((last, others)) = self.panels.split_last() else {
            return Ok(Refutation::Unknown("nobody was asked".to_owned()));
        };
        for panel in others {
            let plays = plays_of(&self.decide(&text, steps.len(), panel)?);
            if !plays.is_empty() {
                return Ok(Refutation::Plays(plays));
            }
        }
        let reports = self.decide(&text, steps.len(), last)?;
        let plays = plays_of(&reports);
        if !plays.is_empty() {
            return Ok(Refutation::Plays(plays));
        }
        Ok(match reports.iter().find(|report| report.verdict != Verdict::Proved) {
            Some(report) => Refutation::Unknown(report.reason.clone().unwrap_or_default()),
            None => Refutation::None,
        })
    }

    /// Proves the whole lemma as it will be printed.
    fn found(&self, weights: &[i64], rounds: u32) -> Result<Measure, MeasureError> {
        let text = self.definition(weights) + &self.lemma(&format!("{MEASURE}_falls"), "");
        let last = self.panels.last().map_or(&[][..], Vec::as_slice);
        let Some(lemma) = self.decide(&text, 1, last)?.pop() else {
            return Ok(Measure::Unknown("the lemma was not decided".to_owned()));
        };
        let why = lemma.reason.clone().unwrap_or_default();
        match lemma.verdict {
            Verdict::Proved => {}
            Verdict::Unknown | Verdict::NotRun | Verdict::Unsatisfiable | Verdict::Internal => {
                return Ok(Measure::Unknown(why));
            }
            Verdict::Refuted => {
                let why = "the lemma fails as a whole, and not for any step";
                return Err(MeasureError::Fault(why.to_owned()));
            }
        }
        let weights = self.parts.iter().zip(weights).map(|(part, &weight)| (part.text(), weight));
        let weights = weights.filter(|&(_, weight)| weight != 0).collect();
        Ok(Measure::Found {
            text: adli_lang::format(&text).unwrap_or(text),
            weights,
            lemma: Box::new(lemma),
            rounds,
        })
    }

    fn impossible(
        &self,
        ray: &[(usize, ratio::Ratio)],
        changes: &[Vec<i64>],
        plays: &[Failure],
        rounds: u32,
    ) -> Measure {
        let picked = whole_multiples(ray).map(|multiples| {
            let pick = |(number, times): (usize, u64)| {
                let (change, play) = (changes.get(number)?.clone(), plays.get(number)?.clone());
                Some(Opposed { times, change, play })
            };
            multiples.into_iter().filter_map(pick).collect::<Vec<Opposed>>()
        });
        match picked {
            Some(plays) if add_up(&plays).is_some_and(|sum| sum.iter().all(|&part| part == 0)) => {
                let parts = self.parts.iter().map(|part| part.text()).collect();
                Measure::Impossible { parts, plays, rounds }
            }
            _ => Measure::Unknown("the multiples of a contradiction get too large".to_owned()),
        }
    }

    /// By how much each part grows along a play.
    fn change(&self, play: &Failure) -> Option<Vec<i64>> {
        let endgame = &self.program.endgame;
        let state = |fen: &str| match play.size {
            Some(_) => State::from_placement(endgame, &fen.parse::<Placement>().ok()?),
            None => State::from_position(endgame, &fen.parse::<Position>().ok()?),
        };
        let (before, after) = (state(&play.fen)?, state(&play.end)?);
        let size = i32::try_from(play.size.unwrap_or(8)).ok()?;
        let mut interpreter = Interpreter::new(&self.program).moves_from(MovesFrom::Core).size(size);
        let grown =
            |part: &Part| Some(part.at(&mut interpreter, after)? - part.at(&mut interpreter, before)?);
        self.parts.iter().map(grown).collect()
    }

    fn decide(
        &self,
        text: &str,
        claims: usize,
        panel: &[&dyn Method],
    ) -> Result<Vec<ClaimReport>, MeasureError> {
        let mut programs = check_with(self.sources, self.source, text, &self.request.settings)?;
        for program in &mut programs {
            let others = program.claims.len().saturating_sub(claims);
            program.claims.drain(..others);
        }
        let options =
            Options { claims: Vec::new(), max_failures: PLAYS, needed: false, ..self.options.clone() };
        let decided = drive("", &programs, panel, &|_, _| Vec::new(), &options, self.watch).claims;
        match decided.iter().find(|claim| claim.verdict == Verdict::Internal) {
            Some(claim) => Err(MeasureError::Fault(claim.reason.clone().unwrap_or_default())),
            None => Ok(decided),
        }
    }

    fn definition(&self, weights: &[i64]) -> String {
        format!("def {MEASURE} = {}\n", write_sum(&self.parts, weights))
    }

    fn lemma(&self, name: &str, also: &str) -> String {
        let MeasureRequest { strategy, within, stays, sizes, .. } = self.request;
        let at = if *stays { "{p0, p2}" } else { "p0" };
        let boards = sizes.map(|least| format!(" for every size >= {least}")).unwrap_or_default();
        format!(
            "lemma {name}: for play p0 .. p2 of {strategy} given home throughout and ({within}) at {at}{also} \
             show {MEASURE} at p2 < {MEASURE} at p0{boards}\n"
        )
    }
}

/// The plays against some lemmas.
fn plays_of(reports: &[ClaimReport]) -> Vec<Failure> {
    let failures = reports.iter().filter_map(|report| report.failures.as_ref());
    failures.flat_map(|failures| failures.shown.iter().cloned()).collect()
}

enum Refutation {
    None,
    Plays(Vec<Failure>),
    Unknown(String),
}

/// The text with something added at its end, checked.
fn check_with(
    sources: &Sources,
    source: u16,
    added: &str,
    settings: &[(String, String)],
) -> Result<Vec<Program>, MeasureError> {
    let mut sources = sources.clone();
    let text = sources.get(source).map_or("", |source| source.text.as_str());
    let extended = format!("{text}\n{added}");
    let number = sources.add("the text with a measure", &extended);
    let settings: Vec<(&str, &str)> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let checked = check(&sources, number, &settings);
    if checked.has_errors() {
        Err(MeasureError::Text(Box::new(sources), checked))
    } else {
        Ok(checked.programs)
    }
}
