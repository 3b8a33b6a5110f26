//! The sets of positions of one program, and what has been worked out of them.

use std::rc::Rc;

use adli_claims::Watch;
use adli_lang::Program;
use adli_lang::term::{DefId, OptionId, StrategyId, TermId};
use adli_symbolic::hash::HashMap;
use adli_symbolic::{Call, SIZE, Walk};

use crate::board::{Board, BoardId, Boards, Cast};
use crate::number::{Diagrams, Names, Number, Value};
use crate::relation::{Choice, Move, Wins};
use crate::store::{BITS, Bit, Made, Refused, Set, Store};

/// The sets of positions of one program.
pub struct Atlas<'p> {
    pub(crate) program: &'p Program,
    pub(crate) store: Store,
    pub(crate) boards: Boards,
    pub(crate) watch: &'p dyn Watch,
    pub(crate) options: Vec<i32>,
    /// How many moves are looked ahead at the moment.
    pub(crate) depth: usize,
    pub(crate) calls: HashMap<Call<Diagrams>, Value>,
    pub(crate) moves: HashMap<(BoardId, usize), Rc<Vec<Move>>>,
    pub(crate) choices: HashMap<StrategyId, Rc<Choice>>,
    /// What positions are worth, for whoever wins.
    pub(crate) wins: [Option<Rc<Wins>>; 2],
    lines: HashMap<[Bit; 3], Number>,
    pub(crate) values: u32,
}

impl<'p> Atlas<'p> {
    /// No sets yet; options as the program has them, but for those that are set `under` a claim.
    ///
    /// # Errors
    /// Where there are too many men, or pawns of both sides.
    pub fn new(
        program: &'p Program,
        under: &[(OptionId, i32)],
        store: Store,
        watch: &'p dyn Watch,
    ) -> Made<Atlas<'p>> {
        if program.endgame.has_passing() {
            let why = "decision diagrams do not know taking in passing: one side may have pawns, not both";
            return Err(Refused::Unsupported(why.into()));
        }
        Ok(Atlas {
            program,
            store,
            boards: Boards::default(),
            watch,
            options: program.options_under(under),
            depth: 0,
            calls: HashMap::default(),
            moves: HashMap::default(),
            choices: HashMap::default(),
            wins: [None, None],
            lines: HashMap::default(),
            values: 0,
        })
    }

    /// Where its diagrams are kept.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &'p Program {
        self.program
    }

    pub(crate) fn board(&self, id: BoardId) -> Made<&Board> {
        self.boards.get(id).ok_or_else(unbound)
    }

    /// The number of the position of a cast with everybody on his own bits.
    pub(crate) fn plain(&mut self, cast: &Cast) -> BoardId {
        self.boards.add(Board::plain(cast))
    }

    /// Where a condition holds among all placements of a cast, legal or not.
    ///
    /// # Errors
    /// Where it has no diagram.
    pub fn where_holds(&mut self, condition: TermId, cast: &Cast) -> Made<Set> {
        let board = self.plain(cast);
        self.fresh(|atlas| atlas.truth(condition, &Names::given([board])))
    }

    /// The value of a term among all placements of a cast, legal or not.
    pub(crate) fn value_of(&mut self, term: TermId, cast: &Cast) -> Made<Value> {
        let board = self.plain(cast);
        self.fresh(|atlas| atlas.value(term, &Names::given([board])))
    }

    /// Where a definition of the laws holds.
    pub(crate) fn law(&mut self, law: Option<DefId>, cast: &Cast) -> Made<Set> {
        let board = self.plain(cast);
        match self.fresh(|atlas| atlas.call(law.ok_or_else(unbound)?, vec![board], Vec::new()))? {
            Value::Bool(set) => Ok(set),
            _ => Err(unbound()),
        }
    }

    /// The legal positions of a cast.
    ///
    /// # Errors
    /// No room.
    pub fn legal(&mut self, cast: &Cast) -> Made<Set> {
        self.law(self.program.laws.legal, cast)
    }

    /// Works something out as if no move had been looked ahead.
    pub(crate) fn fresh<T>(&mut self, work: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let depth = std::mem::take(&mut self.depth);
        let made = work(self);
        self.depth = depth;
        made
    }

    /// Whether to go on.
    pub(crate) fn go_on(&self) -> Made<()> {
        self.watch.stopped().map_or(Ok(()), |by| Err(Refused::Stopped(by)))
    }

    /// A value said of other bits.
    pub(crate) fn replaced(&self, value: &Value, board: &Board) -> Made<Value> {
        let replacing = board.replacing(&self.store);
        let set = |set: &Set| self.store.replace(set, &replacing);
        Ok(match value {
            Value::Bool(truth) => Value::Bool(set(truth)?),
            Value::Int(number) => Value::Int(number.replaced(set)?),
            Value::Enum(values) => Value::Enum(values.iter().map(set).collect::<Made<_>>()?),
            Value::Square(file, rank) => Value::Square(file.replaced(set)?, rank.replaced(set)?),
            Value::Set(..) => return Err(unbound()),
        })
    }

    /// The file or rank that three bits are.
    fn line(&mut self, bits: [Bit; 3]) -> Made<Number> {
        if let Some(known) = self.lines.get(&bits) {
            return Ok(known.clone());
        }
        let mut cases = Vec::new();
        for value in 0..SIZE {
            let mut set = self.store.constant(true);
            for (number, &bit) in bits.iter().enumerate() {
                let one = self.store.bit(bit)?;
                let wanted = if value >> number & 1 == 1 { one } else { self.store.not(&one)? };
                set = self.store.and(&set, &wanted)?;
            }
            cases.push((value + 1, set));
        }
        let line = Number::new(&self.store, cases)?;
        self.lines.insert(bits, line.clone());
        Ok(line)
    }

    /// The file or the rank of a man; 0 where he has been captured.
    pub(crate) fn coordinate(&mut self, at: BoardId, man: usize, is_rank: bool) -> Made<Number> {
        let Some(bits) = self.board(at)?.bits(&self.store, man) else {
            return Number::new(&self.store, [(0, self.store.constant(true))]);
        };
        let [a, b, c, d, e, f]: [Bit; BITS] = bits;
        self.line(if is_rank { [d, e, f] } else { [a, b, c] })
    }
}

pub(crate) fn unbound() -> Refused {
    Refused::Unsupported("the term has no value here".into())
}
