//! Core terms as circuits.
//!
//! A term is evaluated where positions are [`Board`]s of wires: truth becomes a wire, a number a row of wires, a set
//! the question whether a square is in it. Quantifiers over squares and moves are written out. A call of a definition at the same
//! positions with the same arguments is made once; below that, equal gates are made once.
//!
//! What is known where a term is looked at is in [`crate::suppose`], sets are in [`crate::sets`], moves in [`crate::moves`].

use std::collections::BTreeSet;
use std::rc::Rc;

use adli_chess::Symmetry;
use adli_claims::{By, Unwatched};
use adli_lang::term::{DefId, OptionId, Pos, PosId, Sort, StrategyId, Term, TermId, VarId};
use adli_lang::{Program, Scopes};

use crate::ahead::{AHEAD_ONLY, Diagrams};
use crate::aig::{Aig, Wire};
use crate::board::{Board, BoardId, Boards};
use crate::hash::HashMap;
use crate::moves::Candidate;
use crate::names::{Bound, Names};
use crate::number::{Number, TooWide};
use crate::strategy::Choice;

/// Why a term has no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A number has too many values, or there are too many gates.
    TooLarge(String),
    /// It asks for something that has no circuit.
    Unsupported(String),
    /// The work was given up.
    Stopped(By),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::TooLarge(what) | Refused::Unsupported(what) => f.write_str(what),
            Refused::Stopped(by) => by.fmt(f),
        }
    }
}

impl From<TooWide> for Refused {
    fn from(_: TooWide) -> Refused {
        Refused::TooLarge("a number has too many values for a circuit".into())
    }
}

pub(crate) type Made<T> = Result<T, Refused>;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Bool(Wire),
    Int(Number),
    /// For each value of the enumeration whether it is that one.
    Enum(Vec<Wire>),
    Square(Number, Number),
    /// A term for a set, to be asked for its members among these names.
    Set(TermId, Names),
}

/// Makes circuits of the terms of a program.
pub struct Circuit<'p> {
    pub(crate) program: &'p Program,
    pub(crate) aig: Aig,
    pub(crate) boards: Boards,
    options: Vec<i32>,
    pub(crate) scopes: Rc<Scopes>,
    /// The conditions that have become diagrams.
    pub(crate) diagrams: Diagrams<'p>,
    /// The numbers of those that it rests on.
    pub(crate) rests_on: BTreeSet<usize>,
    pub(crate) calls: HashMap<(DefId, Vec<BoardId>, Vec<Value>), Value>,
    pub(crate) moves: HashMap<BoardId, Rc<Vec<Candidate>>>,
    pub(crate) choices: HashMap<(StrategyId, BoardId), Rc<Choice>>,
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
/// The files and ranks of the board.
pub(crate) const SIZE: i32 = 8;

impl<'p> Circuit<'p> {
    /// No gates yet; options as the program has them, but for those that are set `under` a claim.
    #[must_use]
    pub fn new(program: &'p Program, under: &[(OptionId, i32)]) -> Circuit<'p> {
        Circuit::sharing(program, under, &Diagrams::new(AHEAD_ONLY, &Unwatched))
    }

    /// The same, with diagrams that others have made or will use.
    pub(crate) fn sharing(
        program: &'p Program,
        under: &[(OptionId, i32)],
        diagrams: &Diagrams<'p>,
    ) -> Circuit<'p> {
        let options = options_under(program, under);
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

    /// A position that terms observe.
    pub(crate) fn board(&mut self, pos: PosId, names: &Names) -> Made<BoardId> {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => names.inner.given.get(usize::from(number)).copied().ok_or_else(unbound),
            Pos::After(_, mv) => names.after(mv).ok_or_else(unbound),
            Pos::Pass(from) => {
                let from = self.board(from, names)?;
                let passed = self.boards.get(from).passed();
                Ok(self.boards.add(passed))
            }
            Pos::Image(from, var) => {
                let from = self.board(from, names)?;
                let found = names.bound().find_map(|bound| match bound {
                    Bound::Symmetry(name, number) if *name == var => Some(*number),
                    _ => None,
                });
                let symmetry = Symmetry::ALL[found.ok_or_else(unbound)?];
                let image = self.boards.get(from).image(&mut self.aig, symmetry);
                Ok(self.boards.add(image))
            }
        }
    }

