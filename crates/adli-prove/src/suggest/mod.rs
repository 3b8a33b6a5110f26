//! Proposes rules for a recogniser that leaves positions unknown or answers wrongly.
//!
//! The positions that the last rule leaves unknown, all of them, are sorted by the conditions they satisfy: those that the text itself
//! defines, and a standard set ([`features`]). A conjunction that holds for many positions of one value and for none of another
//! ([`learn`]) is a rule; what it decides is taken away, and the next one is searched. For a rule that answers wrongly a
//! conjunction is searched that holds for many positions where it is right and none where it is wrong.
//!
//! Nothing is shown that has not been proved: the rules are put into the text, and the whole recogniser is compared with
//! the tables again, like any claim. The count of a proposal is that of this proof.

mod features;
mod gather;
mod learn;

use std::collections::HashMap;
use std::fmt;

use adli_chess::{Colour, Material};
use adli_lang::ast::{Answer as Said, ItemKind, Verdict as Rule};
use adli_lang::term::{RecogniserId, TermId};
use adli_lang::{Answer, Checked, Program, Sources, check, parse};
use adli_tables::Known;
use serde::Serialize;

use crate::limit::Limit;
use crate::recognise::{Static, soundness};
use crate::report::{Kind, Recognised};
use crate::tables::Tables;
use crate::{ClaimReport, Options, Watch};
use features::{Feature, features};
use gather::{Target, gather, sorted};
use learn::{Entry, Literal, best_rule, satisfies};

/// What is asked.
#[derive(Clone, Debug)]
pub struct SuggestRequest {
    /// The recogniser, by name.
    pub recogniser: String,
    /// Options of the text that are set from outside.
    pub settings: Vec<(String, String)>,
    /// How many rules are proposed at most.
    pub most: usize,
}

/// A rule that was proved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proposal {
    /// The rule, ready to paste.
    pub rule: String,
    /// Before which rule of the text it goes, or which rule it replaces.
    pub at: String,
    /// Whether it replaces that rule.
    pub replaces: bool,
    /// How many positions it decides, all of them rightly.
    pub decides: u64,
    /// The same by material and side to move.
    pub by: Vec<Decided>,
}

/// How many positions a rule decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Decided {
    /// The material.
    pub material: String,
    /// The side to move.
    pub to_move: String,
    /// How many.
    pub positions: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Suggested {
    /// How many positions are unknown as the text stands.
    pub unknown: u64,
    /// How many would be.
    pub unknown_then: u64,
    /// How many answers are wrong as the text stands.
    pub wrong: u64,
    /// How many would be.
    pub wrong_then: u64,
    /// The rules.
    pub proposals: Vec<Proposal>,
}

/// Why there are no proposals.
#[derive(Debug)]
pub enum SuggestError {
    /// The text has errors, which the sources can show.
    Text(Checked),
    /// There is no such recogniser in the text.
    Recogniser(String),
    /// A limit was reached, or the tables are not there.
    Limit(String),
}

