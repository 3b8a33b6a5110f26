//! The commands of a text.

use std::collections::HashMap;
use std::fmt;

use super::terms::{Function, Reader, Sort, Value, own_name};
use super::words::{Expression, expressions};
use crate::formula::Formulas;

/// What a text may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Formulas that are made.
    pub formulas: usize,
    /// Terms that are looked at, with definitions written out where they are used.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { formulas: 4_000_000, terms: 50_000_000 }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for Mistake {}

/// Reads a text.
///
/// # Errors
/// The first thing that is not understood.
pub fn read(text: &str, limits: &Limits) -> Result<Formulas, Mistake> {
    let commands = expressions(text)?;
    let mut reader = Reader::new(Formulas::new(limits.formulas), limits.terms);
    let mut is_asked = false;
    for command in &commands {
        let name = command.list().and_then(<[_]>::first).and_then(Expression::word).unwrap_or_default();
        // Whoever asks before the end asks about less than the whole text, and a certificate would be about something else.
        if is_asked
            && matches!(name, "assert" | "declare-const" | "declare-fun" | "define-fun" | "define-const")
        {
            return Err(command.mistake("nothing can be added after `check-sat` or `exit`"));
        }
        is_asked |= matches!(name, "check-sat" | "exit");
        obey(&mut reader, command)?;
    }
    Ok(reader.formulas)
}

fn obey<'a>(reader: &mut Reader<'a>, command: &'a Expression<'a>) -> Result<(), Mistake> {
    let list = command.list().ok_or_else(|| command.mistake("a command is a list"))?;
    let name = list.first().and_then(Expression::word).unwrap_or_default();
    match (name, list.get(1..).unwrap_or_default()) {
        (
            "set-logic" | "set-option" | "set-info" | "check-sat" | "get-model" | "get-value" | "get-info"
            | "echo" | "exit",
            _,
        ) => Ok(()),
        ("declare-const", [name, sort]) => declare(reader, name, sort),
        ("declare-fun", [name, parameters, sort]) if parameters.list().is_some_and(<[_]>::is_empty) => {
            declare(reader, name, sort)
        }
        ("define-const", [name, sort, body]) => define(reader, name, &[], sort, body),
        ("define-fun", [name, parameters, sort, body]) => match parameters.list() {
            Some(parameters) => define(reader, name, parameters, sort, body),
            None => Err(parameters.mistake("parameters are a list")),
        },
        ("assert", [term]) => {
            let formula = reader.formula(term)?;
            reader.formulas.assert(formula);
            Ok(())
        }
        _ => Err(command.mistake(format!("the command `{name}` is not known here, or not like this"))),
    }
}

fn declare<'a>(reader: &mut Reader<'a>, name: &Expression<'a>, sort: &Expression<'a>) -> Result<(), Mistake> {
    let word = new_name(reader, name)?;
    let value = match sort_of(sort)? {
        Sort::Bool => reader.formulas.boolean(word).map(Value::Bool),
        Sort::Int => reader.formulas.integer(word).map(Value::Int),
    };
    let value = value.map_err(|refused| name.mistake(refused.to_string()))?;
    reader.constants.insert(word, value);
    Ok(())
}

fn define<'a>(
    reader: &mut Reader<'a>,
    name: &Expression<'a>,
    parameters: &'a [Expression<'a>],
    sort: &Expression<'a>,
    body: &'a Expression<'a>,
) -> Result<(), Mistake> {
    let word = new_name(reader, name)?;
    let sort = sort_of(sort)?;
    let mut named = Vec::new();
    for parameter in parameters {
        match parameter.list() {
            Some([parameter, sort]) => named.push((own_name(parameter)?, sort_of(sort)?)),
            _ => return Err(parameter.mistake("a parameter is a name and a sort")),
        }
    }
    let distinct: HashMap<&str, Sort> = named.iter().copied().collect();
    if distinct.len() < named.len() {
        return Err(name.mistake("two parameters have the same name"));
    }
    if named.is_empty() {
        let value = reader.value(body)?;
        if value.sort() != sort {
            return Err(body.mistake("this is of another sort than was announced"));
        }
        reader.constants.insert(word, value);
    } else {
        reader
            .functions
            .insert(word, Function { parameters: named, sort, body, number: reader.functions.len() });
    }
    Ok(())
}

fn sort_of(sort: &Expression<'_>) -> Result<Sort, Mistake> {
    match sort.word() {
        Some("Int") => Ok(Sort::Int),
        Some("Bool") => Ok(Sort::Bool),
        _ => Err(sort.mistake("only the sorts `Int` and `Bool` are known here")),
    }
}

/// A name that is free.
fn new_name<'a>(reader: &Reader<'a>, name: &Expression<'a>) -> Result<&'a str, Mistake> {
    let word = own_name(name)?;
    if reader.constants.contains_key(word) || reader.functions.contains_key(word) {
        return Err(name.mistake(format!("`{word}` is there already")));
    }
    Ok(word)
}
