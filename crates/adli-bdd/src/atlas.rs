//! Core terms as sets of positions.
//!
//! A term is evaluated where positions are [`Board`]s of bits: truth becomes a set, a number a list of cases. Who is on the board, as what, and
//! who moves is known of every board ([`Cast`](crate::board::Cast)); moves that capture or promote lead to boards of another cast.
//!
//! "Some move" is not written out move by move. The mover goes to a square of which nothing is known but its bits; what is asked of
//! the position after the move becomes a set over these bits too, and then they are quantified away, together with the conjunction with
//! the moves there are (a *relational product*). Each move that is looked ahead inside one definition needs bits of its own.
//!
//! A definition about one position is worked out once for each cast, with everybody on his own bits, and for every other
//! board of that cast the bits are replaced: so `mate` after a move costs one substitution, and a condition may look as many
//! moves ahead as it likes by way of definitions.
//!
//! The walk over terms is that of [`adli_symbolic`].

use std::rc::Rc;

use adli_chess::{Colour, Symmetry};
use adli_claims::Watch;
use adli_lang::Program;
use adli_lang::term::{DefId, OptionId, Pos, Quantifier, StrategyId, Term, TermId};
use adli_symbolic::hash::HashMap;
use adli_symbolic::{Call, Domain, OverMoves, SIZE, Sight, Walk, options_under};

use crate::board::{Board, BoardId, Boards, Cast};
use crate::moves::Move;
use crate::number::{Diagrams, Names, Number, Value};
use crate::store::{BITS, Bit, Made, Refused, Set, Store};
use crate::strategy::Choice;
use crate::wins::Wins;

/// So many values are worked out between two questions whether to go on.
const BETWEEN_LOOKS: u32 = 1 << 6;
/// The most boards that may come up.
const MOST_BOARDS: usize = 1 << 16;

/// The sets of positions of one program.
pub struct Atlas<'p> {
    pub(crate) program: &'p Program,
    pub(crate) store: Store,
    pub(crate) boards: Boards,
    pub(crate) watch: &'p dyn Watch,
    options: Vec<i32>,
    /// How many moves are looked ahead at the moment.
    pub(crate) depth: usize,
    calls: HashMap<Call<Diagrams>, Value>,
    pub(crate) moves: HashMap<(BoardId, usize), Rc<Vec<Move>>>,
    pub(crate) choices: HashMap<StrategyId, Rc<Choice>>,
    /// What positions are worth, for whoever wins.
    pub(crate) wins: [Option<Rc<Wins>>; 2],
    lines: HashMap<[Bit; 3], Number>,
    values: u32,
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
            options: options_under(program, under),
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
    fn replaced(&self, value: &Value, board: &Board) -> Made<Value> {
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
    fn coordinate(&mut self, at: BoardId, man: usize, is_rank: bool) -> Made<Number> {
        let Some(bits) = self.board(at)?.bits(&self.store, man) else {
            return Number::new(&self.store, [(0, self.store.constant(true))]);
        };
        let [a, b, c, d, e, f]: [Bit; BITS] = bits;
        self.line(if is_rank { [d, e, f] } else { [a, b, c] })
    }

    fn quantified(&mut self, over: OverMoves, names: &Names) -> Made<Value> {
        let from = self.position(over.from, names)?;
        let every = over.op == Quantifier::Every;
        let depth = self.depth + 1;
        let moves = self.moves_from(from, depth)?;
        let mut somewhere = Vec::new();
        for mv in moves.iter().filter(|mv| over.men.contains(mv.man)) {
            let names = names.bind(crate::number::Bound::Move(over.name, mv.after));
            let before = std::mem::replace(&mut self.depth, depth);
            let body = self.truth(over.body, &names);
            self.depth = before;
            let body = if every { self.store.not(&body?)? } else { body? };
            let cube = self.store.cube(usize::from(mv.man.0), depth)?;
            somewhere.push(self.store.some_square(&mv.legal, &body, &cube)?);
        }
        let some = self.store.any(somewhere)?;
        Ok(Value::Bool(if every { self.store.not(&some)? } else { some }))
    }
}