impl fmt::Display for SuggestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuggestError::Text(_) => f.write_str("the text has errors"),
            SuggestError::Recogniser(name) => write!(f, "the text has no recogniser `{name}`"),
            SuggestError::Limit(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SuggestError {}

impl From<Limit> for SuggestError {
    fn from(limit: Limit) -> SuggestError {
        SuggestError::Limit(limit.to_string())
    }
}

/// A rule that goes into the text.
struct Draft {
    /// The rule of the text, by its number among all rules.
    at: u16,
    rule: String,
    replaces: bool,
}

/// A rule in the new text: its number there, the number of the rule it stands before or replaces, its words.
struct Written {
    new: String,
    old: String,
    rule: String,
}

/// Proposals that decide less than this share of what is unknown are not worth a rule.
const LEAST_SHARE: f64 = 0.001;

/// Proposes rules for a recogniser of a text. `load` is asked for tables, as in [`crate::prove_with`].
///
/// # Errors
/// If the text has errors or no such recogniser, or a limit is reached.
pub fn suggest_rules(
    sources: &Sources,
    root: u16,
    request: &SuggestRequest,
    options: &Options,
    load: &dyn Fn(Material) -> Option<Known>,
    watch: &dyn Watch,
) -> Result<Suggested, SuggestError> {
    let text = sources.get(root).map_or("", |source| source.text.as_str());
    let workshop = Workshop { sources, request, options, load, watch };
    let programs = workshop.programs(text)?;
    let before = workshop.judged(&programs)?;
    let (features, told) = workshop.told(text, &programs)?;
    let drafts = workshop.drafts(&told, &features, &before)?;
    let (unknown, wrong) = (sum(&before, |side| side.unknown.positions()), sum(&before, wrong_answers));
    if drafts.is_empty() {
        return Ok(Suggested {
            unknown,
            unknown_then: unknown,
            wrong,
            wrong_then: wrong,
            proposals: Vec::new(),
        });
    }
    let (after, proposals) = workshop.proved(text, drafts)?;
    let (unknown_then, wrong_then) =
        (sum(&after, |side| side.unknown.positions()), sum(&after, wrong_answers));
    Ok(Suggested { unknown, unknown_then, wrong, wrong_then, proposals })
}

/// What a recogniser answers in each material.
type Judged = Vec<(String, Vec<Recognised>)>;

fn sum(judged: &Judged, of: impl Fn(&Recognised) -> u64) -> u64 {
    judged.iter().flat_map(|(_, sides)| sides).map(of).sum()
}

fn wrong_answers(side: &Recognised) -> u64 {
    side.rules.iter().map(|rule| rule.wrong).sum()
}

struct Workshop<'a> {
    sources: &'a Sources,
    request: &'a SuggestRequest,
    options: &'a Options,
    load: &'a dyn Fn(Material) -> Option<Known>,
    watch: &'a dyn Watch,
}

