//! Core terms to expressions: calls are unfolded, and the side to move, the options and the men's kinds are put in.
//!
//! A condition is about one position where all men are at home. It may look at it with the other side to move (`after
//! pass`) and at its images (`up to symmetry`), which only changes how coordinates are read; it may not
//! look at moves. Where a claim asks whether the position is legal the answer is yes, because only legal
//! positions are looked at; what it asks of the tables stays a question.

use std::collections::HashMap;

use adli_chess::{Square, Symmetry};
use adli_lang::Program;
use adli_lang::term::{DefId, OptionId, Pos, PosId, Slot, Sort, SymmetryVar, Term, TermId, VarId};

use crate::code::{Seen, TooMuch};
use crate::expr::Exprs;
use crate::node::{Atom, Node, X};

/// What a term means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Plain(X),
    Square(X, X),
}

/// How a position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct View {
    passed: bool,
    image: Symmetry,
}

const HERE: View = View { passed: false, image: Symmetry::IDENTITY };

/// The definitions that are being unfolded.
struct Frame {
    positions: Vec<View>,
    vars: HashMap<VarId, Value>,
    symmetries: HashMap<SymmetryVar, Symmetry>,
    known: HashMap<TermId, Value>,
}

impl Frame {
    fn at(positions: Vec<View>) -> Frame {
        Frame { positions, vars: HashMap::new(), symmetries: HashMap::new(), known: HashMap::new() }
    }
}

/// How deep definitions may call one another.
const MAX_DEPTH: u32 = 400;

/// Unfolds terms of a program.
pub(crate) struct Unfold<'p> {
    program: &'p Program,
    options: Vec<i32>,
    turn: u16,
    pub(crate) exprs: Exprs,
    calls: HashMap<(DefId, Vec<View>, Vec<Value>), Value>,
    depth: u32,
}

impl<'p> Unfold<'p> {
    pub(crate) fn new(program: &'p Program, options: &[(OptionId, i32)], turn: u16) -> Unfold<'p> {
        let options = program.options_under(options);
        Unfold { program, options, turn, exprs: Exprs::default(), calls: HashMap::new(), depth: 0 }
    }

    /// A condition or a number about the position.
    pub(crate) fn term(&mut self, term: TermId) -> Result<X, TooMuch> {
        self.plain(&mut Frame::at(vec![HERE]), term)
    }

    fn plain(&mut self, frame: &mut Frame, term: TermId) -> Result<X, TooMuch> {
        match self.value(frame, term)? {
            Value::Plain(x) => Ok(x),
            Value::Square(..) => Err(TooMuch::Form),
        }
    }

    fn square(&mut self, frame: &mut Frame, term: TermId) -> Result<(X, X), TooMuch> {
        match self.value(frame, term)? {
            Value::Square(file, rank) => Ok((file, rank)),
            Value::Plain(_) => Err(TooMuch::Form),
        }
    }

    fn value(&mut self, frame: &mut Frame, term: TermId) -> Result<Value, TooMuch> {
        if let Some(&known) = frame.known.get(&term) {
            return Ok(known);
        }
        self.exprs.full()?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(TooMuch::Size);
        }
        let value = self.unfold(frame, term)?;
        self.depth -= 1;
        frame.known.insert(term, value);
        Ok(value)
    }

