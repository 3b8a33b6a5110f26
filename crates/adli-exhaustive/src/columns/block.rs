//! Programs over columns: a list of operations, each on a whole column at once.
//!
//! A block has registers in three files, for numbers, truth values and positions. Each operation fills one
//! register from others; operations stand in an order in which operands come first. A quantifier over moves
//! has a block of its own whose rows are the moves of all rows of the block around it. What the inner block needs
//! of the outer one is *imported*: copied once for each move.
//!
//! Columns are short (a thousand rows or so), so that the registers of a block stay in the cache.

use adli_lang::term::{AdviceId, Quantifier, Slots, StrategyId, TermId};
pub(crate) use adli_symbolic::{Arithmetic, Comparison};

/// A register, by its number in its file.
pub(crate) type Reg = u32;

/// What is looked at in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Look {
    File(u8),
    Rank(u8),
    Kind(u8),
    Turn,
    PassingFile,
    PassingRank,
    /// The cell in tables for both sides to move, -1 if there is none.
    Index,
}

/// An operation without its target, so that equal ones can be found.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    // Numbers
    Int(i32),
    Look(Look, Reg),
    Arithmetic(Arithmetic, Reg, Reg),
    Abs(Reg),
    Div(Reg, i32),
    Mod(Reg, i32),
    ChooseInt(Reg, Reg, Reg),
    /// 1 or 0.
    Number(Reg),
    /// A notion with a number as value: which, place, position, where it is needed.
    FindInt(u32, Reg, Reg, Option<Reg>),
    /// A quantifier over moves: which, position, men, inner block, its body, where it is needed.
    Tally(Quantifier, Reg, Slots, u32, Reg, Option<Reg>),
    CountMoves(Reg, Slots),
    /// In how many plies trees can end: advice, plies left, root, position before, position, where it is needed.
    PliesToGoal(AdviceId, u8, [Reg; 3], Option<Reg>),
    /// Value for the side to move, as a number of an outcome: position, where it is needed.
    Outcome(Reg, Option<Reg>),
    /// Moves to mate, likewise.
    MovesToMate(Reg, Option<Reg>),

    // Truth values
    Truth(bool),
    Alive(u8, Reg),
    Compare(Comparison, Reg, Reg),
    Same(Reg, Reg),
    And(Reg, Reg),
    Or(Reg, Reg),
    Not(Reg),
    ChooseBool(Reg, Reg, Reg),
    /// Whether file and rank are a square of this set.
    InSet(Reg, Reg, u64),
    FindBool(u32, Reg, Reg, Option<Reg>),
    Holds(Quantifier, Reg, Slots, u32, Reg, Option<Reg>),
    HasMove(Reg, Slots),
    Legal(Reg),
    Allows(StrategyId, Reg, Reg),
    /// Whether trees go on, likewise.
    Forces(AdviceId, u8, [Reg; 3], Option<Reg>),

    // Positions
    Pass(Reg),
    Image(Reg, u8),

    // What the compiler leaves to the plain interpreter, at positions in registers 0, 1, ..
    InterpretInt(TermId, u8),
    InterpretBool(TermId, u8),
}

/// The files of registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum File {
    Ints,
    Bools,
    Words,
}

impl Op {
    /// The file of the register that it fills.
    pub(crate) fn file(&self) -> File {
        use Op::*;
        match self {
            Int(_) | Look(..) | Arithmetic(..) | Abs(_) | Div(..) | Mod(..) | ChooseInt(..) | Number(_)
            | FindInt(..) | Tally(..) | PliesToGoal(..) | CountMoves(..) | Outcome(..) | MovesToMate(..)
            | InterpretInt(..) => File::Ints,
            Pass(_) | Image(..) => File::Words,
            _ => File::Bools,
        }
    }
}

/// A register of the block around that is copied for each row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Import {
    pub(crate) file: File,
    pub(crate) outer: Reg,
    pub(crate) inner: Reg,
}

/// A list of operations. Positions that are given stand in the first registers for positions.
#[derive(Clone, Default, Debug)]
pub(crate) struct Block {
    pub(crate) ops: Vec<(Op, Reg)>,
    pub(crate) imports: Vec<Import>,
    /// Blocks of the quantifiers in it.
    pub(crate) inner: Vec<Block>,
    /// How many registers each file has.
    pub(crate) ints: u32,
    pub(crate) bools: u32,
    pub(crate) words: u32,
}

impl Block {
    /// A new register.
    pub(crate) fn register(&mut self, file: File) -> Reg {
        let count = match file {
            File::Ints => &mut self.ints,
            File::Bools => &mut self.bools,
            File::Words => &mut self.words,
        };
        *count += 1;
        *count - 1
    }
}

/// The registers of a block while it runs, and those of the blocks in it. They are kept from one run to the next.
#[derive(Clone, Default, Debug)]
pub(crate) struct Registers {
    pub(crate) ints: Vec<Vec<i32>>,
    pub(crate) bools: Vec<Vec<u8>>,
    pub(crate) words: Vec<Vec<u64>>,
    pub(crate) inner: Vec<Registers>,
    /// For an inner block: the row of the outer block to which each row belongs.
    pub(crate) parents: Vec<u32>,
}

impl Registers {
    /// Registers for a block.
    pub(crate) fn new(block: &Block) -> Registers {
        Registers {
            ints: vec![Vec::new(); block.ints as usize],
            bools: vec![Vec::new(); block.bools as usize],
            words: vec![Vec::new(); block.words as usize],
            inner: block.inner.iter().map(Registers::new).collect(),
            parents: Vec::new(),
        }
    }

    /// Copies what an inner block needs of the block around it.
    pub(crate) fn import(&mut self, imports: &[Import], outer: &Registers) {
        fn copy<T: Copy>(to: &mut Vec<T>, from: &[T], parents: &[u32]) {
            to.clear();
            to.extend(parents.iter().map(|&parent| from[parent as usize]));
        }
        for import in imports {
            let (inner, outer_reg) = (import.inner as usize, import.outer as usize);
            match import.file {
                File::Ints => copy(&mut self.ints[inner], &outer.ints[outer_reg], &self.parents),
                File::Bools => copy(&mut self.bools[inner], &outer.bools[outer_reg], &self.parents),
                File::Words => copy(&mut self.words[inner], &outer.words[outer_reg], &self.parents),
            }
        }
    }
}
