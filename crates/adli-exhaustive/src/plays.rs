//! `lemma L: for play p0 .. pn of S given G show H`: all plays of a few moves.
//!
//! There are millions of plays, but few of them differ in what matters. What a lemma says of earlier positions
//! comes down to the values of some terms (`measure at p0`, `mj.step at p2`); so two plays that stand at the same position with
//! the same values have the same future. They become one row, with a number that says how many plays it
//! stands for. A conjunct of `given` is tested as soon as its last position is there.
//!
//! Each row remembers one row it came from, so that a play can be read off backwards.
//!
//! Where the lemma has symmetries, so have the values that are remembered; then a row's position may be replaced by the
//! image that counts, unless earlier positions are remembered as a whole. The row also remembers the position
//! as it was before it was turned, so that the play can be turned back.

mod level;

use std::rc::Rc;

use adli_chess::Symmetry;
use adli_claims::{Covered, Limit};
use adli_lang::term::{Sort, StrategyId, Term, TermId};
use adli_position::Code;

use crate::columns::{Asks, Columns, Compiled};
use crate::engine::Engine;
use level::{HEAD, Level};

/// A lemma about plays.
#[derive(Clone, Copy)]
pub(crate) struct Plays {
    pub(crate) strategy: StrategyId,
    pub(crate) last: u8,
    pub(crate) given: TermId,
    pub(crate) show: TermId,
}

/// What came out: how many plays satisfy `given`, how many of them not `show`, and some of those. Numbers of plays that
/// are too large for a word stay at the largest one.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) starts: u64,
    pub(crate) plays: u64,
    pub(crate) bad: u64,
    pub(crate) lines: Vec<Vec<Code>>,
}

/// What has to be remembered of the positions so far: values of terms, and whole positions by number.
#[derive(Clone, Default, PartialEq, Eq)]
struct Memory {
    terms: Vec<TermId>,
    positions: Vec<u8>,
}

const ROWS: usize = 2048;
/// For how many rows at a time it is worked out what the strategy does.
const STRETCH: usize = 1 << 14;
const MAX_LINES: usize = 64;

impl Plays {
    pub(crate) fn decide(
        &self,
        engine: &mut Engine<'_>,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<Found, Limit> {
        let _loan = engine.ledger.loan();
        let mut found = Found::default();
        self.fold(engine);
        let mut stages = self.stages(engine);
        let Some((first, later)) = stages.split_first_mut() else { return Ok(found) };
        let starts = self.starts(engine)?;
        let mut level = first.level();
        for codes in starts.chunks(ROWS) {
            let batch: Vec<(Code, u32)> = codes.iter().map(|&code| (code, 0)).collect();
            first.take(engine, None, &batch, &mut level, &mut found)?;
        }
        found.starts = (0..level.rows).map(|row| level.row(row)[1]).sum();
        engine.take(level.bytes(), "the plays of a lemma")?;
        let (mut done, of) = (0, level.rows as u64);
        for group in level.groups() {
            let _loan = engine.ledger.loan();
            engine.covered = Covered::Followed(done, of);
            done += group.rows as u64;
            progress(done, of);
            let mut levels = vec![group];
            for stage in &mut *later {
                let Some(previous) = levels.last() else { break };
                let level = self.advance(engine, stage, previous, &mut found)?;
                found.lines.extend(
                    stage.ends.drain(..).map(|(code, parent)| line_to(engine, &levels, code, parent)),
                );
                levels.push(level);
            }
        }
        Ok(found)
    }

    /// Uses the symmetries that the strategy, the lemma and everything that is remembered for it have.
    fn fold(&self, engine: &mut Engine<'_>) {
        let mut terms = vec![self.given, self.show];
        for number in 0..self.last {
            terms.extend(remember(engine, [self.given, self.show].into_iter(), number).terms);
        }
        // The first position is at home.
        engine.fold_for(Some(self.strategy), &terms, &[self.given], &[u16::MAX]);
    }

    /// The work at each position of a play.
    fn stages(&self, engine: &mut Engine<'_>) -> Vec<Stage> {
        let mut conjuncts = vec![self.given];
        while let Some(at) =
            conjuncts.iter().position(|&t| matches!(engine.program().terms.get(t), Term::And(_)))
        {
            if let Term::And(parts) = engine.program().terms.get(conjuncts.swap_remove(at)) {
                conjuncts.extend_from_slice(parts);
            }
        }
        let due =
            |engine: &Engine<'_>, term: TermId| 31 - (engine.memo.notions.given(term) | 1).leading_zeros();
        let mut memory = Memory::default();
        let mut stages = Vec::new();
        for number in 0..=self.last {
            let at = u32::from(number);
            let now: Vec<TermId> =
                conjuncts.iter().copied().filter(|&term| due(engine, term) == at).collect();
            let later = conjuncts.iter().copied().filter(|&term| due(engine, term) > at);
            let next = remember(engine, later.chain([self.show]), number);
            let keep = if number == self.last { None } else { Some(&next) };
            stages.push(Stage::new(engine, number, &memory, &now, keep, self.show));
            memory = next;
        }
        stages
    }

