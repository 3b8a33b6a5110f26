//! Plays as their lemmas see them: what is said of a position is a value that nobody looks into.

use adli_chess::{Kind, Symmetry};
use adli_lang::Program;
use adli_lang::term::{DefId, OptionId, Slot, Sort, StrategyId, Term, TermId};

use super::{Atoms, unbound};
use crate::algebra::{Algebra, Kinds, Made};
use crate::board::BoardId;
use crate::domain::{Domain, OverMoves, Sight};
use crate::env::{Env, Value};
use crate::hash::HashMap;
use crate::walk::Walk;

/// Positions of a play by number; terms that speak of `Given(n)` mean the position `shift + n`.
pub struct Abstraction<'p, A: Atoms> {
    program: &'p Program,
    options: Vec<i32>,
    /// Whose values they are.
    pub atoms: A,
    known: HashMap<Atom, Value<A::Kinds>>,
    /// Whose move it is at even positions; an atom if nothing is said.
    side: Option<u16>,
}

/// What is not looked into, and at which position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Atom {
    Definition(DefId, Vec<usize>),
    Step(StrategyId, usize),
    Alive(Slot, usize),
    Kind(Slot, usize),
    Turn(usize),
}

impl<'p, A: Atoms> Abstraction<'p, A> {
    pub(super) fn new(
        program: &'p Program,
        under: &[(OptionId, i32)],
        atoms: A,
        side: Option<u16>,
    ) -> Abstraction<'p, A> {
        let options = program.options_under(under);
        Abstraction { program, options, atoms, known: HashMap::default(), side }
    }

    fn from(shift: usize) -> Env<A::Kinds> {
        let line: Vec<BoardId> = (shift..=shift + usize::from(u8::MAX)).map(BoardId::of).collect();
        Env::given(line)
    }

    /// A condition at a shift.
    pub fn holds(&mut self, term: TermId, shift: usize) -> Made<A::Truth, A::Kinds> {
        self.truth(term, &Abstraction::<A>::from(shift))
    }

    /// A number at a shift.
    pub fn counts(&mut self, term: TermId, shift: usize) -> Made<<A::Kinds as Kinds>::Number, A::Kinds> {
        self.number(term, &Abstraction::<A>::from(shift))
    }

    /// A law of the game at a position.
    pub fn law(&mut self, law: Option<DefId>, at: usize) -> Made<A::Truth, A::Kinds> {
        match self.definition(law.ok_or_else(unbound::<A>)?, vec![at])? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(unbound::<A>()),
        }
    }

    /// Whether all men are at home.
    pub fn home(&mut self, at: usize) -> Made<A::Truth, A::Kinds> {
        let program = self.program;
        let mut truths = Vec::new();
        for (slot, man) in program.endgame.slots() {
            if man.kind != Kind::King {
                truths.push(self.alive(slot, at));
            }
            if man.kind == Kind::Pawn {
                truths.extend(self.kinds(slot, at).get(man.kind.index()).cloned());
            }
        }
        self.atoms.algebra().all(truths)
    }

    fn alive(&mut self, slot: Slot, at: usize) -> A::Truth {
        let atom = Atom::Alive(slot, at);
        if let Some(Value::Bool(known)) = self.known.get(&atom) {
            return known.clone();
        }
        let truth = self.atoms.truth(&format!("p{at}.{}.alive", slot.0));
        self.known.insert(atom, Value::Bool(truth.clone()));
        truth
    }

    fn kinds(&mut self, slot: Slot, at: usize) -> Vec<A::Truth> {
        let kind = self.program.endgame.man(slot).kind;
        let name = format!("p{at}.{}.kind", slot.0);
        self.one_of(Atom::Kind(slot, at), |atoms| atoms.kinds(kind, &name))
    }

    /// For each step of a strategy, and none, whether it is what applies at a position.
    pub fn steps(&mut self, strategy: StrategyId, at: usize) -> Made<Vec<A::Truth>, A::Kinds> {
        let found = self.program.strategy(strategy).ok_or_else(unbound::<A>)?;
        let name = format!("p{at}.{}.step", found.name);
        Ok(self.one_of(Atom::Step(strategy, at), |atoms| atoms.one_of(&name, found.steps.len() + 1)))
    }

    /// Whether no step of a strategy applies at a position.
    pub(super) fn idle(&mut self, strategy: StrategyId, at: usize) -> Made<A::Truth, A::Kinds> {
        self.steps(strategy, at)?.pop().ok_or_else(unbound::<A>)
    }

    /// Whose move it is at a position, for each side.
    pub(super) fn turn(&mut self, at: usize) -> Vec<A::Truth> {
        self.one_of(Atom::Turn(at), |atoms| atoms.one_of(&format!("p{at}.turn"), 2))
    }

    fn one_of(&mut self, atom: Atom, make: impl FnOnce(&mut A) -> Vec<A::Truth>) -> Vec<A::Truth> {
        if let Some(Value::Enum(known)) = self.known.get(&atom) {
            return known.clone();
        }
        let truths = make(&mut self.atoms);
        self.known.insert(atom, Value::Enum(truths.clone()));
        truths
    }

    fn definition(&mut self, def: DefId, at: Vec<usize>) -> Made<Value<A::Kinds>, A::Kinds> {
        let atom = Atom::Definition(def, at.clone());
        if let Some(known) = self.known.get(&atom) {
            return Ok(known.clone());
        }
        let definition = self.program.definitions.get(def.0 as usize).ok_or_else(unbound::<A>)?;
        // What is made of joints is looked into, where it is about one position.
        let inside = match at[..] {
            [one] if definition.sort == Sort::Bool => {
                self.value(definition.body, &Env::given([BoardId::of(one)])).ok()
            }
            _ => None,
        };
        let at: Vec<String> = at.iter().map(|at| format!("p{at}")).collect();
        let name = A::name(&definition.name, &at.join("."));
        let value = match (inside, definition.sort) {
            (Some(value), _) => value,
            (None, Sort::Bool) => Value::Bool(self.atoms.truth(&name)),
            (None, Sort::Int) => Value::Int(self.atoms.number(def, &definition.name, &name)?),
            _ => return Err(opaque::<A>()),
        };
        self.known.insert(atom, value.clone());
        Ok(value)
    }
}

