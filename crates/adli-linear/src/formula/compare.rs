//! How comparisons of numbers come to be inequalities between integers.
//!
//! `max(a, b) + r <= 0` says `a + r <= 0` and `b + r <= 0`; `r - max(a, b) <= 0` says one of `r - a <= 0` and `r - b <= 0`; and with a choice in it a comparison is
//! a choice between two. Written out like that, comparisons speak of the integers of the problem and of nothing else: "the kings are
//! at most one step apart" becomes four inequalities between coordinates, and no solver needs to find out what an absolute value is.
//! The price is that a sum of many such pieces has many cases. So there is an allowance for each comparison; beyond it the pieces are named:
//! an integer of its own stands for each, and formulas that are asserted beside the others say which number it is.
//! Quotients are always named. Since a piece has exactly one value whatever the integers are, naming changes
//! nothing about which integers satisfy a problem.

use super::{Formula, Formulas, Node, Number, Piece, Refused};
use crate::ratio::{TooLarge, gcd64};

/// How many pieces of one comparison are written out before the rest are named.
const CASES: usize = 48;

impl Formulas {
    /// `one <= other`.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn at_most(&mut self, one: &Number, other: &Number) -> Result<Formula, Refused> {
        let difference = one.plus(-1, other)?;
        self.at_most_zero(&difference)
    }

    /// `one < other`.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn less(&mut self, one: &Number, other: &Number) -> Result<Formula, Refused> {
        let difference = one.plus(-1, other)?.shifted(1)?;
        self.at_most_zero(&difference)
    }

    /// `one = other`.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub fn equal(&mut self, one: &Number, other: &Number) -> Result<Formula, Refused> {
        let both = [self.at_most(one, other)?, self.at_most(other, one)?];
        self.and(&both)
    }

    /// Defines everything that was named; to be called when nothing more is asserted.
    ///
    /// # Errors
    /// Where numbers get too large, or there are too many formulas.
    pub(crate) fn define(&mut self) -> Result<(), Refused> {
        while let Some(piece) = self.undefined.pop() {
            let name = self.name(piece)?;
            match self.pieces[piece as usize].clone() {
                Piece::Integer(_) => {}
                Piece::Maximum(one, other) => {
                    let above = [self.at_most(&one, &name)?, self.at_most(&other, &name)?];
                    let below = [self.at_most(&name, &one)?, self.at_most(&name, &other)?];
                    let below = self.or(&below)?;
                    self.asserted.extend(above.into_iter().chain([below]));
                }
                Piece::Choice(condition, yes, no) => {
                    let (yes, no) = (self.equal(&name, &yes)?, self.equal(&name, &no)?);
                    let definition = self.choice(condition, yes, no)?;
                    self.asserted.push(definition);
                }
                Piece::Quotient(number, by) => {
                    // by * name <= number <= by * name + by - 1
                    let product = name.times(by)?;
                    let low = self.at_most(&product, &number)?;
                    let high = self.at_most(&number, &product.shifted(by - 1)?)?;
                    self.asserted.extend([low, high]);
                }
            }
        }
        Ok(())
    }

    /// `number <= 0`.
    pub(crate) fn at_most_zero(&mut self, number: &Number) -> Result<Formula, Refused> {
        let mut allowance = CASES;
        self.compare(number, &mut allowance)
    }

    fn compare(&mut self, number: &Number, allowance: &mut usize) -> Result<Formula, Refused> {
        if let Some(&known) = self.compared.get(number) {
            return Ok(known);
        }
        self.charge(number.terms.len() + 1)?;
        // A piece is made of pieces that were made before it, so the last one is nobody's part.
        let last = number.terms.iter().rev().find_map(|&(factor, piece)| {
            let made = &self.pieces[piece as usize];
            (!matches!(made, Piece::Integer(_))).then(|| (factor, piece, made.clone()))
        });
        let formula = match last {
            None => self.inequality(number)?,
            Some((factor, piece, made)) => {
                let is_named = *allowance == 0 || matches!(made, Piece::Quotient(..));
                *allowance = allowance.saturating_sub(1);
                match made {
                    Piece::Maximum(one, other) if !is_named => {
                        let one = self.compare(&number.with(piece, &one)?, allowance)?;
                        let other = self.compare(&number.with(piece, &other)?, allowance)?;
                        if factor > 0 { self.and(&[one, other])? } else { self.or(&[one, other])? }
                    }
                    Piece::Choice(condition, yes, no) if !is_named => {
                        let yes = self.compare(&number.with(piece, &yes)?, allowance)?;
                        let no = self.compare(&number.with(piece, &no)?, allowance)?;
                        self.choice(condition, yes, no)?
                    }
                    _ => {
                        // No recursion for what is named: how deep it goes is bounded by the allowance and the quotients.
                        let mut rest = number.clone();
                        for (_, piece) in number.terms.clone() {
                            let is_quotient = matches!(self.pieces[piece as usize], Piece::Quotient(..));
                            let is_integer = matches!(self.pieces[piece as usize], Piece::Integer(_));
                            if !is_integer && (is_quotient || *allowance == 0) {
                                rest = rest.with(piece, &self.name(piece)?)?;
                            }
                        }
                        self.compare(&rest, allowance)?
                    }
                }
            }
        };
        self.compared.insert(number.clone(), formula);
        Ok(formula)
    }

    /// The integer that stands for a piece.
    fn name(&mut self, piece: u32) -> Result<Number, Refused> {
        if let Some(&named) = self.named.get(&piece) {
            return self.piece(Piece::Integer(named));
        }
        let integer = self.integers.len() as u32;
        self.integers.push(None);
        let number = self.piece(Piece::Integer(integer))?;
        self.named.insert(piece, integer);
        self.undefined.push(piece);
        Ok(number)
    }

    /// `number <= 0` where the number is made of integers alone.
    fn inequality(&mut self, number: &Number) -> Result<Formula, Refused> {
        let Some(constant) = number.constant.checked_neg() else { return Err(Refused::TooLarge) };
        let mut terms = Vec::with_capacity(number.terms.len());
        let mut common = 0;
        for &(factor, piece) in &number.terms {
            let Piece::Integer(integer) = self.pieces[piece as usize] else { return Err(Refused::TooLarge) };
            common = gcd64(common, factor.unsigned_abs());
            terms.push((factor, integer));
        }
        terms.sort_unstable_by_key(|&(_, integer)| integer);
        let Some(&(first, _)) = terms.first() else {
            return Ok(if constant >= 0 { Formula::TRUE } else { Formula::FALSE });
        };
        let common = i64::try_from(common).map_err(|_| TooLarge)?;
        let bound = constant.div_euclid(common);
        let sign = if first < 0 { -common } else { common };
        for (factor, _) in &mut terms {
            *factor = factor.checked_div(sign).ok_or(TooLarge)?;
        }
        let form = self.form_number(terms.into_boxed_slice());
        if first > 0 {
            return self.node(Node::AtMost(form, bound));
        }
        // -s <= b is s >= -b, that is not s <= -b - 1.
        let below = bound.checked_neg().and_then(|bound| bound.checked_sub(1)).ok_or(TooLarge)?;
        Ok(self.node(Node::AtMost(form, below))?.negated())
    }

    fn form_number(&mut self, form: Box<[(i64, u32)]>) -> u32 {
        if let Some(&known) = self.known_forms.get(&form) {
            return known;
        }
        let number = self.forms.len() as u32;
        self.known_forms.insert(form.clone(), number);
        self.forms.push(form);
        number
    }
}
