//! Plays as their lemmas see them: what is said of a position is a variable that nobody looks into.
//!
//! To see whether lemmas imply a theorem it does not matter what `measure` is; it matters that a lemma says that it falls. So a play here
//! is a row of positions with atoms: definitions are variables, truth values or whole numbers without bounds, and so are the steps of strategies; only
//! what joins them (and, or, not, comparisons, sums) becomes formulas. A definition is looked into as far as it is made of
//! such joints. The size of the board is one variable for the whole play, as everywhere.

use adli_chess::{Kind, Symmetry};
use adli_lang::Program;
use adli_lang::term::{DefId, OptionId, Slot, Sort, StrategyId, Term, TermId};
use adli_symbolic::hash::HashMap;
use adli_symbolic::{Algebra, Domain, OverMoves, Sight, Walk};

use crate::board::{BoardId, of_kind};
use crate::formula::{Linear, Truth};
use crate::logic::{Formal, Logic, Made, Names, Refused, Value, unbound};

/// Positions of a play by number; terms that speak of `Given(n)` mean the position `shift + n`.
pub(super) struct Abstraction<'p> {
    program: &'p Program,
    options: Vec<i32>,
    pub(super) logic: Logic,
    atoms: HashMap<Atom, Value>,
    /// What holds of the atoms: a number that stands for a step is that of one.
    pub(super) facts: Vec<Truth>,
    /// Whose move it is at even positions; an atom if nothing is said.
    side: Option<u16>,
}

/// What is not looked into, and at which position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Atom {
    Definition(DefId, Vec<usize>),
    Step(StrategyId, usize),
    Alive(Slot, usize),
    Turn(usize),
}

impl<'p> Abstraction<'p> {
    pub(super) fn new(program: &'p Program, under: &[(OptionId, i32)], side: Option<u16>) -> Abstraction<'p> {
        let options = program.options_under(under);
        let (logic, atoms) = (Logic::new(), HashMap::default());
        Abstraction { program, options, logic, atoms, facts: Vec::new(), side }
    }

    fn from(shift: usize) -> Names {
        let line: Vec<BoardId> = (shift..=shift + usize::from(u8::MAX)).map(BoardId::of).collect();
        Names::given(line)
    }

    /// A condition at a shift.
    pub(super) fn holds(&mut self, term: TermId, shift: usize) -> Made<Truth> {
        self.truth(term, &Abstraction::from(shift))
    }

    /// A number at a shift.
    pub(super) fn counts(&mut self, term: TermId, shift: usize) -> Made<Linear> {
        self.number(term, &Abstraction::from(shift))
    }

    /// A law of the game at a position.
    pub(super) fn law(&mut self, law: Option<DefId>, at: usize) -> Made<Truth> {
        match self.definition(law.ok_or_else(unbound)?, vec![at])? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(unbound()),
        }
    }

    /// Whether all men are at home.
    pub(super) fn home(&mut self, at: usize) -> Truth {
        let men = self.program.endgame.slots().filter(|(_, man)| man.kind != Kind::King);
        let men: Vec<Slot> = men.map(|(slot, _)| slot).collect();
        let alive: Vec<Truth> = men.into_iter().map(|slot| self.alive(slot, at)).collect();
        self.logic.formulas.all(alive)
    }

    fn alive(&mut self, slot: Slot, at: usize) -> Truth {
        let atom = Atom::Alive(slot, at);
        if let Some(Value::Bool(known)) = self.atoms.get(&atom) {
            return *known;
        }
        let truth = self.logic.formulas.flag(&format!("p{at}.{}.alive", slot.0));
        self.atoms.insert(atom, Value::Bool(truth));
        truth
    }

    /// For each step of a strategy, and none, whether it is what applies at a position.
    pub(super) fn steps(&mut self, strategy: StrategyId, at: usize) -> Made<Vec<Truth>> {
        let found = self.program.strategies.get(usize::from(strategy.0)).ok_or_else(unbound)?;
        let name = format!("p{at}.{}.step", found.name);
        Ok(self.one_of(Atom::Step(strategy, at), &name, found.steps.len() + 1))
    }

    /// Whose move it is at a position, for each side.
    pub(super) fn turn(&mut self, at: usize) -> Vec<Truth> {
        self.one_of(Atom::Turn(at), &format!("p{at}.turn"), 2)
    }

    fn one_of(&mut self, atom: Atom, name: &str, values: usize) -> Vec<Truth> {
        if let Some(Value::Enum(known)) = self.atoms.get(&atom) {
            return known.clone();
        }
        let formulas = &mut self.logic.formulas;
        let number = formulas.variable(name);
        let value = |value: usize| Linear::constant(value as i64);
        self.facts.push(formulas.at_most(&value(0), &number));
        self.facts.push(formulas.at_most(&number, &value(values.max(1) - 1)));
        let truths: Vec<Truth> = (0..values).map(|each| formulas.equal(&number, &value(each))).collect();
        self.atoms.insert(atom, Value::Enum(truths.clone()));
        truths
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
            (None, Sort::Bool) => Value::Bool(self.logic.formulas.flag(&name(&definition.name, at))),
            (None, Sort::Int) => Value::Int(self.logic.formulas.variable(&name(&definition.name, at))),
            _ => return Err(opaque()),
        };
        self.atoms.insert(atom, value.clone());
        Ok(value)
    }
}

impl<'p> Domain<'p, Formal> for Abstraction<'p> {
    type Algebra = Logic;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn algebra(&mut self) -> &mut Logic {
        &mut self.logic
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
            (Sight::Kind(slot), _) => Value::Enum(of_kind(self.program.endgame.man(slot).kind)),
            (Sight::Turn, Some(side)) => {
                let second = (side == 1) != (at % 2 == 1);
                Value::Enum(self.logic.one_of(2, i32::from(second)))
            }
            (Sight::Turn, None) => Value::Enum(self.turn(at)),
            _ => return Err(opaque()),
        })
    }

    fn junction(&mut self, parts: &[TermId], all: bool, names: &Names) -> Made<Truth> {
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
            Term::Eq(..) | Term::Less(..) | Term::AtMost(..) | Term::Mul(..) => Ok(None),
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
    format!("{definition}.{}", at.join("."))
}

fn opaque() -> Refused {
    Refused::new("a lemma says something that a proof by lemmas cannot use")
}