impl<'p, A: Atoms> Domain<'p, A::Kinds> for Abstraction<'p, A> {
    type Algebra = A::Algebra;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn algebra(&mut self) -> &mut A::Algebra {
        self.atoms.algebra()
    }

    fn options(&self) -> &[i32] {
        &self.options
    }

    fn unbound() -> <A::Kinds as Kinds>::Refused {
        opaque::<A>()
    }

    fn place(&self) {}

    fn passed(&mut self, _: BoardId) -> Made<BoardId, A::Kinds> {
        Err(opaque::<A>())
    }

    fn image(&mut self, _: BoardId, _: Symmetry) -> Made<BoardId, A::Kinds> {
        Err(opaque::<A>())
    }

    fn see(&mut self, sight: Sight, at: BoardId) -> Made<Value<A::Kinds>, A::Kinds> {
        let at = at.number();
        Ok(match (sight, self.side) {
            (Sight::Alive(slot), _) => Value::Bool(self.alive(slot, at)),
            (Sight::Kind(slot), _) => Value::Enum(self.kinds(slot, at)),
            (Sight::Turn, Some(side)) => {
                let second = (side == 1) != (at % 2 == 1);
                Value::Enum(self.atoms.algebra().one_of(2, i32::from(second)))
            }
            (Sight::Turn, None) => Value::Enum(self.turn(at)),
            _ => return Err(opaque::<A>()),
        })
    }

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Env<A::Kinds>) -> Made<A::Truth, A::Kinds> {
        self.plain_junction(parts, all, names)
    }

    fn over_moves(&mut self, _: TermId, _: OverMoves, _: &Env<A::Kinds>) -> Made<Value<A::Kinds>, A::Kinds> {
        Err(opaque::<A>())
    }

    fn ask(&mut self, term: TermId, names: &Env<A::Kinds>) -> Made<Value<A::Kinds>, A::Kinds> {
        let Term::Step(strategy, pos) = self.program.terms.get(term) else { return Err(opaque::<A>()) };
        let at = self.position(*pos, names)?.number();
        Ok(Value::Enum(self.steps(*strategy, at)?))
    }

    /// What joins atoms is looked into, and nothing else.
    fn known(&mut self, term: TermId, _: &Env<A::Kinds>) -> Made<Option<Value<A::Kinds>>, A::Kinds> {
        let terms = &self.program.terms;
        match terms.get(term) {
            Term::Bool(_) | Term::Int(_) | Term::Size | Term::Enum(..) | Term::Option(_) => Ok(None),
            Term::Not(_) | Term::And(_) | Term::Or(_) | Term::Add(..) | Term::Sub(..) => Ok(None),
            Term::Eq(..) | Term::Less(..) | Term::AtMost(..) => Ok(None),
            Term::Alive(..) | Term::Kind(..) | Term::Turn(_) | Term::Step(..) => Ok(None),
            Term::Mul(..) if A::PRODUCTS => Ok(None),
            Term::If(..) if terms.sort(term) == Sort::Bool => Ok(None),
            Term::Call(_, _, arguments) if arguments.is_empty() => Ok(None),
            _ => Err(opaque::<A>()),
        }
    }

    fn called(&mut self, def: DefId, at: &[BoardId]) -> Made<Option<Value<A::Kinds>>, A::Kinds> {
        Ok(Some(self.definition(def, at.iter().map(|at| at.number()).collect())?))
    }
}

fn opaque<A: Atoms>() -> <A::Kinds as Kinds>::Refused {
    A::refused("a lemma says something that a proof by lemmas cannot use".into())
}
