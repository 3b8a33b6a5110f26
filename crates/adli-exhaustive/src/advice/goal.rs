//! The conditions of a piece of advice, as blocks about root, position and the position before.
//!
//! A goal looks at the root only through numbers, which are handed over. `ply` is known when a goal is asked, so a goal that
//! counts plies is made into a block for each of them: `ply = 6 or ply = 2 and ..` is then one thing after six plies
//! and another after two, and only where it must does it look at the position before.

use adli_claims::Limit;
use adli_lang::term::TermId;
use adli_position::space::Code;

use super::kept::{NO, Worth, YES};
use super::threshold::{Comparison, Threshold};
use crate::columns::{Asks, Columns, Compiled};

/// How many rows a goal is asked about at a time.
const CHUNK: usize = 4096;

/// A condition of the advice, or a number in one.
pub(super) struct Goal {
    pub(super) term: TermId,
    /// Whether it is true whatever happens.
    certain: bool,
    /// The numbers of the root that are handed over.
    numbers: Vec<TermId>,
    /// The term `ply`, if the condition counts plies.
    ply: Option<TermId>,
    /// The blocks by ply; one for all, if it does not count them.
    blocks: Vec<Option<Box<Compiled>>>,
    /// What the number is compared with by which trees are worth so much, and whether it must differ.
    bounds: Vec<(Goal, bool)>,
}

/// What goals are told.
#[derive(Clone, Copy)]
pub(super) struct Told<'t> {
    /// The numbers of the root.
    pub(super) numbers: &'t [i32],
    /// The one that is left open, if there is one.
    pub(super) threshold: Option<Threshold>,
    pub(super) ply: u8,
}