impl<'p> Domain<'p, Diagrams> for Atlas<'p> {
    type Algebra = Store;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn algebra(&mut self) -> &mut Store {
        &mut self.store
    }

    fn options(&self) -> &[i32] {
        &self.options
    }

    fn unbound() -> Refused {
        unbound()
    }

    fn place(&self) {}

    fn passed(&mut self, at: BoardId) -> Made<BoardId> {
        let board = self.board(at)?;
        let passed = Board { cast: board.cast.passed(), spots: board.spots.clone() };
        Ok(self.boards.add(passed))
    }

    fn image(&mut self, at: BoardId, by: Symmetry) -> Made<BoardId> {
        let image = self.board(at)?.image(by);
        Ok(self.boards.add(image))
    }

    fn see(&mut self, sight: Sight, at: BoardId) -> Made<Value> {
        let number = |slot: adli_lang::term::Slot| usize::from(slot.0);
        Ok(match sight {
            Sight::File(slot) => Value::Int(self.coordinate(at, number(slot), false)?),
            Sight::Rank(slot) => Value::Int(self.coordinate(at, number(slot), true)?),
            Sight::Alive(slot) => {
                let kind = self.board(at)?.cast.men.get(number(slot)).ok_or_else(unbound)?;
                Value::Bool(self.store.constant(kind.is_some()))
            }
            Sight::Kind(slot) => {
                let now = *self.board(at)?.cast.men.get(number(slot)).ok_or_else(unbound)?;
                let kind = now.unwrap_or_else(|| self.program.endgame.man(slot).kind);
                let is = |other: &adli_chess::Kind| self.store.constant(*other == kind);
                Value::Enum(adli_chess::Kind::ALL.iter().map(is).collect())
            }
            Sight::Turn => {
                let black = self.board(at)?.cast.turn == Colour::Black;
                Value::Enum(vec![self.store.constant(!black), self.store.constant(black)])
            }
            Sight::Passing => {
                let nowhere = Number::new(&self.store, [(0, self.store.constant(true))])?;
                Value::Square(nowhere.clone(), nowhere)
            }
        })
    }

    fn over_moves(&mut self, _: TermId, over: OverMoves, names: &Names) -> Made<Value> {
        if matches!(over.op, Quantifier::Some | Quantifier::Every) {
            return self.quantified(over, names);
        }
        // To count, moves have to be told apart.
        let from = self.position(over.from, names)?;
        let single = self.single_moves(from)?;
        self.over_candidates(over, single.into_iter().map(|mv| (mv.man, mv.legal, mv.after)), names)
    }

    fn ask(&mut self, term: TermId, names: &Names) -> Made<Value> {
        let what = match *self.program.terms.get(term) {
            Term::Step(strategy, pos) => {
                let at = self.position(pos, names)?;
                return self.step(strategy, at);
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.position(before, names)?, self.position(after, names)?);
                return Ok(Value::Bool(self.allows(strategy, before, after)?));
            }
            Term::Value(pos, _) | Term::MovesToMate(pos)
                if matches!(self.program.terms.pos(pos), Pos::Pass(_)) =>
            {
                "it asks for the value of a position after a pass, which need not be legal"
            }
            Term::Value(pos, side) => {
                let at = self.position(pos, names)?;
                let Value::Enum(side) = self.value(side, names)? else { return Err(unbound()) };
                return self.worth(at, &side);
            }
            Term::MovesToMate(pos) => {
                let at = self.position(pos, names)?;
                return Ok(Value::Int(self.moves_to_mate(at)?));
            }
            Term::Forces(_) | Term::PliesToGoal(_) => {
                "forcing trees are searched and backed up, not made into decision diagrams"
            }
            _ => return Err(unbound()),
        };
        Err(Refused::Unsupported(what.into()))
    }

    fn enter(&mut self) -> Made<()> {
        self.values = self.values.wrapping_add(1);
        if self.values.is_multiple_of(BETWEEN_LOOKS) {
            self.go_on()?;
        }
        if self.boards.len() > MOST_BOARDS {
            let why = "it looks so far ahead that there are too many positions to keep apart";
            return Err(Refused::TooLarge(why.into()));
        }
        Ok(())
    }

    fn called(&mut self, def: DefId, at: &[BoardId]) -> Made<Option<Value>> {
        let definition = self.program.definitions.get(def.0 as usize).ok_or_else(unbound)?;
        let &[only] = at else { return Ok(None) };
        if !definition.params.is_empty() || definition.sort == adli_lang::term::Sort::Set {
            return Ok(None);
        }
        let board = self.board(only)?.clone();
        let call = (def, vec![only], Vec::new());
        if board.is_plain() {
            return Ok(self.kept(&call));
        }
        if let Some(known) = self.kept(&call) {
            return Ok(Some(known));
        }
        let plain = self.plain(&board.cast);
        let value = self.fresh(|atlas| atlas.call(def, vec![plain], Vec::new()))?;
        let value = self.replaced(&value, &board)?;
        self.keep(call, &value);
        Ok(Some(value))
    }

    fn kept(&self, call: &Call<Diagrams>) -> Option<Value> {
        self.calls.get(call).cloned()
    }

    fn keep(&mut self, call: Call<Diagrams>, value: &Value) {
        // A set is known by its names, which do not come up again.
        if !call.2.iter().any(|argument| matches!(argument, Value::Set(..))) {
            self.calls.insert(call, value.clone());
        }
    }
}

pub(crate) fn unbound() -> Refused {
    Refused::Unsupported("the term has no value here".into())
}