impl Workshop<'_> {
    fn checked(&self, text: &str) -> (Checked, u16) {
        let mut sources = self.sources.clone();
        let number = sources.add("suggest", text);
        let settings: Vec<(&str, &str)> =
            self.request.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        (check(&sources, number, &settings), number)
    }

    fn programs(&self, text: &str) -> Result<Vec<Program>, SuggestError> {
        let (checked, _) = self.checked(text);
        if checked.has_errors() { Err(SuggestError::Text(checked)) } else { Ok(checked.programs) }
    }

    fn recogniser(&self, program: &Program) -> Result<RecogniserId, SuggestError> {
        let wanted = |r: &adli_lang::Recogniser| r.name == self.request.recogniser;
        let found = program.recognisers.iter().position(wanted);
        let missing = || SuggestError::Recogniser(self.request.recogniser.clone());
        Ok(RecogniserId(found.ok_or_else(missing)? as u16))
    }

    /// Compares the recogniser with the tables, like a claim.
    fn judged(&self, programs: &[Program]) -> Result<Judged, SuggestError> {
        let mut judged = Vec::new();
        for program in programs {
            let recogniser = self.recogniser(program)?;
            let material =
                program.endgame.material().map_or_else(String::new, |material| material.to_string());
            let program = soundness(program, recogniser);
            let options = Options { max_failures: 0, ..self.options.clone() };
            let tables = Tables::new(&program.endgame, self.watch, options.memory, self.load);
            let work = Static {
                program: &program,
                tables: &tables,
                options: &options,
                under: &[],
                watch: self.watch,
            };
            let mut report = ClaimReport::new("suggest", &material, Kind::Theorem);
            for claim in &program.claims {
                work.decide(&claim.says, &mut report)?;
            }
            judged.push((material, report.recognised));
        }
        Ok(judged)
    }

    /// Puts rules into the text and compares the whole with the tables. A rule that is not right everywhere is left out, and
    /// the others are proved again.
    fn proved(&self, text: &str, mut drafts: Vec<Draft>) -> Result<(Judged, Vec<Proposal>), SuggestError> {
        loop {
            let (new, names) = self.written(text, &drafts)?;
            let after = self.judged(&self.programs(&new)?)?;
            let mut proposals = Vec::new();
            let mut faulty = Vec::new();
            for (number, (draft, written)) in drafts.iter().zip(names).enumerate() {
                let (mut by, mut faults) = (Vec::new(), 0);
                for (material, side) in
                    after.iter().flat_map(|(m, sides)| sides.iter().map(move |side| (m, side)))
                {
                    for rule in side.rules.iter().filter(|rule| rule.name == written.new) {
                        faults += rule.wrong;
                        let (material, to_move) = (material.clone(), side.to_move.clone());
                        by.push(Decided { material, to_move, positions: rule.positions });
                    }
                }
                by.retain(|decided| decided.positions > 0);
                let decides = by.iter().map(|decided| decided.positions).sum();
                if faults > 0 || decides == 0 {
                    faulty.push(number);
                }
                let Written { rule, old: at, .. } = written;
                proposals.push(Proposal { rule, at, replaces: draft.replaces, decides, by });
            }
            if faulty.is_empty() {
                return Ok((after, proposals));
            }
            faulty.into_iter().rev().for_each(|number| {
                drafts.remove(number);
            });
        }
    }

    /// The text with all conditions that mean something in it, as definitions.
    fn told(&self, text: &str, programs: &[Program]) -> Result<(Vec<Feature>, Vec<Program>), SuggestError> {
        let mut all = features(text, programs);
        let geometry = if text.contains("use geometry") { "" } else { "\nuse geometry" };
        loop {
            let mut new = format!("{text}{geometry}");
            let mut begins = Vec::new();
            for (number, feature) in all.iter().enumerate() {
                begins.push(new.len() as u32);
                new.push_str(&format!("\ndef {CONDITION}{number} = {}", feature.yes));
            }
            let (checked, number) = self.checked(&new);
            if !checked.has_errors() {
                return Ok((all, checked.programs));
            }
            // What the text does not understand is left out.
            let here = checked.diagnostics.iter().filter(|d| d.span.source == number);
            let mut faulty: Vec<usize> =
                here.filter_map(|d| begins.iter().rposition(|&begin| begin <= d.span.start)).collect();
            faulty.sort_unstable();
            faulty.dedup();
            if faulty.is_empty() {
                return Err(SuggestError::Text(checked));
            }
            for number in faulty.into_iter().rev() {
                all.remove(number);
            }
        }
    }

    /// The rules that are worth a proof.
    fn drafts(
        &self,
        told: &[Program],
        features: &[Feature],
        judged: &Judged,
    ) -> Result<Vec<Draft>, SuggestError> {
        let Some(first) = told.first() else { return Ok(Vec::new()) };
        let recogniser = &first.recognisers[usize::from(self.recogniser(first)?.0)];
        let (unknown, wrong) = targets(recogniser, judged);
        let rates = rates(recogniser, judged, &wrong, unknown);
        let features = self.turnable(told, features)?;
        let mut found = HashMap::new();
        for program in told {
            let recogniser = &program.recognisers[usize::from(self.recogniser(program)?.0)];
            let tables = Tables::new(&program.endgame, self.watch, self.options.memory, self.load);
            let work =
                Static { program, tables: &tables, options: self.options, under: &[], watch: self.watch };
            let conditions: Vec<TermId> =
                features.iter().filter_map(|(number, _)| meaning(program, *number)).collect();
            let answer = program.definitions[recogniser.answer.0 as usize].body;
            for turn in Colour::ALL {
                let target =
                    Target { program, recogniser, turn, rates: &rates, images: work.images(&[answer]) };
                gather(&work, &target, &conditions, &mut found)?;
            }
        }
        let features: Vec<Feature> = features.into_iter().map(|(_, feature)| feature.clone()).collect();
        let features = &features[..];
        let gathered = sorted(found);
        let entries =
            |rule: u16, class: u8| gathered.by_rule.get(&(rule, class)).cloned().unwrap_or_default();
        let mut drafts = Vec::new();
        for rule in wrong {
            let answer = recogniser.rules[usize::from(rule)].answer;
            let side = recogniser.rules[usize::from(rule)].side;
            // Which classes an answer is right for; of mates the table says no more here than who wins.
            let right = |class: u8| match (answer, side) {
                (Answer::Draw, _) => class == 1,
                (Answer::Win, Some(side)) => u16::from(class) == 2 * side,
                (Answer::Loss, Some(side)) => u16::from(class) == 2 - 2 * side,
                (Answer::AtLeastDraw, Some(side)) => u16::from(class) != 2 - 2 * side,
                (Answer::AtMostDraw, Some(side)) => u16::from(class) != 2 * side,
                _ => class != 1,
            };
            let (good, bad): (Vec<u8>, Vec<u8>) = (0..3).partition(|&class| right(class));
            let join =
                |classes: &[u8]| classes.iter().flat_map(|&class| entries(rule, class)).collect::<Vec<_>>();
            if let Some((literals, _)) = best_rule(&join(&good), &join(&bad), features.len()) {
                let condition = written(&literals, features);
                drafts.push(Draft { at: rule, rule: condition, replaces: true });
            }
        }
        if let Some(rule) = unknown {
            let [first, second] = &first.endgame.sides;
            let classes =
                [(0, format!("win for {first}")), (1, "draw".to_owned()), (2, format!("win for {second}"))];
            let mut left: Vec<Vec<Entry>> = (0..3).map(|class| entries(rule, class)).collect();
            let all: u64 = left.iter().flatten().map(|entry| entry.count).sum();
            while drafts.iter().filter(|draft| !draft.replaces).count() < self.request.most {
                let mut best: Option<(u64, usize, Vec<Literal>)> = None;
                for class in 0..3 {
                    let bad: Vec<Entry> = (0..3)
                        .filter(|&other| other != class)
                        .flat_map(|other| left[other].clone())
                        .collect();
                    if let Some((literals, count)) = best_rule(&left[class], &bad, features.len())
                        && best.as_ref().is_none_or(|(most, ..)| count > *most)
                    {
                        best = Some((count, class, literals));
                    }
                }
                let Some((count, class, literals)) = best else { break };
                if (count as f64) < LEAST_SHARE * all as f64 {
                    break;
                }
                let rule_text = format!("when {} => {}", written(&literals, features), classes[class].1);
                drafts.push(Draft { at: rule, rule: rule_text, replaces: false });
                left[class].retain(|entry| !satisfies(entry, &literals));
            }
        }
        Ok(drafts)
    }

    /// The conditions that are the same in all images of a position, with their numbers, if the recogniser is; all of them
    /// if it is not.
    fn turnable<'f>(
        &self,
        told: &[Program],
        features: &'f [Feature],
    ) -> Result<Vec<(usize, &'f Feature)>, SuggestError> {
        let mut all: Vec<(usize, &Feature)> = features.iter().enumerate().collect();
        for program in told {
            let recogniser = &program.recognisers[usize::from(self.recogniser(program)?.0)];
            let tables = Tables::new(&program.endgame, self.watch, self.options.memory, self.load);
            let work =
                Static { program, tables: &tables, options: self.options, under: &[], watch: self.watch };
            let answer = program.definitions[recogniser.answer.0 as usize].body;
            if work.images(&[answer]).len() == 1 {
                all.retain(|(number, _)| {
                    meaning(program, *number).is_some_and(|term| work.images(&[term]).len() == 1)
                });
            }
        }
        Ok(all)
    }

    /// The text with the rules in it; and for each rule its new number, and the number of the rule it stands before or
    /// replaces.
    fn written(&self, text: &str, drafts: &[Draft]) -> Result<(String, Vec<Written>), SuggestError> {
        let missing = || SuggestError::Recogniser(self.request.recogniser.clone());
        let items = parse(0, text).file.items;
        let rules = items.iter().find_map(|item| match &item.kind {
            ItemKind::Recogniser(r) if r.name.text == self.request.recogniser => Some(&r.rules),
            _ => None,
        });
        let mut leaves = Vec::new();
        numbered(rules.ok_or_else(missing)?, "", &mut leaves);
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        let mut names = Vec::new();
        for (number, draft) in drafts.iter().enumerate() {
            let (rule, name) = leaves.get(usize::from(draft.at)).ok_or_else(missing)?;
            let (start, end) = (rule.span.start as usize, rule.span.end as usize);
            if draft.replaces {
                let old = text.get(start..end).unwrap_or_default();
                let new = match old.strip_prefix("when") {
                    Some(rest) => format!("when {} and{rest}", draft.rule),
                    // What it does not decide any more has to be decided by somebody.
                    None => {
                        let answer = old.strip_prefix("otherwise").unwrap_or(old);
                        format!("when {}{answer}\n  otherwise => unknown", draft.rule)
                    }
                };
                edits.push((start, end, new.clone()));
                names.push(Written { new: name.clone(), old: name.clone(), rule: new });
            } else {
                let before =
                    drafts[..number].iter().filter(|other| other.at == draft.at && !other.replaces).count();
                edits.push((start, start, format!("{}\n  ", draft.rule)));
                let (list, last) =
                    name.rsplit_once('.').map_or(("", name.as_str()), |(list, last)| (list, last));
                let dot = if list.is_empty() { "" } else { "." };
                let moved = last.parse::<usize>().unwrap_or(0) + before;
                names.push(Written {
                    new: format!("{list}{dot}{moved}"),
                    old: name.clone(),
                    rule: draft.rule.clone(),
                });
            }
        }
        // From the end, so that places stay; of several at one place the first comes first.
        let mut new = text.to_owned();
        for (start, end, words) in edits.into_iter().rev() {
            new.replace_range(start..end, &words);
        }
        Ok((new, names))
    }
}

