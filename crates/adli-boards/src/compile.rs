//! Core terms to a graph. Definitions are written out where they are used, sets are never built but asked for their squares, and
//! "up to symmetry" is written out for each image: what is left is arithmetic, and quantifiers over squares and moves.

use std::collections::HashMap;
use std::rc::Rc;

use adli_lang::Program;
use adli_lang::term::{
    DefId, MoveVar, OptionId, Pos, PosId, Quantifier, Sort, StrategyId, SymmetryVar, Term, TermId, VarId,
};

use crate::board::Turned;
use crate::graph::{Graph, Id, KeptBody, MAX_NAMES, MAX_NODES, MAX_REGISTERS, Name, Node, Register, Sight};

/// Registers: those of a play come first.
pub(crate) const LAWS: Register = 32;
pub(crate) const STRATEGY: Register = 34;
const KEPT: Register = 36;
const SCOPED: Register = 60;
/// Moves within kept definitions have registers of their own, so that they disturb nothing that is known of others.
const SCOPED_IN_KEPT: Register = 78;
/// A definition that is larger than this is worth keeping.
const LARGE: usize = 24;
/// How many terms are looked at before a text is called too large.
const MAX_WORK: usize = 3_000_000;

/// Why something cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused(pub(crate) &'static str);

pub(crate) type Made<T> = Result<T, Refused>;

const UNBOUND: Refused = Refused("a term has no value here");

/// What a name or a term stands for.
#[derive(Clone)]
pub(crate) enum Val {
    One(Id),
    Pair(Id, Id),
    Set(TermId, Rc<Env>),
}

/// What names stand for.
#[derive(Clone)]
pub(crate) struct Env {
    number: u32,
    given: Vec<Sight>,
    moves: HashMap<MoveVar, Register>,
    symmetries: HashMap<SymmetryVar, Turned>,
    names: HashMap<VarId, Val>,
    next_register: Register,
    last_register: Register,
    next_name: Name,
}

/// A call that was compiled before: positions, numbers, and which registers and names were free.
type Called = (DefId, Vec<Sight>, Vec<Id>, Register, Name);

pub(crate) struct Compiler<'p> {
    pub(crate) program: &'p Program,
    pub(crate) graph: Graph,
    options: Vec<i32>,
    size: i32,
    envs: u32,
    work: usize,
    known: HashMap<(TermId, u32), Val>,
    calls: HashMap<Called, Val>,
    /// Definitions that are kept, or too small for that.
    kept: HashMap<DefId, Option<u16>>,
}

