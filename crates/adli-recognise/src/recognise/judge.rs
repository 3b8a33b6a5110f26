//! A recogniser's answers compared with a table.

use std::collections::{BTreeMap, HashSet};

use adli_chess::{Colour, Symmetry};
use adli_claims::{
    ClaimReport, Decision, Evidence, Extent, Failure, Left, Limit, Reason, Recognised, Refutation,
    RuleAnswers,
};
use adli_lang::term::{RecogniserId, TermId};
use adli_lang::{Answer, Claim, ClaimKind, Demand, Program, Recogniser};
use adli_static::{Compiled, CompiledTerms, Runner, compile, compile_terms};
use adli_tables::Value;

use super::scan::{Batch, Scan};
use super::{Static, is_against, no_code};

/// How many positions of each rule and value are kept to be shown.
const KEPT: usize = 3;

/// For each rule and score how many positions there are, in halves, and the first of those that matter.
pub(crate) struct Tally {
    pub(crate) halves: Vec<[u64; 256]>,
    pub(crate) kept: BTreeMap<(u16, u8), Vec<Vec<u8>>>,
}

/// A recogniser with one side to move.
pub(crate) struct Judge<'a> {
    pub(crate) recogniser: &'a Recogniser,
    pub(crate) turn: Colour,
    pub(crate) compiled: Compiled,
    domain: CompiledTerms,
    pub(crate) scan: Scan<'a>,
}

impl<'a> Judge<'a> {
    /// Of the positions of a domain.
    pub(crate) fn new(
        work: &'a Static<'_>,
        program: &Program,
        recogniser: &'a Recogniser,
        from: TermId,
        turn: Colour,
        images: &[Symmetry],
    ) -> Result<Judge<'a>, Limit> {
        let number = turn.index() as u16;
        let compiled = compile(program, work.under, number, &recogniser.branches).map_err(no_code)?;
        let domain = compile_terms(program, work.under, number, &[from]).map_err(no_code)?;
        let mut scan = Scan::new(work.rows()?, &program.endgame, turn, images);
        scan.looks = domain.looks();
        Ok(Judge { recogniser, turn, compiled, domain, scan })
    }

    /// The answer of a rule for the side to move.
    pub(crate) fn answer(&self, rule: usize) -> Answer {
        let rule = self.recogniser.rules.get(rule);
        rule.map_or(Answer::Unknown, |rule| rule.answer_for(self.turn.index() as u16))
    }

    /// Counts all answers, and keeps a few positions for which `matters` says so of the rule and the value.
    pub(crate) fn tally(
        &self,
        work: &Static<'_>,
        matters: &(dyn Fn(Answer, Value) -> bool + Sync),
    ) -> Result<Tally, Limit> {
        let rules = self.recogniser.rules.len();
        let matters: Vec<[bool; 256]> = (0..rules)
            .map(|rule| {
                let one = |score: usize| {
                    self.scan.value(score as u8).is_some_and(|value| matters(self.answer(rule), value))
                };
                std::array::from_fn(one)
            })
            .collect();
        let new = || Tally { halves: vec![[0; 256]; rules], kept: BTreeMap::new() };
        let whole = self.domain.constant(0) == Some(1);
        let see = |(tally, runner, domain): &mut (Tally, Runner<'_>, adli_static::TermRunner<'_>),
                   batch: &Batch| {
            let mut answers = vec![0; batch.scores.len()];
            runner.decide(&batch.columns, &mut answers);
            domain.begin();
            let inside = if whole { &[][..] } else { domain.values(0, &batch.columns) };
            for (at, &rule) in answers.iter().enumerate() {
                if inside.get(at) == Some(&0) {
                    continue;
                }
                let (rule, score) = (usize::from(rule), batch.scores[at]);
                tally.halves[rule][usize::from(score)] += u64::from(batch.halves[at]);
                if matters[rule][usize::from(score)] {
                    let kept = tally.kept.entry((rule as u16, score)).or_default();
                    if kept.len() < KEPT {
                        kept.push(batch.squares(at));
                    }
                }
            }
        };
        let begin = || (new(), Runner::new(&self.compiled), self.domain.runner());
        let join = |all: &mut (Tally, Runner<'_>, _), (part, _, _): (Tally, _, _)| all.0.join(part);
        Ok(self.scan.run(work.watch, begin, see, join)?.0)
    }

    /// What was counted, for people.
    pub(crate) fn report(&self, program: &Program, tally: &Tally) -> Recognised {
        let mut report =
            Recognised { to_move: program.endgame.sides[self.turn.index()].clone(), ..Recognised::default() };
        let possible = self.compiled.rules();
        for (number, rule) in self.recogniser.rules.iter().enumerate() {
            let answer = self.answer(number);
            let mut row = RuleAnswers {
                name: rule.name.clone(),
                answer: answer.word().to_owned(),
                ..RuleAnswers::default()
            };
            for (score, &halves) in tally.halves[number].iter().enumerate() {
                let Some(value) = self.scan.value(score as u8).filter(|_| halves > 0) else { continue };
                row.positions += halves / 2;
                if is_against(Demand::Sound, answer, value) {
                    row.wrong += halves / 2;
                    add(&mut row.wrong_where, value, halves / 2);
                }
                if answer == Answer::Unknown {
                    add(&mut report.unknown, value, halves / 2);
                }
            }
            report.positions += row.positions;
            let answers = report.answers.entry(row.answer.clone()).or_default();
            answers.positions += row.positions;
            answers.wrong += row.wrong;
            if possible.contains(&(number as u16)) {
                report.rules.push(row);
            }
        }
        report.answers.retain(|_, answered| answered.positions > 0);
        if report.positions > 0 {
            report.unknown_share = report.unknown.positions() as f64 / report.positions as f64;
        }
        report
    }
}

