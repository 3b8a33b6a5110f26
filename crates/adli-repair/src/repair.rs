//! From a refuted claim to edits that were proved.

use std::collections::BTreeSet;
use std::fmt;

use adli_claims::{Limit, Method, Options, Report, Unit, Verdict, Watch, drive};
use adli_lang::ast::{Expr, Statement};
use adli_lang::{Checked, Program, Sources, check};
use adli_learn::{Told, features, with_geometry};
use schemars::JsonSchema;
use serde::Serialize;

use crate::blame::{Blamed, blame};
use crate::edit::{Applied, Edit, Kind};
use crate::edits::{Examples, Ground, edits, guard, learnt, narrowed, slower, wanted};
use crate::text::Text;
use crate::trial::{Trial, Witness, stands, try_on};

/// What is asked.
#[derive(Clone, Debug)]
pub struct RepairRequest {
    /// The claim, by name.
    pub claim: String,
    /// Options of the text that are set from outside.
    pub settings: Vec<(String, String)>,
    /// How many edits are shown at most.
    pub most: usize,
    /// How many edits are put to the methods at most.
    pub edits: usize,
}

/// An edit, and what becomes of the claim with it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Repair {
    /// What is changed.
    pub kind: Kind,
    /// The rule, piece of advice, strategy or claim that is changed.
    pub of: String,
    /// What is done, in a few words.
    pub what: String,
    /// The number of the first line that differs, from 1.
    pub line: usize,
    /// The lines as they are.
    pub old: Vec<String>,
    /// The lines in their place, ready to paste.
    pub new: Vec<String>,
    /// What the text has to say besides, so that it understands these lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses: Option<String>,
    /// What becomes of the claim.
    pub verdict: Verdict,
    /// From how many positions, or along how many plays, it fails then.
    pub failures: u64,
    /// The pieces of advice whose replies are taken for granted: the claim is proved only as long as the other side plays them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<String>,
    /// Other claims of the text that came out as it says, and do not with this edit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<String>,
    /// Rules that are played as the text stands, and never with this edit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// The whole text with the edit.
    #[serde(skip)]
    pub text: String,
    #[serde(skip)]
    size: usize,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Repaired {
    /// The claim.
    pub claim: String,
    /// What becomes of it as the text stands.
    pub verdict: Verdict,
    /// From how many positions, or along how many plays, it fails as the text stands.
    pub failures: u64,
    /// What is counted.
    pub unit: Unit,
    /// How many edits were thought of.
    pub edits: usize,
    /// How many of them were decided on everything.
    pub decided: usize,
    /// The best edits, the best first: those with which the claim is proved, then by failures, then by size. What changes the claim
    /// itself comes after what does not; what breaks another claim or leaves a rule without work, after what does neither.
    pub repairs: Vec<Repair>,
    /// Why not all edits were decided that could have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// Why there is nothing to show.
#[derive(Debug)]
pub enum RepairError {
    /// The text has errors, which the sources can show.
    Text(Checked),
    /// There is no such claim in the text, or nothing is known of how to repair it.
    Claim(String),
    /// A limit was reached.
    Limit(Limit),
}

impl fmt::Display for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RepairError::Text(_) => f.write_str("the text has errors"),
            RepairError::Claim(why) => f.write_str(why),
            RepairError::Limit(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for RepairError {}

impl Repaired {
    /// Whether the claim, as it stands, is proved with one of the edits.
    #[must_use]
    pub fn is_repaired(&self) -> bool {
        self.repairs.iter().any(Repair::proves)
    }
}

impl Repair {
    /// Whether the claim, as it stands, is proved with this edit.
    #[must_use]
    pub fn proves(&self) -> bool {
        self.verdict == Verdict::Proved && self.kind != Kind::Claim
    }

    /// By what it is shown before others.
    fn rank(&self) -> (bool, bool, bool, bool, u64, usize) {
        let (breaks, idle) = (!self.breaks.is_empty(), !self.idle.is_empty());
        let (unproved, narrows) = (self.verdict != Verdict::Proved, self.kind == Kind::Claim);
        (unproved, narrows, breaks, idle, self.failures, self.size)
    }
}

impl From<Limit> for RepairError {
    fn from(limit: Limit) -> RepairError {
        RepairError::Limit(limit)
    }
}

/// How many failures an edit is tried on first, and how many moves these have together, unless the first alone has more.
const FIRST_FAILURES: usize = 6;
const FIRST_MOVES: usize = 24;
/// How many positions are listed to learn a guard from.
const LISTED: u32 = 4000;

/// Looks for single edits of a text after which a refuted claim holds. Claims are decided by the first of `methods` that takes them.
///
/// # Errors
/// If the text has errors or no such claim, or a limit is reached before anything is known.
pub fn repair(
    sources: &Sources,
    root: u16,
    request: &RepairRequest,
    methods: &[&dyn Method],
    options: &Options,
    watch: &dyn Watch,
) -> Result<Repaired, RepairError> {
    let words = sources.get(root).map_or("", |source| source.text.as_str());
    let workshop = Workshop { sources, request, methods, options, watch };
    workshop.repaired(&Text::new(words))
}

struct Workshop<'a> {
    sources: &'a Sources,
    request: &'a RepairRequest,
    methods: &'a [&'a dyn Method],
    options: &'a Options,
    watch: &'a dyn Watch,
}

