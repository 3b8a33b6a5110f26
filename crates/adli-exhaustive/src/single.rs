//! Claims about single positions: lemmas that hold everywhere, and queries.

use std::collections::{BTreeMap, HashMap};

use adli_chess::Symmetry;
use adli_claims::{
    ClaimReport, Covered, Decision, Evidence, Extent, Limit, Line, Options, Reason, Refutation, Tallied,
    TallyValue,
};
use adli_lang::term::{Sort, StrategyId, TermId};
use adli_lang::{ClaimKind, State};
use adli_position::space::Code;
use adli_tables::Value;

use crate::columns::{Asks, Columns};
use crate::engine::Engine;
use crate::longest::Longest;
use crate::reaches::{Reaches, rules};
use crate::replay::Shown;
use crate::survey::{Aim, Fault, Survey};
use crate::ways::{Ways, first_asked, following};

/// How many positions are looked at between two reports of how far the work has come.
const STRETCH: usize = 1 << 14;

/// Decides such a claim; what else there is in a [`ClaimKind`] is decided elsewhere.
pub(crate) fn decide(
    engine: &mut Engine<'_>,
    says: &ClaimKind,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<Decision, Limit> {
    match says {
        ClaimKind::Everywhere { domain, show } => return everywhere(engine, *domain, *show, options, report),
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
            report.listed = codes.iter().take(*most as usize).map(|&code| engine.ground.fen(code)).collect();
        }
        ClaimKind::Share(part, of) => {
            engine.fold_for(None, &[*part, *of], &[*of], &[]);
            let mut codes = engine.domain(*of)?;
            report.positions = Some(engine.total(&codes));
            let mut part = engine.compile(*part, 1, &[]);
            let mut values = engine.over(&mut part, &codes)?.into_iter();
            codes.retain(|_| values.next().is_some_and(|value| value != 0));
            let number = engine.total(&codes);
            report.number = Some(number);
            let of = report.positions.filter(|&of| of > 0);
            report.share = of.map(|of| number as f64 / of as f64);
        }
        ClaimKind::Tally { of, domain } => tally(engine, *of, *domain, report)?,
        ClaimKind::Longest(strategy, domain) => longest(engine, *strategy, *domain, report)?,
        ClaimKind::Keeps { strategy, value, from } => {
            return keeps(engine, *strategy, *value, *from, options, report);
        }
        ClaimKind::Optimal { strategy, from } => return optimal(engine, *strategy, *from, options, report),
        ClaimKind::Symmetric { strategy } => return symmetric(engine, *strategy, options, report),
        ClaimKind::Play { .. } | ClaimKind::Reaches { .. } | ClaimKind::Recognises { .. } => {
            return Err(Limit::Internal("a claim was asked of the wrong part".into()));
        }
    }
    Ok(Decision::Holds(Evidence::EveryPosition))
}

/// How many positions have which value.
fn tally(engine: &mut Engine<'_>, of: TermId, domain: TermId, report: &mut ClaimReport) -> Result<(), Limit> {
    engine.fold_for(None, &[of, domain], &[domain], &[]);
    let codes = engine.domain(domain)?;
    report.positions = Some(engine.total(&codes));
    let mut compiled = engine.compile(of, 1, &[]);
    let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
    for (number, stretch) in codes.chunks(STRETCH).enumerate() {
        engine.covered = Covered::Positions((number * STRETCH) as u64, codes.len() as u64);
        let values = engine.over(&mut compiled, stretch)?;
        for (&code, value) in stretch.iter().zip(values) {
            *counts.entry(value).or_default() += engine.weight(code);
        }
    }
    let program = engine.program();
    let value = |number: i32| match program.terms.sort(of) {
        Sort::Bool => TallyValue::Truth(number != 0),
        Sort::Enum(id) => {
            let names = program.enums.get(usize::from(id.0)).map(|values| &values.values);
            let name = names.zip(usize::try_from(number).ok()).and_then(|(names, at)| names.get(at));
            TallyValue::Name(name.cloned().unwrap_or_default())
        }
        _ => TallyValue::Number(number),
    };
    let tallied = |(number, positions)| Tallied { value: value(number), positions };
    report.tally = counts.into_iter().map(tallied).collect();
    Ok(())
}

