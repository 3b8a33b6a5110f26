//! From a strategy to its table.
//!
//! Every position with the strategy to move is asked about, one of each class; of the allowed moves the first in the order of
//! numbers is kept. Where that move begins a tree that is played out, the positions after all replies are asked about
//! too, with the commitment that they have, and so on until the trees end.

use adli_chess::{Kind, Man};
use adli_claims::{Limit, Options, Watch};
use adli_lang::Program;
use adli_lang::term::StrategyId;
use adli_position::space::{Code, OFF, Space, bare, kind, mode, square};
use adli_position::{Compiled, Entry, Making};

use crate::columns::Asks;
use crate::engine::{Engine, with_engine};

/// How many positions are asked about at a time.
const STRETCH: usize = 1 << 16;

/// Asks a strategy about every position. Of the options only the memory counts; `of_texts` is the digest of the texts.
///
/// # Errors
/// Which limit was reached: there are too many men, the memory or the patience of the watch was not enough.
pub fn compile(
    program: &Program,
    strategy: StrategyId,
    of_texts: [u8; 32],
    options: &Options,
    watch: &dyn Watch,
) -> Result<Compiled, Limit> {
    let too_many = || Limit::NotRun("there are too many men for a table".into());
    let none = || Limit::Internal("there is no such strategy".into());
    with_engine(program, options.memory, watch, |engine| {
        engine.fold_for(Some(strategy), &[], &[], &[]);
        let found = program.strategy(strategy).ok_or_else(none)?;
        let making = Making::new(&program.endgame, found, engine.fold.group()).ok_or_else(too_many)?;
        let mut maker = Maker { strategy, making };
        maker.make(engine, watch)?;
        Ok(maker.making.finish(found, of_texts))
    })
}

/// Where men stand after a move, by which the move is known: who of several like men it is makes no difference. Nor does a right to
/// take in passing: chess gives it where somebody can take, the text after every double step.
fn standing(space: &Space, code: Code) -> u64 {
    let men = space.endgame.men.iter().enumerate().filter(|(slot, _)| square(code, *slot) != OFF);
    packed(men.map(|(slot, man)| {
        (square(code, slot), Man { colour: man.side, kind: Kind::ALL[kind(code, slot).min(5)] })
    }))
}

/// At most five men in one word.
fn packed(men: impl Iterator<Item = (u64, Man)>) -> u64 {
    let mut men: Vec<u64> = men
        .map(|(square, man)| {
            512 | square << 3 | (man.kind.index() as u64) | (man.colour.index() as u64) << 10
        })
        .collect();
    men.sort_unstable();
    men.into_iter().fold(0, |word, man| word << 11 | man)
}

struct Maker {
    strategy: StrategyId,
    making: Making,
}

impl Maker {
    fn make(&mut self, engine: &mut Engine<'_>, watch: &dyn Watch) -> Result<(), Limit> {
        self.section(engine, 0)?;
        let all = engine.asked_positions(self.strategy)?;
        let mut done = 0;
        for stretch in all.chunks(STRETCH) {
            let mut todo = stretch.to_vec();
            while !todo.is_empty() {
                engine.ensure(self.strategy, &todo)?;
                let mut committed = Vec::new();
                for &code in &todo {
                    committed.extend(self.put(engine, code)?);
                }
                todo = self.after_replies(engine, &committed)?;
            }
            done += stretch.len() as u64;
            watch.advance(done, all.len() as u64);
        }
        Ok(())
    }

    /// Makes room for a commitment.
    fn section(&mut self, engine: &mut Engine<'_>, number: u8) -> Result<(), Limit> {
        while self.making.sections() <= usize::from(number) {
            engine.take(self.making.section_bytes(), "a compiled table")?;
            self.making.add_section();
        }
        Ok(())
    }

    /// Keeps what the strategy does in a position; hands back the position after the move, if it is committed there.
    fn put(&mut self, engine: &mut Engine<'_>, code: Code) -> Result<Option<Code>, Limit> {
        let space = engine.space();
        let wrong = || Limit::Internal("a position of a compiled table is not one of the text".into());
        let (state, section) = (space.state(bare(code)), mode(code));
        let Some((Some(step), afters)) = engine.choice(self.strategy, code) else { return Ok(None) };
        let place = self.making.place(&state).ok_or_else(wrong)?;
        let turned = |after: Code| space.image(after, place.symmetry.index());
        let allowed: Vec<(u64, Code)> =
            afters.iter().map(|&after| (standing(space, turned(after)), after)).collect();
        for (number, there) in place.after_moves().enumerate() {
            let men = there.occupied().into_iter().filter_map(|square| Some((square, there.at(square)?)));
            let there = packed(men.map(|(square, man)| (square.index() as u64, man)));
            let Some(&(_, after)) = allowed.iter().find(|(image, _)| *image == there) else { continue };
            let next = mode(after);
            let entry = Entry::new(step, number, next);
            let entry = entry.ok_or_else(|| Limit::NotRun("there are too many steps or moves".into()))?;
            self.section(engine, section.max(next))?;
            self.making.put(&place, section, entry);
            return Ok((next != 0).then_some(after));
        }
        Err(Limit::Internal("a strategy allows a move that is not legal".into()))
    }

    /// The positions after all replies in which the strategy is still committed and has not been asked.
    fn after_replies(&mut self, engine: &mut Engine<'_>, committed: &[Code]) -> Result<Vec<Code>, Limit> {
        engine.ensure_replies(committed)?;
        let mut found = Vec::new();
        for &code in committed {
            engine.replies(code, |reply| found.push(engine.first(reply)));
        }
        found.retain(|&code| mode(code) != 0);
        found.sort_unstable();
        found.dedup();
        let mut new = Vec::new();
        for code in found {
            let known = self.making.has(&engine.space().state(bare(code)), mode(code));
            if !known && engine.ground.asks(self.strategy, bare(code)) {
                new.push(code);
            }
        }
        Ok(new)
    }
}
