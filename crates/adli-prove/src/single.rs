//! Claims about single positions: lemmas that hold everywhere, and queries.

use adli_chess::Symmetry;
use adli_lang::ClaimKind;
use adli_lang::term::{StrategyId, TermId};
use adli_tables::Value;

use crate::Options;
use crate::columns::Engine;
use crate::limit::{Covered, Limit};
use crate::longest::Longest;
use crate::reaches::{Reaches, rules};
use crate::replay::Exhibit;
use crate::report::{ClaimReport, Failures, Reason, Verdict};
use crate::space::{Code, bare, turn};
use crate::survey::Survey;

/// How many positions are looked at between two reports of how far the work has come.
const STRETCH: usize = 1 << 14;

/// Decides such a claim; what else there is in a [`ClaimKind`] is decided elsewhere.
pub(crate) fn decide(
    engine: &mut Engine<'_>,
    says: &ClaimKind,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<(), Limit> {
    report.verdict = Verdict::Proved;
    match says {
        ClaimKind::Everywhere { domain, show } => everywhere(engine, *domain, *show, options, report)?,
        ClaimKind::CountPositions(domain) => {
            engine.fold_for(None, &[*domain], &[], &[]);
            let codes = engine.domain(*domain)?;
            let count = engine.total(&codes);
            (report.positions, report.number) = (Some(count), Some(count));
        }
        ClaimKind::CountClasses(domain) => {
            engine.fold_for(None, &[*domain], &[], &[]);
            let codes = engine.domain(*domain)?;
            report.positions = Some(engine.total(&codes));
            let mut classes: Vec<Code> = codes.iter().map(|&code| engine.space().class(code)).collect();
            classes.sort_unstable();
            classes.dedup();
            report.number = Some(classes.len() as u64);
        }
        ClaimKind::List(most, domain) => {
            engine.unfold();
            let codes = engine.domain(*domain)?;
            report.positions = Some(codes.len() as u64);
            report.listed = codes.iter().take(*most as usize).map(|&code| fen(engine, code)).collect();
        }
        ClaimKind::Share(part, of) => {
            engine.fold_for(None, &[*part, *of], &[*of], &[]);
            let mut codes = engine.domain(*of)?;
            report.positions = Some(engine.total(&codes));
            let mut part = engine.compile(*part, 1, &[]);
            let mut values = engine.over(&mut part, &codes)?.into_iter();
            codes.retain(|_| values.next().is_some_and(|value| value != 0));
            report.number = Some(engine.total(&codes));
        }
        ClaimKind::Longest(strategy, domain) => longest(engine, *strategy, *domain, report)?,
        ClaimKind::Keeps { strategy, value, from } => {
            keeps(engine, *strategy, *value, *from, options, report)?;
        }
        ClaimKind::Optimal { strategy, from } => optimal(engine, *strategy, *from, options, report)?,
        ClaimKind::Symmetric { strategy } => symmetric(engine, *strategy, options, report)?,
        ClaimKind::Play { .. } | ClaimKind::Reaches { .. } => {}
    }
    Ok(())
}

fn fen(engine: &Engine<'_>, code: Code) -> String {
    let position = engine.space().state(code).position(&engine.program.endgame);
    position.map(|position| position.to_string()).unwrap_or_default()
}

fn everywhere(
    engine: &mut Engine<'_>,
    domain: TermId,
    show: TermId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<(), Limit> {
    engine.fold_for(None, &[domain, show], &[domain], &[]);
    let codes = engine.domain(domain)?;
    report.positions = Some(engine.total(&codes));
    if codes.is_empty() {
        report.warnings.push("the lemma speaks of no position".into());
    }
    let mut compiled = engine.compile(show, 1, &[]);
    let mut values = Vec::new();
    for stretch in codes.chunks(STRETCH) {
        engine.covered = Covered::Positions(values.len() as u64, codes.len() as u64);
        values.extend(engine.over(&mut compiled, stretch)?);
    }
    let bad: Vec<Code> =
        codes.iter().zip(values).filter(|(_, value)| *value == 0).map(|(&code, _)| code).collect();
    let lines = bad.into_iter().map(|code| (vec![code], Reason::Conclusion)).collect();
    refute(engine, StrategyId(0), lines, Some((domain, show)), options, report)
}

/// Refutes a claim by lines, if there are any.
fn refute(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    lines: Vec<(Vec<Code>, Reason)>,
    lemma: Option<(TermId, TermId)>,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<(), Limit> {
    if lines.is_empty() {
        return Ok(());
    }
    report.verdict = Verdict::Refuted;
    // A position counts once, however many moves fail and to whichever trees the strategy is committed there.
    let mut firsts: Vec<Code> =
        lines.iter().filter_map(|(line, _)| line.first().map(|&code| bare(code))).collect();
    firsts.sort_unstable();
    firsts.dedup();
    let positions = firsts.into_iter().map(|code| engine.weight(code)).sum();
    let mut failures = Failures { positions, shown: Vec::new() };
    let mut seen = std::collections::HashSet::new();
    for (line, reason) in &lines {
        if failures.shown.len() >= options.max_failures {
            break;
        }
        let first = line.first().copied().unwrap_or_default();
        let step = engine.choice(strategy, first).and_then(|choice| choice.0);
        if seen.insert((engine.space().class(first), step)) {
            let exhibit =
                Exhibit { strategy, line, reason: *reason, cycle: None, or: None, lemma, within: None };
            failures.shown.push(engine.replay(&exhibit)?);
        }
    }
    report.failures = Some(failures);
    Ok(())
}

fn longest(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    domain: TermId,
    report: &mut ClaimReport,
) -> Result<(), Limit> {
    engine.fold_for(Some(strategy), &[domain], &[], &[]);
    let codes = engine.domain(domain)?;
    report.positions = Some(engine.total(&codes));
    let mut survey = Survey::new(engine, strategy, &codes, None, |_| ())?;
    let longest = Longest::new(engine, &mut survey, &codes)?;
    let mut most: Option<(u32, Code)> = None;
    for &code in &codes {
        let number = survey.numbers.of(engine, engine.space().canonical(code));
        if let Some(moves) = longest.moves(number)
            && most.is_none_or(|(worst, _)| moves.worst > worst)
        {
            most = Some((moves.worst, code));
        }
    }
    let Some((moves, code)) = most else {
        report.warnings.push("no play comes to an end in mate".into());
        return Ok(());
    };
    report.number = Some(u64::from(moves));
    report.longest_moves = Some(moves);
    let theorem = Reaches { strategy, or: None, within: None, from: domain, fifty: false };
    let line = theorem.worst_line(engine, &mut survey, &longest, code);
    report.listed = line.iter().map(|&code| fen(engine, code)).collect();
    Ok(())
}

/// The positions met when a strategy is played from a domain, as far as it is asked there.
fn met(engine: &mut Engine<'_>, strategy: StrategyId, from: TermId) -> Result<(Vec<Code>, u64), Limit> {
    engine.fold_for(Some(strategy), &[from], &[], &[]);
    let codes = engine.domain(from)?;
    let survey = Survey::new(engine, strategy, &codes, None, |_| ())?;
    let space = engine.space();
    let side = engine.program.strategies[usize::from(strategy.0)].side;
    let asked = |code: &Code| space.is_home(*code) && u16::from(turn(*code).0) == side;
    Ok((survey.met.into_iter().filter(asked).collect(), engine.total(&codes)))
}

fn keeps(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    exactly: bool,
    from: TermId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<(), Limit> {
    let (codes, count) = met(engine, strategy, from)?;
    report.positions = Some(count);
    let outcome = |value| match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    let kept = |own, theirs| {
        let (own, now) = (outcome(own), -outcome(theirs));
        if exactly { now == own } else { now >= own.min(0) }
    };
    let lines = judged(engine, strategy, &codes, (Reason::ValueLost, &kept), report)?;
    refute(engine, strategy, lines, None, options, report)
}

fn optimal(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    from: TermId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<(), Limit> {
    engine.fold_for(Some(strategy), &[from], &[], &[]);
    let codes = engine.domain(from)?;
    report.positions = Some(engine.total(&codes));
    engine.ensure(strategy, &codes)?;
    let best = |own, theirs| {
        theirs
            == match own {
                Value::Win(plies) => Value::Loss(plies - 1),
                Value::Draw => Value::Draw,
                Value::Loss(plies) => Value::Win(plies.saturating_sub(1)),
            }
    };
    let lines = judged(engine, strategy, &codes, (Reason::NotOptimal, &best), report)?;
    refute(engine, strategy, lines, None, options, report)
}

/// Compares the value of each position with those after the moves that are allowed there; answers positions where
/// some move is not as good as it should be, each with the first such move, and positions without an allowed move.
fn judged(
    engine: &Engine<'_>,
    strategy: StrategyId,
    codes: &[Code],
    (reason, is_good): (Reason, &dyn Fn(Value, Value) -> bool),
    report: &mut ClaimReport,
) -> Result<Vec<(Vec<Code>, Reason)>, Limit> {
    rules(engine, strategy, codes, report);
    let space = engine.space();
    let value = |code: Code| {
        let none = || Limit::NotRun("there are no tables of this material".into());
        engine.tables.probe(&space.state(code)).ok_or_else(none)
    };
    let mut lines = Vec::new();
    for (number, &code) in codes.iter().enumerate() {
        if number % 1024 == 0 {
            engine.go_on()?;
        }
        let own = value(code)?;
        match engine.choice(strategy, code) {
            Some((Some(_), moves)) => {
                for &after in moves.iter() {
                    if !is_good(own, value(after)?) {
                        lines.push((vec![code, after], reason));
                        break;
                    }
                }
            }
            _ if space.has_move(code, space.endgame.everybody()) => lines.push((vec![code], Reason::Stuck)),
            _ => {}
        }
    }
    Ok(lines)
}

/// Compares what is allowed in every position with what is allowed in its images. Two reflections are
/// enough, because all symmetries are made of them.
fn symmetric(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<(), Limit> {
    engine.unfold();
    let side = engine.program.strategies[usize::from(strategy.0)].side;
    let codes = engine.home_positions(side)?;
    report.positions = Some(codes.len() as u64);
    engine.ensure(strategy, &codes)?;
    let pawns = engine.space().endgame.has_pawns();
    let all = [Symmetry::FILES, Symmetry::DIAGONAL];
    let generators = if pawns { &all[..1] } else { &all[..] };
    let mut lines = Vec::new();
    let images = |codes: &[Code], symmetry: usize| {
        let space = engine.space();
        let mut images: Vec<Code> =
            codes.iter().map(|&code| space.canonical(space.image(code, symmetry))).collect();
        images.sort_unstable();
        images
    };
    for (number, &code) in codes.iter().enumerate() {
        if number % 1024 == 0 {
            engine.go_on()?;
        }
        for symmetry in generators {
            let space = engine.space();
            let image = space.canonical(space.image(code, symmetry.index()));
            let (here, there) = (engine.choice(strategy, code), engine.choice(strategy, image));
            let same = match (here, there) {
                (Some((step, moves)), Some((other, others))) => {
                    step == other && images(&moves, symmetry.index()) == images(&others, 0)
                }
                _ => false,
            };
            if !same {
                lines.push((vec![code], Reason::NotSymmetric));
                break;
            }
        }
    }
    refute(engine, strategy, lines, None, options, report)
}
