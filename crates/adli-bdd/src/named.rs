//! What a text calls by a name, as sets: conditions, numbers, recognisers, strategies.

use adli_chess::Colour;
use adli_lang::Program;
use adli_lang::term::{DefId, RecogniserId, Sort, StrategyId, TermId};

use crate::atlas::{Atlas, unbound};
use crate::board::Cast;
use crate::field::Field;
use crate::store::{Made, Set};

/// Something that a text has a name for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A definition about one position, without parameters.
    Definition(DefId),
    /// A recogniser: what it answers.
    Recogniser(RecogniserId),
    /// A strategy: which moves it allows.
    Strategy(StrategyId),
}

/// Why a name is of no use here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unnamed {
    /// Nothing is called so; these names there are.
    Unknown(Vec<String>),
    /// It has parameters.
    Parameters,
    /// It speaks of a move and not of a position.
    Change,
    /// Its value is a set of squares.
    Squares,
}

impl std::fmt::Display for Unnamed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unnamed::Unknown(_) => "there is no such name",
            Unnamed::Parameters => "it has parameters: give it some in a definition of its own",
            Unnamed::Change => "it speaks of a move, not of a position",
            Unnamed::Squares => "it is a set of squares, not of positions",
        })
    }
}

impl Named {
    /// What a program calls by a name.
    ///
    /// # Errors
    /// Why it is of no use.
    pub fn find(program: &Program, name: &str) -> Result<Named, Unnamed> {
        if let Some(at) = program.strategies.iter().position(|found| found.name == name) {
            return Ok(Named::Strategy(StrategyId(at as u16)));
        }
        if let Some(at) = program.recognisers.iter().position(|found| found.name == name) {
            return Ok(Named::Recogniser(RecogniserId(at as u16)));
        }
        let Some(at) = program.definitions.iter().position(|found| found.name == name) else {
            return Err(Unnamed::Unknown(Named::names(program)));
        };
        let found = &program.definitions[at];
        if !found.params.is_empty() {
            return Err(Unnamed::Parameters);
        }
        if found.positions != 1 {
            return Err(Unnamed::Change);
        }
        if found.sort == Sort::Set {
            return Err(Unnamed::Squares);
        }
        Ok(Named::Definition(DefId(at as u32)))
    }

    /// Every name that can be asked for.
    #[must_use]
    pub fn names(program: &Program) -> Vec<String> {
        let definitions = program.definitions.iter();
        let simple = definitions.filter(|d| d.params.is_empty() && d.positions == 1 && d.sort != Sort::Set);
        let strategies = program.strategies.iter().map(|found| found.name.clone());
        let recognisers = program.recognisers.iter().map(|found| found.name.clone());
        let simple = simple.map(|found| found.name.clone()).filter(|name| !name.contains('['));
        let mut names: Vec<String> = strategies.chain(recognisers).chain(simple).collect();
        // The text's own names come last in a program.
        names.reverse();
        names
    }

    /// The term of its value, and of what sort that is; a strategy has none.
    #[must_use]
    pub fn term(self, program: &Program) -> Option<(TermId, Sort)> {
        let def = match self {
            Named::Definition(def) => def,
            Named::Recogniser(recogniser) => program.recognisers.get(usize::from(recogniser.0))?.answer,
            Named::Strategy(_) => return None,
        };
        program.definitions.get(def.0 as usize).map(|found| (found.body, found.sort))
    }
}

impl Atlas<'_> {
    /// All legal positions with everybody at home.
    ///
    /// # Errors
    /// No room.
    pub fn home(&mut self) -> Made<Field> {
        let mut field = Field::default();
        for turn in [Colour::White, Colour::Black] {
            let cast = Cast::home(&self.program.endgame, turn);
            let legal = self.legal(&cast)?;
            field.add(&self.store, &cast, &legal)?;
        }
        Ok(field)
    }

    /// The positions that a name stands for: where a condition holds, where a recogniser knows an answer, from where every play of a
    /// strategy ends in mate.
    ///
    /// # Errors
    /// Where it has no diagram.
    pub fn named(&mut self, named: Named) -> Made<Field> {
        let home = self.home()?;
        match (named, named.term(self.program)) {
            (Named::Strategy(strategy), _) => {
                let lengths = self.lengths(strategy, None, &home)?;
                home.restricted(&self.store, &lengths.safe(), true)
            }
            (Named::Recogniser(_), Some((term, _))) => {
                let unknown = self.answers(term, 0, &home)?;
                home.restricted(&self.store, &unknown, false)
            }
            (_, Some((term, Sort::Bool))) => self.among(&home, term),
            _ => Err(crate::store::Refused::Unsupported(
                "it is no condition: its value is not true or false".into(),
            )),
        }
    }

    /// Where an enumeration has the value of a number.
    pub(crate) fn answers(&mut self, term: TermId, number: usize, among: &Field) -> Made<Field> {
        let mut field = Field::default();
        for (cast, set) in among.iter() {
            let crate::number::Value::Enum(values) = self.value_of(term, cast)? else {
                return Err(unbound());
            };
            let here: &Set = values.get(number).ok_or_else(unbound)?;
            field.add(&self.store, cast, &self.store.and(set, here)?)?;
        }
        Ok(field)
    }
}
