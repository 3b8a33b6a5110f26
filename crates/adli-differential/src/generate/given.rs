//! What definitions and advice are given.

use super::Writer;
use super::expressions::{Scope, seen};

/// A type of what is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    Number,
    Truth,
    Square,
    Set,
    Man,
    Side,
    Kind,
}

impl Given {
    const ALL: [Given; 7] =
        [Given::Number, Given::Truth, Given::Square, Given::Set, Given::Man, Given::Side, Given::Kind];

    pub(super) fn word(self) -> &'static str {
        match self {
            Given::Number => "Int",
            Given::Truth => "Bool",
            Given::Square => "Square",
            Given::Set => "Set",
            Given::Man => "Man",
            Given::Side => "Side",
            Given::Kind => "Kind",
        }
    }
}

/// A definition with parameters.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) truth: bool,
    given: Vec<Given>,
}

impl Writer {
    /// One of the things of a type that a scope is given, every second time.
    pub(super) fn one_given(&mut self, scope: &Scope, wanted: Given) -> Option<String> {
        let all: Vec<&String> =
            scope.given.iter().filter(|(given, _)| *given == wanted).map(|(_, name)| name).collect();
        if all.is_empty() || self.random.once_in(2) {
            return None;
        }
        Some(all[self.random.below(all.len())].clone())
    }

    /// A definition with parameters.
    pub(super) fn function(&mut self, moves: bool) {
        let truth = self.random.once_in(2);
        let mut scope = Scope::of(&[""]);
        scope.moves = moves;
        let name = self.name("of");
        let (mut given, mut parameters) = (Vec::new(), Vec::new());
        for _ in 0..1 + self.random.below(3) {
            let sort = Given::ALL[self.random.below(Given::ALL.len())];
            let parameter = self.local();
            parameters.push(format!("{parameter}: {}", sort.word()));
            given.push(sort);
            if sort == Given::Square {
                scope.locals.push(parameter);
            } else {
                scope.given.push((sort, parameter));
            }
        }
        let body = if truth { self.condition(&scope, 2) } else { self.number(&scope, 2) };
        self.lines.push(format!("def {name}({}) = {body}", parameters.join(", ")));
        self.functions.push(Function { name, truth, given });
    }

    /// Something of a type.
    pub(super) fn argument(&mut self, given: Given, scope: &Scope) -> String {
        match given {
            Given::Number => self.number(scope, 0),
            Given::Truth => self.plain_condition(scope),
            Given::Square => self.square_in(scope, 0),
            Given::Set => self.set(scope, 0),
            Given::Man => self.letters[self.random.below(self.letters.len())].clone(),
            Given::Side => self.random.one_of(&["White", "Black"]).to_owned(),
            Given::Kind => self.random.one_of(&["Q", "R", "B", "N", "P"]).to_owned(),
        }
    }

    /// A definition with what it is given: of the position from which it is seen, or, where bare names mean something, of any.
    pub(super) fn called(&mut self, function: &Function, scope: &Scope) -> String {
        let from_outside = scope.suffixes.iter().any(String::is_empty) && self.random.once_in(3);
        let within = if from_outside { scope.clone() } else { scope.bare() };
        let arguments: Vec<String> =
            function.given.clone().into_iter().map(|given| self.argument(given, &within)).collect();
        let call = format!("{}({})", function.name, arguments.join(", "));
        let suffix = if from_outside { String::new() } else { self.suffix(scope) };
        seen(&call, &suffix)
    }
}