impl Goal {
    pub(super) fn new<'p>(
        engine: &impl Asks<'p>,
        term: TermId,
        numbers: &[TermId],
        ply: Option<TermId>,
    ) -> Goal {
        let compares = numbers.iter().any(|&number| engine.program().terms.mentions(term, number));
        Goal {
            term,
            certain: engine.program().terms.as_bool(term) == Some(true),
            numbers: if compares { numbers.to_vec() } else { Vec::new() },
            ply: ply.filter(|&ply| engine.program().terms.mentions(term, ply)),
            blocks: Vec::new(),
            bounds: Vec::new(),
        }
    }

    /// Nothing, if it is true whatever happens.
    pub(super) fn unless_certain(self) -> Option<Goal> {
        (!self.certain).then_some(self)
    }

    /// Whether it counts plies.
    pub(super) fn counts(&self) -> bool {
        self.ply.is_some()
    }

    /// Learns by which comparisons it depends on the number that is left open; answers whether it can use them.
    pub(super) fn depends_by<'p>(&mut self, engine: &mut impl Asks<'p>, comparisons: &[Comparison]) -> bool {
        let number = |term: TermId| Goal::new(engine, term, &self.numbers, self.ply);
        self.bounds = comparisons.iter().map(|found| (number(found.with), found.strict)).collect();
        self.bounds.iter_mut().all(|(bound, _)| bound.block(engine, 1).is_ok())
    }

    /// The block for this ply.
    pub(super) fn block<'p>(&mut self, engine: &mut impl Asks<'p>, ply: u8) -> Result<&mut Compiled, Limit> {
        let number = if self.counts() { usize::from(ply) } else { 0 };
        if self.blocks.len() <= number {
            self.blocks.resize_with(number + 1, || None);
        }
        let block = &mut self.blocks[number];
        if block.is_none() {
            let ply = self.ply.map(|term| (term, i32::from(ply)));
            *block = engine.compile_goal(self.term, &self.numbers, ply).map(Box::new);
        }
        block
            .as_deref_mut()
            .ok_or_else(|| Limit::NotRun("a goal of the advice is too large for this method".into()))
    }

    /// For which roots the condition holds, at columns of positions and those before them.
    pub(super) fn worths<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        told: Told<'_>,
        at: &[Code],
        before: &[Code],
    ) -> Result<Vec<Worth>, Limit> {
        let plain = |holds: i32| if holds != 0 { YES } else { NO };
        let Some(threshold) = told.threshold.filter(|_| !self.bounds.is_empty()) else {
            return Ok(self.over(engine, told, at, before)?.into_iter().map(plain).collect());
        };
        // Between the easiest and the hardest number it ceases to hold, if at all: at one that it is compared with.
        let [easiest, hardest] = threshold.extremes();
        let mut worths = vec![NO; at.len()];
        let mut open: Vec<usize> = (0..at.len()).collect();
        let mut holds = self.at_numbers(engine, told, &vec![easiest; open.len()], &open, at, before)?;
        open.retain(|_| holds.next() == Some(true));
        let mut holds = self.at_numbers(engine, told, &vec![hardest; open.len()], &open, at, before)?;
        open.retain(|&row| {
            let always = holds.next() == Some(true);
            if always {
                worths[row] = YES;
            }
            !always
        });
        for bound in 0..self.bounds.len() {
            let (with, strict) = &mut self.bounds[bound];
            let compared = with.over(engine, told, &pick(at, &open), &pick(before, &open))?;
            // The hardest number that satisfies the comparison; perhaps there is none.
            let hardest = |number: i32| threshold.number(threshold.worth(number) - Worth::from(*strict));
            let compared = open.iter().zip(compared.into_iter().map(hardest));
            let (rows, numbers): (Vec<usize>, Vec<i32>) =
                compared.filter_map(|(&row, number)| Some((row, number?))).unzip();
            let holds = self.at_numbers(engine, told, &numbers, &rows, at, before)?;
            for ((row, number), _) in rows.into_iter().zip(numbers).zip(holds).filter(|(_, holds)| *holds) {
                worths[row] = worths[row].max(threshold.worth(number));
            }
        }
        Ok(worths)
    }

    /// Whether the condition holds in some rows, each with a number of its own for the one that is left open.
    fn at_numbers<'p, A: Asks<'p>>(
        &mut self,
        engine: &mut A,
        told: Told<'_>,
        numbers: &[i32],
        rows: &[usize],
        at: &[Code],
        before: &[Code],
    ) -> Result<impl Iterator<Item = bool> + use<'p, A>, Limit> {
        let own = told.threshold.map(|threshold| (threshold.number, numbers));
        let holds = self.values(engine, told, own, &pick(at, rows), &pick(before, rows))?;
        Ok(holds.into_iter().map(|holds| holds != 0))
    }

    /// The values of the condition for columns of positions and those before them.
    pub(super) fn over<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        told: Told<'_>,
        at: &[Code],
        before: &[Code],
    ) -> Result<Vec<i32>, Limit> {
        self.values(engine, told, None, at, before)
    }

    /// The same, where rows may have values of their own for one of the numbers.
    fn values<'p>(
        &mut self,
        engine: &mut impl Asks<'p>,
        told: Told<'_>,
        own: Option<(usize, &[i32])>,
        at: &[Code],
        before: &[Code],
    ) -> Result<Vec<i32>, Limit> {
        let block = self.block(engine, told.ply)?;
        let mut values = Vec::with_capacity(at.len());
        for (at, before) in at.chunks(CHUNK).zip(before.chunks(CHUNK)) {
            let rows = values.len()..values.len() + at.len();
            // What is said of the root is handed over as numbers; the first register only has to be there.
            for (number, codes) in [at, at, before].into_iter().enumerate() {
                block.give(number, codes.iter().copied());
            }
            for (number, &value) in told.numbers.iter().enumerate().take(block.presets()) {
                match own {
                    Some((open, values)) if open == number => {
                        block.preset(number, values[rows.clone()].iter().copied());
                    }
                    _ => block.preset(number, std::iter::repeat_n(value, at.len())),
                }
            }
            engine.values(block, at.len(), &mut values)?;
        }
        Ok(values)
    }
}

fn pick(codes: &[Code], rows: &[usize]) -> Vec<Code> {
    rows.iter().map(|&row| codes[row]).collect()
}
