//! Are two definitions, recognisers or strategies the same, is one part of the other, and where do they first differ?
//!
//! Two sets are the same just if their diagrams are, so the answer is there as soon as both are. What is shown is a position in which they
//! differ, asked of the plain interpreter again.

use adli_lang::term::{Sort, StrategyId, TermId};
use adli_lang::{Interpreter, MovesFrom, State, Value as Known};

use crate::atlas::{Atlas, unbound};
use crate::field::Field;
use crate::lines::FUEL;
use crate::named::Named;
use crate::number::{Names, Value};
use crate::store::{Made, Refused, Set};
use adli_symbolic::{Algebra, Comparison as Compare, Walk};

/// How two things are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// They are the same.
    Same,
    /// The first is part of the second.
    FirstInSecond,
    /// The second is part of the first.
    SecondInFirst,
    /// Neither.
    Different,
}

/// What was found out about two things.
#[derive(Clone, Debug)]
pub struct Compared {
    /// How they are related.
    pub relation: Relation,
    /// Legal positions with everybody at home.
    pub positions: u64,
    /// How many of them the first and the second speak of: where the condition holds, an answer is known, a move is allowed.
    pub sizes: [u64; 2],
    /// In how many they differ: what the first has and the second has not, and the other way round.
    pub only: [u64; 2],
    /// In how many they differ in any way.
    pub differ: u64,
    /// The first positions where they differ.
    pub shown: Vec<Difference>,
}

/// A position where two things differ, as the plain interpreter says.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The position.
    pub state: State,
    /// What the first and what the second says.
    pub says: [String; 2],
}

/// Where the first has something, where the second has, and where each has what the other has not.
struct Sides {
    sizes: [Field; 2],
    only: [Field; 2],
    differ: Field,
}

