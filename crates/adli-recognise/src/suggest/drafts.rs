//! Which rules are worth a proof.
//!
//! Every rule that says `unknown` or is wrong somewhere is worked on by itself, with the positions that come to it. Before it
//! goes a list of new rules. The search takes, again and again, the answer and the conjunction that decide most of what is still unknown,
//! or wrong. Then a rule that would still be wrong is restricted.

use adli_chess::Colour;
use adli_claims::Limit;
use adli_lang::term::TermId;
use adli_lang::{Answer, ClaimKind, Endgame};
use adli_learn::{Entry, Literal, Told, best_rule, satisfies};

use super::edit::Draft;
use super::gather::{ByWorth, Found, Soon, Target, Worth, gather, sorted};
use super::{SuggestError, Workshop};
use crate::recognise::{Judge, soundness};

/// A rule that decides less than this share of what comes to the old rule is not worth its line.
const LEAST_SHARE: f64 = 0.001;
/// A rule that takes away less than this share of the wrong answers of an old rule is not, either.
const LEAST_SHARE_OF_WRONG: f64 = 0.02;
/// How many positions of each rule and worth are looked at, about.
const LOOKED_AT: u64 = 400_000;

/// What there is to do, and rules that do some of it.
pub(super) struct Drafted {
    pub(super) unknown: u64,
    pub(super) wrong: u64,
    /// In the order of the text.
    pub(super) drafts: Vec<Draft>,
}

/// Rules for all that is unknown or wrong.
pub(super) fn drafts(workshop: &Workshop<'_>, told: &Told) -> Result<Drafted, SuggestError> {
    let Some(first) = told.programs.first() else {
        return Ok(Drafted { unknown: 0, wrong: 0, drafts: Vec::new() });
    };
    let rules = &workshop.recogniser(first)?.rules;
    let counts = counts(workshop, told)?;
    let is_unknown = |rule: u16| rules[usize::from(rule)].answer == Answer::Unknown;
    let sum = |which: &dyn Fn(u16, Worth) -> bool| -> u64 {
        counts.iter().filter(|((rule, worth), _)| which(*rule, *worth)).map(|(_, count)| count).sum()
    };
    let (unknown, wrong) = (sum(&|rule, _| is_unknown(rule)), sum(&|_, worth| !worth.right));
    if unknown + wrong == 0 {
        return Ok(Drafted { unknown, wrong, drafts: Vec::new() });
    }
    let rates = rates(&counts, is_unknown);
    let gathered = gathered(workshop, told, &rates)?;
    let search = Search { told, answers: answers(&first.endgame), most: workshop.request.most };
    let mut drafts = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let number = number as u16;
        let own = gathered.range((number, FIRST)..).take_while(|((rule, _), _)| *rule == number);
        let left: Vec<(Worth, Vec<Entry>)> =
            own.map(|((_, worth), entries)| (*worth, entries.clone())).collect();
        if left.is_empty() {
            continue;
        }
        if let Some(by) = workshop.watch.stopped() {
            return Err(Limit::Stopped(by).into());
        }
        if rule.answer == Answer::Unknown {
            search.unknown(number, left, &mut drafts);
        } else {
            search.wrong(number, left, &mut drafts);
        }
    }
    Ok(Drafted { unknown, wrong, drafts })
}

/// The first of all worths in their order.
const FIRST: Worth = Worth { winner: None, soon: Soon::Mated, right: false };

/// How many positions come to each rule, by worth.
fn counts(workshop: &Workshop<'_>, told: &Told) -> Result<ByWorth<u64>, SuggestError> {
    let mut counts = ByWorth::new();
    for program in &told.programs {
        let program = soundness(program, workshop.id(program)?);
        let recogniser = workshop.recogniser(&program)?;
        let tables = workshop.tables(&program);
        let work = workshop.work(&program, &tables);
        let images = work.images_by_rule(recogniser, None);
        for claim in &program.claims {
            let ClaimKind::Recognises { from, .. } = claim.says else { continue };
            for turn in Colour::ALL {
                let judge = Judge::new(&work, &program, recogniser, from, turn, images)?;
                let tally = judge.tally(&work, &|_, _| false)?;
                for (rule, scores) in tally.halves.iter().enumerate() {
                    for (score, &halves) in scores.iter().enumerate().filter(|(_, halves)| **halves > 0) {
                        let Some(value) = judge.scan.value(score as u8) else { continue };
                        let worth = Worth::new(recogniser, rule, value, turn);
                        *counts.entry((rule as u16, worth)).or_default() += halves / 2;
                    }
                }
            }
        }
    }
    Ok(counts)
}

/// Of how many positions one is looked at; nothing for rules that are neither unknown nor wrong.
fn rates(counts: &ByWorth<u64>, is_unknown: impl Fn(u16) -> bool) -> ByWorth<u64> {
    let is_wrong = |rule: u16| counts.keys().any(|(other, worth)| *other == rule && !worth.right);
    let wanted = counts.iter().filter(|((rule, _), _)| is_unknown(*rule) || is_wrong(*rule));
    // A table keeps one of eight positions, or of two.
    wanted.map(|(key, count)| (*key, (count / (8 * LOOKED_AT)).max(1))).collect()
}

