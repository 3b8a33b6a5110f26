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

use adli_chess::{Colour, Kind, Symmetry};
use adli_lang::Program;
use adli_lang::term::{DefId, Pos, Quantifier, Slot, Sort, Term, TermId};
use adli_symbolic::{Call, Domain, OverMoves, Sight, Walk};

use crate::atlas::{Atlas, unbound};
use crate::board::{Board, BoardId};
use crate::number::{Bound, Diagrams, Names, Number, Value};
use crate::store::{Made, Refused, Set, Store};

/// So many values are worked out between two questions whether to go on.
const BETWEEN_LOOKS: u32 = 1 << 6;
/// The most boards that may come up.
const MOST_BOARDS: usize = 1 << 16;

impl Atlas<'_> {
    fn quantified(&mut self, over: OverMoves, names: &Names) -> Made<Value> {
        let from = self.position(over.from, names)?;
        let every = over.op == Quantifier::Every;
        let depth = self.depth + 1;
        let moves = self.moves_from(from, depth)?;
        let mut somewhere = Vec::new();
        for mv in moves.iter().filter(|mv| over.men.contains(mv.man)) {
            let names = names.bind(Bound::Move(over.name, mv.after));
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
        let number = |slot: Slot| usize::from(slot.0);
        Ok(match sight {
            Sight::File(slot) => Value::Int(self.coordinate(at, number(slot), false)?),
            Sight::Rank(slot) => Value::Int(self.coordinate(at, number(slot), true)?),
            Sight::Alive(slot) => {
                let kind = self.board(at)?.cast.men.get(number(slot)).ok_or_else(unbound)?;
                Value::Bool(self.store.constant(kind.is_some()))
            }
            Sight::Kind(slot) => {
                let cast = &self.board(at)?.cast;
                let now = *cast.men.get(number(slot)).ok_or_else(unbound)?;
                let kind = now.unwrap_or(*cast.was.get(number(slot)).ok_or_else(unbound)?);
                let is = |other: &Kind| self.store.constant(*other == kind);
                Value::Enum(Kind::ALL.iter().map(is).collect())
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

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Names) -> Made<Set> {
        self.plain_junction(parts, all, names)
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
        if !definition.params.is_empty() || definition.sort == Sort::Set {
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
