//! The conditions of a piece of advice, as blocks about root, position and the position before.
//!
//! A goal looks at the root only through numbers, which are handed over. `ply` is known when a goal is asked, so a goal that
//! counts plies is made into a block for each of them: `ply = 6 or ply = 2 and ..` is then one thing after six plies
//! and another after two, and only where it must does it look at the position before.

use std::collections::HashSet;

use adli_lang::term::TermId;

use crate::columns::{Compiled, Engine, File};
use crate::limit::Limit;
use crate::space::Code;

/// How many rows a goal is asked about at a time.
const CHUNK: usize = 4096;

/// A condition of the advice.
pub(super) struct Goal {
    term: TermId,
    /// Whether it is true whatever happens.
    certain: bool,
    /// The numbers of the root that are handed over.
    numbers: Vec<TermId>,
    /// The term `ply`, if the condition counts plies.
    ply: Option<TermId>,
    /// The blocks by ply; one for all, if it does not count them.
    blocks: Vec<Option<Box<Compiled>>>,
}

impl Goal {
    pub(super) fn new(engine: &Engine<'_>, term: TermId, numbers: &[TermId], ply: Option<TermId>) -> Goal {
        let compares = numbers.iter().any(|&number| mentions(engine, term, number));
        Goal {
            term,
            certain: engine.program.terms.as_bool(term) == Some(true),
            numbers: if compares { numbers.to_vec() } else { Vec::new() },
            ply: ply.filter(|&ply| mentions(engine, term, ply)),
            blocks: Vec::new(),
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

    /// The block for this ply.
    pub(super) fn block(&mut self, engine: &mut Engine<'_>, ply: u8) -> Result<&mut Compiled, Limit> {
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

    /// The values of the condition for columns of positions and those before them.
    pub(super) fn over(
        &mut self,
        engine: &mut Engine<'_>,
        numbers: &[i32],
        ply: u8,
        at: &[Code],
        before: &[Code],
    ) -> Result<Vec<i32>, Limit> {
        let block = self.block(engine, ply)?;
        let mut values = Vec::with_capacity(at.len());
        for (at, before) in at.chunks(CHUNK).zip(before.chunks(CHUNK)) {
            let registers = &mut block.registers;
            // What is said of the root is handed over as numbers; the first register only has to be there.
            for (register, codes) in registers.words.iter_mut().zip([at, at, before]) {
                register.clear();
                register.extend_from_slice(codes);
            }
            for (&(file, register), &value) in block.presets.iter().zip(numbers) {
                match file {
                    File::Bools => {
                        let register = &mut registers.bools[register as usize];
                        register.clear();
                        register.resize(at.len(), value as u8);
                    }
                    _ => {
                        let register = &mut registers.ints[register as usize];
                        register.clear();
                        register.resize(at.len(), value);
                    }
                }
            }
            engine.values(block, at.len(), &mut values)?;
        }
        Ok(values)
    }
}

fn mentions(engine: &Engine<'_>, term: TermId, part: TermId) -> bool {
    let mut todo = vec![term];
    let mut seen = HashSet::new();
    while let Some(term) = todo.pop() {
        if term == part {
            return true;
        }
        if seen.insert(term) {
            engine.program.terms.get(term).for_children(|child| todo.push(child));
        }
    }
    false
}