fn gathered(
    workshop: &Workshop<'_>,
    told: &Told,
    rates: &ByWorth<u64>,
) -> Result<ByWorth<Vec<Entry>>, SuggestError> {
    let mut found = Found::new();
    for program in &told.programs {
        let recogniser = workshop.recogniser(program)?;
        let tables = workshop.tables(program);
        let work = workshop.work(program, &tables);
        let conditions: Vec<TermId> = told.meanings(program);
        let images = work.images_by_rule(recogniser, None);
        for turn in Colour::ALL {
            let target = Target { program, recogniser, turn, rates, images };
            gather(&work, &target, &conditions, &mut found)?;
        }
    }
    Ok(sorted(found))
}

/// An answer that a new rule may give, and for what it is right.
struct Possible {
    words: String,
    fits: Box<dyn Fn(Worth) -> bool>,
}

/// The sharper ones first: of two rules that decide as much, the first is taken.
fn answers(endgame: &Endgame) -> Vec<Possible> {
    let soon = |words: &str, which: &'static [Soon]| Possible {
        words: words.to_owned(),
        fits: Box::new(move |worth| which.contains(&worth.soon)),
    };
    let win = |side: u16| Possible {
        words: format!("win for {}", endgame.sides[usize::from(side)]),
        fits: Box::new(move |worth| worth.winner == Some(side)),
    };
    let draw = Possible { words: "draw".to_owned(), fits: Box::new(|worth| worth.winner.is_none()) };
    vec![
        soon("mated", &[Soon::Mated]),
        soon("mates", &[Soon::Mates]),
        soon("mates_next", &[Soon::Mates, Soon::MatesNext]),
        win(0),
        win(1),
        draw,
    ]
}

struct Search<'a> {
    told: &'a Told,
    answers: Vec<Possible>,
    most: usize,
}

type ByOwnWorth = Vec<(Worth, Vec<Entry>)>;

impl Search<'_> {
    /// A list of rules before one that says `unknown`.
    fn unknown(&self, rule: u16, mut left: ByOwnWorth, drafts: &mut Vec<Draft>) {
        let least = (LEAST_SHARE * positions(&left, |_| true) as f64) as u64;
        self.list(rule, &mut left, least, |_| true, drafts);
    }

    /// A list of rules before one that is wrong, and a restriction of that one.
    fn wrong(&self, rule: u16, mut left: ByOwnWorth, drafts: &mut Vec<Draft>) {
        let least = (LEAST_SHARE_OF_WRONG * positions(&left, |worth| !worth.right) as f64) as u64;
        self.list(rule, &mut left, least, |worth| !worth.right, drafts);
        let (good, bad) = (entries(&left, |worth| worth.right), entries(&left, |worth| !worth.right));
        if !bad.is_empty()
            && let Some((literals, _)) = best_rule(&good, &bad, self.told.conditions())
        {
            drafts.push(Draft { at: rule, condition: self.told.words(&literals), answer: None });
        }
    }

    /// Rules that decide many of the positions that are `wanted`, and nothing wrongly.
    fn list(
        &self,
        rule: u16,
        left: &mut ByOwnWorth,
        least: u64,
        wanted: impl Fn(Worth) -> bool,
        drafts: &mut Vec<Draft>,
    ) {
        for _ in 0..self.most {
            let mut best: Option<(u64, &Possible, Vec<Literal>)> = None;
            for answer in &self.answers {
                let good = entries(left, |worth| wanted(worth) && (answer.fits)(worth));
                let most = best.as_ref().map_or(least, |(most, ..)| *most);
                if good.iter().map(|entry| entry.count).sum::<u64>() <= most {
                    continue;
                }
                let bad = entries(left, |worth| !(answer.fits)(worth));
                if let Some((literals, count)) = best_rule(&good, &bad, self.told.conditions())
                    && count > most
                {
                    best = Some((count, answer, literals));
                }
            }
            let Some((_, answer, literals)) = best else { return };
            let (condition, answer) = (self.told.words(&literals), Some(answer.words.clone()));
            drafts.push(Draft { at: rule, condition, answer });
            left.iter_mut().for_each(|(_, own)| own.retain(|entry| !satisfies(entry, &literals)));
        }
    }
}

fn positions(left: &ByOwnWorth, which: impl Fn(Worth) -> bool) -> u64 {
    let own = left.iter().filter(|(worth, _)| which(*worth)).flat_map(|(_, entries)| entries);
    own.map(|entry| entry.count).sum()
}

fn entries(left: &ByOwnWorth, which: impl Fn(Worth) -> bool) -> Vec<Entry> {
    left.iter().filter(|(worth, _)| which(*worth)).flat_map(|(_, entries)| entries).cloned().collect()
}
