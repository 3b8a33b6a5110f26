//! The parts of a weighted sum, and how it is written in the language.

use adli_lang::term::{Sort, TermId};
use adli_lang::{Interpreter, Program, State, Value};

/// One part of the sum: a number made of a quantity.
pub(super) struct Part {
    /// The quantity as the user wrote it.
    quantity: String,
    term: TermId,
    counts: Counts,
}

/// What of a quantity is counted.
enum Counts {
    /// The number that it is.
    Number,
    /// 1 where it holds.
    Truth,
    /// 1 where it has this value of its enumeration.
    Value(u16, String),
}

impl Part {
    /// The parts that a quantity gives, if it gives any.
    pub(super) fn of(quantity: &str, term: TermId, sort: Sort, program: &Program) -> Option<Vec<Part>> {
        let part = |counts: Counts| Part { quantity: quantity.to_owned(), term, counts };
        match sort {
            Sort::Int => Some(vec![part(Counts::Number)]),
            Sort::Bool => Some(vec![part(Counts::Truth)]),
            Sort::Enum(id) => {
                let values = &program.enums.get(usize::from(id.0))?.values;
                Some(
                    (0..)
                        .zip(values)
                        .map(|(number, name)| part(Counts::Value(number, name.clone())))
                        .collect(),
                )
            }
            Sort::Square | Sort::Set => None,
        }
    }

    /// What it is at a position.
    pub(super) fn at(&self, interpreter: &mut Interpreter<'_>, state: State) -> Option<i64> {
        match (interpreter.value(self.term, &[state]).ok()?, &self.counts) {
            (Value::Int(number), Counts::Number) => Some(i64::from(number)),
            (Value::Bool(holds), Counts::Truth) => Some(i64::from(holds)),
            (Value::Enum(value), Counts::Value(wanted, _)) => Some(i64::from(value == *wanted)),
            _ => None,
        }
    }

    /// The part in words of the language.
    pub(super) fn text(&self) -> String {
        match &self.counts {
            Counts::Number | Counts::Truth => self.quantity.clone(),
            Counts::Value(_, name) => format!("{} = {name}", bracketed(&self.quantity)),
        }
    }
}

/// A weighted sum as an expression of the language; values of one enumeration become one `case`.
pub(super) fn write_sum(parts: &[Part], weights: &[i64]) -> String {
    let mut sum = String::new();
    let of_one_quantity = |a: &(&Part, i64), b: &(&Part, i64)| a.0.term == b.0.term;
    let weighed: Vec<(&Part, i64)> =
        parts.iter().zip(weights.iter().copied()).filter(|(_, w)| *w != 0).collect();
    for group in weighed.chunk_by(of_one_quantity) {
        let Some(&(first, weight)) = group.first() else { continue };
        let quantity = bracketed(&first.quantity);
        let (is_negative, term) = match &first.counts {
            Counts::Number if weight.abs() == 1 => (weight < 0, quantity),
            Counts::Number => (weight < 0, format!("{} * {quantity}", weight.unsigned_abs())),
            Counts::Truth => (weight < 0, format!("(if {quantity} then {} else 0)", weight.unsigned_abs())),
            Counts::Value(..) => {
                let values = group.iter().map(|(part, weight)| match &part.counts {
                    Counts::Value(_, name) => format!("{name}: {weight} "),
                    Counts::Number | Counts::Truth => String::new(),
                });
                (false, format!("(case {quantity} {}otherwise: 0)", values.collect::<String>()))
            }
        };
        let sign = match (is_negative, sum.is_empty()) {
            (true, true) => "0 - ",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        sum = sum + sign + &term;
    }
    if sum.is_empty() { "0".to_owned() } else { sum }
}

/// An expression that can stand in a product: as it is if it is a name or a call, in brackets otherwise.
fn bracketed(text: &str) -> String {
    let text = text.trim();
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let is_call = text.split_once('(').is_some_and(|(name, rest)| {
        let inside = rest.strip_suffix(')').unwrap_or("(");
        !name.is_empty() && is_name(name) && !inside.contains(['(', ')'])
    });
    if is_name(text) || is_call { text.to_owned() } else { format!("({text})") }
}