impl Atlas<'_> {
    /// Compares two things of one sort.
    ///
    /// # Errors
    /// Where one of them has no diagram, or they cannot be compared.
    pub fn compare(&mut self, a: Named, b: Named, most: usize) -> Made<Compared> {
        let home = self.home()?;
        let sides = match (a, b) {
            (Named::Strategy(a), Named::Strategy(b)) => self.strategies(a, b, &home)?,
            _ => match (a.term(self.program), b.term(self.program)) {
                (Some((x, sort)), Some((y, other))) if sort == other => self.terms(x, y, sort, &home)?,
                _ => return Err(Refused::Unsupported("only what is of one sort can be compared".into())),
            },
        };
        let is_empty = |field: &Field| field.is_empty();
        let relation = match (is_empty(&sides.differ), is_empty(&sides.only[0]), is_empty(&sides.only[1])) {
            (true, ..) => Relation::Same,
            (_, true, false) => Relation::FirstInSecond,
            (_, false, true) => Relation::SecondInFirst,
            _ => Relation::Different,
        };
        let mut shown = Vec::new();
        for state in self.first_positions(&sides.differ, most)? {
            let says = [self.said(a, &state)?, self.said(b, &state)?];
            if says[0] == says[1] {
                return Err(Refused::Internal("the plain interpreter sees no difference".into()));
            }
            shown.push(Difference { state, says });
        }
        Ok(Compared {
            relation,
            positions: self.count(&home)?,
            sizes: [self.count(&sides.sizes[0])?, self.count(&sides.sizes[1])?],
            only: [self.count(&sides.only[0])?, self.count(&sides.only[1])?],
            differ: self.count(&sides.differ)?,
            shown,
        })
    }

    /// Conditions, answers or numbers. An answer is part of another if wherever it is known the other is the same.
    fn terms(&mut self, x: TermId, y: TermId, sort: Sort, home: &Field) -> Made<Sides> {
        let mut sides =
            Sides { sizes: Default::default(), only: Default::default(), differ: Field::default() };
        for (cast, legal) in home.iter() {
            let board = self.plain(cast);
            let names = Names::given([board]);
            let (a, b) = self.fresh(|atlas| Ok((atlas.value(x, &names)?, atlas.value(y, &names)?)))?;
            let same = match (&a, &b) {
                (Value::Bool(a), Value::Bool(b)) => self.store.same(a, b)?,
                (Value::Enum(a), Value::Enum(b)) => self.store.same_enum(a, b)?,
                (Value::Int(a), Value::Int(b)) => Algebra::compare(&mut self.store, Compare::Equal, a, b)?,
                (Value::Square(f, r), Value::Square(g, s)) => self.store.same_square((f, r), (g, s))?,
                _ => return Err(unbound()),
            };
            let differ = self.store.without(legal, &same)?;
            let has = |value: &Value| match value {
                Value::Bool(set) => Ok(set.clone()),
                Value::Enum(sets) if sort == Sort::Enum(adli_lang::term::ANSWERS) => {
                    self.store.not(sets.first().ok_or_else(unbound)?)
                }
                _ => Ok(self.store.constant(true)),
            };
            let has = [has(&a)?, has(&b)?];
            for (number, has) in has.iter().enumerate() {
                sides.sizes[number].add(&self.store, cast, &self.store.and(has, legal)?)?;
                sides.only[number].add(&self.store, cast, &self.store.and(has, &differ)?)?;
            }
            sides.differ.add(&self.store, cast, &differ)?;
        }
        Ok(sides)
    }

    /// Strategies: the moves that they allow.
    fn strategies(&mut self, a: StrategyId, b: StrategyId, home: &Field) -> Made<Sides> {
        let cast = self.asked(a)?;
        if self.asked(b)? != cast {
            return Err(Refused::Unsupported("the two strategies are for different sides".into()));
        }
        let legal = home.get(&cast).cloned().ok_or_else(unbound)?;
        let (first, second) = (self.choice(a)?, self.choice(b)?);
        let every = self.cast_moves(&cast)?;
        let mut sides =
            Sides { sizes: Default::default(), only: Default::default(), differ: Field::default() };
        for (number, (ours, theirs)) in [(&first, &second), (&second, &first)].into_iter().enumerate() {
            let moves: Vec<_> = ours.moves().cloned().collect();
            let some = self.some_move(&moves)?;
            sides.sizes[number].add(&self.store, &cast, &self.store.and(&some, &legal)?)?;
            for mv in every.iter() {
                let allowed = |choice: &crate::relation::Choice| -> Made<Set> {
                    let same = choice.moves().filter(|other| other.man == mv.man && other.after == mv.after);
                    self.store.any(same.map(|other| other.legal.clone()).collect())
                };
                let only = self.store.without(&allowed(ours)?, &allowed(theirs)?)?;
                let cube = self.store.cube(usize::from(mv.man.0), 1)?;
                let here = self.store.some_square(&only, &legal, &cube)?;
                sides.only[number].add(&self.store, &cast, &here)?;
                sides.differ.add(&self.store, &cast, &here)?;
            }
        }
        Ok(sides)
    }

    /// What the plain interpreter says of a position.
    fn said(&mut self, named: Named, state: &State) -> Made<String> {
        let stopped = |why| Refused::TooLarge(format!("the plain interpreter has no answer: {why}"));
        let mut interpreter = Interpreter::new(self.program).moves_from(MovesFrom::Core).fuel(FUEL);
        if let Named::Strategy(strategy) = named {
            let choice = interpreter.choice(strategy, state).map_err(stopped)?;
            let Some(choice) = choice else { return Ok("no move".into()) };
            let endgame = &self.program.endgame;
            let mut moves: Vec<String> = choice
                .moves
                .iter()
                .map(|(mv, _)| {
                    let (file, rank) = mv.to;
                    let letter = endgame.man(mv.man).letter;
                    let promotion = mv.promotion.map_or_else(String::new, |kind| format!("={kind:?}"));
                    format!("{letter} to {}{rank}{promotion}", (b'`' + file as u8) as char)
                })
                .collect();
            moves.sort();
            return Ok(moves.join(", "));
        }
        let (term, sort) = named.term(self.program).ok_or_else(unbound)?;
        Ok(match interpreter.value(term, &[*state]).map_err(stopped)? {
            Known::Bool(true) => "yes".into(),
            Known::Bool(false) => "no".into(),
            Known::Int(number) => number.to_string(),
            Known::Square(file, rank) => format!("({file}, {rank})"),
            Known::Enum(value) => {
                let Sort::Enum(of) = sort else { return Err(unbound()) };
                let values = self.program.enums.get(usize::from(of.0)).map(|found| &found.values);
                values.and_then(|values| values.get(usize::from(value))).cloned().unwrap_or_default()
            }
            _ => return Err(unbound()),
        })
    }
}
