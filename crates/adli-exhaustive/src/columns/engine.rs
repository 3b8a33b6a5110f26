//! The evaluator: conditions over columns of positions, with tables for what comes up again and again.
//!
//! A table of a notion has a cell for each place of the position space and side to move. Cells are filled when they are
//! first asked for, a column of them at a time. So only positions that come up are evaluated, and none
//! twice.

use std::rc::Rc;

use adli_claims::{Covered, Limit, Watch};
use adli_lang::term::{DefId, OptionId, StrategyId, TermId};
use adli_lang::{Interpreter, MovesFrom, Observed, Outcome, Program, Stopped, Tables as _, Value};

use super::cells::{Cells, PENDING, UNKNOWN, number, shifted};
use super::choose::{Chooser, Graph};
use super::made::Compiled;
use super::notions::{Key, Notions};
use crate::advice::{Modes, Trees};
use crate::fold::Fold;
use adli_position::FUEL;
use adli_position::space::{Code, Space, bare};
use adli_symmetry::Symmetries;
use adli_values::Tables;

/// How many rows the outermost block has at a time.
pub(crate) const CHUNK: usize = 1024;
/// How many terms the plain interpreter may evaluate for each row of a term that is left to it.
const ROW_FUEL: u64 = 4_000_000;

/// Positions at home by the symmetries that were used and the side to move.
pub(crate) type HomePositions = Vec<(Rc<Fold>, usize, Rc<Vec<Code>>)>;

/// Evaluates terms of a program, with some options set, over columns of positions.
pub(crate) struct Engine<'p> {
    pub(crate) program: &'p Program,
    space: &'p Space,
    pub(crate) notions: Notions<'p>,
    pub(crate) options: Vec<(OptionId, i32)>,
    compiled: Vec<Option<Box<Compiled>>>,
    cells: Vec<Option<Cells>>,
    /// The symmetries that notions have.
    notion_folds: Vec<Option<Rc<[Fold; 2]>>>,
    /// What is known of the symmetries of the text; nothing if they are not to be used.
    pub(crate) symmetries: Option<Symmetries<'p>>,
    /// The symmetries that the present claim has: one position stands for all its images.
    pub(crate) fold: Rc<Fold>,
    /// All legal positions at home that count, for each side to move, once they have been asked for.
    pub(crate) home: HomePositions,
    pub(crate) choosers: Vec<Option<Box<Chooser>>>,
    pub(crate) graphs: Vec<Option<Graph>>,
    /// Where forcing trees succeed, by advice.
    pub(crate) trees: Vec<Option<Box<Trees>>>,
    /// What strategies are committed to.
    pub(crate) modes: Modes,
    pub(crate) tables: &'p Tables<'p>,
    pub(crate) watch: &'p dyn Watch,
    memory: u64,
    pub(crate) used: u64,
    /// How far the work on the present claim has come.
    pub(crate) covered: Covered,
    /// A column for passing values on.
    pub(crate) found: Vec<i32>,
}

