//! Core terms as circuits.
//!
//! A term is evaluated where positions are [`Board`](crate::board::Board)s of wires: truth becomes a wire, a number a row of wires, a
//! set the question whether a square is in it. Quantifiers over squares and moves are written out. A call of a definition at
//! the same positions with the same arguments is made once; below that, equal gates are made once.
//!
//! The walk over the terms is that of [`adli_symbolic`], wires are joined in [`crate::wires`]. What a term comes to may depend on
//! moves ([`moves`]), on what a strategy does ([`strategy`]), on what is known where it is looked at ([`suppose`]), and on what
//! can be seen some moves ahead ([`ahead`]); and each of these is said in terms again. So they are parts of the circuit, and no more
//! is: plays and problems are made of it from outside.

mod ahead;
mod moves;
mod strategy;
mod suppose;

use std::collections::BTreeSet;
use std::rc::Rc;

use adli_chess::Symmetry;
use adli_lang::term::{OptionId, StrategyId, Term, TermId};
use adli_lang::{Program, Scopes};
use adli_symbolic::hash::HashMap;
use adli_symbolic::{Call, Domain, OverMoves, Sight, Walk};

use crate::aig::{Aig, Wire};
use crate::board::{Board, BoardId, Boards};
use crate::diagram::Diagrams;
use crate::wires::{Made, Names, Refused, Value, Wires, unbound};
pub(crate) use moves::Candidate;
use strategy::Choice;

/// Why a term of this kind has no circuit, whatever stands in it.
pub(crate) fn no_circuit(term: &Term) -> Option<&'static str> {
    match term {
        Term::Forces(_) | Term::PliesToGoal(_) => {
            Some("forcing trees are searched and backed up, not made into circuits")
        }
        Term::Value(..) | Term::MovesToMate(_) => {
            Some("what a position is worth is known to tables only, not to a circuit")
        }
        _ => None,
    }
}

/// Makes circuits of the terms of a program.
pub(crate) struct Circuit<'p> {
    pub(crate) program: &'p Program,
    pub(crate) aig: Aig,
    pub(crate) boards: Boards,
    options: Vec<i32>,
    scopes: Rc<Scopes>,
    /// The conditions that have become diagrams.
    diagrams: Diagrams<'p>,
    /// The numbers of those that it rests on.
    pub(crate) rests_on: BTreeSet<usize>,
    calls: HashMap<Call<Wires>, Value>,
    moves: HashMap<BoardId, Rc<Vec<Candidate>>>,
    choices: HashMap<(StrategyId, BoardId), Rc<Choice>>,
    /// The steps by which moves of a play are made.
    pub(crate) played: HashMap<(StrategyId, BoardId), Vec<Wire>>,
    /// How many values have been worked out.
    values: u32,
}

/// The most values that are worked out for a circuit: quantifiers inside one another may ask for more than there will be gates.
const MAX_VALUES: u32 = 50_000_000;
/// After how many values somebody may stop it.
const BETWEEN_LOOKS: u32 = 1 << 12;
/// The most gates a circuit may have.
const MAX_GATES: usize = 2 << 20;
/// The most positions that may come up in it.
const MAX_POSITIONS: usize = 1 << 14;

impl<'p> Circuit<'p> {
    /// No gates yet; options as the program has them, but for those that are set `under` a claim.
    pub(crate) fn new(program: &'p Program, under: &[(OptionId, i32)]) -> Circuit<'p> {
        Circuit::sharing(program, under, &Diagrams::unwatched())
    }

    /// The same, with diagrams that others have made or will use.
    pub(crate) fn sharing(
        program: &'p Program,
        under: &[(OptionId, i32)],
        diagrams: &Diagrams<'p>,
    ) -> Circuit<'p> {
        let options = program.options_under(under);
        Circuit::with(program, options, Rc::new(Scopes::new(program)), diagrams.clone())
    }

    /// Another one for the same program and options, with the same diagrams.
    pub(crate) fn another(&self) -> Circuit<'p> {
        Circuit::with(self.program, self.options.clone(), Rc::clone(&self.scopes), self.diagrams.clone())
    }

    fn with(
        program: &'p Program,
        options: Vec<i32>,
        scopes: Rc<Scopes>,
        diagrams: Diagrams<'p>,
    ) -> Circuit<'p> {
        Circuit {
            program,
            aig: Aig::new(),
            boards: Boards::default(),
            options,
            scopes,
            diagrams,
            rests_on: BTreeSet::new(),
            calls: HashMap::default(),
            moves: HashMap::default(),
            choices: HashMap::default(),
            played: HashMap::default(),
            values: 0,
        }
    }

    /// The number of the last position of a play that a term speaks of.
    pub(crate) fn last_given(&self, term: TermId) -> u8 {
        31 - (self.scopes.of(term).given | 1).leading_zeros() as u8
    }

    /// Whether a position is legal.
    pub(crate) fn legal(&mut self, board: &Board) -> Made<Wire> {
        let id = self.boards.add(board.clone());
        match self.call(self.program.laws.legal.ok_or_else(unbound)?, vec![id], Vec::new())? {
            Value::Bool(legal) => Ok(legal),
            _ => Err(unbound()),
        }
    }
}