const CONDITION: &str = "suggested_condition_";

/// The term of a condition that was added to the text.
fn meaning(program: &Program, number: usize) -> Option<TermId> {
    let name = format!("{CONDITION}{number}");
    program.definitions.iter().find(|definition| definition.name == name).map(|definition| definition.body)
}

/// How many positions of each class are looked at, about.
const LOOKED_AT: u64 = 400_000;

/// For each rule that is to be changed, and each class: of how many positions one is looked at.
fn rates(
    recogniser: &adli_lang::Recogniser,
    judged: &Judged,
    wrong: &[u16],
    unknown: Option<u16>,
) -> HashMap<(u16, u8), u64> {
    let mut counts: HashMap<(u16, u8), u64> = HashMap::new();
    for (turn, side) in judged.iter().flat_map(|(_, sides)| sides.iter().enumerate()) {
        for row in &side.rules {
            let Some(at) = recogniser.rules.iter().position(|rule| rule.name == row.name) else { continue };
            let at = at as u16;
            let left = if Some(at) == unknown { &side.unknown } else { &row.wrong_where };
            let (wins, losses) = (left.wins.values().sum::<u64>(), left.losses.values().sum());
            let by_class = if turn == 0 { [wins, left.draws, losses] } else { [losses, left.draws, wins] };
            for (class, count) in by_class.into_iter().enumerate() {
                // Where an answer is right nobody has counted by value: at most all of them.
                let right = wrong.contains(&at) && count == 0;
                *counts.entry((at, class as u8)).or_default() += if right { row.positions } else { count };
            }
        }
    }
    counts.retain(|(rule, _), _| wrong.contains(rule) || Some(*rule) == unknown);
    // A table keeps one of eight positions, or of two.
    counts.into_iter().map(|(key, count)| (key, (count / (8 * LOOKED_AT)).max(1))).collect()
}