fn everywhere(
    engine: &mut Engine<'_>,
    domain: TermId,
    show: TermId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<Decision, Limit> {
    engine.fold_for(None, &[domain, show], &[domain], &[]);
    let codes = engine.domain(domain)?;
    report.positions = Some(engine.total(&codes));
    let mut compiled = engine.compile(show, 1, &[]);
    let mut values = Vec::new();
    for stretch in codes.chunks(STRETCH) {
        engine.covered = Covered::Positions(values.len() as u64, codes.len() as u64);
        values.extend(engine.over(&mut compiled, stretch)?);
    }
    let bad: Vec<Code> =
        codes.iter().zip(values).filter(|(_, value)| *value == 0).map(|(&code, _)| code).collect();
    let about = Line { lemma: Some((domain, show)), ..Line::new(&[], Reason::Conclusion) };
    refute_at(engine, &about, bad, options)
}

/// Refutes a claim by lines, if there are any, and otherwise it holds: one of each kind first, one for each class and rule.
fn refute(
    engine: &Engine<'_>,
    about: &Line<'_>,
    lines: Vec<Shown>,
    (number, kinds): (u64, BTreeMap<Reason, u64>),
    options: &Options,
) -> Result<Decision, Limit> {
    // What is counted as wrong and has no line is not proved either; there is no refutation without one.
    if lines.is_empty() && number == 0 {
        return Ok(Decision::Holds(Evidence::EveryPosition));
    }
    let replayed = engine.exhibit(about, lines, &kinds, options.max_failures)?;
    Ok(Decision::Fails(Refutation::new(Extent::positions(number), kinds, replayed)?))
}

/// Refutes a claim by single positions, if there are any.
fn refute_at(
    engine: &Engine<'_>,
    about: &Line<'_>,
    bad: Vec<Code>,
    options: &Options,
) -> Result<Decision, Limit> {
    let number = engine.total(&bad);
    let lines = bad.into_iter().map(|code| (vec![code], about.reason, None)).collect();
    refute(engine, about, lines, (number, BTreeMap::new()), options)
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
    let mut survey = Survey::new(engine, strategy, &codes, &Aim::default(), |_| ())?;
    let longest = Longest::new(engine, &mut survey, &codes)?;
    let mut most: Option<(u32, Code)> = None;
    for &code in &codes {
        let number = survey.numbers.of(engine, code);
        if let Some(moves) = longest.moves(engine.ground.is_own(strategy, code), number)
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
    let theorem = Reaches { strategy, or: None, within: None, from: domain, fifty: false, rests: Vec::new() };
    let line = theorem.worst_line(engine, &mut survey, &longest, code);
    report.listed = line.iter().map(|&code| engine.ground.fen(code)).collect();
    // The plain interpreter plays it again, and finds more own moves than one fewer.
    if let Some(fewer) = moves.checked_sub(1) {
        let states: Vec<State> = line.iter().map(|&code| engine.space().state(code)).collect();
        match engine.ground.replayer().longest(strategy, &states, fewer) {
            Err(Limit::Work(_)) => {
                report.listed.truncate(1);
                let why =
                    "the play from there is not shown: it is too much for the plain interpreter to replay";
                report.warnings.push(why.into());
            }
            replayed => report.line = replayed?,
        }
    }
    Ok(())
}

/// Lines that a strategy plays.
fn played_by(strategy: StrategyId) -> Line<'static> {
    Line { strategy: Some(strategy), ..Line::new(&[], Reason::Conclusion) }
}

/// No allowed move, from the positions of the claim or later in play, gives anything away.
fn keeps(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    exactly: bool,
    from: TermId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<Decision, Limit> {
    engine.fold_for(Some(strategy), &[from], &[], &[]);
    let codes = engine.domain(from)?;
    report.positions = Some(engine.total(&codes));
    let mut survey = Survey::new(engine, strategy, &codes, &Aim::default(), |_| ())?;
    let asked: Vec<Code> =
        survey.met.iter().copied().filter(|&code| engine.ground.asks(strategy, code)).collect();
    report.met = Some(engine.total_met(asked.iter().copied()));
    rules(engine, strategy, &asked, report);
    let outcome = |value| match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    };
    let kept = |own, theirs| {
        let (own, now) = (outcome(own), -outcome(theirs));
        if exactly { now == own } else { now >= own.min(0) }
    };
    let faults = judged(engine, strategy, &asked, Reason::ValueLost, &kept)?;
    let bad = faults.iter().filter_map(|fault| fault.line.first().copied());
    let number = engine.total_met(bad);
    let mut kinds = BTreeMap::new();
    for reason in [Reason::ValueLost, Reason::Stuck] {
        let bad = faults.iter().filter(|fault| fault.reason == reason);
        let count = engine.total_met(bad.filter_map(|fault| fault.line.first().copied()));
        kinds.extend((count > 0).then_some((reason, count)));
    }
    let ways = Ways { strategy, from: &codes, numbers: &mut survey.numbers, leads: &|_, _| true };
    let lines = ways.to(engine, faults, options.max_failures);
    refute(engine, &played_by(strategy), lines, (number, kinds), options)
}

/// Every move that is allowed in the positions of the claim, or after the opponent's first move, is a best one.
fn optimal(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    from: TermId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<Decision, Limit> {
    engine.fold_for(Some(strategy), &[from], &[], &[]);
    let codes = engine.domain(from)?;
    report.positions = Some(engine.total(&codes));
    let asked = first_asked(engine, strategy, &codes, None)?;
    engine.ensure(strategy, &asked)?;
    rules(engine, strategy, &asked, report);
    let best = |own, theirs| {
        theirs
            == match own {
                Value::Win(plies) => Value::Loss(plies - 1),
                Value::Draw => Value::Draw,
                Value::Loss(plies) => Value::Win(plies.saturating_sub(1)),
            }
    };
    let faults = judged(engine, strategy, &asked, Reason::NotOptimal, &best)?;
    let by_first: HashMap<Code, Fault> =
        faults.into_iter().filter_map(|fault| Some((*fault.line.first()?, fault))).collect();
    let (mut number, mut kinds, mut lines) = (0, BTreeMap::new(), Vec::new());
    for &code in &codes {
        let line = match engine.ground.is_own(strategy, code) {
            true => by_first.get(&code).map(|fault| (fault.line.clone(), fault.reason, None)),
            false => following(engine, strategy, code, false).into_iter().find_map(|reply| {
                let fault = by_first.get(&engine.first(reply))?;
                let reply = engine.space().canonical(reply);
                let line = [vec![code], engine.as_seen_from(reply, &fault.line)].concat();
                Some((line, fault.reason, None))
            }),
        };
        let Some(line) = line else { continue };
        number += engine.weight(code);
        *kinds.entry(line.1).or_default() += engine.weight(code);
        lines.push(line);
    }
    refute(engine, &played_by(strategy), lines, (number, kinds), options)
}

/// Compares the value of each position with those after the moves that are allowed there; answers positions where
/// some move is not as good as it should be, each with the first such move, and positions without an allowed move.
fn judged(
    engine: &Engine<'_>,
    strategy: StrategyId,
    codes: &[Code],
    reason: Reason,
    is_good: &dyn Fn(Value, Value) -> bool,
) -> Result<Vec<Fault>, Limit> {
    let space = engine.space();
    let value = |code: Code| {
        engine.ground.tables.probe(&space.state(code)).ok_or_else(|| engine.ground.tables.absence())
    };
    let mut faults = Vec::new();
    for (number, &code) in codes.iter().enumerate() {
        if number % 1024 == 0 {
            engine.go_on()?;
        }
        let own = value(code)?;
        match engine.choice(strategy, code) {
            Some((Some(step), moves)) => {
                for &after in moves.iter() {
                    if !is_good(own, value(after)?) {
                        faults.push(Fault { line: vec![code, after], reason, step: Some(step) });
                        break;
                    }
                }
            }
            _ if space.has_move(code, space.endgame.everybody()) => {
                faults.push(Fault { line: vec![code], reason: Reason::Stuck, step: None });
            }
            _ => {}
        }
    }
    Ok(faults)
}

/// Compares what is allowed in every position with what is allowed in its images. Two reflections are
/// enough, because all symmetries are made of them.
fn symmetric(
    engine: &mut Engine<'_>,
    strategy: StrategyId,
    options: &Options,
    report: &mut ClaimReport,
) -> Result<Decision, Limit> {
    engine.unfold();
    let codes = engine.asked_positions(strategy)?;
    report.positions = Some(codes.len() as u64);
    engine.ensure(strategy, &codes)?;
    let pawns = engine.space().endgame.has_pawns();
    let all = [Symmetry::FILES, Symmetry::DIAGONAL];
    let generators = if pawns { &all[..1] } else { &all[..] };
    let (mut bad, mut moves_somewhere) = (Vec::new(), false);
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
            moves_somewhere |= here.as_ref().is_some_and(|(_, moves)| !moves.is_empty());
            let same = match (here, there) {
                (Some((step, moves)), Some((other, others))) => {
                    step == other && images(&moves, symmetry.index()) == images(&others, 0)
                }
                _ => false,
            };
            if !same {
                bad.push(code);
                break;
            }
        }
    }
    report.met = (bad.is_empty() && !moves_somewhere).then_some(0);
    let about = Line { reason: Reason::NotSymmetric, ..played_by(strategy) };
    refute_at(engine, &about, bad, options)
}
