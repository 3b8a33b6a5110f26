//! Plays as their lemmas see them: what is said of a position is a wire that nobody looks into.
//!
//! To see whether lemmas imply a theorem it does not matter what `measure` is; it matters that it is a number between two
//! bounds, and that a lemma says that it falls. So a play here is a row of positions with atoms: the values of definitions and the
//! steps of strategies are inputs, each with its range, and only what joins them (and, or, not, comparisons, sums) is
//! made of gates. A definition is looked into as far as it is made of such joints.

use adli_chess::{Kind, Symmetry};
use adli_lang::term::{DefId, OptionId, Slot, Sort, StrategyId, Term, TermId};
use adli_lang::{Program, Range, Ranges};
use adli_symbolic::hash::HashMap;
use adli_symbolic::{Algebra, Domain, OverMoves, Sight, Walk};

use crate::aig::{Aig, Number, Wire};
use crate::board::BoardId;
use crate::wires::{Made, Names, Refused, Value, Wires, unbound};

/// Positions of a play by number; terms that speak of `Given(n)` mean the position `shift + n`.
pub(super) struct Abstraction<'p> {
    program: &'p Program,
    ranges: &'p Ranges<'p>,
    options: Vec<i32>,
    pub(super) aig: Aig,
    atoms: HashMap<Atom, Value>,
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

impl<'p> Abstraction<'p> {
    pub(super) fn new(
        program: &'p Program,
        ranges: &'p Ranges<'p>,
        under: &[(OptionId, i32)],
        side: Option<u16>,
    ) -> Abstraction<'p> {
        let options = program.options_under(under);
        Abstraction { program, ranges, options, aig: Aig::new(), atoms: HashMap::default(), side }
    }

    /// A condition at a shift.
    pub(super) fn holds(&mut self, term: TermId, shift: usize) -> Made<Wire> {
        let line: Vec<BoardId> = (shift..=shift + usize::from(u8::MAX)).map(BoardId::of).collect();
        self.truth(term, &Names::given(line))
    }

    /// A law of the game at a position.
    pub(super) fn law(&mut self, law: Option<DefId>, at: usize) -> Made<Wire> {
        match self.definition(law.ok_or_else(unbound)?, vec![at])? {
            Value::Bool(wire) => Ok(wire),
            _ => Err(unbound()),
        }
    }

    /// Whether all men are at home.
    pub(super) fn home(&mut self, at: usize) -> Wire {
        let program = self.program;
        let mut wires = Vec::new();
        for (slot, man) in program.endgame.slots() {
            if man.kind != Kind::King {
                wires.push(self.alive(slot, at));
            }
            if man.kind == Kind::Pawn {
                wires.extend(self.kinds(slot, at).get(man.kind.index()));
            }
        }
        self.aig.all(wires)
    }

    fn alive(&mut self, slot: Slot, at: usize) -> Wire {
        let atom = Atom::Alive(slot, at);
        if let Some(Value::Bool(known)) = self.atoms.get(&atom) {
            return *known;
        }
        let wire = self.aig.input(format!("p{at}.{}.alive", slot.0));
        self.atoms.insert(atom, Value::Bool(wire));
        wire
    }

    fn kinds(&mut self, slot: Slot, at: usize) -> Vec<Wire> {
        self.one_of(Atom::Kind(slot, at), &format!("p{at}.{}.kind", slot.0), Kind::ALL.len())
    }

    /// For each step of a strategy, and none, whether it is what applies at a position.
    pub(super) fn steps(&mut self, strategy: StrategyId, at: usize) -> Made<Vec<Wire>> {
        let found = self.program.strategies.get(usize::from(strategy.0)).ok_or_else(unbound)?;
        Ok(self.one_of(
            Atom::Step(strategy, at),
            &format!("p{at}.{}.step", found.name),
            found.steps.len() + 1,
        ))
    }

    fn one_of(&mut self, atom: Atom, name: &str, values: usize) -> Vec<Wire> {
        if let Some(Value::Enum(known)) = self.atoms.get(&atom) {
            return known.clone();
        }
        let number = Number::input(&mut self.aig, name, 0, values.max(1) as i32 - 1);
        let wires: Vec<Wire> = (0..values).map(|value| number.is(&mut self.aig, value as i32)).collect();
        self.atoms.insert(atom, Value::Enum(wires.clone()));
        wires
    }

    fn definition(&mut self, def: DefId, at: Vec<usize>) -> Made<Value> {
        let atom = Atom::Definition(def, at);
        if let Some(known) = self.atoms.get(&atom) {
            return Ok(known.clone());
        }
        let Atom::Definition(_, at) = &atom else { return Err(unbound()) };
        let definition = self.program.definitions.get(def.0 as usize).ok_or_else(unbound)?;
        // What is made of joints is looked into, where it is about one position.
        let inside = match at[..] {
            [one] if definition.sort == Sort::Bool => {
                self.value(definition.body, &Names::given([BoardId::of(one)])).ok()
            }
            _ => None,
        };
        let value = match (inside, definition.sort) {
            (Some(value), _) => value,
            (None, Sort::Bool) => Value::Bool(self.aig.input(name(&definition.name, at))),
            (None, Sort::Int) => {
                let [Range { low, high }, _] = self.ranges.result(def).ok_or_else(unbound)?;
                if high - low > 512 {
                    return Err(Refused::TooLarge(format!("`{}` has too many values", definition.name)));
                }
                Value::Int(Number::input(&mut self.aig, &name(&definition.name, at), low as i32, high as i32))
            }
            _ => return Err(opaque()),
        };
        self.atoms.insert(atom, value.clone());
        Ok(value)
    }

    /// Whose move it is at a position, as a wire for each side.
    pub(super) fn turn(&mut self, at: usize) -> Vec<Wire> {
        self.one_of(Atom::Turn(at), &format!("p{at}.turn"), 2)
    }
}

