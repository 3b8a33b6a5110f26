//! Numbers: a constant and multiples of pieces, where a piece is an integer, or a maximum, a choice or a quotient of numbers.

use super::{Formula, Formulas, Refused};
use crate::ratio::TooLarge;

/// A constant and multiples of pieces, in ascending order of these; no factor is 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Number {
    pub(crate) terms: Vec<(i64, u32)>,
    pub(crate) constant: i64,
}

/// What a number is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Piece {
    /// An integer that may be any, counted from 0.
    Integer(u32),
    /// The larger of two.
    Maximum(Number, Number),
    /// If the formula then the first, else the second.
    Choice(Formula, Number, Number),
    /// The quotient by a positive number, rounded down.
    Quotient(Number, i64),
}

impl Number {
    /// A constant.
    #[must_use]
    pub fn constant(constant: i64) -> Number {
        Number { terms: Vec::new(), constant }
    }

    /// The number, if it is a constant.
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// This and so many times another.
    ///
    /// # Errors
    /// Where numbers get too large.
    pub fn plus(&self, factor: i64, other: &Number) -> Result<Number, Refused> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut ours, mut theirs) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let times = |number: i64| number.checked_mul(factor).ok_or(TooLarge);
        loop {
            let (one, piece) = match (ours.peek(), theirs.peek()) {
                (Some(&&(a, p)), Some(&&(b, q))) if p == q => {
                    ours.next();
                    theirs.next();
                    (a.checked_add(times(b)?).ok_or(TooLarge)?, p)
                }
                (Some(&&(a, p)), Some(&&(_, q))) if p < q => {
                    ours.next();
                    (a, p)
                }
                (_, Some(&&(b, q))) => {
                    theirs.next();
                    (times(b)?, q)
                }
                (Some(&&(a, p)), None) => {
                    ours.next();
                    (a, p)
                }
                (None, None) => break,
            };
            if one != 0 {
                terms.push((one, piece));
            }
        }
        let constant = self.constant.checked_add(times(other.constant)?).ok_or(TooLarge)?;
        Ok(Number { terms, constant })
    }

    /// So many times this.
    ///
    /// # Errors
    /// Where numbers get too large.
    pub fn times(&self, factor: i64) -> Result<Number, Refused> {
        Number::default().plus(factor, self)
    }

    /// This with a constant added.
    pub(crate) fn shifted(&self, by: i64) -> Result<Number, Refused> {
        let constant = self.constant.checked_add(by).ok_or(TooLarge)?;
        Ok(Number { terms: self.terms.clone(), constant })
    }

    /// This with a number in the place of a piece.
    pub(crate) fn with(&self, piece: u32, number: &Number) -> Result<Number, Refused> {
        let factor = self.terms.iter().find(|&&(_, each)| each == piece).map_or(0, |&(factor, _)| factor);
        let terms = self.terms.iter().copied().filter(|&(_, each)| each != piece).collect();
        Number { terms, constant: self.constant }.plus(factor, number)
    }
}

impl Formulas {
    /// An integer that may be any.
    ///
    /// # Errors
    /// Where there are too many formulas.
    pub fn integer(&mut self, name: &str) -> Result<Number, Refused> {
        let number = self.integers.len() as u32;
        self.integers.push(Some(name.to_owned()));
        self.piece(Piece::Integer(number))
    }

    /// The larger of two.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn maximum(&mut self, one: &Number, other: &Number) -> Result<Number, Refused> {
        let difference = one.plus(-1, other)?;
        if let Some(constant) = difference.as_constant() {
            return Ok(if constant >= 0 { one.clone() } else { other.clone() });
        }
        // What both have in common stays outside: the larger of `a + c` and `b + c` is that of `a` and `b`, and `c`.
        let common = one.constant;
        let back = common.checked_neg().ok_or(TooLarge)?;
        let (one, other) = (one.shifted(back)?, other.shifted(back)?);
        let (one, other) = if one.terms <= other.terms { (one, other) } else { (other, one) };
        self.piece(Piece::Maximum(one, other))?.shifted(common)
    }

    /// The smaller of two.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn minimum(&mut self, one: &Number, other: &Number) -> Result<Number, Refused> {
        self.maximum(&one.times(-1)?, &other.times(-1)?)?.times(-1)
    }

    /// The absolute value.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn absolute(&mut self, number: &Number) -> Result<Number, Refused> {
        self.maximum(number, &number.times(-1)?)
    }

    /// If `condition` then `yes`, else `no`. One that is a maximum or a minimum becomes one.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn either(&mut self, condition: Formula, yes: &Number, no: &Number) -> Result<Number, Refused> {
        let difference = yes.plus(-1, no)?;
        if difference == Number::default() || condition == Formula::TRUE {
            return Ok(yes.clone());
        }
        if condition == Formula::FALSE {
            return Ok(no.clone());
        }
        if self.is_plain(&difference) {
            for (sign, slack) in [(-1, 0), (-1, 1), (1, 0), (1, 1)] {
                let compared = difference.times(sign)?.shifted(slack)?;
                if self.at_most_zero(&compared)? == condition {
                    return if sign < 0 { self.maximum(yes, no) } else { self.minimum(yes, no) };
                }
            }
        }
        if condition.is_negated() {
            return self.piece(Piece::Choice(condition.negated(), no.clone(), yes.clone()));
        }
        self.piece(Piece::Choice(condition, yes.clone(), no.clone()))
    }

    /// The quotient by a number other than 0, rounded so that the remainder is not negative.
    ///
    /// # Errors
    /// Where the divisor is 0, numbers get too large, or there are too many formulas.
    pub fn quotient(&mut self, number: &Number, by: i64) -> Result<Number, Refused> {
        match (by, number.as_constant()) {
            (0 | i64::MIN, _) => Err(Refused::TooLarge),
            (_, Some(constant)) => Ok(Number::constant(constant.checked_div_euclid(by).ok_or(TooLarge)?)),
            (1, None) => Ok(number.clone()),
            (..0, None) => self.quotient(number, -by)?.times(-1),
            (_, None) => self.piece(Piece::Quotient(number.clone(), by)),
        }
    }

    /// The remainder of that, which is not negative.
    ///
    /// # Errors
    /// Where the divisor is 0, numbers get too large, or there are too many formulas.
    pub fn remainder(&mut self, number: &Number, by: i64) -> Result<Number, Refused> {
        let quotient = self.quotient(number, by)?;
        number.plus(by.checked_neg().ok_or(TooLarge)?, &quotient)
    }

    /// Whether a number is made of integers alone.
    pub(crate) fn is_plain(&self, number: &Number) -> bool {
        number.terms.iter().all(|&(_, piece)| matches!(self.pieces[piece as usize], Piece::Integer(_)))
    }

    pub(super) fn piece(&mut self, piece: Piece) -> Result<Number, Refused> {
        let known = self.known_pieces.get(&piece).copied();
        let number = match known {
            Some(known) => known,
            None => {
                if self.pieces.len() >= self.most {
                    return Err(Refused::TooMany);
                }
                let number = self.pieces.len() as u32;
                self.pieces.push(piece.clone());
                self.known_pieces.insert(piece, number);
                number
            }
        };
        Ok(Number { terms: vec![(1, number)], constant: 0 })
    }
}
