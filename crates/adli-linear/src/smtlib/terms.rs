//! The terms of a text.

use std::collections::HashMap;

use super::read::Mistake;
use super::words::{DEEPEST, Expression, Kind};
use crate::formula::{Formula, Formulas, Number, Refused};

/// Words that mean something already, and can be nobody's name.
const TAKEN: [&str; 24] = [
    "true", "false", "and", "or", "not", "=>", "xor", "=", "distinct", "ite", "let", "<=", "<", ">=", ">",
    "+", "-", "*", "abs", "div", "mod", "!", "_", "Int",
];

/// A word that can be somebody's name.
pub(super) fn own_name<'a>(name: &Expression<'a>) -> Result<&'a str, Mistake> {
    match name.word() {
        Some(word)
            if !word.is_empty()
                && !word.starts_with(|c: char| c.is_ascii_digit())
                && !TAKEN.contains(&word) =>
        {
            Ok(word)
        }
        _ => Err(name.mistake("a name is missing, or cannot be one")),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Bool,
    Int,
}

/// What a term stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Value {
    Bool(Formula),
    Int(Number),
}

impl Value {
    pub(super) fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
        }
    }
}

pub(super) struct Function<'a> {
    pub(super) parameters: Vec<(&'a str, Sort)>,
    pub(super) sort: Sort,
    pub(super) body: &'a Expression<'a>,
    pub(super) number: usize,
}