impl<'p> Domain<'p, Wires> for Abstraction<'p> {
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
        opaque()
    }

    fn place(&self) {}

    fn passed(&mut self, _: BoardId) -> Made<BoardId> {
        Err(opaque())
    }

    fn image(&mut self, _: BoardId, _: Symmetry) -> Made<BoardId> {
        Err(opaque())
    }

    fn see(&mut self, sight: Sight, at: BoardId) -> Made<Value> {
        let at = at.number();
        Ok(match (sight, self.side) {
            (Sight::Alive(slot), _) => Value::Bool(self.alive(slot, at)),
            (Sight::Kind(slot), _) => Value::Enum(self.kinds(slot, at)),
            (Sight::Turn, Some(side)) => {
                let second = (side == 1) != (at % 2 == 1);
                Value::Enum(self.aig.one_of(2, i32::from(second)))
            }
            (Sight::Turn, None) => Value::Enum(self.turn(at)),
            _ => return Err(opaque()),
        })
    }

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Names) -> Made<Wire> {
        self.plain_junction(parts, all, names)
    }

    fn over_moves(&mut self, _: TermId, _: OverMoves, _: &Names) -> Made<Value> {
        Err(opaque())
    }

    fn ask(&mut self, term: TermId, names: &Names) -> Made<Value> {
        let Term::Step(strategy, pos) = self.program.terms.get(term) else { return Err(opaque()) };
        let at = self.position(*pos, names)?.number();
        Ok(Value::Enum(self.steps(*strategy, at)?))
    }

    /// What joins atoms is looked into, and nothing else.
    fn known(&mut self, term: TermId, _: &Names) -> Made<Option<Value>> {
        let terms = &self.program.terms;
        match terms.get(term) {
            Term::Bool(_) | Term::Int(_) | Term::Size | Term::Enum(..) | Term::Option(_) => Ok(None),
            Term::Not(_) | Term::And(_) | Term::Or(_) | Term::Add(..) | Term::Sub(..) => Ok(None),
            Term::Eq(..) | Term::Less(..) | Term::AtMost(..) => Ok(None),
            Term::Alive(..) | Term::Kind(..) | Term::Turn(_) | Term::Step(..) => Ok(None),
            Term::If(..) if terms.sort(term) == Sort::Bool => Ok(None),
            Term::Call(_, _, arguments) if arguments.is_empty() => Ok(None),
            _ => Err(opaque()),
        }
    }

    fn called(&mut self, def: DefId, at: &[BoardId]) -> Made<Option<Value>> {
        Ok(Some(self.definition(def, at.iter().map(|at| at.number()).collect())?))
    }
}

fn name(definition: &str, at: &[usize]) -> String {
    let at: Vec<String> = at.iter().map(|place| format!("p{place}")).collect();
    format!("{}.{definition}", at.join("."))
}

fn opaque() -> Refused {
    Refused::Unsupported("a lemma says something that a proof by lemmas cannot use".into())
}