/// What the methods say of the claim.
struct Decided {
    verdict: Verdict,
    failures: u64,
    unit: Unit,
    /// The rules that are played somewhere.
    rules: BTreeSet<String>,
    witnesses: Vec<Witness>,
    /// The most moves that a play takes, where all plays come to their end.
    longest: Option<u32>,
    assumes: BTreeSet<String>,
    limit: Option<Limit>,
}

/// An edit that makes a difference to the first failures.
struct Candidate {
    edit: Edit,
    applied: Applied,
    uses: Option<String>,
    trial: Trial,
    size: usize,
}

impl Workshop<'_> {
    fn repaired(&self, text: &Text) -> Result<Repaired, RepairError> {
        let name = &self.request.claim;
        let (claim, span) = text
            .claim(name)
            .ok_or_else(|| RepairError::Claim(format!("the text itself has no claim `{name}`")))?;
        let strategy = match &claim.says {
            Statement::Reaches { strategy, .. } | Statement::Keeps { strategy, .. } => Some(strategy),
            Statement::Play { strategy, .. } => Some(strategy),
            Statement::Everywhere { .. } => None,
            Statement::Quality { .. } | Statement::Query { .. } => {
                let why = format!("`{name}` is no claim about what a strategy or a piece of advice comes to");
                return Err(RepairError::Claim(why));
            }
        };
        if claim.sizes.is_some() {
            let why = format!("`{name}` speaks of every board, and repairs are tried on one");
            return Err(RepairError::Claim(why));
        }
        let own = strategy.and_then(|strategy| text.strategy(&strategy.text));
        if let (Some(strategy), None) = (strategy, own) {
            let why = format!("`{}` is a strategy of another text, which is not edited", strategy.text);
            return Err(RepairError::Claim(why));
        }
        let programs = self.programs(&text.words).map_err(RepairError::Text)?;
        let before = self.decided(&programs, FIRST_FAILURES);
        if let Some(limit) = before.limit {
            return Err(limit.into());
        }
        let mut found = Repaired {
            claim: name.clone(),
            verdict: before.verdict,
            failures: before.failures,
            unit: before.unit,
            edits: 0,
            decided: 0,
            repairs: Vec::new(),
            stopped: None,
        };
        let Some(program) = programs.first().filter(|_| before.verdict == Verdict::Refuted) else {
            return Ok(found);
        };
        let failures: Vec<_> = before.witnesses.iter().map(|witness| witness.failure.clone()).collect();
        let blamed = blame(text, own, span, &failures);
        let ground = Ground { text, program, strategy: own, blamed: &blamed };
        let mut all = edits(&ground);
        all.extend(before.longest.and_then(|longest| slower(text, name, longest)));
        let guards = self.guards(&ground).and_then(|mut guards| {
            guards.extend(self.narrower(text)?);
            Ok(guards)
        });
        let stopped = guards.map(|guards| all.extend(guards)).err();
        let mut seen = Vec::new();
        all.retain(|edit| {
            let is_new = !seen.contains(&edit.changes);
            seen.push(edit.changes.clone());
            is_new
        });
        found.edits = all.len();
        let end = match stopped {
            Some(limit) => Some(limit),
            None => self.go_through(text, &programs, all, &before, &mut found).err(),
        };
        found.repairs.sort_by_key(Repair::rank);
        // Of bounds that differ in length alone, the best is enough.
        let mut lengthened = BTreeSet::new();
        found.repairs.retain(|repair| repair.kind != Kind::Bound || lengthened.insert(repair.of.clone()));
        found.repairs.truncate(self.request.most);
        let end = match end {
            Some(limit) => Some(limit),
            None => self.others(&programs, &mut found.repairs).err(),
        };
        found.repairs.sort_by_key(Repair::rank);
        found.stopped = end.map(|limit| limit.to_string());
        Ok(found)
    }

    /// Tries edits on the first failures, and has those that make a difference decided.
    fn go_through(
        &self,
        text: &Text,
        programs: &[Program],
        all: Vec<Edit>,
        before: &Decided,
        found: &mut Repaired,
    ) -> Result<(), Limit> {
        for candidate in self.candidates(text, programs, all, &before.witnesses)? {
            // Where a failure stands the claim is not proved: such edits are of interest only as long as no other does it.
            let is_partial = candidate.trial.standing > 0 && candidate.edit.kind != Kind::Claim;
            let good =
                found.repairs.iter().filter(|repair| repair.proves() && repair.idle.is_empty()).count();
            if good >= self.request.most || is_partial && found.is_repaired() {
                return Ok(());
            }
            let Candidate { edit, applied, uses, size, .. } = candidate;
            // A bound that is enough is not made longer still.
            let enough =
                |repair: &Repair| repair.proves() && repair.kind == Kind::Bound && repair.of == edit.of;
            if edit.kind == Kind::Bound && found.repairs.iter().any(enough) {
                continue;
            }
            if found.decided >= self.request.edits {
                let why = format!("{} edits were decided, and there are more", found.decided);
                return Err(Limit::Undecided(why));
            }
            let Ok(programs) = self.programs(&applied.text) else { continue };
            let after = self.decided(&programs, 0);
            if let Some(limit @ Limit::Stopped(_)) = after.limit {
                return Err(limit);
            }
            found.decided += 1;
            self.watch.rounds(found.decided as u64);
            let fewer = after.verdict == Verdict::Refuted && after.failures < found.failures;
            if after.verdict == Verdict::Proved || fewer {
                let idle = before.rules.difference(&after.rules).cloned().collect();
                let (Applied { text, line, old, new }, Edit { kind, of, what, .. }) = (applied, edit);
                let (verdict, failures, breaks) = (after.verdict, after.failures, Vec::new());
                let assumes = after.assumes.into_iter().collect();
                let repair = Repair {
                    kind,
                    of,
                    what,
                    line,
                    old,
                    new,
                    uses,
                    verdict,
                    failures,
                    assumes,
                    breaks,
                    idle,
                    text,
                    size,
                };
                found.repairs.push(repair);
            }
        }
        Ok(())
    }

    /// The edits that make a difference to the first failures, the most promising first.
    fn candidates(
        &self,
        text: &Text,
        programs: &[Program],
        all: Vec<Edit>,
        witnesses: &[Witness],
    ) -> Result<Vec<Candidate>, Limit> {
        // A failure that cannot be replayed even in the text as it stands tells nothing about an edit.
        let mut telling = Vec::new();
        let mut by_length: Vec<&Witness> = witnesses.iter().collect();
        by_length.sort_by_key(|witness| witness.failure.moves.len());
        let mut moves = 0;
        for witness in by_length {
            moves += witness.failure.moves.len();
            if moves > FIRST_MOVES && !telling.is_empty() {
                break;
            }
            if stands(programs, &self.request.claim, witness, self.watch)? == Some(true) {
                telling.push(witness);
            }
        }
        let mut candidates = Vec::new();
        for edit in all {
            let Some(mut applied) = edit.applied(&text.words) else { continue };
            let Some((programs, uses)) = self.understood(&mut applied.text) else { continue };
            let trial = try_on(&programs, &self.request.claim, &telling, self.watch)?;
            if trial.standing < telling.len() || telling.is_empty() {
                let size = edit.size(&text.words);
                candidates.push(Candidate { edit, applied, uses, trial, size });
            }
        }
        // What the claim could say instead is one edit or two, and always of interest.
        candidates
            .sort_by_key(|candidate| (candidate.edit.kind != Kind::Claim, candidate.trial, candidate.size));
        Ok(candidates)
    }

    /// Guards for the rules that give something away.
    fn guards(&self, ground: &Ground<'_>) -> Result<Vec<Edit>, Limit> {
        let mut all = Vec::new();
        for blamed in ground.blamed {
            let Blamed { part, .. } = blamed;
            let Some(examples) = wanted(ground, blamed) else { continue };
            if let Some(condition) = self.condition(ground.text, &examples)? {
                all.extend(guard(ground, *part, &condition));
            }
        }
        Ok(all)
    }

    /// A lemma about single positions that speaks of fewer.
    fn narrower(&self, text: &Text) -> Result<Option<Edit>, Limit> {
        let Some((claim, _)) = text.claim(&self.request.claim) else { return Ok(None) };
        let Some(examples) = Examples::of_claim(text, claim) else { return Ok(None) };
        let condition = self.condition(text, &examples)?;
        Ok(condition.and_then(|condition| narrowed(claim, &condition)))
    }

    /// The condition that tells where something is right from where it is wrong.
    fn condition(&self, text: &Text, examples: &Examples) -> Result<Option<String>, Limit> {
        const NAMES: [&str; 2] = ["repair_right", "repair_wrong"];
        let lists = NAMES.iter().zip([&examples.right, &examples.wrong]);
        let queries: String =
            lists.map(|(name, there)| format!("\nquery {name}: list {LISTED} where {there}")).collect();
        let Ok(programs) = self.programs(&format!("{}{queries}", text.words)) else { return Ok(None) };
        let report = self.driven(&programs, NAMES.map(str::to_owned).to_vec(), 0);
        let mut lists = [Vec::new(), Vec::new()];
        for claim in report.claims {
            match &claim.ended {
                Some(limit @ Limit::Stopped(_)) => return Err(limit.clone()),
                Some(_) => return Ok(None),
                None => {}
            }
            if let Some(at) = NAMES.iter().position(|name| *name == claim.name) {
                lists[at].extend(claim.listed);
            }
        }
        let [right, wrong] = lists;
        if right.is_empty() || wrong.is_empty() {
            return Ok(None);
        }
        let asked: Vec<&Expr> = examples.asked.iter().collect();
        let all = features(&text.words, &asked, &programs);
        let Ok(told) = Told::new(&text.words, all, |words| self.checked(words)) else { return Ok(None) };
        Ok(learnt(&told, &right, &wrong))
    }

    /// What the best edits do to the other claims of the text.
    fn others(&self, programs: &[Program], repairs: &mut [Repair]) -> Result<(), Limit> {
        let claims = programs.iter().flat_map(|program| &program.claims);
        let mut names: Vec<String> = claims.map(|claim| claim.name.clone()).collect();
        names.retain(|name| *name != self.request.claim);
        names.dedup();
        if names.is_empty() || repairs.is_empty() {
            return Ok(());
        }
        let as_said = |report: &Report| -> Result<Vec<(String, String)>, Limit> {
            let stopped = report.claims.iter().find_map(|claim| match &claim.ended {
                Some(limit @ Limit::Stopped(_)) => Some(limit.clone()),
                _ => None,
            });
            let said = report.claims.iter().filter(|claim| claim.as_claimed == Some(true));
            let said = said.map(|claim| (claim.name.clone(), claim.material.clone())).collect();
            stopped.map_or(Ok(said), Err)
        };
        let before = as_said(&self.driven(programs, names.clone(), 0))?;
        for repair in repairs {
            let Ok(programs) = self.programs(&repair.text) else { continue };
            let after = as_said(&self.driven(&programs, names.clone(), 0))?;
            let broken = before.iter().filter(|claim| !after.contains(claim));
            repair.breaks = broken.map(|(name, _)| name.clone()).collect();
            repair.breaks.dedup();
        }
        Ok(())
    }

    /// What becomes of the claim, in all materials together.
    fn decided(&self, programs: &[Program], max_failures: usize) -> Decided {
        let report = self.driven(programs, vec![self.request.claim.clone()], max_failures);
        let (mut failures, mut witnesses, mut limit) = (0, Vec::new(), None);
        let (mut unit, mut rules) = (Unit::default(), BTreeSet::new());
        let (mut longest, mut assumes) = (None, BTreeSet::new());
        let mut verdict = if report.claims.is_empty() { Verdict::NotRun } else { Verdict::Proved };
        for (program, claim) in report.claims.into_iter().enumerate() {
            if let Some(found) = &claim.failures {
                failures += found.extent.number;
                unit = found.extent.unit;
                witnesses.extend(found.shown.iter().cloned().map(|failure| Witness { program, failure }));
            }
            let played = claim.rules.iter().filter(|rule| rule.positions > 0);
            rules.extend(played.map(|rule| rule.name.clone()));
            longest = longest.max(claim.longest_moves);
            assumes.extend(claim.assumes.iter().cloned());
            limit = limit.or(claim.ended.clone());
            verdict = match (verdict, claim.verdict) {
                (Verdict::Refuted, _) | (_, Verdict::Refuted) => Verdict::Refuted,
                (Verdict::Proved, other) => other,
                (other, _) => other,
            };
        }
        Decided { verdict, failures, unit, rules, witnesses, longest, assumes, limit }
    }

    fn driven(&self, programs: &[Program], claims: Vec<String>, max_failures: usize) -> Report {
        let options = Options { claims, max_failures, ..self.options.clone() };
        drive("", programs, self.methods, &|_, _| Vec::new(), &options, self.watch)
    }

    fn checked(&self, text: &str) -> (Checked, u16) {
        let mut sources = self.sources.clone();
        let number = sources.add("suggest", text);
        let settings: Vec<(&str, &str)> =
            self.request.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        (check(&sources, number, &settings), number)
    }

    /// The programs of an edited text, and what it has to say besides. Conditions and preferences may be in words of
    /// `geometry`, which the text then uses.
    fn understood(&self, text: &mut String) -> Option<(Vec<Program>, Option<String>)> {
        if let Ok(programs) = self.programs(text) {
            return Some((programs, None));
        }
        let new = with_geometry(text, |new| self.programs(new).is_ok());
        if new == *text {
            return None;
        }
        *text = new;
        let programs = self.programs(text).ok()?;
        Some((programs, Some("use geometry".to_owned())))
    }

    fn programs(&self, text: &str) -> Result<Vec<Program>, Checked> {
        let (checked, _) = self.checked(text);
        if checked.has_errors() { Err(checked) } else { Ok(checked.programs) }
    }
}