/// What names stand for, and how much has been done.
pub(super) struct Reader<'a> {
    pub(super) formulas: Formulas,
    pub(super) constants: HashMap<&'a str, Value>,
    pub(super) functions: HashMap<&'a str, Function<'a>>,
    /// Names of `let` and of parameters, the innermost last.
    local: HashMap<&'a str, Vec<Value>>,
    /// What functions have given for these arguments.
    called: HashMap<(usize, Vec<Value>), Value>,
    terms: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(formulas: Formulas, terms: usize) -> Reader<'a> {
        Reader {
            formulas,
            constants: HashMap::new(),
            functions: HashMap::new(),
            local: HashMap::new(),
            called: HashMap::new(),
            terms,
            depth: 0,
        }
    }

    pub(super) fn formula(&mut self, term: &'a Expression<'a>) -> Result<Formula, Mistake> {
        match self.value(term)? {
            Value::Bool(formula) => Ok(formula),
            Value::Int(_) => Err(term.mistake("a truth value is wanted here, not a number")),
        }
    }

    fn number(&mut self, term: &'a Expression<'a>) -> Result<Number, Mistake> {
        match self.value(term)? {
            Value::Int(number) => Ok(number),
            Value::Bool(_) => Err(term.mistake("a number is wanted here, not a truth value")),
        }
    }

    pub(super) fn value(&mut self, term: &'a Expression<'a>) -> Result<Value, Mistake> {
        let Some(terms) = self.terms.checked_sub(1) else {
            return Err(term.mistake("there are more terms in it than are allowed"));
        };
        self.terms = terms;
        if self.depth > DEEPEST {
            return Err(term.mistake("terms are nested too deeply"));
        }
        self.depth += 1;
        let value = match &term.kind {
            Kind::Word(word) => self.word(term, word),
            Kind::Text => Err(term.mistake("a text cannot be here")),
            Kind::List(list) => self.apply(term, list),
        };
        self.depth -= 1;
        if let Ok(Value::Int(number)) = &value {
            let charged = self.formulas.charge(number.terms.len());
            charged.map_err(|refused| term.mistake(refused.to_string()))?;
        }
        value
    }

    fn word(&mut self, term: &Expression<'a>, word: &str) -> Result<Value, Mistake> {
        if let Some(value) = self.local.get(word).and_then(|values| values.last()) {
            return Ok(value.clone());
        }
        if let Some(value) = self.constants.get(word) {
            return Ok(value.clone());
        }
        match word {
            "true" => Ok(Value::Bool(Formula::TRUE)),
            "false" => Ok(Value::Bool(Formula::FALSE)),
            _ if word.bytes().all(|byte| byte.is_ascii_digit())
                && (word == "0" || !word.starts_with('0')) =>
            {
                let number = word.parse().map_err(|_| term.mistake("the number is too large"))?;
                Ok(Value::Int(Number::constant(number)))
            }
            _ => Err(term.mistake(format!("`{word}` is not known here"))),
        }
    }

    fn apply(&mut self, term: &'a Expression<'a>, list: &'a [Expression<'a>]) -> Result<Value, Mistake> {
        let (Some(head), Some(parts)) = (list.first().and_then(Expression::word), list.get(1..)) else {
            return Err(term.mistake("a list begins with the name of a function"));
        };
        if head == "let" {
            return self.bind(term, parts);
        }
        if self.constants.contains_key(head) || self.local.contains_key(head) {
            return Err(term.mistake(format!("`{head}` takes no arguments")));
        }
        if self.functions.contains_key(head) {
            return self.call(term, head, parts);
        }
        let refused = |refused: Refused| term.mistake(refused.to_string());
        match (head, parts) {
            ("and" | "or", [_, ..]) => {
                let parts = self.formulas_of(parts)?;
                let made = if head == "and" { self.formulas.and(&parts) } else { self.formulas.or(&parts) };
                made.map(Value::Bool).map_err(refused)
            }
            ("not", [part]) => Ok(Value::Bool(self.formula(part)?.negated())),
            ("=>", [_, _, ..]) => {
                let mut parts = self.formulas_of(parts)?;
                let last = parts.pop().unwrap_or(Formula::TRUE);
                parts.iter_mut().for_each(|part| *part = part.negated());
                parts.push(last);
                self.formulas.or(&parts).map(Value::Bool).map_err(refused)
            }
            ("xor", [_, _, ..]) => {
                let mut all = Formula::FALSE;
                for part in self.formulas_of(parts)? {
                    all = self.formulas.iff(all, part).map_err(refused)?.negated();
                }
                Ok(Value::Bool(all))
            }
            ("ite", [condition, yes, no]) => {
                let condition = self.formula(condition)?;
                match (self.value(yes)?, self.value(no)?) {
                    (Value::Bool(yes), Value::Bool(no)) => {
                        self.formulas.choice(condition, yes, no).map(Value::Bool).map_err(refused)
                    }
                    (Value::Int(yes), Value::Int(no)) => {
                        self.formulas.either(condition, &yes, &no).map(Value::Int).map_err(refused)
                    }
                    _ => Err(term.mistake("both cases of an `ite` are of the same sort")),
                }
            }
            ("=" | "distinct", [_, _, ..]) => {
                let values = parts.iter().map(|part| self.value(part)).collect::<Result<Vec<_>, _>>()?;
                self.equalities(head == "=", &values).map_err(|refused| match refused {
                    Some(refused) => term.mistake(refused.to_string()),
                    None => term.mistake("what is compared is of different sorts"),
                })
            }
            ("<=" | "<" | ">=" | ">", [_, _, ..]) => {
                let numbers = self.numbers_of(parts)?;
                let mut all = Vec::new();
                for pair in numbers.windows(2) {
                    let compared = match head {
                        "<=" => self.formulas.at_most(&pair[0], &pair[1]),
                        "<" => self.formulas.less(&pair[0], &pair[1]),
                        ">=" => self.formulas.at_most(&pair[1], &pair[0]),
                        _ => self.formulas.less(&pair[1], &pair[0]),
                    };
                    all.push(compared.map_err(refused)?);
                }
                self.formulas.and(&all).map(Value::Bool).map_err(refused)
            }
            ("+" | "-" | "*" | "abs" | "div" | "mod", [_, ..]) => {
                let numbers = self.numbers_of(parts)?;
                self.calculate(term, head, &numbers)
            }
            _ => Err(term.mistake(format!("`{head}` is not known here, or not like this"))),
        }
    }

    fn formulas_of(&mut self, parts: &'a [Expression<'a>]) -> Result<Vec<Formula>, Mistake> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn numbers_of(&mut self, parts: &'a [Expression<'a>]) -> Result<Vec<Number>, Mistake> {
        parts.iter().map(|part| self.number(part)).collect()
    }

    /// All equal to their neighbours, or all different; nothing refused means that sorts differ.
    fn equalities(&mut self, equal: bool, values: &[Value]) -> Result<Value, Option<Refused>> {
        let mut all = Vec::new();
        for (at, one) in values.iter().enumerate() {
            let others = values.get(at + 1..).unwrap_or_default();
            for other in others.iter().take(if equal { 1 } else { others.len() }) {
                let same = match (one, other) {
                    (Value::Bool(one), Value::Bool(other)) => self.formulas.iff(*one, *other),
                    (Value::Int(one), Value::Int(other)) => self.formulas.equal(one, other),
                    _ => return Err(None),
                }?;
                all.push(if equal { same } else { same.negated() });
            }
        }
        Ok(Value::Bool(self.formulas.and(&all)?))
    }

    fn calculate(&mut self, term: &Expression<'a>, head: &str, numbers: &[Number]) -> Result<Value, Mistake> {
        let refused = |refused: Refused| term.mistake(refused.to_string());
        let constant = |number: &Number| {
            number.as_constant().ok_or_else(|| term.mistake("this is not linear: a constant is wanted here"))
        };
        let made = match (head, numbers) {
            ("-", [single]) => single.times(-1),
            ("+" | "-", [first, rest @ ..]) => {
                let sign = if head == "+" { 1 } else { -1 };
                rest.iter().try_fold(first.clone(), |sum, part| sum.plus(sign, part))
            }
            ("*", [first, rest @ ..]) => {
                let mut product = first.clone();
                for part in rest {
                    product = match part.as_constant() {
                        Some(factor) => product.times(factor),
                        None => part.times(constant(&product)?),
                    }
                    .map_err(refused)?;
                }
                Ok(product)
            }
            ("abs", [single]) => self.formulas.absolute(single),
            ("div" | "mod", [number, by]) => {
                let by = constant(by)?;
                if by == 0 {
                    return Err(term.mistake("a quotient by 0 may be anything, and is not taken"));
                }
                if head == "div" {
                    self.formulas.quotient(number, by)
                } else {
                    self.formulas.remainder(number, by)
                }
            }
            _ => return Err(term.mistake(format!("`{head}` is not known here with so many arguments"))),
        };
        made.map(Value::Int).map_err(refused)
    }

    /// `(let ((name term) ..) term)`
    fn bind(&mut self, term: &Expression<'a>, parts: &'a [Expression<'a>]) -> Result<Value, Mistake> {
        let [bindings, body] = parts else { return Err(term.mistake("a `let` has bindings and a term")) };
        let bindings = bindings.list().ok_or_else(|| term.mistake("the bindings of a `let` are a list"))?;
        let mut bound: Vec<(&'a str, Value)> = Vec::new();
        for binding in bindings {
            let Some([name, value]) = binding.list() else {
                return Err(binding.mistake("a binding is a name and a term"));
            };
            let name = own_name(name)?;
            if bound.iter().any(|&(known, _)| known == name) {
                return Err(binding.mistake(format!("`{name}` is bound twice")));
            }
            bound.push((name, self.value(value)?));
        }
        self.within(bound, body)
    }

    fn call(
        &mut self,
        term: &Expression<'a>,
        head: &str,
        parts: &'a [Expression<'a>],
    ) -> Result<Value, Mistake> {
        let arguments = parts.iter().map(|part| self.value(part)).collect::<Result<Vec<_>, _>>()?;
        let Some(function) = self.functions.get(head) else {
            return Err(term.mistake(format!("`{head}` is not known here")));
        };
        let fits = |(argument, &(_, sort)): (&Value, &(&str, Sort))| argument.sort() == sort;
        if arguments.len() != function.parameters.len()
            || !arguments.iter().zip(&function.parameters).all(fits)
        {
            return Err(term.mistake(format!("`{head}` takes other arguments")));
        }
        let (body, sort) = (function.body, function.sort);
        let key = (function.number, arguments.clone());
        if let Some(known) = self.called.get(&key) {
            return Ok(known.clone());
        }
        let names = function.parameters.iter().map(|&(name, _)| name);
        let bound = names.zip(arguments).collect();
        // A definition knows its parameters and what was defined before, and nothing of where it is called.
        let outside = std::mem::take(&mut self.local);
        let value = self.within(bound, body);
        self.local = outside;
        let value = value?;
        if value.sort() != sort {
            return Err(body.mistake("this is of another sort than was announced"));
        }
        self.called.insert(key, value.clone());
        Ok(value)
    }

    fn within(&mut self, bound: Vec<(&'a str, Value)>, body: &'a Expression<'a>) -> Result<Value, Mistake> {
        let names: Vec<&'a str> = bound.iter().map(|&(name, _)| name).collect();
        for (name, value) in bound {
            self.local.entry(name).or_default().push(value);
        }
        let value = self.value(body);
        for name in names {
            if let Some(values) = self.local.get_mut(name) {
                values.pop();
                if values.is_empty() {
                    self.local.remove(name);
                }
            }
        }
        value
    }
}