    /// All plays one position further.
    fn advance(
        &self,
        engine: &mut Engine<'_>,
        stage: &mut Stage,
        previous: &Level,
        found: &mut Found,
    ) -> Result<Level, Limit> {
        let mut level = stage.level();
        let (mut row, mut known) = (0, 0);
        while row < previous.rows {
            engine.go_on()?;
            if row >= known {
                known = (row + STRETCH).min(previous.rows);
                let codes: Vec<Code> = (row..known).map(|row| previous.row(row)[0]).collect();
                self.ensure(engine, &codes)?;
            }
            let mut batch: Vec<(Code, u32)> = Vec::new();
            while row < known && batch.len() < ROWS {
                self.moves(engine, previous.row(row)[0], row as u32, &mut batch);
                row += 1;
            }
            let before = level.bytes();
            stage.take(engine, Some(previous), &batch, &mut level, found)?;
            engine.take(level.bytes() - before, "the plays of a lemma")?;
        }
        Ok(level)
    }

    /// Where plays begin: legal, home, the strategy to move.
    fn starts(&self, engine: &mut Engine<'_>) -> Result<Rc<Vec<Code>>, Limit> {
        let side = engine.program()[self.strategy].side;
        engine.home_positions(side)
    }

    /// Works out what the strategy does at positions where it is asked.
    fn ensure(&self, engine: &mut Engine<'_>, codes: &[Code]) -> Result<(), Limit> {
        engine.ask(self.strategy, codes)?;
        engine.ensure_replies(codes)
    }

    /// The positions that follow one: what the strategy allows, or all replies.
    fn moves(&self, engine: &Engine<'_>, code: Code, row: u32, batch: &mut Vec<(Code, u32)>) {
        let space = engine.space();
        if !engine.ground.is_own(self.strategy, code) {
            engine.replies(code, |reply| batch.push((space.canonical(reply), row)));
        } else if engine.ground.asks(self.strategy, code)
            && let Some((_, moves)) = engine.choice(self.strategy, code)
        {
            batch.extend(moves.iter().map(|&after| (space.canonical(after), row)));
        }
    }
}

/// The play that ends with a position after some row of the last level.
fn line_to(engine: &Engine<'_>, levels: &[Level], code: Code, parent: u32) -> Vec<Code> {
    let space = engine.space();
    // Each position of the play as it followed from the one before, and the symmetry by which it was turned then.
    let mut line = vec![(code, Symmetry::IDENTITY)];
    let mut at = parent as usize;
    for level in levels.iter().rev() {
        let row = level.row(at);
        let turned = row[0] != row[3];
        let by = if turned { engine.fold.turned(space, row[3]).1 } else { Symmetry::IDENTITY };
        line.push((row[3], by));
        at = row[2] as usize;
    }
    // What has been done to the position before is undone for all that follow.
    let mut back = Symmetry::IDENTITY;
    let turn_back = |&(code, by): &(Code, Symmetry)| {
        let code = space.canonical(space.image(code, back.index()));
        back = by.inverse().then(back);
        code
    };
    line.iter().rev().map(turn_back).collect()
}

/// What must be remembered after a position so that some terms can be evaluated later.
fn remember(engine: &Engine<'_>, terms: impl Iterator<Item = TermId>, number: u8) -> Memory {
    // As many ones as there are positions so far; there are at most 32.
    let past = u32::MAX >> 31u32.saturating_sub(u32::from(number));
    let mut memory = Memory::default();
    let mut walk = engine.program().terms.reach(terms);
    while let Some((term, node)) = walk.next() {
        let given = engine.memo.notions.given(term);
        if given & past == 0 {
            walk.pass_over();
            continue;
        }
        let sort = engine.program().terms.sort(term);
        let simple = matches!(sort, Sort::Bool | Sort::Int | Sort::Enum(_));
        if engine.memo.notions.closed(term).is_some_and(|all| all & !past == 0) && simple {
            memory.terms.push(term);
            walk.pass_over();
            continue;
        }
        // What is asked of an earlier position under a bound name needs the position itself.
        let mut inside = 0;
        node.for_children(|child| inside |= engine.memo.notions.given(child));
        let whole = given & past & !inside;
        let asks = matches!(node, Term::Call(..) | Term::OverMoves(..) | Term::Allows(..));
        let positions = if asks { given & past } else { whole };
        memory.positions.extend((0..32).filter(|bit| positions >> bit & 1 == 1));
    }
    memory.positions.sort_unstable();
    memory.positions.dedup();
    memory
}

