//! Terms made into blocks, and their values over columns of positions.

use adli_claims::Limit;
use adli_lang::term::{DefId, Sort, StrategyId, TermId};
use adli_lang::{Observed, Program};
use adli_position::Code;
use adli_symbolic::Walk;

use super::block::{Block, File, Op, Reg, Registers};
use super::builder::{Num, Place, Truth};
use super::compile::{Bound, Compiler, Names, Val};
use super::find::find;
use super::notions::Key;
use super::run::run;
use super::{Asks, Memo};

/// How many rows the outermost block has at a time.
const CHUNK: usize = 1024;

/// A term made into a block.
pub(crate) struct Compiled {
    block: Block,
    registers: Registers,
    output: Output,
    /// How many given positions it has.
    given: usize,
    /// Which of them it looks at, one bit each.
    pub(crate) looks_at: u32,
    /// The strategies that are asked at every first position.
    asks: Vec<StrategyId>,
    /// The registers of values that are handed over, one for each.
    presets: Vec<(File, Reg)>,
}

impl Compiled {
    /// Hands over a column of given positions, by number.
    pub(crate) fn give(&mut self, number: usize, codes: impl Iterator<Item = Code>) {
        refill(&mut self.registers.words[number], codes);
    }

    /// How many values are handed over.
    pub(crate) fn presets(&self) -> usize {
        self.presets.len()
    }

    /// Hands over a column of values, by number.
    pub(crate) fn preset(&mut self, number: usize, values: impl Iterator<Item = i32>) {
        let (file, register) = self.presets[number];
        match file {
            File::Bools => {
                refill(&mut self.registers.bools[register as usize], values.map(|value| value as u8));
            }
            _ => refill(&mut self.registers.ints[register as usize], values),
        }
    }
}

fn refill<T>(register: &mut Vec<T>, values: impl Iterator<Item = T>) {
    register.clear();
    register.extend(values);
}

#[derive(Clone, Copy)]
enum Output {
    Const(i32),
    Int(Reg),
    Bool(Reg),
}

/// Terms over columns of positions, for whoever answers what they ask.
pub(crate) trait Columns<'p>: Asks<'p> {
    /// Makes a block of a term about some given positions. Values of `presets` are not computed but handed over;
    /// what cannot be compiled is left to the plain interpreter.
    fn compile(&mut self, term: TermId, given: usize, presets: &[TermId]) -> Compiled {
        let names = given_positions(given);
        let made = block(self.memo(), term, given, &names, |compiler, names| compiler.preset(presets, names));
        made.unwrap_or_else(|| {
            let presets = presets.iter().map(|&preset| file_of(self.program(), preset)).collect();
            interpreted(self.program(), term, given, presets)
        })
    }

    /// A term about one position.
    fn compile_about(&mut self, term: TermId, about: Observed) -> Result<Compiled, Limit> {
        match about {
            Observed::Given(number) => Ok(self.compile(term, usize::from(number) + 1, &[])),
            Observed::After(mv) => {
                let here = Place { level: 0, reg: 0 };
                let names = Names::given([here]).bind(Bound::Move(mv, here));
                let made = block(self.memo(), term, 1, &names, |_, _| Vec::new());
                made.ok_or_else(|| Limit::NotRun("a condition is too large for this method".into()))
            }
        }
    }

    /// The same for a goal that is asked within trees about root, position and the position before. `presets` are numbers of
    /// the root, `ply` is a number that is known already. Nothing, if the plain interpreter would have to be told them.
    fn compile_goal(
        &mut self,
        term: TermId,
        presets: &[TermId],
        ply: Option<(TermId, i32)>,
    ) -> Option<Compiled> {
        let made = block(self.memo(), term, 3, &given_positions(3), |compiler, names| {
            compiler.again = true;
            let inputs = compiler.preset(presets, names);
            ply.into_iter().for_each(|(term, value)| compiler.suppose_number(term, value));
            inputs
        });
        let alone = presets.is_empty() && ply.is_none();
        made.or_else(|| alone.then(|| interpreted(self.program(), term, 3, Vec::new())))
    }