impl<'p> Domain<'p, Wires> for Circuit<'p> {
    type Algebra = Aig;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn algebra(&mut self) -> &mut Aig {
        &mut self.aig
    }

    fn options(&self) -> &[i32] {
        &self.options
    }

    fn unbound() -> Refused {
        unbound()
    }

    fn place(&self) {}

    fn passed(&mut self, at: BoardId) -> Made<BoardId> {
        let passed = self.boards.get(at).passed();
        Ok(self.boards.add(passed))
    }

    fn image(&mut self, at: BoardId, by: Symmetry) -> Made<BoardId> {
        let image = self.boards.get(at).image(&mut self.aig, by);
        Ok(self.boards.add(image))
    }

    fn see(&mut self, sight: Sight, at: BoardId) -> Made<Value> {
        let board = self.boards.get(at);
        let man = |slot| board.man(slot).ok_or_else(unbound);
        Ok(match sight {
            Sight::File(slot) => Value::Int(man(slot)?.seen(&mut self.aig).0),
            Sight::Rank(slot) => Value::Int(man(slot)?.seen(&mut self.aig).1),
            Sight::Alive(slot) => Value::Bool(man(slot)?.alive),
            Sight::Kind(slot) => Value::Enum(man(slot)?.kind.clone()),
            Sight::Turn => Value::Enum(vec![!board.second, board.second]),
            Sight::Passing => Value::Square(board.passing.0.clone(), board.passing.1.clone()),
        })
    }

    fn over_moves(&mut self, _: TermId, over: OverMoves, names: &Names) -> Made<Value> {
        let board = self.position(over.from, names)?;
        let candidates = self.candidates(board)?;
        self.over_candidates(over, candidates.iter().map(|c| (c.man, c.legal, c.after)), names)
    }

    fn ask(&mut self, term: TermId, names: &Names) -> Made<Value> {
        let refused = match self.program.terms.get(term) {
            Term::Step(strategy, pos) => {
                let board = self.position(*pos, names)?;
                if let Some(played) = self.played.get(&(*strategy, board)) {
                    return Ok(Value::Enum(played.clone()));
                }
                return Ok(Value::Enum(self.choice(*strategy, board)?.values(&mut self.aig)));
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.position(*before, names)?, self.position(*after, names)?);
                return Ok(Value::Bool(self.allows(*strategy, before, after)?));
            }
            term => no_circuit(term).map_or_else(unbound, |why| Refused::Unsupported(why.into())),
        };
        Err(refused)
    }

    fn enter(&mut self) -> Made<()> {
        self.values += 1;
        let too_large = |what: &str| Err(Refused::TooLarge(what.into()));
        if self.values > MAX_VALUES {
            return too_large("its quantifiers ask for too many cases");
        }
        if self.values.is_multiple_of(BETWEEN_LOOKS)
            && let Some(by) = self.diagrams.watch.stopped()
        {
            return Err(Refused::Stopped(by));
        }
        if self.aig.len() > MAX_GATES {
            return too_large("the circuit would have too many gates");
        }
        if self.boards.len() > MAX_POSITIONS {
            return too_large(
                "it looks so far ahead that, with all moves written out, a circuit would be too large",
            );
        }
        Ok(())
    }

    fn known(&mut self, term: TermId, names: &Names) -> Made<Option<Value>> {
        Ok(self.ahead(term, names)?.map(Value::Bool))
    }

    fn suppose(&mut self, fact: &Wire, names: &Names) -> Names {
        self.supposing(*fact, names)
    }

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Names) -> Made<Wire> {
        Ok(self.conjunction(parts, all, names)?.negate_if(!all))
    }

    fn kept(&self, call: &Call<Wires>) -> Option<Value> {
        self.calls.get(call).cloned()
    }

    fn keep(&mut self, call: Call<Wires>, value: &Value) {
        // A set is known by its names, which do not come up again.
        if !call.2.iter().any(|argument| matches!(argument, Value::Set(..))) {
            self.calls.insert(call, value.clone());
        }
    }
}