    fn unfold(&mut self, frame: &mut Frame, term: TermId) -> Result<Value, TooMuch> {
        let program = self.program;
        let node = match program.terms.get(term) {
            Term::Bool(value) => Node::Bool(*value),
            Term::Int(value) => Node::Int(*value),
            Term::Enum(_, value) => Node::Int(i32::from(*value)),
            Term::Size => Node::Int(8),
            Term::Option(option) => {
                let value = self.options.get(usize::from(option.0)).copied().unwrap_or_default();
                if program.terms.sort(term) == Sort::Bool { Node::Bool(value != 0) } else { Node::Int(value) }
            }
            Term::Var(var) => return frame.vars.get(var).copied().ok_or(TooMuch::Form),
            Term::File(pos, slot) => return Ok(Value::Plain(self.place(frame, *pos, *slot)?.0)),
            Term::Rank(pos, slot) => return Ok(Value::Plain(self.place(frame, *pos, *slot)?.1)),
            // Everybody is at home.
            Term::Alive(pos, _) => {
                self.view(frame, *pos)?;
                Node::Bool(true)
            }
            Term::Kind(pos, slot) => {
                self.view(frame, *pos)?;
                Node::Int(program.endgame.man(*slot).kind.index() as i32)
            }
            Term::Turn(pos) => {
                let passed = self.view(frame, *pos)?.passed;
                Node::Int(i32::from(self.turn ^ u16::from(passed)))
            }
            Term::Passing(_) => {
                let zero = self.exprs.int(0);
                return Ok(Value::Square(zero, zero));
            }
            Term::Not(a) => Node::Not(self.plain(frame, *a)?),
            Term::And(parts) => Node::And(self.parts(frame, parts, false)?),
            Term::Or(parts) => Node::Or(self.parts(frame, parts, true)?),
            Term::If(condition, yes, no) => return self.choice(frame, *condition, *yes, *no),
            Term::Eq(a, b) => match (self.value(frame, *a)?, self.value(frame, *b)?) {
                (Value::Plain(a), Value::Plain(b)) => Node::Eq(a, b),
                (Value::Square(f, r), Value::Square(g, s)) => {
                    let (files, ranks) = (self.exprs.make(Node::Eq(f, g)), self.exprs.make(Node::Eq(r, s)));
                    Node::And([files, ranks].into())
                }
                _ => return Err(TooMuch::Form),
            },
            Term::Less(a, b) => Node::Less(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::AtMost(a, b) => Node::AtMost(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Add(a, b) => Node::Add(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Sub(a, b) => Node::Sub(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Mul(a, b) => Node::Mul(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Div(a, by) => Node::Div(self.plain(frame, *a)?, *by),
            Term::Mod(a, by) => Node::Mod(self.plain(frame, *a)?, *by),
            Term::Abs(a) => Node::Abs(self.plain(frame, *a)?),
            Term::Min(a, b) => Node::Min(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Max(a, b) => Node::Max(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Square(file, rank) => {
                return Ok(Value::Square(self.plain(frame, *file)?, self.plain(frame, *rank)?));
            }
            Term::FileOf(a) => return Ok(Value::Plain(self.square(frame, *a)?.0)),
            Term::RankOf(a) => return Ok(Value::Plain(self.square(frame, *a)?.1)),
            Term::Board => Node::Set(u64::MAX),
            Term::SetOf(squares) => {
                let mut set = self.exprs.make(Node::Set(0));
                for &square in squares {
                    let (file, rank) = self.square(frame, square)?;
                    let one = self.exprs.make(Node::One(file, rank));
                    set = self.exprs.make(Node::Union(set, one));
                }
                return Ok(Value::Plain(set));
            }
            Term::Those(var, condition) => {
                let bound = self.bind(frame, *var);
                Node::Those(bound, self.plain(frame, *condition)?)
            }
            Term::Union(a, b) => Node::Union(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Intersection(a, b) => Node::Intersection(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Difference(a, b) => Node::Difference(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::Member(square, set) => {
                let (file, rank) = self.square(frame, *square)?;
                Node::Member(file, rank, self.plain(frame, *set)?)
            }
            Term::Count(set) => Node::Count(self.plain(frame, *set)?),
            Term::Subset(a, b) => Node::Subset(self.plain(frame, *a)?, self.plain(frame, *b)?),
            Term::OverSquares(op, var, set, body) => {
                let set = self.plain(frame, *set)?;
                let bound = self.bind(frame, *var);
                Node::Over(*op, bound, set, self.plain(frame, *body)?)
            }
            Term::SomeSymmetry(var, body) => return self.some_symmetry(frame, *var, *body),
            Term::Call(def, positions, arguments) => return self.call(frame, *def, positions, arguments),
            Term::Value(pos, side) => {
                let side = self.plain(frame, *side)?;
                let outcome = self.seen(frame, *pos, Seen::Outcome)?;
                let own = self.exprs.as_int(side) == Some(i32::from(self.turn));
                let two = self.exprs.int(2);
                if own { return Ok(Value::Plain(outcome)) } else { Node::Sub(two, outcome) }
            }
            Term::MovesToMate(pos) => return Ok(Value::Plain(self.seen(frame, *pos, Seen::MovesToMate)?)),
            Term::OverMoves(..)
            | Term::Step(..)
            | Term::Allows(..)
            | Term::Forces(_)
            | Term::PliesToGoal(_) => return Err(TooMuch::Moves),
        };
        Ok(Value::Plain(self.exprs.make(node)))
    }

    /// The parts of a conjunction or disjunction, up to one that decides it.
    fn parts(&mut self, frame: &mut Frame, parts: &[TermId], decides: bool) -> Result<Box<[X]>, TooMuch> {
        let mut all = Vec::new();
        for &part in parts {
            let x = self.plain(frame, part)?;
            all.push(x);
            if self.exprs.as_bool(x) == Some(decides) {
                break;
            }
        }
        Ok(all.into())
    }

    fn bind(&mut self, frame: &mut Frame, var: VarId) -> u16 {
        let bound = self.exprs.fresh();
        let file = self.exprs.make(Node::File(Atom::Bound(bound)));
        let rank = self.exprs.make(Node::Rank(Atom::Bound(bound)));
        frame.vars.insert(var, Value::Square(file, rank));
        bound
    }

    fn choice(
        &mut self,
        frame: &mut Frame,
        condition: TermId,
        yes: TermId,
        no: TermId,
    ) -> Result<Value, TooMuch> {
        let condition = self.plain(frame, condition)?;
        match self.exprs.as_bool(condition) {
            Some(true) => return self.value(frame, yes),
            Some(false) => return self.value(frame, no),
            None => {}
        }
        Ok(match (self.value(frame, yes)?, self.value(frame, no)?) {
            (Value::Plain(yes), Value::Plain(no)) => Value::Plain(self.exprs.choose(condition, yes, no)),
            (Value::Square(f, r), Value::Square(g, s)) => {
                Value::Square(self.exprs.choose(condition, f, g), self.exprs.choose(condition, r, s))
            }
            _ => return Err(TooMuch::Form),
        })
    }

    /// How a position is looked at.
    fn view(&self, frame: &Frame, pos: PosId) -> Result<View, TooMuch> {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => frame.positions.get(usize::from(number)).copied().ok_or(TooMuch::Moves),
            Pos::After(..) => Err(TooMuch::Moves),
            Pos::Pass(from) => {
                let view = self.view(frame, from)?;
                Ok(View { passed: !view.passed, ..view })
            }
            Pos::Image(from, symmetry) => {
                let view = self.view(frame, from)?;
                let symmetry = *frame.symmetries.get(&symmetry).ok_or(TooMuch::Form)?;
                Ok(View { image: view.image.then(symmetry), ..view })
            }
        }
    }

    /// The coordinates of a man.
    fn place(&mut self, frame: &Frame, pos: PosId, slot: Slot) -> Result<(X, X), TooMuch> {
        let image = self.view(frame, pos)?.image;
        let file = self.exprs.make(Node::File(Atom::Man(slot.0)));
        let rank = self.exprs.make(Node::Rank(Atom::Man(slot.0)));
        // Where a symmetry takes a1 and b1 says which lines it turns round and whether it exchanges them.
        let (corner, neighbour) = (image.square(Square::new(0, 0)), image.square(Square::new(1, 0)));
        let swap = corner.file() == neighbour.file();
        let (file, rank) = if swap { (rank, file) } else { (file, rank) };
        let nine = self.exprs.int(9);
        let mut turn =
            |line: X, turned: bool| if turned { self.exprs.make(Node::Sub(nine, line)) } else { line };
        Ok((turn(file, corner.file() == 7), turn(rank, corner.rank() == 7)))
    }

    /// What the tables say of the position itself.
    fn seen(&mut self, frame: &Frame, pos: PosId, seen: Seen) -> Result<X, TooMuch> {
        if self.view(frame, pos)? != HERE {
            return Err(TooMuch::Moves);
        }
        Ok(self.exprs.make(Node::Seen(seen)))
    }

    fn some_symmetry(&mut self, frame: &mut Frame, var: SymmetryVar, body: TermId) -> Result<Value, TooMuch> {
        let mut parts = Vec::new();
        for &symmetry in self.program.endgame.symmetries() {
            let mut inner = Frame::at(frame.positions.clone());
            inner.vars = frame.vars.clone();
            inner.symmetries = frame.symmetries.clone();
            inner.symmetries.insert(var, symmetry);
            parts.push(self.plain(&mut inner, body)?);
        }
        Ok(Value::Plain(self.exprs.make(Node::Or(parts.into()))))
    }

    fn call(
        &mut self,
        frame: &mut Frame,
        def: DefId,
        positions: &[PosId],
        arguments: &[TermId],
    ) -> Result<Value, TooMuch> {
        let laws = &self.program.laws;
        let views = positions.iter().map(|&pos| self.view(frame, pos)).collect::<Result<Vec<_>, _>>()?;
        if views == [HERE] && Some(def) == laws.legal {
            return Ok(Value::Plain(self.exprs.bool(true)));
        }
        if views == [HERE] && Some(def) == laws.mate {
            return Ok(Value::Plain(self.exprs.make(Node::Seen(Seen::Mated))));
        }
        let values =
            arguments.iter().map(|&argument| self.value(frame, argument)).collect::<Result<Vec<_>, _>>()?;
        let key = (def, views, values);
        if let Some(&known) = self.calls.get(&key) {
            return Ok(known);
        }
        let definition = self.program.definitions.get(def.0 as usize).ok_or(TooMuch::Form)?;
        let mut inner = Frame::at(key.1.clone());
        inner.vars.extend(definition.params.iter().copied().zip(key.2.iter().copied()));
        let value = self.value(&mut inner, definition.body)?;
        self.calls.insert(key, value);
        Ok(value)
    }
}