    fn look(&mut self, pos: PosId, names: &Names) -> Made<Rc<Board>> {
        let id = self.board(pos, names)?;
        Ok(self.boards.get(id))
    }

    /// A condition as a wire.
    pub(crate) fn truth(&mut self, term: TermId, names: &Names) -> Made<Wire> {
        match self.value(term, names)? {
            Value::Bool(wire) => Ok(wire),
            _ => Err(unbound()),
        }
    }

    /// A number.
    pub(crate) fn number(&mut self, term: TermId, names: &Names) -> Made<Number> {
        match self.value(term, names)? {
            Value::Int(number) => Ok(number),
            _ => Err(unbound()),
        }
    }

    pub(crate) fn square(&mut self, term: TermId, names: &Names) -> Made<(Number, Number)> {
        match self.value(term, names)? {
            Value::Square(file, rank) => Ok((file, rank)),
            _ => Err(unbound()),
        }
    }

    /// The value of a term.
    pub(crate) fn value(&mut self, term: TermId, names: &Names) -> Made<Value> {
        if let Some(known) = names.inner.memo.borrow().get(&term) {
            return Ok(known.clone());
        }
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(Refused::TooLarge("its quantifiers ask for too many cases".into()));
        }
        if self.values.is_multiple_of(BETWEEN_LOOKS)
            && let Some(by) = self.diagrams.watch.stopped()
        {
            return Err(Refused::Stopped(by));
        }
        if self.aig.len() > MAX_GATES {
            return Err(Refused::TooLarge("the circuit would have too many gates".into()));
        }
        if self.boards.len() > MAX_POSITIONS {
            let what = "it looks so far ahead that, with all moves written out, a circuit would be too large";
            return Err(Refused::TooLarge(what.into()));
        }
        let value = match self.ahead(term, names)? {
            Some(wire) => Value::Bool(wire),
            None => self.fresh_value(term, names)?,
        };
        // A set holds on to its names: it must not be held by them.
        if !matches!(value, Value::Set(..)) {
            names.inner.memo.borrow_mut().insert(term, value.clone());
        }
        Ok(value)
    }

    /// The value of a term, worked out from those of its parts.
    pub(crate) fn fresh_value(&mut self, term: TermId, names: &Names) -> Made<Value> {
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Bool(value) => Value::Bool(Wire::constant(*value)),
            Term::Int(value) => Value::Int(Number::constant(*value)),
            Term::Enum(of, value) => {
                let values = program.enums.get(usize::from(of.0)).map_or(0, |e| e.values.len());
                Value::Enum((0..values).map(|n| Wire::constant(n == usize::from(*value))).collect())
            }
            Term::Size => Value::Int(Number::constant(SIZE)),
            Term::Option(option) => self.option(*option)?,
            Term::Var(var) => {
                let found = names.bound().find_map(|bound| match bound {
                    Bound::Var(name, value) if name == var => Some(value.clone()),
                    _ => None,
                });
                found.ok_or_else(unbound)?
            }
            Term::File(pos, slot) => {
                let man = self.look(*pos, names)?.man(*slot).cloned().ok_or_else(unbound)?;
                Value::Int(man.seen(&mut self.aig).0)
            }
            Term::Rank(pos, slot) => {
                let man = self.look(*pos, names)?.man(*slot).cloned().ok_or_else(unbound)?;
                Value::Int(man.seen(&mut self.aig).1)
            }
            Term::Alive(pos, slot) => {
                Value::Bool(self.look(*pos, names)?.man(*slot).ok_or_else(unbound)?.alive)
            }
            Term::Kind(pos, slot) => {
                Value::Enum(self.look(*pos, names)?.man(*slot).ok_or_else(unbound)?.kind.clone())
            }
            Term::Turn(pos) => {
                let second = self.look(*pos, names)?.second;
                Value::Enum(vec![!second, second])
            }
            Term::Passing(pos) => {
                let (file, rank) = &self.look(*pos, names)?.passing;
                Value::Square(file.clone(), rank.clone())
            }
            Term::Not(a) => Value::Bool(!self.truth(*a, names)?),
            Term::And(parts) => Value::Bool(self.junction(parts, true, names)?),
            Term::Or(parts) => Value::Bool(!self.junction(parts, false, names)?),
            Term::If(condition, yes, no) => self.choose(term, *condition, *yes, *no, names)?,
            Term::Eq(a, b) => Value::Bool(self.equal(*a, *b, names)?),
            Term::Less(a, b) => {
                let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
                Value::Bool(a.less(&mut self.aig, &b))
            }
            Term::AtMost(a, b) => {
                let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
                Value::Bool(!b.less(&mut self.aig, &a))
            }
            Term::Add(a, b) => {
                let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
                Value::Int(a.add(&mut self.aig, &b)?)
            }
            Term::Sub(a, b) => {
                let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
                Value::Int(a.sub(&mut self.aig, &b)?)
            }
            Term::Mul(a, b) => {
                let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
                Value::Int(a.mul(&mut self.aig, &b)?)
            }
            Term::Div(a, by) => {
                let by = (*by).max(1);
                Value::Int(self.number(*a, names)?.map(&mut self.aig, |value| value.div_euclid(by))?)
            }
            Term::Mod(a, by) => {
                let by = (*by).max(1);
                Value::Int(self.number(*a, names)?.map(&mut self.aig, |value| value.rem_euclid(by))?)
            }
            Term::Abs(a) => Value::Int(self.number(*a, names)?.abs(&mut self.aig)),
            Term::Min(a, b) => {
                let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
                Value::Int(a.min(&mut self.aig, &b))
            }
            Term::Max(a, b) => {
                let (a, b) = (self.number(*a, names)?, self.number(*b, names)?);
                Value::Int(a.max(&mut self.aig, &b))
            }
            Term::Square(file, rank) => Value::Square(self.number(*file, names)?, self.number(*rank, names)?),
            Term::FileOf(square) => Value::Int(self.square(*square, names)?.0),
            Term::RankOf(square) => Value::Int(self.square(*square, names)?.1),
            Term::Board
            | Term::SetOf(_)
            | Term::Those(..)
            | Term::Union(..)
            | Term::Intersection(..)
            | Term::Difference(..) => Value::Set(term, names.clone()),
            Term::Member(square, set) => {
                let (file, rank) = self.square(*square, names)?;
                let set = self.value(*set, names)?;
                Value::Bool(self.member(&file, &rank, &set)?)
            }
            Term::Count(set) => {
                let set = self.value(*set, names)?;
                Value::Int(self.count(&set)?)
            }
            Term::Subset(a, b) => {
                let (a, b) = (self.value(*a, names)?, self.value(*b, names)?);
                Value::Bool(self.subset(&a, &b)?)
            }
            Term::OverSquares(op, var, set, body) => self.over_squares(*op, *var, *set, *body, names)?,
            Term::OverMoves(op, pos, men, mv, body) => self.over_moves(*op, *pos, *men, *mv, *body, names)?,
            Term::SomeSymmetry(var, body) => {
                let pawns = program.endgame.has_pawns();
                let all: &[Symmetry] = if pawns { &Symmetry::WITH_PAWNS } else { &Symmetry::ALL };
                let mut images = Vec::new();
                for symmetry in all {
                    let names = names.bind(Bound::Symmetry(*var, symmetry.index()));
                    images.push(self.truth(*body, &names)?);
                }
                Value::Bool(self.aig.any(images))
            }
            Term::Call(def, positions, arguments) => self.call(*def, positions, arguments, names)?,
            Term::Step(strategy, pos) => {
                let board = self.board(*pos, names)?;
                if let Some(played) = self.played.get(&(*strategy, board)) {
                    return Ok(Value::Enum(played.clone()));
                }
                Value::Enum(self.choice(*strategy, board)?.values(&mut self.aig))
            }
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.board(*before, names)?, self.board(*after, names)?);
                Value::Bool(self.allows(*strategy, before, after)?)
            }
            Term::Forces(_) | Term::PliesToGoal(_) => {
                let what = "forcing trees are searched and backed up, not made into circuits";
                return Err(Refused::Unsupported(what.into()));
            }
            Term::Value(..) | Term::MovesToMate(_) => {
                let what = "what a position is worth is known to tables only, not to a circuit";
                return Err(Refused::Unsupported(what.into()));
            }
        })
    }

    fn option(&self, option: OptionId) -> Made<Value> {
        let number = usize::from(option.0);
        let (Some(&value), Some(declared)) = (self.options.get(number), self.program.options.get(number))
        else {
            return Err(unbound());
        };
        Ok(match declared.sort {
            Sort::Bool => Value::Bool(Wire::constant(value != 0)),
            Sort::Enum(of) => {
                let values = self.program.enums.get(usize::from(of.0)).map_or(0, |e| e.values.len());
                Value::Enum((0..values).map(|n| Wire::constant(n as i32 == value)).collect())
            }
            _ => Value::Int(Number::constant(value)),
        })
    }

    fn choose(
        &mut self,
        term: TermId,
        condition: TermId,
        yes: TermId,
        no: TermId,
        names: &Names,
    ) -> Made<Value> {
        let condition = self.truth(condition, names)?;
        match condition.as_constant() {
            Some(true) => return self.value(yes, names),
            Some(false) => return self.value(no, names),
            None => {}
        }
        let if_yes = self.supposing(condition, names);
        let if_no = self.supposing(!condition, names);
        let (yes, no) = (self.value(yes, &if_yes)?, self.value(no, &if_no)?);
        Ok(match (yes, no) {
            (Value::Bool(a), Value::Bool(b)) => Value::Bool(self.aig.choose(condition, a, b)),
            (Value::Int(a), Value::Int(b)) => Value::Int(Number::choose(&mut self.aig, condition, &a, &b)),
            (Value::Square(f, r), Value::Square(g, s)) => Value::Square(
                Number::choose(&mut self.aig, condition, &f, &g),
                Number::choose(&mut self.aig, condition, &r, &s),
            ),
            (Value::Enum(a), Value::Enum(b)) => {
                Value::Enum(a.iter().zip(&b).map(|(&a, &b)| self.aig.choose(condition, a, b)).collect())
            }
            (Value::Set(..), Value::Set(..)) => Value::Set(term, names.clone()),
            _ => return Err(unbound()),
        })
    }

    fn equal(&mut self, a: TermId, b: TermId, names: &Names) -> Made<Wire> {
        let (a, b) = (self.value(a, names)?, self.value(b, names)?);
        Ok(match (&a, &b) {
            (Value::Bool(a), Value::Bool(b)) => self.aig.iff(*a, *b),
            (Value::Int(a), Value::Int(b)) => a.equals(&mut self.aig, b),
            (Value::Enum(a), Value::Enum(b)) => {
                let same: Vec<Wire> = a.iter().zip(b).map(|(&a, &b)| self.aig.and(a, b)).collect();
                self.aig.any(same)
            }
            (Value::Square(f, r), Value::Square(g, s)) => self.same_square((f, r), (g, s)),
            (Value::Set(..), Value::Set(..)) => {
                let (in_b, in_a) = (self.subset(&a, &b)?, self.subset(&b, &a)?);
                self.aig.and(in_b, in_a)
            }
            _ => return Err(unbound()),
        })
    }

    pub(crate) fn same_square(&mut self, a: (&Number, &Number), b: (&Number, &Number)) -> Wire {
        let files = a.0.equals(&mut self.aig, b.0);
        let ranks = a.1.equals(&mut self.aig, b.1);
        self.aig.and(files, ranks)
    }

    pub(crate) fn with_square(&self, names: &Names, var: VarId, file: Number, rank: Number) -> Names {
        names.bind(Bound::Var(var, Value::Square(file, rank)))
    }
}

/// The values of the options of a program, with some set from outside.
pub(crate) fn options_under(program: &Program, under: &[(OptionId, i32)]) -> Vec<i32> {
    let mut options: Vec<i32> = program.options.iter().map(|option| option.value).collect();
    for &(option, value) in under {
        if let Some(place) = options.get_mut(usize::from(option.0)) {
            *place = value;
        }
    }
    options
}

pub(crate) fn unbound() -> Refused {
    Refused::Unsupported("the term has no value here".into())
}