/// The rule that leaves most positions unknown, and the rules that answer wrongly.
fn targets(recogniser: &adli_lang::Recogniser, judged: &Judged) -> (Option<u16>, Vec<u16>) {
    let mut unknown = vec![0; recogniser.rules.len()];
    let mut wrong = vec![0; recogniser.rules.len()];
    for side in judged.iter().flat_map(|(_, sides)| sides) {
        for row in &side.rules {
            if let Some(at) = recogniser.rules.iter().position(|rule| rule.name == row.name) {
                wrong[at] += row.wrong;
                if recogniser.rules[at].answer == Answer::Unknown {
                    unknown[at] += row.positions;
                }
            }
        }
    }
    let most = (0..unknown.len()).filter(|&at| unknown[at] > 0).max_by_key(|&at| unknown[at]);
    let wrong = (0..wrong.len()).filter(|&at| wrong[at] > 0).map(|at| at as u16).collect();
    (most.map(|at| at as u16), wrong)
}

fn written(literals: &[Literal], features: &[Feature]) -> String {
    let words = literals.iter().map(|literal| {
        let feature = &features[literal.feature];
        if literal.negated { feature.no.clone() } else { feature.yes.clone() }
    });
    words.collect::<Vec<_>>().join(" and ")
}

/// The rules of a text that give answers, with their numbers.
fn numbered<'r>(rules: &'r [Rule], above: &str, leaves: &mut Vec<(&'r Rule, String)>) {
    for (number, rule) in rules.iter().enumerate() {
        let name = format!("{above}{}", number + 1);
        match &rule.then {
            Said::Rules(inner) => numbered(inner, &format!("{name}."), leaves),
            Said::Says(..) => leaves.push((rule, name)),
        }
    }
}
