//! Fractions of whole numbers of 64 bits.
//!
//! Nearly all numbers in problems about boards are small and whole, so the fast path is the plain one. What does not fit is an error, never
//! a wrong number: whoever calculates gives up.

use std::cmp::Ordering;

/// A number that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// A fraction in lowest terms, its denominator positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ratio {
    over: i64,
    under: i64,
}

impl Ratio {
    pub(crate) const ZERO: Ratio = Ratio { over: 0, under: 1 };

    pub(crate) fn whole(number: i64) -> Ratio {
        Ratio { over: number, under: 1 }
    }

    pub(crate) fn numerator(self) -> i64 {
        self.over
    }

    pub(crate) fn denominator(self) -> i64 {
        self.under
    }

    pub(crate) fn is_zero(self) -> bool {
        self.over == 0
    }

    pub(crate) fn is_positive(self) -> bool {
        self.over > 0
    }

    /// The largest whole number that is not larger.
    pub(crate) fn floor(self) -> i64 {
        self.over.div_euclid(self.under)
    }

    pub(crate) fn is_whole(self) -> bool {
        self.under == 1
    }

    #[inline]
    pub(crate) fn plus(self, other: Ratio) -> Result<Ratio, TooLarge> {
        if self.under == 1 && other.under == 1 {
            return self.over.checked_add(other.over).map(Ratio::whole).ok_or(TooLarge);
        }
        let (a, b) = (i128::from(self.over), i128::from(self.under));
        let (c, d) = (i128::from(other.over), i128::from(other.under));
        // Products of two numbers of 64 bits have at most 126 bits and a sign, and so has their sum with one more.
        Ratio::lowest(a * d + c * b, b * d)
    }

    pub(crate) fn minus(self, other: Ratio) -> Result<Ratio, TooLarge> {
        self.plus(other.negated()?)
    }

    #[inline]
    pub(crate) fn times(self, other: Ratio) -> Result<Ratio, TooLarge> {
        if self.under == 1 && other.under == 1 {
            return self.over.checked_mul(other.over).map(Ratio::whole).ok_or(TooLarge);
        }
        Ratio::lowest(
            i128::from(self.over) * i128::from(other.over),
            i128::from(self.under) * i128::from(other.under),
        )
    }

    /// One divided by it; it must not be zero.
    pub(crate) fn inverse(self) -> Result<Ratio, TooLarge> {
        match self.over {
            0 => Err(TooLarge),
            over if over > 0 => Ok(Ratio { over: self.under, under: over }),
            over => Ok(Ratio { over: -self.under, under: over.checked_neg().ok_or(TooLarge)? }),
        }
    }

    pub(crate) fn negated(self) -> Result<Ratio, TooLarge> {
        Ok(Ratio { over: self.over.checked_neg().ok_or(TooLarge)?, under: self.under })
    }

    #[inline]
    pub(crate) fn compare(self, whole: i64) -> Ordering {
        if self.under == 1 {
            return self.over.cmp(&whole);
        }
        i128::from(self.over).cmp(&(i128::from(whole) * i128::from(self.under)))
    }

    fn lowest(over: i128, under: i128) -> Result<Ratio, TooLarge> {
        let common = gcd(over.unsigned_abs(), under.unsigned_abs()).max(1);
        // The denominator divides, so it fits; and it is positive.
        let common = i128::try_from(common).map_err(|_| TooLarge)?;
        let fit = |number: i128| i64::try_from(number / common).map_err(|_| TooLarge);
        Ok(Ratio { over: fit(over)?, under: fit(under)? })
    }
}

/// The greatest common divisor.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The greatest common divisor of two numbers of 64 bits.
pub(crate) fn gcd64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
