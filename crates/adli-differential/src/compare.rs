//! Values side by side, and what quantifiers make of many.

use adli_lang::ast::{CompareOp, QuantifierOp};

use crate::chess::{MEN, MOST, Position, square};
use crate::value::Value;
use crate::{Stopped, meaningless};

/// Whether these men are all on the board.
pub(crate) fn all_there(position: &Position, men: u8) -> bool {
    (0..MEN).all(|man| men >> man & 1 == 0 || position.squares[man].is_some())
}

/// The numbers of a key.
pub(crate) fn key_of(value: &Value) -> Result<Vec<i32>, Stopped> {
    match value {
        Value::Number(number) => Ok(vec![*number]),
        Value::Key(key) => Ok(key.clone()),
        _ => match value.as_point() {
            Some((file, rank)) => Ok(vec![file, rank]),
            None => meaningless("a key that is none"),
        },
    }
}

/// Whether two values compare so.
pub(crate) fn compared(op: CompareOp, left: &Value, right: &Value) -> Result<bool, Stopped> {
    let equal = || match (left.as_point(), right.as_point()) {
        (Some(left), Some(right)) => left == right,
        _ => left == right,
    };
    let members = || match (left, right) {
        (Value::Squares(left), Value::Squares(right)) => Ok(left & !right == 0),
        (left, Value::Squares(right)) => match left.as_point() {
            Some(point) => Ok(square(point, MOST).is_some_and(|square| right >> square & 1 == 1)),
            None => meaningless("a member that is no square"),
        },
        _ => meaningless("a member of something else"),
    };
    Ok(match op {
        CompareOp::Equal => equal(),
        CompareOp::Unequal => !equal(),
        CompareOp::Less => key_of(left)? < key_of(right)?,
        CompareOp::AtMost => key_of(left)? <= key_of(right)?,
        CompareOp::More => key_of(left)? > key_of(right)?,
        CompareOp::AtLeast => key_of(left)? >= key_of(right)?,
        CompareOp::In | CompareOp::Subset => members()?,
        CompareOp::NotIn => !members()?,
        CompareOp::Is | CompareOp::IsNot => match (left, right) {
            (Value::Man(left, _), Value::Man(right, _)) => (left == right) == (op == CompareOp::Is),
            _ => return meaningless("`is` of something else"),
        },
    })
}

/// What a quantifier has seen.
#[derive(Default)]
pub(crate) struct Tally {
    all: i32,
    hold: i32,
    sum: i32,
}

impl Tally {
    pub(crate) fn add(&mut self, value: &Value) -> Result<(), Stopped> {
        self.all += 1;
        match value {
            Value::Truth(truth) => self.hold += i32::from(*truth),
            Value::Number(number) => self.sum += number,
            _ => return meaningless("a quantifier about something else"),
        }
        Ok(())
    }

    /// Whether nothing that comes can change the answer.
    pub(crate) fn is_decided(&self, op: QuantifierOp) -> bool {
        op == QuantifierOp::Some && self.hold > 0 || op == QuantifierOp::Every && self.hold < self.all
    }

    pub(crate) fn result(&self, op: QuantifierOp) -> Value {
        match op {
            QuantifierOp::Some => Value::Truth(self.hold > 0),
            QuantifierOp::Every => Value::Truth(self.hold == self.all),
            QuantifierOp::Count => Value::Number(self.hold),
            QuantifierOp::Sum => Value::Number(self.sum),
        }
    }
}