impl Tally {
    fn join(&mut self, later: Tally) {
        for (mine, theirs) in self.halves.iter_mut().zip(&later.halves) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        for (key, squares) in later.kept {
            let kept = self.kept.entry(key).or_default();
            kept.extend(squares.into_iter().take(KEPT.saturating_sub(kept.len())));
        }
    }
}

impl Static<'_> {
    pub(super) fn recognises(
        &self,
        recogniser: RecogniserId,
        demand: Demand,
        from: TermId,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let program = self.program;
        let id = recogniser;
        let Some(recogniser) = program.recogniser(id) else {
            return Err(Limit::Internal("there is no such recogniser".into()));
        };
        let images = self.images_by_rule(recogniser, Some(from));
        if images.len() == 1 {
            report.symmetries = Some(if program.endgame.has_pawns() { 2 } else { 8 });
        }
        let (mut bad, mut shown) = (0, Vec::new());
        for turn in Colour::ALL {
            let judge = Judge::new(self, program, recogniser, from, turn, images)?;
            let tally = judge.tally(self, &|answer, value| is_against(demand, answer, value))?;
            for (rule, scores) in tally.halves.iter().enumerate() {
                let against = |score: &usize| {
                    let value = judge.scan.value(*score as u8);
                    value.is_some_and(|value| is_against(demand, judge.answer(rule), value))
                };
                bad += (0..256).filter(against).map(|score| scores[score]).sum::<u64>();
            }
            report.recognised.push(judge.report(program, &tally));
            for ((rule, score), places) in tally.kept {
                let Some(value) = judge.scan.value(score) else { continue };
                shown.extend(places.into_iter().map(|squares| (value, turn, rule, squares)));
            }
        }
        let positions = report.recognised.iter().map(|side| side.positions).sum();
        report.positions = Some(positions);
        if bad == 0 {
            return Ok(Decision::Holds(Evidence::EveryPosition));
        }
        let replayed = self.exhibits(id, recogniser, shown)?;
        Ok(Decision::Fails(Refutation::new(Extent::positions(bad / 2), BTreeMap::new(), replayed)?))
    }

    /// The wrong answers that are shown: one of each rule and kind of value first, soonest decided first.
    fn exhibits(
        &self,
        id: RecogniserId,
        recogniser: &Recogniser,
        mut shown: Vec<(Value, Colour, u16, Vec<u8>)>,
    ) -> Result<Vec<Failure>, Limit> {
        shown.sort_by_key(|(value, turn, rule, squares)| {
            (value.plies().unwrap_or(u16::MAX), *rule, turn.index(), squares.clone())
        });
        let mut kinds = std::collections::HashSet::new();
        let (firsts, rest): (Vec<_>, Vec<_>) = shown
            .into_iter()
            .partition(|(value, turn, rule, _)| kinds.insert((value.outcome(), turn.index(), *rule)));
        // One at least is replayed, because the refutation rests on it.
        let most = self.options.max_failures.max(1);
        let shown = firsts.into_iter().chain(rest).take(most);
        shown
            .map(|(value, turn, rule, squares)| self.exhibit((id, recogniser), turn, rule, value, &squares))
            .collect()
    }
}

/// Refutes that every rule is used, if one gives its answer nowhere. A rule that can be seen never to hold has no row in
/// the report; it is excused only if it can hold for another of the materials that a text is about.
pub(crate) fn unused(programs: &[Program], claim: &Claim, report: &mut ClaimReport) -> Option<Decision> {
    let ClaimKind::Recognises { recogniser: id, demand: Demand::Used, .. } = claim.says else { return None };
    let of = |program: &'_ Program| program.recogniser(id).cloned();
    let can_hold: HashSet<u16> = programs
        .iter()
        .filter_map(|program| Some((program, of(program)?)))
        .flat_map(|(program, recogniser)| {
            let one = |turn| compile(program, &claim.under, turn, &recogniser.branches).ok();
            (0..2).filter_map(one).flat_map(|compiled| compiled.rules()).collect::<Vec<u16>>()
        })
        .collect();
    let rules = programs.first().and_then(of).map(|recogniser| recogniser.rules).unwrap_or_default();
    let mut used: BTreeMap<&str, u64> = (0..)
        .zip(&rules)
        .filter(|(number, _)| !can_hold.contains(number))
        .map(|(_, rule)| (rule.name.as_str(), 0))
        .collect();
    for rule in report.recognised.iter().flat_map(|side| &side.rules) {
        *used.entry(&rule.name).or_default() += rule.positions;
    }
    let mut unused: Vec<String> =
        used.iter().filter(|(_, count)| **count == 0).map(|(name, _)| (*name).to_owned()).collect();
    // Names are numbers: 9 comes before 10.
    unused.sort_by_key(String::len);
    let kinds = [(Reason::Unused, unused.len() as u64)].into_iter().collect();
    let refuted = (!unused.is_empty()).then(|| Decision::Fails(Refutation::nowhere(kinds)));
    for name in unused {
        report.warnings.push(format!("the rule `{name}` gives its answer nowhere"));
    }
    refuted
}

/// Counts positions by their value.
fn add(left: &mut Left, value: Value, count: u64) {
    match value {
        _ if count == 0 => {}
        Value::Draw => left.draws += count,
        Value::Win(plies) => *left.wins.entry(plies).or_default() += count,
        Value::Loss(plies) => *left.losses.entry(plies).or_default() += count,
    }
}
