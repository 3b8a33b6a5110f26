//! From a strategy to its table.
//!
//! Every position with the strategy to move is asked about, one of each class; of the allowed moves the first in the order of
//! numbers is kept. Where that move begins a tree that is played out, the positions after all replies are asked about
//! too, with the commitment that they have, and so on until the trees end.

use adli_claims::{Limit, Options, Watch};
use adli_lang::Program;
use adli_lang::term::StrategyId;

use super::{Compiled, Entry, MOVES, Places, ordered};
use crate::columns::Engine;
use crate::space::{Code, Space, bare, mode};
use crate::tables::{TableSource, Tables};

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
    let space = Space::of(&program.endgame)?;
    let none = TableSource::empty();
    let tables = Tables::new(&program.endgame, watch, options.memory, &none);
    let mut engine = Engine::new(program, &space, Vec::new(), &tables, watch, options.memory, true);
    engine.fold_for(Some(strategy), &[], &[], &[]);
    let symmetries: Vec<u8> = engine.fold.group().iter().map(|symmetry| symmetry.index() as u8).collect();
    let places = Places::new(&program.endgame, &symmetries).ok_or_else(too_many)?;
    let found = program.strategy(strategy);
    let found = found.ok_or_else(|| Limit::Internal("there is no such strategy".into()))?;
    let mut maker = Maker { strategy, places, sections: Vec::new() };
    maker.make(&mut engine, found.side, watch)?;
    Ok(Compiled {
        material: program.endgame.name.clone(),
        strategy: found.name.clone(),
        steps: found.steps.iter().map(|step| step.name.clone()).collect(),
        of_texts,
        symmetries,
        sections: maker.sections,
    })
}

struct Maker {
    strategy: StrategyId,
    places: Places,
    sections: Vec<Vec<Entry>>,
}

impl Maker {
    fn make(&mut self, engine: &mut Engine<'_>, side: u16, watch: &dyn Watch) -> Result<(), Limit> {
        self.section(engine, 0)?;
        let home = engine.home_positions(side)?;
        let mut done = 0;
        for stretch in home.chunks(STRETCH) {
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
            watch.advance(done, home.len() as u64);
        }
        Ok(())
    }

    /// Makes room for a commitment.
    fn section(&mut self, engine: &mut Engine<'_>, number: u8) -> Result<(), Limit> {
        let places = self.places.count().unwrap_or(0);
        while self.sections.len() <= usize::from(number) {
            engine.take(4 * places as u64, "a compiled table")?;
            self.sections.push(vec![Entry::default(); places]);
        }
        Ok(())
    }

    /// Keeps what the strategy does in a position; hands back the position after the move, if it is committed there.
    fn put(&mut self, engine: &mut Engine<'_>, code: Code) -> Result<Option<Code>, Limit> {
        let space = engine.space();
        let wrong = || Limit::Internal("a position of a compiled table is not one of the text".into());
        let (state, section) = (space.state(bare(code)), mode(code));
        let Some((Some(step), afters)) = engine.choice(self.strategy, code) else { return Ok(None) };
        let (place, symmetry) = self.places.of(&state).ok_or_else(wrong)?;
        let image = state.image(symmetry, 8);
        let position = image.position(&space.endgame).map_err(|_| wrong())?;
        let key = |code: Code| space.canonical(bare(code));
        let allowed: Vec<(Code, Code)> =
            afters.iter().map(|&after| (key(space.image(after, symmetry.index())), after)).collect();
        for (number, mv) in ordered(&position).into_iter().enumerate() {
            let there =
                adli_lang::State::from_position(&space.endgame, &position.play(mv)).ok_or_else(wrong)?;
            let there = key(space.code(&there));
            let Some(&(_, after)) = allowed.iter().find(|(image, _)| *image == there) else { continue };
            let word = u32::from(step) * u32::from(MOVES) + number as u32 + 1;
            let word = u16::try_from(word).ok().filter(|_| number < usize::from(MOVES));
            let word = word.ok_or_else(|| Limit::NotRun("there are too many steps or moves".into()))?;
            let next = mode(after);
            self.section(engine, section.max(next))?;
            self.sections[usize::from(section)][place] = Entry { word, next };
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
            let place = self.places.of(&engine.space().state(bare(code))).map(|(place, _)| place);
            let section = self.sections.get(usize::from(mode(code)));
            let known = place.and_then(|place| section?.get(place)).is_some_and(|entry| entry.word != 0);
            if !known && engine.space().is_home(bare(code)) {
                new.push(code);
            }
        }
        Ok(new)
    }
}