impl<'p> Engine<'p> {
    pub(crate) fn new(
        program: &'p Program,
        space: &'p Space,
        options: Vec<(OptionId, i32)>,
        tables: &'p Tables<'p>,
        watch: &'p dyn Watch,
        memory: u64,
        folds: bool,
    ) -> Engine<'p> {
        Engine {
            program,
            space,
            notions: Notions::new(program, &options, space.men() > 3),
            compiled: Vec::new(),
            cells: Vec::new(),
            notion_folds: Vec::new(),
            symmetries: folds.then(|| Symmetries::new(program, &options)),
            fold: Rc::new(Fold::none(space)),
            home: Vec::new(),
            options,
            choosers: Vec::new(),
            graphs: Vec::new(),
            trees: Vec::new(),
            modes: Modes::default(),
            tables,
            watch,
            memory,
            used: 0,
            covered: Covered::Nothing,
            found: Vec::new(),
        }
    }

    pub(crate) fn space(&self) -> &'p Space {
        self.space
    }

    /// Asks whether to go on.
    pub(crate) fn go_on(&self) -> Result<(), Limit> {
        self.watch.stopped().map_or(Ok(()), |by| Err(Limit::Stopped(by)))
    }

    /// Accounts for memory that is about to be used.
    pub(crate) fn take(&mut self, bytes: u64, what: &'static str) -> Result<(), Limit> {
        if self.used.saturating_add(bytes) > self.memory {
            return Err(Limit::Memory(what));
        }
        self.used += bytes;
        Ok(())
    }

    /// The plain interpreter with the same options.
    pub(crate) fn interpreter(&self, moves: MovesFrom) -> Interpreter<'p> {
        let mut interpreter = Interpreter::new(self.program).moves_from(moves).fuel(FUEL).tables(self.tables);
        self.options.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
        interpreter
    }

    /// Looks a notion up, and works it out where it is not known yet.
    pub(crate) fn find(
        &mut self,
        notion: u32,
        index: &[i32],
        codes: &[Code],
        needed: Option<&[u8]>,
        out: &mut Vec<i32>,
    ) -> Result<(), Limit> {
        out.clear();
        out.resize(codes.len(), 0);
        let table = notion as usize;
        while self.cells.len() <= table {
            self.cells.push(None);
        }
        if self.cells[table].is_none() {
            let places = 2 * self.space.places();
            self.take(places as u64, "a table of a definition")?;
            self.cells[table] = Some(Cells::new(places));
        }
        let Some(cells) = &mut self.cells[table] else { return Ok(()) };
        let mut missing: Vec<u32> = Vec::new();
        let mut todo: Vec<Code> = Vec::new();
        let mut direct: Vec<u32> = Vec::new();
        for row in 0..codes.len() {
            if needed.is_some_and(|needed| needed[row] == 0) {
                continue;
            }
            let Ok(place) = usize::try_from(index[row]) else {
                direct.push(row as u32);
                continue;
            };
            match cells.get(place) {
                UNKNOWN => {
                    cells.set(place, PENDING);
                    todo.push(codes[row]);
                    missing.push(row as u32);
                }
                PENDING => missing.push(row as u32),
                cell => out[row] = number(cell),
            }
        }
        self.fill(notion, &todo)?;
        if let Some(cells) = &self.cells[table] {
            for row in missing {
                out[row as usize] = number(cells.get(index[row as usize] as usize));
            }
        }
        if !direct.is_empty() {
            let codes: Vec<Code> = direct.iter().map(|&row| codes[row as usize]).collect();
            let values = self.evaluate(notion, &codes)?;
            for (&row, value) in direct.iter().zip(values) {
                out[row as usize] = value;
            }
        }
        Ok(())
    }

    /// Works a notion out where it is not known, for positions with places: once for each class of images.
    fn fill(&mut self, notion: u32, codes: &[Code]) -> Result<(), Limit> {
        if codes.is_empty() {
            return Ok(());
        }
        let (table, space) = (notion as usize, self.space);
        let folds = self.folds_of_notion(notion);
        let [at_home, elsewhere] = &*folds;
        let first = |code: Code| if space.is_home(code) { at_home } else { elsewhere }.first(space, code);
        let firsts: Vec<Code> = codes.iter().map(|&code| first(code)).collect();
        let place = |code: Code| space.cell(code).unwrap_or(0);
        // A position of the column that counts for others waits for itself; it is worked out like any other.
        let mut own: Vec<Code> = codes.iter().zip(&firsts).filter(|(a, b)| a == b).map(|(&a, _)| a).collect();
        let Some(cells) = &mut self.cells[table] else { return Ok(()) };
        for (&code, &first) in codes.iter().zip(&firsts) {
            if code != first && cells.get(place(first)) == UNKNOWN {
                cells.set(place(first), PENDING);
                own.push(first);
            }
        }
        let values = self.evaluate(notion, &own)?;
        for (&code, &value) in own.iter().zip(&values) {
            self.store(table, code, shifted(value))?;
        }
        for (&code, &first) in codes.iter().zip(&firsts).filter(|(code, first)| code != first) {
            let known = self.cells[table].as_ref().map_or(UNKNOWN, |cells| cells.get(place(first)));
            self.store(table, code, known)?;
        }
        Ok(())
    }

    /// The symmetries that a notion has where everybody is at home, and elsewhere.
    fn folds_of_notion(&mut self, notion: u32) -> Rc<[Fold; 2]> {
        let number = notion as usize;
        if self.notion_folds.len() <= number {
            self.notion_folds.resize(number + 1, None);
        }
        if let Some(known) = &self.notion_folds[number] {
            return Rc::clone(known);
        }
        let folds = match self.notions.key(notion) {
            Key::Definition(def) => {
                let body = self.program[def].body;
                [self.fold_of_term(body, true), self.fold_of_term(body, false)]
            }
            // What a strategy does is kept for classes already; a play is not turned.
            Key::Step(_) | Key::Term(..) => [Fold::none(self.space), Fold::none(self.space)],
        };
        let folds = Rc::new(folds);
        self.notion_folds[number] = Some(Rc::clone(&folds));
        folds
    }

    fn store(&mut self, table: usize, code: Code, cell: i32) -> Result<(), Limit> {
        let index = self.space.cell(code).unwrap_or(0);
        let Some(cells) = &mut self.cells[table] else { return Ok(()) };
        if cells.set(index, cell) {
            return Ok(());
        }
        let places = 2 * self.space.places();
        self.take(4 * places as u64, "a table of a definition")?;
        if let Some(cells) = &mut self.cells[table] {
            *cells = cells.widened(places);
            cells.set(index, cell);
        }
        Ok(())
    }

    /// The values of a notion, worked out anew.
    fn evaluate(&mut self, notion: u32, codes: &[Code]) -> Result<Vec<i32>, Limit> {
        let number = notion as usize;
        let (term, about) = match self.notions.key(notion) {
            Key::Definition(def) => (self.program[def].body, Observed::Given(0)),
            Key::Term(term, about) => (term, about),
            Key::Step(strategy) => return self.steps(strategy, codes),
        };
        while self.compiled.len() <= number {
            self.compiled.push(None);
        }
        let mut compiled = match self.compiled[number].take() {
            Some(compiled) => compiled,
            None => Box::new(self.compile_about(term, about)?),
        };
        let values = self.over(&mut compiled, codes);
        self.compiled[number] = Some(compiled);
        values
    }

    /// The values of a definition without parameters.
    pub(crate) fn definition(&mut self, def: DefId, codes: &[Code]) -> Result<Vec<i32>, Limit> {
        let notion = self.notions.number(Key::Definition(def));
        let mut values = Vec::with_capacity(codes.len());
        let mut found = Vec::new();
        for chunk in codes.chunks(CHUNK) {
            let index: Vec<i32> =
                chunk.iter().map(|&code| self.space.cell(code).map_or(-1, |cell| cell as i32)).collect();
            self.find(notion, &index, chunk, None, &mut found)?;
            values.extend_from_slice(&found);
        }
        Ok(values)
    }

    /// The steps that apply; one past the last where none does, or where the strategy is not asked.
    fn steps(&mut self, strategy: StrategyId, codes: &[Code]) -> Result<Vec<i32>, Limit> {
        let none = self.program[strategy].steps.len() as i32;
        let own: Vec<Code> = codes.iter().copied().filter(|&code| self.asks(strategy, code)).collect();
        self.ensure(strategy, &own)?;
        let step =
            |code: Code| self.choice(strategy, code).map_or(none, |(step, _)| step.map_or(none, i32::from));
        Ok(codes.iter().map(|&code| if self.asks(strategy, code) { step(code) } else { none }).collect())
    }

    /// Whether a strategy allows moves.
    pub(crate) fn allows(
        &mut self,
        strategy: StrategyId,
        before: &[Code],
        after: &[Code],
        out: &mut Vec<u8>,
    ) -> Result<(), Limit> {
        let space = self.space;
        let own: Vec<Code> = before.iter().copied().filter(|&code| self.asks(strategy, code)).collect();
        self.ensure(strategy, &own)?;
        out.clear();
        out.extend(before.iter().zip(after).map(|(&before, after)| {
            let choice = if self.asks(strategy, before) { self.choice(strategy, before) } else { None };
            let same = |allowed: &Code| bare(space.canonical(*allowed)) == space.canonical(*after);
            u8::from(choice.is_some_and(|(_, moves)| moves.iter().any(same)))
        }));
        Ok(())
    }

    /// What the tables say.
    pub(crate) fn probe(
        &mut self,
        out: &mut Vec<i32>,
        codes: &[Code],
        needed: Option<&[u8]>,
        pick: impl Fn(Outcome) -> i32,
    ) -> Result<(), Limit> {
        out.clear();
        for (row, &code) in codes.iter().enumerate() {
            let asked = needed.is_none_or(|needed| needed[row] != 0);
            let value = if asked { self.tables.value(&self.space.state(code)) } else { None };
            // Where there is none, nothing is said in the end.
            out.push(value.map_or(1, &pick));
        }
        if self.tables.missing() { Err(self.tables.absence()) } else { Ok(()) }
    }

    /// Leaves a term to the plain interpreter, row by row.
    pub(crate) fn interpret(
        &mut self,
        term: TermId,
        positions: &[Vec<Code>],
        rows: usize,
        out: &mut Vec<i32>,
    ) -> Result<(), Limit> {
        out.clear();
        for row in 0..rows {
            self.go_on()?;
            let states: Vec<_> = positions.iter().map(|codes| self.space.state(codes[row])).collect();
            let value = self.interpreter(MovesFrom::Core).fuel(ROW_FUEL).value(term, &states);
            out.push(match value {
                Ok(Value::Bool(value)) => i32::from(value),
                Ok(Value::Int(value)) => value,
                Ok(Value::Enum(value)) => i32::from(value),
                Ok(_) => 0,
                Err(Stopped::NeedsTables) => {
                    return Err(self.tables.absence());
                }
                Err(other) => return Err(Limit::of(other, ROW_FUEL)),
            });
        }
        Ok(())
    }
}