impl<'p> Compiler<'p> {
    pub(crate) fn new(program: &'p Program, under: &[(OptionId, i32)], size: u8) -> Compiler<'p> {
        Compiler {
            program,
            graph: Graph::default(),
            options: program.options_under(under),
            size: i32::from(size),
            envs: 0,
            work: 0,
            known: HashMap::new(),
            calls: HashMap::new(),
            kept: HashMap::new(),
        }
    }

    /// Names for terms about positions in these registers.
    pub(crate) fn env(&mut self, given: impl IntoIterator<Item = Register>) -> Env {
        self.envs += 1;
        Env {
            number: self.envs,
            given: given.into_iter().map(Sight::plain).collect(),
            moves: HashMap::new(),
            symmetries: HashMap::new(),
            names: HashMap::new(),
            next_register: SCOPED,
            last_register: SCOPED_IN_KEPT,
            next_name: 1,
        }
    }

    /// The same with a square bound to the first name, which is that of a move's target.
    pub(crate) fn with_target(&mut self, mut env: Env, var: VarId) -> Env {
        let square = self.name(0);
        env.names.insert(var, square);
        env
    }

    fn name(&mut self, name: Name) -> Val {
        Val::Pair(self.graph.make(Node::NameFile(name)), self.graph.make(Node::NameRank(name)))
    }

    /// A condition or a number.
    pub(crate) fn one(&mut self, term: TermId, env: &Rc<Env>) -> Made<Id> {
        match self.value(term, env)? {
            Val::One(id) => Ok(id),
            _ => Err(UNBOUND),
        }
    }

    /// Whether the target of a move is in a set.
    pub(crate) fn target_in(&mut self, set: TermId, env: &Rc<Env>) -> Made<Id> {
        let Val::Pair(file, rank) = self.name(0) else { return Err(UNBOUND) };
        self.inside((file, rank), set, env)
    }

    fn pair(&mut self, term: TermId, env: &Rc<Env>) -> Made<(Id, Id)> {
        match self.value(term, env)? {
            Val::Pair(file, rank) => Ok((file, rank)),
            _ => Err(UNBOUND),
        }
    }

    fn sight(&self, pos: PosId, env: &Env) -> Made<Sight> {
        Ok(match self.program.terms.pos(pos) {
            Pos::Given(number) => *env.given.get(usize::from(number)).ok_or(UNBOUND)?,
            Pos::After(_, mv) => Sight::plain(*env.moves.get(&mv).ok_or(UNBOUND)?),
            Pos::Pass(from) => {
                let sight = self.sight(from, env)?;
                Sight { pass: !sight.pass, ..sight }
            }
            Pos::Image(from, symmetry) => {
                let sight = self.sight(from, env)?;
                let turned = *env.symmetries.get(&symmetry).ok_or(UNBOUND)?;
                Sight { turned: sight.turned.then(turned), ..sight }
            }
        })
    }

    fn value(&mut self, term: TermId, env: &Rc<Env>) -> Made<Val> {
        let key = (term, env.number);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        self.work += 1;
        if self.work > MAX_WORK || self.graph.nodes.len() > MAX_NODES {
            return Err(Refused("the text is too large when its definitions are written out"));
        }
        let value = self.term(term, env)?;
        self.known.insert(key, value.clone());
        Ok(value)
    }

    fn two(&mut self, a: TermId, b: TermId, env: &Rc<Env>, node: fn(Id, Id) -> Node) -> Made<Val> {
        let (a, b) = (self.one(a, env)?, self.one(b, env)?);
        Ok(Val::One(self.graph.two(a, b, node)))
    }

    fn all(&mut self, parts: &[TermId], env: &Rc<Env>, and: bool) -> Made<Val> {
        let parts = parts.iter().map(|&part| self.one(part, env)).collect::<Made<Vec<Id>>>()?;
        Ok(Val::One(self.graph.join(parts, and)))
    }

    fn constant(&mut self, value: i32) -> Val {
        Val::One(self.graph.make(Node::Const(value)))
    }

    fn term(&mut self, term: TermId, env: &Rc<Env>) -> Made<Val> {
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Bool(value) => self.constant(i32::from(*value)),
            Term::Int(value) => self.constant(*value),
            Term::Enum(_, value) => self.constant(i32::from(*value)),
            Term::Size => self.constant(self.size),
            Term::Option(option) => self.constant(self.options[usize::from(option.0)]),
            Term::Var(var) => env.names.get(var).cloned().ok_or(UNBOUND)?,
            Term::File(pos, man) => Val::One(self.place(*pos, man.0, env)?.0),
            Term::Rank(pos, man) => Val::One(self.place(*pos, man.0, env)?.1),
            Term::Alive(pos, man) => {
                let register = self.sight(*pos, env)?.register;
                let (file, zero) = (self.graph.make(Node::File(register, man.0)), self.graph.truth(false));
                Val::One(self.graph.two(zero, file, Node::Less))
            }
            Term::Kind(_, man) => self.constant(program.endgame.man(*man).kind.index() as i32),
            Term::Turn(pos) => {
                let sight = self.sight(*pos, env)?;
                let turn = self.graph.make(Node::Turn(sight.register));
                Val::One(if sight.pass { self.graph.not(turn) } else { turn })
            }
            Term::Passing(_) => {
                let nowhere = self.graph.make(Node::Const(0));
                Val::Pair(nowhere, nowhere)
            }
            Term::Not(a) => {
                let a = self.one(*a, env)?;
                Val::One(self.graph.not(a))
            }
            Term::And(parts) => self.all(parts, env, true)?,
            Term::Or(parts) => self.all(parts, env, false)?,
            Term::If(condition, yes, no) => {
                let condition = self.one(*condition, env)?;
                match (self.value(*yes, env)?, self.value(*no, env)?) {
                    (Val::One(yes), Val::One(no)) => Val::One(self.graph.choose(condition, yes, no)),
                    (Val::Pair(a, b), Val::Pair(c, d)) => {
                        let files = self.graph.choose(condition, a, c);
                        Val::Pair(files, self.graph.choose(condition, b, d))
                    }
                    _ => Val::Set(term, env.clone()),
                }
            }
            Term::Eq(a, b) => match (self.value(*a, env)?, self.value(*b, env)?) {
                (Val::One(a), Val::One(b)) => Val::One(self.graph.two(a, b, Node::Eq)),
                (Val::Pair(a, b), Val::Pair(c, d)) => {
                    let files = self.graph.two(a, c, Node::Eq);
                    let ranks = self.graph.two(b, d, Node::Eq);
                    Val::One(self.graph.join(vec![files, ranks], true))
                }
                (Val::Set(..), Val::Set(..)) => self.compare_sets(*a, *b, env, Node::Eq)?,
                _ => return Err(UNBOUND),
            },
            Term::Less(a, b) => self.two(*a, *b, env, Node::Less)?,
            Term::AtMost(a, b) => self.two(*a, *b, env, Node::AtMost)?,
            Term::Add(a, b) => self.two(*a, *b, env, Node::Add)?,
            Term::Sub(a, b) => self.two(*a, *b, env, Node::Sub)?,
            Term::Mul(a, b) => self.two(*a, *b, env, Node::Mul)?,
            Term::Min(a, b) => self.two(*a, *b, env, Node::Min)?,
            Term::Max(a, b) => self.two(*a, *b, env, Node::Max)?,
            Term::Div(a, by) if *by > 0 => {
                let a = self.one(*a, env)?;
                Val::One(self.graph.make(Node::Div(a, *by)))
            }
            Term::Mod(a, by) if *by > 0 => {
                let a = self.one(*a, env)?;
                Val::One(self.graph.make(Node::Mod(a, *by)))
            }
            Term::Div(..) | Term::Mod(..) => return Err(UNBOUND),
            Term::Abs(a) => {
                let a = self.one(*a, env)?;
                Val::One(self.graph.make(Node::Abs(a)))
            }
            Term::Square(file, rank) => Val::Pair(self.one(*file, env)?, self.one(*rank, env)?),
            Term::FileOf(a) => Val::One(self.pair(*a, env)?.0),
            Term::RankOf(a) => Val::One(self.pair(*a, env)?.1),
            Term::Board
            | Term::SetOf(_)
            | Term::Those(..)
            | Term::Union(..)
            | Term::Intersection(..)
            | Term::Difference(..) => Val::Set(term, env.clone()),
            Term::Member(square, set) => {
                let at = self.pair(*square, env)?;
                let on_board = self.on_board(at);
                let inside = self.inside(at, *set, env)?;
                Val::One(self.graph.join(vec![on_board, inside], true))
            }
            Term::Count(set) => {
                let body = self.graph.truth(true);
                Val::One(self.over_squares(Quantifier::Count, None, *set, Some(body), env)?)
            }
            Term::Subset(a, b) => self.compare_sets(*a, *b, env, Node::AtMost)?,
            Term::OverSquares(op, var, set, body) => {
                Val::One(self.over_squares(*op, Some((*var, *body)), *set, None, env)?)
            }
            Term::OverMoves(op, pos, men, mv, body) => {
                let from = self.sight(*pos, env)?;
                let mut inner = Env::clone(env);
                let register = inner.next_register;
                if register >= inner.last_register {
                    return Err(Refused("moves are looked at within moves too deeply"));
                }
                inner.next_register += 1;
                inner.moves.insert(*mv, register);
                let body = self.inner(*body, inner)?;
                Val::One(self.graph.make(Node::OverMoves(*op, from, *men, register, body)))
            }
            Term::SomeSymmetry(symmetry, body) => {
                let mut images = Vec::new();
                for &image in program.endgame.symmetries() {
                    let mut inner = Env::clone(env);
                    inner.symmetries.insert(*symmetry, Turned::of(image));
                    images.push(self.inner(*body, inner)?);
                }
                Val::One(self.graph.join(images, false))
            }
            Term::Call(def, positions, arguments) => self.call(*def, positions, arguments, env)?,
            Term::Step(strategy, pos) => Val::One(self.step(*strategy, *pos, env)?),
            Term::Allows(strategy, before, after) => {
                let (before, after) = (self.sight(*before, env)?, self.sight(*after, env)?);
                Val::One(self.graph.make(Node::Allows(*strategy, before, after)))
            }
            Term::Forces(_) | Term::PliesToGoal(_) => {
                return Err(Refused("forcing trees are not looked for on boards of a given size"));
            }
            Term::Value(..) | Term::MovesToMate(_) => {
                return Err(Refused("there are no tables of values for boards of a given size"));
            }
        })
    }

    fn step(&mut self, strategy: StrategyId, pos: PosId, env: &Rc<Env>) -> Made<Id> {
        let sight = self.sight(pos, env)?;
        Ok(self.graph.make(Node::Step(strategy, sight)))
    }

    /// A term with names of its own.
    fn inner(&mut self, term: TermId, mut env: Env) -> Made<Id> {
        self.envs += 1;
        env.number = self.envs;
        self.one(term, &Rc::new(env))
    }

    /// File and rank of a man; both are 0 if he has been captured, in every image.
    fn place(&mut self, pos: PosId, man: u8, env: &Rc<Env>) -> Made<(Id, Id)> {
        let Sight { register, turned, .. } = self.sight(pos, env)?;
        let (file, rank) =
            (self.graph.make(Node::File(register, man)), self.graph.make(Node::Rank(register, man)));
        let (a, b) = if turned.swap { (rank, file) } else { (file, rank) };
        let zero = self.graph.make(Node::Const(0));
        let far = self.graph.make(Node::Const(self.size + 1));
        let mut flip = |line: Id, flips: bool| {
            if !flips {
                return line;
            }
            let turned = self.graph.two(far, line, Node::Sub);
            let gone = self.graph.two(file, zero, Node::Eq);
            self.graph.choose(gone, zero, turned)
        };
        Ok((flip(a, turned.files), flip(b, turned.ranks)))
    }

    fn on_board(&mut self, (file, rank): (Id, Id)) -> Id {
        let (one, size) = (self.graph.make(Node::Const(1)), self.graph.make(Node::Const(self.size)));
        let mut parts = Vec::new();
        for line in [file, rank] {
            parts.push(self.graph.two(one, line, Node::AtMost));
            parts.push(self.graph.two(line, size, Node::AtMost));
        }
        self.graph.join(parts, true)
    }

    /// Whether a square of the board is in a set.
    fn inside(&mut self, at: (Id, Id), set: TermId, env: &Rc<Env>) -> Made<Id> {
        let program = self.program;
        Ok(match program.terms.get(set) {
            Term::Board => self.graph.truth(true),
            Term::SetOf(squares) => {
                let mut equal = Vec::new();
                for &square in squares {
                    let (file, rank) = self.pair(square, env)?;
                    let files = self.graph.two(at.0, file, Node::Eq);
                    let ranks = self.graph.two(at.1, rank, Node::Eq);
                    equal.push(self.graph.join(vec![files, ranks], true));
                }
                self.graph.join(equal, false)
            }
            Term::Those(var, condition) => {
                let mut inner = Env::clone(env);
                inner.names.insert(*var, Val::Pair(at.0, at.1));
                self.inner(*condition, inner)?
            }
            Term::Union(a, b) => {
                let parts = vec![self.inside(at, *a, env)?, self.inside(at, *b, env)?];
                self.graph.join(parts, false)
            }
            Term::Intersection(a, b) => {
                let parts = vec![self.inside(at, *a, env)?, self.inside(at, *b, env)?];
                self.graph.join(parts, true)
            }
            Term::Difference(a, b) => {
                let (a, b) = (self.inside(at, *a, env)?, self.inside(at, *b, env)?);
                let not = self.graph.not(b);
                self.graph.join(vec![a, not], true)
            }
            Term::If(condition, yes, no) => {
                let condition = self.one(*condition, env)?;
                let (yes, no) = (self.inside(at, *yes, env)?, self.inside(at, *no, env)?);
                self.graph.choose(condition, yes, no)
            }
            _ => match self.value(set, env)? {
                // A name, or a call: the set stands elsewhere, with names of its own.
                Val::Set(there, names) if there != set || names.number != env.number => {
                    // Registers and names that are in use here stay in use there.
                    let mut names = Env::clone(&names);
                    names.next_name = names.next_name.max(env.next_name);
                    names.next_register = names.next_register.max(env.next_register);
                    self.envs += 1;
                    names.number = self.envs;
                    self.inside(at, there, &Rc::new(names))?
                }
                _ => return Err(UNBOUND),
            },
        })
    }

    fn over_squares(
        &mut self,
        op: Quantifier,
        bound: Option<(VarId, TermId)>,
        set: TermId,
        body: Option<Id>,
        env: &Rc<Env>,
    ) -> Made<Id> {
        let mut inner = Env::clone(env);
        let name = inner.next_name;
        if usize::from(name) >= MAX_NAMES {
            return Err(Refused("squares are looked at within squares too deeply"));
        }
        inner.next_name += 1;
        self.envs += 1;
        inner.number = self.envs;
        let Val::Pair(file, rank) = self.name(name) else { return Err(UNBOUND) };
        let among = self.inside((file, rank), set, &Rc::new(inner.clone()))?;
        let body = match (bound, body) {
            (Some((var, body)), _) => {
                inner.names.insert(var, Val::Pair(file, rank));
                self.inner(body, inner)?
            }
            (None, Some(body)) => body,
            (None, None) => return Err(UNBOUND),
        };
        Ok(self.graph.make(Node::OverSquares(op, name, among, body)))
    }

    /// Whether every square is in both sets or in none, or in the second if it is in the first.
    fn compare_sets(&mut self, a: TermId, b: TermId, env: &Rc<Env>, node: fn(Id, Id) -> Node) -> Made<Val> {
        let mut inner = Env::clone(env);
        let name = inner.next_name;
        if usize::from(name) >= MAX_NAMES {
            return Err(Refused("squares are looked at within squares too deeply"));
        }
        inner.next_name += 1;
        self.envs += 1;
        inner.number = self.envs;
        let (inner, all) = (Rc::new(inner), self.graph.truth(true));
        let Val::Pair(file, rank) = self.name(name) else { return Err(UNBOUND) };
        let (a, b) = (self.inside((file, rank), a, &inner)?, self.inside((file, rank), b, &inner)?);
        let body = self.graph.two(a, b, node);
        Ok(Val::One(self.graph.make(Node::OverSquares(Quantifier::Every, name, all, body))))
    }

    fn call(&mut self, def: DefId, positions: &[PosId], arguments: &[TermId], env: &Rc<Env>) -> Made<Val> {
        let program = self.program;
        let found = program.definition(def).ok_or(UNBOUND)?;
        let given = positions.iter().map(|&pos| self.sight(pos, env)).collect::<Made<Vec<Sight>>>()?;
        if let ([at], [], Sort::Bool) = (&given[..], arguments, found.sort)
            && let Some(number) = self.keep(def)?
        {
            return Ok(Val::One(self.graph.make(Node::Kept(number, *at))));
        }
        let values = arguments.iter().map(|&argument| self.value(argument, env)).collect::<Made<Vec<Val>>>()?;
        let mut numbers = Vec::new();
        for value in &values {
            match value {
                Val::One(id) => numbers.push(*id),
                Val::Pair(file, rank) => numbers.extend([*file, *rank]),
                Val::Set(..) => {}
            }
        }
        let plain = values.iter().all(|value| !matches!(value, Val::Set(..))) && found.sort != Sort::Set;
        let key = (def, given.clone(), numbers, env.next_register, env.next_name);
        if plain && let Some(known) = self.calls.get(&key) {
            return Ok(known.clone());
        }
        self.envs += 1;
        let inner = Env {
            number: self.envs,
            given,
            moves: HashMap::new(),
            symmetries: HashMap::new(),
            names: found.params.iter().copied().zip(values).collect(),
            ..Env::clone(env)
        };
        let value = self.value(found.body, &Rc::new(inner))?;
        if plain {
            self.calls.insert(key, value.clone());
        }
        Ok(value)
    }

    /// The number under which the values of a definition are kept, if it is worth it.
    fn keep(&mut self, def: DefId) -> Made<Option<u16>> {
        if let Some(&known) = self.kept.get(&def) {
            return Ok(known);
        }
        let register = KEPT + self.graph.kept.len() as Register;
        let body = self.program.definition(def).ok_or(UNBOUND)?.body;
        let before = self.graph.nodes.len();
        // What stands in a register of its own can be compiled in any place.
        let mut env = self.env([register]);
        (env.next_register, env.last_register) = (SCOPED_IN_KEPT, MAX_REGISTERS as Register);
        if register >= SCOPED {
            self.kept.insert(def, None);
            return Ok(None);
        }
        // Its number is taken before its parts take theirs.
        let number = self.graph.kept.len() as u16;
        self.graph.kept.push(KeptBody { register, body: 0 });
        let body = self.one(body, &Rc::new(env))?;
        let made = &self.graph.nodes[before..];
        let looks = made.iter().any(|node| matches!(node, Node::OverMoves(..) | Node::Kept(..)));
        let large = made.len() > LARGE || looks;
        if let Some(kept) = self.graph.kept.get_mut(usize::from(number)) {
            kept.body = body;
        }
        let number = large.then_some(number);
        self.kept.insert(def, number);
        Ok(number)
    }
}
