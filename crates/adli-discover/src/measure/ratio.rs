//! Exact fractions. Whatever does not fit is an answer too: then there is none.

/// A fraction in lowest terms, with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ratio {
    over: i128,
    under: i128,
}

impl Ratio {
    pub(super) const ZERO: Ratio = Ratio { over: 0, under: 1 };
    pub(super) const ONE: Ratio = Ratio { over: 1, under: 1 };

    pub(super) fn whole(number: i64) -> Ratio {
        Ratio { over: i128::from(number), under: 1 }
    }

    fn new(over: i128, under: i128) -> Option<Ratio> {
        let shared = gcd(over.unsigned_abs(), under.unsigned_abs());
        let shared = i128::try_from(shared).ok().filter(|&shared| shared != 0 && under != 0)?;
        let sign = under.signum();
        Some(Ratio {
            over: over.checked_div(shared)?.checked_mul(sign)?,
            under: (under / shared).checked_mul(sign)?,
        })
    }

    pub(super) fn is_positive(self) -> bool {
        self.over > 0
    }

    pub(super) fn is_zero(self) -> bool {
        self.over == 0
    }

    pub(super) fn negated(self) -> Ratio {
        Ratio { over: -self.over, under: self.under }
    }

    pub(super) fn times(self, other: Ratio) -> Option<Ratio> {
        // Crosswise first, so that what cancels never gets large.
        let (left, right) = (Ratio::new(self.over, other.under)?, Ratio::new(other.over, self.under)?);
        Some(Ratio { over: left.over.checked_mul(right.over)?, under: left.under.checked_mul(right.under)? })
    }

    pub(super) fn by(self, other: Ratio) -> Option<Ratio> {
        self.times(Ratio::new(other.under, other.over)?)
    }

    pub(super) fn minus(self, other: Ratio) -> Option<Ratio> {
        let shared = i128::try_from(gcd(self.under.unsigned_abs(), other.under.unsigned_abs())).ok()?;
        let (left, right) = (other.under / shared, self.under / shared);
        let over = self.over.checked_mul(left)?.checked_sub(other.over.checked_mul(right)?)?;
        Ratio::new(over, self.under.checked_mul(left)?)
    }

    pub(super) fn is_below(self, other: Ratio) -> Option<bool> {
        Some(other.minus(self)?.is_positive())
    }

    /// The nearest whole number to this one times a factor.
    pub(super) fn rounded(self, factor: i64) -> Option<i64> {
        let twice = self.over.checked_mul(2)?.checked_mul(i128::from(factor))?;
        i64::try_from(twice.checked_add(self.under)?.div_euclid(self.under.checked_mul(2)?)).ok()
    }

    pub(super) fn denominator(self) -> i128 {
        self.under
    }
}

/// The greatest common divisor.
pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