/// The work at one position of the plays: which tests, which values.
struct Stage {
    number: u8,
    tests: Vec<Compiled>,
    values: Vec<Compiled>,
    /// Positions to remember, by number.
    keep: Vec<u8>,
    /// The conclusion, at the last position.
    show: Option<Compiled>,
    before: Memory,
    ends: Vec<(Code, u32)>,
}

impl Stage {
    fn new(
        engine: &mut Engine<'_>,
        number: u8,
        before: &Memory,
        tests: &[TermId],
        next: Option<&Memory>,
        show: TermId,
    ) -> Stage {
        let given = usize::from(number) + 1;
        let mut make = |term: TermId| engine.compile(term, given, &before.terms);
        Stage {
            number,
            tests: tests.iter().map(|&term| make(term)).collect(),
            values: next.map_or_else(Vec::new, |next| next.terms.iter().map(|&term| make(term)).collect()),
            keep: next.map_or_else(Vec::new, |next| next.positions.clone()),
            show: if next.is_none() { Some(make(show)) } else { None },
            before: before.clone(),
            ends: Vec::new(),
        }
    }

    /// No rows yet, for the plays after this stage.
    fn level(&self) -> Level {
        Level::new(self.values.len() + self.keep.len())
    }

    /// Takes plays one position further: tests them, and keeps what must be remembered.
    fn take(
        &mut self,
        engine: &mut Engine<'_>,
        previous: Option<&Level>,
        batch: &[(Code, u32)],
        level: &mut Level,
        found: &mut Found,
    ) -> Result<(), Limit> {
        let mut alive: Vec<(Code, u32)> = batch.to_vec();
        for test in &mut self.tests {
            let values = evaluate(engine, test, &self.before, self.number, previous, &alive)?;
            let mut values = values.into_iter();
            alive.retain(|_| values.next().is_some_and(|value| value != 0));
        }
        let fold = Rc::clone(&engine.fold);
        let space = engine.space();
        let weight = |code: Code, parent: u32| match previous {
            Some(previous) => previous.row(parent as usize)[1],
            None => fold.class_size(space, code),
        };
        if let Some(show) = &mut self.show {
            let values = evaluate(engine, show, &self.before, self.number, previous, &alive)?;
            for (&(code, parent), value) in alive.iter().zip(values) {
                found.plays = found.plays.saturating_add(weight(code, parent));
                if value == 0 {
                    found.bad = found.bad.saturating_add(weight(code, parent));
                    if found.lines.len() + self.ends.len() < MAX_LINES {
                        self.ends.push((code, parent));
                    }
                }
            }
            return Ok(());
        }
        let mut columns: Vec<Vec<i32>> = Vec::new();
        for term in &mut self.values {
            columns.push(evaluate(engine, term, &self.before, self.number, previous, &alive)?);
        }
        let mut values = Vec::new();
        for (row, &(code, parent)) in alive.iter().enumerate() {
            values.clear();
            values.extend(columns.iter().map(|column| column[row] as u32 as u64));
            for &position in &self.keep {
                values.push(if position == self.number {
                    code
                } else {
                    kept(&self.before, previous, parent, position).unwrap_or(code)
                });
            }
            let first = if self.keep.is_empty() { fold.first(space, code) } else { code };
            level.add([first, weight(code, parent), u64::from(parent), code], &values);
        }
        Ok(())
    }
}

/// A position that was remembered.
fn kept(memory: &Memory, previous: Option<&Level>, parent: u32, position: u8) -> Option<Code> {
    let (previous, at) = (previous?, memory.positions.iter().position(|&p| p == position)?);
    Some(previous.row(parent as usize)[HEAD + memory.terms.len() + at])
}

/// The values of a term for plays that have come one position further.
fn evaluate(
    engine: &mut Engine<'_>,
    compiled: &mut Compiled,
    memory: &Memory,
    number: u8,
    previous: Option<&Level>,
    rows: &[(Code, u32)],
) -> Result<Vec<i32>, Limit> {
    for position in 0..=number {
        let codes =
            rows.iter().map(|&(code, parent)| kept(memory, previous, parent, position).unwrap_or(code));
        compiled.give(usize::from(position), codes);
    }
    if let Some(previous) = previous {
        for number in 0..compiled.presets() {
            let value = |&(_, parent): &(Code, u32)| previous.row(parent as usize)[HEAD + number];
            compiled.preset(number, rows.iter().map(value).map(|value| value as u32 as i32));
        }
    }
    let mut out = Vec::with_capacity(rows.len());
    if !rows.is_empty() {
        engine.values(compiled, rows.len(), &mut out)?;
    }
    Ok(out)
}
