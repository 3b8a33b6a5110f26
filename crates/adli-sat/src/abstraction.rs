//! Plays as their lemmas see them: what is said of a position is a wire that nobody looks into.
//!
//! To see whether lemmas imply a theorem it does not matter what `measure` is; it matters that it is a number between two
//! bounds, and that a lemma says that it falls. So a play here is a row of positions with atoms: the values of definitions and the
//! steps of strategies are inputs, each with its range, and only what joins them (and, or, not, comparisons, sums) is
//! made of gates. A definition is looked into as far as it is made of such joints.

use adli_chess::Kind;
use adli_lang::term::{DefId, OptionId, Pos, PosId, Slot, Sort, StrategyId, Term, TermId};
use adli_lang::{Program, Range, Ranges};

use crate::aig::{Aig, Wire};
use crate::circuit::{Made, Refused, Value, options_under, unbound};
use crate::hash::HashMap;
use crate::number::Number;

/// Positions of a play by number; terms that speak of `Given(n)` mean the position `shift + n`.
pub(crate) struct Abstraction<'p> {
    program: &'p Program,
    ranges: &'p Ranges<'p>,
    options: Vec<i32>,
    pub(crate) aig: Aig,
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
    pub(crate) fn new(
        program: &'p Program,
        ranges: &'p Ranges<'p>,
        under: &[(OptionId, i32)],
        side: Option<u16>,
    ) -> Abstraction<'p> {
        let options = options_under(program, under);
        Abstraction { program, ranges, options, aig: Aig::new(), atoms: HashMap::default(), side }
    }

    /// A condition at a shift.
    pub(crate) fn truth(&mut self, term: TermId, shift: usize) -> Made<Wire> {
        match self.value(term, shift)? {
            Value::Bool(wire) => Ok(wire),
            _ => Err(unbound()),
        }
    }

    fn number(&mut self, term: TermId, shift: usize) -> Made<Number> {
        match self.value(term, shift)? {
            Value::Int(number) => Ok(number),
            _ => Err(unbound()),
        }
    }

    /// A law of the game at a position.
    pub(crate) fn law(&mut self, law: Option<DefId>, at: usize) -> Made<Wire> {
        match self.definition(law.ok_or_else(unbound)?, vec![at])? {
            Value::Bool(wire) => Ok(wire),
            _ => Err(unbound()),
        }
    }

    /// Whether all men are at home.
    pub(crate) fn home(&mut self, at: usize) -> Wire {
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
    pub(crate) fn steps(&mut self, strategy: StrategyId, at: usize) -> Made<Vec<Wire>> {
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

    fn place(&self, pos: PosId, shift: usize) -> Made<usize> {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => Ok(shift + usize::from(number)),
            _ => Err(opaque()),
        }
    }

    fn definition(&mut self, def: DefId, at: Vec<usize>) -> Made<Value> {
        let atom = Atom::Definition(def, at);
        if let Some(known) = self.atoms.get(&atom) {
            return Ok(known.clone());
        }
        let Atom::Definition(_, at) = &atom else { return Err(unbound()) };
        let definition = self.program.definitions.get(def.0 as usize).ok_or_else(unbound)?;
        // What is made of joints is looked into; that only works for one position, which is the shift.
        let inside = match at[..] {
            [one] if definition.sort == Sort::Bool => self.value(definition.body, one).ok(),
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

    fn value(&mut self, term: TermId, shift: usize) -> Made<Value> {
        let program = self.program;
        Ok(match program.terms.get(term) {
            Term::Bool(value) => Value::Bool(Wire::constant(*value)),
            Term::Int(value) => Value::Int(Number::constant(*value)),
            Term::Size => Value::Int(Number::constant(crate::circuit::SIZE)),
            Term::Enum(of, value) => {
                let values = program.enums.get(usize::from(of.0)).map_or(0, |e| e.values.len());
                Value::Enum((0..values).map(|n| Wire::constant(n == usize::from(*value))).collect())
            }
            Term::Option(option) => {
                let value = self.options.get(usize::from(option.0)).copied().ok_or_else(unbound)?;
                match program.terms.sort(term) {
                    Sort::Bool => Value::Bool(Wire::constant(value != 0)),
                    Sort::Int => Value::Int(Number::constant(value)),
                    _ => return Err(opaque()),
                }
            }
            Term::Not(a) => Value::Bool(!self.truth(*a, shift)?),
            Term::And(parts) | Term::Or(parts) => {
                let or = matches!(program.terms.get(term), Term::Or(_));
                let mut wires = Vec::with_capacity(parts.len());
                for &part in parts {
                    wires.push(self.truth(part, shift)?.negate_if(or));
                }
                Value::Bool(self.aig.all(wires).negate_if(or))
            }
            Term::If(condition, yes, no) if program.terms.sort(term) == Sort::Bool => {
                let (condition, yes, no) =
                    (self.truth(*condition, shift)?, self.truth(*yes, shift)?, self.truth(*no, shift)?);
                Value::Bool(self.aig.choose(condition, yes, no))
            }
            Term::Eq(a, b) => match (self.value(*a, shift)?, self.value(*b, shift)?) {
                (Value::Bool(a), Value::Bool(b)) => Value::Bool(self.aig.iff(a, b)),
                (Value::Int(a), Value::Int(b)) => Value::Bool(a.equals(&mut self.aig, &b)),
                (Value::Enum(a), Value::Enum(b)) => {
                    let same: Vec<Wire> = a.iter().zip(&b).map(|(&a, &b)| self.aig.and(a, b)).collect();
                    Value::Bool(self.aig.any(same))
                }
                _ => return Err(opaque()),
            },
            Term::Less(a, b) => {
                let (a, b) = (self.number(*a, shift)?, self.number(*b, shift)?);
                Value::Bool(a.less(&mut self.aig, &b))
            }
            Term::AtMost(a, b) => {
                let (a, b) = (self.number(*a, shift)?, self.number(*b, shift)?);
                Value::Bool(!b.less(&mut self.aig, &a))
            }
            Term::Add(a, b) => {
                let (a, b) = (self.number(*a, shift)?, self.number(*b, shift)?);
                Value::Int(a.add(&mut self.aig, &b)?)
            }
            Term::Sub(a, b) => {
                let (a, b) = (self.number(*a, shift)?, self.number(*b, shift)?);
                Value::Int(a.add(&mut self.aig, &b.negated())?)
            }
            Term::Alive(pos, slot) => {
                let at = self.place(*pos, shift)?;
                Value::Bool(self.alive(*slot, at))
            }
            Term::Kind(pos, slot) => {
                let at = self.place(*pos, shift)?;
                Value::Enum(self.kinds(*slot, at))
            }
            Term::Turn(pos) => {
                let at = self.place(*pos, shift)?;
                match self.side {
                    Some(side) => {
                        let second = (side == 1) != (at % 2 == 1);
                        Value::Enum(vec![Wire::constant(!second), Wire::constant(second)])
                    }
                    None => Value::Enum(self.one_of(Atom::Turn(at), &format!("p{at}.turn"), 2)),
                }
            }
            Term::Step(strategy, pos) => {
                let at = self.place(*pos, shift)?;
                Value::Enum(self.steps(*strategy, at)?)
            }
            Term::Call(def, positions, arguments) if arguments.is_empty() => {
                let mut at = Vec::with_capacity(positions.len());
                for &pos in positions {
                    at.push(self.place(pos, shift)?);
                }
                self.definition(*def, at)?
            }
            _ => return Err(opaque()),
        })
    }

    /// Whose move it is at a position, as a wire for each side.
    pub(crate) fn turn(&mut self, at: usize) -> Vec<Wire> {
        self.one_of(Atom::Turn(at), &format!("p{at}.turn"), 2)
    }
}

fn name(definition: &str, at: &[usize]) -> String {
    let at: Vec<String> = at.iter().map(|place| format!("p{place}")).collect();
    format!("{}.{definition}", at.join("."))
}

fn opaque() -> Refused {
    Refused::Unsupported("a lemma says something that a proof by lemmas cannot use".into())
}