    /// Runs what was compiled; the values are appended. Given positions and presets are in their registers.
    fn values(&mut self, compiled: &mut Compiled, rows: usize, out: &mut Vec<i32>) -> Result<(), Limit> {
        self.go_on()?;
        run(self, &compiled.block, &mut compiled.registers, rows)?;
        match compiled.output {
            Output::Const(value) => out.resize(out.len() + rows, value),
            Output::Int(reg) => out.extend_from_slice(&compiled.registers.ints[reg as usize][..rows]),
            Output::Bool(reg) => {
                out.extend(compiled.registers.bools[reg as usize][..rows].iter().map(|&b| i32::from(b)));
            }
        }
        Ok(())
    }

    /// The values of what was compiled about one position.
    fn over(&mut self, compiled: &mut Compiled, codes: &[Code]) -> Result<Vec<i32>, Limit> {
        let mut values = Vec::with_capacity(codes.len());
        // What strategies do is worked out for many positions together.
        for &strategy in &compiled.asks {
            self.ask(strategy, codes)?;
        }
        for chunk in codes.chunks(CHUNK) {
            for given in 0..compiled.given {
                compiled.give(given, chunk.iter().copied());
            }
            self.values(compiled, chunk.len(), &mut values)?;
        }
        Ok(values)
    }

    /// The values of a definition without parameters.
    fn definition(&mut self, def: DefId, codes: &[Code]) -> Result<Vec<i32>, Limit> {
        let (space, notion) = (self.space(), self.memo().notions.number(Key::Definition(def)));
        let mut values = Vec::with_capacity(codes.len());
        let mut found = Vec::new();
        for chunk in codes.chunks(CHUNK) {
            let index: Vec<i32> =
                chunk.iter().map(|&code| space.cell(code).map_or(-1, |cell| cell as i32)).collect();
            find(self, notion, &index, chunk, None, &mut found)?;
            values.extend_from_slice(&found);
        }
        Ok(values)
    }
}

impl<'p, A: Asks<'p>> Columns<'p> for A {}

fn block<'p>(
    memo: &mut Memo<'p>,
    term: TermId,
    given: usize,
    names: &Names,
    set_up: impl FnOnce(&mut Compiler<'_, 'p>, &Names) -> Vec<(File, Reg)>,
) -> Option<Compiled> {
    let mut compiler = Compiler::new(&mut memo.notions, given as u32);
    let presets = set_up(&mut compiler, names);
    let output = match compiler.value(term, names).ok()? {
        Val::Bool(Truth::Const(value)) => Output::Const(i32::from(value)),
        Val::Int(Num::Const(value)) | Val::Enum(Num::Const(value)) => Output::Const(value),
        Val::Bool(Truth::At(place)) => Output::Bool(place.reg),
        Val::Int(Num::At(place)) | Val::Enum(Num::At(place)) => Output::Int(place.reg),
        _ => Output::Const(0),
    };
    let (looks_at, asks) = (compiler.looked_at, std::mem::take(&mut compiler.asked));
    let block = compiler.finish().pop()?;
    Some(Compiled { registers: Registers::new(&block), block, output, given, looks_at, asks, presets })
}

/// The positions that are handed over, in the first registers.
fn given_positions(given: usize) -> Names {
    Names::given((0..given as u32).map(|reg| Place { level: 0, reg }).collect::<Vec<Place>>())
}

/// A block that leaves a term to the plain interpreter. It looks at everything.
fn interpreted(program: &Program, term: TermId, given: usize, presets: Vec<File>) -> Compiled {
    let mut block = Block { words: given as u32, ..Block::default() };
    let (op, file) = match file_of(program, term) {
        File::Bools => (Op::InterpretBool(term, given as u8), File::Bools),
        _ => (Op::InterpretInt(term, given as u8), File::Ints),
    };
    let reg = block.register(file);
    block.ops.push((op, reg));
    let output = if file == File::Bools { Output::Bool(reg) } else { Output::Int(reg) };
    let presets = presets.into_iter().map(|file| (file, block.register(file))).collect();
    Compiled {
        registers: Registers::new(&block),
        block,
        output,
        given,
        looks_at: u32::MAX,
        asks: Vec::new(),
        presets,
    }
}

/// Where values of a term are kept.
fn file_of(program: &Program, term: TermId) -> File {
    if program.terms.sort(term) == Sort::Bool { File::Bools } else { File::Ints }
}
